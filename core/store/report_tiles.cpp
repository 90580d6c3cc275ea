// SPDX-License-Identifier: MIT
// Pictures of an open report: stored tiles, and tiles computed from events where none are stored.

#include "core/model/error.h"
#include "core/store/pyramid.h"
#include "core/store/report_impl.h"

#include <algorithm>
#include <array>

namespace pv::core {
namespace {

constexpr std::uint64_t kTileKey = 4ull << 60;
constexpr std::uint64_t kCounterKey = 5ull << 60;

CacheKey keyOf(std::uint64_t what, LaneId lane, std::int32_t row, int level, std::int64_t index)
{
    return {what | (static_cast<std::uint64_t>(static_cast<std::uint32_t>(row + 1)) << 32 & 0x0FFFFFFF00000000ull) | lane.value,
            (static_cast<std::uint64_t>(level) << 58) ^ static_cast<std::uint64_t>(index)};
}

TimeRange tileRange(int level, std::int64_t index)
{
    const TimeNs begin = tileBegin(index, level);
    return {begin, endOf(begin, level > 27 ? kAllTime.end : bucketWidthNs(level) * kBucketsPerTile)};
}

} // namespace

TilePtr ReportImpl::storedTile(LaneId lane, std::int32_t row, int level, std::int64_t index) const
{
    auto tile = std::make_shared<Tile>();
    tile->lane = lane;
    tile->row = row;
    tile->level = level;
    tile->index = index;
    tile->buckets.resize(kBucketsPerTile);
    try {
        Borrowed c(*this);
        c->tile.bind(1, std::int64_t{lane.value}).bind(2, std::int64_t{row}).bind(3, std::int64_t{level}).bind(4, index);
        if (c->tile.step() && !decodeTile(c->tile.blob(0), tile->buckets)) {
            tile->buckets.assign(kBucketsPerTile, Bucket{});
            tile->damaged = true;
        }
        c->tile.reset();
    } catch (const Error&) {
        tile->damaged = true;
    }
    return tile;
}

std::vector<std::pair<TimeRange, GpuState>> ReportImpl::wholeBusyIntervals(const Lane& gpu, TimeRange range) const
{
    std::vector<std::pair<TimeRange, GpuState>> busy;
    forEachBusy(gpu.id, range, [&](TimeRange r, GpuState state) {
        busy.emplace_back(r, state);
        return true;
    });
    if (busy.empty()) {
        return busy;
    }
    // forEachBusy cuts at the range; a bucket's count and longest need the true ends. Look further by doubling steps.
    const TimeNs width = std::max<TimeNs>(range.durationNs(), 1);
    TimeRange& first = busy.front().first;
    for (TimeNs step = width; first.begin == range.begin && first.begin > gpu.range.begin;) {
        const TimeNs from = range.begin - gpu.range.begin > step ? range.begin - step : gpu.range.begin;
        TimeNs begin = range.begin;
        forEachBusy(gpu.id, {from, range.begin + 1}, [&](TimeRange r, GpuState) {
            begin = r.end > range.begin ? r.begin : begin;
            return true;
        });
        if (begin > from || from == gpu.range.begin) {
            first.begin = begin;
            break;
        }
        step *= 2;
    }
    TimeRange& last = busy.back().first;
    for (TimeNs step = width; last.end == range.end && last.end < gpu.range.end;) {
        const TimeNs to = gpu.range.end - range.end > step ? range.end + step : gpu.range.end;
        TimeNs end = range.end;
        forEachBusy(gpu.id, {range.end - 1, to}, [&](TimeRange r, GpuState) {
            end = r.end;
            return false; // only the one that crosses
        });
        if (end < to || to == gpu.range.end) {
            last.end = end;
            break;
        }
        step *= 2;
    }
    return busy;
}

TilePtr ReportImpl::computedTile(const Lane& lane, std::int32_t row, int level, std::int64_t index) const
{
    TileAccumulator sum(level, index);
    const TimeRange range = tileRange(level, index);
    if (lane.kind == LaneKind::gpu) {
        for (const auto& [r, state] : wholeBusyIntervals(lane, range)) {
            if (row == kUnionRow || row == static_cast<std::int32_t>(state)) {
                sum.add(r.begin, r.durationNs(), kEmptyString, state == GpuState::copy ? EventKind::memcpy : EventKind::kernel);
            }
        }
    } else {
        forEachEvent(lane.id, range, {}, [&](const Chunk& c, std::uint32_t i) {
            const std::int64_t r = c.value(col::row, i);
            if (row == kUnionRow || (r == kNull ? 0 : r) == row) {
                const std::int64_t duration = c.value(col::duration, i);
                const std::int64_t name = c.value(col::name, i);
                sum.add(c.value(col::start, i), duration == kNull ? 0 : duration,
                        name == kNull ? kEmptyString : StringId{static_cast<std::uint32_t>(name)}, c.info().kind);
            }
            return true;
        });
    }
    auto tile = std::make_shared<Tile>();
    tile->lane = lane.id;
    tile->row = row;
    tile->level = level;
    tile->index = index;
    tile->buckets = sum.take();
    const std::lock_guard lock(m_damageMutex);
    tile->damaged = std::any_of(m_damage.begin(), m_damage.end(),
                                [&](const DamagedRange& d) { return d.lane == lane.id && d.range.intersects(range); });
    return tile;
}

TilePtr ReportImpl::tile(LaneId laneId, std::int32_t row, int level, std::int64_t index) const
{
    if (laneId.value >= m_lanes.size()) {
        return nullptr;
    }
    const Lane& lane = m_lanes[laneId.value];
    level = std::clamp(level, 0, kMaxLevel);
    if (row == kUnionRow && lane.rowCount <= 1 && lane.kind != LaneKind::gpu) {
        row = 0; // the union of one row
    }
    const CacheKey key = keyOf(kTileKey, laneId, row, level, index);
    if (auto known = std::static_pointer_cast<const Tile>(m_cache.get(key))) {
        return known;
    }
    const bool hasPyramid = lane.topLevel >= lane.baseLevel;
    TilePtr out;
    if (hasPyramid && level >= lane.baseLevel && level <= lane.topLevel) {
        out = storedTile(laneId, row, level, index);
    } else if (hasPyramid && level > lane.topLevel) {
        // Everything lies in one bucket from the top level on; only its width changes.
        auto tile = std::make_shared<Tile>();
        tile->lane = laneId;
        tile->row = row;
        tile->level = level;
        tile->index = index;
        tile->buckets.resize(kBucketsPerTile);
        const std::int64_t top = bucketIndex(lane.range.begin, lane.topLevel);
        const TilePtr source = storedTile(laneId, row, lane.topLevel, top >> 8);
        const std::int64_t bucket = bucketIndex(lane.range.begin, level);
        if (bucket >> 8 == index) {
            tile->buckets[static_cast<std::size_t>(bucket & 0xFF)] = source->buckets[static_cast<std::size_t>(top & 0xFF)];
        }
        tile->damaged = source->damaged;
        out = tile;
    } else {
        out = computedTile(lane, row, level, index);
    }
    m_cache.put(key, out, sizeof(Tile) + kBucketsPerTile * sizeof(Bucket));
    return out;
}

CounterTilePtr ReportImpl::counterTile(LaneId laneId, int level, std::int64_t index) const
{
    if (laneId.value >= m_lanes.size()) {
        return nullptr;
    }
    const Lane& lane = m_lanes[laneId.value];
    level = std::clamp(level, 0, kMaxLevel);
    const CacheKey key = keyOf(kCounterKey, laneId, 0, level, index);
    if (auto known = std::static_pointer_cast<const CounterTile>(m_cache.get(key))) {
        return known;
    }
    const bool grouped = lane.parent != kNoLane && m_lanes[lane.parent.value].kind == LaneKind::counterGroup;
    const LaneId source = grouped ? lane.parent : laneId;
    const auto info = columnInfo(lane.valueColumn);
    const bool real = info && info->type == ColumnType::real;
    auto tile = std::make_shared<CounterTile>();
    tile->lane = laneId;
    tile->level = level;
    tile->index = index;
    tile->buckets.resize(kBucketsPerTile);
    const TimeRange range = tileRange(level, index);
    const std::array columns{lane.valueColumn};
    auto number = [&](std::int64_t v) { return real ? realFromBits(v) : static_cast<double>(v); };
    // The value that holds when the tile begins: the last sample before it.
    bool has = false;
    double carried = 0;
    const auto chunks = chunksOf(source);
    for (auto it = chunks.rbegin(); it != chunks.rend() && !has; ++it) {
        const ChunkInfo& c = *chunkInfo(*it);
        if (c.firstStart >= range.begin) {
            continue;
        }
        static constexpr ColumnId kStart = col::start;
        const std::array wanted{kStart, lane.valueColumn};
        if (const ChunkPtr data = chunk(c.id, wanted)) {
            const auto starts = data->column(col::start);
            const auto values = data->column(lane.valueColumn);
            auto i = std::lower_bound(starts.begin(), starts.end(), range.begin) - starts.begin();
            while (i-- > 0 && !has && !values.empty()) {
                if (values[static_cast<std::size_t>(i)] != kNull) {
                    carried = number(values[static_cast<std::size_t>(i)]);
                    has = true;
                }
            }
        }
    }
    std::size_t at = 0; // buckets before it are complete
    auto carryTo = [&](std::size_t end) {
        for (; at < end; ++at) {
            tile->buckets[at].last = carried;
            tile->buckets[at].hasLast = has;
        }
    };
    const std::int64_t first = index * kBucketsPerTile;
    forEachEvent(source, range, columns, [&](const Chunk& c, std::uint32_t i) {
        const std::int64_t v = c.value(lane.valueColumn, i);
        if (v == kNull || c.value(col::start, i) < range.begin) {
            return true;
        }
        const auto b =
            static_cast<std::size_t>(std::clamp<std::int64_t>(bucketIndex(c.value(col::start, i), level) - first, 0, kBucketsPerTile - 1));
        carryTo(b);
        const double value = number(v);
        CounterBucket& bucket = tile->buckets[b];
        bucket.min = bucket.count == 0 ? value : std::min(bucket.min, value);
        bucket.max = bucket.count == 0 ? value : std::max(bucket.max, value);
        bucket.sum += value;
        ++bucket.count;
        carried = value;
        has = true;
        return true;
    });
    carryTo(kBucketsPerTile);
    m_cache.put(key, tile, sizeof(CounterTile) + kBucketsPerTile * sizeof(CounterBucket));
    return tile;
}

} // namespace pv::core
