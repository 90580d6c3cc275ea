// SPDX-License-Identifier: MIT
#pragma once

// Processes, threads, GPUs and streams of one trace, and their lanes in the report. A lane is made when its first event
// comes; its name, order and process are told to the writer at the end, when the whole trace is known.
//
// Order: processes (by their sort index, then name), then GPUs by number; streams by number.

#include "core/import/chrome_rows.h"
#include "core/import/chrome_view.h"

#include <deque>
#include <map>
#include <optional>

namespace pv::core::chrome {

struct ThreadState;
struct StreamState;

struct CounterSeries {
    std::string key;
    Lane lane;
    bool real = false; // some value is no integer
};
struct CounterGroup {
    Lane lane;
    std::deque<CounterSeries> series;
};

struct ProcessState {
    std::int64_t pid = 0; // in the report
    std::int64_t ownPid = 0;
    std::string text; // where its id is one
    std::string name;
    std::string labels;
    std::optional<std::int64_t> sort;
    LaneId lane = kNoLane;
    bool isGpu = false; // stands for a GPU
    std::int64_t apiCalls = 0;
    std::int64_t ops = 0;
    Lane marks;
    Lane memory;
    std::map<StringId, Lane> async; // by category
    std::map<std::string, CounterGroup> counters;
};

struct OpenSlice; // core/import/chrome_ranges.h

struct ThreadState {
    ProcessState* process = nullptr;
    std::int64_t tid = 0;
    std::string text;
    std::string name;
    std::optional<std::int64_t> sort;
    bool sawNegative = false; // the same 32 bits were written as a negative
    bool sawPositive = false; // and as a positive number
    bool merged = false;
    LaneId lane = kNoLane;
    bool plain = false; // `slices` is the lane itself
    Lane slices;
    Lane ops;
    Lane api;
    Lane nvtx;
    Lane python;
    Lane marks;
    Lane samples;
    std::vector<OpenSlice> stack;
    std::int64_t unmatchedEnds = 0;
    StreamState* stream = nullptr; // GPU work last seen under this id
};

struct StreamState {
    std::int64_t device = 0; // in the report
    std::int64_t stream = 0;
    std::int64_t context = kNull;
    const ThreadState* source = nullptr;
    Lane lane;
    std::vector<std::pair<std::int64_t, TimeNs>> sample; // (correlation, start), to find the launching process
};

struct GpuState {
    std::int64_t device = 0; // in the report
    std::int64_t ownDevice = 0;
    std::string name;
    bool described = false; // the report has its row
    LaneId lane = kNoLane;
    std::map<std::int64_t, StreamState> streams;
    Lane sync;
    Lane annotations;
    Lane memory;
    CounterGroup memoryCounters;
};

class Lanes {
public:
    // `group`: parent of everything, or kNoLane.
    Lanes(ReportContext& report, std::uint32_t trace, LaneId group);
    ~Lanes();

    ProcessState& process(const TraceId& pid);
    ThreadState& thread(const TraceId& pid, const TraceId& tid);
    GpuState& gpu(std::int64_t ownDevice);
    StreamState& stream(GpuState& gpu, std::int64_t number, const ThreadState* source);

    LaneId processLane(ProcessState& process);
    LaneId threadLane(ThreadState& thread);
    // Lanes below a thread; made when first asked for.
    Lane& slices(ThreadState& thread);
    Lane& child(ThreadState& thread, Lane ThreadState::*lane, LaneKind kind, std::string_view name);
    Lane& marks(ProcessState& process);
    Lane& globalMarks();
    Lane& async(ProcessState& process, StringId category, std::string_view name);
    Lane& overhead();
    Lane& gpuChild(GpuState& gpu, Lane GpuState::*lane, LaneKind kind, std::string_view name);
    Lane& memory(ProcessState& process);
    CounterGroup& counters(ProcessState& process, const std::string& key, std::string_view name);
    bool roomForSeries() const { return m_series < kMostSeries; }
    Lane& series(CounterGroup& group, std::string_view key, bool integer, std::string_view unit);
    void addSeriesTo(CounterGroup& group, LaneId parent, std::string_view name);

    std::deque<ProcessState>& processes() { return m_processes; }
    std::deque<ThreadState>& threads() { return m_threads; }
    std::map<std::int64_t, GpuState>& gpus() { return m_gpus; }

    // Names, order and processes of all lanes; rows of processes and threads. `launcher`: the process that GPU work
    // belongs to, by stream; may be null.
    void finish(const ProcessState* launcher, std::optional<std::int64_t> rank);
    // The process that launched the work of a stream, where there are several.
    void setLauncher(const StreamState& stream, const ProcessState& process) { m_launchers[&stream] = &process; }

private:
    void finishProcess(ProcessState& process, std::optional<std::int64_t> rank);
    void finishThread(ThreadState& thread);
    void finishGpu(GpuState& gpu, const ProcessState* launcher);

    ReportContext& m_report;
    std::uint32_t m_trace;
    LaneId m_group;
    // Where a trace has more than these, the rest shares a process, a thread, a stream.
    static constexpr std::size_t kMostProcesses = 20'000;
    static constexpr std::size_t kMostThreads = 50'000;
    static constexpr std::size_t kMostStreams = 20'000;
    static constexpr std::size_t kMostSeries = 50'000;
    void tooMany(std::string_view what, std::size_t most);

    std::deque<ProcessState> m_processes;
    std::unordered_map<std::int64_t, ProcessState*> m_byPid;
    std::unordered_map<std::string, ProcessState*> m_byPidText;
    struct ThreadKey {
        const ProcessState* process;
        std::int64_t tid;
        bool operator==(const ThreadKey&) const = default;
    };
    struct ThreadKeyHash {
        std::size_t operator()(const ThreadKey& k) const
        {
            return std::hash<const void*>{}(k.process) ^ (static_cast<std::size_t>(k.tid) * 0x9E3779B97F4A7C15u);
        }
    };
    std::deque<ThreadState> m_threads;
    std::unordered_map<ThreadKey, ThreadState*, ThreadKeyHash> m_byTid;
    std::map<std::pair<const ProcessState*, std::string>, ThreadState*> m_byTidText;
    std::map<std::int64_t, GpuState> m_gpus;
    std::unordered_map<const StreamState*, const ProcessState*> m_launchers;
    ProcessState* m_otherProcesses = nullptr;
    ThreadState* m_otherThreads = nullptr;
    std::size_t m_streams = 0;
    std::size_t m_series = 0;
    Lane m_globalMarks;
    Lane m_overhead;

    // The thread last asked for, since neighbours are often alike.
    std::int64_t m_lastPid = 0;
    std::int64_t m_lastTid = 0;
    ThreadState* m_lastThread = nullptr;
};

} // namespace pv::core::chrome
