// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/args_encoder.h"
#include "core/import/chrome_scanner.h"
#include "core/import/chrome_text.h"
#include "tests/import/chrome_support.h"

#include <limits>

using namespace pv::core;
using namespace pv::test;

namespace {
// Encodes each text, writes and reads it back.
std::vector<std::string> roundTrip(const std::vector<std::string>& texts)
{
    const TempDir dir;
    ReportWriter writer(dir / "a.rep");
    const LaneId lane = writer.addLane({});
    const ColumnId columns[] = {col::start, col::duration, col::name};
    EventAppender& out = writer.appender(lane, EventKind::slice, columns);
    ArgsEncoder encoder(writer);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::int64_t row[] = {static_cast<std::int64_t>(i), 1, 0};
        out.append(row, encoder.encode(texts[i]));
    }
    writer.finish();
    const auto report = Report::open(dir / "a.rep");
    std::vector<std::string> back(texts.size());
    for (const ChunkInfo& info : report->chunks()) {
        for (std::uint32_t i = 0; i < info.count; ++i) {
            const auto e = report->event(makeEventId(info.id, i));
            REQUIRE(e);
            back[static_cast<std::size_t>(e->start)] = e->args;
        }
    }
    return back;
}
} // namespace

TEST_CASE("args encoder: JSON comes back byte for byte, without the blanks", "[chrome]")
{
    const std::vector<std::string> exact = {
        R"({"a":1})",
        R"({"a":-5,"b":0,"c":9223372036854775807,"d":-9223372036854775808,"e":9223372036854775808})",
        R"({"a":0.5,"b":-1.25,"c":-0.5,"d":1e5,"e":1.50,"f":-0,"g":0.0,"h":123456789012345678.25})",
        R"({"s":"","t":"\"\\\n","u":"é"})",
        R"({"a":{"b":{"c":{"d":{"e":{"f":{"g":1}}}}}}})",
        R"({"l":[],"m":[1,2,3],"n":[1,2,3,4,5],"o":["x",[1,{"y":null}]],"p":true,"q":false,"r":null})",
        R"({"a":1,"a":2})",
        R"({"":0})",
    };
    CHECK(roundTrip(exact) == exact);
    CHECK(roundTrip({" { \"a\" : [ 1 , 2 ] ,\n\"b\" : { } , \"c\" : [ \"x y\" , { \"d\" : 1.0 } ] } "}) ==
          std::vector<std::string>{R"({"a":[1,2],"b":{},"c":["x y",{"d":1.0}]})"});
    CHECK(roundTrip({"{}", ""}) == std::vector<std::string>{"", R"({"text":""})"});
}

TEST_CASE("args encoder: what is no JSON is kept as a string, so that the result is JSON", "[chrome]")
{
    CHECK(roundTrip({R"({"x":NaN,"y":inf,"z":0x1F,"w":.5,"v":+1})"}) ==
          std::vector<std::string>{R"({"x":"NaN","y":"inf","z":"0x1F","w":".5","v":"+1"})"});
    CHECK(roundTrip({"just text", "[1]", "{\"a\":"}) ==
          std::vector<std::string>{R"({"text":"just text"})", R"({"text":"[1]"})", R"({"text":"{\"a\":"})"});
}

TEST_CASE("args encoder: objects written alike share one shape", "[chrome]")
{
    const TempDir dir;
    ReportWriter writer(dir / "a.rep");
    ArgsEncoder encoder(writer);
    const StringId first = encoder.encode(R"({"a":1,"b":"x","c":0.5})").shape;
    CHECK(encoder.encode(R"({"a":22,"b":"yy","c":7.25})").shape == first);
    CHECK(encoder.encode(R"({ "a": 3, "b": "z", "c": 1.5 })").shape == first);
    CHECK(encoder.encode(R"({"a":1,"b":2,"c":0.5})").shape != first);
    const EncodedArgs args = encoder.encode(R"({"a":22,"b":"yy","c":-7.25})");
    REQUIRE(args.values.size() == 4);
    CHECK(args.values[0] == 22);
    CHECK(args.values[2] == -725);
    CHECK(args.values[3] == 2);
}

TEST_CASE("decimal times: exact, rounded half up, never through a double", "[chrome]")
{
    using chrome::NumberFault;
    using chrome::parseScaled;
    const auto ns = [](std::string_view text) { return parseScaled(text, 3).value; };
    CHECK(ns("1752825292909663.001") == 1752825292909663001);
    CHECK(ns("9223372036854775.807") == std::numeric_limits<std::int64_t>::max());
    CHECK(parseScaled("9223372036854775.8075", 3).fault == NumberFault::tooLarge);
    CHECK(ns("0.0004999999999999999999999999999999999999999999999") == 0);
    CHECK(ns("0.0005") == 1);
    CHECK(ns("-0.0005") == -1);
    CHECK(ns("1.0000000000000000000000000000000000000000000000000000001") == 1000);
    CHECK(ns("00012.5") == 12500);
    CHECK(ns("1e3") == 1'000'000);
    CHECK(ns("1.5E-3") == 2);
    CHECK(ns("123456789e-9") == 123);
    CHECK(ns("0e999999999") == 0);
    CHECK(ns(" 7 ") == 7000);
    for (const std::string_view bad : {"", " ", "abc", "1a", "1e", "--1", "1.2.3", "0x10", "NaN", "inf", "."}) {
        INFO(bad);
        CHECK(parseScaled(bad, 3).fault == NumberFault::notANumber);
    }
    for (const std::string_view large : {"1e30", "1e400", "1e999999999999", "-1e30", "9223372036854775808"}) {
        CHECK(parseScaled(large, 3).fault == NumberFault::tooLarge);
    }
    CHECK(chrome::scaleDecimal(std::numeric_limits<std::int64_t>::max(), 19, 3).value == 922);
}
