// SPDX-License-Identifier: MIT
#pragma once

// Reads Nsight Systems report files (.nsys-rep, .qdrep; recorded by 2020.3 to 2026.1) without any of NVIDIA's software:
// their content becomes rows that are named and laid out as in the SQLite export (docs/NSYS_REP.md).
//
// Order: strings; the rows that explain others (processes, threads, target, capture options, labels, NVTX domains,
// graphs); events block by block in file order, each table's rows in the order of the export.
// Threads: blocks are decompressed and decoded on several threads; the sink is called by the calling thread only.
// Memory: the names, and a few blocks at a time.
// Errors: core::Error when nothing can be read; Cancelled. What is damaged, cut off or unknown becomes counted warnings.

#include "core/import/nsys_tables.h"
#include "core/model/progress.h"
#include "core/model/topology.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace pv::core {

// What the rows are handed to. Tables stay valid until the end.
class NsysRowSink {
public:
    virtual ~NsysRowSink() = default;
    virtual void string(std::int64_t id, std::string_view text) = 0; // a StringIds row
    virtual NsysTable& table(std::string_view name, std::span<const NsysColumn> columns) = 0;
    virtual void warning(const Warning& warning) = 0;
};

struct NsysRepOptions {
    int threads = 0;                        // 0: as many as there are cores
    std::size_t inFlightBytes = 192u << 20; // raw bytes of blocks being decoded
};

struct NsysRepFacts {
    std::string productVersion; // of the program that recorded; empty: unknown
    std::string commandLine;
    std::string host;
    std::int64_t events = 0;
    std::int64_t rows = 0; // of all tables, without the strings
    std::int64_t blocks = 0;
    bool recovered = false; // the file's end was missing
};

NsysRepFacts decodeNsysRep(const std::filesystem::path& path, NsysRowSink& sink, const NsysRepOptions& options = {},
                           const Progress& progress = {});

} // namespace pv::core
