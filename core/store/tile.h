// SPDX-License-Identifier: MIT
#pragma once

// The level-of-detail pyramid. Level L has buckets of 4^L ns, aligned to time 0; a tile is 256 of them. Level 0 is 1 ns.
// Every row of a lane has its own pyramid (events of a row never overlap); row kUnionRow is the union of all rows.
// A gpu lane has the rows of GpuState instead.
//
// Events with kFlagInvalidTime are in no bucket. Instants and events of zero length add to `count` and `longestNs`
// only.

#include "core/model/event_kind.h"
#include "core/model/ids.h"
#include "core/model/time.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace pv::core {

inline constexpr int kBucketsPerTile = 256;
inline constexpr int kMaxLevel = 27; // 4^27 ns are 208 days; a tile of such buckets still fits int64
inline constexpr std::int32_t kUnionRow = -1;

constexpr std::int64_t bucketWidthNs(int level) { return std::int64_t{1} << (2 * level); }
// Floor division, right for negative times too.
constexpr std::int64_t bucketIndex(TimeNs t, int level) { return t >> (2 * level); }
constexpr std::int64_t tileIndex(TimeNs t, int level) { return bucketIndex(t, level) >> 8; }
constexpr TimeNs tileBegin(std::int64_t index, int level) { return (index << 8) << (2 * level); }

// What the GPU does at a moment, by the union over its streams: the first of these that any stream does.
enum class GpuState : std::uint8_t { compute = 0, communication = 1, copy = 2, idle = 3 };

struct Bucket {
    std::int64_t busyNs = 0;     // ns of the bucket that at least one event covers: 0..width, exact
    std::int64_t longestNs = -1; // full duration of the longest event that touches the bucket; -1: none touches it
    std::uint32_t count = 0;     // events that start in it
    StringId topName{};          // name with the largest share of busyNs (of count where busyNs is 0); ties: lowest id
    EventKind topKind{};         // kind of the events of that name
};

struct Tile {
    LaneId lane;
    std::int32_t row = 0;
    int level = 0;
    std::int64_t index = 0;
    std::vector<Bucket> buckets; // kBucketsPerTile of them
    bool damaged = false;        // some of its data could not be read
};

// Counters. A sample holds until the next one; buckets count only samples that lie in them.
struct CounterBucket {
    double min = 0;
    double max = 0;
    double sum = 0;  // mean = sum / count
    double last = 0; // value at the end of the bucket, also where count is 0 (carried on)
    std::uint32_t count = 0;
    bool hasLast = false; // false before the first sample
};

struct CounterTile {
    LaneId lane;
    int level = 0;
    std::int64_t index = 0;
    std::vector<CounterBucket> buckets;
    bool damaged = false;
};

using TilePtr = std::shared_ptr<const Tile>;
using CounterTilePtr = std::shared_ptr<const CounterTile>;

} // namespace pv::core
