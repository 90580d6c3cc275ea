// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of an event, in every way that they are written.
#include "tests/import/chrome_support.h"

#include <fmt/format.h>

using namespace pv::core;
using namespace pv::test;

TEST_CASE("chrome fields: times are numbers or texts of numbers, exact to the nanosecond", "[chrome]")
{
    const ImportedTrace t = importEvents(R"(
        {"ph":"X","name":"int","ts":100,"dur":50},
        {"ph":"X","name":"real","ts":200.5,"dur":50.25},
        {"ph":"X","name":"text","ts":"200.5","dur":"50.5"},
        {"ph":"X","name":"exp","ts":3e2,"dur":5e1},
        {"ph":"X","name":"long","ts":400.12345678,"dur":1.0005},
        {"ph":"X","name":"half","ts":500.0004,"dur":0.0005},
        {"ph":"X","name":"zero9","ts":0600,"dur":007},
        {"ph":"X","name":"bad","ts":"100a","dur":1},
        {"ph":"X","name":"badDur","ts":1,"dur":"invalid"})");
    CHECK(t["int"].start == 100'000);
    CHECK(t["int"].dur == 50'000);
    CHECK(t["real"].start == 200'500);
    CHECK(t["real"].dur == 50'250);
    CHECK(t["text"].start == 200'500);
    CHECK(t["text"].dur == 50'500);
    CHECK(t["exp"].start == 300'000);
    CHECK(t["exp"].dur == 50'000);
    CHECK(t["long"].start == 400'123); // .12345678 us
    CHECK(t["long"].dur == 1'001);     // half up
    CHECK(t["half"].start == 500'000);
    CHECK(t["half"].dur == 1);
    CHECK(t["zero9"].start == 600'000);
    CHECK(t["zero9"].dur == 7'000);
    CHECK_FALSE(t.has("bad"));
    CHECK_FALSE(t.has("badDur"));
    CHECK(t.warning("json.event.bad_number") == 2);
}

TEST_CASE("chrome fields: nanoseconds of today's clocks survive, where a double can't hold them", "[chrome]")
{
    // At 1.75e15 us a double steps by 250 ns.
    std::string events;
    for (int i = 0; i < 1000; ++i) {
        events += fmt::format(R"({}{{"ph":"X","name":"e{}","pid":1,"tid":1,"ts":1752825292909663.{:03},"dur":0.{:03}}})", i == 0 ? "" : ",",
                              i, i, i);
    }
    const ImportedTrace t("[" + events + "]");
    CHECK(t.meta("origin_unix_ns") == "1752825292909663000");
    for (int i = 0; i < 1000; ++i) {
        const TraceEvent& e = t[fmt::format("e{}", i)];
        CHECK(e.start == i);
        CHECK(e.dur == i);
    }
}

TEST_CASE("chrome fields: events without a usable time are dropped and counted, metadata is not", "[chrome]")
{
    const ImportedTrace t = importEvents(R"(
        {"ph":"X","name":"missing","dur":1},
        {"ph":"X","name":"null","ts":null,"dur":1},
        {"ph":"X","name":"words","ts":"soon","dur":1},
        {"ph":"X","name":"nan","ts":NaN,"dur":1},
        {"ph":"X","name":"inf","ts":Infinity,"dur":1},
        {"ph":"X","name":"huge","ts":1e30,"dur":1},
        {"ph":"X","name":"larger","ts":1e400,"dur":1},
        {"ph":"X","name":"object","ts":{"a":1},"dur":1},
        {"ph":"M","name":"process_name","pid":100,"args":{"name":"MissingTs"}},
        {"ph":"M","name":"process_name","pid":101,"ts":null,"args":{"name":"NullTs"}},
        {"ph":"M","name":"process_name","pid":102,"ts":"invalid","args":{"name":"TextTs"}},
        {"ph":"X","name":"good","ts":5,"dur":1})");
    CHECK(t.events().size() == 1);
    CHECK(t["good"].start == 5000);
    CHECK(t.warning("json.event.no_time") == 3); // missing, null, an object
    CHECK(t.warning("json.event.bad_number") == 3);
    CHECK(t.warning("json.event.time_too_large") == 2);
    CHECK(t.warningText("json.event.no_time").find("'missing' at byte ") != std::string::npos);
    REQUIRE(t.process(100) != nullptr);
    CHECK(t.process(100)->name == "MissingTs");
    CHECK(t.process(101)->name == "NullTs");
    CHECK(t.process(102)->name == "TextTs");
}

TEST_CASE("chrome fields: a duration that is missing, wrong or negative costs one event at most", "[chrome]")
{
    const ImportedTrace t = importEvents(R"(
        {"ph":"X","name":"none","ts":1000},
        {"ph":"X","name":"null","ts":1001,"dur":null},
        {"ph":"X","name":"nan","ts":1002,"dur":NaN},
        {"ph":"X","name":"negative","ts":166428.285,"dur":-0.009},
        {"ph":"X","name":"zero","ts":1300,"dur":0},
        {"ph":"X","name":"i","ts":1300,"dur":50},{"ph":"X","name":"f","ts":1400,"dur":50.0},{"ph":"X","name":"e","ts":1500,"dur":5e1},
        {"ph":"X","name":"ttsNull","ts":1600,"dur":1,"tts":null,"tdur":"x"},
        {"ph":"X","name":"after","ts":2000,"dur":3})");
    CHECK(t["none"].dur == 0);
    CHECK((t["none"].flags & kFlagNoDuration) != 0);
    CHECK(t.warning("json.event.no_duration") == 1);
    CHECK_FALSE(t.has("null"));
    CHECK_FALSE(t.has("nan"));
    CHECK(t.warning("json.event.bad_number") == 2);
    CHECK(t["negative"].start == 166'428'285);
    CHECK(t["negative"].dur == 0);
    CHECK((t["negative"].flags & kFlagOutOfOrder) != 0);
    CHECK(t.warning("json.event.negative_duration") == 1);
    CHECK((t["zero"].flags & kFlagInstant) != 0);
    CHECK(t["i"].dur == 50'000);
    CHECK(t["f"].dur == 50'000);
    CHECK(t["e"].dur == 50'000);
    CHECK(t["ttsNull"].dur == 1'000);
    CHECK(t["after"].dur == 3'000);
}

TEST_CASE("chrome fields: negative times are times", "[chrome]")
{
    const ImportedTrace t(
        R"([{"ph":"X","name":"before","ts":-10,"dur":5},{"ph":"X","name":"at","ts":0,"dur":5},{"ph":"X","name":"minusZero","ts":-0,"dur":1}])");
    CHECK(t["before"].start == 0); // the earliest is the origin
    CHECK(t["at"].start == 10'000);
    CHECK(t["minusZero"].start == 10'000);
    CHECK(t.warnings() == 0);
}

TEST_CASE("chrome fields: a trace whose times can only be nanoseconds is read as such, and says so", "[chrome]")
{
    const ImportedTrace t(
        R"([{"ph":"X","name":"a","ts":1752825292909663123,"dur":1000},{"ph":"X","name":"b","ts":1752825292909664123,"dur":7}])");
    CHECK(t["b"].start == 1000);
    CHECK(t["a"].dur == 1000);
    CHECK(t.warning("json.time.nanoseconds") == 1);
    CHECK(t.meta("origin_unix_ns") == "1752825292909663123");
}

TEST_CASE("chrome fields: escapes of every kind", "[chrome]")
{
    const ImportedTrace t = importEvents(
        R"({"ph":"X","name":"\/\b\f\n\r\t\"\\\u0041\u00e9\u20ac","ts":1,"dur":1,"args":{"s":"\ud83d\ude00 \n"}},
           {"ph":"X","name":"pair \ud83d\ude00","ts":2,"dur":1},
           {"ph":"X","name":"lone \ud83d end","ts":3,"dur":1},
           {"ph":"X","name":"lone2 \ude00","ts":4,"dur":1},
           {"ph":"X","name":"odd \x \c \u12G4","ts":5,"dur":1})");
    CHECK(t.events().size() == 5);
    CHECK(t.has("/\xE2\x90\x88\xE2\x90\x8C\n\xE2\x90\x8D\t\"\\A\xC3\xA9\xE2\x82\xAC")); // control characters as pictures
    CHECK(t.has("pair \xF0\x9F\x98\x80"));
    CHECK(t.has("lone \xEF\xBF\xBD end"));
    CHECK(t.has("lone2 \xEF\xBF\xBD"));
    CHECK(t.has("odd \\x \\c \\u12G4"));
    CHECK(t.events()[0].args == "{\"s\":\"\xF0\x9F\x98\x80 \\n\"}");
}

TEST_CASE("chrome fields: raw control characters and broken UTF-8 in strings", "[chrome]")
{
    const std::string json = traceOf(
        "{\"ph\":\"X\",\"name\":\"a\x01"
        "b\nc\",\"ts\":1,\"dur\":1,\"args\":{\"k\":\"x\x02y\n\"}},{\"ph\":\"X\",\"name\":\"bad \xC3( utf\xFF\",\"ts\":2,\"dur\":1}");
    const ImportedTrace t(json);
    CHECK(t.has("a\xE2\x90\x81"
                "b\nc"));
    CHECK(t.warning("json.name.control_character") == 1);
    CHECK(t.events()[0].args == "{\"k\":\"x\\u0002y\\n\"}");
    CHECK(t.has("bad \xEF\xBF\xBD( utf\xEF\xBF\xBD"));
}

TEST_CASE("chrome fields: after an unescaped quote the next event is found", "[chrome]")
{
    const std::string bad = R"({"ph":"X","name":"say "hello", "x"","ts":2,"dur":1})";
    const std::string json =
        "[{\"ph\":\"X\",\"name\":\"first\",\"ts\":1,\"dur\":1}," + bad + ",{\"ph\":\"X\",\"name\":\"third\",\"ts\":3,\"dur\":1}]";
    const ImportedTrace t(json);
    CHECK(t.names(EventKind::slice) == std::vector<std::string>{"first", "third"});
    CHECK(t.warning("json.event.malformed") == 1);
    const std::string text = t.warningText("json.event.malformed");
    CHECK(text.find(fmt::format("byte {}", json.find(bad))) != std::string::npos);
    CHECK(text.find("say ") != std::string::npos);
}

TEST_CASE("chrome fields: the last of a duplicate key holds; of a phase the first letter counts", "[chrome]")
{
    const ImportedTrace t =
        importEvents(R"({"ph":"X","name":"old","ts":1,"name":"new","ts":2,"dur":3},{"ph":"Xyz","name":"letters","ts":5,"dur":1})");
    CHECK(t.events().size() == 2);
    CHECK(t["new"].start == 2000);
    CHECK(t["letters"].kind == EventKind::slice);
}

TEST_CASE("chrome fields: ids are 64-bit numbers however they are written, or texts", "[chrome]")
{
    const ImportedTrace t = importEvents(R"t(
        {"ph":"X","name":"n","pid":5,"tid":3004819264,"ts":1,"dur":1},
        {"ph":"X","name":"s","pid":"5","tid":"3004819264","ts":3,"dur":1},
        {"ph":"X","name":"r","pid":5.9,"tid":3004819264.0,"ts":5,"dur":1},
        {"ph":"X","name":"wide","pid":7168000000,"tid":140589156634432,"ts":7,"dur":1},
        {"ph":"X","name":"wider","pid":7168000000,"tid":140593451601728,"ts":9,"dur":1},
        {"ph":"X","name":"minus","pid":-3,"tid":-7,"ts":11,"dur":1},
        {"ph":"X","name":"textual","pid":"process4770 (system-wide)","tid":"main","ts":13,"dur":1},
        {"ph":"X","name":"none","ts":15,"dur":1},
        {"ph":"X","name":"nulls","pid":null,"tid":null,"ts":17,"dur":1},
        {"ph":"X","name":"otherPid","pid":6,"tid":3004819264,"ts":19,"dur":1},
        {"ph":"X","name":"tidZero","pid":7,"tid":0,"ts":21,"dur":1},
        {"ph":"X","name":"tidSeven","pid":7,"tid":7,"ts":23,"dur":1})t");
    CHECK(t["n"].lane.id == t["s"].lane.id);
    CHECK(t["n"].lane.id == t["r"].lane.id);
    CHECK(t["n"].lane.pid == 5);
    CHECK(t["n"].lane.tid == 3004819264);
    CHECK(t["wide"].lane.pid == 7168000000);
    CHECK(t["wide"].lane.tid == 140589156634432);
    CHECK(t["wider"].lane.tid == 140593451601728);
    CHECK(t["wide"].lane.id != t["wider"].lane.id);
    CHECK(t["minus"].lane.pid == -3);
    CHECK(t["minus"].lane.tid == -7);
    CHECK(t["textual"].lane.name == "main");
    CHECK(t.parent(t["textual"].lane).name == "process4770 (system-wide)");
    CHECK(t["textual"].lane.pid > 7168000000); // a number of its own
    CHECK(t["none"].lane.pid == 0);
    CHECK(t["none"].lane.tid == 0);
    CHECK(t["nulls"].lane.id == t["none"].lane.id);
    CHECK(t["otherPid"].lane.id != t["n"].lane.id);
    CHECK(t["tidZero"].lane.tid == 0);
    CHECK(t["tidZero"].lane.id != t["tidSeven"].lane.id);
}

TEST_CASE("chrome fields: a thread's name joins ids written as number and as text", "[chrome]")
{
    const ImportedTrace t = importEvents(R"(
        {"ph":"M","name":"thread_name","pid":1,"tid":"140589156634432","args":{"name":"MainThread"}},
        {"ph":"X","name":"a","pid":1,"tid":140589156634432,"ts":1,"dur":1})");
    CHECK(t["a"].lane.name == "MainThread (140589156634432)");
}

TEST_CASE("chrome fields: names that are missing or no text", "[chrome]")
{
    const ImportedTrace t = importEvents(
        R"({"ph":"X","ts":1,"dur":1,"pid":1},{"ph":"X","name":17,"ts":2,"dur":1,"pid":1},{"ph":"X","name":1.50,"ts":3,"dur":1})");
    CHECK(t.has("[No name]"));
    CHECK(t.has("17"));
    CHECK(t.has("1.50"));
}

TEST_CASE("chrome fields: categories are kept whole, and absent ones are absent", "[chrome]")
{
    const ImportedTrace t = importEvents(R"({"ph":"X","name":"a","cat":"blink,rail","ts":1,"dur":1},{"ph":"X","name":"b","ts":2,"dur":1})");
    CHECK(t["a"].texts.at("category") == "blink,rail");
    CHECK(t["b"].columns.count("category") == 0);
}

TEST_CASE("chrome fields: arguments of every form are kept", "[chrome]")
{
    const ImportedTrace t = importEvents(R"(
        {"ph":"X","name":"nested","ts":1,"dur":1,"args":{"a": {"b": [1, 2, {"c": null}], "d": true}, "e": 1.50, "f": -0.25, "g": 1e5, "h": 9007199254740993, "i": 18446744073709551615, "j": []}},
        {"ph":"X","name":"string","ts":2,"dur":1,"args":"just text"},
        {"ph":"X","name":"number","ts":3,"dur":1,"args":12},
        {"ph":"X","name":"array","ts":4,"dur":1,"args":[1,"two"]},
        {"ph":"X","name":"empty","ts":5,"dur":1,"args":{}},
        {"ph":"X","name":"null","ts":6,"dur":1,"args":null},
        {"ph":"X","name":"odd","ts":7,"dur":1,"args":{"bandwidth": inf, "queued": N/A, "x": NaN, "hex": 0x10, "lead": 007}},
        {"ph":"X","name":"unknown","ts":8,"dur":1,"caller_lineno":26,"args":{"k":1}},
        {"ph":"X","name":"unknownOnly","ts":9,"dur":1,"extra":{"deep":[1,2]}})");
    CHECK(t["nested"].args ==
          R"({"a":{"b":[1,2,{"c":null}],"d":true},"e":1.50,"f":-0.25,"g":1e5,"h":9007199254740993,"i":18446744073709551615,"j":[]})");
    CHECK(t["string"].args == R"({"args":"just text"})");
    CHECK(t["number"].args == R"({"args":12})");
    CHECK(t["array"].args == R"([1,"two"])");
    CHECK(t["empty"].args.empty());
    CHECK(t["null"].args == R"({"args":null})");
    CHECK(t["odd"].args == R"({"bandwidth":"inf","queued":"N/A","x":"NaN","hex":"0x10","lead":"007"})");
    CHECK(t["unknown"].args == R"({"k":1,"caller_lineno":26})");
    CHECK(t["unknownOnly"].args == R"({"extra":{"deep":[1,2]}})");
    CHECK(t.warning("json.event.unknown_key") == 2);
}

TEST_CASE("chrome fields: the place in the file is kept on request", "[chrome]")
{
    const std::string json =
        R"([{"ph":"X","name":"a","ts":1,"dur":1}, {"ph":"B","name":"b","ts":5},{"ph":"i","name":"c","ts":6},{"ph":"E","ts":7}])";
    ImportOptions options;
    options.sourceRows = true;
    const ImportedTrace t(json, "t.json", options);
    CHECK(t["a"].columns.at("source_row") == 1);
    CHECK(t["b"].columns.at("source_row") == static_cast<std::int64_t>(json.find("{\"ph\":\"B\"")));
    CHECK(t["c"].columns.at("source_row") == static_cast<std::int64_t>(json.find("{\"ph\":\"i\"")));
    CHECK(ImportedTrace(json)["a"].columns.count("source_row") == 0);
}

TEST_CASE("chrome fields: colours and stack frames", "[chrome]")
{
    const ImportedTrace t(
        R"({"stackFrames":{"1":{"category":"m1","name":"main"},"7":{"category":"m2","name":"frame7","parent":"1"}},"traceEvents":[
        {"ph":"X","name":"good","ts":1,"dur":1,"cname":"good","sf":7},
        {"ph":"X","name":"same","ts":2,"dur":1,"cname":"mauve","sf":"7"},
        {"ph":"X","name":"inline","ts":3,"dur":1,"stack":["outer","inner"]}]})");
    CHECK(t["good"].columns.at("color") == 0xFF007D00);
    CHECK(t["same"].columns.count("color") == 0);
    CHECK(t.warning("json.event.unknown_color") == 1);
    CHECK(t["good"].columns.at("chain_id") == t["same"].columns.at("chain_id"));
    const auto chains = t.report().sideTableData("call_chain");
    REQUIRE(chains);
    std::map<std::int64_t, std::vector<std::string>> symbols;
    for (std::size_t i = 0; i < chains->columns[0].size(); ++i) {
        symbols[chains->columns[0][i]].push_back(
            std::string(t.report().string(StringId{static_cast<std::uint32_t>(chains->columns[2][i])})));
    }
    CHECK(symbols.at(t["good"].columns.at("chain_id")) == std::vector<std::string>{"frame7", "main"});
    CHECK(symbols.at(t["inline"].columns.at("chain_id")) == std::vector<std::string>{"outer", "inner"});
}
