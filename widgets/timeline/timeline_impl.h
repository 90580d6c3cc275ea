// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Inside of TimelineView: its state, shared by the files that paint, handle input and run jobs.

#include "widgets/timeline/picture_source.h"
#include "widgets/timeline/row_layout.h"
#include "widgets/timeline/time_axis.h"
#include "widgets/timeline/timeline_view.h"

#include <QElapsedTimer>
#include <QPainter>
#include <QPoint>
#include <QThreadPool>
#include <QUndoStack>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

namespace pv::widgets {

// An event as the overlay needs it; read by a worker.
struct SeenEvent {
    core::EventId id{};
    core::LaneId lane = core::kNoLane;
    core::EventKind kind{};
    core::StringId name{};
    QString text;
    core::TimeNs start = 0;
    core::TimeNs end = 0;
    std::int32_t row = 0;
};

struct TimelineView::Impl {
    TimelineView& q;
    std::shared_ptr<const core::Report> report;
    RowModel model;
    RowLayout layout;
    std::uint64_t layoutRevision = ~0ull;
    TimeAxis axis;
    std::unique_ptr<PictureSource> source;
    QThreadPool jobs; // hover, links, searches
    std::shared_ptr<std::atomic<bool>> stop = std::make_shared<std::atomic<bool>>(false);
    std::uint64_t hoverGeneration = 0;
    std::uint64_t searchGeneration = 0;
    int running = 0;
    bool wasSettled = false;
    bool missing = true; // some picture of the last frame was not there

    // Selection.
    core::EventId event{};
    std::optional<SeenEvent> seen;
    std::vector<SeenEvent> partners; // linked with the selected event
    std::size_t partner = 0;
    std::optional<core::TimeRange> range;
    core::LaneId rangeLane = core::kNoLane;

    Theme theme = Theme::light();
    std::vector<TimelineMarker> markers;
    std::int64_t gapThreshold = 0;
    bool minimap = true;
    bool wallClock = false;
    QUndoStack* navigation = nullptr;
    int headerWidth = 250;

    // Mouse.
    enum class Drag { none, pan, range, minimap, header } drag = Drag::none;
    QPoint pressed;
    QPoint last;
    bool moved = false;
    core::TimeNs rangeAnchor = 0;
    std::int64_t anchorScroll = 0;
    TimeAxis anchorAxis;
    std::optional<QPoint> mouse;

    explicit Impl(TimelineView& view);
    ~Impl();

    // Geometry, logical pixels of the viewport.
    qreal ratio() const { return q.devicePixelRatioF(); }
    int minimapHeight() const { return minimap && report ? 34 : 0; }
    int rulerTop() const { return minimapHeight(); }
    int rulerHeight() const { return 26; }
    int rowsTop() const { return rulerTop() + rulerHeight(); }
    int pinnedHeight() const { return static_cast<int>(std::min<std::int64_t>(layout.pinnedHeight(), q.viewport()->height() / 2)); }
    int scrolledTop() const { return rowsTop() + pinnedHeight(); }
    QRect content() const { return {headerWidth, 0, std::max(1, q.viewport()->width() - headerWidth), q.viewport()->height()}; }
    double xOf(core::TimeNs t) const { return headerWidth + axis.xOf(t) / ratio(); }
    core::TimeNs timeAt(double x) const { return axis.timeAt((x - headerWidth) * ratio()); }
    std::int64_t scroll() const;
    std::int64_t durationOfPixel() const { return std::max<std::int64_t>(1, static_cast<std::int64_t>(axis.nsPerColumn() * ratio())); }
    core::TimeRange bounds() const;
    // Row at a place of the viewport, and the place of the row's top.
    const Row* rowAt(const QPoint& p, int* top = nullptr) const;
    std::optional<int> topOf(const Row& row) const;

    void updateColumns();
    void updateLayout();
    void setAxis(const TimeAxis& next, bool undoable);
    void pushUndo(const TimeAxis& before);
    void rebuildSource();
    void changed();

    // Painting.
    void paint(QPainter& p);
    void paintMinimap(QPainter& p);
    void paintRuler(QPainter& p);
    void paintRow(QPainter& p, const Row& row, int top);
    void paintHeader(QPainter& p, const Row& row, int top);
    void paintPictures(QPainter& p, const Row& row, int top);
    void paintLabels(QPainter& p, const Row& row, int top, const Picture& picture);
    void paintOverlay(QPainter& p);
    void paintArrows(QPainter& p);
    QRectF rectOf(const SeenEvent& e, bool* visible) const;
    std::optional<PictureRequest> requestFor(const Row& row, std::int64_t index, int band) const;

    // Jobs: `work` runs on a worker and gives what runs on the GUI thread; dropped when another report is set meanwhile.
    using Finish = std::function<void()>;
    void run(std::function<Finish(const core::Report&, const std::atomic<bool>&)> work);
    void hoverAt(const QPoint& p);
    void pickAt(const QPoint& p, bool activate);
    void select(const SeenEvent& e, bool tell);
    void loadSelected(core::EventId id, bool go);
    void loadPartners();
    void go(const SeenEvent& e);
    void findGap(bool forward);
    void findInstance(bool forward);
    void zoom(double factor, double x);
    void panBy(double share);
    void checkSettled();
};

SeenEvent seenEvent(const core::Report& report, const core::Event& e);

} // namespace pv::widgets
