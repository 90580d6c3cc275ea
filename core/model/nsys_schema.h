// SPDX-License-Identifier: MIT
#pragma once

// Which column of an Nsight Systems table becomes which column of an event, in one place for both directions: the sink
// (nsys_tables.h) writes by it, the SQL views under Nsight's names read by it. A field the tables below do not name is
// kept as an own column of the same name.

#include "core/model/columns.h"
#include "core/model/event_kind.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace pv::core {

enum class NsysRole : std::uint8_t {
    start,
    end,
    device, // the row's CUDA ordinal; the lane has the report's GPU; "cuda_device" where they differ
    context,
    stream,
    globalPid,
    globalTid,
    integer,
    text,       // an id of StringIds
    inlineText, // a text in the row itself
    real,
    chain,  // id of a call chain of the table named by NsysEventTable::chains
    ignored // NULL in every file seen, or told by something else
};

struct NsysField {
    std::string_view name; // the export's column
    NsysRole role;
    std::string_view column; // SQL name of the event's column; empty: the export's name
};

// Where the events of a table lie.
enum class NsysPlace : std::uint8_t {
    stream,
    api,
    osrt,
    syscall,
    sched,
    samples,
    overhead,
    sync,
    memory,
    memoryPool,
    gpuFault,
    cpuFault,
    gpuContext,
    nvtx
};

struct NsysEventTable {
    std::string_view name;
    EventKind kind;
    NsysPlace place;
    std::string_view timeColumn; // of instants: "start", "timestamp"
    std::string_view chains;     // table of its call chains
    std::span<const NsysField> fields;
};

namespace nsys {

inline constexpr NsysField kKernel[] = {
    {"start", NsysRole::start, {}},
    {"end", NsysRole::end, {}},
    {"deviceId", NsysRole::device, {}},
    {"contextId", NsysRole::context, {}},
    {"greenContextId", NsysRole::integer, {}},
    {"streamId", NsysRole::stream, {}},
    {"correlationId", NsysRole::integer, "correlation"},
    {"globalPid", NsysRole::globalPid, {}},
    {"demangledName", NsysRole::text, "name"},
    {"shortName", NsysRole::text, "short_name"},
    {"mangledName", NsysRole::text, "mangled_name"},
    {"registersPerThread", NsysRole::integer, "registers"},
    {"gridX", NsysRole::integer, "grid_x"},
    {"gridY", NsysRole::integer, "grid_y"},
    {"gridZ", NsysRole::integer, "grid_z"},
    {"blockX", NsysRole::integer, "block_x"},
    {"blockY", NsysRole::integer, "block_y"},
    {"blockZ", NsysRole::integer, "block_z"},
    {"staticSharedMemory", NsysRole::integer, "static_shared"},
    {"dynamicSharedMemory", NsysRole::integer, "dynamic_shared"},
    {"localMemoryPerThread", NsysRole::integer, "local_per_thread"},
    {"graphNodeId", NsysRole::integer, "graph_node_id"},
    {"graphId", NsysRole::integer, "graph_id"},
    {"tensorSizeMinusOneElements", NsysRole::inlineText, {}},
};
inline constexpr NsysField kMemcpy[] = {
    {"start", NsysRole::start, {}},
    {"end", NsysRole::end, {}},
    {"deviceId", NsysRole::device, {}},
    {"contextId", NsysRole::context, {}},
    {"streamId", NsysRole::stream, {}},
    {"correlationId", NsysRole::integer, "correlation"},
    {"globalPid", NsysRole::globalPid, {}},
    {"bytes", NsysRole::integer, "bytes"},
    {"copyKind", NsysRole::integer, "copy_kind"},
    {"srcKind", NsysRole::integer, "src_kind"},
    {"dstKind", NsysRole::integer, "dst_kind"},
    {"srcDeviceId", NsysRole::integer, "src_device"},
    {"dstDeviceId", NsysRole::integer, "dst_device"},
    {"graphNodeId", NsysRole::integer, "graph_node_id"},
    {"virtualAddress", NsysRole::integer, "address"},
    {"migrationCause", NsysRole::integer, "migration_cause"},
};
inline constexpr NsysField kMemset[] = {
    {"start", NsysRole::start, {}},
    {"end", NsysRole::end, {}},
    {"deviceId", NsysRole::device, {}},
    {"contextId", NsysRole::context, {}},
    {"streamId", NsysRole::stream, {}},
    {"correlationId", NsysRole::integer, "correlation"},
    {"globalPid", NsysRole::globalPid, {}},
    {"value", NsysRole::integer, "value"},
    {"bytes", NsysRole::integer, "bytes"},
    {"graphNodeId", NsysRole::integer, "graph_node_id"},
    {"memKind", NsysRole::integer, "mem_kind"},
};
inline constexpr NsysField kRuntime[] = {
    {"start", NsysRole::start, {}},
    {"end", NsysRole::end, {}},
    {"eventClass", NsysRole::integer, "api"},
    {"globalTid", NsysRole::globalTid, {}},
    {"correlationId", NsysRole::integer, "correlation"},
    {"nameId", NsysRole::text, "name"},
    {"returnValue", NsysRole::integer, "return_value"},
    {"callchainId", NsysRole::chain, "chain_id"},
};
inline constexpr NsysField kSync[] = {
    {"start", NsysRole::start, {}},
    {"end", NsysRole::end, {}},
    {"deviceId", NsysRole::device, {}},
    {"contextId", NsysRole::integer, "context"},
    {"streamId", NsysRole::integer, "stream"},
    {"correlationId", NsysRole::integer, "correlation"},
    {"globalPid", NsysRole::globalPid, {}},
    {"syncType", NsysRole::integer, "sync_type"},
    {"eventId", NsysRole::integer, "event_id"},
};
inline constexpr NsysField kCudaEvent[] = {
    {"timestamp", NsysRole::start, {}},
    {"deviceId", NsysRole::device, {}},
    {"contextId", NsysRole::context, {}},
    {"streamId", NsysRole::stream, {}},
    {"correlationId", NsysRole::integer, "correlation"},
    {"globalPid", NsysRole::globalPid, {}},
    {"eventId", NsysRole::integer, "event_id"},
};
inline constexpr NsysField kGraphTrace[] = {
    {"start", NsysRole::start, {}},
    {"end", NsysRole::end, {}},
    {"deviceId", NsysRole::device, {}},
    {"contextId", NsysRole::context, {}},
    {"streamId", NsysRole::stream, {}},
    {"correlationId", NsysRole::integer, "correlation"},
    {"globalPid", NsysRole::globalPid, {}},
    {"graphId", NsysRole::integer, "graph_id"},
    {"graphExecId", NsysRole::integer, "graph_exec_id"},
};
inline constexpr NsysField kMemoryUsage[] = {
    {"start", NsysRole::start, {}},
    {"globalPid", NsysRole::globalPid, {}},
    {"deviceId", NsysRole::device, {}},
    {"contextId", NsysRole::integer, "context"},
    {"streamId", NsysRole::integer, "stream"},
    {"address", NsysRole::integer, "address"},
    {"bytes", NsysRole::integer, "bytes"},
    {"memKind", NsysRole::integer, "mem_kind"},
    {"memoryOperationType", NsysRole::integer, "operation"},
    {"name", NsysRole::inlineText, "variable"},
    {"correlationId", NsysRole::integer, "correlation"},
};
inline constexpr NsysField kMemoryPool[] = {
    {"start", NsysRole::start, {}},
    {"globalPid", NsysRole::globalPid, {}},
    {"deviceId", NsysRole::device, {}},
    {"address", NsysRole::integer, "address"},
    {"operationType", NsysRole::integer, "operation"},
    {"correlationId", NsysRole::integer, "correlation"},
};
inline constexpr NsysField kOsrt[] = {
    {"start", NsysRole::start, {}},
    {"end", NsysRole::end, {}},
    {"eventClass", NsysRole::integer, "event_class"},
    {"globalTid", NsysRole::globalTid, {}},
    {"nameId", NsysRole::text, "name"},
    {"returnValue", NsysRole::integer, "return_value"},
    {"callchainId", NsysRole::chain, "chain_id"},
};
inline constexpr NsysField kSyscall[] = {
    {"start", NsysRole::start, {}},
    {"end", NsysRole::end, {}},
    {"globalTid", NsysRole::globalTid, {}},
    {"nameId", NsysRole::text, "name"},
    {"callchainId", NsysRole::chain, "chain_id"},
};
inline constexpr NsysField kSched[] = {
    {"start", NsysRole::start, {}},         {"cpu", NsysRole::integer, "cpu"},           {"isSchedIn", NsysRole::integer, "is_sched_in"},
    {"globalTid", NsysRole::globalTid, {}}, {"threadState", NsysRole::integer, "state"},
};
inline constexpr NsysField kComposite[] = {
    {"id", NsysRole::chain, "chain_id"},         {"start", NsysRole::start, {}},         {"cpu", NsysRole::integer, "cpu"},
    {"threadState", NsysRole::integer, "state"}, {"globalTid", NsysRole::globalTid, {}}, {"cpuCycles", NsysRole::integer, "weight"},
};
inline constexpr NsysField kOverhead[] = {
    {"start", NsysRole::start, {}},
    {"end", NsysRole::end, {}},
    {"globalTid", NsysRole::globalTid, {}},
    {"nameId", NsysRole::text, "name"},
    {"overheadType", NsysRole::integer, "overhead_type"},
    {"returnValue", NsysRole::integer, "return_value"},
    {"correlationId", NsysRole::integer, "correlation"},
};
inline constexpr NsysField kCpuFault[] = {
    {"start", NsysRole::start, {}},
    {"globalPid", NsysRole::globalPid, {}},
    {"address", NsysRole::integer, "address"},
    {"CpuInstruction", NsysRole::text, "name"},
    {"module", NsysRole::text, "module"},
    {"sourceFile", NsysRole::text, "source_file"},
    {"sourceLine", NsysRole::integer, "source_line"},
};
inline constexpr NsysField kGpuFault[] = {
    {"start", NsysRole::start, {}},
    {"end", NsysRole::end, {}},
    {"globalPid", NsysRole::globalPid, {}},
    {"deviceId", NsysRole::device, {}},
    {"address", NsysRole::integer, "address"},
    {"numberOfPageFaults", NsysRole::integer, "fault_count"},
    {"faultAccessType", NsysRole::integer, "access_type"},
};
inline constexpr NsysField kGpuContext[] = {
    {"timestamp", NsysRole::start, {}},
    {"globalPid", NsysRole::globalPid, {}},
    {"contextId", NsysRole::integer, "context"},
};
inline constexpr NsysField kNvtx[] = {
    {"start", NsysRole::start, {}},
    {"end", NsysRole::end, {}},
    {"rangeId", NsysRole::integer, "range_id"},
    {"category", NsysRole::integer, "category_id"},
    {"color", NsysRole::integer, "color"},
    {"globalTid", NsysRole::globalTid, {}},
    {"domainId", NsysRole::integer, "domain_id"},
    {"doubleValue", NsysRole::real, {}},
    {"floatValue", NsysRole::real, {}},
    {"jsonTextId", NsysRole::text, {}},
    {"jsonText", NsysRole::inlineText, {}},
    {"binaryData", NsysRole::inlineText, {}},
};

inline constexpr NsysEventTable kEventTables[] = {
    {"CUPTI_ACTIVITY_KIND_KERNEL", EventKind::kernel, NsysPlace::stream, "start", {}, kKernel},
    {"CUPTI_ACTIVITY_KIND_MEMCPY", EventKind::memcpy, NsysPlace::stream, "start", {}, kMemcpy},
    {"CUPTI_ACTIVITY_KIND_MEMSET", EventKind::memset, NsysPlace::stream, "start", {}, kMemset},
    {"CUPTI_ACTIVITY_KIND_RUNTIME", EventKind::apiCall, NsysPlace::api, "start", "CUDA_CALLCHAINS", kRuntime},
    {"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", EventKind::sync, NsysPlace::sync, "start", {}, kSync},
    {"CUPTI_ACTIVITY_KIND_CUDA_EVENT", EventKind::cudaEvent, NsysPlace::stream, "timestamp", {}, kCudaEvent},
    {"CUPTI_ACTIVITY_KIND_GRAPH_TRACE", EventKind::graphLaunch, NsysPlace::stream, "start", {}, kGraphTrace},
    {"CUDA_GPU_MEMORY_USAGE_EVENTS", EventKind::memoryUsage, NsysPlace::memory, "start", {}, kMemoryUsage},
    {"CUDA_GPU_MEMORY_POOL_EVENTS", EventKind::memoryPool, NsysPlace::memoryPool, "start", {}, kMemoryPool},
    {"OSRT_API", EventKind::osrtCall, NsysPlace::osrt, "start", "OSRT_CALLCHAINS", kOsrt},
    {"SYSCALL", EventKind::syscall, NsysPlace::syscall, "start", "SYSCALL_CALLCHAINS", kSyscall},
    {"SCHED_EVENTS", EventKind::sched, NsysPlace::sched, "start", {}, kSched},
    {"COMPOSITE_EVENTS", EventKind::sample, NsysPlace::samples, "start", "SAMPLING_CALLCHAINS", kComposite},
    {"PROFILER_OVERHEAD", EventKind::overhead, NsysPlace::overhead, "start", {}, kOverhead},
    {"CUDA_UM_CPU_PAGE_FAULT_EVENTS", EventKind::pageFault, NsysPlace::cpuFault, "start", {}, kCpuFault},
    {"CUDA_UM_GPU_PAGE_FAULT_EVENTS", EventKind::pageFault, NsysPlace::gpuFault, "start", {}, kGpuFault},
    {"GPU_CONTEXT_SWITCH_EVENTS", EventKind::gpuContext, NsysPlace::gpuContext, "timestamp", {}, kGpuContext},
};
inline constexpr NsysEventTable kNvtxTable{"NVTX_EVENTS", EventKind::nvtxRange, NsysPlace::nvtx, "start", {}, kNvtx};

// Ids of call chains of different tables must not collide: each table's ids are raised by its base.
inline constexpr std::int64_t kPythonChainBase = std::int64_t{4} << 40; // of NVTX marks, from report files only
struct ChainTable {
    std::string_view name;
    std::int64_t base;
};
inline constexpr ChainTable kChainTables[] = {
    {"SAMPLING_CALLCHAINS", 0},
    {"OSRT_CALLCHAINS", std::int64_t{1} << 40},
    {"CUDA_CALLCHAINS", std::int64_t{2} << 40},
    {"SYSCALL_CALLCHAINS", std::int64_t{3} << 40},
    {"PYTHON_CALLCHAINS", kPythonChainBase},
};

// NVTX rows that are neither range nor mark (names of domains, categories, threads) are kept in this side table.
inline constexpr std::string_view kNvtxOther = "NVTX_OTHER_EVENTS";
// Rows whose columns tell where they came from in the export.
inline constexpr std::string_view kCudaDevice = "cuda_device";

} // namespace nsys

inline std::int64_t nsysPid(std::int64_t globalId) { return (globalId >> 24) & 0xFFFFFF; }
inline std::int64_t nsysTid(std::int64_t globalId) { return globalId & 0xFFFFFF; }
inline std::int64_t nsysPrefix(std::int64_t globalId) { return globalId & ~((std::int64_t{1} << 48) - 1); }

} // namespace pv::core
