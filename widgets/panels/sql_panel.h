// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// SQL over the open report: a query, its result as a table, the tables there are. Queries run in the background and can be
// cancelled; of a long result the first kMostRows rows are shown.

#include "widgets/panels/panel.h"

#include <QStringList>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QTreeWidget;

namespace pv::widgets {

class DataTableModel;
class TableView;

class SqlPanel : public Panel {
    Q_OBJECT
public:
    static constexpr std::size_t kMostRows = 100'000;

    explicit SqlPanel(PanelContext context, QWidget* parent = nullptr);

    bool isSettled() const override { return !m_job.isRunning() && !m_schemaJob.isRunning(); }
    QJsonObject saveState() const override;
    void restoreState(const QJsonObject& state) override;
    void runQuery(const QString& query);
    DataTableModel* model() const { return m_model; }

protected:
    void refresh() override;
    void retranslate() override;

private:
    QPlainTextEdit* m_query;
    QPushButton* m_run;
    QPushButton* m_cancel;
    QLabel* m_status;
    QTreeWidget* m_schema;
    DataTableModel* m_model;
    TableView* m_view;
    QStringList m_history;
    bool m_schemaLoaded = false;
    Job m_job;
    Job m_schemaJob;
};

} // namespace pv::widgets
