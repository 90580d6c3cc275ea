// SPDX-License-Identifier: MIT
#pragma once

// Rows of Nsight Systems tables become events, lanes and facts of a report here, whatever they were read from: the
// SQLite export (nsys_sqlite.cpp) or the report file itself (nsys_rep.cpp) feed the same sink, so both give the same
// report. Table and column names are those of the SQLite export (2026 spelling; the sink accepts the older ones).
//
// Order of use: strings first (string(id, text) for every StringIds row), then the small tables (PROCESSES,
// ThreadNames, TARGET_INFO_*, META_DATA_*, ENUM_*, CUDA_GRAPH_*, NVTX domain rows, ...), then events in any order,
// then finish().
//
// NVTX_EVENTS may have two columns more: "rowNumber", the row's number in the export's table where the rows come in
// another order (those that name domains, categories and threads must come first, since categories are resolved as
// events come), and of payloads that follow a schema "payloadJson" (kept as "payload_json") and "scriptChainId", an id of
// the further table PYTHON_CALLCHAINS (id, symbol, module, line, stackDepth; texts in the rows) that becomes col::chainId.
//
// Beyond the well-known columns the sink keeps these, because `profcli stats` names or counts by them (absent: as if the
// usual value stood there, so that reports of other sources need none):
//   nvtxRange, nvtxMark: col::sourceRow, always: the row's number in NVTX_EVENTS, from 1, rows of every eventType counted
//   memcpy, memset, kernel: "green_context" where not 0; "cuda_device", the row's own deviceId, where it is not the
//     number of the lane's GPU; memcpy also col::address = virtualAddress and "migration_cause" where not NULL
//   osrtCall: "event_class" where it is not 27 (thread begin and end markers come as rows of other classes)
//   pageFault: col::address, col::faultCount, and of CPU faults col::name = text of CpuInstruction, "source_file"
//     (string), "source_line"
//   side table "NVTX_DOMAINS" (pid, domain_id, name: string, start): the rows of eventType 75
// Names are kept as they are (cudaLaunchKernel_v7000), also of apiBacktrace. endTid: as in the row, NULL where NULL.

#include "core/import/importer.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pv::core {

// One field of a row. Texts are valid during the call only.
struct NsysValue {
    enum class Type : std::uint8_t { null, integer, real, text, blob } type = Type::null;
    std::int64_t integer = 0;
    double real = 0;
    std::string_view text; // also the bytes of a blob
};

struct NsysColumn {
    std::string name;
    ColumnType type = ColumnType::integer;
};

class NsysTable {
public:
    virtual ~NsysTable() = default;
    // One value a column, in the order of NsysSink::table's columns. Wrong types, NULLs in needed columns and lying
    // ids are repaired or counted in a warning, never fatal.
    virtual void row(std::span<const NsysValue> values) = 0;
};

class NsysSink {
public:
    NsysSink(ReportWriter& writer, const ImportOptions& options);
    ~NsysSink();

    void string(std::int64_t id, std::string_view text); // a StringIds row
    // Names that NVTX ranges refer to and that may stand anywhere among the rows: given before them, they are known in time.
    void nvtxCategory(std::int64_t globalTid, std::int64_t domain, std::int64_t category, std::string_view name);
    // Begins a table; unknown names are kept as side tables as they are. Valid until finish().
    NsysTable& table(std::string_view name, std::span<const NsysColumn> columns);
    void finish(); // derived lanes (thread states, ...), names, warnings

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace pv::core
