// SPDX-License-Identifier: MIT
#pragma once

// Strings of a report being written: interned once, numbered densely from 0 (the empty string), kept until the end.
// One thread.

#include "core/model/ids.h"

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace pv::core {

// The text with bytes that are not UTF-8 replaced by U+FFFD; `changed` tells whether there were any.
std::string toValidUtf8(std::string_view text, bool* changed = nullptr);
bool isValidUtf8(std::string_view text);

class StringPool {
public:
    StringPool() { intern({}); }
    StringId intern(std::string_view text);
    std::size_t size() const { return m_texts.size(); }
    std::string_view text(StringId id) const { return m_texts[id.value]; }
    std::int64_t repaired() const { return m_repaired; }

private:
    std::deque<std::string> m_storage; // addresses stay
    std::vector<std::string_view> m_texts;
    std::unordered_map<std::string_view, StringId> m_ids;
    std::int64_t m_repaired = 0;
};

} // namespace pv::core
