// SPDX-License-Identifier: MIT
#pragma once

// The block of strings of a report file: the place of a string in it is its id in StringIds. Keeps the decompressed
// block and one 32-bit offset a string. Immutable after the constructor.

#include "core/import/nsys_rep_file.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace pv::core {

class NsysRepStrings {
public:
    NsysRepStrings() = default;
    explicit NsysRepStrings(NsysRepMessage block);

    std::size_t size() const { return m_starts.size(); }
    std::string_view operator[](std::size_t id) const;
    // Empty for an id that isn't there.
    std::string_view find(std::int64_t id) const;
    // Field 2 of the block: captured output and files.
    const std::vector<std::string_view>& attachments() const { return m_attachments; }
    bool complete() const { return m_complete; } // false: the block was malformed behind some string, or holds too many

private:
    NsysRepMessage m_block;
    std::vector<std::uint32_t> m_starts; // of the length before each text
    std::vector<std::string_view> m_attachments;
    bool m_complete = true;
};

} // namespace pv::core
