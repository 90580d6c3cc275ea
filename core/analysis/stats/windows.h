// SPDX-License-Identifier: MIT
#pragma once

// Traces show events of many lanes in one order of time. So as not to hold them all, they are gathered and sorted a span
// of time at a time; the spans are chosen from the chunks' bounds so that about `target` events start in each.

#include "core/analysis/stats/context.h"

#include <algorithm>
#include <vector>

namespace pv::core {

inline constexpr std::int64_t kWindowEvents = 1 << 20;

// Half-open spans that together cover every event of the kinds; the last one's end is the largest time.
inline std::vector<TimeRange> traceWindows(const Report& report, std::span<const EventKind> kinds, std::int64_t target = kWindowEvents)
{
    std::vector<std::pair<TimeNs, std::int64_t>> starts; // chunk's first start, its events
    for (const EventKind kind : kinds) {
        for (const ChunkId id : report.chunksOf(kind)) {
            const ChunkInfo& info = *report.chunkInfo(id);
            starts.emplace_back(info.firstStart, info.count);
        }
    }
    std::sort(starts.begin(), starts.end());
    std::vector<TimeRange> windows;
    TimeNs begin = kAllTime.begin;
    std::int64_t events = 0;
    for (const auto& [start, count] : starts) {
        if (events >= target && start > begin) {
            windows.push_back({begin, start});
            begin = start;
            events = 0;
        }
        events += count;
    }
    windows.push_back({begin, kAllTime.end});
    return windows;
}

// What a report that reads windows scans: chunks that touch the window and the filter.
inline TimeRange windowScanRange(const StatsContext& context, TimeRange window) { return window.intersected(context.filter.scanRange()); }

} // namespace pv::core
