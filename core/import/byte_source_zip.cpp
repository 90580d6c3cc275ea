// SPDX-License-Identifier: MIT
// zip archives (PKWARE APPNOTE 6.3.10): stored, deflated and zstd members, zip64. Members come in the order of the central
// directory; where that is missing (a truncated archive), in the order of their own headers.
#include "core/import/byte_source_layers.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include <fmt/format.h>
#include <zlib.h>

namespace pv::core {

bool looksLikeZip(std::string_view head)
{
    return head.size() >= 4 && (head.substr(0, 4) == "PK\x03\x04" || head.substr(0, 4) == "PK\x05\x06");
}

namespace {
std::uint64_t little(std::string_view bytes, std::size_t at, std::size_t size)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size && at + i < bytes.size(); ++i) {
        value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
    }
    return value;
}

struct ZipEntry {
    std::string name;
    std::uint16_t flags = 0;
    std::uint16_t method = 0;
    std::uint32_t crc = 0;
    std::uint64_t packed = 0;
    std::uint64_t unpacked = 0;
    std::uint64_t header = 0; // offset of the local header
    bool sizeKnown = true;
};

constexpr std::uint64_t kAll32 = 0xFFFFFFFFu;

// Takes 64-bit sizes from the extra field 0x0001: only those that did not fit, in this order.
void readZip64(ZipEntry& entry, std::string_view extra)
{
    while (extra.size() >= 4) {
        const auto id = little(extra, 0, 2);
        const auto size = static_cast<std::size_t>(little(extra, 2, 2));
        std::string_view field = extra.substr(4, size);
        if (id == 1) {
            for (std::uint64_t* value : {&entry.unpacked, &entry.packed, &entry.header}) {
                if (*value == kAll32 && field.size() >= 8) {
                    *value = little(field, 0, 8);
                    field.remove_prefix(8);
                }
            }
            return;
        }
        extra.remove_prefix(std::min(extra.size(), size + 4));
    }
}

class ZipMembers : public SourceMembers {
public:
    explicit ZipMembers(SharedFilePtr file) : m_file(std::move(file))
    {
        m_file->status().unpacked = true;
        if (!readDirectory()) {
            m_file->status().warn("source.zip.no_directory", Severity::dataLoss,
                                  "The zip archive has no readable directory at its end (it is probably cut off); members are taken one by "
                                  "one from its begin.");
            readLocalHeaders();
        }
    }

    bool next() override
    {
        m_stream.reset();
        for (; m_next < m_entries.size(); ++m_next) {
            const ZipEntry& e = m_entries[m_next];
            if (e.name.empty() || e.name.back() == '/') {
                continue;
            }
            if ((e.flags & 1) != 0) {
                m_file->status().warn("source.zip.encrypted", Severity::dataLoss,
                                      fmt::format("'{}' in the zip archive is encrypted and left out.", e.name));
                continue;
            }
            if (e.method != 0 && e.method != 8 && e.method != 93) {
                m_file->status().warn(
                    "source.zip.method", Severity::dataLoss,
                    fmt::format("'{}' in the zip archive is packed in a way that is not supported (method {}) and left out.", e.name,
                                e.method));
                continue;
            }
            if (open(e)) {
                ++m_next;
                return true;
            }
            m_file->status().warn("source.zip.damaged", Severity::dataLoss,
                                  fmt::format("The header of '{}' in the zip archive can't be read; it is left out.", e.name));
        }
        return false;
    }
    const std::string& name() const override { return m_name; }
    ByteSource& stream() override { return *m_stream; }
    bool isArchive() const override { return true; }

protected:
    PeekableSource& peekable() override { return *m_stream; }

private:
    // A range of the file.
    class Range : public ByteSource {
    public:
        Range(SharedFilePtr file, std::uint64_t at, std::uint64_t size) : m_file(std::move(file)), m_at(at), m_left(size) {}
        std::size_t read(char* to, std::size_t size) override
        {
            const std::size_t n =
                m_left == 0 ? 0 : m_file->readAt(to, static_cast<std::size_t>(std::min<std::uint64_t>(size, m_left)), m_at);
            m_at += n;
            m_left -= n;
            return n;
        }

    private:
        SharedFilePtr m_file;
        std::uint64_t m_at;
        std::uint64_t m_left;
    };
    // Checks length and CRC-32 at the end.
    class Checked : public ByteSource {
    public:
        Checked(ByteSourcePtr source, ZipEntry entry, SourceStatus& status)
            : m_source(std::move(source)), m_entry(std::move(entry)), m_status(status)
        {
        }
        std::size_t read(char* to, std::size_t size) override
        {
            const std::size_t n = m_source->read(to, size);
            m_crc = static_cast<std::uint32_t>(crc32_z(m_crc, reinterpret_cast<const Bytef*>(to), n));
            if (n == 0 && !m_checked && m_entry.sizeKnown && m_crc != m_entry.crc) {
                m_status.warn(
                    "source.crc", Severity::dataLoss,
                    fmt::format("The checksum of '{}' in the zip archive does not hold: some of what was read may be wrong or missing.",
                                m_entry.name));
            }
            m_checked |= n == 0;
            return n;
        }

    private:
        ByteSourcePtr m_source;
        ZipEntry m_entry;
        SourceStatus& m_status;
        std::uint32_t m_crc = 0;
        bool m_checked = false;
    };

    std::string readAt(std::uint64_t at, std::size_t size)
    {
        std::string bytes(size, '\0');
        std::size_t have = 0;
        while (have < size) {
            const std::size_t n = m_file->readAt(bytes.data() + have, size - have, at + have);
            if (n == 0) {
                break;
            }
            have += n;
        }
        bytes.resize(have);
        return bytes;
    }

    bool readDirectory()
    {
        constexpr std::uint64_t kEndBytes = 22;
        constexpr std::uint64_t kMostComment = 65535;
        const std::uint64_t size = m_file->size();
        if (size < kEndBytes) {
            return false;
        }
        const std::uint64_t tailAt = size - std::min(size, kEndBytes + kMostComment);
        const std::string tail = readAt(tailAt, static_cast<std::size_t>(size - tailAt));
        const std::size_t end = tail.rfind("PK\x05\x06");
        if (end == std::string::npos || tail.size() - end < kEndBytes) {
            return false;
        }
        std::uint64_t directorySize = little(tail, end + 12, 4);
        std::uint64_t directoryAt = little(tail, end + 16, 4);
        if ((directorySize == kAll32 || directoryAt == kAll32) && end >= 20 && tail.compare(end - 20, 4, "PK\x06\x07") == 0) {
            const std::string end64 = readAt(little(tail, end - 12, 8), 56);
            if (end64.size() == 56 && end64.compare(0, 4, "PK\x06\x06") == 0) {
                directorySize = little(end64, 40, 8);
                directoryAt = little(end64, 48, 8);
            }
        }
        constexpr std::uint64_t kMostDirectory = 64u << 20;
        if (directoryAt > size || directorySize > std::min(size - directoryAt, kMostDirectory)) {
            return false;
        }
        const std::string directory = readAt(directoryAt, static_cast<std::size_t>(directorySize));
        std::string_view left = directory;
        while (left.size() >= 46 && left.substr(0, 4) == "PK\x01\x02") {
            const auto nameSize = static_cast<std::size_t>(little(left, 28, 2));
            const auto extraSize = static_cast<std::size_t>(little(left, 30, 2));
            const auto commentSize = static_cast<std::size_t>(little(left, 32, 2));
            if (left.size() < 46 + nameSize + extraSize) {
                break;
            }
            ZipEntry e;
            e.flags = static_cast<std::uint16_t>(little(left, 8, 2));
            e.method = static_cast<std::uint16_t>(little(left, 10, 2));
            e.crc = static_cast<std::uint32_t>(little(left, 16, 4));
            e.packed = little(left, 20, 4);
            e.unpacked = little(left, 24, 4);
            e.header = little(left, 42, 4);
            e.name = left.substr(46, nameSize);
            readZip64(e, left.substr(46 + nameSize, extraSize));
            m_entries.push_back(std::move(e));
            left.remove_prefix(std::min(left.size(), 46 + nameSize + extraSize + commentSize));
        }
        return !m_entries.empty() || directorySize == 0;
    }

    // A local header at `at`; the data begins at `dataAt`.
    std::optional<ZipEntry> localHeader(std::uint64_t at, std::uint64_t& dataAt)
    {
        const std::string h = readAt(at, 30);
        if (h.size() < 30 || h.compare(0, 4, "PK\x03\x04") != 0) {
            return std::nullopt;
        }
        ZipEntry e;
        e.header = at;
        e.flags = static_cast<std::uint16_t>(little(h, 6, 2));
        e.method = static_cast<std::uint16_t>(little(h, 8, 2));
        e.crc = static_cast<std::uint32_t>(little(h, 14, 4));
        e.packed = little(h, 18, 4);
        e.unpacked = little(h, 22, 4);
        const auto nameSize = static_cast<std::size_t>(little(h, 26, 2));
        const auto extraSize = static_cast<std::size_t>(little(h, 28, 2));
        const std::string rest = readAt(at + 30, nameSize + extraSize);
        e.name = rest.substr(0, std::min(nameSize, rest.size()));
        if (rest.size() > nameSize) {
            readZip64(e, std::string_view(rest).substr(nameSize));
        }
        e.header = at;
        e.sizeKnown = (e.flags & 8) == 0;
        dataAt = at + 30 + nameSize + extraSize;
        return e;
    }

    void readLocalHeaders()
    {
        std::uint64_t at = 0;
        std::uint64_t dataAt = 0;
        while (auto e = localHeader(at, dataAt)) {
            const bool last = !e->sizeKnown || dataAt > m_file->size() || e->packed >= m_file->size() - dataAt;
            if (last) { // runs up to the end of what is there
                e->packed = dataAt < m_file->size() ? m_file->size() - dataAt : 0;
                e->sizeKnown = false;
            }
            at = dataAt + e->packed;
            m_entries.push_back(std::move(*e));
            if (last) {
                break;
            }
        }
    }

    bool open(const ZipEntry& e)
    {
        std::uint64_t dataAt = 0;
        if (!localHeader(e.header, dataAt)) {
            return false;
        }
        SourceStatus& status = m_file->status();
        m_name = e.name;
        ByteSourcePtr source = std::make_unique<Range>(m_file, dataAt, e.packed);
        if (e.method == 8) {
            source = inflateSource(std::move(source), DeflateFormat::raw, status);
        } else if (e.method == 93) {
            source = zstdSource(std::move(source), status);
        }
        source = std::make_unique<Checked>(std::move(source), e, status);
        m_stream = std::make_unique<PeekableSource>(unpackSource(std::move(source), status));
        return true;
    }

    SharedFilePtr m_file;
    std::vector<ZipEntry> m_entries;
    std::size_t m_next = 0;
    std::string m_name;
    std::unique_ptr<PeekableSource> m_stream;
};
} // namespace

std::unique_ptr<SourceMembers> openZip(SharedFilePtr file) { return std::make_unique<ZipMembers>(std::move(file)); }

} // namespace pv::core
