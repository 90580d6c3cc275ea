// SPDX-License-Identifier: MIT
// zstd frames (RFC 8878), one after another, with skippable frames between.
#include "core/import/byte_source_layers.h"
#include "core/model/error.h"

#include <vector>

#include <fmt/format.h>
#include <zstd.h>
#include <zstd_errors.h>

namespace pv::core {

bool looksLikeZstd(std::string_view head)
{
    if (head.size() < 4) {
        return false;
    }
    const auto b = [&](std::size_t i) { return static_cast<unsigned char>(head[i]); };
    const bool frame = b(0) == 0x28 && b(1) == 0xB5 && b(2) == 0x2F && b(3) == 0xFD;
    const bool skippable = (b(0) & 0xF0) == 0x50 && b(1) == 0x2A && b(2) == 0x4D && b(3) == 0x18;
    return frame || skippable;
}

namespace {
class ZstdSource : public ByteSource {
public:
    ZstdSource(ByteSourcePtr source, SourceStatus& status)
        : m_source(std::move(source)), m_status(status), m_guard(status), m_input(ZSTD_DStreamInSize()), m_stream(ZSTD_createDStream())
    {
        if (m_stream == nullptr) {
            throw Error("Unpacking needs more memory than there is.");
        }
        constexpr int kWindowLogMax = 27; // 128 MiB, whatever a frame header asks for
        ZSTD_DCtx_setParameter(m_stream, ZSTD_d_windowLogMax, kWindowLogMax);
    }
    ~ZstdSource() override { ZSTD_freeDStream(m_stream); }

    std::size_t read(char* to, std::size_t size) override
    {
        while (!m_ended) {
            if (m_in.pos == m_in.size && !m_flushing) {
                m_in.size = m_source->read(m_input.data(), m_input.size());
                m_in.src = m_input.data();
                m_in.pos = 0;
                m_consumed += m_in.size;
                if (m_in.size == 0) {
                    if (m_inFrame) {
                        end("source.zstd.truncated", "The compressed data ends in the middle; everything before that is kept");
                    }
                    m_ended = true;
                    break;
                }
            }
            ZSTD_outBuffer out{to, size, 0};
            const std::size_t rc = ZSTD_decompressStream(m_stream, &out, &m_in);
            m_produced += out.pos;
            if (ZSTD_isError(rc)) {
                const auto code = ZSTD_getErrorCode(rc);
                if (code == ZSTD_error_prefix_unknown && m_frames > 0) {
                    m_ended = true;
                    m_status.warn("source.zstd.trailing", Severity::warning,
                                  "Bytes that are no compressed data follow its end; they are ignored.");
                } else if (code == ZSTD_error_checksum_wrong) {
                    end("source.crc", "The checksum of the compressed data does not hold: some of what was read may be wrong");
                } else {
                    end("source.zstd.damaged",
                        fmt::format("The compressed data is damaged ({}); everything before that is kept", ZSTD_getErrorName(rc)));
                }
            } else {
                m_inFrame = rc != 0;
                m_frames += rc == 0;
                m_flushing = out.pos == out.size && rc != 0;
            }
            if (out.pos > 0) {
                if (!m_guard.allow(out.pos)) {
                    m_ended = true;
                }
                return out.pos;
            }
        }
        return 0;
    }

private:
    void end(std::string_view code, const std::string& text)
    {
        m_ended = true;
        m_status.warn(
            code, Severity::dataLoss,
            fmt::format("{} (byte {} of the packed data, {} of the unpacked).", text, m_consumed - (m_in.size - m_in.pos), m_produced));
    }

    ByteSourcePtr m_source;
    SourceStatus& m_status;
    BombGuard m_guard;
    std::vector<char> m_input;
    ZSTD_DStream* m_stream;
    ZSTD_inBuffer m_in{nullptr, 0, 0};
    std::uint64_t m_consumed = 0;
    std::uint64_t m_produced = 0;
    std::uint64_t m_frames = 0;
    bool m_inFrame = false;
    bool m_flushing = false; // the output was filled: there may be more without more input
    bool m_ended = false;
};
} // namespace

ByteSourcePtr zstdSource(ByteSourcePtr source, SourceStatus& status) { return std::make_unique<ZstdSource>(std::move(source), status); }

} // namespace pv::core
