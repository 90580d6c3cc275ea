// SPDX-License-Identifier: MIT
#include "core/import/chrome_lanes.h"

#include "core/import/chrome_ranges.h"

#include <fmt/format.h>

namespace pv::core::chrome {

namespace {
constexpr std::int64_t kGpuSort = std::int64_t{1} << 40; // GPUs stand below the processes

std::string_view trimmed(std::string_view s)
{
    while (!s.empty() && isBlank(s.front())) {
        s.remove_prefix(1);
    }
    while (!s.empty() && isBlank(s.back())) {
        s.remove_suffix(1);
    }
    return s;
}

// "python3 (1145)"; names that say the id themselves stay.
std::string withId(std::string_view name, std::string_view kind, std::int64_t id, std::string_view textId)
{
    if (!textId.empty()) {
        return std::string(name.empty() ? textId : name);
    }
    const std::string number = std::to_string(id);
    if (name.empty()) {
        return fmt::format("{} {}", kind, number);
    }
    return name.find(number) != name.npos ? std::string(name) : fmt::format("{} ({})", name, number);
}

// "GPU 3", "MTIA 9": what the profiler writes for a device that it lists as a process.
bool namesDevice(std::string_view labels)
{
    const std::size_t blank = labels.find(' ');
    const std::string_view kind = labels.substr(0, blank);
    return blank != labels.npos && (kind == "GPU" || kind == "MTIA" || kind == "XPU" || kind == "HPU" || kind == "NPU") &&
           parseInteger(labels.substr(blank + 1));
}
} // namespace

Lanes::Lanes(ReportContext& report, std::uint32_t trace, LaneId group) : m_report(report), m_trace(trace), m_group(group) {}
Lanes::~Lanes() = default;

void Lanes::tooMany(std::string_view what, std::size_t most)
{
    m_report.faults.add(fmt::format("json.too_many.{}", what), Severity::warning,
                        [&] { return fmt::format("The trace has more than {} {}; further ones are shown together.", most, what); });
}

ProcessState& Lanes::process(const TraceId& id)
{
    const auto make = [&](ProcessState*& known) -> ProcessState& {
        if (m_processes.size() >= kMostProcesses) {
            if (m_otherProcesses == nullptr) {
                m_otherProcesses = &m_processes.emplace_back();
                m_otherProcesses->text = "More processes";
                m_otherProcesses->ownPid = numberOfText(m_otherProcesses->text);
                m_otherProcesses->pid = m_report.processNumber(m_trace, m_otherProcesses->ownPid);
            }
            tooMany("processes", kMostProcesses);
            return *m_otherProcesses;
        }
        known = &m_processes.emplace_back();
        known->ownPid = id.isText ? numberOfText(id.text) : id.number;
        known->pid = m_report.processNumber(m_trace, known->ownPid);
        known->text = id.text;
        return *known;
    };
    if (id.isText) {
        const auto it = m_byPidText.find(std::string(id.text));
        if (it != m_byPidText.end()) {
            return *it->second;
        }
        ProcessState* known = nullptr;
        ProcessState& made = make(known);
        if (known != nullptr) {
            m_byPidText.emplace(id.text, known);
        }
        return made;
    }
    const auto it = m_byPid.find(id.number);
    if (it != m_byPid.end()) {
        return *it->second;
    }
    ProcessState* known = nullptr;
    ProcessState& made = make(known);
    if (known != nullptr) {
        m_byPid.emplace(id.number, known);
    }
    return made;
}

ThreadState& Lanes::thread(const TraceId& pid, const TraceId& tid)
{
    if (m_lastThread != nullptr && !pid.isText && !tid.isText && pid.number == m_lastPid && tid.number == m_lastTid) {
        return *m_lastThread;
    }
    ProcessState& p = process(pid);
    const bool full = m_threads.size() >= kMostThreads;
    const auto others = [&]() -> ThreadState& {
        if (m_otherThreads == nullptr) {
            m_otherThreads = &m_threads.emplace_back();
            m_otherThreads->process = &p;
            m_otherThreads->text = "More threads";
            m_otherThreads->tid = numberOfText(m_otherThreads->text);
        }
        tooMany("threads", kMostThreads);
        return *m_otherThreads;
    };
    ThreadState* thread = nullptr;
    if (tid.isText) {
        const auto it = m_byTidText.find({&p, std::string(tid.text)});
        if (it != m_byTidText.end()) {
            return *it->second;
        }
        if (full) {
            return others();
        }
        thread = &m_threads.emplace_back();
        thread->process = &p;
        thread->tid = numberOfText(tid.text);
        thread->text = tid.text;
        m_byTidText.emplace(std::pair(&p, std::string(tid.text)), thread);
    } else {
        // pthread ids cut to 32 bits are written signed by some and unsigned by others.
        constexpr std::int64_t k32 = std::int64_t{1} << 32;
        const bool negative = tid.number < 0 && tid.number >= -(k32 / 2);
        const bool high = tid.number >= k32 / 2 && tid.number < k32;
        const ThreadKey key{&p, negative ? tid.number + k32 : tid.number};
        const auto it = m_byTid.find(key);
        if (it != m_byTid.end()) {
            thread = it->second;
        } else if (full) {
            return others();
        } else {
            thread = &m_threads.emplace_back();
            thread->process = &p;
            thread->tid = tid.number;
            m_byTid.emplace(key, thread);
        }
        thread->sawNegative |= negative;
        thread->sawPositive |= high;
        if (thread->sawNegative && thread->sawPositive && !thread->merged) {
            thread->merged = true;
            thread->tid = negative ? tid.number + k32 : tid.number;
            m_report.faults.add("json.tid.same_32_bits", Severity::info, [&] {
                return fmt::format("Thread ids that are equal in their lowest 32 bits are taken for one thread: {} and {}.", thread->tid,
                                   thread->tid - k32);
            });
        }
    }
    if (!pid.isText && !tid.isText) {
        m_lastPid = pid.number;
        m_lastTid = tid.number;
        m_lastThread = thread;
    }
    return *thread;
}

GpuState& Lanes::gpu(std::int64_t own)
{
    const auto [it, isNew] = m_gpus.try_emplace(own);
    if (isNew) {
        it->second.ownDevice = own;
        it->second.device = m_report.gpuNumber(m_trace, own);
    }
    return it->second;
}

LaneId Lanes::processLane(ProcessState& process)
{
    if (process.lane == kNoLane) {
        LaneSpec spec;
        spec.parent = m_group;
        spec.kind = LaneKind::process;
        spec.pid = process.pid;
        process.lane = m_report.writer.addLane(spec);
    }
    return process.lane;
}

LaneId Lanes::threadLane(ThreadState& thread)
{
    if (thread.lane == kNoLane) {
        LaneSpec spec;
        spec.parent = processLane(*thread.process);
        spec.kind = LaneKind::thread;
        spec.pid = thread.process->pid;
        spec.tid = thread.tid;
        thread.lane = m_report.writer.addLane(spec);
    }
    return thread.lane;
}

Lane& Lanes::child(ThreadState& thread, Lane ThreadState::*member, LaneKind kind, std::string_view name)
{
    Lane& lane = thread.*member;
    if (lane.id == kNoLane) {
        LaneSpec spec;
        spec.parent = threadLane(thread);
        spec.kind = kind;
        spec.name = name;
        spec.pid = thread.process->pid;
        spec.tid = thread.tid;
        lane.id = m_report.writer.addLane(spec);
    }
    return lane;
}

// A thread that has nothing but slices is one lane.
Lane& Lanes::slices(ThreadState& thread)
{
    if (thread.slices.id == kNoLane) {
        if (thread.lane != kNoLane) {
            return child(thread, &ThreadState::slices, LaneKind::slices, "Other");
        }
        thread.slices.id = threadLane(thread);
        thread.plain = true;
    }
    return thread.slices;
}

Lane& Lanes::marks(ProcessState& process)
{
    if (process.marks.id == kNoLane) {
        LaneSpec spec;
        spec.parent = processLane(process);
        spec.kind = LaneKind::mark;
        spec.name = "Marks";
        spec.rows = RowPolicy::packed;
        spec.pid = process.pid;
        spec.sort = std::numeric_limits<std::int64_t>::min() / 2;
        process.marks.id = m_report.writer.addLane(spec);
    }
    return process.marks;
}

Lane& Lanes::globalMarks()
{
    if (m_globalMarks.id == kNoLane) {
        LaneSpec spec;
        spec.parent = m_group;
        spec.kind = LaneKind::mark;
        spec.name = "Marks";
        spec.rows = RowPolicy::packed;
        spec.sort = std::numeric_limits<std::int64_t>::min() / 2;
        m_globalMarks.id = m_report.writer.addLane(spec);
    }
    return m_globalMarks;
}

Lane& Lanes::overhead()
{
    if (m_overhead.id == kNoLane) {
        LaneSpec spec;
        spec.parent = m_group;
        spec.kind = LaneKind::overhead;
        spec.name = "Profiler overhead";
        spec.rows = RowPolicy::packed;
        spec.sort = kGpuSort - 1;
        m_overhead.id = m_report.writer.addLane(spec);
    }
    return m_overhead;
}

Lane& Lanes::async(ProcessState& process, StringId category, std::string_view name)
{
    constexpr std::size_t kMostLanes = 500;
    const auto known = process.async.find(category);
    if (known != process.async.end()) {
        return known->second;
    }
    Lane& lane = process.async[process.async.size() < kMostLanes ? category : kEmptyString];
    if (lane.id == kNoLane) {
        LaneSpec spec;
        spec.parent = processLane(process);
        spec.kind = LaneKind::async;
        spec.name = name.empty() ? "Async" : "Async: " + std::string(name);
        spec.rows = RowPolicy::packed;
        spec.pid = process.pid;
        spec.sort = kGpuSort;
        lane.id = m_report.writer.addLane(spec);
    }
    return lane;
}

Lane& Lanes::memory(ProcessState& process)
{
    if (process.memory.id == kNoLane) {
        LaneSpec spec;
        spec.parent = processLane(process);
        spec.kind = LaneKind::memory;
        spec.name = "CPU memory";
        spec.rows = RowPolicy::packed;
        spec.pid = process.pid;
        spec.sort = kGpuSort;
        process.memory.id = m_report.writer.addLane(spec);
    }
    return process.memory;
}

namespace {
LaneId gpuLane(ReportWriter& writer, GpuState& gpu, LaneId group)
{
    if (gpu.lane == kNoLane) {
        LaneSpec spec;
        spec.parent = group;
        spec.kind = LaneKind::gpu;
        spec.rows = RowPolicy::packed;
        spec.device = gpu.device;
        spec.sort = kGpuSort + gpu.device;
        gpu.lane = writer.addLane(spec);
    }
    return gpu.lane;
}
} // namespace

StreamState& Lanes::stream(GpuState& gpu, std::int64_t number, const ThreadState* source)
{
    constexpr std::int64_t kOthers = -2;
    if (m_streams >= kMostStreams && gpu.streams.find(number) == gpu.streams.end()) {
        tooMany("streams", kMostStreams);
        number = kOthers;
    }
    const auto [it, isNew] = gpu.streams.try_emplace(number);
    m_streams += isNew;
    StreamState& stream = it->second;
    if (isNew) {
        stream.device = gpu.device;
        stream.stream = number;
        stream.source = source;
        LaneSpec spec;
        spec.parent = gpuLane(m_report.writer, gpu, m_group);
        spec.kind = LaneKind::stream;
        spec.rows = RowPolicy::packed;
        spec.device = gpu.device;
        spec.stream = number;
        spec.sort = number;
        stream.lane.id = m_report.writer.addLane(spec);
    }
    return stream;
}

Lane& Lanes::gpuChild(GpuState& gpu, Lane GpuState::*member, LaneKind kind, std::string_view name)
{
    Lane& lane = gpu.*member;
    if (lane.id == kNoLane) {
        LaneSpec spec;
        spec.parent = gpuLane(m_report.writer, gpu, m_group);
        spec.kind = kind;
        spec.name = name;
        spec.rows = RowPolicy::packed;
        spec.device = gpu.device;
        spec.sort = kGpuSort;
        lane.id = m_report.writer.addLane(spec);
    }
    return lane;
}

CounterGroup& Lanes::counters(ProcessState& process, const std::string& key, std::string_view name)
{
    CounterGroup& group = process.counters[key];
    if (group.lane.id == kNoLane) {
        addSeriesTo(group, processLane(process), name);
        m_report.writer.lane(group.lane.id).pid = process.pid;
    }
    return group;
}

void Lanes::addSeriesTo(CounterGroup& group, LaneId parent, std::string_view name)
{
    LaneSpec spec;
    spec.parent = parent;
    spec.kind = LaneKind::group; // each series holds its own samples
    spec.name = name;
    spec.rows = RowPolicy::packed;
    spec.sort = kGpuSort + 1;
    group.lane.id = m_report.writer.addLane(spec);
}

Lane& Lanes::series(CounterGroup& group, std::string_view key, bool integer, std::string_view unit)
{
    for (CounterSeries& s : group.series) {
        if (s.key == key) {
            s.real |= !integer;
            return s.lane;
        }
    }
    ++m_series;
    CounterSeries& s = group.series.emplace_back();
    s.key = key;
    s.real = !integer;
    const LaneSpec& parent = m_report.writer.lane(group.lane.id);
    LaneSpec spec;
    spec.parent = group.lane.id;
    spec.kind = LaneKind::counter;
    spec.name = key;
    spec.rows = RowPolicy::packed;
    spec.pid = parent.pid;
    spec.device = parent.device;
    spec.sort = static_cast<std::int64_t>(group.series.size());
    spec.valueColumn = col::counterValue;
    spec.unit = unit;
    s.lane.id = m_report.writer.addLane(spec);
    return s.lane;
}

void Lanes::finish(const ProcessState* launcher, std::optional<std::int64_t> rank)
{
    for (ProcessState& p : m_processes) {
        finishProcess(p, rank);
    }
    for (ThreadState& t : m_threads) {
        finishThread(t);
    }
    for (auto& [device, gpu] : m_gpus) {
        finishGpu(gpu, launcher);
    }
    if (m_overhead.id != kNoLane && launcher != nullptr) {
        m_report.writer.lane(m_overhead.id).pid = launcher->pid;
    }
}

void Lanes::finishProcess(ProcessState& p, std::optional<std::int64_t> rank)
{
    const std::string_view labels = trimmed(p.labels);
    if (p.lane == kNoLane && (p.isGpu || namesDevice(labels) || p.name.empty())) {
        return;
    }
    Process row;
    row.pid = p.pid;
    row.name = !trimmed(p.name).empty() ? std::string(trimmed(p.name)) : p.text;
    if (rank && (p.apiCalls > 0 || p.ops > 0)) {
        row.rank = *rank;
    }
    m_report.writer.addProcess(row);
    if (p.lane == kNoLane) {
        return;
    }
    LaneSpec& lane = m_report.writer.lane(p.lane);
    lane.name = withId(row.name, "Process", p.ownPid, p.text);
    if (!labels.empty() && labels != "CPU" && !namesDevice(labels)) {
        lane.name += fmt::format(" ({})", labels);
    }
    if (p.sort) {
        lane.sort = std::clamp(*p.sort, -kGpuSort + 1, kGpuSort - 2);
    }
    for (auto& [key, group] : p.counters) {
        for (CounterSeries& s : group.series) {
            m_report.writer.lane(s.lane.id).valueColumn = s.real ? col::counterReal : col::counterValue;
        }
    }
}

void Lanes::finishThread(ThreadState& t)
{
    if (t.process->lane == kNoLane || (t.lane == kNoLane && t.name.empty())) {
        return;
    }
    Thread row;
    row.tid = t.tid;
    row.pid = t.process->pid;
    row.name = !trimmed(t.name).empty() ? std::string(trimmed(t.name)) : t.text;
    m_report.writer.addThread(row);
    if (t.lane == kNoLane) {
        return;
    }
    LaneSpec& lane = m_report.writer.lane(t.lane);
    lane.name = withId(row.name, "Thread", t.tid, t.text);
    lane.tid = t.tid;
    lane.sort = std::clamp(t.sort.value_or(0), -kGpuSort + 1, kGpuSort - 1);
    std::int64_t order = 0;
    const bool others = t.ops.id != kNoLane || t.api.id != kNoLane || t.nvtx.id != kNoLane || t.python.id != kNoLane;
    if (t.plain && !others) {
        lane.kind = LaneKind::slices;
    }
    for (Lane* l : {&t.marks, &t.nvtx, &t.python, &t.ops, &t.slices, &t.api, &t.samples}) {
        if (l->id != kNoLane && l->id != t.lane) {
            LaneSpec& spec = m_report.writer.lane(l->id);
            spec.tid = t.tid;
            spec.sort = order++;
        }
    }
}

void Lanes::finishGpu(GpuState& gpu, const ProcessState* launcher)
{
    if (gpu.lane == kNoLane) {
        return;
    }
    if (!gpu.described) {
        Gpu row;
        row.device = gpu.device;
        m_report.writer.addGpu(row);
    }
    LaneSpec& lane = m_report.writer.lane(gpu.lane);
    lane.name = fmt::format("GPU {}", gpu.device);
    if (!gpu.name.empty()) {
        lane.name += ": " + gpu.name;
    }
    const std::int64_t pid = launcher != nullptr ? launcher->pid : kNull;
    for (auto& [number, stream] : gpu.streams) {
        LaneSpec& spec = m_report.writer.lane(stream.lane.id);
        const auto own = m_launchers.find(&stream);
        spec.pid = own != m_launchers.end() ? own->second->pid : pid;
        spec.context = stream.context;
        const std::string plain = fmt::format("stream {}", number);
        const std::string_view given = stream.source != nullptr ? trimmed(stream.source->name) : std::string_view();
        spec.name = given.empty() || given == plain ? fmt::format("Stream {}", number) : std::string(given);
    }
    for (Lane* l : {&gpu.sync, &gpu.annotations, &gpu.memory}) {
        if (l->id != kNoLane) {
            m_report.writer.lane(l->id).pid = pid;
        }
    }
    for (CounterSeries& s : gpu.memoryCounters.series) {
        m_report.writer.lane(s.lane.id).valueColumn = s.real ? col::counterReal : col::counterValue;
    }
}

} // namespace pv::core::chrome
