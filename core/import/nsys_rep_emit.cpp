// SPDX-License-Identifier: MIT
#include "core/import/nsys_rep_emit.h"

#include <algorithm>
#include <bit>

namespace pv::core {
namespace {

using T = NsysRepTable;

constexpr NsysRepVersion kOverheadColumnRenamed{2025, 3, 2};
constexpr NsysRepVersion kOverheadExported{2025, 5, 0};

// The file holds records of driver overhead that exports of its time leave out; they are kept under a name of their own.
std::string_view tableName(T table, NsysRepVersion version)
{
    if (table == T::overhead && version.known() && version < kOverheadExported) {
        return "CUDA_DRIVER_OVERHEAD";
    }
    return nsysRepTableName(table);
}

std::string_view columnName(T table, const NsysRepColumn& column, NsysRepVersion version)
{
    if (table == T::profilerOverhead && column.name == "returnValue" && (!version.known() || version >= kOverheadColumnRenamed)) {
        return "overheadType";
    }
    return column.name;
}

} // namespace

NsysRepEmitter::NsysRepEmitter(NsysRowSink& sink, NsysRepVersion version, bool hasPayloads)
    : m_sink(sink), m_version(version), m_hasPayloads(hasPayloads)
{
}

NsysRepEmitter::Open& NsysRepEmitter::open(NsysRepTable table)
{
    Open& to = m_open[index(table)];
    if (to.table != nullptr) {
        return to;
    }
    const auto layout = nsysRepColumns(table);
    std::vector<NsysColumn> columns;
    for (std::size_t c = 0; c < layout.size(); ++c) {
        if ((m_version.known() && layout[c].since > m_version) ||
            (!m_hasPayloads && (layout[c].name == "payloadJson" || layout[c].name == "scriptChainId"))) {
            continue;
        }
        columns.push_back({std::string(columnName(table, layout[c], m_version)), layout[c].type});
        Open::Column column{static_cast<std::uint8_t>(c), kNoSerial, false};
        for (const NsysRepSerialColumn& serial : nsysRepSerialColumns(table)) {
            if (serial.column == c) {
                column.serial = static_cast<std::uint8_t>(serial.serial);
                column.zeroWhenAbsent = serial.zeroWhenAbsent;
            }
        }
        to.columns.push_back(column);
    }
    to.table = &m_sink.table(tableName(table, m_version), columns);
    return to;
}

void NsysRepEmitter::fill(NsysRepTable table, const Open& to, const std::int64_t* cells, std::uint64_t present, std::string_view whole,
                          std::string_view made)
{
    const auto layout = nsysRepColumns(table);
    for (std::size_t i = 0; i < to.columns.size(); ++i) {
        const Open::Column& column = to.columns[i];
        const std::uint8_t c = column.at;
        NsysValue& value = m_values[i];
        if ((present >> c & 1) == 0) {
            value = column.zeroWhenAbsent ? integer(0) : null();
            continue;
        }
        switch (layout[c].type) {
        case ColumnType::integer: {
            const std::int64_t base =
                column.serial == kNoSerial ? 0 : m_serials[column.serial] + firstSerial(static_cast<NsysRepSerial>(column.serial));
            value = integer(cells[c] + base);
            break;
        }
        case ColumnType::real: value = {NsysValue::Type::real, 0, std::bit_cast<double>(cells[c]), {}}; break;
        case ColumnType::string: value = text(NsysRepText::unpack(cells[c], whole, made)); break;
        }
    }
    ++m_rows[index(table)];
    ++m_total;
    to.table->row(std::span(m_values).first(to.columns.size()));
}

void NsysRepEmitter::slice(const NsysRepBlock& block)
{
    m_values.resize(NsysRepRow::kMostColumns);
    for (std::size_t t = 0; t < kNsysRepTables; ++t) {
        const NsysRepRows& rows = block.tables[t];
        if (rows.size() == 0) {
            continue;
        }
        const auto table = static_cast<NsysRepTable>(t);
        const Open& to = open(table);
        const std::size_t columns = nsysRepColumns(table).size();
        for (std::size_t r = 0; r < rows.size(); ++r) {
            fill(table, to, rows.cells.data() + r * columns, rows.present[r], block.data.message, block.made);
        }
    }
    for (std::size_t s = 0; s < kNsysRepSerials; ++s) {
        m_serials[s] += block.serials[s];
    }
}

void NsysRepEmitter::row(NsysRepTable table, const NsysRepRow& row, std::string_view whole, std::string_view made)
{
    m_values.resize(NsysRepRow::kMostColumns);
    fill(table, open(table), row.cells.data(), row.present, whole, made);
}

void NsysRepEmitter::row(std::string_view table, std::span<const NsysColumn> columns, std::initializer_list<NsysValue> values)
{
    auto it = std::find_if(m_named.begin(), m_named.end(), [&](const auto& t) { return t.first == table; });
    if (it == m_named.end()) {
        m_named.emplace_back(table, &m_sink.table(table, columns));
        it = m_named.end() - 1;
    }
    ++m_total;
    it->second->row({values.begin(), values.size()});
}

} // namespace pv::core
