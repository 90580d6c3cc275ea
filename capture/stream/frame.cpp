// SPDX-License-Identifier: MIT
#include "capture/stream/frame.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <sys/uio.h>
#include <zstd.h>

namespace pv::capture {
namespace {

using Header = std::array<std::byte, kFrameHeaderBytes>;

template <class T>
void put(Header& h, std::size_t at, T value)
{
    std::memcpy(h.data() + at, &value, sizeof value);
}

template <class T>
T get(std::span<const std::byte> bytes, std::size_t at)
{
    T value{};
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

constexpr std::size_t padded(std::size_t n) { return (n + 7) & ~std::size_t{7}; }

} // namespace

std::uint64_t frameHash(std::span<const std::byte> bytes)
{
    std::uint64_t h = 14695981039346656037ull;
    for (std::byte b : bytes) {
        h = (h ^ static_cast<std::uint8_t>(b)) * 1099511628211ull;
    }
    return h;
}

int writeFrame(int fd, const FrameInfo& info, std::span<const std::byte> payload)
{
    if (payload.size() > kMaxFramePayload) {
        return EMSGSIZE;
    }
    Header h{};
    put(h, 0, kFrameMagic);
    put(h, 4, static_cast<std::uint16_t>(info.type));
    put(h, 6, static_cast<std::uint16_t>(info.flags & ~kFrameZstd));
    put(h, 8, info.stream);
    put(h, 12, info.sequence);
    put(h, 16, info.firstTimeNs);
    put(h, 24, info.lastTimeNs);
    put(h, 32, static_cast<std::uint32_t>(payload.size()));
    put(h, 36, static_cast<std::uint32_t>(payload.size()));
    put(h, 40, info.records);
    put(h, 44, info.lost);
    put(h, 48, frameHash(payload));
    put(h, 56, frameHash(std::span<const std::byte>(h.data(), 56)));
    std::array<std::byte, 8> zeros{};
    std::array<iovec, 3> parts{{{h.data(), h.size()},
                                {const_cast<std::byte*>(payload.data()), payload.size()},
                                {zeros.data(), padded(payload.size()) - payload.size()}}};
    std::size_t part = 0;
    while (part < parts.size()) {
        const ssize_t n = writev(fd, parts.data() + part, static_cast<int>(parts.size() - part));
        if (n < 0) {
            if (errno == EINTR) {
                continue;
            }
            return errno;
        }
        auto left = static_cast<std::size_t>(n);
        while (part < parts.size() && left >= parts[part].iov_len) {
            left -= parts[part].iov_len;
            ++part;
        }
        if (part < parts.size()) {
            parts[part].iov_base = static_cast<std::byte*>(parts[part].iov_base) + left;
            parts[part].iov_len -= left;
        }
    }
    return 0;
}

bool FrameReader::next(Frame& frame)
{
    while (m_offset + kFrameHeaderBytes <= m_file.size()) {
        const auto rest = m_file.subspan(m_offset);
        const auto stored = get<std::uint32_t>(rest, 36);
        const auto size = get<std::uint32_t>(rest, 32);
        const bool whole = get<std::uint32_t>(rest, 0) == kFrameMagic && get<std::uint64_t>(rest, 56) == frameHash(rest.first(56)) &&
                           stored <= kMaxFramePayload && size <= kMaxFramePayload && stored <= rest.size() - kFrameHeaderBytes &&
                           get<std::uint64_t>(rest, 48) == frameHash(rest.subspan(kFrameHeaderBytes, stored));
        if (!whole) {
            m_offset += 8;
            m_skippedBytes += 8;
            continue;
        }
        const auto body = rest.subspan(kFrameHeaderBytes, stored);
        frame.info.type = static_cast<FrameType>(get<std::uint16_t>(rest, 4));
        frame.info.flags = get<std::uint16_t>(rest, 6);
        frame.info.stream = get<std::uint32_t>(rest, 8);
        frame.info.sequence = get<std::uint32_t>(rest, 12);
        frame.info.firstTimeNs = get<std::int64_t>(rest, 16);
        frame.info.lastTimeNs = get<std::int64_t>(rest, 24);
        frame.info.records = get<std::uint32_t>(rest, 40);
        frame.info.lost = get<std::uint32_t>(rest, 44);
        frame.offset = m_offset;
        m_offset += kFrameHeaderBytes + padded(stored);
        if ((frame.info.flags & kFrameZstd) != 0) {
            frame.payload.resize(size);
            const std::size_t n = ZSTD_decompress(frame.payload.data(), frame.payload.size(), body.data(), body.size());
            if (ZSTD_isError(n) || n != size) {
                m_skippedBytes += kFrameHeaderBytes + padded(stored);
                continue;
            }
        } else {
            frame.payload.assign(body.begin(), body.end());
        }
        std::size_t i = 0;
        while (i < m_streams.size() && m_streams[i] != frame.info.stream) {
            ++i;
        }
        if (i == m_streams.size()) {
            m_streams.push_back(frame.info.stream);
            m_expected.push_back(0);
        }
        if (frame.info.sequence > m_expected[i]) {
            m_missingFrames += frame.info.sequence - m_expected[i];
        }
        m_expected[i] = frame.info.sequence + 1;
        return true;
    }
    if (m_offset < m_file.size()) {
        m_skippedBytes += m_file.size() - m_offset;
    }
    m_offset = m_file.size();
    return false;
}

} // namespace pv::capture
