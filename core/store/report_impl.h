// SPDX-License-Identifier: MIT
#pragma once

// The reader behind Report. Internal to core/store.

#include "core/store/chunk_blob.h"
#include "core/store/database.h"
#include "core/store/lru_cache.h"
#include "core/store/report.h"

#include <array>
#include <atomic>
#include <mutex>
#include <set>
#include <unordered_map>

namespace pv::core {

// A database connection with its statements; one thread at a time.
struct Connection {
    explicit Connection(const std::filesystem::path& path);
    Database db;
    Statement chunkData;
    Statement tile;
    Statement stringBlock;
    Statement sideData;
};

// What the cache holds is told apart by these numbers.
struct CacheKey {
    std::uint64_t a = 0; // kind and chunk, or lane and row
    std::uint64_t b = 0; // column, or level and index
    friend bool operator==(const CacheKey&, const CacheKey&) = default;
};
struct CacheKeyHash {
    std::size_t operator()(const CacheKey& k) const noexcept
    {
        return std::hash<std::uint64_t>{}(k.a * 0x9E3779B97F4A7C15ull ^ (k.b + (k.a << 7)));
    }
};

using ColumnData = std::vector<std::int64_t>;
using ColumnPtr = std::shared_ptr<const ColumnData>;
struct ArgsData {
    std::vector<std::uint32_t> offsets;
    std::vector<std::int64_t> values;
};

class DecodedChunk : public Chunk {
public:
    const ChunkInfo& info() const override { return m_info; }
    bool has(ColumnId column) const override;
    std::span<const std::int64_t> column(ColumnId column) const override;
    std::span<const ColumnId> columns() const override { return *m_stored; }
    std::span<const std::int64_t> args(std::uint32_t index) const override;

    ChunkInfo m_info;
    std::shared_ptr<const std::vector<ColumnId>> m_stored;
    std::vector<std::pair<ColumnId, ColumnPtr>> m_columns;
    std::shared_ptr<const ArgsData> m_args;
};

class ReportImpl : public Report {
public:
    ReportImpl(const std::filesystem::path& path, OpenOptions options);

    const std::filesystem::path& path() const override { return m_path; }
    const std::string& id() const override { return m_id; }
    const std::map<std::string, std::string, std::less<>>& meta() const override { return m_meta; }
    TimeRange range() const override { return m_range; }
    std::int64_t eventCount() const override { return m_eventCount; }
    std::span<const Lane> lanes() const override { return m_lanes; }
    std::span<const LaneId> children(LaneId lane) const override;
    std::span<const Process> processes() const override { return m_processes; }
    std::span<const Thread> threads() const override { return m_threads; }
    std::span<const Gpu> gpus() const override { return m_gpus; }
    std::vector<Warning> warnings() const override;
    std::vector<DamagedRange> damagedRanges() const override;

    std::int64_t stringCount() const override { return m_stringCount; }
    std::string_view string(StringId id) const override;
    std::vector<StringId> findStrings(const std::function<bool(std::string_view)>& match, const Progress& progress) const override;
    std::span<const ColumnInfo> ownColumns() const override { return m_ownColumns; }
    std::optional<ColumnInfo> columnInfo(ColumnId id) const override;
    std::optional<ColumnId> columnByName(std::string_view sqlName) const override;

    std::span<const ChunkInfo> chunks() const override { return m_chunks; }
    std::span<const ChunkId> chunksOf(LaneId lane) const override;
    std::span<const ChunkId> chunksOf(EventKind kind) const override;
    const ChunkInfo* chunkInfo(ChunkId id) const override;
    ChunkPtr chunk(ChunkId id, std::span<const ColumnId> columns) const override;

    TilePtr tile(LaneId lane, std::int32_t row, int level, std::int64_t index) const override;
    CounterTilePtr counterTile(LaneId lane, int level, std::int64_t index) const override;

    void forEachEvent(LaneId lane, TimeRange range, std::span<const ColumnId> columns, const EventVisitor& visit) const override;
    void scan(EventKind kind, TimeRange range, std::span<const ColumnId> columns, const std::function<void(const ChunkPtr&)>& visit,
              const Progress& progress, bool parallel) const override;
    std::optional<Event> event(EventId id) const override;
    std::optional<Event> eventAt(LaneId lane, std::int32_t row, TimeNs at, std::int64_t toleranceNs) const override;
    std::vector<Link> linked(EventId id, std::size_t limit) const override;
    std::vector<EventId> withCorrelation(std::int64_t pid, std::int64_t correlation, std::size_t limit) const override;
    void forEachStoredLink(const std::function<bool(const Link&)>& visit) const override;

    std::span<const SideTable> sideTables() const override { return m_sideTables; }
    const SideTable* sideTable(std::string_view name) const override;
    std::shared_ptr<const SideTableData> sideTableData(std::string_view name) const override;
    void forEachBusy(LaneId gpuOrStream, TimeRange range, const BusyVisitor& visit) const override;

    // For verify.
    Database& database(Connection& c) const { return c.db; }
    std::unique_ptr<Connection> take() const;
    void give(std::unique_ptr<Connection> connection) const;
    bool readBlob(Connection& c, ChunkId id, Bytes& blob) const;
    TilePtr storedTile(LaneId lane, std::int32_t row, int level, std::int64_t index) const;
    // The GPU's busy intervals that touch the range, with their true begin and end.
    std::vector<std::pair<TimeRange, GpuState>> wholeBusyIntervals(const Lane& gpu, TimeRange range) const;
    TilePtr computedTile(const Lane& lane, std::int32_t row, int level, std::int64_t index) const;

private:
    struct SidePlace {
        std::int64_t bundle;
        std::int64_t offset;
        std::int64_t size;
    };
    struct StoredLinks {
        std::vector<std::array<std::int64_t, 3>> bySource; // source, target, kind
        std::vector<std::uint32_t> byTarget;               // indexes
    };
    void load();
    void loadLanes(Database& db);
    void loadTopology(Database& db);
    void loadChunks(Database& db);
    void loadSideTables(Database& db);
    void damaged(const ChunkInfo& info, const std::string& what) const;
    const StoredLinks& storedLinks() const;
    std::shared_ptr<const SideTableData> readSideTable(const SideTable& table, const SidePlace& place) const;
    std::vector<LaneId> streamsOf(LaneId gpu) const;
    void addCorrelated(LaneId lane, std::int64_t pid, std::int64_t correlation, std::size_t limit, std::vector<EventId>& out) const;

    std::filesystem::path m_path;
    std::string m_id;
    std::map<std::string, std::string, std::less<>> m_meta;
    TimeRange m_range;
    std::int64_t m_eventCount = 0;
    std::int64_t m_stringCount = 0;
    std::vector<Lane> m_lanes;
    std::vector<std::vector<LaneId>> m_children; // by lane id + 1; [0]: roots
    std::vector<Process> m_processes;
    std::vector<Thread> m_threads;
    std::vector<Gpu> m_gpus;
    std::vector<Warning> m_warnings;
    std::vector<std::string> m_ownNames;
    std::vector<ColumnInfo> m_ownColumns;
    std::vector<ChunkInfo> m_chunks;
    std::vector<std::vector<ChunkId>> m_chunksOfLane;
    std::vector<std::vector<ChunkId>> m_chunksOfKind;
    std::vector<SideTable> m_sideTables;
    std::map<std::string, std::pair<SideTable, SidePlace>, std::less<>> m_sidePlaces;

    struct StringBlock {
        std::int64_t first;
        std::int64_t count;
        std::int64_t raw;
    };
    std::vector<StringBlock> m_stringBlocks;
    struct LoadedStrings {
        Bytes bytes;
        std::vector<std::string_view> texts;
    };
    mutable std::mutex m_stringMutex; // guards loading; a loaded block never changes
    mutable std::vector<std::atomic<const LoadedStrings*>> m_strings;
    mutable std::vector<std::unique_ptr<const LoadedStrings>> m_ownedStrings;
    const LoadedStrings* loadStrings(std::size_t block) const;

    mutable LruCache<CacheKey, CacheKeyHash> m_cache;
    mutable std::mutex m_connectionMutex;
    mutable std::vector<std::unique_ptr<Connection>> m_connections;
    mutable std::mutex m_damageMutex;
    mutable std::set<std::uint32_t> m_damagedChunks;
    mutable std::vector<DamagedRange> m_damage;
    mutable std::once_flag m_linksOnce;
    mutable StoredLinks m_links;
};

// A connection for the time of a scope.
class Borrowed {
public:
    explicit Borrowed(const ReportImpl& report) : m_report(report), m_connection(report.take()) {}
    ~Borrowed() { m_report.give(std::move(m_connection)); }
    Borrowed(const Borrowed&) = delete;
    Borrowed& operator=(const Borrowed&) = delete;
    Connection* operator->() { return m_connection.get(); }
    Connection& operator*() { return *m_connection; }

private:
    const ReportImpl& m_report;
    std::unique_ptr<Connection> m_connection;
};

} // namespace pv::core
