// SPDX-License-Identifier: MIT
#pragma once

// Gathers the events of one lane and kind, in order, and cuts them into chunks. Values of columns an event has not are
// kNull; columns that hold nothing but kNull are not stored.

#include "core/store/chunk_blob.h"
#include "core/store/event_buffer.h"
#include "core/store/report.h"

#include <cstdint>
#include <span>
#include <vector>

namespace pv::core {

// A chunk ready to be encoded.
struct RawChunk {
    ChunkInfo info;
    std::vector<ColumnId> ids;
    std::vector<std::vector<std::int64_t>> columns;
    std::vector<std::int64_t> shapes;
    std::vector<std::uint32_t> argOffsets;
    std::vector<std::int64_t> args;
};

Bytes encodeChunk(const RawChunk& chunk, int level);

// One event on its way into a chunk: its source row, and what the writer made of it.
struct PlacedEvent {
    const EventBuffer* buffer = nullptr;
    std::size_t row = 0; // in the buffer
    TimeNs start = 0;
    std::int64_t durationNs = 0;
    std::int64_t flags = 0;
    std::int32_t displayRow = 0;
    std::int32_t depth = 0;
};

class ChunkBuilder {
public:
    // `buffers`: all of this lane and kind.
    ChunkBuilder(LaneId lane, EventKind kind, std::span<const EventBuffer* const> buffers);
    void add(const PlacedEvent& event, ChunkId id); // `id`: of the chunk being filled
    std::uint32_t count() const { return m_chunk.info.count; }
    ChunkId id() const { return m_chunk.info.id; }
    RawChunk take();

private:
    void clear();

    LaneId m_lane;
    EventKind m_kind;
    std::vector<ColumnId> m_ids;                                           // of all buffers, and row, depth, flags
    std::vector<std::pair<const EventBuffer*, std::vector<int>>> m_places; // where each column lies in a buffer's row
    bool m_hasArgs = false;
    RawChunk m_chunk;
};

} // namespace pv::core
