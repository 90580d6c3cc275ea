// SPDX-License-Identifier: MIT
#pragma once

// Builds the buckets of one row (or of a union of rows) at one level and all above it, in one pass over the events in
// order of start. Exact: a bucket's owner is summed by name over everything below it. See core/store/tile.h for what a
// bucket says.

#include "core/store/bytes.h"
#include "core/store/tile.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <vector>

namespace pv::core {

class PyramidBuilder {
public:
    // Called for every bucket that anything touches, level by level interleaved, in order of time within a level.
    using Emit = std::function<void(int level, std::int64_t bucketIndex, const Bucket&)>;

    PyramidBuilder(int baseLevel, int topLevel, Emit emit);
    // Events in order of start; they may overlap (union rows): busy time is the union, names have their own shares.
    void add(TimeNs start, std::int64_t durationNs, StringId name, EventKind kind);
    void finish();

private:
    struct Share {
        StringId name;
        EventKind kind;
        std::int64_t busyNs;
        std::uint32_t count;
    };
    struct Cell {
        std::int64_t busyNs = 0;
        std::int64_t longestNs = -1;
        std::uint32_t count = 0;
        std::vector<Share> shares;
        void add(StringId name, EventKind kind, std::int64_t busy, std::uint32_t n);
    };
    void flush(int level, std::int64_t index, const Cell& cell);

    int m_base;
    int m_top;
    Emit m_emit;
    TimeNs m_coveredTo = kAllTime.begin;
    std::int64_t m_firstOpen = 0; // bucket index of m_open.front()
    std::deque<Cell> m_open;      // base level
    struct Above {
        std::int64_t index = 0;
        bool used = false;
        Cell cell;
    };
    std::vector<Above> m_above; // levels m_base + 1 ..
};

// The owner of a bucket: most busy time (most events where nothing is busy), the lowest id among equals.
// Buckets of one event list in a window, without a builder: `buckets` are the 256 of a tile.
class TileAccumulator {
public:
    TileAccumulator(int level, std::int64_t tileIndex);
    void add(TimeNs start, std::int64_t durationNs, StringId name, EventKind kind);
    std::vector<Bucket> take();

private:
    int m_level;
    std::int64_t m_firstBucket;
    TimeNs m_coveredTo = kAllTime.begin;
    std::vector<Bucket> m_buckets;
    std::vector<std::map<std::pair<StringId, EventKind>, std::pair<std::int64_t, std::uint32_t>>> m_shares;
};

// Stored form of a tile's buckets.
Bytes encodeTile(std::span<const Bucket> buckets, int level);
bool decodeTile(ByteView bytes, std::vector<Bucket>& buckets);

} // namespace pv::core
