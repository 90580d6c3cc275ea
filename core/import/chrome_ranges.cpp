// SPDX-License-Identifier: MIT
#include "core/import/chrome_ranges.h"

#include "core/import/chrome_flows.h"

#include <algorithm>

#include <fmt/format.h>

namespace pv::core::chrome {

namespace {
bool isAsync(char phase) { return phase != 'B' && phase != 'E'; }

std::size_t heldBytes(const RangeEvent& e)
{
    return sizeof(RangeEvent) + e.args.capacity() * 8 + e.argsShape.capacity() + e.nameText.capacity();
}

// An end that says nothing fits everything.
bool fits(const RangeEvent& begin, const RangeEvent& end, bool withCategory)
{
    const bool name = end.name == kEmptyString || end.name == begin.name;
    const bool category = end.category == kEmptyString || begin.category == kEmptyString || end.category == begin.category;
    return name && (category || !withCategory);
}
} // namespace

void RangeTracker::add(RangeEvent event)
{
    event.order = m_order++;
    if (event.at < m_drained) {
        m_report.faults.add("json.range.late", Severity::warning, [&] {
            return fmt::format(
                "Begin or end events stand more than {} events behind their time in the file; their pairs may be wrong (first at byte {}).",
                kMostHeld, event.offset);
        });
    }
    m_heldBytes += heldBytes(event);
    std::uint32_t index = 0;
    if (m_free.empty()) {
        index = static_cast<std::uint32_t>(m_held.size());
        m_held.push_back(std::move(event));
    } else {
        index = m_free.back();
        m_free.pop_back();
        m_held[index] = std::move(event);
    }
    m_heap.push({m_held[index].at, m_held[index].order, index});
    if (m_heap.size() > kMostHeld || m_heldBytes > kMostHeldBytes) {
        drain(kMostHeld * 3 / 4, kMostHeldBytes * 3 / 4);
    }
}

void RangeTracker::drain(std::size_t keep, std::size_t keepBytes)
{
    std::vector<RangeEvent> now;
    while (!m_heap.empty() && (m_heap.size() > keep || m_heldBytes > keepBytes)) {
        const TimeNs at = m_heap.top().at;
        m_drained = std::max(m_drained, at);
        now.clear();
        while (!m_heap.empty() && m_heap.top().at == at) {
            const std::uint32_t index = m_heap.top().index;
            m_heap.pop();
            m_heldBytes -= heldBytes(m_held[index]);
            now.push_back(std::move(m_held[index]));
            m_held[index] = {};
            m_free.push_back(index);
        }
        moment(now);
    }
}

// All events of one time, in file order. An end comes before a begin of its time, so that slices that touch don't nest;
// but a begin and its own end at one time stay a slice without length.
void RangeTracker::moment(std::vector<RangeEvent>& now)
{
    if (now.size() > 1) {
        for (RangeEvent& e : now) {
            if (e.phase == 'E' && endsEarlier(e, now)) {
                end(e);
                e.thread = nullptr;
            }
        }
    }
    for (RangeEvent& e : now) {
        if (isAsync(e.phase)) {
            asyncEvent(std::move(e));
        } else if (e.thread == nullptr) {
            continue; // done
        } else if (e.phase == 'B') {
            begin(std::move(e));
        } else {
            end(e);
        }
    }
}

bool RangeTracker::endsEarlier(const RangeEvent& e, const std::vector<RangeEvent>& now) const
{
    const std::vector<OpenSlice>& stack = e.thread->stack;
    if (stack.empty()) {
        return false;
    }
    if (e.name == kEmptyString) {
        return true;
    }
    if (fits(stack.back(), e, true)) {
        return true;
    }
    for (const RangeEvent& other : now) {
        if (other.phase == 'B' && other.thread == e.thread && other.order < e.order && fits(other, e, true)) {
            return false;
        }
    }
    return std::any_of(stack.begin(), stack.end(), [&](const OpenSlice& s) { return fits(s, e, true); });
}

void RangeTracker::end(const RangeEvent& e)
{
    std::vector<OpenSlice>& stack = e.thread->stack;
    if (stack.empty()) {
        unmatched(e);
        return;
    }
    const auto innermost = [&](bool withCategory) {
        return std::find_if(stack.rbegin(), stack.rend(), [&](const OpenSlice& s) { return fits(s, e, withCategory); });
    };
    auto found = innermost(true);
    if (found == stack.rend()) {
        found = innermost(false);
    }
    if (found == stack.rend()) {
        found = stack.rbegin();
        m_report.faults.add("json.range.name_mismatch", Severity::warning, [&] {
            return fmt::format(
                "End events name a slice that is not open; the innermost open one was ended: '{}' by an end of '{}' (byte {}).",
                found->nameText, e.nameText, e.offset);
        });
    } else if (found != stack.rbegin()) {
        for (auto it = stack.rbegin(); it != found; ++it) {
            if (it->crossedAt == kNull) {
                it->crossedAt = e.at;
                it->crossedBy = found->nameText;
            }
        }
    } else if (e.name == kEmptyString && stack.size() > 1) {
        m_report.faults.add("json.range.unnamed_end", Severity::info, [&] {
            return fmt::format("End events without a name were paired with the innermost open slice; where slices crossed, that is a guess "
                               "(first: '{}', byte {}).",
                               found->nameText, e.offset);
        });
    }
    if (found->crossedAt != kNull && found->crossedAt < e.at) {
        m_report.faults.add("json.range.crossed", Severity::warning, [&] {
            return fmt::format(
                "Slices of one thread cross: '{}' ends before '{}', which began later (byte {}). Both keep their true times.",
                found->crossedBy, found->nameText, e.offset);
        });
    }
    const RangeEvent opened = std::move(*found);
    stack.erase(std::next(found).base());
    emit(opened, &e, 0);
}

void RangeTracker::unmatched(const RangeEvent& e)
{
    constexpr std::int64_t kMostPerThread = 64;
    m_report.faults.add("json.range.no_begin", Severity::warning, [&] {
        return fmt::format(
            "End events have no begin; the first is '{}' at byte {}. They are shown from the trace's begin (64 a thread at most).",
            e.nameText, e.offset);
    });
    if (e.thread->unmatchedEnds++ < kMostPerThread && !e.invalidTime) {
        m_unmatched.push_back(e);
    }
}

EncodedArgs RangeTracker::joined(const RangeEvent& begin, const RangeEvent* end)
{
    if (end == nullptr || end->shape == kEmptyString) {
        return {begin.shape, begin.args};
    }
    if (begin.shape == kEmptyString) {
        return {end->shape, end->args};
    }
    m_joinedArgs = begin.args;
    m_joinedArgs.insert(m_joinedArgs.end(), end->args.begin(), end->args.end());
    constexpr std::size_t kMostShapes = 10000;
    const std::uint64_t key = static_cast<std::uint64_t>(begin.shape.value) << 32 | end->shape.value;
    const auto known = m_joinedShapes.find(key);
    if (known != m_joinedShapes.end()) {
        return {known->second, m_joinedArgs};
    }
    const auto members = [](const std::string& shape) { return std::string_view(shape).substr(1, shape.size() - 2); };
    std::string shape = "{";
    if (begin.argsShape.front() != '{' || end->argsShape.front() != '{') { // kept as whole texts
        shape.append("\"begin\":").append(begin.argsShape).append(",\"end\":").append(end->argsShape);
    } else {
        shape.append(members(begin.argsShape)).append(",").append(members(end->argsShape));
    }
    shape.append("}");
    const StringId id = m_joinedShapes.size() < kMostShapes ? m_report.writer.intern(shape) : m_report.writer.internRare(shape);
    if (m_joinedShapes.size() < kMostShapes) {
        m_joinedShapes.emplace(key, id);
    }
    return {id, m_joinedArgs};
}

void RangeTracker::emit(const RangeEvent& b, const RangeEvent* e, std::int64_t extraFlags)
{
    m_report.offset = static_cast<std::int64_t>(b.offset);
    Lane& lane = m_lanes.slices(*b.thread);
    std::int64_t duration = e == nullptr ? kOpenEnd : 0;
    std::int64_t flags = extraFlags | (b.invalidTime ? std::int64_t{kFlagInvalidTime} : 0);
    if (e != nullptr && __builtin_sub_overflow(e->at, b.at, &duration)) {
        duration = std::numeric_limits<std::int64_t>::max() - 1;
        flags |= kFlagClamped;
    }
    if (b.invalidTime && e == nullptr) {
        duration = 0;
    }
    const std::int64_t threadDuration =
        e != nullptr && e->threadTime != kNull && b.threadTime != kNull ? e->threadTime - b.threadTime : kNull;
    if (!b.invalidTime && e != nullptr && lane.overlaps(b.at, endOf(b.at, duration))) {
        m_report.faults.add("json.overlap", Severity::info, [&] {
            return fmt::format("Slices of one thread overlap partly; each is shown with its true times on rows of their own (first: '{}').",
                               b.nameText);
        });
    }
    Row row;
    row.add(b.at);
    row.add(duration);
    row.add(b.name.value);
    row.add(flags);
    row.add(idOrNull(b.category));
    row.add(b.color != kNull || e == nullptr ? b.color : e->color);
    row.add(b.chain);
    row.add(b.threadTime);
    row.add(threadDuration);
    row.append(lane, Layout::slice, m_report, joined(b, e));
    if (!b.invalidTime) {
        lane.cover(b.at, endOf(b.at, duration));
        m_report.see(b.at, e == nullptr ? b.at : e->at);
    }
    if (b.flow.in || b.flow.out) {
        using Role = FlowPoint::Role;
        m_flows.add({b.flow.key, b.at, lane.id, b.name, 0,
                     b.flow.in && b.flow.out ? Role::step
                     : b.flow.out            ? Role::start
                                             : Role::end,
                     LinkEnd::Bind::exact, FlowKind::flow},
                    b.offset);
    }
}

void RangeTracker::finish()
{
    drain(0, 0);
    for (ThreadState& thread : m_lanes.threads()) {
        for (const OpenSlice& slice : thread.stack) {
            m_report.faults.add("json.range.not_closed", Severity::warning, [&] {
                return fmt::format("Slices never end; they are shown up to the end of the trace. The first is '{}', begun at byte {}.",
                                   slice.nameText, slice.offset);
            });
            emit(slice, nullptr, 0);
        }
        thread.stack.clear();
    }
    finishAsync();
    const TimeNs from = m_report.earliest;
    for (RangeEvent& e : m_unmatched) {
        RangeEvent b = e;
        b.at = std::min(from, e.at);
        b.args.clear();
        b.shape = kEmptyString;
        emit(b, &e, kFlagNoBegin);
    }
    m_unmatched.clear();
}

} // namespace pv::core::chrome
