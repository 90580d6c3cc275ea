// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/cell_sum.h"
#include "widgets/timeline/picture_builder.h"

#include <algorithm>
#include <cmath>

namespace pv::widgets {
namespace {

// Time to columns of one picture: one subtraction and one multiplication an event.
class Columns {
public:
    Columns(const ColumnGrid& grid, std::int64_t first)
    {
        const Int128 edge = grid.origin + grid.step * first;
        m_base = grid.edge(first);
        m_fraction = static_cast<double>(edge - (Int128{m_base} << 32)) / 4294967296.0;
        m_perNs = 1.0 / grid.nsPerColumn();
    }
    double operator()(core::TimeNs t) const
    {
        const double ns = static_cast<double>(static_cast<Int128>(t) - m_base);
        return (ns - m_fraction) * m_perNs;
    }

private:
    core::TimeNs m_base = 0;
    double m_fraction = 0;
    double m_perNs = 1;
};

float limited(double x) { return static_cast<float>(std::clamp(x, -8.0, kPictureColumns + 8.0)); }

void colorCells(NameCache& names, std::vector<Cell>& cells)
{
    for (Cell& cell : cells) {
        if (cell.busy > 0 || cell.mark) {
            cell.color = names.color(cell.kind, cell.top);
        }
    }
}

Box makeBox(NameCache& names, core::EventId id, core::EventKind kind, core::StringId name, core::TimeRange range, double x0, double x1)
{
    Box box;
    box.id = id;
    box.start = range.begin;
    box.end = range.end;
    box.x0 = limited(x0);
    box.x1 = limited(x1);
    box.color = names.color(kind, name);
    box.name = name;
    box.kind = kind;
    if (x1 - x0 >= kLabelColumns) {
        box.label = names.label(name);
    }
    return box;
}

std::optional<LineAnswer> fromEvents(NameCache& names, const LineQuery& query, const std::atomic<bool>& stop)
{
    const Columns columns(query.grid, query.firstColumn);
    const bool merged = query.firstRow == core::kUnionRow;
    std::vector<CellSum> sums(static_cast<std::size_t>(merged ? 1 : query.rows), CellSum(query.columns));
    LineAnswer answer;
    answer.exact = true;
    answer.lines.resize(sums.size());
    std::uint32_t seen = 0;
    const core::TimeRange range = query.grid.rangeOf(query.firstColumn, query.firstColumn + query.columns);
    names.report().forEachEvent(query.lane, range, {}, [&](const core::Chunk& chunk, std::uint32_t i) {
        if ((++seen & 0xFFF) == 0 && stop.load(std::memory_order_relaxed)) {
            return false;
        }
        const std::int64_t flags = chunk.value(core::col::flags, i);
        if (flags != core::kNull && (flags & core::kFlagInvalidTime) != 0) {
            return true;
        }
        const std::int64_t row = chunk.value(core::col::row, i);
        const std::int64_t line = merged ? 0 : (row == core::kNull ? 0 : row) - query.firstRow;
        if (line < 0 || line >= static_cast<std::int64_t>(sums.size())) {
            return true;
        }
        const core::TimeNs start = chunk.value(core::col::start, i);
        const std::int64_t duration = std::max<std::int64_t>(chunk.value(core::col::duration, i), 0);
        const std::int64_t nameValue = chunk.value(core::col::name, i);
        const core::StringId name{nameValue == core::kNull ? 0 : static_cast<std::uint32_t>(nameValue)};
        const core::TimeNs end = core::endOf(start, duration);
        const double x0 = columns(start);
        const double x1 = duration == 0 ? x0 : columns(end);
        const bool wide = !merged && x1 - x0 >= kNarrowColumns;
        const core::EventKind kind = chunk.info().kind;
        sums[static_cast<std::size_t>(line)].add(x0, x1, name, kind, !wide, true);
        if (wide) {
            answer.lines[static_cast<std::size_t>(line)].boxes.push_back(
                makeBox(names, chunk.eventId(i), kind, name, {start, end}, x0, x1));
        }
        return true;
    });
    if (stop.load(std::memory_order_relaxed)) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
        answer.lines[i].cells = sums[i].take();
        colorCells(names, answer.lines[i].cells);
    }
    return answer;
}

// A long event among very many short ones: found again from the columns that it fills.
void findLongEvents(NameCache& names, const LineQuery& query, std::int32_t row, const std::vector<std::int64_t>& longest, Line& line)
{
    constexpr double kLong = 8.0;
    constexpr int kMostSearches = 64;
    const Columns columns(query.grid, query.firstColumn);
    const double nsPerColumn = query.grid.nsPerColumn();
    int searches = 0;
    for (std::size_t i = 0; i < line.cells.size() && searches < kMostSearches; ++i) {
        if (line.cells[i].busy < 0.9999f || static_cast<double>(longest[i]) < kLong * nsPerColumn) {
            continue;
        }
        ++searches;
        const core::TimeRange column =
            query.grid.rangeOf(query.firstColumn + static_cast<std::int64_t>(i), query.firstColumn + static_cast<std::int64_t>(i) + 1);
        const auto event = names.report().eventAt(query.lane, row, column.begin + (column.end - column.begin) / 2, 0);
        if (!event) {
            continue;
        }
        const double x0 = columns(event->start);
        const double x1 = columns(event->end());
        if (x1 - x0 < kLong) {
            continue;
        }
        line.boxes.push_back(makeBox(names, event->id, event->kind, event->name, {event->start, event->end()}, x0, x1));
        const auto end = static_cast<std::size_t>(std::clamp(std::floor(x1), 0.0, static_cast<double>(line.cells.size())));
        for (auto c = static_cast<std::size_t>(std::clamp(std::ceil(x0), 0.0, static_cast<double>(line.cells.size()))); c < end; ++c) {
            line.cells[c].narrow = 0;
        }
        // The box draws its own share of the columns at its ends.
        const auto drawnByBox = [&](double column0, double share) {
            if (column0 >= 0 && column0 < static_cast<double>(line.cells.size())) {
                Cell& cell = line.cells[static_cast<std::size_t>(column0)];
                cell.narrow = std::max(0.0f, cell.narrow - static_cast<float>(share));
            }
        };
        if (std::ceil(x0) > x0) {
            drawnByBox(std::floor(x0), std::ceil(x0) - x0);
        }
        drawnByBox(std::floor(x1), x1 - std::floor(x1));
        i = std::max(i, end > 0 ? end - 1 : 0);
    }
}

std::optional<LineAnswer> fromBuckets(NameCache& names, const LineQuery& query, const std::atomic<bool>& stop)
{
    const int level = levelFor(query.grid);
    const std::int64_t width = core::bucketWidthNs(level);
    const auto count = static_cast<std::size_t>(query.columns);
    // First bucket whose middle lies in the column or after it.
    std::vector<std::int64_t> firstBucket(count + 1);
    for (std::size_t i = 0; i <= count; ++i) {
        const core::TimeNs edge = query.grid.rangeOf(query.firstColumn, query.firstColumn + static_cast<std::int64_t>(i)).end;
        const core::TimeNs at = i == 0 ? query.grid.edge(query.firstColumn) : edge;
        core::TimeNs shifted{};
        if (__builtin_add_overflow(at, width / 2 - 1, &shifted)) {
            shifted = std::numeric_limits<core::TimeNs>::max();
        }
        firstBucket[i] = core::bucketIndex(shifted, level);
    }
    LineAnswer answer;
    const bool merged = query.firstRow == core::kUnionRow;
    answer.lines.resize(static_cast<std::size_t>(merged ? 1 : query.rows));
    for (std::size_t l = 0; l < answer.lines.size(); ++l) {
        Line& line = answer.lines[l];
        line.cells.resize(count);
        std::vector<std::int64_t> longest(count, -1);
        const std::int32_t row = merged ? core::kUnionRow : query.firstRow + static_cast<std::int32_t>(l);
        core::TilePtr tile;
        std::int64_t tileIndex = std::numeric_limits<std::int64_t>::min();
        for (std::size_t i = 0; i < count; ++i) {
            Cell& cell = line.cells[i];
            std::int64_t busy = 0;
            std::int64_t topBusy = -1;
            for (std::int64_t b = firstBucket[i]; b < firstBucket[i + 1]; ++b) {
                if (b >> 8 != tileIndex) {
                    if (stop.load(std::memory_order_relaxed)) {
                        return std::nullopt;
                    }
                    tileIndex = b >> 8;
                    tile = names.report().tile(query.lane, row, level, tileIndex);
                    answer.damaged = answer.damaged || (tile && tile->damaged);
                }
                const auto at = static_cast<std::size_t>(b & 0xFF);
                if (!tile || at >= tile->buckets.size()) {
                    continue;
                }
                const core::Bucket& bucket = tile->buckets[at];
                busy += bucket.busyNs;
                cell.count += bucket.count;
                longest[i] = std::max(longest[i], bucket.longestNs);
                if (bucket.longestNs >= 0 && bucket.busyNs > topBusy) {
                    topBusy = bucket.busyNs;
                    cell.top = bucket.topName;
                    cell.kind = bucket.topKind;
                }
            }
            const std::int64_t buckets = firstBucket[i + 1] - firstBucket[i];
            cell.busy = buckets > 0 ? static_cast<float>(static_cast<double>(busy) / static_cast<double>(buckets * width)) : 0.0f;
            cell.narrow = cell.busy;
            cell.mark = busy == 0 && longest[i] >= 0;
        }
        if (!merged) {
            findLongEvents(names, query, row, longest, line);
        }
        colorCells(names, line.cells);
    }
    return answer;
}

} // namespace

int levelFor(const ColumnGrid& grid)
{
    const Int128 eighth = grid.step >> (32 + 3);
    int level = 0;
    while (level < core::kMaxLevel && (Int128{1} << (2 * (level + 1))) <= eighth) {
        ++level;
    }
    return level;
}

EventEstimate estimateEvents(const core::Report& report, core::LaneId lane, core::TimeRange range)
{
    EventEstimate estimate;
    for (const core::ChunkId id : report.chunksOf(lane)) {
        const core::ChunkInfo* chunk = report.chunkInfo(id);
        if (chunk == nullptr || chunk->lastEnd < range.begin) {
            continue;
        }
        if (chunk->firstStart >= range.end) {
            break;
        }
        ++estimate.chunks;
        const core::TimeRange whole{chunk->firstStart, core::endOf(chunk->lastStart, 1)};
        const double share = static_cast<double>(std::max<std::int64_t>(whole.intersected(range).durationNs(), 1)) /
                             static_cast<double>(std::max<std::int64_t>(whole.durationNs(), 1));
        estimate.events += static_cast<std::int64_t>(std::ceil(std::clamp(share, 0.0, 1.0) * chunk->count));
    }
    return estimate;
}

std::optional<LineAnswer> buildLines(NameCache& names, const LineQuery& query, LineSource source, const std::atomic<bool>& stop)
{
    constexpr std::int64_t kFewEvents = 30'000;
    constexpr int kFewChunks = 12;
    if (source == LineSource::best) {
        const core::Lane& lane = names.report().lanes()[query.lane.value];
        const int level = levelFor(query.grid);
        source = LineSource::events;
        if (lane.topLevel >= lane.baseLevel && level >= lane.baseLevel) {
            const auto range = query.grid.rangeOf(query.firstColumn, query.firstColumn + query.columns);
            const EventEstimate estimate = estimateEvents(names.report(), query.lane, range);
            if (estimate.events > kFewEvents || estimate.chunks > kFewChunks) {
                source = LineSource::buckets;
            }
        }
    }
    return source == LineSource::events ? fromEvents(names, query, stop) : fromBuckets(names, query, stop);
}

} // namespace pv::widgets
