// SPDX-License-Identifier: GPL-3.0-or-later
// Two reports are equal when they say the same, whatever their ids and the order they were written in; each single change
// is found, and its place is told.

#include "core/analysis/report_equal.h"
#include "core/store/report_writer.h"
#include "tests/support/catch.h"
#include "tests/support/files.h"

#include <algorithm>
#include <random>

using namespace pv::core;
using pv::test::TempDir;

namespace {

// What to do differently from the plain report.
struct Change {
    bool shuffled = false;  // written in another order, with strings interned first
    std::int64_t bytes = 0; // added to one copy's size
    std::int64_t shift = 0; // of one event
    bool extraEvent = false;
    bool otherName = false; // of one event
    bool otherArgs = false;
    bool otherLane = false; // one lane more
    bool otherThread = false;
    bool otherTable = false; // one cell of the side table
    bool moreTables = false; // a table and a column that the other lacks
    bool link = true;
};

std::shared_ptr<const Report> make(const TempDir& folder, const std::string& name, const Change& change)
{
    const auto path = folder / name;
    ReportWriter w(path);
    if (change.shuffled) {
        for (const char* text : {"zebra", "copy", "kernel 3", "call 1"}) {
            w.intern(text);
        }
    }
    LaneSpec process;
    process.kind = LaneKind::process;
    process.name = "train";
    process.pid = 7;
    const LaneId root = w.addLane(process);
    const auto lane = [&](LaneKind kind, std::int64_t stream) {
        LaneSpec spec;
        spec.parent = root;
        spec.kind = kind;
        spec.pid = 7;
        spec.stream = stream;
        spec.rows = RowPolicy::packed;
        return w.addLane(spec);
    };
    LaneId stream, api;
    if (change.shuffled) {
        api = lane(LaneKind::api, kNull);
        stream = lane(LaneKind::stream, 3);
    } else {
        stream = lane(LaneKind::stream, 3);
        api = lane(LaneKind::api, kNull);
    }
    if (change.otherLane) {
        lane(LaneKind::stream, 4);
    }
    std::vector<int> order(40000);
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = static_cast<int>(i);
    }
    if (change.shuffled) {
        std::shuffle(order.begin(), order.end(), std::mt19937(3));
    }
    const ColumnId kernelColumns[] = {col::start, col::duration, col::name, col::correlation};
    const ColumnId copyColumns[] = {col::start, col::duration, col::name, col::bytes};
    const ColumnId callColumns[] = {col::start, col::duration, col::name, col::correlation};
    const ColumnId moreColumns[] = {col::start, col::duration, col::name, col::correlation, col::returnValue};
    auto& kernels = w.appender(stream, EventKind::kernel, kernelColumns);
    auto& copies = w.appender(stream, EventKind::memcpy, copyColumns);
    auto& calls = change.moreTables ? w.appender(api, EventKind::apiCall, moreColumns) : w.appender(api, EventKind::apiCall, callColumns);
    const StringId shape = w.intern("{\"rank\":\x01}");
    for (const int i : order) {
        // Pairs start at the same time, so that ties come in different orders.
        const TimeNs start = (i / 2) * 1000 + (i == 500 ? change.shift : 0);
        const auto id = [&](const std::string& text) { return static_cast<std::int64_t>(w.intern(text).value); };
        const std::int64_t kernel[] = {start, 10 + i % 5, id(i == 900 && change.otherName ? "zebra" : "kernel " + std::to_string(i % 9)),
                                       i};
        kernels.append(kernel);
        const std::int64_t call[] = {start, 5, id("call " + std::to_string(i % 3)), i, 0};
        const std::int64_t rank[] = {i == 77 && change.otherArgs ? 99 : i % 4};
        calls.append(call, {shape, rank});
        if (i % 100 == 0) {
            const std::int64_t copy[] = {start + 100, 50, id("copy"), 4096 + (i == 1000 ? change.bytes : 0)};
            copies.append(copy);
        }
    }
    if (change.extraEvent) {
        const std::int64_t kernel[] = {123456, 7, static_cast<std::int64_t>(w.intern("zebra").value), 5};
        kernels.append(kernel);
    }
    Thread thread;
    thread.pid = 7;
    thread.tid = 8;
    thread.name = change.otherThread ? "loader" : "main";
    w.addThread(thread);
    const TableColumn tableColumns[] = {{"id", ColumnType::integer}, {"label", ColumnType::string}};
    auto& table = w.table("LABELS", tableColumns);
    for (int i = 0; i < 100; ++i) {
        const std::int64_t row[] = {i, static_cast<std::int64_t>(w.intern(i == 50 && change.otherTable ? "other" : "label").value)};
        table.append(row);
    }
    if (change.moreTables) {
        const std::int64_t row[] = {1, static_cast<std::int64_t>(w.intern("more").value)};
        w.table("MORE", tableColumns).append(row);
    }
    if (change.link) {
        LinkEnd from;
        from.lane = api;
        from.at = 3000;
        from.bind = LinkEnd::Bind::exact;
        LinkEnd to;
        to.lane = stream;
        to.at = 3100;
        to.bind = LinkEnd::Bind::next;
        w.addLink(from, to, "flow");
    }
    w.setMeta("source_file", name);
    w.finish();
    return Report::open(path);
}

bool mentions(const ReportEqualResult& result, std::string_view text)
{
    return std::any_of(result.differences.begin(), result.differences.end(),
                       [&](const auto& d) { return (d.where + "\n" + d.a + "\n" + d.b).find(text) != std::string::npos; });
}

} // namespace

TEST_CASE("report equal: ids and order don't matter")
{
    TempDir folder;
    const auto a = make(folder, "a.rep", {});
    Change shuffled;
    shuffled.shuffled = true;
    const auto b = make(folder, "b.rep", shuffled);
    const auto result = compareReports(*a, *b);
    for (const auto& d : result.differences) {
        WARN(d.where << ": " << d.a << " | " << d.b);
    }
    CHECK(result.equal());
    CHECK(result.extras.empty());
    CHECK(result.events == 80400);
    CHECK(result.tableRows == 100);
}

TEST_CASE("report equal: every change is found and told")
{
    TempDir folder;
    const auto a = make(folder, "a.rep", {});
    Change change;
    change.shuffled = true;
    std::string expected;
    std::int64_t count = 1;
    SECTION("a value")
    {
        change.bytes = 1;
        expected = "memcpy at 500100 ns: bytes\n4096\n4097";
    }
    SECTION("a time")
    {
        change.shift = 7; // of a kernel, a call and a copy, each missed at one time and found at another
        expected = "kernel at 250000 ns\n2 events\n1 events";
        count = 6;
    }
    SECTION("an event more")
    {
        change.extraEvent = true;
        expected = "kernel at 123456 ns";
    }
    SECTION("a name")
    {
        change.otherName = true;
        expected = "'zebra'";
        count = 0;
    }
    SECTION("arguments")
    {
        change.otherArgs = true;
        expected = "{\"rank\":99}";
        count = 0;
    }
    SECTION("a lane more")
    {
        change.otherLane = true;
        expected = "stream pid 7 stream 4";
    }
    SECTION("a thread's name")
    {
        change.otherThread = true;
        expected = "'loader'";
    }
    SECTION("a cell of a side table")
    {
        change.otherTable = true;
        expected = "table LABELS column label row 50\n'label'\n'other'";
    }
    SECTION("a link less")
    {
        change.link = false;
        expected = "flow: ";
    }
    const auto b = make(folder, "b.rep", change);
    const auto result = compareReports(*a, *b);
    CHECK_FALSE(result.equal());
    INFO(expected);
    CHECK(mentions(result, expected));
    if (count > 0) {
        CHECK(result.differenceCount == count);
    }
}

TEST_CASE("report equal: what only one report knows is an extra")
{
    TempDir folder;
    const auto a = make(folder, "a.rep", {});
    Change change;
    change.moreTables = true;
    const auto b = make(folder, "b.rep", change);
    auto result = compareReports(*a, *b);
    CHECK(result.equal());
    REQUIRE(result.extras.size() == 2);
    CHECK(result.extras[0].what == "column api_call.return_value");
    CHECK_FALSE(result.extras[0].inA);
    CHECK(result.extras[0].count == 40000);
    CHECK(result.extras[1].what == "table MORE");

    ReportEqualOptions options;
    options.ignoredTables = {"MORE"};
    result = compareReports(*b, *a, options);
    REQUIRE(result.extras.size() == 1);
    CHECK(result.extras[0].inA);
}
