// SPDX-License-Identifier: MIT
// Single events and links of an open report.

#include "core/model/args.h"
#include "core/store/busy_sweep.h"
#include "core/store/report_impl.h"
#include "core/store/side_tables.h"

#include "core/model/classify.h"

#include <algorithm>
#include <array>
#include <queue>

namespace pv::core {
namespace {

constexpr std::array kBasic{col::start, col::duration, col::name, col::row, col::flags};

std::int64_t flagsOf(const Chunk& c, std::uint32_t i)
{
    const std::int64_t v = c.value(col::flags, i);
    return v == kNull ? 0 : v;
}
std::int64_t durationOf(const Chunk& c, std::uint32_t i)
{
    const std::int64_t v = c.value(col::duration, i);
    return v == kNull ? 0 : v;
}

} // namespace

void ReportImpl::forEachEvent(LaneId lane, TimeRange range, std::span<const ColumnId> columns, const EventVisitor& visit) const
{
    std::vector<ColumnId> wanted(kBasic.begin(), kBasic.end());
    for (const ColumnId c : columns) {
        if (std::find(wanted.begin(), wanted.end(), c) == wanted.end()) {
            wanted.push_back(c);
        }
    }
    // Chunks of a lane overlap in time where it has several kinds; they are opened as their first start comes up.
    struct Cursor {
        ChunkPtr chunk;
        std::uint32_t index;
        TimeNs start;
        std::int64_t duration;
    };
    const auto later = [](const Cursor& a, const Cursor& b) {
        if (a.start != b.start) {
            return a.start > b.start;
        }
        return a.duration != b.duration ? a.duration < b.duration : a.chunk->info().id > b.chunk->info().id;
    };
    std::priority_queue<Cursor, std::vector<Cursor>, decltype(later)> open(later);
    auto advance = [&](Cursor c) { // to the next event that touches the range
        const auto starts = c.chunk->column(col::start);
        const auto durations = c.chunk->column(col::duration);
        for (; c.index < starts.size(); ++c.index) {
            const TimeNs start = starts[c.index];
            if (start >= range.end) {
                return;
            }
            const std::int64_t duration = durations.empty() || durations[c.index] == kNull ? 0 : durations[c.index];
            const TimeNs end = endOf(start, duration);
            if (end > range.begin || start >= range.begin) {
                c.start = start;
                c.duration = duration;
                open.push(c);
                return;
            }
        }
    };
    const auto chunks = chunksOf(lane);
    std::size_t next = 0;
    while (next < chunks.size() || !open.empty()) {
        while (next < chunks.size() && (open.empty() || chunkInfo(chunks[next])->firstStart <= open.top().start)) {
            const ChunkInfo& info = *chunkInfo(chunks[next++]);
            if (info.firstStart >= range.end || info.lastEnd < range.begin) {
                continue;
            }
            if (ChunkPtr c = chunk(info.id, wanted)) {
                advance({std::move(c), 0, 0, 0});
            }
        }
        if (open.empty()) {
            continue;
        }
        Cursor c = open.top();
        open.pop();
        if (!visit(*c.chunk, c.index)) {
            return;
        }
        ++c.index;
        advance(std::move(c));
    }
}

std::optional<Event> ReportImpl::event(EventId id) const
{
    const ChunkInfo* info = chunkInfo(chunkOf(id));
    if (info == nullptr || indexOf(id) >= info->count) {
        return std::nullopt;
    }
    const ChunkPtr probe = chunk(info->id, {});
    const ChunkPtr c = probe ? chunk(info->id, probe->columns()) : nullptr;
    if (!c) {
        return std::nullopt;
    }
    const std::uint32_t i = indexOf(id);
    Event e;
    e.id = id;
    e.lane = info->lane;
    e.kind = info->kind;
    e.start = c->value(col::start, i);
    e.durationNs = durationOf(*c, i);
    const std::int64_t name = c->value(col::name, i);
    e.name = name == kNull ? kEmptyString : StringId{static_cast<std::uint32_t>(name)};
    const std::int64_t row = c->value(col::row, i);
    e.row = row == kNull ? 0 : static_cast<std::int32_t>(row);
    e.flags = flagsOf(*c, i);
    e.correlation = c->value(col::correlation, i);
    for (const ColumnId column : c->columns()) {
        if (column == col::start || column == col::duration || column == col::name || column == col::row || column == col::flags ||
            column == col::correlation || column == col::argsShape) {
            continue;
        }
        if (const std::int64_t v = c->value(column, i); v != kNull) {
            e.columns.emplace_back(column, v);
        }
    }
    if (const std::int64_t shape = c->value(col::argsShape, i); shape != kNull && shape > 0) {
        e.args = decodeArgs(string(StringId{static_cast<std::uint32_t>(shape)}), c->args(i), [&](StringId s) { return string(s); });
    }
    return e;
}

std::optional<Event> ReportImpl::eventAt(LaneId lane, std::int32_t row, TimeNs at, std::int64_t toleranceNs) const
{
    EventId best = kNoEvent;
    std::int64_t bestDistance = 0;
    std::int64_t bestDuration = 0;
    const std::int64_t tolerance = std::max<std::int64_t>(0, toleranceNs);
    const TimeRange around{at - tolerance, endOf(at, tolerance) == kAllTime.end ? kAllTime.end : at + tolerance + 1};
    forEachEvent(lane, around, {}, [&](const Chunk& c, std::uint32_t i) {
        const std::int64_t r = c.value(col::row, i);
        if (row != kUnionRow && (r == kNull ? 0 : r) != row) {
            return true;
        }
        const TimeNs start = c.value(col::start, i);
        const std::int64_t duration = durationOf(c, i);
        const TimeNs end = endOf(start, duration);
        const bool inside = at >= start && (at < end || at == start);
        const std::int64_t distance = inside ? 0 : at < start ? start - at : at - end + (duration > 0 ? 1 : 0);
        if (distance > tolerance) {
            return true;
        }
        // The nearest; among those under the pointer the innermost, that is the shortest.
        if (best == kNoEvent || distance < bestDistance || (distance == bestDistance && duration <= bestDuration)) {
            best = c.eventId(i);
            bestDistance = distance;
            bestDuration = duration;
        }
        return true;
    });
    return best == kNoEvent ? std::nullopt : event(best);
}

void ReportImpl::addCorrelated(LaneId lane, std::int64_t pid, std::int64_t correlation, std::size_t limit, std::vector<EventId>& out) const
{
    static constexpr std::array kColumns{col::correlation, col::pid};
    for (const ChunkId id : chunksOf(lane)) {
        const ChunkInfo& info = *chunkInfo(id);
        if (info.minCorrelation == kNull || correlation < info.minCorrelation || correlation > info.maxCorrelation) {
            continue;
        }
        const ChunkPtr c = chunk(id, kColumns);
        if (!c) {
            continue;
        }
        const auto values = c->column(col::correlation);
        const auto pids = c->column(col::pid);
        for (std::uint32_t i = 0; i < values.size() && out.size() < limit; ++i) {
            if (values[i] == correlation && (pids.empty() || pids[i] == kNull || pids[i] == pid)) {
                out.push_back(c->eventId(i));
            }
        }
    }
}

std::vector<EventId> ReportImpl::withCorrelation(std::int64_t pid, std::int64_t correlation, std::size_t limit) const
{
    std::vector<EventId> found;
    if (correlation == kNull) {
        return found;
    }
    for (const Lane& lane : m_lanes) {
        if (lane.pid == pid || lane.pid == kNull) {
            addCorrelated(lane.id, pid, correlation, limit, found);
        }
    }
    return found;
}

const ReportImpl::StoredLinks& ReportImpl::storedLinks() const
{
    std::call_once(m_linksOnce, [&] {
        if (const auto data = sideTableData(kLinkTable); data && data->columns.size() == 3) {
            const std::size_t n = data->columns[0].size();
            for (std::size_t i = 0; i < n; ++i) {
                m_links.bySource.push_back({data->columns[0][i], data->columns[1][i], data->columns[2][i]});
            }
            std::sort(m_links.bySource.begin(), m_links.bySource.end());
            m_links.byTarget.resize(n);
            for (std::uint32_t i = 0; i < n; ++i) {
                m_links.byTarget[i] = i;
            }
            std::sort(m_links.byTarget.begin(), m_links.byTarget.end(),
                      [&](std::uint32_t a, std::uint32_t b) { return m_links.bySource[a][1] < m_links.bySource[b][1]; });
        }
    });
    return m_links;
}

void ReportImpl::forEachStoredLink(const std::function<bool(const Link&)>& visit) const
{
    for (const auto& [source, target, kind] : storedLinks().bySource) {
        if (!visit({EventId{source}, EventId{target}, string(StringId{static_cast<std::uint32_t>(kind)})})) {
            return;
        }
    }
}

std::vector<Link> ReportImpl::linked(EventId id, std::size_t limit) const
{
    std::vector<Link> out;
    const ChunkInfo* info = chunkInfo(chunkOf(id));
    if (info == nullptr || indexOf(id) >= info->count) {
        return out;
    }
    const StoredLinks& links = storedLinks();
    for (auto it = std::lower_bound(links.bySource.begin(), links.bySource.end(), id.value,
                                    [](const auto&l, std::int64_t v) { return l[0] < v; });
         it != links.bySource.end() && (*it)[0] == id.value && out.size() < limit; ++it) {
        out.push_back({id, EventId{(*it)[1]}, string(StringId{static_cast<std::uint32_t>((*it)[2])})});
    }
    for (auto it = std::lower_bound(links.byTarget.begin(), links.byTarget.end(), id.value,
                                    [&](std::uint32_t l, std::int64_t v) { return links.bySource[l][1] < v; });
         it != links.byTarget.end() && links.bySource[*it][1] == id.value && out.size() < limit; ++it) {
        out.push_back({EventId{links.bySource[*it][0]}, id, string(StringId{static_cast<std::uint32_t>(links.bySource[*it][2])})});
    }
    // Launch: the API call and the GPU work that carry the same correlation id in one process.
    const bool isCall = info->kind == EventKind::apiCall;
    if (!isCall && !isGpuWork(info->kind)) {
        return out;
    }
    static constexpr std::array kColumns{col::correlation, col::pid};
    const ChunkPtr c = chunk(info->id, kColumns);
    const std::int64_t correlation = c ? c->value(col::correlation, indexOf(id)) : kNull;
    if (correlation == kNull) {
        return out;
    }
    std::int64_t pid = c->value(col::pid, indexOf(id));
    if (pid == kNull) {
        pid = m_lanes[info->lane.value].pid;
    }
    for (const EventId other : withCorrelation(pid, correlation, limit)) {
        const EventKind kind = chunkInfo(chunkOf(other))->kind;
        if (out.size() >= limit) {
            break;
        }
        if (isCall && isGpuWork(kind)) {
            out.push_back({id, other, "launch"});
        } else if (!isCall && kind == EventKind::apiCall) {
            out.push_back({other, id, "launch"});
        }
    }
    return out;
}

std::vector<LaneId> ReportImpl::streamsOf(LaneId gpu) const
{
    std::vector<LaneId> found;
    std::vector<LaneId> open{gpu};
    while (!open.empty()) {
        const LaneId at = open.back();
        open.pop_back();
        if (m_lanes[at.value].kind == LaneKind::stream) {
            found.push_back(at);
        }
        for (const LaneId child : children(at)) {
            open.push_back(child);
        }
    }
    return found;
}

void ReportImpl::forEachBusy(LaneId gpuOrStream, TimeRange range, const BusyVisitor& visit) const
{
    if (gpuOrStream.value >= m_lanes.size()) {
        return;
    }
    struct Piece {
        ChunkId id;
        TimeNs first;
    };
    // All chunks of GPU work under the lane, by first start; opened as the sweep comes to them.
    std::vector<Piece> pieces;
    for (const LaneId lane : streamsOf(gpuOrStream)) {
        for (const ChunkId id : chunksOf(lane)) {
            const ChunkInfo& info = *chunkInfo(id);
            if (isGpuWork(info.kind) && info.firstStart < range.end && info.lastEnd > range.begin) {
                pieces.push_back({id, info.firstStart});
            }
        }
    }
    std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) { return a.first < b.first; });
    struct Cursor {
        ChunkPtr chunk;
        std::uint32_t index;
        TimeNs start;
    };
    const auto later = [](const Cursor& a, const Cursor& b) { return a.start > b.start; };
    std::priority_queue<Cursor, std::vector<Cursor>, decltype(later)> open(later);
    std::unordered_map<std::int64_t, bool> communication;
    bool going = true;
    BusySweep sweep([&](TimeRange r, GpuState state) {
        const TimeRange cut = r.intersected(range);
        if (!cut.empty()) {
            going = visit(cut, state);
        }
        return going;
    });
    static constexpr std::array kColumns{col::start, col::duration, col::name, col::flags};
    auto push = [&](Cursor c) {
        const auto starts = c.chunk->column(col::start);
        if (c.index < starts.size() && starts[c.index] < range.end) {
            c.start = starts[c.index];
            open.push(std::move(c));
        }
    };
    std::size_t next = 0;
    while (going && (next < pieces.size() || !open.empty())) {
        while (next < pieces.size() && (open.empty() || pieces[next].first <= open.top().start)) {
            if (ChunkPtr c = chunk(pieces[next++].id, kColumns)) {
                push({std::move(c), 0, 0});
            }
        }
        if (open.empty()) {
            continue;
        }
        Cursor c = open.top();
        open.pop();
        const std::uint32_t i = c.index;
        const EventKind kind = c.chunk->info().kind;
        if ((flagsOf(*c.chunk, i) & kFlagInvalidTime) == 0) {
            GpuState state = kind == EventKind::memcpy || kind == EventKind::memset ? GpuState::copy : GpuState::compute;
            if (kind == EventKind::kernel) {
                const std::int64_t name = c.chunk->value(col::name, i);
                const auto [it, isNew] = communication.try_emplace(name, false);
                if (isNew && name != kNull) {
                    it->second = isCommunicationKernel(string(StringId{static_cast<std::uint32_t>(name)}));
                }
                if (it->second) {
                    state = GpuState::communication;
                }
            }
            sweep.add(c.start, endOf(c.start, durationOf(*c.chunk, i)), state);
        }
        ++c.index;
        push(std::move(c));
    }
    if (going) {
        sweep.finish();
    }
}

} // namespace pv::core
