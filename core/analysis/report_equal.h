// SPDX-License-Identifier: MIT
#pragma once

// Whether two reports say the same: lanes by their path, every event of every kind with all columns by value (strings
// resolved, JSON arguments as text), processes, threads, GPUs, side tables and stored links. Ids, chunks, rows and depths
// may differ: they follow from the rest. Events that start at the same time may come in any order.
//
// Something that only one report knows at all (a column no event of that kind has in the other, a side table) is an
// extra, no difference: the caller decides which extras are to be expected.
//
// Streams over both reports: memory is one chunk a side and the distinct strings. Single-threaded.

#include "core/model/progress.h"
#include "core/store/report.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace pv::core {

struct ReportEqualOptions {
    std::set<std::string, std::less<>> ignoredTables; // side tables
    std::set<std::string, std::less<>> ignoredMeta{"id",          "string_count",  "event_count", "source_bytes",
                                                   "source_file", "source_format", "imported_by", "import_time"};
    bool sourceRows = false;           // compare col::sourceRow too
    std::size_t mostDifferences = 100; // told; all are counted
};

struct ReportDifference {
    std::string where; // "process 7 > thread 7 > api: api_call at 120 ns: correlation"
    std::string a;     // empty: not there
    std::string b;
};

struct ReportExtra {
    bool inA = false; // else in B
    std::string what; // "column kernel.graph_id", "table CUDA_DRIVER_OVERHEAD", "lane ..."
    std::int64_t count = 0;
};

struct ReportEqualResult {
    std::int64_t events = 0;    // compared
    std::int64_t tableRows = 0; // compared, of side tables
    std::int64_t differenceCount = 0;
    std::vector<ReportDifference> differences; // the first of them
    std::vector<ReportExtra> extras;
    bool equal() const { return differenceCount == 0; }
};

ReportEqualResult compareReports(const Report& a, const Report& b, const ReportEqualOptions& options = {}, const Progress& progress = {});

} // namespace pv::core
