// SPDX-License-Identifier: MIT
#pragma once

// What part of a report a summary looks at: a span of time, and sometimes a process or thread. Written as users of
// Nsight Systems write it: --filter-time START/END and --filter-nvtx RANGE[@DOMAIN][/INDEX].
//
// Semantics (found by experiment on the reference's results): an event belongs to the span when it touches it, ends
// included; its times are never cut. An NVTX range stands for its span and process; where its thread is not the
// process's first, events of threads are further restricted to that thread (work of the GPU is not). INDEX counts the
// ranges of that name from 0 in order of start, over all threads.

#include "core/model/progress.h"
#include "core/model/time.h"
#include "core/store/report.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace pv::core {

struct TimeFilter {
    TimeNs begin = std::numeric_limits<TimeNs>::min(); // both ends belong to it
    TimeNs end = std::numeric_limits<TimeNs>::max();
    std::int64_t pid = kNull; // kNull: any
    std::int64_t tid = kNull; // of events that have a thread

    bool active() const { return begin != std::numeric_limits<TimeNs>::min() || end != std::numeric_limits<TimeNs>::max() || pid != kNull; }
    bool touches(TimeNs start, TimeNs endOfEvent) const { return start <= end && endOfEvent >= begin; }
    // For reading chunks: the span with a margin, half open.
    TimeRange scanRange() const;
};

// Annotations that a source drew on a GPU are shadows of ranges of threads; they are no ranges of their own here.
inline bool holdsThreadRanges(const Lane& lane) { return lane.device == kNull; }

// "START/END"; each a number of ns or with a unit (ns, us, ms, s), either may be empty. Error: not of this form.
TimeFilter parseTimeFilter(std::string_view text);

struct NvtxFilter {
    std::string range;
    std::string domain; // empty: the default domain; "*": any
    std::int64_t index = 0;
};
// "RANGE[@DOMAIN][/INDEX]". A '/' or '@' that belongs to a name may be written behind a backslash. Error: empty name.
NvtxFilter parseNvtxFilter(std::string_view text);
// Finds the range. Empty: there is none.
std::optional<TimeFilter> findNvtxRange(const Report& report, const NvtxFilter& filter, const Progress& progress = {});

} // namespace pv::core
