// SPDX-License-Identifier: MIT
#include "core/import/nsys_lanes.h"

namespace pv::core {
namespace {

enum Level { kProcess = 1, kThread, kGpu, kThreadLane, kNvtx, kStream, kGpuLane, kProcessLane, kCounterGroup, kCounter };
constexpr std::int64_t kGpuSort = 1'000'000'000;

struct Child {
    const char* name;
    std::int64_t sort;
    RowPolicy rows;
};

Child childOf(LaneKind kind)
{
    switch (kind) {
    case LaneKind::threadState: return {"Thread state", 1, RowPolicy::packed};
    case LaneKind::osrt: return {"OS runtime", 2, RowPolicy::nested};
    case LaneKind::syscall: return {"System calls", 3, RowPolicy::nested};
    case LaneKind::api: return {"CUDA API", 4, RowPolicy::nested};
    case LaneKind::samples: return {"CPU samples", 8, RowPolicy::packed};
    case LaneKind::sched: return {"Context switches", 9, RowPolicy::packed};
    case LaneKind::overhead: return {"Profiler overhead", 10, RowPolicy::packed};
    case LaneKind::group: return {"API backtraces", 11, RowPolicy::nested};
    default: return {"Events", 12, RowPolicy::nested};
    }
}

} // namespace

NsysLanes::NsysLanes(ReportWriter& writer) : m_writer(writer)
{
    LaneSpec s;
    s.kind = LaneKind::host;
    s.name = "Host";
    m_host = writer.addLane(s);
}

LaneId NsysLanes::make(const Key& key, const LaneSpec& spec)
{
    const auto [it, isNew] = m_lanes.try_emplace(key, kNoLane);
    if (isNew) {
        it->second = m_writer.addLane(spec);
    }
    return it->second;
}

std::int64_t NsysLanes::gpuOf(std::int64_t pid, std::int64_t device) const
{
    const auto it = m_gpuOf.find({pid, device});
    return it != m_gpuOf.end() ? it->second : device;
}

LaneId NsysLanes::process(std::int64_t pid)
{
    LaneSpec s;
    s.parent = m_host;
    s.kind = LaneKind::process;
    s.pid = pid;
    s.sort = pid;
    return make({kProcess, pid, 0, 0, 0}, s);
}

LaneId NsysLanes::thread(std::int64_t pid, std::int64_t tid)
{
    LaneSpec s;
    s.parent = process(pid);
    s.kind = LaneKind::thread;
    s.pid = pid;
    s.tid = tid;
    s.sort = tid == pid ? -1 : tid; // the main thread first
    return make({kThread, pid, tid, 0, 0}, s);
}

LaneId NsysLanes::gpu(std::int64_t gpu)
{
    LaneSpec s;
    s.parent = m_host;
    s.kind = LaneKind::gpu;
    s.device = gpu;
    s.sort = kGpuSort + gpu;
    return make({kGpu, gpu, 0, 0, 0}, s);
}

LaneId NsysLanes::ofThread(std::int64_t pid, std::int64_t tid, LaneKind kind)
{
    const Child c = childOf(kind);
    LaneSpec s;
    s.parent = thread(pid, tid);
    s.kind = kind;
    s.name = c.name;
    s.rows = c.rows;
    s.pid = pid;
    s.tid = tid;
    s.sort = c.sort;
    return make({kThreadLane, pid, tid, static_cast<std::int64_t>(kind), 0}, s);
}

LaneId NsysLanes::nvtx(std::int64_t pid, std::int64_t tid, std::int64_t domain, bool startEnd)
{
    LaneSpec s;
    s.parent = thread(pid, tid);
    s.kind = LaneKind::nvtx;
    s.rows = startEnd ? RowPolicy::packed : RowPolicy::nested; // start/end ranges need not nest
    s.pid = pid;
    s.tid = tid;
    s.sort = startEnd ? 6 : 5;
    return make({kNvtx, pid, tid, domain, startEnd ? 1 : 0}, s);
}

LaneId NsysLanes::stream(std::int64_t pid, std::int64_t device, std::int64_t context, std::int64_t stream)
{
    LaneSpec s;
    s.parent = gpu(device);
    s.kind = LaneKind::stream;
    s.rows = RowPolicy::packed;
    s.pid = pid;
    s.device = device;
    s.context = context;
    s.stream = stream;
    s.sort = stream;
    // One lane for (GPU, process, context, stream): stream numbers repeat in every context.
    const Key key{kStream, (device << 32) ^ pid, context, stream, 0};
    return make(key, s);
}

LaneId NsysLanes::ofGpu(std::int64_t pid, std::int64_t device, LaneKind kind, const std::string& name, std::int64_t sort, RowPolicy rows)
{
    LaneSpec s;
    s.parent = gpu(device);
    s.kind = kind;
    s.name = name;
    s.rows = rows;
    s.pid = pid;
    s.device = device;
    s.sort = kGpuSort + sort;
    return make({kGpuLane, device, pid, static_cast<std::int64_t>(kind), sort}, s);
}

LaneId NsysLanes::ofProcess(std::int64_t pid, LaneKind kind, const std::string& name)
{
    LaneSpec s;
    s.parent = process(pid);
    s.kind = kind;
    s.name = name;
    s.rows = RowPolicy::packed;
    s.pid = pid;
    s.sort = kGpuSort;
    return make({kProcessLane, pid, static_cast<std::int64_t>(kind), 0, 0}, s);
}

LaneId NsysLanes::counterGroup(std::int64_t device, std::int64_t typeId, const std::string& name)
{
    LaneSpec s;
    s.parent = device >= 0 ? gpu(device) : m_host;
    s.kind = LaneKind::counterGroup;
    s.name = name;
    s.device = device >= 0 ? device : kNull;
    s.sort = device >= 0 ? kGpuSort + 100 : kGpuSort / 2;
    return make({kCounterGroup, device, typeId, 0, 0}, s);
}

LaneId NsysLanes::counter(LaneId parent, std::int64_t key, const std::string& name, const std::string& unit, ColumnId column,
                          std::int64_t sort)
{
    LaneSpec s;
    s.parent = parent;
    s.kind = LaneKind::counter;
    s.name = name;
    s.unit = unit;
    s.device = m_writer.lane(parent).device;
    s.pid = m_writer.lane(parent).pid;
    s.valueColumn = column;
    s.sort = sort;
    return make({kCounter, std::int64_t{parent.value}, key, 0, 0}, s);
}

void NsysLanes::finish()
{
    if (!m_hostName.empty()) {
        m_writer.lane(m_host).name = m_hostName;
    }
    for (const auto& [key, id] : m_lanes) {
        LaneSpec& s = m_writer.lane(id);
        switch (std::get<0>(key)) {
        case kProcess: {
            const auto it = m_processNames.find(s.pid);
            s.name = it != m_processNames.end() && !it->second.empty() ? it->second + " (" + std::to_string(s.pid) + ")"
                                                                       : "Process " + std::to_string(s.pid);
            break;
        }
        case kThread: {
            const auto it = m_threadNames.find({s.pid, s.tid});
            s.name = it != m_threadNames.end() && !it->second.empty() ? it->second + " (" + std::to_string(s.tid) + ")"
                                                                      : "Thread " + std::to_string(s.tid);
            break;
        }
        case kGpu: {
            const auto it = m_gpuNames.find(s.device);
            s.name = "GPU " + std::to_string(s.device) + (it != m_gpuNames.end() && !it->second.empty() ? ": " + it->second : "");
            break;
        }
        case kNvtx: {
            const auto it = m_domainNames.find({s.pid, std::get<3>(key)});
            if (it != m_domainNames.end()) {
                s.domain = it->second;
            } else if (std::get<3>(key) != 0) {
                s.domain = "domain " + std::to_string(std::get<3>(key));
            }
            s.name = s.domain.empty() ? "NVTX" : "NVTX: " + s.domain;
            if (std::get<4>(key) != 0) {
                s.name += " (start/end)";
            }
            break;
        }
        case kStream: {
            const auto named = m_streamNames.find({s.pid, s.context, s.stream});
            const bool isNull = m_nullStreams.contains({s.pid, s.context, s.stream}) || s.stream == 0;
            s.name = (isNull ? "Default stream " : "Stream ") + std::to_string(s.stream);
            if (named != m_streamNames.end() && !named->second.empty()) {
                s.name += ": " + named->second;
            }
            break;
        }
        default: break;
        }
    }
}

} // namespace pv::core
