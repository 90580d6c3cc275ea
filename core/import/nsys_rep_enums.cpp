// SPDX-License-Identifier: MIT
#include "core/import/nsys_rep_enums.h"

#include <charconv>

namespace pv::core {
namespace {

struct Enumeration {
    std::string_view table;
    NsysEnumNeed need;
    std::string_view rows; // id|name|label; no label: the same as the name
};

// clang-format off
constexpr Enumeration kEnumerations[] = {
    {"ENUM_NSYS_EVENT_TYPE", NsysEnumNeed::always, R"(0|Unknown
1|CpuCycles
2|Instructions
3|CacheReferences
4|L1CacheDataWriteMisses
5|L1CacheDataReadMisses
6|L1CacheInstructionMisses
7|L2CacheDataWriteMisses
8|L2CacheDataReadMisses
9|L2CacheInstructionMisses
10|BranchInstructions
11|BranchMisses
12|BusCycles
13|CpuClock
14|TaskClock
15|PageFault
16|ContextSwitches
17|CpuMigrations
18|PageFaultsMin
19|PageFaultsMax
20|AlignmentFaults
21|EmulationFaults
22|ThreadState
23|Frames
24|Annotations
25|SchedSwitch
26|SchedWakeup
27|Command
28|Mmap
29|MemUsage
30|Emc
31|Composite
32|NvtxEvents
33|NvtxCategory
34|NvtxMark
35|NvtxPushRange
36|NvtxPopRange
37|NvtxStartRange
38|NvtxEndRange
39|NvtxThread
40|PowerRate
41|Sched
42|CpuCyclesSelf
43|CpuCyclesTotal
44|CpuCyclesSelfPlus
45|Cuda
46|CudaDevice
47|TraceProcess
48|TraceFunctions
49|Diagnostic
50|GlWorkload
51|BandwidthUsage
52|KhrDebugMark
53|KhrDebugPushRange
54|KhrDebugPopRange
55|KhrDebugGpuMark
56|KhrDebugGpuPushRange
57|KhrDebugGpuPopRange
58|GpuCtxsw
59|NvtxPushPopRange
60|NvtxStartEndRange
61|ProfTime
62|KhrDebugPushPopRange
63|KhrDebugGpuPushPopRange
64|NvtxtCategory
65|NvtxtMark
66|NvtxtPushRange
67|NvtxtPopRange
68|NvtxtStartRange
69|NvtxtEndRange
70|NvtxtPushPopRange
71|NvtxtStartEndRange
72|NvtxtMetaThread
73|NvtxtMetaProcess
74|NvtxtMetaFileDisplay
75|NvtxDomainCreate
76|NvtxDomainDestroy
77|NvnGpuCmdBuf
78|TraceVSync
79|CudaDeviceKernel
80|CudaDeviceMemory
81|Pmu
82|NvnGpuDraw
83|NvnGpuCompute
84|NvnGpuDebug
85|OS runtime libraries
86|CuDNN
87|CuBLAS
88|NvMedia
89|OpenACC
90|Correlation
91|DX12
92|DX12Workload
93|PmuRawEvent
94|GraphicsFrame
95|Vulkan
96|VulkanWorkload
97|NvtxNameCudaDevice
98|NvtxNameCudaContext
99|NvtxNameCudaStream
100|SystemEvent
101|GpuMemoryEvent
102|DX12CreateObject
103|VulkanCreateObject
104|UnitTraceEvent
105|CustomETWEvent
106|CudaSyncEvent
107|SLIEvent
108|CudaBacktrace
109|WddmEvent
110|DX11
111|DX11CreateObject
112|DXGI
113|CudaGraphNodeCreation
114|OpenMP
115|UncorePmuEvent
116|UncorePmuCarmel
117|CudaDeviceMemoryUsage
118|ETWDxgKrnlEvent
119|CudaUvmCpuPageFaultEvent
120|CudaUvmGpuPageFaultEvent
121|NICMetricsValuesEvent
122|NICMetricsListEvent
123|InterruptHandler
124|NVENC
125|NVDEC
126|nvJPEG
127|CudaEventRecord
128|PerfEventCountEvent
129|CudaDeviceMemoryPool
130|CudaDeviceGraph
131|CudaGraphExecCreation
132|CudaGraphCreation
133|CudaGraphClone
134|GpuMemoryTransferEvent
135|GlTrace
136|GpuVideoEngineWorkload
137|IBSwitchMetricsValuesEvent
138|GenericEvent
139|UncorePmuT23xScf
140|UncorePmuT23xDsu
141|IBSwitchCongestionEvent
142|CudaDeviceMemcpy
143|PerfMetricValueEvent
144|OpenXREvent
145|TegraInternalEvent
146|TraceStartFinish
147|Syscall
148|CudaConfidentialComputeKeyRotation
149|CudaGraphExecNodeSetParams
)"},
    {"ENUM_NSYS_EVENT_CLASS", NsysEnumNeed::always, R"(0|TRACE_PROCESS_EVENT_CUDA_RUNTIME|CUDA runtime
1|TRACE_PROCESS_EVENT_CUDA_DRIVER|CUDA driver
2|TRACE_PROCESS_EVENT_GL|GL
3|TRACE_PROCESS_EVENT_TSP_OVERHEAD|TSP overhead
4|TRACE_PROCESS_EVENT_GL_DEBUG|GL debug
5|TRACE_PROCESS_EVENT_GL_WORKLOAD|GL workload
6|TRACE_PROCESS_EVENT_NVTX_START|NVTX start
7|TRACE_PROCESS_EVENT_NVTX_FINISH|NVTX finish
8|TRACE_PROCESS_EVENT_GL_START|GL start
9|TRACE_PROCESS_EVENT_GL_FINISH|GL finish
10|TRACE_PROCESS_EVENT_CUDA_START|CUDA start
11|TRACE_PROCESS_EVENT_CUDA_FINISH|CUDA finish
12|TRACE_PROCESS_EVENT_CUDA_INIT_ERROR|CUDA init error
13|TRACE_PROCESS_EVENT_CUDA_EGL_DRIVER|CUDA EGL driver
18|TRACE_PROCESS_EVENT_VSYNC|Vsync
26|TRACE_PROCESS_EVENT_CUDA_API|CUDA API
27|TRACE_PROCESS_EVENT_OS_RUNTIME|OSRT runtime
28|TRACE_PROCESS_EVENT_CUDNN|cuDNN
29|TRACE_PROCESS_EVENT_CUBLAS|cuBLAS
31|TRACE_PROCESS_EVENT_OS_RUNTIME_START|OSRT start
32|TRACE_PROCESS_EVENT_OS_RUNTIME_FINISH|OSRT finish
33|TRACE_PROCESS_EVENT_CUDNN_START|cuDNN start
34|TRACE_PROCESS_EVENT_CUDNN_FINISH|cuDNN finish
35|TRACE_PROCESS_EVENT_CUBLAS_START|cuBLAS start
36|TRACE_PROCESS_EVENT_CUBLAS_FINISH|cuBLAS finish
37|TRACE_PROCESS_EVENT_THREAD_BLOCK|Thread block
38|TRACE_PROCESS_EVENT_NVMEDIA|NVmedia
39|TRACE_PROCESS_EVENT_NVMEDIA_START|NVmedia start
40|TRACE_PROCESS_EVENT_NVMEDIA_FINISH|NVmedia finish
41|TRACE_PROCESS_EVENT_DX12_API|DX12 API
42|TRACE_PROCESS_EVENT_DX12_WORKLOAD|DX12 workload
43|TRACE_PROCESS_EVENT_DX12_START|DX12 start
44|TRACE_PROCESS_EVENT_DX12_FINISH|DX12 finish
45|TRACE_PROCESS_EVENT_OPENACC_START|OpenACC start
46|TRACE_PROCESS_EVENT_OPENACC_FINISH|OpenACC finish
47|TRACE_PROCESS_EVENT_OPENACC_INIT_ERROR|OpenACC init error
48|TRACE_PROCESS_EVENT_OPENACC|OpenACC
49|TRACE_PROCESS_EVENT_CPU_FPS|CPU FPS
50|TRACE_PROCESS_EVENT_GPU_FPS|GPU FPS
51|TRACE_PROCESS_EVENT_GL_MULTI_ERROR|GL multi-error
52|TRACE_PROCESS_EVENT_DX12_DISPLAY|DX12 display
53|TRACE_PROCESS_EVENT_VULKAN_API|Vulkan API
54|TRACE_PROCESS_EVENT_VULKAN_WORKLOAD|Vulkan workload
55|TRACE_PROCESS_EVENT_VULKAN_START|Vulkan start
56|TRACE_PROCESS_EVENT_VULKAN_FINISH|Vulkan finish
57|TRACE_PROCESS_EVENT_SYSTEM_EVENT|System event
58|TRACE_PROCESS_EVENT_GPU_MEMORY|GPU memory
59|TRACE_PROCESS_EVENT_DX12_CREATE_OBJECT|DX12 create object
60|TRACE_PROCESS_EVENT_VULKAN_CREATE_OBJECT|Vulkan create object
61|TRACE_PROCESS_EVENT_CUSTOM_ETW_TRACE|Custom ETW trace
62|TRACE_PROCESS_EVENT_SLI|SLI
63|TRACE_PROCESS_EVENT_SLI_START|SLI start
64|TRACE_PROCESS_EVENT_SLI_FINISH|SLI finish
65|TRACE_PROCESS_EVENT_DX12_DEBUG_API|DX12 debug API
66|TRACE_PROCESS_EVENT_VULKAN_DEBUG_API|Vulkan debug API
67|TRACE_PROCESS_EVENT_CUDABACKTRACE|CUDA backtrace
68|TRACE_PROCESS_EVENT_CUDABACKTRACE_START|CUDA backtrace start
69|TRACE_PROCESS_EVENT_CUDABACKTRACE_FINISH|CUDA backtrace finish
70|TRACE_PROCESS_EVENT_WDDM|WDDM
71|TRACE_PROCESS_EVENT_DX11_API|DX11 API
72|TRACE_PROCESS_EVENT_DX11_START|DX11 start
73|TRACE_PROCESS_EVENT_DX11_FINISH|DX11 finish
74|TRACE_PROCESS_EVENT_DX11_CREATE_OBJECT|DX11 create object
75|TRACE_PROCESS_EVENT_DX11_DEBUG_API|DX11 debug API
76|TRACE_PROCESS_EVENT_DXCOMMON_API|DX common API
77|TRACE_PROCESS_EVENT_CUDA_GRAPH_NODE_CREATION|CUDA graph node creation
78|TRACE_PROCESS_EVENT_OPENMP|OpenMP
79|TRACE_PROCESS_EVENT_OPENMP_START|OpenMP start
80|TRACE_PROCESS_EVENT_OPENMP_FINISH|OpenMP finish
81|TRACE_PROCESS_EVENT_NVAPI|NV API
82|TRACE_PROCESS_EVENT_ETWDXGKRNL|ETW DXG KRNL
83|TRACE_PROCESS_EVENT_NVENC|NVENC
84|TRACE_PROCESS_EVENT_NVENC_START|NVENC start
85|TRACE_PROCESS_EVENT_NVENC_FINISH|NVENC finish
86|TRACE_PROCESS_EVENT_NVDEC|NVDEC
87|TRACE_PROCESS_EVENT_NVDEC_START|NVDEC start
88|TRACE_PROCESS_EVENT_NVDEC_FINISH|NVDEC finish
89|TRACE_PROCESS_EVENT_NVJPEG|nvJPEG
90|TRACE_PROCESS_EVENT_NVJPEG_START|nvJPEG start
91|TRACE_PROCESS_EVENT_NVJPEG_FINISH|nvJPEG finish
92|TRACE_PROCESS_EVENT_DX12_BATCH_WORKLOAD|DX12 batch workload
93|TRACE_PROCESS_EVENT_VULKAN_BATCH_WORKLOAD|Vulkan batch workload
94|TRACE_PROCESS_EVENT_CUDA_GRAPHEXEC_CREATION|CUDA graph exec creation
95|TRACE_PROCESS_EVENT_CUDA_GRAPH_CREATION|CUDA graph creation
96|TRACE_PROCESS_EVENT_CUDA_GRAPH_CLONE|CUDA graph clone
107|TRACE_PROCESS_EVENT_SYSCALL|Syscall
108|TRACE_PROCESS_EVENT_TEGRA_INTERNAL|Tegra Internal API
109|TRACE_PROCESS_EVENT_TEGRA_INTERNAL_START|Tegra Internal API start
110|TRACE_PROCESS_EVENT_TEGRA_INTERNAL_FINISH|Tegra Internal API finish
)"},
    {"ENUM_NSYS_GENERIC_EVENT_SOURCE", NsysEnumNeed::always, R"(0|NotSpecified|Not Specified
1|ClockMonotonicRaw|Clock Monotoic Raw
2|CntVct|Counter-Timer Virtual Count Register
3|SessionNs|Session Nanoseconds
)"},
    {"ENUM_NSYS_GENERIC_EVENT_GROUP", NsysEnumNeed::always, R"(0|Unknown
1|FTrace
2|NvMedia|NV Media
3|Hypervisor
4|ETW
)"},
    {"ENUM_NSYS_GENERIC_EVENT_FIELD_TYPE", NsysEnumNeed::always, R"(0|Signed|Signed Integer
1|Unsigned|Unsigned Integer
2|Float
3|Double
)"},
    {"ENUM_NSYS_GENERIC_EVENT_FIELD_ETW_PROPERTY", NsysEnumNeed::always, R"(1|PropertyStruct|Struct
2|PropertyParamLength|Param Length
4|PropertyParamCount|Param Count
8|PropertyWBEMXmlFragment|WBEM XML Fragment
16|PropertyParamFixedLength|Param Fixed Length
32|PropertyParamFixedCount|Param Fixed Count
64|PropertyHasTags|Has tags
128|PropertyHasCustomSchema|Has Custom Schema
)"},
    {"ENUM_NSYS_GENERIC_EVENT_FIELD_ETW_TYPE", NsysEnumNeed::always, R"(0|TDH_INTYPE_NULL|NULL
1|TDH_INTYPE_UNICODESTRING|Unicode String
2|TDH_INTYPE_ANSISTRING|ANSI String
3|TDH_INTYPE_INT8|int8
4|TDH_INTYPE_UINT8|uint8
5|TDH_INTYPE_INT16|int16
6|TDH_INTYPE_UINT16|uint16
7|TDH_INTYPE_INT32|int32
8|TDH_INTYPE_UINT32|uint32
9|TDH_INTYPE_INT64|int64
10|TDH_INTYPE_UINT64|uint64
11|TDH_INTYPE_FLOAT|float
12|TDH_INTYPE_DOUBLE|double
13|TDH_INTYPE_BOOLEAN|boolean
14|TDH_INTYPE_BINARY|binary data
15|TDH_INTYPE_GUID|GUID
16|TDH_INTYPE_POINTER|Pointer
17|TDH_INTYPE_FILETIME|File-time
18|TDH_INTYPE_SYSTEMTIME|System-time
19|TDH_INTYPE_SID|SID
20|TDH_INTYPE_HEXINT32|Hex int32
21|TDH_INTYPE_HEXINT64|Hex int64
)"},
    {"ENUM_NSYS_GENERIC_EVENT_FIELD_ETW_FLAGS", NsysEnumNeed::always, R"(1|EVENTMAP_INFO_FLAG_MANIFEST_VALUEMAP|Manifest Value Map
2|EVENTMAP_INFO_FLAG_MANIFEST_BITMAP|Manifest Bitmap
4|EVENTMAP_INFO_FLAG_MANIFEST_PATTERNMAP|Manifest Pattern Map
8|EVENTMAP_INFO_FLAG_WBEM_VALUEMAP|WBEM Value Map
16|EVENTMAP_INFO_FLAG_WBEM_BITMAP|WBEM Bitmap
32|EVENTMAP_INFO_FLAG_WBEM_FLAG|WBEM Flag
64|EVENTMAP_INFO_FLAG_WBEM_NO_MAP|WBEM No Map
)"},
    {"ENUM_CUDA_MEMCPY_OPER", NsysEnumNeed::cuda, R"(0|CUDA_MEMCPY_KIND_UNKNOWN|Unknown
1|CUDA_MEMCPY_KIND_HTOD|Host-to-Device
2|CUDA_MEMCPY_KIND_DTOH|Device-to-Host
3|CUDA_MEMCPY_KIND_HTOA|Host-to-Array
4|CUDA_MEMCPY_KIND_ATOH|Array-to-Host
5|CUDA_MEMCPY_KIND_ATOA|Array-to-Array
6|CUDA_MEMCPY_KIND_ATOD|Array-to-Device
7|CUDA_MEMCPY_KIND_DTOA|Device-to-Array
8|CUDA_MEMCPY_KIND_DTOD|Device-to-Device
9|CUDA_MEMCPY_KIND_HTOH|Host-to-Host
10|CUDA_MEMCPY_KIND_PTOP|Peer-to-Peer
11|CUDA_MEMCPY_KIND_UVM_HTOD|Unified Host-to-Device
12|CUDA_MEMCPY_KIND_UVM_DTOH|Unified Device-to-Host
13|CUDA_MEMCPY_KIND_UVM_DTOD|Unified Device-to-Device
)"},
    {"ENUM_CUDA_MEM_KIND", NsysEnumNeed::cuda, R"(0|CUDA_MEMOPR_MEMORY_KIND_PAGEABLE|Pageable
1|CUDA_MEMOPR_MEMORY_KIND_PINNED|Pinned
2|CUDA_MEMOPR_MEMORY_KIND_DEVICE|Device
3|CUDA_MEMOPR_MEMORY_KIND_ARRAY|Array
4|CUDA_MEMOPR_MEMORY_KIND_MANAGED|Managed
5|CUDA_MEMOPR_MEMORY_KIND_DEVICE_STATIC|Device Static
6|CUDA_MEMOPR_MEMORY_KIND_MANAGED_STATIC|Managed Static
7|CUDA_MEMOPR_MEMORY_KIND_UNKNOWN|Unknown
)"},
    {"ENUM_CUDA_MEMPOOL_TYPE", NsysEnumNeed::cuda, R"(0|CUDA_MEMPOOL_TYPE_INVALID|Invalid
1|CUDA_MEMPOOL_TYPE_LOCAL|Local
2|CUDA_MEMPOOL_TYPE_IMPORTED|Imported
)"},
    {"ENUM_CUDA_MEMPOOL_OPER", NsysEnumNeed::cuda, R"(0|CUDA_MEMPOOL_OPERATION_TYPE_INVALID|Invalid
1|CUDA_MEMPOOL_OPERATION_TYPE_CREATED|Created
2|CUDA_MEMPOOL_OPERATION_TYPE_DESTROYED|Destroyed
3|CUDA_MEMPOOL_OPERATION_TYPE_TRIMMED|Trimmed
)"},
    {"ENUM_CUDA_DEV_MEM_EVENT_OPER", NsysEnumNeed::cuda, R"(0|CUDA_DEV_MEM_EVENT_OPR_ALLOCATION|Allocation
1|CUDA_DEV_MEM_EVENT_OPR_DEALLOCATION|Deallocation
)"},
    {"ENUM_CUDA_KERNEL_LAUNCH_TYPE", NsysEnumNeed::cuda, R"(0|CUDA_KERNEL_LAUNCH_TYPE_UNKNOWN|Unknown
1|CUDA_KERNEL_LAUNCH_TYPE_REGULAR|Regular
2|CUDA_KERNEL_LAUNCH_TYPE_COOPERATIVE_SINGLE_DEVICE|Coop Single Device
3|CUDA_KERNEL_LAUNCH_TYPE_COOPERATIVE_MULTI_DEVICE|Coop Multi Device
)"},
    {"ENUM_CUDA_SHARED_MEM_LIMIT_CONFIG", NsysEnumNeed::cuda, R"(0|CUDA_SHARED_MEM_LIMIT_DEFAULT|Default
1|CUDA_SHARED_MEM_LIMIT_OPTIN|Opt in
)"},
    {"ENUM_CUDA_UNIF_MEM_MIGRATION", NsysEnumNeed::cuda, R"(0|CUDA_UNIFIED_MEMORY_MIGRATION_CAUSE_UNKNOWN|Unknown
1|CUDA_UNIFIED_MEMORY_MIGRATION_CAUSE_USER|User prefetch
2|CUDA_UNIFIED_MEMORY_MIGRATION_CAUSE_COHERENCE|Page fault
3|CUDA_UNIFIED_MEMORY_MIGRATION_CAUSE_PREFETCH|Speculative prefecth
4|CUDA_UNIFIED_MEMORY_MIGRATION_CAUSE_EVICTION|Eviction
5|CUDA_UNIFIED_MEMORY_MIGRATION_CAUSE_ACCESS_COUNTERS|Access counters
)"},
    {"ENUM_CUDA_UNIF_MEM_ACCESS_TYPE", NsysEnumNeed::cuda, R"(0|CUDA_UNIFIED_MEMORY_ACCESS_TYPE_UNKNOWN|Unknown
1|CUDA_UNIFIED_MEMORY_ACCESS_TYPE_READ|Read
2|CUDA_UNIFIED_MEMORY_ACCESS_TYPE_WRITE|Write
3|CUDA_UNIFIED_MEMORY_ACCESS_TYPE_ATOMIC|Atomic
4|CUDA_UNIFIED_MEMORY_ACCESS_TYPE_PREFETCH|Prefetch
)"},
    {"ENUM_CUDA_FUNC_CACHE_CONFIG", NsysEnumNeed::cuda, R"(0|CU_FUNC_CACHE_PREFER_NONE|None
1|CU_FUNC_CACHE_PREFER_SHARED|Shared
2|CU_FUNC_CACHE_PREFER_L1|L1
3|CU_FUNC_CACHE_PREFER_EQUAL|Equal
)"},
    {"ENUM_CUPTI_STREAM_TYPE", NsysEnumNeed::cuda, R"(0|CUPTI_ACTIVITY_STREAM_CREATE_FLAG_UNKNOWN|Unknown stream type
1|CUPTI_ACTIVITY_STREAM_CREATE_FLAG_DEFAULT|Default stream
2|CUPTI_ACTIVITY_STREAM_CREATE_FLAG_NON_BLOCKING|Non-blocking stream
3|CUPTI_ACTIVITY_STREAM_CREATE_FLAG_NULL|Null stream
)"},
    {"ENUM_CUPTI_SYNC_TYPE", NsysEnumNeed::cuda, R"(0|CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_UNKNOWN|Unknown
1|CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE|Event sync
2|CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT|Stream wait sync
3|CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE|Stream sync
4|CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE|Context sync
)"},
    {"ENUM_STACK_UNWIND_METHOD", NsysEnumNeed::threads, R"(0|Unknown
1|FramePointer|Frame pointer
2|UnwindTable|Unwind table
3|LR_FramePointer|LR frame pointer
4|LR_UnwindTable|LR unwind table
5|KernelContext|Kernel context
6|DWARF_EH|DWARF EH
7|DWARF_DF|DWARF DF
8|LBR
1000|Undefined
)"},
    {"ENUM_SAMPLING_THREAD_STATE", NsysEnumNeed::threads, R"(0|Unknown
1|Running
2|Interruptible
3|Uninterruptible
4|Stopped
5|Terminated
6|Unscheduled
7|Waiting
8|OSRuntime|OS runtime
9|Initialized
10|Transition
)"},
    {"ENUM_SCHEDULING_THREAD_BLOCK", NsysEnumNeed::threads, R"(0|NonBlocked
1|Unknown
2|SigSuspend
3|Stopped
4|Nanosleep
5|Intr
6|Mutex
7|CondVar
8|Sem
9|Join
10|SigWaitInfo
11|WaitCtx
12|Send
13|Receive
14|Reply
15|Stack
16|WaitThread
17|WaitPage
18|NetSend
19|NetReply
20|FreePage
21|PageIn
22|PoolAllocation
23|DelayExecution
24|Suspended
25|UserRequest
26|EventPair
27|Queue
28|LPCReceive
29|LPCReply
30|VirtualMemory
31|PageOut
32|Rendezvous
33|KeyedEvent
34|Terminated
35|ProcessInSwap
36|CPURateControl
37|WrCalloutStack
38|Kernel
39|Resource
40|PushLock
41|WindowsMutex
42|QuantumEnd
43|DispatchInt
44|Preempted
45|YieldExecution
46|FastMutex
47|GuardedMutex
48|Rundown
49|ReadyToRun
50|AlertByThreadId
51|DeferredPreempt
52|PhysicalFault
)"},
    {"ENUM_DIAGNOSTIC_SEVERITY_LEVEL", NsysEnumNeed::always, R"(0|UnknownLevel|Unknown
1|Info
2|Warning
3|Error
4|Verbose
)"},
    {"ENUM_DIAGNOSTIC_SOURCE_TYPE", NsysEnumNeed::always, R"(0|UnknownSource|Unknown source
1|Injection
2|Daemon
3|Analysis
)"},
    {"ENUM_DIAGNOSTIC_TIMESTAMP_SOURCE", NsysEnumNeed::always, R"(0|UnknownTimestamp|Unknown timestamp
1|TargetTimestamp|Target timestamp
2|HostTimestamp|Host timestamp
)"},
    {"ENUM_GPU_CTX_SWITCH", NsysEnumNeed::gpuContext, R"(-1|UnknownGpuCtxswTag|Unknown
0|SOF|SO
1|REQ_BY_HOST|Request by host
2|FE_ACK|Front-end ACK
3|FE_ACK_WFI|Front-end ACK WFI
4|FE_ACK_GFXP|Front-end ACK GFXP
5|FE_ACK_CTAP|Front-end ACK CTAP
6|FE_ACK_CILP|Front-end ACK CILP
7|SAVE_END|Save end
8|RESTORE_START|Restore start
9|CONTEXT_START|Context start
10|INVALID_TIMESTAMP|Invalid timestamp
11|ENGINE_RESET|Engine reset
)"},
};
// clang-format on

} // namespace

void forEachNsysEnum(const std::function<bool(NsysEnumNeed)>& wanted, const NsysEnumVisit& visit)
{
    for (const Enumeration& e : kEnumerations) {
        if (!wanted(e.need)) {
            continue;
        }
        for (std::string_view rest = e.rows; !rest.empty();) {
            const auto lineEnd = rest.find('\n');
            const std::string_view line = rest.substr(0, lineEnd);
            rest.remove_prefix(lineEnd + 1);
            std::int64_t id = 0;
            const auto first = line.find('|');
            std::from_chars(line.data(), line.data() + first, id);
            const std::string_view names = line.substr(first + 1);
            const auto second = names.find('|');
            visit(e.table, id, names.substr(0, second), second == std::string_view::npos ? names : names.substr(second + 1));
        }
    }
}

} // namespace pv::core
