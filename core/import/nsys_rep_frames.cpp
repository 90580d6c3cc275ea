// SPDX-License-Identifier: MIT
#include "core/import/nsys_rep_frames.h"

#include "core/import/nsys_rep_wire.h"

#include <algorithm>
#include <array>
#include <vector>

namespace pv::core {
namespace {

constexpr std::size_t kHeadBytes = 32; // two varints, an LZ4 token, the message's length and its first tag
constexpr std::size_t kSearchWindow = 1u << 20;
// LZ4 can't grow data more than this: one byte of a long match's length gives 255 bytes.
constexpr std::uint64_t kLargestGrowth = 255;

std::size_t varintSize(std::uint64_t value)
{
    std::size_t size = 1;
    for (; value >= 0x80; value >>= 7) {
        ++size;
    }
    return size;
}

} // namespace

std::optional<NsysRepFrame> parseFrameHeader(std::string_view head, std::uint64_t offset, std::uint64_t end, bool mayBeCut)
{
    std::size_t at = 0;
    std::uint64_t packed = 0;
    std::uint64_t raw = 0;
    if (!readVarint(head, at, packed) || !readVarint(head, at, raw)) {
        return std::nullopt;
    }
    if (packed == 0 || raw == 0 || raw > kNsysRepLargestStrings || packed > raw + raw / kLargestGrowth + 16 ||
        raw / kLargestGrowth > packed || offset + at > end || at >= head.size()) {
        return std::nullopt;
    }
    const bool cut = packed > end - offset - at;
    if (cut && !mayBeCut) {
        return std::nullopt;
    }
    NsysRepFrame frame;
    frame.offset = offset + at;
    frame.compressed = static_cast<std::uint32_t>(cut ? end - offset - at : packed);
    frame.cut = cut;
    frame.raw = static_cast<std::uint32_t>(raw);

    const auto token = static_cast<unsigned char>(head[at++]);
    std::size_t literals = token >> 4;
    if (literals == 15 && at < head.size()) {
        // Longer counts follow as further bytes; enough is known.
        while (at < head.size() && static_cast<unsigned char>(head[at]) == 255) {
            ++at;
        }
        ++at;
        literals = kHeadBytes;
    }
    if (at >= head.size() && literals > 0) {
        return frame.compressed <= head.size() ? std::nullopt : std::optional(frame);
    }
    std::string_view message = at < head.size() ? head.substr(at, literals) : std::string_view{};
    std::size_t behindLength = 0;
    std::uint64_t length = 0;
    if (!readVarint(message, behindLength, length) || length + varintSize(length) != raw || behindLength != varintSize(length)) {
        return std::nullopt;
    }
    return frame;
}

NsysRepFrameWalker::NsysRepFrameWalker(const NsysRepFile& file, std::uint64_t begin, std::uint64_t end)
    : m_file(file), m_at(begin), m_end(std::min(end, file.size())), m_tryBudget(8 * (m_end > begin ? m_end - begin : 0) + (256u << 20))
{
}

std::optional<NsysRepFrame> NsysRepFrameWalker::frameAt(std::uint64_t offset, bool mayBeCut) const
{
    std::array<char, kHeadBytes> head{};
    const std::size_t n = m_file.read(offset, std::span(head).first(std::min<std::uint64_t>(head.size(), m_end - offset)));
    return parseFrameHeader({head.data(), n}, offset, m_end, mayBeCut);
}

bool NsysRepFrameWalker::decompresses(const NsysRepFrame& frame)
{
    const std::uint64_t cost = std::uint64_t(frame.compressed) + frame.raw;
    if (cost > m_tryBudget) {
        m_tryBudget = 0;
        return false;
    }
    m_tryBudget -= cost;
    return static_cast<bool>(decompressFrame(m_file, frame));
}

// The first frame at or behind `from` that really decompresses.
std::optional<NsysRepFrame> NsysRepFrameWalker::search(std::uint64_t from)
{
    std::vector<char> window(kSearchWindow + kHeadBytes);
    while (from < m_end && m_tryBudget > 0) {
        const std::size_t n = m_file.read(from, std::span(window).first(std::min<std::uint64_t>(window.size(), m_end - from)));
        const std::size_t starts = std::min(n, kSearchWindow);
        if (starts == 0) {
            return std::nullopt;
        }
        for (std::size_t i = 0; i < starts && m_tryBudget > 0; ++i) {
            const std::string_view head(window.data() + i, std::min(kHeadBytes, n - i));
            const auto frame = parseFrameHeader(head, from + i, m_end);
            // Short messages pass the cheap test by chance.
            if (frame && frame->raw >= 8 && decompresses(*frame)) {
                m_at = from + i;
                return frame;
            }
        }
        from += starts;
    }
    m_gaveUp = m_tryBudget == 0;
    return std::nullopt;
}

void NsysRepFrameWalker::skip(std::uint64_t from, std::uint64_t to)
{
    if (to <= from) {
        return;
    }
    if (m_skippedPlaces++ == 0) {
        m_firstSkipped = from;
    }
    m_skippedBytes += to - from;
}

std::optional<NsysRepFrame> NsysRepFrameWalker::next()
{
    if (m_at >= m_end) {
        return std::nullopt;
    }
    const std::uint64_t start = m_at;
    auto frame = m_ahead ? m_ahead : frameAt(m_at);
    m_ahead.reset();
    if (frame) {
        const std::uint64_t behind = frame->offset + frame->compressed;
        if (behind < m_end) {
            m_ahead = frameAt(behind);
        }
        // A good neighbour vouches for the size; else the data itself must.
        if (behind == m_end || m_ahead || decompresses(*frame)) {
            m_at = behind;
            return frame;
        }
    }
    frame = search(start + 1);
    if (!frame) {
        m_at = m_end;
        if (m_end == m_file.size()) {
            frame = frameAt(start, true);
        }
        if (frame && frame->cut) {
            return frame;
        }
        skip(start, m_end);
        return std::nullopt;
    }
    skip(start, m_at);
    m_at = frame->offset + frame->compressed;
    return frame;
}

} // namespace pv::core
