// SPDX-License-Identifier: MIT
#include "core/store/lane_assembler.h"

#include "core/store/format.h"
#include "core/store/row_layout.h"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>

namespace pv::core {
namespace {

TimeNs shifted(TimeNs t, TimeNs shift)
{
    TimeNs out{};
    if (__builtin_sub_overflow(t, shift, &out)) {
        return t < 0 ? std::numeric_limits<TimeNs>::min() + 1 : std::numeric_limits<TimeNs>::max();
    }
    return out;
}

StringId nameOf(const PlacedEvent& e)
{
    const int at = e.buffer->indexOfColumn(col::name);
    const std::int64_t v = at >= 0 ? e.buffer->row(e.row)[at] : kNull;
    return v == kNull ? kEmptyString : StringId{static_cast<std::uint32_t>(v)};
}

bool isValid(const PlacedEvent& e) { return (e.flags & kFlagInvalidTime) == 0; }

} // namespace

std::vector<PlacedEvent> LaneAssembler::ordered(std::span<EventBuffer* const> buffers, const Context& context)
{
    std::vector<PlacedEvent> events;
    std::size_t total = 0;
    for (const EventBuffer* b : buffers) {
        total += b->count();
    }
    events.reserve(total);
    for (const EventBuffer* b : buffers) {
        const int start = b->indexOfColumn(col::start);
        const int duration = b->indexOfColumn(col::duration);
        const int flags = b->indexOfColumn(col::flags);
        for (std::size_t i = 0; i < b->count(); ++i) {
            const std::int64_t* row = b->row(i);
            PlacedEvent e;
            e.buffer = b;
            e.row = i;
            e.start = shifted(row[start], context.shift);
            e.flags = flags >= 0 && row[flags] != kNull ? row[flags] : 0;
            e.durationNs = duration >= 0 && row[duration] != kNull ? row[duration] : 0;
            if (e.durationNs == kOpenEnd) {
                e.durationNs = std::max<std::int64_t>(0, TimeRange{e.start, context.closeAt}.durationNs());
                e.flags |= kFlagNotClosed;
            } else if (e.durationNs < 0) {
                e.durationNs = 0;
                e.flags |= kFlagOutOfOrder;
            }
            events.push_back(e);
        }
    }
    const auto before = [](const PlacedEvent& a, const PlacedEvent& b) {
        if (isValid(a) != isValid(b)) {
            return isValid(a);
        }
        return a.start != b.start ? a.start < b.start : a.durationNs > b.durationNs;
    };
    if (!std::is_sorted(events.begin(), events.end(), before)) {
        std::stable_sort(events.begin(), events.end(), before);
    }
    return events;
}

void LaneAssembler::assemble(Lane& lane, std::span<EventBuffer* const> buffers, const Context& context)
{
    std::vector<PlacedEvent> events = ordered(buffers, context);
    lane.eventCount = static_cast<std::int64_t>(events.size());
    lane.range = {};
    if (events.empty()) {
        return;
    }
    const bool samples = lane.kind == LaneKind::counter || lane.kind == LaneKind::counterGroup;
    RowLayout layout(lane.rows);
    std::size_t valid = 0;
    TimeNs last = std::numeric_limits<TimeNs>::min();
    for (PlacedEvent& e : events) {
        if (!isValid(e)) {
            break; // all that follow have no time either
        }
        ++valid;
        last = std::max(last, endOf(e.start, e.durationNs));
        if (!samples) {
            const RowLayout::Place p = layout.place(e.start, e.durationNs);
            e.displayRow = p.row;
            e.depth = p.depth;
        }
    }
    lane.rowCount = std::max<std::int32_t>(layout.rowCount(), 1);
    if (valid > 0) {
        lane.range = {events.front().start, last};
    }

    // Chunks of each kind; events without a valid time in chunks of their own, which no range finds.
    std::map<std::pair<bool, EventKind>, std::unique_ptr<ChunkBuilder>> builders;
    const bool linked = context.links->wants(lane.id);
    std::vector<LaneEvent> forLinks;
    auto flush = [&](ChunkBuilder& b) {
        if (b.count() > 0) {
            context.store(b.take());
        }
    };
    for (const PlacedEvent& e : events) {
        auto& builder = builders[{isValid(e), e.buffer->kind()}];
        if (!builder) {
            std::vector<const EventBuffer*> same;
            for (const EventBuffer* b : buffers) {
                if (b->kind() == e.buffer->kind()) {
                    same.push_back(b);
                }
            }
            builder = std::make_unique<ChunkBuilder>(lane.id, e.buffer->kind(), same);
        }
        if (builder->count() >= kChunkEvents) {
            flush(*builder);
        }
        const ChunkId id = builder->count() == 0 ? ChunkId{(*context.nextChunk)++} : builder->id();
        if (linked && isValid(e)) {
            forLinks.push_back({e.start, endOf(e.start, e.durationNs), nameOf(e), makeEventId(id, builder->count())});
        }
        builder->add(e, id);
        if (context.gpuWork != nullptr && isGpuWork(e.buffer->kind()) && isValid(e) && e.durationNs > 0) {
            const EventKind kind = e.buffer->kind();
            const GpuState state = kind == EventKind::memcpy || kind == EventKind::memset            ? GpuState::copy
                                   : kind == EventKind::kernel && context.isCommunication(nameOf(e)) ? GpuState::communication
                                                                                                     : GpuState::compute;
            context.gpuWork->push_back({e.start, endOf(e.start, e.durationNs), state});
        }
    }
    for (auto& [key, builder] : builders) {
        flush(*builder);
    }
    if (linked) {
        context.links->resolve(lane.id, forLinks, context.shift);
    }
    if (!samples) {
        writePyramid(lane, std::span(events).first(valid), context);
    }
}

void LaneAssembler::writePyramid(Lane& lane, std::span<const PlacedEvent> events, const Context& context)
{
    const PyramidLevels levels = pyramidLevels(lane.range, static_cast<std::int64_t>(events.size()));
    lane.baseLevel = levels.base;
    lane.topLevel = levels.top;
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
    auto rowOf = [&](std::int32_t row) -> Row& {
        auto& r = rows[row];
        if (!r) {
            r = std::make_unique<Row>(*context.insertTile, lane.id, row, levels);
        }
        return *r;
    };
    for (const PlacedEvent& e : events) {
        const StringId name = nameOf(e);
        rowOf(e.displayRow).builder.add(e.start, e.durationNs, name, e.buffer->kind());
        if (lane.rowCount > 1) {
            rowOf(kUnionRow).builder.add(e.start, e.durationNs, name, e.buffer->kind());
        }
    }
    for (auto& [row, r] : rows) {
        r->builder.finish();
        r->writer.finish();
    }
}

} // namespace pv::core
