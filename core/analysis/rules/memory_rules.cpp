// SPDX-License-Identifier: MIT

// cuda_memcpy_async, cuda_memcpy_sync, cuda_memset_sync, cuda_api_sync.
// Basis: copies and fills joined with the API calls of their correlation id, over all processes and including calls seen
// by backtrace collection, as the reference does: an operation is there once for each call that matches. Longest first;
// equals in order of the call, then of the operation.
// memcpy_async: calls cudaMemcpy...Async, copies with a pageable side.
// memcpy_sync: calls cudaMemcpy... without Async; no host-to-device copies up to 64 KiB (the call returns before they
// are done), none within one device where the source names the devices.
// memset_sync: calls cudaMemset... without Async, fills of pinned or managed memory (others do not block).
// api_sync: cudaDeviceSynchronize and cudaStreamSynchronize.

#include "core/analysis/rules/rules.h"
#include "core/analysis/stats/labels.h"
#include "core/analysis/stats/launches.h"

#include <algorithm>
#include <mutex>
#include <tuple>
#include <unordered_map>

namespace pv::core {
namespace {

constexpr std::int64_t kPageable = 0;
constexpr std::int64_t kPinned = 1;
constexpr std::int64_t kManaged = 4;
constexpr std::int64_t kManagedStatic = 6;
constexpr std::int64_t kHostToDevice = 1;
constexpr std::int64_t kDeviceToDevice = 8;
constexpr std::int64_t kSmallCopyBytes = 64 << 10;

struct Call {
    TimeNs start;
    std::int64_t duration;
    std::int64_t correlation;
    std::int64_t pid;
    std::int64_t tid;
    StringId name;
};

struct Operation {
    TimeNs start;
    std::int64_t duration;
    std::int64_t correlation;
    std::int64_t bytes;
    std::int64_t pid;
    std::int64_t device;
    std::int64_t context;
    std::int64_t greenContext;
    std::int64_t stream;
    std::int64_t kindA; // source, or the memory that is filled
    std::int64_t kindB; // target
};

bool isAsync(std::string_view name) { return name.find("Async") != std::string_view::npos; }

// Calls whose name `wanted` takes, in order of start.
template <class Wanted>
std::vector<Call> callsNamed(const RuleContext& context, Wanted&& wanted)
{
    const auto names = context.report.findStrings([&](std::string_view s) { return wanted(s); }, context.progress);
    std::vector<bool> isWanted(static_cast<std::size_t>(context.report.stringCount()), false);
    for (const StringId id : names) {
        isWanted[id.value] = true;
    }
    const StatsContext all{context.report, {}, {}, context.progress};
    const std::array columns{col::start, col::duration, col::name, col::flags, col::correlation, col::pid, col::tid};
    std::vector<Call> calls;
    for (const EventKind kind : {EventKind::apiBacktrace, EventKind::apiCall}) {
        if (names.empty()) {
            break;
        }
        context.report.scan(
            kind, kAllTime, columns,
            [&](const ChunkPtr& chunk) {
                const EventPlace place(context.report, *chunk);
                forEachMatching(all, *chunk, true, [&](std::uint32_t i) {
                    const std::int64_t name = chunk->value(col::name, i);
                    if (name != kNull && isWanted[static_cast<std::size_t>(name)]) {
                        calls.push_back({chunk->value(col::start, i), chunk->value(col::duration, i), chunk->value(col::correlation, i),
                                         place.pid(i), place.tid(i), StringId{static_cast<std::uint32_t>(name)}});
                    }
                });
            },
            context.progress);
    }
    std::stable_sort(calls.begin(), calls.end(), [](const Call& a, const Call& b) { return a.start < b.start; });
    return calls;
}

template <class Wanted>
std::vector<Operation> operations(const RuleContext& context, EventKind kind, Wanted&& wanted)
{
    const StatsContext all{context.report, {}, {}, context.progress};
    std::vector<ColumnId> columns{col::start,   col::duration, col::flags,    col::correlation, col::pid,
                                  col::device,  col::context,  col::stream,   col::bytes,       col::memKind,
                                  col::srcKind, col::dstKind,  col::copyKind, col::srcDevice,   col::dstDevice};
    const auto green = context.report.columnByName("green_context");
    const auto cudaDevice = cudaDeviceColumn(context.report);
    for (const auto& own : {green, cudaDevice}) {
        if (own) {
            columns.push_back(*own);
        }
    }
    std::vector<Operation> result;
    context.report.scan(
        kind, kAllTime, columns,
        [&](const ChunkPtr& chunk) {
            const EventPlace place(context.report, *chunk);
            forEachMatching(all, *chunk, false, [&](std::uint32_t i) {
                const TimeNs start = chunk->value(col::start, i);
                const std::int64_t duration = chunk->value(col::duration, i);
                if (!context.options.holds(start, endOf(start, duration)) || !wanted(*chunk, i)) {
                    return;
                }
                std::int64_t device = cudaDevice ? chunk->value(*cudaDevice, i) : kNull;
                if (device == kNull) {
                    device = place.device(i);
                }
                const bool fill = kind == EventKind::memset;
                result.push_back({start, duration, chunk->value(col::correlation, i), chunk->value(col::bytes, i), place.pid(i), device,
                                  place.context(i), green ? chunk->value(*green, i) : kNull, place.stream(i),
                                  chunk->value(fill ? col::memKind : col::srcKind, i), fill ? kNull : chunk->value(col::dstKind, i)});
            });
        },
        context.progress);
    std::stable_sort(result.begin(), result.end(), [](const Operation& a, const Operation& b) { return a.start < b.start; });
    return result;
}

Cell nonZero(std::int64_t v) { return v == 0 ? Cell() : presentCell(v); }

void writeJoined(const RuleContext& context, RowSink& sink, const std::vector<Call>& calls, const std::vector<Operation>& found, bool fill)
{
    std::unordered_multimap<std::int64_t, std::uint32_t> byCorrelation;
    for (std::uint32_t i = static_cast<std::uint32_t>(found.size()); i-- > 0;) {
        if (found[i].correlation != kNull) {
            byCorrelation.emplace(found[i].correlation, i);
        }
    }
    struct Row {
        std::uint32_t operation;
        std::uint32_t call;
    };
    std::vector<Row> rows;
    for (std::uint32_t c = 0; c < calls.size(); ++c) {
        const auto begin = rows.size();
        for (auto [it, end] = byCorrelation.equal_range(calls[c].correlation); it != end; ++it) {
            rows.push_back({it->second, c});
        }
        std::sort(rows.begin() + static_cast<std::ptrdiff_t>(begin), rows.end(),
                  [](const Row& a, const Row& b) { return a.operation < b.operation; });
    }
    if (rows.empty()) {
        return;
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [&](const Row& a, const Row& b) { return found[a.operation].duration > found[b.operation].duration; });
    if (context.options.rows > 0 && rows.size() > static_cast<std::size_t>(context.options.rows)) {
        rows.resize(static_cast<std::size_t>(context.options.rows));
    }
    std::vector<ResultColumn> columns{{"Duration (ns)", CellType::integer}, {"Start (ns)", CellType::integer}};
    if (fill) {
        columns.push_back({"Memory Kind", CellType::text});
    } else {
        columns.push_back({"Src Kind", CellType::text});
        columns.push_back({"Dst Kind", CellType::text});
    }
    columns.push_back({"Bytes (MB)", CellType::real, 3});
    for (const char* title : {"PID", "Device ID", "Context ID", "Green Context ID", "Stream ID"}) {
        columns.push_back({title, CellType::integer});
    }
    columns.push_back({"API Name", CellType::text});
    sink.columns(columns);
    for (const Row& row : rows) {
        const Operation& o = found[row.operation];
        std::vector<Cell> cells;
        cells.reserve(columns.size());
        cells.emplace_back(o.duration);
        cells.emplace_back(o.start);
        cells.emplace_back(memoryKindLabel(o.kindA));
        if (!fill) {
            cells.emplace_back(memoryKindLabel(o.kindB));
        }
        cells.push_back(o.bytes == kNull ? Cell() : Cell(megabytes(static_cast<double>(o.bytes))));
        for (const Cell& cell :
             {presentCell(o.pid), presentCell(o.device), nonZero(o.context), nonZero(o.greenContext), nonZero(o.stream)}) {
            cells.push_back(cell);
        }
        cells.emplace_back(context.report.string(calls[row.call].name));
        sink.row(cells);
    }
}

} // namespace

void cudaMemcpyAsyncRule(const RuleContext& context, RowSink& sink)
{
    const auto calls = callsNamed(context, [](std::string_view name) { return name.starts_with("cudaMemcpy") && isAsync(name); });
    const auto copies = operations(context, EventKind::memcpy, [](const Chunk& chunk, std::uint32_t i) {
        return chunk.value(col::srcKind, i) == kPageable || chunk.value(col::dstKind, i) == kPageable;
    });
    writeJoined(context, sink, calls, copies, false);
}

void cudaMemcpySyncRule(const RuleContext& context, RowSink& sink)
{
    const auto calls = callsNamed(context, [](std::string_view name) { return name.starts_with("cudaMemcpy") && !isAsync(name); });
    const auto copies = operations(context, EventKind::memcpy, [](const Chunk& chunk, std::uint32_t i) {
        const std::int64_t kind = chunk.value(col::copyKind, i);
        const std::int64_t from = chunk.value(col::srcDevice, i);
        const bool small = kind == kHostToDevice && chunk.value(col::bytes, i) <= kSmallCopyBytes;
        return !small && !(kind == kDeviceToDevice && from != kNull && from == chunk.value(col::dstDevice, i));
    });
    writeJoined(context, sink, calls, copies, false);
}

void cudaMemsetSyncRule(const RuleContext& context, RowSink& sink)
{
    const auto calls = callsNamed(context, [](std::string_view name) { return name.starts_with("cudaMemset") && !isAsync(name); });
    const auto fills = operations(context, EventKind::memset, [](const Chunk& chunk, std::uint32_t i) {
        const std::int64_t kind = chunk.value(col::memKind, i);
        return kind == kPinned || kind == kManaged || kind == kManagedStatic;
    });
    writeJoined(context, sink, calls, fills, true);
}

void cudaApiSyncRule(const RuleContext& context, RowSink& sink)
{
    auto calls = callsNamed(context, [](std::string_view name) {
        return name.starts_with("cudaDeviceSynchronize") || name.starts_with("cudaStreamSynchronize");
    });
    const RuleOptions& options = context.options;
    std::erase_if(calls, [&](const Call& c) {
        return !options.holds(c.start, endOf(c.start, c.duration)) || (options.process != kNull && c.pid != options.process) ||
               (options.thread != kNull && c.tid != options.thread);
    });
    if (calls.empty()) {
        return;
    }
    std::stable_sort(calls.begin(), calls.end(), [](const Call& a, const Call& b) { return a.duration > b.duration; });
    if (options.rows > 0 && calls.size() > static_cast<std::size_t>(options.rows)) {
        calls.resize(static_cast<std::size_t>(options.rows));
    }
    sink.columns(std::array<ResultColumn, 5>{ResultColumn{"Duration (ns)", CellType::integer},
                                             {"Start (ns)", CellType::integer},
                                             {"PID", CellType::integer},
                                             {"TID", CellType::integer},
                                             {"API Name", CellType::text}});
    for (const Call& c : calls) {
        sink.row(std::array<Cell, 5>{c.duration, c.start, presentCell(c.pid), presentCell(c.tid), context.report.string(c.name)});
    }
}

} // namespace pv::core
