// SPDX-License-Identifier: MIT
#pragma once

// Bytes of a file as a stream, whatever it is packed in: plain, gzip (any number of members), zstd (any number of
// frames), a member of a zip or tar archive, UTF-16 text; layers may lie inside each other. Packed data is recognised
// by content. Nothing is ever written to disk, and memory is a few hundred KiB a layer (a zstd window: 128 MiB at
// most) whatever the sizes that a header claims.
//
// Damage is no exception: what could be decoded is handed out, then the stream ends, and a warning says what is wrong
// and where. A stream that grows far beyond what its input explains (a decompression bomb) ends the same way.
//
// Threads: a source is used by one thread at a time; SourceStatus::bytesRead may be read by others.
// Errors: core::Error when a file can't be opened.

#include "core/model/topology.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pv::core {

struct SourceStatus {
    std::uint64_t fileBytes = 0;              // size of the file on disk; 0 where unknown (a pipe)
    std::atomic<std::uint64_t> bytesRead = 0; // of the file, so far
    std::vector<Warning> warnings;            // "source.gzip.truncated", "source.crc", ...
    bool unpacked = false;                    // some layer was taken off

    void warn(std::string_view code, Severity severity, std::string text);
};

class ByteSource {
public:
    virtual ~ByteSource() = default;
    // Up to `size` (> 0) bytes; 0 only at the end.
    virtual std::size_t read(char* to, std::size_t size) = 0;
};
using ByteSourcePtr = std::unique_ptr<ByteSource>;

// The file as it is.
ByteSourcePtr openFileSource(const std::filesystem::path& path, SourceStatus& status);
// Takes off gzip, zstd and UTF-16, in any order, four layers at most.
ByteSourcePtr unpackSource(ByteSourcePtr source, SourceStatus& status);

// Makes the first bytes of a source visible without losing them.
class PeekableSource : public ByteSource {
public:
    explicit PeekableSource(ByteSourcePtr source) : m_source(std::move(source)) {}
    std::string_view peek(std::size_t size); // fewer at the end of the source
    std::size_t read(char* to, std::size_t size) override;

private:
    ByteSourcePtr m_source;
    std::string m_head;
    std::size_t m_taken = 0;
};

// The files inside a file: members of a zip or tar archive (packed or not), or the one file itself.
class SourceMembers {
public:
    virtual ~SourceMembers() = default;
    // Goes to the next member; the stream of the one before ends. False after the last.
    virtual bool next() = 0;
    virtual const std::string& name() const = 0;
    // Unpacked content of the current member. Valid until next().
    virtual ByteSource& stream() = 0;
    virtual bool isArchive() const = 0;
    std::string head(std::size_t size); // first bytes of the current member; the stream still begins with them

protected:
    virtual PeekableSource& peekable() = 0;
};
// `status` must outlive the result.
std::unique_ptr<SourceMembers> openMembers(const std::filesystem::path& path, SourceStatus& status);

// The first `size` bytes of a file, unpacked where it is packed; of an archive: its own first bytes.
struct UnpackedHead {
    std::string bytes;
    bool unpacked = false;
};
UnpackedHead readUnpackedHead(const std::filesystem::path& path, std::size_t size);

} // namespace pv::core
