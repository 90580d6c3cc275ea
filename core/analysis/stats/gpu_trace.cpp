// SPDX-License-Identifier: MIT

// cuda_gpu_trace: every kernel, copy and fill in order of start.
// Basis: one row an event; at one start kernels stand before copies before fills. Context, green context and stream 0
// mean none and stay empty (migrations of unified memory have none). Throughput is bytes times the whole number of such
// durations in a second, so that long copies show a little less than bytes by time, as in the reference. "nvtx-name"
// puts the innermost NVTX range around the launch before a kernel's name.

#include "core/analysis/stats/labels.h"
#include "core/analysis/stats/nvtx_ranges.h"
#include "core/analysis/stats/reports.h"
#include "core/analysis/stats/windows.h"

#include <map>

namespace pv::core {
namespace {

struct Operation {
    TimeNs start = 0;
    std::int64_t duration = 0;
    std::int64_t correlation = kNull;
    std::int64_t pid = kNull;
    LaunchShape shape{kNull, kNull, kNull, kNull, kNull, kNull};
    std::int64_t registers = kNull;
    std::int64_t staticShared = kNull;
    std::int64_t dynamicShared = kNull;
    std::int64_t bytes = kNull;
    std::int64_t sourceKind = kNull;
    std::int64_t targetKind = kNull;
    std::int64_t copyKind = kNull;
    std::int64_t device = kNull; // as the source numbers it
    std::int64_t gpu = kNull;    // as the report does
    std::int64_t context = kNull;
    std::int64_t greenContext = kNull;
    std::int64_t stream = kNull;
    StringId name{};
    EventKind kind{};
};

Cell nonZeroCell(std::int64_t v) { return v == 0 ? Cell() : presentCell(v); }
Cell sizeCell(std::int64_t bytes) { return bytes == kNull ? Cell() : Cell(megabytes(static_cast<double>(bytes))); }
Cell kindCell(std::int64_t kind) { return kind == kNull ? Cell() : Cell(memoryKindLabel(kind)); }

// Name of the innermost range by process and correlation id.
std::map<std::pair<std::int64_t, std::int64_t>, StringId> rangeOfLaunch(const StatsContext& context)
{
    ThreadTable threads;
    const Launches launches = loadLaunches(context, threads, {});
    const NvtxRanges ranges = loadNvtxRanges(context, threads, RangeChoice::sameThread);
    const Enclosing enclosing = enclosingRanges(launches.calls, ranges.ranges, context.progress);
    std::map<std::pair<std::int64_t, std::int64_t>, StringId> result;
    for (const Launches::Group& group : launches.groups) {
        if (const NvtxRange* range = innermostRange(group, enclosing, ranges.ranges)) {
            const GpuOp& op = launches.ops[group.opBegin];
            result[{op.pid, op.correlation}] = range->name;
        }
    }
    return result;
}

class Reader {
public:
    explicit Reader(const StatsContext& context)
        : m_context(context), m_cudaDevice(cudaDeviceColumn(context.report)), m_green(context.report.columnByName("green_context"))
    {
    }
    void read(EventKind kind, TimeRange window, std::vector<Operation>& operations) const;

private:
    Operation operation(EventKind kind, const Chunk& chunk, const EventPlace& place, std::uint32_t i) const;
    const StatsContext& m_context;
    std::optional<ColumnId> m_cudaDevice;
    std::optional<ColumnId> m_green;
};

void Reader::read(EventKind kind, TimeRange window, std::vector<Operation>& operations) const
{
    std::vector<ColumnId> columns{col::start, col::duration, col::name,    col::flags,  col::correlation,
                                  col::pid,   col::device,   col::context, col::stream, col::bytes};
    if (kind == EventKind::kernel) {
        columns.insert(columns.end(), {kernelNameColumn(m_context.variant.kernelName), col::gridX, col::gridY, col::gridZ, col::blockX,
                                       col::blockY, col::blockZ, col::registers, col::staticShared, col::dynamicShared});
    } else {
        columns.insert(columns.end(), {col::srcKind, col::dstKind, col::memKind, col::copyKind});
    }
    for (const auto& own : {m_cudaDevice, m_green}) {
        if (own) {
            columns.push_back(*own);
        }
    }
    m_context.report.scan(
        kind, windowScanRange(m_context, window), columns,
        [&](const ChunkPtr& chunk) {
            const EventPlace place(m_context.report, *chunk);
            forEachMatching(m_context, *chunk, false, [&](std::uint32_t i) {
                if (window.contains(chunk->value(col::start, i))) {
                    operations.push_back(operation(kind, *chunk, place, i));
                }
            });
        },
        m_context.progress);
}

Operation Reader::operation(EventKind kind, const Chunk& chunk, const EventPlace& place, std::uint32_t i) const
{
    Operation o;
    o.kind = kind;
    o.start = chunk.value(col::start, i);
    o.duration = chunk.value(col::duration, i);
    o.correlation = chunk.value(col::correlation, i);
    o.pid = place.pid(i);
    o.gpu = place.device(i);
    o.device = m_cudaDevice ? chunk.value(*m_cudaDevice, i) : kNull;
    if (o.device == kNull) {
        o.device = o.gpu;
    }
    o.context = place.context(i);
    o.greenContext = m_green ? chunk.value(*m_green, i) : kNull;
    o.stream = place.stream(i);
    if (kind == EventKind::kernel) {
        o.name = kernelName(chunk, m_context.variant.kernelName, i);
        o.shape = {chunk.value(col::gridX, i),  chunk.value(col::gridY, i),  chunk.value(col::gridZ, i),
                   chunk.value(col::blockX, i), chunk.value(col::blockY, i), chunk.value(col::blockZ, i)};
        o.registers = chunk.value(col::registers, i);
        o.staticShared = chunk.value(col::staticShared, i);
        o.dynamicShared = chunk.value(col::dynamicShared, i);
    } else {
        o.name = kernelName(chunk, KernelName::demangled, i);
        o.bytes = chunk.value(col::bytes, i);
        o.copyKind = chunk.value(col::copyKind, i);
        o.sourceKind = chunk.value(kind == EventKind::memset ? col::memKind : col::srcKind, i);
        o.targetKind = kind == EventKind::memset ? kNull : chunk.value(col::dstKind, i);
    }
    return o;
}

} // namespace

void cudaGpuTrace(const StatsContext& context, RowSink& sink)
{
    const auto rangeNames = context.variant.nvtxName ? rangeOfLaunch(context) : std::map<std::pair<std::int64_t, std::int64_t>, StringId>();
    std::map<std::pair<std::int64_t, std::int64_t>, std::string> deviceNames;
    const auto deviceName = [&](const Operation& o) -> std::string_view {
        const auto [it, isNew] = deviceNames.try_emplace({o.gpu, o.device});
        if (isNew && o.device != kNull) {
            for (const Gpu& gpu : context.report.gpus()) {
                if (gpu.device == o.gpu) {
                    it->second = gpu.name;
                }
            }
            it->second += (it->second.empty() ? "(" : " (") + std::to_string(o.device) + ")";
        }
        return it->second;
    };
    constexpr std::array kKinds{EventKind::kernel, EventKind::memcpy, EventKind::memset};
    const Reader reader(context);
    bool begun = false;
    std::vector<Operation> operations;
    std::vector<std::pair<TimeNs, std::uint32_t>> order;
    std::string name;
    for (const TimeRange window : traceWindows(context.report, kKinds)) {
        operations.clear();
        for (const EventKind kind : kKinds) {
            reader.read(kind, window, operations);
        }
        order.clear();
        for (std::uint32_t i = 0; i < operations.size(); ++i) {
            order.emplace_back(operations[i].start, i);
        }
        std::sort(order.begin(), order.end());
        if (!begun && !operations.empty()) {
            begun = true;
            std::vector<ResultColumn> columns;
            for (const char* title : {"Start (ns)", "Duration (ns)", "CorrId", "GrdX", "GrdY", "GrdZ", "BlkX", "BlkY", "BlkZ", "Reg/Trd"}) {
                columns.push_back({title, CellType::integer});
            }
            for (const char* title : {"StcSMem (MB)", "DymSMem (MB)", "Bytes (MB)", "Throughput (MB/s)"}) {
                columns.push_back({title, CellType::real, 3});
            }
            for (const char* title : {"SrcMemKd", "DstMemKd", "Device"}) {
                columns.push_back({title, CellType::text});
            }
            for (const char* title : {"Ctx", "GreenCtx", "Strm"}) {
                columns.push_back({title, CellType::integer});
            }
            columns.push_back({"Name", CellType::text});
            sink.columns(columns);
        }
        for (const auto& [start, index] : order) {
            const Operation& o = operations[index];
            name.clear();
            if (const auto range = rangeNames.find({o.pid, o.correlation}); o.kind == EventKind::kernel && range != rangeNames.end()) {
                name = context.report.string(range->second);
                name += '/';
            }
            switch (o.kind) {
            case EventKind::memcpy: name += memcpyLabel(o.copyKind, context.report.string(o.name)); break;
            case EventKind::memset: name += kMemsetLabel; break;
            default: name += context.report.string(o.name);
            }
            const std::int64_t throughput = copyThroughput(o.bytes, o.duration);
            sink.row(std::array<Cell, 21>{o.start,
                                          o.duration,
                                          presentCell(o.correlation),
                                          presentCell(o.shape[0]),
                                          presentCell(o.shape[1]),
                                          presentCell(o.shape[2]),
                                          presentCell(o.shape[3]),
                                          presentCell(o.shape[4]),
                                          presentCell(o.shape[5]),
                                          presentCell(o.registers),
                                          sizeCell(o.staticShared),
                                          sizeCell(o.dynamicShared),
                                          sizeCell(o.bytes),
                                          sizeCell(throughput),
                                          kindCell(o.sourceKind),
                                          kindCell(o.targetKind),
                                          deviceName(o),
                                          nonZeroCell(o.context),
                                          nonZeroCell(o.greenContext),
                                          nonZeroCell(o.stream),
                                          name});
        }
        context.progress.throwIfStopped();
    }
}

} // namespace pv::core
