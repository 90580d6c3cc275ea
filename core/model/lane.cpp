// SPDX-License-Identifier: MIT
#include "core/model/lane.h"

namespace pv::core {

std::string_view laneKindName(LaneKind kind)
{
    switch (kind) {
    case LaneKind::host: return "host";
    case LaneKind::process: return "process";
    case LaneKind::thread: return "thread";
    case LaneKind::threadState: return "thread_state";
    case LaneKind::api: return "api";
    case LaneKind::osrt: return "osrt";
    case LaneKind::nvtx: return "nvtx";
    case LaneKind::op: return "op";
    case LaneKind::gpu: return "gpu";
    case LaneKind::stream: return "stream";
    case LaneKind::memory: return "memory";
    case LaneKind::counterGroup: return "counter_group";
    case LaneKind::counter: return "counter";
    case LaneKind::mark: return "mark";
    case LaneKind::async: return "async";
    case LaneKind::samples: return "samples";
    case LaneKind::syscall: return "syscall";
    case LaneKind::overhead: return "overhead";
    case LaneKind::slices: return "slices";
    case LaneKind::sched: return "sched";
    case LaneKind::gpuContext: return "gpu_context";
    case LaneKind::pageFault: return "page_fault";
    case LaneKind::group: return "group";
    }
    return "unknown";
}

} // namespace pv::core
