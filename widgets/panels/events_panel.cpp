// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/events_panel.h"

#include "widgets/tables/export_table.h"
#include "widgets/tables/table_view.h"
#include "widgets/text.h"
#include "widgets/timeline/time_format.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <set>

namespace pv::widgets {
namespace {

// More than this is not for a clipboard.
constexpr qsizetype kMaxCopiedRows = 1'000'000;
// Items of the scope box before the kinds.
enum ScopeItem : int { kSelectedLane = -1, kEverything = 0 };

std::set<core::EventKind> kindsOf(const core::Report& report)
{
    std::set<core::EventKind> kinds;
    for (const core::ChunkInfo& chunk : report.chunks()) {
        if (chunk.kind != core::EventKind::counter) {
            kinds.insert(chunk.kind);
        }
    }
    return kinds;
}

} // namespace

EventsPanel::EventsPanel(PanelContext context, Form form, QWidget* parent)
    : Panel(std::move(context), parent), m_form(form), m_copyJob(jobs())
{
    m_model = new EventTableModel(sharedReport(), jobs(), this);
    m_view = new TableView(this);
    m_view->setModel(m_model);
    m_view->setColumnChars({18, 11, 0, 16, 30, 12, 10, 24});
    m_view->horizontalHeader()->setSortIndicator(EventTableModel::kStart, Qt::AscendingOrder);
    m_view->setSortingEnabled(true);
    m_view->setCopyHandler([this](const QModelIndexList& rows) { copyRows(rows); });
    m_scope = new QComboBox(this);
    m_scope->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_inRange = new QCheckBox(this);
    m_inRange->setChecked(true);
    m_text = new QLineEdit(this);
    m_text->setClearButtonEnabled(true);
    m_text->setMinimumWidth(120);
    m_count = new QLabel(this);
    m_count->setTextFormat(Qt::PlainText);
    m_progress = new QProgressBar(this);
    m_progress->setTextVisible(false);
    m_progress->setFixedWidth(90);
    m_progress->setMaximumHeight(8);
    m_progress->hide();
    m_cancel = new QToolButton(this);
    m_cancel->hide();
    m_export = new QToolButton(this);
    for (QToolButton* button : {m_cancel, m_export}) {
        button->setAutoRaise(true);
    }
    m_typing = new QTimer(this);
    m_typing->setSingleShot(true);
    m_typing->setInterval(200);

    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    bar->setSpacing(8);
    bar->addWidget(m_text, 1);
    bar->addWidget(m_scope);
    bar->addWidget(m_inRange);
    bar->addWidget(m_count);
    bar->addWidget(m_progress);
    bar->addWidget(m_cancel);
    bar->addWidget(m_export);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_view, 1);

    connect(m_typing, &QTimer::timeout, this, [this] { invalidate(); });
    connect(m_text, &QLineEdit::textEdited, this, [this] {
        m_onlyName = core::kEmptyString;
        m_typing->start();
    });
    connect(m_text, &QLineEdit::returnPressed, this, [this] {
        if (m_typing->isActive()) {
            m_typing->stop();
            invalidate();
        } else if (m_form == Form::search) {
            nextHit();
        }
    });
    connect(m_scope, &QComboBox::activated, this, [this] { invalidate(); });
    connect(m_inRange, &QCheckBox::toggled, this, [this] { invalidate(); });
    connect(m_cancel, &QToolButton::clicked, m_model, &EventTableModel::cancel);
    connect(m_export, &QToolButton::clicked, this, &EventsPanel::exportCsv);
    connect(m_model, &EventTableModel::busyChanged, this, [this](bool busy) {
        m_progress->setVisible(busy);
        m_progress->setRange(0, 0);
        m_cancel->setVisible(busy);
        updateCount();
    });
    connect(m_model, &EventTableModel::progress, this, [this](double fraction) {
        m_progress->setRange(0, fraction < 0 ? 0 : 1000);
        m_progress->setValue(static_cast<int>(fraction * 1000));
    });
    connect(m_model, &EventTableModel::failed, this, [this](const QString& message) { m_count->setText(message); });
    connect(m_model, &EventTableModel::listed, this, [this] {
        updateCount();
        // The selected event stays in sight when the table is filled anew.
        if (const int row = selection().current().event == core::kNoEvent ? -1 : m_model->rowOf(selection().current().event); row >= 0) {
            m_view->selectRow(row);
            m_view->scrollTo(m_model->index(row, 0), QAbstractItemView::PositionAtCenter);
        }
    });
    const auto choose = [this](const QModelIndex& index, bool go) {
        const core::EventId event = m_model->eventId(index.row());
        if (event == core::kNoEvent) {
            return;
        }
        m_fromHere = true;
        if (go) {
            selection().goToEvent(event);
        } else {
            selection().selectEvent(event);
        }
        m_fromHere = false;
    };
    connect(m_view, &TableView::rowChosen, this, [this, choose](const QModelIndex& index) { choose(index, m_form == Form::search); });
    connect(m_view, &TableView::rowOpened, this, [choose](const QModelIndex& index) { choose(index, true); });
    connect(&m_copyJob, &Job::failed, this, &Panel::statusMessage);
    retranslate();
    if (m_form == Form::search) {
        m_scope->setCurrentIndex(m_scope->findData(kEverything));
        m_inRange->setChecked(false);
    }
}

void EventsPanel::retranslate()
{
    const QVariant chosen = m_scope->currentData();
    m_scope->clear();
    m_scope->addItem(tr("Selected row"), kSelectedLane);
    m_scope->addItem(tr("All events"), kEverything);
    for (const core::EventKind kind : kindsOf(report())) {
        m_scope->addItem(kindPluralLabel(kind), static_cast<int>(kind));
    }
    m_scope->setCurrentIndex(std::max(0, m_scope->findData(chosen.isValid() ? chosen : QVariant(kSelectedLane))));
    m_scope->setToolTip(tr("Which events are listed"));
    m_scope->setAccessibleName(tr("Which events are listed"));
    m_inRange->setText(tr("In selected range"));
    m_inRange->setToolTip(tr("List only events that touch the selected time range"));
    m_text->setPlaceholderText(m_form == Form::search ? tr("Search all names") : tr("Filter by name"));
    m_text->setAccessibleName(m_text->placeholderText());
    m_cancel->setText(tr("Cancel"));
    m_export->setText(tr("Export CSV..."));
    m_view->setAccessibleName(m_form == Form::search ? tr("Search results") : tr("Events"));
    m_view->setEmptyText(m_form == Form::search ? tr("Type a part of a name: kernels, API calls, NVTX ranges, operators...")
                                                : tr("No events here. Choose a row of the timeline, or list all events."));
    updateCount();
}

EventQuery EventsPanel::wantedQuery() const
{
    EventQuery query = m_model->query();
    query.lanes.clear();
    query.kinds.clear();
    const int scope = m_scope->currentData().toInt();
    if (scope == kSelectedLane && m_lane != core::kNoLane) {
        query.lanes.push_back(m_lane);
    } else if (scope > 0) {
        query.kinds.push_back(static_cast<core::EventKind>(scope));
    }
    const auto& range = selection().current().range;
    query.range = m_inRange->isChecked() && range ? *range : core::kAllTime;
    query.name = m_onlyName;
    query.text = m_onlyName == core::kEmptyString ? m_text->text().trimmed() : QString();
    return query;
}

void EventsPanel::refresh()
{
    const EventQuery query = wantedQuery();
    if (m_form == Form::search && query.text.isEmpty() && query.name == core::kEmptyString) {
        EventQuery nothing = query;
        nothing.limit = 0;
        nothing.range = {};
        m_model->setQuery(nothing);
        return;
    }
    EventQuery next = query;
    next.limit = EventQuery{}.limit;
    m_model->setQuery(next);
}

void EventsPanel::selectionChanged()
{
    if (m_fromHere) {
        return;
    }
    const Selected& now = selection().current();
    if (now.lane != core::kNoLane) {
        m_lane = now.lane;
    }
    EventQuery before = m_model->query();
    before.limit = EventQuery{}.limit;
    EventQuery next = wantedQuery();
    next.limit = before.limit;
    if (next != before) {
        invalidate();
    } else if (now.event != core::kNoEvent && isVisible()) {
        const int row = m_model->rowOf(now.event);
        if (row >= 0) {
            m_view->selectRow(row);
            m_view->scrollTo(m_model->index(row, 0));
        } else {
            m_view->clearSelection();
        }
    }
}

void EventsPanel::updateCount()
{
    if (m_model->isBusy()) {
        m_count->setText(tr("Searching..."));
        return;
    }
    const EventIndex& index = m_model->events();
    if (index.truncated()) {
        m_count->setText(
            tr("first %1 of %2 events").arg(formatCount(static_cast<std::int64_t>(index.ids.size())), formatCount(index.matched)));
    } else {
        m_count->setText(tr("%1 events").arg(formatCount(index.matched)));
    }
}

void EventsPanel::search(const QString& text)
{
    m_onlyName = core::kEmptyString;
    m_text->setText(text);
    invalidate();
}

void EventsPanel::listName(core::StringId name, const QString& text, core::EventKind kind)
{
    m_onlyName = name;
    m_text->setText(text);
    m_scope->setCurrentIndex(std::max(0, m_scope->findData(static_cast<int>(kind))));
    invalidate();
}

void EventsPanel::step(int by)
{
    const int rows = m_model->rowCount();
    if (rows == 0) {
        return;
    }
    const int current = m_view->currentIndex().isValid() ? m_view->currentIndex().row() : (by > 0 ? -1 : rows);
    const int row = (current + by + rows) % rows;
    m_view->selectRow(row);
    m_view->setCurrentIndex(m_model->index(row, 0));
    m_fromHere = true;
    selection().goToEvent(m_model->eventId(row));
    m_fromHere = false;
    emit statusMessage(tr("Hit %1 of %2").arg(formatCount(row + 1), formatCount(rows)));
}

void EventsPanel::copyRows(const QModelIndexList& rows)
{
    std::vector<core::EventId> events;
    for (const QModelIndex& row : rows) {
        if (static_cast<qsizetype>(events.size()) >= kMaxCopiedRows) {
            break;
        }
        events.push_back(m_model->eventId(row.row()));
    }
    const bool cut = rows.size() > kMaxCopiedRows;
    m_copyJob.start(
        [report = sharedReport(), events = std::move(events)](const core::Progress& progress) {
            QString text = tsvLine(EventTableModel::rawTitles());
            for (std::size_t at = 0; at < events.size(); at += 4096) {
                progress.throwIfStopped();
                const auto part = std::span(events).subspan(at, std::min<std::size_t>(4096, events.size() - at));
                for (const QStringList& row : EventTableModel::rawRows(*report, part)) {
                    text += tsvLine(row);
                }
            }
            return std::make_pair(text, events.size());
        },
        [this, cut](const std::pair<QString, std::size_t>& copied) {
            QApplication::clipboard()->setText(copied.first);
            const QString count = formatCount(static_cast<std::int64_t>(copied.second));
            emit statusMessage(cut ? tr("Copied the first %1 of the selected rows; export to CSV for all").arg(count)
                                   : tr("Copied %1 rows").arg(count));
        });
}

void EventsPanel::exportCsv()
{
    const QString path = askCsvFile(this, tr("events"));
    if (path.isEmpty()) {
        return;
    }
    m_copyJob.start(
        [report = sharedReport(), index = m_model->sharedEvents(), path](const core::Progress& progress) {
            writeEventsCsv(*report, index->ids, path, progress);
            return path;
        },
        [this](const QString& written) { emit statusMessage(tr("Wrote %1").arg(written)); });
}

QJsonObject EventsPanel::saveState() const
{
    return {{QStringLiteral("scope"), m_scope->currentData().toInt()}, {QStringLiteral("inRange"), m_inRange->isChecked()}};
}

void EventsPanel::restoreState(const QJsonObject& state)
{
    if (const int at = m_scope->findData(state.value(QStringLiteral("scope")).toInt(kSelectedLane)); at >= 0) {
        m_scope->setCurrentIndex(at);
    }
    m_inRange->setChecked(state.value(QStringLiteral("inRange")).toBool(true));
    invalidate();
}

} // namespace pv::widgets
