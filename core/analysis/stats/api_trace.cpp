// SPDX-License-Identifier: MIT

// cuda_api_trace: every API call in order of start, with its thread's priority and name.
// Basis: as cuda_api_sum; calls seen a second time by backtrace collection are there twice.

#include "core/analysis/stats/reports.h"
#include "core/analysis/stats/windows.h"

#include <array>
#include <map>
#include <tuple>

namespace pv::core {
namespace {

struct Call {
    TimeNs start;
    std::int64_t duration;
    std::int64_t name;
    std::int64_t result;
    std::int64_t correlation;
    std::int64_t pid;
    std::int64_t tid;
};

} // namespace

void cudaApiTrace(const StatsContext& context, RowSink& sink)
{
    std::map<std::pair<std::int64_t, std::int64_t>, const Thread*> threads;
    for (const Thread& t : context.report.threads()) {
        threads[{t.pid, t.tid}] = &t;
    }
    constexpr std::array kKinds{EventKind::apiBacktrace, EventKind::apiCall};
    const std::array columns{col::start, col::duration, col::name, col::flags, col::correlation, col::returnValue, col::pid, col::tid};
    bool begun = false;
    std::vector<Call> calls;
    for (const TimeRange window : traceWindows(context.report, kKinds)) {
        calls.clear();
        for (const EventKind kind : kKinds) {
            context.report.scan(
                kind, windowScanRange(context, window), columns,
                [&](const ChunkPtr& chunk) {
                    const EventPlace place(context.report, *chunk);
                    forEachMatching(context, *chunk, true, [&](std::uint32_t i) {
                        if (const TimeNs start = chunk->value(col::start, i); window.contains(start)) {
                            calls.push_back({start, chunk->value(col::duration, i), chunk->value(col::name, i),
                                             chunk->value(col::returnValue, i), chunk->value(col::correlation, i), place.pid(i),
                                             place.tid(i)});
                        }
                    });
                },
                context.progress);
        }
        std::stable_sort(calls.begin(), calls.end(), [](const Call& a, const Call& b) { return a.start < b.start; });
        if (!begun && !calls.empty()) {
            begun = true;
            sink.columns(std::array<ResultColumn, 9>{ResultColumn{"Start (ns)", CellType::integer},
                                                     {"Duration (ns)", CellType::integer},
                                                     {"Name", CellType::text},
                                                     {"Result", CellType::integer},
                                                     {"CorrID", CellType::integer},
                                                     {"Pid", CellType::integer},
                                                     {"Tid", CellType::integer},
                                                     {"T-Pri", CellType::integer},
                                                     {"Thread Name", CellType::text}});
        }
        for (const Call& call : calls) {
            const auto thread = threads.find({call.pid, call.tid});
            const bool known = thread != threads.end();
            const std::string_view name =
                call.name == kNull ? std::string_view() : context.report.string(StringId{static_cast<std::uint32_t>(call.name)});
            sink.row(std::array<Cell, 9>{call.start, call.duration, withoutVersion(name), presentCell(call.result),
                                         presentCell(call.correlation), presentCell(call.pid), presentCell(call.tid),
                                         known ? presentCell(thread->second->priority) : Cell(),
                                         known ? Cell(thread->second->name) : Cell()});
        }
        context.progress.throwIfStopped();
    }
}

} // namespace pv::core
