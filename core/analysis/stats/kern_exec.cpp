// SPDX-License-Identifier: MIT

// cuda_kern_exec_trace, cuda_kern_exec_sum: how long kernels take from the launching call to their end.
// Basis: each kernel with each call that bears its correlation id in its process (a launch that backtrace collection saw
// a second time is there twice). Queue: from the call's end to the kernel's start, only where that is positive. Total:
// from the call's start to the later of the two ends. Kernels without a recorded launch are left out.
// The summary groups by thread, device, call without its version, and kernel; the largest mean total comes first.

#include "core/analysis/stats/labels.h"
#include "core/analysis/stats/launches.h"
#include "core/analysis/stats/reports.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace pv::core {
namespace {

struct Execution {
    TimeNs apiStart;
    std::uint32_t call;
    std::uint32_t op;
};

std::int64_t queueNs(const ApiCall& call, const GpuOp& kernel)
{
    return kernel.start > call.end() ? TimeRange{call.end(), kernel.start}.durationNs() : 0;
}
std::int64_t totalNs(const ApiCall& call, const GpuOp& kernel)
{
    return TimeRange{call.start, std::max(call.end(), kernel.end())}.durationNs();
}

template <class F>
void forEachExecution(const Launches& launches, F&& f)
{
    for (const Launches::Group& group : launches.groups) {
        for (std::uint32_t o = group.opBegin; o < group.opEnd; ++o) {
            for (std::uint32_t c = group.callBegin; c < group.callEnd; ++c) {
                f(c, o);
            }
        }
    }
}

} // namespace

void cudaKernExecTrace(const StatsContext& context, RowSink& sink)
{
    ThreadTable threads;
    const Launches launches = loadLaunches(context, threads, {.shapes = true});
    std::vector<Execution> order;
    forEachExecution(launches, [&](std::uint32_t c, std::uint32_t o) { order.push_back({launches.calls[c].start, c, o}); });
    if (order.empty()) {
        return;
    }
    std::sort(order.begin(), order.end(), [&](const Execution& a, const Execution& b) {
        return std::tie(a.apiStart, launches.ops[a.op].start, a.call, a.op) < std::tie(b.apiStart, launches.ops[b.op].start, b.call, b.op);
    });
    std::vector<std::pair<std::string, std::string>> shapeTexts;
    shapeTexts.reserve(launches.shapes.size());
    for (const LaunchShape& s : launches.shapes) {
        shapeTexts.emplace_back(dimensions(s[0], s[1], s[2]), dimensions(s[3], s[4], s[5]));
    }
    sink.columns(std::array<ResultColumn, 14>{ResultColumn{"API Start (ns)", CellType::integer},
                                              {"API Dur (ns)", CellType::integer},
                                              {"Queue Start (ns)", CellType::integer},
                                              {"Queue Dur (ns)", CellType::integer},
                                              {"Kernel Start (ns)", CellType::integer},
                                              {"Kernel Dur (ns)", CellType::integer},
                                              {"Total Dur (ns)", CellType::integer},
                                              {"PID", CellType::integer},
                                              {"TID", CellType::integer},
                                              {"DevId", CellType::integer},
                                              {"API Function", CellType::text},
                                              {"GridXYZ", CellType::text},
                                              {"BlockXYZ", CellType::text},
                                              {"Kernel Name", CellType::text}});
    std::size_t done = 0;
    for (const Execution& e : order) {
        if (++done % 65536 == 0) {
            context.progress.throwIfStopped();
        }
        const ApiCall& call = launches.calls[e.call];
        const GpuOp& kernel = launches.ops[e.op];
        const ThreadId thread = threads[call.thread];
        const std::int64_t queue = queueNs(call, kernel);
        const auto& [grid, block] = shapeTexts[kernel.shape];
        sink.row(std::array<Cell, 14>{call.start, call.duration, queue > 0 ? Cell(call.end()) : Cell(), queue > 0 ? Cell(queue) : Cell(),
                                      kernel.start, kernel.duration, totalNs(call, kernel), presentCell(thread.pid),
                                      presentCell(thread.tid), kernel.device < 0 ? Cell() : Cell(kernel.device),
                                      withoutVersion(context.report.string(call.name)), grid, block, context.report.string(kernel.name)});
    }
}

void cudaKernExecSum(const StatsContext& context, RowSink& sink)
{
    ThreadTable threads;
    const Launches launches = loadLaunches(context, threads, {});

    // Calls that differ in their version only are one.
    std::map<std::string, std::uint32_t> apiNames;
    std::map<StringId, std::uint32_t> apiOf;
    const auto api = [&](StringId name) {
        const auto [it, isNew] = apiOf.try_emplace(name, 0);
        if (isNew) {
            it->second =
                apiNames.try_emplace(std::string(withoutVersion(context.report.string(name))), static_cast<std::uint32_t>(apiNames.size()))
                    .first->second;
        }
        return it->second;
    };
    struct Key {
        std::uint32_t thread;
        std::int32_t device;
        std::uint32_t api;
        StringId kernel;
        bool operator==(const Key&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Key& k) const
        {
            const std::uint64_t place = std::uint64_t{k.thread} << 32 | static_cast<std::uint32_t>(k.device);
            return static_cast<std::size_t>(mixBits(mixBits(place) ^ (std::uint64_t{k.api} << 32 | k.kernel.value)));
        }
    };
    DenseIndex<Key, Hash> groups;
    std::array<GroupedValues, 4> values; // total, API, queue, kernel
    forEachExecution(launches, [&](std::uint32_t c, std::uint32_t o) {
        const ApiCall& call = launches.calls[c];
        const GpuOp& kernel = launches.ops[o];
        const std::uint32_t group = groups({call.thread, kernel.device, api(call.name), kernel.name});
        values[0].add(group, totalNs(call, kernel));
        values[1].add(group, call.duration);
        if (const std::int64_t queue = queueNs(call, kernel); queue > 0) {
            values[2].add(group, queue);
        }
        values[3].add(group, kernel.duration);
    });
    if (groups.size() == 0) {
        return;
    }
    std::array<std::vector<Summary>, 4> summaries;
    for (std::size_t i = 0; i < values.size(); ++i) {
        context.progress.throwIfStopped();
        summaries[i] = values[i].finish(groups.size());
    }
    std::vector<std::string> apiTexts(apiNames.size());
    for (const auto& [name, index] : apiNames) {
        apiTexts[index] = name;
    }
    std::vector<std::uint32_t> order(groups.size());
    for (std::uint32_t g = 0; g < order.size(); ++g) {
        order[g] = g;
    }
    const auto identity = [&](std::uint32_t g) {
        const Key& k = groups.keys()[g];
        const ThreadId t = threads[k.thread];
        return std::tuple(t.pid, t.tid, k.device, std::string_view(apiTexts[k.api]), context.report.string(k.kernel));
    };
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const double meanA = summaries[0][a].mean;
        const double meanB = summaries[0][b].mean;
        return meanA != meanB ? meanA > meanB : identity(a) < identity(b);
    });

    std::vector<ResultColumn> columns;
    for (const char* title : {"PID", "TID", "DevId", "Count", "QCount"}) {
        columns.push_back({title, CellType::integer});
    }
    for (const char phase : {'T', 'A', 'Q', 'K'}) {
        const std::string p(1, phase);
        columns.insert(columns.end(), {{p + "Avg (ns)", CellType::real, 1},
                                       {p + "Med (ns)", CellType::real, 1},
                                       {p + "Min (ns)", CellType::integer},
                                       {p + "Max (ns)", CellType::integer},
                                       {p + "StdDev (ns)", CellType::real, 1}});
    }
    columns.push_back({"API Name", CellType::text});
    columns.push_back({"Kernel Name", CellType::text});
    sink.columns(columns);
    for (const std::uint32_t g : order) {
        const Key& key = groups.keys()[g];
        const ThreadId thread = threads[key.thread];
        std::vector<Cell> cells{presentCell(thread.pid), presentCell(thread.tid), key.device < 0 ? Cell() : Cell(key.device),
                                summaries[0][g].count, summaries[2][g].count};
        for (const auto& phase : summaries) {
            const Summary& s = phase[g];
            if (s.count > 0) {
                cells.insert(cells.end(), {s.mean, s.median, s.min, s.max, s.stdDev});
            } else {
                cells.insert(cells.end(), {Cell(), Cell(), Cell(), Cell(), 0.0});
            }
        }
        cells.emplace_back(apiTexts[key.api]);
        cells.emplace_back(context.report.string(key.kernel));
        sink.row(cells);
    }
}

} // namespace pv::core
