// SPDX-License-Identifier: MIT
#pragma once

// The layers that core/import/byte_source.cpp puts on each other; for it and the archive readers only.

#include "core/import/byte_source.h"

#include <sys/types.h>

namespace pv::core {

// Wrapped: gzip members one after another. Raw: one deflate stream, as in zip archives.
enum class DeflateFormat { gzip, raw };
ByteSourcePtr inflateSource(ByteSourcePtr source, DeflateFormat format, SourceStatus& status);
ByteSourcePtr zstdSource(ByteSourcePtr source, SourceStatus& status);
ByteSourcePtr utf16Source(ByteSourcePtr source, bool bigEndian);

bool looksLikeGzip(std::string_view head);
bool looksLikeZstd(std::string_view head);
bool looksLikeZip(std::string_view head);
bool looksLikeTar(std::string_view head); // wants 512 bytes

// An open file, shared by the streams of its members.
class SharedFile {
public:
    SharedFile(const std::filesystem::path& path, SourceStatus& status);
    ~SharedFile();
    SharedFile(const SharedFile&) = delete;
    SharedFile& operator=(const SharedFile&) = delete;
    // Reads at an offset; 0 at the end or on a read error (which is a warning).
    std::size_t readAt(char* to, std::size_t size, std::uint64_t offset);
    std::size_t readNext(char* to, std::size_t size);
    std::uint64_t size() const { return m_size; }
    bool seekable() const { return m_seekable; }
    SourceStatus& status() const { return m_status; }

private:
    int m_fd = -1;
    std::uint64_t m_size = 0;
    bool m_seekable = false;
    SourceStatus& m_status;
    std::string m_name;
};
using SharedFilePtr = std::shared_ptr<SharedFile>;

std::unique_ptr<SourceMembers> openZip(SharedFilePtr file);
std::unique_ptr<SourceMembers> openTar(ByteSourcePtr source, SourceStatus& status);

// Ends a stream whose output its input can't explain. Rule: beyond 256 MiB of output, 500 bytes for each byte of the
// file. Real traces reach 40; deflate alone can reach 1032, and layers multiply.
class BombGuard {
public:
    explicit BombGuard(SourceStatus& status) : m_status(status) {}
    // Counts output; false: stop (a warning has been made).
    bool allow(std::size_t produced);

private:
    SourceStatus& m_status;
    std::uint64_t m_produced = 0;
};

} // namespace pv::core
