// SPDX-License-Identifier: MIT
// What the PyTorch profiler's categories mean.
#include "core/import/chrome_names.h"
#include "core/import/chrome_trace.h"

#include <algorithm>

#include <fmt/format.h>

namespace pv::core::chrome {

namespace {
constexpr std::int64_t kNoStream = -1;

std::int64_t externalIdOf(const EventView& e)
{
    const std::int64_t id = e.integer(Arg::externalId);
    return id != kNull ? id : e.integer(Arg::externalIdOld);
}
} // namespace

// The device of GPU work: its argument, else its process id, which the profiler sets to the device.
GpuState& Trace::gpuOf(const EventView& e)
{
    std::int64_t device = e.integer(Arg::device);
    if (device == kNull) {
        const TraceId pid = e.id(e.slot(Key::pid));
        device = pid.isText ? numberOfText(pid.text) : pid.number;
    }
    constexpr std::int64_t kMostDevices = 65536;
    if (device < 0 || device >= kMostDevices) { // no device number: one of its own, by id
        device = kMostDevices + (device & 0xFFFF);
    }
    return m_lanes.gpu(device);
}

// -1, also written as 4294967295, means all streams.
std::int64_t Trace::streamOf(const EventView& e, const ThreadState& thread) const
{
    std::int64_t stream = e.integer(Arg::stream);
    if (stream == kNull) {
        stream = thread.tid;
        constexpr std::string_view kPrefix = "stream ";
        if (const std::string_view text = thread.text; text.starts_with(kPrefix)) {
            stream = parseInteger(text.substr(kPrefix.size())).value_or(stream);
        }
    }
    constexpr std::int64_t kNone32 = 0xFFFFFFFF;
    return stream == kNone32 ? kNoStream : stream;
}

void Trace::gpuWork(const EventView& e, const Times& t, Span s, const CategoryInfo& c)
{
    ThreadState& thread = threadOf(e);
    thread.process->isGpu = true;
    GpuState& gpu = gpuOf(e);
    const std::int64_t number = streamOf(e, thread);
    const std::int64_t correlation = e.integer(Arg::correlation);
    const std::int64_t context = e.integer(Arg::context);
    const StringId name = nameOf(e, "[No name]");
    if (correlation != kNull && m_correlated++ == 0) {
        m_launchArrows.forget();
    }

    Lane* lane = nullptr;
    if (c.category == Category::sync) {
        lane = &m_lanes.gpuChild(gpu, &GpuState::sync, LaneKind::slices, "Synchronization");
    } else {
        StreamState*& last = thread.stream;
        if (last == nullptr || last->stream != number || last->device != gpu.device) {
            last = &m_lanes.stream(gpu, number, &thread);
        }
        constexpr std::size_t kMostSample = 512;
        if (correlation != kNull && !t.invalid && last->sample.size() < kMostSample) {
            last->sample.emplace_back(correlation, t.start);
        }
        last->context = last->context == kNull ? context : last->context;
        lane = &last->lane;
        overlap(*lane, e, t, s, true);
    }
    const std::int64_t flags = s.flags | (t.invalid ? std::int64_t{kFlagInvalidTime} : 0);
    Row row;
    row.add(t.start);
    row.add(s.duration);
    row.add(name.value);
    row.add(flags);
    row.add(correlation);
    row.add(context);
    row.add(externalIdOf(e));
    Layout layout = Layout::kernel;
    switch (c.category) {
    case Category::kernel: {
        row.add(shortNameOf(e, name).value);
        for (Arg arg : {Arg::grid, Arg::block}) {
            const Slot slot = e.slot(arg);
            for (std::size_t i = 0; i < 3; ++i) {
                row.add(e.element(slot, i));
            }
        }
        row.add(e.integer(Arg::registers));
        row.add(e.integer(Arg::sharedMemory));
        row.add(e.integer(Arg::graph));
        row.add(e.integer(Arg::graphNode));
        break;
    }
    case Category::memcpy: {
        layout = Layout::memcpy;
        const CopyKinds kinds = copyKindsOf(e.view(Key::name), e.view(Arg::kind));
        row.add(e.integer(Arg::bytes));
        row.add(kinds.copy);
        row.add(kinds.source);
        row.add(kinds.target);
        row.add(e.integer(Arg::graphNode));
        break;
    }
    case Category::memset:
        layout = Layout::memset;
        row.add(e.integer(Arg::bytes));
        row.add(memoryKindIn(e.view(Key::name)));
        row.add(e.integer(Arg::graphNode));
        break;
    default: {
        layout = Layout::sync;
        const std::string_view kind = e.view(Arg::syncKind);
        row.add(number == kNoStream ? kNull : number);
        row.add(syncTypeOf(kind.empty() ? e.view(Key::name) : kind));
        row.add(e.integer(Arg::waitEvent));
    }
    }
    row.append(*lane, layout, m_report, argsOf(e));
    boundFlow(e, lane->id, t.start, name);
}

StringId Trace::shortNameOf(const EventView& e, StringId name)
{
    constexpr std::size_t kMost = 100'000;
    if (m_shortNames.size() >= kMost) {
        m_shortNames.clear();
    }
    const auto [it, isNew] = m_shortNames.try_emplace(name);
    if (isNew) {
        it->second = m_report.strings.text(shortKernelName(e.text(e.slot(Key::name))));
    }
    return it->second;
}

void Trace::apiCall(const EventView& e, const Times& t, const Span& s, const CategoryInfo& c)
{
    constexpr std::int64_t kRuntime = 0;
    constexpr std::int64_t kDriver = 1;
    constexpr std::int64_t kHip = 2;
    ThreadState& thread = threadOf(e);
    const bool hip = e.view(Key::name).starts_with("hip");
    Lane& lane = m_lanes.child(thread, &ThreadState::api, LaneKind::api, hip ? "HIP API" : "CUDA API");
    overlap(lane, e, t, s, false);
    const std::int64_t correlation = e.integer(Arg::correlation);
    constexpr std::size_t kMostLaunches = 200'000;
    if (correlation != kNull && m_launches.size() < kMostLaunches) {
        m_launches.push_back({correlation, {thread.process, t.start}});
    }
    ++thread.process->apiCalls;
    const StringId name = nameOf(e, "[No name]");
    Row row;
    row.add(t.start);
    row.add(s.duration);
    row.add(name.value);
    row.add(s.flags | (t.invalid ? std::int64_t{kFlagInvalidTime} : 0));
    row.add(correlation);
    row.add(hip ? kHip : c.category == Category::driver ? kDriver : kRuntime);
    row.add(externalIdOf(e));
    row.append(lane, Layout::api, m_report, argsOf(e));
    boundFlow(e, lane.id, t.start, name);
}

void Trace::op(const EventView& e, const Times& t, const Span& s)
{
    ThreadState& thread = threadOf(e);
    Lane& lane = m_lanes.child(thread, &ThreadState::ops, LaneKind::op, "Operators");
    overlap(lane, e, t, s, false);
    ++thread.process->ops;
    Slot dims = e.slot(Arg::inputDims);
    dims = dims ? dims : e.slot(Arg::inputDimsOld);
    StringId shapes{};
    if (dims.hole == Hole::raw) {
        shapes = m_report.strings.json(e.view(dims));
    } else if (dims) {
        shapes = m_report.strings.text(e.text(dims));
    }
    const StringId name = nameOf(e, "[No name]");
    Row row;
    row.add(t.start);
    row.add(s.duration);
    row.add(name.value);
    row.add(s.flags | (t.invalid ? std::int64_t{kFlagInvalidTime} : 0));
    row.add(idOrNull(shapes));
    row.add(e.integer(Arg::sequence));
    row.add(externalIdOf(e));
    row.add(e.integer(Arg::kernelFlops));
    row.append(lane, Layout::op, m_report, argsOf(e));
    boundFlow(e, lane.id, t.start, name);
}

void Trace::annotation(const EventView& e, const Times& t, const Span& s, bool gpu)
{
    constexpr std::int64_t kPushPop = 0;
    ThreadState& thread = threadOf(e);
    Lane* lane = nullptr;
    std::int64_t stream = kNull;
    if (gpu) {
        thread.process->isGpu = true;
        lane = &m_lanes.gpuChild(gpuOf(e), &GpuState::annotations, LaneKind::nvtx, "annotations");
        stream = streamOf(e, thread);
    } else {
        lane = &m_lanes.child(thread, &ThreadState::nvtx, LaneKind::nvtx, "Annotations");
        overlap(*lane, e, t, s, false);
    }
    const StringId name = nameOf(e, "[No name]");
    Row row;
    row.add(t.start);
    row.add(s.duration);
    row.add(name.value);
    row.add(s.flags | (t.invalid ? std::int64_t{kFlagInvalidTime} : 0));
    row.add(externalIdOf(e));
    row.add(stream == kNoStream ? kNull : stream);
    row.add(kPushPop);
    row.append(*lane, Layout::nvtx, m_report, argsOf(e));
    boundFlow(e, lane->id, t.start, name);
}

// "[memory]": an allocation or a free of the framework, with the totals after it.
void Trace::memoryEvent(const EventView& e, const Times& t)
{
    ThreadState& thread = threadOf(e);
    const std::int64_t device = e.integer(Arg::deviceId);
    const bool gpu = device >= 0 && e.integer(Arg::deviceType) != 0;
    Lane* lane = nullptr;
    CounterGroup* counters = nullptr;
    if (gpu) {
        GpuState& g = m_lanes.gpu(device);
        lane = &m_lanes.gpuChild(g, &GpuState::memory, LaneKind::memory, "Memory");
        counters = &g.memoryCounters;
        if (counters->lane.id == kNoLane) {
            m_lanes.addSeriesTo(*counters, g.lane, "Framework memory");
            m_report.writer.lane(counters->lane.id).device = g.device;
        }
    } else {
        lane = &m_lanes.memory(*thread.process);
        counters = &m_lanes.counters(*thread.process, "[memory]", "Framework memory");
    }
    const std::int64_t bytes = e.integer(Arg::memoryBytes);
    Row row;
    row.add(t.start);
    row.add(nameOf(e).value);
    row.add(t.invalid ? std::int64_t{kFlagInvalidTime} : 0);
    row.add(e.integer(Arg::address));
    row.add(bytes == kNull ? kNull : std::max(bytes, -bytes));
    row.add(bytes == kNull ? kNull : bytes < 0 ? 1 : 0);
    row.add(thread.process->pid);
    row.add(thread.tid);
    row.append(*lane, Layout::memory, m_report, argsOf(e));
    if (t.invalid) {
        return;
    }
    for (const auto& [arg, key] : {std::pair(Arg::allocated, "Total Allocated"), std::pair(Arg::reserved, "Total Reserved")}) {
        if (e.has(arg)) {
            counterValue(*counters, key, "bytes", t.start, e.slot(arg), e);
        }
    }
}

const ProcessState* Trace::launcher()
{
    // The process with most calls; of a trace without calls the one with operators, or the only one.
    const ProcessState* best = nullptr;
    int real = 0;
    for (const ProcessState& p : m_lanes.processes()) {
        if (p.lane == kNoLane || !p.text.empty()) {
            continue;
        }
        ++real;
        if (best == nullptr || std::pair(p.apiCalls, p.ops) > std::pair(best->apiCalls, best->ops)) {
            best = &p;
        }
    }
    return best != nullptr && (best->apiCalls > 0 || best->ops > 0 || real == 1) ? best : nullptr;
}

// Where several processes make calls, a stream belongs to the one whose calls launched its work: same correlation id,
// latest call before the work.
void Trace::findLaunchers()
{
    const auto callers =
        std::count_if(m_lanes.processes().begin(), m_lanes.processes().end(), [](const ProcessState& p) { return p.apiCalls > 0; });
    if (callers < 2) {
        return;
    }
    std::sort(m_launches.begin(), m_launches.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [device, gpu] : m_lanes.gpus()) {
        for (auto& [number, stream] : gpu.streams) {
            std::map<const ProcessState*, int> votes;
            for (const auto& [correlation, start] : stream.sample) {
                const ProcessState* nearest = nullptr;
                TimeNs best = std::numeric_limits<TimeNs>::min();
                auto it = std::lower_bound(m_launches.begin(), m_launches.end(), correlation,
                                           [](const auto& l, std::int64_t id) { return l.first < id; });
                for (; it != m_launches.end() && it->first == correlation; ++it) {
                    const auto& [process, at] = it->second;
                    if (at <= start && at >= best) {
                        best = at;
                        nearest = process;
                    }
                }
                if (nearest != nullptr) {
                    ++votes[nearest];
                }
            }
            const auto winner =
                std::max_element(votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
            if (winner == votes.end()) {
                continue;
            }
            m_lanes.setLauncher(stream, *winner->first);
            if (votes.size() > 1) {
                m_report.faults.add("json.gpu.shared_stream", Severity::warning, [device = gpu.device, streamNumber = number] {
                    return fmt::format("Several processes launch work on one stream id of a GPU (GPU {}, stream {}); the work is "
                                       "attributed to the one with most launches.",
                                       device, streamNumber);
                });
            }
        }
    }
}

} // namespace pv::core::chrome
