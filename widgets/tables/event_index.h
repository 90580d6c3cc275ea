// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which events a table shows, and in which order: 8 bytes an event, made by a job.
//
// No Qt widgets and no window here; any thread. Throws Cancelled when stopped.

#include "core/store/report.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace pv::widgets {

enum class EventSort : std::uint8_t { start, duration, name, kind, lane, correlation, bytes };

struct EventQuery {
    std::vector<core::LaneId> lanes;          // with their children; empty: all
    std::vector<core::EventKind> kinds;       // empty: all
    core::TimeRange range = core::kAllTime;   // events that touch it
    QString text;                             // contained in the name, case-insensitive; empty: any name
    core::StringId name = core::kEmptyString; // exactly this name; empty: any
    std::int64_t minDurationNs = 0;
    EventSort sort = EventSort::start;
    bool descending = false;
    std::size_t limit = 10'000'000;
    friend bool operator==(const EventQuery&, const EventQuery&) = default;
};

struct EventIndex {
    std::vector<core::EventId> ids;
    std::int64_t matched = 0; // more than ids.size(): only the first `limit` found are listed
    bool truncated() const { return matched > static_cast<std::int64_t>(ids.size()); }
};

// The lane and everything below it.
std::vector<core::LaneId> withDescendants(const core::Report& report, core::LaneId lane);

// Marks of all strings that contain the text, by StringId.
std::vector<bool> matchingStrings(const core::Report& report, const QString& text, const core::Progress& progress);

std::shared_ptr<const EventIndex> buildEventIndex(const core::Report& report, const EventQuery& query, const core::Progress& progress);

} // namespace pv::widgets
