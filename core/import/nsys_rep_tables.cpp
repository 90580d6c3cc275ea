// SPDX-License-Identifier: MIT
#include "core/import/nsys_rep_tables.h"

namespace pv::core {
namespace {

using Column = NsysRepColumn;

constexpr NsysRepVersion k2025Dot5{2025, 5, 0};
constexpr NsysRepVersion k2026Dot1{2026, 1, 0};

constexpr Column number(std::string_view name, int field = 0, int sub = 0, NsysRepVersion since = {})
{
    return {name, ColumnType::integer, static_cast<std::uint8_t>(field), static_cast<std::uint8_t>(sub), since};
}
constexpr Column text(std::string_view name, int field = 0, int sub = 0)
{
    return {name, ColumnType::string, static_cast<std::uint8_t>(field), static_cast<std::uint8_t>(sub), {}};
}
constexpr Column real(std::string_view name, int field = 0, int sub = 0)
{
    return {name, ColumnType::real, static_cast<std::uint8_t>(field), static_cast<std::uint8_t>(sub), {}};
}

// --- GPU work: the first eight come from the event itself, the others from the message of its kind --------------------
constexpr Column kKernel[] = {number("start"),
                              number("end"),
                              number("deviceId"),
                              number("contextId"),
                              number("greenContextId"),
                              number("streamId"),
                              number("correlationId"),
                              number("globalPid"),
                              number("demangledName", 1),
                              number("shortName", 2),
                              number("mangledName", 3),
                              number("launchType", 24),
                              number("cacheConfig", 23),
                              number("registersPerThread", 21),
                              number("gridX", 10),
                              number("gridY", 11),
                              number("gridZ", 12),
                              number("blockX", 13),
                              number("blockY", 14),
                              number("blockZ", 15),
                              number("staticSharedMemory", 16),
                              number("dynamicSharedMemory", 17),
                              number("localMemoryPerThread", 18),
                              number("localMemoryTotal", 19),
                              number("gridId", 20),
                              number("sharedMemoryExecuted", 22),
                              number("graphNodeId", 27),
                              number("sharedMemoryLimitConfig", 28),
                              number("graphId", 29, 0, k2025Dot5),
                              number("clusterX", 31, 0, k2025Dot5),
                              number("clusterY", 32, 0, k2025Dot5),
                              number("clusterZ", 33, 0, k2025Dot5),
                              number("clusterSchedulingPolicy", 34, 0, k2025Dot5),
                              number("maxPotentialClusterSize", 35, 0, k2025Dot5),
                              number("maxActiveClusters", 36, 0, k2025Dot5),
                              number("sharedMemoryRequestedPercentage", 25, 0, k2025Dot5)};
constexpr Column kMemcpy[] = {number("start"),           number("end"),
                              number("deviceId"),        number("contextId"),
                              number("greenContextId"),  number("streamId"),
                              number("correlationId"),   number("globalPid"),
                              number("bytes", 1),        number("copyKind", 2),
                              number("deprecatedSrcId"), number("srcKind", 4),
                              number("dstKind", 5),      number("srcDeviceId", 6),
                              number("srcContextId", 7), number("dstDeviceId", 8),
                              number("dstContextId", 9), number("migrationCause", 10),
                              number("graphNodeId", 11), number("virtualAddress", 12),
                              number("copyCount", 16)};
constexpr Column kMemset[] = {number("start"),          number("end"),      number("deviceId"),       number("contextId"),
                              number("greenContextId"), number("streamId"), number("correlationId"),  number("globalPid"),
                              number("value", 2),       number("bytes", 1), number("graphNodeId", 3), number("memKind", 4)};
constexpr Column kSynchronization[] = {number("start"),
                                       number("end"),
                                       number("deviceId"),
                                       number("contextId"),
                                       number("greenContextId"),
                                       number("streamId"),
                                       number("correlationId"),
                                       number("globalPid"),
                                       number("deprecatedSyncType", 2),
                                       number("syncType", 4),
                                       number("eventId", 1),
                                       number("eventSyncId", 3)};
constexpr Column kCudaEvent[] = {number("deviceId"),   number("contextId"),      number("greenContextId"),
                                 number("streamId"),   number("correlationId"),  number("globalPid"),
                                 number("eventId", 1), number("eventSyncId", 2), number("timestamp", 0, 0, k2025Dot5)};
constexpr Column kGraphTrace[] = {number("start"),          number("end"),           number("deviceId"),      number("contextId"),
                                  number("greenContextId"), number("streamId"),      number("correlationId"), number("globalPid"),
                                  number("graphId", 1),     number("graphExecId", 2)};

// --- host functions ---------------------------------------------------------------------------------------------------
constexpr Column kRuntime[] = {number("start", 1),         number("end", 2),    number("eventClass", 6),  number("globalTid", 13),
                               number("correlationId", 3), number("nameId", 7), number("returnValue", 8), number("callchainId")};
constexpr Column kCudaCallchains[] = {
    number("id"), number("symbol", 1), number("module", 2), number("unresolved", 6), number("originalIP", 8), number("stackDepth")};
constexpr Column kOsrt[] = {number("start", 1),  number("end", 2),         number("eventClass", 6),    number("globalTid", 13),
                            number("nameId", 7), number("returnValue", 8), number("nestingLevel", 20), number("callchainId")};
constexpr Column kNativeCallchains[] = {number("id"),
                                        number("symbol", 1),
                                        number("module", 2),
                                        number("kernelMode", 4),
                                        number("thumbCode", 5),
                                        number("unresolved", 6),
                                        number("specialEntry"),
                                        number("originalIP", 8),
                                        number("unwindMethod", 9),
                                        number("stackDepth")};
constexpr Column kSyscall[] = {number("start", 1),      number("end", 2),    number("eventClass", 6),
                               number("globalTid", 13), number("nameId", 7), number("callchainId")};
constexpr Column kSyscallCallchains[] = {number("id"), number("stackDepth"), number("symbol", 1), number("module", 2),
                                         number("unresolved", 6)};
// The last column's name is that of exports before 2025.3.2; overheadTypeName() has the newer one.
constexpr Column kProfilerOverhead[] = {number("start", 1), number("end", 2), number("globalTid", 13), number("nameId", 7),
                                        number("returnValue", 8)};
constexpr Column kOverhead[] = {number("start", 1),         number("end", 2),    number("eventClass", 6),  number("globalTid", 13),
                                number("correlationId", 3), number("nameId", 7), number("overheadType", 8)};
constexpr Column kJit[] = {number("start", 1),
                           number("end", 2),
                           number("eventClass", 6),
                           number("globalTid", 13),
                           number("correlationId", 3),
                           number("nameId", 7),
                           number("overheadType", 8),
                           number("jitEntryType", 40, 1),
                           number("jitOperationType", 40, 2),
                           number("deviceId", 40, 3),
                           number("jitOperationCorrelationId", 40, 4),
                           number("cacheSize", 40, 5),
                           text("cachePath", 40, 6)};
constexpr Column kLibraryFunctions[] = {number("start", 1), number("end", 2), number("eventClass", 6), number("globalTid", 13),
                                        number("nameId", 7)};
constexpr Column kOtherFunctions[] = {number("start", 1),         number("end", 2),    number("eventClass", 6),  number("globalTid", 13),
                                      number("correlationId", 3), number("nameId", 7), number("returnValue", 8), number("eventType")};
// graphId, originalGraphId and graphExecId lie in a message of their own kind: 37, 38 or 39.
constexpr Column kGraphEvents[] = {number("start", 1),  number("end", 2),  number("eventClass", 6),   number("globalTid", 13),
                                   number("nameId", 7), number("graphId"), number("originalGraphId"), number("graphExecId")};
constexpr Column kGraphNodeEvents[] = {number("start", 1),
                                       number("end", 2),
                                       number("eventClass", 6),
                                       number("globalTid", 13),
                                       number("nameId", 7),
                                       number("graphNodeId", 33, 1),
                                       number("originalGraphNodeId", 33, 2)};

// --- the others -------------------------------------------------------------------------------------------------------
// The last three are for the sink: the row's number in the export's table; and of payloads that follow a schema, which
// exports leave out, the text and the call stack.
constexpr Column kNvtx[] = {number("start", 2),
                            number("end", 10),
                            number("eventType", 1),
                            number("rangeId", 4),
                            number("category", 5),
                            number("color", 6),
                            text("text", 7),
                            number("globalTid", 9),
                            number("endGlobalTid", 11),
                            number("textId", 12),
                            number("domainId", 13),
                            number("uint64Value", 8, 1),
                            number("int64Value", 8, 2),
                            real("doubleValue", 8, 3),
                            number("uint32Value", 8, 4),
                            number("int32Value", 8, 5),
                            real("floatValue", 8, 6),
                            number("jsonTextId", 8, 7),
                            text("jsonText"),
                            text("binaryData"),
                            number("rowNumber"),
                            text("payloadJson"),
                            number("scriptChainId")};
constexpr Column kScriptCallchains[] = {number("id"), text("symbol"), text("module"), number("line"), number("stackDepth")};
constexpr Column kSamples[] = {
    number("id"), number("start", 1), number("cpu", 3), number("threadState", 6), number("globalTid", 11), number("cpuCycles", 5, 2)};
constexpr Column kSched[] = {number("start", 1),     number("cpu", 3),         number("isSchedIn", 4),
                             number("globalTid", 6), number("threadState", 5), number("threadBlock")};
constexpr Column kDiagnostic[] = {number("timestamp", 1, 1), number("timestampType", 1, 2), number("source", 2), number("severity", 3),
                                  text("text", 4),           number("globalPid", 5)};
constexpr Column kGpuContextSwitch[] = {number("tag", 1),       number("vmId", 2),      number("seqNo", 3), number("contextId", 4),
                                        number("timestamp", 6), number("globalPid", 7), number("gpuId", 8)};
constexpr Column kMemoryUsage[] = {number("start", 1),
                                   number("globalPid", 5),
                                   number("deviceId", 3),
                                   number("contextId", 4),
                                   number("address", 6),
                                   number("pc", 7),
                                   number("bytes", 8),
                                   number("memKind", 9),
                                   number("memoryOperationType", 10),
                                   text("name", 11),
                                   number("correlationId", 12),
                                   number("streamId", 15),
                                   number("localMemoryPoolAddress", 13, 1),
                                   number("localMemoryPoolReleaseThreshold", 13, 2),
                                   number("localMemoryPoolSize", 13, 3),
                                   number("localMemoryPoolUtilizedSize", 13, 4),
                                   number("importedMemoryPoolAddress"),
                                   number("importedMemoryPoolProcessId")};
constexpr Column kMemoryPool[] = {number("start", 1),
                                  number("globalPid", 5),
                                  number("deviceId", 6),
                                  number("address", 7),
                                  number("operationType", 2),
                                  number("poolType", 3),
                                  number("correlationId", 4),
                                  number("minBytesToKeep", 8),
                                  number("localMemoryPoolReleaseThreshold", 9, 10),
                                  number("localMemoryPoolSize", 9, 9),
                                  number("localMemoryPoolUtilizedSize", 9, 11)};
constexpr Column kCpuPageFault[] = {number("start", 1),
                                    number("globalPid", 2),
                                    number("address", 3),
                                    number("originalFaultPc", 4, 8),
                                    number("CpuInstruction", 4, 1),
                                    number("module", 4, 2),
                                    number("unresolvedFaultPc", 4, 6),
                                    number("sourceFile", 4, 11),
                                    number("sourceLine", 4, 10)};
constexpr Column kGpuPageFault[] = {number("start", 1),          number("end", 2),     number("globalPid", 4),
                                    number("deviceId", 3),       number("address", 5), number("numberOfPageFaults", 6),
                                    number("faultAccessType", 7)};
constexpr Column kProcesses[] = {number("globalPid", 2), number("pid"), text("name", 6)};
constexpr Column kGenericEvents[] = {number("genericEventId"), number("rawTimestamp"), number("timestamp"),
                                     number("typeId"),         number("globalTid"),    text("data")};
constexpr Column kGenericEventData[] = {number("genericEventId"), number("fieldIdx"), number("intVal"),
                                        number("uintVal"),        real("floatVal"),   real("doubleVal")};
constexpr Column kGpuMetrics[] = {number("rawTimestamp"), number("timestamp"), number("typeId"), number("metricId"), number("value")};

// --- behind the events ------------------------------------------------------------------------------------------------
constexpr Column kThreadNames[] = {number("nameId", 2), number("priority", 3), number("globalTid", 4)};
constexpr Column kTargetGpu[] = {number("vmId"),
                                 number("id", 1),
                                 text("name", 2),
                                 text("busLocation", 3),
                                 number("isDiscrete", 4),
                                 number("l2CacheSize", 10),
                                 number("totalMemory", 11),
                                 number("memoryBandwidth", 12),
                                 number("clockRate", 13),
                                 number("smCount", 14),
                                 number("pwGpuId", 9),
                                 text("uuid", 5),
                                 number("luid", 6),
                                 text("chipName", 7),
                                 number("cuDevice", 15),
                                 text("ctxswDevPath", 16),
                                 text("ctrlDevPath", 17),
                                 number("revision", 21),
                                 number("nodeMask", 22),
                                 number("constantMemory", 23),
                                 number("maxIPC", 24),
                                 number("maxRegistersPerBlock", 25),
                                 number("maxShmemPerBlock", 26),
                                 number("maxShmemPerBlockOptin", 27),
                                 number("maxShmemPerSm", 28),
                                 number("maxRegistersPerSm", 29),
                                 number("threadsPerWarp", 30),
                                 number("asyncEngines", 31),
                                 number("maxWarpsPerSm", 32),
                                 number("maxBlocksPerSm", 33),
                                 number("maxThreadsPerBlock", 34),
                                 number("maxBlockDimX", 35),
                                 number("maxBlockDimY", 36),
                                 number("maxBlockDimZ", 37),
                                 number("maxGridDimX", 38),
                                 number("maxGridDimY", 39),
                                 number("maxGridDimZ", 40),
                                 number("computeMajor", 41),
                                 number("computeMinor", 42),
                                 number("smMajor", 43),
                                 number("smMinor", 44)};
constexpr Column kTargetOldGpu[] = {number("vmId"),
                                    number("deviceId", 24),
                                    text("name", 1),
                                    text("pciBusId", 26),
                                    number("pid", 25),
                                    number("globalMemoryBandwidth", 2),
                                    number("globalMemorySize", 3),
                                    number("constantMemorySize", 4),
                                    number("l2CacheSize", 5),
                                    number("numThreadsPerWarp", 6),
                                    number("coreClockRate", 7),
                                    number("numMemcpyEngines", 8),
                                    number("numMultiprocessors", 9),
                                    number("maxIPC", 10),
                                    number("maxWarpsPerMultiprocessor", 11),
                                    number("maxBlocksPerMultiprocessor", 12),
                                    number("maxRegistersPerBlock", 13),
                                    number("maxSharedMemoryPerBlock", 14),
                                    number("maxThreadsPerBlock", 15),
                                    number("maxBlockDimX", 16),
                                    number("maxBlockDimY", 17),
                                    number("maxBlockDimZ", 18),
                                    number("maxGridDimX", 19),
                                    number("maxGridDimY", 20),
                                    number("maxGridDimZ", 21),
                                    number("computeCapabilityMajor", 22),
                                    number("computeCapabilityMinor", 23),
                                    number("maxSharedMemoryPerMultiprocessor", 27),
                                    number("maxRegistersPerMultiprocessor", 28)};
constexpr Column kTargetCudaDevice[] = {number("gpuId", 1), number("cudaId", 2), number("pid", 3),
                                        number("numMultiprocessors", 6, 0, k2026Dot1)};
constexpr Column kTargetContext[] = {
    number("nullStreamId", 1),    number("hwId", 2),           number("vmId", 3),
    number("processId", 4),       number("deviceId", 5),       number("contextId", 6),
    number("parentContextId", 7), number("isGreenContext", 8), number("numMultiprocessors", 9, 0, k2026Dot1)};
constexpr Column kTargetStream[] = {number("streamId", 1),  number("hwId", 2),     number("vmId", 3), number("processId", 4),
                                    number("contextId", 5), number("priority", 6), number("flag", 7)};
constexpr Column kTargetNvtxDevice[] = {text("name", 1), number("hwId", 2), number("vmId", 3), number("deviceId", 5)};
constexpr Column kTargetNvtxStream[] = {text("name", 1),       number("hwId", 2),      number("vmId", 3),    number("processId", 4),
                                        number("deviceId", 5), number("contextId", 6), number("streamId", 7)};
constexpr Column kTargetNic[] = {number("GUID", 6),     text("stateName"),     number("nicId", 1),    text("name", 2),
                                 number("deviceId", 3), number("vendorId", 4), number("linkLayer", 5)};
constexpr Column kPayloadSchemas[] = {number("domainId", 9), number("schemaId", 1), text("name", 5),          number("type", 2),
                                      number("flags", 3),    number("numEntries"),  number("payloadSize", 6), number("alignTo", 7)};
constexpr Column kPayloadEntries[] = {number("domainId"), number("schemaId"), number("idx"),          number("flags", 2),
                                      number("type", 1),  text("name", 7),    text("description", 8), number("arrayOrUnionDetail", 4),
                                      number("offset", 3)};
constexpr Column kPayloadEnums[] = {number("domainId", 1), number("schemaId", 2), text("name", 3), number("numEntries"), number("size", 5)};
constexpr Column kPayloadEnumEntries[] = {number("domainId"), number("schemaId"), number("idx"),
                                          text("name", 1),    number("value", 2), number("isFlag", 3)};

struct Layout {
    std::string_view name;
    std::span<const Column> columns;
};
// In the order of NsysRepTable.
constexpr Layout kLayouts[] = {{"CUPTI_ACTIVITY_KIND_KERNEL", kKernel},
                               {"CUPTI_ACTIVITY_KIND_MEMCPY", kMemcpy},
                               {"CUPTI_ACTIVITY_KIND_MEMSET", kMemset},
                               {"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", kSynchronization},
                               {"CUPTI_ACTIVITY_KIND_CUDA_EVENT", kCudaEvent},
                               {"CUPTI_ACTIVITY_KIND_GRAPH_TRACE", kGraphTrace},
                               {"CUPTI_ACTIVITY_KIND_RUNTIME", kRuntime},
                               {"CUDA_CALLCHAINS", kCudaCallchains},
                               {"OSRT_API", kOsrt},
                               {"OSRT_CALLCHAINS", kNativeCallchains},
                               {"SYSCALL", kSyscall},
                               {"SYSCALL_CALLCHAINS", kSyscallCallchains},
                               {"PROFILER_OVERHEAD", kProfilerOverhead},
                               {"CUPTI_ACTIVITY_KIND_OVERHEAD", kOverhead},
                               {"CUPTI_ACTIVITY_KIND_JIT", kJit},
                               {"CUDNN_EVENTS", kLibraryFunctions},
                               {"CUBLAS_EVENTS", kLibraryFunctions},
                               {"OTHER_FUNCTION_EVENTS", kOtherFunctions},
                               {"CUDA_GRAPH_EVENTS", kGraphEvents},
                               {"CUDA_GRAPH_NODE_EVENTS", kGraphNodeEvents},
                               {"NVTX_EVENTS", kNvtx},
                               {"PYTHON_CALLCHAINS", kScriptCallchains},
                               {"COMPOSITE_EVENTS", kSamples},
                               {"SAMPLING_CALLCHAINS", kNativeCallchains},
                               {"SCHED_EVENTS", kSched},
                               {"DIAGNOSTIC_EVENT", kDiagnostic},
                               {"GPU_CONTEXT_SWITCH_EVENTS", kGpuContextSwitch},
                               {"CUDA_GPU_MEMORY_USAGE_EVENTS", kMemoryUsage},
                               {"CUDA_GPU_MEMORY_POOL_EVENTS", kMemoryPool},
                               {"CUDA_UM_CPU_PAGE_FAULT_EVENTS", kCpuPageFault},
                               {"CUDA_UM_GPU_PAGE_FAULT_EVENTS", kGpuPageFault},
                               {"PROCESSES", kProcesses},
                               {"GENERIC_EVENTS", kGenericEvents},
                               {"GENERIC_EVENT_DATA", kGenericEventData},
                               {"GPU_METRICS", kGpuMetrics},
                               {"ThreadNames", kThreadNames},
                               {"TARGET_INFO_GPU", kTargetGpu},
                               {"TARGET_INFO_CUDA_GPU", kTargetOldGpu},
                               {"TARGET_INFO_CUDA_DEVICE", kTargetCudaDevice},
                               {"TARGET_INFO_CUDA_CONTEXT_INFO", kTargetContext},
                               {"TARGET_INFO_CUDA_STREAM", kTargetStream},
                               {"TARGET_INFO_NVTX_CUDA_DEVICE", kTargetNvtxDevice},
                               {"TARGET_INFO_NVTX_CUDA_STREAM", kTargetNvtxStream},
                               {"TARGET_INFO_NIC_INFO", kTargetNic},
                               {"NVTX_PAYLOAD_SCHEMAS", kPayloadSchemas},
                               {"NVTX_PAYLOAD_SCHEMA_ENTRIES", kPayloadEntries},
                               {"NVTX_PAYLOAD_ENUMS", kPayloadEnums},
                               {"NVTX_PAYLOAD_ENUM_ENTRIES", kPayloadEnumEntries}};
static_assert(std::size(kLayouts) == kNsysRepTables);

} // namespace

std::string_view nsysRepTableName(NsysRepTable table) { return kLayouts[index(table)].name; }

std::span<const NsysRepColumn> nsysRepColumns(NsysRepTable table) { return kLayouts[index(table)].columns; }

} // namespace pv::core
