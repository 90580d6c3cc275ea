// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/statistics_panel.h"

#include "widgets/tables/data_table_model.h"
#include "widgets/tables/export_table.h"
#include "widgets/tables/table_view.h"
#include "widgets/text.h"
#include "widgets/timeline/time_format.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace pv::widgets {
namespace {

using Table = StatisticsPanel::Table;

std::vector<core::EventKind> kindsOf(Table table)
{
    using core::EventKind;
    switch (table) {
    case Table::kernels:
    case Table::kernelsFull: return {EventKind::kernel};
    case Table::copies: return {EventKind::memcpy};
    case Table::memsets: return {EventKind::memset};
    case Table::graphs: return {EventKind::graphLaunch};
    case Table::api: return {EventKind::apiCall};
    case Table::nvtx: return {EventKind::nvtxRange};
    case Table::osrt: return {EventKind::osrtCall};
    case Table::ops: return {EventKind::op};
    case Table::syscalls: return {EventKind::syscall};
    case Table::syncs: return {EventKind::sync};
    case Table::slices: return {EventKind::slice, EventKind::async};
    case Table::overhead: return {EventKind::overhead};
    case Table::count: break;
    }
    return {};
}

bool hasAny(const core::Report& report, Table table)
{
    const auto kinds = kindsOf(table);
    return std::any_of(kinds.begin(), kinds.end(), [&](core::EventKind kind) { return !report.chunksOf(kind).empty(); });
}

} // namespace

StatisticsPanel::StatisticsPanel(PanelContext context, QWidget* parent)
    : Panel(std::move(context), parent), m_job(jobs()), m_writeJob(jobs())
{
    m_model = new DataTableModel(jobs(), this);
    m_view = new TableView(this);
    m_view->setModel(m_model);
    m_view->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
    m_view->horizontalHeader()->setSortIndicatorClearable(true);
    m_view->setSortingEnabled(true);
    m_table = new QComboBox(this);
    m_table->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_basis = new QLabel(this);
    m_basis->setTextFormat(Qt::PlainText);
    m_basis->setForegroundRole(QPalette::PlaceholderText);
    m_export = new QToolButton(this);
    m_export->setAutoRaise(true);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    bar->setSpacing(8);
    bar->addWidget(m_table);
    bar->addWidget(m_basis, 1);
    bar->addWidget(m_export);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_view, 1);

    connect(m_table, &QComboBox::activated, this, [this] { invalidate(); });
    connect(m_export, &QToolButton::clicked, this, &StatisticsPanel::exportCsv);
    connect(m_view, &TableView::rowOpened, this, [this](const QModelIndex& index) {
        if (const RowTarget* target = m_model->target(index.row())) {
            selection().goToEvent(target->event);
        }
    });
    m_view->setMenuFiller([this](QMenu& menu, const QModelIndex& index) {
        const auto row = index.isValid() ? static_cast<std::size_t>(m_model->sourceRow(index.row())) : m_statistics.rows.size();
        if (row < m_statistics.rows.size()) {
            menu.addAction(tr("List the events of this name"), this,
                           [this, name = m_statistics.rows[row]] { emit nameWanted(name.name, name.kind); });
        }
    });
    connect(&m_job, &Job::failed, m_basis, &QLabel::setText);
    connect(&m_job, &Job::started, this, [this] { m_basis->setText(tr("Counting...")); });
    connect(&m_writeJob, &Job::failed, this, &Panel::statusMessage);
    retranslate();
}

QString StatisticsPanel::tableTitle(Table table)
{
    switch (table) {
    case Table::kernels: return tr("Kernels");
    case Table::kernelsFull: return tr("Kernels, full names");
    case Table::copies: return tr("Memory copies");
    case Table::memsets: return tr("Memory sets");
    case Table::graphs: return tr("CUDA graphs");
    case Table::api: return tr("CUDA API");
    case Table::nvtx: return tr("NVTX ranges");
    case Table::osrt: return tr("OS runtime");
    case Table::ops: return tr("Operators");
    case Table::syscalls: return tr("System calls");
    case Table::syncs: return tr("Synchronisation");
    case Table::slices: return tr("Other slices");
    case Table::overhead: return tr("Profiler overhead");
    case Table::count: break;
    }
    return {};
}

void StatisticsPanel::retranslate()
{
    const QVariant chosen = m_table->currentData();
    m_table->clear();
    for (int i = 0; i < static_cast<int>(Table::count); ++i) {
        if (hasAny(report(), static_cast<Table>(i))) {
            m_table->addItem(tableTitle(static_cast<Table>(i)), i);
        }
    }
    if (const int at = m_table->findData(chosen); at >= 0) {
        m_table->setCurrentIndex(at);
    }
    m_table->setAccessibleName(tr("What is summed up"));
    m_export->setText(tr("Export CSV..."));
    m_view->setAccessibleName(tr("Statistics"));
    m_view->setEmptyText(tr("No such events here."));
}

QJsonObject StatisticsPanel::saveState() const { return {{QStringLiteral("table"), m_table->currentData().toInt()}}; }

void StatisticsPanel::restoreState(const QJsonObject& state) { setTable(static_cast<Table>(state.value(QStringLiteral("table")).toInt())); }

void StatisticsPanel::setTable(Table table)
{
    if (const int at = m_table->findData(static_cast<int>(table)); at >= 0) {
        m_table->setCurrentIndex(at);
        invalidate();
    }
}

void StatisticsPanel::selectionChanged()
{
    // Selecting an event inside keeps the figures of the range in view.
    const Selected& now = selection().current();
    if (now.event == core::kNoEvent && now.range != m_range) {
        m_range = now.range;
        invalidate();
    }
}

void StatisticsPanel::refresh()
{
    if (m_table->count() == 0) {
        m_basis->setText(tr("This report has no events to sum up."));
        return;
    }
    const auto table = static_cast<Table>(m_table->currentData().toInt());
    NameQuery query;
    query.kinds = kindsOf(table);
    query.range = m_range.value_or(core::kAllTime);
    query.shortNames = table == Table::kernels;
    query.byCopyKind = table == Table::copies;
    m_job.start(
        [report = sharedReport(), query, table](const core::Progress& progress) {
            NameStatistics statistics = nameStatistics(*report, query, progress);
            TableData made;
            const bool bytes = table == Table::copies || table == Table::memsets;
            made.columns = {
                {tr("Name"), CellFormat::text, {}},
                {tr("Share"), CellFormat::share, tr("Of the total time in this table; overlapping events count each")},
                {tr("Total"), CellFormat::duration, tr("Sum of durations; of events that reach beyond the range only the part inside")},
                {tr("Count"), CellFormat::count, {}},
                {tr("Mean"), CellFormat::duration, {}},
                {tr("Shortest"), CellFormat::duration, {}},
                {tr("Longest"), CellFormat::duration, {}}};
            if (bytes) {
                made.columns.push_back({tr("Size"), CellFormat::bytes, tr("Sum over whole operations")});
            }
            made.rows.reserve(statistics.rows.size());
            for (const NameRow& row : statistics.rows) {
                QString name = oneLine(report->string(row.name), 2000);
                if (table == Table::copies && name.isEmpty()) {
                    name = copyKindLabel(row.key);
                }
                const auto number = [](std::int64_t n) { return QVariant::fromValue<qlonglong>(n); };
                std::vector<QVariant> cells{
                    name,
                    statistics.totalNs > 0 ? static_cast<double>(row.totalNs) / static_cast<double>(statistics.totalNs) : 0.0,
                    number(row.totalNs),
                    number(row.count),
                    number(row.totalNs / row.count),
                    number(row.leastNs),
                    number(row.greatestNs)};
                if (bytes) {
                    cells.push_back(number(row.bytes));
                }
                made.rows.push_back(std::move(cells));
                made.targets.push_back({row.longest, std::nullopt, core::kNoLane});
            }
            return std::make_pair(std::move(made), std::move(statistics));
        },
        [this](std::pair<TableData, NameStatistics> result) { present(std::move(result.first), result.second); });
}

void StatisticsPanel::present(TableData table, const NameStatistics& statistics)
{
    m_statistics = statistics;
    m_view->setColumnChars(table.columns.size() > 7 ? std::vector<int>{0, 20, 11, 10, 11, 11, 11, 11}
                                                    : std::vector<int>{0, 20, 11, 10, 11, 11, 11});
    m_model->setTable(std::move(table));
    const QString sums = tr("%1 events, %2 in total").arg(formatCount(statistics.count), formatDuration(statistics.totalNs));
    m_basis->setText(m_range ? tr("%1, within the selected range of %2").arg(sums, formatDuration(m_range->durationNs()))
                             : tr("%1, whole report").arg(sums));
}

void StatisticsPanel::exportCsv()
{
    const QString path = askCsvFile(this, tr("statistics"));
    if (path.isEmpty()) {
        return;
    }
    m_writeJob.start(
        [table = m_model->sharedTable(), path](const core::Progress& progress) {
            writeCsv(*table, path, progress);
            return path;
        },
        [this](const QString& written) { emit statusMessage(tr("Wrote %1").arg(written)); });
}

} // namespace pv::widgets
