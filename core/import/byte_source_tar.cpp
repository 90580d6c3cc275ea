// SPDX-License-Identifier: MIT
// tar archives (POSIX ustar, GNU and pax long names), read as a stream.
#include "core/import/byte_source_layers.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace pv::core {

namespace {
constexpr std::size_t kTarBlock = 512;

// Octal text, or GNU's binary form with the highest bit set.
std::optional<std::uint64_t> tarNumber(std::string_view field)
{
    std::uint64_t value = 0;
    if (!field.empty() && (field[0] & '\x80') != 0) {
        for (std::size_t i = field.size() - 8; i < field.size(); ++i) {
            value = value << 8 | static_cast<unsigned char>(field[i]);
        }
        return value;
    }
    bool any = false;
    for (char c : field) {
        if (c >= '0' && c <= '7') {
            value = value << 3 | static_cast<std::uint64_t>(c - '0');
            any = true;
        } else if (any) {
            break;
        } else if (c != ' ') {
            return std::nullopt;
        }
    }
    return any ? std::optional(value) : std::nullopt;
}

bool tarChecksumHolds(std::string_view header)
{
    const auto stored = tarNumber(header.substr(148, 8));
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < kTarBlock; ++i) {
        sum += i >= 148 && i < 156 ? ' ' : static_cast<unsigned char>(header[i]);
    }
    return stored && *stored == sum;
}

std::string_view untilNul(std::string_view field) { return field.substr(0, field.find('\0')); }

class TarMembers : public SourceMembers {
public:
    TarMembers(ByteSourcePtr source, SourceStatus& status) : m_source(std::move(source)), m_status(status) { m_status.unpacked = true; }

    bool next() override
    {
        m_stream.reset();
        std::string longName;
        for (;;) {
            if (!skipRest()) {
                return false;
            }
            std::string header(kTarBlock, '\0');
            if (!readWhole(header.data(), kTarBlock) || std::all_of(header.begin(), header.end(), [](char c) { return c == '\0'; })) {
                return false;
            }
            const auto size = tarNumber(std::string_view(header).substr(124, 12));
            if (!tarChecksumHolds(header) || !size) {
                m_status.warn("source.tar.damaged", Severity::dataLoss,
                              "The archive is damaged: a member's header can't be read; members before it are kept.");
                return false;
            }
            m_left = *size;
            m_padding = (kTarBlock - *size % kTarBlock) % kTarBlock;
            const char type = header[156];
            if (type == 'L' || type == 'x') {
                constexpr std::size_t kMostNameBytes = 64u << 10;
                std::string text(std::min<std::uint64_t>(m_left, kMostNameBytes), '\0');
                if (!readWhole(text.data(), text.size())) {
                    return false;
                }
                m_left -= text.size();
                longName = type == 'L' ? std::string(untilNul(text)) : paxPath(text);
            } else if (type == '0' || type == '\0' || type == '7') {
                m_name = longName;
                if (m_name.empty()) {
                    const std::string_view prefix = untilNul(std::string_view(header).substr(345, 155));
                    m_name =
                        std::string(prefix) + (prefix.empty() ? "" : "/") + std::string(untilNul(std::string_view(header).substr(0, 100)));
                }
                m_stream = std::make_unique<PeekableSource>(unpackSource(std::make_unique<Member>(*this), m_status));
                return true;
            } else {
                longName.clear();
            }
        }
    }
    const std::string& name() const override { return m_name; }
    ByteSource& stream() override { return *m_stream; }
    bool isArchive() const override { return true; }

protected:
    PeekableSource& peekable() override { return *m_stream; }

private:
    class Member : public ByteSource {
    public:
        explicit Member(TarMembers& tar) : m_tar(tar) {}
        std::size_t read(char* to, std::size_t size) override { return m_tar.readMember(to, size); }

    private:
        TarMembers& m_tar;
    };

    static std::string paxPath(std::string_view records)
    {
        const std::size_t at = records.find(" path=");
        if (at == std::string_view::npos) {
            return {};
        }
        records.remove_prefix(at + 6);
        return std::string(records.substr(0, records.find('\n')));
    }
    std::size_t readMember(char* to, std::size_t size)
    {
        if (m_left == 0) {
            return 0;
        }
        const std::size_t n = m_source->read(to, static_cast<std::size_t>(std::min<std::uint64_t>(size, m_left)));
        m_left -= n;
        if (n == 0) {
            m_status.warn("source.tar.truncated", Severity::dataLoss,
                          "The archive ends in the middle of '" + m_name + "'; what was read of it is kept.");
            m_left = 0;
            m_padding = 0;
        }
        return n;
    }
    bool readWhole(char* to, std::size_t size)
    {
        while (size > 0) {
            const std::size_t n = m_source->read(to, size);
            if (n == 0) {
                return false;
            }
            to += n;
            size -= n;
        }
        return true;
    }
    bool skipRest()
    {
        std::uint64_t skip = m_left + m_padding;
        m_left = 0;
        m_padding = 0;
        std::vector<char> scratch(64u << 10);
        while (skip > 0) {
            const std::size_t n = m_source->read(scratch.data(), static_cast<std::size_t>(std::min<std::uint64_t>(skip, scratch.size())));
            if (n == 0) {
                return false;
            }
            skip -= n;
        }
        return true;
    }

    ByteSourcePtr m_source;
    SourceStatus& m_status;
    std::string m_name;
    std::unique_ptr<PeekableSource> m_stream;
    std::uint64_t m_left = 0;
    std::uint64_t m_padding = 0;
};
} // namespace

bool looksLikeTar(std::string_view head)
{
    return head.size() >= kTarBlock && head.substr(257, 5) == "ustar" && tarChecksumHolds(head.substr(0, kTarBlock));
}

std::unique_ptr<SourceMembers> openTar(ByteSourcePtr source, SourceStatus& status)
{
    return std::make_unique<TarMembers>(std::move(source), status);
}

} // namespace pv::core
