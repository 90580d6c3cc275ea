// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse, wheel, keyboard and gestures of the timeline.

#include "widgets/timeline/timeline_impl.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <cmath>

namespace pv::widgets {

bool TimelineView::event(QEvent* event)
{
    // Tab and the letters are the timeline's own, also where the window has shortcuts of the same keys.
    if (event->type() == QEvent::ShortcutOverride) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->modifiers() == Qt::NoModifier &&
            (key->key() == Qt::Key_W || key->key() == Qt::Key_A || key->key() == Qt::Key_S || key->key() == Qt::Key_D)) {
            key->accept();
            return true;
        }
    }
    return QAbstractScrollArea::event(event);
}

bool TimelineView::viewportEvent(QEvent* event)
{
    Impl& d = *m_impl;
    switch (event->type()) {
    case QEvent::ToolTip: d.hoverAt(static_cast<QHelpEvent*>(event)->pos()); return true;
    case QEvent::Leave:
        d.mouse.reset();
        ++d.hoverGeneration;
        viewport()->update();
        emit cursorTimeChanged(0, false);
        break;
    case QEvent::NativeGesture: {
        auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture) {
            d.zoom(1.0 / std::max(0.1, 1.0 + gesture->value()), gesture->position().x());
            return true;
        }
        break;
    }
    default: break;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void TimelineView::paintEvent(QPaintEvent*)
{
    QPainter p(viewport());
    m_impl->paint(p);
    m_impl->checkSettled();
}

void TimelineView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    m_impl->updateColumns();
    m_impl->layoutRevision = ~0ull;
    m_impl->updateLayout();
    m_impl->changed();
}

void TimelineView::scrollContentsBy(int, int)
{
    m_impl->wasSettled = false;
    m_impl->missing = true;
    viewport()->update();
}

void TimelineView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        m_impl->layoutRevision = ~0ull;
        viewport()->update();
    }
}

void TimelineView::mousePressEvent(QMouseEvent* event)
{
    Impl& d = *m_impl;
    const QPoint p = event->position().toPoint();
    d.pressed = d.last = p;
    d.moved = false;
    d.drag = Impl::Drag::none;
    if (!d.report) {
        return;
    }
    if (std::abs(p.x() - d.headerWidth) <= 3 && event->button() == Qt::LeftButton) {
        d.drag = Impl::Drag::header;
    } else if (p.x() < d.headerWidth) {
        int top = 0;
        if (const Row* row = d.rowAt(p, &top); row != nullptr && event->button() == Qt::LeftButton && row->expandable) {
            setLaneExpanded(row->lane, !row->expanded);
        }
    } else if (p.y() < d.minimapHeight()) {
        d.drag = Impl::Drag::minimap;
        mouseMoveEvent(event);
    } else if (event->button() == Qt::MiddleButton ||
               (event->button() == Qt::LeftButton && (event->modifiers() & Qt::ShiftModifier) != 0) ||
               (event->button() == Qt::LeftButton && p.y() < d.rowsTop())) {
        d.drag = Impl::Drag::range;
        d.rangeAnchor = d.timeAt(p.x());
    } else if (event->button() == Qt::LeftButton) {
        d.drag = Impl::Drag::pan;
        d.anchorAxis = d.axis;
        d.anchorScroll = d.scroll();
    }
}

void TimelineView::mouseMoveEvent(QMouseEvent* event)
{
    Impl& d = *m_impl;
    const QPoint p = event->position().toPoint();
    d.mouse = p;
    if ((p - d.pressed).manhattanLength() > 4) {
        d.moved = true;
    }
    switch (d.drag) {
    case Impl::Drag::pan:
        if (d.moved) {
            TimeAxis next = d.anchorAxis;
            next.panBy(static_cast<std::int64_t>(std::lround((d.pressed.x() - p.x()) * d.ratio())));
            d.setAxis(next, false);
            verticalScrollBar()->setValue(static_cast<int>(d.anchorScroll + d.pressed.y() - p.y()));
            viewport()->setCursor(Qt::ClosedHandCursor);
        }
        break;
    case Impl::Drag::range:
        if (d.moved) {
            const core::TimeNs t = d.timeAt(std::clamp(p.x(), d.headerWidth, viewport()->width()));
            d.range = core::TimeRange{std::min(d.rangeAnchor, t), std::max(d.rangeAnchor, t)};
            d.event = core::kNoEvent;
            d.seen.reset();
            d.partners.clear();
            d.rangeLane = core::kNoLane;
        }
        break;
    case Impl::Drag::minimap: {
        const core::TimeRange whole = d.bounds();
        const double share = static_cast<double>(p.x() - d.headerWidth) / std::max(1, viewport()->width() - d.headerWidth);
        const auto middle = whole.begin + static_cast<std::int64_t>(std::clamp(share, 0.0, 1.0) * static_cast<double>(whole.durationNs()));
        const std::int64_t span = d.axis.range().durationNs();
        d.setAxis(TimeAxis({middle - span / 2, middle - span / 2 + std::max<std::int64_t>(1, span)}, d.axis.columns()), true);
        break;
    }
    case Impl::Drag::header:
        d.headerWidth = std::clamp(p.x(), 80, std::max(100, viewport()->width() - 100));
        d.updateColumns();
        d.changed();
        break;
    case Impl::Drag::none: viewport()->setCursor(std::abs(p.x() - d.headerWidth) <= 3 ? Qt::SplitHCursor : Qt::ArrowCursor); break;
    }
    d.last = p;
    viewport()->update();
    if (d.report) {
        emit cursorTimeChanged(d.timeAt(p.x()), p.x() >= d.headerWidth);
    }
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event)
{
    Impl& d = *m_impl;
    const QPoint p = event->position().toPoint();
    const Impl::Drag drag = d.drag;
    d.drag = Impl::Drag::none;
    viewport()->setCursor(Qt::ArrowCursor);
    if (drag == Impl::Drag::pan && d.moved) {
        d.pushUndo(d.anchorAxis);
    } else if (drag == Impl::Drag::range && d.moved && d.range) {
        selectRange(*d.range, d.rangeLane);
    } else if ((drag == Impl::Drag::pan || drag == Impl::Drag::range) && !d.moved && event->button() == Qt::LeftButton) {
        d.pickAt(p, false);
    }
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (m_impl->report && event->button() == Qt::LeftButton && event->position().x() >= m_impl->headerWidth &&
        event->position().y() >= m_impl->rowsTop()) {
        m_impl->pickAt(event->position().toPoint(), true);
    }
}

void TimelineView::wheelEvent(QWheelEvent* event)
{
    Impl& d = *m_impl;
    // A touchpad tells pixels, a wheel tells steps of 120.
    const QPoint pixels = event->pixelDelta();
    const QPoint steps = event->angleDelta();
    if ((event->modifiers() & Qt::ControlModifier) != 0) {
        const double amount = !pixels.isNull() ? pixels.y() / 100.0 : steps.y() / 120.0;
        d.zoom(std::pow(0.75, amount), std::max<double>(event->position().x(), d.headerWidth));
    } else {
        const int dx = !pixels.isNull() ? pixels.x() : steps.x() / 2;
        int dy = !pixels.isNull() ? pixels.y() : steps.y() / 2;
        if ((event->modifiers() & Qt::ShiftModifier) != 0 || dx != 0) {
            TimeAxis next = d.axis;
            next.panBy(-static_cast<std::int64_t>(std::lround((dx != 0 ? dx : dy) * d.ratio())));
            d.setAxis(next, true);
            dy = dx != 0 && (event->modifiers() & Qt::ShiftModifier) == 0 ? dy : 0;
        }
        verticalScrollBar()->setValue(verticalScrollBar()->value() - dy);
    }
    event->accept();
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    Impl& d = *m_impl;
    const bool shift = (event->modifiers() & Qt::ShiftModifier) != 0;
    if ((event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) != 0 && event->key() != Qt::Key_P && event->key() != Qt::Key_C) {
        return QAbstractScrollArea::keyPressEvent(event);
    }
    switch (event->key()) {
    case Qt::Key_W:
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomIn(); break;
    case Qt::Key_S:
    case Qt::Key_Minus: zoomOut(); break;
    case Qt::Key_A:
    case Qt::Key_Left: panLeft(); break;
    case Qt::Key_D:
    case Qt::Key_Right: panRight(); break;
    case Qt::Key_F: fitSelection(); break;
    case Qt::Key_0:
    case Qt::Key_Home: fitAll(); break;
    case Qt::Key_Backspace: shift ? redoView() : undoView(); break;
    case Qt::Key_BracketRight: nextInstance(); break;
    case Qt::Key_BracketLeft: previousInstance(); break;
    case Qt::Key_G: shift ? previousGap() : nextGap(); break;
    case Qt::Key_L: jumpToLinked(); break;
    case Qt::Key_M:
        if (const auto range = selectedRange()) {
            emit noteRequested(*range, selectedLane());
        } else {
            const core::TimeNs t = d.mouse ? d.timeAt(d.mouse->x()) : d.axis.range().begin;
            emit noteRequested({t, t}, core::kNoLane);
        }
        break;
    case Qt::Key_P:
        if ((event->modifiers() & Qt::ControlModifier) != 0 && selectedLane() != core::kNoLane) {
            setLanePinned(selectedLane(), !isLanePinned(selectedLane()));
            break;
        }
        return QAbstractScrollArea::keyPressEvent(event);
    case Qt::Key_C:
        if ((event->modifiers() & Qt::ControlModifier) != 0) {
            copySelection();
            break;
        }
        return QAbstractScrollArea::keyPressEvent(event);
    case Qt::Key_Escape: clearSelection(); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (d.event != core::kNoEvent) {
            fitSelection();
            emit eventActivated(d.event);
        }
        break;
    case Qt::Key_Up: verticalScrollBar()->setValue(verticalScrollBar()->value() - 40); break;
    case Qt::Key_Down: verticalScrollBar()->setValue(verticalScrollBar()->value() + 40); break;
    default: QAbstractScrollArea::keyPressEvent(event);
    }
}

void TimelineView::contextMenuEvent(QContextMenuEvent* event)
{
    Impl& d = *m_impl;
    int top = 0;
    const Row* row = d.rowAt(viewport()->mapFromGlobal(event->globalPos()), &top);
    QMenu menu(this);
    if (row != nullptr) {
        const core::LaneId lane = row->lane;
        menu.addAction(isLanePinned(lane) ? tr("Unpin row") : tr("Pin row"), [this, lane] { setLanePinned(lane, !isLanePinned(lane)); });
        menu.addAction(tr("Hide row"), [this, lane] { setLaneHidden(lane, true); });
        if (row->expandable) {
            menu.addAction(row->expanded ? tr("Collapse row") : tr("Expand row"),
                           [this, lane, open = row->expanded] { setLaneExpanded(lane, !open); });
        }
        if (row->linesHidden > 0) {
            menu.addAction(tr("Show all %n rows", nullptr, row->lines + row->linesHidden), [this, lane] {
                m_impl->model.setAllRows(lane, true);
                viewport()->update();
            });
        }
        menu.addAction(tr("Move up"), [this, lane] { moveLane(lane, -1); });
        menu.addAction(tr("Move down"), [this, lane] { moveLane(lane, 1); });
        menu.addSeparator();
    }
    menu.addAction(tr("Fit selection"), this, &TimelineView::fitSelection);
    menu.addAction(tr("Show whole report"), this, &TimelineView::fitAll);
    if (!hiddenLanes().empty()) {
        menu.addAction(tr("Show hidden rows"), this, &TimelineView::showAllLanes);
    }
    menu.addAction(tr("Expand all"), this, &TimelineView::expandAll);
    menu.addAction(tr("Collapse all"), this, &TimelineView::collapseAll);
    menu.exec(event->globalPos());
}

} // namespace pv::widgets
