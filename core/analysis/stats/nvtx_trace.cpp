// SPDX-License-Identifier: MIT

// nvtx_pushpop_trace: every push/pop range with its place in the stack of its thread, in order of start.
// Basis: nesting as in nvtx_ranges.h, over all domains of a thread. DurChild is the time of direct children.

#include "core/analysis/stats/nvtx_ranges.h"
#include "core/analysis/stats/reports.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace pv::core {

void nvtxPushPopTrace(const StatsContext& context, RowSink& sink)
{
    ThreadTable threads;
    const NvtxRanges loaded = loadNvtxRanges(context, threads, RangeChoice::pushPop);
    const auto& ranges = loaded.ranges;
    if (ranges.empty()) {
        return;
    }
    const RangeTree tree = nestRanges(ranges);
    std::vector<std::uint32_t> order(ranges.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::tie(ranges[a].start, ranges[a].id) < std::tie(ranges[b].start, ranges[b].id);
    });
    sink.columns(std::array<ResultColumn, 14>{ResultColumn{"Start (ns)", CellType::integer},
                                              {"End (ns)", CellType::integer},
                                              {"Duration (ns)", CellType::integer},
                                              {"DurChild (ns)", CellType::integer},
                                              {"DurNonChild (ns)", CellType::integer},
                                              {"Name", CellType::text},
                                              {"PID", CellType::integer},
                                              {"TID", CellType::integer},
                                              {"Lvl", CellType::integer},
                                              {"NumChild", CellType::integer},
                                              {"RangeId", CellType::integer},
                                              {"ParentId", CellType::integer},
                                              {"RangeStack", CellType::text},
                                              {"NameTree", CellType::text}});
    std::string stack;
    std::string branch;
    std::size_t done = 0;
    for (const std::uint32_t r : order) {
        if (++done % 65536 == 0) {
            context.progress.throwIfStopped();
        }
        const NvtxRange& range = ranges[r];
        const RangeTree::Node& node = tree.nodes[r];
        const std::string name = rangeName(context, loaded, range);
        const ThreadId thread = threads[range.thread];
        stack.clear();
        appendRangeStack(stack, ranges, tree, r);
        branch.assign(2 * std::min<std::size_t>(node.level, kMaxShownDepth), '-');
        branch += name;
        const std::int64_t duration = range.end - range.start;
        sink.row(std::array<Cell, 14>{range.start, range.end, duration, node.childrenNs, duration - node.childrenNs, name,
                                      presentCell(thread.pid), presentCell(thread.tid), static_cast<std::int64_t>(node.level),
                                      static_cast<std::int64_t>(node.children), range.id,
                                      node.parent == RangeTree::kNoParent ? Cell() : Cell(ranges[node.parent].id), stack, branch});
    }
}

} // namespace pv::core
