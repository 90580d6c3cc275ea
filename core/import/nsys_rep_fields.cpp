// SPDX-License-Identifier: MIT
#include "core/import/nsys_rep_tables.h"
#include "core/import/nsys_rep_wire.h"

#include <bit>
#include <cassert>
#include <memory>

namespace pv::core {

NsysRepFieldMap::NsysRepFieldMap(std::span<const NsysRepColumn> columns)
{
    assert(columns.size() <= NsysRepRow::kMostColumns);
    m_direct.column.fill(kNone);
    m_direct.type.fill(ColumnType::integer);
    m_nestedAt.fill(kNone);
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const NsysRepColumn& column = columns[c];
        if (column.field == 0) {
            continue;
        }
        Slots* slots = &m_direct;
        std::uint8_t field = column.field;
        if (column.subField != 0) {
            auto& at = m_nestedAt[column.field];
            if (at == kNone) {
                at = static_cast<std::uint8_t>(m_nested.size());
                Slots empty;
                empty.column.fill(kNone);
                empty.type.fill(ColumnType::integer);
                m_nested.push_back(empty);
            }
            slots = &m_nested[at];
            field = column.subField;
        }
        slots->column[field] = static_cast<std::uint8_t>(c);
        slots->type[field] = column.type;
    }
}

bool NsysRepFieldMap::readWith(const Slots& slots, const NsysRepFieldMap* nested, std::string_view message, std::string_view whole,
                               NsysRepRow& row)
{
    WireReader reader(message);
    bool good = true;
    for (WireField f; reader.next(f);) {
        if (f.number >= kFields) {
            continue;
        }
        if (nested != nullptr && f.isMessage() && nested->m_nestedAt[f.number] != kNone) {
            good = readWith(nested->m_nested[nested->m_nestedAt[f.number]], nullptr, f.bytes, whole, row) && good;
            continue;
        }
        const std::uint8_t column = slots.column[f.number];
        if (column == kNone) {
            continue;
        }
        const ColumnType type = slots.type[f.number];
        switch (f.type) {
        case WireField::Type::varint:
            if (type == ColumnType::integer) {
                row.set(column, f.integer());
            }
            break;
        case WireField::Type::fixed64:
            if (type == ColumnType::real) {
                row.set(column, f.integer());
            }
            break;
        case WireField::Type::fixed32:
            if (type == ColumnType::real) {
                row.set(column, std::bit_cast<std::int64_t>(double(std::bit_cast<float>(static_cast<std::uint32_t>(f.bits)))));
            }
            break;
        case WireField::Type::bytes:
            if (type == ColumnType::string) {
                row.set(column, NsysRepText::pack(static_cast<std::size_t>(f.bytes.data() - whole.data()), f.bytes.size(), false));
            }
            break;
        }
    }
    return good && !reader.malformed();
}

bool NsysRepFieldMap::read(std::string_view message, std::string_view whole, NsysRepRow& row) const
{
    return readWith(m_direct, this, message, whole, row);
}

const NsysRepFieldMap& nsysRepFieldMap(NsysRepTable table)
{
    static const auto maps = [] {
        std::vector<NsysRepFieldMap> all;
        all.reserve(kNsysRepTables);
        for (std::size_t t = 0; t < kNsysRepTables; ++t) {
            all.emplace_back(nsysRepColumns(static_cast<NsysRepTable>(t)));
        }
        return all;
    }();
    return maps[index(table)];
}

std::size_t nsysRepColumn(NsysRepTable table, std::string_view name)
{
    const auto columns = nsysRepColumns(table);
    for (std::size_t c = 0; c < columns.size(); ++c) {
        if (columns[c].name == name) {
            return c;
        }
    }
    assert(false);
    return 0;
}

} // namespace pv::core
