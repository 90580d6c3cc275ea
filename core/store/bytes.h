// SPDX-License-Identifier: MIT
#pragma once

// Little-endian numbers in byte buffers. Readers never run past the end: a short buffer makes `ok` false and answers 0.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pv::core {

using Bytes = std::vector<std::uint8_t>;
using ByteView = std::span<const std::uint8_t>;

template <class T>
void putNumber(Bytes& out, T value)
{
    const auto* p = reinterpret_cast<const std::uint8_t*>(&value);
    out.insert(out.end(), p, p + sizeof value);
}

inline void putVarint(Bytes& out, std::uint64_t v)
{
    while (v >= 0x80) {
        out.push_back(static_cast<std::uint8_t>(v | 0x80));
        v >>= 7;
    }
    out.push_back(static_cast<std::uint8_t>(v));
}

inline void putText(Bytes& out, std::string_view text)
{
    putVarint(out, text.size());
    out.insert(out.end(), text.begin(), text.end());
}

class ByteReader {
public:
    explicit ByteReader(ByteView bytes) : m_bytes(bytes) {}
    bool ok() const { return m_ok; }
    std::size_t left() const { return m_bytes.size() - m_at; }
    std::size_t position() const { return m_at; }

    template <class T>
    T number()
    {
        T value{};
        if (left() < sizeof value) {
            m_ok = false;
            m_at = m_bytes.size();
            return value;
        }
        std::memcpy(&value, m_bytes.data() + m_at, sizeof value);
        m_at += sizeof value;
        return value;
    }
    std::uint64_t varint()
    {
        std::uint64_t v = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            const auto b = number<std::uint8_t>();
            v |= static_cast<std::uint64_t>(b & 0x7F) << shift;
            if (b < 0x80) {
                return v;
            }
        }
        m_ok = false;
        return 0;
    }
    ByteView bytes(std::uint64_t n)
    {
        if (n > left()) {
            m_ok = false;
            return {};
        }
        const ByteView v = m_bytes.subspan(m_at, n);
        m_at += n;
        return v;
    }
    std::string_view text()
    {
        const ByteView v = bytes(varint());
        return {reinterpret_cast<const char*>(v.data()), v.size()};
    }

private:
    ByteView m_bytes;
    std::size_t m_at = 0;
    bool m_ok = true;
};

} // namespace pv::core
