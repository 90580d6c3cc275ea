// SPDX-License-Identifier: MIT
#pragma once

// The rules of `profcli analyze --rule`: the same names, options, columns and figures as `nsys analyze` (2025.3). How
// each figure comes about was found by experiment on its results; each file says what its rules are based on.
//
// A rule that finds nothing hands over nothing. Errors: core::Error; Cancelled on a stop. Safe to run at once.

#include "core/analysis/stats/context.h"
#include "core/analysis/stats/rows.h"

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pv::core {

struct RuleOptions {
    std::int64_t rows = 50;                            // shown; not positive: all
    TimeNs start = std::numeric_limits<TimeNs>::min(); // only events that begin at or after it
    TimeNs end = std::numeric_limits<TimeNs>::max();   // only events that end at or before it
    std::int64_t gapMs = 500;                          // gpu_gaps: shortest gap shown
    double threshold = 50;                             // gpu_time_util: percent; what is below is shown
    std::int64_t chunks = 30;                          // gpu_time_util: 1..1000000
    std::string nvtx;                                  // RANGE[@DOMAIN]: span of the first such range, where start and end say nothing
    std::int64_t process = kNull;                      // cuda_api_sync
    std::int64_t thread = kNull;                       // cuda_api_sync

    bool holds(TimeNs from, TimeNs to) const { return from >= start && to <= end; }
};

struct RuleContext {
    const Report& report;
    RuleOptions options;
    Progress progress;
};

using RuleFunction = void (*)(const RuleContext& context, RowSink& sink);

struct Rule {
    std::string_view name;
    std::string_view title;
    std::string_view options; // names of those it takes, besides rows, start, end and nvtx; separated by commas
    std::string_view finding; // what its rows are, and what to do about them
    RuleFunction function = nullptr;
};

std::span<const Rule> rules();

struct RuleRequest {
    const Rule* rule = nullptr;
    RuleOptions options;
};
// "NAME[:OPTION=VALUE...]". Error: no such rule or option (its text lists those that exist), a value that is no number.
RuleRequest parseRuleRequest(std::string_view text);
// Runs it; resolves options.nvtx first (Error: no such range).
void runRule(const Report& report, const RuleRequest& request, RowSink& sink, const Progress& progress = {});

void cudaMemcpyAsyncRule(const RuleContext& context, RowSink& sink);
void cudaMemcpySyncRule(const RuleContext& context, RowSink& sink);
void cudaMemsetSyncRule(const RuleContext& context, RowSink& sink);
void cudaApiSyncRule(const RuleContext& context, RowSink& sink);
void gpuGapsRule(const RuleContext& context, RowSink& sink);
void gpuTimeUtilRule(const RuleContext& context, RowSink& sink);

} // namespace pv::core
