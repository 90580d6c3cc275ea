// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Rows on stdout in the format asked for. csv and tsv stream; table, markdown and json keep the rows' texts until the
// end (table and markdown need the widths). CSV follows RFC 4180; names are never able to steer a terminal: control
// characters are shown as \xNN in tables.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace CLI {
class App;
}

namespace pv::app {

enum class OutputFormat { table, csv, tsv, json, markdown };

// Adds --format to a command.
void addFormatOption(CLI::App& command, std::string& format);
OutputFormat parseFormat(const std::string& text); // UsageError

struct FixedReal { // shown with this many digits after the point
    double value = 0;
    int decimals = 0;
};
using OutputCell = std::variant<std::monostate, std::int64_t, double, std::string, FixedReal>;

class TableOutput {
public:
    TableOutput(OutputFormat format, std::vector<std::string> columns);
    ~TableOutput(); // prints what is left
    TableOutput(const TableOutput&) = delete;
    TableOutput& operator=(const TableOutput&) = delete;

    void row(const std::vector<OutputCell>& cells);
    void finish();

private:
    void flush();
    void printAligned();

    OutputFormat m_format;
    std::vector<std::string> m_columns;
    std::vector<std::vector<std::string>> m_rows; // table, markdown
    std::vector<bool> m_numeric;
    std::string m_out;
    std::uint64_t m_count = 0;
    bool m_finished = false;
};

std::string formatNs(std::int64_t ns);       // "1.234 ms"
std::string formatBytes(std::int64_t bytes); // "12.3 MiB"
std::string formatCount(std::int64_t n);     // "1,234,567"
std::string visible(std::string_view text);  // control characters as \xNN

} // namespace pv::app
