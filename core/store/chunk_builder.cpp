// SPDX-License-Identifier: MIT
#include "core/store/chunk_builder.h"

#include "core/store/column_codec.h"
#include "core/store/format.h"

#include <algorithm>
#include <limits>

namespace pv::core {

Bytes encodeChunk(const RawChunk& chunk, int level)
{
    std::vector<ChunkColumn> columns;
    const auto durations = std::find(chunk.ids.begin(), chunk.ids.end(), col::duration);
    for (std::size_t i = 0; i < chunk.ids.size(); ++i) {
        const auto& values = chunk.columns[i];
        const ColumnId id = chunk.ids[i];
        // Rows and flags of 0 are what an absent column means.
        const std::int64_t nothing = id == col::row || id == col::flags ? 0 : kNull;
        if (id != col::start && std::all_of(values.begin(), values.end(), [&](std::int64_t v) { return v == nothing; })) {
            continue;
        }
        ChunkColumn c;
        c.id = id.value;
        if (id == col::start && durations != chunk.ids.end()) {
            encodeStarts(c.encoded, values, chunk.columns[static_cast<std::size_t>(durations - chunk.ids.begin())]);
        } else {
            encodeColumn(c.encoded, values);
        }
        columns.push_back(std::move(c));
    }
    if (std::any_of(chunk.shapes.begin(), chunk.shapes.end(), [](std::int64_t s) { return s > 0; })) {
        ChunkColumn shapes;
        shapes.id = col::argsShape.value;
        encodeColumn(shapes.encoded, chunk.shapes);
        columns.push_back(std::move(shapes));
        columns.push_back({kArgsColumn, encodeArgs(chunk.shapes, chunk.argOffsets, chunk.args)});
    }
    return writeChunkBlob(chunk.info.count, columns, level);
}

ChunkBuilder::ChunkBuilder(LaneId lane, EventKind kind, std::span<const EventBuffer* const> buffers) : m_lane(lane), m_kind(kind)
{
    m_ids = {col::start, col::row, col::depth, col::flags};
    if (!isInstantKind(kind)) {
        m_ids.insert(m_ids.begin() + 1, col::duration);
    }
    for (const EventBuffer* b : buffers) {
        m_hasArgs = m_hasArgs || b->hasArgs();
        for (const ColumnId c : b->columns()) {
            if (c != col::argsShape && std::find(m_ids.begin(), m_ids.end(), c) == m_ids.end()) {
                m_ids.push_back(c);
            }
        }
    }
    for (const EventBuffer* b : buffers) {
        std::vector<int> places;
        for (const ColumnId c : m_ids) {
            places.push_back(b->indexOfColumn(c));
        }
        m_places.emplace_back(b, std::move(places));
    }
    clear();
}

void ChunkBuilder::clear()
{
    m_chunk = RawChunk{};
    m_chunk.info.lane = m_lane;
    m_chunk.info.kind = m_kind;
    m_chunk.info.firstStart = std::numeric_limits<TimeNs>::max();
    m_chunk.info.lastStart = std::numeric_limits<TimeNs>::min();
    m_chunk.info.lastEnd = std::numeric_limits<TimeNs>::min();
    m_chunk.ids = m_ids;
    m_chunk.columns.resize(m_ids.size());
    m_chunk.argOffsets.assign(1, 0);
}

void ChunkBuilder::add(const PlacedEvent& e, ChunkId id)
{
    ChunkInfo& info = m_chunk.info;
    info.id = id;
    ++info.count;
    if ((e.flags & kFlagInvalidTime) == 0) { // an invalid time keeps the bounds empty: no range finds the chunk
        info.firstStart = std::min(info.firstStart, e.start);
        info.lastStart = std::max(info.lastStart, e.start);
        info.lastEnd = std::max(info.lastEnd, endOf(e.start, e.durationNs));
    }
    const auto places = std::find_if(m_places.begin(), m_places.end(), [&](const auto& p) { return p.first == e.buffer; });
    const std::int64_t* row = e.buffer->row(e.row);
    for (std::size_t i = 0; i < m_ids.size(); ++i) {
        const ColumnId c = m_ids[i];
        std::int64_t v = kNull;
        if (c == col::start) {
            v = e.start;
        } else if (c == col::duration) {
            v = e.durationNs;
        } else if (c == col::row) {
            v = e.displayRow;
        } else if (c == col::depth) {
            v = e.depth != e.displayRow ? std::int64_t{e.depth} : kNull;
        } else if (c == col::flags) {
            v = e.flags;
        } else if (const int at = places->second[i]; at >= 0) {
            v = row[at];
        }
        m_chunk.columns[i].push_back(v);
        if (c == col::correlation && v != kNull) {
            info.minCorrelation = info.minCorrelation == kNull ? v : std::min(info.minCorrelation, v);
            info.maxCorrelation = info.maxCorrelation == kNull ? v : std::max(info.maxCorrelation, v);
        }
    }
    if (m_hasArgs) {
        const auto args = e.buffer->args(e.row);
        m_chunk.shapes.push_back(e.buffer->shape(e.row));
        m_chunk.args.insert(m_chunk.args.end(), args.begin(), args.end());
        m_chunk.argOffsets.push_back(static_cast<std::uint32_t>(m_chunk.args.size()));
    }
}

RawChunk ChunkBuilder::take()
{
    RawChunk out = std::move(m_chunk);
    clear();
    return out;
}

} // namespace pv::core
