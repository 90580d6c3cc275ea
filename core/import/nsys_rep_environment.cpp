// SPDX-License-Identifier: MIT
#include "core/import/nsys_rep_environment.h"

#include "core/import/nsys_rep_wire.h"
#include "core/model/args.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace pv::core {
namespace {

using Name = std::pair<std::int64_t, std::string_view>;
// As exports print them, ordered by key.
constexpr Name kNames[] = {{1, "CpuCores"},
                           {2, "CpuSpeedMhz"},
                           {3, "CpuArchitecture"},
                           {5, "SupportedABIs"},
                           {7, "Supported64BitABIs"},
                           {11, "CNTFRQMHz"},
                           {13, "CpuDescription"},
                           {14, "CpuInfo"},
                           {101, "CpuEmcSpeedMhz"},
                           {153, "SupportsXmcClients"},
                           {170, "TargetInstallDir"},
                           {173, "InjectionFilesStoragePath"},
                           {203, "HasDiscreteGpu"},
                           {205, "NvDriverVersion"},
                           {506, "IsX86BasedDevice"},
                           {600, "HardwarePlatform"},
                           {601, "SoftwarePlatform"},
                           {605, "OsDescription"},
                           {610, "DeviceEnvironment"},
                           {611, "CudaDriverVersion"},
                           {618, "SoftwareReleaseVersion"},
                           {619, "Hostname"},
                           {701, "IsDevicePropsUpdated"},
                           {702, "IsDeviceCapsUpdated"},
                           {703, "IsPersistentDevice"},
                           {705, "IsRootEnabled"},
                           {721, "SystemUID"},
                           {800, "HasThreadStateEvents"},
                           {801, "HasCpuCycles"},
                           {802, "HasL1CacheDataReadMisses"},
                           {803, "HasL1CacheDataWriteMisses"},
                           {804, "HasL1CacheInstructionMisses"},
                           {805, "HasL2CacheDataReadMisses"},
                           {806, "HasL2CacheDataWriteMisses"},
                           {807, "HasL2CacheInstructionMisses"},
                           {809, "HasNvtxEvents"},
                           {812, "HasCudaEvents"},
                           {813, "HasGraphicsEvents"},
                           {815, "HasOSRuntimeEvents"},
                           {816, "HasCuDNNEvents"},
                           {817, "HasCuBLASEvents"},
                           {819, "HasOpenACCEvents"},
                           {820, "HasNvMediaEvents"},
                           {821, "HasCudaBacktraceEvents"},
                           {822, "HasVideoEvents"},
                           {838, "SupportsDX11"},
                           {839, "SupportsDX12"},
                           {840, "SupportsGpuCtxsw"},
                           {842, "SupportsPmuCounters"},
                           {844, "SupportsCpuFrequency"},
                           {845, "SupportsVulkan"},
                           {846, "SupportsMPI"},
                           {848, "SupportsCpuCtxsw"},
                           {849, "SupportsGpuMetrics"},
                           {850, "HasMutualL2CacheEvents"},
                           {851, "HasBacktraces"},
                           {852, "HasBacktracingAlgorithms"},
                           {854, "SupportsUMPageFaults"},
                           {861, "SupportsSampling"},
                           {862, "SupportsLinuxPerf"},
                           {863, "dptiSupportsHES"},
                           {880, "ModuleVersion"},
                           {882, "KernelVersion"},
                           {891, "EventLibSourcesInfo"},
                           {892, "SupportsArchTimer"},
                           {893, "SupportsForceArchTimer"},
                           {894, "SupportedFTraceEvents"},
                           {895, "QnxKernelTraceInfo"},
                           {896, "IsGameRecordingModeOn"},
                           {897, "GpuInfo"},
                           {899, "HasOpenMPEvents"},
                           {900, "SupportsSli"},
                           {901, "SupportsLBR"},
                           {902, "GpuMetricsConfig"},
                           {903, "SupportsOpenSHMEM"},
                           {904, "ExportLevel"},
                           {905, "GpuMetricsSupportedGpus"},
                           {906, "SupportsUCX"},
                           {907, "SupportsIsr"},
                           {908, "SupportsSocMetrics"},
                           {910, "NicInfo"},
                           {911, "OfedDriverVersion"},
                           {912, "LinuxPerfInfo"},
                           {913, "SupportsPythonBacktraceSampling"},
                           {914, "SupportsNicMetrics"},
                           {917, "SupportsVulkanSC"},
                           {918, "SupportsOpenXR"},
                           {919, "LinuxParanoidLevel"},
                           {920, "SupportsSyscallTrace"},
                           {921, "SocInfo"},
                           {923, "ArmCores"},
                           {924, "PluginsInfo"}};

// --- nested messages printed as JSON ----------------------------------------------------------------------------------
struct JsonField {
    enum Kind : std::uint8_t {
        number,
        quotedNumber, // 64-bit fields are printed as texts
        boolean,
        text,
        label,   // a text where the number is `labelled`, else null
        message, // once
        list     // any number of times
    };
    std::uint32_t field;
    Kind kind;
    std::string_view name;
    std::span<const JsonField> inner{};
    std::int64_t labelled = 0;
    std::string_view labelText{};
};
using J = JsonField;

constexpr J kBaseDir[] = {{1, J::text, "BaseDir"}};
constexpr J kGpuFields[] = {{1, J::number, "Id"},
                            {2, J::text, "Name"},
                            {3, J::text, "BusLocation"},
                            {4, J::boolean, "IsDiscrete"},
                            {5, J::text, "Uuid"},
                            {7, J::text, "ChipName"},
                            {9, J::number, "PwGpuId"},
                            {10, J::number, "L2CacheSize"},
                            {11, J::quotedNumber, "TotalMemory"},
                            {12, J::quotedNumber, "MemoryBandwidth"},
                            {13, J::number, "ClockRate"},
                            {14, J::number, "SmCount"},
                            {15, J::number, "CuDevice"},
                            {18, J::number, "RmGpuId"},
                            {19, J::number, "RmDevice"},
                            {20, J::number, "RmSubDevice"},
                            {21, J::number, "Revision"},
                            {23, J::number, "ConstantMemory"},
                            {24, J::number, "MaxIPC"},
                            {25, J::number, "MaxRegistersPerBlock"},
                            {26, J::number, "MaxShmemPerBlock"},
                            {27, J::number, "MaxShmemPerBlockOptin"},
                            {28, J::number, "MaxShmemPerSm"},
                            {29, J::number, "MaxRegistersPerSm"},
                            {30, J::number, "ThreadsPerWarp"},
                            {31, J::number, "AsyncEngines"},
                            {32, J::number, "MaxWarpsPerSm"},
                            {33, J::number, "MaxBlocksPerSm"},
                            {34, J::number, "MaxThreadsPerBlock"},
                            {35, J::number, "MaxBlockDimX"},
                            {36, J::number, "MaxBlockDimY"},
                            {37, J::number, "MaxBlockDimZ"},
                            {38, J::number, "MaxGridDimX"},
                            {39, J::number, "MaxGridDimY"},
                            {40, J::number, "MaxGridDimZ"},
                            {41, J::number, "ComputeMajor"},
                            {42, J::number, "ComputeMinor"},
                            {43, J::number, "SmMajor"},
                            {44, J::number, "SmMinor"},
                            {45, J::boolean, "MigEnabled"},
                            {47, J::boolean, "InConfidentialComputeMode"},
                            {48, J::text, "Architecture"},
                            {49, J::number, "VideoEngineStatus"},
                            {50, J::text, "GspFirmwareVersion"}};
constexpr J kGpuInfo[] = {{1, J::list, "Gpus", kGpuFields}};
constexpr J kPerfEventConfig[] = {{1, J::text, "EventName"},
                                  {2, J::text, "EventDescription"},
                                  {3, J::text, "EventUnit"},
                                  {4, J::number, "EventId"},
                                  {5, J::number, "PerfEventOpenType"},
                                  {6, J::quotedNumber, "PerfEventOpenConfig"},
                                  {7, J::quotedNumber, "PerfEventOpenConfig1"},
                                  {8, J::quotedNumber, "PerfEventOpenConfig2"},
                                  {9, J::quotedNumber, "scale"},
                                  {10, J::label, "CompType", {}, 2, "OS"},
                                  {11, J::number, "Node"},
                                  {12, J::quotedNumber, "PerfEventOpenCacheOpId"},
                                  {13, J::quotedNumber, "PerfEventOpenCacheOpResultId"}};
constexpr J kPerfEvent[] = {
    {1, J::number, "Id"}, {2, J::text, "Name"}, {3, J::text, "Description"}, {5, J::message, "ASO", kPerfEventConfig}};
constexpr J kPerfEvents[] = {{1, J::list, "Events", kPerfEvent}};
constexpr J kSamplingPeriod[] = {{1, J::number, "minSamplingPeriod"}};
constexpr J kCoreInfo[] = {{1, J::number, "MaximumSimultaneousEvents"}};
constexpr J kLinuxPerf[] = {{1, J::number, "defaultCpuIPSamplingTriggerEventIndex"},
                            {2, J::label, "triggerType", {}, 2, "Software"},
                            {3, J::message, "samplingPeriodInfo", kSamplingPeriod},
                            {4, J::message, "CpuCoreInfo", kCoreInfo},
                            {6, J::message, "OsInfo", kPerfEvents}};

struct Nested {
    std::int64_t key;
    std::span<const JsonField> fields;
};
constexpr Nested kNested[] = {{891, kBaseDir}, {897, kGpuInfo}, {912, kLinuxPerf}};
// Only their empty message is known: ftrace events, network cards.
constexpr std::int64_t kKnownEmpty[] = {894, kNicInfoKey};

// Fields in the order of their first appearance; a repeated one becomes a list there. False: malformed.
bool appendJson(std::string& out, std::string_view message, std::span<const JsonField> fields, int depth)
{
    std::vector<std::pair<const JsonField*, std::string>> members;
    WireReader reader(message);
    for (WireField f; reader.next(f);) {
        const auto field = std::find_if(fields.begin(), fields.end(), [&](const JsonField& j) { return j.field == f.number; });
        if (field == fields.end()) {
            continue;
        }
        const bool nested = field->kind == J::message || field->kind == J::list;
        if (f.isMessage() != (nested || field->kind == J::text) || (nested && depth > 4)) {
            return false;
        }
        std::string value;
        switch (field->kind) {
        case J::number: value = std::to_string(f.integer()); break;
        case J::quotedNumber: value = '"' + std::to_string(f.integer()) + '"'; break;
        case J::boolean: value = f.integer() != 0 ? "true" : "false"; break;
        case J::text: appendJsonString(value, f.bytes); break;
        case J::label:
            if (f.integer() == field->labelled) {
                appendJsonString(value, field->labelText);
            } else {
                value = "null";
            }
            break;
        case J::message:
        case J::list:
            if (!appendJson(value, f.bytes, field->inner, depth + 1)) {
                return false;
            }
            break;
        }
        const auto member = std::find_if(members.begin(), members.end(), [&](const auto& m) { return m.first == &*field; });
        if (member == members.end()) {
            members.emplace_back(&*field, std::move(value));
        } else if (field->kind == J::list) {
            member->second += ',' + value;
        } else {
            member->second = std::move(value);
        }
    }
    out += '{';
    for (const auto& [field, value] : members) {
        if (field != members.front().first) {
            out += ',';
        }
        appendJsonString(out, field->name);
        out += ':';
        out += field->kind == J::list ? '[' + value + ']' : value;
    }
    out += '}';
    return !reader.malformed();
}

} // namespace

std::string environmentName(std::int64_t key)
{
    const auto it = std::lower_bound(std::begin(kNames), std::end(kNames), key, [](const Name& n, std::int64_t k) { return n.first < k; });
    return it != std::end(kNames) && it->first == key ? std::string(it->second) : "Property" + std::to_string(key);
}

std::string environmentValue(std::int64_t key, std::string_view value)
{
    if (key == kDeviceEnvironmentKey) {
        std::string out(value);
        std::replace(out.begin(), out.end(), '\0', ';');
        return out;
    }
    const auto nested = std::find_if(std::begin(kNested), std::end(kNested), [&](const Nested& n) { return n.key == key; });
    if (nested != std::end(kNested)) {
        std::string out;
        if (appendJson(out, value, nested->fields, 0)) {
            return out;
        }
    }
    if (value.empty() && std::find(std::begin(kKnownEmpty), std::end(kKnownEmpty), key) != std::end(kKnownEmpty)) {
        return "{}";
    }
    return std::string(value);
}

} // namespace pv::core
