// SPDX-License-Identifier: MIT
#include "core/import/nsys_rep_file.h"

#include "core/import/nsys_rep_wire.h"
#include "core/model/error.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <lz4.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pv::core {

NsysRepFile::NsysRepFile(const std::filesystem::path& path) : m_name(path.string())
{
    m_fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (m_fd < 0) {
        throw Error("reading", m_name, std::strerror(errno));
    }
    struct stat st {};
    if (::fstat(m_fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        const int cause = S_ISDIR(st.st_mode) ? EISDIR : ESPIPE;
        ::close(m_fd);
        throw Error("reading", m_name, std::strerror(cause), {}, "Give an ordinary file.");
    }
    m_size = static_cast<std::uint64_t>(st.st_size);
}

NsysRepFile::~NsysRepFile() { ::close(m_fd); }

std::size_t NsysRepFile::read(std::uint64_t offset, std::span<char> out) const
{
    std::size_t done = 0;
    while (done < out.size() && offset + done < m_size) {
        const auto n = ::pread(m_fd, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            throw Error("reading", m_name, std::strerror(errno), "byte " + std::to_string(offset + done));
        }
        if (n == 0) {
            break; // the file became shorter meanwhile
        }
        done += static_cast<std::size_t>(n);
    }
    return done;
}

std::string NsysRepFile::bytes(std::uint64_t offset, std::size_t length) const
{
    std::string out;
    if (offset > m_size || length > m_size - offset) {
        return out;
    }
    out.resize(length);
    if (read(offset, out) != length) {
        out.clear();
    }
    return out;
}

namespace {

// LZ4 refuses data that ends within a match's length; without its last bytes the rest decompresses.
int decompressCut(const char* packed, char* raw, int packedSize, int rawSize)
{
    constexpr int kMostDropped = 32;
    for (int dropped = 0; dropped <= kMostDropped && dropped < packedSize; ++dropped) {
        const int got = LZ4_decompress_safe_partial(packed, raw, packedSize - dropped, rawSize, rawSize);
        if (got > 0) {
            return got;
        }
    }
    return -1;
}

} // namespace

NsysRepMessage decompressFrame(const NsysRepFile& file, const NsysRepFrame& frame)
{
    NsysRepMessage result;
    const auto packed = std::make_unique_for_overwrite<char[]>(frame.compressed);
    if (file.read(frame.offset, {packed.get(), frame.compressed}) != frame.compressed) {
        return result;
    }
    auto raw = std::make_unique_for_overwrite<char[]>(frame.raw);
    const auto packedSize = static_cast<int>(frame.compressed);
    const auto rawSize = static_cast<int>(frame.raw);
    const int got = frame.cut ? decompressCut(packed.get(), raw.get(), packedSize, rawSize)
                              : LZ4_decompress_safe(packed.get(), raw.get(), packedSize, rawSize);
    if (got <= 0 || (!frame.cut && got != rawSize)) {
        return result;
    }
    const std::string_view all(raw.get(), static_cast<std::size_t>(got));
    std::size_t at = 0;
    std::uint64_t length = 0;
    if (!readVarint(all, at, length) || (!frame.cut && length != all.size() - at)) {
        return result;
    }
    result.message = all.substr(at);
    if (frame.cut) {
        std::size_t whole = 0;
        WireReader reader(result.message);
        for (WireField f; reader.next(f);) {
            whole = reader.position();
        }
        result.message = result.message.substr(0, whole);
    }
    result.buffer = std::move(raw);
    return result;
}

} // namespace pv::core
