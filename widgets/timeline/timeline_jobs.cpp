// SPDX-License-Identifier: GPL-3.0-or-later
// What the timeline asks of the report on worker threads: what lies under the mouse, links, gaps, instances.

#include "widgets/timeline/time_format.h"
#include "widgets/timeline/timeline_impl.h"

#include <QMetaObject>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace pv::widgets {

SeenEvent seenEvent(const core::Report& report, const core::Event& e)
{
    SeenEvent s;
    s.id = e.id;
    s.lane = e.lane;
    s.kind = e.kind;
    s.name = e.name;
    const std::string_view name = report.string(e.name);
    s.text = QString::fromUtf8(name.data(), static_cast<qsizetype>(std::min<std::size_t>(name.size(), 4000)));
    s.start = e.start;
    s.end = e.end();
    s.row = e.row;
    return s;
}

void TimelineView::Impl::run(std::function<Finish(const core::Report&, const std::atomic<bool>&)> work)
{
    if (!report) {
        return;
    }
    ++running;
    jobs.start([this, work = std::move(work), r = report, s = stop] {
        Finish finish;
        try {
            finish = work(*r, *s);
        } catch (const std::exception&) { // the file is gone or memory is short: no answer
        }
        QMetaObject::invokeMethod(
            &q,
            [this, finish, s] {
                --running;
                if (finish && !s->load()) {
                    finish();
                }
                checkSettled();
            },
            Qt::QueuedConnection);
    });
}

void TimelineView::Impl::hoverAt(const QPoint& p)
{
    const std::uint64_t generation = ++hoverGeneration;
    int top = 0;
    const Row* row = rowAt(p, &top);
    if (row == nullptr || p.x() < headerWidth) {
        QToolTip::hideText();
        if (row != nullptr && p.x() < headerWidth) {
            QToolTip::showText(q.viewport()->mapToGlobal(p), model.path(row->lane).toHtmlEscaped(), q.viewport());
        }
        return;
    }
    const core::LaneId lane = row->lane;
    const core::TimeNs at = timeAt(p.x());
    const std::int64_t tolerance = 2 * durationOfPixel();
    const RowStyle style = row->style;
    const std::int32_t line =
        style == RowStyle::lines || style == RowStyle::strips ? RowLayout::lineAt(*row, p.y() - top).value_or(0) : core::kUnionRow;
    const bool gpu = style == RowStyle::gpu;
    const bool counter = style == RowStyle::counter;
    const QPoint global = q.viewport()->mapToGlobal(p);
    run([this, generation, lane, at, tolerance, line, gpu, counter, global](const core::Report& r, const std::atomic<bool>&) -> Finish {
        QString text;
        if (gpu) {
            // The state at the moment, or the gap around it.
            core::TimeRange found{};
            core::GpuState state = core::GpuState::idle;
            core::TimeNs before = r.lanes()[lane.value].range.begin;
            core::TimeNs after = r.lanes()[lane.value].range.end;
            const std::int64_t window = std::max<std::int64_t>(tolerance * 400, 1000);
            r.forEachBusy(lane, {at - window, at + window}, [&](core::TimeRange busy, core::GpuState s) {
                if (busy.end <= at) {
                    before = busy.end;
                    return true;
                }
                if (busy.begin <= at) {
                    found = busy;
                    state = s;
                } else {
                    after = busy.begin;
                }
                return false;
            });
            const char* names[] = {QT_TRANSLATE_NOOP("pv::widgets::TimelineView", "Compute"),
                                   QT_TRANSLATE_NOOP("pv::widgets::TimelineView", "Communication"),
                                   QT_TRANSLATE_NOOP("pv::widgets::TimelineView", "Copy only")};
            text = state == core::GpuState::idle
                       ? TimelineView::tr("GPU idle\n%1 from %2 to %3")
                             .arg(formatExact(after - before), formatExact(before), formatExact(after))
                       : TimelineView::tr(names[static_cast<int>(state)]) + "\n" + formatExact(found.durationNs());
        } else if (counter) {
            int level = 0;
            while (level < core::kMaxLevel && core::bucketWidthNs(level + 1) <= tolerance) {
                ++level;
            }
            if (const auto tile = r.counterTile(lane, level, core::tileIndex(at, level))) {
                const auto& b = tile->buckets[static_cast<std::size_t>(core::bucketIndex(at, level) & 0xFF)];
                const core::Lane& l = r.lanes()[lane.value];
                text = QString::fromStdString(l.name) + "\n" +
                       (b.hasLast ? QString::number(b.last, 'g', 10) + " " + QString::fromStdString(l.unit)
                                  : TimelineView::tr("no sample yet"));
            }
        } else if (const auto e = r.eventAt(lane, line, at, tolerance)) {
            const SeenEvent s = seenEvent(r, *e);
            text = s.text + "\n" + TimelineView::tr("Start %1").arg(formatExact(s.start)) + "\n" +
                   TimelineView::tr("Duration %1").arg(formatExact(s.end - s.start));
            if ((e->flags & core::kFlagNotClosed) != 0) {
                text += "\n" + TimelineView::tr("not closed: it was still open when the recording ended");
            }
            const core::Lane& l = r.lanes()[lane.value];
            text += "\n" + QString::fromStdString(l.name);
        }
        return [this, generation, text, global] {
            if (generation != hoverGeneration) {
                return;
            }
            if (text.isEmpty()) {
                QToolTip::hideText();
            } else {
                // Names are untrusted: escaped, so that nothing in them is taken for markup.
                QToolTip::showText(global, "<qt>" + text.toHtmlEscaped().replace('\n', "<br>") + "</qt>", q.viewport());
            }
        };
    });
}

void TimelineView::Impl::pickAt(const QPoint& p, bool activate)
{
    int top = 0;
    const Row* row = rowAt(p, &top);
    if (row == nullptr) {
        return;
    }
    const core::LaneId lane = row->lane;
    const core::TimeNs at = timeAt(p.x());
    const std::int64_t tolerance = 2 * durationOfPixel();
    if (row->style == RowStyle::gpu) {
        // An idle gap is selected as a range, so that its statistics and causes are shown.
        run([this, lane, at](const core::Report& r, const std::atomic<bool>&) -> Finish {
            const core::TimeRange whole = r.lanes()[lane.value].range;
            core::TimeRange gap = whole;
            core::TimeRange busyAt{};
            r.forEachBusy(lane, core::kAllTime, [&](core::TimeRange busy, core::GpuState) {
                if (busy.end <= at) {
                    gap.begin = busy.end;
                    return true;
                }
                if (busy.begin <= at) {
                    busyAt = busy;
                } else {
                    gap.end = busy.begin;
                }
                return false;
            });
            return [this, lane, gap, busyAt] { q.selectRange(busyAt.empty() ? gap : busyAt, lane); };
        });
        return;
    }
    const std::int32_t line = row->style == RowStyle::lines || row->style == RowStyle::strips
                                  ? RowLayout::lineAt(*row, p.y() - top).value_or(0)
                                  : core::kUnionRow;
    run([this, lane, at, tolerance, line, activate](const core::Report& r, const std::atomic<bool>&) -> Finish {
        const auto e = r.eventAt(lane, line, at, tolerance);
        if (!e) {
            return [this] { q.clearSelection(); };
        }
        const SeenEvent s = seenEvent(r, *e);
        return [this, s, activate] {
            select(s, true);
            if (activate) {
                q.fitSelection();
                emit q.eventActivated(s.id);
            }
        };
    });
}

void TimelineView::Impl::select(const SeenEvent& e, bool tell)
{
    event = e.id;
    seen = e;
    partners.clear();
    partner = 0;
    range.reset();
    rangeLane = core::kNoLane;
    loadPartners();
    q.viewport()->update();
    if (tell) {
        emit q.eventSelected(e.id);
    }
}

void TimelineView::Impl::loadSelected(core::EventId id, bool goThere)
{
    run([this, id, goThere](const core::Report& r, const std::atomic<bool>&) -> Finish {
        const auto e = r.event(id);
        if (!e) {
            return {};
        }
        const SeenEvent s = seenEvent(r, *e);
        return [this, s, goThere] {
            if (event != s.id) {
                return; // something else was selected meanwhile
            }
            select(s, false);
            if (goThere) {
                go(s);
            }
        };
    });
}

void TimelineView::Impl::loadPartners()
{
    const core::EventId id = event;
    run([this, id](const core::Report& r, const std::atomic<bool>&) -> Finish {
        std::vector<SeenEvent> found;
        for (const core::Link& l : r.linked(id, 256)) {
            const core::EventId other = l.source == id ? l.target : l.source;
            if (const auto e = r.event(other)) {
                found.push_back(seenEvent(r, *e));
            }
        }
        return [this, id, found] {
            if (event == id) {
                partners = found;
                q.viewport()->update();
            }
        };
    });
}

void TimelineView::Impl::go(const SeenEvent& e)
{
    model.reveal(e.lane);
    updateLayout();
    const std::int64_t duration = std::max<std::int64_t>(e.end - e.start, 1);
    const core::TimeRange view = axis.range();
    // Wide enough to see, with what is around it; a view that shows it well already only moves.
    const double share = static_cast<double>(duration) / static_cast<double>(std::max<std::int64_t>(1, view.durationNs()));
    std::int64_t span = view.durationNs();
    if (share < 0.02 || share > 0.9) {
        span = duration > (std::int64_t{1} << 58) ? duration : duration * 8;
    }
    const core::TimeNs middle = e.start + duration / 2;
    TimeAxis next({middle - span / 2, middle - span / 2 + std::max<std::int64_t>(span, 1)}, axis.columns());
    setAxis(next, true);
    if (const Row* row = layout.find(e.lane); row != nullptr && !row->pinned) {
        const int height = q.viewport()->height() - scrolledTop();
        const std::int64_t y = row->y + row->padding + std::int64_t{std::min(e.row, row->lines)} * row->lineHeight;
        if (y < scroll() + 20 || y > scroll() + height - 40) {
            q.verticalScrollBar()->setValue(static_cast<int>(std::clamp<std::int64_t>(y - height / 2, 0, std::numeric_limits<int>::max())));
        }
    }
}

void TimelineView::Impl::findGap(bool forward)
{
    core::TimeNs from = range ? (forward ? range->end : range->begin) : (forward ? axis.range().begin : axis.range().end);
    core::LaneId wanted = core::kNoLane;
    if (rangeLane != core::kNoLane && model.contains(rangeLane) && model.node(rangeLane).content == RowContent::gpu) {
        wanted = rangeLane;
    }
    const std::int64_t least = gapThreshold > 0 ? gapThreshold : durationOfPixel();
    const std::uint64_t generation = ++searchGeneration;
    run([this, from, wanted, least, forward, generation](const core::Report& r, const std::atomic<bool>& cancelled) -> Finish {
        core::LaneId gpu = wanted;
        for (const core::Lane& l : r.lanes()) {
            if (gpu == core::kNoLane && l.kind == core::LaneKind::gpu) {
                gpu = l.id;
            }
        }
        std::optional<core::TimeRange> found;
        if (gpu != core::kNoLane) {
            bool any = false;
            core::TimeNs busyTo = 0;
            const core::TimeRange window =
                forward ? core::TimeRange{from - 1, core::kAllTime.end} : core::TimeRange{core::kAllTime.begin, from + 1};
            r.forEachBusy(gpu, window, [&](core::TimeRange busy, core::GpuState) {
                if (any && busy.begin - busyTo >= least && (forward ? busyTo >= from : busy.begin <= from)) {
                    found = core::TimeRange{busyTo, busy.begin};
                }
                any = true;
                busyTo = busy.end;
                return !(forward && found) && !cancelled.load(std::memory_order_relaxed);
            });
        }
        return [this, found, gpu, generation, forward] {
            if (generation != searchGeneration) {
                return;
            }
            if (!found) {
                emit q.statusMessage(gpu == core::kNoLane ? TimelineView::tr("This report has no GPU work.")
                                     : forward            ? TimelineView::tr("No further idle gap of the GPU.")
                                                          : TimelineView::tr("No earlier idle gap of the GPU."));
                return;
            }
            q.goToRange(*found, gpu);
        };
    });
}

void TimelineView::Impl::findInstance(bool forward)
{
    if (!seen) {
        emit q.statusMessage(TimelineView::tr("Select an event first."));
        return;
    }
    const SeenEvent current = *seen;
    const std::uint64_t generation = ++searchGeneration;
    run([this, current, forward, generation](const core::Report& r, const std::atomic<bool>& cancelled) -> Finish {
        core::EventId found = core::kNoEvent;
        const core::TimeRange window =
            forward ? core::TimeRange{current.start, core::kAllTime.end} : core::TimeRange{core::kAllTime.begin, current.start};
        std::uint32_t seenCount = 0;
        r.forEachEvent(current.lane, window, {}, [&](const core::Chunk& c, std::uint32_t i) {
            const std::int64_t name = c.value(core::col::name, i);
            const core::TimeNs start = c.value(core::col::start, i);
            const bool same = c.info().kind == current.kind && (name == core::kNull ? 0 : name) == std::int64_t{current.name.value} &&
                              c.eventId(i) != current.id;
            if (same && (forward ? start >= current.start : start <= current.start)) {
                found = c.eventId(i);
                if (forward) {
                    return false;
                }
            }
            return (++seenCount & 0xFFF) != 0 || !cancelled.load(std::memory_order_relaxed);
        });
        const auto e = found != core::kNoEvent ? r.event(found) : std::nullopt;
        const std::optional<SeenEvent> s = e ? std::optional(seenEvent(r, *e)) : std::nullopt;
        return [this, s, generation] {
            if (generation != searchGeneration) {
                return;
            }
            if (!s) {
                emit q.statusMessage(TimelineView::tr("No further event of this name in this row."));
                return;
            }
            select(*s, true);
            go(*s);
        };
    });
}

} // namespace pv::widgets
