// SPDX-License-Identifier: MIT
// gzip (RFC 1952) and bare deflate (RFC 1951) through zlib.
#include "core/import/byte_source_layers.h"
#include "core/model/error.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <zlib.h>

namespace pv::core {

bool looksLikeGzip(std::string_view head) { return head.size() >= 3 && head[0] == '\x1f' && head[1] == '\x8b' && head[2] == '\x08'; }

namespace {
class InflateSource : public ByteSource {
public:
    InflateSource(ByteSourcePtr source, DeflateFormat format, SourceStatus& status)
        : m_source(std::move(source)), m_format(format), m_status(status), m_guard(status), m_input(kInputBytes)
    {
        constexpr int kGzipOnly = 16;
        if (inflateInit2(&m_zip, format == DeflateFormat::gzip ? kGzipOnly + MAX_WBITS : -MAX_WBITS) != Z_OK) {
            throw Error("Unpacking needs more memory than there is.");
        }
    }
    ~InflateSource() override { inflateEnd(&m_zip); }

    std::size_t read(char* to, std::size_t size) override
    {
        while (!m_ended) {
            if (m_zip.avail_in == 0 && !fill()) {
                end("source.gzip.truncated", "The compressed data ends in the middle; everything before that is kept");
                break;
            }
            m_zip.next_out = reinterpret_cast<Bytef*>(to);
            m_zip.avail_out = static_cast<uInt>(std::min<std::size_t>(size, 1u << 30));
            const uInt wanted = m_zip.avail_out;
            const int rc = inflate(&m_zip, Z_NO_FLUSH);
            const std::size_t produced = wanted - m_zip.avail_out;
            m_produced += produced;
            if (rc == Z_STREAM_END) {
                nextMember();
            } else if (rc != Z_OK && rc != Z_BUF_ERROR) {
                const bool checksum = m_zip.msg != nullptr && (std::string_view(m_zip.msg) == "incorrect data check" ||
                                                               std::string_view(m_zip.msg) == "incorrect length check");
                end(checksum ? "source.crc" : "source.gzip.damaged",
                    checksum ? std::string("The checksum of the compressed data does not hold: some of what was read may be wrong")
                             : fmt::format("The compressed data is damaged ({}); everything before that is kept",
                                           m_zip.msg != nullptr ? m_zip.msg : "unknown reason"));
            }
            if (produced > 0) {
                if (!m_guard.allow(produced)) {
                    m_ended = true;
                }
                return produced;
            }
        }
        return 0;
    }

private:
    static constexpr std::size_t kInputBytes = 256u << 10;

    bool fill()
    {
        const std::size_t n = m_source->read(m_input.data(), m_input.size());
        m_zip.next_in = reinterpret_cast<Bytef*>(m_input.data());
        m_zip.avail_in = static_cast<uInt>(n);
        m_consumed += n;
        return n > 0;
    }
    std::uint64_t position() const { return m_consumed - m_zip.avail_in; }
    void end(std::string_view code, const std::string& text)
    {
        m_ended = true;
        m_status.warn(code, Severity::dataLoss,
                      fmt::format("{} (byte {} of the packed data, {} of the unpacked).", text, position(), m_produced));
    }
    // After the end of a member: another one, zeros (padding), or something else.
    void nextMember()
    {
        if (m_format == DeflateFormat::raw) {
            m_ended = true;
            return;
        }
        std::uint64_t zeros = 0;
        for (;;) {
            if (m_zip.avail_in == 0 && !fill()) {
                m_ended = true;
                if (zeros > 0) {
                    m_status.warn("source.gzip.trailing", Severity::info,
                                  fmt::format("{} zero bytes after the end of the compressed data are ignored.", zeros));
                }
                return;
            }
            if (*m_zip.next_in != 0) {
                break;
            }
            ++m_zip.next_in;
            --m_zip.avail_in;
            ++zeros;
        }
        if (*m_zip.next_in == 0x1f) {
            const std::string next(reinterpret_cast<const char*>(m_zip.next_in), std::min<std::size_t>(m_zip.avail_in, 3));
            if (next.size() < 3 || looksLikeGzip(next)) {
                inflateReset(&m_zip);
                return;
            }
        }
        m_ended = true;
        m_status.warn("source.gzip.trailing", Severity::warning,
                      fmt::format("Bytes that are no compressed data follow its end (byte {}); they are ignored.", position()));
    }

    ByteSourcePtr m_source;
    DeflateFormat m_format;
    SourceStatus& m_status;
    BombGuard m_guard;
    std::vector<char> m_input;
    z_stream m_zip{};
    std::uint64_t m_consumed = 0;
    std::uint64_t m_produced = 0;
    bool m_ended = false;
};
} // namespace

ByteSourcePtr inflateSource(ByteSourcePtr source, DeflateFormat format, SourceStatus& status)
{
    return std::make_unique<InflateSource>(std::move(source), format, status);
}

} // namespace pv::core
