// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/error.h"
#include "tests/analysis/stats_sample.h"
#include "tests/support/catch.h"

using namespace pv::core;
using namespace pv::test;

TEST_CASE("Asynchronous copies with a pageable side are found, longest first", "[rules]")
{
    SampleReport sample;
    sample.api(7, 0, 10, "cudaMemcpyAsync_v3020", 1);
    sample.copy(20, 100, 1000000, 1, 0, 2, 1);
    sample.api(7, 200, 10, "cudaMemcpyAsync_v3020", 2);
    sample.copy(220, 300, 2000000, 2, 2, 0, 2);
    sample.api(7, 600, 10, "cudaMemcpyAsync_v3020", 3);
    sample.copy(620, 900, 2000000, 1, 1, 2, 3); // pinned
    sample.api(7, 2000, 10, "cudaMemcpy_v3020", 4);
    sample.copy(2020, 900, 2000000, 1, 0, 2, 4); // not asynchronous
    CHECK(ruleCsv(sample.open(), "cuda_memcpy_async") ==
          "Duration (ns),Start (ns),Src Kind,Dst Kind,Bytes (MB),PID,Device ID,Context ID,Green Context ID,Stream ID,API Name\n"
          "300,220,Device,Pageable,2.000,7,0,1,,7,cudaMemcpyAsync_v3020\n"
          "100,20,Pageable,Device,1.000,7,0,1,,7,cudaMemcpyAsync_v3020\n");
    CHECK(rowsOf(ruleCsv(sample.open(), "cuda_memcpy_async:rows=1")) == "300,220,Device,Pageable,2.000,7,0,1,,7,cudaMemcpyAsync_v3020\n");
    CHECK(rowsOf(ruleCsv(sample.open(), "cuda_memcpy_async:end=200")) == "100,20,Pageable,Device,1.000,7,0,1,,7,cudaMemcpyAsync_v3020\n");
    CHECK(rowsOf(ruleCsv(sample.open(), "cuda_memcpy_sync")) == "900,2020,Pageable,Device,2.000,7,0,1,,7,cudaMemcpy_v3020\n");
}

TEST_CASE("Small host-to-device copies do not block", "[rules]")
{
    SampleReport sample;
    sample.api(7, 0, 10, "cudaMemcpy_v3020", 1);
    sample.copy(20, 100, 65536, 1, 0, 2, 1);
    sample.api(7, 200, 10, "cudaMemcpy_v3020", 2);
    sample.copy(220, 100, 65537, 1, 0, 2, 2);
    sample.api(7, 400, 10, "cudaMemcpy_v3020", 3);
    sample.copy(420, 100, 8, 2, 2, 0, 3);
    CHECK(rowsOf(ruleCsv(sample.open(), "cuda_memcpy_sync")) == "100,220,Pageable,Device,0.066,7,0,1,,7,cudaMemcpy_v3020\n"
                                                                "100,420,Device,Pageable,0.000,7,0,1,,7,cudaMemcpy_v3020\n");
}

TEST_CASE("Copies are joined by correlation id over all processes, as the reference does", "[rules]")
{
    SampleReport sample;
    sample.api(7, 0, 10, "cudaMemcpyAsync_v3020", 1);
    sample.copy(20, 100, 1000000, 1, 0, 2, 1);
    sample.api(9, 0, 10, "cudaMemcpyAsync_v3020", 1, EventKind::apiCall, 9);
    sample.copy(30, 50, 1000000, 1, 0, 2, 1, 9);
    CHECK(rowsOf(ruleCsv(sample.open(), "cuda_memcpy_async")) == "100,20,Pageable,Device,1.000,7,0,1,,7,cudaMemcpyAsync_v3020\n"
                                                                 "100,20,Pageable,Device,1.000,7,0,1,,7,cudaMemcpyAsync_v3020\n"
                                                                 "50,30,Pageable,Device,1.000,9,0,1,,7,cudaMemcpyAsync_v3020\n"
                                                                 "50,30,Pageable,Device,1.000,9,0,1,,7,cudaMemcpyAsync_v3020\n");
}

TEST_CASE("Blocking fills of pinned memory are found, of device memory not", "[rules]")
{
    SampleReport sample;
    sample.api(7, 0, 10, "cudaMemset_v3020", 1);
    sample.event(LaneKind::stream, EventKind::memset, kNull, 0,
                 {{col::start, 20}, {col::duration, 5}, {col::bytes, 4096}, {col::memKind, 1}, {col::correlation, 1}});
    sample.api(7, 100, 10, "cudaMemset_v3020", 2);
    sample.event(LaneKind::stream, EventKind::memset, kNull, 0,
                 {{col::start, 120}, {col::duration, 5}, {col::bytes, 4096}, {col::memKind, 2}, {col::correlation, 2}});
    CHECK(ruleCsv(sample.open(), "cuda_memset_sync") ==
          "Duration (ns),Start (ns),Memory Kind,Bytes (MB),PID,Device ID,Context ID,Green Context ID,Stream ID,API Name\n"
          "5,20,Pinned,0.004,7,0,1,,7,cudaMemset_v3020\n");
}

TEST_CASE("Waits for device and stream are found, not those for an event", "[rules]")
{
    SampleReport sample;
    sample.api(7, 0, 10, "cudaStreamSynchronize_v3020", 1);
    sample.api(8, 20, 30, "cudaDeviceSynchronize_v3020", 2);
    sample.api(7, 60, 90, "cudaEventSynchronize_v3020", 3);
    CHECK(rowsOf(ruleCsv(sample.open(), "cuda_api_sync")) ==
          "30,20,7,8,cudaDeviceSynchronize_v3020\n10,0,7,7,cudaStreamSynchronize_v3020\n");
    CHECK(rowsOf(ruleCsv(sample.open(), "cuda_api_sync:thread=7")) == "10,0,7,7,cudaStreamSynchronize_v3020\n");
}

TEST_CASE("Gaps are spans in which nothing runs, with the context before them", "[rules]")
{
    SampleReport sample;
    constexpr std::int64_t kMs = 1000000;
    sample.kernel(0, 2 * kMs, "a");
    sample.kernel(1 * kMs, 4 * kMs, "b");  // until 5 ms
    sample.kernel(6 * kMs, 1 * kMs, "c");  // 1 ms idle before
    sample.kernel(20 * kMs, 1 * kMs, "d"); // 13 ms idle before
    CHECK(ruleCsv(sample.open(), "gpu_gaps:gap=1") ==
          "Row#,Duration (ns),Start (ns),PID,Device ID,Context ID\n1,13000000,7000000,7,0,1\n2,1000000,5000000,7,0,1\n");
    CHECK(rowsOf(ruleCsv(sample.open(), "gpu_gaps:gap=2")) == "1,13000000,7000000,7,0,1\n");
    CHECK(ruleCsv(sample.open(), "gpu_gaps").empty());
}

TEST_CASE("Chunks below the threshold are merged with neighbours", "[rules]")
{
    SampleReport sample;
    sample.kernel(0, 20, "a");  // chunks of 10: full, full
    sample.kernel(22, 1, "b");  // 10 %
    sample.kernel(33, 3, "c");  // 30 %
    sample.kernel(40, 10, "d"); // full
    sample.kernel(50, 5, "e");  // 50 %: not below
    sample.kernel(94, 6, "f");  // four empty chunks, then 60 %
    CHECK(ruleCsv(sample.open(), "gpu_time_util:chunks=10") ==
          "Row#,In-Use (%),Duration (ns),Start (ns),PID,Device ID,Context ID\n1,0.0,30,60,7,0,1\n2,20.0,20,20,7,0,1\n");
    CHECK(rowsOf(ruleCsv(sample.open(), "gpu_time_util:chunks=3:threshold=100")) == "1,45.0,100,0,7,0,1\n");
}

TEST_CASE("Work that overlaps adds up", "[rules]")
{
    SampleReport sample;
    sample.kernel(0, 100, "a");
    sample.kernel(0, 50, "b");
    CHECK(rowsOf(ruleCsv(sample.open(), "gpu_time_util:chunks=1:threshold=200")) == "1,150.0,100,0,7,0,1\n");
}

TEST_CASE("The span of a rule can be that of an NVTX range", "[rules]")
{
    SampleReport sample;
    sample.range(7, 15, 55, "step");
    sample.api(7, 0, 10, "cudaStreamSynchronize_v3020", 1);
    sample.api(7, 20, 30, "cudaDeviceSynchronize_v3020", 2);
    CHECK(rowsOf(ruleCsv(sample.open(), "cuda_api_sync:nvtx=step")) == "30,20,7,7,cudaDeviceSynchronize_v3020\n");
    CHECK_THROWS_AS(ruleCsv(sample.open(), "cuda_api_sync:nvtx=none"), Error);
}
