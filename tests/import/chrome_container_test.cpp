// SPDX-License-Identifier: GPL-3.0-or-later
// What may stand around the events of a trace.
#include "tests/import/chrome_support.h"

#include <fmt/format.h>

using namespace pv::core;
using namespace pv::test;

namespace {
const std::string kA = R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":10,"dur":5})";
const std::string kB = R"({"ph":"X","name":"b","pid":1,"tid":1,"ts":20,"dur":5})";
const std::string kC = R"({"ph":"X","name":"c","pid":1,"tid":1,"ts":30,"dur":5})";

std::vector<std::string> namesOf(std::string_view bytes) { return ImportedTrace(bytes).names(EventKind::slice); }
const std::vector<std::string> kAB = {"a", "b"};
const std::vector<std::string> kABC = {"a", "b", "c"};
} // namespace

TEST_CASE("chrome container: an array or an object of events, with any white space", "[chrome]")
{
    CHECK(namesOf("[" + kA + "," + kB + "]") == kAB);
    CHECK(namesOf("\n\r\n \t[\n" + kA + "\r\n,\n" + kB + "\n]\n") == kAB);
    CHECK(namesOf("{\"traceEvents\":[" + kA + "," + kB + "]}") == kAB);
    CHECK(namesOf("  { \"traceEvents\" : [ " + kA + " , " + kB + " ] } ") == kAB);
    CHECK(namesOf("[ {},\n" + kA + "," + kB + "]") == kAB); // rocmProfileData begins like this
}

TEST_CASE("chrome container: a byte order mark is skipped and UTF-16 is converted", "[chrome]")
{
    const std::string json = "[" + kA + "," + kB + "]";
    CHECK(namesOf("\xEF\xBB\xBF" + json) == kAB);
    CHECK(namesOf(utf16Of(json, false)) == kAB);
    CHECK(namesOf(utf16Of(json, true)) == kAB);
    CHECK(namesOf(utf16Of(json, false).substr(2)) == kAB); // without a mark
}

TEST_CASE("chrome container: an array without its end keeps all whole events and says where it is cut", "[chrome]")
{
    const ImportedTrace open("[" + kA + "," + kB);
    CHECK(open.names(EventKind::slice) == kAB);
    CHECK(open.warning("json.truncated") == 1);
    CHECK(open.warningText("json.truncated").find(fmt::format("byte {}", kA.size() + kB.size() + 2)) != std::string::npos);
    CHECK(open.warningText("json.truncated").find("2 events before that are kept, none is cut") != std::string::npos);

    const ImportedTrace cut("[" + kA + "," + kB + "," + kC.substr(0, 30));
    CHECK(cut.names(EventKind::slice) == kAB);
    CHECK(cut.warningText("json.truncated").find("one is cut") != std::string::npos);
    CHECK(cut.warningText("json.truncated").find("'c'") != std::string::npos);
}

TEST_CASE("chrome container: an object cut anywhere keeps every whole event", "[chrome]")
{
    const std::string head = "{\"schemaVersion\":1,\"traceEvents\":[";
    const std::string json = head + kA + "," + kB + "," + kC + "],\"traceName\":\"x\"}";
    for (std::size_t size = head.size() + kA.size(); size < json.size(); ++size) {
        const std::size_t whole = size >= head.size() + kA.size() + kB.size() + kC.size() + 2 ? 3
                                  : size >= head.size() + kA.size() + kB.size() + 1           ? 2
                                                                                              : 1;
        const ImportedTrace t(json.substr(0, size));
        INFO("cut at byte " << size);
        CHECK(t.events().size() == whole);
        CHECK(t.warning("json.truncated") == 1);
    }
}

TEST_CASE("chrome container: commas too many, too few, and an empty last event are no faults", "[chrome]")
{
    CHECK(ImportedTrace("[" + kA + "," + kB + ",]").warnings() == 0);
    CHECK(namesOf("[" + kA + "," + kB + ",]") == kAB);
    CHECK(ImportedTrace("{\"traceEvents\":[" + kA + ",{}]}").warnings() == 0);
    CHECK(namesOf("[," + kA + ",,," + kB + "]") == kAB);
    CHECK(namesOf("[" + kA + kB + "\n" + kC + "]") == kABC);
    CHECK(namesOf(kA + "\n" + kB + "\n" + kC + "\n") == kABC); // one object a line
    CHECK(namesOf(kA + ",\n" + kB + ",\n") == kAB);
}

TEST_CASE("chrome container: entries that are no objects are counted and skipped", "[chrome]")
{
    const ImportedTrace t("[null," + kA + ",17,[1,{\"x\":2}],\"text\",true," + kB + ",-3.5e1]");
    CHECK(t.names(EventKind::slice) == kAB);
    CHECK(t.warning("json.event.not_object") == 6);
    CHECK(t.warningText("json.event.not_object").find("byte 1.") != std::string::npos);
}

TEST_CASE("chrome container: text after the end is ignored with a warning", "[chrome]")
{
    for (const std::string& json : {"[" + kA + "] tail", "{\"traceEvents\":[" + kA + "]}\n[1,2]"}) {
        const ImportedTrace t(json);
        CHECK(t.names(EventKind::slice) == std::vector<std::string>{"a"});
        CHECK(t.warning("json.trailing_text") == 1);
    }
    CHECK(ImportedTrace("[" + kA + "]\n \n").warnings() == 0);
}

TEST_CASE("chrome container: unknown keys are passed, known ones are kept", "[chrome]")
{
    std::string large = "[";
    while (large.size() < (5u << 20)) {
        large += "{\"brackets\":\"]}{[\\\"\"},";
    }
    large += "0]";
    const std::string json =
        "{\"other\":{\"a\":[1,2,{\"b\":\"]}\"}]},\"huge\":" + large +
        R"(,"displayTimeUnit":"ns","baseTimeNanoseconds":1700000000000000000,"traceName":"my \u0041","metadata":{"source": "test", "n": [1, 2]},)"
        R"("distributedInfo":{"backend":"nccl","rank":3,"world_size":8},)"
        R"("deviceProperties":[{"id":0,"name":"H200","numSms":132,"totalGlobalMem":150109880320,"computeMajor":9,"computeMinor":0}],"traceEvents":[)" +
        kA + "]}";
    const ImportedTrace t(json);
    CHECK(t.names(EventKind::slice) == std::vector<std::string>{"a"});
    CHECK(t.warning("json.key.skipped") == 1);
    CHECK(t.warningText("json.key.skipped").find("\"huge\"") != std::string::npos);
    CHECK(t.meta("json.other") == R"({"a":[1,2,{"b":"]}"}]})");
    CHECK(t.meta("json.metadata") == R"({"source":"test","n":[1,2]})");
    CHECK(t.meta("trace_name") == "my A");
    CHECK(t.meta("rank") == "3");
    CHECK(t.meta("world_size") == "8");
    CHECK(t.meta("origin_unix_ns") == "1700000000000010000"); // base plus the first event's 10 us
    REQUIRE(t.report().gpus().size() == 1);
    CHECK(t.report().gpus()[0].name == "H200");
    CHECK(t.report().gpus()[0].smCount == 132);
    CHECK(t.report().gpus()[0].memoryBytes == 150109880320);
    CHECK(t.report().gpus()[0].computeCapability == "9.0");
}

TEST_CASE("chrome container: the list of events may stand anywhere, twice, or be null", "[chrome]")
{
    CHECK(namesOf("{\"a\":1,\"b\":{},\"traceEvents\":[" + kA + "],\"c\":[],\"traceEvents\":[" + kB + "]}") == kAB);
    const ImportedTrace none("{\"traceEvents\": null}");
    CHECK(none.events().empty());
    CHECK(none.warning("json.no_events") > 0);
    const ImportedTrace empty("{\"traceEvents\":[]}");
    CHECK(empty.events().empty());
    CHECK(empty.warning("json.no_events") == 1);
    CHECK(ImportedTrace("[]").events().empty());
}

TEST_CASE("chrome container: ftrace text and foreign event lists beside the events do no harm", "[chrome]")
{
    CHECK(namesOf("{\"traceEvents\":[" + kA + "],\"systemTraceEvents\":\"# tracer: nop\\n a-1 [000] 0.5: x\\n\"}") ==
          std::vector<std::string>{"a"});
    CHECK(namesOf("{\"systemTraceEvents\":{\"type\":\"fuchsia\",\"events\":[{\"ph\":1}]},\"traceEvents\":[" + kA + "]}") ==
          std::vector<std::string>{"a"});
}

TEST_CASE("chrome container: displayTimeUnit never scales a time", "[chrome]")
{
    const ImportedTrace t(
        R"({"displayTimeUnit":"ns","traceEvents":[{"ph":"i","s":"g","name":"zero","ts":0},{"name":"Frame","ph":"X","ts":1236,"pid":188088,"tid":1,"cat":"Rendering","dur":13837451}]})");
    CHECK(t["Frame"].start == 1'236'000);
    CHECK(t["Frame"].dur == 13'837'451'000);
    const ImportedTrace k(
        R"({"displayTimeUnit":"ms","traceEvents":[{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":5,"dur":0.4}]})");
    CHECK(k["k"].dur == 400);
}

TEST_CASE("chrome container: what is no trace is refused by name", "[chrome]")
{
    CHECK(importError("{\"name\":\"pkg\",\"version\":\"1.0\",\"dependencies\":{}}").find("is JSON but holds no trace events") !=
          std::string::npos);
    CHECK(importError("[{\"name\":\"pkg\"},{\"name\":\"other\"}]").find("is JSON but holds no trace events") != std::string::npos);
    CHECK(importError("hello").find("it is not JSON") != std::string::npos);
    CHECK(importError("{}").find("is JSON but holds no trace events") != std::string::npos);

    const auto score = [](std::string bytes) {
        SourceHead head;
        head.path = "/nonexistent";
        head.bytes = std::move(bytes);
        return chromeJsonImporter().recognises(head);
    };
    CHECK(score("{\"traceEvents\":[") >= 90);
    CHECK(score("\xEF\xBB\xBF [\n{\"ph\":\"X\"") >= 90);
    CHECK(score("[") > 0);
    CHECK(score("{\"name\":\"pkg\"}") > 0); // so that the message above is given
    CHECK(score("{\"name\":\"pkg\"}") < 20);
    CHECK(score("hello") == 0);
    CHECK(score("[section]\nkey=1") == 0);
    CHECK(score("<html>") == 0);
    CHECK(score("") == 0);
    CHECK(score("SQLite format 3") == 0);
}
