// SPDX-License-Identifier: MIT
#include "core/model/args.h"

#include <algorithm>
#include <cstdlib>

namespace pv::core {

std::size_t argsValueCount(std::string_view shape)
{
    std::size_t n = 0;
    for (char c : shape) {
        n += c == '\x04' ? 2 : (c >= '\x01' && c <= '\x03' ? 1 : 0);
    }
    return n;
}

namespace {
// Length of the valid UTF-8 sequence at s, or 0.
std::size_t utf8Length(std::string_view s)
{
    const auto b = [&](std::size_t i) { return static_cast<unsigned char>(s[i]); };
    const auto tail = [&](std::size_t n) {
        if (s.size() < n) {
            return false;
        }
        for (std::size_t i = 1; i < n; ++i) {
            if ((b(i) & 0xC0) != 0x80) {
                return false;
            }
        }
        return true;
    };
    if (b(0) < 0x80) {
        return 1;
    }
    if (b(0) >= 0xC2 && b(0) <= 0xDF) {
        return tail(2) ? 2 : 0;
    }
    if (b(0) >= 0xE0 && b(0) <= 0xEF) {
        if (!tail(3) || (b(0) == 0xE0 && b(1) < 0xA0) || (b(0) == 0xED && b(1) > 0x9F)) {
            return 0;
        }
        return 3;
    }
    if (b(0) >= 0xF0 && b(0) <= 0xF4) {
        if (!tail(4) || (b(0) == 0xF0 && b(1) < 0x90) || (b(0) == 0xF4 && b(1) > 0x8F)) {
            return 0;
        }
        return 4;
    }
    return 0;
}
} // namespace

void appendJsonString(std::string& out, std::string_view s)
{
    static constexpr char kHex[] = "0123456789abcdef";
    out += '"';
    while (!s.empty()) {
        const char c = s.front();
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
            s.remove_prefix(1);
        } else if (static_cast<unsigned char>(c) < 0x20) {
            switch (c) {
            case '\n': out += "\\n"; break;
            case '\t': out += "\\t"; break;
            case '\r': out += "\\r"; break;
            case '\b': out += "\\b"; break;
            case '\f': out += "\\f"; break;
            default:
                out += "\\u00";
                out += kHex[(c >> 4) & 0xF];
                out += kHex[c & 0xF];
            }
            s.remove_prefix(1);
        } else if (const std::size_t n = utf8Length(s); n > 0) {
            out += s.substr(0, n);
            s.remove_prefix(n);
        } else {
            out += "\xEF\xBF\xBD";
            s.remove_prefix(1);
        }
    }
    out += '"';
}

void appendDecimal(std::string& out, std::int64_t digits, std::int64_t scale)
{
    const bool negative = digits < 0;
    std::string text = std::to_string(negative ? ~static_cast<std::uint64_t>(digits) + 1 : static_cast<std::uint64_t>(digits));
    const auto places = static_cast<std::size_t>(std::clamp<std::int64_t>(scale, 0, 64));
    if (text.size() <= places) {
        text.insert(0, places + 1 - text.size(), '0');
    }
    if (places > 0) {
        text.insert(text.size() - places, 1, '.');
    }
    if (negative) {
        out += '-';
    }
    out += text;
}

} // namespace pv::core
