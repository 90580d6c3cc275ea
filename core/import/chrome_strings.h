// SPDX-License-Identifier: MIT
#pragma once

// Texts of a trace to ids of the report, through a table of recent ones. Memory stays bounded: after kMostFirm bytes of
// different texts, new ones are interned as rare.

#include "core/store/report_writer.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace pv::core::chrome {

std::uint64_t hashText(std::string_view text, std::uint64_t seed = 0);

class StringCache {
public:
    explicit StringCache(ReportWriter& writer);
    StringId text(std::string_view text) { return find(text, false); }
    // A JSON array or object as it is written; becomes one without blanks.
    StringId json(std::string_view raw) { return find(raw, true); }

private:
    static constexpr std::size_t kSlots = 1u << 17;
    static constexpr std::size_t kMostKept = 24u << 20;
    static constexpr std::size_t kMostFirm = 48u << 20;

    struct Entry {
        std::uint64_t hash = 0;
        const char* text = nullptr;
        std::uint32_t size = 0;
        StringId id{};
    };
    StringId find(std::string_view text, bool json);
    StringId intern(std::string_view text, bool json);

    ReportWriter& m_writer;
    std::vector<Entry> m_entries;
    std::size_t m_used = 0;
    std::vector<std::unique_ptr<char[]>> m_kept;
    char* m_room = nullptr;
    std::size_t m_roomLeft = 0;
    std::size_t m_keptBytes = 0;
    std::size_t m_firmBytes = 0;
    std::string m_scratch;
};

} // namespace pv::core::chrome
