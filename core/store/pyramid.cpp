// SPDX-License-Identifier: MIT
#include "core/store/pyramid.h"

#include "core/store/column_codec.h"
#include "core/store/frame.h"

#include <algorithm>

namespace pv::core {
namespace {

// Part of [start, start + duration) that lies in a bucket; bucket ends beyond int64 are cut.
std::int64_t overlap(TimeNs start, TimeNs end, TimeNs from, TimeNs to)
{
    return std::max<std::int64_t>(0, std::min(end, to) - std::max(start, from));
}

TimeNs bucketBegin(std::int64_t index, int level) { return static_cast<TimeNs>(static_cast<std::uint64_t>(index) << (2 * level)); }
TimeNs bucketEnd(std::int64_t index, int level) { return endOf(bucketBegin(index, level), bucketWidthNs(level)); }

bool ownsMore(std::int64_t busy, std::uint32_t count, StringId name, std::int64_t bestBusy, std::uint32_t bestCount, StringId bestName)
{
    if (busy != bestBusy) {
        return busy > bestBusy;
    }
    if (busy == 0 && count != bestCount) {
        return count > bestCount;
    }
    return name < bestName;
}

} // namespace

void PyramidBuilder::Cell::add(StringId name, EventKind kind, std::int64_t busy, std::uint32_t n)
{
    for (Share& s : shares) {
        if (s.name == name && s.kind == kind) {
            s.busyNs += busy;
            s.count += n;
            return;
        }
    }
    shares.push_back({name, kind, busy, n});
}

PyramidBuilder::PyramidBuilder(int baseLevel, int topLevel, Emit emit)
    : m_base(baseLevel), m_top(topLevel), m_emit(std::move(emit)), m_above(static_cast<std::size_t>(std::max(0, topLevel - baseLevel)))
{
}

void PyramidBuilder::add(TimeNs start, std::int64_t durationNs, StringId name, EventKind kind)
{
    const TimeNs end = endOf(start, durationNs);
    const std::int64_t first = bucketIndex(start, m_base);
    const std::int64_t last = durationNs > 0 ? bucketIndex(end - 1, m_base) : first;
    while (!m_open.empty() && m_firstOpen < first) {
        flush(m_base, m_firstOpen, m_open.front());
        m_open.pop_front();
        ++m_firstOpen;
    }
    if (m_open.empty()) {
        m_firstOpen = first;
    }
    while (m_firstOpen + static_cast<std::int64_t>(m_open.size()) <= last) {
        m_open.emplace_back();
    }
    const TimeNs newFrom = std::max(start, m_coveredTo);
    for (std::int64_t b = first; b <= last; ++b) {
        Cell& cell = m_open[static_cast<std::size_t>(b - m_firstOpen)];
        const TimeNs from = bucketBegin(b, m_base);
        const TimeNs to = bucketEnd(b, m_base);
        cell.busyNs += overlap(newFrom, end, from, to);
        cell.longestNs = std::max(cell.longestNs, durationNs);
        cell.count += b == first ? 1 : 0;
        cell.add(name, kind, overlap(start, end, from, to), b == first ? 1 : 0);
    }
    m_coveredTo = std::max(m_coveredTo, end);
}

void PyramidBuilder::flush(int level, std::int64_t index, const Cell& cell)
{
    if (cell.longestNs < 0) {
        return;
    }
    Bucket bucket;
    bucket.busyNs = cell.busyNs;
    bucket.longestNs = cell.longestNs;
    bucket.count = cell.count;
    const Share* best = nullptr;
    for (const Share& s : cell.shares) {
        if (best == nullptr || ownsMore(s.busyNs, s.count, s.name, best->busyNs, best->count, best->name)) {
            best = &s;
        }
    }
    if (best != nullptr) {
        bucket.topName = best->name;
        bucket.topKind = best->kind;
    }
    m_emit(level, index, bucket);
    if (level >= m_top) {
        return;
    }
    Above& above = m_above[static_cast<std::size_t>(level - m_base)];
    const std::int64_t parent = index >> 2;
    if (above.used && above.index != parent) {
        flush(level + 1, above.index, above.cell);
        above.cell = Cell{};
    }
    above.used = true;
    above.index = parent;
    above.cell.busyNs += cell.busyNs;
    above.cell.longestNs = std::max(above.cell.longestNs, cell.longestNs);
    above.cell.count += cell.count;
    for (const Share& s : cell.shares) {
        above.cell.add(s.name, s.kind, s.busyNs, s.count);
    }
}

void PyramidBuilder::finish()
{
    for (const Cell& cell : m_open) {
        flush(m_base, m_firstOpen++, cell);
    }
    m_open.clear();
    for (int level = m_base + 1; level <= m_top; ++level) {
        Above& above = m_above[static_cast<std::size_t>(level - m_base - 1)];
        if (above.used) {
            flush(level, above.index, above.cell);
            above.used = false;
        }
    }
}

TileAccumulator::TileAccumulator(int level, std::int64_t tileIndex)
    : m_level(level), m_firstBucket(tileIndex * kBucketsPerTile), m_buckets(kBucketsPerTile), m_shares(kBucketsPerTile)
{
}

void TileAccumulator::add(TimeNs start, std::int64_t durationNs, StringId name, EventKind kind)
{
    const TimeNs end = endOf(start, durationNs);
    const std::int64_t first = bucketIndex(start, m_level);
    const std::int64_t last = durationNs > 0 ? bucketIndex(end - 1, m_level) : first;
    const TimeNs newFrom = std::max(start, m_coveredTo);
    for (std::int64_t b = std::max(first, m_firstBucket); b <= std::min(last, m_firstBucket + kBucketsPerTile - 1); ++b) {
        const auto i = static_cast<std::size_t>(b - m_firstBucket);
        const TimeNs from = bucketBegin(b, m_level);
        const TimeNs to = bucketEnd(b, m_level);
        Bucket& bucket = m_buckets[i];
        bucket.busyNs += overlap(newFrom, end, from, to);
        bucket.longestNs = std::max(bucket.longestNs, durationNs);
        bucket.count += b == first ? 1 : 0;
        auto& share = m_shares[i][{name, kind}];
        share.first += overlap(start, end, from, to);
        share.second += b == first ? 1 : 0;
    }
    m_coveredTo = std::max(m_coveredTo, end);
}

std::vector<Bucket> TileAccumulator::take()
{
    for (std::size_t i = 0; i < m_buckets.size(); ++i) {
        bool any = false;
        std::int64_t busy = 0;
        std::uint32_t count = 0;
        for (const auto& [key, share] : m_shares[i]) {
            if (!any || ownsMore(share.first, share.second, key.first, busy, count, m_buckets[i].topName)) {
                any = true;
                busy = share.first;
                count = share.second;
                m_buckets[i].topName = key.first;
                m_buckets[i].topKind = key.second;
            }
        }
    }
    return std::move(m_buckets);
}

Bytes encodeTile(std::span<const Bucket> buckets, int level)
{
    std::vector<std::int64_t> busy, longest, count, name, kind;
    for (const Bucket& b : buckets) {
        busy.push_back(b.busyNs);
        longest.push_back(b.longestNs);
        count.push_back(b.count);
        name.push_back(b.longestNs >= 0 ? static_cast<std::int64_t>(b.topName.value) : 0);
        kind.push_back(static_cast<std::int64_t>(b.topKind));
    }
    static_cast<void>(level);
    Bytes raw;
    for (const auto* column : {&busy, &longest, &count, &name, &kind}) {
        Bytes encoded;
        encodeColumn(encoded, *column);
        putVarint(raw, encoded.size());
        raw.insert(raw.end(), encoded.begin(), encoded.end());
    }
    Bytes out;
    putVarint(out, raw.size());
    compressFrame(out, raw, 6);
    return out;
}

bool decodeTile(ByteView bytes, std::vector<Bucket>& buckets)
{
    ByteReader in(bytes);
    const std::uint64_t size = in.varint();
    if (!in.ok() || size > (1u << 20)) {
        return false;
    }
    Bytes raw;
    if (!decompressFrame(in.bytes(in.left()), size, raw)) {
        return false;
    }
    ByteReader r(raw);
    std::vector<std::int64_t> columns[5];
    for (auto& column : columns) {
        const ByteView encoded = r.bytes(r.varint());
        if (!r.ok() || !decodeColumn(encoded, kBucketsPerTile, column)) {
            return false;
        }
    }
    buckets.resize(kBucketsPerTile);
    for (std::size_t i = 0; i < kBucketsPerTile; ++i) {
        buckets[i].busyNs = columns[0][i];
        buckets[i].longestNs = columns[1][i];
        buckets[i].count = static_cast<std::uint32_t>(columns[2][i]);
        buckets[i].topName = StringId{static_cast<std::uint32_t>(columns[3][i])};
        buckets[i].topKind = static_cast<EventKind>(columns[4][i]);
    }
    return true;
}

} // namespace pv::core
