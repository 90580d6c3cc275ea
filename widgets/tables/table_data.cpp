// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/table_data.h"

#include "widgets/text.h"
#include "widgets/timeline/time_format.h"

#include <QStringList>

#include <cmath>

namespace pv::widgets {

bool isNumeric(CellFormat format) { return format != CellFormat::text; }

QString cellText(const QVariant& value, CellFormat format)
{
    if (!value.isValid() || value.isNull()) {
        return {};
    }
    switch (format) {
    case CellFormat::text: return value.toString();
    case CellFormat::integer: return QString::number(value.toLongLong());
    case CellFormat::count: return formatCount(value.toLongLong());
    case CellFormat::time: return formatExact(value.toLongLong());
    case CellFormat::duration: return formatDuration(value.toLongLong());
    case CellFormat::bytes: return formatBytes(value.toLongLong());
    case CellFormat::share: return formatPercent(value.toDouble());
    case CellFormat::real: return formatReal(value.toDouble());
    }
    return {};
}

QString cellRaw(const QVariant& value, CellFormat format)
{
    if (!value.isValid() || value.isNull()) {
        return {};
    }
    switch (format) {
    case CellFormat::text: return value.toString();
    case CellFormat::share:
    case CellFormat::real: return QString::number(value.toDouble(), 'g', 17);
    default: return QString::number(value.toLongLong());
    }
}

QString cellExact(const QVariant& value, CellFormat format)
{
    if (!value.isValid() || value.isNull()) {
        return {};
    }
    switch (format) {
    case CellFormat::duration: return formatExact(value.toLongLong());
    case CellFormat::bytes: return formatCount(value.toLongLong()) + QStringLiteral("\u00A0B");
    case CellFormat::share: return QString::number(value.toDouble() * 100, 'f', 6) + QStringLiteral("\u00A0%");
    case CellFormat::real: return QString::number(value.toDouble(), 'g', 17);
    case CellFormat::text: return value.toString();
    default: return {};
    }
}

QString rawTitle(const DataColumn& column)
{
    switch (column.format) {
    case CellFormat::time:
    case CellFormat::duration: return column.title + QStringLiteral(" (ns)");
    case CellFormat::bytes: return column.title + QStringLiteral(" (B)");
    default: return column.title;
    }
}

bool cellLess(const QVariant& a, const QVariant& b, CellFormat format)
{
    const bool absentA = !a.isValid() || a.isNull();
    const bool absentB = !b.isValid() || b.isNull();
    if (absentA || absentB) {
        return !absentA && absentB;
    }
    switch (format) {
    case CellFormat::text: return a.toString() < b.toString();
    case CellFormat::share:
    case CellFormat::real: return a.toDouble() < b.toDouble();
    default: return a.toLongLong() < b.toLongLong();
    }
}

QString tsvLine(const QStringList& cells)
{
    QStringList clean = cells;
    for (QString& cell : clean) {
        cell.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' ')).remove(QLatin1Char('\r'));
    }
    return clean.join(QLatin1Char('\t')) + QLatin1Char('\n');
}

QString csvLine(const QStringList& cells)
{
    QString line;
    for (qsizetype i = 0; i < cells.size(); ++i) {
        if (i > 0) {
            line += QLatin1Char(',');
        }
        QString cell = cells[i];
        if (cell.contains(QLatin1Char(',')) || cell.contains(QLatin1Char('"')) || cell.contains(QLatin1Char('\n')) ||
            cell.contains(QLatin1Char('\r'))) {
            cell.replace(QLatin1Char('"'), QStringLiteral("\"\""));
            cell = QLatin1Char('"') + cell + QLatin1Char('"');
        }
        line += cell;
    }
    return line + QLatin1Char('\n');
}

QString toCsv(const TableData& table)
{
    QString out;
    QStringList cells;
    for (const DataColumn& c : table.columns) {
        cells += rawTitle(c);
    }
    out += csvLine(cells);
    for (const auto& row : table.rows) {
        cells.clear();
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            cells += i < row.size() ? cellRaw(row[i], table.columns[i].format) : QString();
        }
        out += csvLine(cells);
    }
    return out;
}

} // namespace pv::widgets
