// SPDX-License-Identifier: MIT
#include "core/analysis/stats/nvtx_ranges.h"

#include "core/model/error.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace pv::core {
namespace {

constexpr std::size_t kMaxPairs = std::size_t{1} << 28;

// Ranges of sources without row numbers are numbered by start.
void numberRanges(std::vector<NvtxRange>& ranges)
{
    if (std::none_of(ranges.begin(), ranges.end(), [](const NvtxRange& r) { return r.id == kNull; })) {
        return;
    }
    std::vector<std::uint32_t> order(ranges.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::tie(ranges[a].start, ranges[b].end, ranges[a].thread, a) <
               std::tie(ranges[b].start, ranges[a].end, ranges[b].thread, b);
    });
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        ranges[order[i]].id = i + 1;
    }
}

struct ByThread {
    std::vector<std::uint32_t> indices; // by thread, else in the order they had
    std::vector<std::size_t> begins;    // of each thread, and the end
};

template <class Items>
ByThread byThread(const Items& items)
{
    ByThread result;
    for (const auto& item : items) {
        if (item.thread + std::size_t{2} > result.begins.size()) {
            result.begins.resize(item.thread + std::size_t{2}, 0);
        }
        ++result.begins[item.thread + std::size_t{1}];
    }
    std::partial_sum(result.begins.begin(), result.begins.end(), result.begins.begin());
    std::vector<std::size_t> next = result.begins;
    result.indices.resize(items.size());
    for (std::uint32_t i = 0; i < items.size(); ++i) {
        result.indices[next[items[i].thread]++] = i;
    }
    return result;
}

} // namespace

DomainNames::DomainNames(const StatsContext& context)
{
    const SideTable* table = context.report.sideTable("NVTX_DOMAINS");
    const auto importer = context.report.meta().find("imported_by");
    m_listed = table != nullptr || (importer != context.report.meta().end() && importer->second.starts_with("nsys"));
    if (table == nullptr) {
        return;
    }
    const auto data = context.report.sideTableData("NVTX_DOMAINS");
    const auto columnOf = [&](std::string_view name) -> const std::vector<std::int64_t>* {
        const auto it = std::find(table->columnNames.begin(), table->columnNames.end(), name);
        return data == nullptr || it == table->columnNames.end()
                   ? nullptr
                   : &data->columns[static_cast<std::size_t>(it - table->columnNames.begin())];
    };
    const auto* pid = columnOf("pid");
    const auto* name = columnOf("name");
    const auto* start = columnOf("start");
    for (std::size_t i = 0; pid != nullptr && name != nullptr && start != nullptr && i < start->size(); ++i) {
        if (context.filter.touches((*start)[i], (*start)[i]) && (*name)[i] != kNull) {
            m_known.emplace((*pid)[i], context.report.string(StringId{static_cast<std::uint32_t>((*name)[i])}));
        }
    }
}

std::string DomainNames::of(const Lane& lane) const
{
    return !m_listed || m_known.contains({lane.pid, lane.domain}) ? lane.domain : std::string();
}

NvtxRanges loadNvtxRanges(const StatsContext& context, ThreadTable& threads, RangeChoice choice)
{
    const std::array columns{col::start, col::duration, col::name,      col::flags,    col::pid,
                             col::tid,   col::endTid,   col::rangeKind, col::sourceRow};
    const DomainNames domainNames(context);
    NvtxRanges result;
    std::map<std::string, std::uint32_t> domains;
    std::mutex mutex;
    if (!context.filter.active()) {
        result.ranges.reserve(eventsOfKind(context.report, EventKind::nvtxRange));
    }
    context.report.scan(
        EventKind::nvtxRange, context.filter.scanRange(), columns,
        [&](const ChunkPtr& chunk) {
            const EventPlace place(context.report, *chunk);
            if (!holdsThreadRanges(place.lane())) {
                return;
            }
            std::uint32_t domain = 0;
            {
                const std::scoped_lock lock(mutex);
                const auto [it, isNew] =
                    domains.try_emplace(domainNames.of(place.lane()), static_cast<std::uint32_t>(result.domains.size()));
                if (isNew) {
                    result.domains.push_back(it->first);
                }
                domain = it->second;
            }
            std::vector<NvtxRange> part;
            ThreadId last;
            std::uint32_t thread = threads.index(last.pid, last.tid);
            forEachMatching(context, *chunk, true, [&](std::uint32_t i) {
                NvtxRange range;
                range.style = chunk->value(col::rangeKind, i) == 1 ? RangeStyle::startEnd : RangeStyle::pushPop;
                const ThreadId id{place.pid(i), place.tid(i)};
                const std::int64_t endTid = chunk->value(col::endTid, i);
                if ((choice == RangeChoice::pushPop && range.style != RangeStyle::pushPop) ||
                    (choice == RangeChoice::sameThread && range.style == RangeStyle::startEnd && endTid != kNull && endTid != id.tid)) {
                    return;
                }
                if (!(id == last)) {
                    last = id;
                    thread = threads.index(id.pid, id.tid);
                }
                const std::int64_t name = chunk->value(col::name, i);
                range.start = chunk->value(col::start, i);
                range.end = endOf(range.start, chunk->value(col::duration, i));
                range.id = chunk->value(col::sourceRow, i);
                range.thread = thread;
                range.name = StringId{name == kNull ? 0 : static_cast<std::uint32_t>(name)};
                range.domain = domain;
                part.push_back(range);
            });
            const std::scoped_lock lock(mutex);
            result.ranges.insert(result.ranges.end(), part.begin(), part.end());
        },
        context.progress, true);
    numberRanges(result.ranges);
    const auto inOrder = [](const NvtxRange& a, const NvtxRange& b) {
        return std::tie(a.start, b.end, a.id) < std::tie(b.start, a.end, b.id);
    };
    const auto order = byThread(result.ranges);
    std::vector<NvtxRange> sorted;
    sorted.reserve(result.ranges.size());
    for (const std::uint32_t i : order.indices) {
        sorted.push_back(result.ranges[i]);
    }
    for (std::size_t t = 0; t + 1 < order.begins.size(); ++t) {
        const auto begin = sorted.begin() + static_cast<std::ptrdiff_t>(order.begins[t]);
        const auto end = sorted.begin() + static_cast<std::ptrdiff_t>(order.begins[t + 1]);
        if (!std::is_sorted(begin, end, inOrder)) {
            std::sort(begin, end, inOrder);
        }
    }
    result.ranges = std::move(sorted);
    return result;
}

std::string rangeName(const StatsContext& context, const NvtxRanges& ranges, const NvtxRange& range)
{
    std::string name = ranges.domains[range.domain];
    name += ':';
    name += context.report.string(range.name);
    return name;
}

RangeTree nestRanges(std::span<const NvtxRange> ranges)
{
    RangeTree tree;
    tree.nodes.resize(ranges.size());
    std::vector<std::uint32_t> open;
    for (std::uint32_t i = 0; i < ranges.size(); ++i) {
        const NvtxRange& range = ranges[i];
        if (i > 0 && ranges[i - 1].thread != range.thread) {
            open.clear();
        }
        // A range that ends before this one does can't cover anything that this one does not cover more closely, so
        // what stays open is nested, and the innermost is on top.
        while (!open.empty() && (ranges[open.back()].end <= range.start || ranges[open.back()].end < range.end)) {
            open.pop_back();
        }
        if (!open.empty()) {
            RangeTree::Node& above = tree.nodes[open.back()];
            ++above.children;
            above.childrenNs = cappedSum(above.childrenNs, range.end - range.start);
            tree.nodes[i].parent = open.back();
            tree.nodes[i].level = above.level + 1;
        }
        open.push_back(i);
    }
    return tree;
}

void appendRangeStack(std::string& out, std::span<const NvtxRange> ranges, const RangeTree& tree, std::uint32_t range)
{
    std::vector<std::uint32_t> path;
    for (std::uint32_t r = range; r != RangeTree::kNoParent; r = tree.nodes[r].parent) {
        if (path.size() == kMaxShownDepth) {
            out += ":...";
            break;
        }
        path.push_back(r);
    }
    for (auto r = path.rbegin(); r != path.rend(); ++r) {
        out += ':';
        out += std::to_string(ranges[*r].id);
    }
}

Enclosing enclosingRanges(std::span<const ApiCall> calls, std::span<const NvtxRange> ranges, const Progress& progress)
{
    auto [order, begins] = byThread(calls);
    const auto inOrder = [&](std::uint32_t a, std::uint32_t b) { return std::tie(calls[a].start, a) < std::tie(calls[b].start, b); };
    for (std::size_t t = 0; t + 1 < begins.size(); ++t) {
        const auto begin = order.begin() + static_cast<std::ptrdiff_t>(begins[t]);
        const auto end = order.begin() + static_cast<std::ptrdiff_t>(begins[t + 1]);
        if (!std::is_sorted(begin, end, inOrder)) {
            std::sort(begin, end, inOrder);
        }
    }
    Enclosing result;
    result.ofCall.resize(calls.size());
    std::vector<std::uint32_t> active;
    std::uint32_t next = 0; // first range not yet begun
    std::uint32_t thread = 0;
    std::size_t done = 0;
    for (const std::uint32_t c : order) {
        const ApiCall& call = calls[c];
        if (done++ == 0 || call.thread != thread) {
            thread = call.thread;
            active.clear();
            while (next < ranges.size() && ranges[next].thread < thread) {
                ++next;
            }
        }
        if (done % 65536 == 0) {
            progress.throwIfStopped();
        }
        for (; next < ranges.size() && ranges[next].thread == thread && ranges[next].start <= call.start; ++next) {
            active.push_back(next);
        }
        std::erase_if(active, [&](std::uint32_t r) { return ranges[r].end < call.start; });
        result.ofCall[c].begin = result.ranges.size();
        const TimeNs end = call.end();
        std::copy_if(active.begin(), active.end(), std::back_inserter(result.ranges),
                     [&](std::uint32_t r) { return ranges[r].end >= end; });
        result.ofCall[c].end = result.ranges.size();
        if (result.ranges.size() > kMaxPairs) {
            throw Error("too many NVTX ranges overlap: attributing launches to them would need more than 2^28 pairs; choose a shorter "
                        "span of time");
        }
    }
    return result;
}

const NvtxRange* innermostRange(const Launches::Group& group, const Enclosing& enclosing, std::span<const NvtxRange> ranges)
{
    const NvtxRange* innermost = nullptr;
    for (std::uint32_t c = group.callBegin; c < group.callEnd; ++c) {
        if (const auto around = enclosing.of(c); !around.empty()) {
            const NvtxRange& range = ranges[around.back()];
            if (innermost == nullptr || innermost->start < range.start) {
                innermost = &range;
            }
        }
    }
    return innermost;
}

} // namespace pv::core
