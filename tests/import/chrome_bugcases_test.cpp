// SPDX-License-Identifier: GPL-3.0-or-later
// Faults that people met in other viewers of this format, as inputs with the right answer.
#include "tests/import/chrome_support.h"

#include <algorithm>

#include <fmt/format.h>

using namespace pv::core;
using namespace pv::test;

namespace {
std::int64_t busyNs(const Report& report, LaneId lane)
{
    std::int64_t busy = 0;
    report.forEachBusy(lane, kAllTime, [&](TimeRange r, GpuState) {
        busy += r.durationNs();
        return true;
    });
    return busy;
}
} // namespace

TEST_CASE("chrome case: two kernels that overlap on one stream are both there", "[chrome]")
{
    const ImportedTrace t = importEvents(
        R"({"ph":"X","cat":"kernel","name":"A","pid":0,"tid":7,"ts":3,"dur":3.776},{"ph":"X","cat":"kernel","name":"B","pid":0,"tid":7,"ts":5,"dur":2})");
    CHECK(t.count(EventKind::kernel) == 2);
    CHECK(t["A"].dur + t["B"].dur == 5'776);
    CHECK(t["A"].lane.id == t["B"].lane.id);
    CHECK(t["A"].row == 0);
    CHECK(t["B"].row == 1);
    CHECK(busyNs(t.report(), t["A"].lane.id) == 4'000);
    CHECK(t.warning("json.overlap.stream") == 1);

    const ImportedTrace four = importEvents(R"(
        {"ph":"X","name":"sleep0","pid":0,"tid":0,"ts":3333468,"dur":1916208},{"ph":"X","name":"sleep1","pid":0,"tid":0,"ts":3334086,"dur":1916866},
        {"ph":"X","name":"sleep2","pid":0,"tid":0,"ts":5249691,"dur":1576710},{"ph":"X","name":"sleep3","pid":0,"tid":0,"ts":5250957,"dur":1576499})");
    CHECK(four.names(EventKind::slice) == std::vector<std::string>{"sleep0", "sleep1", "sleep2", "sleep3"});
    CHECK(four["sleep1"].start == 3'334'086'000);
    CHECK(four["sleep3"].dur == 1'576'499'000);
}

TEST_CASE("chrome case: names with control characters, newlines, quotes and backslashes", "[chrome]")
{
    const std::string before = R"({"ph":"X","name":"one","ts":1,"dur":1},)";
    const std::string after = R"(,{"ph":"X","name":"three","ts":3,"dur":1})";
    const auto middle = [&](std::string_view name) {
        return "[" + before + fmt::format("{{\"ph\":\"X\",\"name\":\"{}\",\"ts\":2,\"dur\":1}}", name) + after + "]";
    };
    const ImportedTrace a(middle("\x01|||S(1): <module>"));
    CHECK(a.events().size() == 3);
    const ImportedTrace c(middle("torch\\cuda\\__init__.py(219): _lazy_init"));
    CHECK(c.events().size() == 3);
    CHECK(c.has("torch\\cuda\\__init__.py(219): _lazy_init"));
    for (const std::string_view name : {"_test_lib_impl = torch.library.Library(\"_inductor_test\", \"IMPL\")\n(1): <module>",
                                        "{\"device\": \"cpu\", \"dtype\": \"float32\"}(12): run"}) {
        const ImportedTrace t(middle(name));
        CHECK(t.names(EventKind::slice) == std::vector<std::string>{"one", "three"});
        CHECK(t.warning("json.event.malformed") == 1);
        CHECK(t.warningText("json.event.malformed").find(fmt::format("byte {}", before.size() + 1)) != std::string::npos);
    }
}

TEST_CASE("chrome case: 40 graph launches and 41,960 kernels that share their correlation ids", "[chrome]")
{
    std::string events;
    for (int launch = 0; launch < 40; ++launch) {
        events += fmt::format(
            R"({}{{"ph":"X","cat":"cuda_runtime","name":"hipGraphLaunch","pid":9,"tid":9,"ts":{},"dur":5,"args":{{"correlation":{}}}}})",
            launch == 0 ? "" : ",", launch * 20000, launch + 1);
        for (int k = 0; k < 1049; ++k) {
            events += fmt::format(
                R"(,{{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":0,"ts":{},"dur":8,"args":{{"device":0,"stream":0,"correlation":{}}}}})",
                launch * 20000 + 10 + k * 10, launch + 1);
        }
    }
    const ImportedTrace t = importEvents(events);
    CHECK(t.count(EventKind::kernel) == 41960);
    CHECK(t.count(EventKind::apiCall) == 40);
    CHECK(t.report().linked(t["hipGraphLaunch"].id).size() == 1049);
}

TEST_CASE("chrome case: ranks in one file that use the same correlation ids", "[chrome]")
{
    const ImportedTrace t = importEvents(R"(
        {"ph":"X","cat":"cuda_runtime","name":"launch0","pid":100,"tid":100,"ts":10,"dur":5,"args":{"correlation":1}},
        {"ph":"X","cat":"kernel","name":"kA","pid":0,"tid":7,"ts":20,"dur":5,"args":{"correlation":1}},
        {"ph":"X","cat":"cuda_runtime","name":"launch1","pid":200,"tid":200,"ts":1000,"dur":5,"args":{"correlation":1}},
        {"ph":"X","cat":"kernel","name":"kB","pid":1,"tid":7,"ts":1010,"dur":5,"args":{"correlation":1}},
        {"ph":"s","cat":"ac2g","name":"ac2g","id":1,"pid":100,"tid":100,"ts":10},{"ph":"f","bp":"e","cat":"ac2g","name":"ac2g","id":1,"pid":0,"tid":7,"ts":20},
        {"ph":"s","cat":"ac2g","name":"ac2g","id":1,"pid":200,"tid":200,"ts":1000},{"ph":"f","bp":"e","cat":"ac2g","name":"ac2g","id":1,"pid":1,"tid":7,"ts":1010})");
    CHECK(t.linksFrom("launch0") == std::vector<std::string>{"launch0->kA"});
    CHECK(t.linksFrom("launch1") == std::vector<std::string>{"launch1->kB"});
    CHECK(t["kA"].lane.pid == 100);
    CHECK(t["kB"].lane.pid == 200);
}

TEST_CASE("chrome case: events without a usable time do not stretch the axis", "[chrome]")
{
    const ImportedTrace t(R"([
        {"ph":"X","cat":"Kernel","name":"volta_sgemm_64x64_nt","pid":0,"tid":"stream 7","ts":0,"dur":0,"args":{"correlation":106123}},
        {"ph":"X","cat":"Runtime","name":"cudaLaunchKernel","pid":29463,"tid":"3239786240","ts":1615207264505000,"dur":6,"args":{"correlation":106123}},
        {"ph":"X","cat":"Operator","name":"op","pid":29463,"tid":"3239786240","ts":1615207264504990,"dur":60}])");
    CHECK((t["volta_sgemm_64x64_nt"].flags & kFlagInvalidTime) != 0);
    CHECK(t["op"].start == 0);
    CHECK(t.report().range() == TimeRange{0, 60'000});
    CHECK(t.warning("json.gpu.no_time") == 1);
    CHECK(t.linksFrom("cudaLaunchKernel") == std::vector<std::string>{"cudaLaunchKernel->volta_sgemm_64x64_nt"});

    const ImportedTrace async(
        R"([{"ph":"n","name":"far","cat":"c","id":1,"pid":1,"tid":1,"ts":-1461972216707720},{"ph":"X","name":"a","pid":1,"tid":1,"ts":87000000,"dur":5},
        {"ph":"X","name":"b","pid":1,"tid":1,"ts":87000010,"dur":5}])");
    CHECK(async.has("far"));
    CHECK((async["far"].flags & kFlagInvalidTime) != 0);
    CHECK(async.report().range() == TimeRange{0, 15'000});
    CHECK(async.warning("json.event.invalid_time") == 1);
}

TEST_CASE("chrome case: thread ids beyond 32 bits and beyond 2^53 are threads of their own", "[chrome]")
{
    const ImportedTrace t(R"({"traceEvents":[{"ph":"i","s":"g","name":"zero","ts":0},
        {"ph":"M","name":"thread_name","pid":7168000000,"tid":140589156634432,"args":{"name":"MainThread"}},
        {"ph":"M","name":"thread_name","pid":7168000000,"tid":140588800255680,"args":{"name":"SomeOtherThread"}},
        {"ph":"X","name":"w1","pid":7168000000,"tid":140589156634432,"ts":55.303,"dur":3000.602},
        {"ph":"X","name":"w2","pid":7168000000,"tid":140588800255680,"ts":50.399,"dur":3122.675},
        {"ph":"X","name":"w3","pid":7168000000,"tid":140593451601728,"ts":50.399,"dur":1},
        {"ph":"X","name":"w4","pid":7168000000,"tid":9007199254740993,"ts":50.399,"dur":1},
        {"ph":"X","name":"w5","pid":7168000000,"tid":"140589156634432","ts":5000,"dur":1},]})");
    CHECK(t["w1"].lane.name == "MainThread (140589156634432)");
    CHECK(t["w2"].lane.name == "SomeOtherThread (140588800255680)");
    CHECK(t["w3"].lane.tid == 140593451601728);
    CHECK(t["w4"].lane.tid == 9007199254740993);
    CHECK(t["w5"].lane.id == t["w1"].lane.id);
    CHECK(t["w1"].start == 55'303);
    CHECK(t["w1"].dur == 3'000'602);
    CHECK(t["w1"].lane.pid == 7168000000);
}

TEST_CASE("chrome case: files of killed runs", "[chrome]")
{
    const std::string event = R"({"name":"typecheck","ph":"X","ts":4619295550.000,"dur":8000.000,"pid":306339,"tid":3})";
    const ImportedTrace t("[" + event + ",");
    CHECK(t["typecheck"].dur == 8'000'000);
    CHECK(t.warning("json.truncated") == 1);
    for (const std::string_view tail :
         {R"({"name":"cut in a str)", R"({"name":"cut \u12)", R"({"name":"cut \)", R"({"name")", R"({"ts":12)"}) {
        const ImportedTrace cut("[" + event + "," + std::string(tail));
        CHECK(cut.events().size() == 1);
        CHECK(cut.warning("json.truncated") == 1);
    }
    const std::string packed = gzipped("[" + event + "," + event + "," + event);
    const ImportedTrace gz(packed.substr(0, packed.size() - 12), "t.json.gz");
    CHECK(gz.events().size() >= 1);
    CHECK(gz.warning("source.gzip.truncated") == 1);
    const ImportedTrace bracket("[");
    CHECK(bracket.events().empty());
    CHECK(bracket.warning("json.truncated") == 1);
    CHECK(importError("").find("it is not JSON") != std::string::npos);
}

TEST_CASE("chrome case: one missing quote costs one event", "[chrome]")
{
    const std::string bad =
        R"({"name":"    add","ph":"f","ts":102.95699890136719, tid": 0,"pid":"CUDA functions","id":0,"cat":"cpu_to_cuda","args":{}})";
    const std::string head =
        R"([{"name":"    add","ph":"X","ts":100,"dur":20,"tid":1,"pid":"CPU functions","args":{}},{"name":"    add","ph":"s","ts":101,"tid":1,"pid":"CPU functions","id":0,"cat":"cpu_to_cuda","args":{}},)";
    const ImportedTrace t(head + bad +
                          R"(,{"name":"    add","ph":"X","ts":102.95699890136719,"dur":3.5,"tid":0,"pid":"CUDA functions","args":{}}])");
    CHECK(t.all("    add").size() == 2);
    CHECK(t.warning("json.event.malformed") == 1);
    CHECK(t.warningText("json.event.malformed").find(fmt::format("byte {}", head.size())) != std::string::npos);
    CHECK(t.all("    add")[0]->lane.pid != t.all("    add")[1]->lane.pid);
}

TEST_CASE("chrome case: begin and end with a text as process id", "[chrome]")
{
    const ImportedTrace t = importEvents(R"t({"ph":"B","pid":"process4770 (system-wide)","tid":"0","ts":87196094949,"name":"Event76 176"},
        {"ph":"E","pid":"process4770 (system-wide)","tid":"0","ts":87196119345,"name":"Event76 176"})t");
    CHECK(t["Event76 176"].dur == 24'396'000);
    CHECK(t.parent(t["Event76 176"].lane).name == "process4770 (system-wide)");
}

TEST_CASE("chrome case: the two spellings of a thread id cut to 32 bits", "[chrome]")
{
    const ImportedTrace t = importEvents(R"(
        {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":5,"tid":-1512181184,"ts":20,"dur":5},
        {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":5,"tid":2782786112,"ts":10,"dur":50},
        {"ph":"X","cat":"cpu_op","name":"lowest","pid":5,"tid":-2147483648,"ts":10,"dur":50})");
    CHECK(t.parent(t["cudaLaunchKernel"].lane).id == t.parent(t["aten::mm"].lane).id);
    CHECK(t["cudaLaunchKernel"].lane.tid == 2782786112);
    CHECK(t.warning("json.tid.same_32_bits") == 1);
    CHECK(t["lowest"].lane.tid == -2147483648);
}

TEST_CASE("chrome case: the array of JAX ends with an empty object, others with a comma", "[chrome]")
{
    const ImportedTrace a(R"({"traceEvents":[{"ph":"X","ts":1,"dur":2,"pid":1,"tid":1,"name":"real_event"},{}]})");
    CHECK(a.events().size() == 1);
    CHECK(a.warnings() == 0);
    const ImportedTrace b(R"({"traceEvents":[{"name":"Bar","ph":"X","tid":0,"ts":4890.000,"dur":3764289.708},]})");
    CHECK(b["Bar"].dur == 3'764'289'708);
    CHECK(b.warnings() == 0);
}

TEST_CASE("chrome case: instants alone and slices without length are a trace", "[chrome]")
{
    const ImportedTrace one(R"([{"name":"hi","ph":"i","pid":22630,"tid":22630,"ts":829}])");
    CHECK(one.count(EventKind::mark) == 1);
    std::string events;
    for (int i = 0; i < 200; ++i) {
        events += fmt::format(R"({}{{"ph":"X","name":"z","pid":1,"tid":1,"ts":{},"dur":0}})", i == 0 ? "" : ",", 11968656 + 312 * i);
    }
    const ImportedTrace zero("[" + events + "]");
    CHECK(zero.events().size() == 200);
    CHECK(zero.report().range().durationNs() >= 199 * 312'000);
}

TEST_CASE("chrome case: synchronisation with all streams opens no stream lane", "[chrome]")
{
    const ImportedTrace t = importEvents(R"(
        {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":5,"args":{"device":0,"stream":7}},
        {"ph":"X","cat":"cuda_sync","name":"Event Sync","pid":0,"tid":-1,"ts":10,"dur":5,"args":{"stream":-1,"device":0,"wait_on_cuda_event_id":19}},
        {"ph":"X","cat":"cuda_sync","name":"Context Sync","pid":0,"tid":4294967295,"ts":20,"dur":5,"args":{"stream":4294967295,"device":0}},
        {"ph":"X","cat":"cuda_sync","name":"Stream Wait Event","pid":0,"tid":24,"ts":30,"dur":5,"args":{"cuda_sync_kind":"Stream Wait Event","stream":24,"device":0}})");
    CHECK(t.count(EventKind::sync) == 3);
    CHECK(t.lanes(LaneKind::stream).size() == 1);
    CHECK(t["Event Sync"].columns.count("stream") == 0);
    CHECK(t["Context Sync"].columns.count("stream") == 0);
    CHECK(t["Event Sync"].columns.at("sync_type") == 1);
    CHECK(t["Event Sync"].columns.at("event_id") == 19);
    CHECK(t["Context Sync"].columns.at("sync_type") == 4);
    CHECK(t["Stream Wait Event"].columns.at("sync_type") == 2);
    CHECK(t["Stream Wait Event"].columns.at("stream") == 24);
    CHECK(busyNs(t.report(), t.parent(t["k"].lane).id) == 5'000); // a wait is no work
}
