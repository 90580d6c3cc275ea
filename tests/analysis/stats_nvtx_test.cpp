// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/nvtx_ranges.h"
#include "core/model/error.h"
#include "tests/analysis/stats_sample.h"
#include "tests/support/catch.h"

#include <random>

using namespace pv::core;
using namespace pv::test;

TEST_CASE("Ranges are summed by style and name with their domain", "[stats]")
{
    SampleReport sample;
    sample.range(7, 0, 100, "step");
    sample.range(7, 200, 400, "step");
    sample.range(7, 0, 50, "step", "loader");
    sample.range(7, 0, 10, "step", "", true);
    const Report& report = sample.open();
    CHECK(rowsOf(statsCsv(report, "nvtx_sum")) == "83.3,300,2,150.0,150.0,100,200,70.7,PushPop,:step\n"
                                                  "13.9,50,1,50.0,50.0,50,50,0.0,PushPop,loader:step\n"
                                                  "2.8,10,1,10.0,10.0,10,10,0.0,StartEnd,:step\n");
    CHECK(rowsOf(statsCsv(report, "nvtx_startend_sum")) == "100.0,10,1,10.0,10.0,10,10,0.0,:step\n");
    CHECK(rowsOf(statsCsv(report, "nvtx_pushpop_sum")).starts_with("85.7,300,2,"));
}

TEST_CASE("A range is the child of the innermost one that covers it; touching is not covering", "[stats]")
{
    SampleReport sample;
    sample.range(7, 0, 100, "a");
    sample.range(7, 10, 60, "b", "other");
    sample.range(7, 20, 30, "c");
    sample.range(7, 60, 70, "d");   // touches b
    sample.range(7, 100, 120, "e"); // touches a
    sample.range(8, 20, 30, "f");   // another thread
    CHECK(rowsOf(statsCsv(sample.open(), "nvtx_pushpop_trace")) == "0,100,100,60,40,:a,7,7,0,2,1,,:1,:a\n"
                                                                   "10,60,50,10,40,other:b,7,7,1,1,2,1,:1:2,--other:b\n"
                                                                   "20,30,10,0,10,:c,7,7,2,0,3,2,:1:2:3,----:c\n"
                                                                   "20,30,10,0,10,:f,7,8,0,0,4,,:4,:f\n"
                                                                   "60,70,10,0,10,:d,7,7,1,0,5,1,:1:5,--:d\n"
                                                                   "100,120,20,0,20,:e,7,7,0,0,6,,:6,:e\n");
}

TEST_CASE("Nesting agrees with looking at every pair", "[stats]")
{
    std::mt19937 random(3);
    for (int round = 0; round < 50; ++round) {
        std::vector<NvtxRange> ranges;
        for (int i = 0; i < 40; ++i) {
            NvtxRange r;
            r.start = static_cast<TimeNs>(random() % 60);
            r.end = r.start + static_cast<TimeNs>(random() % 40);
            r.thread = random() % 2;
            r.id = i;
            ranges.push_back(r);
        }
        std::sort(ranges.begin(), ranges.end(), [](const NvtxRange& a, const NvtxRange& b) {
            return std::tie(a.thread, a.start, b.end, a.id) < std::tie(b.thread, b.start, a.end, b.id);
        });
        const RangeTree tree = nestRanges(ranges);
        for (std::uint32_t c = 0; c < ranges.size(); ++c) {
            std::uint32_t parent = RangeTree::kNoParent;
            for (std::uint32_t p = 0; p < c; ++p) {
                if (ranges[p].thread == ranges[c].thread && ranges[p].end >= ranges[c].end && ranges[p].end > ranges[c].start) {
                    parent = p; // the last of them began last
                }
            }
            CHECK(tree.nodes[c].parent == parent);
        }
    }
}

TEST_CASE("Attribution agrees with looking at every pair", "[stats]")
{
    std::mt19937 random(4);
    std::vector<NvtxRange> ranges;
    std::vector<ApiCall> calls;
    for (int i = 0; i < 300; ++i) {
        NvtxRange r;
        r.start = static_cast<TimeNs>(random() % 2000);
        r.end = r.start + static_cast<TimeNs>(random() % 300);
        r.thread = random() % 3;
        r.id = i;
        ranges.push_back(r);
        ApiCall c;
        c.start = static_cast<TimeNs>(random() % 2000);
        c.duration = static_cast<std::int64_t>(random() % 20);
        c.thread = random() % 3;
        calls.push_back(c);
    }
    std::sort(ranges.begin(), ranges.end(), [](const NvtxRange& a, const NvtxRange& b) {
        return std::tie(a.thread, a.start, b.end, a.id) < std::tie(b.thread, b.start, a.end, b.id);
    });
    const Enclosing found = enclosingRanges(calls, ranges);
    for (std::uint32_t c = 0; c < calls.size(); ++c) {
        std::vector<std::uint32_t> wanted;
        for (std::uint32_t r = 0; r < ranges.size(); ++r) {
            if (ranges[r].thread == calls[c].thread && ranges[r].start <= calls[c].start && ranges[r].end >= calls[c].end()) {
                wanted.push_back(r);
            }
        }
        const auto around = found.of(c);
        CHECK(std::vector<std::uint32_t>(around.begin(), around.end()) == wanted);
    }
}

TEST_CASE("A kernel counts for every range around its launch, and for none where there is none", "[stats]")
{
    SampleReport sample;
    sample.range(7, 0, 1000, "outer");
    sample.range(7, 100, 300, "inner");
    sample.range(7, 120, 5000, "elsewhere", "", true, 9); // ends on another thread
    sample.api(7, 150, 20, "cudaLaunchKernel_v7000", 1);
    sample.kernel(2000, 40, "k", 1);
    sample.api(7, 290, 20, "cudaLaunchKernel_v7000", 2); // ends after inner
    sample.kernel(2100, 10, "k", 2);
    sample.api(8, 150, 20, "cudaLaunchKernel_v7000", 3); // another thread
    sample.kernel(2200, 5, "k", 3);
    sample.kernel(2300, 7, "lost", 77);
    const Report& report = sample.open();
    CHECK(rowsOf(statsCsv(report, "nvtx_kern_sum")) == ",,,,0,1,7,7.0,7.0,7,7,0.0,lost\n"
                                                       ",,7,8,0,1,5,5.0,5.0,5,5,0.0,k\n"
                                                       ":inner,PushPop,7,7,1,1,40,40.0,40.0,40,40,0.0,k\n"
                                                       ":outer,PushPop,7,7,1,2,50,25.0,25.0,10,40,21.2,k\n");
    CHECK(rowsOf(statsCsv(report, "cuda_gpu_kern_sum:nvtx-name")) == "64.5,40,1,40.0,40.0,40,40,0.0,inner/k\n"
                                                                     "16.1,10,1,10.0,10.0,10,10,0.0,outer/k\n"
                                                                     "11.3,7,1,7.0,7.0,7,7,0.0,lost\n"
                                                                     "8.1,5,1,5.0,5.0,5,5,0.0,k\n");
}

TEST_CASE("A launch seen twice counts its kernel once and its time twice", "[stats]")
{
    SampleReport sample;
    sample.range(7, 0, 1000, "step");
    sample.api(7, 150, 20, "cudaLaunchKernel_v7000", 1);
    sample.api(7, 149, 22, "cudaLaunchKernel", 1, EventKind::apiBacktrace);
    sample.kernel(2000, 40, "k", 1);
    CHECK(rowsOf(statsCsv(sample.open(), "nvtx_kern_sum")) == ":step,PushPop,7,7,1,1,80,40.0,40.0,40,40,0.0,k\n");
    CHECK(rowsOf(statsCsv(sample.open(), "nvtx_gpu_proj_sum")) == ":step,PushPop,40,1000,1,40.0,40.0,40,40,0.0,1,1.0,0.0,0.0\n");
}

TEST_CASE("Projection spans what a range launched; a graph is one operation", "[stats]")
{
    SampleReport sample;
    sample.range(7, 0, 1000, "step");
    sample.range(7, 100, 200, "empty");
    sample.range(7, 300, 900, "graph");
    sample.api(7, 350, 20, "cudaGraphLaunch_v10000", 1);
    sample.kernel(2000, 40, "k", 1);
    sample.kernel(2100, 40, "k", 1);
    sample.api(7, 950, 20, "cudaMemcpyAsync_v3020", 2);
    sample.copy(1500, 10, 64, 1, 0, 2, 2);
    const Report& report = sample.open();
    CHECK(rowsOf(statsCsv(report, "nvtx_gpu_proj_trace")) == ":step,1500,640,0,1000,PushPop,7,7,2,0,1,1,,:1\n"
                                                             ":graph,2000,140,300,600,PushPop,7,7,1,1,0,3,1,:1:3\n");
    CHECK(rowsOf(statsCsv(report, "nvtx_gpu_proj_sum")) == ":step,PushPop,640,1000,1,640.0,640.0,640,640,0.0,2,2.0,0.0,1.0\n"
                                                           ":graph,PushPop,140,600,1,140.0,140.0,140,140,0.0,1,1.0,1.0,0.0\n");
}

TEST_CASE("Annotations drawn on a GPU are no ranges of their own", "[stats]")
{
    SampleReport sample;
    sample.range(7, 0, 100, "step");
    sample.event(LaneKind::nvtx, EventKind::nvtxRange, kNull, 0, {{col::start, 50}, {col::duration, 500}, {col::name, sample.id("step")}});
    const Report& report = sample.open();
    CHECK(rowsOf(statsCsv(report, "nvtx_sum")) == "100.0,100,1,100.0,100.0,100,100,0.0,PushPop,:step\n");
    CHECK_FALSE(findNvtxRange(report, parseNvtxFilter("step/1")));
}
