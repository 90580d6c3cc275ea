// SPDX-License-Identifier: MIT
// Opening a report: the small tables are read whole, chunks and tiles stay on disk.

#include "core/store/format.h"
#include "core/store/natural_order.h"
#include "core/store/report_impl.h"

#include "core/model/error.h"

#include <algorithm>
#include <charconv>

namespace pv::core {
namespace {

constexpr std::int64_t kMaxLanes = 50'000'000;

std::int64_t numberOf(const std::map<std::string, std::string, std::less<>>& meta, std::string_view key)
{
    const auto it = meta.find(key);
    std::int64_t value = 0;
    if (it != meta.end()) {
        std::from_chars(it->second.data(), it->second.data() + it->second.size(), value);
    }
    return value;
}

std::int64_t pragma(Database& db, const char* sql)
{
    Statement s(db, sql);
    return s.step() ? s.integer(0) : 0;
}

} // namespace

Connection::Connection(const std::filesystem::path& path)
    : db(path, Database::Mode::read), chunkData(db, "SELECT data FROM chunk_data WHERE id=?"),
      tile(db, "SELECT data FROM tile WHERE lane=? AND row=? AND level=? AND idx=?"),
      stringBlock(db, "SELECT data FROM string_block WHERE first=?"), sideData(db, "SELECT raw, data FROM side_data WHERE id=?")
{
}

std::shared_ptr<const Report> Report::open(const std::filesystem::path& path, OpenOptions options)
{
    std::error_code problem;
    const auto status = std::filesystem::status(path, problem);
    if (!std::filesystem::exists(status)) {
        throw Error("opening the report", path.string(), "there is no such file", {}, "Check the name.");
    }
    if (std::filesystem::is_directory(status)) {
        throw Error("opening the report", path.string(), "it is a folder", {}, "Name a file in it.");
    }
    if (!std::filesystem::is_regular_file(status)) {
        throw Error("opening the report", path.string(), "it is not a regular file");
    }
    return std::make_shared<ReportImpl>(path, options);
}

ReportImpl::ReportImpl(const std::filesystem::path& path, OpenOptions options) : m_path(path), m_cache(options.cacheBytes) { load(); }

void ReportImpl::load()
{
    {
        // Told apart before any table is touched, so that the message says what the file is rather than what it lacks.
        Database db(m_path, Database::Mode::read);
        std::int64_t application = 0;
        std::int64_t version = 0;
        try {
            application = pragma(db, "PRAGMA application_id");
            version = pragma(db, "PRAGMA user_version");
        } catch (const Error&) {
            throw Error("opening the report", m_path.string(), "it is no report of ProfViewer", {},
                        "profcli import converts what other profilers wrote.");
        }
        if (application != kApplicationId) {
            throw Error("opening the report", m_path.string(), "it is an SQLite database, but no report of ProfViewer", {},
                        "profcli import converts what other profilers wrote.");
        }
        if (version > kSchemaVersion || version < 1) {
            throw Error("opening the report", m_path.string(),
                        "it was written by version " + std::to_string(version) + " of the format, this program reads up to " +
                            std::to_string(kSchemaVersion),
                        {}, "Open it with a newer ProfViewer.");
        }
    }
    Borrowed c(*this);
    Database& db = c->db;
    {
        Statement s(db, "SELECT key, value FROM meta");
        while (s.step()) {
            m_meta[s.text(0)] = s.text(1);
        }
    }
    m_id = m_meta.contains("id") ? m_meta["id"] : std::string();
    m_range = {numberOf(m_meta, "range_begin"), numberOf(m_meta, "range_end")};
    m_eventCount = numberOf(m_meta, "event_count");
    {
        Statement s(db, "SELECT id, type, name FROM own_column ORDER BY id");
        std::vector<std::pair<std::int64_t, std::int64_t>> found;
        while (s.step()) {
            found.emplace_back(s.integer(0), s.integer(1));
            m_ownNames.push_back(s.text(2));
        }
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (found[i].first >= kFirstOwnColumn.value && found[i].first < kArgsColumn && found[i].second >= 0 && found[i].second <= 2) {
                m_ownColumns.push_back(
                    {ColumnId{static_cast<std::uint16_t>(found[i].first)}, static_cast<ColumnType>(found[i].second), m_ownNames[i]});
            }
        }
    }
    loadLanes(db);
    loadTopology(db);
    loadChunks(db);
    loadSideTables(db);
    {
        Statement s(db, "SELECT first, count, raw FROM string_block ORDER BY first");
        std::int64_t expected = 0;
        while (s.step()) {
            const StringBlock b{s.integer(0), s.integer(1), s.integer(2)};
            if (b.first != expected || b.count <= 0 || b.count > (std::int64_t{1} << 32) || b.raw < 0 ||
                b.raw > static_cast<std::int64_t>(kMaxRawFrame)) {
                throw Error("opening the report", m_path.string(), "its table of strings is damaged",
                            "string_block " + std::to_string(b.first));
            }
            expected += b.count;
            m_stringBlocks.push_back(b);
        }
        m_stringCount = expected;
        m_strings = std::vector<std::atomic<const LoadedStrings*>>(m_stringBlocks.size());
        m_ownedStrings.resize(m_stringBlocks.size());
    }
}

void ReportImpl::loadLanes(Database& db)
{
    Statement s(db, "SELECT id, parent, kind, name, rows, pid, tid, device, context, stream, domain, sort, value_column, unit, event_count,"
                    " row_count, first, last, base_level, top_level FROM lane ORDER BY id");
    while (s.step()) {
        Lane l;
        const std::int64_t id = s.integer(0);
        const std::int64_t parent = s.integer(1);
        if (id != static_cast<std::int64_t>(m_lanes.size()) || id >= kMaxLanes) {
            throw Error("opening the report", m_path.string(), "its table of lanes is damaged", "lane " + std::to_string(id));
        }
        l.id = LaneId{static_cast<std::uint32_t>(id)};
        // A parent comes before its children, so there is no cycle.
        l.parent = parent >= 0 && parent < id ? LaneId{static_cast<std::uint32_t>(parent)} : kNoLane;
        l.kind = static_cast<LaneKind>(std::clamp<std::int64_t>(s.integer(2), 0, 255));
        l.name = s.text(3);
        l.rows = s.integer(4) == 1 ? RowPolicy::packed : RowPolicy::nested;
        l.pid = s.integer(5);
        l.tid = s.integer(6);
        l.device = s.integer(7);
        l.context = s.integer(8);
        l.stream = s.integer(9);
        l.domain = s.text(10);
        l.sort = s.integer(11);
        l.valueColumn = ColumnId{static_cast<std::uint16_t>(s.integer(12))};
        l.unit = s.text(13);
        l.eventCount = std::max<std::int64_t>(0, s.integer(14));
        l.rowCount = static_cast<std::int32_t>(std::clamp<std::int64_t>(s.integer(15), 0, 1 << 30));
        l.range = {s.integer(16), s.integer(17)};
        l.baseLevel = static_cast<int>(std::clamp<std::int64_t>(s.integer(18), 0, kMaxLevel));
        l.topLevel = static_cast<int>(std::clamp<std::int64_t>(s.integer(19), -1, kMaxLevel));
        m_lanes.push_back(std::move(l));
    }
    m_children.resize(m_lanes.size() + 1);
    for (const Lane& l : m_lanes) {
        m_children[l.parent == kNoLane ? 0 : l.parent.value + 1].push_back(l.id);
    }
    for (auto& list : m_children) {
        std::sort(list.begin(), list.end(), [&](LaneId a, LaneId b) {
            const Lane& x = m_lanes[a.value];
            const Lane& y = m_lanes[b.value];
            if (x.sort != y.sort) {
                return x.sort < y.sort;
            }
            if (x.name != y.name) {
                return naturalLess(x.name, y.name);
            }
            return a < b;
        });
    }
}

void ReportImpl::loadTopology(Database& db)
{
    Statement p(db, "SELECT pid, name, parent_pid, command_line, rank, start, \"end\", global_prefix FROM process");
    while (p.step()) {
        m_processes.push_back({p.integer(0), p.text(1), p.integer(2), p.text(3), p.integer(4), p.integer(5), p.integer(6), p.integer(7)});
    }
    Statement t(db, "SELECT tid, pid, name, priority FROM thread");
    while (t.step()) {
        m_threads.push_back({t.integer(0), t.integer(1), t.text(2), t.integer(3)});
    }
    Statement g(db, "SELECT device, name, uuid, pci_bus, sm_count, memory_bytes, compute_capability FROM gpu");
    while (g.step()) {
        m_gpus.push_back({g.integer(0), g.text(1), g.text(2), g.text(3), g.integer(4), g.integer(5), g.text(6)});
    }
    Statement w(db, "SELECT code, severity, count, text FROM warning");
    while (w.step()) {
        m_warnings.push_back({w.text(0), static_cast<Severity>(std::clamp<std::int64_t>(w.integer(1), 0, 3)), w.integer(2), w.text(3)});
    }
}

void ReportImpl::loadChunks(Database& db)
{
    m_chunksOfLane.resize(m_lanes.size());
    m_chunksOfKind.resize(256);
    Statement s(db,
                "SELECT id, lane, kind, count, first_start, last_start, last_end, min_correlation, max_correlation FROM chunk ORDER BY id");
    while (s.step()) {
        ChunkInfo c;
        const std::int64_t id = s.integer(0);
        const std::int64_t lane = s.integer(1);
        const std::int64_t kind = s.integer(2);
        const std::int64_t count = s.integer(3);
        if (id <= 0 || id > 0xFFFFFFFFll || lane < 0 || lane >= static_cast<std::int64_t>(m_lanes.size()) || kind < 1 || kind > 255 ||
            count < 1 || count > kMaxEventsPerChunk) {
            m_warnings.push_back(
                {"rep.damaged_index", Severity::dataLoss, 1, "The index names a chunk that can't be: " + std::to_string(id) + "."});
            continue;
        }
        c.id = ChunkId{static_cast<std::uint32_t>(id)};
        c.lane = LaneId{static_cast<std::uint32_t>(lane)};
        c.kind = static_cast<EventKind>(kind);
        c.count = static_cast<std::uint32_t>(count);
        c.firstStart = s.integer(4);
        c.lastStart = s.integer(5);
        c.lastEnd = s.integer(6);
        c.minCorrelation = s.integer(7);
        c.maxCorrelation = s.integer(8);
        m_chunks.push_back(c);
        m_chunksOfLane[c.lane.value].push_back(c.id);
        m_chunksOfKind[static_cast<std::size_t>(kind)].push_back(c.id);
    }
    for (auto& list : m_chunksOfLane) {
        std::stable_sort(list.begin(), list.end(),
                         [&](ChunkId a, ChunkId b) { return chunkInfo(a)->firstStart < chunkInfo(b)->firstStart; });
    }
}

void ReportImpl::loadSideTables(Database& db)
{
    Statement s(db, "SELECT name, columns, row_count, bundle, offset, size FROM side_table ORDER BY name");
    while (s.step()) {
        SideTable t;
        t.name = s.text(0);
        ByteReader in(s.blob(1));
        const std::uint64_t n = in.varint();
        for (std::uint64_t i = 0; i < n && in.ok(); ++i) {
            t.columnNames.emplace_back(in.text());
            t.columnTypes.push_back(static_cast<ColumnType>(std::min<std::uint8_t>(in.number<std::uint8_t>(), 2)));
        }
        t.rowCount = s.integer(2);
        if (!in.ok() || t.rowCount < 0 || t.rowCount > (std::int64_t{1} << 32)) {
            m_warnings.push_back({"rep.damaged_table", Severity::dataLoss, 1, "The table " + t.name + " is damaged and left out."});
            continue;
        }
        if (!t.name.starts_with("__")) {
            m_sideTables.push_back(t);
        }
        const std::string name = t.name;
        m_sidePlaces.emplace(name, std::pair(std::move(t), SidePlace{s.integer(3), s.integer(4), s.integer(5)}));
    }
}

std::unique_ptr<Connection> ReportImpl::take() const
{
    {
        const std::lock_guard lock(m_connectionMutex);
        if (!m_connections.empty()) {
            auto c = std::move(m_connections.back());
            m_connections.pop_back();
            return c;
        }
    }
    return std::make_unique<Connection>(m_path);
}

void ReportImpl::give(std::unique_ptr<Connection> connection) const
{
    const std::lock_guard lock(m_connectionMutex);
    if (m_connections.size() < 16) {
        m_connections.push_back(std::move(connection));
    }
}

std::span<const LaneId> ReportImpl::children(LaneId lane) const
{
    const std::size_t i = lane == kNoLane ? 0 : std::size_t{lane.value} + 1;
    return i < m_children.size() ? std::span<const LaneId>(m_children[i]) : std::span<const LaneId>();
}

std::optional<ColumnInfo> ReportImpl::columnInfo(ColumnId id) const
{
    if (const auto known = wellKnownColumn(id)) {
        return known;
    }
    const auto it = std::find_if(m_ownColumns.begin(), m_ownColumns.end(), [&](const ColumnInfo& c) { return c.id == id; });
    return it != m_ownColumns.end() ? std::optional(*it) : std::nullopt;
}

std::optional<ColumnId> ReportImpl::columnByName(std::string_view sqlName) const
{
    for (const ColumnInfo& c : m_ownColumns) {
        if (c.sqlName == sqlName) {
            return c.id;
        }
    }
    for (const ColumnInfo& c : wellKnownColumns()) {
        if (c.sqlName == sqlName) {
            return c.id;
        }
    }
    return std::nullopt;
}

std::vector<Warning> ReportImpl::warnings() const
{
    std::vector<Warning> all = m_warnings;
    const std::lock_guard lock(m_damageMutex);
    if (!m_damage.empty()) {
        all.push_back({"rep.damaged", Severity::dataLoss, static_cast<std::int64_t>(m_damage.size()),
                       "Parts of the file are damaged and left out, the first in lane " + m_lanes[m_damage.front().lane.value].name + ": " +
                           m_damage.front().what + ". profcli verify lists them."});
    }
    return all;
}

std::vector<DamagedRange> ReportImpl::damagedRanges() const
{
    const std::lock_guard lock(m_damageMutex);
    return m_damage;
}

} // namespace pv::core
