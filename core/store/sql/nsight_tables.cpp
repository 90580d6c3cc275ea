// SPDX-License-Identifier: MIT
// The tables of Nsight Systems' SQLite export: the same names, columns and rows, made of events and side tables.

#include "core/model/nsys_schema.h"
#include "core/store/sql/event_cursor.h"
#include "core/store/sql/row_list.h"

#include <algorithm>
#include <map>
#include <set>

namespace pv::core::sql {
namespace {

struct NsightField {
    NsysRole role = NsysRole::integer;
    ColumnId column{};
    ColumnType type = ColumnType::integer;
    std::string name; // the export's
};

class NsightCursor : public EventCursor {
public:
    NsightCursor(Shared& shared, std::vector<EventKind> kinds, const std::vector<NsightField>& fields, const NsysEventTable& spec,
                 std::optional<ColumnId> cudaDevice, const std::map<std::int64_t, std::int64_t>& prefixes)
        : EventCursor(shared, std::move(kinds)), m_fields(fields), m_spec(spec), m_cudaDevice(cudaDevice), m_prefixes(prefixes)
    {
        for (const nsys::ChainTable& c : nsys::kChainTables) {
            if (c.name == spec.chains) {
                m_chainBase = c.base;
            }
        }
    }

    void column(sqlite3_context* c, int i) override
    {
        const NsightField& f = m_fields[static_cast<std::size_t>(i)];
        switch (f.role) {
        case NsysRole::start:
            if ((flags() & kFlagInvalidTime) != 0 && isInstantKind(chunk().info().kind)) {
                sqlite3_result_null(c);
            } else {
                sqlite3_result_int64(c, start());
            }
            break;
        case NsysRole::end:
            if ((flags() & kFlagNotClosed) != 0 || isInstantKind(chunk().info().kind)) {
                sqlite3_result_null(c);
            } else {
                sqlite3_result_int64(c, endOf(start(), duration()));
            }
            break;
        case NsysRole::device: {
            const std::int64_t own = m_cudaDevice ? value(*m_cudaDevice) : kNull;
            resultInteger(c, own != kNull ? own : placed(lane().device, col::device));
            break;
        }
        case NsysRole::context: resultInteger(c, placed(lane().context, col::context)); break;
        case NsysRole::stream: resultInteger(c, placed(lane().stream, col::stream)); break;
        case NsysRole::globalPid: globalId(c, false); break;
        case NsysRole::globalTid: globalId(c, true); break;
        case NsysRole::chain: {
            const std::int64_t v = value(f.column);
            resultInteger(c, v == kNull ? kNull : v - m_chainBase);
            break;
        }
        case NsysRole::inlineText: text(c, value(f.column)); break;
        case NsysRole::real:
            if (const std::int64_t v = value(f.column); v == kNull) {
                sqlite3_result_null(c);
            } else {
                sqlite3_result_double(c, realFromBits(v));
            }
            break;
        case NsysRole::ignored: special(c, f.name); break;
        default: // integers, and texts by their ids in StringIds
            if (f.name == "eventClass" && m_spec.kind == EventKind::osrtCall && value(f.column) == kNull) {
                sqlite3_result_int64(c, 27);
            } else {
                resultInteger(c, value(f.column));
            }
        }
    }

protected:
    std::vector<ColumnId> wanted(std::uint64_t) const override
    {
        std::vector<ColumnId> columns{col::duration, col::pid, col::tid, col::device, col::context, col::stream, col::name, col::rangeKind};
        if (m_cudaDevice) {
            columns.push_back(*m_cudaDevice);
        }
        for (const NsightField& f : m_fields) {
            columns.push_back(f.column);
        }
        return columns;
    }
    bool accepts(const ChunkInfo& c) const override
    {
        if (m_spec.kind != EventKind::pageFault) {
            return true;
        }
        const bool ofGpu = report().lanes()[c.lane.value].device != kNull;
        return ofGpu == (m_spec.place == NsysPlace::gpuFault);
    }

private:
    void globalId(sqlite3_context* c, bool withThread)
    {
        const std::int64_t pid = placed(lane().pid, col::pid);
        if (pid == kNull) {
            return sqlite3_result_null(c);
        }
        const auto prefix = m_prefixes.find(pid);
        const std::int64_t tid = withThread ? placed(lane().tid, col::tid) : 0;
        sqlite3_result_int64(c, (prefix != m_prefixes.end() ? prefix->second : 0) | (pid << 24) | (tid == kNull ? 0 : tid));
    }
    // NVTX: what the event's kind tells.
    void special(sqlite3_context* c, const std::string& name)
    {
        const bool registered = m_registered && value(*m_registered) == 1;
        if (name == "eventType") {
            sqlite3_result_int64(c, chunk().info().kind == EventKind::nvtxMark ? 34 : value(col::rangeKind) == 1 ? 60 : 59);
        } else if (name == "text") {
            if (registered) {
                sqlite3_result_null(c);
            } else {
                text(c, value(col::name));
            }
        } else if (name == "textId") {
            resultInteger(c, registered ? value(col::name) : kNull);
        } else {
            sqlite3_result_null(c);
        }
    }

public:
    std::optional<ColumnId> m_registered;

private:
    const std::vector<NsightField>& m_fields;
    const NsysEventTable& m_spec;
    std::optional<ColumnId> m_cudaDevice;
    const std::map<std::int64_t, std::int64_t>& m_prefixes;
    std::int64_t m_chainBase = 0;
};

class NsightTable : public Table {
public:
    NsightTable(Shared& shared, const NsysEventTable& spec, std::vector<EventKind> kinds)
        : m_shared(shared), m_spec(spec), m_kinds(std::move(kinds))
    {
        for (const Process& p : shared.report->processes()) {
            if (p.globalPrefix != kNull) {
                m_prefixes[p.pid] = p.globalPrefix;
            }
        }
    }
    const std::vector<Column>& columns() override
    {
        if (m_columns.empty()) {
            build();
        }
        return m_columns;
    }
    void plan(sqlite3_index_info& info) override
    {
        columns();
        PlanColumns p;
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            if (m_columns[i].name == m_spec.timeColumn) {
                p.start = static_cast<int>(i);
            } else if (m_columns[i].name == "end") {
                p.end = static_cast<int>(i);
            } else if (m_columns[i].name == "correlationId") {
                p.correlation = static_cast<int>(i);
            }
        }
        planEvents(info, p, rows());
    }
    std::unique_ptr<Cursor> open() override
    {
        columns();
        auto cursor = std::make_unique<NsightCursor>(m_shared, m_kinds, m_fields, m_spec, m_shared.report->columnByName(nsys::kCudaDevice),
                                                     m_prefixes);
        cursor->m_registered = m_shared.report->columnByName("registered");
        return cursor;
    }
    double rows() override { return rowsOf(*m_shared.report, m_kinds); }

private:
    void add(const std::string& name, NsightField f)
    {
        const bool isText = f.role == NsysRole::inlineText || name == "text";
        m_columns.push_back({name, isText ? "TEXT" : f.role == NsysRole::real ? "REAL" : "INTEGER"});
        f.name = name;
        m_fields.push_back(std::move(f));
    }
    void build()
    {
        const Report& report = *m_shared.report;
        std::set<ColumnId> done{col::start, col::duration, col::row, col::depth, col::flags, col::pid, col::tid, col::device};
        const bool nvtx = m_spec.name == nsys::kNvtxTable.name;
        for (const NsysField& f : m_spec.fields) {
            NsightField field;
            field.role = f.role;
            const std::string_view name = f.column.empty() ? f.name : f.column;
            if (const auto id = report.columnByName(name)) {
                // "value" and the like are both well-known and possibly own: the well-known one is meant.
                field.column = *id;
                for (const ColumnInfo& c : wellKnownColumns()) {
                    if (c.sqlName == name) {
                        field.column = c.id;
                        break;
                    }
                }
                done.insert(field.column);
            } else if (f.role == NsysRole::integer || f.role == NsysRole::text || f.role == NsysRole::inlineText ||
                       f.role == NsysRole::real || f.role == NsysRole::chain) {
                continue; // this report's version had no such column
            }
            add(std::string(f.name), field);
        }
        if (nvtx) {
            for (const char* name : {"eventType", "text", "textId"}) {
                NsightField f;
                f.role = NsysRole::ignored;
                add(name, f);
            }
            done.insert({col::name, col::category, col::payload, col::rangeKind, col::endTid, col::sourceRow});
        }
        // Columns the schema does not name are kept under the export's own names.
        std::set<std::string> taken;
        for (const Column& c : m_columns) {
            taken.insert(c.name);
        }
        std::size_t looked = 0;
        for (const EventKind kind : m_kinds) {
            for (const ChunkId id : report.chunksOf(kind)) {
                if (++looked > 400) {
                    break;
                }
                const ChunkPtr chunk = report.chunk(id, {});
                for (std::size_t i = 0; chunk && i < chunk->columns().size(); ++i) {
                    const auto info = report.columnInfo(chunk->columns()[i]);
                    if (!info || info->id < kFirstOwnColumn || done.contains(info->id) ||
                        !taken.insert(std::string(info->sqlName)).second) {
                        continue;
                    }
                    if (info->sqlName == nsys::kCudaDevice || info->sqlName == "green_context" || info->sqlName == "registered" ||
                        info->sqlName == "category_id") {
                        continue; // ours, not the export's
                    }
                    NsightField f;
                    f.role = info->type == ColumnType::string ? NsysRole::inlineText
                             : info->type == ColumnType::real ? NsysRole::real
                                                              : NsysRole::integer;
                    f.column = info->id;
                    f.type = info->type;
                    add(std::string(info->sqlName), f);
                }
            }
        }
    }

    Shared& m_shared;
    const NsysEventTable& m_spec;
    std::vector<EventKind> m_kinds;
    std::vector<Column> m_columns;
    std::vector<NsightField> m_fields;
    std::map<std::int64_t, std::int64_t> m_prefixes;
};

// One row a sample and metric.
class MetricsTable : public RowListTable {
public:
    explicit MetricsTable(Shared& shared)
        : RowListTable({{"rawTimestamp", "INTEGER"},
                        {"timestamp", "INTEGER"},
                        {"typeId", "INTEGER"},
                        {"metricId", "INTEGER"},
                        {"value", "INTEGER"}}),
          m_shared(shared)
    {
    }

protected:
    void generate(const Emit& emit) override
    {
        const Report& r = *m_shared.report;
        const auto data = r.sideTableData("GPU_METRICS_LANES");
        const auto raw = r.columnByName("rawTimestamp");
        if (!data || data->columns.size() != 2) {
            return;
        }
        for (std::size_t g = 0; g < data->columns[0].size(); ++g) {
            const LaneId lane{static_cast<std::uint32_t>(data->columns[0][g])};
            const std::int64_t type = data->columns[1][g];
            std::vector<std::pair<std::int64_t, ColumnId>> metrics;
            std::vector<ColumnId> wanted;
            for (const LaneId child : r.children(lane)) {
                const ColumnId c = r.lanes()[child.value].valueColumn;
                const auto info = r.columnInfo(c);
                if (info && info->sqlName.starts_with("metric_")) {
                    metrics.emplace_back(std::strtoll(std::string(info->sqlName.substr(7)).c_str(), nullptr, 10), c);
                    wanted.push_back(c);
                }
            }
            std::sort(metrics.begin(), metrics.end());
            if (raw) {
                wanted.push_back(*raw);
            }
            bool going = true;
            r.forEachEvent(lane, kAllTime, wanted, [&](const Chunk& c, std::uint32_t i) {
                const TimeNs time = c.value(col::start, i);
                const std::int64_t rawTime = raw ? c.value(*raw, i) : kNull;
                for (const auto& [metric, column] : metrics) {
                    if (const std::int64_t v = c.value(column, i); v != kNull && going) {
                        going = emit({rawTime == kNull ? time : rawTime, time, type, metric, v});
                    }
                }
                return going;
            });
        }
    }

private:
    Shared& m_shared;
};

// NVTX_EVENTS: ranges and marks, then the rows kept aside.
class NvtxTable : public Table {
public:
    NvtxTable(Shared& shared) : m_shared(shared), m_events(shared, nsys::kNvtxTable, {EventKind::nvtxRange, EventKind::nvtxMark}) {}
    const std::vector<Column>& columns() override { return m_events.columns(); }
    std::unique_ptr<Cursor> open() override { return std::make_unique<Both>(*this); }
    double rows() override { return m_events.rows(); }

private:
    class Both : public Cursor {
    public:
        explicit Both(NvtxTable& t) : m_table(t), m_first(t.m_events.open())
        {
            m_data = t.m_shared.report->sideTableData(nsys::kNvtxOther);
            const SideTable* side = t.m_shared.report->sideTable(nsys::kNvtxOther);
            for (const Column& c : t.columns()) {
                int at = -1;
                for (std::size_t i = 0; side != nullptr && i < side->columnNames.size(); ++i) {
                    at = side->columnNames[i] == c.name ? static_cast<int>(i) : at;
                }
                m_places.push_back(at);
            }
            if (side != nullptr) {
                m_types = side->columnTypes;
            }
        }
        void filter(int, std::uint64_t used, int, sqlite3_value**) override
        {
            m_first->filter(0, used, 0, nullptr);
            m_row = 0;
        }
        void next() override
        {
            if (!m_first->eof()) {
                m_first->next();
            } else {
                ++m_row;
            }
        }
        bool eof() const override
        {
            return m_first->eof() && (!m_data || m_data->columns.empty() || m_row >= m_data->columns.front().size());
        }
        std::int64_t rowid() const override { return !m_first->eof() ? m_first->rowid() : -1 - static_cast<std::int64_t>(m_row); }
        void column(sqlite3_context* c, int i) override
        {
            if (!m_first->eof()) {
                return m_first->column(c, i);
            }
            const int at = m_places[static_cast<std::size_t>(i)];
            const std::int64_t v = at >= 0 ? m_data->columns[static_cast<std::size_t>(at)][m_row] : kNull;
            const std::string& name = m_table.columns()[static_cast<std::size_t>(i)].name;
            if (v == kNull) {
                sqlite3_result_null(c);
            } else if (m_types[static_cast<std::size_t>(at)] == ColumnType::string && !name.ends_with("Id")) {
                resultText(c, m_table.m_shared.report->string(StringId{static_cast<std::uint32_t>(v)}));
            } else if (m_types[static_cast<std::size_t>(at)] == ColumnType::real) {
                sqlite3_result_double(c, realFromBits(v));
            } else {
                sqlite3_result_int64(c, v);
            }
        }

    private:
        NvtxTable& m_table;
        std::unique_ptr<Cursor> m_first;
        std::shared_ptr<const SideTableData> m_data;
        std::vector<int> m_places;
        std::vector<ColumnType> m_types;
        std::size_t m_row = 0;
    };

    Shared& m_shared;
    NsightTable m_events;
};

} // namespace

void addNsightTables(Shared& shared)
{
    auto add = [&](std::string_view name, std::unique_ptr<Table> table) {
        shared.nsight.emplace_back(name);
        shared.add(std::string(name), std::move(table));
    };
    const Report& r = *shared.report;
    for (const NsysEventTable& spec : nsys::kEventTables) {
        std::vector<EventKind> kinds{spec.kind};
        if (spec.kind == EventKind::apiCall) {
            kinds.push_back(EventKind::apiBacktrace);
        }
        // A table without rows is not there, as in the export, so that scripts that test for it work.
        bool any = false;
        for (const EventKind kind : kinds) {
            for (const ChunkId id : r.chunksOf(kind)) {
                const bool ofGpu = r.lanes()[r.chunkInfo(id)->lane.value].device != kNull;
                any = any || spec.kind != EventKind::pageFault || ofGpu == (spec.place == NsysPlace::gpuFault);
            }
        }
        if (any && spec.kind != EventKind::syscall) { // the table "syscall" is both
            add(spec.name, std::make_unique<NsightTable>(shared, spec, kinds));
        }
    }
    if (!r.chunksOf(EventKind::nvtxRange).empty() || !r.chunksOf(EventKind::nvtxMark).empty() || r.sideTable(nsys::kNvtxOther) != nullptr) {
        add(nsys::kNvtxTable.name, std::make_unique<NvtxTable>(shared));
    }
    if (r.sideTable("GPU_METRICS_LANES") != nullptr) {
        add("GPU_METRICS", std::make_unique<MetricsTable>(shared));
    }
}

} // namespace pv::core::sql
