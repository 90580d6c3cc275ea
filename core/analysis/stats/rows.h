// SPDX-License-Identifier: MIT
#pragma once

// Rows of a result, as the reports of `profcli stats` and the rules of `profcli analyze` give them: a list of titled,
// typed columns, then rows in order. Rows are handed to a RowSink one at a time, so that a trace of millions of events
// needs no memory of its own; ResultTable is the sink that keeps them.
//
// A report that finds nothing hands over no columns and no rows, as the reference prints nothing then.

#include "core/model/columns.h"

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pv::core {

enum class CellType : std::uint8_t { null, integer, real, text };

// A text lives during the call of RowSink::row only.
struct Cell {
    CellType type = CellType::null;
    std::int64_t integer = 0;
    double real = 0;
    std::string_view text;

    Cell() = default;
    Cell(std::int64_t v) : type(CellType::integer), integer(v) {}
    Cell(int v) : type(CellType::integer), integer(v) {}
    Cell(double v) : type(CellType::real), real(v) {}
    Cell(std::string_view v) : type(CellType::text), text(v) {}
    Cell(const std::string& v) : type(CellType::text), text(v) {}
    Cell(const char* v) : type(CellType::text), text(v) {}
};

struct ResultColumn {
    std::string title; // with its unit: "Total Time (ns)"
    CellType type{};   // of its cells that are not null
    int decimals = 0;  // reals only: digits shown after the point
};

inline Cell presentCell(std::int64_t v) { return v == kNull ? Cell() : Cell(v); }

class RowSink {
public:
    virtual ~RowSink() = default;
    virtual void columns(std::span<const ResultColumn> columns) = 0; // once, before the first row
    virtual void row(std::span<const Cell> cells) = 0;               // one cell a column
};

// Keeps columns and rows.
class ResultTable final : public RowSink {
public:
    void columns(std::span<const ResultColumn> columns) override { m_columns.assign(columns.begin(), columns.end()); }
    void row(std::span<const Cell> cells) override;

    const std::vector<ResultColumn>& columnList() const { return m_columns; }
    std::size_t rowCount() const { return m_columns.empty() ? 0 : m_cells.size() / m_columns.size(); }
    std::span<const Cell> rowAt(std::size_t i) const { return {m_cells.data() + i * m_columns.size(), m_columns.size()}; }

private:
    std::vector<ResultColumn> m_columns;
    std::vector<Cell> m_cells;
    std::deque<std::string> m_texts; // a deque, so that cells may point into it
};

// Appends `value` with `decimals` digits after the point (0..9). Halves of the exact binary value are rounded away from
// zero: 84909.25 gives 84909.3, 5412379.05 (which is a little less in binary) gives 5412379.0.
void appendFixed(std::string& out, double value, int decimals);
// The cell as text: nothing for null, plain digits for integers.
void appendCell(std::string& out, const Cell& cell, int decimals);
// A line as the reference's CSV has it: fields with a comma stand in quotes, with their own quotes left as they are;
// fields without a comma but with a quote or a line break are quoted as RFC 4180 says. Ends with '\n'.
void appendCsvHeader(std::string& out, std::span<const ResultColumn> columns);
void appendCsvRow(std::string& out, std::span<const ResultColumn> columns, std::span<const Cell> cells);

} // namespace pv::core
