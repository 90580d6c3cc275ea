// SPDX-License-Identifier: MIT
#pragma once

// A lane is one line of the timeline: a host, process, thread, one kind of activity of a thread, a GPU, a stream, a
// counter. Lanes form a tree. Ids are dense: a lane's id is its place in Report::lanes().

#include "core/model/columns.h"
#include "core/model/ids.h"
#include "core/model/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pv::core {

// Numbers are part of the .rep format.
enum class LaneKind : std::uint8_t {
    host = 1,
    process = 2,
    thread = 3,
    threadState = 4,
    api = 5,
    osrt = 6,
    nvtx = 7,
    op = 8,
    gpu = 9, // one hardware GPU; its pictures are the union of its streams (core/analysis/gpu_busy.h)
    stream = 10,
    memory = 11,       // memory usage events of a device
    counterGroup = 12, // holds the samples of several counters taken at the same times
    counter = 13,      // its samples are its own (valueColumn = counterValue/counterReal) or a column of the group above
    mark = 14,
    async = 15,
    samples = 16,
    syscall = 17,
    overhead = 18,
    slices = 19, // any other thread-like row (Chrome traces)
    sched = 20,
    gpuContext = 21,
    pageFault = 22,
    group = 23 // only groups its children
};

std::string_view laneKindName(LaneKind kind); // SQL.md: "host", "thread_state", ...

// How overlapping events of a lane are put on rows. Either way no two events of a row overlap.
enum class RowPolicy : std::uint8_t {
    nested = 0, // call stacks: an event lies below every event still open when it starts
    packed = 1  // GPU streams and the like: lowest free row; never suggests a call
};

struct LaneSpec {
    LaneId parent = kNoLane;
    LaneKind kind = LaneKind::slices;
    std::string name;
    RowPolicy rows = RowPolicy::nested;
    std::int64_t pid = kNull; // of the process the lane belongs to
    std::int64_t tid = kNull;
    std::int64_t device = kNull; // number of the hardware GPU in the report (Gpu::device)
    std::int64_t context = kNull;
    std::int64_t stream = kNull;
    std::string domain;    // NVTX domain name; empty for the default domain
    std::int64_t sort = 0; // siblings are shown by (sort, natural order of name, id)
    // Counters only: which column of the lane's own or its counterGroup parent's events is its value, and its unit.
    ColumnId valueColumn{};
    std::string unit;
};

// As read from a report.
struct Lane : LaneSpec {
    LaneId id = kNoLane;
    std::int64_t eventCount = 0; // of the lane alone, without its children
    std::int32_t rowCount = 0;   // rows its events occupy
    TimeRange range{};           // first start .. last end of its events with valid times; empty where it has none
    int baseLevel = 0;           // finest level stored in the pyramid (core/store/tile.h)
    int topLevel = -1;           // coarsest level stored; < baseLevel: none
};

} // namespace pv::core
