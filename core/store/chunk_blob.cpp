// SPDX-License-Identifier: MIT
#include "core/store/chunk_blob.h"

#include "core/model/columns.h"
#include "core/store/column_codec.h"
#include "core/store/format.h"
#include "core/store/frame.h"

#include <algorithm>
#include <map>
#include <zlib.h>

namespace pv::core {
namespace {

constexpr std::size_t kMaxColumns = 4096;

std::uint32_t checksum(ByteView bytes) { return static_cast<std::uint32_t>(crc32(0, bytes.data(), static_cast<uInt>(bytes.size()))); }

} // namespace

Bytes writeChunkBlob(std::uint32_t count, std::span<const ChunkColumn> columns, int level)
{
    Bytes shared;
    struct Place {
        std::uint16_t frame;
        std::uint32_t offset;
    };
    std::vector<Place> places;
    std::vector<const Bytes*> own;
    for (const ChunkColumn& c : columns) {
        if (c.encoded.size() >= kOwnFrameBytes) {
            own.push_back(&c.encoded);
            places.push_back({static_cast<std::uint16_t>(own.size()), 0});
        } else {
            places.push_back({0, static_cast<std::uint32_t>(shared.size())});
            shared.insert(shared.end(), c.encoded.begin(), c.encoded.end());
        }
    }
    Bytes frames;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> sizes; // stored, raw
    auto addFrame = [&](const Bytes& raw) {
        const std::size_t before = frames.size();
        compressFrame(frames, raw, level);
        sizes.emplace_back(static_cast<std::uint32_t>(frames.size() - before), static_cast<std::uint32_t>(raw.size()));
    };
    addFrame(shared);
    for (const Bytes* raw : own) {
        addFrame(*raw);
    }
    Bytes directory;
    putVarint(directory, count);
    putVarint(directory, columns.size());
    putVarint(directory, sizes.size());
    for (std::size_t i = 0; i < columns.size(); ++i) {
        putVarint(directory, columns[i].id);
        putVarint(directory, places[i].frame);
        putVarint(directory, columns[i].encoded.size());
    }
    for (const auto& [stored, raw] : sizes) {
        putVarint(directory, stored);
        putVarint(directory, raw);
    }
    Bytes out;
    putNumber(out, checksum(directory));
    putNumber(out, static_cast<std::uint32_t>(directory.size()));
    out.insert(out.end(), directory.begin(), directory.end());
    out.insert(out.end(), frames.begin(), frames.end());
    return out;
}

bool ChunkBlob::open(ByteView blob)
{
    ByteReader in(blob);
    const auto sum = in.number<std::uint32_t>();
    const ByteView directory = in.bytes(in.number<std::uint32_t>());
    if (!in.ok() || checksum(directory) != sum) {
        return false;
    }
    ByteReader d(directory);
    const std::uint64_t count = d.varint();
    const std::uint64_t columns = d.varint();
    const std::uint64_t frames = d.varint();
    if (!d.ok() || count == 0 || count > kMaxEventsPerChunk || columns > kMaxColumns || frames == 0 || frames > columns + 1) {
        return false;
    }
    m_count = static_cast<std::uint32_t>(count);
    std::vector<std::uint64_t> filled(frames);
    for (std::uint64_t i = 0; i < columns; ++i) {
        const std::uint64_t id = d.varint();
        const std::uint64_t frame = d.varint();
        const std::uint64_t size = d.varint();
        if (!d.ok() || id > 0xFFFF || frame >= frames || size > kMaxRawFrame) {
            return false;
        }
        m_entries.push_back({static_cast<std::uint16_t>(id), static_cast<std::uint16_t>(frame), static_cast<std::uint32_t>(filled[frame]),
                             static_cast<std::uint32_t>(size)});
        filled[frame] += size;
        m_ids.push_back(static_cast<std::uint16_t>(id));
    }
    for (std::uint64_t i = 0; i < frames; ++i) {
        const ByteView stored = in.bytes(d.varint());
        const std::uint64_t raw = d.varint();
        if (!in.ok() || !d.ok() || raw != filled[i] || raw > kMaxRawFrame) {
            return false;
        }
        m_frames.push_back({stored, static_cast<std::uint32_t>(raw), {}, false, false});
    }
    return true;
}

const ChunkBlob::Entry* ChunkBlob::find(std::uint16_t id) const
{
    const auto it = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& e) { return e.id == id; });
    return it != m_entries.end() ? &*it : nullptr;
}

bool ChunkBlob::load(FrameEntry& frame)
{
    if (!frame.tried) {
        frame.tried = true;
        frame.good = decompressFrame(frame.stored, frame.raw, frame.bytes);
    }
    return frame.good;
}

std::optional<Bytes> ChunkBlob::read(std::uint16_t id)
{
    const Entry* e = find(id);
    if (e == nullptr || !load(m_frames[e->frame])) {
        return std::nullopt;
    }
    const Bytes& raw = m_frames[e->frame].bytes;
    return Bytes(raw.begin() + e->offset, raw.begin() + e->offset + e->size);
}

bool ChunkBlob::verify()
{
    return std::all_of(m_frames.begin(), m_frames.end(), [&](FrameEntry& f) { return load(f); });
}

Bytes encodeArgs(std::span<const std::int64_t> shapes, std::span<const std::uint32_t> offsets, std::span<const std::int64_t> values)
{
    std::map<std::int64_t, std::vector<std::uint32_t>> byShape; // shape -> events
    for (std::uint32_t i = 0; i < shapes.size(); ++i) {
        if (shapes[i] > 0) {
            byShape[shapes[i]].push_back(i);
        }
    }
    Bytes out;
    putVarint(out, byShape.size());
    for (const auto& [shape, events] : byShape) {
        const std::uint32_t width = offsets[events.front() + 1] - offsets[events.front()];
        putVarint(out, static_cast<std::uint64_t>(shape));
        putVarint(out, width);
        for (std::uint32_t position = 0; position < width; ++position) {
            std::vector<std::int64_t> column;
            column.reserve(events.size());
            for (const std::uint32_t e : events) {
                column.push_back(values[offsets[e] + position]);
            }
            Bytes encoded;
            encodeColumn(encoded, column);
            putVarint(out, encoded.size());
            out.insert(out.end(), encoded.begin(), encoded.end());
        }
    }
    return out;
}

bool decodeArgs(ByteView bytes, std::span<const std::int64_t> shapes, std::vector<std::uint32_t>& offsets,
                std::vector<std::int64_t>& values)
{
    ByteReader in(bytes);
    std::map<std::int64_t, std::vector<std::vector<std::int64_t>>> columns;
    std::map<std::int64_t, std::size_t> counts;
    for (const std::int64_t s : shapes) {
        if (s > 0) {
            ++counts[s];
        }
    }
    const std::uint64_t n = in.varint();
    if (n > counts.size()) {
        return false;
    }
    std::uint64_t total = 0;
    for (std::uint64_t i = 0; i < n; ++i) {
        const auto shape = static_cast<std::int64_t>(in.varint());
        const std::uint64_t width = in.varint();
        const auto count = counts.find(shape);
        if (!in.ok() || count == counts.end() || width > in.left()) {
            return false;
        }
        total += width * count->second;
        if (total > (256u << 20)) {
            return false;
        }
        auto& list = columns[shape];
        list.resize(width);
        for (auto& column : list) {
            const ByteView encoded = in.bytes(in.varint());
            if (!in.ok() || !decodeColumn(encoded, count->second, column)) {
                return false;
            }
        }
    }
    offsets.assign(1, 0);
    offsets.reserve(shapes.size() + 1);
    values.clear();
    values.reserve(total);
    std::map<std::int64_t, std::size_t> next;
    for (const std::int64_t s : shapes) {
        if (const auto it = columns.find(s); it != columns.end()) {
            const std::size_t k = next[s]++;
            for (const auto& column : it->second) {
                values.push_back(column[k]);
            }
        }
        offsets.push_back(static_cast<std::uint32_t>(values.size()));
    }
    return true;
}

} // namespace pv::core
