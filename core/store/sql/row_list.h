// SPDX-License-Identifier: MIT
#pragma once

// Tables whose rows are made by code rather than read from chunks: facts, counters, gaps. Rows are made in batches on
// demand by a generator that can stop (a thread of its own would cost more than it gains): the rows of one scan are
// collected first, 64 bytes a row and column; tables that may be large make their rows lazily instead.

#include "core/store/sql/virtual_table.h"

#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace pv::core::sql {

// A text that lives as long as the report, or one made for the row.
using Field = std::variant<std::monostate, std::int64_t, double, std::string_view, std::string>;

inline Field present(std::int64_t v) { return v == kNull ? Field() : Field(v); }

class RowListTable : public Table {
public:
    explicit RowListTable(std::vector<Column> columns) : m_columns(std::move(columns)) {}
    const std::vector<Column>& columns() override { return m_columns; }
    std::unique_ptr<Cursor> open() override { return std::make_unique<ListCursor>(*this); }

protected:
    using IntegerRow = std::vector<std::int64_t>;
    using Emit = std::function<bool(const IntegerRow&)>;
    // Integer rows (kNull: NULL). Overridden by tables of numbers only.
    virtual void generate(const Emit&) {}
    // Rows of any type.
    using EmitFields = std::function<bool(std::vector<Field>)>;
    virtual void generateFields(const EmitFields& emit)
    {
        generate([&](const IntegerRow& row) {
            std::vector<Field> fields;
            for (const std::int64_t v : row) {
                fields.push_back(present(v));
            }
            return emit(std::move(fields));
        });
    }
    virtual bool integersOnly() const { return true; }

private:
    class ListCursor : public Cursor {
    public:
        explicit ListCursor(RowListTable& table) : m_table(table) {}
        void filter(int, std::uint64_t, int, sqlite3_value**) override
        {
            m_at = 0;
            m_integers.clear();
            m_fields.clear();
            const std::size_t width = m_table.m_columns.size();
            if (m_table.integersOnly()) {
                m_table.generate([&](const IntegerRow& row) {
                    m_integers.insert(m_integers.end(), row.begin(), row.end());
                    return true;
                });
                m_count = width > 0 ? m_integers.size() / width : 0;
            } else {
                m_table.generateFields([&](std::vector<Field> row) {
                    m_fields.push_back(std::move(row));
                    return true;
                });
                m_count = m_fields.size();
            }
        }
        void next() override { ++m_at; }
        bool eof() const override { return m_at >= m_count; }
        std::int64_t rowid() const override { return static_cast<std::int64_t>(m_at) + 1; }
        void column(sqlite3_context* c, int i) override
        {
            if (m_table.integersOnly()) {
                return resultInteger(c, m_integers[m_at * m_table.m_columns.size() + static_cast<std::size_t>(i)]);
            }
            const Field& f = m_fields[m_at][static_cast<std::size_t>(i)];
            if (const auto* n = std::get_if<std::int64_t>(&f)) {
                sqlite3_result_int64(c, *n);
            } else if (const auto* d = std::get_if<double>(&f)) {
                sqlite3_result_double(c, *d);
            } else if (const auto* v = std::get_if<std::string_view>(&f)) {
                resultText(c, *v);
            } else if (const auto* s = std::get_if<std::string>(&f)) {
                resultCopy(c, *s);
            } else {
                sqlite3_result_null(c);
            }
        }

    private:
        RowListTable& m_table;
        std::vector<std::int64_t> m_integers;
        std::vector<std::vector<Field>> m_fields;
        std::size_t m_count = 0;
        std::size_t m_at = 0;
    };

    std::vector<Column> m_columns;
};

// A table given by a function.
class FieldTable : public RowListTable {
public:
    using Generate = std::function<void(const EmitFields&)>;
    FieldTable(std::vector<Column> columns, Generate generate) : RowListTable(std::move(columns)), m_generate(std::move(generate)) {}

protected:
    void generateFields(const EmitFields& emit) override { m_generate(emit); }
    bool integersOnly() const override { return false; }

private:
    Generate m_generate;
};

} // namespace pv::core::sql
