// SPDX-License-Identifier: MIT
#pragma once

// Time is a signed 64-bit count of nanoseconds from the report's own origin. It may be negative.

#include <algorithm>
#include <cstdint>
#include <limits>

namespace pv::core {

using TimeNs = std::int64_t;

// Half open: begin belongs to it, end does not.
struct TimeRange {
    TimeNs begin{};
    TimeNs end{};

    // A span of more than int64 is reported as the largest int64.
    constexpr std::int64_t durationNs() const
    {
        std::int64_t d{};
        return __builtin_sub_overflow(end, begin, &d) ? std::numeric_limits<std::int64_t>::max() : d;
    }
    constexpr bool empty() const { return end <= begin; }
    constexpr bool contains(TimeNs t) const { return t >= begin && t < end; }
    constexpr bool intersects(TimeRange o) const { return begin < o.end && o.begin < end; }
    constexpr TimeRange intersected(TimeRange o) const { return {std::max(begin, o.begin), std::min(end, o.end)}; }
    friend constexpr bool operator==(TimeRange, TimeRange) = default;
};

inline constexpr TimeRange kAllTime{std::numeric_limits<TimeNs>::min(), std::numeric_limits<TimeNs>::max()};

// start + duration without overflow.
constexpr TimeNs endOf(TimeNs start, std::int64_t durationNs)
{
    TimeNs e{};
    return __builtin_add_overflow(start, durationNs, &e) ? std::numeric_limits<TimeNs>::max() : e;
}

} // namespace pv::core
