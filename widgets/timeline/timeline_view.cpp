// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_view.h"

#include <QPainter>
#include <QUndoStack>

namespace pv::widgets {

struct TimelineView::Impl {
    std::shared_ptr<const core::Report> report;
    core::TimeRange view;
    core::EventId event{};
    std::optional<core::TimeRange> range;
    core::LaneId lane = core::kNoLane;
    QString filter;
    Theme theme = Theme::light();
    std::int64_t gapThreshold = 0;
    bool minimap = true;
    bool wallClock = false;
    QUndoStack* navigation = nullptr;
};

TimelineView::TimelineView(QWidget* parent) : QAbstractScrollArea(parent), m_impl(std::make_unique<Impl>())
{
    m_impl->navigation = new QUndoStack(this);
}
TimelineView::~TimelineView() = default;

void TimelineView::setReport(std::shared_ptr<const core::Report> report)
{
    m_impl->report = std::move(report);
    clearSelection();
    fitAll();
}
std::shared_ptr<const core::Report> TimelineView::report() const { return m_impl->report; }
core::TimeRange TimelineView::viewRange() const { return m_impl->view; }
core::TimeRange TimelineView::reportRange() const { return m_impl->report ? m_impl->report->range() : core::TimeRange{}; }
void TimelineView::setViewRange(core::TimeRange range)
{
    m_impl->view = range;
    emit viewRangeChanged(range);
    viewport()->update();
}
QUndoStack* TimelineView::navigation() const { return m_impl->navigation; }
core::EventId TimelineView::selectedEvent() const { return m_impl->event; }
std::optional<core::TimeRange> TimelineView::selectedRange() const { return m_impl->range; }
core::LaneId TimelineView::selectedLane() const { return m_impl->lane; }
void TimelineView::selectEvent(core::EventId event)
{
    m_impl->event = event;
    emit eventSelected(event);
}
void TimelineView::selectRange(core::TimeRange range, core::LaneId lane)
{
    m_impl->range = range;
    m_impl->lane = lane;
    emit rangeSelected(range, lane);
}
void TimelineView::clearSelection()
{
    m_impl->event = core::kNoEvent;
    m_impl->range.reset();
    m_impl->lane = core::kNoLane;
    emit selectionCleared();
}
void TimelineView::goToEvent(core::EventId event) { selectEvent(event); }
void TimelineView::goToRange(core::TimeRange range, core::LaneId lane)
{
    selectRange(range, lane);
    setViewRange(range);
}
void TimelineView::goToLane(core::LaneId) {}
void TimelineView::setRowFilter(const QString& text) { m_impl->filter = text; }
QString TimelineView::rowFilter() const { return m_impl->filter; }
bool TimelineView::isLaneExpanded(core::LaneId) const { return true; }
void TimelineView::setLaneExpanded(core::LaneId, bool) {}
bool TimelineView::isLaneHidden(core::LaneId) const { return false; }
void TimelineView::setLaneHidden(core::LaneId, bool) {}
std::vector<core::LaneId> TimelineView::hiddenLanes() const { return {}; }
bool TimelineView::isLanePinned(core::LaneId) const { return false; }
void TimelineView::setLanePinned(core::LaneId, bool) {}
void TimelineView::moveLane(core::LaneId, int) {}
void TimelineView::setTheme(const Theme& theme) { m_impl->theme = theme; }
const Theme& TimelineView::theme() const { return m_impl->theme; }
void TimelineView::setMarkers(std::vector<TimelineMarker>) {}
void TimelineView::setGapThreshold(std::int64_t ns) { m_impl->gapThreshold = ns; }
std::int64_t TimelineView::gapThreshold() const { return m_impl->gapThreshold; }
void TimelineView::setMinimapVisible(bool visible) { m_impl->minimap = visible; }
bool TimelineView::isMinimapVisible() const { return m_impl->minimap; }
void TimelineView::setWallClock(bool on) { m_impl->wallClock = on; }
bool TimelineView::isWallClock() const { return m_impl->wallClock; }
QJsonObject TimelineView::saveState() const { return {}; }
void TimelineView::restoreState(const QJsonObject&) {}
QJsonObject TimelineView::saveLayout() const { return {}; }
void TimelineView::restoreLayout(const QJsonObject&) {}
bool TimelineView::isSettled() const { return true; }
bool TimelineView::exportImage(const QString& path, const TimelineImageOptions&, QString* error)
{
    if (grab().save(path)) {
        return true;
    }
    if (error != nullptr) {
        *error = tr("Could not write '%1'.").arg(path);
    }
    return false;
}
void TimelineView::fitAll() { setViewRange(reportRange()); }
void TimelineView::fitSelection() {}
void TimelineView::zoomIn() {}
void TimelineView::zoomOut() {}
void TimelineView::panLeft() {}
void TimelineView::panRight() {}
void TimelineView::undoView() { m_impl->navigation->undo(); }
void TimelineView::redoView() { m_impl->navigation->redo(); }
void TimelineView::nextGap() {}
void TimelineView::previousGap() {}
void TimelineView::nextInstance() {}
void TimelineView::previousInstance() {}
void TimelineView::jumpToLinked() {}
void TimelineView::expandAll() {}
void TimelineView::collapseAll() {}
void TimelineView::showAllLanes() {}
void TimelineView::copySelection() {}

bool TimelineView::event(QEvent* event) { return QAbstractScrollArea::event(event); }
bool TimelineView::viewportEvent(QEvent* event) { return QAbstractScrollArea::viewportEvent(event); }
void TimelineView::paintEvent(QPaintEvent*) { QPainter(viewport()).fillRect(viewport()->rect(), m_impl->theme.base); }
void TimelineView::resizeEvent(QResizeEvent* event) { QAbstractScrollArea::resizeEvent(event); }
void TimelineView::mousePressEvent(QMouseEvent* event) { QAbstractScrollArea::mousePressEvent(event); }
void TimelineView::mouseMoveEvent(QMouseEvent* event) { QAbstractScrollArea::mouseMoveEvent(event); }
void TimelineView::mouseReleaseEvent(QMouseEvent* event) { QAbstractScrollArea::mouseReleaseEvent(event); }
void TimelineView::mouseDoubleClickEvent(QMouseEvent* event) { QAbstractScrollArea::mouseDoubleClickEvent(event); }
void TimelineView::wheelEvent(QWheelEvent* event) { QAbstractScrollArea::wheelEvent(event); }
void TimelineView::keyPressEvent(QKeyEvent* event) { QAbstractScrollArea::keyPressEvent(event); }
void TimelineView::contextMenuEvent(QContextMenuEvent* event) { QAbstractScrollArea::contextMenuEvent(event); }
void TimelineView::changeEvent(QEvent* event) { QAbstractScrollArea::changeEvent(event); }
void TimelineView::scrollContentsBy(int, int) { viewport()->update(); }

} // namespace pv::widgets
