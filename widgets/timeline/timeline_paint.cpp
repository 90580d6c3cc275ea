// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/time_format.h"
#include "widgets/timeline/timeline_impl.h"

#include <QFontMetrics>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace pv::widgets {

void TimelineView::Impl::paint(QPainter& p)
{
    updateLayout();
    missing = false;
    const QRect all = q.viewport()->rect();
    p.fillRect(all, theme.base);
    if (!report) {
        return;
    }
    // Scrolled rows first, then what lies over them.
    const std::int64_t from = scroll();
    const int height = all.height() - scrolledTop();
    p.save();
    p.setClipRect(QRect(0, scrolledTop(), all.width(), height));
    for (const Row& row : layout.visible(from, from + height)) {
        paintRow(p, row, scrolledTop() + static_cast<int>(row.y - from));
    }
    p.restore();
    if (pinnedHeight() > 0) {
        p.save();
        p.setClipRect(QRect(0, rowsTop(), all.width(), pinnedHeight()));
        p.fillRect(QRect(0, rowsTop(), all.width(), pinnedHeight()), theme.base);
        for (const Row& row : layout.pinned()) {
            paintRow(p, row, rowsTop() + static_cast<int>(row.y));
        }
        p.restore();
        p.setPen(theme.accent);
        p.drawLine(0, scrolledTop() - 1, all.width(), scrolledTop() - 1);
    }
    paintOverlay(p);
    paintRuler(p);
    if (minimapHeight() > 0) {
        paintMinimap(p);
    }
    p.setPen(theme.border);
    p.drawLine(headerWidth - 1, 0, headerWidth - 1, all.height());
    source->endFrame();
}

void TimelineView::Impl::paintRow(QPainter& p, const Row& row, int top)
{
    const QRect content(headerWidth, top, q.viewport()->width() - headerWidth, row.height);
    const bool group = row.style == RowStyle::title || row.style == RowStyle::summary;
    p.fillRect(content, group ? theme.groupRow : theme.base);
    if (row.style != RowStyle::title) {
        paintPictures(p, row, top);
    }
    p.setPen(theme.border);
    p.drawLine(0, top + row.height - 1, q.viewport()->width(), top + row.height - 1);
    paintHeader(p, row, top);
}

void TimelineView::Impl::paintHeader(QPainter& p, const Row& row, int top)
{
    const QRect r(0, top, headerWidth - 1, row.height - 1);
    p.fillRect(r, row.lane == rangeLane || (seen && seen->lane == row.lane) ? theme.alternate : theme.header);
    const RowNode& node = model.node(row.lane);
    const int indent = 6 + row.depth * 12;
    const int line = std::min(row.height, QFontMetrics(q.font()).height() + 6);
    if (row.expandable) {
        const double cx = indent + 4;
        const double cy = top + line / 2.0;
        QPainterPath path;
        if (row.expanded) {
            path.moveTo(cx - 4, cy - 2);
            path.lineTo(cx + 4, cy - 2);
            path.lineTo(cx, cy + 3);
        } else {
            path.moveTo(cx - 2, cy - 4);
            path.lineTo(cx + 3, cy);
            path.lineTo(cx - 2, cy + 4);
        }
        path.closeSubpath();
        p.fillPath(path, theme.mutedText);
    }
    QFont font = q.font();
    font.setBold(node.kind == core::LaneKind::process || node.kind == core::LaneKind::gpu || node.kind == core::LaneKind::host);
    p.setFont(font);
    p.setPen(theme.headerText);
    const QRect text(indent + 14, top, headerWidth - indent - 20, line);
    p.drawText(text, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
               QFontMetrics(font).elidedText(node.name, Qt::ElideMiddle, text.width()));
    p.setFont(q.font());
    if (row.linesHidden > 0) {
        p.setPen(theme.mutedText);
        p.drawText(QRect(indent + 14, top + row.height - 17, headerWidth - indent - 20, 16), Qt::AlignVCenter | Qt::AlignLeft,
                   TimelineView::tr("%n more rows", nullptr, row.linesHidden));
    }
}

std::optional<PictureRequest> TimelineView::Impl::requestFor(const Row& row, std::int64_t index, int band) const
{
    PictureRequest r;
    r.key.lane = row.lane;
    r.key.theme = theme.mode;
    r.key.grid = axis.grid();
    r.key.index = index;
    r.key.linePx = static_cast<std::uint16_t>(std::max(1.0, std::round(row.lineHeight * ratio())));
    r.key.lines = static_cast<std::uint16_t>(std::max(1, row.lines));
    switch (row.style) {
    case RowStyle::title: return std::nullopt;
    case RowStyle::summary: {
        const auto lanes = model.summaryLanes(row.lane, static_cast<std::size_t>(RowLayout::kMostStrips));
        if (lanes.empty()) {
            return std::nullopt;
        }
        r.key.kind = row.lines > 1 ? PictureKind::summary : PictureKind::most;
        auto list = std::make_shared<std::vector<core::LaneId>>(lanes);
        if (r.key.kind == PictureKind::summary && list->size() > static_cast<std::size_t>(row.lines)) {
            list->resize(static_cast<std::size_t>(row.lines));
        }
        r.lanes = std::move(list);
        break;
    }
    case RowStyle::lines:
    case RowStyle::strips:
        r.key.kind = PictureKind::lines;
        r.key.firstLine = static_cast<std::uint16_t>(band * kBandLines);
        r.key.lines = static_cast<std::uint16_t>(std::min(kBandLines, row.lines - band * kBandLines));
        break;
    case RowStyle::merged: r.key.kind = PictureKind::merged; break;
    case RowStyle::states:
        r.key.kind = PictureKind::lines;
        r.key.lines = 1;
        break;
    case RowStyle::gpu: r.key.kind = PictureKind::gpu; break;
    case RowStyle::counter: r.key.kind = PictureKind::counter; break;
    }
    return r;
}

void TimelineView::Impl::paintPictures(QPainter& p, const Row& row, int top)
{
    const int y = top + row.padding;
    const std::int64_t first = axis.firstColumn();
    auto floorDiv = [](std::int64_t a) { return a >= 0 ? a / kPictureColumns : -((-a + kPictureColumns - 1) / kPictureColumns); };
    const int bands = row.style == RowStyle::lines || row.style == RowStyle::strips ? (row.lines + kBandLines - 1) / kBandLines : 1;
    p.save();
    p.setClipRect(QRect(headerWidth, top, q.viewport()->width() - headerWidth, row.height), Qt::IntersectClip);
    if (row.style == RowStyle::gpu) {
        p.fillRect(QRectF(headerWidth, y + row.contentHeight() - 1, q.viewport()->width(), 1), theme.idle);
    }
    std::vector<std::pair<int, PicturePtr>> labels; // drawn last: they may reach into the next picture
    for (int band = 0; band < bands; ++band) {
        const double bandTop = y + band * kBandLines * row.lineHeight;
        for (std::int64_t index = floorDiv(first); index <= floorDiv(first + axis.columns() - 1); ++index) {
            const auto request = requestFor(row, index, band);
            if (!request) {
                continue;
            }
            const double x = headerWidth + static_cast<double>(index * kPictureColumns - first) / ratio();
            const QRectF target(x, bandTop, kPictureColumns / ratio(), request->key.lines * row.lineHeight);
            if (const PicturePtr picture = source->get(*request)) {
                p.drawImage(target, picture->image);
                if (row.style == RowStyle::lines) {
                    labels.emplace_back(static_cast<int>(bandTop), picture);
                }
                continue;
            }
            missing = true;
            // Until it is there: the row as it was drawn last, moved and scaled to where it belongs now.
            if (const PicturePtr old = source->nearest(request->key)) {
                const core::TimeRange r = old->key.range();
                const double x0 = xOf(r.begin);
                const double x1 = xOf(r.end);
                if (x1 > x0 && x1 - x0 < 1e7) {
                    p.save();
                    p.setClipRect(target, Qt::IntersectClip);
                    p.drawImage(QRectF(x0, bandTop, x1 - x0, old->key.lines * row.lineHeight), old->image);
                    p.restore();
                }
            }
        }
    }
    for (const auto& [bandTop, picture] : labels) {
        paintLabels(p, row, bandTop, *picture);
    }
    p.restore();
}

void TimelineView::Impl::paintLabels(QPainter& p, const Row& row, int top, const Picture& picture)
{
    const double x0 = headerWidth + static_cast<double>(picture.key.firstColumn() - axis.firstColumn()) / ratio();
    const QFontMetrics metrics(q.font());
    if (row.lineHeight < metrics.height() - 2) {
        return;
    }
    for (std::size_t line = 0; line < picture.lines.size(); ++line) {
        for (const widgets::Box& box : picture.lines[line].boxes) {
            // A box that spans several pictures is labelled once, in the first part of it that is on screen.
            const double left = std::max(xOf(box.start), static_cast<double>(headerWidth));
            const double right = std::min(xOf(box.end), static_cast<double>(q.viewport()->width()));
            if (box.label.isEmpty() || right - left < 24 || left < x0 - 0.5 || left >= x0 + kPictureColumns / ratio()) {
                continue;
            }
            const QRectF r(left + 3, top + static_cast<double>(line) * row.lineHeight, right - left - 6, row.lineHeight - 1);
            p.setPen(QColor(Theme::textOn(box.color)));
            p.drawText(r, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                       metrics.elidedText(box.label, Qt::ElideMiddle, static_cast<int>(r.width())));
        }
    }
}

void TimelineView::Impl::paintRuler(QPainter& p)
{
    const QRect r(0, rulerTop(), q.viewport()->width(), rulerHeight());
    p.fillRect(r, theme.window);
    const core::TimeRange view = axis.range();
    const RulerSteps steps = rulerSteps(static_cast<std::int64_t>(axis.nsPerColumn() * ratio() * 110) + 1);
    std::int64_t origin = 0;
    bool wall = false;
    if (wallClock) {
        const auto it = report->meta().find("origin_unix_ns");
        wall = it != report->meta().end();
        origin = wall ? QString::fromStdString(it->second).toLongLong() : 0;
    }
    p.setFont(q.font());
    for (const RulerTick& tick : rulerTicks(view, steps)) {
        const double x = xOf(tick.time);
        if (x < headerWidth) {
            continue;
        }
        p.setPen(tick.major ? theme.mutedText : theme.border);
        p.drawLine(QPointF(x, r.bottom() - (tick.major ? 7 : 3)), QPointF(x, r.bottom()));
        if (tick.major) {
            p.setPen(theme.text);
            p.drawText(QPointF(x + 3, r.bottom() - 8),
                       wall ? formatWallClock(tick.time, origin, 0, steps.major) : formatTime(tick.time, steps.major));
        }
    }
    p.fillRect(QRect(0, r.top(), headerWidth, r.height()), theme.header);
    p.setPen(theme.mutedText);
    p.drawText(QRect(8, r.top(), headerWidth - 12, r.height()), Qt::AlignVCenter | Qt::AlignLeft,
               TimelineView::tr("%1 in view").arg(formatDuration(view.durationNs())));
    p.setPen(theme.border);
    p.drawLine(0, r.bottom(), r.right(), r.bottom());
}

void TimelineView::Impl::paintMinimap(QPainter& p)
{
    const QRect r(headerWidth, 0, q.viewport()->width() - headerWidth, minimapHeight());
    p.fillRect(QRect(0, 0, q.viewport()->width(), minimapHeight()), theme.window);
    const core::TimeRange whole = bounds();
    const int columns = std::max(1, static_cast<int>(r.width() * ratio()));
    const TimeAxis axisOfAll(whole, columns);
    core::LaneId lane = core::kNoLane;
    for (const core::Lane& l : report->lanes()) {
        if (l.kind == core::LaneKind::gpu && model.contains(l.id)) {
            lane = l.id;
            break;
        }
    }
    if (lane == core::kNoLane && !model.roots().empty()) {
        lane = model.roots().front();
    }
    if (lane != core::kNoLane) {
        const bool gpu = model.node(lane).content == RowContent::gpu;
        for (std::int64_t index = 0; index * kPictureColumns < columns; ++index) {
            PictureRequest request;
            request.key.lane = lane;
            request.key.kind = gpu ? PictureKind::gpu : PictureKind::most;
            request.key.theme = theme.mode;
            request.key.grid = axisOfAll.grid();
            request.key.index = index;
            request.key.lines = 1;
            request.key.linePx = static_cast<std::uint16_t>(std::max(1.0, (r.height() - 8) * ratio()));
            if (!gpu) {
                request.lanes = std::make_shared<std::vector<core::LaneId>>(model.summaryLanes(lane, 6));
            }
            const QRectF target(r.left() + static_cast<double>(index * kPictureColumns) / ratio(), 4, kPictureColumns / ratio(),
                                r.height() - 8);
            p.save();
            p.setClipRect(r, Qt::IntersectClip);
            if (const PicturePtr picture = source->get(request)) {
                p.drawImage(target, picture->image);
            } else {
                missing = true;
            }
            p.restore();
        }
    }
    auto x = [&](core::TimeNs t) { return r.left() + axisOfAll.xOf(t) / ratio(); };
    const core::TimeRange view = axis.range();
    const double x0 = std::clamp(x(view.begin), static_cast<double>(r.left()), static_cast<double>(r.right()));
    const double x1 = std::clamp(x(view.end), static_cast<double>(r.left()), static_cast<double>(r.right()));
    QColor veil = theme.window;
    veil.setAlpha(150);
    p.fillRect(QRectF(r.left(), 0, x0 - r.left(), r.height()), veil);
    p.fillRect(QRectF(x1, 0, r.right() - x1 + 1, r.height()), veil);
    p.setPen(QPen(theme.accent, 1.5));
    p.setBrush(Qt::NoBrush);
    p.drawRect(QRectF(x0, 1.5, std::max(3.0, x1 - x0), r.height() - 3));
    p.fillRect(QRect(0, 0, headerWidth, minimapHeight()), theme.header);
    p.setPen(theme.mutedText);
    p.drawText(QRect(8, 0, headerWidth - 12, minimapHeight()), Qt::AlignVCenter | Qt::AlignLeft,
               TimelineView::tr("Whole report: %1").arg(formatDuration(whole.durationNs())));
}

QRectF TimelineView::Impl::rectOf(const SeenEvent& e, bool* visible) const
{
    *visible = false;
    const Row* row = model.contains(e.lane) ? layout.find(e.lane) : nullptr;
    core::LaneId at = e.lane;
    while (row == nullptr && at != core::kNoLane && model.contains(at)) { // inside of a closed group
        at = model.node(at).parent;
        row = at != core::kNoLane && model.contains(at) ? layout.find(at) : nullptr;
    }
    if (row == nullptr) {
        return {};
    }
    const auto top = topOf(*row);
    if (!top) {
        return {};
    }
    *visible = true;
    const double x0 = xOf(e.start);
    const double x1 = std::max(xOf(e.end), x0 + 1);
    const bool own = row->lane == e.lane && row->style == RowStyle::lines && e.row < row->lines;
    const double y = *top + row->padding + (own ? e.row * row->lineHeight : 0);
    return {x0, y, x1 - x0, static_cast<double>(own ? row->lineHeight : row->contentHeight())};
}

void TimelineView::Impl::paintArrows(QPainter& p)
{
    if (!seen) {
        return;
    }
    bool fromVisible = false;
    const QRectF from = rectOf(*seen, &fromVisible);
    if (!fromVisible) {
        return;
    }
    p.setRenderHint(QPainter::Antialiasing, true);
    std::size_t drawn = 0;
    for (const SeenEvent& e : partners) {
        bool visible = false;
        const QRectF to = rectOf(e, &visible);
        if (!visible || ++drawn > 64) {
            continue;
        }
        const bool forward = e.start >= seen->start;
        const QPointF a(forward ? from.right() : from.left(), from.center().y());
        const QPointF b(forward ? to.left() : to.right(), to.center().y());
        if (std::fabs(a.x()) > 1e5 || std::fabs(b.x()) > 1e5) {
            continue;
        }
        QPainterPath path(a);
        const double bend = std::clamp(std::fabs(b.x() - a.x()) / 2, 20.0, 120.0) * (forward ? 1 : -1);
        path.cubicTo(a + QPointF(bend, 0), b - QPointF(bend, 0), b);
        p.setPen(QPen(theme.arrow, 1.5));
        p.setBrush(Qt::NoBrush);
        p.drawPath(path);
        QPainterPath head(b);
        head.lineTo(b + QPointF(forward ? -7 : 7, -4));
        head.lineTo(b + QPointF(forward ? -7 : 7, 4));
        head.closeSubpath();
        p.fillPath(head, theme.arrow);
        p.setPen(QPen(theme.accent, 1.5));
        p.drawRect(to.adjusted(0, 0, 0, -1));
    }
    p.setRenderHint(QPainter::Antialiasing, false);
}

void TimelineView::Impl::paintOverlay(QPainter& p)
{
    p.save();
    p.setClipRect(QRect(headerWidth, rulerTop(), q.viewport()->width() - headerWidth, q.viewport()->height() - rulerTop()));
    const int bottom = q.viewport()->height();
    // Outside of the report.
    const core::TimeRange whole = report->range();
    if (const double x = xOf(whole.begin); x > headerWidth) {
        p.fillRect(QRectF(headerWidth, rowsTop(), x - headerWidth, bottom), theme.outside);
    }
    if (const double x = xOf(whole.end); x < q.viewport()->width()) {
        p.fillRect(QRectF(x, rowsTop(), q.viewport()->width() - x, bottom), theme.outside);
    }
    for (const TimelineMarker& m : markers) {
        const QColor color = m.color.isValid() ? m.color : theme.accent;
        p.setPen(color);
        const double x = xOf(m.range.begin);
        p.drawLine(QPointF(x, rowsTop()), QPointF(x, bottom));
        p.drawText(QPointF(x + 3, rowsTop() + 12), m.text.left(60));
    }
    if (range) {
        const double x0 = xOf(range->begin);
        const double x1 = xOf(range->end);
        p.fillRect(QRectF(x0, rowsTop(), x1 - x0, bottom), theme.selection);
        p.setPen(theme.accent);
        p.drawLine(QPointF(x0, rowsTop()), QPointF(x0, bottom));
        p.drawLine(QPointF(x1, rowsTop()), QPointF(x1, bottom));
        const QString text = formatDuration(range->durationNs(), 6);
        const int width = QFontMetrics(q.font()).horizontalAdvance(text) + 10;
        const double center = std::clamp((x0 + x1) / 2, headerWidth + width / 2.0, q.viewport()->width() - width / 2.0);
        const QRectF box(center - width / 2.0, rowsTop() + 3, width, 18);
        p.fillRect(box, theme.accent);
        p.setPen(QColor(Theme::textOn(theme.accent.rgb())));
        p.drawText(box, Qt::AlignCenter, text);
    }
    p.setClipRect(QRect(headerWidth, rowsTop(), q.viewport()->width() - headerWidth, bottom - rowsTop()));
    if (seen) {
        bool visible = false;
        const QRectF r = rectOf(*seen, &visible);
        if (visible) {
            p.setPen(QPen(theme.accent, 2));
            p.setBrush(Qt::NoBrush);
            p.drawRect(r.adjusted(-1, -1, 1, 0));
        }
        paintArrows(p);
    }
    if (mouse && mouse->x() >= headerWidth && drag != Drag::minimap) {
        p.setPen(QPen(theme.cursor, 1, Qt::DashLine));
        p.drawLine(mouse->x(), rowsTop(), mouse->x(), bottom);
        const core::TimeNs t = timeAt(mouse->x());
        const QString text = formatExact(t);
        const int width = QFontMetrics(q.font()).horizontalAdvance(text) + 8;
        const int x = std::clamp(mouse->x() + 6, headerWidth, std::max(headerWidth, q.viewport()->width() - width));
        p.setClipping(false);
        p.restore();
        // Over the ruler, after it is drawn: see paintRuler's caller.
        p.save();
        const QRect box(x, bottom - 20, width, 18);
        p.fillRect(box, theme.window);
        p.setPen(theme.text);
        p.drawText(box, Qt::AlignCenter, text);
    }
    p.restore();
}

} // namespace pv::widgets
