// SPDX-License-Identifier: MIT
#include "core/import/chrome_rows.h"

#include <algorithm>

namespace pv::core::chrome {

std::int64_t numberOfText(std::string_view text)
{
    constexpr std::uint64_t kBase = 1ull << 52;
    return static_cast<std::int64_t>(kBase | (hashText(text) & (kBase - 1)));
}

namespace {
std::int64_t claim(std::unordered_map<std::int64_t, std::uint32_t>& owners, std::uint32_t trace, std::int64_t wanted, bool small)
{
    const auto [it, isNew] = owners.try_emplace(wanted, trace);
    if (isNew || it->second == trace) {
        return wanted;
    }
    for (std::int64_t n = 0;; ++n) {
        const std::int64_t number =
            small ? n : numberOfText(std::to_string(trace) + "/" + std::to_string(wanted) + "/" + std::to_string(n));
        if (owners.try_emplace(number, trace).second) {
            return number;
        }
    }
}
} // namespace

std::int64_t ReportContext::processNumber(std::uint32_t trace, std::int64_t pid) { return claim(pidOwner, trace, pid, false); }
std::int64_t ReportContext::gpuNumber(std::uint32_t trace, std::int64_t device) { return claim(gpuOwner, trace, device, true); }

bool Lane::overlaps(TimeNs start, TimeNs end)
{
    constexpr std::size_t kMostOpen = 256;
    if (start < lastStart) {
        return false; // out of order: not known
    }
    lastStart = start;
    while (!open.empty() && open.back().end <= start) {
        open.pop_back();
    }
    const bool partly = !open.empty() && end > open.back().end && open.back().start < start;
    if (open.size() < kMostOpen) {
        open.push_back({start, end});
    }
    return partly;
}

void Lane::cover(TimeNs start, TimeNs end)
{
    constexpr std::size_t kMost = 200'000;
    lastCoveredStart = std::max(lastCoveredStart, start);
    if (!covered.empty() && start >= covered.back().start && start <= covered.back().end) {
        covered.back().end = std::max(covered.back().end, end);
    } else if (covered.size() < kMost) {
        covered.push_back({start, end});
    } else {
        coverageFull = true;
    }
}

void Lane::sortCoverage()
{
    std::sort(covered.begin(), covered.end(), [](const Open& a, const Open& b) { return a.start < b.start; });
    std::size_t kept = 0;
    for (const Open& o : covered) {
        if (kept > 0 && o.start <= covered[kept - 1].end) {
            covered[kept - 1].end = std::max(covered[kept - 1].end, o.end);
        } else {
            covered[kept++] = o;
        }
    }
    covered.resize(kept);
}

bool Lane::covers(TimeNs at) const
{
    if (coverageFull) {
        return true;
    }
    const auto after = std::upper_bound(covered.begin(), covered.end(), at, [](TimeNs t, const Open& o) { return t < o.start; });
    return after != covered.begin() && std::prev(after)->end >= at;
}

EventKind kindOf(Layout layout)
{
    switch (layout) {
    case Layout::slice: return EventKind::slice;
    case Layout::op: return EventKind::op;
    case Layout::api: return EventKind::apiCall;
    case Layout::kernel: return EventKind::kernel;
    case Layout::memcpy: return EventKind::memcpy;
    case Layout::memset: return EventKind::memset;
    case Layout::sync: return EventKind::sync;
    case Layout::nvtx: return EventKind::nvtxRange;
    case Layout::mark: return EventKind::mark;
    case Layout::async: return EventKind::async;
    case Layout::overhead: return EventKind::overhead;
    case Layout::memory: return EventKind::memoryUsage;
    case Layout::sample: return EventKind::sample;
    default: return EventKind::counter;
    }
}

std::span<const ColumnId> columnsOf(Layout layout, const ReportContext& report)
{
    using namespace col;
    static thread_local std::vector<ColumnId> columns;
    columns.clear();
    const auto own = [&](std::string_view name) { return report.writer.column(name, ColumnType::integer); };
    const auto set = [&](std::initializer_list<ColumnId> list) { columns.assign(list); };
    switch (layout) {
    case Layout::slice: set({start, duration, name, flags, category, color, chainId, own("thread_start"), own("thread_dur")}); break;
    case Layout::op: set({start, duration, name, flags, shapes, sequence, externalId, flops}); break;
    case Layout::api: set({start, duration, name, flags, correlation, api, externalId}); break;
    case Layout::kernel:
        set({start, duration, name, flags, correlation, context, externalId, shortName, gridX, gridY, gridZ, blockX, blockY, blockZ,
             registers, own("shared_memory"), graphId, graphNodeId});
        break;
    case Layout::memcpy:
        set({start, duration, name, flags, correlation, context, externalId, bytes, copyKind, srcKind, dstKind, graphNodeId});
        break;
    case Layout::memset: set({start, duration, name, flags, correlation, context, externalId, bytes, memKind, graphNodeId}); break;
    case Layout::sync: set({start, duration, name, flags, correlation, context, externalId, stream, syncType, eventId}); break;
    case Layout::nvtx: set({start, duration, name, flags, externalId, stream, rangeKind}); break;
    case Layout::mark: set({start, name, flags, category, color, chainId, pid, tid}); break;
    case Layout::async: set({start, duration, name, flags, category, color, tid}); break;
    case Layout::overhead: set({start, duration, name, flags}); break;
    case Layout::memory: set({start, name, flags, address, bytes, operation, pid, tid}); break;
    case Layout::counterInt: set({start, counterValue}); break;
    case Layout::counterBoth: set({start, counterValue, counterReal}); break;
    case Layout::sample: set({start, name, flags, cpu, weight, chainId}); break;
    case Layout::count: break;
    }
    if (report.options.sourceRows) {
        columns.push_back(sourceRow);
    }
    return columns;
}

void Row::append(Lane& lane, Layout layout, ReportContext& report, EncodedArgs args)
{
    EventAppender*& appender = lane.appenders[static_cast<std::size_t>(layout)];
    if (appender == nullptr) {
        appender = &report.writer.appender(lane.id, kindOf(layout), columnsOf(layout, report));
    }
    if (report.options.sourceRows) {
        add(report.offset);
    }
    appender->append(m_values.data(), args);
}

} // namespace pv::core::chrome
