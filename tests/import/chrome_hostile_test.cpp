// SPDX-License-Identifier: GPL-3.0-or-later
// Input that is cut, lies, or means harm: never a crash, never unbounded memory or time, never a silent loss.
#include "core/import/chrome_document.h"
#include "core/import/chrome_stream.h"
#include "core/model/error.h"
#include "tests/import/chrome_support.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <random>

#include <fmt/format.h>
#include <sys/resource.h>

using namespace pv::core;
using namespace pv::test;

namespace {
// About 2 KB with something of everything.
std::string everything()
{
    return R"t({"schemaVersion":1,"deviceProperties":[{"id":0,"name":"H200","numSms":132}],"distributedInfo":{"rank":1,"world_size":2},"baseTimeNanoseconds":1700000000000000000,
"stackFrames":{"1":{"name":"main","category":"m"},"2":{"name":"f","parent":"1"}},
"traceEvents":[
{"ph":"M","name":"process_name","pid":9,"tid":0,"args":{"name":"python3 \u00e9 \ud83d\ude00"}},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":9,"tid":9,"ts":10.001,"dur":50.5,"args":{"External id":1,"Input Dims":[[64, 256], [256, 10]],"Sequence number":3}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":9,"ts":20,"dur":5,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"k<1>(int)","pid":0,"tid":7,"ts":40,"dur":5,"args":{"device":0,"stream":7,"correlation":1,"grid":[1,2,3],"block":[4,5,6],"occ":0.25}},
{"ph":"s","id":1,"pid":9,"tid":9,"ts":11,"cat":"fwdbwd","name":"fwdbwd"},{"ph":"f","bp":"e","id":1,"pid":9,"tid":9,"ts":60,"cat":"fwdbwd","name":"fwdbwd"},
{"ph":"B","name":"begin","pid":9,"tid":2,"ts":1,"args":{"a":{"b":[1,{"c":null}]}},"sf":2},{"ph":"E","pid":9,"tid":2,"ts":"90.5","args":{"r":"x\ny"}},
{"ph":"b","cat":"net","id":"0x1f","name":"load","pid":9,"tid":2,"ts":5},{"ph":"e","cat":"net","id":31,"name":"load","pid":9,"tid":2,"ts":8},
{"ph":"C","name":"mem","pid":9,"ts":6,"args":{"used":1,"free":2.5}},
{"ph":"i","cat":"cpu_instant_event","s":"t","name":"[memory]","pid":9,"tid":9,"ts":12,"args":{"Total Allocated":512,"Bytes":512,"Device Id":0,"Device Type":1,"Addr":139871}},
{"ph":"X","name":"out","pid":9,"tid":3,"ts":1,"dur":2,"bind_id":"0x4","flow_out":true},{"ph":"X","name":"in","pid":9,"tid":4,"ts":3,"dur":2,"bind_id":4,"flow_in":true}
],"traceName":"t","metadata":{"k":[1,2,3]}}
)t";
}

// Imports and reads everything; an error is fine, anything else is not.
struct Outcome {
    std::size_t events = 0;
    bool failed = false;
    bool warned = false;
};
Outcome survive(std::string_view bytes, const std::string& name = "t.json")
{
    const TempDir dir;
    writeFile(dir / name, bytes);
    Outcome o;
    try {
        ReportWriter writer(dir / "out.rep", {.overwrite = true});
        chromeJsonImporter().import(dir / name, writer, {}, {});
        o.events = static_cast<std::size_t>(writer.finish().events);
        const auto report = Report::open(dir / "out.rep");
        o.warned = !report->warnings().empty();
        for (const ChunkInfo& info : report->chunks()) {
            REQUIRE(report->event(makeEventId(info.id, 0)));
        }
    } catch (const Error&) {
        o.failed = true;
    }
    return o;
}

double seconds(const std::chrono::steady_clock::time_point from)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
}

// Bytes that a generator makes; the whole is never in memory.
class Generated : public ByteSource {
public:
    Generated(std::string head, std::string repeated, std::uint64_t repetitions, std::string tail)
        : m_head(std::move(head)), m_repeated(std::move(repeated)), m_left(repetitions), m_tail(std::move(tail))
    {
        while (m_repeated.size() < 32768 && m_left % 2 == 0) {
            m_repeated += m_repeated;
            m_left /= 2;
        }
    }
    std::size_t read(char* to, std::size_t size) override
    {
        std::size_t given = 0;
        while (given < size) {
            if (m_at == current().size()) {
                m_at = 0;
                if (m_stage == 1 && m_left > 1) {
                    --m_left;
                } else if (++m_stage > 2) {
                    m_stage = 3;
                    break;
                } else if (m_stage == 1 && m_left == 0) {
                    m_stage = 2;
                }
                continue;
            }
            const std::size_t n = std::min(size - given, current().size() - m_at);
            current().copy(to + given, n, m_at);
            m_at += n;
            given += n;
        }
        return given;
    }

private:
    const std::string& current() const
    {
        static const std::string kNone;
        return m_stage == 0 ? m_head : m_stage == 1 ? m_repeated : m_stage == 2 ? m_tail : kNone;
    }
    std::string m_head;
    std::string m_repeated;
    std::uint64_t m_left;
    std::string m_tail;
    int m_stage = 0;
    std::size_t m_at = 0;
};

struct Scanned {
    std::size_t events = 0;
    std::string lastName;
    std::vector<std::string> warnings;
    double seconds = 0;
};
Scanned scanAll(ByteSource& source)
{
    const auto from = std::chrono::steady_clock::now();
    Scanned s;
    SourceStatus status;
    chrome::EventStream stream(source, status);
    while (auto batch = stream.next()) {
        s.events += batch->records.size();
        stream.recycle(std::move(batch));
    }
    for (const Warning& w : stream.faults().list()) {
        s.warnings.push_back(w.code);
    }
    s.seconds = seconds(from);
    return s;
}
long peakMiB()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}
} // namespace

TEST_CASE("chrome hostile: a file cut at every byte, plain and packed", "[chrome]")
{
    const std::string json = everything();
    const std::size_t all = survive(json).events;
    REQUIRE(all > 10);
    std::size_t before = 0;
    for (std::size_t size = 0; size < json.size(); ++size) {
        const Outcome o = survive(std::string_view(json).substr(0, size));
        INFO("cut at byte " << size);
        CHECK((o.failed || o.warned || size + 2 >= json.size()));
        if (!o.failed) {
            CHECK(o.events + 2 >= before); // pairs may close or stay open, but nothing read is lost
            CHECK(o.events <= all + 3);
            before = o.events;
        }
    }
    const std::string packed = gzipped(json);
    for (std::size_t size = 0; size < packed.size(); ++size) {
        const Outcome o = survive(std::string_view(packed).substr(0, size), "t.json.gz");
        INFO("cut at byte " << size << " of gzip");
        CHECK((o.failed || o.warned));
    }
}

TEST_CASE("chrome hostile: any byte changed to anything", "[chrome]")
{
    const std::string json = everything();
    std::mt19937 random(7);
    for (int i = 0; i < 1500; ++i) {
        std::string changed = json;
        const int edits = 1 + static_cast<int>(random() % 3);
        for (int e = 0; e < edits; ++e) {
            const std::size_t at = random() % changed.size();
            switch (random() % 4) {
            case 0: changed[at] = static_cast<char>(random()); break;
            case 1: changed.erase(at, 1 + random() % 20); break;
            case 2: changed.insert(at, 1, "\"{}[],:\\\0"[random() % 9]); break;
            default: changed[at] = "\"{}[],:\\0"[random() % 9];
            }
        }
        survive(changed);
    }
}

TEST_CASE("chrome hostile: every event of a wrong type, one at a time", "[chrome]")
{
    const std::vector<std::string> values = {
        "null",  "true", "1",   "-1", "1.5",       "1e400", "9223372036854775808", "-9223372036854775808", "\"\"",
        "\"x\"", "[]",   "[1]", "{}", "{\"a\":1}", "NaN",   "\"\\ud800\""};
    const std::vector<std::string> keys = {"ph", "name",    "cat",     "ts",  "dur",   "pid", "tid",   "id",  "args", "s",
                                           "bp", "bind_id", "flow_in", "tts", "cname", "sf",  "stack", "id2", "scope"};
    for (const char phase : std::string("XBEbenSFTpstfiCMOP")) {
        for (const std::string& key : keys) {
            std::string events;
            for (const std::string& value : values) {
                std::string e = fmt::format(
                    R"({{"ph":"{}","name":"n","cat":"kernel","ts":5,"dur":1,"pid":1,"tid":1,"id":1,"bind_id":2,"flow_in":true,"args":{{"name":"a","device":0,"stream":1}}}})",
                    phase);
                e.insert(e.size() - 1, ",\"" + key + "\":" + value);
                events += (events.empty() ? "" : ",") + e;
            }
            const Outcome o = survive("[" + events + R"(,{"ph":"X","name":"last","ts":9,"dur":1}])");
            CHECK_FALSE(o.failed);
            CHECK(o.events >= 1);
        }
    }
}

TEST_CASE("chrome hostile: nesting 100,000 deep", "[chrome]")
{
    const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
    std::string objects;
    for (int i = 0; i < 100'000; ++i) {
        objects += "{\"a\":";
    }
    objects += "1" + std::string(100'000, '}');
    const ImportedTrace t =
        importEvents(R"({"ph":"X","name":"arrays","ts":1,"dur":1,"args":{"d":)" + deep +
                     R"(}},{"ph":"X","name":"objects","ts":2,"dur":1,"args":)" + objects + R"(},{"ph":"X","name":"after","ts":3,"dur":1})");
    CHECK(t.events().size() == 3);
    CHECK(t["arrays"].args == "{\"d\":" + deep + "}");
    CHECK(t["objects"].args == objects);
    survive("[" + std::string(300'000, '['));
    survive("{\"traceEvents\":" + std::string(300'000, '{'));
    survive("{\"deviceProperties\":" + deep + ",\"distributedInfo\":" + objects + ",\"stackFrames\":" + objects + ",\"traceEvents\":[]}");
}

TEST_CASE("chrome hostile: long names and values, many of them unique", "[chrome]")
{
    const std::string name(1u << 20, 'n');
    const ImportedTrace t = importEvents(fmt::format(
        R"({{"ph":"X","name":"{}","ts":1,"dur":1,"args":{{"{}":"{}"}}}},{{"ph":"X","name":"after","ts":2,"dur":1}})", name, name, name));
    CHECK(t.events().size() == 2);
    CHECK(t[name].args.size() == 2 * name.size() + 7);
    // Keys that never repeat: the scanner's memory is bounded, the values are right all the same.
    std::string events;
    for (int i = 0; i < 70'000; ++i) {
        events += fmt::format(R"({}{{"ph":"X","name":"u","ts":{},"dur":1,"args":{{"key{}":{}}}}})", i == 0 ? "" : ",", i, i, i);
    }
    const ImportedTrace unique = importEvents(events);
    REQUIRE(unique.events().size() == 70'000);
    for (const TraceEvent& e : unique.events()) {
        const auto n = e.start / 1000;
        if (e.args != fmt::format(R"({{"key{}":{}}})", n, n)) {
            FAIL("wrong arguments " << e.args);
        }
    }
}

TEST_CASE("chrome hostile: a thread, process, stream and counter of its own for every event", "[chrome]")
{
    std::string events;
    for (int i = 0; i < 60'000; ++i) {
        events += fmt::format(R"({}{{"ph":"X","name":"e","pid":{},"tid":{},"ts":{},"dur":1}})", i == 0 ? "" : ",", i % 25'000, i, i);
        events += fmt::format(R"(,{{"ph":"X","cat":"kernel","name":"k","pid":{},"tid":"s{}","ts":{},"dur":1}})", i % 3, i, i);
        events += fmt::format(R"(,{{"ph":"C","name":"c{}","pid":1,"ts":{},"args":{{"v":1}}}})", i, i);
    }
    const Outcome o = survive("[" + events + "]");
    CHECK_FALSE(o.failed);
    CHECK(o.events >= 120'000);
    CHECK(o.warned);
}

TEST_CASE("chrome hostile: an event with thousands of values", "[chrome]")
{
    std::string args = "{";
    for (int i = 0; i < 5000; ++i) {
        args += fmt::format("{}\"k{}\":{}", i == 0 ? "" : ",", i, i);
    }
    args += "}";
    std::string keys;
    for (int i = 0; i < 600; ++i) {
        keys += fmt::format(",\"x{}\":{}", i, i);
    }
    const ImportedTrace t =
        importEvents(R"({"ph":"X","name":"many","ts":1,"dur":1,"args":)" + args + R"(},{"ph":"X","name":"outer","ts":2,"dur":1)" + keys +
                     R"(},{"ph":"X","name":"after","ts":3,"dur":1})");
    CHECK(t["many"].args == args);
    CHECK(t.has("after"));
    CHECK(t.events().size() + static_cast<std::size_t>(t.warning("json.event.malformed")) == 3);
}

TEST_CASE("chrome hostile: gigabytes of blanks and one long line cost neither memory nor much time", "[chrome]")
{
    const long before = peakMiB();
    const std::string event = R"({"ph":"X","name":"e","ts":1,"dur":1,"pid":1,"tid":1,"args":{"a":1}},)";
    Generated blanks("[" + event, " ", 1u << 30, event + "]");
    const Scanned a = scanAll(blanks);
    CHECK(a.events == 2);
    CHECK(a.warnings.empty());
    Generated line("[", event, 1u << 22, "{}]"); // 280 MB without a newline
    const Scanned b = scanAll(line);
    CHECK(b.events == (1u << 22));
    Generated quote("[" + event + "{\"ph\":\"X\",\"name\":\"", "never ends ", 1u << 26, ""); // a string of 700 MB
    const Scanned c = scanAll(quote);
    CHECK(c.events == 1);
    CHECK_FALSE(c.warnings.empty());
    Generated deep("[" + event + "{\"ph\":\"X\",\"args\":", "[", 1u << 28, "");
    const Scanned d = scanAll(deep);
    CHECK(d.events == 1);
    CHECK(peakMiB() - before < 400);
    CHECK(a.seconds + b.seconds + c.seconds + d.seconds < 120);
}

TEST_CASE("chrome hostile: damage at every turn costs linear time", "[chrome]")
{
    const std::string bad = R"({"ph":"X","name":"say "no"","ts":1},{"ph":[{"name":[{"ts":)";
    const std::string good = "\n"
                             R"({"ph":"X","name":"good","ts":1,"dur":1}])";
    Generated little("[", bad, 1u << 9, good);
    CHECK(scanAll(little).events == 1);
    Generated damage("[", bad, 1u << 20, good); // 60 MB
    CHECK(scanAll(damage).seconds < 60);
    // A good event after each damaged one that never ends.
    Generated pairs("[",
                    R"({"ph":[{"a":[)"
                    "\n"
                    R"({"ph":"X","name":"e","ts":1,"dur":1},)",
                    1u << 20, "");
    const Scanned p = scanAll(pairs);
    CHECK(p.events > 0);
    CHECK(p.seconds < 60);
    Generated braces("[", "{\"ph\":\"", 1u << 23, "");
    CHECK(scanAll(braces).seconds < 60);
}

TEST_CASE("chrome hostile: a stop ends an import at once", "[chrome]")
{
    const TempDir dir;
    {
        std::ofstream out(dir / "big.json");
        out << "[";
        for (int i = 0; i < 400'000; ++i) {
            out << fmt::format(R"({{"ph":"X","name":"e","ts":{},"dur":1,"pid":1,"tid":1}},)", i);
        }
        out << "{}]";
    }
    std::stop_source stop;
    Progress progress;
    progress.stop = stop.get_token();
    int calls = 0;
    progress.report = [&](double fraction, std::string_view) {
        CHECK(fraction <= 1.0);
        if (++calls == 3) {
            stop.request_stop();
        }
    };
    ReportWriter writer(dir / "out.rep");
    CHECK_THROWS_AS(chromeJsonImporter().import(dir / "big.json", writer, {}, progress), Cancelled);
    CHECK(calls == 3);
}
