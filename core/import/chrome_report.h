// SPDX-License-Identifier: MIT
#pragma once

// What the traces of one import share: the writer, its texts, the numbers given to processes and GPUs, warnings, and
// the earliest and latest moment seen. Traces of one archive have id spaces of their own: an id that another trace took
// gets a number made from the trace's place and the id.

#include "core/import/chrome_faults.h"
#include "core/import/chrome_strings.h"
#include "core/import/importer.h"

#include <limits>
#include <unordered_map>

namespace pv::core::chrome {

struct ReportContext {
    ReportContext(ReportWriter& w, const ImportOptions& o) : writer(w), options(o), strings(w) {}

    ReportWriter& writer;
    const ImportOptions& options;
    StringCache strings;
    Faults faults;
    TimeNs earliest = std::numeric_limits<TimeNs>::max(); // of valid events
    TimeNs latest = std::numeric_limits<TimeNs>::min();
    std::unordered_map<std::int64_t, std::uint32_t> pidOwner; // report number -> trace
    std::unordered_map<std::int64_t, std::uint32_t> gpuOwner;
    std::int64_t nextChain = 1;
    std::int64_t offset = 0; // of the event in its text (col::sourceRow)

    void see(TimeNs start, TimeNs end)
    {
        earliest = start < earliest ? start : earliest;
        latest = end > latest ? end : latest;
    }
    // The number of a process of a trace in the report.
    std::int64_t processNumber(std::uint32_t trace, std::int64_t pid);
    std::int64_t gpuNumber(std::uint32_t trace, std::int64_t device);
};

// A number for an id that is a text: the same in every import, beyond all ids that systems give, exact as a double.
std::int64_t numberOfText(std::string_view text);

} // namespace pv::core::chrome
