// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_data.h"

#include "widgets/text.h"

#include <algorithm>
#include <limits>

namespace pv::widgets {
namespace {

constexpr int kSlots = 240;

// 1, 2, 5, 10, 20, 50 ... ns.
std::vector<std::int64_t> binEdges()
{
    std::vector<std::int64_t> edges{0};
    for (std::int64_t decade = 1; decade <= 100'000'000'000'000; decade *= 10) {
        for (const std::int64_t step : {1, 2, 5}) {
            edges.push_back(decade * step);
        }
    }
    edges.push_back(std::numeric_limits<std::int64_t>::max());
    return edges;
}

void addCategory(const core::Report& report, core::LaneId gpu, core::TimeRange basis, ChartFigures& figures, const core::Progress& progress)
{
    GpuCategoryBars bars;
    bars.gpu = gpu;
    bars.title = gpuTitle(report, report.lanes()[gpu.value].device);
    bars.basis = basis;
    bars.times = gpuTimes(report, gpu, basis, progress);
    core::TimeNs idleFrom = basis.begin;
    const auto keepLonger = [&](core::GpuState state, core::TimeRange range) {
        core::TimeRange& longest = bars.longest[static_cast<std::size_t>(state)];
        if (!range.empty() && range.durationNs() > longest.durationNs()) {
            longest = range;
        }
    };
    std::size_t seen = 0;
    report.forEachBusy(gpu, basis, [&](core::TimeRange interval, core::GpuState state) {
        if ((++seen & 0xFFF) == 0) {
            progress.throwIfStopped();
        }
        const core::TimeRange inside = interval.intersected(basis);
        keepLonger(state, inside);
        keepLonger(core::GpuState::idle, {idleFrom, inside.begin});
        idleFrom = std::max(idleFrom, inside.end);
        return true;
    });
    keepLonger(core::GpuState::idle, {idleFrom, basis.end});
    figures.categories.push_back(std::move(bars));
}

void addUtilisation(const core::Report& report, core::LaneId gpu, core::TimeRange range, ChartFigures& figures,
                    const core::Progress& progress)
{
    UtilisationSeries series;
    series.gpu = gpu;
    series.title = gpuTitle(report, report.lanes()[gpu.value].device);
    const std::int64_t whole = range.durationNs();
    const std::int64_t intervals = std::clamp<std::int64_t>(whole, 1, kSlots);
    for (std::int64_t i = 0; i < intervals; ++i) {
        // whole * i / intervals without overflow.
        const auto edge = [&](std::int64_t n) { return range.begin + whole / intervals * n + whole % intervals * n / intervals; };
        const core::TimeRange slot{edge(i), edge(i + 1)};
        if (slot.empty()) {
            continue;
        }
        const GpuTimes times = gpuTimes(report, gpu, slot, progress);
        series.intervals.push_back(slot);
        series.busy.push_back(static_cast<double>(times.busyNs()) / static_cast<double>(slot.durationNs()));
    }
    figures.utilisation.push_back(std::move(series));
}

std::vector<DurationBin> kernelDurations(const core::Report& report, core::TimeRange range, const core::Progress& progress)
{
    namespace col = core::col;
    static constexpr std::array kColumns{col::start, col::duration, col::flags};
    const std::vector<std::int64_t> edges = binEdges();
    std::vector<DurationBin> bins(edges.size() - 1);
    for (std::size_t i = 0; i < bins.size(); ++i) {
        bins[i].fromNs = edges[i];
        bins[i].toNs = edges[i + 1];
    }
    report.scan(
        core::EventKind::kernel, range, kColumns,
        [&](const core::ChunkPtr& chunk) {
            const auto starts = chunk->column(col::start);
            const auto durations = chunk->column(col::duration);
            for (std::uint32_t i = 0; i < starts.size() && i < durations.size(); ++i) {
                const core::TimeRange event{starts[i], core::endOf(starts[i], durations[i])};
                const std::int64_t flags = chunk->value(col::flags, i);
                const bool valid = flags == core::kNull || (flags & core::kFlagInvalidTime) == 0;
                const bool touches = event.empty() ? range.contains(event.begin) : event.intersects(range);
                if (!valid || !touches || durations[i] < 0) {
                    continue;
                }
                const auto edge = std::upper_bound(edges.begin(), edges.end() - 1, durations[i]);
                DurationBin& bin = bins[static_cast<std::size_t>(edge - edges.begin()) - 1];
                ++bin.count;
                if (durations[i] > bin.longestNs) {
                    bin.longestNs = durations[i];
                    bin.longest = chunk->eventId(i);
                }
            }
        },
        progress);
    const auto filled = [](const DurationBin& bin) { return bin.count > 0; };
    const auto first = std::find_if(bins.begin(), bins.end(), filled);
    const auto last = std::find_if(bins.rbegin(), bins.rend(), filled);
    if (first == bins.end()) {
        return {};
    }
    return {first, last.base()};
}

} // namespace

ChartFigures chartFigures(const core::Report& report, const std::optional<core::TimeRange>& range, const core::Progress& progress)
{
    ChartFigures figures;
    figures.wholeReport = !range.has_value();
    figures.range = range.value_or(report.range());
    for (const core::LaneId gpu : gpuLanes(report)) {
        const core::TimeRange basis = range.value_or(gpuActiveRange(report, gpu));
        if (basis.empty()) {
            continue;
        }
        addCategory(report, gpu, basis, figures, progress);
        addUtilisation(report, gpu, figures.range, figures, progress);
    }
    NameQuery query;
    query.kinds = {core::EventKind::kernel, core::EventKind::graphLaunch};
    query.range = range.value_or(core::kAllTime);
    query.shortNames = true;
    figures.kernels = nameStatistics(report, query, progress);
    figures.kernelDurations = kernelDurations(report, query.range, progress);
    return figures;
}

} // namespace pv::widgets
