// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Imports a trace from a text and lists what is in the report.

#include "core/import/importer.h"
#include "core/store/report.h"
#include "tests/support/catch.h"
#include "tests/support/files.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pv::test {

struct TraceEvent {
    core::EventId id{};
    std::string name;
    core::EventKind kind{};
    core::TimeNs start = 0;
    std::int64_t dur = 0;
    std::int32_t row = 0;
    std::int64_t flags = 0;
    std::int64_t correlation = core::kNull;
    core::Lane lane;
    std::string args;
    std::map<std::string, std::int64_t> columns; // by SQL name
    std::map<std::string, std::string> texts;    // string columns
    std::int64_t end() const { return start + dur; }
};

class ImportedTrace {
public:
    // Writes `bytes` to a file of that name and imports it.
    explicit ImportedTrace(std::string_view bytes, const std::string& name = "trace.json", const core::ImportOptions& options = {});
    struct File {
        std::filesystem::path path;
    };
    explicit ImportedTrace(const File& source);

    const core::Report& report() const { return *m_report; }
    const std::vector<TraceEvent>& events() const { return m_events; }
    std::size_t count(core::EventKind kind) const;
    bool has(std::string_view name) const;
    const TraceEvent& operator[](std::string_view name) const; // the only one, or the first; fails when there is none
    std::vector<const TraceEvent*> all(std::string_view name) const;
    std::vector<std::string> names(core::EventKind kind) const;
    std::int64_t warning(std::string_view code) const; // its count, 0: none
    std::string warningText(std::string_view code) const;
    std::size_t warnings() const { return m_report->warnings().size(); }
    std::string meta(std::string_view key) const;
    const core::Process* process(std::int64_t pid) const;
    std::vector<core::Lane> lanes(core::LaneKind kind) const;
    const core::Lane& parent(const core::Lane& lane) const { return m_report->lanes()[lane.parent.value]; }
    // "A->B" of every link that starts at an event of the name.
    std::vector<std::string> linksFrom(std::string_view name) const;
    std::vector<std::string> allLinks() const; // stored ones

private:
    void open(const std::filesystem::path& source, const core::ImportOptions& options);
    TempDir m_dir;
    std::shared_ptr<const core::Report> m_report;
    std::vector<TraceEvent> m_events;
};

// {"traceEvents":[ an instant "zero" at time 0, then `events` ]}: times of the report are those of the trace.
std::string traceOf(std::string_view events);
inline ImportedTrace importEvents(std::string_view events) { return ImportedTrace(traceOf(events)); }
// The text of the error that an import ends with; empty when it succeeds.
std::string importError(std::string_view bytes, const std::string& name = "trace.json");

std::string gzipped(std::string_view bytes, bool extraField = false);
std::string zstdPacked(std::string_view bytes);
struct ArchiveFile {
    std::string name;
    std::string bytes;
    bool deflate = true;
    bool encrypted = false;
};
std::string zipOf(const std::vector<ArchiveFile>& files, bool directory = true);
std::string tarOf(const std::vector<ArchiveFile>& files);
std::string utf16Of(std::string_view ascii, bool bigEndian);
void writeFile(const std::filesystem::path& path, std::string_view bytes);

} // namespace pv::test
