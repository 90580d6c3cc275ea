// SPDX-License-Identifier: GPL-3.0-or-later
// Slices, their nesting, begin and end events, asynchronous operations, instants, counters, metadata.
#include "tests/import/chrome_support.h"

#include <algorithm>

#include <fmt/format.h>

using namespace pv::core;
using namespace pv::test;

namespace {
std::string slice(std::string_view name, double ts, double dur, int tid = 1)
{
    return fmt::format(R"({{"ph":"X","name":"{}","pid":1,"tid":{},"ts":{},"dur":{}}})", name, tid, ts, dur);
}
std::string phase(char ph, std::string_view name, double ts, std::string_view rest = "")
{
    return fmt::format(R"({{"ph":"{}",{}"pid":1,"tid":1,"ts":{}{}}})", ph, name.empty() ? "" : fmt::format("\"name\":\"{}\",", name), ts,
                       rest);
}
} // namespace

TEST_CASE("chrome slices: order in the file does not matter", "[chrome]")
{
    const ImportedTrace t = importEvents(slice("child", 38538.161, 122.31) + "," + slice("parent", 37747.046, 2490.403) + "," +
                                         slice("FIRST", 50000, 10) + "," + slice("SECOND", 50000, 20));
    CHECK(t["parent"].row == 0);
    CHECK(t["child"].row == 1);
    CHECK(t["SECOND"].row == 0);
    CHECK(t["FIRST"].row == 1);
    std::string reversed;
    std::string sorted;
    for (int i = 0; i < 1000; ++i) {
        sorted += (i == 0 ? "" : ",") + slice("e" + std::to_string(i), i * 10, i % 3 == 0 ? 25 : 5);
        reversed = slice("e" + std::to_string(i), i * 10, i % 3 == 0 ? 25 : 5) + (i == 0 ? "" : ",") + reversed;
    }
    const ImportedTrace a = importEvents(sorted);
    const ImportedTrace b = importEvents(reversed);
    for (int i = 0; i < 1000; ++i) {
        const std::string name = "e" + std::to_string(i);
        CHECK(a[name].start == b[name].start);
        CHECK(a[name].row == b[name].row);
    }
}

TEST_CASE("chrome slices: equal start and end nest in file order, all of them", "[chrome]")
{
    std::string events;
    for (int i = 0; i < 50; ++i) {
        events += (i == 0 ? "" : ",") + slice("same" + std::to_string(i), 3403256, 120);
    }
    const ImportedTrace t = importEvents(events);
    CHECK(t.events().size() == 50);
    for (int i = 0; i < 50; ++i) {
        CHECK(t["same" + std::to_string(i)].row == i);
    }
}

TEST_CASE("chrome slices: slices that touch do not nest", "[chrome]")
{
    const ImportedTrace t = importEvents(slice("a", 0, 10) + "," + slice("b", 10, 10) + "," + slice("c", 20, 10));
    CHECK(t["a"].row == 0);
    CHECK(t["b"].row == 0);
    CHECK(t["c"].row == 0);
    CHECK(t.warnings() == 0);
}

TEST_CASE("chrome slices: partly overlapping slices keep their true times, on rows of their own", "[chrome]")
{
    const ImportedTrace t =
        importEvents(slice("a", 0, 10) + "," + slice("b", 5, 10) + "," + slice("c", 20, 10.001) + "," + slice("d", 30, 10));
    CHECK(t["a"].end() == 10'000);
    CHECK(t["b"].start == 5'000);
    CHECK(t["b"].end() == 15'000);
    CHECK(t["a"].row == 0);
    CHECK(t["b"].row == 1);
    CHECK(t["c"].dur == 10'001); // an overlap by rounding is no reason to change a time either
    CHECK(t["d"].dur == 10'000);
    CHECK(t.warning("json.overlap") == 2);
}

TEST_CASE("chrome slices: nesting has no limit at import", "[chrome]")
{
    std::string events;
    for (int i = 0; i < 700; ++i) {
        events += (i == 0 ? "" : ",") + slice("n" + std::to_string(i), i, 2000 - 2 * i);
    }
    const ImportedTrace t = importEvents(events);
    CHECK(t.events().size() == 700);
    CHECK(t["n699"].row == 699);
}

TEST_CASE("chrome begin/end: an end that says nothing closes the innermost", "[chrome]")
{
    const ImportedTrace t = importEvents(phase('B', "outer", 0, R"(,"args":{"a":1},"tts":5)") + "," + phase('B', "inner", 10) + "," +
                                         phase('E', "", 20) + "," + phase('E', "", 30, R"(,"args":{"b":2},"tts":12)"));
    CHECK(t["outer"].start == 0);
    CHECK(t["outer"].dur == 30'000);
    CHECK(t["inner"].dur == 10'000);
    CHECK(t["inner"].row == 1);
    CHECK(t["outer"].args == R"({"a":1,"b":2})");
    CHECK(t["outer"].columns.at("thread_dur") == 7'000);
    CHECK(t.warning("json.range.unnamed_end") == 1); // that it was a guess is said
}

TEST_CASE("chrome begin/end: an end with a wrong name closes the innermost, with a warning", "[chrome]")
{
    const ImportedTrace t =
        importEvents(phase('B', "a", 0) + "," + phase('E', "z", 10) + "," + phase('B', "b", 20) + "," + phase('E', "b", 30));
    CHECK(t["a"].dur == 10'000);
    CHECK(t["b"].dur == 10'000);
    CHECK(t["b"].row == 0);
    CHECK(t.warning("json.range.name_mismatch") == 1);
    CHECK(t.warningText("json.range.name_mismatch").find("'a' by an end of 'z'") != std::string::npos);
}

TEST_CASE("chrome begin/end: an end without a begin is counted and shown from the trace's begin", "[chrome]")
{
    const ImportedTrace t = importEvents(phase('E', "lost", 10) + "," + phase('B', "a", 20) + "," + phase('E', "a", 30));
    CHECK(t["lost"].start == 0);
    CHECK(t["lost"].dur == 10'000);
    CHECK((t["lost"].flags & kFlagNoBegin) != 0);
    CHECK(t.warning("json.range.no_begin") == 1);
    CHECK(t["a"].dur == 10'000);
}

TEST_CASE("chrome begin/end: a begin without an end lasts to the trace's end", "[chrome]")
{
    const ImportedTrace t = importEvents(phase('B', "open", 10) + "," + slice("last", 50, 50));
    CHECK(t["open"].start == 10'000);
    CHECK(t["open"].end() == 100'000);
    CHECK((t["open"].flags & kFlagNotClosed) != 0);
    CHECK(t.warning("json.range.not_closed") == 1);
}

TEST_CASE("chrome begin/end: crossed pairs keep their true times and are reported with both names", "[chrome]")
{
    const ImportedTrace t =
        importEvents(phase('B', "A", 0) + "," + phase('B', "B", 10) + "," + phase('E', "A", 20) + "," + phase('E', "B", 30));
    CHECK(t["A"].dur == 20'000);
    CHECK(t["B"].start == 10'000);
    CHECK(t["B"].dur == 20'000);
    CHECK(t["B"].row == 1);
    CHECK(t.warning("json.range.crossed") == 1);
    CHECK(t.warningText("json.range.crossed").find("'A' ends before 'B'") != std::string::npos);
}

TEST_CASE("chrome begin/end: names on ends decide, without them the stack does", "[chrome]")
{
    // Event0 0-100, Event1 100-200, Event2 200-300, Event3 280-350, Event4 360-400
    const int times[5][2] = {{0, 100}, {100, 200}, {200, 300}, {280, 350}, {360, 400}};
    for (const bool named : {true, false}) {
        std::vector<std::pair<int, std::string>> events;
        for (int i = 0; i < 5; ++i) {
            events.emplace_back(times[i][0] * 2 + 1, phase('B', "Event" + std::to_string(i), times[i][0]));
            events.emplace_back(times[i][1] * 2, phase('E', named ? "Event" + std::to_string(i) : "", times[i][1]));
        }
        std::stable_sort(events.begin(), events.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        std::string all;
        for (const auto& [at, e] : events) {
            all += (all.empty() ? "" : ",") + e;
        }
        const ImportedTrace t = importEvents(all);
        CHECK(t["Event0"].dur == 100'000);
        CHECK(t["Event1"].dur == 100'000);
        CHECK(t["Event2"].dur == (named ? 100'000 : 150'000));
        CHECK(t["Event3"].dur == (named ? 70'000 : 20'000));
        CHECK(t["Event4"].dur == 40'000);
        CHECK(t["Event3"].row == 1);
        CHECK((t.warning("json.range.unnamed_end") > 0) == !named);
    }
}

TEST_CASE("chrome begin/end: a begin inside a slice that ends first keeps its time", "[chrome]")
{
    const ImportedTrace t = importEvents(slice("x", 0, 20) + "," + phase('B', "b", 10) + "," + phase('E', "b", 30));
    CHECK(t["b"].start == 10'000);
    CHECK(t["b"].dur == 20'000);
    CHECK(t["x"].dur == 20'000);
    CHECK(t["b"].row == 1);
}

TEST_CASE("chrome begin/end: an end comes before a begin of the same time", "[chrome]")
{
    const ImportedTrace t =
        importEvents(phase('B', "a", 0) + "," + phase('B', "b", 100) + "," + phase('E', "", 100) + "," + phase('E', "", 200));
    CHECK(t["a"].dur == 100'000);
    CHECK(t["b"].start == 100'000);
    CHECK(t["b"].dur == 100'000);
    CHECK(t["b"].row == 0);
    const ImportedTrace zero =
        importEvents(phase('B', "a", 0) + "," + phase('B', "z", 100) + "," + phase('E', "z", 100) + "," + phase('E', "a", 200));
    CHECK(zero["a"].dur == 200'000);
    CHECK(zero["z"].dur == 0);
}

TEST_CASE("chrome begin/end: pairs are found whatever the order in the file", "[chrome]")
{
    std::string events;
    for (int i = 999; i >= 0; --i) {
        events += phase('E', "p" + std::to_string(i), i * 10 + 7) + "," + phase('B', "p" + std::to_string(i), i * 10) + (i == 0 ? "" : ",");
    }
    const ImportedTrace t = importEvents(events);
    REQUIRE(t.events().size() == 1000);
    for (const TraceEvent& e : t.events()) {
        CHECK(e.dur == 7'000);
        CHECK(e.row == 0);
    }
    CHECK(t.warnings() == 0);
}

TEST_CASE("chrome async: pairs by category, id and name; overlapping ones share a lane on rows", "[chrome]")
{
    const auto async = [](char ph, std::string_view name, double ts, std::string_view id, std::string_view cat = "profile", int pid = 1) {
        return fmt::format(R"({{"ph":"{}","name":"{}","cat":"{}","pid":{},"tid":1,"ts":{},{}}})", ph, name, cat, pid, ts, id);
    };
    const std::string one = R"("id":"1")";
    const ImportedTrace t =
        importEvents(async('b', "testparent", 0, one) + "," + async('b', "test0", 0, one) + "," + async('b', "test1", 1, one) + "," +
                     async('e', "test0", 3, one) + "," + async('e', "test1", 4, one) + "," + async('e', "testparent", 5, one));
    CHECK(t["testparent"].dur == 5'000);
    CHECK(t["test0"].dur == 3'000);
    CHECK(t["test1"].dur == 3'000);
    CHECK(t["test0"].lane.id == t["testparent"].lane.id);
    CHECK(t["test0"].lane.kind == LaneKind::async);
    CHECK(t["test0"].row != t["test1"].row);
    CHECK(t["test0"].kind == EventKind::async);

    const std::string zero = R"("id":0)";
    const ImportedTrace c =
        importEvents(async('b', "Nested", 1, zero) + "," + async('b', "Read", 2, zero) + "," + async('b', "Write", 3, zero) + "," +
                     async('e', "Read", 5, zero) + "," + async('e', "Write", 7, zero) + "," + async('e', "Nested", 10, zero));
    CHECK(c["Nested"].dur == 9'000);
    CHECK(c["Read"].dur == 3'000);
    CHECK(c["Write"].dur == 4'000);

    // Local ids belong to a process, global ones to none.
    const std::string local = R"("id2":{"local":"0x5"})";
    const std::string global = R"("id2":{"global":5})";
    const ImportedTrace l = importEvents(async('b', "L", 0, local, "c", 1) + "," + async('b', "L", 1, local, "c", 2) + "," +
                                         async('e', "L", 3, local, "c", 1) + "," + async('e', "L", 9, local, "c", 2) + "," +
                                         async('b', "G", 10, global, "c", 1) + "," + async('e', "G", 14, global, "c", 2));
    REQUIRE(l.all("L").size() == 2);
    CHECK(l.all("L")[0]->dur + l.all("L")[1]->dur == 3'000 + 8'000);
    CHECK(l["G"].dur == 4'000);

    // A scope is part of the key; an end that differs in its category only is told.
    const ImportedTrace s =
        importEvents(async('b', "S", 0, R"("id":1,"scope":"x")") + "," + async('b', "S", 1, R"("id":1,"scope":"y")") + "," +
                     async('e', "S", 2, R"("id":1,"scope":"x")") + "," + async('e', "S", 9, R"("id":1,"scope":"y")") + "," +
                     async('b', "C", 10, R"("id":7)", "cat1") + "," + async('e', "C", 20, R"("id":7)", "cat2"));
    CHECK(s.all("S")[0]->dur + s.all("S")[1]->dur == 2'000 + 8'000);
    CHECK(s.warning("json.async.category_differs") == 1);
    CHECK(s.warning("json.async.not_closed") == 1);
}

TEST_CASE("chrome async: instants, ends without begin, ids that are none", "[chrome]")
{
    const ImportedTrace t =
        importEvents(phase('b', "op", 0, R"(,"id":1,"cat":"c")") + "," + phase('n', "step", 5, R"(,"id":1,"cat":"c")") + "," +
                     phase('e', "", 10, R"(,"id":1,"cat":"c","args":{"r":1})") + "," + phase('e', "never", 12, R"(,"id":9,"cat":"c")") +
                     "," + phase('b', "noid", 13, R"(,"cat":"c")") + "," + phase('b', "badid", 13, R"(,"cat":"c","id":{"x":1})"));
    CHECK(t["op"].dur == 10'000);
    CHECK(t["op"].args == R"({"r":1})");
    CHECK(t["step"].dur == 0);
    CHECK((t["step"].flags & kFlagInstant) != 0);
    CHECK((t["never"].flags & kFlagNoBegin) != 0);
    CHECK(t.warning("json.async.no_begin") == 1);
    CHECK(t.warning("json.async.no_id") == 2);
}

TEST_CASE("chrome async: the older S, T, p, F are understood; what is not is counted by letter", "[chrome]")
{
    const ImportedTrace t = importEvents(
        phase('S', "old", 0, R"(,"id":"0xA","cat":"c")") + "," + phase('T', "old", 3, R"(,"id":10,"cat":"c","args":{"step":"s1"})") + "," +
        phase('F', "old", 10, R"(,"id":"10","cat":"c")") + "," + phase('O', "snapshot", 1, R"(,"id":1)") + "," + phase('N', "new", 1) +
        "," + phase('D', "del", 1) + "," + phase('P', "prof", 1) + "," + phase('O', "snapshot", 2) + "," + phase('?', "what", 3));
    REQUIRE(t.all("old").size() == 2);
    CHECK(std::max(t.all("old")[0]->dur, t.all("old")[1]->dur) == 10'000);
    CHECK(t.warning("json.phase.O") == 2);
    CHECK(t.warning("json.phase.N") == 1);
    CHECK(t.warning("json.phase.D") == 1);
    CHECK(t.warning("json.phase.P") == 1);
    CHECK(t.warning("json.phase.?") == 1);
    CHECK(t.warningText("json.phase.O").find("'snapshot' at byte") != std::string::npos);
}

TEST_CASE("chrome instants: by scope", "[chrome]")
{
    const ImportedTrace t =
        importEvents(phase('i', "thread", 1, R"(,"s":"t")") + "," + phase('I', "default", 2) + "," + phase('R', "odd", 3, R"(,"s":"?")") +
                     "," + phase('i', "process", 4, R"(,"s":"p")") + "," + phase('i', "global", 5, R"(,"s":"g","args":{"k":"v"})"));
    CHECK(t.count(EventKind::mark) == 5);
    CHECK(t["thread"].lane.tid == 1);
    CHECK(t["default"].lane.id == t["thread"].lane.id);
    CHECK(t["odd"].lane.id == t["thread"].lane.id);
    CHECK(t["process"].lane.pid == 1);
    CHECK(t["process"].lane.tid == kNull);
    CHECK(t["global"].lane.parent == kNoLane);
    CHECK(t["global"].args == R"({"k":"v"})");
}

TEST_CASE("chrome counters: a lane a series, in order of keys, exact integers", "[chrome]")
{
    const auto counter = [](std::string_view name, double ts, std::string_view args, std::string_view rest = "") {
        return fmt::format(R"({{"ph":"C","name":"{}","pid":3,"tid":1,"ts":{},"args":{}{}}})", name, ts, args, rest);
    };
    const ImportedTrace t =
        importEvents(counter("buf", 5, R"({"AIC":1,"AIV":2,"MIX":3})") + "," + counter("buf", 6, R"({"AIC":7,"AIV":7,"MIX":7})") + "," +
                     counter("big", 5, R"({"v":719201510900040202})") + "," + counter("text", 5, R"({"v":".75"})") + "," +
                     counter("hex", 5, R"({"v":"0x7"})") + "," + counter("bad", 5, R"({"v":NaN})") + "," +
                     counter("bad", 6, R"({"v":1e308})") + "," + counter("bad", 7, R"({"v":true,"w":null,"x":{"y":1}})") + "," +
                     counter("wrap", 5, R"({"v":4294967290})") + "," + counter("wrap", 6, R"({"v":4})") + "," +
                     counter("id", 5, R"({"v":1})", R"(,"id":"0x1")") + "," + counter("id", 5, R"({"v":2})", R"(,"id":"0x2")") + "," +
                     counter("mixed", 5, R"({"v":1})") + "," + counter("mixed", 6, R"({"v":1.5})"));
    const auto groups = t.lanes(LaneKind::group);
    const auto series = [&](std::string_view group) {
        std::vector<Lane> found;
        for (const Lane& g : groups) {
            if (g.name == group) {
                for (const LaneId child : t.report().children(g.id)) {
                    found.push_back(t.report().lanes()[child.value]);
                }
            }
        }
        return found;
    };
    const auto samples = [&](const Lane& lane) {
        std::vector<double> values;
        for (const TraceEvent& e : t.events()) {
            if (e.lane.id == lane.id) {
                const bool real = lane.valueColumn == col::counterReal;
                const auto event = t.report().event(e.id);
                for (const auto& [id, value] : event->columns) {
                    if (id == lane.valueColumn) {
                        values.push_back(real ? realFromBits(value) : static_cast<double>(value));
                    }
                }
            }
        }
        return values;
    };
    const auto buf = series("buf");
    REQUIRE(buf.size() == 3);
    CHECK(buf[0].name == "AIC");
    CHECK(buf[1].name == "AIV");
    CHECK(buf[2].name == "MIX");
    CHECK(samples(buf[1]) == std::vector<double>{2, 7});
    std::uint32_t pictured = 0;
    for (const CounterBucket& b : t.report().counterTile(buf[1].id, 8, 0)->buckets) {
        pictured += b.count;
    }
    CHECK(pictured == 2);
    REQUIRE(series("big").size() == 1);
    CHECK(series("big")[0].valueColumn == col::counterValue);
    bool exact = false;
    for (const TraceEvent& e : t.events()) {
        const auto event = t.report().event(e.id);
        for (const auto& [id, value] : event->columns) {
            exact |= id == col::counterValue && value == 719201510900040202;
        }
    }
    CHECK(exact);
    CHECK(samples(series("text").at(0)) == std::vector<double>{0.75});
    CHECK(samples(series("hex").at(0)) == std::vector<double>{7});
    CHECK(samples(series("bad").at(0)) == std::vector<double>{1e308});
    CHECK(t.warning("json.counter.bad_value") == 4);
    CHECK(samples(series("wrap").at(0)) == std::vector<double>{4294967290.0, 4});
    CHECK(series("id [0x1]").size() == 1);
    CHECK(series("id [0x2]").size() == 1);
    CHECK(samples(series("mixed").at(0)) == std::vector<double>{1, 1.5});
    CHECK(series("mixed").at(0).valueColumn == col::counterReal);
}

TEST_CASE("chrome metadata: names, labels and order; the last one wins; position does not matter", "[chrome]")
{
    const auto meta = [](std::string_view name, std::string_view pid, std::string_view tid, std::string_view args) {
        return fmt::format(R"({{"ph":"M","name":"{}","pid":{},"tid":{},"args":{}}})", name, pid, tid, args);
    };
    const auto on = [](std::string_view name, int pid, int tid) {
        return fmt::format(R"({{"ph":"X","name":"{}","pid":{},"tid":{},"ts":1,"dur":1}})", name, pid, tid);
    };
    const ImportedTrace t = importEvents(
        meta("process_name", "1", "0", R"({"name":"first"})") + "," + on("a", 1, 1) + "," + on("b", 2, 1) + "," + on("c", 3, 1) + "," +
        on("a2", 1, 2) + "," + meta("process_name", "1", "0", R"({"name":"second"})") + "," +
        meta("process_name", "\"2\"", "0", R"({"name":17})") + "," + meta("process_labels", "1", "0", R"({"labels":"my tab"})") + "," +
        meta("process_sort_index", "1", "0", R"({"sort_index":5})") + "," + meta("process_sort_index", "2", "0", R"({"sort_index":"-2"})") +
        "," + meta("process_sort_index", "3", "0", R"({"sort_index":1.0})") + "," +
        meta("thread_name", "1", "1", R"({"name":" worker "})") + "," + meta("thread_sort_index", "1", "1", R"({"sort_index":9})") + "," +
        meta("num_cpus", "1", "0", R"({"number":6})"));
    std::vector<std::string> order;
    for (const LaneId id : t.report().children(kNoLane)) {
        const Lane& lane = t.report().lanes()[id.value];
        if (lane.kind == LaneKind::process) {
            order.push_back(lane.name);
        }
    }
    CHECK(order == std::vector<std::string>{"17 (2)", "Process 3", "second (1) (my tab)"});
    CHECK(t.process(1)->name == "second");
    CHECK(t.process(2)->name == "17");
    CHECK(t["a"].lane.name == "worker (1)");
    const auto threads = t.report().children(t.parent(t["a"].lane).id);
    REQUIRE(threads.size() == 2);
    CHECK(t.report().lanes()[threads[0].value].tid == 2); // sort index 9 stands last
    CHECK(t.meta("json.metadata.num_cpus.1") == "number: 6");
}
