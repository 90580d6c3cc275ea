// SPDX-License-Identifier: MIT
#pragma once

// The steps of a training loop, found in NVTX ranges (PyTorch's ProfilerStep annotations too), and where their time goes.
//
// Steps are the ranges of one thread and one name (digits set aside: "step_10" and "step_11" are one name) that do not
// overlap, are at least kFewestSteps, and whose name says step (isStepName) or is the same but for a number that grows.
// Of several such names the one that says step wins, then the one that covers most time. Where there is none, PyTorch's
// "Optimizer.step" annotations cut the time between them into steps. Phases are the outermost ranges of the same thread
// and domain within a step, by name without ids and shapes; what no phase covers is "other".

#include "core/model/progress.h"
#include "core/store/report.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pv::core {

inline constexpr std::size_t kFewestSteps = 2;

struct StepPhase {
    std::string name; // "" is what no phase covers
    std::int64_t totalNs = 0;
    std::int64_t count = 0;
    double medianNs = 0; // of its time per step, steps without it counting 0
};

struct Step {
    std::string name;
    TimeRange range{};
    std::int64_t gpuBusyNs = 0; // the GPU that the report's first GPU lane shows
};

struct Steps {
    std::string name; // "step_#"; "Optimizer.step" where steps lie between those
    std::int64_t pid = kNull;
    std::int64_t tid = kNull;
    std::vector<Step> steps;       // in order of time
    std::vector<StepPhase> phases; // most time first, "" last
    std::int64_t totalNs = 0;
    double medianNs = 0;
    std::int64_t minNs = 0;
    std::int64_t maxNs = 0;
};

// Empty: the report names no steps.
std::optional<Steps> findSteps(const Report& report, const Progress& progress = {});

} // namespace pv::core
