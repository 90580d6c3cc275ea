// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/event_index.h"

#include "widgets/text.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <unordered_map>

namespace pv::widgets {
namespace {

using core::ChunkId;
using core::EventId;
using core::StringId;

struct Row {
    std::int64_t key;
    EventId id;
};

core::ColumnId sortColumn(EventSort sort)
{
    switch (sort) {
    case EventSort::start: return core::col::start;
    case EventSort::duration: return core::col::duration;
    case EventSort::name: return core::col::name;
    case EventSort::correlation: return core::col::correlation;
    case EventSort::bytes: return core::col::bytes;
    case EventSort::kind:
    case EventSort::lane: break;
    }
    return core::col::start;
}

bool asciiOnly(const std::string& s)
{
    return std::all_of(s.begin(), s.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

char lowered(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

// Place of each lane in display order.
std::vector<std::int64_t> laneRanks(const core::Report& report)
{
    std::vector<std::int64_t> ranks(report.lanes().size(), 0);
    std::vector<core::LaneId> stack;
    const auto push = [&](core::LaneId parent) {
        const auto children = report.children(parent);
        stack.insert(stack.end(), children.rbegin(), children.rend());
    };
    push(core::kNoLane);
    std::int64_t next = 0;
    while (!stack.empty()) {
        const core::LaneId lane = stack.back();
        stack.pop_back();
        if (lane.value < ranks.size() && ranks[lane.value] == 0) {
            ranks[lane.value] = ++next;
            push(lane);
        }
    }
    return ranks;
}

// Replaces name ids in `rows` by their places in the order of the names.
void rankNames(const core::Report& report, std::vector<Row>& rows, const core::Progress& progress)
{
    std::vector<std::int64_t> ids;
    ids.reserve(rows.size());
    for (const Row& row : rows) {
        ids.push_back(row.key);
    }
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    progress.throwIfStopped();
    std::sort(ids.begin(), ids.end(), [&](std::int64_t a, std::int64_t b) {
        return report.string(StringId{static_cast<std::uint32_t>(a)}) < report.string(StringId{static_cast<std::uint32_t>(b)});
    });
    progress.throwIfStopped();
    std::unordered_map<std::int64_t, std::int64_t> rank;
    rank.reserve(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) {
        rank.emplace(ids[i], static_cast<std::int64_t>(i));
    }
    for (Row& row : rows) {
        row.key = rank[row.key];
    }
}

} // namespace

std::vector<core::LaneId> withDescendants(const core::Report& report, core::LaneId lane)
{
    std::vector<core::LaneId> all{lane};
    std::vector<bool> seen(report.lanes().size(), false);
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (const core::LaneId child : report.children(all[i])) {
            if (child.value < seen.size() && !seen[child.value]) {
                seen[child.value] = true;
                all.push_back(child);
            }
        }
    }
    return all;
}

std::vector<bool> matchingStrings(const core::Report& report, const QString& text, const core::Progress& progress)
{
    std::vector<bool> matches(static_cast<std::size_t>(std::max<std::int64_t>(report.stringCount(), 0)), false);
    std::string needle = text.toStdString();
    std::function<bool(std::string_view)> match;
    if (asciiOnly(needle)) {
        std::transform(needle.begin(), needle.end(), needle.begin(), lowered);
        match = [needle](std::string_view s) {
            return std::search(s.begin(), s.end(), needle.begin(), needle.end(), [](char a, char b) { return lowered(a) == b; }) != s.end();
        };
    } else {
        match = [text](std::string_view s) { return fromUtf8(s).contains(text, Qt::CaseInsensitive); };
    }
    for (const StringId id : report.findStrings(match, progress)) {
        if (id.value < matches.size()) {
            matches[id.value] = true;
        }
    }
    return matches;
}

std::shared_ptr<const EventIndex> buildEventIndex(const core::Report& report, const EventQuery& query, const core::Progress& progress)
{
    auto index = std::make_shared<EventIndex>();
    std::vector<bool> wanted;
    const bool byText = !query.text.isEmpty();
    if (byText) {
        wanted = matchingStrings(report, query.text, progress);
        if (std::find(wanted.begin(), wanted.end(), true) == wanted.end()) {
            return index;
        }
    }
    std::vector<bool> lanes;
    if (!query.lanes.empty()) {
        lanes.assign(report.lanes().size(), false);
        for (const core::LaneId root : query.lanes) {
            for (const core::LaneId lane : withDescendants(report, root)) {
                if (lane.value < lanes.size()) {
                    lanes[lane.value] = true;
                }
            }
        }
    }
    std::vector<const core::ChunkInfo*> chunks;
    std::int64_t total = 0;
    for (const core::ChunkInfo& chunk : report.chunks()) {
        const bool kindOk = query.kinds.empty() ? chunk.kind != core::EventKind::counter
                                                : std::find(query.kinds.begin(), query.kinds.end(), chunk.kind) != query.kinds.end();
        const bool laneOk = lanes.empty() || (chunk.lane.value < lanes.size() && lanes[chunk.lane.value]);
        const bool timeOk = chunk.firstStart < query.range.end && (chunk.lastEnd >= query.range.begin);
        if (kindOk && laneOk && timeOk) {
            chunks.push_back(&chunk);
            total += chunk.count;
        }
    }
    const std::vector<std::int64_t> ranks = query.sort == EventSort::lane ? laneRanks(report) : std::vector<std::int64_t>{};
    const core::ColumnId keyColumn = sortColumn(query.sort);
    const std::vector<core::ColumnId> columns{core::col::start, core::col::duration, core::col::name, keyColumn};
    std::vector<Row> rows;
    rows.reserve(static_cast<std::size_t>(std::min<std::int64_t>(total, static_cast<std::int64_t>(query.limit))));
    std::int64_t done = 0;
    for (const core::ChunkInfo* info : chunks) {
        progress.throwIfStopped();
        progress(total > 0 ? static_cast<double>(done) / static_cast<double>(total) : -1, "events");
        done += info->count;
        const core::ChunkPtr chunk = report.chunk(info->id, columns);
        if (!chunk) {
            continue; // damaged: listed in the report's warnings
        }
        const auto starts = chunk->column(core::col::start);
        const auto durations = chunk->column(core::col::duration);
        const auto names = chunk->column(core::col::name);
        const auto keys = chunk->column(keyColumn);
        for (std::uint32_t i = 0; i < info->count && i < starts.size(); ++i) {
            const std::int64_t duration = durations.empty() ? 0 : durations[i];
            if (starts[i] >= query.range.end) {
                break;
            }
            if (starts[i] < query.range.begin && core::endOf(starts[i], duration) <= query.range.begin) {
                continue;
            }
            if (duration < query.minDurationNs) {
                continue;
            }
            const std::int64_t name = names.empty() || names[i] == core::kNull ? 0 : names[i];
            if (byText && (name < 0 || static_cast<std::size_t>(name) >= wanted.size() || !wanted[static_cast<std::size_t>(name)])) {
                continue;
            }
            if (query.name != core::kEmptyString && name != static_cast<std::int64_t>(query.name.value)) {
                continue;
            }
            ++index->matched;
            if (rows.size() >= query.limit) {
                continue;
            }
            std::int64_t key = keys.empty() ? core::kNull : keys[i];
            if (query.sort == EventSort::kind) {
                key = static_cast<std::int64_t>(info->kind);
            } else if (query.sort == EventSort::lane) {
                key = info->lane.value < ranks.size() ? ranks[info->lane.value] : 0;
            } else if (query.sort == EventSort::name) {
                key = name;
            }
            rows.push_back({key, chunk->eventId(i)});
        }
    }
    progress(1, "sorting");
    if (query.sort == EventSort::name) {
        rankNames(report, rows, progress);
    }
    std::size_t compared = 0;
    const auto stopped = [&] {
        if ((++compared & 0xFFFFF) == 0) {
            progress.throwIfStopped();
        }
    };
    // Within equal keys events keep the order of their ids: lane by lane, in time order.
    if (query.descending) {
        std::sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
            stopped();
            return a.key != b.key ? a.key > b.key : a.id.value < b.id.value;
        });
    } else {
        std::sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
            stopped();
            // Absent values (the least integer) come last in both directions.
            const auto ka = static_cast<std::uint64_t>(a.key) - 1 - static_cast<std::uint64_t>(core::kNull);
            const auto kb = static_cast<std::uint64_t>(b.key) - 1 - static_cast<std::uint64_t>(core::kNull);
            return ka != kb ? ka < kb : a.id.value < b.id.value;
        });
    }
    index->ids.reserve(rows.size());
    for (const Row& row : rows) {
        index->ids.push_back(row.id);
    }
    return index;
}

} // namespace pv::widgets
