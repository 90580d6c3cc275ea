// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Figures behind the charts, made by a job: exact integers with the place on the timeline that proves each.

#include "core/store/report.h"
#include "widgets/panels/gpu_times.h"
#include "widgets/panels/name_statistics.h"

#include <QString>

#include <array>
#include <optional>
#include <vector>

namespace pv::widgets {

struct GpuCategoryBars {
    core::LaneId gpu = core::kNoLane;
    QString title;
    core::TimeRange basis; // shares are of this
    GpuTimes times;
    std::array<core::TimeRange, 4> longest{}; // the longest interval of each state; empty: none
};

struct UtilisationSeries {
    core::LaneId gpu = core::kNoLane;
    QString title;
    std::vector<core::TimeRange> intervals;
    std::vector<double> busy; // 0..1 of each slot, exact
};

struct DurationBin {
    std::int64_t fromNs = 0; // >=
    std::int64_t toNs = 0;   // <
    std::int64_t count = 0;
    core::EventId longest{};
    std::int64_t longestNs = -1;
};

struct ChartFigures {
    core::TimeRange range; // what the charts speak of
    bool wholeReport = true;
    std::vector<GpuCategoryBars> categories;
    NameStatistics kernels;
    std::vector<UtilisationSeries> utilisation;
    std::vector<DurationBin> kernelDurations; // adjoining, the empty ones at both ends left out
};

// `range` absent: the whole report (GPU shares then from each GPU's first to last work).
ChartFigures chartFigures(const core::Report& report, const std::optional<core::TimeRange>& range, const core::Progress& progress);

} // namespace pv::widgets
