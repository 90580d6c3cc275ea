// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/time_axis.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pv::widgets {
namespace {
constexpr int kFraction = 32;
constexpr Int128 kOneNs = Int128{1} << kFraction;
// More than any pair of 64-bit times are apart.
constexpr Int128 kFarthest = (Int128{1} << 64) << kFraction;

Int128 fixed(core::TimeNs t) { return Int128{t} << kFraction; }

core::TimeNs saturated(Int128 ns)
{
    constexpr Int128 kMin = std::numeric_limits<core::TimeNs>::min();
    constexpr Int128 kMax = std::numeric_limits<core::TimeNs>::max();
    return static_cast<core::TimeNs>(std::clamp(ns, kMin, kMax));
}

core::TimeNs floorNs(Int128 f) { return saturated(f >> kFraction); }
core::TimeNs roundNs(Int128 f) { return saturated((f + kOneNs / 2) >> kFraction); }
core::TimeNs ceilNs(Int128 f) { return saturated((f + kOneNs - 1) >> kFraction); }

Int128 floorDiv(Int128 a, Int128 b)
{
    const Int128 q = a / b;
    return q - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0);
}

// x * step, exact in the whole part of x.
Int128 scaled(double x, Int128 step)
{
    const double whole = std::floor(x);
    return static_cast<Int128>(whole) * step + static_cast<Int128>((x - whole) * static_cast<double>(step));
}
} // namespace

double ColumnGrid::nsPerColumn() const { return static_cast<double>(step) / static_cast<double>(kOneNs); }

core::TimeNs ColumnGrid::edge(std::int64_t column) const { return floorNs(origin + step * column); }

core::TimeRange ColumnGrid::rangeOf(std::int64_t first, std::int64_t last) const
{
    const core::TimeNs begin = floorNs(origin + step * first);
    return {begin, std::max(ceilNs(origin + step * last), begin < std::numeric_limits<core::TimeNs>::max() ? begin + 1 : begin)};
}

double ColumnGrid::position(core::TimeNs t, std::int64_t base) const
{
    const Int128 distance = fixed(t) - (origin + step * base);
    const Int128 whole = floorDiv(distance, step);
    constexpr Int128 kLimit = 1'000'000'000'000;
    if (whole > kLimit || whole < -kLimit) {
        return whole > 0 ? 1e12 : -1e12;
    }
    return static_cast<double>(whole) + static_cast<double>(distance - whole * step) / static_cast<double>(step);
}

std::int64_t ColumnGrid::columnOf(core::TimeNs t) const { return saturated(floorDiv(fixed(t) - origin, step)); }

TimeAxis::TimeAxis(core::TimeRange range, int columns) : m_columns(std::max(columns, 1))
{
    const Int128 length = std::max<Int128>(fixed(range.end) - fixed(range.begin), kOneNs);
    restart(fixed(range.begin), (length + m_columns - 1) / m_columns);
}

core::TimeRange TimeAxis::range() const
{
    const core::TimeNs begin = roundNs(beginFixed());
    const core::TimeNs end = roundNs(beginFixed() + m_grid.step * m_columns);
    return {begin, end > begin ? end : (begin < std::numeric_limits<core::TimeNs>::max() ? begin + 1 : begin)};
}

core::TimeNs TimeAxis::timeAt(double x) const { return floorNs(beginFixed() + scaled(std::clamp(x, -1e12, 1e12), m_grid.step)); }

void TimeAxis::zoomAt(double x, double factor)
{
    const Int128 shortest = (kOneNs + m_columns - 1) / m_columns;
    const Int128 longest = kFarthest / m_columns;
    const double wanted = static_cast<double>(m_grid.step) * factor;
    if (!(wanted > 0)) {
        return;
    }
    const Int128 step = wanted >= static_cast<double>(longest) ? longest : std::max(static_cast<Int128>(wanted), shortest);
    if (step == m_grid.step) {
        return;
    }
    restart(beginFixed() + scaled(x, m_grid.step) - scaled(x, step), step);
}

void TimeAxis::setColumns(int columns)
{
    columns = std::max(columns, 1);
    if (columns != m_columns) {
        const Int128 length = m_grid.step * m_columns;
        const Int128 begin = beginFixed();
        m_columns = columns;
        restart(begin, std::max<Int128>((length + columns / 2) / columns, 1));
    }
}

bool TimeAxis::keepInside(core::TimeRange bounds)
{
    const Int128 boundsBegin = fixed(bounds.begin);
    const Int128 boundsLength = std::max<Int128>(fixed(bounds.end) - boundsBegin, kOneNs);
    const Int128 longest = std::min<Int128>(boundsLength + boundsLength / 10, kFarthest);
    Int128 step = m_grid.step;
    Int128 begin = beginFixed();
    // At least one unit a column more than the bounds, or the whole report could never fit.
    const Int128 largestStep = (longest + m_columns - 1) / m_columns;
    const Int128 smallestStep = (kOneNs + m_columns - 1) / m_columns;
    bool changed = false;
    if (step > largestStep || step < smallestStep) {
        const Int128 middle = begin + step * m_columns / 2;
        step = std::clamp(step, std::min(smallestStep, largestStep), largestStep);
        begin = middle - step * m_columns / 2;
        changed = true;
    }
    const Int128 length = step * m_columns;
    const Int128 lowest = boundsBegin - length / 2;
    const Int128 highest = boundsBegin + boundsLength - length / 2;
    const Int128 kept = std::clamp(begin, lowest, std::max(lowest, highest));
    if (!changed && kept != begin) {
        // By whole columns, so that the grid lives on.
        const Int128 columns = kept > begin ? (kept - begin) / step : -((begin - kept) / step);
        if (columns != 0) {
            m_first += static_cast<std::int64_t>(columns);
            return true;
        }
        return false;
    }
    if (changed) {
        restart(kept, step);
    }
    return changed;
}

void TimeAxis::restart(Int128 begin, Int128 step)
{
    m_grid = {begin, std::max<Int128>(step, 1)};
    m_first = 0;
}

} // namespace pv::widgets
