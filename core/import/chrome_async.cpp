// SPDX-License-Identifier: MIT
// Asynchronous operations: b/e/n, and the older S/T/p/F.
#include "core/import/chrome_flows.h"
#include "core/import/chrome_ranges.h"

#include <algorithm>

#include <fmt/format.h>

namespace pv::core::chrome {

void RangeTracker::asyncEvent(RangeEvent e)
{
    std::vector<RangeEvent>* open = nullptr;
    if (const auto it = m_async.find(e.asyncKey); it != m_async.end()) {
        open = &it->second;
    }
    switch (e.phase) {
    case 'b':
    case 'S':
        ++m_asyncLoose[e.asyncLoose];
        m_async[e.asyncKey].push_back(std::move(e));
        return;
    case 'n':
    case 'T':
    case 'p': emitAsync(e, &e, kFlagInstant); return;
    default: break;
    }
    // An end: the innermost of its name, rather one of its process; without a name the innermost.
    auto found = open == nullptr ? std::vector<RangeEvent>::reverse_iterator{} : open->rend();
    if (open != nullptr) {
        const auto named = [&](const RangeEvent& b) { return e.name == kEmptyString || e.name == b.name; };
        found = std::find_if(open->rbegin(), open->rend(),
                             [&](const RangeEvent& b) { return named(b) && b.thread->process == e.thread->process; });
        if (found == open->rend()) {
            found = std::find_if(open->rbegin(), open->rend(), named);
        }
    }
    if (open == nullptr || found == open->rend()) {
        const auto loose = m_asyncLoose.find(e.asyncLoose);
        if (loose != m_asyncLoose.end() && loose->second > 0) {
            m_report.faults.add("json.async.category_differs", Severity::warning, [&] {
                return fmt::format("Ends of asynchronous operations differ from their begin in the category only and were not paired; the "
                                   "first is '{}' at byte {}.",
                                   e.nameText, e.offset);
            });
        } else {
            m_report.faults.add("json.async.no_begin", Severity::warning, [&] {
                return fmt::format("Ends of asynchronous operations have no begin; the first is '{}' at byte {}. They are kept as marks.",
                                   e.nameText, e.offset);
            });
        }
        emitAsync(e, &e, kFlagNoBegin | kFlagInstant);
        return;
    }
    const RangeEvent begun = std::move(*found);
    open->erase(std::next(found).base());
    if (open->empty()) {
        m_async.erase(e.asyncKey);
    }
    if (const auto loose = m_asyncLoose.find(begun.asyncLoose); loose != m_asyncLoose.end() && --loose->second == 0) {
        m_asyncLoose.erase(loose);
    }
    emitAsync(begun, &e, 0);
}

void RangeTracker::emitAsync(const RangeEvent& b, const RangeEvent* e, std::int64_t extraFlags)
{
    m_report.offset = static_cast<std::int64_t>(b.offset);
    Lane& lane = m_lanes.async(*b.thread->process, b.category, b.categoryText);
    const bool invalid = b.invalidTime || (e != nullptr && e->invalidTime);
    std::int64_t duration = e == nullptr ? kOpenEnd : 0;
    std::int64_t flags = extraFlags | (invalid ? std::int64_t{kFlagInvalidTime} : 0);
    if (e != nullptr && __builtin_sub_overflow(e->at, b.at, &duration)) {
        duration = std::numeric_limits<std::int64_t>::max() - 1;
        flags |= kFlagClamped;
    }
    if (invalid && e == nullptr) {
        duration = 0;
    }
    Row row;
    row.add(b.at);
    row.add(duration);
    row.add(b.name.value);
    row.add(flags);
    row.add(idOrNull(b.category));
    row.add(b.color);
    row.add(b.thread->tid);
    row.append(lane, Layout::async, m_report, joined(b, e == &b ? nullptr : e));
    if (!invalid) {
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

void RangeTracker::finishAsync()
{
    std::vector<const RangeEvent*> open;
    for (const auto& [key, events] : m_async) {
        for (const RangeEvent& e : events) {
            open.push_back(&e);
        }
    }
    std::sort(open.begin(), open.end(), [](const RangeEvent* a, const RangeEvent* b) { return a->order < b->order; });
    for (const RangeEvent* e : open) {
        m_report.faults.add("json.async.not_closed", Severity::warning, [&] {
            return fmt::format(
                "Asynchronous operations never end; they are shown up to the end of the trace. The first is '{}', begun at byte {}.",
                e->nameText, e->offset);
        });
        emitAsync(*e, nullptr, 0);
    }
    m_async.clear();
    m_asyncLoose.clear();
}

} // namespace pv::core::chrome
