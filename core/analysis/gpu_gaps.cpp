// SPDX-License-Identifier: MIT
#include "core/analysis/gpu_gaps.h"

#include <algorithm>
#include <array>
#include <map>

namespace pv::core {
namespace {

std::vector<LaneId> gpuLanes(const Report& r)
{
    std::vector<LaneId> found;
    for (const Lane& l : r.lanes()) {
        if (l.kind == LaneKind::gpu) {
            found.push_back(l.id);
        }
    }
    return found;
}

std::vector<LaneId> streamsOf(const Report& r, LaneId gpu)
{
    std::vector<LaneId> found;
    std::vector<LaneId> open{gpu};
    while (!open.empty()) {
        const LaneId at = open.back();
        open.pop_back();
        if (r.lanes()[at.value].kind == LaneKind::stream) {
            found.push_back(at);
        }
        for (const LaneId c : r.children(at)) {
            open.push_back(c);
        }
    }
    return found;
}

// Work that starts exactly at `at`, or ends there.
EventId workAt(const Report& r, std::span<const LaneId> streams, TimeNs at, bool starts)
{
    EventId found = kNoEvent;
    for (const LaneId s : streams) {
        const TimeRange range = starts ? TimeRange{at, at + 1} : TimeRange{at - 1, at};
        r.forEachEvent(s, range, {}, [&](const Chunk& c, std::uint32_t i) {
            const TimeNs start = c.value(col::start, i);
            const std::int64_t duration = c.value(col::duration, i) == kNull ? 0 : c.value(col::duration, i);
            if (isGpuWork(c.info().kind) && (starts ? start == at : endOf(start, duration) == at)) {
                found = c.eventId(i);
            }
            return found == kNoEvent;
        });
        if (found != kNoEvent) {
            break;
        }
    }
    return found;
}

// The thread lane that launched a piece of GPU work.
LaneId launchingThread(const Report& r, EventId work)
{
    for (const Link& l : r.linked(work, 16)) {
        if (l.kind == "launch" && l.target == work) {
            if (const ChunkInfo* c = r.chunkInfo(chunkOf(l.source))) {
                return r.lanes()[c->lane.value].parent;
            }
        }
    }
    return kNoLane;
}

struct Candidate {
    GapCause cause = GapCause::unknown;
    EventId event{};
    StringId name{};
    std::int64_t covered = 0;
    std::int64_t duration = 0;
};

// The event of a lane that explains the gap best: the innermost (shortest) that covers at least half of it, else the one
// that covers most.
void consider(const Report& r, LaneId lane, GapCause cause, TimeRange gap, Candidate& half, Candidate& most)
{
    r.forEachEvent(lane, gap, {}, [&](const Chunk& c, std::uint32_t i) {
        const TimeNs start = c.value(col::start, i);
        const std::int64_t duration = c.value(col::duration, i) == kNull ? 0 : c.value(col::duration, i);
        const std::int64_t covered = std::max<std::int64_t>(0, TimeRange{start, endOf(start, duration)}.intersected(gap).durationNs());
        if (covered <= 0) {
            return true;
        }
        const std::int64_t name = c.value(col::name, i);
        const Candidate found{cause, c.eventId(i), name == kNull ? kEmptyString : StringId{static_cast<std::uint32_t>(name)}, covered,
                              duration};
        if (covered * 2 >= gap.durationNs() && (half.event == kNoEvent || duration < half.duration)) {
            half = found;
        }
        if (covered > most.covered) {
            most = found;
        }
        return true;
    });
}

void explain(const Report& r, GpuGap& gap)
{
    const LaneId thread = gap.next != kNoEvent ? launchingThread(r, gap.next) : kNoLane;
    std::vector<LaneId> lanes;
    if (thread != kNoLane) {
        const auto children = r.children(thread);
        lanes.assign(children.begin(), children.end());
    } else {
        // The launch was not recorded: ranges of the process say what it was at.
        std::int64_t pid = kNull;
        if (const ChunkInfo* c = gap.next != kNoEvent ? r.chunkInfo(chunkOf(gap.next)) : nullptr) {
            pid = r.lanes()[c->lane.value].pid;
        }
        for (const Lane& l : r.lanes()) {
            if (l.kind == LaneKind::nvtx && (pid == kNull || l.pid == pid)) {
                lanes.push_back(l.id);
            }
        }
    }
    const std::pair<LaneKind, GapCause> order[] = {{LaneKind::nvtx, GapCause::nvtxRange},
                                                   {LaneKind::osrt, GapCause::osCall},
                                                   {LaneKind::api, GapCause::apiCall},
                                                   {LaneKind::op, GapCause::op}};
    Candidate best;
    for (const auto& [kind, cause] : order) {
        Candidate half;
        Candidate most;
        for (const LaneId lane : lanes) {
            if (r.lanes()[lane.value].kind == kind) {
                consider(r, lane, cause, gap.range, half, most);
            }
        }
        if (half.event != kNoEvent) {
            best = half;
            break;
        }
        if (cause != GapCause::nvtxRange && most.covered > best.covered) {
            best = most;
        }
    }
    gap.cause = best.cause;
    gap.causeEvent = best.event;
    gap.causeName = best.name;
    gap.causeShare = gap.range.durationNs() > 0 ? static_cast<double>(best.covered) / static_cast<double>(gap.range.durationNs()) : 0;
}

} // namespace

std::string_view gapCauseName(GapCause cause)
{
    switch (cause) {
    case GapCause::nvtxRange: return "nvtx_range";
    case GapCause::osCall: return "osrt_call";
    case GapCause::apiCall: return "api_call";
    case GapCause::op: return "op";
    default: return "unknown";
    }
}

std::vector<GpuGap> gpuGaps(const Report& report, std::int64_t minNs, bool causes, TimeRange range, const Progress& progress)
{
    std::vector<GpuGap> gaps;
    for (const LaneId gpu : gpuLanes(report)) {
        bool any = false;
        TimeNs last = 0;
        report.forEachBusy(gpu, range, [&](TimeRange busy, GpuState) {
            if (any && busy.begin > last && busy.begin - last >= std::max<std::int64_t>(1, minNs)) {
                GpuGap g;
                g.gpu = gpu;
                g.device = report.lanes()[gpu.value].device;
                g.range = {last, busy.begin};
                gaps.push_back(g);
            }
            any = true;
            last = std::max(last, busy.end);
            return !progress.stop.stop_requested();
        });
        progress.throwIfStopped();
    }
    if (causes) {
        explainGaps(report, gaps, progress);
    }
    return gaps;
}

void explainGaps(const Report& report, std::vector<GpuGap>& gaps, const Progress& progress)
{
    std::map<LaneId, std::vector<LaneId>> streams;
    for (std::size_t i = 0; i < gaps.size(); ++i) {
        progress.throwIfStopped();
        progress(static_cast<double>(i) / static_cast<double>(gaps.size()), "Explaining idle gaps");
        auto& of = streams[gaps[i].gpu];
        if (of.empty()) {
            of = streamsOf(report, gaps[i].gpu);
        }
        gaps[i].previous = workAt(report, of, gaps[i].range.begin, false);
        gaps[i].next = workAt(report, of, gaps[i].range.end, true);
        explain(report, gaps[i]);
    }
}

std::vector<GpuTimes> gpuTimes(const Report& report, TimeRange range, const Progress& progress)
{
    std::vector<GpuTimes> all;
    for (const LaneId gpu : gpuLanes(report)) {
        GpuTimes t;
        t.gpu = gpu;
        t.device = report.lanes()[gpu.value].device;
        bool any = false;
        report.forEachBusy(gpu, range, [&](TimeRange busy, GpuState state) {
            if (!any) {
                t.window.begin = busy.begin;
            }
            any = true;
            t.window.end = busy.end;
            (state == GpuState::compute         ? t.computeNs
             : state == GpuState::communication ? t.communicationNs
                                                : t.copyNs) += busy.durationNs();
            return !progress.stop.stop_requested();
        });
        progress.throwIfStopped();
        if (range != kAllTime) {
            t.window = range;
        }
        all.push_back(t);
    }
    return all;
}

} // namespace pv::core
