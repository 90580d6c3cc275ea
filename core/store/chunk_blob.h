// SPDX-License-Identifier: MIT
#pragma once

// The columns of one chunk in one blob: a directory, then zstd frames. Small columns share frame 0; a column of
// kOwnFrameBytes or more has its own, so that a scan of few columns decodes little. docs/FORMAT.md has every byte.

#include "core/model/ids.h"
#include "core/store/bytes.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace pv::core {

struct ChunkColumn {
    std::uint16_t id = 0; // ColumnId, or kArgsColumn
    Bytes encoded;
};

Bytes writeChunkBlob(std::uint32_t count, std::span<const ChunkColumn> columns, int level);

class ChunkBlob {
public:
    // False when the directory is damaged. The bytes must stay alive.
    bool open(ByteView blob);
    std::uint32_t count() const { return m_count; }
    const std::vector<std::uint16_t>& columns() const { return m_ids; }
    bool has(std::uint16_t id) const { return find(id) != nullptr; }
    // The encoded column; null when there is none, an empty optional when its frame is damaged.
    std::optional<Bytes> read(std::uint16_t id);
    // Every frame holds.
    bool verify();

private:
    struct Entry {
        std::uint16_t id;
        std::uint16_t frame;
        std::uint32_t offset;
        std::uint32_t size;
    };
    struct FrameEntry {
        ByteView stored;
        std::uint32_t raw;
        Bytes bytes;
        bool tried = false;
        bool good = false;
    };
    const Entry* find(std::uint16_t id) const;
    bool load(FrameEntry& frame);

    std::uint32_t m_count = 0;
    std::vector<std::uint16_t> m_ids;
    std::vector<Entry> m_entries;
    std::vector<FrameEntry> m_frames;
};

// Argument values of a chunk: per shape and position a column of its own. `shapes[i]` is the shape of event i (0: none),
// `offsets[i]` where its values begin.
Bytes encodeArgs(std::span<const std::int64_t> shapes, std::span<const std::uint32_t> offsets, std::span<const std::int64_t> values);
// `shapes` as decoded from the chunk. False when the bytes do not fit them. offsets gets shapes.size() + 1 entries.
bool decodeArgs(ByteView bytes, std::span<const std::int64_t> shapes, std::vector<std::uint32_t>& offsets,
                std::vector<std::int64_t>& values);

} // namespace pv::core
