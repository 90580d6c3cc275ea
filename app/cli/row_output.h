// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Rows of summaries and rules on stdout. CSV is written as the reference writes it, everything else by TableOutput. A
// heading stands before the rows in formats for people; nothing at all is printed for a result without rows.

#include "app/cli/table_output.h"
#include "core/analysis/stats/rows.h"

#include <memory>
#include <string>
#include <vector>

namespace pv::app {

class RowOutput final : public core::RowSink {
public:
    // `heading` may be empty; `first` is false for the second and later results of one run.
    RowOutput(OutputFormat format, std::string heading, bool first) : m_format(format), m_heading(std::move(heading)), m_first(first) {}

    void columns(std::span<const core::ResultColumn> columns) override;
    void row(std::span<const core::Cell> cells) override;
    void finish(); // prints what is left
    bool empty() const { return m_columns.empty(); }

private:
    OutputFormat m_format;
    std::string m_heading;
    bool m_first;
    std::vector<core::ResultColumn> m_columns;
    std::unique_ptr<TableOutput> m_table;
    std::vector<OutputCell> m_cells;
    std::string m_csv;
};

} // namespace pv::app
