// SPDX-License-Identifier: GPL-3.0-or-later
// Flow arrows: what their ends bind to, and which ends belong together.
#include "tests/import/chrome_support.h"

#include <algorithm>

#include <fmt/format.h>

using namespace pv::core;
using namespace pv::test;

namespace {
std::string slice(std::string_view name, double ts, double dur, int tid, std::string_view rest = "")
{
    return fmt::format(R"({{"ph":"X","name":"{}","cat":"c","pid":1,"tid":{},"ts":{},"dur":{}{}}})", name, tid, ts, dur, rest);
}
std::string flow(char ph, std::string_view id, double ts, int tid, std::string_view rest = "", std::string_view name = "flow",
                 std::string_view cat = "f")
{
    return fmt::format(R"({{"ph":"{}","name":"{}","cat":"{}","id":{},"pid":1,"tid":{},"ts":{}{}}})", ph, name, cat, id, tid, ts, rest);
}
constexpr std::string_view kEnclosing = R"(,"bp":"e")";
using Links = std::vector<std::string>;
} // namespace

TEST_CASE("chrome flows: a start binds to the innermost slice around it, rather one that starts there", "[chrome]")
{
    const ImportedTrace t =
        importEvents(slice("outer", 0, 100, 1) + "," + slice("inner", 10, 20, 1) + "," + slice("target", 50, 10, 2) + "," +
                     flow('s', "1", 15, 1) + "," + flow('f', "1", 55, 2, kEnclosing) + "," + slice("prev", 200, 10, 1) + "," +
                     slice("next", 210, 10, 1) + "," + flow('s', "2", 210, 1) + "," + flow('f', "2", 60, 2, kEnclosing) + "," +
                     flow('s', "3", 0, 1) + "," + flow('f', "3", 220, 1, kEnclosing));
    const Links links = t.allLinks();
    CHECK(std::count(links.begin(), links.end(), "inner->target") == 1);
    CHECK(std::count(links.begin(), links.end(), "outer->next") == 1); // both ends of a slice belong to it
}

TEST_CASE("chrome flows: an end without a binding point takes the next slice, one at its own time included", "[chrome]")
{
    const ImportedTrace t = importEvents(slice("from", 0, 10, 1) + "," + slice("around", 15, 50, 2) + "," + slice("at", 20, 5, 2) + "," +
                                         slice("after", 30, 5, 2) + "," + flow('s', "1", 5, 1) + "," + flow('f', "1", 20, 2) + "," +
                                         flow('s', "2", 5, 1) + "," + flow('f', "2", 21, 2));
    CHECK(t.allLinks() == Links{"from->after", "from->at"});
}

TEST_CASE("chrome flows: ids are equal by value; name and category are part of the key", "[chrome]")
{
    const ImportedTrace t = importEvents(slice("a", 0, 10, 1) + "," + slice("b", 20, 10, 2) + "," + flow('s', "16", 5, 1) + "," +
                                         flow('f', "\"0x10\"", 25, 2, kEnclosing));
    CHECK(t.allLinks() == Links{"a->b"});
    const ImportedTrace decimal = importEvents(slice("a", 0, 10, 1) + "," + slice("b", 20, 10, 2) + "," + flow('s', "\"10\"", 5, 1) + "," +
                                               flow('f', "10", 25, 2, kEnclosing));
    CHECK(decimal.allLinks() == Links{"a->b"});
    const ImportedTrace text = importEvents(slice("a", 0, 10, 1) + "," + slice("b", 20, 10, 2) + "," + flow('s', "\"id42\"", 5, 1) + "," +
                                            flow('f', "\"id42\"", 25, 2, kEnclosing));
    CHECK(text.allLinks() == Links{"a->b"});
    const ImportedTrace name = importEvents(slice("a", 0, 10, 1) + "," + slice("b", 20, 10, 2) + "," + flow('s', "1", 5, 1, "", "x") + "," +
                                            flow('f', "1", 25, 2, kEnclosing, "y"));
    CHECK(name.allLinks().empty());
    CHECK(name.warning("json.flow.no_end") == 1);
    CHECK(name.warning("json.flow.no_start") == 1);
    const ImportedTrace blanks = importEvents(slice("a", 0, 10, 1) + "," + slice("b", 20, 10, 2) + "," +
                                              flow('s', "1", 5, 1, "", "    add") + "," + flow('f', "1", 25, 2, kEnclosing, "    add"));
    CHECK(blanks.allLinks() == Links{"a->b"});
}

TEST_CASE("chrome flows: an id used again opens a new arrow", "[chrome]")
{
    const ImportedTrace t =
        importEvents(slice("SenderA", 0, 5, 1) + "," + slice("SenderB", 10, 5, 1) + "," + slice("SenderC", 20, 5, 1) + "," +
                     slice("SenderD", 30, 5, 1) + "," + flow('s', "1", 0, 1) + "," + flow('f', "1", 10, 1, kEnclosing) + "," +
                     flow('s', "1", 20, 1) + "," + flow('f', "1", 30, 1, kEnclosing));
    CHECK(t.allLinks() == Links{"SenderA->SenderB", "SenderC->SenderD"});
}

TEST_CASE("chrome flows: order in the file does not matter; several ends are all linked; steps are on the way", "[chrome]")
{
    const ImportedTrace t =
        importEvents(flow('f', "1", 55, 3, kEnclosing) + "," + flow('f', "1", 45, 2, kEnclosing) + "," + flow('s', "1", 5, 1) + "," +
                     slice("a", 0, 10, 1) + "," + slice("b", 40, 10, 2) + "," + slice("c", 50, 10, 3));
    CHECK(t.allLinks() == Links{"a->b", "a->c"});
    const ImportedTrace steps = importEvents(slice("a", 0, 10, 1) + "," + slice("b", 20, 10, 2) + "," + slice("c", 40, 10, 3) + "," +
                                             flow('s', "1", 5, 1) + "," + flow('t', "1", 25, 2) + "," + flow('f', "1", 45, 3, kEnclosing));
    CHECK(steps.allLinks() == Links{"a->b", "b->c"});
}

TEST_CASE("chrome flows: events that are flow ends themselves", "[chrome]")
{
    const ImportedTrace t = importEvents(
        slice("out", 0, 10, 1, R"(,"bind_id":"0x402","flow_out":true)") + "," +
        slice("step", 20, 10, 2, R"(,"bind_id":1026,"flow_in":true,"flow_out":true)") + "," +
        R"({"ph":"B","name":"in","pid":1,"tid":3,"ts":40,"bind_id":"0x402","flow_in":true},{"ph":"E","pid":1,"tid":3,"ts":50},)" +
        slice("none", 60, 10, 1, R"(,"bind_id":"0x402")"));
    CHECK(t.allLinks() == Links{"out->step", "step->in"});
    CHECK(t.warning("json.flow.no_direction") == 1);
}

TEST_CASE("chrome flows: ends without a partner or a usable id are counted", "[chrome]")
{
    const ImportedTrace t = importEvents(slice("a", 0, 10, 1) + "," + flow('s', "1", 5, 1) + "," + flow('f', "2", 6, 1, kEnclosing) + "," +
                                         flow('s', "null", 5, 1) + "," + flow('s', "{}", 5, 1));
    CHECK(t.allLinks().empty());
    CHECK(t.warning("json.flow.no_end") == 1);
    CHECK(t.warning("json.flow.no_start") == 1);
    CHECK(t.warning("json.flow.no_id") == 2);
}

TEST_CASE("chrome flows: an end where no slice is points to its thread and time", "[chrome]")
{
    const ImportedTrace t = importEvents(slice("a", 0, 10, 1) + "," + slice("far", 500, 10, 2) + "," + flow('s', "1", 5, 1) + "," +
                                         flow('f', "1", 100, 2, kEnclosing));
    CHECK(t.allLinks() == Links{"a->flow"});
    CHECK(t["flow"].start == 100'000);
    CHECK(t["flow"].lane.tid == 2);
    CHECK(t["flow"].kind == EventKind::mark);
    CHECK(t.warning("json.flow.no_slice") == 1);
}
