// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/row_output.h"

#include <cstdio>

namespace pv::app {
namespace {

constexpr std::size_t kBufferBytes = 1 << 16;

OutputCell outputCell(const core::Cell& cell, int decimals)
{
    switch (cell.type) {
    case core::CellType::integer: return cell.integer;
    case core::CellType::real: return FixedReal{cell.real, decimals};
    case core::CellType::text: return std::string(cell.text);
    case core::CellType::null: break;
    }
    return std::monostate();
}

} // namespace

void RowOutput::columns(std::span<const core::ResultColumn> columns)
{
    m_columns.assign(columns.begin(), columns.end());
    if (m_format == OutputFormat::csv) {
        if (!m_first) {
            m_csv += '\n';
        }
        core::appendCsvHeader(m_csv, columns);
        return;
    }
    if (m_format == OutputFormat::table && !m_heading.empty()) {
        std::printf("%s ** %s:\n\n", m_first ? "" : "\n", m_heading.c_str());
    } else if (m_format == OutputFormat::markdown && !m_heading.empty()) {
        std::printf("%s## %s\n\n", m_first ? "" : "\n", m_heading.c_str());
    } else if (m_format == OutputFormat::tsv && !m_first) {
        std::printf("\n");
    }
    std::vector<std::string> titles;
    for (const core::ResultColumn& c : columns) {
        titles.push_back(c.title);
    }
    m_table = std::make_unique<TableOutput>(m_format, std::move(titles));
}

void RowOutput::row(std::span<const core::Cell> cells)
{
    if (m_format == OutputFormat::csv) {
        core::appendCsvRow(m_csv, m_columns, cells);
        if (m_csv.size() > kBufferBytes) {
            std::fwrite(m_csv.data(), 1, m_csv.size(), stdout);
            m_csv.clear();
        }
        return;
    }
    m_cells.clear();
    for (std::size_t i = 0; i < cells.size(); ++i) {
        m_cells.push_back(outputCell(cells[i], m_columns[i].decimals));
    }
    m_table->row(m_cells);
}

void RowOutput::finish()
{
    std::fwrite(m_csv.data(), 1, m_csv.size(), stdout);
    m_csv.clear();
    if (m_table) {
        m_table->finish();
    } else if (m_format == OutputFormat::json) {
        std::printf("[]\n");
    }
    std::fflush(stdout);
}

} // namespace pv::app
