// SPDX-License-Identifier: MIT
#include "core/import/byte_source.h"

#include "core/import/byte_source_layers.h"
#include "core/model/error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pv::core {

void SourceStatus::warn(std::string_view code, Severity severity, std::string text)
{
    for (Warning& w : warnings) {
        if (w.code == code) {
            ++w.count;
            return;
        }
    }
    warnings.push_back({std::string(code), severity, 1, std::move(text)});
}

SharedFile::SharedFile(const std::filesystem::path& path, SourceStatus& status) : m_status(status), m_name(path.string())
{
    m_fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (m_fd < 0) {
        throw Error("opening", m_name, std::strerror(errno));
    }
    struct stat st {};
    if (::fstat(m_fd, &st) == 0 && S_ISDIR(st.st_mode)) {
        ::close(m_fd);
        throw Error("opening", m_name, "it is a folder", "", "Name a file inside it.");
    }
    m_seekable = S_ISREG(st.st_mode);
    m_size = m_seekable ? static_cast<std::uint64_t>(st.st_size) : 0;
    m_status.fileBytes = m_size;
    if (m_seekable) {
        ::posix_fadvise(m_fd, 0, 0, POSIX_FADV_SEQUENTIAL);
    }
}

SharedFile::~SharedFile() { ::close(m_fd); }

std::size_t SharedFile::readAt(char* to, std::size_t size, std::uint64_t offset)
{
    for (;;) {
        const ssize_t n = ::pread(m_fd, to, size, static_cast<off_t>(offset));
        if (n >= 0) {
            m_status.bytesRead.fetch_add(static_cast<std::uint64_t>(n), std::memory_order_relaxed);
            return static_cast<std::size_t>(n);
        }
        if (errno != EINTR) {
            m_status.warn("source.read", Severity::dataLoss,
                          fmt::format("Reading '{}' failed at byte {}: {}.", m_name, offset, std::strerror(errno)));
            return 0;
        }
    }
}

std::size_t SharedFile::readNext(char* to, std::size_t size)
{
    for (;;) {
        const ssize_t n = ::read(m_fd, to, size);
        if (n >= 0) {
            m_status.bytesRead.fetch_add(static_cast<std::uint64_t>(n), std::memory_order_relaxed);
            return static_cast<std::size_t>(n);
        }
        if (errno != EINTR) {
            m_status.warn("source.read", Severity::dataLoss,
                          fmt::format("Reading '{}' failed after {} bytes: {}.", m_name, m_status.bytesRead.load(), std::strerror(errno)));
            return 0;
        }
    }
}

bool BombGuard::allow(std::size_t produced)
{
    constexpr std::uint64_t kFree = 256u << 20;
    constexpr std::uint64_t kRatio = 500;
    m_produced += produced;
    const std::uint64_t explained = m_status.bytesRead.load(std::memory_order_relaxed) + 4096;
    if (m_produced <= kFree || m_produced / kRatio <= explained) {
        return true;
    }
    m_status.warn(
        "source.bomb", Severity::dataLoss,
        fmt::format("{} bytes of the file unpack to more than {} MiB: reading stopped there.", explained - 4096, m_produced >> 20));
    return false;
}

namespace {
class WholeFile : public ByteSource {
public:
    explicit WholeFile(SharedFilePtr file) : m_file(std::move(file)) {}
    std::size_t read(char* to, std::size_t size) override { return m_file->readNext(to, size); }

private:
    SharedFilePtr m_file;
};

// UTF-16 with a byte order mark, or whose first character is an ASCII bracket or blank.
bool looksLikeUtf16(std::string_view head, bool& bigEndian)
{
    if (head.size() < 4) {
        return false;
    }
    if ((head[0] == '\xFF' && head[1] == '\xFE') || (head[0] != '\0' && head[1] == '\0' && head[2] != '\0' && head[3] == '\0')) {
        bigEndian = false;
        return true;
    }
    if ((head[0] == '\xFE' && head[1] == '\xFF') || (head[0] == '\0' && head[1] != '\0' && head[2] == '\0' && head[3] != '\0')) {
        bigEndian = true;
        return true;
    }
    return false;
}

class SingleMember : public SourceMembers {
public:
    SingleMember(std::string name, ByteSourcePtr source) : m_name(std::move(name)), m_source(std::move(source)) {}
    bool next() override { return !std::exchange(m_given, true); }
    const std::string& name() const override { return m_name; }
    ByteSource& stream() override { return m_source; }
    bool isArchive() const override { return false; }

protected:
    PeekableSource& peekable() override { return m_source; }

private:
    std::string m_name;
    PeekableSource m_source;
    bool m_given = false;
};
} // namespace

ByteSourcePtr openFileSource(const std::filesystem::path& path, SourceStatus& status)
{
    return std::make_unique<WholeFile>(std::make_shared<SharedFile>(path, status));
}

std::string_view PeekableSource::peek(std::size_t size)
{
    if (m_taken > 0) {
        m_head.erase(0, m_taken);
        m_taken = 0;
    }
    while (m_head.size() < size) {
        const std::size_t have = m_head.size();
        m_head.resize(size);
        const std::size_t n = m_source->read(m_head.data() + have, size - have);
        m_head.resize(have + n);
        if (n == 0) {
            break;
        }
    }
    return std::string_view(m_head).substr(0, size);
}

std::size_t PeekableSource::read(char* to, std::size_t size)
{
    if (m_taken < m_head.size()) {
        const std::size_t n = std::min(size, m_head.size() - m_taken);
        std::memcpy(to, m_head.data() + m_taken, n);
        m_taken += n;
        return n;
    }
    return m_source->read(to, size);
}

ByteSourcePtr unpackSource(ByteSourcePtr source, SourceStatus& status)
{
    constexpr int kMostLayers = 4;
    for (int layer = 0;; ++layer) {
        auto peekable = std::make_unique<PeekableSource>(std::move(source));
        const std::string_view head = peekable->peek(16);
        bool bigEndian = false;
        const bool gzip = looksLikeGzip(head);
        const bool zstd = !gzip && looksLikeZstd(head);
        const bool utf16 = !gzip && !zstd && looksLikeUtf16(head, bigEndian);
        if (!gzip && !zstd && !utf16) {
            return peekable;
        }
        if (layer == kMostLayers) {
            status.warn("source.layers", Severity::dataLoss, "The file is packed more than four times; the rest is left as it is.");
            return peekable;
        }
        status.unpacked = true;
        if (gzip) {
            source = inflateSource(std::move(peekable), DeflateFormat::gzip, status);
        } else if (zstd) {
            source = zstdSource(std::move(peekable), status);
        } else {
            source = utf16Source(std::move(peekable), bigEndian);
        }
    }
}

std::string SourceMembers::head(std::size_t size) { return std::string(peekable().peek(size)); }

std::unique_ptr<SourceMembers> openMembers(const std::filesystem::path& path, SourceStatus& status)
{
    auto file = std::make_shared<SharedFile>(path, status);
    auto raw = std::make_unique<PeekableSource>(std::make_unique<WholeFile>(file));
    if (file->seekable() && looksLikeZip(raw->peek(4))) {
        return openZip(file);
    }
    auto unpacked = std::make_unique<PeekableSource>(unpackSource(std::move(raw), status));
    if (looksLikeTar(unpacked->peek(512))) {
        return openTar(std::move(unpacked), status);
    }
    return std::make_unique<SingleMember>(path.filename().string(), std::move(unpacked));
}

UnpackedHead readUnpackedHead(const std::filesystem::path& path, std::size_t size)
{
    SourceStatus status;
    PeekableSource source(unpackSource(openFileSource(path, status), status));
    UnpackedHead head;
    head.bytes = source.peek(size);
    head.unpacked = status.unpacked;
    return head;
}

} // namespace pv::core
