// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What recording, import and reading left out, guessed or repaired, and which parts of the file are damaged.

#include "widgets/panels/panel.h"

class QLabel;

namespace pv::widgets {

class DataTableModel;
class TableView;

class DiagnosticsPanel : public Panel {
    Q_OBJECT
public:
    explicit DiagnosticsPanel(PanelContext context, QWidget* parent = nullptr);

    bool isSettled() const override { return !m_job.isRunning(); }
    DataTableModel* model() const { return m_model; }

protected:
    void refresh() override;
    void retranslate() override;

private:
    DataTableModel* m_model;
    TableView* m_view;
    QLabel* m_summary;
    Job m_job;
};

} // namespace pv::widgets
