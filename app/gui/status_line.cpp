// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/status_line.h"

#include "app/gui/document.h"
#include "core/store/report.h"
#include "widgets/panels/gpu_times.h"
#include "widgets/text.h"
#include "widgets/timeline/time_format.h"
#include "widgets/timeline/timeline_view.h"

#include <QLabel>
#include <QToolButton>

#include <algorithm>

namespace pv::app {
namespace {

struct BusyInView {
    QString text;
    QString hint;
};

} // namespace

StatusLine::StatusLine(QWidget* parent) : QStatusBar(parent)
{
    m_cursor = new QLabel(this);
    m_view = new QLabel(this);
    m_selected = new QLabel(this);
    m_busy = new QLabel(this);
    m_warnings = new QToolButton(this);
    m_warnings->setAutoRaise(true);
    m_warnings->hide();
    for (QLabel* label : {m_cursor, m_selected, m_view, m_busy}) {
        label->setTextFormat(Qt::PlainText);
        label->setContentsMargins(6, 0, 6, 0);
        addPermanentWidget(label);
    }
    addPermanentWidget(m_warnings);
    connect(m_warnings, &QToolButton::clicked, this, &StatusLine::diagnosticsWanted);
    retranslate();
}

StatusLine::~StatusLine() = default;

void StatusLine::setDocument(Document* document)
{
    for (const auto& connection : m_connections) {
        disconnect(connection);
    }
    m_connections.clear();
    m_job.reset();
    m_document = document;
    if (document != nullptr) {
        using widgets::TimelineView;
        m_job = std::make_unique<widgets::Job>(document->jobs());
        m_connections = {
            connect(document->timeline(), &TimelineView::viewRangeChanged, this, [this] { showView(); }),
            connect(document->timeline(), &TimelineView::cursorTimeChanged, this, &StatusLine::showCursor),
            connect(document->timeline(), &TimelineView::statusMessage, this, [this](const QString& text) { showMessage(text, 6000); }),
            connect(document->selection(), &widgets::Selection::changed, this, [this] { showSelection(); })};
    }
    showCursor(0, false);
    showView();
    showSelection();
}

void StatusLine::retranslate()
{
    setWarnings(m_warningCount, m_dataLost);
    showView();
    showSelection();
}

void StatusLine::setWarnings(std::int64_t count, bool dataLost)
{
    m_warningCount = count;
    m_dataLost = dataLost;
    m_warnings->setVisible(count > 0);
    m_warnings->setText(dataLost ? tr("%n message(s), data lost", "", static_cast<int>(count))
                                 : tr("%n warning(s)", "", static_cast<int>(count)));
    m_warnings->setToolTip(tr("Show what capture and import left out, guessed or repaired"));
}

QString StatusLine::busyText() const { return m_busy->text(); }

void StatusLine::showCursor(std::int64_t timeNs, bool inside)
{
    m_cursor->setText(inside ? tr("Cursor %1").arg(widgets::formatExact(timeNs)) : QString());
    m_cursor->setVisible(inside);
}

void StatusLine::showView()
{
    const bool ready = m_document != nullptr && m_document->state() == Document::State::ready;
    m_view->setVisible(ready);
    m_busy->setVisible(ready);
    if (!ready) {
        return;
    }
    const core::TimeRange view = m_document->timeline()->viewRange();
    const std::int64_t step = std::max<std::int64_t>(view.durationNs() / 1000, 1);
    // A power of ten, so that a time has no more digits than the view can tell apart.
    std::int64_t digits = 1;
    while (digits <= step / 10) {
        digits *= 10;
    }
    m_view->setText(tr("View %1 \u2013 %2 (%3)")
                        .arg(widgets::formatTime(view.begin, digits), widgets::formatTime(view.end, digits),
                             widgets::formatDuration(view.durationNs())));
    m_job->start(
        [report = m_document->report(), view](const core::Progress& progress) {
            BusyInView busy;
            const core::TimeRange basis = view.intersected(report->range());
            const auto gpus = widgets::gpuLanes(*report);
            double sum = 0;
            std::size_t counted = 0;
            for (const core::LaneId gpu : gpus) {
                const auto times = widgets::gpuTimes(*report, gpu, basis, progress);
                if (times.wholeNs() <= 0) {
                    continue;
                }
                const double share = static_cast<double>(times.busyNs()) / static_cast<double>(times.wholeNs());
                sum += share;
                ++counted;
                busy.hint += tr("%1: %2 of %3 busy")
                                 .arg(widgets::gpuTitle(*report, report->lanes()[gpu.value].device), widgets::formatExact(times.busyNs()),
                                      widgets::formatExact(times.wholeNs())) +
                             QLatin1Char('\n');
            }
            if (counted > 0) {
                const QString share = widgets::formatPercent(sum / static_cast<double>(counted));
                busy.text =
                    counted == 1 ? tr("GPU busy %1 in view").arg(share) : tr("GPUs busy %1 in view (mean of %2)").arg(share).arg(counted);
                busy.hint += tr("Part of the shown time in which at least one stream of the GPU works");
            }
            return busy;
        },
        [this](const BusyInView& busy) {
            m_busy->setText(busy.text);
            m_busy->setToolTip(busy.hint.isEmpty() ? QString() : widgets::toolTipText(busy.hint));
        });
}

void StatusLine::showSelection()
{
    const bool ready = m_document != nullptr && m_document->state() == Document::State::ready;
    const auto range = ready ? m_document->timeline()->selectedRange() : std::nullopt;
    m_selected->setVisible(range.has_value());
    if (range) {
        m_selected->setText(tr("Selected %1").arg(widgets::formatExact(range->durationNs())));
    }
}

} // namespace pv::app
