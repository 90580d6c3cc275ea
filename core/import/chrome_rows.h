// SPDX-License-Identifier: MIT
#pragma once

// Lanes as the mapper fills them: which columns the events of a kind have, and whether events of a lane overlap.

#include "core/import/chrome_report.h"

#include <array>

namespace pv::core::chrome {

// Columns of each kind, in the order in which a Row is filled.
enum class Layout : std::uint8_t {
    slice,
    op,
    api,
    kernel,
    memcpy,
    memset,
    sync,
    nvtx,
    mark,
    async,
    overhead,
    memory,
    counterInt,
    counterBoth,
    sample,
    count
};

struct Lane {
    LaneId id = kNoLane;
    std::array<EventAppender*, static_cast<std::size_t>(Layout::count)> appenders{};

    // Overlap that is no nesting, as far as events come in order of time.
    struct Open {
        TimeNs start;
        TimeNs end;
    };
    std::vector<Open> open;
    TimeNs lastStart = std::numeric_limits<TimeNs>::min();
    // True when the event partly overlaps one before it.
    bool overlaps(TimeNs start, TimeNs end);

    // Where the lane has events, as a union (for arrows that end where there is none). Bounded; beyond that every place
    // counts as covered.
    std::vector<Open> covered;
    TimeNs lastCoveredStart = std::numeric_limits<TimeNs>::min();
    bool coverageFull = false;
    void cover(TimeNs start, TimeNs end);
    void sortCoverage();
    bool covers(TimeNs at) const; // after sortCoverage()
};

std::span<const ColumnId> columnsOf(Layout layout, const ReportContext& report);
EventKind kindOf(Layout layout);

inline std::int64_t idOrNull(StringId id) { return id == kEmptyString ? kNull : static_cast<std::int64_t>(id.value); }

class Row {
public:
    void add(std::int64_t value) { m_values[m_size++] = value; }
    void append(Lane& lane, Layout layout, ReportContext& report, EncodedArgs args);

private:
    std::array<std::int64_t, 24> m_values;
    std::size_t m_size = 0;
};

} // namespace pv::core::chrome
