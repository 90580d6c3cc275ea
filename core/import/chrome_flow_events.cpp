// SPDX-License-Identifier: MIT
// Flow events (s, t, f) and events that are ends of flows themselves ("bind_id").
#include "core/import/chrome_trace.h"

#include <fmt/format.h>

namespace pv::core::chrome {

// Ids are equal when their values are: "16", 16 and "0x10". 0: there is no usable one.
std::uint64_t Trace::idKey(const EventView& e, Slot slot) const
{
    constexpr std::uint64_t kNumber = 1;
    constexpr std::uint64_t kText = 2;
    std::uint64_t value = 0;
    if (slot.hole == Hole::integer && slot.count == 1) {
        value = static_cast<std::uint64_t>(e.values()[slot.value]);
    } else if (slot.hole == Hole::string || slot.hole == Hole::token || slot.hole == Hole::odd) {
        const std::string_view text = e.view(slot);
        if (const auto number = parseInteger(text)) {
            value = static_cast<std::uint64_t>(*number);
        } else if (const auto hex = parseHex(text)) {
            value = *hex;
        } else if (e.isNull(slot)) {
            return 0;
        } else {
            return hashText(text, kText) | 1;
        }
    } else if (slot.hole == Hole::decimal) {
        return hashText(e.text(slot), kText) | 1;
    } else {
        return 0;
    }
    return hashText(std::string_view(reinterpret_cast<const char*>(&value), sizeof(value)), kNumber) | 1;
}

void Trace::flow(const EventView& e, char phase)
{
    const Times t = timeOf(e);
    if (!t.ok) {
        return;
    }
    const CategoryInfo& c = category(e.view(Key::cat));
    // Launch arrows follow from correlation ids, which say more; they are needed only where there are none.
    const bool launch = c.category == Category::launchFlow || (c.text == "async" && e.view(Key::name) == "launch");
    if (launch) {
        ++m_launchFlows;
        if (m_correlated > 0) {
            return;
        }
    }
    const Slot local = e.slot(Key::idLocal);
    const Slot global = e.slot(Key::idGlobal);
    const std::uint64_t id = idKey(e, local ? local : global ? global : e.slot(Key::id));
    if (id == 0) {
        m_report.faults.add("json.flow.no_id", Severity::warning,
                            [&] { return fmt::format("Flow events without a usable id are left out; the first is {}.", place(e)); });
        return;
    }
    ThreadState& thread = threadOf(e);
    FlowPoint point;
    point.key = hashText(e.text(e.slot(Key::name)), hashText(c.text, id));
    if (local) {
        point.key ^= static_cast<std::uint64_t>(thread.process->pid) * 0x9E3779B97F4A7C15u;
    }
    point.at = t.start;
    point.role = phase == 's' ? FlowPoint::Role::start : phase == 't' ? FlowPoint::Role::step : FlowPoint::Role::end;
    point.bind = phase == 'f' && e.view(Key::bindPoint) != "e" ? LinkEnd::Bind::next : LinkEnd::Bind::enclosing;
    point.kind = launch ? FlowKind::launch : c.category == Category::gradientFlow ? FlowKind::forwardBackward : FlowKind::flow;
    if (thread.process->isGpu && thread.stream != nullptr) {
        point.lane = thread.stream->lane.id;
    } else if (c.category == Category::gradientFlow) {
        point.lane = m_lanes.child(thread, &ThreadState::ops, LaneKind::op, "Operators").id;
    } else if (launch) {
        point.lane = m_lanes.child(thread, &ThreadState::api, LaneKind::api, "CUDA API").id;
    } else if (thread.slices.id == kNoLane && thread.ops.id != kNoLane) {
        point.lane = thread.ops.id;
    } else {
        point.lane = m_lanes.slices(thread).id;
        point.thread = &thread;
        point.name = nameOf(e, "flow");
    }
    (launch ? m_launchArrows : m_flows).add(point, e.offset());
}

// An end where its thread has no slice becomes a mark there, so that the arrow still points to the thread and time.
void Trace::placeFlow(FlowPoint& point)
{
    if (point.thread == nullptr || point.bind == LinkEnd::Bind::exact) {
        return;
    }
    ThreadState& thread = *point.thread;
    const bool found = point.bind == LinkEnd::Bind::next ? thread.slices.lastCoveredStart >= point.at : thread.slices.covers(point.at);
    if (found) {
        return;
    }
    Lane& lane = m_lanes.child(thread, &ThreadState::marks, LaneKind::mark, "Marks");
    point.lane = lane.id;
    point.bind = LinkEnd::Bind::exact;
    if (!m_flowMarks.emplace(&thread, point.at, point.name.value).second) {
        return; // the mark is there
    }
    m_report.faults.add("json.flow.no_slice", Severity::info, [&] {
        return std::string("Flow arrows begin or end where their thread has no slice; they point to a mark at that time.");
    });
    Row row;
    row.add(point.at);
    row.add(point.name.value);
    row.add(kFlagInstant);
    for (int i = 0; i < 5; ++i) {
        row.add(kNull);
    }
    row.append(lane, Layout::mark, m_report, {});
}

BoundFlow Trace::boundFlowOf(const EventView& e) const
{
    BoundFlow flow;
    if (!e.has(Key::bindId)) {
        return flow;
    }
    flow.in = e.flag(e.slot(Key::flowIn));
    flow.out = e.flag(e.slot(Key::flowOut));
    if (flow.in || flow.out) {
        constexpr std::uint64_t kBound = 0xB1D;
        flow.key = idKey(e, e.slot(Key::bindId));
        flow.key = flow.key == 0 ? 0 : flow.key ^ kBound;
    }
    if (flow.key == 0) {
        flow = {};
        m_report.faults.add("json.flow.no_direction", Severity::info, [&] {
            return fmt::format(
                "Events have a \"bind_id\" that can't be used or neither \"flow_in\" nor \"flow_out\"; they get no arrow. The first is {}.",
                place(e));
        });
    }
    return flow;
}

void Trace::boundFlow(const EventView& e, LaneId lane, TimeNs at, StringId name)
{
    const BoundFlow flow = boundFlowOf(e);
    if (flow.key == 0) {
        return;
    }
    FlowPoint point;
    point.key = flow.key;
    point.at = at;
    point.lane = lane;
    point.name = name;
    point.role = flow.in && flow.out ? FlowPoint::Role::step : flow.out ? FlowPoint::Role::start : FlowPoint::Role::end;
    point.bind = LinkEnd::Bind::exact;
    m_flows.add(point, e.offset());
}

} // namespace pv::core::chrome
