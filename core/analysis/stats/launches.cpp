// SPDX-License-Identifier: MIT
#include "core/analysis/stats/launches.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace pv::core {
namespace {

struct ShapeHash {
    std::size_t operator()(const LaunchShape& s) const
    {
        std::uint64_t h = 0;
        for (const std::int64_t v : s) {
            h = mixBits(h ^ static_cast<std::uint64_t>(v));
        }
        return static_cast<std::size_t>(h);
    }
};

struct KeyedIndex {
    std::uint64_t key;
    std::uint32_t index;
};

// Stable; keys are below `limit`.
void radixSort(std::vector<KeyedIndex>& items, std::uint64_t limit)
{
    constexpr int kBits = 11;
    constexpr std::size_t kBuckets = std::size_t{1} << kBits;
    std::vector<KeyedIndex> other(items.size());
    for (int shift = 0; shift < 64 && (limit - 1) >> shift != 0; shift += kBits) {
        std::array<std::size_t, kBuckets + 1> begins{};
        for (const KeyedIndex& i : items) {
            ++begins[((i.key >> shift) & (kBuckets - 1)) + 1];
        }
        for (std::size_t b = 0; b < kBuckets; ++b) {
            begins[b + 1] += begins[b];
        }
        for (const KeyedIndex& i : items) {
            other[begins[(i.key >> shift) & (kBuckets - 1)]++] = i;
        }
        items.swap(other);
    }
}

template <class T>
auto joinKey(const T& t)
{
    return std::tie(t.pid, t.correlation);
}

// Events come lane by lane and nearly ordered, so their small keys are ordered by counting (a radix sort) where processes
// and correlation ids span little, which they do; only what shares a key is compared.
template <class T>
void sortForJoin(std::vector<T>& events)
{
    const auto less = [](const T& a, const T& b) {
        return std::tie(a.pid, a.correlation, a.start, a.duration) < std::tie(b.pid, b.correlation, b.start, b.duration);
    };
    if (std::is_sorted(events.begin(), events.end(), less)) {
        return;
    }
    std::vector<std::int64_t> pids;
    std::int64_t lowest = std::numeric_limits<std::int64_t>::max();
    std::int64_t highest = std::numeric_limits<std::int64_t>::min();
    for (const T& e : events) {
        if (pids.empty() || pids.back() != e.pid) {
            pids.push_back(e.pid);
        }
        if (e.correlation != kNull) {
            lowest = std::min(lowest, e.correlation);
            highest = std::max(highest, e.correlation);
        }
    }
    std::sort(pids.begin(), pids.end());
    pids.erase(std::unique(pids.begin(), pids.end()), pids.end());
    const std::uint64_t span = lowest > highest ? 1 : static_cast<std::uint64_t>(highest) - static_cast<std::uint64_t>(lowest) + 2;
    constexpr std::uint64_t kLargestKey = std::uint64_t{1} << 44;
    if (span == 0 || span > kLargestKey / pids.size()) {
        std::sort(events.begin(), events.end(), less);
        return;
    }
    std::vector<KeyedIndex> order(events.size());
    std::int64_t lastPid = kNull;
    std::uint64_t base = 0;
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        const T& e = events[i];
        if (i == 0 || e.pid != lastPid) {
            lastPid = e.pid;
            base = static_cast<std::uint64_t>(std::lower_bound(pids.begin(), pids.end(), lastPid) - pids.begin()) * span;
        }
        order[i] = {
            base + (e.correlation == kNull ? 0 : static_cast<std::uint64_t>(e.correlation) - static_cast<std::uint64_t>(lowest) + 1), i};
    }
    radixSort(order, span * pids.size());
    std::vector<T> sorted;
    sorted.reserve(events.size());
    for (const KeyedIndex& k : order) {
        sorted.push_back(events[k.index]);
    }
    for (std::size_t begin = 0; begin < sorted.size();) {
        std::size_t end = begin + 1;
        while (end < sorted.size() && order[end].key == order[begin].key) {
            ++end;
        }
        std::sort(sorted.begin() + static_cast<std::ptrdiff_t>(begin), sorted.begin() + static_cast<std::ptrdiff_t>(end), less);
        begin = end;
    }
    events = std::move(sorted);
}

void loadCalls(const StatsContext& context, ThreadTable& threads, std::vector<ApiCall>& calls)
{
    const std::array columns{col::start, col::duration, col::name, col::flags, col::correlation, col::pid, col::tid};
    std::mutex mutex;
    for (const EventKind kind : {EventKind::apiCall, EventKind::apiBacktrace}) {
        if (!context.filter.active()) {
            calls.reserve(calls.size() + eventsOfKind(context.report, kind));
        }
        context.report.scan(
            kind, context.filter.scanRange(), columns,
            [&](const ChunkPtr& chunk) {
                const EventPlace place(context.report, *chunk);
                std::vector<ApiCall> part;
                part.reserve(chunk->info().count);
                ThreadId last;
                std::uint32_t thread = threads.index(last.pid, last.tid);
                forEachMatching(context, *chunk, true, [&](std::uint32_t i) {
                    const std::int64_t correlation = chunk->value(col::correlation, i);
                    if (correlation == kNull) {
                        return;
                    }
                    const ThreadId id{place.pid(i), place.tid(i)};
                    if (!(id == last)) {
                        last = id;
                        thread = threads.index(id.pid, id.tid);
                    }
                    const std::int64_t name = chunk->value(col::name, i);
                    part.push_back({chunk->value(col::start, i), chunk->value(col::duration, i), id.pid, correlation, thread,
                                    StringId{name == kNull ? 0 : static_cast<std::uint32_t>(name)}});
                });
                const std::scoped_lock lock(mutex);
                calls.insert(calls.end(), part.begin(), part.end());
            },
            context.progress, true);
    }
    sortForJoin(calls);
}

void loadOps(const StatsContext& context, EventKind kind, const LaunchOptions& options, Launches& launches,
             DenseIndex<LaunchShape, ShapeHash>& shapes)
{
    constexpr std::int64_t kPageable = 0;
    const bool withShapes = options.shapes && kind == EventKind::kernel;
    std::vector<ColumnId> columns{col::start, col::duration, col::name, col::flags, col::correlation, col::pid, col::tid, col::device};
    if (kind == EventKind::kernel) {
        columns.push_back(kernelNameColumn(context.variant.kernelName));
        if (withShapes) {
            columns.insert(columns.end(), {col::gridX, col::gridY, col::gridZ, col::blockX, col::blockY, col::blockZ});
        }
    }
    if (kind == EventKind::memcpy) {
        columns.insert(columns.end(), {col::srcKind, col::dstKind});
    }
    const auto cudaDevice = options.gpuNumbers ? std::nullopt : cudaDeviceColumn(context.report);
    if (cudaDevice) {
        columns.push_back(*cudaDevice);
    }
    std::mutex mutex;
    if (!context.filter.active()) {
        launches.ops.reserve(launches.ops.size() + eventsOfKind(context.report, kind));
    }
    context.report.scan(
        kind, context.filter.scanRange(), columns,
        [&](const ChunkPtr& chunk) {
            const EventPlace place(context.report, *chunk);
            std::vector<GpuOp> part;
            std::vector<LaunchShape> partShapes;
            part.reserve(chunk->info().count);
            forEachMatching(context, *chunk, false, [&](std::uint32_t i) {
                GpuOp op;
                op.start = chunk->value(col::start, i);
                op.duration = chunk->value(col::duration, i);
                op.pid = place.pid(i);
                op.correlation = chunk->value(col::correlation, i);
                op.name = kernelName(*chunk, kind == EventKind::kernel ? context.variant.kernelName : KernelName::demangled, i);
                std::int64_t device = cudaDevice ? chunk->value(*cudaDevice, i) : kNull;
                if (device == kNull) {
                    device = place.device(i);
                }
                op.device = device == kNull ? -1 : static_cast<std::int32_t>(device);
                op.kind = kind;
                op.pageable =
                    kind == EventKind::memcpy && (chunk->value(col::srcKind, i) == kPageable || chunk->value(col::dstKind, i) == kPageable);
                part.push_back(op);
                if (withShapes) {
                    partShapes.push_back({chunk->value(col::gridX, i), chunk->value(col::gridY, i), chunk->value(col::gridZ, i),
                                          chunk->value(col::blockX, i), chunk->value(col::blockY, i), chunk->value(col::blockZ, i)});
                }
            });
            const std::scoped_lock lock(mutex);
            for (std::size_t i = 0; i < partShapes.size(); ++i) {
                part[i].shape = shapes(partShapes[i]);
            }
            launches.ops.insert(launches.ops.end(), part.begin(), part.end());
        },
        context.progress, true);
}

} // namespace

Launches loadLaunches(const StatsContext& context, ThreadTable& threads, LaunchOptions options)
{
    Launches result;
    DenseIndex<LaunchShape, ShapeHash> shapes;
    loadOps(context, EventKind::kernel, options, result, shapes);
    if (options.memory) {
        loadOps(context, EventKind::memcpy, options, result, shapes);
        loadOps(context, EventKind::memset, options, result, shapes);
    }
    if (options.graphs) {
        loadOps(context, EventKind::graphLaunch, options, result, shapes);
    }
    result.shapes = shapes.keys();
    if (result.ops.empty()) {
        return result;
    }
    sortForJoin(result.ops);
    std::vector<ApiCall> calls;
    if (options.calls) {
        loadCalls(context, threads, calls);
    }
    context.progress.throwIfStopped();

    auto call = calls.begin();
    for (std::uint32_t i = 0; i < result.ops.size();) {
        const auto key = joinKey(result.ops[i]);
        Launches::Group group;
        group.opBegin = i;
        while (i < result.ops.size() && joinKey(result.ops[i]) == key) {
            ++i;
        }
        group.opEnd = i;
        call = std::find_if(call, calls.end(), [&](const ApiCall& c) { return joinKey(c) >= key; });
        group.callBegin = static_cast<std::uint32_t>(result.calls.size());
        for (auto c = call; c != calls.end() && joinKey(*c) == key; ++c) {
            result.calls.push_back(*c);
        }
        group.callEnd = static_cast<std::uint32_t>(result.calls.size());
        result.groups.push_back(group);
    }
    return result;
}

std::optional<ColumnId> cudaDeviceColumn(const Report& report) { return report.columnByName("cuda_device"); }

} // namespace pv::core
