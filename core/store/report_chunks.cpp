// SPDX-License-Identifier: MIT
// Chunks, strings and side tables of an open report.

#include "core/store/column_codec.h"
#include "core/store/format.h"
#include "core/store/frame.h"
#include "core/store/report_impl.h"
#include "core/store/side_tables.h"

#include "core/model/error.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>

namespace pv::core {
namespace {

constexpr std::uint64_t kColumnKey = 1ull << 60;
constexpr std::uint64_t kArgsKey = 2ull << 60;
constexpr std::uint64_t kStoredKey = 3ull << 60;

std::size_t bytesOf(const ColumnData& data) { return data.size() * sizeof(std::int64_t) + 128; }

} // namespace

bool DecodedChunk::has(ColumnId column) const { return std::find(m_stored->begin(), m_stored->end(), column) != m_stored->end(); }

std::span<const std::int64_t> DecodedChunk::column(ColumnId column) const
{
    for (const auto& [id, data] : m_columns) {
        if (id == column) {
            return *data;
        }
    }
    return {};
}

std::span<const std::int64_t> DecodedChunk::args(std::uint32_t index) const
{
    if (!m_args || index + 1 >= m_args->offsets.size()) {
        return {};
    }
    return std::span(m_args->values).subspan(m_args->offsets[index], m_args->offsets[index + 1] - m_args->offsets[index]);
}

std::span<const ChunkId> ReportImpl::chunksOf(LaneId lane) const
{
    return lane.value < m_chunksOfLane.size() ? std::span<const ChunkId>(m_chunksOfLane[lane.value]) : std::span<const ChunkId>();
}

std::span<const ChunkId> ReportImpl::chunksOf(EventKind kind) const { return m_chunksOfKind[static_cast<std::size_t>(kind)]; }

const ChunkInfo* ReportImpl::chunkInfo(ChunkId id) const
{
    // Ids are dense unless the index is damaged.
    if (id.value >= 1 && id.value <= m_chunks.size() && m_chunks[id.value - 1].id == id) {
        return &m_chunks[id.value - 1];
    }
    const auto it = std::lower_bound(m_chunks.begin(), m_chunks.end(), id, [](const ChunkInfo& c, ChunkId i) { return c.id < i; });
    return it != m_chunks.end() && it->id == id ? &*it : nullptr;
}

void ReportImpl::damaged(const ChunkInfo& info, const std::string& what) const
{
    const std::lock_guard lock(m_damageMutex);
    if (m_damagedChunks.insert(info.id.value).second) {
        m_damage.push_back({info.lane, {info.firstStart, info.lastEnd}, "chunk " + std::to_string(info.id.value) + ": " + what});
    }
}

bool ReportImpl::readBlob(Connection& c, ChunkId id, Bytes& blob) const
{
    try {
        c.chunkData.bind(1, std::int64_t{id.value});
        const bool found = c.chunkData.step();
        if (found) {
            const ByteView view = c.chunkData.blob(0);
            blob.assign(view.begin(), view.end());
        }
        c.chunkData.reset();
        return found;
    } catch (const Error&) { // SQLite found the file damaged
        c.chunkData.reset();
        return false;
    }
}

ChunkPtr ReportImpl::chunk(ChunkId id, std::span<const ColumnId> columns) const
{
    const ChunkInfo* info = chunkInfo(id);
    if (info == nullptr) {
        return nullptr;
    }
    auto out = std::make_shared<DecodedChunk>();
    out->m_info = *info;
    out->m_stored = std::static_pointer_cast<const std::vector<ColumnId>>(m_cache.get({kStoredKey | id.value, 0}));
    std::vector<ColumnId> missing;
    bool wantsArgs = false;
    for (const ColumnId c : columns) {
        wantsArgs = wantsArgs || c == col::argsShape;
        if (auto data = std::static_pointer_cast<const ColumnData>(m_cache.get({kColumnKey | id.value, c.value}))) {
            out->m_columns.emplace_back(c, std::move(data));
        } else if (!out->m_stored || std::find(out->m_stored->begin(), out->m_stored->end(), c) != out->m_stored->end()) {
            missing.push_back(c);
        }
    }
    if (wantsArgs) {
        out->m_args = std::static_pointer_cast<const ArgsData>(m_cache.get({kArgsKey | id.value, 0}));
    }
    const bool needsArgs =
        wantsArgs && !out->m_args &&
        (!out->m_stored || std::find(out->m_stored->begin(), out->m_stored->end(), col::argsShape) != out->m_stored->end());
    if (out->m_stored && missing.empty() && !needsArgs) {
        return out;
    }

    Bytes blob;
    {
        Borrowed c(*this);
        if (!readBlob(*c, id, blob)) {
            damaged(*info, "its data can't be read");
            return nullptr;
        }
    }
    ChunkBlob reader;
    if (!reader.open(blob) || reader.count() != info->count) {
        damaged(*info, "its directory is damaged");
        return nullptr;
    }
    if (!out->m_stored) {
        auto stored = std::make_shared<std::vector<ColumnId>>();
        for (const std::uint16_t c : reader.columns()) {
            if (c != kArgsColumn) {
                stored->push_back(ColumnId{c});
            }
        }
        m_cache.put({kStoredKey | id.value, 0}, stored, stored->size() * 2 + 64);
        out->m_stored = std::move(stored);
    }
    auto decode = [&](ColumnId c, std::span<const std::int64_t> durations) -> ColumnPtr {
        const auto encoded = reader.read(c.value);
        auto data = std::make_shared<ColumnData>();
        if (!encoded || !decodeColumn(*encoded, info->count, *data, durations)) {
            return nullptr;
        }
        m_cache.put({kColumnKey | id.value, c.value}, data, bytesOf(*data));
        return data;
    };
    // The duration first: starts may refer to it.
    std::stable_partition(missing.begin(), missing.end(), [](ColumnId c) { return c == col::duration; });
    for (const ColumnId c : missing) {
        if (!reader.has(c.value)) {
            continue;
        }
        ColumnPtr durations;
        if (c == col::start) {
            if (const auto encoded = reader.read(c.value); encoded && needsDurations(*encoded)) {
                const auto known =
                    std::find_if(out->m_columns.begin(), out->m_columns.end(), [](const auto& p) { return p.first == col::duration; });
                durations = known != out->m_columns.end() ? known->second : decode(col::duration, {});
            }
        }
        ColumnPtr data = decode(c, durations ? std::span<const std::int64_t>(*durations) : std::span<const std::int64_t>());
        if (!data) {
            damaged(*info, "a column is damaged");
            return nullptr;
        }
        out->m_columns.emplace_back(c, std::move(data));
    }
    if (needsArgs) {
        const auto shapes = out->column(col::argsShape);
        const auto encoded = reader.read(kArgsColumn);
        auto args = std::make_shared<ArgsData>();
        if (!encoded || shapes.size() != info->count || !decodeArgs(*encoded, shapes, args->offsets, args->values)) {
            damaged(*info, "the arguments are damaged");
            return nullptr;
        }
        m_cache.put({kArgsKey | id.value, 0}, args, args->values.size() * 8 + args->offsets.size() * 4 + 64);
        out->m_args = std::move(args);
    }
    return out;
}

void ReportImpl::scan(EventKind kind, TimeRange range, std::span<const ColumnId> columns, const std::function<void(const ChunkPtr&)>& visit,
                      const Progress& progress, bool parallel) const
{
    std::vector<ChunkId> wanted;
    for (const ChunkId id : chunksOf(kind)) {
        const ChunkInfo& c = *chunkInfo(id);
        // Touching counts: an instant at range.begin does. Chunks without a valid time are in no range but all time.
        if (range == kAllTime || (c.firstStart < range.end && c.lastEnd >= range.begin)) {
            wanted.push_back(id);
        }
    }
    const std::size_t threads = parallel ? std::min<std::size_t>(wanted.size(), std::max(1u, std::thread::hardware_concurrency())) : 1;
    if (threads <= 1) {
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            progress.throwIfStopped();
            progress(static_cast<double>(i) / static_cast<double>(wanted.size()), "Reading events");
            if (const ChunkPtr c = chunk(wanted[i], columns)) {
                visit(c);
            }
        }
        return;
    }
    std::atomic<std::size_t> next{0};
    std::exception_ptr problem;
    std::mutex problemMutex;
    auto work = [&] {
        try {
            for (std::size_t i = next++; i < wanted.size() && !progress.stop.stop_requested(); i = next++) {
                if (const ChunkPtr c = chunk(wanted[i], columns)) {
                    visit(c);
                }
            }
        } catch (...) {
            const std::lock_guard lock(problemMutex);
            problem = std::current_exception();
            next = wanted.size();
        }
    };
    {
        std::vector<std::jthread> pool;
        for (std::size_t i = 1; i < threads; ++i) {
            pool.emplace_back(work);
        }
        work();
    }
    if (problem) {
        std::rethrow_exception(problem);
    }
    progress.throwIfStopped();
}

const ReportImpl::LoadedStrings* ReportImpl::loadStrings(std::size_t block) const
{
    if (const LoadedStrings* known = m_strings[block].load(std::memory_order_acquire)) {
        return known;
    }
    const std::lock_guard lock(m_stringMutex);
    if (const LoadedStrings* known = m_strings[block].load(std::memory_order_acquire)) {
        return known;
    }
    auto loaded = std::make_unique<LoadedStrings>();
    const StringBlock& b = m_stringBlocks[block];
    bool good = false;
    try {
        Borrowed c(*this);
        c->stringBlock.bind(1, b.first);
        good = c->stringBlock.step() && decompressFrame(c->stringBlock.blob(0), static_cast<std::size_t>(b.raw), loaded->bytes);
        c->stringBlock.reset();
    } catch (const Error&) {
        good = false;
    }
    ByteReader in(loaded->bytes);
    for (std::int64_t i = 0; good && i < b.count; ++i) {
        loaded->texts.push_back(in.text());
        good = in.ok();
    }
    if (!good) { // shown as such rather than as an empty name
        const std::lock_guard damage(m_damageMutex);
        m_damage.push_back({m_lanes.empty() ? kNoLane : LaneId{0}, {}, "strings from " + std::to_string(b.first) + " can't be read"});
        loaded->texts.assign(static_cast<std::size_t>(std::min<std::int64_t>(b.count, 1 << 20)), "(damaged)");
    }
    m_strings[block].store(loaded.get(), std::memory_order_release);
    m_ownedStrings[block] = std::move(loaded);
    return m_ownedStrings[block].get();
}

std::string_view ReportImpl::string(StringId id) const
{
    const auto it = std::upper_bound(m_stringBlocks.begin(), m_stringBlocks.end(), std::int64_t{id.value},
                                     [](std::int64_t i, const StringBlock& b) { return i < b.first; });
    if (it == m_stringBlocks.begin()) {
        return {};
    }
    const auto block = static_cast<std::size_t>(it - m_stringBlocks.begin()) - 1;
    const auto index = static_cast<std::size_t>(id.value - m_stringBlocks[block].first);
    const LoadedStrings* loaded = loadStrings(block);
    return index < loaded->texts.size() ? loaded->texts[index] : std::string_view();
}

std::vector<StringId> ReportImpl::findStrings(const std::function<bool(std::string_view)>& match, const Progress& progress) const
{
    std::vector<StringId> found;
    for (std::size_t b = 0; b < m_stringBlocks.size(); ++b) {
        progress.throwIfStopped();
        progress(static_cast<double>(b) / static_cast<double>(m_stringBlocks.size()), "Searching names");
        const LoadedStrings* loaded = loadStrings(b);
        for (std::size_t i = 0; i < loaded->texts.size(); ++i) {
            if (match(loaded->texts[i])) {
                found.emplace_back(static_cast<std::uint32_t>(m_stringBlocks[b].first + static_cast<std::int64_t>(i)));
            }
        }
    }
    return found;
}

const SideTable* ReportImpl::sideTable(std::string_view name) const
{
    const auto it = m_sidePlaces.find(name);
    return it != m_sidePlaces.end() ? &it->second.first : nullptr;
}

std::shared_ptr<const SideTableData> ReportImpl::readSideTable(const SideTable& table, const SidePlace& place) const
{
    auto out = std::make_shared<SideTableData>();
    Bytes raw;
    try {
        Borrowed c(*this);
        c->sideData.bind(1, place.bundle);
        const bool found = c->sideData.step();
        const std::int64_t size = found ? c->sideData.integer(0) : -1;
        const bool good = size >= 0 && size <= static_cast<std::int64_t>(kMaxRawFrame) * 4 &&
                          decompressFrame(c->sideData.blob(1), static_cast<std::size_t>(size), raw);
        c->sideData.reset();
        if (!good) {
            return nullptr;
        }
    } catch (const Error&) {
        return nullptr;
    }
    if (place.offset < 0 || place.size < 0 ||
        static_cast<std::uint64_t>(place.offset) + static_cast<std::uint64_t>(place.size) > raw.size()) {
        return nullptr;
    }
    ByteReader in(ByteView(raw).subspan(static_cast<std::size_t>(place.offset), static_cast<std::size_t>(place.size)));
    out->columns.resize(table.columnNames.size());
    for (auto& column : out->columns) {
        const ByteView encoded = in.bytes(in.varint());
        if (!in.ok() || !decodeColumn(encoded, static_cast<std::size_t>(table.rowCount), column)) {
            return nullptr;
        }
    }
    return out;
}

std::shared_ptr<const SideTableData> ReportImpl::sideTableData(std::string_view name) const
{
    const auto it = m_sidePlaces.find(name);
    return it != m_sidePlaces.end() ? readSideTable(it->second.first, it->second.second) : nullptr;
}

} // namespace pv::core
