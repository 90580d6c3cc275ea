// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A finished table: what a background job hands to the window. Values are kept raw (ns, bytes, shares of 1), so that they
// sort and copy exactly; words and units are made when they are drawn.

#include "core/model/ids.h"
#include "core/model/time.h"

#include <QString>
#include <QVariant>

#include <optional>
#include <vector>

namespace pv::widgets {

enum class CellFormat : std::uint8_t {
    text,
    integer,  // without digit groups: ids
    count,    // with digit groups
    time,     // ns of the report; every ns shown
    duration, // ns, four significant digits; the tool tip is exact
    bytes,
    share, // 0..1, drawn with a bar
    real
};

struct DataColumn {
    QString title;
    CellFormat format = CellFormat::text;
    QString hint; // tool tip of the header: what the number means and its basis
};

// Where a row is on the timeline.
struct RowTarget {
    core::EventId event = core::kNoEvent;
    std::optional<core::TimeRange> range;
    core::LaneId lane = core::kNoLane;
};

struct TableData {
    std::vector<DataColumn> columns;
    std::vector<std::vector<QVariant>> rows; // invalid QVariant: absent
    std::vector<RowTarget> targets;          // empty, or one a row
};

bool isNumeric(CellFormat format);
QString cellText(const QVariant& value, CellFormat format);             // as shown
QString cellRaw(const QVariant& value, CellFormat format);              // for other programs: plain digits
QString cellExact(const QVariant& value, CellFormat format);            // tool tip; empty where it says no more than cellText
QString rawTitle(const DataColumn& column);                             // "Duration (ns)"
bool cellLess(const QVariant& a, const QVariant& b, CellFormat format); // absent values come last

// One line of tab-separated values; tabs and line breaks inside become blanks.
QString tsvLine(const QStringList& cells);
// RFC 4180, "\n" at the end.
QString csvLine(const QStringList& cells);
QString toCsv(const TableData& table);

} // namespace pv::widgets
