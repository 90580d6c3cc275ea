// SPDX-License-Identifier: MIT
// Tables of facts, and those made of events: counters, links, busy and idle times, call frames, side tables.

#include "core/analysis/gpu_gaps.h"
#include "core/model/nsys_schema.h"
#include "core/store/sql/row_list.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace pv::core::sql {
namespace {

using Emit = std::function<bool(std::vector<Field>)>;

Field text(std::string_view s) { return s.empty() ? Field() : Field(s); }

const char* severityName(Severity s)
{
    switch (s) {
    case Severity::info: return "info";
    case Severity::warning: return "warning";
    case Severity::error: return "error";
    case Severity::dataLoss: return "data_loss";
    }
    return "";
}

void links(const Report& r, const Emit& emit)
{
    // Launches: calls by (process, correlation) first, then every piece of GPU work looks its call up.
    struct Hash {
        std::size_t operator()(const std::pair<std::int64_t, std::int64_t>& k) const
        {
            return std::hash<std::int64_t>{}(k.first * 1000003 ^ k.second);
        }
    };
    std::unordered_map<std::pair<std::int64_t, std::int64_t>, std::int64_t, Hash> calls;
    static constexpr std::array kColumns{col::correlation, col::pid};
    auto forEach = [&](EventKind kind, auto&& f) {
        r.scan(kind, kAllTime, kColumns, [&](const ChunkPtr& c) {
            const std::int64_t lanePid = r.lanes()[c->info().lane.value].pid;
            for (std::uint32_t i = 0; i < c->info().count; ++i) {
                const std::int64_t correlation = c->value(col::correlation, i);
                const std::int64_t pid = c->value(col::pid, i) != kNull ? c->value(col::pid, i) : lanePid;
                if (correlation != kNull) {
                    f(pid, correlation, c->eventId(i));
                }
            }
        });
    };
    forEach(EventKind::apiCall,
            [&](std::int64_t pid, std::int64_t correlation, EventId id) { calls.emplace(std::pair(pid, correlation), id.value); });
    bool going = true;
    for (const EventKind kind : {EventKind::kernel, EventKind::memcpy, EventKind::memset, EventKind::graphLaunch}) {
        forEach(kind, [&](std::int64_t pid, std::int64_t correlation, EventId id) {
            const auto it = calls.find({pid, correlation});
            if (going && it != calls.end()) {
                going = emit({it->second, id.value, std::string_view("launch")});
            }
        });
    }
    r.forEachStoredLink([&](const Link& l) { return going = going && emit({l.source.value, l.target.value, l.kind}); });
}

void counters(const Report& r, const Emit& emit)
{
    for (const Lane& l : r.lanes()) {
        if (l.kind != LaneKind::counter) {
            continue;
        }
        const bool grouped = l.parent != kNoLane && r.lanes()[l.parent.value].kind == LaneKind::counterGroup;
        const auto info = r.columnInfo(l.valueColumn);
        const bool real = info && info->type == ColumnType::real;
        const std::array columns{l.valueColumn};
        bool going = true;
        r.forEachEvent(grouped ? l.parent : l.id, kAllTime, columns, [&](const Chunk& c, std::uint32_t i) {
            const std::int64_t v = c.value(l.valueColumn, i);
            if (v != kNull) {
                going = emit({std::int64_t{l.id.value}, std::string_view(l.name), text(l.unit), present(l.device), present(l.pid),
                              c.value(col::start, i), real ? Field(realFromBits(v)) : Field(v)});
            }
            return going;
        });
    }
}

void gpuBusy(const Report& r, const Emit& emit)
{
    for (const Lane& l : r.lanes()) {
        if (l.kind != LaneKind::gpu) {
            continue;
        }
        bool any = false;
        TimeNs last = 0;
        r.forEachBusy(l.id, kAllTime, [&](TimeRange busy, GpuState state) {
            if (any && busy.begin > last && !emit({present(l.device), last, busy.begin, std::string_view("idle")})) {
                return false;
            }
            any = true;
            last = busy.end;
            const std::string_view name = state == GpuState::compute         ? "compute"
                                          : state == GpuState::communication ? "communication"
                                                                             : "copy";
            return emit({present(l.device), busy.begin, busy.end, name});
        });
    }
}

void gpuGapRows(const Report& r, const Emit& emit)
{
    for (const GpuGap& g : gpuGaps(r, 1, true)) {
        if (!emit({present(g.device), g.range.begin, g.range.end, g.range.durationNs(), gapCauseName(g.cause), text(r.string(g.causeName)),
                   g.cause == GapCause::unknown ? Field() : Field(g.causeShare), g.previous == kNoEvent ? Field() : Field(g.previous.value),
                   g.next == kNoEvent ? Field() : Field(g.next.value)})) {
            return;
        }
    }
}

void callFrames(const Report& r, const Emit& emit)
{
    for (const nsys::ChainTable& t : nsys::kChainTables) {
        const SideTable* table = r.sideTable(t.name);
        const auto data = r.sideTableData(t.name);
        if (table == nullptr || !data) {
            continue;
        }
        auto at = [&](std::string_view name) {
            const auto it = std::find(table->columnNames.begin(), table->columnNames.end(), name);
            return it != table->columnNames.end() ? &data->columns[static_cast<std::size_t>(it - table->columnNames.begin())] : nullptr;
        };
        const auto* id = at("id");
        const auto* depth = at("stackDepth");
        const auto* symbol = at("symbol");
        const auto* module = at("module");
        const auto* kernel = at("kernelMode");
        if (id == nullptr || symbol == nullptr) {
            continue;
        }
        auto name = [&](const std::vector<std::int64_t>* c, std::size_t i) {
            return c != nullptr && (*c)[i] != kNull ? text(r.string(StringId{static_cast<std::uint32_t>((*c)[i])})) : Field();
        };
        for (std::size_t i = 0; i < id->size(); ++i) {
            const Field moduleName = name(module, i);
            const auto* moduleText = std::get_if<std::string_view>(&moduleName);
            const bool python =
                moduleText != nullptr && (moduleText->ends_with(".py") || *moduleText == "Python" || moduleText->starts_with("<frozen"));
            const std::string_view source = python ? "python" : kernel != nullptr && (*kernel)[i] == 1 ? "kernel" : "native";
            if (!emit({(*id)[i] == kNull ? Field() : Field((*id)[i] + t.base), depth != nullptr ? present((*depth)[i]) : Field(),
                       name(symbol, i), moduleName, source})) {
                return;
            }
        }
    }
}

void addSideTables(Shared& shared)
{
    const std::shared_ptr<const Report> report = shared.report;
    for (const SideTable& t : report->sideTables()) {
        std::vector<Column> columns;
        for (std::size_t i = 0; i < t.columnNames.size(); ++i) {
            // Ids of texts stay ids, as in the export; texts are texts.
            const bool id = t.columnTypes[i] == ColumnType::string &&
                            (t.columnNames[i].ends_with("Id") || t.columnNames[i] == "symbol" || t.columnNames[i] == "module");
            columns.push_back({t.columnNames[i], id                                       ? "INTEGER"
                                                 : t.columnTypes[i] == ColumnType::string ? "TEXT"
                                                 : t.columnTypes[i] == ColumnType::real   ? "REAL"
                                                                                          : "INTEGER"});
        }
        const std::string name = t.name;
        const std::vector<Column> shape = columns;
        const std::vector<ColumnType> types = t.columnTypes;
        shared.add(name, std::make_unique<FieldTable>(columns, [report, name, shape, types](const Emit& emit) {
                       const auto data = report->sideTableData(name);
                       if (!data || data->columns.empty()) {
                           return;
                       }
                       for (std::size_t row = 0; row < data->columns.front().size(); ++row) {
                           std::vector<Field> fields;
                           for (std::size_t i = 0; i < data->columns.size(); ++i) {
                               const std::int64_t v = data->columns[i][row];
                               if (v == kNull) {
                                   fields.emplace_back();
                               } else if (types[i] == ColumnType::string && shape[i].type == "TEXT") {
                                   fields.emplace_back(report->string(StringId{static_cast<std::uint32_t>(v)}));
                               } else if (types[i] == ColumnType::real) {
                                   fields.emplace_back(realFromBits(v));
                               } else {
                                   fields.emplace_back(v);
                               }
                           }
                           if (!emit(std::move(fields))) {
                               return;
                           }
                       }
                   }));
        shared.nsight.push_back(name);
    }
}

} // namespace

void addFactTables(Shared& shared)
{
    const std::shared_ptr<const Report> r = shared.report;
    auto add = [&](std::string name, std::vector<Column> columns, FieldTable::Generate generate) {
        shared.add(std::move(name), std::make_unique<FieldTable>(std::move(columns), std::move(generate)));
    };
    add("meta", {{"key", "TEXT"}, {"value", "TEXT"}}, [r](const Emit& emit) {
        for (const auto& [key, value] : r->meta()) {
            if (!emit({std::string_view(key), std::string_view(value)})) {
                return;
            }
        }
    });
    add("process",
        {{"pid", "INTEGER"},
         {"name", "TEXT"},
         {"parent_pid", "INTEGER"},
         {"command_line", "TEXT"},
         {"rank", "INTEGER"},
         {"start", "INTEGER"},
         {"end", "INTEGER"}},
        [r](const Emit& emit) {
            for (const Process& p : r->processes()) {
                if (!emit({present(p.pid), text(p.name), present(p.parentPid), text(p.commandLine), present(p.rank), present(p.start),
                           present(p.end)})) {
                    return;
                }
            }
        });
    add("thread", {{"tid", "INTEGER"}, {"pid", "INTEGER"}, {"name", "TEXT"}}, [r](const Emit& emit) {
        for (const Thread& t : r->threads()) {
            if (!emit({present(t.tid), present(t.pid), text(t.name)})) {
                return;
            }
        }
    });
    add("gpu",
        {{"device", "INTEGER"},
         {"name", "TEXT"},
         {"uuid", "TEXT"},
         {"pci_bus", "TEXT"},
         {"sm_count", "INTEGER"},
         {"memory_bytes", "INTEGER"},
         {"compute_capability", "TEXT"}},
        [r](const Emit& emit) {
            for (const Gpu& g : r->gpus()) {
                if (!emit({present(g.device), text(g.name), text(g.uuid), text(g.pciBus), present(g.smCount), present(g.memoryBytes),
                           text(g.computeCapability)})) {
                    return;
                }
            }
        });
    add("lane",
        {{"id", "INTEGER"},
         {"parent_id", "INTEGER"},
         {"kind", "TEXT"},
         {"name", "TEXT"},
         {"pid", "INTEGER"},
         {"tid", "INTEGER"},
         {"device", "INTEGER"},
         {"context", "INTEGER"},
         {"stream", "INTEGER"},
         {"domain", "TEXT"},
         {"event_count", "INTEGER"},
         {"sort", "INTEGER"},
         {"row_count", "INTEGER"},
         {"unit", "TEXT"}},
        [r](const Emit& emit) {
            for (const Lane& l : r->lanes()) {
                if (!emit({std::int64_t{l.id.value}, l.parent == kNoLane ? Field() : Field(std::int64_t{l.parent.value}),
                           laneKindName(l.kind), std::string_view(l.name), present(l.pid), present(l.tid), present(l.device),
                           present(l.context), present(l.stream), text(l.domain), l.eventCount, l.sort, std::int64_t{l.rowCount},
                           text(l.unit)})) {
                    return;
                }
            }
        });
    add("warning", {{"code", "TEXT"}, {"severity", "TEXT"}, {"count", "INTEGER"}, {"text", "TEXT"}}, [r](const Emit& emit) {
        for (const Warning& w : r->warnings()) {
            if (!emit({std::string(w.code), std::string_view(severityName(w.severity)), w.count, std::string(w.text)})) {
                return;
            }
        }
    });
    add("string", {{"id", "INTEGER"}, {"value", "TEXT"}}, [r](const Emit& emit) {
        for (std::int64_t i = 0; i < r->stringCount(); ++i) {
            if (!emit({i, r->string(StringId{static_cast<std::uint32_t>(i)})})) {
                return;
            }
        }
    });
    add("counter",
        {{"lane_id", "INTEGER"},
         {"name", "TEXT"},
         {"unit", "TEXT"},
         {"device", "INTEGER"},
         {"pid", "INTEGER"},
         {"start", "INTEGER"},
         {"value", ""}},
        [r](const Emit& emit) { counters(*r, emit); });
    add("link", {{"src_event", "INTEGER"}, {"dst_event", "INTEGER"}, {"kind", "TEXT"}}, [r](const Emit& emit) { links(*r, emit); });
    add("gpu_busy", {{"device", "INTEGER"}, {"start", "INTEGER"}, {"end", "INTEGER"}, {"state", "TEXT"}},
        [r](const Emit& emit) { gpuBusy(*r, emit); });
    add("gpu_gap",
        {{"device", "INTEGER"},
         {"start", "INTEGER"},
         {"end", "INTEGER"},
         {"dur", "INTEGER"},
         {"cause", "TEXT"},
         {"cause_name", "TEXT"},
         {"cause_share", "REAL"},
         {"prev_event", "INTEGER"},
         {"next_event", "INTEGER"}},
        [r](const Emit& emit) { gpuGapRows(*r, emit); });
    add("call_frame", {{"chain_id", "INTEGER"}, {"depth", "INTEGER"}, {"symbol", "TEXT"}, {"module", "TEXT"}, {"source", "TEXT"}},
        [r](const Emit& emit) { callFrames(*r, emit); });
    addSideTables(shared);
}

} // namespace pv::core::sql
