// SPDX-License-Identifier: MIT
#pragma once

// The outer structure of an Nsight Systems report (.nsys-rep, .qdrep), as docs/NSYS_REP.md describes it: sections found
// through a directory at the end, the header messages, the frames of events, the strings, and the messages behind them.
// A file without its end (the recording died, the disk was full, a copy was cut) is read from its beginning instead;
// what is missing then is said in warnings.
// Errors: core::Error when this is no such report, or one whose structure is unknown.

#include "core/import/nsys_rep_file.h"
#include "core/model/progress.h"
#include "core/model/topology.h"

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pv::core {

inline constexpr std::string_view kNsysRepMagic = "NVIDIA Tegra Profiler Report ";

// Of the program that recorded, e.g. 2025.3.1. All zero: unknown.
struct NsysRepVersion {
    int year = 0;
    int release = 0;
    int patch = 0;
    friend constexpr auto operator<=>(const NsysRepVersion&, const NsysRepVersion&) = default; // NOLINT(modernize-use-nullptr)
    constexpr bool known() const { return year != 0; }
};
inline constexpr NsysRepVersion kNsysRepOldest{2020, 3, 0};
inline constexpr NsysRepVersion kNsysRepNewest{2026, 1, 99};

NsysRepVersion parseNsysRepVersion(std::string_view text);

struct NsysRepContainer {
    std::string tag;            // follows the magic text
    std::string productVersion; // as written; empty: unknown
    NsysRepVersion version;
    std::string header;         // capture options, target environment, clocks
    std::string info;           // counts, generic event types
    std::string threadNames;    // first message behind the strings
    std::string target;         // second: GPUs, contexts, streams
    std::string extension;      // NVTX payload schemas, enums, counters
    std::string uiData;         // who recorded when with which command line
    std::string timeConversion; // clocks, from 2026.1 on
    NsysRepMessage strings;     // null when they are missing
    std::vector<NsysRepFrame> blocks;
    bool recovered = false; // read without the directory
    std::vector<Warning> warnings;
};

NsysRepContainer readNsysRepContainer(const NsysRepFile& file, const Progress& progress);

} // namespace pv::core
