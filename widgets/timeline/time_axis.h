// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Maps time to device pixel columns and back. A value type without Qt.
//
// All positions are integers: time in units of 2^-32 ns (128 bits), so that a view of 1 ns and one of centuries follow the
// same exact rule: column i covers [begin + i*step, begin + (i+1)*step). Panning moves by whole columns, hence columns
// keep their edges and pictures made of them stay valid; zooming starts a new grid of columns.
// Doubles are made only of differences to the view, where they are exact to far below a pixel.

#include "core/model/time.h"

#include <compare>
#include <cstdint>

namespace pv::widgets {

__extension__ using Int128 = __int128;

// Columns that share their edges: equal grids can share pictures.
struct ColumnGrid {
    Int128 origin = 0; // edge of column 0, 2^-32 ns
    Int128 step = 1;   // width of a column, 2^-32 ns
    friend bool operator==(const ColumnGrid&, const ColumnGrid&) = default;

    double nsPerColumn() const;
    // Exact edge of a column, rounded down to ns.
    core::TimeNs edge(std::int64_t column) const;
    // The ns that touch the columns [first, last).
    core::TimeRange rangeOf(std::int64_t first, std::int64_t last) const;
    // Position of a time in columns, relative to column `base`; limited to +-1e12.
    double position(core::TimeNs t, std::int64_t base) const;
    // Column that contains a time.
    std::int64_t columnOf(core::TimeNs t) const;
};

class TimeAxis {
public:
    TimeAxis() = default;
    // The range over `columns` columns (at least 1 of both).
    TimeAxis(core::TimeRange range, int columns);

    const ColumnGrid& grid() const { return m_grid; }
    std::int64_t firstColumn() const { return m_first; } // in the grid
    int columns() const { return m_columns; }
    core::TimeRange range() const; // rounded to ns; never empty
    double nsPerColumn() const { return m_grid.nsPerColumn(); }

    // x in columns from the left edge; fractions count.
    double xOf(core::TimeNs t) const { return m_grid.position(t, m_first); }
    core::TimeNs timeAt(double x) const; // rounded down

    void panBy(std::int64_t columns) { m_first += columns; }
    // Multiplies the shown duration by `factor`; the time at x stays at x.
    void zoomAt(double x, double factor);
    // Keeps the range.
    void setColumns(int columns);
    // Moves and scales the least so that the view is at least 1 ns long, at most a little longer than `bounds`, and at most
    // half a view beside it. Returns whether anything changed.
    bool keepInside(core::TimeRange bounds);

    friend bool operator==(const TimeAxis&, const TimeAxis&) = default;

private:
    Int128 beginFixed() const { return m_grid.origin + m_grid.step * m_first; }
    void restart(Int128 begin, Int128 step);

    ColumnGrid m_grid;
    std::int64_t m_first = 0;
    int m_columns = 1;
};

} // namespace pv::widgets
