// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/gaps_panel.h"

#include "core/analysis/gpu_gaps.h"
#include "widgets/tables/data_table_model.h"
#include "widgets/tables/table_view.h"
#include "widgets/text.h"
#include "widgets/timeline/time_format.h"

#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace pv::widgets {
namespace {

struct GapList {
    TableData table;
    std::int64_t idleNs = 0;
    std::size_t count = 0;
};

} // namespace

GapsPanel::GapsPanel(PanelContext context, QWidget* parent) : Panel(std::move(context), parent), m_job(jobs())
{
    m_summary = new QLabel(this);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    m_summary->setContentsMargins(10, 6, 10, 6);
    m_model = new DataTableModel(jobs(), this);
    m_view = new TableView(this);
    m_view->setModel(m_model);
    m_view->setColumnChars({16, 12, 8, 14, 0, 12});
    // The rows come sorted by length; the header must not claim another order.
    m_view->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
    m_view->horizontalHeader()->setSortIndicatorClearable(true);
    m_view->setSortingEnabled(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_summary);
    layout->addWidget(m_view, 1);
    connect(m_view, &TableView::rowChosen, this, [this](const QModelIndex& index) {
        const RowTarget* target = m_model->target(index.row());
        if (target != nullptr && target->range) {
            selection().goToRange(*target->range, target->lane);
        }
    });
    connect(&m_job, &Job::failed, m_summary, &QLabel::setText);
    retranslate();
}

void GapsPanel::retranslate()
{
    m_view->setAccessibleName(tr("GPU idle gaps"));
    m_view->setEmptyText(tr("No idle gap of 50 µs or more between the first and last work of a GPU."));
    if (m_model->rowCount() > 0) {
        invalidate();
    }
}

void GapsPanel::refresh()
{
    m_job.start(
        [report = sharedReport()](const core::Progress& progress) {
            GapList list;
            std::vector<core::GpuGap> gaps = core::gpuGaps(*report, kLeastNs, false, core::kAllTime, progress);
            list.count = gaps.size();
            for (const core::GpuGap& g : gaps) {
                list.idleNs += g.range.durationNs();
            }
            std::stable_sort(gaps.begin(), gaps.end(),
                             [](const auto& a, const auto& b) { return a.range.durationNs() > b.range.durationNs(); });
            if (gaps.size() > kMostGaps) {
                gaps.resize(kMostGaps);
            }
            core::explainGaps(*report, gaps, progress);
            list.table.columns = {{tr("Start"), CellFormat::time, {}},
                                  {tr("Duration"), CellFormat::duration, {}},
                                  {tr("GPU"), CellFormat::integer, {}},
                                  {tr("CPU was in"), CellFormat::text, tr("Kind of what the launching thread did meanwhile")},
                                  {tr("Name"), CellFormat::text, {}},
                                  {tr("Share"), CellFormat::share, tr("Part of the gap that it covers")}};
            for (const core::GpuGap& g : gaps) {
                QString cause;
                switch (g.cause) {
                case core::GapCause::nvtxRange: cause = tr("NVTX range"); break;
                case core::GapCause::osCall: cause = tr("OS call"); break;
                case core::GapCause::apiCall: cause = tr("CUDA call"); break;
                case core::GapCause::op: cause = tr("operator"); break;
                case core::GapCause::unknown: cause = tr("not known"); break;
                }
                const bool known = g.cause != core::GapCause::unknown;
                list.table.rows.push_back({QVariant::fromValue<qlonglong>(g.range.begin),
                                           QVariant::fromValue<qlonglong>(g.range.durationNs()),
                                           g.device == core::kNull ? QVariant() : QVariant::fromValue<qlonglong>(g.device), cause,
                                           known ? QVariant(oneLine(report->string(g.causeName), 300)) : QVariant(),
                                           known ? QVariant(g.causeShare) : QVariant()});
                list.table.targets.push_back({core::kNoEvent, g.range, g.gpu});
            }
            return list;
        },
        [this](GapList list) {
            m_summary->setText(list.count == 0 ? QString()
                               : list.count > kMostGaps
                                   ? tr("%1 gaps of 50 µs and more, %2 in all; the longest %3 are listed. G goes to the next one.")
                                         .arg(formatCount(static_cast<std::int64_t>(list.count)), formatDuration(list.idleNs),
                                              formatCount(static_cast<std::int64_t>(kMostGaps)))
                                   : tr("%1 gaps of 50 µs and more, %2 in all, by the union of each GPU's streams. G goes to the next one.")
                                         .arg(formatCount(static_cast<std::int64_t>(list.count)), formatDuration(list.idleNs)));
            m_summary->setVisible(list.count > 0);
            m_model->setTable(std::move(list.table));
        });
}

} // namespace pv::widgets
