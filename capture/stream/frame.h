// SPDX-License-Identifier: MIT
#pragma once

// The crash-safe wire format shared by collector, sampler and launcher: a stream file is a sequence of frames, each
// complete in itself. A frame is written by one write; a reader that meets a torn or damaged frame looks for the next
// magic whose hash holds, so a killed writer costs the last frame at most, and a damaged region only itself.
//
// Little endian, frames aligned to 8 bytes (padding is not part of the payload):
//   0  u32 magic "PVF1"      4  u16 type (FrameType)    6  u16 flags (FrameFlag)
//   8  u32 stream            12 u32 sequence, counted per stream: a hole is a lost frame
//   16 i64 first time ns     24 i64 last time ns (of the records inside; clock: see ClockSync records)
//   32 u32 payload bytes     36 u32 stored bytes (smaller when compressed with zstd)
//   40 u32 records           44 u32 records the writer had to drop before this frame
//   48 u64 hash of the stored bytes                     56 u64 hash of bytes 0..55
//   64 stored bytes
// The hash is FNV-1a (64 bit, offset basis 14695981039346656037, prime 1099511628211) over the bytes.
//
// Nothing here allocates while writing, so that the collector may use it inside other people's processes.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace pv::capture {

inline constexpr std::uint32_t kFrameMagic = 0x31465650; // "PVF1"
inline constexpr std::size_t kFrameHeaderBytes = 64;
inline constexpr std::uint32_t kMaxFramePayload = 64u << 20;

enum class FrameType : std::uint16_t {
    process = 1, // one ProcessRecord: who writes this stream
    clockSync = 2,
    strings = 3, // definitions: used only by later frames of the same file
    gpuWork = 4, // kernels, copies, memsets
    apiCalls = 5,
    log = 6 // text for the report's diagnostics
};

enum FrameFlag : std::uint16_t { kFrameZstd = 1 };

struct FrameInfo {
    FrameType type{};
    std::uint16_t flags = 0;
    std::uint32_t stream = 0;
    std::uint32_t sequence = 0;
    std::int64_t firstTimeNs = 0;
    std::int64_t lastTimeNs = 0;
    std::uint32_t records = 0;
    std::uint32_t lost = 0;
};

std::uint64_t frameHash(std::span<const std::byte> bytes);

// Appends one frame to a file opened with O_APPEND. Returns 0, or errno of what failed. Thread safe (one writev).
int writeFrame(int fd, const FrameInfo& info, std::span<const std::byte> payload);

struct Frame {
    FrameInfo info;
    std::uint64_t offset = 0; // of the header in the file
    std::vector<std::byte> payload;
};

// Reads the frames of a stream file front to back.
class FrameReader {
public:
    explicit FrameReader(std::span<const std::byte> file) : m_file(file) {}
    // False at the end. Damaged or torn regions are skipped and counted.
    bool next(Frame& frame);
    std::uint64_t skippedBytes() const { return m_skippedBytes; }
    std::uint64_t missingFrames() const { return m_missingFrames; } // holes in the sequence numbers

private:
    std::span<const std::byte> m_file;
    std::uint64_t m_offset = 0;
    std::uint64_t m_skippedBytes = 0;
    std::uint64_t m_missingFrames = 0;
    std::vector<std::uint32_t> m_streams;
    std::vector<std::uint32_t> m_expected;
};

} // namespace pv::capture
