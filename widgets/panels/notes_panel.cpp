// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/notes_panel.h"

#include "widgets/tables/data_table_model.h"
#include "widgets/tables/table_view.h"
#include "widgets/text.h"
#include "widgets/timeline/time_format.h"

#include <QHBoxLayout>
#include <QInputDialog>
#include <QToolButton>
#include <QVBoxLayout>

namespace pv::widgets {

NotesPanel::NotesPanel(PanelContext context, Notes* notes, QWidget* parent) : Panel(std::move(context), parent), m_notes(notes)
{
    m_model = new DataTableModel(jobs(), this);
    m_view = new TableView(this);
    m_view->setModel(m_model);
    m_view->setColumnChars({20, 12, 0, 40});
    m_add = new QToolButton(this);
    m_edit = new QToolButton(this);
    m_remove = new QToolButton(this);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    bar->setSpacing(4);
    for (QToolButton* button : {m_add, m_edit, m_remove}) {
        button->setAutoRaise(true);
        bar->addWidget(button);
    }
    bar->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_view, 1);
    connect(m_notes, &Notes::changed, this, [this] { invalidate(); });
    connect(m_notes, &Notes::failed, this, &Panel::statusMessage);
    connect(m_add, &QToolButton::clicked, this, &NotesPanel::addWanted);
    connect(m_edit, &QToolButton::clicked, this, &NotesPanel::edit);
    connect(m_remove, &QToolButton::clicked, this, [this] {
        if (const auto index = currentNote()) {
            m_notes->remove(*index);
        }
    });
    const auto go = [this](const QModelIndex& index) {
        if (const RowTarget* target = m_model->target(index.row()); target != nullptr && target->range) {
            if (target->range->empty()) {
                emit selection().viewWanted({target->range->begin - 500'000, target->range->begin + 500'000});
            } else {
                selection().goToRange(*target->range, target->lane);
            }
        }
    };
    connect(m_view, &TableView::rowChosen, this, go);
    connect(m_view, &TableView::rowOpened, this, go);
    retranslate();
}

void NotesPanel::retranslate()
{
    m_add->setText(tr("Add..."));
    m_edit->setText(tr("Edit..."));
    m_remove->setText(tr("Remove"));
    m_view->setAccessibleName(tr("Notes"));
    m_view->setEmptyText(tr("No notes yet. Select a range or an event and press M."));
}

void NotesPanel::refresh()
{
    TableData table;
    table.columns = {{tr("Start"), CellFormat::time, {}},
                     {tr("Duration"), CellFormat::duration, {}},
                     {tr("Note"), CellFormat::text, {}},
                     {tr("Lane"), CellFormat::text, {}}};
    for (const Note& note : m_notes->all()) {
        const bool moment = note.range.empty();
        table.rows.push_back({QVariant::fromValue<qlonglong>(note.range.begin),
                              moment ? QVariant() : QVariant::fromValue<qlonglong>(note.range.durationNs()),
                              QString(note.text).replace(QLatin1Char('\n'), QLatin1Char(' ')), laneTitle(report(), note.lane)});
        table.targets.push_back({core::kNoEvent, note.range, note.lane});
    }
    m_model->setTable(std::move(table));
}

std::optional<std::size_t> NotesPanel::currentNote() const
{
    const QModelIndex index = m_view->currentIndex();
    return index.isValid() ? std::optional(static_cast<std::size_t>(m_model->sourceRow(index.row()))) : std::nullopt;
}

void NotesPanel::edit()
{
    const auto index = currentNote();
    if (!index || *index >= m_notes->all().size()) {
        return;
    }
    bool ok = false;
    const QString text = QInputDialog::getMultiLineText(this, tr("Edit note"), tr("Note:"), m_notes->all()[*index].text, &ok);
    if (ok) {
        m_notes->setText(*index, text);
    }
}

void NotesPanel::addNote(core::TimeRange range, core::LaneId lane)
{
    bool ok = false;
    const QString where = range.empty() ? formatExact(range.begin) : tr("%1 to %2").arg(formatExact(range.begin), formatExact(range.end));
    const QString text = QInputDialog::getMultiLineText(this, tr("Add note"), tr("Note for %1:").arg(where), {}, &ok);
    if (ok && !text.trimmed().isEmpty()) {
        m_notes->add({range, lane, text.trimmed()});
    }
}

} // namespace pv::widgets
