// SPDX-License-Identifier: MIT
#pragma once

// Strong identifiers: no naked integers travel between folders. Every id is valid within one report only.

#include <cstddef> // before <compare>: moc reads GCC 12's <concepts> only once the library's macros are known

#include <compare>
#include <cstdint>
#include <functional>

namespace pv::core {

template <class Tag, class Rep>
struct Id {
    Rep value{};
    constexpr Id() = default;
    constexpr explicit Id(Rep v) : value(v) {}
    friend constexpr auto operator<=>(const Id&, const Id&) = default;
};

using LaneId = Id<struct LaneTag, std::uint32_t>;     // index into Report::lanes(); see kNoLane
using StringId = Id<struct StringTag, std::uint32_t>; // 0 is always the empty string
using ColumnId = Id<struct ColumnTag, std::uint16_t>; // core/model/columns.h
using ChunkId = Id<struct ChunkTag, std::uint32_t>;   // counted from 1; 0 is no chunk
// chunk * 65536 + index within the chunk: an event is found from its id without an index. 0 is no event.
using EventId = Id<struct EventTag, std::int64_t>;

inline constexpr LaneId kNoLane{0xFFFFFFFFu};
inline constexpr StringId kEmptyString{0};
inline constexpr EventId kNoEvent{0};
inline constexpr std::uint32_t kMaxEventsPerChunk = 65536;

constexpr EventId makeEventId(ChunkId chunk, std::uint32_t index)
{
    return EventId{(static_cast<std::int64_t>(chunk.value) << 16) | index};
}
constexpr ChunkId chunkOf(EventId id) { return ChunkId{static_cast<std::uint32_t>(id.value >> 16)}; }
constexpr std::uint32_t indexOf(EventId id) { return static_cast<std::uint32_t>(id.value & 0xFFFF); }

} // namespace pv::core

template <class Tag, class Rep>
struct std::hash<pv::core::Id<Tag, Rep>> {
    std::size_t operator()(pv::core::Id<Tag, Rep> id) const noexcept { return std::hash<Rep>{}(id.value); }
};
