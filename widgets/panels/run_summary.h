// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a run was and what its GPUs did, as values for the Summary panel. Made by a job.

#include "core/store/report.h"
#include "widgets/panels/gpu_times.h"
#include "widgets/panels/name_statistics.h"

#include <QString>

#include <vector>

namespace pv::widgets {

struct Fact {
    QString label;
    QString value;
};

struct GpuSummary {
    core::LaneId lane = core::kNoLane;
    QString title;
    core::TimeRange active; // first to last work: the basis of all shares
    GpuTimes times;
};

struct KernelShare {
    QString name;
    core::StringId nameId{};
    core::EventKind kind{};
    std::int64_t count = 0;
    std::int64_t totalNs = 0;
    core::EventId longest{};
};

struct RunSummary {
    QString title;
    std::vector<Fact> facts;
    std::vector<GpuSummary> gpus;
    std::vector<KernelShare> kernels; // the heaviest
    std::int64_t kernelTotalNs = 0;   // of all kernels: the basis of their shares
    std::int64_t kernelCount = 0;
    std::int64_t warnings = 0; // messages, not places
    bool dataLost = false;
};

RunSummary summariseRun(const core::Report& report, const core::Progress& progress);

} // namespace pv::widgets
