// SPDX-License-Identifier: MIT
#include "core/analysis/findings.h"

#include "core/analysis/gpu_gaps.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>

namespace pv::core {
namespace {

std::string duration(std::int64_t ns)
{
    const auto v = static_cast<double>(ns);
    return v < 1e3   ? fmt::format("{:.0f} ns", v)
           : v < 1e6 ? fmt::format("{:.1f} us", v / 1e3)
           : v < 1e9 ? fmt::format("{:.1f} ms", v / 1e6)
                     : fmt::format("{:.2f} s", v / 1e9);
}

std::string percent(double share) { return fmt::format("{:.1f} %", share * 100); }

std::string count(std::int64_t n, const char* one, const char* many) { return std::to_string(n) + " " + (n == 1 ? one : many); }

std::string gpuName(const GpuActivity& a) { return a.device == kNull ? "The GPU" : "GPU " + std::to_string(a.device); }

double shareOf(std::int64_t part, const GpuActivity& a)
{
    const std::int64_t window = a.window.durationNs();
    return window > 0 ? static_cast<double>(part) / static_cast<double>(window) : 0;
}

// Names of kernels are long; their parameters are not needed to know them.
std::string shortened(std::string_view name)
{
    constexpr std::size_t kLongest = 120;
    name = name.substr(0, name.find(", seq = ")); // ids and shapes that PyTorch appends
    name = name.substr(0, name.find(", op_id = "));
    if (name.size() <= kLongest) {
        return std::string(name);
    }
    std::size_t end = kLongest;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) { // within a character
        --end;
    }
    return std::string(name.substr(0, end)) + "...";
}

Finding named(std::string_view code, const char* title)
{
    Finding f;
    f.code = code;
    f.title = title;
    return f;
}

class Teller {
public:
    Teller(const Report& report, const Progress& progress) : m_report(report), m_progress(progress) {}

    std::vector<Finding> tell(const GpuActivity& a) const
    {
        std::vector<Finding> found;
        for (auto one : {&Teller::input, &Teller::launch, &Teller::synchronisation, &Teller::host, &Teller::communication,
                         &Teller::pageable, &Teller::copies, &Teller::kernel, &Teller::queued}) {
            m_progress.throwIfStopped();
            Finding f = (this->*one)(a);
            f.share = shareOf(f.amountNs, a);
            f.device = a.device;
            if (f.amountNs > 0 && f.share >= kWorthTelling) {
                found.push_back(std::move(f));
            }
        }
        return found;
    }

private:
    // Explains gaps: what the CPU did in them.
    std::vector<Evidence> explained(const std::vector<TimeRange>& gaps, std::int64_t device) const;
    // The name that explains most of the evidence's time.
    static std::string mostlyDuring(const std::vector<Evidence>& evidence);
    static std::vector<Evidence> plain(const std::vector<TimeRange>& ranges, const std::string& what);
    static std::int64_t meanKernelNs(const GpuActivity& a) { return a.operations > 0 ? a.busyNs() / a.operations : 0; }

    Finding input(const GpuActivity& a) const;
    Finding launch(const GpuActivity& a) const;
    Finding synchronisation(const GpuActivity& a) const;
    Finding host(const GpuActivity& a) const;
    Finding communication(const GpuActivity& a) const;
    Finding pageable(const GpuActivity& a) const;
    Finding copies(const GpuActivity& a) const;
    Finding kernel(const GpuActivity& a) const;
    Finding queued(const GpuActivity& a) const;

    const Report& m_report;
    const Progress& m_progress;
};

std::vector<Evidence> Teller::explained(const std::vector<TimeRange>& gaps, std::int64_t device) const
{
    std::vector<Evidence> evidence;
    for (const TimeRange gap : gaps) {
        if (evidence.size() == kEvidenceShown) {
            break;
        }
        Evidence e{gap, {}, kNoEvent};
        // One nanosecond of work on either side makes the gap a gap.
        for (const GpuGap& g : gpuGaps(m_report, gap.durationNs(), true, {gap.begin - 1, gap.end + 1}, m_progress)) {
            if (g.range == gap && g.device == device) {
                e.what = m_report.string(g.causeName);
                e.event = g.causeEvent != kNoEvent ? g.causeEvent : g.next;
            }
        }
        evidence.push_back(std::move(e));
    }
    return evidence;
}

std::string Teller::mostlyDuring(const std::vector<Evidence>& evidence)
{
    std::map<std::string, std::int64_t> byName;
    for (const Evidence& e : evidence) {
        if (!e.what.empty()) {
            byName[e.what] += e.range.durationNs();
        }
    }
    const auto most = std::max_element(byName.begin(), byName.end(), [](const auto& x, const auto& y) { return x.second < y.second; });
    return most == byName.end() ? std::string() : shortened(most->first);
}

std::vector<Evidence> Teller::plain(const std::vector<TimeRange>& ranges, const std::string& what)
{
    std::vector<Evidence> evidence;
    for (const TimeRange r : ranges) {
        if (evidence.size() == kEvidenceShown) {
            break;
        }
        evidence.push_back({r, what, kNoEvent});
    }
    return evidence;
}

Finding Teller::input(const GpuActivity& a) const
{
    const IdleTime& idle = a.of(IdleReason::input);
    Finding f = named("input_bound", "Waits for input");
    f.amountNs = idle.totalNs;
    f.basis =
        "gaps in the GPU's work of which ranges that fetch input cover at least half, on the thread that launched the work after the gap";
    f.advice = "Have the next batch ready earlier: more DataLoader workers (num_workers), prefetch_factor, persistent_workers, "
               "pin_memory=True with "
               "non_blocking copies; less or cheaper work per sample, or decoding on the GPU.";
    if (shareOf(f.amountNs, a) < kWorthTelling) {
        return f;
    }
    f.evidence = explained(idle.longest, a.device);
    const std::string during = mostlyDuring(f.evidence);
    f.text = gpuName(a) + " stood idle for " + duration(idle.totalNs) + " of " + duration(a.window.durationNs()) + " (" +
             percent(shareOf(idle.totalNs, a)) + ") in " + count(idle.gaps, "gap", "gaps") +
             (during.empty() ? std::string(" while input was fetched") : " while '" + during + "' ran") + ", the longest " +
             duration(idle.longest.front().durationNs()) + "; in all it was idle for " + percent(shareOf(a.idleNs(), a)) + " of the time.";
    return f;
}

Finding Teller::launch(const GpuActivity& a) const
{
    const IdleTime& idle = a.of(IdleReason::launch);
    Finding f = named("launch_bound", "Launch-bound");
    f.amountNs = idle.totalNs;
    f.basis = "gaps shorter than " + duration(kLongGapNs) + " whose next work was launched after they had begun: nothing was queued";
    f.advice = "Launch less often: CUDA graphs (torch.cuda.graphs, torch.compile(mode=\"reduce-overhead\")), fused kernels and optimizers "
               "(torch.compile, fused=True), larger batches; keep Python work out of the step.";
    if (shareOf(f.amountNs, a) < kWorthTelling) {
        return f;
    }
    f.evidence = explained(idle.longest, a.device);
    f.text = gpuName(a) + " waited " + duration(idle.totalNs) + " (" + percent(shareOf(idle.totalNs, a)) + ") in " +
             count(idle.gaps, "short gap", "short gaps") + " for the CPU to launch its next work: its " +
             count(a.operations, "operation lasts", "operations last") + " " + duration(meanKernelNs(a)) + " each, the gaps between them " +
             duration(idle.totalNs / std::max<std::int64_t>(1, idle.gaps)) + ".";
    return f;
}

Finding Teller::synchronisation(const GpuActivity& a) const
{
    const IdleTime& idle = a.of(IdleReason::synchronisation);
    Finding f = named("sync_stall", "Synchronisation empties the queue");
    f.amountNs = idle.totalNs;
    f.basis =
        "gaps that began while the launching thread sat in a call that waits for the GPU, and whose next work was launched after that call";
    f.advice = "Wait less often or later: no .item(), .cpu(), print or comparison of tensors within a step; record an event and look at "
               "the value a "
               "step later; non_blocking copies from pinned memory.";
    if (shareOf(f.amountNs, a) < kWorthTelling) {
        return f;
    }
    f.evidence = explained(idle.longest, a.device);
    f.text = gpuName(a) + " stood idle for " + duration(idle.totalNs) + " (" + percent(shareOf(idle.totalNs, a)) + ") in " +
             count(idle.gaps, "gap", "gaps") + " because the CPU had waited for it to finish and had nothing queued.";
    return f;
}

Finding Teller::host(const GpuActivity& a) const
{
    const IdleTime& idle = a.of(IdleReason::host);
    Finding f = named("host_bound", "Waits for the CPU");
    f.amountNs = idle.totalNs;
    f.basis = "gaps of at least " + duration(kLongGapNs) +
              " whose next work was launched after they had begun, and that neither input, communication nor "
              "synchronisation explains";
    f.advice = "Look at what the launching thread does in these gaps; NVTX ranges (torch.cuda.nvtx.range) around the parts of a step would "
               "name them. "
               "Waiting in poll, read or for a lock there is often the data loader, logging or a checkpoint.";
    if (shareOf(f.amountNs, a) < kWorthTelling) {
        return f;
    }
    f.evidence = explained(idle.longest, a.device);
    const std::string during = mostlyDuring(f.evidence);
    f.text = gpuName(a) + " stood idle for " + duration(idle.totalNs) + " (" + percent(shareOf(idle.totalNs, a)) + ") in " +
             count(idle.gaps, "long gap", "long gaps") + " while the CPU did other things" +
             (during.empty() ? "." : ", mostly '" + during + "'.");
    return f;
}

Finding Teller::communication(const GpuActivity& a) const
{
    const IdleTime& idle = a.of(IdleReason::communication);
    Finding f = named("communication_exposed", "Communication is not hidden");
    f.amountNs = a.communicationNs + idle.totalNs;
    f.basis = "time in which communication kernels run and no other kernel does, and gaps of at least " + duration(kShortGapNs) +
              " of which communication on the CPU covers at least half";
    f.advice = "Overlap it with computation: gradient buckets (DDP bucket_cap_mb, gradient_as_bucket_view), FSDP prefetching, asynchronous "
               "collectives; "
               "send less (gradient accumulation, lower precision), or use NCCL where it runs on the CPU.";
    if (shareOf(f.amountNs, a) < kWorthTelling) {
        return f;
    }
    f.evidence = plain(a.longestCommunication, "communication");
    if (idle.totalNs > a.communicationNs) {
        f.evidence = explained(idle.longest, a.device);
    }
    std::string parts;
    if (a.communicationNs > 0) {
        parts += duration(a.communicationNs) + " in communication kernels alone";
    }
    if (idle.totalNs > 0) {
        parts += (parts.empty() ? "" : ", ") + duration(idle.totalNs) + " idle while ranks exchanged data on the CPU";
    }
    f.text = gpuName(a) + " spent " + duration(f.amountNs) + " (" + percent(shareOf(f.amountNs, a)) +
             ") on communication that nothing hid: " + parts + ".";
    return f;
}

Finding Teller::pageable(const GpuActivity& a) const
{
    Finding f = named("pageable_copies", "Copies from pageable memory");
    f.amountNs = a.pageableNs;
    f.basis = "time in which only copies with a pageable side run on the GPU";
    f.advice = "Allocate the host side pinned (DataLoader(pin_memory=True), tensor.pin_memory()) and copy with non_blocking=True: such "
               "copies are faster "
               "and run beside kernels.";
    f.evidence = plain(a.longestPageable, "copy");
    f.text = gpuName(a) + " did nothing but copy to or from pageable memory for " + duration(a.pageableNs) + " (" +
             percent(shareOf(a.pageableNs, a)) + ") in " + count(a.pageableCopies, "copy", "copies") + ".";
    return f;
}

Finding Teller::copies(const GpuActivity& a) const
{
    Finding f = named("copies_exposed", "Copies are not hidden");
    f.amountNs = a.copyNs - a.pageableNs;
    f.basis = "time in which copies and fills run and no kernel does, without that of pageable copies";
    f.advice = "Copy on a stream of its own while kernels run (non_blocking copies from pinned memory, prefetching the next batch or the "
               "next layer's "
               "weights), and copy less: keep on the GPU what is needed again.";
    f.evidence = plain(a.longestCopies, "copy");
    f.text = gpuName(a) + " did nothing but copy for " + duration(f.amountNs) + " (" + percent(shareOf(f.amountNs, a)) +
             ") while no kernel ran.";
    return f;
}

Finding Teller::kernel(const GpuActivity& a) const
{
    Finding f = named("dominant_kernel", "One kernel dominates");
    if (a.kernels.empty() || a.kernelNs <= 0) {
        return f;
    }
    const CostlyKernel& k = a.kernels.front();
    const double share = static_cast<double>(k.totalNs) / static_cast<double>(a.kernelNs);
    if (share < kDominantKernel) {
        return f;
    }
    f.amountNs = static_cast<std::int64_t>(share * static_cast<double>(a.computeNs) / 2);
    f.basis = "half of the kernel's part of the time in which kernels run: what a kernel twice as fast would win";
    f.advice = "Look at this kernel with a kernel profiler (memory traffic, occupancy, tensor cores); try another layout or precision "
               "(channels_last, "
               "bf16), a fused or library implementation, or other sizes.";
    const std::string name = shortened(m_report.string(k.name));
    f.evidence = plain({k.longest}, name);
    f.text = "'" + name + "' takes " + percent(share) + " of all kernel time on " + gpuName(a) + ": " + duration(k.totalNs) + " in " +
             count(k.count, "launch", "launches") + ", " + duration(k.totalNs / std::max<std::int64_t>(1, k.count)) + " each.";
    return f;
}

Finding Teller::queued(const GpuActivity& a) const
{
    const IdleTime& idle = a.of(IdleReason::queued);
    Finding f = named("kernel_gaps", "Gaps between queued work");
    f.amountNs = idle.totalNs;
    f.basis = "gaps whose next work had been launched before they began: it waited for an event or another stream, or for the GPU to "
              "change kernels";
    f.advice = "Fewer, larger kernels (fusion, larger batches) have fewer gaps between them; check stream waits and events if single gaps "
               "are long.";
    if (shareOf(f.amountNs, a) < kWorthTelling) {
        return f;
    }
    f.evidence = explained(idle.longest, a.device);
    f.text = gpuName(a) + " stood idle for " + duration(idle.totalNs) + " (" + percent(shareOf(idle.totalNs, a)) + ") in " +
             count(idle.gaps, "gap", "gaps") + " between pieces of work that were already queued, " +
             duration(idle.totalNs / std::max<std::int64_t>(1, idle.gaps)) + " each.";
    return f;
}

std::string summaryOf(const GpuActivity& a)
{
    return gpuName(a) + " worked " + percent(shareOf(a.busyNs(), a)) + " of the " + duration(a.window.durationNs()) +
           (a.fromGiven ? " from the first step to its last work (" : " between its first and last work (") +
           percent(shareOf(a.computeNs, a)) + " kernels, " + percent(shareOf(a.communicationNs, a)) + " communication alone, " +
           percent(shareOf(a.copyNs, a)) + " copies alone).";
}

// One finding of each kind: that of the GPU which loses most, with the shares of the others.
void merge(std::vector<Finding>& all, Finding&& f)
{
    const auto same = std::find_if(all.begin(), all.end(), [&](const Finding& g) { return g.code == f.code; });
    if (same == all.end()) {
        all.push_back(std::move(f));
        return;
    }
    if (f.amountNs > same->amountNs) {
        std::swap(*same, f);
    }
    same->text += " Also GPU " + std::to_string(f.device == kNull ? 0 : f.device) + ": " + percent(f.share) + ".";
}

Finding balanced(const std::vector<GpuActivity>& gpus)
{
    Finding f = named("balanced", "Balanced");
    const GpuActivity& a = *std::min_element(gpus.begin(), gpus.end(), [](const GpuActivity& x, const GpuActivity& y) {
        return shareOf(x.busyNs(), x) < shareOf(y.busyNs(), y);
    });
    f.device = a.device;
    f.text = "Nothing stands out: " + gpuName(a) + " was idle for " + percent(shareOf(a.idleNs(), a)) +
             " of the time, and no single cause costs " + percent(kWorthTelling) + " or more.";
    f.basis = "every gap in the GPU's work has one reason, and no reason, copy or kernel reaches the threshold";
    f.advice = "To be faster the kernels themselves have to be: see cuda_gpu_kern_sum for where their time goes.";
    return f;
}

} // namespace

Findings findWhatLimits(const Report& report, const Progress& progress)
{
    Findings result;
    result.gpus = gpuActivity(report, progress);
    result.steps = findSteps(report, progress);
    if (result.steps) {
        const TimeRange span{result.steps->steps.front().range.begin, result.steps->steps.back().range.end};
        const bool mostlyBefore = std::any_of(result.gpus.begin(), result.gpus.end(), [&](const GpuActivity& a) {
            return a.window.begin > span.begin && span.durationNs() / 2 >= a.window.durationNs();
        });
        if (mostlyBefore) {
            result.gpus = gpuActivity(report, progress, span.begin);
        }
    }
    const Teller teller(report, progress);
    for (const GpuActivity& a : result.gpus) {
        result.summary += (result.summary.empty() ? "" : "\n") + summaryOf(a);
        for (Finding& f : teller.tell(a)) {
            merge(result.findings, std::move(f));
        }
    }
    std::stable_sort(result.findings.begin(), result.findings.end(),
                     [](const Finding& a, const Finding& b) { return a.amountNs > b.amountNs; });
    if (result.gpus.empty()) {
        Finding f = named("no_gpu_work", "No work of a GPU");
        f.text = "The report holds no kernels, copies or fills.";
        f.basis = "no event of these kinds";
        f.advice =
            "Record with CUDA tracing on (profcli profile -t cuda,nvtx,osrt), and let the recording reach the part that uses the GPU.";
        result.findings.push_back(std::move(f));
    } else if (result.findings.empty()) {
        result.findings.push_back(balanced(result.gpus));
    }
    return result;
}

} // namespace pv::core
