// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Events of some kinds, summed up by name within a range of time.
//
// Events that touch the range count; of one that reaches beyond it, only the part inside does: count, total, mean, least
// and greatest all speak of those parts, so total = mean * count and no total exceeds what the range can hold per lane.
// Events without a usable time are left out. Any thread; throws Cancelled when stopped.

#include "core/store/report.h"

#include <span>
#include <vector>

namespace pv::widgets {

struct NameRow {
    core::StringId name{};
    std::int64_t key = 0; // further key: copy kind of memory copies, otherwise 0
    core::EventKind kind{};
    std::int64_t count = 0;
    std::int64_t totalNs = 0;
    std::int64_t leastNs = 0;
    std::int64_t greatestNs = 0;
    std::int64_t bytes = 0; // sum over whole events; 0: none has any
    core::EventId longest{};
};

struct NameStatistics {
    std::vector<NameRow> rows; // longest total first; ties by name
    std::int64_t count = 0;
    std::int64_t totalNs = 0;
};

struct NameQuery {
    std::vector<core::EventKind> kinds;
    core::TimeRange range = core::kAllTime;
    core::LaneId lane = core::kNoLane; // only this lane and what is below it; kNoLane: all
    bool shortNames = false;           // col::shortName where there is one
    bool byCopyKind = false;
};

NameStatistics nameStatistics(const core::Report& report, const NameQuery& query, const core::Progress& progress);

} // namespace pv::widgets
