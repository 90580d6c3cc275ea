// SPDX-License-Identifier: MIT
#pragma once

// Finds the frames of a stretch of event data, one after the other, and gets over damage: where the chain of frames
// breaks, it looks byte by byte for the next place where a frame can begin. A frame shows itself: the first bytes of
// its LZ4 data are literals, and they hold the length of the message, which must fill the promised raw size.
// The work spent on looking is bounded by a small multiple of the stretch's size.

#include "core/import/nsys_rep_file.h"

#include <cstdint>
#include <optional>

namespace pv::core {

class NsysRepFrameWalker {
public:
    // Frames lie in [begin, end) of the file.
    NsysRepFrameWalker(const NsysRepFile& file, std::uint64_t begin, std::uint64_t end);

    // The next frame, in file order. Its LZ4 data has been checked only where its neighbourhood is damaged.
    std::optional<NsysRepFrame> next();

    std::uint64_t position() const { return m_at; } // behind the last frame
    // Bytes stepped over, in how many places, and where first.
    std::uint64_t skippedBytes() const { return m_skippedBytes; }
    std::int64_t skippedPlaces() const { return m_skippedPlaces; }
    std::uint64_t firstSkipped() const { return m_firstSkipped; }
    bool gaveUp() const { return m_gaveUp; } // the rest looked like no frame for too long

private:
    std::optional<NsysRepFrame> frameAt(std::uint64_t offset, bool mayBeCut = false) const;
    bool decompresses(const NsysRepFrame& frame);
    std::optional<NsysRepFrame> search(std::uint64_t from);
    void skip(std::uint64_t from, std::uint64_t to);

    const NsysRepFile& m_file;
    std::uint64_t m_at;
    std::uint64_t m_end;
    std::uint64_t m_tryBudget; // raw and packed bytes that may still be spent on trial decompression
    std::uint64_t m_skippedBytes = 0;
    std::int64_t m_skippedPlaces = 0;
    std::uint64_t m_firstSkipped = 0;
    bool m_gaveUp = false;
    std::optional<NsysRepFrame> m_ahead; // header already read at m_at
};

// What a frame's first bytes (at least 24, or all that are left) say; `offset` is where they lie in the file. Null
// when no frame can begin there. `end`: where the data ends; with `mayBeCut` a frame may claim more than that.
std::optional<NsysRepFrame> parseFrameHeader(std::string_view head, std::uint64_t offset, std::uint64_t end, bool mayBeCut = false);

} // namespace pv::core
