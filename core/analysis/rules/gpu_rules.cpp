// SPDX-License-Identifier: MIT

// gpu_gaps, gpu_time_util: where a GPU does too little, by process and device.
// Basis: kernels, copies (unified-memory migrations too) and fills; whole graphs (graph-level trace) are not seen.
// Gaps: spans between the first and the last of them in which none runs; the context is that of the work before.
// Utilisation: the span from the first start to the last end is cut into equal chunks, their length rounded up to whole
// ns (the last is shorter); durations within a chunk add up, also where they overlap; neighbouring chunks below the
// threshold are one row with the mean of both. The context is that of the first work.

#include "core/analysis/rules/rules.h"
#include "core/analysis/stats/launches.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace pv::core {
namespace {

struct Work {
    TimeNs start;
    TimeNs end;
    std::int64_t context;
};
using WorkOfDevice = std::map<std::pair<std::int64_t, std::int64_t>, std::vector<Work>>; // by process and device

WorkOfDevice gpuWork(const RuleContext& context)
{
    const StatsContext all{context.report, {}, {}, context.progress};
    std::vector<ColumnId> columns{col::start, col::duration, col::flags, col::pid, col::device, col::context};
    const auto cudaDevice = cudaDeviceColumn(context.report);
    if (cudaDevice) {
        columns.push_back(*cudaDevice);
    }
    WorkOfDevice result;
    for (const EventKind kind : {EventKind::kernel, EventKind::memcpy, EventKind::memset}) {
        context.report.scan(
            kind, kAllTime, columns,
            [&](const ChunkPtr& chunk) {
                const EventPlace place(context.report, *chunk);
                forEachMatching(all, *chunk, false, [&](std::uint32_t i) {
                    const TimeNs start = chunk->value(col::start, i);
                    const TimeNs end = endOf(start, chunk->value(col::duration, i));
                    if (!context.options.holds(start, end)) {
                        return;
                    }
                    std::int64_t device = cudaDevice ? chunk->value(*cudaDevice, i) : kNull;
                    if (device == kNull) {
                        device = place.device(i);
                    }
                    result[{place.pid(i), device}].push_back({start, end, place.context(i)});
                });
            },
            context.progress);
    }
    for (auto& [place, work] : result) {
        std::sort(work.begin(), work.end(),
                  [](const Work& a, const Work& b) { return std::tie(a.start, a.end, a.context) < std::tie(b.start, b.end, b.context); });
    }
    return result;
}

struct Row {
    double inUse = 0;
    std::int64_t duration = 0;
    TimeNs start = 0;
    std::int64_t pid = kNull;
    std::int64_t device = kNull;
    std::int64_t context = kNull;
};

std::size_t shownRows(const RuleContext& context, std::size_t rows)
{
    return context.options.rows > 0 ? std::min(rows, static_cast<std::size_t>(context.options.rows)) : rows;
}

} // namespace

void gpuGapsRule(const RuleContext& context, RowSink& sink)
{
    const std::int64_t shortest = context.options.gapMs * 1000000;
    std::vector<Row> rows;
    for (const auto& [place, work] : gpuWork(context)) {
        TimeNs end = work.front().end;
        std::int64_t before = work.front().context;
        for (const Work& w : work) {
            const std::int64_t gap = w.start > end ? TimeRange{end, w.start}.durationNs() : 0;
            if (gap > 0 && gap >= shortest) {
                rows.push_back({0, gap, end, place.first, place.second, before});
            }
            if (w.end > end) {
                end = w.end;
                before = w.context;
            }
        }
    }
    if (rows.empty()) {
        return;
    }
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.duration > b.duration; });
    sink.columns(std::array<ResultColumn, 6>{ResultColumn{"Row#", CellType::integer},
                                             {"Duration (ns)", CellType::integer},
                                             {"Start (ns)", CellType::integer},
                                             {"PID", CellType::integer},
                                             {"Device ID", CellType::integer},
                                             {"Context ID", CellType::integer}});
    for (std::size_t i = 0; i < shownRows(context, rows.size()); ++i) {
        const Row& r = rows[i];
        sink.row(std::array<Cell, 6>{static_cast<std::int64_t>(i + 1), r.duration, r.start, presentCell(r.pid), presentCell(r.device),
                                     presentCell(r.context)});
    }
}

void gpuTimeUtilRule(const RuleContext& context, RowSink& sink)
{
    std::vector<Row> rows;
    const std::int64_t chunkCount = context.options.chunks;
    for (const auto& [place, work] : gpuWork(context)) {
        const TimeNs begin = work.front().start;
        TimeNs end = begin;
        for (const Work& w : work) {
            end = std::max(end, w.end);
        }
        const std::int64_t span = TimeRange{begin, end}.durationNs();
        if (span <= 0 || span == std::numeric_limits<std::int64_t>::max()) { // nothing lasts, or longer than times can say
            continue;
        }
        const std::int64_t width = span / chunkCount + (span % chunkCount != 0 ? 1 : 0);
        // How much begins and ends to be in use from chunk to chunk: whole chunks by differences, ends apart.
        std::vector<double> partial(static_cast<std::size_t>(chunkCount) + 1, 0);
        std::vector<std::int64_t> whole(static_cast<std::size_t>(chunkCount) + 2, 0);
        for (const Work& w : work) {
            if (w.end <= w.start) {
                continue;
            }
            const auto first = static_cast<std::size_t>((w.start - begin) / width);
            const auto last = static_cast<std::size_t>((w.end - 1 - begin) / width);
            if (first == last) {
                partial[first] += static_cast<double>(w.end - w.start);
            } else {
                partial[first] += static_cast<double>(begin + static_cast<std::int64_t>(first + 1) * width - w.start);
                partial[last] += static_cast<double>(w.end - (begin + static_cast<std::int64_t>(last) * width));
                whole[first + 1] += 1;
                whole[last] -= 1;
            }
        }
        std::int64_t through = 0;
        Row open;
        double openBusy = 0;
        const auto close = [&] {
            if (open.duration > 0) {
                open.inUse = openBusy * 100 / static_cast<double>(open.duration);
                rows.push_back(open);
            }
            open.duration = 0;
            openBusy = 0;
        };
        const std::int64_t lastChunk = std::min(chunkCount - 1, (span - 1) / width);
        for (std::int64_t c = 0; c <= lastChunk; ++c) {
            const auto index = static_cast<std::size_t>(c);
            through += whole[index];
            const TimeNs from = begin + c * width;
            const std::int64_t length = std::min(width, end - from);
            const double busy = partial[index] + static_cast<double>(through) * static_cast<double>(length);
            if (busy * 100 / static_cast<double>(length) < context.options.threshold) {
                if (open.duration == 0) {
                    open.start = from;
                    open.pid = place.first;
                    open.device = place.second;
                    open.context = work.front().context;
                }
                open.duration += length;
                openBusy += busy;
            } else {
                close();
            }
        }
        close();
    }
    if (rows.empty()) {
        return;
    }
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.inUse < b.inUse; });
    sink.columns(std::array<ResultColumn, 7>{ResultColumn{"Row#", CellType::integer},
                                             {"In-Use (%)", CellType::real, 1},
                                             {"Duration (ns)", CellType::integer},
                                             {"Start (ns)", CellType::integer},
                                             {"PID", CellType::integer},
                                             {"Device ID", CellType::integer},
                                             {"Context ID", CellType::integer}});
    for (std::size_t i = 0; i < shownRows(context, rows.size()); ++i) {
        const Row& r = rows[i];
        sink.row(std::array<Cell, 7>{static_cast<std::int64_t>(i + 1), r.inUse, r.duration, r.start, presentCell(r.pid),
                                     presentCell(r.device), presentCell(r.context)});
    }
}

} // namespace pv::core
