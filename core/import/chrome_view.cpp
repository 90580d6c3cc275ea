// SPDX-License-Identifier: MIT
#include "core/import/chrome_view.h"

namespace pv::core::chrome {

std::string EventView::text(Slot s) const
{
    switch (s.hole) {
    case Hole::none: return {};
    case Hole::integer: return std::to_string(m_values[s.value]);
    case Hole::decimal: {
        std::string out;
        appendDecimal(out, m_values[s.value], m_values[s.value + 1u]);
        return out;
    }
    default: return std::string(view(s));
    }
}

std::int64_t EventView::integer(Slot s) const
{
    switch (s.hole) {
    case Hole::integer: return s.count == 1 ? m_values[s.value] : kNull;
    case Hole::decimal: {
        std::int64_t value = m_values[s.value];
        for (std::int64_t n = m_values[s.value + 1u]; n > 0 && value != 0; --n) {
            value /= 10;
        }
        return value;
    }
    case Hole::string:
    case Hole::token:
    case Hole::odd:
        if (const auto whole = parseInteger(view(s))) {
            return *whole;
        }
        if (const ScaledNumber n = parseScaled(view(s), 0); n.fault == NumberFault::none) {
            return n.value;
        }
        return kNull;
    default: return kNull;
    }
}

std::int64_t EventView::element(Slot s, std::size_t n) const
{
    if (s.hole == Hole::integer) {
        return n < s.count ? m_values[s.value + n] : kNull;
    }
    if (s.hole != Hole::raw) {
        return kNull;
    }
    // An array as it is written.
    std::string_view json = view(s);
    if (json.empty() || json.front() != '[') {
        return kNull;
    }
    json = json.substr(1, json.size() - 2);
    for (; n > 0; --n) {
        const std::size_t comma = json.find(',');
        if (comma == json.npos) {
            return kNull;
        }
        json.remove_prefix(comma + 1);
    }
    return parseInteger(json.substr(0, json.find(','))).value_or(kNull);
}

std::optional<double> EventView::real(Slot s) const
{
    if (s.hole == Hole::integer) {
        return s.count == 1 ? std::optional(static_cast<double>(m_values[s.value])) : std::nullopt;
    }
    if (s.hole == Hole::decimal) {
        return parseReal(text(s));
    }
    if (s.hole == Hole::string || s.hole == Hole::token || s.hole == Hole::odd) {
        return parseReal(view(s));
    }
    return std::nullopt;
}

TraceId EventView::id(Slot s) const
{
    if (s.hole == Hole::integer && s.count == 1) {
        return {m_values[s.value], {}, false};
    }
    if (!s || isNull(s)) {
        return {};
    }
    if (s.hole == Hole::string) { // decimals as text stay text: "1.5" is a name
        if (const auto number = parseInteger(view(s))) {
            return {*number, {}, false};
        }
        return {0, view(s), true};
    }
    if (const std::int64_t number = integer(s); number != kNull) {
        return {number, {}, false};
    }
    return {0, view(s), true};
}

bool EventView::flag(Slot s) const
{
    if (s.hole == Hole::integer) {
        return m_values[s.value] != 0;
    }
    const std::string_view word = view(s);
    return word == "true" || word == "1";
}

} // namespace pv::core::chrome
