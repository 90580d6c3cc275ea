// SPDX-License-Identifier: GPL-3.0-or-later
// What goes into a report comes out of it, and its pictures equal what brute force makes of the events.

#include "core/model/error.h"
#include "core/store/report.h"
#include "core/store/report_writer.h"
#include "tests/support/catch.h"
#include "tests/support/files.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <random>
#include <set>

using namespace pv::core;

namespace {

struct TestEvent {
    TimeNs start;
    std::int64_t duration;
    std::uint32_t name;
};

std::vector<TestEvent> randomEvents(unsigned seed, int n, std::int64_t span, std::int64_t longest)
{
    std::mt19937_64 random(seed);
    std::vector<TestEvent> events;
    for (int i = 0; i < n; ++i) {
        const auto start = static_cast<TimeNs>(random() % static_cast<std::uint64_t>(span)) - span / 4;
        const auto kind = random() % 10;
        const std::int64_t duration = kind == 0   ? 0
                                      : kind == 1 ? static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(longest))
                                                  : static_cast<std::int64_t>(random() % 2000);
        events.push_back({start, duration, static_cast<std::uint32_t>(random() % 7)});
    }
    return events;
}

// Writes events in the order given; returns the lane.
LaneId writeLane(const std::filesystem::path& path, const std::vector<TestEvent>& events, RowPolicy rows, LaneKind kind = LaneKind::slices)
{
    ReportWriter w(path);
    LaneSpec spec;
    spec.kind = kind;
    spec.name = "lane";
    spec.rows = rows;
    const LaneId lane = w.addLane(spec);
    std::vector<StringId> names;
    for (int i = 0; i < 7; ++i) {
        names.push_back(w.intern("name " + std::to_string(i)));
    }
    const ColumnId columns[] = {col::start, col::duration, col::name};
    auto& a = w.appender(lane, EventKind::slice, columns);
    for (const TestEvent& e : events) {
        const std::int64_t row[] = {e.start, e.duration, static_cast<std::int64_t>(names[e.name].value)};
        a.append(row);
    }
    w.finish();
    return lane;
}

} // namespace

TEST_CASE("events come back sorted, complete, and on rows that do not overlap")
{
    const pv::test::TempDir dir;
    for (const RowPolicy policy : {RowPolicy::nested, RowPolicy::packed}) {
        const auto path = dir / (policy == RowPolicy::nested ? "n.rep" : "p.rep");
        const auto events = randomEvents(1, 20000, 40'000'000, 300'000);
        const LaneId lane = writeLane(path, events, policy);
        const auto report = Report::open(path);
        std::multiset<std::tuple<TimeNs, std::int64_t, std::string>> expected, got;
        for (const auto& e : events) {
            expected.emplace(e.start, e.duration, "name " + std::to_string(e.name));
        }
        std::map<std::int64_t, TimeNs> ends;
        TimeNs last = std::numeric_limits<TimeNs>::min();
        report->forEachEvent(lane, kAllTime, {}, [&](const Chunk& c, std::uint32_t i) {
            const TimeNs start = c.value(col::start, i);
            const std::int64_t duration = c.value(col::duration, i);
            const std::int64_t row = c.value(col::row, i) == kNull ? 0 : c.value(col::row, i);
            REQUIRE(start >= last);
            last = start;
            const auto [it, isNew] = ends.try_emplace(row, start);
            REQUIRE((isNew || it->second <= start));
            it->second = start + duration;
            got.emplace(start, duration, report->string(StringId{static_cast<std::uint32_t>(c.value(col::name, i))}));
            return true;
        });
        REQUIRE(got == expected);
        REQUIRE(verifyReport(path) == std::vector<std::string>{});
    }
}

TEST_CASE("every bucket of every level equals brute force")
{
    const pv::test::TempDir dir;
    for (const unsigned seed : {1u, 2u, 3u}) {
        const auto path = dir / (std::to_string(seed) + ".rep");
        const auto events = randomEvents(seed, 6000, 4'000'000, 60'000);
        const LaneId lane = writeLane(path, events, seed % 2 == 0 ? RowPolicy::nested : RowPolicy::packed);
        const auto report = Report::open(path);
        const Lane& l = report->lanes()[lane.value];
        REQUIRE(l.topLevel >= l.baseLevel);
        struct Flat {
            TimeNs start, end;
            std::int64_t row;
            StringId name;
        };
        std::vector<Flat> flat;
        report->forEachEvent(lane, kAllTime, {}, [&](const Chunk& c, std::uint32_t i) {
            const std::int64_t row = c.value(col::row, i) == kNull ? 0 : c.value(col::row, i);
            flat.push_back({c.value(col::start, i), c.value(col::start, i) + c.value(col::duration, i), row,
                            StringId{static_cast<std::uint32_t>(c.value(col::name, i))}});
            return true;
        });
        std::mt19937 random(seed);
        for (int level = std::max(0, l.baseLevel - 2); level <= std::min(kMaxLevel, l.topLevel + 2); ++level) {
            for (const std::int32_t row : {kUnionRow, 0, 1}) {
                const std::int64_t first = tileIndex(l.range.begin, level);
                const std::int64_t last = tileIndex(l.range.end, level);
                const std::int64_t index = first + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(last - first + 1));
                const TilePtr tile = report->tile(lane, row, level, index);
                REQUIRE(tile);
                for (int b = 0; b < kBucketsPerTile; ++b) {
                    const TimeNs from = tileBegin(index, level) + b * bucketWidthNs(level);
                    const TimeNs to = from + bucketWidthNs(level);
                    std::int64_t busy = 0;
                    std::int64_t longest = -1;
                    std::uint32_t count = 0;
                    TimeNs covered = from;
                    std::map<StringId, std::pair<std::int64_t, int>> names;
                    for (const Flat& e : flat) {
                        if (row != kUnionRow && e.row != row) {
                            continue;
                        }
                        const bool starts = e.start >= from && e.start < to;
                        const std::int64_t part = std::max<std::int64_t>(0, std::min(e.end, to) - std::max(e.start, from));
                        if (!starts && part == 0) {
                            continue;
                        }
                        busy += std::max<std::int64_t>(0, std::min(e.end, to) - std::max(e.start, covered));
                        covered = std::max(covered, std::min(e.end, to));
                        longest = std::max(longest, e.end - e.start);
                        count += starts ? 1 : 0;
                        names[e.name].first += part;
                        names[e.name].second += starts ? 1 : 0;
                    }
                    const Bucket& got = tile->buckets[static_cast<std::size_t>(b)];
                    REQUIRE(got.busyNs == busy);
                    REQUIRE(got.longestNs == longest);
                    REQUIRE(got.count == count);
                    if (longest >= 0) {
                        StringId top{};
                        std::pair<std::int64_t, int> best{-1, -1};
                        for (const auto& [name, share] : names) {
                            if (share.first > best.first || (share.first == 0 && best.first == 0 && share.second > best.second)) {
                                best = share;
                                top = name;
                            }
                        }
                        REQUIRE(got.topName == top);
                    }
                }
            }
        }
        REQUIRE(verifyReport(path) == std::vector<std::string>{});
    }
}

TEST_CASE("a GPU is the union of its streams, cut by what it does")
{
    const pv::test::TempDir dir;
    ReportWriter w(dir / "g.rep");
    LaneSpec gpu;
    gpu.kind = LaneKind::gpu;
    gpu.device = 0;
    const LaneId g = w.addLane(gpu);
    std::vector<LaneId> streams;
    for (int i = 0; i < 2; ++i) {
        LaneSpec s;
        s.parent = g;
        s.kind = LaneKind::stream;
        s.rows = RowPolicy::packed;
        s.pid = 7;
        streams.push_back(w.addLane(s));
    }
    const auto kernel = static_cast<std::int64_t>(w.intern("gemm").value);
    const auto nccl = static_cast<std::int64_t>(w.intern("ncclDevKernel_AllReduce_Sum_f32").value);
    const ColumnId columns[] = {col::start, col::duration, col::name};
    auto add = [&](int stream, EventKind kind, TimeNs start, std::int64_t duration, std::int64_t name) {
        const std::int64_t row[] = {start, duration, name};
        w.appender(streams[static_cast<std::size_t>(stream)], kind, columns).append(row);
    };
    add(0, EventKind::kernel, 0, 100, kernel);
    add(1, EventKind::memcpy, 50, 100, kernel);
    add(1, EventKind::kernel, 200, 100, nccl);
    add(0, EventKind::kernel, 250, 10, kernel);
    w.finish();
    const auto report = Report::open(dir / "g.rep");
    std::vector<std::tuple<TimeNs, TimeNs, GpuState>> got;
    report->forEachBusy(g, kAllTime, [&](TimeRange r, GpuState s) {
        got.emplace_back(r.begin, r.end, s);
        return true;
    });
    const std::vector<std::tuple<TimeNs, TimeNs, GpuState>> expected{{0, 100, GpuState::compute},
                                                                     {100, 150, GpuState::copy},
                                                                     {200, 250, GpuState::communication},
                                                                     {250, 260, GpuState::compute},
                                                                     {260, 300, GpuState::communication}};
    REQUIRE(got == expected);
    const TilePtr tile = report->tile(g, kUnionRow, 3, 0); // 64 ns a bucket
    REQUIRE(tile->buckets[0].busyNs == 64);
    REQUIRE(tile->buckets[2].busyNs == 22);
    REQUIRE(tile->buckets[3].busyNs == 56);
    REQUIRE(report->tile(g, static_cast<std::int32_t>(GpuState::copy), 3, 0)->buckets[1].busyNs == 28);
}

TEST_CASE("open ranges, invalid times, arguments, links and side tables survive")
{
    const pv::test::TempDir dir;
    const auto path = dir / "a.rep";
    ReportWriter w(path);
    LaneSpec spec;
    spec.kind = LaneKind::api;
    spec.pid = 5;
    const LaneId a = w.addLane(spec);
    spec.kind = LaneKind::stream;
    const LaneId b = w.addLane(spec);
    w.setTimeShift(1000);
    const ColumnId own = w.column("launchType");
    const ColumnId columns[] = {col::start, col::duration, col::name, col::correlation, col::flags, own};
    const auto name = static_cast<std::int64_t>(w.intern("call \xFF").value);
    const StringId shape = w.intern("{\"a\":\x01,\"b\":\x02}");
    const std::int64_t argValues[] = {42, static_cast<std::int64_t>(w.intern("t\"xt").value)};
    const std::int64_t call[] = {1000, 50, name, 9, kNull, 3};
    const std::int64_t open[] = {1010, kOpenEnd, name, kNull, kNull, kNull};
    const std::int64_t invalid[] = {0, 0, name, 10, kFlagInvalidTime, kNull};
    const std::int64_t kernel[] = {1100, 400, name, 9, kNull, kNull};
    w.appender(a, EventKind::apiCall, columns).append(call, {shape, argValues});
    w.appender(a, EventKind::apiCall, columns).append(open);
    w.appender(b, EventKind::kernel, columns).append(kernel);
    w.appender(b, EventKind::kernel, columns).append(invalid);
    w.addLink({a, 1020, LinkEnd::Bind::enclosing, {}}, {b, 1050, LinkEnd::Bind::next, {}}, "flow");
    const TableColumn tableColumns[] = {{"id", ColumnType::integer}, {"text", ColumnType::string}};
    const std::int64_t row[] = {kNull, name};
    w.table("EXTRA", tableColumns).append(row);
    w.addWarning({"x", Severity::warning, 2, "two"});
    w.addWarning({"x", Severity::warning, 3, "again"});
    w.finish();

    const auto r = Report::open(path);
    REQUIRE(r->range() == TimeRange{0, 500});
    REQUIRE(r->string(StringId{static_cast<std::uint32_t>(name)}) == "call \xEF\xBF\xBD");
    const auto first = r->eventAt(a, 0, 5, 0);
    REQUIRE(first);
    REQUIRE(first->start == 0);
    REQUIRE(first->args == "{\"a\":42,\"b\":\"t\\\"xt\"}");
    REQUIRE(r->columnByName("launchType").has_value());
    const auto second = r->eventAt(a, 1, 20, 0);
    REQUIRE(second);
    REQUIRE(second->end() == 500);
    REQUIRE((second->flags & kFlagNotClosed) != 0);
    const auto links = r->linked(first->id);
    REQUIRE(links.size() == 1);
    REQUIRE(links[0].kind == "launch");
    REQUIRE(r->event(links[0].target)->start == 100);
    REQUIRE(r->linked(second->id).at(0).kind == "flow");
    int kernels = 0;
    r->scan(EventKind::kernel, kAllTime, {}, [&](const ChunkPtr& c) { kernels += static_cast<int>(c->info().count); });
    REQUIRE(kernels == 2);
    REQUIRE(r->sideTable("EXTRA")->rowCount == 1);
    REQUIRE(r->sideTableData("EXTRA")->columns[0][0] == kNull);
    REQUIRE(r->warnings().size() == 2); // the text that was not UTF-8 is one
    REQUIRE(r->warnings()[0].count == 5);
    REQUIRE(verifyReport(path) == std::vector<std::string>{});
}

TEST_CASE("damage anywhere is named, and nothing crashes")
{
    const pv::test::TempDir dir;
    const auto path = dir / "d.rep";
    writeLane(path, randomEvents(9, 9000, 5'000'000, 100'000), RowPolicy::packed);
    std::ifstream in(path, std::ios::binary);
    const std::string whole((std::istreambuf_iterator<char>(in)), {});
    std::mt19937 random(4);
    int unnoticed = 0;
    for (int round = 0; round < 200; ++round) {
        std::string bytes = whole;
        if (round % 4 == 0) {
            bytes.resize(random() % bytes.size());
        } else {
            bytes[random() % bytes.size()] ^= static_cast<char>(1 + random() % 255);
        }
        const auto damaged = dir / "x.rep";
        std::ofstream(damaged, std::ios::binary | std::ios::trunc) << bytes;
        try {
            const auto faults = verifyReport(damaged);
            unnoticed += faults.empty() ? 1 : 0;
            const auto r = Report::open(damaged);
            r->forEachEvent(LaneId{0}, kAllTime, {}, [](const Chunk&, std::uint32_t) { return true; });
        } catch (const Error& e) {
            REQUIRE(std::string(e.what()).size() > 20);
        }
    }
    // Unused bytes of pages are no damage; everything else must be found.
    REQUIRE(unnoticed < 60);
}
