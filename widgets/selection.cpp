// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/selection.h"

namespace pv::widgets {

void Selection::set(Selected next)
{
    if (next == m_current) {
        return;
    }
    m_current = next;
    emit changed();
}

void Selection::selectEvent(core::EventId event)
{
    if (event == core::kNoEvent) {
        clear();
        return;
    }
    set({event, std::nullopt, m_laneOf ? m_laneOf(event) : core::kNoLane});
}

void Selection::selectRange(core::TimeRange range, core::LaneId lane) { set({core::kNoEvent, range, lane}); }

void Selection::clear() { set({}); }

void Selection::goToEvent(core::EventId event)
{
    emit eventWanted(event);
    selectEvent(event);
}

void Selection::goToRange(core::TimeRange range, core::LaneId lane)
{
    emit rangeWanted(range, lane);
    selectRange(range, lane);
}

} // namespace pv::widgets
