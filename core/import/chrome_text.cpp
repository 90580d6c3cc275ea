// SPDX-License-Identifier: MIT
#include "core/import/chrome_text.h"

#include "core/model/args.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace pv::core::chrome {

namespace {
int hexDigit(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// The code unit of \uXXXX at `at` (which points to the backslash), or -1.
int codeUnit(std::string_view s, std::size_t at)
{
    if (s.size() - at < 6 || s[at] != '\\' || s[at + 1] != 'u') {
        return -1;
    }
    int unit = 0;
    for (std::size_t i = at + 2; i < at + 6; ++i) {
        const int digit = hexDigit(s[i]);
        if (digit < 0) {
            return -1;
        }
        unit = unit * 16 + digit;
    }
    return unit;
}

void appendUtf8(std::string& out, std::uint32_t c)
{
    if (c < 0x80) {
        out += static_cast<char>(c);
    } else if (c < 0x800) {
        out += static_cast<char>(0xC0 | c >> 6);
        out += static_cast<char>(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        out += static_cast<char>(0xE0 | c >> 12);
        out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
        out += static_cast<char>(0x80 | (c & 0x3F));
    } else {
        out += static_cast<char>(0xF0 | c >> 18);
        out += static_cast<char>(0x80 | (c >> 12 & 0x3F));
        out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
        out += static_cast<char>(0x80 | (c & 0x3F));
    }
}

// Reads \u at `at`; returns how many bytes it took, 0 when it is damaged.
std::size_t appendCodePoint(std::string& out, std::string_view s, std::size_t at)
{
    const int unit = codeUnit(s, at);
    if (unit < 0) {
        return 0;
    }
    if (unit >= 0xD800 && unit < 0xDC00) {
        const int low = at + 6 < s.size() ? codeUnit(s, at + 6) : -1;
        if (low >= 0xDC00 && low < 0xE000) {
            appendUtf8(out, 0x10000 + (static_cast<std::uint32_t>(unit - 0xD800) << 10) + static_cast<std::uint32_t>(low - 0xDC00));
            return 12;
        }
        appendUtf8(out, 0xFFFD);
        return 6;
    }
    appendUtf8(out, unit >= 0xDC00 && unit < 0xE000 ? 0xFFFD : static_cast<std::uint32_t>(unit));
    return 6;
}
} // namespace

bool hasControl(std::string_view text)
{
    const auto control = [](char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') || c == 0x7F; };
    const char* p = text.data();
    const char* end = p + text.size();
#if defined(__SSE2__)
    const __m128i most = _mm_set1_epi8(0x1F);
    const __m128i del = _mm_set1_epi8(0x7F);
    for (; end - p >= 16; p += 16) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
        const __m128i low = _mm_cmpeq_epi8(_mm_min_epu8(bytes, most), bytes);
        if (_mm_movemask_epi8(_mm_or_si128(low, _mm_cmpeq_epi8(bytes, del))) != 0) {
            break; // some low byte: looked at one by one
        }
    }
#endif
    return std::any_of(p, end, control);
}

void appendUnescaped(std::string& out, std::string_view s)
{
    for (std::size_t i = 0; i < s.size();) {
        const std::size_t backslash = std::min(s.find('\\', i), s.size());
        out += s.substr(i, backslash - i);
        i = backslash;
        if (i + 1 >= s.size()) {
            out += s.substr(i);
            return;
        }
        switch (s[i + 1]) {
        case '"': out += '"'; break;
        case '\\': out += '\\'; break;
        case '/': out += '/'; break;
        case 'b': out += '\b'; break;
        case 'f': out += '\f'; break;
        case 'n': out += '\n'; break;
        case 'r': out += '\r'; break;
        case 't': out += '\t'; break;
        case 'u':
            if (const std::size_t taken = appendCodePoint(out, s, i); taken > 0) {
                i += taken;
                continue;
            }
            [[fallthrough]];
        default: out += s.substr(i, 2);
        }
        i += 2;
    }
}

bool isJsonToken(std::string_view t)
{
    if (t == "true" || t == "false" || t == "null") {
        return true;
    }
    std::size_t i = 0;
    const auto digits = [&] {
        const std::size_t from = i;
        while (i < t.size() && isDigit(t[i])) {
            ++i;
        }
        return i - from;
    };
    if (i < t.size() && t[i] == '-') {
        ++i;
    }
    const std::size_t first = i;
    const std::size_t whole = digits();
    if (whole == 0 || (whole > 1 && t[first] == '0')) {
        return false;
    }
    if (i < t.size() && t[i] == '.') {
        ++i;
        if (digits() == 0) {
            return false;
        }
    }
    if (i < t.size() && (t[i] == 'e' || t[i] == 'E')) {
        ++i;
        if (i < t.size() && (t[i] == '+' || t[i] == '-')) {
            ++i;
        }
        if (digits() == 0) {
            return false;
        }
    }
    return i == t.size();
}

void appendNormalisedJson(std::string& out, std::string_view s)
{
    std::string text;
    const std::size_t begin = out.size();
    const auto last = [&] { return out.size() > begin ? out.back() : '['; };
    const auto separate = [&] { // two values without a comma between
        if (const char c = last(); c != '[' && c != '{' && c != ',' && c != ':') {
            out += ',';
        }
    };
    for (std::size_t i = 0; i < s.size();) {
        const char c = s[i];
        if (isBlank(c)) {
            ++i;
        } else if (c == '"') {
            separate();
            std::size_t end = i + 1;
            while (end < s.size() && s[end] != '"') {
                end += s[end] == '\\' ? 2 : 1;
            }
            end = std::min(end, s.size());
            text.clear();
            appendUnescaped(text, s.substr(i + 1, end - i - 1));
            appendJsonString(out, text);
            i = end + 1;
        } else if (c == '{' || c == '[') {
            separate();
            out += c;
            ++i;
        } else if (c == '}' || c == ']') {
            if (last() == ',') {
                out.pop_back();
            }
            out += c;
            ++i;
        } else if (c == ',') {
            if (const char before = last(); before != ',' && before != '[' && before != '{') {
                out += c;
            }
            ++i;
        } else if (c == ':') {
            out += c;
            ++i;
        } else {
            separate();
            std::size_t end = i;
            while (end < s.size() && !isBlank(s[end]) && std::string_view("{}[],:\"").find(s[end]) == std::string_view::npos) {
                ++end;
            }
            const std::string_view token = s.substr(i, end - i);
            if (isJsonToken(token)) {
                out += token;
            } else {
                appendJsonString(out, token);
            }
            i = end;
        }
    }
}

namespace {
__extension__ typedef unsigned __int128 Wide;
constexpr Wide kMostWide = static_cast<Wide>(std::numeric_limits<std::int64_t>::max());

ScaledNumber finish(Wide magnitude, bool negative)
{
    if (magnitude > kMostWide) {
        return {0, NumberFault::tooLarge};
    }
    const auto value = static_cast<std::int64_t>(magnitude);
    return {negative ? -value : value, NumberFault::none};
}

// magnitude * 10^power; `sticky`: further digits that are not all zero follow.
ScaledNumber scale(Wide magnitude, std::int64_t power, bool negative)
{
    if (magnitude == 0) {
        return {0, NumberFault::none};
    }
    if (power > 0) {
        for (; power > 0; --power) {
            magnitude *= 10;
            if (magnitude > kMostWide) {
                return {0, NumberFault::tooLarge};
            }
        }
        return finish(magnitude, negative);
    }
    unsigned last = 0;
    for (; power < 0 && magnitude > 0; ++power) {
        last = static_cast<unsigned>(magnitude % 10);
        magnitude /= 10;
    }
    if (power == 0 && last >= 5) {
        ++magnitude;
    }
    return finish(magnitude, negative);
}
} // namespace

ScaledNumber parseScaled(std::string_view s, int shift)
{
    while (!s.empty() && isBlank(s.front())) {
        s.remove_prefix(1);
    }
    while (!s.empty() && isBlank(s.back())) {
        s.remove_suffix(1);
    }
    bool negative = false;
    if (!s.empty() && (s.front() == '-' || s.front() == '+')) {
        negative = s.front() == '-';
        s.remove_prefix(1);
    }
    constexpr int kMostDigits = 37; // fit 128 bits; later ones can't change a value that fits int64 by more than rounding
    Wide magnitude = 0;
    int kept = 0;
    std::int64_t power = shift;
    bool any = false;
    bool point = false;
    std::size_t i = 0;
    for (; i < s.size(); ++i) {
        if (s[i] == '.' && !point) {
            point = true;
            continue;
        }
        if (!isDigit(s[i])) {
            break;
        }
        any = true;
        if (kept < kMostDigits) {
            magnitude = magnitude * 10 + static_cast<unsigned>(s[i] - '0');
            kept += magnitude != 0;
            power -= point;
        } else {
            power += !point;
        }
    }
    if (!any) {
        return {0, NumberFault::notANumber};
    }
    if (i < s.size() && (s[i] == 'e' || s[i] == 'E')) {
        ++i;
        bool negativeExponent = false;
        if (i < s.size() && (s[i] == '-' || s[i] == '+')) {
            negativeExponent = s[i] == '-';
            ++i;
        }
        std::int64_t exponent = 0;
        bool anyExponent = false;
        for (; i < s.size() && isDigit(s[i]); ++i) {
            anyExponent = true;
            exponent = std::min<std::int64_t>(exponent * 10 + (s[i] - '0'), 1'000'000'000);
        }
        if (!anyExponent) {
            return {0, NumberFault::notANumber};
        }
        power += negativeExponent ? -exponent : exponent;
    }
    if (i != s.size()) {
        return {0, NumberFault::notANumber};
    }
    return scale(magnitude, power, negative);
}

ScaledNumber scaleDecimal(std::int64_t digits, std::int64_t places, int shift)
{
    const bool negative = digits < 0;
    const auto magnitude = negative ? ~static_cast<std::uint64_t>(digits) + 1 : static_cast<std::uint64_t>(digits);
    return scale(magnitude, shift - places, negative);
}

std::optional<std::int64_t> parseInteger(std::string_view s)
{
    while (!s.empty() && isBlank(s.front())) {
        s.remove_prefix(1);
    }
    while (!s.empty() && isBlank(s.back())) {
        s.remove_suffix(1);
    }
    if (!s.empty() && s.front() == '+') {
        s.remove_prefix(1);
        if (!s.empty() && s.front() == '-') {
            return std::nullopt;
        }
    }
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), value);
    return error == std::errc{} && end == s.data() + s.size() && !s.empty() ? std::optional(value) : std::nullopt;
}

std::optional<std::uint64_t> parseHex(std::string_view s)
{
    if (s.size() < 3 || s[0] != '0' || (s[1] | 0x20) != 'x') {
        return std::nullopt;
    }
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(s.data() + 2, s.data() + s.size(), value, 16);
    return error == std::errc{} && end == s.data() + s.size() ? std::optional(value) : std::nullopt;
}

std::optional<double> parseReal(std::string_view s)
{
    if (!s.empty() && s.front() == '+') {
        s.remove_prefix(1);
    }
    double value = 0;
    const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), value);
    return error == std::errc{} && end == s.data() + s.size() && std::isfinite(value) && !s.empty() ? std::optional(value) : std::nullopt;
}

} // namespace pv::core::chrome
