// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/cover_set.h"
#include "core/analysis/findings.h"
#include "core/model/classify.h"
#include "tests/analysis/stats_sample.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <random>

using namespace pv::core;
using namespace pv::test;

namespace {

constexpr std::int64_t kUs = 1000;
constexpr std::int64_t kMs = 1000000;

// A GPU with its stream below it, as importers lay them out.
class TrainingReport : public SampleReport {
public:
    TrainingReport()
    {
        LaneSpec gpu;
        gpu.kind = LaneKind::gpu;
        gpu.device = 0;
        m_gpu = writer().addLane(gpu);
        LaneSpec process;
        process.kind = LaneKind::process;
        process.pid = kPid;
        const LaneId root = writer().addLane(process);
        LaneSpec thread;
        thread.kind = LaneKind::thread;
        thread.parent = root;
        thread.pid = kPid;
        thread.tid = kPid;
        m_thread = writer().addLane(thread);
        m_stream = child(m_gpu, LaneKind::stream);
        m_api = child(m_thread, LaneKind::api);
        m_nvtx = child(m_thread, LaneKind::nvtx);
    }
    // A kernel that starts at `at`, launched by a call that ends at `launched`.
    void work(TimeNs at, std::int64_t duration, TimeNs launched, std::string_view name = "gemm")
    {
        const std::int64_t correlation = ++m_correlation;
        put(m_api, EventKind::apiCall, launched - 5 * kUs, 5 * kUs, "cudaLaunchKernel_v7000", correlation);
        put(m_stream, EventKind::kernel, at, duration, name, correlation);
    }
    void call(TimeNs at, TimeNs end, std::string_view name) { put(m_api, EventKind::apiCall, at, end - at, name, ++m_correlation); }
    void phase(TimeNs begin, TimeNs end, std::string_view name) { put(m_nvtx, EventKind::nvtxRange, begin, end - begin, name, kNull); }
    void copyFromPageable(TimeNs at, std::int64_t duration)
    {
        const std::array columns{col::start, col::duration, col::copyKind, col::srcKind, col::dstKind, col::bytes};
        const std::int64_t values[] = {at, duration, 1, 0, 2, 1000};
        writer().appender(m_stream, EventKind::memcpy, columns).append(values);
    }

private:
    LaneId child(LaneId parent, LaneKind kind)
    {
        LaneSpec spec;
        spec.parent = parent;
        spec.kind = kind;
        spec.pid = kPid;
        spec.tid = kind == LaneKind::stream ? kNull : kPid;
        spec.device = kind == LaneKind::stream ? 0 : kNull;
        spec.rows = kind == LaneKind::stream ? RowPolicy::packed : RowPolicy::nested;
        return writer().addLane(spec);
    }
    void put(LaneId lane, EventKind kind, TimeNs at, std::int64_t duration, std::string_view name, std::int64_t correlation)
    {
        const std::array columns{col::start, col::duration, col::name, col::correlation};
        const std::int64_t values[] = {at, duration, id(name), correlation};
        writer().appender(lane, kind, columns).append(values);
    }
    LaneId m_gpu, m_stream, m_thread, m_api, m_nvtx;
    std::int64_t m_correlation = 0;
};

const Finding* finding(const Findings& all, std::string_view code)
{
    const auto it = std::find_if(all.findings.begin(), all.findings.end(), [&](const Finding& f) { return f.code == code; });
    return it == all.findings.end() ? nullptr : &*it;
}

} // namespace

TEST_CASE("A set of ranges tells how much of a range it covers", "[findings]")
{
    std::mt19937 random(5);
    CoverSet set;
    std::vector<bool> covered(500, false);
    for (int i = 0; i < 40; ++i) {
        const TimeNs begin = static_cast<TimeNs>(random() % 450);
        const TimeNs end = begin + static_cast<TimeNs>(random() % 12);
        set.add({begin, end});
        std::fill(covered.begin() + begin, covered.begin() + end, true);
    }
    set.seal();
    for (int i = 0; i < 300; ++i) {
        const TimeNs begin = static_cast<TimeNs>(random() % 500);
        const TimeNs end = begin + static_cast<TimeNs>(random() % (500 - static_cast<unsigned>(begin)));
        CHECK(set.coveredNs({begin, end}) == std::count(covered.begin() + begin, covered.begin() + end, true));
    }
    CHECK(CoverSet().coveredNs({0, 10}) == 0);
}

TEST_CASE("Names say what ranges are for", "[findings]")
{
    for (const char* name : {"data_load", "DataLoader.next", "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", "data",
                             "Load Data", "prefetch"}) {
        INFO(name);
        CHECK(isInputName(name));
    }
    for (const char* name : {"forward", "metadata", "aten::add", "update", "", "database"}) {
        INFO(name);
        CHECK_FALSE(isInputName(name));
    }
    CHECK(isCommunicationName("gloo:all_reduce"));
    CHECK(isCommunicationName("nccl:_all_gather_base"));
    CHECK_FALSE(isCommunicationName("forward"));
    CHECK(isStepName("step_10"));
    CHECK(isStepName("ProfilerStep#4"));
    CHECK(isStepName("train_step"));
    CHECK_FALSE(isStepName("Optimizer.step#SGD.step"));
    CHECK_FALSE(isStepName("stepping stones"));
    CHECK_FALSE(isStepName("aten::step, op_id = 3"));
}

TEST_CASE("A GPU that waits while input is fetched is input-bound", "[findings]")
{
    TrainingReport report;
    for (int step = 0; step < 4; ++step) {
        const TimeNs t = step * 100 * kMs;
        report.phase(t, t + 99 * kMs, "step_" + std::to_string(step));
        report.phase(t + 100, t + 80 * kMs, "data_load");
        report.phase(t + 80 * kMs, t + 99 * kMs, "forward");
        report.work(t + 81 * kMs, 18 * kMs, t + 81 * kMs - 10);
    }
    const Findings found = findWhatLimits(report.open());
    const Finding& f = found.findings.front();
    CHECK(f.code == "input_bound");
    CHECK(finding(found, "launch_bound") == nullptr);
    CHECK(finding(found, "host_bound") == nullptr);
    CHECK(f.amountNs == 3 * 82 * kMs);
    CHECK(f.share == Approx(246.0 / 318));
    CHECK(f.text.find("'data_load'") != std::string::npos);
    REQUIRE(f.evidence.size() == 3);
    CHECK(f.evidence.front().range.durationNs() == 82 * kMs);
    CHECK(f.evidence.front().what == "data_load");
    CHECK(f.evidence.front().event != kNoEvent);

    REQUIRE(found.steps);
    CHECK(found.steps->name == "step_#");
    CHECK(found.steps->steps.size() == 4);
    CHECK(found.steps->medianNs == 99 * kMs);
    CHECK(found.steps->steps[1].gpuBusyNs == 18 * kMs);
    REQUIRE(found.steps->phases.size() == 3);
    CHECK(found.steps->phases[0].name == "data_load");
    CHECK(found.steps->phases[0].totalNs == 4 * (80 * kMs - 100));
    CHECK(found.steps->phases[1].name == "forward");
    CHECK(found.steps->phases[2].name.empty());
    CHECK(found.steps->phases[2].totalNs == 400);
}

TEST_CASE("Short gaps before late launches make a run launch-bound", "[findings]")
{
    TrainingReport report;
    for (int i = 0; i < 200; ++i) {
        report.work(i * 50 * kUs, 5 * kUs, i * 50 * kUs - 500);
    }
    const Findings found = findWhatLimits(report.open());
    const Finding* f = finding(found, "launch_bound");
    REQUIRE(f != nullptr);
    CHECK(f->amountNs == 199 * 45 * kUs);
    CHECK(found.findings.front().code == "launch_bound");
    CHECK(finding(found, "input_bound") == nullptr);
}

TEST_CASE("Work that was queued in time does not make a run launch-bound", "[findings]")
{
    TrainingReport report;
    for (int i = 0; i < 200; ++i) {
        report.work(1000 * kUs + i * 10 * kUs, 9 * kUs, i * 5 * kUs);
    }
    const Findings found = findWhatLimits(report.open());
    CHECK(finding(found, "launch_bound") == nullptr);
    const Finding* f = finding(found, "kernel_gaps");
    REQUIRE(f != nullptr);
    CHECK(f->amountNs == 199 * kUs);
}

TEST_CASE("A wait for the GPU that empties the queue is a stall", "[findings]")
{
    TrainingReport report;
    for (int i = 0; i < 50; ++i) {
        const TimeNs t = i * 1000 * kUs;
        report.work(t, 600 * kUs, t - 500);
        report.call(t + 10 * kUs, t + 601 * kUs, "cudaStreamSynchronize_v3020");
    }
    const Findings found = findWhatLimits(report.open());
    REQUIRE(found.findings.front().code == "sync_stall");
    CHECK(found.findings.front().amountNs == 49 * 400 * kUs);
}

TEST_CASE("Long gaps that nothing else explains are the CPU's", "[findings]")
{
    TrainingReport report;
    report.work(0, 10 * kMs, -500);
    report.phase(10 * kMs, 30 * kMs, "save checkpoint");
    report.work(30 * kMs, 10 * kMs, 30 * kMs - 500);
    const Findings found = findWhatLimits(report.open());
    const Finding* f = finding(found, "host_bound");
    REQUIRE(f != nullptr);
    CHECK(f->amountNs == 20 * kMs);
    CHECK(f->text.find("save checkpoint") != std::string::npos);
}

TEST_CASE("Copies, communication and a dominant kernel are told with what they cost", "[findings]")
{
    TrainingReport report;
    report.work(0, 40 * kMs, -500, "slow_kernel");
    report.copyFromPageable(30 * kMs, 30 * kMs); // 20 ms of it alone
    report.work(60 * kMs, 25 * kMs, 50 * kMs, "ncclDevKernel_AllReduce_Sum_f32_RING_LL");
    report.work(75 * kMs, 25 * kMs, 50 * kMs, "other_kernel"); // hides 10 ms of it
    const Findings found = findWhatLimits(report.open());
    const Finding* copies = finding(found, "pageable_copies");
    REQUIRE(copies != nullptr);
    CHECK(copies->amountNs == 20 * kMs);
    const Finding* communication = finding(found, "communication_exposed");
    REQUIRE(communication != nullptr);
    CHECK(communication->amountNs == 15 * kMs);
    const Finding* kernel = finding(found, "dominant_kernel");
    REQUIRE(kernel != nullptr);
    CHECK(kernel->text.find("'slow_kernel' takes 61.5 %") != std::string::npos);
    CHECK(kernel->amountNs == 20 * kMs); // half of 40 of 65 ms
    CHECK(std::is_sorted(found.findings.begin(), found.findings.end(),
                         [](const Finding& a, const Finding& b) { return a.amountNs > b.amountNs; }));
}

TEST_CASE("A run that loses nothing says so, and a report without GPU work too", "[findings]")
{
    TrainingReport report;
    const char* names[] = {"a", "b", "c", "d", "e"};
    for (int i = 0; i < 50; ++i) {
        report.work(i * kMs, kMs, i * kMs - 500 * kUs, names[i % 5]);
    }
    const Findings found = findWhatLimits(report.open());
    REQUIRE(found.findings.size() == 1);
    CHECK(found.findings.front().code == "balanced");
    CHECK(found.findings.front().amountNs == 0);

    SampleReport empty;
    empty.api(7, 0, 10, "cudaFree_v3020", 1);
    CHECK(findWhatLimits(empty.open()).findings.front().code == "no_gpu_work");
}

TEST_CASE("Steps lie between optimizer steps where nothing names them", "[findings]")
{
    TrainingReport report;
    for (int i = 0; i < 4; ++i) {
        report.phase(i * 10 * kMs, i * 10 * kMs + 3 * kMs, "aten::linear, op_id = " + std::to_string(i));
        report.phase(i * 10 * kMs + 8 * kMs, i * 10 * kMs + 9 * kMs, "Optimizer.step#SGD.step");
    }
    const auto steps = findSteps(report.open());
    REQUIRE(steps);
    CHECK(steps->name == "Optimizer.step");
    REQUIRE(steps->steps.size() == 3);
    CHECK(steps->steps[0].range == TimeRange{9 * kMs, 19 * kMs});
    REQUIRE(steps->phases.size() == 3);
    CHECK(steps->phases[0].name == "aten::linear");
    CHECK(steps->phases[0].totalNs == 9 * kMs);
}

TEST_CASE("Numbered ranges are steps, repeated phases and overlapping ranges are none", "[findings]")
{
    TrainingReport report;
    for (int i = 0; i < 5; ++i) {
        report.phase(i * 10 * kMs, i * 10 * kMs + 9 * kMs, "eager " + std::to_string(i));
        report.phase(i * 10 * kMs + kMs, i * 10 * kMs + 2 * kMs, "conv2d");
        report.range(9, i * 10 * kMs, i * 10 * kMs + 15 * kMs, "request 1");
    }
    const auto steps = findSteps(report.open());
    REQUIRE(steps);
    CHECK(steps->name == "eager #");
    CHECK(steps->steps.size() == 5);
    SampleReport none;
    none.range(7, 0, 10, "forward");
    none.range(7, 20, 30, "forward");
    CHECK_FALSE(findSteps(none.open()));
}
