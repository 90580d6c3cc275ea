// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Events of a kind summed up by name, within the selected range or the whole report.

#include "widgets/panels/name_statistics.h"
#include "widgets/panels/panel.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace pv::widgets {

class DataTableModel;
struct TableData;
class TableView;

class StatisticsPanel : public Panel {
    Q_OBJECT
public:
    enum class Table : std::uint8_t {
        kernels,
        kernelsFull,
        copies,
        memsets,
        graphs,
        api,
        nvtx,
        osrt,
        ops,
        syscalls,
        syncs,
        slices,
        overhead,
        count
    };
    explicit StatisticsPanel(PanelContext context, QWidget* parent = nullptr);

    bool isSettled() const override { return !m_job.isRunning() && !m_writeJob.isRunning(); }
    QJsonObject saveState() const override;
    void restoreState(const QJsonObject& state) override;
    void setTable(Table table);
    DataTableModel* model() const { return m_model; }
    const NameStatistics& statistics() const { return m_statistics; }

signals:
    void nameWanted(pv::core::StringId name, pv::core::EventKind kind); // list its events

protected:
    void refresh() override;
    void retranslate() override;
    void selectionChanged() override;

private:
    static QString tableTitle(Table table);
    void present(TableData table, const NameStatistics& statistics);
    void exportCsv();

    NameStatistics m_statistics;
    std::optional<core::TimeRange> m_range;
    DataTableModel* m_model;
    TableView* m_view;
    QComboBox* m_table;
    QLabel* m_basis;
    QToolButton* m_export;
    Job m_job;
    Job m_writeJob;
};

} // namespace pv::widgets
