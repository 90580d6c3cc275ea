// SPDX-License-Identifier: MIT
#pragma once

// Finishes one lane: its events of all kinds in order, on rows, cut into chunks, with their pyramid.

#include "core/store/chunk_builder.h"
#include "core/store/link_resolver.h"
#include "core/store/tile_writer.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace pv::core {

// A moment of GPU work, for the union of a GPU.
struct BusyInterval {
    TimeNs start;
    TimeNs end;
    GpuState state;
};

class LaneAssembler {
public:
    struct Context {
        TimeNs shift = 0;
        TimeNs closeAt = 0; // end of ranges that never ended, in the report's time
        std::uint32_t* nextChunk = nullptr;
        std::function<void(RawChunk)> store; // takes finished chunks
        Statement* insertTile = nullptr;
        LinkResolver* links = nullptr;
        std::vector<BusyInterval>* gpuWork = nullptr;  // gets the lane's GPU work; null: not asked for
        std::function<bool(StringId)> isCommunication; // of kernel names
    };

    // `buffers`: all of the lane. Sets the lane's counts, range and levels.
    static void assemble(Lane& lane, std::span<EventBuffer* const> buffers, const Context& context);

private:
    static std::vector<PlacedEvent> ordered(std::span<EventBuffer* const> buffers, const Context& context);
    static void writePyramid(Lane& lane, std::span<const PlacedEvent> events, const Context& context);
};

} // namespace pv::core
