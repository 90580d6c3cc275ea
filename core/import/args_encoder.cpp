// SPDX-License-Identifier: MIT
#include "core/import/args_encoder.h"

#include "core/import/chrome_scanner.h"
#include "core/import/chrome_strings.h"
#include "core/import/chrome_text.h"

#include <unordered_map>

namespace pv::core {

using namespace chrome;

struct ArgsEncoder::Impl {
    explicit Impl(ReportWriter& w) : writer(w), strings(w) {}

    ReportWriter& writer;
    StringCache strings;
    EventScanner scanner;
    std::string text; // padded copy, as the arguments of an event
    std::string arena;
    std::vector<std::int64_t> scanned;
    std::vector<std::int64_t> values;
    std::vector<std::unique_ptr<EventPattern>> own;
    std::unordered_map<std::uint32_t, StringId> shapes;

    StringId shapeId(const EventPattern& pattern)
    {
        if (pattern.index == EventPattern::kUnshared) {
            return writer.internRare(pattern.argsShape);
        }
        const auto [it, isNew] = shapes.try_emplace(pattern.index);
        if (isNew) {
            it->second = writer.intern(pattern.argsShape);
        }
        return it->second;
    }
    std::string_view at(std::int64_t value) const
    {
        const TextRef ref = TextRef::unpack(value);
        const std::uint32_t size = ref.size & ~TextRef::kArena;
        return std::string_view((ref.size & TextRef::kArena) != 0 ? arena : text).substr(ref.offset, size);
    }
};

ArgsEncoder::ArgsEncoder(ReportWriter& writer) : m_impl(std::make_unique<Impl>(writer)) {}
ArgsEncoder::~ArgsEncoder() = default;

EncodedArgs ArgsEncoder::encode(std::string_view json)
{
    Impl& m = *m_impl;
    constexpr std::string_view kOpen = "{\"args\":";
    m.text.assign(kOpen).append(json).append("}");
    const std::size_t size = m.text.size();
    m.text.append(kScanPadding, '\0');
    m.arena.clear();
    m.scanned.clear();
    m.own.clear();
    m.values.clear();
    const ScanResult result = m.scanner.scan(m.text.data(), m.text.data() + size, {m.scanned, m.arena, m.own, m.text.data()});
    const bool object =
        result.outcome == Outcome::complete && result.at == m.text.data() + size && *skipBlanks(m.text.data() + kOpen.size()) == '{';
    if (!object) {
        m.values.push_back(m.strings.text(json).value);
        return {m.writer.intern("{\"text\":\x02}"), m.values};
    }
    const EventPattern& pattern = *result.pattern;
    if (pattern.argsShape.empty()) {
        return {};
    }
    for (const auto& [hole, at] : pattern.argsHoles) {
        const std::int64_t value = m.scanned[at];
        switch (hole) {
        case Hole::decimal:
            m.values.push_back(value);
            m.values.push_back(m.scanned[at + 1u]);
            break;
        case Hole::string:
        case Hole::token:
        case Hole::odd: m.values.push_back(m.strings.text(m.at(value)).value); break;
        case Hole::raw: m.values.push_back(m.strings.json(m.at(value)).value); break;
        default: m.values.push_back(value);
        }
    }
    return {m.shapeId(pattern), m.values};
}

} // namespace pv::core
