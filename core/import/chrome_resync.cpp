// SPDX-License-Identifier: MIT
// Finding the next event after damage.
#include "core/import/chrome_document.h"
#include "core/import/chrome_text.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace pv::core::chrome {

namespace {
constexpr std::size_t kLookBack = 64;
constexpr std::size_t kLookAhead = 96;
constexpr std::array<std::string_view, 15> kEventKeys = {"ph", "name", "cat", "pid", "tid",  "ts",      "dur", "args",
                                                         "id", "s",    "bp",  "tts", "tdur", "bind_id", "id2"};
} // namespace

// The begin of an event stands after a comma, a bracket or a line's begin, and begins with a key that events have.
bool DocumentReader::looksLikeEvent(const char* brace) const
{
    const char* before = brace;
    const char* limit = std::max<const char*>(m_block.begin, brace - kLookBack);
    bool free = false;
    while (before > limit) {
        --before;
        if (*before == '\n' || *before == ',' || *before == '[' || *before == '}') {
            free = true;
            break;
        }
        if (!isBlank(*before)) {
            return false;
        }
    }
    if (!free && before > m_block.begin) {
        return false;
    }
    const char* p = skipBlanks(brace + 1);
    if (*p != '"') {
        return false;
    }
    const char* close = findStringEnd(++p);
    if (*close != '"' ||
        std::find(kEventKeys.begin(), kEventKeys.end(), std::string_view(p, static_cast<std::size_t>(close - p))) == kEventKeys.end()) {
        return false;
    }
    return *skipBlanks(close + 1) == ':';
}

// Attempts that fail may overlap, but only as long as all of them together cost a fixed multiple of the text; then what an
// attempt has looked at is passed whole.
void DocumentReader::passFailed(const ScanResult& result)
{
    constexpr std::uint64_t kFree = 256u << 20;
    constexpr std::uint64_t kPerByte = 8;
    const char* at = std::min<const char*>(result.at, m_block.end);
    m_wasted += static_cast<std::uint64_t>(std::max<std::ptrdiff_t>(at - m_p, 1));
    m_p = m_wasted > kFree + kPerByte * offset() ? std::max(m_p + 1, at) : m_p + 1;
}

// Goes to the next event at or after m_p and reads it. False at the end of the text.
bool DocumentReader::resync(RecordKind kind)
{
    for (;;) {
        const char* brace = static_cast<const char*>(std::memchr(m_p, '{', static_cast<std::size_t>(m_block.end - m_p)));
        const char* need = brace != nullptr ? brace + kLookAhead : m_block.end;
        if (need >= m_block.end && !m_block.last) {
            // More text is needed; what stands before the brace stays in view.
            const char* at = brace != nullptr ? brace : m_block.end;
            const auto back = std::min<std::size_t>(kLookBack, static_cast<std::size_t>(at - m_block.begin));
            const char* keep = at - back;
            m_p = keep;
            refill();
            m_p += back;
            continue;
        }
        if (brace == nullptr) {
            m_p = m_block.end;
            return false;
        }
        m_p = brace;
        if (looksLikeEvent(brace)) {
            const ScanResult result = scanGrowing();
            if (result.outcome == Outcome::complete && (*result.pattern)[Key::ph]) {
                accept(result, kind);
                return true;
            }
            if (result.outcome == Outcome::complete) {
                m_batch->values.resize(m_batch->values.size() - result.pattern->valueCount);
            }
            passFailed(result);
            continue;
        }
        ++m_p;
    }
}

// The name of a damaged event, as far as it can be read.
std::string DocumentReader::nameNear(const char* from, const char* to) const
{
    constexpr std::size_t kMostName = 60;
    const std::string_view text(from, static_cast<std::size_t>(std::max(from, to) - from));
    const std::size_t key = text.substr(0, 4096).find("\"name\"");
    if (key == text.npos) {
        return {};
    }
    const std::size_t open = text.find('"', key + 6);
    if (open == text.npos || open > key + 16) {
        return {};
    }
    std::string name(text.substr(open + 1, kMostName));
    name.resize(std::min(name.find_first_of("\"\n\r"), name.size()));
    std::string plain;
    for (char c : name) {
        plain += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return plain;
}

} // namespace pv::core::chrome
