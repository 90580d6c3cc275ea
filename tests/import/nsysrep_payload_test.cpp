// SPDX-License-Identifier: GPL-3.0-or-later

// NVTX payloads that follow a schema, and Python's call stacks in them.

#include "tests/import/nsysrep_build.h"
#include "tests/import/nsysrep_support.h"

#include <cstring>
#include <set>

using namespace pv;
using namespace pv::test;

namespace {

constexpr std::uint64_t kPid = 0x1000017000000;

std::string entry(std::uint64_t type, std::string_view name, std::uint64_t offset, std::uint64_t flags = 0, std::uint64_t detail = 0)
{
    return bytesField(4,
                      numberField(1, type) + numberField(2, flags) + numberField(3, offset) + numberField(4, detail) + bytesField(7, name));
}
std::string schema(std::uint64_t id, std::uint64_t size, const std::string& entries)
{
    return bytesField(2, numberField(1, id) + numberField(2, 1) + entries + numberField(6, size));
}
template <class T>
void put(std::string& bytes, T value)
{
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// The JSON of one mark that carries `bytes` as a payload of schema 100.
Cell jsonOf(const std::string& schemas, const std::string& bytes)
{
    TempDir folder;
    const auto file = folder / "payload.nsys-rep";
    const std::string payload = bytesField(9, numberField(1, 100) + bytesField(2, bytes));
    RepParts parts;
    parts.strings = {"", "&lt;name&gt; &amp;c"};
    parts.extension = bytesField(3, numberField(1, kPid) + schemas);
    parts.blocks = {literalFrame(typedEvent(
        34, 102, numberField(1, 34) + numberField(2, 5) + bytesField(8, payload) + numberField(9, kPid + 23) + numberField(13, 0)))};
    parts.events = 1;
    writeFile(file, parts.file());
    const Outcome out = open(file);
    REQUIRE(out.opened);
    const KeptTable& nvtx = out.sink.tables.at("NVTX_EVENTS");
    REQUIRE(nvtx.rows.size() == 1);
    const Cell cell = nvtx.rows[0][nvtx.column("payloadJson")];
    CHECK((std::holds_alternative<std::monostate>(cell)) == (out.sink.find("nsysrep.payload") != nullptr));
    return cell;
}

} // namespace

TEST_CASE("nsysrep: payload fields of all sorts", "[nsysrep]")
{
    std::string bytes;
    put<std::int8_t>(bytes, -3);
    put<std::uint8_t>(bytes, 250);
    put<std::int16_t>(bytes, -300);
    put<std::uint32_t>(bytes, 4'000'000'000u);
    put<std::uint64_t>(bytes, ~std::uint64_t{0});
    put<double>(bytes, 0.1);
    put<float>(bytes, 0.1F);
    put<std::uint64_t>(bytes, 1);
    put<std::int32_t>(bytes, 7);
    put<std::int16_t>(bytes, 2);
    put<std::int16_t>(bytes, 9);
    const std::string enumeration =
        bytesField(4, numberField(2, 101) + bytesField(4, bytesField(1, "seven") + numberField(2, 7)) + numberField(5, 4));
    const std::string nested = schema(102, 4, entry(13, "a", 0) + entry(13, "b", 2));
    const std::string all = entry(11, "i8", 0) + entry(12, "u8", 1) + entry(13, "i16", 2) + entry(16, "u32", 4) + entry(18, "u64", 8) +
                            entry(20, "f64", 16) + entry(19, "f32", 24) + entry(80, "text", 28) + entry(101, "enum", 36) +
                            entry(102, "nested", 40) + entry(13, "array", 40, 0x10, 2);
    CHECK(jsonOf(enumeration + nested + schema(100, 44, all), bytes) ==
          Cell(std::string(R"({"i8":-3,"u8":250,"i16":-300,"u32":4000000000,"u64":18446744073709551615,"f64":0.1,"f32":0.1,)"
                           R"("text":"<name> &c","enum":"seven","nested":{"a":2,"b":9},"array":[2,9]})")));
}

TEST_CASE("nsysrep: payloads that lie give null, never what lies behind them", "[nsysrep]")
{
    std::string bytes;
    put<std::int32_t>(bytes, 1'000'000);
    SECTION("a count too large")
    {
        CHECK(jsonOf(schema(100, 4, entry(15, "n", 0) + entry(15, "v", 0, 0x30, 0)), bytes) ==
              Cell(std::string(R"({"n":1000000,"v":[1000000]})")));
    }
    SECTION("an offset behind the end") { CHECK(jsonOf(schema(100, 4, entry(15, "v", 2)), bytes) == Cell(std::string(R"({"v":null})"))); }
    SECTION("an offset beyond all bounds")
    {
        CHECK(jsonOf(schema(100, 4, entry(15, "v", ~std::uint64_t{0} / 2)), bytes) == Cell(std::string(R"({"v":null})")));
    }
    SECTION("a negative offset")
    {
        CHECK(jsonOf(schema(100, 4, entry(15, "v", ~std::uint64_t{0})), bytes) == Cell(std::string(R"({"v":null})")));
    }
    SECTION("an unknown type") { CHECK(jsonOf(schema(100, 4, entry(7777, "v", 0)), bytes) == Cell(std::string(R"({"v":null})"))); }
    SECTION("a string that isn't there")
    {
        put<std::int32_t>(bytes, 0);
        CHECK(jsonOf(schema(100, 8, entry(80, "v", 0)), bytes) == Cell(std::string(R"({"v":1000000})")));
    }
    SECTION("a schema within itself ends")
    {
        const Cell cell = jsonOf(schema(100, 4, entry(100, "v", 0)), bytes);
        CHECK(std::get<std::string>(cell).ends_with("null}}}}}}}}}"));
    }
    SECTION("an unknown schema") { CHECK(std::holds_alternative<std::monostate>(jsonOf(schema(5, 4, entry(15, "v", 0)), bytes))); }
    SECTION("arrays within arrays stay within bounds")
    {
        // Eight levels of a thousand elements each would be without end.
        std::string schemas;
        for (unsigned i = 0; i < 8; ++i) {
            schemas += schema(100 + i, 1, entry(101 + i, "v", 0, 0x10, 1000));
        }
        schemas += schema(108, 1, entry(11, "v", 0));
        const Cell cell = jsonOf(schemas, std::string(4000, 'x'));
        CHECK(std::get<std::string>(cell).size() < (1u << 20));
    }
}

TEST_CASE("nsysrep: payloads that follow a schema become JSON, and Python's stacks call chains", "[nsysrep]")
{
    const auto path = sample("stack");
    if (!path) {
        return;
    }
    const Outcome out = open(*path);
    REQUIRE(out.opened);
    const KeptTable& nvtx = out.sink.tables.at("NVTX_EVENTS");
    const KeptTable& frames = out.sink.tables.at("PYTHON_CALLCHAINS");
    const std::size_t column = nvtx.column("payloadJson");
    const std::size_t chain = nvtx.column("scriptChainId");
    REQUIRE(column < nvtx.columns.size());
    REQUIRE(chain < nvtx.columns.size());

    std::map<std::int64_t, std::size_t> depths;
    bool module = false;
    bool withLine = false;
    for (const Row& row : frames.rows) {
        CHECK(std::get<std::int64_t>(row[frames.column("stackDepth")]) ==
              static_cast<std::int64_t>(depths[std::get<std::int64_t>(row[frames.column("id")])]++));
        module = module || row[frames.column("symbol")] == Cell(std::string("<module>"));
        withLine = withLine || (std::get<std::string>(row[frames.column("module")]).ends_with("torch/nn/modules/conv.py") &&
                                row[frames.column("line")] == Cell(std::int64_t{548}));
    }
    CHECK(module);
    CHECK(withLine);

    std::size_t payloads = 0;
    std::set<std::int64_t> used;
    for (const Row& row : nvtx.rows) {
        if (const auto* json = std::get_if<std::string>(&row[column])) {
            ++payloads;
            const auto count = json->find("\"Frames count\":");
            REQUIRE(json->starts_with("{\"Thread state ID\":"));
            REQUIRE(count != std::string::npos);
            const auto* id = std::get_if<std::int64_t>(&row[chain]);
            const std::size_t depth = id == nullptr ? 0 : depths[*id];
            CHECK(json->substr(count) == "\"Frames count\":" + std::to_string(depth) + "}");
            if (id != nullptr) {
                CHECK(used.insert(*id).second);
            }
        }
    }
    CHECK(payloads == 2196);
    CHECK(used.size() == depths.size());
    CHECK(used.size() > 1000);
}

TEST_CASE("nsysrep: payloads say what the program put into them", "[nsysrep]")
{
    const auto path = sample("kinds_nvtx");
    if (!path) {
        return;
    }
    const Outcome out = open(*path);
    REQUIRE(out.opened);
    const KeptTable& nvtx = out.sink.tables.at("NVTX_EVENTS");
    std::set<std::string> texts;
    for (const Row& row : nvtx.rows) {
        if (const auto* json = std::get_if<std::string>(&row[nvtx.column("payloadJson")])) {
            texts.insert(*json);
        }
    }
    CHECK(texts.size() == 5);
    CHECK(texts.contains(R"({"step":0,"loss":0.0625,"lr":0.001,"rank":3,"tag":"train"})"));
    CHECK(texts.contains(R"({"step":4,"loss":0.00390625,"lr":0.001,"rank":3,"tag":"train"})"));
}
