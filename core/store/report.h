// SPDX-License-Identifier: MIT
#pragma once

// A report that is open for reading: the only door to a .rep file.
//
// open() reads a few pages whatever the report's size. Safe to use from many threads at once; each thread gets its own
// database connection. Decoded columns live in one byte-bounded cache shared by all; what is handed out is immutable and
// stays valid while it is held. Nothing here loads a whole report.
//
// Damage: a chunk whose checksum does not hold is left out of every answer, counted in warnings(), and shown by
// damagedRanges(); everything else stays usable. Errors: core::Error when a file can't be opened at all.

#include "core/model/columns.h"
#include "core/model/event_kind.h"
#include "core/model/ids.h"
#include "core/model/lane.h"
#include "core/model/progress.h"
#include "core/model/topology.h"
#include "core/store/tile.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pv::core {

struct OpenOptions {
    std::size_t cacheBytes = 64u << 20; // decoded columns, tiles and strings
};

struct ChunkInfo {
    ChunkId id;
    LaneId lane;
    EventKind kind{};
    std::uint32_t count = 0;
    TimeNs firstStart = 0;
    TimeNs lastStart = 0;
    TimeNs lastEnd = 0;                  // largest end; open ends are already closed
    std::int64_t minCorrelation = kNull; // kNull: no event has one
    std::int64_t maxCorrelation = kNull;
};

// Decoded columns of one chunk. Events are sorted by (start, longer first).
class Chunk {
public:
    virtual ~Chunk() = default;
    virtual const ChunkInfo& info() const = 0;
    virtual bool has(ColumnId column) const = 0; // as stored; absent columns read as kNull
    // count values; empty when the chunk has no such column. Only columns that were asked for may be read.
    virtual std::span<const std::int64_t> column(ColumnId column) const = 0;
    virtual std::span<const ColumnId> columns() const = 0; // all that are stored, decoded or not
    // Argument values of one event; col::argsShape must have been asked for.
    virtual std::span<const std::int64_t> args(std::uint32_t index) const = 0;

    std::int64_t value(ColumnId c, std::uint32_t index) const
    {
        const auto v = column(c);
        return v.empty() ? kNull : v[index];
    }
    EventId eventId(std::uint32_t index) const { return makeEventId(info().id, index); }
};
using ChunkPtr = std::shared_ptr<const Chunk>;

// One event, all columns.
struct Event {
    EventId id{};
    LaneId lane = kNoLane;
    EventKind kind{};
    TimeNs start = 0;
    std::int64_t durationNs = 0; // 0 for instants
    StringId name{};
    std::int32_t row = 0;
    std::int64_t flags = 0;
    std::int64_t correlation = kNull;
    std::vector<std::pair<ColumnId, std::int64_t>> columns; // the others that are not kNull
    std::string args;                                       // JSON, or empty
    TimeNs end() const { return endOf(start, durationNs); }
};

struct Link {
    EventId source;
    EventId target;
    std::string_view kind; // "launch", "flow", "graph", ...
};

struct SideTable {
    std::string name;
    std::vector<std::string> columnNames;
    std::vector<ColumnType> columnTypes;
    std::int64_t rowCount = 0;
};
// Columns of a side table, whole.
struct SideTableData {
    std::vector<std::vector<std::int64_t>> columns;
};

struct SearchHit {
    EventId id;
    LaneId lane;
    TimeNs start;
};

struct DamagedRange {
    LaneId lane;
    TimeRange range;
    std::string what;
};

class Report {
public:
    static std::shared_ptr<const Report> open(const std::filesystem::path& path, OpenOptions options = {});
    virtual ~Report() = default;

    virtual const std::filesystem::path& path() const = 0;
    virtual const std::string& id() const = 0; // unique per report, for caches and notes
    virtual const std::map<std::string, std::string, std::less<>>& meta() const = 0;
    virtual TimeRange range() const = 0; // valid events and the recorded range
    virtual std::int64_t eventCount() const = 0;
    virtual std::span<const Lane> lanes() const = 0;
    virtual std::span<const LaneId> children(LaneId lane) const = 0; // in display order; kNoLane: the roots
    virtual std::span<const Process> processes() const = 0;
    virtual std::span<const Thread> threads() const = 0;
    virtual std::span<const Gpu> gpus() const = 0;
    virtual std::vector<Warning> warnings() const = 0; // of the file, and of reading it
    virtual std::vector<DamagedRange> damagedRanges() const = 0;

    virtual std::int64_t stringCount() const = 0;
    virtual std::string_view string(StringId id) const = 0; // valid while the report is open
    // Ids of all strings for which `match` holds; streams over the string blocks.
    virtual std::vector<StringId> findStrings(const std::function<bool(std::string_view)>& match, const Progress& progress = {}) const = 0;
    virtual std::span<const ColumnInfo> ownColumns() const = 0; // registered by the importer
    virtual std::optional<ColumnInfo> columnInfo(ColumnId id) const = 0;
    virtual std::optional<ColumnId> columnByName(std::string_view sqlName) const = 0; // own or well-known

    // Chunks, without their data. Of a lane: ordered by first start.
    virtual std::span<const ChunkInfo> chunks() const = 0; // by id
    virtual std::span<const ChunkId> chunksOf(LaneId lane) const = 0;
    virtual std::span<const ChunkId> chunksOf(EventKind kind) const = 0; // by id
    virtual const ChunkInfo* chunkInfo(ChunkId id) const = 0;            // nullptr: there is none
    // Null when the chunk is damaged.
    virtual ChunkPtr chunk(ChunkId id, std::span<const ColumnId> columns) const = 0;

    // Pictures. Any level 0..kMaxLevel is answered: stored levels from the pyramid, finer ones from events.
    virtual TilePtr tile(LaneId lane, std::int32_t row, int level, std::int64_t index) const = 0;
    virtual CounterTilePtr counterTile(LaneId lane, int level, std::int64_t index) const = 0;

    // Events of a lane that touch the range (an instant at range.begin does), in order of (start, longer first).
    // Return false to stop. `columns` beyond start, duration, name, row, flags are decoded on request.
    using EventVisitor = std::function<bool(const Chunk& chunk, std::uint32_t index)>;
    virtual void forEachEvent(LaneId lane, TimeRange range, std::span<const ColumnId> columns, const EventVisitor& visit) const = 0;
    // Whole decoded chunks of a kind that touch the range, for analyses, possibly from several threads at once
    // (`parallel`), in no order then.
    virtual void scan(EventKind kind, TimeRange range, std::span<const ColumnId> columns, const std::function<void(const ChunkPtr&)>& visit,
                      const Progress& progress = {}, bool parallel = false) const = 0;

    virtual std::optional<Event> event(EventId id) const = 0;
    // Event of the lane and row (kUnionRow: any) at `at`, else the nearest within `toleranceNs`.
    virtual std::optional<Event> eventAt(LaneId lane, std::int32_t row, TimeNs at, std::int64_t toleranceNs) const = 0;
    // Launch links by (process, correlation) and stored links, either end.
    virtual std::vector<Link> linked(EventId id, std::size_t limit = 10000) const = 0;
    // All events of one process with this correlation id.
    virtual std::vector<EventId> withCorrelation(std::int64_t pid, std::int64_t correlation, std::size_t limit = 10000) const = 0;
    // Stored links only, in order of source.
    virtual void forEachStoredLink(const std::function<bool(const Link&)>& visit) const = 0;

    virtual std::span<const SideTable> sideTables() const = 0;
    virtual const SideTable* sideTable(std::string_view name) const = 0;
    virtual std::shared_ptr<const SideTableData> sideTableData(std::string_view name) const = 0; // null: none or damaged

    // Union over the streams of a gpu lane (or over one stream lane), in time order, touching intervals of one state
    // merged; idle is not reported. Streams: bounded memory. Return false to stop.
    using BusyVisitor = std::function<bool(TimeRange, GpuState)>;
    virtual void forEachBusy(LaneId gpuOrStream, TimeRange range, const BusyVisitor& visit) const = 0;
};

// Reads everything, checks every checksum and invariant (sortedness, rows, pyramid against events, string references).
// One line of text per fault; empty: the file is whole.
std::vector<std::string> verifyReport(const std::filesystem::path& path, const Progress& progress = {});

} // namespace pv::core
