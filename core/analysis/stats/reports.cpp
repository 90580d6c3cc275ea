// SPDX-License-Identifier: MIT
#include "core/analysis/stats/reports.h"

#include "core/model/error.h"

#include <array>
#include <charconv>

namespace pv::core {
namespace {

constexpr std::array kReports{
    StatsReport{"nvtx_sum", "nvtxsum", "NVTX Range Summary", "NVTX", false, false, true, nvtxSum},
    StatsReport{"osrt_sum", "osrtsum", "OS Runtime Summary", "OS runtime", false, false, true, osrtSum},
    StatsReport{"cuda_api_sum", "cudaapisum", "CUDA API Summary", "CUDA API", false, false, true, cudaApiSum},
    StatsReport{"cuda_gpu_kern_sum", "gpukernsum", "CUDA GPU Kernel Summary", "CUDA kernel", true, true, true, cudaGpuKernSum},
    StatsReport{"cuda_gpu_mem_time_sum", "gpumemtimesum", "CUDA GPU MemOps Summary (by Time)", "GPU memory", false, false, true,
                cudaGpuMemTimeSum},
    StatsReport{"cuda_gpu_mem_size_sum", "gpumemsizesum", "CUDA GPU MemOps Summary (by Size)", "GPU memory", false, false, true,
                cudaGpuMemSizeSum},
    StatsReport{"um_sum", "unifiedmemory", "Unified Memory Analysis Summary", "CUDA unified memory", false, false, true, umSum},
    StatsReport{"um_total_sum", "unifiedmemorytotals", "Unified Memory Totals Summary", "CUDA unified memory", false, false, true,
                umTotalSum},
    StatsReport{"um_cpu_page_faults_sum", "umcpupagefaults", "Unified Memory CPU Page Faults Summary", "CUDA unified memory CPU page fault",
                false, false, true, umCpuPageFaultsSum},
    StatsReport{"cuda_api_gpu_sum", "apigpusum", "CUDA Summary (API/Kernels/MemOps)", "CUDA", true, true, false, cudaApiGpuSum},
    StatsReport{"cuda_api_trace", "cudaapitrace", "CUDA API Trace", "CUDA API", false, false, false, cudaApiTrace},
    StatsReport{"cuda_gpu_kern_gb_sum", "", "CUDA GPU Kernel/Grid/Block Summary", "CUDA kernel", true, true, false, cudaGpuKernGbSum},
    StatsReport{"cuda_gpu_sum", "gpusum", "CUDA GPU Summary (Kernels/MemOps)", "GPU", true, true, false, cudaGpuSum},
    StatsReport{"cuda_gpu_trace", "gputrace", "CUDA GPU Trace", "GPU", true, true, false, cudaGpuTrace},
    StatsReport{"cuda_kern_exec_sum", "kernexecsum", "CUDA Kernel Launch & Exec Time Summary", "CUDA kernel launch", true, false, false,
                cudaKernExecSum},
    StatsReport{"cuda_kern_exec_trace", "kernexectrace", "CUDA Kernel Launch & Exec Time Trace", "CUDA kernel launch", true, false, false,
                cudaKernExecTrace},
    StatsReport{"nvtx_gpu_proj_sum", "nvtxgpuproj", "NVTX GPU Projection Summary", "NVTX range with GPU work", false, false, false,
                nvtxGpuProjSum},
    StatsReport{"nvtx_gpu_proj_trace", "", "NVTX GPU Projection Trace", "NVTX range with GPU work", false, false, false, nvtxGpuProjTrace},
    StatsReport{"nvtx_kern_sum", "nvtxkernsum", "NVTX Range Kernel Summary", "NVTX range or CUDA kernel", true, false, false, nvtxKernSum},
    StatsReport{"nvtx_pushpop_sum", "nvtxppsum", "NVTX Push/Pop Range Summary", "NVTX push/pop range", false, false, false, nvtxPushPopSum},
    StatsReport{"nvtx_pushpop_trace", "nvtxpptrace", "NVTX Push/Pop Range Trace", "NVTX push/pop range", false, false, false,
                nvtxPushPopTrace},
    StatsReport{"nvtx_startend_sum", "nvtxsesum", "NVTX Start/End Range Summary", "NVTX start/end range", false, false, false,
                nvtxStartEndSum},
    StatsReport{"syscall_sum", "", "Syscall Summary", "system call", false, false, false, syscallSum},
};

std::string reportNames()
{
    std::string names;
    for (const StatsReport& r : kReports) {
        names += names.empty() ? "" : ", ";
        names += r.name;
    }
    return names;
}

void applyVariant(StatsRequest& request, std::string_view variant)
{
    const StatsReport& report = *request.report;
    if (report.kernelVariants && variant == "base") {
        request.variant.kernelName = KernelName::base;
    } else if (report.kernelVariants && variant == "mangled") {
        request.variant.kernelName = KernelName::mangled;
    } else if (report.nvtxVariant && variant == "nvtx-name") {
        request.variant.nvtxName = true;
    } else if (report.function == umSum && variant.starts_with("rows=")) {
        const std::string_view digits = variant.substr(5);
        const auto [p, ec] = std::from_chars(digits.data(), digits.data() + digits.size(), request.variant.rows);
        if (ec != std::errc{} || p != digits.data() + digits.size()) {
            throw Error("'" + std::string(variant) + "' is not rows=NUMBER");
        }
    } else {
        std::string has = report.kernelVariants ? "base, mangled" : "";
        has += report.nvtxVariant ? ", nvtx-name" : "";
        has += report.function == umSum ? "rows=NUMBER" : "";
        throw Error("report " + std::string(report.name) + " has no variant '" + std::string(variant) +
                    (has.empty() ? "'; it has none" : "'; it has " + has));
    }
}

} // namespace

std::span<const StatsReport> statsReports() { return kReports; }

StatsRequest parseStatsRequest(std::string_view text)
{
    const std::string_view name = text.substr(0, text.find(':'));
    StatsRequest request;
    for (const StatsReport& r : kReports) {
        if (r.name == name || (!r.oldName.empty() && r.oldName == name)) {
            request.report = &r;
        }
    }
    if (request.report == nullptr) {
        throw Error("there is no report '" + std::string(name) + "'; there are " + reportNames());
    }
    for (auto colon = text.find(':'); colon != std::string_view::npos;) {
        const auto next = text.find(':', colon + 1);
        applyVariant(request, text.substr(colon + 1, next == std::string_view::npos ? next : next - colon - 1));
        colon = next;
    }
    return request;
}

} // namespace pv::core
