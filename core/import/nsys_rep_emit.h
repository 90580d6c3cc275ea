// SPDX-License-Identifier: MIT
#pragma once

// Hands decoded rows on, table by table, with the columns that the export of the recording's version has. Used by one
// thread.

#include "core/import/nsys_rep.h"
#include "core/import/nsys_rep_block.h"

#include <array>
#include <initializer_list>
#include <vector>

namespace pv::core {

class NsysRepEmitter {
public:
    NsysRepEmitter(NsysRowSink& sink, NsysRepVersion version, bool hasPayloads);

    // Numbers that run over the file begin anew: once before each pass over its blocks.
    void beginPass() { m_serials = {}; }
    // All rows of a block's slice.
    void slice(const NsysRepBlock& block);
    // One row decoded from a message outside the blocks; `whole` is what its texts are offsets into.
    void row(NsysRepTable table, const NsysRepRow& row, std::string_view whole, std::string_view made = {});
    // A row of a table that has no message of its own.
    void row(std::string_view table, std::span<const NsysColumn> columns, std::initializer_list<NsysValue> values);

    static NsysValue integer(std::int64_t v) { return {NsysValue::Type::integer, v, 0, {}}; }
    static NsysValue text(std::string_view v) { return {NsysValue::Type::text, 0, 0, v}; }
    static NsysValue null() { return {}; }

    std::int64_t rows(NsysRepTable table) const { return m_rows[index(table)]; }
    std::int64_t totalRows() const { return m_total; }

private:
    struct Open {
        NsysTable* table = nullptr;
        struct Column {
            std::uint8_t at;                 // in the layout
            std::uint8_t serial = kNoSerial; // the running number it holds
            bool zeroWhenAbsent = false;
        };
        std::vector<Column> columns;
    };
    Open& open(NsysRepTable table);
    void fill(NsysRepTable table, const Open& to, const std::int64_t* cells, std::uint64_t present, std::string_view whole,
              std::string_view made);

    NsysRowSink& m_sink;
    NsysRepVersion m_version;
    bool m_hasPayloads;
    std::array<Open, kNsysRepTables> m_open{};
    std::array<std::int64_t, kNsysRepTables> m_rows{};
    std::array<std::int64_t, kNsysRepSerials> m_serials{};
    std::int64_t m_total = 0;
    std::vector<std::pair<std::string, NsysTable*>> m_named;
    std::vector<NsysValue> m_values;
};

} // namespace pv::core
