// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_view.h"

#include "widgets/timeline/time_format.h"
#include "widgets/timeline/timeline_impl.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QJsonArray>
#include <QScrollBar>
#include <QSvgGenerator>
#include <QThread>

#include <algorithm>
#include <cmath>

namespace pv::widgets {
namespace {

// Shows a view again when undone. The newest command is the view that is shown.
class ViewCommand : public QUndoCommand {
public:
    ViewCommand(std::function<void(core::TimeRange)> show, core::TimeRange before, core::TimeRange after)
        : m_show(std::move(show)), m_before(before), m_after(after)
    {
        m_clock.start();
    }
    void undo() override { m_show(m_before); }
    void redo() override
    {
        if (m_first) { // it is shown already
            m_first = false;
            return;
        }
        m_show(m_after);
    }
    int id() const override { return 1; }
    // One turn of the wheel, one drag: one step back.
    bool mergeWith(const QUndoCommand* other) override
    {
        if (m_clock.elapsed() > 600) {
            return false;
        }
        m_after = static_cast<const ViewCommand*>(other)->m_after;
        m_clock.restart();
        return true;
    }

private:
    std::function<void(core::TimeRange)> m_show;
    core::TimeRange m_before;
    core::TimeRange m_after;
    bool m_first = true;
    QElapsedTimer m_clock;
};

} // namespace

TimelineView::Impl::Impl(TimelineView& view) : q(view) { jobs.setMaxThreadCount(2); }

TimelineView::Impl::~Impl()
{
    stop->store(true);
    jobs.clear();
    jobs.waitForDone();
}

std::int64_t TimelineView::Impl::scroll() const { return q.verticalScrollBar()->value(); }

core::TimeRange TimelineView::Impl::bounds() const
{
    core::TimeRange r = report ? report->range() : core::TimeRange{0, 1};
    if (r.empty()) {
        r.end = r.begin + 1;
    }
    return r;
}

const Row* TimelineView::Impl::rowAt(const QPoint& p, int* top) const
{
    if (p.y() < rowsTop()) {
        return nullptr;
    }
    if (p.y() < scrolledTop()) {
        for (const Row& row : layout.pinned()) {
            if (p.y() - rowsTop() >= row.y && p.y() - rowsTop() < row.bottom()) {
                if (top != nullptr) {
                    *top = rowsTop() + static_cast<int>(row.y);
                }
                return &row;
            }
        }
        return nullptr;
    }
    const Row* row = layout.at(p.y() - scrolledTop() + scroll());
    if (row != nullptr && top != nullptr) {
        *top = scrolledTop() + static_cast<int>(row->y - scroll());
    }
    return row;
}

std::optional<int> TimelineView::Impl::topOf(const Row& row) const
{
    const std::int64_t y = row.pinned ? rowsTop() + row.y : scrolledTop() + row.y - scroll();
    if (y > q.viewport()->height() || y + row.height < rowsTop()) {
        return std::nullopt;
    }
    return static_cast<int>(y);
}

void TimelineView::Impl::updateColumns()
{
    const int columns = std::max(1, static_cast<int>(std::lround((q.viewport()->width() - headerWidth) * ratio())));
    if (columns != axis.columns()) {
        axis.setColumns(columns);
    }
}

void TimelineView::Impl::updateLayout()
{
    if (layoutRevision == model.revision()) {
        return;
    }
    layoutRevision = model.revision();
    layout.rebuild(model, RowMetrics::forTextHeight(QFontMetrics(q.font()).height()));
    const std::int64_t page = std::max(1, q.viewport()->height() - scrolledTop());
    q.verticalScrollBar()->setRange(
        0, static_cast<int>(std::clamp<std::int64_t>(layout.height() - page, 0, std::numeric_limits<int>::max() / 2)));
    q.verticalScrollBar()->setPageStep(static_cast<int>(page));
    q.verticalScrollBar()->setSingleStep(24);
}

void TimelineView::Impl::pushUndo(const TimeAxis& before)
{
    if (before.range() == axis.range()) {
        return;
    }
    navigation->push(new ViewCommand(
        [this](core::TimeRange r) {
            axis = TimeAxis(r, axis.columns());
            changed();
        },
        before.range(), axis.range()));
}

void TimelineView::Impl::setAxis(const TimeAxis& next, bool undoable)
{
    const TimeAxis before = axis;
    axis = next;
    if (report) {
        axis.keepInside(bounds());
    }
    if (axis == before) {
        return;
    }
    if (undoable) {
        pushUndo(before);
    }
    changed();
}

void TimelineView::Impl::changed()
{
    wasSettled = false;
    missing = true;
    q.viewport()->update();
    emit q.viewRangeChanged(axis.range());
}

void TimelineView::Impl::rebuildSource()
{
    source.reset();
    if (report) {
        source = std::make_unique<PictureSource>(report, theme);
        QObject::connect(source.get(), &PictureSource::ready, &q, [this] {
            q.viewport()->update();
            checkSettled();
        });
    }
    wasSettled = false;
    missing = true;
}

void TimelineView::Impl::checkSettled()
{
    if (!wasSettled && q.isSettled()) {
        wasSettled = true;
        emit q.settled();
    }
}

void TimelineView::Impl::zoom(double factor, double x)
{
    TimeAxis next = axis;
    next.zoomAt((x - headerWidth) * ratio(), factor);
    setAxis(next, true);
}

void TimelineView::Impl::panBy(double share)
{
    TimeAxis next = axis;
    next.panBy(static_cast<std::int64_t>(std::lround(axis.columns() * share)));
    setAxis(next, true);
}

TimelineView::TimelineView(QWidget* parent) : QAbstractScrollArea(parent), m_impl(std::make_unique<Impl>(*this))
{
    m_impl->navigation = new QUndoStack(this);
    m_impl->navigation->setUndoLimit(500);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Timeline"));
}

TimelineView::~TimelineView() = default;

void TimelineView::setReport(std::shared_ptr<const core::Report> report)
{
    Impl& d = *m_impl;
    d.stop->store(true);
    d.jobs.clear();
    d.jobs.waitForDone();
    d.stop = std::make_shared<std::atomic<bool>>(false);
    d.source.reset();
    d.report = std::move(report);
    d.model = d.report ? RowModel(*d.report) : RowModel();
    // Whether the GPU works or waits is the first question: its row stays in sight however far one scrolls. Where there are
    // many, the user chooses.
    int gpus = 0;
    for (const core::Lane& lane : d.report ? d.report->lanes() : std::span<const core::Lane>()) {
        if (lane.kind == core::LaneKind::gpu && d.model.contains(lane.id) && ++gpus <= 4) {
            d.model.setExpanded(lane.id, false);
            d.model.setPinned(lane.id, true);
        }
    }
    d.layoutRevision = ~0ull;
    d.seen.reset();
    d.event = core::kNoEvent;
    d.partners.clear();
    d.range.reset();
    d.rangeLane = core::kNoLane;
    d.navigation->clear();
    d.rebuildSource();
    d.updateColumns();
    d.axis = TimeAxis(d.bounds(), std::max(1, d.axis.columns()));
    verticalScrollBar()->setValue(0);
    d.updateLayout();
    emit selectionCleared();
    d.changed();
    emit rowsChanged();
}

std::shared_ptr<const core::Report> TimelineView::report() const { return m_impl->report; }
core::TimeRange TimelineView::viewRange() const { return m_impl->axis.range(); }
core::TimeRange TimelineView::reportRange() const { return m_impl->report ? m_impl->report->range() : core::TimeRange{}; }
void TimelineView::setViewRange(core::TimeRange range)
{
    if (range.end <= range.begin) {
        range.end = range.begin + 1;
    }
    m_impl->setAxis(TimeAxis(range, m_impl->axis.columns()), true);
}
QUndoStack* TimelineView::navigation() const { return m_impl->navigation; }

core::EventId TimelineView::selectedEvent() const { return m_impl->event; }
std::optional<core::TimeRange> TimelineView::selectedRange() const
{
    if (m_impl->range) {
        return m_impl->range;
    }
    return m_impl->seen ? std::optional(core::TimeRange{m_impl->seen->start, m_impl->seen->end}) : std::nullopt;
}
core::LaneId TimelineView::selectedLane() const
{
    return m_impl->range ? m_impl->rangeLane : m_impl->seen ? m_impl->seen->lane : core::kNoLane;
}

void TimelineView::selectEvent(core::EventId event)
{
    if (event == core::kNoEvent) {
        return clearSelection();
    }
    m_impl->event = event;
    m_impl->loadSelected(event, false);
    emit eventSelected(event);
}

void TimelineView::selectRange(core::TimeRange range, core::LaneId lane)
{
    if (range.end < range.begin) {
        std::swap(range.begin, range.end);
    }
    m_impl->event = core::kNoEvent;
    m_impl->seen.reset();
    m_impl->partners.clear();
    m_impl->range = range;
    m_impl->rangeLane = lane;
    viewport()->update();
    emit rangeSelected(range, lane);
}

void TimelineView::clearSelection()
{
    const bool any = m_impl->seen || m_impl->range || m_impl->event != core::kNoEvent;
    m_impl->event = core::kNoEvent;
    m_impl->seen.reset();
    m_impl->partners.clear();
    m_impl->range.reset();
    m_impl->rangeLane = core::kNoLane;
    viewport()->update();
    if (any) {
        emit selectionCleared();
    }
}

void TimelineView::goToEvent(core::EventId event)
{
    m_impl->event = event;
    m_impl->loadSelected(event, true);
    emit eventSelected(event);
}

void TimelineView::goToRange(core::TimeRange range, core::LaneId lane)
{
    selectRange(range, lane);
    if (lane != core::kNoLane) {
        goToLane(lane);
    }
    const std::int64_t margin = std::max<std::int64_t>(range.durationNs() / 4, 1);
    setViewRange({range.begin - margin, core::endOf(range.end, margin)});
}

void TimelineView::goToLane(core::LaneId lane)
{
    Impl& d = *m_impl;
    if (!d.model.contains(lane)) {
        return;
    }
    d.model.reveal(lane);
    d.updateLayout();
    const Row* row = d.layout.find(lane);
    if (row != nullptr && !row->pinned) {
        const int height = viewport()->height() - d.scrolledTop();
        if (row->y < d.scroll() || row->bottom() > d.scroll() + height) {
            verticalScrollBar()->setValue(static_cast<int>(std::max<std::int64_t>(0, row->y - height / 3)));
        }
    }
    viewport()->update();
}

void TimelineView::setRowFilter(const QString& text)
{
    m_impl->model.setFilter(text);
    viewport()->update();
    emit rowsChanged();
}
QString TimelineView::rowFilter() const { return m_impl->model.filter(); }
bool TimelineView::isLaneExpanded(core::LaneId lane) const { return m_impl->model.contains(lane) && m_impl->model.node(lane).expanded; }
void TimelineView::setLaneExpanded(core::LaneId lane, bool expanded)
{
    if (m_impl->model.contains(lane)) {
        m_impl->model.setExpanded(lane, expanded);
        viewport()->update();
        emit rowsChanged();
    }
}
bool TimelineView::isLaneHidden(core::LaneId lane) const { return m_impl->model.contains(lane) && m_impl->model.node(lane).hidden; }
void TimelineView::setLaneHidden(core::LaneId lane, bool hidden)
{
    if (m_impl->model.contains(lane)) {
        m_impl->model.setHidden(lane, hidden);
        viewport()->update();
        emit rowsChanged();
    }
}
std::vector<core::LaneId> TimelineView::hiddenLanes() const { return m_impl->model.hidden(); }
bool TimelineView::isLanePinned(core::LaneId lane) const { return m_impl->model.contains(lane) && m_impl->model.node(lane).pinned; }
void TimelineView::setLanePinned(core::LaneId lane, bool pinned)
{
    if (m_impl->model.contains(lane)) {
        m_impl->model.setPinned(lane, pinned);
        viewport()->update();
        emit rowsChanged();
    }
}
void TimelineView::moveLane(core::LaneId lane, int delta)
{
    if (m_impl->model.contains(lane)) {
        m_impl->model.move(lane, delta);
        viewport()->update();
        emit rowsChanged();
    }
}

void TimelineView::setTheme(const Theme& theme)
{
    m_impl->theme = theme;
    m_impl->rebuildSource();
    viewport()->update();
}
const Theme& TimelineView::theme() const { return m_impl->theme; }
void TimelineView::setMarkers(std::vector<TimelineMarker> markers)
{
    m_impl->markers = std::move(markers);
    viewport()->update();
}
void TimelineView::setGapThreshold(std::int64_t ns) { m_impl->gapThreshold = std::max<std::int64_t>(0, ns); }
std::int64_t TimelineView::gapThreshold() const { return m_impl->gapThreshold; }
void TimelineView::setMinimapVisible(bool visible)
{
    m_impl->minimap = visible;
    m_impl->layoutRevision = ~0ull;
    viewport()->update();
}
bool TimelineView::isMinimapVisible() const { return m_impl->minimap; }
void TimelineView::setWallClock(bool on)
{
    m_impl->wallClock = on;
    viewport()->update();
}
bool TimelineView::isWallClock() const { return m_impl->wallClock; }

QJsonObject TimelineView::saveState() const
{
    const core::TimeRange view = viewRange();
    return {{"begin", QString::number(view.begin)}, {"end", QString::number(view.end)}, {"header", m_impl->headerWidth},
            {"minimap", m_impl->minimap},           {"wallClock", m_impl->wallClock},   {"rows", m_impl->model.save()}};
}
void TimelineView::restoreState(const QJsonObject& state)
{
    restoreLayout(state.value("rows").toObject());
    m_impl->headerWidth = std::clamp(state.value("header").toInt(m_impl->headerWidth), 80, 600);
    m_impl->minimap = state.value("minimap").toBool(true);
    m_impl->wallClock = state.value("wallClock").toBool(false);
    m_impl->updateColumns();
    bool okBegin = false;
    bool okEnd = false;
    const core::TimeRange view{state.value("begin").toString().toLongLong(&okBegin), state.value("end").toString().toLongLong(&okEnd)};
    if (okBegin && okEnd && view.end > view.begin) {
        setViewRange(view);
    }
    m_impl->layoutRevision = ~0ull;
    viewport()->update();
}
QJsonObject TimelineView::saveLayout() const { return m_impl->model.save(); }
void TimelineView::restoreLayout(const QJsonObject& layout)
{
    if (!layout.isEmpty()) {
        m_impl->model.restore(layout);
        viewport()->update();
        emit rowsChanged();
    }
}

bool TimelineView::isSettled() const
{
    const Impl& d = *m_impl;
    return !d.report || (!d.missing && d.running == 0 && d.source && d.source->idle());
}

bool TimelineView::exportImage(const QString& path, const TimelineImageOptions& options, QString* error)
{
    Impl& d = *m_impl;
    // A second view of the same state, drawn until nothing is missing.
    TimelineView other;
    other.setAttribute(Qt::WA_DontShowOnScreen);
    other.setTheme(options.theme ? Theme::of(*options.theme) : d.theme);
    other.resize(options.size.isEmpty() ? size() : options.size);
    other.setReport(d.report);
    other.restoreState(saveState());
    other.verticalScrollBar()->setValue(verticalScrollBar()->value());
    if (options.range) {
        other.setViewRange(*options.range);
    }
    other.show();
    QElapsedTimer clock;
    clock.start();
    do {
        QImage probe(other.viewport()->size(), QImage::Format_RGB32);
        QPainter p(&probe);
        other.m_impl->paint(p);
        p.end();
        QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents, 20);
    } while (!other.isSettled() && clock.elapsed() < 60'000);
    bool ok = false;
    if (path.endsWith(".svg", Qt::CaseInsensitive)) {
        QSvgGenerator svg;
        svg.setFileName(path);
        svg.setSize(other.viewport()->size());
        svg.setViewBox(QRect(QPoint(), other.viewport()->size()));
        QPainter p;
        ok = p.begin(&svg);
        if (ok) {
            other.m_impl->paint(p);
            ok = p.end();
        }
    } else {
        QImage image(other.viewport()->size() * options.pixelRatio, QImage::Format_RGB32);
        image.setDevicePixelRatio(options.pixelRatio);
        QPainter p(&image);
        other.m_impl->paint(p);
        p.end();
        ok = image.save(path);
    }
    if (!ok && error != nullptr) {
        *error = tr("Could not write '%1'. Choose another folder or name.").arg(path);
    }
    return ok;
}

void TimelineView::fitAll()
{
    if (m_impl->report) {
        setViewRange(m_impl->bounds());
    }
}
void TimelineView::fitSelection()
{
    if (const auto range = selectedRange()) {
        const std::int64_t margin = std::max<std::int64_t>(range->durationNs() / 10, 1);
        setViewRange({range->begin - margin, core::endOf(range->end, margin)});
    } else {
        fitAll();
    }
}
void TimelineView::zoomIn()
{
    m_impl->zoom(0.5, m_impl->mouse && m_impl->mouse->x() > m_impl->headerWidth ? m_impl->mouse->x() : m_impl->content().center().x());
}
void TimelineView::zoomOut()
{
    m_impl->zoom(2.0, m_impl->mouse && m_impl->mouse->x() > m_impl->headerWidth ? m_impl->mouse->x() : m_impl->content().center().x());
}
void TimelineView::panLeft() { m_impl->panBy(-0.2); }
void TimelineView::panRight() { m_impl->panBy(0.2); }
void TimelineView::undoView() { m_impl->navigation->undo(); }
void TimelineView::redoView() { m_impl->navigation->redo(); }
void TimelineView::nextGap() { m_impl->findGap(true); }
void TimelineView::previousGap() { m_impl->findGap(false); }
void TimelineView::nextInstance() { m_impl->findInstance(true); }
void TimelineView::previousInstance() { m_impl->findInstance(false); }
void TimelineView::jumpToLinked()
{
    Impl& d = *m_impl;
    if (d.partners.empty()) {
        emit statusMessage(d.seen ? tr("This event is linked to no other.") : tr("Select an event first."));
        return;
    }
    const SeenEvent target = d.partners[d.partner++ % d.partners.size()];
    d.select(target, true);
    d.go(target);
}
void TimelineView::expandAll()
{
    m_impl->model.setAllExpanded(true);
    viewport()->update();
    emit rowsChanged();
}
void TimelineView::collapseAll()
{
    m_impl->model.setAllExpanded(false);
    viewport()->update();
    emit rowsChanged();
}
void TimelineView::showAllLanes()
{
    m_impl->model.showAll();
    viewport()->update();
    emit rowsChanged();
}
void TimelineView::copySelection()
{
    QString text;
    if (m_impl->seen) {
        const SeenEvent& e = *m_impl->seen;
        text = e.text + "\t" + QString::number(e.start) + "\t" + QString::number(e.end - e.start);
    } else if (m_impl->range) {
        text = QString::number(m_impl->range->begin) + "\t" + QString::number(m_impl->range->end) + "\t" +
               QString::number(m_impl->range->durationNs());
    }
    if (!text.isEmpty()) {
        QGuiApplication::clipboard()->setText(text);
    }
}

} // namespace pv::widgets
