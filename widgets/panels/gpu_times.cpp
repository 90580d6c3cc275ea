// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/gpu_times.h"

#include "widgets/tables/event_index.h"

#include <algorithm>

namespace pv::widgets {

std::vector<core::LaneId> gpuLanes(const core::Report& report)
{
    std::vector<core::LaneId> gpus;
    std::vector<bool> seen(report.lanes().size(), false);
    std::vector<core::LaneId> stack;
    const auto push = [&](core::LaneId parent) {
        const auto children = report.children(parent);
        stack.insert(stack.end(), children.rbegin(), children.rend());
    };
    push(core::kNoLane);
    while (!stack.empty()) {
        const core::LaneId lane = stack.back();
        stack.pop_back();
        if (lane.value >= seen.size() || seen[lane.value]) {
            continue;
        }
        seen[lane.value] = true;
        if (report.lanes()[lane.value].kind == core::LaneKind::gpu) {
            gpus.push_back(lane);
        }
        push(lane);
    }
    return gpus;
}

core::TimeRange gpuActiveRange(const core::Report& report, core::LaneId gpu)
{
    core::TimeRange range{};
    bool any = false;
    for (const core::LaneId id : withDescendants(report, gpu)) {
        for (const core::ChunkId chunkId : report.chunksOf(id)) {
            const core::ChunkInfo* chunk = report.chunkInfo(chunkId);
            if (chunk == nullptr || !core::isGpuWork(chunk->kind)) {
                continue;
            }
            range = any ? core::TimeRange{std::min(range.begin, chunk->firstStart), std::max(range.end, chunk->lastEnd)}
                        : core::TimeRange{chunk->firstStart, chunk->lastEnd};
            any = true;
        }
    }
    return range;
}

GpuTimes gpuTimes(const core::Report& report, core::LaneId gpu, core::TimeRange range, const core::Progress& progress)
{
    GpuTimes times;
    if (range.empty() || gpu.value >= report.lanes().size()) {
        return times;
    }
    const core::Lane& lane = report.lanes()[gpu.value];
    const int top = std::clamp(lane.topLevel, 0, core::kMaxLevel);
    // Nothing lies outside the report: the walk need not go there.
    const core::TimeRange walked = range.intersected(report.range());
    for (std::size_t state = 0; state < 3 && !walked.empty(); ++state) {
        core::TimeNs at = walked.begin;
        core::TilePtr tile;
        while (at < walked.end) {
            progress.throwIfStopped();
            int level = 0;
            while (level < top) {
                const std::int64_t width = core::bucketWidthNs(level + 1);
                if ((at & (width - 1)) != 0 || walked.end - at < width) {
                    break;
                }
                ++level;
            }
            const std::int64_t index = core::tileIndex(at, level);
            if (!tile || tile->level != level || tile->index != index) {
                tile = report.tile(gpu, static_cast<std::int32_t>(state), level, index);
            }
            const auto bucket = static_cast<std::size_t>(core::bucketIndex(at, level) & (core::kBucketsPerTile - 1));
            if (tile && bucket < tile->buckets.size()) {
                times.ns[state] += tile->buckets[bucket].busyNs;
            }
            at += core::bucketWidthNs(level);
        }
    }
    times.ns[3] = range.durationNs() - times.busyNs();
    return times;
}

} // namespace pv::widgets
