// SPDX-License-Identifier: MIT
#include "core/import/byte_source_layers.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace pv::core {

namespace {
// UTF-16 to UTF-8; a lone surrogate becomes U+FFFD, a byte order mark at the begin is dropped.
class Utf16Source : public ByteSource {
public:
    Utf16Source(ByteSourcePtr source, bool bigEndian) : m_source(std::move(source)), m_bigEndian(bigEndian) {}

    std::size_t read(char* to, std::size_t size) override
    {
        while (m_given == m_text.size()) {
            if (m_ended) {
                return 0;
            }
            convertMore();
        }
        const std::size_t n = std::min(size, m_text.size() - m_given);
        std::memcpy(to, m_text.data() + m_given, n);
        m_given += n;
        return n;
    }

private:
    void convertMore()
    {
        m_text.clear();
        m_given = 0;
        std::array<char, 32768> bytes;
        std::size_t have = 0;
        if (m_oddByte >= 0) {
            bytes[have++] = static_cast<char>(m_oddByte);
            m_oddByte = -1;
        }
        const std::size_t n = m_source->read(bytes.data() + have, bytes.size() - have);
        have += n;
        if (n == 0) {
            m_ended = true;
            if (m_high != 0 || have == 1) {
                append(0xFFFD);
            }
            return;
        }
        for (std::size_t i = 0; i + 1 < have; i += 2) {
            const auto a = static_cast<unsigned char>(bytes[i]);
            const auto b = static_cast<unsigned char>(bytes[i + 1]);
            unit(static_cast<std::uint32_t>(m_bigEndian ? a << 8 | b : b << 8 | a));
        }
        if (have % 2 != 0) {
            m_oddByte = static_cast<unsigned char>(bytes[have - 1]);
        }
    }
    void unit(std::uint32_t u)
    {
        if (std::exchange(m_begun, true) == false && u == 0xFEFF) {
            return;
        }
        if (m_high != 0) {
            if (u >= 0xDC00 && u < 0xE000) {
                append(0x10000 + ((m_high - 0xD800) << 10) + (u - 0xDC00));
                m_high = 0;
                return;
            }
            append(0xFFFD);
            m_high = 0;
        }
        if (u >= 0xD800 && u < 0xDC00) {
            m_high = u;
        } else {
            append(u >= 0xDC00 && u < 0xE000 ? 0xFFFD : u);
        }
    }
    void append(std::uint32_t c)
    {
        if (c < 0x80) {
            m_text += static_cast<char>(c);
        } else if (c < 0x800) {
            m_text += static_cast<char>(0xC0 | c >> 6);
            m_text += static_cast<char>(0x80 | (c & 0x3F));
        } else if (c < 0x10000) {
            m_text += static_cast<char>(0xE0 | c >> 12);
            m_text += static_cast<char>(0x80 | (c >> 6 & 0x3F));
            m_text += static_cast<char>(0x80 | (c & 0x3F));
        } else {
            m_text += static_cast<char>(0xF0 | c >> 18);
            m_text += static_cast<char>(0x80 | (c >> 12 & 0x3F));
            m_text += static_cast<char>(0x80 | (c >> 6 & 0x3F));
            m_text += static_cast<char>(0x80 | (c & 0x3F));
        }
    }

    ByteSourcePtr m_source;
    bool m_bigEndian;
    std::string m_text;
    std::size_t m_given = 0;
    int m_oddByte = -1;
    std::uint32_t m_high = 0;
    bool m_begun = false;
    bool m_ended = false;
};
} // namespace

ByteSourcePtr utf16Source(ByteSourcePtr source, bool bigEndian) { return std::make_unique<Utf16Source>(std::move(source), bigEndian); }

} // namespace pv::core
