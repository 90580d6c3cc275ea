// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The notes of a report: where, and what was written. A click goes there.

#include "widgets/notes.h"
#include "widgets/panels/panel.h"

class QToolButton;

namespace pv::widgets {

class DataTableModel;
class TableView;

class NotesPanel : public Panel {
    Q_OBJECT
public:
    // `notes` outlives the panel.
    NotesPanel(PanelContext context, Notes* notes, QWidget* parent = nullptr);

    bool isSettled() const override { return m_notes->isSettled(); }
    DataTableModel* model() const { return m_model; }
    // Asks for a text and adds it; nothing where the person changes their mind.
    void addNote(core::TimeRange range, core::LaneId lane);

signals:
    void addWanted(); // for what is selected

protected:
    void refresh() override;
    void retranslate() override;

private:
    std::optional<std::size_t> currentNote() const;
    void edit();

    Notes* m_notes;
    DataTableModel* m_model;
    TableView* m_view;
    QToolButton* m_add;
    QToolButton* m_edit;
    QToolButton* m_remove;
};

} // namespace pv::widgets
