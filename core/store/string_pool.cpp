// SPDX-License-Identifier: MIT
#include "core/store/string_pool.h"

#include "core/model/error.h"

#include <limits>

namespace pv::core {
namespace {

// Length of the valid UTF-8 sequence that begins at s (Unicode table 3-7), 0 where there is none.
std::size_t sequenceLength(std::string_view s)
{
    const auto b = [&](std::size_t i) { return i < s.size() ? static_cast<unsigned char>(s[i]) : 0u; };
    const auto tail = [&](std::size_t i) { return (b(i) & 0xC0u) == 0x80u; };
    const unsigned c = b(0);
    if (c < 0x80) {
        return 1;
    }
    if (c >= 0xC2 && c <= 0xDF) {
        return tail(1) ? 2 : 0;
    }
    if (c >= 0xE0 && c <= 0xEF) {
        const bool second = c == 0xE0 ? b(1) >= 0xA0 && b(1) <= 0xBF : c == 0xED ? b(1) >= 0x80 && b(1) <= 0x9F : tail(1);
        return second && tail(2) ? 3 : 0;
    }
    if (c >= 0xF0 && c <= 0xF4) {
        const bool second = c == 0xF0 ? b(1) >= 0x90 && b(1) <= 0xBF : c == 0xF4 ? b(1) >= 0x80 && b(1) <= 0x8F : tail(1);
        return second && tail(2) && tail(3) ? 4 : 0;
    }
    return 0;
}

} // namespace

bool isValidUtf8(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t n = sequenceLength(text);
        if (n == 0) {
            return false;
        }
        text.remove_prefix(n);
    }
    return true;
}

std::string toValidUtf8(std::string_view text, bool* changed)
{
    std::string out;
    out.reserve(text.size());
    bool any = false;
    while (!text.empty()) {
        if (const std::size_t n = sequenceLength(text); n > 0) {
            out += text.substr(0, n);
            text.remove_prefix(n);
        } else {
            out += "\xEF\xBF\xBD";
            text.remove_prefix(1);
            any = true;
        }
    }
    if (changed != nullptr) {
        *changed = any;
    }
    return out;
}

StringId StringPool::intern(std::string_view text)
{
    if (const auto it = m_ids.find(text); it != m_ids.end()) {
        return it->second;
    }
    if (!isValidUtf8(text)) {
        ++m_repaired;
        return intern(toValidUtf8(text));
    }
    if (m_texts.size() >= std::numeric_limits<std::uint32_t>::max()) {
        throw Error("the report has more than 4 billion different strings");
    }
    const StringId id{static_cast<std::uint32_t>(m_texts.size())};
    m_storage.emplace_back(text);
    m_texts.push_back(m_storage.back());
    m_ids.emplace(m_texts.back(), id);
    return id;
}

} // namespace pv::core
