// SPDX-License-Identifier: MIT
#pragma once

// Work of the GPU beside the API calls that launched it: joined by process and correlation id. One call may launch much
// (a graph), and one launch may be seen by two calls (backtrace collection sees calls a second time; the reference joins
// both, so all families that use this count such launches twice where it does).
//
// Memory: 40 bytes a call and 48 bytes a piece of GPU work; calls that launched nothing are dropped after the join.

#include "core/analysis/stats/context.h"
#include "core/analysis/stats/grouped.h"

#include <array>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <vector>

namespace pv::core {

struct ThreadId {
    std::int64_t pid = kNull;
    std::int64_t tid = kNull;
    friend bool operator==(const ThreadId&, const ThreadId&) = default;
};

// Numbers threads; safe from many threads at once.
class ThreadTable {
public:
    std::uint32_t index(std::int64_t pid, std::int64_t tid)
    {
        const std::scoped_lock lock(m_mutex);
        return m_index({pid, tid});
    }
    ThreadId operator[](std::uint32_t i) const { return m_index.keys()[i]; }

private:
    struct Hash {
        std::size_t operator()(const ThreadId& t) const
        {
            return static_cast<std::size_t>(mixBits(static_cast<std::uint64_t>(t.pid) * 31 + static_cast<std::uint64_t>(t.tid)));
        }
    };
    std::mutex m_mutex;
    DenseIndex<ThreadId, Hash> m_index;
};

struct ApiCall {
    TimeNs start = 0;
    std::int64_t duration = 0;
    std::int64_t pid = kNull;
    std::int64_t correlation = kNull;
    std::uint32_t thread = 0; // in the ThreadTable
    StringId name{};
    TimeNs end() const { return endOf(start, duration); }
};

struct GpuOp {
    TimeNs start = 0;
    std::int64_t duration = 0;
    std::int64_t pid = kNull;
    std::int64_t correlation = kNull;
    StringId name{};         // kernels: in the variant asked for
    std::uint32_t shape = 0; // kernels: in Launches::shapes
    std::int32_t device = -1;
    EventKind kind{};
    bool pageable = false; // copies: one side is pageable host memory
    TimeNs end() const { return endOf(start, duration); }
};

using LaunchShape = std::array<std::int64_t, 6>; // grid x y z, block x y z

struct Launches {
    struct Group { // one process and correlation id
        std::uint32_t callBegin = 0;
        std::uint32_t callEnd = 0; // none: its launch was not recorded
        std::uint32_t opBegin = 0;
        std::uint32_t opEnd = 0;
    };
    std::vector<ApiCall> calls; // in order of group, then start
    std::vector<GpuOp> ops;     // likewise
    std::vector<Group> groups;
    std::vector<LaunchShape> shapes;
};

struct LaunchOptions {
    bool memory = false;     // copies and fills too, not kernels alone
    bool graphs = false;     // whole graphs (graph-level trace) too
    bool shapes = false;     // grid and block of kernels
    bool gpuNumbers = false; // GpuOp::device is the report's number of the GPU, not the source's
    bool calls = true;       // false: all groups are without calls
};
// Events without a correlation id form groups without calls.
Launches loadLaunches(const StatsContext& context, ThreadTable& threads, LaunchOptions options);

// The number the source gave the device (its CUDA ordinal), which may differ from the GPU's number in the report.
std::optional<ColumnId> cudaDeviceColumn(const Report& report);

} // namespace pv::core
