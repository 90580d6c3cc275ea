// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/error.h"
#include "tests/analysis/stats_sample.h"
#include "tests/support/catch.h"

using namespace pv::core;
using namespace pv::test;

TEST_CASE("cuda_api_sum keeps versions apart but shows them under one name, calls seen twice count twice", "[stats]")
{
    SampleReport sample;
    sample.api(7, 0, 100, "cudaLaunchKernel_v7000", 1);
    sample.api(7, 200, 300, "cudaLaunchKernel_v7000", 2);
    sample.api(7, 199, 302, "cudaLaunchKernel", 2, EventKind::apiBacktrace);
    sample.api(8, 0, 1, "cudaGraphLaunch_v10000", 3);
    sample.api(8, 5, 1, "cuGetProcAddress_v2", 4);
    CHECK(statsCsv(sample.open(), "cuda_api_sum") ==
          "Time (%),Total Time (ns),Num Calls,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n"
          "56.8,400,2,200.0,200.0,100,300,141.4,cudaLaunchKernel\n"
          "42.9,302,1,302.0,302.0,302,302,0.0,cudaLaunchKernel\n"
          "0.1,1,1,1.0,1.0,1,1,0.0,cuGetProcAddress_v2\n"
          "0.1,1,1,1.0,1.0,1,1,0.0,cudaGraphLaunch_v10000\n");
    CHECK(rowsOf(statsCsv(sample.open(), "cuda_api_gpu_sum"))
              .starts_with("99.7,702,3,234.0,300.0,100,302,116.1,CUDA_API,cudaLaunchKernel\n"));
    CHECK(statsCsv(sample.open(), "cudaapisum") == statsCsv(sample.open(), "cuda_api_sum"));
}

TEST_CASE("A report without the data gives no rows and no header", "[stats]")
{
    SampleReport sample;
    sample.api(7, 0, 100, "cudaFree_v3020", 1);
    for (const StatsReport& report : statsReports()) {
        if (report.function != cudaApiSum && report.function != cudaApiTrace && report.function != cudaApiGpuSum) {
            INFO(report.name);
            CHECK(statsCsv(sample.open(), report.name).empty());
        }
    }
    for (const Rule& rule : rules()) {
        INFO(rule.name);
        CHECK(ruleCsv(sample.open(), rule.name).empty());
    }
}

TEST_CASE("Unknown reports and variants are refused with those that exist", "[stats]")
{
    CHECK_THROWS_WITH(parseStatsRequest("cuda_gpu_kern"), Catch::Matchers::Contains("cuda_gpu_kern_sum"));
    CHECK_THROWS_WITH(parseStatsRequest("cuda_gpu_kern_sum:short"), Catch::Matchers::Contains("base, mangled, nvtx-name"));
    CHECK_THROWS_AS(parseStatsRequest("osrt_sum:base"), Error);
    CHECK(parseStatsRequest("gpukernsum:base").variant.kernelName == KernelName::base);
    CHECK(parseStatsRequest("cuda_gpu_kern_sum:nvtx-name:mangled").variant.nvtxName);
    CHECK(parseStatsRequest("um_sum:rows=-1").variant.rows == -1);
    CHECK_THROWS_AS(parseStatsRequest("um_sum:rows=x"), Error);
    CHECK_THROWS_WITH(parseRuleRequest("gpu_gap"), Catch::Matchers::Contains("gpu_gaps"));
    CHECK_THROWS_WITH(parseRuleRequest("gpu_gaps:chunks=3"), Catch::Matchers::Contains("gap"));
    CHECK_THROWS_AS(parseRuleRequest("gpu_time_util:chunks=0"), Error);
    CHECK(parseRuleRequest("gpu_gaps:gap=1:rows=5").options.rows == 5);
}

TEST_CASE("Kernels are named in the variant asked for, and by their name where they have no other", "[stats]")
{
    SampleReport sample;
    sample.event(LaneKind::stream, EventKind::kernel, kNull, 0,
                 {{col::start, 0},
                  {col::duration, 10},
                  {col::name, sample.id("f<int>(int)")},
                  {col::shortName, sample.id("f")},
                  {col::mangledName, sample.id("_Z1fi")}});
    sample.kernel(20, 5, "triton_kernel");
    const Report& report = sample.open();
    CHECK(rowsOf(statsCsv(report, "cuda_gpu_kern_sum")) ==
          "66.7,10,1,10.0,10.0,10,10,0.0,f<int>(int)\n33.3,5,1,5.0,5.0,5,5,0.0,triton_kernel\n");
    CHECK(rowsOf(statsCsv(report, "cuda_gpu_kern_sum:base")) ==
          "66.7,10,1,10.0,10.0,10,10,0.0,f\n33.3,5,1,5.0,5.0,5,5,0.0,triton_kernel\n");
    CHECK(rowsOf(statsCsv(report, "cuda_gpu_kern_sum:mangled")) ==
          "66.7,10,1,10.0,10.0,10,10,0.0,_Z1fi\n33.3,5,1,5.0,5.0,5,5,0.0,triton_kernel\n");
}

TEST_CASE("Queue time is counted where positive, total ends with the later of call and kernel", "[stats]")
{
    SampleReport sample;
    sample.api(7, 100, 50, "cudaLaunchKernel_v7000", 1);
    sample.kernel(170, 30, "k", 1);
    sample.api(7, 300, 100, "cudaLaunchKernel_v7000", 2);
    sample.kernel(320, 10, "k", 2);
    sample.kernel(900, 10, "orphan", 99); // its launch was not recorded
    sample.kernel(950, 10, "k", 1, 8);    // same correlation id, another process
    CHECK(rowsOf(statsCsv(sample.open(), "cuda_kern_exec_trace")) ==
          "100,50,150,20,170,30,100,7,7,0,cudaLaunchKernel,   8    1    1,  32    1    1,k\n"
          "300,100,,,320,10,100,7,7,0,cudaLaunchKernel,   8    1    1,  32    1    1,k\n");
    CHECK(rowsOf(statsCsv(sample.open(), "cuda_kern_exec_sum")) ==
          "7,7,0,2,1,100.0,100.0,100,100,0.0,75.0,75.0,50,100,35.4,20.0,20.0,20,20,0.0,20.0,20.0,10,30,14.1,cudaLaunchKernel,k\n");
}

TEST_CASE("A phase that never happens is empty but for its deviation", "[stats]")
{
    SampleReport sample;
    sample.api(7, 300, 100, "cudaLaunchKernel_v7000", 2);
    sample.kernel(320, 10, "k", 2);
    CHECK(rowsOf(statsCsv(sample.open(), "cuda_kern_exec_sum")) ==
          "7,7,0,1,0,100.0,100.0,100,100,0.0,100.0,100.0,100,100,0.0,,,,,0.0,10.0,10.0,10,10,0.0,cudaLaunchKernel,k\n");
}

TEST_CASE("Memory operations are summed by direction, sizes in millions of bytes", "[stats]")
{
    SampleReport sample;
    sample.copy(0, 100, 1000000, 1, 0, 2);
    sample.copy(200, 300, 2500000, 1, 1, 2);
    sample.copy(600, 50, 500, 2, 2, 1);
    const Report& report = sample.open();
    CHECK(
        rowsOf(statsCsv(report, "cuda_gpu_mem_time_sum")) ==
        "88.9,400,2,200.0,200.0,100,300,141.4,[CUDA memcpy Host-to-Device]\n11.1,50,1,50.0,50.0,50,50,0.0,[CUDA memcpy Device-to-Host]\n");
    CHECK(rowsOf(statsCsv(report, "cuda_gpu_mem_size_sum")) ==
          "3.500,2,1.750,1.750,1.000,2.500,1.061,[CUDA memcpy Host-to-Device]\n0.001,1,0.001,0.001,0.001,0.001,0.000,[CUDA memcpy "
          "Device-to-Host]\n");
    CHECK(rowsOf(statsCsv(report, "cuda_gpu_trace"))
              .starts_with("0,100,,,,,,,,,,,1.000,10000000.000,Pageable,Device,(0),1,,7,[CUDA memcpy Host-to-Device]\n"));
}

TEST_CASE("um_sum joins faults by address and orders by throughput", "[stats]")
{
    SampleReport sample;
    const auto migrate = [&](TimeNs at, std::int64_t duration, std::int64_t bytes, std::int64_t kind, std::int64_t address) {
        sample.event(LaneKind::stream, EventKind::memcpy, kNull, 0,
                     {{col::start, at}, {col::duration, duration}, {col::bytes, bytes}, {col::copyKind, kind}, {col::address, address}});
    };
    migrate(0, 1000, 4096, 11, 0xA000);
    migrate(2000, 3000, 8192, 12, 0xA000);
    migrate(6000, 1000, 65536, 11, 0xB000);
    sample.event(LaneKind::pageFault, EventKind::pageFault, kNull, 0,
                 {{col::start, 10}, {col::duration, 5}, {col::address, 0xA000}, {col::faultCount, 12}});
    sample.event(LaneKind::pageFault, EventKind::pageFault, kNull, kNull,
                 {{col::start, 20}, {col::duration, 0}, {col::address, 0xA000}, {col::name, sample.id("main")}});
    const Report& report = sample.open();
    CHECK(rowsOf(statsCsv(report, "um_sum")) == "0xB000,0.066,,,,65536.000\n0xA000,0.004,0.008,1,12,3072.000\n");
    CHECK(rowsOf(statsCsv(report, "um_sum:rows=1")) == "0xB000,0.066,,,,65536.000\n");
    CHECK(rowsOf(statsCsv(report, "um_total_sum")) == "0.070,0.008,1,12,0xA000,0xB000\n");
    CHECK(rowsOf(statsCsv(report, "um_cpu_page_faults_sum")) == "1,main,,\n");
}

TEST_CASE("OS runtime sums leave out the begin and end marks of threads", "[stats]")
{
    SampleReport sample;
    const ColumnId eventClass = sample.writer().column("event_class");
    sample.event(LaneKind::osrt, EventKind::osrtCall, 7, kNull,
                 {{col::start, 0}, {col::duration, 10}, {col::name, sample.id("poll")}, {eventClass, kNull}});
    sample.event(LaneKind::osrt, EventKind::osrtCall, 7, kNull,
                 {{col::start, 20}, {col::duration, 0}, {col::name, sample.id("[Unknown]")}, {eventClass, 31}});
    CHECK(rowsOf(statsCsv(sample.open(), "osrt_sum")) == "100.0,10,1,10.0,10.0,10,10,0.0,poll\n");
}

TEST_CASE("Traces are in order of start over all lanes, whatever the spans they are read in", "[stats]")
{
    SampleReport sample;
    for (int i = 0; i < 3000; ++i) {
        sample.api(7 + i % 5, (i * 7919) % 100003, 3, "cudaFree_v3020", i);
    }
    const std::string rows = rowsOf(statsCsv(sample.open(), "cuda_api_trace"));
    std::int64_t last = -1;
    int count = 0;
    for (std::size_t at = 0; at < rows.size(); at = rows.find('\n', at) + 1) {
        const std::int64_t start = std::stoll(rows.substr(at));
        CHECK(start >= last);
        last = start;
        ++count;
    }
    CHECK(count == 3000);
}

TEST_CASE("A stop is honoured", "[stats]")
{
    SampleReport sample;
    sample.api(7, 0, 100, "cudaLaunchKernel_v7000", 1);
    sample.kernel(170, 30, "k", 1);
    std::stop_source stop;
    stop.request_stop();
    Progress progress;
    progress.stop = stop.get_token();
    CsvSink sink;
    CHECK_THROWS_AS(cudaKernExecTrace({sample.open(), {}, {}, progress}, sink), Cancelled);
}
