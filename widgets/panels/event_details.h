// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Everything a report knows about one event, in words: a tree of titled values. Made by a job; no widgets here.

#include "core/store/report.h"

#include <QString>

#include <optional>
#include <vector>

namespace pv::widgets {

struct DetailNode {
    QString label;
    QString value;                       // as shown
    QString raw;                         // for copies; empty: as shown
    core::EventId link = core::kNoEvent; // an event to go to
    core::LaneId lane = core::kNoLane;   // a lane to go to
    bool expanded = true;
    std::vector<DetailNode> children;
};

struct EventDetails {
    core::EventId id = core::kNoEvent;
    core::EventKind kind{};
    core::LaneId lane = core::kNoLane;
    core::TimeRange range; // end == begin: an instant
    QString name;
    QString argsJson; // as in the source; empty: none
    std::vector<DetailNode> sections;
    bool found = false; // false: the event could not be read
};

EventDetails describeEvent(const core::Report& report, core::EventId id, const core::Progress& progress);

// A JSON text as nodes, at most `limit` of them; numbers as they stand in the text. What is no JSON gives one node.
std::vector<DetailNode> jsonNodes(std::string_view json, std::size_t limit = 2000);

} // namespace pv::widgets
