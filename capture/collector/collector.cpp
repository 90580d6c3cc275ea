// SPDX-License-Identifier: MIT
// The collector: the driver loads this library into a program named by CUDA_INJECTION64_PATH and calls
// InitializeInjection while it initialises. Records of GPU work and API calls go to the session's stream file. Whatever
// goes wrong here, the program goes on as if nothing were loaded.

#include "capture/collector/cupti_library.h"
#include "capture/collector/session.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <vector>

namespace pv::capture {
namespace {

constexpr std::size_t kBufferBytes = 4u << 20;
constexpr std::uint32_t kOldestCupti = 26; // CUDA 12.6: what it lacks of the records below lies behind what is read

// Alive until the process ends: CUPTI may call back during exit, so it is never destroyed.
struct Collector {
    CuptiLibrary cupti;
    Session session;
};
Collector* theCollector = nullptr;

GpuWorkRecord kernelRecord(const CUpti_ActivityKernel10& k, Session& session)
{
    GpuWorkRecord r{};
    r.kind = GpuWorkKind::kernel;
    r.name = session.stringId(k.name != nullptr ? k.name : "");
    r.startNs = static_cast<std::int64_t>(k.start);
    r.endNs = static_cast<std::int64_t>(k.end);
    r.device = k.deviceId;
    r.context = k.contextId;
    r.stream = k.streamId;
    r.correlation = k.correlationId;
    r.graphNode = k.graphNodeId;
    r.graph = k.graphId;
    r.grid[0] = k.gridX;
    r.grid[1] = k.gridY;
    r.grid[2] = k.gridZ;
    r.block[0] = k.blockX;
    r.block[1] = k.blockY;
    r.block[2] = k.blockZ;
    r.staticShared = k.staticSharedMemory;
    r.dynamicShared = k.dynamicSharedMemory;
    r.registers = k.registersPerThread;
    return r;
}

GpuWorkRecord memcpyRecord(const CUpti_ActivityMemcpy6& m)
{
    GpuWorkRecord r{};
    r.kind = GpuWorkKind::memcpy;
    r.startNs = static_cast<std::int64_t>(m.start);
    r.endNs = static_cast<std::int64_t>(m.end);
    r.device = m.deviceId;
    r.context = m.contextId;
    r.stream = m.streamId;
    r.correlation = m.correlationId;
    r.bytes = static_cast<std::int64_t>(m.bytes);
    r.graphNode = m.graphNodeId;
    r.graph = m.graphId;
    r.copyKind = m.copyKind;
    r.srcKind = m.srcKind;
    r.dstKind = m.dstKind;
    return r;
}

GpuWorkRecord memsetRecord(const CUpti_ActivityMemset4& m)
{
    GpuWorkRecord r{};
    r.kind = GpuWorkKind::memset;
    r.startNs = static_cast<std::int64_t>(m.start);
    r.endNs = static_cast<std::int64_t>(m.end);
    r.device = m.deviceId;
    r.context = m.contextId;
    r.stream = m.streamId;
    r.correlation = m.correlationId;
    r.bytes = static_cast<std::int64_t>(m.bytes);
    r.graphNode = m.graphNodeId;
    r.graph = m.graphId;
    r.dstKind = static_cast<std::uint8_t>(m.memoryKind);
    r.value = m.value;
    return r;
}

ApiCallRecord apiRecord(const CUpti_ActivityAPI& a)
{
    ApiCallRecord r{};
    r.startNs = static_cast<std::int64_t>(a.start);
    r.endNs = static_cast<std::int64_t>(a.end);
    r.cbid = a.cbid;
    r.api = a.kind == CUPTI_ACTIVITY_KIND_DRIVER ? 1 : 0;
    r.thread = a.threadId;
    r.correlation = a.correlationId;
    r.returnValue = static_cast<std::int32_t>(a.returnValue);
    return r;
}

template <class Record>
void writeRecords(Session& session, FrameType type, const std::vector<Record>& records)
{
    if (records.empty()) {
        return;
    }
    std::int64_t first = records.front().startNs;
    std::int64_t last = records.front().endNs;
    for (const Record& r : records) {
        first = std::min(first, r.startNs);
        last = std::max(last, r.endNs);
    }
    session.write(type, std::as_bytes(std::span(records)), static_cast<std::uint32_t>(records.size()), first, last);
}

void CUPTIAPI requestBuffer(std::uint8_t** buffer, std::size_t* size, std::size_t* maxRecords)
{
    *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(8, kBufferBytes));
    *size = *buffer != nullptr ? kBufferBytes : 0;
    *maxRecords = 0;
}

void CUPTIAPI completeBuffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t validBytes)
{
    Collector& c = *theCollector;
    try {
        std::vector<GpuWorkRecord> work;
        std::vector<ApiCallRecord> calls;
        CUpti_Activity* record = nullptr;
        while (validBytes > 0 && c.cupti.nextRecord(buffer, validBytes, &record) == CUPTI_SUCCESS) {
            switch (record->kind) {
            case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
            case CUPTI_ACTIVITY_KIND_KERNEL:
                work.push_back(kernelRecord(*reinterpret_cast<const CUpti_ActivityKernel10*>(record), c.session));
                break;
            case CUPTI_ACTIVITY_KIND_MEMCPY: work.push_back(memcpyRecord(*reinterpret_cast<const CUpti_ActivityMemcpy6*>(record))); break;
            case CUPTI_ACTIVITY_KIND_MEMSET: work.push_back(memsetRecord(*reinterpret_cast<const CUpti_ActivityMemset4*>(record))); break;
            case CUPTI_ACTIVITY_KIND_RUNTIME:
            case CUPTI_ACTIVITY_KIND_DRIVER: calls.push_back(apiRecord(*reinterpret_cast<const CUpti_ActivityAPI*>(record))); break;
            default: break;
            }
        }
        writeRecords(c.session, FrameType::gpuWork, work);
        writeRecords(c.session, FrameType::apiCalls, calls);
    } catch (const std::bad_alloc&) {
        c.session.addLost(1);
    }
    std::free(buffer);
}

std::int64_t cuptiNow(const CuptiLibrary& cupti)
{
    std::uint64_t now = 0;
    if (cupti.getTimestamp != nullptr) {
        cupti.getTimestamp(&now);
    }
    return static_cast<std::int64_t>(now);
}

void finishSession()
{
    Collector& c = *theCollector;
    c.cupti.flushAll(0);
    std::size_t dropped = 0;
    if (c.cupti.droppedRecords != nullptr && c.cupti.droppedRecords(nullptr, 0, &dropped) == CUPTI_SUCCESS && dropped > 0) {
        c.session.addLost(static_cast<std::uint32_t>(dropped));
    }
    c.session.writeClockSync(cuptiNow(c.cupti));
}

void start()
{
    if (theCollector != nullptr) {
        return;
    }
    theCollector = new (std::nothrow) Collector;
    if (theCollector == nullptr || !theCollector->session.open()) {
        return;
    }
    Collector& c = *theCollector;
    c.cupti = loadCupti();
    if (!c.cupti.complete()) {
        c.session.log("CUPTI was not found in this process: no GPU activity is recorded. Set PROFVIEWER_CUPTI_LIBRARY to libcupti.so.");
        return;
    }
    if (c.cupti.version < kOldestCupti) {
        c.session.log("CUPTI of version " + std::to_string(c.cupti.version) + " is older than this collector can read (" +
                      std::to_string(kOldestCupti) + "): no GPU activity is recorded.");
        return;
    }
    if (c.cupti.setThreadIdType != nullptr) {
        c.cupti.setThreadIdType(CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM);
    }
    if (c.cupti.registerCallbacks(requestBuffer, completeBuffer) != CUPTI_SUCCESS) {
        c.session.log("CUPTI refused the collector's buffers (another profiler is attached): no GPU activity is recorded.");
        return;
    }
    for (CUpti_ActivityKind kind : {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMSET,
                                    CUPTI_ACTIVITY_KIND_RUNTIME, CUPTI_ACTIVITY_KIND_DRIVER}) {
        if (c.cupti.enable(kind) != CUPTI_SUCCESS) {
            c.session.log("CUPTI refused activity kind " + std::to_string(static_cast<int>(kind)) + ".");
        }
    }
    c.session.writeClockSync(cuptiNow(c.cupti));
    std::atexit(finishSession);
}

} // namespace
} // namespace pv::capture

// 1: the collector stays loaded. The driver calls this once a process.
extern "C" __attribute__((visibility("default"))) int InitializeInjection()
{
    try {
        pv::capture::start();
    } catch (...) { // the program being recorded must not learn of our troubles
    }
    return 1;
}
