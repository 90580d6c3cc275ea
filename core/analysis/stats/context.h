// SPDX-License-Identifier: MIT
#pragma once

// What every report of `profcli stats` works on: the open report, the part of it to look at, the variant asked for.

#include "core/analysis/time_filter.h"
#include "core/model/progress.h"
#include "core/store/report.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace pv::core {

enum class KernelName : std::uint8_t {
    demangled, // with parameters and templates
    base,      // the function's bare name
    mangled
};

struct StatsVariant {
    KernelName kernelName = KernelName::demangled;
    bool nvtxName = false;  // kernels are named "innermost range/kernel"
    std::int64_t rows = 10; // um_sum: rows shown; negative: all
};

struct StatsContext {
    const Report& report;
    TimeFilter filter;
    StatsVariant variant;
    Progress progress;
};

// Who an event belongs to: what its lane says, else what its own columns say.
class EventPlace {
public:
    EventPlace(const Report& report, const Chunk& chunk) : m_lane(report.lanes()[chunk.info().lane.value]), m_chunk(chunk) {}
    const Lane& lane() const { return m_lane; }
    std::int64_t pid(std::uint32_t i) const { return m_lane.pid != kNull ? m_lane.pid : m_chunk.value(col::pid, i); }
    std::int64_t tid(std::uint32_t i) const { return m_lane.tid != kNull ? m_lane.tid : m_chunk.value(col::tid, i); }
    std::int64_t device(std::uint32_t i) const { return m_lane.device != kNull ? m_lane.device : m_chunk.value(col::device, i); }
    std::int64_t context(std::uint32_t i) const { return m_lane.context != kNull ? m_lane.context : m_chunk.value(col::context, i); }
    std::int64_t stream(std::uint32_t i) const { return m_lane.stream != kNull ? m_lane.stream : m_chunk.value(col::stream, i); }

private:
    const Lane& m_lane;
    const Chunk& m_chunk;
};

// Events of a kind in the whole report: for reserving.
inline std::size_t eventsOfKind(const Report& report, EventKind kind)
{
    std::size_t n = 0;
    for (const ChunkId id : report.chunksOf(kind)) {
        n += report.chunkInfo(id)->count;
    }
    return n;
}

// Calls f(index) for every event of the chunk that has a usable time and passes the filter. The chunk must have been
// read with start, duration, flags and, where the filter has a process, pid and tid. `threaded`: events have a thread.
template <class F>
void forEachMatching(const StatsContext& context, const Chunk& chunk, bool threaded, F&& f)
{
    const auto start = chunk.column(col::start);
    const auto duration = chunk.column(col::duration);
    const auto flags = chunk.column(col::flags);
    const TimeFilter& filter = context.filter;
    const bool filtered = filter.active();
    const EventPlace place(context.report, chunk);
    for (std::uint32_t i = 0; i < start.size(); ++i) {
        if (!flags.empty() && flags[i] != kNull && (flags[i] & kFlagInvalidTime) != 0) {
            continue;
        }
        if (filtered) {
            const std::int64_t length = duration.empty() ? 0 : duration[i];
            if (!filter.touches(start[i], endOf(start[i], length)) || (filter.pid != kNull && place.pid(i) != filter.pid) ||
                (threaded && filter.tid != kNull && place.tid(i) != filter.tid)) {
                continue;
            }
        }
        f(i);
    }
}

// "cudaLaunchKernel_v7000" without its version, as the reference shows it: a suffix of "_v" and four characters goes,
// longer or shorter ones stay (cudaGraphLaunch_v10000, cuGetProcAddress_v2).
constexpr std::string_view withoutVersion(std::string_view name)
{
    return name.size() > 6 && name.substr(name.size() - 6, 2) == "_v" ? name.substr(0, name.size() - 6) : name;
}

// Column of the kernel's name in the variant asked for; the plain name stands in where an event has none.
constexpr ColumnId kernelNameColumn(KernelName name)
{
    switch (name) {
    case KernelName::base: return col::shortName;
    case KernelName::mangled: return col::mangledName;
    default: return col::name;
    }
}
inline StringId kernelName(const Chunk& chunk, KernelName name, std::uint32_t i)
{
    std::int64_t id = chunk.value(kernelNameColumn(name), i);
    if (id == kNull || id == 0) {
        id = chunk.value(col::name, i);
    }
    return StringId{id == kNull ? 0 : static_cast<std::uint32_t>(id)};
}

} // namespace pv::core
