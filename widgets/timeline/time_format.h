// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Times and durations as text, and the ruler's steps. Exact: digits come from integers, never from doubles.

#include "core/model/time.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace pv::widgets {

// "1.5 ms", "12 ns", "3.25 s", "1 h 02 min 03.5 s": at most `digits` significant digits, none lost below 1 us.
QString formatDuration(std::int64_t ns, int digits = 4);
// Every nanosecond: "1.234 567 891 s", "12.345 µs", "-7 ns".
QString formatExact(std::int64_t ns);
// Absolute time with as many decimals as a step of `stepNs` needs: "1.25 s", "02:03:04.5".
QString formatTime(core::TimeNs t, std::int64_t stepNs);
// Time of day: `originUnixNs` is the wall-clock time of time 0, `zoneOffsetS` what is added for local time.
QString formatWallClock(core::TimeNs t, std::int64_t originUnixNs, int zoneOffsetS, std::int64_t stepNs);
// Counts with digit groups: "1 234 567".
QString formatCount(std::int64_t n);

struct RulerTick {
    core::TimeNs time = 0;
    bool major = false; // has a label
};
struct RulerSteps {
    std::int64_t major = 1; // ns
    std::int64_t minor = 1; // ns, divides major
};
// The finest steps whose majors are at least `leastNs` apart.
RulerSteps rulerSteps(std::int64_t leastNs);
// Ticks within the range, in order; no more than 10,000.
std::vector<RulerTick> rulerTicks(core::TimeRange range, RulerSteps steps);

} // namespace pv::widgets
