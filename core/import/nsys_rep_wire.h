// SPDX-License-Identifier: MIT
#pragma once

// Walks the fields of one protobuf message (https://protobuf.dev/programming-guides/encoding/) without copying.
// Never reads beyond the message: a length or number that lies ends the walk and sets malformed(); what came before
// stays good. Numbers are the raw 64 bits; a negative int64 is stored in two's complement, never zig-zag, in these files.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace pv::core {

struct WireField {
    enum class Type : std::uint8_t { varint, fixed64, bytes, fixed32 } type = Type::varint;
    std::uint32_t number = 0;
    std::uint64_t bits = 0; // varint, fixed64, fixed32
    std::string_view bytes; // a text or a nested message, within the walked message

    std::int64_t integer() const { return static_cast<std::int64_t>(bits); }
    bool isMessage() const { return type == Type::bytes; }
};

// Reads a varint at `at` and moves behind it; false when it is cut or longer than 64 bits.
inline bool readVarint(std::string_view data, std::size_t& at, std::uint64_t& value)
{
    value = 0;
    for (unsigned shift = 0; shift < 64 && at < data.size(); shift += 7) {
        const auto byte = static_cast<unsigned char>(data[at++]);
        value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
        if (byte < 0x80) {
            return true;
        }
    }
    return false;
}

class WireReader {
public:
    explicit WireReader(std::string_view message) : m_data(message) {}

    bool next(WireField& field)
    {
        if (m_at >= m_data.size()) {
            return false;
        }
        m_start = m_at;
        std::uint64_t key = 0;
        if (!readVarint(m_data, m_at, key) || key >> 3 == 0 || key >> 3 > kLargestNumber) {
            return fail();
        }
        field.number = static_cast<std::uint32_t>(key >> 3);
        switch (key & 7) {
        case 0: field.type = WireField::Type::varint; return readVarint(m_data, m_at, field.bits) || fail();
        case 1: field.type = WireField::Type::fixed64; return fixed(field, 8);
        case 2: {
            field.type = WireField::Type::bytes;
            std::uint64_t length = 0;
            if (!readVarint(m_data, m_at, length) || length > m_data.size() - m_at) {
                return fail();
            }
            field.bits = 0;
            field.bytes = m_data.substr(m_at, length);
            m_at += length;
            return true;
        }
        case 5: field.type = WireField::Type::fixed32; return fixed(field, 4);
        default: return fail();
        }
    }

    bool malformed() const { return m_malformed; }
    std::size_t position() const { return m_at; }      // behind the last field
    std::size_t fieldStart() const { return m_start; } // of the last field

private:
    static constexpr std::uint64_t kLargestNumber = (1u << 29) - 1;

    bool fixed(WireField& field, std::size_t size)
    {
        if (m_data.size() - m_at < size) {
            return fail();
        }
        static_assert(std::endian::native == std::endian::little);
        field.bits = 0;
        std::memcpy(&field.bits, m_data.data() + m_at, size);
        m_at += size;
        return true;
    }
    bool fail()
    {
        m_malformed = true;
        m_at = m_data.size();
        return false;
    }

    std::string_view m_data;
    std::size_t m_at = 0;
    std::size_t m_start = 0;
    bool m_malformed = false;
};

// The last field of that number, as protobuf wants it; `fallback` when there is none of the right type.
inline std::int64_t wireInteger(std::string_view message, std::uint32_t number, std::int64_t fallback = 0)
{
    WireReader reader(message);
    for (WireField f; reader.next(f);) {
        if (f.number == number && f.type == WireField::Type::varint) {
            fallback = f.integer();
        }
    }
    return fallback;
}
inline std::string_view wireBytes(std::string_view message, std::uint32_t number)
{
    std::string_view found;
    WireReader reader(message);
    for (WireField f; reader.next(f);) {
        if (f.number == number && f.isMessage()) {
            found = f.bytes;
        }
    }
    return found;
}
inline bool wireHas(std::string_view message, std::uint32_t number)
{
    WireReader reader(message);
    for (WireField f; reader.next(f);) {
        if (f.number == number) {
            return true;
        }
    }
    return false;
}
// Calls visit(bytes) for each nested message or text of that number.
template <class Visit>
void forEachWire(std::string_view message, std::uint32_t number, Visit&& visit)
{
    WireReader reader(message);
    for (WireField f; reader.next(f);) {
        if (f.number == number && f.isMessage()) {
            visit(f.bytes);
        }
    }
}

} // namespace pv::core
