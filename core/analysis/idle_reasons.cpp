// SPDX-License-Identifier: MIT
#include "core/analysis/idle_reasons.h"

#include "core/analysis/cover_set.h"
#include "core/analysis/stats/launches.h"
#include "core/model/classify.h"
#include "core/store/busy_sweep.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace pv::core {
namespace {

constexpr std::int64_t kWakeUpNs = 2'000; // a call that waits returns so much after the GPU has finished

// Calls that do not return before the GPU has done something.
bool waitsForGpu(std::string_view name)
{
    if (name.find("Async") != std::string_view::npos) {
        return false;
    }
    return name.find("Synchronize") != std::string_view::npos || name.starts_with("cudaMemcpy") || name.starts_with("cuMemcpy") ||
           name.starts_with("hipMemcpy");
}

using CoverByThread = std::unordered_map<std::uint32_t, CoverSet>;
using CoverByProcess = std::map<std::int64_t, CoverSet>;

struct HostRanges {
    CoverByThread input;
    CoverByThread waiting;
    CoverByProcess processInput;
    CoverByProcess communication;
};

std::vector<bool> stringsNamed(const Report& report, bool (*wanted)(std::string_view), const Progress& progress)
{
    std::vector<bool> flags(static_cast<std::size_t>(report.stringCount()), false);
    for (const StringId id : report.findStrings([&](std::string_view s) { return wanted(s); }, progress)) {
        flags[id.value] = true;
    }
    return flags;
}

// Calls f(thread, pid, range, name) for every event of the kind whose name is flagged in one of `wanted`.
template <class F>
void forEachNamed(const StatsContext& context, EventKind kind, ThreadTable& threads, const std::vector<const std::vector<bool>*>& wanted,
                  F&& f)
{
    const std::array columns{col::start, col::duration, col::name, col::flags, col::pid, col::tid};
    context.report.scan(
        kind, kAllTime, columns,
        [&](const ChunkPtr& chunk) {
            const EventPlace place(context.report, *chunk);
            if (!holdsThreadRanges(place.lane())) {
                return;
            }
            const auto names = chunk->column(col::name);
            if (names.empty()) {
                return;
            }
            forEachMatching(context, *chunk, true, [&](std::uint32_t i) {
                const auto name = static_cast<std::size_t>(names[i] == kNull ? 0 : names[i]);
                if (std::any_of(wanted.begin(), wanted.end(), [&](const auto* flags) { return name < flags->size() && (*flags)[name]; })) {
                    const TimeNs start = chunk->value(col::start, i);
                    const std::int64_t pid = place.pid(i);
                    f(threads.index(pid, place.tid(i)), pid, TimeRange{start, endOf(start, chunk->value(col::duration, i))}, name);
                }
            });
        },
        context.progress);
}

HostRanges hostRanges(const StatsContext& context, ThreadTable& threads)
{
    HostRanges result;
    const auto input = stringsNamed(context.report, isInputName, context.progress);
    const auto communication = stringsNamed(context.report, isCommunicationName, context.progress);
    const auto waiting = stringsNamed(context.report, waitsForGpu, context.progress);
    for (const EventKind kind : {EventKind::nvtxRange, EventKind::op}) {
        forEachNamed(context, kind, threads, {&input, &communication},
                     [&](std::uint32_t thread, std::int64_t pid, TimeRange range, std::size_t name) {
                         if (input[name]) {
                             result.input[thread].add(range);
                             result.processInput[pid].add(range);
                         }
                         if (communication[name]) {
                             result.communication[pid].add(range);
                         }
                     });
    }
    forEachNamed(context, EventKind::apiCall, threads, {&waiting},
                 [&](std::uint32_t thread, std::int64_t, TimeRange range, std::size_t) { result.waiting[thread].add(range); });
    for (auto* sets : {&result.input, &result.waiting}) {
        for (auto& [thread, set] : *sets) {
            set.seal();
        }
    }
    for (auto* sets : {&result.processInput, &result.communication}) {
        for (auto& [pid, set] : *sets) {
            set.seal();
        }
    }
    return result;
}

template <class Sets, class Key>
bool coversHalf(const Sets& sets, const Key& key, TimeRange gap)
{
    const auto it = sets.find(key);
    return it != sets.end() && it->second.coveredNs(gap) >= gap.durationNs() - gap.durationNs() / 2;
}

IdleReason reasonOf(const HostRanges& host, TimeRange gap, const GpuOp& next, const ApiCall* call)
{
    if (call == nullptr) {
        return coversHalf(host.processInput, next.pid, gap) ? IdleReason::input : IdleReason::unknown;
    }
    if (call->end() <= gap.begin) {
        return IdleReason::queued;
    }
    if (coversHalf(host.input, call->thread, gap)) {
        return IdleReason::input;
    }
    if (gap.durationNs() >= kShortGapNs && coversHalf(host.communication, next.pid, gap)) {
        return IdleReason::communication;
    }
    if (gap.durationNs() >= kLongGapNs) {
        return IdleReason::host;
    }
    const auto waiting = host.waiting.find(call->thread);
    if (call->start >= gap.begin && waiting != host.waiting.end() && waiting->second.holds(gap.begin, kWakeUpNs)) {
        return IdleReason::synchronisation;
    }
    return IdleReason::launch;
}

// The longest of many, without keeping all.
class Longest {
public:
    void add(TimeRange range)
    {
        if (m_heap.size() < kLongestKept) {
            m_heap.push_back(range);
            std::push_heap(m_heap.begin(), m_heap.end(), longer);
        } else if (longer(range, m_heap.front())) {
            std::pop_heap(m_heap.begin(), m_heap.end(), longer);
            m_heap.back() = range;
            std::push_heap(m_heap.begin(), m_heap.end(), longer);
        }
    }
    std::vector<TimeRange> sorted()
    {
        std::sort(m_heap.begin(), m_heap.end(), longer);
        return std::move(m_heap);
    }

private:
    static bool longer(TimeRange a, TimeRange b)
    {
        return a.durationNs() != b.durationNs() ? a.durationNs() > b.durationNs() : a.begin < b.begin;
    }
    std::vector<TimeRange> m_heap; // the shortest in front
};

class Activity {
public:
    Activity(const Launches& launches, const HostRanges& host, const std::vector<bool>& communicationKernels, std::optional<TimeNs> from)
        : m_launches(launches), m_host(host), m_communication(communicationKernels), m_from(from)
    {
    }
    // `order`: the device's operations in order of start; `callOf`: the launching call of each operation.
    GpuActivity of(std::span<const std::uint32_t> order, std::span<const std::uint32_t> callOf) const;

private:
    const Launches& m_launches;
    const HostRanges& m_host;
    const std::vector<bool>& m_communication;
    std::optional<TimeNs> m_from;
};

GpuActivity Activity::of(std::span<const std::uint32_t> order, std::span<const std::uint32_t> callOf) const
{
    GpuActivity a;
    const GpuOp& first = m_launches.ops[order.front()];
    a.device = first.device < 0 ? kNull : first.device;
    a.window.begin = a.window.end = std::min(first.start, m_from.value_or(first.start));
    a.fromGiven = a.window.begin < first.start;
    a.operations = static_cast<std::int64_t>(order.size());
    std::array<Longest, kIdleReasons> gaps;
    Longest communication;
    Longest copies;
    Longest pageable;
    BusySweep busy([&](TimeRange range, GpuState state) {
        (state == GpuState::compute ? a.computeNs : state == GpuState::communication ? a.communicationNs : a.copyNs) += range.durationNs();
        if (state == GpuState::communication) {
            communication.add(range);
        } else if (state == GpuState::copy) {
            copies.add(range);
        }
        return true;
    });
    // The same with everything but pageable copies as one state: what is left is theirs alone.
    BusySweep pageableOnly([&](TimeRange range, GpuState state) {
        a.pageableNs += state == GpuState::copy ? range.durationNs() : 0;
        return true;
    });
    std::unordered_map<std::uint32_t, CostlyKernel> kernels;
    for (const std::uint32_t o : order) {
        const GpuOp& op = m_launches.ops[o];
        if (op.start > a.window.end) {
            const TimeRange gap{a.window.end, op.start};
            const auto reason =
                static_cast<std::size_t>(reasonOf(m_host, gap, op, callOf[o] == ~0u ? nullptr : &m_launches.calls[callOf[o]]));
            a.idle[reason].totalNs += gap.durationNs();
            ++a.idle[reason].gaps;
            gaps[reason].add(gap);
        }
        a.window.end = std::max(a.window.end, op.end());
        const bool isKernel = op.kind == EventKind::kernel;
        const GpuState state = op.kind == EventKind::memcpy || op.kind == EventKind::memset ? GpuState::copy
                               : isKernel && m_communication[op.name.value]                 ? GpuState::communication
                                                                                            : GpuState::compute;
        busy.add(op.start, op.end(), state);
        pageableOnly.add(op.start, op.end(), op.pageable ? GpuState::copy : GpuState::compute);
        if (op.pageable) {
            ++a.pageableCopies;
            pageable.add({op.start, op.end()});
        }
        if (isKernel && state == GpuState::compute) {
            CostlyKernel& k = kernels[op.name.value];
            k.name = op.name;
            k.totalNs = cappedSum(k.totalNs, op.duration);
            ++k.count;
            if (op.duration > k.longest.durationNs()) {
                k.longest = {op.start, op.end()};
            }
            a.kernelNs = cappedSum(a.kernelNs, op.duration);
        }
    }
    busy.finish();
    pageableOnly.finish();
    for (std::size_t r = 0; r < kIdleReasons; ++r) {
        a.idle[r].longest = gaps[r].sorted();
    }
    a.longestCommunication = communication.sorted();
    a.longestCopies = copies.sorted();
    a.longestPageable = pageable.sorted();
    for (const auto& [name, kernel] : kernels) {
        a.kernels.push_back(kernel);
    }
    std::sort(a.kernels.begin(), a.kernels.end(), [](const CostlyKernel& x, const CostlyKernel& y) {
        return x.totalNs != y.totalNs ? x.totalNs > y.totalNs : x.name < y.name;
    });
    a.kernels.resize(std::min(a.kernels.size(), kLongestKept));
    return a;
}

} // namespace

std::vector<GpuActivity> gpuActivity(const Report& report, const Progress& progress, std::optional<TimeNs> from)
{
    const StatsContext context{report, {}, {}, progress};
    ThreadTable threads;
    const Launches launches = loadLaunches(context, threads, {.memory = true, .graphs = true, .gpuNumbers = true});
    if (launches.ops.empty()) {
        return {};
    }
    const HostRanges host = hostRanges(context, threads);
    const auto communication = stringsNamed(report, isCommunicationKernel, progress);

    constexpr std::uint32_t kNoCall = ~0u;
    std::vector<std::uint32_t> callOf(launches.ops.size(), kNoCall);
    for (const Launches::Group& g : launches.groups) {
        if (g.callBegin < g.callEnd) {
            std::fill(callOf.begin() + g.opBegin, callOf.begin() + g.opEnd, g.callBegin);
        }
    }
    std::vector<std::uint32_t> order(launches.ops.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    const auto& ops = launches.ops;
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::tie(ops[a].device, ops[a].start, a) < std::tie(ops[b].device, ops[b].start, b);
    });
    const Activity activity(launches, host, communication, from);
    std::vector<GpuActivity> result;
    for (std::size_t begin = 0; begin < order.size();) {
        progress.throwIfStopped();
        std::size_t end = begin;
        while (end < order.size() && ops[order[end]].device == ops[order[begin]].device) {
            ++end;
        }
        result.push_back(activity.of(std::span(order).subspan(begin, end - begin), callOf));
        begin = end;
    }
    return result;
}

} // namespace pv::core
