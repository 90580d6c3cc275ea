// SPDX-License-Identifier: MIT
#pragma once

// The bytes of an Nsight Systems report file, read piece by piece (pread), so that a file of any size takes no more
// memory than the pieces in use. Safe to read from several threads at once.
// Errors: core::Error when the file can't be opened or the system reports a read error.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace pv::core {

class NsysRepFile {
public:
    explicit NsysRepFile(const std::filesystem::path& path);
    ~NsysRepFile();
    NsysRepFile(const NsysRepFile&) = delete;
    NsysRepFile& operator=(const NsysRepFile&) = delete;

    std::uint64_t size() const { return m_size; }
    const std::string& name() const { return m_name; } // as messages show it

    // As many bytes as there are at `offset`, at most out.size().
    std::size_t read(std::uint64_t offset, std::span<char> out) const;
    // Exactly `length` bytes, or empty where the file ends before. The caller bounds `length`.
    std::string bytes(std::uint64_t offset, std::size_t length) const;

private:
    int m_fd = -1;
    std::uint64_t m_size = 0;
    std::string m_name;
};

// One frame of the event data: two varints (sizes C and U), then C bytes of one raw LZ4 block that decompress to
// exactly U bytes: a varint L and one message of L bytes, which fills the rest.
struct NsysRepFrame {
    std::uint64_t offset = 0; // of the LZ4 data
    std::uint32_t compressed = 0;
    std::uint32_t raw = 0;
    bool cut = false; // the file ends within the LZ4 data: what is there gives the first items of the message
};

inline constexpr std::size_t kNsysRepLargestBlock = 64u << 20;    // raw bytes of a block of events (met: 2.1 MB)
inline constexpr std::size_t kNsysRepLargestStrings = 256u << 20; // raw bytes of the block of strings

// A decompressed frame. `message` points into `buffer`.
struct NsysRepMessage {
    std::unique_ptr<char[]> buffer;
    std::string_view message;
    explicit operator bool() const { return buffer != nullptr; }
};

// Null when the LZ4 data is damaged, doesn't give exactly `raw` bytes, or no message fills them. Of a cut frame: the
// items that are whole.
NsysRepMessage decompressFrame(const NsysRepFile& file, const NsysRepFrame& frame);

} // namespace pv::core
