// SPDX-License-Identifier: MIT

// nvtx_kern_sum, nvtx_gpu_proj_sum, nvtx_gpu_proj_trace: what NVTX ranges made the GPU do.
// Basis: attribution as in nvtx_ranges.h. A kernel counts for all ranges around its launch.
// nvtx_kern_sum: kernels outside all ranges are in rows without a range; those without a recorded launch, without a
// thread too. "NVTX Inst" and "Kern Inst" count different ranges and kernels; times count a kernel as often as it was
// attributed (twice where backtrace collection saw its launch again).
// Projection: from the first start to the last end of what a range launched, kernels, copies and fills. Operations are
// counted by launch: a graph is one. Levels and children count among ranges that launched something.

#include "core/analysis/stats/nvtx_ranges.h"
#include "core/analysis/stats/reports.h"
#include "core/analysis/stats/sum_table.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

namespace pv::core {
namespace {

constexpr std::uint64_t kNoRange = ~std::uint64_t{0};
constexpr std::uint32_t kNoThread = 0xFFFFFFFFu;

// Ranges of one name, domain, style and thread are one row's worth.
struct Place {
    std::uint64_t range = kNoRange;   // name << 32 | domain << 1 | style; kNoRange: outside all
    std::uint32_t thread = kNoThread; // kNoThread: the launch was not recorded
    bool operator==(const Place&) const = default;
};
struct PlaceHash {
    std::size_t operator()(const Place& p) const { return static_cast<std::size_t>(mixBits(mixBits(p.range) ^ p.thread)); }
};

std::uint64_t rangeKey(const NvtxRange& r)
{
    return std::uint64_t{r.name.value} << 32 | std::uint64_t{r.domain} << 1 | static_cast<std::uint64_t>(r.style);
}

struct ProjectedRange {
    TimeNs first = std::numeric_limits<TimeNs>::max();
    TimeNs last = std::numeric_limits<TimeNs>::min();
    std::int64_t operations = 0;
};

struct Projection {
    NvtxRanges loaded;                     // all ranges
    std::vector<NvtxRange> ranges;         // those that launched something, in the same order
    std::vector<ProjectedRange> projected; // one a range
    RangeTree tree;                        // of `ranges`
};

Projection project(const StatsContext& context, ThreadTable& threads)
{
    Projection result;
    const Launches launches = loadLaunches(context, threads, {.memory = true});
    result.loaded = loadNvtxRanges(context, threads, RangeChoice::sameThread);
    const auto& all = result.loaded.ranges;
    const Enclosing enclosing = enclosingRanges(launches.calls, all, context.progress);
    std::vector<ProjectedRange> projected(all.size());
    std::vector<std::uint32_t> lastGroup(all.size(), 0xFFFFFFFFu);
    for (std::uint32_t g = 0; g < launches.groups.size(); ++g) {
        const Launches::Group& group = launches.groups[g];
        if (group.callBegin == group.callEnd) {
            continue;
        }
        TimeNs first = launches.ops[group.opBegin].start;
        TimeNs last = launches.ops[group.opBegin].end();
        for (std::uint32_t o = group.opBegin; o < group.opEnd; ++o) {
            first = std::min(first, launches.ops[o].start);
            last = std::max(last, launches.ops[o].end());
        }
        for (std::uint32_t c = group.callBegin; c < group.callEnd; ++c) {
            for (const std::uint32_t r : enclosing.of(c)) {
                ProjectedRange& p = projected[r];
                p.first = std::min(p.first, first);
                p.last = std::max(p.last, last);
                p.operations += lastGroup[r] != g ? 1 : 0;
                lastGroup[r] = g;
            }
        }
    }
    for (std::uint32_t r = 0; r < all.size(); ++r) {
        if (projected[r].operations > 0) {
            result.ranges.push_back(all[r]);
            result.projected.push_back(projected[r]);
        }
    }
    result.tree = nestRanges(result.ranges);
    return result;
}

} // namespace

void nvtxKernSum(const StatsContext& context, RowSink& sink)
{
    ThreadTable threads;
    const Launches launches = loadLaunches(context, threads, {});
    const NvtxRanges loaded = loadNvtxRanges(context, threads, RangeChoice::sameThread);
    if (loaded.ranges.empty()) {
        return;
    }
    const Enclosing enclosing = enclosingRanges(launches.calls, loaded.ranges, context.progress);

    DenseIndex<Place, PlaceHash> places;
    std::vector<std::uint32_t> placeOf(loaded.ranges.size());
    for (std::uint32_t r = 0; r < placeOf.size(); ++r) {
        placeOf[r] = places({rangeKey(loaded.ranges[r]), loaded.ranges[r].thread});
    }
    constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    struct Counts {
        std::int64_t ranges = 0;
        std::int64_t kernels = 0;
        std::uint32_t lastKernel = kNone;
    };
    std::vector<Counts> counts;
    DenseIndex<std::uint64_t, MixHash> groups; // place << 32 | kernel name
    GroupedValues values;
    DenseIndex<std::uint64_t, MixHash> rangesSeen; // group << 32 | range
    std::vector<std::uint32_t> lastGroupOf(loaded.ranges.size(), kNone);
    const auto add = [&](std::uint32_t place, std::uint32_t op) {
        const std::uint32_t group = groups(std::uint64_t{place} << 32 | launches.ops[op].name.value);
        if (group == counts.size()) {
            counts.emplace_back();
        }
        values.add(group, launches.ops[op].duration);
        counts[group].kernels += counts[group].lastKernel != op ? 1 : 0;
        counts[group].lastKernel = op;
        return group;
    };
    for (const Launches::Group& group : launches.groups) {
        context.progress.throwIfStopped();
        for (std::uint32_t o = group.opBegin; o < group.opEnd; ++o) {
            if (group.callBegin == group.callEnd) {
                add(places(Place{}), o);
            }
            for (std::uint32_t c = group.callBegin; c < group.callEnd; ++c) {
                const auto around = enclosing.of(c);
                if (around.empty()) {
                    add(places({kNoRange, launches.calls[c].thread}), o);
                }
                for (const std::uint32_t r : around) {
                    const std::uint32_t g = add(placeOf[r], o);
                    if (lastGroupOf[r] != g) {
                        lastGroupOf[r] = g;
                        const std::uint32_t before = rangesSeen.size();
                        counts[g].ranges += rangesSeen(std::uint64_t{g} << 32 | r) == before ? 1 : 0;
                    }
                }
            }
        }
    }
    if (groups.size() == 0) {
        return;
    }
    rangesSeen = {};
    const auto summaries = values.finish(groups.size());

    // Rows: by range, style, process and thread; within them the largest total first.
    std::vector<std::string> names(places.size());
    std::vector<std::uint32_t> byName(places.size());
    std::iota(byName.begin(), byName.end(), 0u);
    const auto thread = [&](std::uint32_t place) {
        const std::uint32_t t = places.keys()[place].thread;
        return t == kNoThread ? ThreadId{} : threads[t];
    };
    for (std::uint32_t p = 0; p < names.size(); ++p) {
        if (const std::uint64_t key = places.keys()[p].range; key != kNoRange) {
            names[p] = loaded.domains[(key & 0xFFFFFFFFu) >> 1] + ':';
            names[p] += context.report.string(StringId{static_cast<std::uint32_t>(key >> 32)});
        }
    }
    std::sort(byName.begin(), byName.end(), [&](std::uint32_t a, std::uint32_t b) {
        const ThreadId threadA = thread(a);
        const ThreadId threadB = thread(b);
        const bool startEndA = (places.keys()[a].range & 1) != 0;
        const bool startEndB = (places.keys()[b].range & 1) != 0;
        return std::tie(names[a], startEndA, threadA.pid, threadA.tid) < std::tie(names[b], startEndB, threadB.pid, threadB.tid);
    });
    std::vector<std::uint32_t> rank(places.size());
    for (std::uint32_t i = 0; i < byName.size(); ++i) {
        rank[byName[i]] = i;
    }
    std::vector<std::uint32_t> rows(groups.size());
    std::iota(rows.begin(), rows.end(), 0u);
    std::sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) {
        const std::uint64_t keyA = groups.keys()[a];
        const std::uint64_t keyB = groups.keys()[b];
        const std::uint32_t rankA = rank[keyA >> 32];
        const std::uint32_t rankB = rank[keyB >> 32];
        if (rankA != rankB || summaries[a].sum != summaries[b].sum) {
            return rankA != rankB ? rankA < rankB : summaries[a].sum > summaries[b].sum;
        }
        return context.report.string(StringId{static_cast<std::uint32_t>(keyA)}) <
               context.report.string(StringId{static_cast<std::uint32_t>(keyB)});
    });
    sink.columns(std::array<ResultColumn, 13>{ResultColumn{"NVTX Range", CellType::text},
                                              {"Style", CellType::text},
                                              {"PID", CellType::integer},
                                              {"TID", CellType::integer},
                                              {"NVTX Inst", CellType::integer},
                                              {"Kern Inst", CellType::integer},
                                              {"Total Time (ns)", CellType::integer},
                                              {"Avg (ns)", CellType::real, 1},
                                              {"Med (ns)", CellType::real, 1},
                                              {"Min (ns)", CellType::integer},
                                              {"Max (ns)", CellType::integer},
                                              {"StdDev (ns)", CellType::real, 1},
                                              {"Kernel Name", CellType::text}});
    for (const std::uint32_t g : rows) {
        const auto place = static_cast<std::uint32_t>(groups.keys()[g] >> 32);
        const std::uint64_t range = places.keys()[place].range;
        const ThreadId t = thread(place);
        const Summary& s = summaries[g];
        sink.row(std::array<Cell, 13>{range == kNoRange ? Cell() : Cell(names[place]),
                                      range == kNoRange ? Cell() : Cell(styleName(static_cast<RangeStyle>(range & 1))), presentCell(t.pid),
                                      presentCell(t.tid), counts[g].ranges, counts[g].kernels, s.sum, s.mean, s.median, s.min, s.max,
                                      s.stdDev, context.report.string(StringId{static_cast<std::uint32_t>(groups.keys()[g])})});
    }
}

void nvtxGpuProjTrace(const StatsContext& context, RowSink& sink)
{
    ThreadTable threads;
    const Projection p = project(context, threads);
    if (p.ranges.empty()) {
        return;
    }
    std::vector<std::uint32_t> order(p.ranges.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::tie(p.ranges[a].start, p.ranges[a].id) < std::tie(p.ranges[b].start, p.ranges[b].id);
    });
    sink.columns(std::array<ResultColumn, 14>{ResultColumn{"Name", CellType::text},
                                              {"Projected Start (ns)", CellType::integer},
                                              {"Projected Duration (ns)", CellType::integer},
                                              {"Orig Start (ns)", CellType::integer},
                                              {"Orig Duration (ns)", CellType::integer},
                                              {"Style", CellType::text},
                                              {"PID", CellType::integer},
                                              {"TID", CellType::integer},
                                              {"NumGPUOps", CellType::integer},
                                              {"Lvl", CellType::integer},
                                              {"NumChild", CellType::integer},
                                              {"RangeId", CellType::integer},
                                              {"ParentId", CellType::integer},
                                              {"RangeStack", CellType::text}});
    std::string stack;
    for (const std::uint32_t r : order) {
        const NvtxRange& range = p.ranges[r];
        const RangeTree::Node& node = p.tree.nodes[r];
        const ThreadId thread = threads[range.thread];
        stack.clear();
        appendRangeStack(stack, p.ranges, p.tree, r);
        sink.row(std::array<Cell, 14>{
            rangeName(context, p.loaded, range), p.projected[r].first, TimeRange{p.projected[r].first, p.projected[r].last}.durationNs(),
            range.start, range.end - range.start, styleName(range.style), presentCell(thread.pid), presentCell(thread.tid),
            p.projected[r].operations, static_cast<std::int64_t>(node.level), static_cast<std::int64_t>(node.children), range.id,
            node.parent == RangeTree::kNoParent ? Cell() : Cell(p.ranges[node.parent].id), stack});
    }
}

void nvtxGpuProjSum(const StatsContext& context, RowSink& sink)
{
    ThreadTable threads;
    const Projection p = project(context, threads);
    if (p.ranges.empty()) {
        return;
    }
    DenseIndex<std::uint64_t, MixHash> groups;
    struct Totals {
        std::int64_t rangeNs = 0;
        std::int64_t operations = 0;
        std::int64_t levels = 0;
        std::int64_t children = 0;
    };
    std::vector<Totals> totals;
    GroupedValues values;
    for (std::uint32_t r = 0; r < p.ranges.size(); ++r) {
        const std::uint32_t group = groups(rangeKey(p.ranges[r]));
        totals.resize(groups.size());
        Totals& t = totals[group];
        t.rangeNs = cappedSum(t.rangeNs, p.ranges[r].end - p.ranges[r].start);
        t.operations += p.projected[r].operations;
        t.levels += p.tree.nodes[r].level;
        t.children += p.tree.nodes[r].children;
        values.add(group, TimeRange{p.projected[r].first, p.projected[r].last}.durationNs());
    }
    const auto summaries = values.finish(groups.size());
    std::vector<std::pair<std::string, std::uint32_t>> rows;
    for (std::uint32_t g = 0; g < summaries.size(); ++g) {
        const std::uint64_t key = groups.keys()[g];
        std::string name = p.loaded.domains[(key & 0xFFFFFFFFu) >> 1] + ':';
        name += context.report.string(StringId{static_cast<std::uint32_t>(key >> 32)});
        rows.emplace_back(std::move(name), g);
    }
    std::sort(rows.begin(), rows.end(), [&](const auto& a, const auto& b) {
        const std::int64_t sumA = summaries[a.second].sum;
        const std::int64_t sumB = summaries[b.second].sum;
        return sumA != sumB ? sumA > sumB : a < b;
    });
    sink.columns(std::array<ResultColumn, 14>{ResultColumn{"Range", CellType::text},
                                              {"Style", CellType::text},
                                              {"Total Proj Time (ns)", CellType::integer},
                                              {"Total Range Time (ns)", CellType::integer},
                                              {"Range Instances", CellType::integer},
                                              {"Proj Avg (ns)", CellType::real, 1},
                                              {"Proj Med (ns)", CellType::real, 1},
                                              {"Proj Min (ns)", CellType::integer},
                                              {"Proj Max (ns)", CellType::integer},
                                              {"Proj StdDev (ns)", CellType::real, 1},
                                              {"Total GPU Ops", CellType::integer},
                                              {"Avg GPU Ops", CellType::real, 1},
                                              {"Avg Range Lvl", CellType::real, 1},
                                              {"Avg Num Child", CellType::real, 1}});
    for (const auto& [name, g] : rows) {
        const Summary& s = summaries[g];
        const Totals& t = totals[g];
        const auto mean = [&](std::int64_t sum) { return static_cast<double>(sum) / static_cast<double>(s.count); };
        sink.row(std::array<Cell, 14>{name, styleName(static_cast<RangeStyle>(groups.keys()[g] & 1)), s.sum, t.rangeNs, s.count, s.mean,
                                      s.median, s.min, s.max, s.stdDev, t.operations, mean(t.operations), mean(t.levels),
                                      mean(t.children)});
    }
}

} // namespace pv::core
