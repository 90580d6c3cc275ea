// SPDX-License-Identifier: MIT
#pragma once

// What the payloads of frames hold: arrays of these fixed-size records, little endian, as they lie in memory. Times are
// CUPTI's (ns of CLOCK_REALTIME unless a ClockSync frame says otherwise). String ids are per stream file; 0 is "".

#include <cstdint>

namespace pv::capture {

struct ProcessRecord {
    std::int64_t pid;
    std::int64_t parentPid;
    std::int64_t startRealtimeNs;
    std::int64_t startMonotonicNs;
    std::uint32_t nameBytes; // the executable's path and the command line (arguments end with NUL) follow the record
    std::uint32_t commandLineBytes;
};

struct ClockSyncRecord {
    std::int64_t realtimeNs;
    std::int64_t monotonicNs;
    std::int64_t cuptiNs; // 0: not available
};

struct StringRecord {
    std::uint32_t id;
    std::uint32_t bytes; // text follows, padded to 8 bytes
};

enum class GpuWorkKind : std::uint32_t { kernel = 1, memcpy = 2, memset = 3 };

struct GpuWorkRecord {
    GpuWorkKind kind;
    std::uint32_t name;   // kernels: mangled name
    std::int64_t startNs; // 0: the device had no time stamp for it
    std::int64_t endNs;
    std::uint32_t device;
    std::uint32_t context;
    std::uint32_t stream;
    std::uint32_t correlation;
    std::int64_t bytes;      // copies and memsets
    std::uint64_t graphNode; // 0: not from a graph
    std::int32_t grid[3];
    std::int32_t block[3];
    std::int32_t staticShared;
    std::int32_t dynamicShared;
    std::uint16_t registers;
    std::uint8_t copyKind; // CUPTI numbering, as are the memory kinds
    std::uint8_t srcKind;
    std::uint8_t dstKind;
    std::uint8_t reserved[3];
    std::uint32_t graph;
    std::uint32_t value; // memset
};
static_assert(sizeof(GpuWorkRecord) == 104);

struct ApiCallRecord {
    std::int64_t startNs;
    std::int64_t endNs;
    std::uint32_t cbid;
    std::uint32_t api; // 0 runtime, 1 driver
    std::uint32_t thread;
    std::uint32_t correlation;
    std::int32_t returnValue;
    std::uint32_t reserved;
};
static_assert(sizeof(ApiCallRecord) == 40);

} // namespace pv::capture
