// SPDX-License-Identifier: MIT
// The tables of events: "event" for all kinds, and one for each kind with the columns of its own.

#include "core/model/args.h"
#include "core/store/sql/event_cursor.h"

#include <algorithm>
#include <array>
#include <set>

namespace pv::core::sql {
namespace {

// What a column of such a table shows.
enum class Show : std::uint8_t {
    id,
    laneId,
    kind,
    name,
    category,
    start,
    end,
    duration,
    depth,
    row,
    pid,
    tid,
    device,
    context,
    stream,
    correlation,
    flags,
    args,
    stored,    // an event column as it is
    api,       // runtime, driver
    rangeKind, // push_pop, start_end
    domain,    // the lane's
    nameId,    // of Nsight's table of the same name: the id of the name
    globalTid, // likewise
    chainRaw   // likewise: the chain's id in its own table
};

struct Shown {
    Show what = Show::stored;
    ColumnId column{};
    ColumnType type = ColumnType::integer;
};

std::string flagsText(std::int64_t flags)
{
    static constexpr std::array<std::pair<std::int64_t, const char*>, 8> kNames{{{kFlagInstant, "instant"},
                                                                                 {kFlagNoDuration, "no_duration"},
                                                                                 {kFlagNotClosed, "not_closed"},
                                                                                 {kFlagInvalidTime, "invalid_time"},
                                                                                 {kFlagClamped, "clamped"},
                                                                                 {kFlagTruncated, "truncated"},
                                                                                 {kFlagNoBegin, "no_begin"},
                                                                                 {kFlagOutOfOrder, "out_of_order"}}};
    std::string text;
    for (const auto& [bit, name] : kNames) {
        if ((flags & bit) != 0) {
            text += (text.empty() ? "" : ",") + std::string(name);
        }
    }
    return text;
}

class EventTableCursor : public EventCursor {
public:
    EventTableCursor(Shared& shared, std::vector<EventKind> kinds, const std::vector<Shown>& shown)
        : EventCursor(shared, std::move(kinds)), m_shown(shown)
    {
    }

    void column(sqlite3_context* c, int i) override
    {
        const Shown& s = m_shown[static_cast<std::size_t>(i)];
        switch (s.what) {
        case Show::id: sqlite3_result_int64(c, rowid()); break;
        case Show::laneId: sqlite3_result_int64(c, lane().id.value); break;
        case Show::kind: resultText(c, kindName(chunk().info().kind)); break;
        case Show::name: text(c, value(col::name)); break;
        case Show::category: text(c, value(col::category)); break;
        case Show::start: sqlite3_result_int64(c, start()); break;
        case Show::end: sqlite3_result_int64(c, endOf(start(), duration())); break;
        case Show::duration: sqlite3_result_int64(c, duration()); break;
        case Show::depth: {
            const std::int64_t depth = value(col::depth);
            const std::int64_t row = value(col::row);
            sqlite3_result_int64(c, depth != kNull ? depth : row != kNull ? row : 0);
            break;
        }
        case Show::row: sqlite3_result_int64(c, value(col::row) == kNull ? 0 : value(col::row)); break;
        case Show::pid: resultInteger(c, placed(lane().pid, col::pid)); break;
        case Show::tid: resultInteger(c, placed(lane().tid, col::tid)); break;
        case Show::device: resultInteger(c, placed(lane().device, col::device)); break;
        case Show::context: resultInteger(c, placed(lane().context, col::context)); break;
        case Show::stream: resultInteger(c, placed(lane().stream, col::stream)); break;
        case Show::correlation: resultInteger(c, value(col::correlation)); break;
        case Show::flags:
            if (flags() == 0) {
                sqlite3_result_null(c);
            } else {
                resultCopy(c, flagsText(flags()));
            }
            break;
        case Show::args: {
            const std::int64_t shape = value(col::argsShape);
            if (shape == kNull || shape <= 0) {
                sqlite3_result_null(c);
            } else {
                resultCopy(c, decodeArgs(report().string(StringId{static_cast<std::uint32_t>(shape)}), chunk().args(index()),
                                         [&](StringId id) { return report().string(id); }));
            }
            break;
        }
        case Show::api: {
            const std::int64_t v = value(s.column);
            if (v == 0 || v == 1 || v == 2) {
                resultText(c, v == 0 ? "runtime" : v == 1 ? "driver" : "hip");
            } else {
                resultInteger(c, v);
            }
            break;
        }
        case Show::rangeKind: {
            const std::int64_t v = value(s.column);
            if (v == kNull) {
                sqlite3_result_null(c);
            } else {
                resultText(c, v == 0 ? "push_pop" : "start_end");
            }
            break;
        }
        case Show::domain: resultText(c, lane().domain); break;
        case Show::nameId: resultInteger(c, value(col::name)); break;
        case Show::globalTid: {
            const std::int64_t pid = placed(lane().pid, col::pid);
            const std::int64_t tid = placed(lane().tid, col::tid);
            std::int64_t prefix = 0;
            for (const Process& p : report().processes()) {
                prefix = p.pid == pid && p.globalPrefix != kNull ? p.globalPrefix : prefix;
            }
            resultInteger(c, pid == kNull ? kNull : prefix | (pid << 24) | (tid == kNull ? 0 : tid));
            break;
        }
        case Show::chainRaw: {
            const std::int64_t v = value(col::chainId);
            resultInteger(c, v == kNull ? kNull : v & ((std::int64_t{1} << 40) - 1));
            break;
        }
        case Show::stored: {
            const std::int64_t v = value(s.column);
            if (v == kNull) {
                sqlite3_result_null(c);
            } else if (s.type == ColumnType::string) {
                text(c, v);
            } else if (s.type == ColumnType::real) {
                sqlite3_result_double(c, realFromBits(v));
            } else {
                sqlite3_result_int64(c, v);
            }
            break;
        }
        }
    }

protected:
    std::vector<ColumnId> wanted(std::uint64_t used) const override
    {
        std::vector<ColumnId> columns;
        for (std::size_t i = 0; i < m_shown.size(); ++i) {
            if ((used >> std::min<std::size_t>(i, 63) & 1) == 0) {
                continue;
            }
            switch (m_shown[i].what) {
            case Show::name:
            case Show::nameId: columns.push_back(col::name); break;
            case Show::globalTid:
                columns.push_back(col::pid);
                columns.push_back(col::tid);
                break;
            case Show::chainRaw: columns.push_back(col::chainId); break;
            case Show::category: columns.push_back(col::category); break;
            case Show::end:
            case Show::duration: columns.push_back(col::duration); break;
            case Show::depth:
                columns.push_back(col::depth);
                columns.push_back(col::row);
                break;
            case Show::row: columns.push_back(col::row); break;
            case Show::pid: columns.push_back(col::pid); break;
            case Show::tid: columns.push_back(col::tid); break;
            case Show::device: columns.push_back(col::device); break;
            case Show::context: columns.push_back(col::context); break;
            case Show::stream: columns.push_back(col::stream); break;
            case Show::correlation: columns.push_back(col::correlation); break;
            case Show::args: columns.push_back(col::argsShape); break;
            case Show::stored:
            case Show::api:
            case Show::rangeKind: columns.push_back(m_shown[i].column); break;
            default: break;
            }
        }
        return columns;
    }

private:
    const std::vector<Shown>& m_shown;
};

class EventTable : public Table {
public:
    EventTable(Shared& shared, std::vector<EventKind> kinds, std::vector<std::string_view> contract)
        : m_shared(shared), m_kinds(std::move(kinds)), m_contract(std::move(contract))
    {
    }

    const std::vector<Column>& columns() override
    {
        if (m_columns.empty()) {
            build();
        }
        return m_columns;
    }
    void plan(sqlite3_index_info& info) override { planEvents(info, {0, 1, 16, 3, 5, 6}, rows()); }
    std::unique_ptr<Cursor> open() override
    {
        columns();
        return std::make_unique<EventTableCursor>(m_shared, m_kinds, m_shown);
    }
    double rows() override
    {
        if (m_rows < 0) {
            m_rows = rowsOf(*m_shared.report, m_kinds);
        }
        return m_rows;
    }

private:
    void add(std::string name, std::string type, Shown shown)
    {
        m_columns.push_back({std::move(name), std::move(type)});
        m_shown.push_back(shown);
    }

    void build()
    {
        const Report& report = *m_shared.report;
        add("id", "INTEGER", {Show::id});
        add("lane_id", "INTEGER", {Show::laneId});
        add("kind", "TEXT", {Show::kind});
        add("name", "TEXT", {Show::name});
        add("category", "TEXT", {Show::category});
        add("start", "INTEGER", {Show::start});
        add("end", "INTEGER", {Show::end});
        add("dur", "INTEGER", {Show::duration});
        add("depth", "INTEGER", {Show::depth});
        add("row", "INTEGER", {Show::row});
        add("pid", "INTEGER", {Show::pid});
        add("tid", "INTEGER", {Show::tid});
        add("device", "INTEGER", {Show::device});
        add("context", "INTEGER", {Show::context});
        add("stream", "INTEGER", {Show::stream});
        add("flags", "TEXT", {Show::flags});
        add("correlation", "INTEGER", {Show::correlation});
        add("args", "TEXT", {Show::args});
        std::set<ColumnId> done{col::start, col::duration, col::name,    col::category, col::depth, col::row,         col::pid,
                                col::tid,   col::device,   col::context, col::stream,   col::flags, col::correlation, col::argsShape};
        auto addStored = [&](ColumnId id, std::string_view name, ColumnType type) {
            if (done.insert(id).second) {
                Show what = Show::stored;
                if (id == col::api) {
                    what = Show::api;
                } else if (id == col::rangeKind) {
                    what = Show::rangeKind;
                }
                const bool isText = type == ColumnType::string || what != Show::stored;
                add(std::string(name), isText ? "TEXT" : type == ColumnType::real ? "REAL" : "INTEGER", {what, id, type});
            }
        };
        for (const std::string_view name : m_contract) {
            if (name == "nameId") {
                add("nameId", "INTEGER", {Show::nameId});
            } else if (name == "globalTid") {
                add("globalTid", "INTEGER", {Show::globalTid});
            } else if (name == "callchainId") {
                add("callchainId", "INTEGER", {Show::chainRaw});
            } else if (name == "domain") {
                add("domain", "TEXT", {Show::domain});
            } else if (name == "category_name") {
                add("category_name", "TEXT", {Show::category});
            } else {
                for (const ColumnInfo& c : wellKnownColumns()) {
                    if (c.sqlName == name && !done.contains(c.id)) {
                        addStored(c.id, name, c.type);
                        break;
                    }
                }
            }
        }
        // Whatever else the events of the kind hold; every chunk of a lane and kind has the same few sets of columns.
        std::set<std::pair<std::uint32_t, int>> seen;
        for (const EventKind kind : m_kinds) {
            for (const ChunkId id : report.chunksOf(kind)) {
                if (m_kinds.size() > 1 || !seen.insert({report.chunkInfo(id)->lane.value, static_cast<int>(kind)}).second ||
                    seen.size() > 400) {
                    continue;
                }
                if (const ChunkPtr chunk = report.chunk(id, {})) {
                    for (const ColumnId c : chunk->columns()) {
                        if (const auto info = report.columnInfo(c)) {
                            const bool taken =
                                std::any_of(m_columns.begin(), m_columns.end(), [&](const Column& x) { return x.name == info->sqlName; });
                            if (!taken) {
                                addStored(c, info->sqlName, info->type);
                            }
                        }
                    }
                }
            }
        }
    }

    Shared& m_shared;
    std::vector<EventKind> m_kinds;
    std::vector<std::string_view> m_contract;
    std::vector<Column> m_columns;
    std::vector<Shown> m_shown;
    double m_rows = -1;
};

} // namespace

void addEventTables(Shared& shared)
{
    using K = EventKind;
    std::vector<EventKind> all;
    for (int i = 1; i < 256; ++i) {
        if (const auto kind = static_cast<EventKind>(i); kindName(kind) != "unknown" && kind != K::apiBacktrace) {
            all.push_back(kind);
        }
    }
    auto add = [&](K kind, std::vector<std::string_view> contract) {
        shared.add(std::string(kindName(kind)), std::make_unique<EventTable>(shared, std::vector<EventKind>{kind}, std::move(contract)));
    };
    shared.add("event", std::make_unique<EventTable>(shared, all, std::vector<std::string_view>{}));
    add(K::kernel, {"short_name", "mangled_name", "grid_x", "grid_y", "grid_z", "block_x", "block_y", "block_z", "registers",
                    "static_shared", "dynamic_shared", "local_per_thread", "graph_id", "graph_node_id"});
    add(K::memcpy, {"bytes", "copy_kind", "src_kind", "dst_kind", "src_device", "dst_device", "graph_node_id"});
    add(K::memset, {"bytes", "value", "mem_kind", "graph_node_id"});
    add(K::apiCall, {"api", "return_value", "chain_id"});
    add(K::apiBacktrace, {"api", "return_value", "chain_id"});
    add(K::sync, {"sync_type", "event_id"});
    add(K::cudaEvent, {"event_id"});
    add(K::graphLaunch, {"graph_id", "graph_exec_id"});
    add(K::memoryUsage, {"bytes", "address", "operation", "mem_kind"});
    add(K::memoryPool, {"address", "operation"});
    add(K::nvtxRange, {"domain", "category_name", "color", "payload", "range_kind", "end_tid", "range_id", "domain_id"});
    add(K::nvtxMark, {"domain", "category_name", "color", "payload", "range_kind", "end_tid", "domain_id"});
    add(K::osrtCall, {"return_value", "chain_id"});
    // SQL names know no case: this is also SYSCALL of Nsight's export.
    add(K::syscall, {"return_value", "chain_id", "nameId", "globalTid", "callchainId"});
    add(K::sched, {"cpu", "is_sched_in", "state"});
    add(K::threadState, {"state", "cpu"});
    add(K::sample, {"cpu", "state", "weight", "chain_id"});
    add(K::overhead, {"overhead_type"});
    add(K::pageFault, {"address", "fault_count", "access_type", "chain_id"});
    add(K::gpuContext, {});
    add(K::op, {"shapes", "sequence", "flops", "external_id"});
    add(K::slice, {});
    add(K::mark, {});
    add(K::async, {});
}

} // namespace pv::core::sql
