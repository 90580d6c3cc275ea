// SPDX-License-Identifier: MIT
#include "core/import/nsys_rep_capture.h"

#include "core/import/nsys_rep_wire.h"

#include <cstdint>
#include <span>
#include <vector>

namespace pv::core {
namespace {

struct Label {
    std::int64_t number;
    std::string_view text;
};

struct Option {
    enum Kind : std::uint8_t {
        number,
        flag,
        text,
        label,       // one of `labels`, else the number
        labelIfSet,  // likewise, but only where the file has it
        texts,       // the name gets a running number
        traces,      // what is traced, one row each
        environment, // NAME="value", one row each
        gpus,        // GPUs whose metrics are sampled
        group        // options of its own, only where the file has it
    };
    std::string_view name;
    std::uint32_t field; // 0: met with its default only
    Kind kind;
    std::string_view fallback{}; // of numbers; empty: 0
    std::span<const Label> labels{};
    std::span<const Option> inner{};
};

constexpr Option number(std::string_view name, std::uint32_t field = 0, std::string_view fallback = "0")
{
    return {name, field, Option::number, fallback, {}, {}};
}
constexpr Option flag(std::string_view name, std::uint32_t field = 0) { return {name, field, Option::flag, {}, {}, {}}; }
constexpr Option text(std::string_view name, std::uint32_t field = 0) { return {name, field, Option::text, {}, {}, {}}; }
constexpr Option special(std::string_view name, std::uint32_t field, Option::Kind kind) { return {name, field, kind, {}, {}, {}}; }
constexpr Option label(std::string_view name, std::uint32_t field, std::span<const Label> labels, Option::Kind kind = Option::label)
{
    return {name, field, kind, {}, labels, {}};
}
constexpr Option group(std::string_view name, std::uint32_t field, std::span<const Option> inner)
{
    return {name, field, Option::group, {}, {}, inner};
}

constexpr Label kTraceLabels[] = {{12, "NvtxEvents"}, {123, "Cuda"}, {127, "OSRuntime"}, {128, "CuDNN"}, {129, "CuBLAS"}};
constexpr Label kStartLabels[] = {{1, "Manual"}, {2, "Immediate"}};
constexpr Label kStopLabels[] = {{3, "Delayed"}};
constexpr Label kDeviceLabels[] = {{3, "Unix"}};
constexpr Label kAttachLabels[] = {{4, "LaunchAnother"}};
constexpr Label kGraphLabels[] = {{0, "Graph"}, {1, "Node"}};
constexpr Label kCollectionLabels[] = {{1, "ProcessTree"}};
constexpr Label kTriggerLabels[] = {{2, "Software"}};

constexpr Option kOsRuntime[] = {number("DURATION_THRESHOLD_NS", 1), flag("COLLECT_BACKTRACES", 2), number("BACKTRACES_THRESHOLD_NS", 3)};
// SYNCHRONOIZATION is how exports spell it.
constexpr Option kCudaBacktrace[] = {flag("COLLECT_OTHER_BACKTRACES", 1),
                                     number("OTHER_BACKTRACES_THRESHOLD_NS", 2),
                                     flag("COLLECT_KERNEL_BACKTRACES", 3),
                                     number("KERNEL_BACKTRACES_THRESHOLD_NS", 4),
                                     flag("COLLECT_MEMORY_BACKTRACES", 5),
                                     number("MEMORY_BACKTRACES_THRESHOLD_NS", 6),
                                     flag("COLLECT_SYNCHRONOIZATION_BACKTRACES", 7),
                                     number("SYNCHRONOIZATION_BACKTRACES_THRESHOLD_NS", 8),
                                     flag("COLLECT_PYTHON_BACKTRACES", 9)};
constexpr Option kGraphTrace[] = {label("MODE", 1, kGraphLabels)};
constexpr Option kProcess[] = {label("HOW_TO_ATTACH", 1, kAttachLabels),
                               flag("LAUNCH_AS_ROOT"),
                               text("COMMAND", 10),
                               special("ARGUMENT_", 11, Option::texts),
                               text("WORKING_DIR", 12),
                               number("PID"),
                               text("USER_NAME"),
                               flag("COLLECT_NVTX_TRACE", 20),
                               flag("COLLECT_CUDA_TRACE", 21),
                               flag("COLLECT_CPU_TRACE", 22),
                               flag("COLLECT_NVMEDIA_TRACE"),
                               flag("COLLECT_VIDEO_API_TRACE"),
                               special("ENVIRONMENT_VARIABLE", 30, Option::environment),
                               flag("COLLECT_BLOCK_TRACE"),
                               flag("COLLECT_BLOCK_PHASE_TRACE"),
                               flag("COLLECT_WARP_TRACE"),
                               flag("COLLECT_WARP_PHASE_TRACE"),
                               flag("CUDA_FLUSH_PERIODICALLY", 40),
                               number("CUDA_FLUSH_PERIOD", 41),
                               flag("CUDA_SKIP_SOME_API_CALLS", 42),
                               flag("COLLECT_GPU_MEMORY_USAGE", 43),
                               flag("COLLECT_UVM_CPU_PAGE_FAULTS", 44),
                               group("CUDA_BACKTRACE_OPTIONS:", 47, kCudaBacktrace),
                               flag("COLLECT_UVM_GPU_PAGE_FAULTS", 48),
                               group("CUDA_GRAPH_TRACE_OPTIONS:", 49, kGraphTrace),
                               flag("COLLECT_GL_WORKLOAD"),
                               flag("COLLECT_DX12_TRACE"),
                               flag("COLLECT_DX11_TRACE"),
                               flag("COLLECT_VULKAN_TRACE"),
                               flag("CUDA_FLUSH_ON_CUDA_PROFILER_STOP", 92)};
constexpr Option kNvtx[] = {flag("TRACE_NVTX_RANGE_HOT_KEY"), number("TRACE_NVTX_RANGE_HOT_KEY_VALUE"), text("NVTX_DOMAIN_FILTER_STRING"),
                            flag("NVTX_DOMAIN_FILTER_MODE_INCLUDE")};
constexpr Option kLinuxPerf[] = {flag("COLLECT_CPU_CTXSW_TRACE", 1),
                                 number("SAMPLING_PERIOD", 2),
                                 flag("COLLECT_IP_BACKTRACE_SAMPLES", 3),
                                 number("SAMPLES_PER_BACKTRACE", 4),
                                 label("COLLECTION_MODE", 5, kCollectionLabels),
                                 number("CPU_IP_SAMPLING_TRIGGER_EVENT_INDEX", 6),
                                 label("CPU_IP_TRIGGER_TYPE", 7, kTriggerLabels, Option::labelIfSet),
                                 flag("COLLECT_EVENT_COUNTS"),
                                 number("EVENT_COUNT_INTERVAL_MS")};
constexpr Option kGpuMetrics[] = {number("SAMPLING_FREQUENCY", 1), special("GPU_", 4, Option::gpus)};
constexpr Option kSymbols[] = {flag("RESOLVE_SYMBOLS", 1)};
constexpr Option kPython[] = {flag("COLLECT_SAMPLES", 1), number("SAMPLING_RATE", 2)};
constexpr Option kCapture[] = {text("DEVICE_ID", 1),
                               special("CAPTURE_EVENT_TYPE", 2, Option::traces),
                               number("RATE_HZ"),
                               label("START_TRIGGER", 4, kStartLabels),
                               label("STOP_TRIGGER", 5, kStopLabels),
                               number("THREAD_STATE_SCAN_FREQ", 0, "50"),
                               number("POWER_RATE_SCAN_FREQ", 0, "50"),
                               label("DEVICE_TYPE", 8, kDeviceLabels),
                               text("DEVICE_DISPLAY_NAME", 9),
                               group("OS_RUNTIME_OPTIONS:", 12, kOsRuntime),
                               group("PROCESS_0:", 26, kProcess),
                               text("PROFILING_SESSION_ID"),
                               text("PROFILING_SESSION_UUID", 77),
                               number("APPLICATION_PID"),
                               text("PACKAGE_NAME"),
                               flag("RESUME"),
                               flag("SHOW_BACKTRACE", 39),
                               number("START_DELAY_MS"),
                               number("RUN_DURATION_MS", 32),
                               flag("HAS_ANNOTATIONS"),
                               flag("USE_UNWIND_TABLES"),
                               flag("USE_FRAME_POINTERS"),
                               flag("USE_DWARF", 30),
                               number("BANDWIDTH_VERSION"),
                               number("BANDWIDTH_RATE_HZ"),
                               flag("COLLECT_GPU_CTX_SW_TRACE", 44),
                               flag("TRACE_ALL_TASKS"),
                               flag("IN_APP_FREQ_MODE"),
                               flag("COLLECT_VSYNC"),
                               flag("COLLECT_THREAD_STATE_TRACE"),
                               flag("ALLOW_SEND_ONLY_MODE"),
                               flag("FORCE_ARCH_TIMER"),
                               flag("USE_LBRS"),
                               flag("INCLUDE_CHILDREN", 55),
                               flag("USE_LINUX_PERF", 56),
                               flag("DISABLE_TIME_SYNC"),
                               flag("LAUNCH_AS_ROOT"),
                               flag("TRACE_AFTER_FORK_BEFORE_EXEC", 60),
                               flag("COLLECT_SLI_EVENTS"),
                               flag("HOTKEY_ENABLED"),
                               number("HOTKEY_VALUE"),
                               flag("COLLECT_WDDM_EVENTS"),
                               group("NVTX_OPTIONS:", 67, kNvtx),
                               group("LINUX_PERF_OPTIONS:", 69, kLinuxPerf),
                               group("GPU_METRICS_OPTIONS:", 70, kGpuMetrics),
                               flag("COLLECT_OPENSHMEM_TRACE"),
                               number("START_FRAME_VALUE"),
                               number("RUN_DURATION_FRAMES"),
                               group("SYMBOL_RESOLUTION_OPTIONS:", 78, kSymbols),
                               flag("SAMPLE_ALL_TASKS"),
                               group("PYTHON_BACKTRACE_SAMPLING_OPTIONS:", 83, kPython)};

using Visit = std::function<void(const std::string&, const std::string&)>;

std::string labelled(std::span<const Label> labels, std::int64_t value)
{
    for (const Label& l : labels) {
        if (l.number == value) {
            return std::string(l.text);
        }
    }
    return std::to_string(value);
}

void visitOptions(std::string_view message, std::span<const Option> options, const std::string& prefix, const Visit& visit)
{
    for (const Option& option : options) {
        const std::string name = prefix + std::string(option.name);
        const bool set = option.field != 0 && wireHas(message, option.field);
        const auto value = [&] { return option.field == 0 ? 0 : wireInteger(message, option.field); };
        switch (option.kind) {
        case Option::number: visit(name, set ? std::to_string(value()) : std::string(option.fallback)); break;
        case Option::flag: visit(name, value() != 0 ? "true" : "false"); break;
        case Option::text: visit(name, option.field == 0 ? std::string() : std::string(wireBytes(message, option.field))); break;
        case Option::labelIfSet:
            if (!set) {
                break;
            }
            [[fallthrough]];
        case Option::label: visit(name, labelled(option.labels, value())); break;
        case Option::texts: {
            std::size_t i = 0;
            forEachWire(message, option.field, [&](std::string_view item) { visit(name + std::to_string(i++), std::string(item)); });
            break;
        }
        case Option::traces: {
            WireReader reader(wireBytes(message, option.field));
            for (WireField f; reader.next(f);) {
                if (f.number == 1 && f.type == WireField::Type::varint) {
                    visit(name, labelled(kTraceLabels, f.integer()));
                }
            }
            break;
        }
        case Option::environment:
            forEachWire(message, option.field, [&](std::string_view item) {
                visit(name, std::string(wireBytes(item, 1)) + "=\"" + std::string(wireBytes(item, 2)) + '"');
            });
            break;
        case Option::gpus: {
            std::size_t i = 0;
            forEachWire(message, option.field, [&](std::string_view item) {
                const std::string gpu = name + std::to_string(i++) + ':';
                visit(gpu + "ID", std::to_string(wireInteger(item, 1)));
                visit(gpu + "METRIC_SET_INDEX", std::to_string(wireInteger(item, 2)));
            });
            break;
        }
        case Option::group:
            forEachWire(message, option.field, [&](std::string_view item) { visitOptions(item, option.inner, name, visit); });
            break;
        }
    }
}

} // namespace

void forEachCaptureOption(std::string_view options, const Visit& visit) { visitOptions(options, kCapture, {}, visit); }

} // namespace pv::core
