// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is selected in a report, for everyone who shows it: selecting anywhere selects everywhere.
//
// GUI thread. Event, range and lane are those of one report. A selected event has no selected range of its own: ranges
// are what a person marked.

#include "core/model/ids.h"
#include "core/model/time.h"

#include <QObject>

#include <functional>
#include <optional>

namespace pv::widgets {

struct Selected {
    core::EventId event = core::kNoEvent;
    std::optional<core::TimeRange> range;
    core::LaneId lane = core::kNoLane; // of the event, or of the range; kNoLane: all
    friend bool operator==(const Selected&, const Selected&) = default;
};

class Selection : public QObject {
    Q_OBJECT
public:
    explicit Selection(QObject* parent = nullptr) : QObject(parent) {}

    const Selected& current() const { return m_current; }
    // Tells the lane of an event, from memory.
    void setLaneOf(std::function<core::LaneId(core::EventId)> laneOf) { m_laneOf = std::move(laneOf); }
    void selectEvent(core::EventId event);
    void selectRange(core::TimeRange range, core::LaneId lane = core::kNoLane);
    void clear();
    // Also asks views to bring it into sight.
    void goToEvent(core::EventId event);
    void goToRange(core::TimeRange range, core::LaneId lane = core::kNoLane);

signals:
    void changed();
    void eventWanted(pv::core::EventId event); // bring into sight
    void rangeWanted(pv::core::TimeRange range, pv::core::LaneId lane);
    void laneWanted(pv::core::LaneId lane);
    void viewWanted(pv::core::TimeRange range); // shown with some room around it, nothing selected

private:
    void set(Selected next);
    Selected m_current;
    std::function<core::LaneId(core::EventId)> m_laneOf;
};

} // namespace pv::widgets
