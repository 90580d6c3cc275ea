// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a GPU did within a range of time, exact to the nanosecond and quick for any range: sums of the pyramid's buckets,
// coarse ones in the middle, finer ones towards the ends. Any thread.

#include "core/store/report.h"

#include <array>
#include <optional>
#include <vector>

namespace pv::widgets {

struct GpuTimes {
    std::array<std::int64_t, 4> ns{}; // by core::GpuState; idle is the rest of the range
    std::int64_t busyNs() const { return ns[0] + ns[1] + ns[2]; }
    std::int64_t wholeNs() const { return busyNs() + ns[3]; }
    std::int64_t of(core::GpuState state) const { return ns[static_cast<std::size_t>(state)]; }
};

std::vector<core::LaneId> gpuLanes(const core::Report& report); // in display order
// From the GPU's first work to the end of its last; empty where it did none.
core::TimeRange gpuActiveRange(const core::Report& report, core::LaneId gpu);
GpuTimes gpuTimes(const core::Report& report, core::LaneId gpu, core::TimeRange range, const core::Progress& progress = {});

} // namespace pv::widgets
