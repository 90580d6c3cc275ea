// SPDX-License-Identifier: MIT
#pragma once

// Foreign formats. One file per format behind this interface; an importer knows the writer, never the reader.
// Sources are opened read-only and never changed, and told apart by content, never by extension.

#include "core/model/progress.h"
#include "core/store/report_writer.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pv::core {

struct ImportOptions {
    bool environment = false; // store values of environment variables (they may hold secrets)
    bool sourceRows = false;  // keep col::sourceRow
};

// What an importer may look at to tell whether a file is its own.
struct SourceHead {
    std::filesystem::path path;
    std::string bytes; // the first 64 KiB at most, decompressed if the file is gzip or zstd
    std::uint64_t fileSize = 0;
    bool compressed = false;
};

class Importer {
public:
    virtual ~Importer() = default;
    virtual std::string_view name() const = 0; // "nsys-sqlite", "chrome-json", "nsys-rep", ...
    // 0: not mine; 100: surely mine.
    virtual int recognises(const SourceHead& head) const = 0;
    // Everything readable ends up in the writer; what can't be kept becomes a counted warning there. Throws core::Error
    // only when nothing at all can be read; Cancelled on a stop. Does not call finish().
    virtual void import(const std::filesystem::path& source, ReportWriter& writer, const ImportOptions& options,
                        const Progress& progress) const = 0;
};

// All formats, in order of preference.
std::span<const Importer* const> importers();
// core/import/*.cpp each define one of these; the registry lists them.
const Importer& nsysSqliteImporter();
const Importer& chromeJsonImporter();
const Importer& nsysRepImporter();

SourceHead readHead(const std::filesystem::path& path); // Error: missing, a directory, unreadable, empty
// Null when no importer recognises it. `reason` then says what the file seems to be (systrace HTML, core dump, ...).
const Importer* findImporter(const SourceHead& head, std::string* reason = nullptr);
bool isReport(const SourceHead& head); // already a .rep

struct ImportSummary {
    std::string format;
    WriteSummary written;
};
// Converts sources to one report.
ImportSummary importFile(const std::filesystem::path& source, const std::filesystem::path& target, const ImportOptions& options,
                         const WriterOptions& writerOptions, const Progress& progress);

} // namespace pv::core
