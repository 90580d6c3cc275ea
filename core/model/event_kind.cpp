// SPDX-License-Identifier: MIT
#include "core/model/event_kind.h"

#include <array>
#include <utility>

namespace pv::core {
namespace {
constexpr std::array<std::pair<EventKind, std::string_view>, 25> kNames{{
    {EventKind::kernel, "kernel"},
    {EventKind::memcpy, "memcpy"},
    {EventKind::memset, "memset"},
    {EventKind::apiCall, "api_call"},
    {EventKind::sync, "sync"},
    {EventKind::cudaEvent, "cuda_event"},
    {EventKind::graphLaunch, "graph_launch"},
    {EventKind::memoryUsage, "memory_usage"},
    {EventKind::memoryPool, "memory_pool"},
    {EventKind::nvtxRange, "nvtx_range"},
    {EventKind::nvtxMark, "nvtx_mark"},
    {EventKind::osrtCall, "osrt_call"},
    {EventKind::syscall, "syscall"},
    {EventKind::sched, "sched"},
    {EventKind::threadState, "thread_state"},
    {EventKind::sample, "sample"},
    {EventKind::overhead, "overhead"},
    {EventKind::pageFault, "page_fault"},
    {EventKind::gpuContext, "gpu_context"},
    {EventKind::op, "op"},
    {EventKind::slice, "slice"},
    {EventKind::mark, "mark"},
    {EventKind::async, "async"},
    {EventKind::counter, "counter"},
    {EventKind::apiBacktrace, "api_backtrace"},
}};
} // namespace

std::string_view kindName(EventKind kind)
{
    for (const auto& [k, name] : kNames) {
        if (k == kind) {
            return name;
        }
    }
    return "unknown";
}

std::optional<EventKind> kindFromName(std::string_view name)
{
    for (const auto& [k, n] : kNames) {
        if (n == name) {
            return k;
        }
    }
    return std::nullopt;
}

} // namespace pv::core
