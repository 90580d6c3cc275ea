// SPDX-License-Identifier: MIT
#pragma once

// Arguments of an event (a JSON object) kept in columns instead of as text: the text with its variable parts taken out
// is the shape, interned once; the parts are numbers. Decoding gives the JSON back byte for byte, except that blanks
// outside strings are not kept.
//
// In a shape each taken-out part is one control byte:
//   0x01  an integer that fits int64 and is written plainly (no sign on 0, no leading zero): one value
//   0x02  a string (with its quotes, escapes resolved to UTF-8): one value, a StringId
//   0x03  any other number token or bare word, kept as text: one value, a StringId
//   0x04  a decimal "m.f" whose digits fit int64: two values, the digits as an integer and the count of digits after
//         the point (sign in the integer; "-0.x" is kept as 0x03)
// A shape holds no other control bytes (they are written as \u00XX).

#include "core/model/ids.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pv::core {

struct EncodedArgs {
    StringId shape = kEmptyString; // empty: the event has no arguments
    std::span<const std::int64_t> values;
};

// Number of values that a shape takes.
std::size_t argsValueCount(std::string_view shape);

// Puts the parts back. `string(StringId)` must answer for every id in values; missing values become null.
template <class StringOf>
std::string decodeArgs(std::string_view shape, std::span<const std::int64_t> values, StringOf&& string);

// Writes `s` as a JSON string literal (with quotes); bytes that are not UTF-8 become U+FFFD.
void appendJsonString(std::string& out, std::string_view s);
void appendDecimal(std::string& out, std::int64_t digits, std::int64_t scale);

template <class StringOf>
std::string decodeArgs(std::string_view shape, std::span<const std::int64_t> values, StringOf&& string)
{
    std::string out;
    out.reserve(shape.size() + values.size() * 8);
    std::size_t next = 0;
    auto take = [&]() -> std::int64_t { return next < values.size() ? values[next++] : 0; };
    for (char c : shape) {
        switch (c) {
        case '\x01': out += std::to_string(take()); break;
        case '\x02': appendJsonString(out, string(StringId{static_cast<std::uint32_t>(take())})); break;
        case '\x03': out += string(StringId{static_cast<std::uint32_t>(take())}); break;
        case '\x04': {
            const std::int64_t digits = take();
            appendDecimal(out, digits, take());
            break;
        }
        default: out += c;
        }
    }
    return out;
}

} // namespace pv::core
