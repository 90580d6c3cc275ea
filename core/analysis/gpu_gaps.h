// SPDX-License-Identifier: MIT
#pragma once

// Where a GPU stood idle, and what the CPU did meanwhile. A gap is a time between the device's first and last work in
// which none of its streams works (their union: another stream's work ends a gap). Pure functions over Report.
//
// Cause: what the thread that launched the next work did during the gap, by the largest share of the gap it covers:
// the innermost NVTX range that covers at least half of the gap, else the OS call, CUDA API call or operator that covers
// most. Where the launching thread is not known, the process's NVTX ranges decide, else the cause is unknown.

#include "core/model/progress.h"
#include "core/store/report.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace pv::core {

enum class GapCause : std::uint8_t { unknown, nvtxRange, osCall, apiCall, op };
std::string_view gapCauseName(GapCause cause); // "unknown", "nvtx_range", "osrt_call", "api_call", "op"

struct GpuGap {
    LaneId gpu;
    std::int64_t device = kNull;
    TimeRange range{};
    GapCause cause = GapCause::unknown;
    StringId causeName{};
    double causeShare = 0; // of the gap, 0..1
    EventId causeEvent{};  // kNoEvent: none
    EventId previous{};    // work before and after
    EventId next{};
};

// Gaps of at least `minNs`, in order of time within each GPU. `causes` false: ranges only, which is much faster.
std::vector<GpuGap> gpuGaps(const Report& report, std::int64_t minNs, bool causes, TimeRange range = kAllTime,
                            const Progress& progress = {});

// Fills in cause, previous and next of gaps that were found without.
void explainGaps(const Report& report, std::vector<GpuGap>& gaps, const Progress& progress = {});

// How long a GPU did what, between its first and last work or within `range`.
struct GpuTimes {
    LaneId gpu;
    std::int64_t device = kNull;
    TimeRange window{};
    std::int64_t computeNs = 0;
    std::int64_t communicationNs = 0;
    std::int64_t copyNs = 0;
    std::int64_t busyNs() const { return computeNs + communicationNs + copyNs; }
    std::int64_t idleNs() const { return window.durationNs() - busyNs(); }
};
std::vector<GpuTimes> gpuTimes(const Report& report, TimeRange range = kAllTime, const Progress& progress = {});

} // namespace pv::core
