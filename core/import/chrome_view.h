// SPDX-License-Identifier: MIT
#pragma once

// One event as the mapper sees it: fields by name, of whatever JSON type they were written in.

#include "core/import/chrome_document.h"
#include "core/import/chrome_text.h"
#include "core/model/columns.h"

#include <optional>
#include <string>

namespace pv::core::chrome {

// A process or thread id: a number, however it is written, or a text that is none.
struct TraceId {
    std::int64_t number = 0;
    std::string_view text;
    bool isText = false;
};

class EventView {
public:
    EventView(const Batch& batch, const Record& record)
        : m_batch(batch), m_record(record), m_pattern(*record.pattern), m_values(batch.values.data() + record.firstValue)
    {
    }

    const EventPattern& pattern() const { return m_pattern; }
    std::uint64_t offset() const { return m_record.offset; }
    const std::int64_t* values() const { return m_values; }
    template <class K>
    Slot slot(K key) const
    {
        return m_pattern[key];
    }
    template <class K>
    bool has(K key) const
    {
        return static_cast<bool>(m_pattern[key]);
    }

    std::string_view refText(std::int64_t value) const { return m_batch.text(value); }
    static bool isText(Hole h) { return h == Hole::string || h == Hole::token || h == Hole::odd || h == Hole::raw; }
    // Text of a string, number or word; numbers are written out.
    std::string text(Slot s) const;
    // Without a copy; empty for numbers.
    std::string_view view(Slot s) const { return isText(s.hole) ? m_batch.text(m_values[s.value]) : std::string_view(); }
    template <class K>
    std::string_view view(K key) const
    {
        return view(m_pattern[key]);
    }
    bool isNull(Slot s) const { return s.hole == Hole::token && view(s) == "null"; }

    // kNull where absent or no number; fractions are cut off.
    std::int64_t integer(Slot s) const;
    template <class K>
    std::int64_t integer(K key) const
    {
        const Slot s = m_pattern[key];
        return s.hole == Hole::integer ? m_values[s.value] : s ? integer(s) : kNull;
    }
    // The n-th number of an array of integers, or kNull.
    std::int64_t element(Slot s, std::size_t n) const;
    std::optional<double> real(Slot s) const;
    // In nanoseconds: microseconds times 10^3 (shift 3), or as they are (shift 0).
    ScaledNumber time(Slot s, int shift) const
    {
        if (s.hole == Hole::decimal) {
            const std::int64_t places = m_values[s.value + 1u];
            if (places == 3 && shift == 3) {
                return {m_values[s.value], NumberFault::none};
            }
            return scaleDecimal(m_values[s.value], places, shift);
        }
        if (s.hole == Hole::integer) {
            return scaleDecimal(m_values[s.value], 0, shift);
        }
        return isText(s.hole) ? parseScaled(m_batch.text(m_values[s.value]), shift) : ScaledNumber{0, NumberFault::notANumber};
    }
    TraceId id(Slot s) const;
    // Truth of true, 1, "true", ...
    bool flag(Slot s) const;

private:
    const Batch& m_batch;
    const Record& m_record;
    const EventPattern& m_pattern;
    const std::int64_t* m_values;
};

} // namespace pv::core::chrome
