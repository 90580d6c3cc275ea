// SPDX-License-Identifier: MIT
#pragma once

// Side tables being written: rows as they came, column by column; small ones share a frame when stored.

#include "core/store/database.h"
#include "core/store/report_writer.h"

#include <deque>
#include <string>
#include <vector>

namespace pv::core {

inline constexpr const char* kLinkTable = "__link"; // links with both ends known; not shown among the side tables

class SideTableBuffer : public TableAppender {
public:
    SideTableBuffer(std::string name, std::vector<TableColumn> columns)
        : m_name(std::move(name)), m_columns(std::move(columns)), m_values(m_columns.size())
    {
    }
    void append(const std::int64_t* values) override
    {
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            m_values[i].push_back(values[i]);
        }
        ++m_rows;
    }
    const std::string& name() const { return m_name; }
    const std::vector<TableColumn>& columns() const { return m_columns; }
    std::int64_t rows() const { return m_rows; }
    const std::vector<std::int64_t>& values(std::size_t column) const { return m_values[column]; }

private:
    std::string m_name;
    std::vector<TableColumn> m_columns;
    std::vector<std::vector<std::int64_t>> m_values;
    std::int64_t m_rows = 0;
};

void writeSideTables(Database& db, const std::deque<SideTableBuffer>& tables, int level);

} // namespace pv::core
