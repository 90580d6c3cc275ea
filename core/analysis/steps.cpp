// SPDX-License-Identifier: MIT
#include "core/analysis/steps.h"

#include "core/analysis/stats/nvtx_ranges.h"
#include "core/model/classify.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace pv::core {
namespace {

constexpr std::size_t kLongestName = 100; // names with shapes or ids are no steps

bool isDigit(char c) { return c >= '0' && c <= '9'; }

// Each run of digits as one '#'.
std::string withoutNumbers(std::string_view name)
{
    std::string out;
    for (const char c : name) {
        if (!isDigit(c)) {
            out += c;
        } else if (out.empty() || out.back() != '#') {
            out += '#';
        }
    }
    return out;
}

// "aten::add, seq = 3, op_id = 7, sizes = ..." -> "aten::add".
std::string_view withoutIds(std::string_view name)
{
    for (const std::string_view tail : {", seq = ", ", op_id = ", ", sizes = "}) {
        name = name.substr(0, name.find(tail));
    }
    return name.substr(0, kLongestName);
}

struct Candidate {
    std::string pattern;
    std::uint32_t thread = 0;
    std::uint32_t domain = 0;
    std::vector<std::uint32_t> ranges; // in order of start
    std::int64_t coveredNs = 0;
    bool saysStep = false;
    bool between = false; // steps lie between the ranges
};

struct ByName {
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::string>, Candidate> found; // thread, domain, pattern
    void add(const NvtxRange& range, std::uint32_t index, const std::string& pattern)
    {
        Candidate& c = found[{range.thread, range.domain, pattern}];
        c.pattern = pattern;
        c.thread = range.thread;
        c.domain = range.domain;
        c.ranges.push_back(index);
        c.coveredNs = cappedSum(c.coveredNs, range.end - range.start);
    }
};

bool overlapping(const Candidate& c, const NvtxRanges& loaded)
{
    return std::adjacent_find(c.ranges.begin(), c.ranges.end(), [&](std::uint32_t a, std::uint32_t b) {
               return loaded.ranges[a].end > loaded.ranges[b].start;
           }) != c.ranges.end();
}

// One candidate a thread, domain and pattern; nested or overlapping repetitions are none.
std::vector<Candidate> candidates(const StatsContext& context, const NvtxRanges& loaded)
{
    struct Kind {
        std::string pattern; // empty: no candidate
        bool optimizer = false;
    };
    std::unordered_map<std::uint32_t, Kind> kindOf; // by string
    ByName named;
    ByName optimizers;
    for (std::uint32_t r = 0; r < loaded.ranges.size(); ++r) {
        const NvtxRange& range = loaded.ranges[r];
        const auto [it, isNew] = kindOf.try_emplace(range.name.value);
        if (isNew) {
            const std::string_view name = context.report.string(range.name);
            it->second.optimizer = name.starts_with("Optimizer.step");
            const bool numbered = name.find("::") == std::string_view::npos && std::any_of(name.begin(), name.end(), isDigit);
            if (it->second.optimizer || (name.size() <= kLongestName && withoutIds(name) == name && (isStepName(name) || numbered))) {
                it->second.pattern = it->second.optimizer ? std::string("Optimizer.step") : withoutNumbers(name);
            }
        }
        if (!it->second.pattern.empty()) {
            (it->second.optimizer ? optimizers : named).add(range, r, it->second.pattern);
        }
    }
    std::vector<Candidate> result;
    for (auto& [key, c] : named.found) {
        c.saysStep = isStepName(c.pattern);
        const bool distinct = std::adjacent_find(c.ranges.begin(), c.ranges.end(), [&](std::uint32_t a, std::uint32_t b) {
                                  return loaded.ranges[a].name == loaded.ranges[b].name;
                              }) == c.ranges.end();
        if (c.ranges.size() >= kFewestSteps && !overlapping(c, loaded) && (c.saysStep || distinct)) {
            result.push_back(std::move(c));
        }
    }
    const bool stepsNamed = std::any_of(result.begin(), result.end(), [](const Candidate& c) { return c.saysStep; });
    for (auto& [key, c] : optimizers.found) {
        if (!stepsNamed && c.ranges.size() > kFewestSteps && !overlapping(c, loaded)) {
            c.between = true;
            c.saysStep = true;
            result.push_back(std::move(c));
        }
    }
    return result;
}

double median(std::vector<std::int64_t> values) { return summarise(values).median; }

// The step that holds the range whole, or none.
std::size_t stepHolding(const std::vector<Step>& steps, const NvtxRange& range)
{
    const auto after = std::upper_bound(steps.begin(), steps.end(), range.start, [](TimeNs t, const Step& s) { return t < s.range.begin; });
    if (after == steps.begin() || std::prev(after)->range.end < range.end) {
        return steps.size();
    }
    return static_cast<std::size_t>(after - steps.begin()) - 1;
}

void addPhases(const StatsContext& context, const NvtxRanges& loaded, const Candidate& chosen, Steps& steps)
{
    struct Phase {
        std::vector<std::int64_t> perStep;
        std::int64_t totalNs = 0;
        std::int64_t count = 0;
    };
    std::map<std::string, Phase> phases;
    std::vector<std::int64_t> other;
    for (const Step& step : steps.steps) {
        other.push_back(step.range.durationNs());
    }
    std::unordered_set<std::uint32_t> isStep;
    if (!chosen.between) {
        isStep.insert(chosen.ranges.begin(), chosen.ranges.end());
    }
    TimeNs covered = kAllTime.begin; // by the outermost range so far
    for (std::uint32_t r = 0; r < loaded.ranges.size(); ++r) {
        const NvtxRange& range = loaded.ranges[r];
        if (range.thread != chosen.thread || range.domain != chosen.domain || isStep.contains(r) || range.start < covered) {
            continue;
        }
        const std::size_t step = stepHolding(steps.steps, range);
        if (step == steps.steps.size()) {
            continue;
        }
        covered = range.end;
        const std::int64_t duration = range.end - range.start;
        Phase& phase = phases[std::string(withoutIds(context.report.string(range.name)))];
        phase.perStep.resize(steps.steps.size(), 0);
        phase.perStep[step] += duration;
        phase.totalNs += duration;
        ++phase.count;
        other[step] -= duration;
    }
    for (auto& [name, phase] : phases) {
        steps.phases.push_back({name, phase.totalNs, phase.count, median(phase.perStep)});
    }
    std::sort(steps.phases.begin(), steps.phases.end(), [](const StepPhase& a, const StepPhase& b) { return a.totalNs > b.totalNs; });
    constexpr std::size_t kMostPhases = 12;
    steps.phases.resize(std::min(steps.phases.size(), kMostPhases)); // of many names the small ones count as other
    StepPhase rest;
    rest.totalNs = steps.totalNs;
    for (const StepPhase& p : steps.phases) {
        rest.totalNs -= p.totalNs;
    }
    rest.medianNs = median(other);
    rest.count = static_cast<std::int64_t>(steps.steps.size());
    steps.phases.push_back(rest);
}

void addGpuTime(const Report& report, Steps& steps)
{
    const auto lanes = report.lanes();
    const auto gpu = std::find_if(lanes.begin(), lanes.end(), [](const Lane& l) { return l.kind == LaneKind::gpu; });
    if (gpu == lanes.end() || steps.steps.empty()) {
        return;
    }
    std::size_t at = 0;
    report.forEachBusy(gpu->id, {steps.steps.front().range.begin, steps.steps.back().range.end}, [&](TimeRange busy, GpuState) {
        while (at < steps.steps.size() && steps.steps[at].range.end <= busy.begin) {
            ++at;
        }
        for (std::size_t s = at; s < steps.steps.size() && steps.steps[s].range.begin < busy.end; ++s) {
            steps.steps[s].gpuBusyNs += std::max<std::int64_t>(0, steps.steps[s].range.intersected(busy).durationNs());
        }
        return true;
    });
}

} // namespace

std::optional<Steps> findSteps(const Report& report, const Progress& progress)
{
    const StatsContext context{report, {}, {}, progress};
    ThreadTable threads;
    const NvtxRanges loaded = loadNvtxRanges(context, threads, RangeChoice::pushPop);
    const auto found = candidates(context, loaded);
    if (found.empty()) {
        return std::nullopt;
    }
    const Candidate& chosen = *std::max_element(found.begin(), found.end(), [&](const Candidate& a, const Candidate& b) {
        const ThreadId threadA = threads[a.thread];
        const ThreadId threadB = threads[b.thread];
        return std::tie(a.saysStep, a.coveredNs, threadB.pid, threadB.tid, b.pattern) <
               std::tie(b.saysStep, b.coveredNs, threadA.pid, threadA.tid, a.pattern);
    });
    Steps steps;
    steps.name = chosen.pattern;
    steps.pid = threads[chosen.thread].pid;
    steps.tid = threads[chosen.thread].tid;
    for (std::size_t i = 0; i < chosen.ranges.size(); ++i) {
        const NvtxRange& range = loaded.ranges[chosen.ranges[i]];
        if (!chosen.between) {
            steps.steps.push_back({std::string(report.string(range.name)), {range.start, range.end}, 0});
        } else if (i > 0) {
            steps.steps.push_back({"step " + std::to_string(i), {loaded.ranges[chosen.ranges[i - 1]].end, range.end}, 0});
        }
    }
    std::vector<std::int64_t> durations;
    for (const Step& step : steps.steps) {
        durations.push_back(step.range.durationNs());
    }
    const Summary s = summarise(durations);
    steps.totalNs = s.sum;
    steps.medianNs = s.median;
    steps.minNs = s.min;
    steps.maxNs = s.max;
    addPhases(context, loaded, chosen, steps);
    addGpuTime(report, steps);
    return steps;
}

} // namespace pv::core
