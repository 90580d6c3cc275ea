// SPDX-License-Identifier: MIT
#pragma once

// How long each GPU worked and stood idle, and why it stood idle: every gap between its first and last work, however
// short, gets one reason. Built on one join of GPU work with its launching calls and one sweep a GPU, so that it takes
// millions of gaps; core/analysis/gpu_gaps.h explains single gaps in depth.
//
// Reasons, the first that holds (T: the thread that launched the work after the gap, where that is known):
//   input           ranges or operators of T whose names say input (isInputName) cover at least half of the gap
//   communication   ranges or operators of the process whose names say communication cover at least half of it, and it
//                   lasts kShortGapNs or more
//   host            nothing was queued, and the gap is kLongGapNs or longer: the CPU did something else
//   synchronisation nothing was queued, because T sat in a call that waits for the GPU when the gap began
//   launch          nothing was queued: the CPU did not launch fast enough
// "Nothing was queued": the launching call ended after the gap had begun. Where it had ended before:
//   queued          the GPU waited for an event, another stream, or needed the time between two kernels
//   unknown         the launch was not recorded

#include "core/model/progress.h"
#include "core/store/report.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace pv::core {

inline constexpr std::int64_t kShortGapNs = 50'000;
inline constexpr std::int64_t kLongGapNs = 1'000'000;

enum class IdleReason : std::uint8_t { input, communication, synchronisation, launch, host, queued, unknown };
inline constexpr std::size_t kIdleReasons = 7;

struct IdleTime {
    std::int64_t totalNs = 0;
    std::int64_t gaps = 0;
    std::vector<TimeRange> longest; // kLongestKept of them, longest first
};
inline constexpr std::size_t kLongestKept = 20;

struct CostlyKernel {
    StringId name{};
    std::int64_t totalNs = 0;
    std::int64_t count = 0;
    TimeRange longest{}; // its longest run
};

struct GpuActivity {
    std::int64_t device = kNull; // of the report; kNull: work without a device
    TimeRange window{};          // first start .. last end
    bool fromGiven = false;      // it begins before the first work, where the caller said
    std::int64_t operations = 0;
    // Of the window, each moment once: kernels, else communication kernels, else copies and fills.
    std::int64_t computeNs = 0;
    std::int64_t communicationNs = 0;
    std::int64_t copyNs = 0;
    std::int64_t pageableNs = 0; // part of copyNs: only copies with a pageable side run
    std::int64_t pageableCopies = 0;
    std::vector<TimeRange> longestPageable;      // copies, longest first
    std::vector<TimeRange> longestCopies;        // spans of copies alone, longest first
    std::vector<TimeRange> longestCommunication; // not hidden, longest first
    std::array<IdleTime, kIdleReasons> idle;
    std::int64_t kernelNs = 0;         // summed over kernels, however many run at once
    std::vector<CostlyKernel> kernels; // those that took most, largest first; kLongestKept of them

    std::int64_t busyNs() const { return computeNs + communicationNs + copyNs; }
    std::int64_t idleNs() const { return window.durationNs() - busyNs(); }
    const IdleTime& of(IdleReason reason) const { return idle[static_cast<std::size_t>(reason)]; }
};

// One per GPU that worked, in order of device. With `from`, a GPU's window begins there where its first work comes later,
// and the time until then is a gap like any other.
std::vector<GpuActivity> gpuActivity(const Report& report, const Progress& progress = {}, std::optional<TimeNs> from = std::nullopt);

} // namespace pv::core
