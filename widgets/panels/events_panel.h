// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The table of events: of the selected lane, a kind or everything, over the selected range or the whole report, filtered
// by name. In its search form it lists what a text matches, and steps through the hits.

#include "widgets/panels/panel.h"
#include "widgets/tables/event_table_model.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QTimer;
class QToolButton;

namespace pv::widgets {

class TableView;

class EventsPanel : public Panel {
    Q_OBJECT
public:
    enum class Form : std::uint8_t { table, search };
    EventsPanel(PanelContext context, Form form, QWidget* parent = nullptr);

    bool isSettled() const override { return m_model->isSettled() && !m_copyJob.isRunning(); }
    QJsonObject saveState() const override;
    void restoreState(const QJsonObject& state) override;
    EventTableModel* model() const { return m_model; }
    TableView* view() const { return m_view; }
    QLineEdit* textEdit() const { return m_text; }
    void search(const QString& text);
    void listName(core::StringId name, const QString& text, core::EventKind kind);

public slots:
    void nextHit() { step(1); }
    void previousHit() { step(-1); }
    void exportCsv();

protected:
    void refresh() override;
    void retranslate() override;
    void selectionChanged() override;

private:
    void step(int by);
    void updateCount();
    void copyRows(const QModelIndexList& rows);
    EventQuery wantedQuery() const;

    Form m_form;
    EventTableModel* m_model;
    TableView* m_view;
    QComboBox* m_scope;
    QCheckBox* m_inRange;
    QLineEdit* m_text;
    QLabel* m_count;
    QProgressBar* m_progress;
    QToolButton* m_cancel;
    QToolButton* m_export;
    QTimer* m_typing;
    core::StringId m_onlyName{};
    core::LaneId m_lane = core::kNoLane; // last selected
    bool m_fromHere = false;             // the selection was made in this table
    Job m_copyJob;
};

} // namespace pv::widgets
