// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A TableData as a Qt model. Rows are sorted through a permutation, so the data itself is never copied or moved; large
// tables are sorted by a job.

#include "widgets/jobs.h"
#include "widgets/tables/table_data.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace pv::widgets {

// Roles beyond Qt's, answered by every table model here.
enum TableRole : int {
    kRawRole = Qt::UserRole + 1, // QString for other programs
    kShareRole,                  // double 0..1: draw a bar
    kLoadingRole                 // bool: still on its way
};

class DataTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit DataTableModel(std::shared_ptr<JobPool> jobs, QObject* parent = nullptr);

    void setTable(TableData table); // in the order given; keeps the user's sort column where it still exists
    void clear() { setTable({}); }
    const TableData& table() const { return *m_table; }
    std::shared_ptr<const TableData> sharedTable() const { return m_table; }
    const RowTarget* target(int row) const; // null: none
    int sourceRow(int row) const
    {
        return static_cast<int>(m_order.empty() ? row : static_cast<int>(m_order[static_cast<std::size_t>(row)]));
    }
    // Row as shown of a row of the table; -1: there is none.
    int rowOf(int sourceRow) const;
    bool isBusy() const { return m_job.isRunning(); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    void apply(std::vector<int> order);

    std::shared_ptr<const TableData> m_table = std::make_shared<TableData>();
    std::vector<int> m_order; // empty: as in the table
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    Job m_job;
};

} // namespace pv::widgets
