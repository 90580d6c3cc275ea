// SPDX-License-Identifier: GPL-3.0-or-later
// Traces of the PyTorch profiler: what each category becomes.
#include "tests/import/chrome_support.h"

#include <algorithm>

#include <fmt/format.h>

using namespace pv::core;
using namespace pv::test;

namespace {
// A complete event of a category, with arguments.
std::string X(std::string_view name, std::string_view cat, std::string_view pid, std::string_view tid, double ts, double dur,
              std::string_view args = "{}")
{
    return fmt::format(R"({{"ph":"X","cat":"{}","name":"{}","pid":{},"tid":{},"ts":{},"dur":{},"args":{}}})", cat, name, pid, tid, ts, dur,
                       args);
}
std::string joined(const std::vector<std::string>& events)
{
    std::string all;
    for (const std::string& e : events) {
        all += (all.empty() ? "" : ",") + e;
    }
    return all;
}
} // namespace

TEST_CASE("chrome kineto: GPU work lies in stream lanes of its device, with typed columns", "[chrome]")
{
    const ImportedTrace t = importEvents(joined({
        X("cudaLaunchKernel", "cuda_runtime", "1145", "1145", 10, 5, R"({"External id":7,"cbid":211,"correlation":106})"),
        X("void at::native::vectorized_elementwise_kernel<4, F<float>, std::array<char*, 2ul> >(int, F<float>, std::array<char*, 2ul>)",
          "kernel", "0", "7", 20.5, 3.25,
          R"({"External id":7,"queued":0,"device":0,"context":1,"stream":7,"correlation":106,"registers per thread":32,"shared memory":1024,"blocks per SM":1.5,"grid":[5,6,7],"block":[128,2,1],"graph node id":42,"est. achieved occupancy %":88})"),
        X("Memcpy HtoD (Pinned -> Device)", "gpu_memcpy", "0", "7", 30, 2,
          R"({"device":0,"context":1,"stream":7,"correlation":107,"bytes":4096})"),
        X("Memset (Device)", "gpu_memset", "0", "20", 40, 2, R"({"device":0,"context":1,"stream":20,"correlation":108,"bytes":16})"),
        X("cuLaunchKernelEx", "cuda_driver", "1145", "1145", 16, 1, R"({"correlation":109})"),
        X("step", "gpu_user_annotation", "0", "7", 20, 30, R"({"External id":3})"),
        R"({"ph":"M","name":"thread_name","pid":0,"tid":7,"ts":0,"args":{"name":"stream 7 "}})",
        R"({"ph":"M","name":"process_name","pid":0,"ts":0,"args":{"name":"python3"}})",
        R"({"ph":"M","name":"process_labels","pid":0,"ts":0,"args":{"labels":"GPU 0"}})",
        R"({"ph":"M","name":"process_name","pid":1145,"ts":0,"args":{"name":"python3"}})",
        R"({"ph":"M","name":"process_labels","pid":1145,"ts":0,"args":{"labels":"CPU"}})",
        R"({"ph":"M","name":"process_name","pid":5,"ts":0,"args":{"name":"python3"}})",
        R"({"ph":"M","name":"process_labels","pid":5,"ts":0,"args":{"labels":"GPU 5"}})",
    }));
    REQUIRE(t.count(EventKind::kernel) == 1);
    const std::string kernelName = t.names(EventKind::kernel)[0];
    const TraceEvent& k = t[kernelName];
    CHECK(k.start == 20'500);
    CHECK(k.dur == 3'250);
    CHECK(k.correlation == 106);
    CHECK(k.lane.kind == LaneKind::stream);
    CHECK(k.lane.name == "Stream 7");
    CHECK(k.lane.device == 0);
    CHECK(k.lane.stream == 7);
    CHECK(k.lane.pid == 1145); // of the process that launched it
    CHECK(k.lane.rows == RowPolicy::packed);
    CHECK(t.parent(k.lane).kind == LaneKind::gpu);
    CHECK(k.texts.at("short_name") == "vectorized_elementwise_kernel");
    for (const auto& [column, value] : std::map<std::string, std::int64_t>{{"grid_x", 5},
                                                                           {"grid_y", 6},
                                                                           {"grid_z", 7},
                                                                           {"block_x", 128},
                                                                           {"block_y", 2},
                                                                           {"block_z", 1},
                                                                           {"registers", 32},
                                                                           {"shared_memory", 1024},
                                                                           {"context", 1},
                                                                           {"external_id", 7},
                                                                           {"graph_node_id", 42}}) {
        INFO(column);
        CHECK(k.columns.at(column) == value);
    }
    CHECK(k.args.find("\"est. achieved occupancy %\":88") != std::string::npos);

    const TraceEvent& copy = t["Memcpy HtoD (Pinned -> Device)"];
    CHECK(copy.kind == EventKind::memcpy);
    CHECK(copy.columns.at("bytes") == 4096);
    CHECK(copy.columns.at("copy_kind") == 1);
    CHECK(copy.columns.at("src_kind") == 1);
    CHECK(copy.columns.at("dst_kind") == 2);
    CHECK(t["Memset (Device)"].kind == EventKind::memset);
    CHECK(t["Memset (Device)"].lane.stream == 20);
    CHECK(t["Memset (Device)"].columns.at("mem_kind") == 2);

    CHECK(t["cudaLaunchKernel"].kind == EventKind::apiCall);
    CHECK(t["cudaLaunchKernel"].columns.at("api") == 0);
    CHECK(t["cudaLaunchKernel"].lane.kind == LaneKind::api);
    CHECK(t["cuLaunchKernelEx"].columns.at("api") == 1);
    CHECK(t.linksFrom("cudaLaunchKernel") == std::vector<std::string>{"cudaLaunchKernel->" + kernelName});

    CHECK(t["step"].kind == EventKind::nvtxRange); // not counted as GPU work
    CHECK(t["step"].lane.kind == LaneKind::nvtx);
    CHECK(t["step"].lane.name == "annotations");
    CHECK(t.parent(t["step"].lane).kind == LaneKind::gpu);

    // Processes that only stand for a GPU are none.
    REQUIRE(t.report().processes().size() == 1);
    CHECK(t.report().processes()[0].pid == 1145);
    CHECK(t.lanes(LaneKind::gpu).size() == 1);
}

TEST_CASE("chrome kineto: operators, annotations, Python and memory", "[chrome]")
{
    const ImportedTrace t = importEvents(joined({
        X("aten::mm", "cpu_op", "9", "9", 10, 50,
          R"({"External id":148,"Sequence number":3,"Input Dims":[[64, 256], [256, 10]],"Input type":["float","float"],"Ev Idx":1})"),
        X("ProfilerStep#7", "user_annotation", "9", "9", 5, 100, R"({"External id":1})"),
        X("threading.py(1030): _bootstrap", "python_function", "9", "9", 1, 200, R"({"Python id":1})"),
        X("PyTorch Profiler (0)", "Trace", "\"Spans\"", "\"PyTorch Profiler\"", 0, 300, R"({"Op count":0})"),
        R"({"name":"Iteration Start: PyTorch Profiler","ph":"i","s":"g","pid":"Traces","tid":"Trace PyTorch Profiler","ts":2})",
        R"({"name":"Record Window End","ph":"i","s":"g","pid":"","tid":"","ts":290})",
        R"({"ph":"i","cat":"cpu_instant_event","s":"t","name":"[memory]","pid":9,"tid":9,"ts":12,"args":{"Total Reserved":1000,"Total Allocated":512,"Bytes":512,"Device Id":0,"Device Type":1,"Addr":139871}})",
        R"({"ph":"i","cat":"cpu_instant_event","s":"t","name":"[memory]","pid":9,"tid":9,"ts":14,"args":{"Total Reserved":1000,"Total Allocated":0,"Bytes":-512,"Device Id":0,"Device Type":1,"Addr":139871}})",
        R"({"ph":"i","s":"t","name":"[memory]","pid":9,"tid":9,"ts":16,"args":{"Device Type":0,"Device Id":-1,"Bytes":-602112}})",
        X("Activity Buffer Request", "overhead", "-1", "0", 3, 4),
    }));
    const TraceEvent& op = t["aten::mm"];
    CHECK(op.kind == EventKind::op);
    CHECK(op.lane.kind == LaneKind::op);
    CHECK(op.texts.at("shapes") == "[[64,256],[256,10]]");
    CHECK(op.columns.at("sequence") == 3);
    CHECK(op.columns.at("external_id") == 148);
    CHECK(op.args ==
          R"({"External id":148,"Sequence number":3,"Input Dims":[[64,256],[256,10]],"Input type":["float","float"],"Ev Idx":1})");
    CHECK(t["ProfilerStep#7"].kind == EventKind::nvtxRange);
    CHECK(t["ProfilerStep#7"].lane.kind == LaneKind::nvtx);
    CHECK(t["ProfilerStep#7"].lane.tid == 9);
    CHECK(t["threading.py(1030): _bootstrap"].kind == EventKind::slice);
    CHECK(t["threading.py(1030): _bootstrap"].lane.name == "Python");
    CHECK(t.parent(op.lane).id == t.parent(t["ProfilerStep#7"].lane).id);
    CHECK(t.parent(op.lane).kind == LaneKind::thread);
    CHECK(t["PyTorch Profiler (0)"].kind == EventKind::slice);
    CHECK(t["Iteration Start: PyTorch Profiler"].kind == EventKind::mark);
    CHECK(t["Record Window End"].kind == EventKind::mark);
    CHECK(t["Activity Buffer Request"].kind == EventKind::overhead);

    REQUIRE(t.count(EventKind::memoryUsage) == 3);
    const auto memory = t.all("[memory]");
    std::vector<std::int64_t> operations;
    for (const TraceEvent* m : memory) {
        operations.push_back(m->columns.at("operation"));
        CHECK(m->lane.kind == LaneKind::memory);
        CHECK(m->columns.at("bytes") > 0);
    }
    CHECK(std::count(operations.begin(), operations.end(), 1) == 2);
    std::size_t counters = 0;
    for (const Lane& lane : t.lanes(LaneKind::counter)) {
        if (lane.device == 0) {
            ++counters;
            CHECK(lane.eventCount == 2);
            CHECK(lane.unit == "bytes");
        }
    }
    CHECK(counters == 2); // allocated and reserved
    CHECK(t.meta("producer") == "PyTorch profiler (Kineto)");
}

TEST_CASE("chrome kineto: launch arrows follow from correlation ids; gradient arrows are stored", "[chrome]")
{
    const auto flow = [](char ph, std::string_view cat, int id, int pid, int tid, double ts) {
        return fmt::format(R"({{"ph":"{}","id":{},"pid":{},"tid":{},"ts":{},"cat":"{}","name":"{}"{}}})", ph, id, pid, tid, ts, cat, cat,
                           ph == 'f' ? R"(,"bp":"e")" : "");
    };
    const ImportedTrace t = importEvents(joined({
        X("aten::mm", "cpu_op", "9", "9", 5, 30),
        X("cudaLaunchKernel", "cuda_runtime", "9", "9", 10, 5, R"({"correlation":1})"),
        flow('s', "ac2g", 1, 9, 9, 10),
        X("k", "kernel", "0", "7", 20, 5, R"({"device":0,"stream":7,"correlation":1})"),
        flow('f', "ac2g", 1, 0, 7, 20),
        X("MmBackward", "cpu_op", "9", "10", 50, 5),
        flow('s', "fwdbwd", 1, 9, 9, 6),
        flow('f', "fwdbwd", 1, 9, 10, 51),
    }));
    CHECK(t.allLinks() == std::vector<std::string>{"aten::mm->MmBackward"});
    std::string_view kind;
    t.report().forEachStoredLink([&](const Link& link) {
        kind = link.kind;
        return true;
    });
    CHECK(kind == "fwd_bwd");
    CHECK(t.linksFrom("cudaLaunchKernel") == std::vector<std::string>{"cudaLaunchKernel->k"});
    CHECK(t.meta("launch_flows") == "2");
}

TEST_CASE("chrome kineto: launch arrows are kept where there are no correlation ids", "[chrome]")
{
    const ImportedTrace t = importEvents(joined({
        X("launch", "cuda_runtime", "9", "9", 10, 5),
        R"({"ph":"s","id":1,"pid":9,"tid":9,"ts":10,"cat":"ac2g","name":"ac2g"})",
        X("k", "kernel", "0", "7", 20, 5),
        R"({"ph":"f","id":1,"pid":0,"tid":7,"ts":20,"cat":"ac2g","name":"ac2g","bp":"e"})",
    }));
    CHECK(t.allLinks() == std::vector<std::string>{"launch->k"});
}

TEST_CASE("chrome kineto: one launch, many kernels", "[chrome]")
{
    std::vector<std::string> events = {X("cudaGraphLaunch", "cuda_runtime", "9", "9", 1, 5, R"({"correlation":9})")};
    for (int i = 0; i < 3; ++i) {
        events.push_back(X("k" + std::to_string(i), "kernel", "0", "7", 10 + i * 10, 10,
                           fmt::format(R"({{"device":0,"stream":7,"correlation":9,"graph node id":{}}})", i + 1)));
    }
    const ImportedTrace t = importEvents(joined(events));
    CHECK(t.linksFrom("cudaGraphLaunch").size() == 3);
    CHECK(t.count(EventKind::apiCall) == 1);
    CHECK(t["cudaGraphLaunch"].dur == 5'000);
}

TEST_CASE("chrome kineto: AMD traces and the oldest spelling", "[chrome]")
{
    const ImportedTrace t = importEvents(joined({
        X("hipLaunchKernel", "cuda_runtime", "44", "44", 10, 5, R"({"correlation":1,"grid":[8,1,1]})"),
        X("k", "kernel", "2", "0", 20, 5,
          R"({"device":2,"stream":0,"correlation":1,"kind":"Dispatch Kernel","grid":[8,1,1],"block":[256,1,1]})"),
        X("CopyDeviceToDevice", "gpu_memcpy", "2", "0", 30, 5, R"({"device":2,"stream":0,"correlation":2,"kind":"DtoD","bytes":256})"),
    }));
    CHECK(t["hipLaunchKernel"].columns.at("api") == 2);
    CHECK(t["hipLaunchKernel"].lane.name == "HIP API");
    CHECK(t["k"].lane.device == 2);
    CHECK(t["k"].lane.stream == 0);
    CHECK(t["CopyDeviceToDevice"].columns.at("copy_kind") == 8);
    CHECK(t.linksFrom("hipLaunchKernel") == std::vector<std::string>{"hipLaunchKernel->k"});

    const ImportedTrace old = importEvents(joined({
        X("aten::add", "Operator", "25738", "\"25738\"", 1, 30, R"({"Device":25738,"External id":5,"Input dims":[[3]]})"),
        X("cudaLaunchKernel", "Runtime", "25738", "\"25738\"", 2, 5, R"({"cbid":211,"correlation":160663,"external id":5})"),
        X("k", "Kernel", "0", "\"stream 7\"", 10, 5, R"({"correlation":160663,"external id":5})"),
        X("Memset (Device)", "Memset", "0", "\"stream 7\"", 20, 5, R"({"bytes":4})"),
        X("Memcpy DtoH (Device -> Pageable)", "Memcpy", "0", "\"stream 7\"", 30, 5, R"({"bytes":4})"),
    }));
    CHECK(old["aten::add"].kind == EventKind::op);
    CHECK(old["k"].kind == EventKind::kernel);
    CHECK(old["k"].lane.stream == 7);
    CHECK(old["k"].lane.device == 0);
    CHECK(old["k"].columns.at("external_id") == 5);
    CHECK(old["Memcpy DtoH (Device -> Pageable)"].columns.at("copy_kind") == 2);
    CHECK(old.linksFrom("cudaLaunchKernel") == std::vector<std::string>{"cudaLaunchKernel->k"});
}

TEST_CASE("chrome kineto: lanes are in order: processes, then GPUs by number, streams by number", "[chrome]")
{
    std::vector<std::string> events;
    for (const int device : {1, 0}) {
        for (const int stream : {20, 7, 100}) {
            events.push_back(X("k", "kernel", std::to_string(device), std::to_string(stream), 10, 5,
                               fmt::format(R"({{"device":{},"stream":{}}})", device, stream)));
        }
    }
    events.push_back(X("op", "cpu_op", "500", "500", 1, 2));
    const ImportedTrace t = importEvents(joined(events));
    std::vector<std::string> roots;
    for (const LaneId id : t.report().children(kNoLane)) {
        const Lane& lane = t.report().lanes()[id.value];
        if (lane.kind == LaneKind::process || lane.kind == LaneKind::gpu) {
            roots.push_back(lane.name);
        }
        if (lane.name == "GPU 0") {
            std::vector<std::int64_t> streams;
            for (const LaneId child : t.report().children(id)) {
                streams.push_back(t.report().lanes()[child.value].stream);
            }
            CHECK(streams == std::vector<std::int64_t>{7, 20, 100});
        }
    }
    CHECK(roots == std::vector<std::string>{"Process 500", "GPU 0", "GPU 1"});
}
