// SPDX-License-Identifier: MIT
#include "core/import/chrome_strings.h"

#include "core/import/chrome_text.h"

#include <cstring>

namespace pv::core::chrome {

namespace {
__extension__ typedef unsigned __int128 Product;

std::uint64_t mix(std::uint64_t a, std::uint64_t b)
{
    const Product product = static_cast<Product>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}
} // namespace

std::uint64_t hashText(std::string_view text, std::uint64_t seed)
{
    constexpr std::uint64_t kA = 0x9E3779B97F4A7C15u;
    constexpr std::uint64_t kB = 0xD6E8FEB86659FD93u;
    std::uint64_t h = mix(seed ^ kA, text.size() ^ kB);
    const char* p = text.data();
    std::size_t left = text.size();
    std::uint64_t word = 0;
    for (; left >= 8; left -= 8, p += 8) {
        std::memcpy(&word, p, 8);
        h = mix(h ^ word, kB);
    }
    word = 0;
    std::memcpy(&word, p, left);
    return mix(h ^ word, kA);
}

StringCache::StringCache(ReportWriter& writer) : m_writer(writer), m_entries(kSlots) {}

StringId StringCache::intern(std::string_view text, bool json)
{
    if (json) {
        m_scratch.clear();
        appendNormalisedJson(m_scratch, text);
        text = m_scratch;
    }
    m_firmBytes += text.size();
    return m_firmBytes < kMostFirm ? m_writer.intern(text) : m_writer.internRare(text);
}

StringId StringCache::find(std::string_view text, bool json)
{
    if (text.empty()) {
        return kEmptyString;
    }
    const std::uint64_t hash = hashText(text, json) | 1; // 0 marks a free slot
    for (std::size_t i = hash >> 20;; ++i) {
        Entry& e = m_entries[i % kSlots];
        if (e.hash == hash && e.size == text.size() && std::memcmp(e.text, text.data(), text.size()) == 0) {
            return e.id;
        }
        if (e.hash != 0) {
            continue;
        }
        const StringId id = intern(text, json);
        if (text.size() > 4096) {
            return id;
        }
        std::size_t slot = i % kSlots;
        if (m_used > kSlots / 2 || m_keptBytes > kMostKept) { // begin anew
            m_entries.assign(kSlots, {});
            m_kept.clear();
            m_used = 0;
            m_keptBytes = 0;
            m_roomLeft = 0;
            slot = (hash >> 20) % kSlots;
        }
        if (m_roomLeft < text.size()) {
            constexpr std::size_t kRoom = 256u << 10;
            m_kept.emplace_back(new char[kRoom]);
            m_room = m_kept.back().get();
            m_roomLeft = kRoom;
            m_keptBytes += kRoom;
        }
        std::memcpy(m_room, text.data(), text.size());
        m_entries[slot] = {hash, m_room, static_cast<std::uint32_t>(text.size()), id};
        m_room += text.size();
        m_roomLeft -= text.size();
        ++m_used;
        return id;
    }
}

} // namespace pv::core::chrome
