// SPDX-License-Identifier: MIT
#pragma once

// Events of a Chrome trace as the scanner hands them on: a pattern shared by all events that are written alike, and the
// values of the places where they differ ("holes").
//
// An EventPattern knows where in the values the fields are that matter ("ts", "dur", "args.correlation", ...), so that
// no event's keys are ever looked up one by one.

#include "core/model/args.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pv::core::chrome {

enum class Hole : std::uint8_t {
    none,
    integer, // one value: the number
    decimal, // two values: digits, count of digits after the point
    string,  // one value: TextRef of the content, escapes resolved
    token,   // one value: TextRef of a JSON number that is neither of the above, or of true, false, null
    odd,     // one value: TextRef of a bare word that is no JSON (NaN, 0x10); kept as a string
    raw      // one value: TextRef of a whole array or object, as written
};

// Text in a block (as read) or in its arena (unescaped).
struct TextRef {
    std::uint32_t offset;
    std::uint32_t size; // highest bit: in the arena
    static constexpr std::uint32_t kArena = 0x80000000u;
    std::int64_t pack() const { return static_cast<std::int64_t>(static_cast<std::uint64_t>(size) << 32 | offset); }
    static TextRef unpack(std::int64_t v)
    {
        const auto u = static_cast<std::uint64_t>(v);
        return {static_cast<std::uint32_t>(u), static_cast<std::uint32_t>(u >> 32)};
    }
};

struct Slot {
    Hole hole = Hole::none;
    std::uint8_t count = 0;  // integers of an array: how many holes
    std::uint16_t value = 0; // index of the (first) value
    explicit operator bool() const { return hole != Hole::none; }
};

// Keys of an event.
// clang-format off
#define PV_CHROME_KEYS(X)                                                                                                          \
    X(ph, "ph")                                                                                                                    \
    X(name, "name")                                                                                                                \
    X(cat, "cat")                                                                                                                  \
    X(ts, "ts")                                                                                                                    \
    X(dur, "dur")                                                                                                                  \
    X(pid, "pid")                                                                                                                  \
    X(tid, "tid")                                                                                                                  \
    X(id, "id")                                                                                                                    \
    X(bindId, "bind_id")                                                                                                           \
    X(scope, "scope")                                                                                                              \
    X(instantScope, "s")                                                                                                           \
    X(bindPoint, "bp")                                                                                                             \
    X(flowIn, "flow_in")                                                                                                           \
    X(flowOut, "flow_out")                                                                                                         \
    X(tts, "tts")                                                                                                                  \
    X(tdur, "tdur")                                                                                                                \
    X(cname, "cname") X(stackFrame, "sf") X(stack, "stack") X(argsValue, "args") X(idLocal, "id2.local") X(idGlobal, "id2.global") \
        X(weight, "weight") X(cpu, "cpu")
// Keys of an event's arguments.
#define PV_CHROME_ARGS(X)                                                                                                          \
    X(device, "device")                                                                                                            \
    X(context, "context")                                                                                                          \
    X(stream, "stream")                                                                                                            \
    X(correlation, "correlation")                                                                                                  \
    X(externalId, "External id")                                                                                                   \
    X(externalIdOld, "external id")                                                                                                \
    X(registers, "registers per thread")                                                                                           \
    X(sharedMemory, "shared memory")                                                                                               \
    X(grid, "grid")                                                                                                                \
    X(block, "block")                                                                                                              \
    X(bytes, "bytes")                                                                                                              \
    X(sequence, "Sequence number")                                                                                                 \
    X(inputDims, "Input Dims")                                                                                                     \
    X(inputDimsOld, "Input dims")                                                                                                  \
    X(graphNode, "graph node id")                                                                                                  \
    X(graph, "graph id")                                                                                                           \
    X(kind, "kind") X(syncKind, "cuda_sync_kind") X(waitEvent, "wait_on_cuda_event_id") X(address, "Addr") X(memoryBytes, "Bytes") \
        X(allocated, "Total Allocated") X(reserved, "Total Reserved") X(deviceId, "Device Id") X(deviceType, "Device Type")        \
            X(argName, "name") X(labels, "labels") X(sortIndex, "sort_index") X(step, "step") X(kernelFlops, "flops")
// clang-format on

enum class Key : std::uint8_t {
#define PV_X(name, text) name,
    PV_CHROME_KEYS(PV_X)
#undef PV_X
        count
};
enum class Arg : std::uint8_t {
#define PV_X(name, text) name,
    PV_CHROME_ARGS(PV_X)
#undef PV_X
        count
};

struct ArgField {
    std::string key;
    Slot slot; // Hole::none: an object, or an array of several integers
};

struct EventPattern {
    std::uint32_t index = 0; // dense, per scanner; kUnshared for patterns that serve one event only
    static constexpr std::uint32_t kUnshared = 0xFFFFFFFFu;

    std::uint32_t valueCount = 0;
    std::array<Slot, static_cast<std::size_t>(Key::count)> keys{};
    std::array<Slot, static_cast<std::size_t>(Arg::count)> args{};
    std::vector<ArgField> argFields; // the first level, in order
    // The arguments as core/model/args.h wants them: members of "args", then members that no format knows. Empty: none.
    std::string argsShape;
    std::vector<std::pair<Hole, std::uint16_t>> argsHoles; // of the shape, in its order
    std::string unknownKey;                                // the first one, if any
    bool empty = false;                                    // {}

    Slot operator[](Key k) const { return keys[static_cast<std::size_t>(k)]; }
    Slot operator[](Arg a) const { return args[static_cast<std::size_t>(a)]; }
};

// Reads a pattern from the text of an event whose values are taken out: one control byte (kHoleBytes) a hole.
inline constexpr std::array<char, 7> kHoleBytes = {'\0', '\x01', '\x04', '\x02', '\x03', '\x05', '\x06'};
std::unique_ptr<EventPattern> makePattern(std::string_view shape);

} // namespace pv::core::chrome
