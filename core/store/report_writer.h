// SPDX-License-Identifier: MIT
#pragma once

// Writes one .rep file. Feed it topology, lanes and events in any order, then finish().
//
// Threads: one ReportWriter is used by one thread; it encodes on threads of its own.
// Memory: events are buffered up to WriterOptions::bufferBytes over all lanes, then spilled as sorted runs to an
// unlinked temporary file beside the target; finish() merges the runs lane by lane, assigns rows, cuts chunks, encodes
// them in parallel and builds the pyramid.
// Errors: core::Error (disk full, target exists, ...). Without a successful finish() no file of the target's name
// exists, and the destructor removes the temporary one.
//
// Times: `start` is in the importer's own time; setTimeShift(s) makes the report's time (start - s).

#include "core/model/args.h"
#include "core/model/columns.h"
#include "core/model/event_kind.h"
#include "core/model/lane.h"
#include "core/model/progress.h"
#include "core/model/topology.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace pv::core {

struct WriterOptions {
    bool overwrite = false;
    std::size_t bufferBytes = 96u << 20;
    int zstdLevel = 0; // 0: the level chosen by measurement
    int threads = 0;   // 0: as many as there are cores
};

struct WriteSummary {
    std::int64_t events = 0;
    std::int64_t chunks = 0;
    std::int64_t fileBytes = 0;
};

// Appends events of one lane and kind with a fixed list of columns. Valid until finish().
class EventAppender {
public:
    virtual ~EventAppender() = default;
    // One value a column, in the order given to ReportWriter::appender. Absent: kNull. Events may come in any order.
    virtual void append(const std::int64_t* values, EncodedArgs args = {}) = 0;
};

// A small or large table kept as it is (source tables that are not events: target facts, call chains, enums, ...).
// Queries see it under its name. Rows keep their order.
struct TableColumn {
    std::string name;
    ColumnType type = ColumnType::integer;
};
class TableAppender {
public:
    virtual ~TableAppender() = default;
    virtual void append(const std::int64_t* values) = 0;
};

// An end of a link, given by place, since events have no ids before finish().
struct LinkEnd {
    enum class Bind : std::uint8_t {
        enclosing, // innermost event of the lane that contains `at` (both ends included), rather one that starts at `at`
        next,      // first event that starts at or after `at`
        exact      // the event that starts at `at`; among several the one whose name is `name`, else the longest
    };
    LaneId lane = kNoLane;
    TimeNs at = 0; // importer's time
    Bind bind = Bind::enclosing;
    StringId name{};
};

class ReportWriter {
public:
    ReportWriter(std::filesystem::path target, WriterOptions options = {});
    ~ReportWriter();
    ReportWriter(const ReportWriter&) = delete;
    ReportWriter& operator=(const ReportWriter&) = delete;

    // Same text, same id. Bytes that are not UTF-8 become U+FFFD. Valid for this report only.
    StringId intern(std::string_view text);
    // For texts that rarely repeat (unique JSON values): may give a second id to a text seen long ago, in exchange for
    // bounded memory.
    StringId internRare(std::string_view text);

    LaneId addLane(const LaneSpec& spec);
    // Changes everything but the parent's id; for names that a source tells late.
    LaneSpec& lane(LaneId id);

    // Registers (or finds) a column by its SQL name. A well-known name gives the well-known column.
    ColumnId column(std::string_view sqlName, ColumnType type = ColumnType::integer);

    // `columns` must contain col::start, and col::duration unless isInstantKind(kind). Asking twice with the same
    // arguments gives the same appender; a lane may have several with different kinds or columns.
    EventAppender& appender(LaneId lane, EventKind kind, std::span<const ColumnId> columns);
    TableAppender& table(std::string_view name, std::span<const TableColumn> columns);

    void addProcess(const Process& process); // same pid again: given fields replace
    void addThread(const Thread& thread);    // same (pid, tid) again: likewise
    void addGpu(const Gpu& gpu);             // same device again: likewise
    void setMeta(std::string_view key, std::string_view value);
    // Same code again: counts add up, the first text stays.
    void addWarning(const Warning& warning);
    // kind: "flow", "fwd_bwd", ... Launch links (API call to GPU work) need none: they follow from correlation ids.
    void addLink(const LinkEnd& source, const LinkEnd& target, std::string_view kind);

    void setTimeShift(TimeNs shift);
    // Bounds of what was recorded where they are wider than the events (capture start and stop), importer's time.
    void setRecordedRange(TimeRange range);

    WriteSummary finish(const Progress& progress = {});

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace pv::core
