// SPDX-License-Identifier: MIT
#include "core/analysis/rules/rules.h"

#include "core/model/error.h"

#include <array>
#include <charconv>

namespace pv::core {
namespace {

constexpr std::array kRules{
    Rule{"cuda_memcpy_async", "CUDA Async Memcpy with Pageable Memory", "",
         "These copies were asked for asynchronously, but pageable memory makes them block the thread and copy twice. Allocate the host "
         "side "
         "pinned (PyTorch: DataLoader(pin_memory=True), tensor.pin_memory()).",
         cudaMemcpyAsyncRule},
    Rule{"cuda_memcpy_sync", "CUDA Synchronous Memcpy", "",
         "These copies block the thread until they are done. Use the Async calls with pinned memory (PyTorch: tensor.to(device, "
         "non_blocking=True)).",
         cudaMemcpySyncRule},
    Rule{"cuda_memset_sync", "CUDA Synchronous Memset", "", "These fills block the thread until they are done. Use the Async calls.",
         cudaMemsetSyncRule},
    Rule{
        "cuda_api_sync", "CUDA Synchronization APIs", "process,thread",
        "These calls block the thread until the GPU has finished. Wait for less with cudaStreamWaitEvent or cudaEventSynchronize, or later "
        "(PyTorch: avoid .item(), .cpu() and print of tensors within a step).",
        cudaApiSyncRule},
    Rule{"gpu_gaps", "GPU Gaps", "gap",
         "Between its first and last work the GPU did nothing in these spans. Look at what the threads did meanwhile (profcli gaps).",
         gpuGapsRule},
    Rule{"gpu_time_util", "GPU Time Utilization", "threshold,chunks",
         "In these spans the GPU worked for less than the threshold. Work on several streams adds up, so that more than 100 % is possible.",
         gpuTimeUtilRule},
};

std::int64_t integerOption(std::string_view name, std::string_view value)
{
    std::int64_t v = 0;
    const auto [p, ec] = std::from_chars(value.data(), value.data() + value.size(), v);
    if (ec != std::errc{} || p != value.data() + value.size()) {
        throw Error("option " + std::string(name) + " needs a whole number, not '" + std::string(value) + "'");
    }
    return v;
}

double realOption(std::string_view name, std::string_view value)
{
    double v = 0;
    const auto [p, ec] = std::from_chars(value.data(), value.data() + value.size(), v);
    if (ec != std::errc{} || p != value.data() + value.size() || !(v >= 0)) {
        throw Error("option " + std::string(name) + " needs a number, not '" + std::string(value) + "'");
    }
    return v;
}

bool takes(const Rule& rule, std::string_view option)
{
    std::string_view rest = rule.options;
    while (!rest.empty()) {
        const std::string_view one = rest.substr(0, rest.find(','));
        if (one == option) {
            return true;
        }
        rest.remove_prefix(std::min(rest.size(), one.size() + 1));
    }
    return option == "rows" || option == "start" || option == "end" || option == "nvtx";
}

void applyOption(RuleRequest& request, std::string_view option)
{
    const auto equals = option.find('=');
    const std::string_view name = option.substr(0, equals);
    if (equals == std::string_view::npos || !takes(*request.rule, name)) {
        std::string has(request.rule->options);
        throw Error("rule " + std::string(request.rule->name) + " has no option '" + std::string(option) +
                    "'; write OPTION=VALUE with one of rows, start, end, nvtx" + (has.empty() ? "" : ", " + has));
    }
    const std::string_view value = option.substr(equals + 1);
    RuleOptions& o = request.options;
    if (name == "nvtx") {
        o.nvtx = value;
    } else if (name == "threshold") {
        o.threshold = realOption(name, value);
    } else if (name == "rows") {
        o.rows = integerOption(name, value);
    } else if (name == "start") {
        o.start = integerOption(name, value);
    } else if (name == "end") {
        o.end = integerOption(name, value);
    } else if (name == "gap") {
        constexpr std::int64_t kLongestMs = std::numeric_limits<std::int64_t>::max() / 1000000;
        o.gapMs = std::clamp<std::int64_t>(integerOption(name, value), 0, kLongestMs);
    } else if (name == "process") {
        o.process = integerOption(name, value);
    } else if (name == "thread") {
        o.thread = integerOption(name, value);
    } else {
        o.chunks = integerOption(name, value);
        if (o.chunks < 1 || o.chunks > 1000000) {
            throw Error("option chunks needs a number from 1 to 1000000, not '" + std::string(value) + "'");
        }
    }
}

} // namespace

std::span<const Rule> rules() { return kRules; }

RuleRequest parseRuleRequest(std::string_view text)
{
    const std::string_view name = text.substr(0, text.find(':'));
    RuleRequest request;
    std::string names;
    for (const Rule& r : kRules) {
        names += (names.empty() ? "" : ", ") + std::string(r.name);
        if (r.name == name) {
            request.rule = &r;
        }
    }
    if (request.rule == nullptr) {
        throw Error("there is no rule '" + std::string(name) + "'; there are " + names);
    }
    for (auto colon = text.find(':'); colon != std::string_view::npos;) {
        const auto next = text.find(':', colon + 1);
        applyOption(request, text.substr(colon + 1, next == std::string_view::npos ? next : next - colon - 1));
        colon = next;
    }
    return request;
}

void runRule(const Report& report, const RuleRequest& request, RowSink& sink, const Progress& progress)
{
    RuleContext context{report, request.options, progress};
    if (!context.options.nvtx.empty()) {
        const auto range = findNvtxRange(report, parseNvtxFilter(context.options.nvtx), progress);
        if (!range) {
            throw Error("the report has no NVTX range '" + context.options.nvtx + "'");
        }
        if (context.options.start == std::numeric_limits<TimeNs>::min()) {
            context.options.start = range->begin;
        }
        if (context.options.end == std::numeric_limits<TimeNs>::max()) {
            context.options.end = range->end;
        }
    }
    request.rule->function(context, sink);
}

} // namespace pv::core
