// SPDX-License-Identifier: MIT
#pragma once

// The kinds of events a report holds. The numbers are part of the .rep format: never reuse or change one.

#include <cstdint>
#include <optional>
#include <string_view>

namespace pv::core {

enum class EventKind : std::uint8_t {
    kernel = 1,
    memcpy = 2,
    memset = 3,
    apiCall = 4,     // CUDA runtime and driver calls (HIP likewise)
    sync = 5,        // CUPTI synchronisation records
    cudaEvent = 6,   // cudaEventRecord; an instant
    graphLaunch = 7, // a whole graph's execution on the GPU (graph-level trace)
    memoryUsage = 8, // one allocation or free of GPU memory; an instant
    memoryPool = 9,  // pool created, destroyed, trimmed; an instant
    nvtxRange = 10,
    nvtxMark = 11, // an instant
    osrtCall = 12,
    syscall = 13,
    sched = 14,       // one context switch; an instant
    threadState = 15, // intervals made of context switches
    sample = 16,      // one CPU sample; an instant
    overhead = 17,    // time the profiler took
    pageFault = 18,   // unified memory: GPU faults have a device, CPU faults none
    gpuContext = 19,  // GPU context switch record; an instant
    op = 20,          // framework operator
    slice = 21,       // any other complete event
    mark = 22,        // any other instant
    async = 23,       // interval that belongs to no thread's stack
    counter = 24,     // samples of one or more counters at one time
    apiBacktrace = 25 // an API call seen a second time by backtrace collection; never counted as a call
};

// The SQL names of SQL.md: "kernel", "api_call", ...
std::string_view kindName(EventKind kind);
std::optional<EventKind> kindFromName(std::string_view name);
// Kinds that occupy a GPU: kernel, memcpy, memset, graphLaunch.
constexpr bool isGpuWork(EventKind k)
{
    return k == EventKind::kernel || k == EventKind::memcpy || k == EventKind::memset || k == EventKind::graphLaunch;
}
// Kinds whose events have no duration.
constexpr bool isInstantKind(EventKind k)
{
    switch (k) {
    case EventKind::cudaEvent:
    case EventKind::memoryUsage:
    case EventKind::memoryPool:
    case EventKind::nvtxMark:
    case EventKind::sched:
    case EventKind::sample:
    case EventKind::gpuContext:
    case EventKind::mark:
    case EventKind::counter: return true;
    default: return false;
    }
}

// Bits of Column::flags.
enum EventFlag : std::int64_t {
    kFlagInstant = 1,     // drawn as a mark whatever its kind
    kFlagNoDuration = 2,  // the source gave no duration; 0 is assumed
    kFlagNotClosed = 4,   // the range was still open at the end of the recording; its end is the report's end
    kFlagInvalidTime = 8, // no usable time: findable, but left out of bounds, statistics and pictures
    kFlagClamped = 16,    // its time or duration did not fit and was cut
    kFlagTruncated = 32,  // the source was damaged here; some columns may be missing
    kFlagNoBegin = 64,    // an end without a begin; starts at the begin of the trace
    kFlagOutOfOrder = 128 // ends before it starts in the source; duration 0 is assumed
};

} // namespace pv::core
