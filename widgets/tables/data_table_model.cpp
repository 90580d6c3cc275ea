// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/data_table_model.h"

#include "widgets/text.h"

#include <algorithm>
#include <numeric>

namespace pv::widgets {
namespace {

// Below this, sorting takes less than a frame.
constexpr std::size_t kSortHere = 4000;

std::vector<int> sortedOrder(const TableData& table, int column, Qt::SortOrder order, const core::Progress& progress)
{
    std::vector<int> rows(table.rows.size());
    std::iota(rows.begin(), rows.end(), 0);
    const auto c = static_cast<std::size_t>(column);
    const CellFormat format = table.columns[c].format;
    static const QVariant kAbsent;
    const auto cell = [&](int row) -> const QVariant& {
        const auto& cells = table.rows[static_cast<std::size_t>(row)];
        return c < cells.size() ? cells[c] : kAbsent;
    };
    std::size_t compared = 0;
    const auto less = [&](int a, int b) {
        if ((++compared & 0xFFFF) == 0) {
            progress.throwIfStopped();
        }
        const QVariant& x = cell(a);
        const QVariant& y = cell(b);
        const bool present = x.isValid() && y.isValid();
        // Absent values stay last in both directions.
        return order == Qt::AscendingOrder || !present ? cellLess(x, y, format) : cellLess(y, x, format);
    };
    std::stable_sort(rows.begin(), rows.end(), less);
    return rows;
}

} // namespace

DataTableModel::DataTableModel(std::shared_ptr<JobPool> jobs, QObject* parent) : QAbstractTableModel(parent), m_job(std::move(jobs)) {}

void DataTableModel::setTable(TableData table)
{
    const bool sameColumns = table.columns.size() == m_table->columns.size();
    beginResetModel();
    m_job.cancel();
    m_table = std::make_shared<const TableData>(std::move(table));
    m_order.clear();
    endResetModel();
    if (sameColumns && m_sortColumn >= 0) {
        sort(m_sortColumn, m_sortOrder);
    }
}

const RowTarget* DataTableModel::target(int row) const
{
    if (row < 0 || row >= rowCount()) {
        return nullptr;
    }
    const auto source = static_cast<std::size_t>(sourceRow(row));
    return source < m_table->targets.size() ? &m_table->targets[source] : nullptr;
}

int DataTableModel::rowOf(int source) const
{
    if (source < 0 || source >= rowCount()) {
        return -1;
    }
    if (m_order.empty()) {
        return source;
    }
    const auto it = std::find(m_order.begin(), m_order.end(), source);
    return it == m_order.end() ? -1 : static_cast<int>(it - m_order.begin());
}

int DataTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_table->rows.size()); }
int DataTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table->columns.size());
}

QVariant DataTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount()) {
        return {};
    }
    const auto column = static_cast<std::size_t>(index.column());
    const auto& cells = m_table->rows[static_cast<std::size_t>(sourceRow(index.row()))];
    if (column >= cells.size()) {
        return {};
    }
    const CellFormat format = m_table->columns[column].format;
    const QVariant& value = cells[column];
    switch (role) {
    case Qt::DisplayRole: return cellText(value, format);
    case Qt::TextAlignmentRole: return QVariant::fromValue(Qt::AlignVCenter | (isNumeric(format) ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::ToolTipRole: {
        const QString exact = cellExact(value, format);
        return exact.isEmpty() ? QVariant() : toolTipText(exact);
    }
    case kRawRole: return cellRaw(value, format);
    case kShareRole: return format == CellFormat::share && value.isValid() ? QVariant(value.toDouble()) : QVariant();
    default: return {};
    }
}

QVariant DataTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    const DataColumn& column = m_table->columns[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole: return column.title;
    case Qt::TextAlignmentRole: return QVariant::fromValue(Qt::AlignVCenter | (isNumeric(column.format) ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::ToolTipRole: return column.hint.isEmpty() ? QVariant() : toolTipText(column.hint);
    case kRawRole: return rawTitle(column);
    default: return {};
    }
}

void DataTableModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = column;
    m_sortOrder = order;
    if (column < 0 || column >= columnCount()) {
        m_job.cancel();
        apply({});
        return;
    }
    if (m_table->rows.size() <= kSortHere) {
        m_job.cancel();
        apply(sortedOrder(*m_table, column, order, {}));
        return;
    }
    m_job.start([table = m_table, column, order](const core::Progress& progress) { return sortedOrder(*table, column, order, progress); },
                [this](std::vector<int> sorted) { apply(std::move(sorted)); });
}

void DataTableModel::apply(std::vector<int> order)
{
    emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    std::vector<int> sources;
    sources.reserve(static_cast<std::size_t>(before.size()));
    for (const QModelIndex& index : before) {
        sources.push_back(sourceRow(index.row()));
    }
    m_order = std::move(order);
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i) {
        after += index(rowOf(sources[static_cast<std::size_t>(i)]), before[i].column());
    }
    changePersistentIndexList(before, after);
    emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

} // namespace pv::widgets
