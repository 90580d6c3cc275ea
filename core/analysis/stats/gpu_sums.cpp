// SPDX-License-Identifier: MIT

// cuda_gpu_kern_sum, cuda_gpu_kern_gb_sum, cuda_gpu_mem_time_sum, cuda_gpu_mem_size_sum, cuda_gpu_sum, cuda_api_gpu_sum:
// work of the GPU by name.
// Basis: the recorded duration of every kernel, copy (unified-memory migrations too) and fill; what runs at once on two
// streams counts twice. Whole graphs (graph-level trace) are in none of them. "nvtx-name" puts the innermost NVTX range
// around the launch before a kernel's name, without its domain. In cuda_api_gpu_sum, versions of an API call are one row.

#include "core/analysis/stats/labels.h"
#include "core/analysis/stats/nvtx_ranges.h"
#include "core/analysis/stats/reports.h"
#include "core/analysis/stats/sum_table.h"

#include <algorithm>
#include <map>

namespace pv::core {
namespace {

using Named = std::vector<std::pair<std::string, Summary>>;

// With the innermost range of each launch.
Named kernelsByRange(const StatsContext& context)
{
    ThreadTable threads;
    const Launches launches = loadLaunches(context, threads, {});
    const NvtxRanges ranges = loadNvtxRanges(context, threads, RangeChoice::sameThread);
    const Enclosing enclosing = enclosingRanges(launches.calls, ranges.ranges, context.progress);
    DenseIndex<std::uint64_t, MixHash> groups; // range name << 32 | kernel name
    GroupedValues values;
    for (const Launches::Group& group : launches.groups) {
        const NvtxRange* innermost = innermostRange(group, enclosing, ranges.ranges);
        const std::uint64_t rangeName = innermost == nullptr ? 0 : innermost->name.value;
        for (std::uint32_t o = group.opBegin; o < group.opEnd; ++o) {
            values.add(groups(rangeName << 32 | launches.ops[o].name.value), launches.ops[o].duration);
        }
    }
    const auto summaries = values.finish(groups.size());
    Named result;
    for (std::uint32_t g = 0; g < summaries.size(); ++g) {
        const std::uint64_t key = groups.keys()[g];
        std::string name(context.report.string(StringId{static_cast<std::uint32_t>(key >> 32)}));
        if (!name.empty()) {
            name += '/';
        }
        name += context.report.string(StringId{static_cast<std::uint32_t>(key)});
        result.emplace_back(std::move(name), summaries[g]);
    }
    return result;
}

Named kernelsByName(const StatsContext& context)
{
    if (context.variant.nvtxName) {
        return kernelsByRange(context);
    }
    std::vector<ColumnId> columns{
        col::start, col::duration, col::name, col::flags, col::pid, col::tid, kernelNameColumn(context.variant.kernelName)};
    GroupedValues values;
    if (!context.filter.active()) {
        values.reserve(eventsOfKind(context.report, EventKind::kernel));
    }
    std::mutex mutex;
    context.report.scan(
        EventKind::kernel, context.filter.scanRange(), columns,
        [&](const ChunkPtr& chunk) {
            const auto duration = chunk->column(col::duration);
            GroupedValues part;
            forEachMatching(context, *chunk, false, [&](std::uint32_t i) {
                part.add(kernelName(*chunk, context.variant.kernelName, i).value, duration.empty() ? 0 : duration[i]);
            });
            const std::scoped_lock lock(mutex);
            values.append(part);
        },
        context.progress, true);
    const auto strings = static_cast<std::uint32_t>(context.report.stringCount());
    const auto summaries = values.finish(strings);
    Named result;
    for (std::uint32_t id = 0; id < strings; ++id) {
        if (summaries[id].count > 0) {
            result.emplace_back(context.report.string(StringId{id}), summaries[id]);
        }
    }
    return result;
}

// Copies and fills by label: durations, or bytes.
Named memoryByLabel(const StatsContext& context, ColumnId what)
{
    Named result;
    std::map<std::string, std::uint32_t> labels;
    GroupedValues values;
    std::mutex mutex;
    for (const EventKind kind : {EventKind::memcpy, EventKind::memset}) {
        std::vector<ColumnId> columns{col::start, col::duration, col::name, col::flags, col::pid, col::tid, col::bytes};
        if (kind == EventKind::memcpy) {
            columns.push_back(col::copyKind);
        }
        context.report.scan(
            kind, context.filter.scanRange(), columns,
            [&](const ChunkPtr& chunk) {
                const std::scoped_lock lock(mutex);
                std::map<std::pair<std::int64_t, std::int64_t>, std::uint32_t> known; // copy kind and name of this chunk
                forEachMatching(context, *chunk, false, [&](std::uint32_t i) {
                    const std::int64_t value = chunk->value(what, i);
                    if (value == kNull) {
                        return;
                    }
                    const std::int64_t copyKind = kind == EventKind::memcpy ? chunk->value(col::copyKind, i) : kNull;
                    const std::int64_t name = kind == EventKind::memcpy && copyKind == kNull ? chunk->value(col::name, i) : 0;
                    const auto [it, isNew] = known.try_emplace({copyKind, name}, 0);
                    if (isNew) {
                        const std::string label =
                            kind == EventKind::memset
                                ? std::string(kMemsetLabel)
                                : memcpyLabel(copyKind,
                                              context.report.string(StringId{name == kNull ? 0 : static_cast<std::uint32_t>(name)}));
                        it->second = labels.try_emplace(label, static_cast<std::uint32_t>(labels.size())).first->second;
                    }
                    values.add(it->second, value);
                });
            },
            context.progress, true);
    }
    const auto summaries = values.finish(static_cast<std::uint32_t>(labels.size()));
    for (const auto& [label, group] : labels) {
        result.emplace_back(label, summaries[group]);
    }
    return result;
}

// Durations of API calls; calls that differ in their version only are one.
Named callsByName(const StatsContext& context)
{
    std::map<std::string, std::uint32_t> names;
    std::map<StringId, std::uint32_t> known;
    GroupedValues values;
    std::mutex mutex;
    const std::array columns{col::start, col::duration, col::name, col::flags, col::pid, col::tid};
    for (const EventKind kind : {EventKind::apiCall, EventKind::apiBacktrace}) {
        context.report.scan(
            kind, context.filter.scanRange(), columns,
            [&](const ChunkPtr& chunk) {
                const std::scoped_lock lock(mutex);
                StringId last{0xFFFFFFFFu};
                std::uint32_t group = 0;
                forEachMatching(context, *chunk, true, [&](std::uint32_t i) {
                    const std::int64_t name = chunk->value(col::name, i);
                    const StringId id{name == kNull ? 0 : static_cast<std::uint32_t>(name)};
                    if (id != last) {
                        last = id;
                        const auto [it, isNew] = known.try_emplace(id, 0);
                        if (isNew) {
                            it->second = names
                                             .try_emplace(std::string(withoutVersion(context.report.string(id))),
                                                          static_cast<std::uint32_t>(names.size()))
                                             .first->second;
                        }
                        group = it->second;
                    }
                    values.add(group, chunk->value(col::duration, i));
                });
            },
            context.progress, true);
    }
    const auto summaries = values.finish(static_cast<std::uint32_t>(names.size()));
    Named result;
    for (const auto& [name, group] : names) {
        result.emplace_back(name, summaries[group]);
    }
    return result;
}

void addCategory(std::vector<SumRow>& rows, const char* category, const Named& named)
{
    for (const auto& [name, summary] : named) {
        rows.push_back({summary, {category, name}});
    }
}

void writeNamed(RowSink& sink, std::string_view count, const char* title, const Named& named)
{
    std::vector<SumRow> rows;
    for (const auto& [name, summary] : named) {
        rows.push_back({summary, {name}});
    }
    writeTimeSums(sink, count, {title}, rows);
}

} // namespace

void cudaGpuKernSum(const StatsContext& context, RowSink& sink) { writeNamed(sink, "Instances", "Name", kernelsByName(context)); }

void cudaGpuKernGbSum(const StatsContext& context, RowSink& sink)
{
    ThreadTable threads;
    const Launches launches = loadLaunches(context, threads, {.shapes = true, .calls = context.variant.nvtxName});
    NvtxRanges ranges;
    Enclosing enclosing;
    if (context.variant.nvtxName) {
        ranges = loadNvtxRanges(context, threads, RangeChoice::sameThread);
        enclosing = enclosingRanges(launches.calls, ranges.ranges, context.progress);
    }
    struct Key {
        std::uint32_t range;
        std::uint32_t kernel;
        std::uint32_t shape;
        bool operator==(const Key&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Key& k) const
        {
            return static_cast<std::size_t>(mixBits(mixBits(k.range) ^ (std::uint64_t{k.kernel} << 32 | k.shape)));
        }
    };
    DenseIndex<Key, Hash> groups;
    GroupedValues values;
    for (const Launches::Group& group : launches.groups) {
        const NvtxRange* innermost = context.variant.nvtxName ? innermostRange(group, enclosing, ranges.ranges) : nullptr;
        const std::uint32_t range = innermost == nullptr ? 0 : innermost->name.value;
        for (std::uint32_t o = group.opBegin; o < group.opEnd; ++o) {
            const GpuOp& op = launches.ops[o];
            values.add(groups({range, op.name.value, op.shape}), op.duration);
        }
    }
    const auto summaries = values.finish(groups.size());
    std::vector<SumRow> rows;
    for (std::uint32_t g = 0; g < summaries.size(); ++g) {
        const Key& key = groups.keys()[g];
        const LaunchShape& s = launches.shapes[key.shape];
        std::string name(context.report.string(StringId{key.range}));
        name += name.empty() ? "" : "/";
        name += context.report.string(StringId{key.kernel});
        rows.push_back({summaries[g], {dimensions(s[0], s[1], s[2]), dimensions(s[3], s[4], s[5]), std::move(name)}});
    }
    writeTimeSums(sink, "Instances", {"GridXYZ", "BlockXYZ", "Name"}, rows);
}

void cudaGpuMemTimeSum(const StatsContext& context, RowSink& sink)
{
    writeNamed(sink, "Count", "Operation", memoryByLabel(context, col::duration));
}

void cudaGpuMemSizeSum(const StatsContext& context, RowSink& sink)
{
    Named named = memoryByLabel(context, col::bytes);
    if (named.empty()) {
        return;
    }
    std::sort(named.begin(), named.end(),
              [](const auto& a, const auto& b) { return a.second.sum != b.second.sum ? a.second.sum > b.second.sum : a.first < b.first; });
    sink.columns(std::array<ResultColumn, 8>{ResultColumn{"Total (MB)", CellType::real, 3},
                                             {"Count", CellType::integer},
                                             {"Avg (MB)", CellType::real, 3},
                                             {"Med (MB)", CellType::real, 3},
                                             {"Min (MB)", CellType::real, 3},
                                             {"Max (MB)", CellType::real, 3},
                                             {"StdDev (MB)", CellType::real, 3},
                                             {"Operation", CellType::text}});
    for (const auto& [name, s] : named) {
        sink.row(std::array<Cell, 8>{megabytes(static_cast<double>(s.sum)), s.count, megabytes(s.mean), megabytes(s.median),
                                     megabytes(static_cast<double>(s.min)), megabytes(static_cast<double>(s.max)), megabytes(s.stdDev),
                                     name});
    }
}

void cudaGpuSum(const StatsContext& context, RowSink& sink)
{
    std::vector<SumRow> rows;
    addCategory(rows, "CUDA_KERNEL", kernelsByName(context));
    addCategory(rows, "MEMORY_OPER", memoryByLabel(context, col::duration));
    writeTimeSums(sink, "Instances", {"Category", "Operation"}, rows);
}

void cudaApiGpuSum(const StatsContext& context, RowSink& sink)
{
    std::vector<SumRow> rows;
    addCategory(rows, "CUDA_KERNEL", kernelsByName(context));
    addCategory(rows, "MEMORY_OPER", memoryByLabel(context, col::duration));
    addCategory(rows, "CUDA_API", callsByName(context));
    writeTimeSums(sink, "Instances", {"Category", "Operation"}, rows);
}

} // namespace pv::core
