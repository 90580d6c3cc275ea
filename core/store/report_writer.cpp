// SPDX-License-Identifier: MIT
#include "core/store/report_writer.h"

#include "core/model/classify.h"
#include "core/store/busy_sweep.h"
#include "core/store/database.h"
#include "core/store/event_buffer.h"
#include "core/store/format.h"
#include "core/store/frame.h"
#include "core/store/lane_assembler.h"
#include "core/store/side_tables.h"
#include "core/store/string_pool.h"
#include "core/store/target_file.h"

#include <algorithm>
#include <deque>
#include <future>
#include <limits>
#include <map>
#include <sys/random.h>
#include <thread>
#include <unordered_map>

namespace pv::core {
namespace {

constexpr int kDefaultLevel = 9;

std::string randomId()
{
    static constexpr char kHex[] = "0123456789abcdef";
    std::uint8_t bytes[16] = {};
    [[maybe_unused]] const auto n = getrandom(bytes, sizeof bytes, 0);
    std::string id;
    for (const std::uint8_t b : bytes) {
        id += kHex[b >> 4];
        id += kHex[b & 0xF];
    }
    return id;
}

std::int64_t number(LaneId id) { return id == kNoLane ? kNull : std::int64_t{id.value}; }

// Given fields replace what was known.
void merge(std::string& known, const std::string& given)
{
    if (!given.empty()) {
        known = given;
    }
}
void merge(std::int64_t& known, std::int64_t given)
{
    if (given != kNull) {
        known = given;
    }
}

} // namespace

struct ReportWriter::Impl {
    TargetFile file;
    WriterOptions options;
    StringPool strings;
    std::vector<LaneSpec> lanes;
    std::deque<EventBuffer> buffers;
    std::map<std::pair<LaneId, EventKind>, std::vector<EventBuffer*>> bufferIndex;
    EventBuffer* lastBuffer = nullptr;
    std::vector<TableColumn> ownColumns; // ids from kFirstOwnColumn
    std::deque<SideTableBuffer> tables;
    std::vector<Process> processes;
    std::vector<Thread> threads;
    std::vector<Gpu> gpus;
    std::map<std::string, std::string> meta;
    std::vector<Warning> warnings;
    LinkResolver links;
    TimeNs shift = 0;
    std::optional<TimeRange> recorded;
    bool finished = false;

    Impl(std::filesystem::path target, WriterOptions o) : file(std::move(target), o.overwrite), options(o) {}

    TimeNs lastEnd() const;
    void warn(const Warning& w);
    std::string clean(std::string_view text) { return isValidUtf8(text) ? std::string(text) : toValidUtf8(text); }

    void writeMetadata(Database& db, const std::vector<Lane>& done, TimeRange range, std::int64_t events);
    void writeStrings(Database& db);
    void writeGpu(Lane& gpu, std::vector<BusyInterval>& work, Statement& insertTile);
};

ReportWriter::ReportWriter(std::filesystem::path target, WriterOptions options) : m_impl(std::make_unique<Impl>(std::move(target), options))
{
}
ReportWriter::~ReportWriter() = default;

StringId ReportWriter::intern(std::string_view text) { return m_impl->strings.intern(text); }
StringId ReportWriter::internRare(std::string_view text) { return m_impl->strings.intern(text); }

LaneId ReportWriter::addLane(const LaneSpec& spec)
{
    m_impl->lanes.push_back(spec);
    return LaneId{static_cast<std::uint32_t>(m_impl->lanes.size() - 1)};
}

LaneSpec& ReportWriter::lane(LaneId id) { return m_impl->lanes.at(id.value); }

ColumnId ReportWriter::column(std::string_view sqlName, ColumnType type)
{
    for (const ColumnInfo& c : wellKnownColumns()) {
        if (c.sqlName == sqlName && c.type == type) {
            return c.id;
        }
    }
    auto& own = m_impl->ownColumns;
    for (std::size_t i = 0; i < own.size(); ++i) {
        if (own[i].name == sqlName && own[i].type == type) {
            return ColumnId{static_cast<std::uint16_t>(kFirstOwnColumn.value + i)};
        }
    }
    if (own.size() >= 50000) {
        throw Error("the source has more than 50,000 different columns");
    }
    own.push_back({m_impl->clean(sqlName), type});
    return ColumnId{static_cast<std::uint16_t>(kFirstOwnColumn.value + own.size() - 1)};
}

EventAppender& ReportWriter::appender(LaneId lane, EventKind kind, std::span<const ColumnId> columns)
{
    const auto matches = [&](const EventBuffer& b) {
        return b.lane() == lane && b.kind() == kind && std::equal(b.columns().begin(), b.columns().end(), columns.begin(), columns.end());
    };
    if (m_impl->lastBuffer != nullptr && matches(*m_impl->lastBuffer)) {
        return *m_impl->lastBuffer;
    }
    auto& list = m_impl->bufferIndex[{lane, kind}];
    for (EventBuffer* b : list) {
        if (matches(*b)) {
            m_impl->lastBuffer = b;
            return *b;
        }
    }
    m_impl->buffers.emplace_back(lane, kind, std::vector<ColumnId>(columns.begin(), columns.end()));
    list.push_back(&m_impl->buffers.back());
    m_impl->lastBuffer = list.back();
    return *list.back();
}

TableAppender& ReportWriter::table(std::string_view name, std::span<const TableColumn> columns)
{
    for (SideTableBuffer& t : m_impl->tables) {
        if (t.name() == name) {
            return t;
        }
    }
    m_impl->tables.emplace_back(m_impl->clean(name), std::vector<TableColumn>(columns.begin(), columns.end()));
    return m_impl->tables.back();
}

void ReportWriter::addProcess(const Process& p)
{
    for (Process& known : m_impl->processes) {
        if (known.pid == p.pid) {
            merge(known.name, p.name);
            merge(known.parentPid, p.parentPid);
            merge(known.commandLine, p.commandLine);
            merge(known.rank, p.rank);
            merge(known.start, p.start);
            merge(known.end, p.end);
            merge(known.globalPrefix, p.globalPrefix);
            return;
        }
    }
    m_impl->processes.push_back(p);
}

void ReportWriter::addThread(const Thread& t)
{
    for (Thread& known : m_impl->threads) {
        if (known.pid == t.pid && known.tid == t.tid) {
            merge(known.name, t.name);
            merge(known.priority, t.priority);
            return;
        }
    }
    m_impl->threads.push_back(t);
}

void ReportWriter::addGpu(const Gpu& g)
{
    for (Gpu& known : m_impl->gpus) {
        if (known.device == g.device) {
            merge(known.name, g.name);
            merge(known.uuid, g.uuid);
            merge(known.pciBus, g.pciBus);
            merge(known.smCount, g.smCount);
            merge(known.memoryBytes, g.memoryBytes);
            merge(known.computeCapability, g.computeCapability);
            return;
        }
    }
    m_impl->gpus.push_back(g);
}

void ReportWriter::setMeta(std::string_view key, std::string_view value) { m_impl->meta[std::string(key)] = m_impl->clean(value); }

void ReportWriter::Impl::warn(const Warning& w)
{
    for (Warning& known : warnings) {
        if (known.code == w.code) {
            known.count += w.count;
            return;
        }
    }
    warnings.push_back(w);
    warnings.back().text = clean(w.text);
}

void ReportWriter::addWarning(const Warning& w) { m_impl->warn(w); }

void ReportWriter::addLink(const LinkEnd& source, const LinkEnd& target, std::string_view kind)
{
    m_impl->links.add(source, target, m_impl->strings.intern(kind));
}

void ReportWriter::setTimeShift(TimeNs shift) { m_impl->shift = shift; }
void ReportWriter::setRecordedRange(TimeRange range) { m_impl->recorded = range; }

// The end of everything with a valid time, in the importer's time.
TimeNs ReportWriter::Impl::lastEnd() const
{
    TimeNs last = recorded && recorded->end > recorded->begin ? recorded->end : std::numeric_limits<TimeNs>::min();
    for (const EventBuffer& b : buffers) {
        const int start = b.indexOfColumn(col::start);
        const int duration = b.indexOfColumn(col::duration);
        const int flags = b.indexOfColumn(col::flags);
        for (std::size_t i = 0; i < b.count(); ++i) {
            const std::int64_t* row = b.row(i);
            if (flags >= 0 && row[flags] != kNull && (row[flags] & kFlagInvalidTime) != 0) {
                continue;
            }
            const bool plain = duration >= 0 && row[duration] > 0 && row[duration] != kOpenEnd;
            last = std::max(last, plain ? endOf(row[start], row[duration]) : row[start]);
        }
    }
    return last;
}

void ReportWriter::Impl::writeStrings(Database& db)
{
    Statement insert(db, "INSERT INTO string_block VALUES(?,?,?,?)");
    Bytes raw;
    std::int64_t first = 0;
    const auto total = static_cast<std::int64_t>(strings.size());
    for (std::int64_t i = 0; i < total; ++i) {
        putText(raw, strings.text(StringId{static_cast<std::uint32_t>(i)}));
        if (raw.size() >= kStringBlockBytes || i + 1 == total) {
            Bytes frame;
            compressFrame(frame, raw, options.zstdLevel != 0 ? options.zstdLevel : 15);
            insert.bind(1, first).bind(2, i + 1 - first).bind(3, static_cast<std::int64_t>(raw.size())).bindBlob(4, frame).run();
            raw.clear();
            first = i + 1;
        }
    }
}

void ReportWriter::Impl::writeGpu(Lane& gpu, std::vector<BusyInterval>& work, Statement& insertTile)
{
    std::sort(work.begin(), work.end(), [](const BusyInterval& a, const BusyInterval& b) { return a.start < b.start; });
    if (work.empty()) {
        return;
    }
    TimeNs last = work.front().end;
    for (const BusyInterval& w : work) {
        last = std::max(last, w.end);
    }
    gpu.range = {work.front().start, last};
    gpu.rowCount = 3;
    const PyramidLevels levels = pyramidLevels(gpu.range, static_cast<std::int64_t>(work.size()));
    gpu.baseLevel = levels.base;
    gpu.topLevel = levels.top;
    if (levels.top < levels.base) {
        return;
    }
    struct Row {
        TileWriter writer;
        PyramidBuilder builder;
        Row(Statement& insert, LaneId id, std::int32_t row, PyramidLevels l)
            : writer(insert, id, row),
              builder(l.base, l.top, [this](int level, std::int64_t i, const Bucket& b) { writer.put(level, i, b); })
        {
        }
    };
    std::map<std::int32_t, std::unique_ptr<Row>> rows;
    for (const std::int32_t row : {0, 1, 2, kUnionRow}) {
        rows[row] = std::make_unique<Row>(insertTile, gpu.id, row, levels);
    }
    BusySweep sweep([&](TimeRange r, GpuState state) {
        const EventKind kind = state == GpuState::copy ? EventKind::memcpy : EventKind::kernel;
        for (const std::int32_t row : {static_cast<std::int32_t>(state), kUnionRow}) {
            rows[row]->builder.add(r.begin, r.durationNs(), kEmptyString, kind);
        }
        return true;
    });
    for (const BusyInterval& w : work) {
        sweep.add(w.start, w.end, w.state);
    }
    sweep.finish();
    for (auto& [row, r] : rows) {
        r->builder.finish();
        r->writer.finish();
    }
}

void ReportWriter::Impl::writeMetadata(Database& db, const std::vector<Lane>& done, TimeRange range, std::int64_t events)
{
    meta["id"] = randomId();
    meta.try_emplace("format", "rep");
    meta["format_version"] = std::to_string(kSchemaVersion);
    meta["range_begin"] = std::to_string(range.begin);
    meta["range_end"] = std::to_string(range.end);
    meta["duration_ns"] = std::to_string(range.durationNs());
    meta["event_count"] = std::to_string(events);
    meta["string_count"] = std::to_string(strings.size());
    {
        Statement s(db, "INSERT INTO meta VALUES(?,?)");
        for (const auto& [key, value] : meta) {
            s.bind(1, key).bind(2, value).run();
        }
    }
    {
        Statement s(db, "INSERT INTO lane VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
        for (const Lane& l : done) {
            s.bind(1, number(l.id)).bind(2, number(l.parent)).bind(3, static_cast<std::int64_t>(l.kind)).bind(4, clean(l.name));
            s.bind(5, static_cast<std::int64_t>(l.rows))
                .bind(6, l.pid)
                .bind(7, l.tid)
                .bind(8, l.device)
                .bind(9, l.context)
                .bind(10, l.stream);
            s.bind(11, clean(l.domain)).bind(12, l.sort).bind(13, std::int64_t{l.valueColumn.value}).bind(14, clean(l.unit));
            s.bind(15, l.eventCount).bind(16, std::int64_t{l.rowCount}).bind(17, l.range.begin).bind(18, l.range.end);
            s.bind(19, std::int64_t{l.baseLevel}).bind(20, std::int64_t{l.topLevel}).run();
        }
    }
    {
        Statement s(db, "INSERT INTO process VALUES(?,?,?,?,?,?,?,?)");
        for (const Process& p : processes) {
            s.bind(1, p.pid).bind(2, clean(p.name)).bind(3, p.parentPid).bind(4, clean(p.commandLine)).bind(5, p.rank).bind(6, p.start);
            s.bind(7, p.end).bind(8, p.globalPrefix).run();
        }
    }
    {
        Statement s(db, "INSERT INTO thread VALUES(?,?,?,?)");
        for (const Thread& t : threads) {
            s.bind(1, t.pid).bind(2, t.tid).bind(3, clean(t.name)).bind(4, t.priority).run();
        }
    }
    {
        Statement s(db, "INSERT INTO gpu VALUES(?,?,?,?,?,?,?)");
        for (const Gpu& g : gpus) {
            s.bind(1, g.device).bind(2, clean(g.name)).bind(3, clean(g.uuid)).bind(4, clean(g.pciBus)).bind(5, g.smCount);
            s.bind(6, g.memoryBytes).bind(7, clean(g.computeCapability)).run();
        }
    }
    {
        Statement s(db, "INSERT INTO warning VALUES(?,?,?,?)");
        for (const Warning& w : warnings) {
            s.bind(1, clean(w.code)).bind(2, static_cast<std::int64_t>(w.severity)).bind(3, w.count).bind(4, w.text).run();
        }
    }
    {
        Statement s(db, "INSERT INTO own_column VALUES(?,?,?)");
        for (std::size_t i = 0; i < ownColumns.size(); ++i) {
            s.bind(1, static_cast<std::int64_t>(kFirstOwnColumn.value + i)).bind(2, static_cast<std::int64_t>(ownColumns[i].type));
            s.bind(3, ownColumns[i].name).run();
        }
    }
}

WriteSummary ReportWriter::finish(const Progress& progress)
{
    Impl& w = *m_impl;
    if (w.finished) {
        throw Error("the report is finished already");
    }
    w.finished = true;
    WriteSummary summary;
    for (const EventBuffer& b : w.buffers) {
        summary.events += static_cast<std::int64_t>(b.count());
    }
    const int level = w.options.zstdLevel != 0 ? w.options.zstdLevel : kDefaultLevel;
    {
        Database db(w.file.temporary(), Database::Mode::create);
        // Small reports would otherwise be mostly empty pages.
        db.execute(summary.events < 20000    ? "PRAGMA page_size=512"
                   : summary.events < 300000 ? "PRAGMA page_size=1024"
                                             : "PRAGMA page_size=8192");
        db.execute("PRAGMA journal_mode=OFF");
        db.execute("PRAGMA synchronous=OFF");
        db.execute("PRAGMA locking_mode=EXCLUSIVE");
        db.execute("PRAGMA application_id=" + std::to_string(kApplicationId));
        db.execute("PRAGMA user_version=" + std::to_string(kSchemaVersion));
        db.execute("BEGIN");
        db.execute(kCreateTables);
        {
            Statement insertChunk(db, "INSERT INTO chunk VALUES(?,?,?,?,?,?,?,?,?)");
            Statement insertData(db, "INSERT INTO chunk_data VALUES(?,?)");
            Statement insertTile(db, "INSERT INTO tile VALUES(?,?,?,?,?)");

            // Chunks are encoded beside the assembling and stored in order.
            struct Pending {
                ChunkInfo info;
                std::future<Bytes> data;
            };
            std::deque<Pending> pending;
            const std::size_t parallel =
                w.options.threads > 0 ? static_cast<std::size_t>(w.options.threads) : std::max(1u, std::thread::hardware_concurrency());
            auto storeOldest = [&] {
                const ChunkInfo i = pending.front().info;
                const Bytes data = pending.front().data.get();
                pending.pop_front();
                insertChunk.bind(1, std::int64_t{i.id.value})
                    .bind(2, std::int64_t{i.lane.value})
                    .bind(3, static_cast<std::int64_t>(i.kind));
                insertChunk.bind(4, std::int64_t{i.count}).bind(5, i.firstStart).bind(6, i.lastStart).bind(7, i.lastEnd);
                insertChunk.bind(8, i.minCorrelation).bind(9, i.maxCorrelation).run();
                insertData.bind(1, std::int64_t{i.id.value}).bindBlob(2, data).run();
            };

            std::vector<Lane> lanes(w.lanes.size());
            std::vector<std::vector<EventBuffer*>> byLane(w.lanes.size());
            for (std::size_t i = 0; i < lanes.size(); ++i) {
                static_cast<LaneSpec&>(lanes[i]) = w.lanes[i];
                lanes[i].id = LaneId{static_cast<std::uint32_t>(i)};
            }
            for (EventBuffer& b : w.buffers) {
                byLane.at(b.lane().value).push_back(&b);
            }
            // The GPU a lane lies under.
            std::map<LaneId, std::vector<BusyInterval>> gpuWork;
            auto gpuOf = [&](const Lane& lane) {
                LaneId at = lane.parent;
                for (std::size_t steps = 0; at != kNoLane && steps < lanes.size(); ++steps) {
                    if (lanes[at.value].kind == LaneKind::gpu) {
                        return at;
                    }
                    at = lanes[at.value].parent;
                }
                return kNoLane;
            };
            std::unordered_map<std::uint32_t, bool> communication;
            std::uint32_t nextChunk = 1;
            LaneAssembler::Context context;
            context.shift = w.shift;
            const TimeNs last = w.lastEnd();
            context.closeAt = last == std::numeric_limits<TimeNs>::min() ? 0 : last - w.shift;
            context.nextChunk = &nextChunk;
            context.insertTile = &insertTile;
            context.links = &w.links;
            context.isCommunication = [&](StringId name) {
                const auto [it, isNew] = communication.try_emplace(name.value, false);
                if (isNew) {
                    it->second = isCommunicationKernel(w.strings.text(name));
                }
                return it->second;
            };
            context.store = [&](RawChunk chunk) {
                ++summary.chunks;
                Pending p;
                p.info = chunk.info;
                p.data = std::async(std::launch::async, [level, c = std::move(chunk)] { return encodeChunk(c, level); });
                pending.push_back(std::move(p));
                if (pending.size() > parallel) {
                    storeOldest();
                }
            };
            std::optional<TimeRange> range;
            auto widen = [&](TimeRange r) { range = range ? TimeRange{std::min(range->begin, r.begin), std::max(range->end, r.end)} : r; };
            if (w.recorded && !w.recorded->empty()) {
                widen({w.recorded->begin - w.shift, w.recorded->end - w.shift});
            }
            for (std::size_t i = 0; i < lanes.size(); ++i) {
                progress.throwIfStopped();
                progress(0.5 + 0.5 * static_cast<double>(i) / static_cast<double>(lanes.size()), "Writing the report");
                const LaneId gpu = lanes[i].kind == LaneKind::stream ? gpuOf(lanes[i]) : kNoLane;
                context.gpuWork = gpu != kNoLane ? &gpuWork[gpu] : nullptr;
                LaneAssembler::assemble(lanes[i], byLane[i], context);
                if (lanes[i].range.begin != lanes[i].range.end || lanes[i].range.begin != 0) {
                    widen(lanes[i].range);
                }
                for (EventBuffer* b : byLane[i]) {
                    // The encoder has its own copy by now.
                    b->release();
                }
            }
            for (auto& [gpu, work] : gpuWork) {
                w.writeGpu(lanes[gpu.value], work, insertTile);
            }
            while (!pending.empty()) {
                storeOldest();
            }
            std::int64_t lostLinks = 0;
            const auto links = w.links.take(lostLinks);
            if (lostLinks > 0) {
                w.warn({"link.no_event", Severity::info, lostLinks,
                        "Arrows of the source begin or end where no event is; they are left out."});
            }
            if (!links.empty()) {
                w.tables.emplace_back(
                    kLinkTable,
                    std::vector<TableColumn>{{"src", ColumnType::integer}, {"dst", ColumnType::integer}, {"kind", ColumnType::string}});
                for (const auto& l : links) {
                    const std::int64_t row[] = {l.source.value, l.target.value, static_cast<std::int64_t>(l.kind.value)};
                    w.tables.back().append(row);
                }
            }
            if (w.strings.repaired() > 0) {
                w.warn({"text.not_utf8", Severity::info, w.strings.repaired(),
                        "Texts that are not UTF-8 were repaired: each bad byte became U+FFFD."});
            }
            writeSideTables(db, w.tables, level);
            w.writeStrings(db);
            w.writeMetadata(db, lanes, range.value_or(TimeRange{}), summary.events);
        }
        db.execute("COMMIT");
    }
    progress.throwIfStopped();
    std::error_code ignored;
    summary.fileBytes = static_cast<std::int64_t>(std::filesystem::file_size(w.file.temporary(), ignored));
    w.file.commit();
    progress(1.0, "Writing the report");
    return summary;
}

} // namespace pv::core
