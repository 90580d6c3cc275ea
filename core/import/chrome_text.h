// SPDX-License-Identifier: MIT
#pragma once

// The small loops of the JSON scanner: white space, strings, numbers.
//
// Every function may read up to kScanPadding bytes beyond the end of its text, which must exist (their content does
// not matter, but the byte at the end itself is 0, so that loops stop there).

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace pv::core::chrome {

inline constexpr std::size_t kScanPadding = 64;

inline bool isBlank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
inline bool isDigit(char c) { return c >= '0' && c <= '9'; }

inline const char* skipBlanks(const char* p)
{
    while (isBlank(*p)) {
        ++p;
    }
    return p;
}

// First '"', '\\' or 0 byte at or after p.
inline const char* findStringEnd(const char* p)
{
#if defined(__SSE2__)
    const __m128i quote = _mm_set1_epi8('"');
    const __m128i backslash = _mm_set1_epi8('\\');
    const __m128i zero = _mm_setzero_si128();
    for (;; p += 16) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
        const __m128i hit =
            _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash)), _mm_cmpeq_epi8(bytes, zero));
        const auto mask = static_cast<unsigned>(_mm_movemask_epi8(hit));
        if (mask != 0) {
            return p + __builtin_ctz(mask);
        }
    }
#else
    while (*p != '"' && *p != '\\' && *p != '\0') {
        ++p;
    }
    return p;
#endif
}

// Whether the first `size` bytes are equal; both sides are padded.
inline bool samePadded(const char* a, const char* b, std::size_t size)
{
#if defined(__SSE2__)
    for (;;) {
        const __m128i same =
            _mm_cmpeq_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(a)), _mm_loadu_si128(reinterpret_cast<const __m128i*>(b)));
        const auto mask = static_cast<unsigned>(_mm_movemask_epi8(same));
        if (size <= 16) {
            return (~mask & ((1u << size) - 1)) == 0;
        }
        if (mask != 0xFFFF) {
            return false;
        }
        a += 16;
        b += 16;
        size -= 16;
    }
#else
    return std::memcmp(a, b, size) == 0;
#endif
}

// Whether a text has a control character other than tab and newline.
bool hasControl(std::string_view text);

// Resolves the escapes of a string's content (without its quotes). Surrogate pairs are joined, a lone half becomes
// U+FFFD, an unknown or damaged escape stays as it is written.
void appendUnescaped(std::string& out, std::string_view content);

// JSON text (a whole value) without blanks outside strings, with anything that is not JSON made so: control characters
// in strings are escaped, unknown escapes kept literally, bare words and odd numbers (NaN, 0x10, .5) put in quotes.
// Brackets must match.
void appendNormalisedJson(std::string& out, std::string_view json);

// true, false, null, or a number as JSON writes it.
bool isJsonToken(std::string_view token);

// A decimal number as text ("200.5", "-1e-3", "07", "+2", blanks around it allowed) times 10^shift, rounded half up, as
// an exact integer. Digits beyond what int64 holds are looked at, never lost to a double.
enum class NumberFault : std::uint8_t { none, notANumber, tooLarge };
struct ScaledNumber {
    std::int64_t value = 0;
    NumberFault fault = NumberFault::none;
};
ScaledNumber parseScaled(std::string_view text, int shift);
// digits * 10^(shift - scale), likewise.
ScaledNumber scaleDecimal(std::int64_t digits, std::int64_t scale, int shift);

// An integer written in decimal, sign allowed, nothing else; it must fit.
std::optional<std::int64_t> parseInteger(std::string_view text);
// 0x... up to 64 bits.
std::optional<std::uint64_t> parseHex(std::string_view text);
std::optional<double> parseReal(std::string_view text); // finite

} // namespace pv::core::chrome
