// SPDX-License-Identifier: GPL-3.0-or-later

// Chrome traces: any bytes are scanned through the whole way from unpacking to events. What comes out must hold together:
// every value of every event can be read.

#include "core/import/chrome_stream.h"
#include "core/import/chrome_view.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace {
class Bytes final : public pv::core::ByteSource {
public:
    explicit Bytes(std::string_view bytes) : m_left(bytes) {}
    std::size_t read(char* to, std::size_t size) override
    {
        const std::size_t n = std::min(size, m_left.size());
        std::memcpy(to, m_left.data(), n);
        m_left.remove_prefix(n);
        return n;
    }

private:
    std::string_view m_left;
};
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace pv::core;
    SourceStatus status;
    status.bytesRead = size;
    auto source = unpackSource(std::make_unique<Bytes>(std::string_view(reinterpret_cast<const char*>(data), size)), status);
    chrome::EventStream stream(*source, status);
    std::size_t sum = 0;
    while (auto batch = stream.next()) {
        for (const chrome::Record& record : batch->records) {
            if (record.kind == chrome::RecordKind::member) {
                sum += batch->members.at(record.firstValue).json.size();
                continue;
            }
            const chrome::EventPattern& pattern = *record.pattern;
            if (record.firstValue + pattern.valueCount > batch->values.size()) {
                std::abort();
            }
            const chrome::EventView view(*batch, record);
            for (std::size_t key = 0; key < static_cast<std::size_t>(chrome::Key::count); ++key) {
                const chrome::Slot slot = view.slot(static_cast<chrome::Key>(key));
                sum += view.text(slot).size() + static_cast<std::size_t>(view.integer(slot) != 0) +
                       static_cast<std::size_t>(view.time(slot, 3).value);
            }
            for (const auto& [hole, at] : pattern.argsHoles) {
                if (at >= pattern.valueCount) {
                    std::abort();
                }
                if (chrome::EventView::isText(hole)) {
                    std::string text;
                    chrome::appendNormalisedJson(text, view.refText(view.values()[at]));
                    sum += text.size();
                }
            }
        }
        stream.recycle(std::move(batch));
    }
    static volatile std::size_t sink = 0;
    sink = sum;
    return 0;
}
