// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/error.h"
#include "tests/analysis/stats_sample.h"
#include "tests/support/catch.h"

using namespace pv::core;
using namespace pv::test;

TEST_CASE("Time filters are read with units and open ends", "[stats]")
{
    CHECK(parseTimeFilter("5/10").begin == 5);
    CHECK(parseTimeFilter("5/10").end == 10);
    CHECK(parseTimeFilter("1.5ms/2s").begin == 1500000);
    CHECK(parseTimeFilter("819000000ns/").begin == 819000000);
    CHECK(parseTimeFilter("819000000ns/").end == std::numeric_limits<TimeNs>::max());
    CHECK(parseTimeFilter("/-3us").end == -3000);
    CHECK_FALSE(parseTimeFilter("/").active());
    for (const char* bad : {"5", "a/b", "1m/2m", "1/2/3", "10/5", "9999999999s/", "nan/", "1e30/"}) {
        INFO(bad);
        CHECK_THROWS_AS(parseTimeFilter(bad), Error);
    }
}

TEST_CASE("NVTX filters are read as range, domain and index", "[stats]")
{
    const NvtxFilter full = parseNvtxFilter("decode batch@loader/3");
    CHECK(full.range == "decode batch");
    CHECK(full.domain == "loader");
    CHECK(full.index == 3);
    CHECK(parseNvtxFilter("fwd/bwd").range == "fwd/bwd");
    CHECK(parseNvtxFilter("a\\@b").range == "a@b");
    CHECK(parseNvtxFilter("step\\/3").range == "step/3");
    CHECK_THROWS_AS(parseNvtxFilter("@loader"), Error);
}

TEST_CASE("An event that touches the span is kept whole, ends included", "[stats]")
{
    SampleReport sample;
    sample.api(7, 0, 100, "a", 1);  // ends at the begin
    sample.api(7, 50, 100, "b", 2); // reaches in
    sample.api(7, 200, 10, "c", 3); // begins at the end
    sample.api(7, 0, 99, "d", 4);   // ends before
    sample.api(7, 201, 10, "e", 5); // begins after
    CHECK(rowsOf(statsCsv(sample.open(), "cuda_api_sum", parseTimeFilter("100/200"))) ==
          "47.6,100,1,100.0,100.0,100,100,0.0,a\n47.6,100,1,100.0,100.0,100,100,0.0,b\n4.8,10,1,10.0,10.0,10,10,0.0,c\n");
}

TEST_CASE("A range of a worker thread keeps that thread's calls and the process's GPU work", "[stats]")
{
    SampleReport sample;
    sample.range(8, 100, 200, "work");
    sample.range(7, 300, 400, "work");
    sample.range(8, 100, 200, "work", "other");
    sample.api(7, 150, 10, "main", 1);
    sample.api(8, 150, 10, "worker", 2);
    sample.api(8, 350, 10, "later worker", 3);
    sample.api(7, 360, 10, "later main", 4);
    sample.kernel(160, 5, "k", 1);
    sample.kernel(170, 5, "other process", 1, 9);
    const Report& report = sample.open();

    const auto first = findNvtxRange(report, parseNvtxFilter("work"));
    REQUIRE(first);
    CHECK(rowsOf(statsCsv(report, "cuda_api_sum", *first)) == "100.0,10,1,10.0,10.0,10,10,0.0,worker\n");
    CHECK(rowsOf(statsCsv(report, "cuda_gpu_kern_sum", *first)) == "100.0,5,1,5.0,5.0,5,5,0.0,k\n");

    // The process's first thread stands for the process.
    const auto second = findNvtxRange(report, parseNvtxFilter("work/1"));
    REQUIRE(second);
    CHECK(rowsOf(statsCsv(report, "cuda_api_sum", *second)) ==
          "50.0,10,1,10.0,10.0,10,10,0.0,later main\n50.0,10,1,10.0,10.0,10,10,0.0,later worker\n");

    CHECK(findNvtxRange(report, parseNvtxFilter("work@other")));
    CHECK_FALSE(findNvtxRange(report, parseNvtxFilter("work/2")));
    CHECK(findNvtxRange(report, parseNvtxFilter("work@*/2")));
    CHECK_FALSE(findNvtxRange(report, parseNvtxFilter("nothing")));
}

TEST_CASE("Domains whose creation was not recorded, or lies outside the filter, have no name", "[stats]")
{
    SampleReport sample;
    sample.range(7, 500, 600, "decode", "early");
    sample.range(7, 500, 600, "decode", "late");
    const std::array columns{TableColumn{"pid"}, TableColumn{"domain_id"}, TableColumn{"name", ColumnType::string}, TableColumn{"start"}};
    const std::int64_t early[] = {SampleReport::kPid, 1, sample.id("early"), 10};
    const std::int64_t late[] = {SampleReport::kPid, 2, sample.id("late"), 450};
    sample.writer().table("NVTX_DOMAINS", columns).append(early);
    sample.writer().table("NVTX_DOMAINS", columns).append(late);
    sample.range(7, 500, 600, "decode", "never created");
    const Report& report = sample.open();
    CHECK(rowsOf(statsCsv(report, "nvtx_pushpop_sum", parseTimeFilter("400/700"))) ==
          "66.7,200,2,100.0,100.0,100,100,0.0,:decode\n33.3,100,1,100.0,100.0,100,100,0.0,late:decode\n");
    CHECK(rowsOf(statsCsv(report, "nvtx_pushpop_sum")) == "33.3,100,1,100.0,100.0,100,100,0.0,:decode\n"
                                                          "33.3,100,1,100.0,100.0,100,100,0.0,early:decode\n"
                                                          "33.3,100,1,100.0,100.0,100,100,0.0,late:decode\n");
}
