// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/diagnostics_panel.h"

#include "widgets/tables/data_table_model.h"
#include "widgets/tables/table_view.h"
#include "widgets/text.h"
#include "widgets/timeline/time_format.h"

#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace pv::widgets {

DiagnosticsPanel::DiagnosticsPanel(PanelContext context, QWidget* parent) : Panel(std::move(context), parent), m_job(jobs())
{
    m_summary = new QLabel(this);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    m_summary->setContentsMargins(10, 6, 10, 6);
    m_model = new DataTableModel(jobs(), this);
    m_view = new TableView(this);
    m_view->setModel(m_model);
    m_view->setColumnChars({12, 10, 0, 30});
    m_view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_view->horizontalHeader()->setSortIndicatorClearable(true);
    m_view->setSortingEnabled(true);
    m_view->setOnTimeline(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_summary);
    layout->addWidget(m_view, 1);
    connect(m_view, &TableView::rowOpened, this, [this](const QModelIndex& index) {
        const RowTarget* target = m_model->target(index.row());
        if (target != nullptr && target->range) {
            selection().goToRange(*target->range, target->lane);
        }
    });
    connect(&m_job, &Job::failed, m_summary, &QLabel::setText);
    retranslate();
}

void DiagnosticsPanel::retranslate()
{
    m_view->setAccessibleName(tr("Warnings"));
    m_view->setEmptyText(tr("Nothing was left out, guessed or repaired."));
}

void DiagnosticsPanel::refresh()
{
    m_job.start(
        [report = sharedReport()](const core::Progress&) {
            TableData table;
            table.columns = {{tr("Severity"), CellFormat::text, {}},
                             {tr("Count"), CellFormat::count, {}},
                             {tr("What happened"), CellFormat::text, {}},
                             {tr("Code"), CellFormat::text, tr("Stable name of this kind of message")}};
            std::vector<core::Warning> warnings = report->warnings();
            std::stable_sort(warnings.begin(), warnings.end(), [](const auto& a, const auto& b) { return a.severity > b.severity; });
            for (const core::DamagedRange& damaged : report->damagedRanges()) {
                table.rows.push_back({severityLabel(core::Severity::dataLoss), QVariant::fromValue<qlonglong>(1),
                                      tr("%1, from %2 to %3: %4")
                                          .arg(laneTitle(*report, damaged.lane), formatExact(damaged.range.begin),
                                               formatExact(damaged.range.end), oneLine(damaged.what)),
                                      QStringLiteral("damaged")});
                table.targets.push_back({core::kNoEvent, damaged.range, damaged.lane});
            }
            for (const core::Warning& warning : warnings) {
                table.rows.push_back({severityLabel(warning.severity), QVariant::fromValue<qlonglong>(warning.count), oneLine(warning.text),
                                      oneLine(warning.code)});
                table.targets.push_back({});
            }
            return table;
        },
        [this](TableData table) {
            std::int64_t total = 0;
            for (const auto& row : table.rows) {
                total += row[1].toLongLong();
            }
            m_summary->setText(
                table.rows.empty()
                    ? tr("The report is complete.")
                    : tr("%1 messages of capture, import and reading, about %2 places. Figures that they touch are less certain.")
                          .arg(formatCount(static_cast<std::int64_t>(table.rows.size())), formatCount(total)));
            m_model->setTable(std::move(table));
        });
}

} // namespace pv::widgets
