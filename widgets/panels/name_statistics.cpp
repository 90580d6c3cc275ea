// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/name_statistics.h"

#include "widgets/tables/event_index.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace pv::widgets {
namespace {

struct Key {
    std::uint32_t name;
    core::EventKind kind;
    std::int64_t extra;
    friend bool operator==(const Key&, const Key&) = default;
};
struct KeyHash {
    std::size_t operator()(const Key& k) const noexcept
    {
        return std::hash<std::uint64_t>{}((static_cast<std::uint64_t>(k.name) << 16) ^ (static_cast<std::uint64_t>(k.kind) << 56) ^
                                          static_cast<std::uint64_t>(k.extra) * 0x9E3779B97F4A7C15ull);
    }
};

} // namespace

NameStatistics nameStatistics(const core::Report& report, const NameQuery& query, const core::Progress& progress)
{
    namespace col = core::col;
    static constexpr std::array kColumns{col::start, col::duration, col::name, col::flags, col::shortName, col::bytes, col::copyKind};
    std::vector<bool> lanes;
    if (query.lane != core::kNoLane) {
        lanes.assign(report.lanes().size(), false);
        for (const core::LaneId lane : withDescendants(report, query.lane)) {
            if (lane.value < lanes.size()) {
                lanes[lane.value] = true;
            }
        }
    }
    NameStatistics all;
    std::unordered_map<Key, NameRow, KeyHash> rows;
    for (const core::EventKind kind : query.kinds) {
        report.scan(
            kind, query.range, kColumns,
            [&](const core::ChunkPtr& chunk) {
                const core::ChunkInfo& info = chunk->info();
                if (!lanes.empty() && (info.lane.value >= lanes.size() || !lanes[info.lane.value])) {
                    return;
                }
                const auto starts = chunk->column(col::start);
                const auto durations = chunk->column(col::duration);
                const auto names = chunk->column(col::name);
                const auto flags = chunk->column(col::flags);
                const auto shorts = chunk->column(col::shortName);
                const auto bytes = chunk->column(col::bytes);
                const auto copies = chunk->column(col::copyKind);
                for (std::uint32_t i = 0; i < starts.size(); ++i) {
                    const std::int64_t duration = durations.empty() ? 0 : std::max<std::int64_t>(durations[i], 0);
                    const core::TimeRange event{starts[i], core::endOf(starts[i], duration)};
                    if (event.begin >= query.range.end) {
                        break;
                    }
                    const bool touches = event.empty() ? event.begin >= query.range.begin : event.end > query.range.begin;
                    if (!touches || (!flags.empty() && flags[i] != core::kNull && (flags[i] & core::kFlagInvalidTime) != 0)) {
                        continue;
                    }
                    const std::int64_t inside = event.intersected(query.range).durationNs();
                    std::int64_t name = query.shortNames && !shorts.empty() && shorts[i] != core::kNull ? shorts[i]
                                        : names.empty()                                                 ? 0
                                                                                                        : names[i];
                    if (name == core::kNull) {
                        name = 0;
                    }
                    const std::int64_t extra = query.byCopyKind && !copies.empty() && copies[i] != core::kNull ? copies[i] : 0;
                    NameRow& row = rows[{static_cast<std::uint32_t>(name), kind, extra}];
                    if (row.count == 0 || inside > row.greatestNs) {
                        row.greatestNs = inside;
                        row.longest = chunk->eventId(i);
                    }
                    row.leastNs = row.count == 0 ? inside : std::min(row.leastNs, inside);
                    ++row.count;
                    row.totalNs = core::endOf(row.totalNs, inside); // stays at the largest int64 instead of wrapping
                    if (!bytes.empty() && bytes[i] > 0) {
                        row.bytes = core::endOf(row.bytes, bytes[i]);
                    }
                }
            },
            progress);
    }
    all.rows.reserve(rows.size());
    for (auto& [key, row] : rows) {
        row.name = core::StringId{key.name};
        row.key = key.extra;
        row.kind = key.kind;
        all.count += row.count;
        all.totalNs = core::endOf(all.totalNs, row.totalNs);
        all.rows.push_back(row);
    }
    std::sort(all.rows.begin(), all.rows.end(), [&](const NameRow& a, const NameRow& b) {
        if (a.totalNs != b.totalNs) {
            return a.totalNs > b.totalNs;
        }
        if (a.name != b.name) {
            return report.string(a.name) < report.string(b.name);
        }
        return a.key < b.key;
    });
    return all;
}

} // namespace pv::widgets
