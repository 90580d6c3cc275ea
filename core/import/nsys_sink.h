// SPDX-License-Identifier: MIT
#pragma once

// Inside of NsysSink: state shared by the handlers of the tables. Internal to core/import.

#include "core/import/nsys_lanes.h"
#include "core/import/nsys_tables.h"
#include "core/model/nsys_schema.h"

#include <array>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace pv::core {

// What a row says where a number is expected: absent for NULL and for what is no number (which is counted).
class NsysContext {
public:
    NsysContext(ReportWriter& writer, const ImportOptions& options) : m_writer(writer), m_options(options), m_lanes(writer) {}

    ReportWriter& writer() { return m_writer; }
    const ImportOptions& options() const { return m_options; }
    NsysLanes& lanes() { return m_lanes; }

    void addString(std::int64_t id, std::string_view text);
    // Our id of a text the source knows as `id`; kNull for NULL. An id that names nothing is counted.
    std::int64_t stringOf(std::int64_t id);
    std::string_view textOf(std::int64_t id) const;
    std::int64_t number(const NsysValue& v, std::string_view table);
    std::int64_t internText(const NsysValue& v);
    void warn(std::string_view code, Severity severity, const std::string& text, std::int64_t count = 1);
    void seeGlobalId(std::int64_t globalId); // processes that only events name

    void finish();

    // Filled by several tables, used at the end.
    struct Switch {
        TimeNs time;
        bool in;
        std::int64_t state;
        std::int64_t cpu;
    };
    std::map<std::pair<std::int64_t, std::int64_t>, std::vector<Switch>> switches; // by (pid, tid)
    struct MemoryStep {
        TimeNs time;
        std::int64_t bytes;
    };
    std::map<std::pair<std::int64_t, std::int64_t>, std::vector<MemoryStep>> memory;        // by (pid, gpu)
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, std::string> categories; // (pid, domain, category)
    std::map<std::pair<std::int64_t, std::int64_t>, std::string> metricNames;               // (typeId, metricId)
    std::map<std::int64_t, std::string> genericSources;                                     // sourceId -> name
    std::map<std::int64_t, std::pair<std::int64_t, std::string>> genericTypes;              // typeId -> (sourceId, name)
    std::map<std::pair<std::int64_t, std::int64_t>, std::string> genericFields;             // (typeId, field) -> name
    std::map<std::int64_t, std::pair<TimeNs, std::int64_t>> genericEvents;                  // NVTX counters: id -> (time, typeId)

private:
    void finishThreadStates();
    void finishMemory();

    ReportWriter& m_writer;
    ImportOptions m_options;
    NsysLanes m_lanes;
    std::vector<std::int64_t> m_strings;                         // source id -> ours; kNull: none
    std::unordered_map<std::int64_t, std::int64_t> m_farStrings; // ids too large for the vector
    std::unordered_map<std::int64_t, std::string> m_texts;       // short texts that other tables refer to
    std::set<std::int64_t> m_prefixes;
    std::int64_t m_lastGlobal = -1;
};

using NsysColumns = std::span<const NsysColumn>;
std::unique_ptr<NsysTable> makeEventTable(NsysContext& context, const NsysEventTable& spec, NsysColumns columns);
std::unique_ptr<NsysTable> makeNvtxTable(NsysContext& context, NsysColumns columns);
std::unique_ptr<NsysTable> makeMetricsTable(NsysContext& context, NsysColumns columns);
// Facts: null where the name is not known (the table is then kept as it is).
std::unique_ptr<NsysTable> makeFactTable(NsysContext& context, std::string_view name, NsysColumns columns);
std::unique_ptr<NsysTable> makeSideTable(NsysContext& context, std::string_view name, NsysColumns columns);

inline int indexOfColumn(NsysColumns columns, std::string_view name)
{
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i].name == name) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

// Columns of side tables that hold ids of StringIds.
bool isStringIdColumn(std::string_view table, std::string_view column);

} // namespace pv::core
