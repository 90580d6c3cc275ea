// SPDX-License-Identifier: MIT
#pragma once

// What limits a run, in plain words: findings ordered by the time that could be won, each with its amount, what the
// amount is based on, the places on the timeline that prove it, and what to do.
//
// A finding is told when it could win at least kWorthTelling of the time between the GPU's first and last work; where
// nothing could, one finding says that the run is balanced. With several GPUs each kind of finding is told once, for the
// GPU that loses most. Where steps are known and the GPU worked in less than half of their time, the time from the first
// step on counts too, not from the GPU's first work on. Amounts are upper bounds: removing one cause may uncover the next.

#include "core/analysis/idle_reasons.h"
#include "core/analysis/steps.h"
#include "core/model/progress.h"
#include "core/store/report.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pv::core {

inline constexpr double kWorthTelling = 0.05;   // of the window
inline constexpr double kDominantKernel = 0.25; // of all kernel time: from here on a kernel is told
inline constexpr std::size_t kEvidenceShown = 5;

struct Evidence {
    TimeRange range{};
    std::string what; // name of what happened there, may be empty
    EventId event{};  // what the CPU did, or the GPU work itself; kNoEvent: none known
};

struct Finding {
    std::string_view code; // stable: input_bound, launch_bound, sync_stall, host_bound, communication_exposed, pageable_copies,
                           // copies_exposed, dominant_kernel, kernel_gaps, balanced, no_gpu_work
    std::string title;
    std::string text;          // one or two sentences with the figures
    std::int64_t amountNs = 0; // that could be won at most
    double share = 0;          // amount of the window, 0..1
    std::string basis;
    std::string advice;
    std::int64_t device = kNull;
    std::vector<Evidence> evidence; // kEvidenceShown at most, longest first
};

struct Findings {
    std::vector<GpuActivity> gpus;
    std::vector<Finding> findings; // most to win first
    std::optional<Steps> steps;
    std::string summary; // a sentence a GPU
};

Findings findWhatLimits(const Report& report, const Progress& progress = {});

} // namespace pv::core
