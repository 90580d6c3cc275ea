// SPDX-License-Identifier: MIT
// Counter events: one lane a series, all series of a counter under one group.
#include "core/import/chrome_trace.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace pv::core::chrome {

void Trace::counter(const EventView& e)
{
    const Times t = timeOf(e);
    if (!t.ok) {
        return;
    }
    see(t, {});
    ThreadState& thread = threadOf(e);
    std::string name = e.text(e.slot(Key::name));
    std::string key = name;
    if (const Slot id = e.slot(Key::id)) {
        const std::string text = e.text(id);
        key += '\0' + text;
        name += " [" + text + "]";
    }
    if (e.pattern().argFields.empty()) {
        m_report.faults.add("json.counter.no_value", Severity::warning,
                            [&] { return fmt::format("Counter events without values are left out; the first is {}.", place(e)); });
        return;
    }
    std::map<std::string, CounterGroup>& groups = thread.process->counters;
    if (!m_lanes.roomForSeries() && groups.find(key) == groups.end()) {
        tooManyCounters(e);
        return;
    }
    CounterGroup& group = m_lanes.counters(*thread.process, key, name);
    for (const ArgField& field : e.pattern().argFields) {
        counterValue(group, field.key, {}, t.start, field.slot, e);
    }
}

void Trace::tooManyCounters(const EventView& e)
{
    m_report.faults.add("json.too_many.counters", Severity::dataLoss, [&] {
        return fmt::format("The trace has too many counters; further ones are left out, the first is {}.", place(e));
    });
}

void Trace::counterValue(CounterGroup& group, std::string_view key, std::string_view unit, TimeNs at, Slot slot, const EventView& e)
{
    std::int64_t integer = kNull;
    std::int64_t real = kNull;
    bool isInteger = true;
    if (slot.hole == Hole::integer && slot.count == 1) {
        integer = e.values()[slot.value];
    } else if (slot.hole == Hole::string || slot.hole == Hole::odd) {
        const std::string_view text = e.view(slot);
        if (const auto number = parseInteger(text)) {
            integer = *number;
        } else if (const auto hex = parseHex(text); hex && *hex <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
            integer = static_cast<std::int64_t>(*hex);
        }
    }
    if (integer != kNull) {
        real = realValue(static_cast<double>(integer));
    } else if (const auto number = e.real(slot)) {
        real = realValue(*number);
        isInteger = false;
    } else {
        m_report.faults.add("json.counter.bad_value", Severity::warning, [&] {
            return fmt::format("Counter values that are no finite numbers are left out; the first is \"{}\" of {} (\"{}\").", key, place(e),
                               e.text(slot).substr(0, 40));
        });
        return;
    }
    constexpr std::size_t kMostSeries = 1000;
    if (group.series.size() >= kMostSeries || !m_lanes.roomForSeries()) {
        const bool known = std::any_of(group.series.begin(), group.series.end(), [&](const CounterSeries& s) { return s.key == key; });
        if (!known) {
            tooManyCounters(e);
            return;
        }
    }
    Lane& lane = m_lanes.series(group, key, isInteger, unit);
    Row row;
    row.add(at);
    row.add(integer);
    row.add(real);
    row.append(lane, Layout::counterBoth, m_report, {});
}

} // namespace pv::core::chrome
