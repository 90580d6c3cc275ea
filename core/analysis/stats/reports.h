// SPDX-License-Identifier: MIT
#pragma once

// The reports of `profcli stats`: pure functions from an open report to rows, without SQL, under the names, with the
// columns, order and figures of `nsys stats` (2025.3). How each figure comes about was found by experiment on its
// results; each file says what its reports are based on. All are safe to run at once on one report.
//
// Times are ns, sizes MB = 10^6 bytes. Errors: core::Error; Cancelled on a stop. A report that finds nothing hands over
// nothing. Memory: summaries hold 20 bytes an event for a moment (exact medians); the launch and NVTX families hold the
// launches, GPU work and ranges they join (some 50 bytes each); traces are cut into spans of time and need no more.

#include "core/analysis/stats/context.h"
#include "core/analysis/stats/rows.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pv::core {

using StatsFunction = void (*)(const StatsContext& context, RowSink& sink);

struct StatsReport {
    std::string_view name;
    std::string_view oldName;    // before 2023, empty where it had none
    std::string_view title;      // "CUDA API Summary"
    std::string_view needs;      // "CUDA API": what is missing when it gives nothing
    bool kernelVariants = false; // base, mangled
    bool nvtxVariant = false;    // nvtx-name
    bool byDefault = false;      // shown when no report is named
    StatsFunction function = nullptr;
};

// All reports, those shown by default first, in the reference's order.
std::span<const StatsReport> statsReports();

struct StatsRequest {
    const StatsReport* report = nullptr;
    StatsVariant variant;
};
// "NAME[:VARIANT...]", NAME new or old. Error: no such report (its text lists those that exist), no such variant.
StatsRequest parseStatsRequest(std::string_view text);

void cudaApiSum(const StatsContext& context, RowSink& sink);
void cudaApiTrace(const StatsContext& context, RowSink& sink);
void cudaApiGpuSum(const StatsContext& context, RowSink& sink);
void cudaGpuSum(const StatsContext& context, RowSink& sink);
void cudaGpuKernSum(const StatsContext& context, RowSink& sink);
void cudaGpuKernGbSum(const StatsContext& context, RowSink& sink);
void cudaGpuMemTimeSum(const StatsContext& context, RowSink& sink);
void cudaGpuMemSizeSum(const StatsContext& context, RowSink& sink);
void cudaGpuTrace(const StatsContext& context, RowSink& sink);
void cudaKernExecSum(const StatsContext& context, RowSink& sink);
void cudaKernExecTrace(const StatsContext& context, RowSink& sink);
void nvtxSum(const StatsContext& context, RowSink& sink);
void nvtxPushPopSum(const StatsContext& context, RowSink& sink);
void nvtxStartEndSum(const StatsContext& context, RowSink& sink);
void nvtxPushPopTrace(const StatsContext& context, RowSink& sink);
void nvtxKernSum(const StatsContext& context, RowSink& sink);
void nvtxGpuProjSum(const StatsContext& context, RowSink& sink);
void nvtxGpuProjTrace(const StatsContext& context, RowSink& sink);
void osrtSum(const StatsContext& context, RowSink& sink);
void syscallSum(const StatsContext& context, RowSink& sink);
void umSum(const StatsContext& context, RowSink& sink);
void umTotalSum(const StatsContext& context, RowSink& sink);
void umCpuPageFaultsSum(const StatsContext& context, RowSink& sink);

} // namespace pv::core
