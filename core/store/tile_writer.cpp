// SPDX-License-Identifier: MIT
#include "core/store/tile_writer.h"

#include "core/store/format.h"

#include <algorithm>

namespace pv::core {

void TileWriter::put(int level, std::int64_t bucketIndex, const Bucket& bucket)
{
    Open& open = m_open[level];
    const std::int64_t tile = bucketIndex >> 8;
    if (!open.buckets.empty() && open.tile != tile) {
        flush(level, open);
    }
    if (open.buckets.empty()) {
        open.tile = tile;
        open.buckets.resize(kBucketsPerTile);
    }
    open.buckets[static_cast<std::size_t>(bucketIndex & 0xFF)] = bucket;
}

void TileWriter::flush(int level, Open& open)
{
    const Bytes data = encodeTile(open.buckets, level);
    m_insert.bind(1, std::int64_t{m_lane.value})
        .bind(2, std::int64_t{m_row})
        .bind(3, std::int64_t{level})
        .bind(4, open.tile)
        .bindBlob(5, data);
    m_insert.run();
    open.buckets.clear();
}

void TileWriter::finish()
{
    for (auto& [level, open] : m_open) {
        if (!open.buckets.empty()) {
            flush(level, open);
        }
    }
}

PyramidLevels pyramidLevels(TimeRange range, std::int64_t events)
{
    PyramidLevels levels;
    if (events < kPyramidEvents || range.end < range.begin) {
        return levels;
    }
    const TimeNs last = std::max(range.begin, range.end - 1);
    const std::int64_t wanted = std::max<std::int64_t>(kBucketsPerTile, events / kEventsPerBucket);
    int level = 0;
    while (level < kMaxLevel && bucketIndex(last, level) - bucketIndex(range.begin, level) >= wanted) {
        ++level;
    }
    levels.base = level;
    while (level < kMaxLevel && bucketIndex(last, level) != bucketIndex(range.begin, level)) {
        ++level;
    }
    levels.top = level;
    return levels;
}

} // namespace pv::core
