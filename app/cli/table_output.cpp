// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/table_output.h"

#include "app/cli/command.h"
#include "core/analysis/stats/rows.h"
#include "core/model/args.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace pv::app {
namespace {

std::string number(double v)
{
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), v);
    return {text.data(), static_cast<std::size_t>(end.ptr - text.data())};
}

std::string plain(const OutputCell& cell)
{
    if (const auto* i = std::get_if<std::int64_t>(&cell)) {
        return std::to_string(*i);
    }
    if (const auto* d = std::get_if<double>(&cell)) {
        return number(*d);
    }
    if (const auto* s = std::get_if<std::string>(&cell)) {
        return *s;
    }
    if (const auto* f = std::get_if<FixedReal>(&cell)) {
        std::string text;
        core::appendFixed(text, f->value, f->decimals);
        return text;
    }
    return {};
}

void appendCsv(std::string& out, const std::string& text, char separator)
{
    if (separator == '\t') { // a tab or line break would break the row
        for (const char c : text) {
            out += c == '\t' || c == '\n' || c == '\r' ? ' ' : c;
        }
        return;
    }
    if (text.find_first_of(",\"\r\n") == std::string::npos) {
        out += text;
        return;
    }
    out += '"';
    for (const char c : text) {
        out += c;
        if (c == '"') {
            out += '"';
        }
    }
    out += '"';
}

// Columns a terminal needs for the text; East Asian wide characters take two.
std::size_t width(const std::string& text)
{
    std::size_t n = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        if ((c & 0xC0) != 0x80) {
            n += c >= 0xE3 && c <= 0xED ? 2 : 1;
        }
    }
    return n;
}

} // namespace

std::string visible(std::string_view text)
{
    static constexpr char kHex[] = "0123456789abcdef";
    std::string out;
    for (const char c : text) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
            out += "\\x";
            out += kHex[(c >> 4) & 0xF];
            out += kHex[c & 0xF];
        } else {
            out += c;
        }
    }
    return out;
}

void addFormatOption(CLI::App& command, std::string& format)
{
    command.add_option("--format,-f", format, "table, csv, tsv, json or markdown")->default_str("table");
}

OutputFormat parseFormat(const std::string& text)
{
    if (text.empty() || text == "table" || text == "column") {
        return OutputFormat::table;
    }
    if (text == "csv") {
        return OutputFormat::csv;
    }
    if (text == "tsv") {
        return OutputFormat::tsv;
    }
    if (text == "json") {
        return OutputFormat::json;
    }
    if (text == "markdown" || text == "md") {
        return OutputFormat::markdown;
    }
    throw UsageError("unknown format '" + text + "': table, csv, tsv, json and markdown are known");
}

TableOutput::TableOutput(OutputFormat format, std::vector<std::string> columns)
    : m_format(format), m_columns(std::move(columns)), m_numeric(m_columns.size(), true)
{
    if (m_format == OutputFormat::csv || m_format == OutputFormat::tsv) {
        const char separator = m_format == OutputFormat::csv ? ',' : '\t';
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            m_out += i > 0 ? std::string(1, separator) : "";
            appendCsv(m_out, m_columns[i], separator);
        }
        m_out += '\n';
    } else if (m_format == OutputFormat::json) {
        m_out += '[';
    }
}

TableOutput::~TableOutput() { finish(); }

void TableOutput::row(const std::vector<OutputCell>& cells)
{
    switch (m_format) {
    case OutputFormat::csv:
    case OutputFormat::tsv: {
        const char separator = m_format == OutputFormat::csv ? ',' : '\t';
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (i > 0) {
                m_out += separator;
            }
            appendCsv(m_out, plain(cells[i]), separator);
        }
        m_out += '\n';
        break;
    }
    case OutputFormat::json:
        m_out += m_count > 0 ? ",\n{" : "\n{";
        for (std::size_t i = 0; i < cells.size(); ++i) {
            m_out += i > 0 ? "," : "";
            core::appendJsonString(m_out, m_columns[i]);
            m_out += ':';
            if (const auto* s = std::get_if<std::string>(&cells[i])) {
                core::appendJsonString(m_out, *s);
            } else if (const auto* d = std::get_if<double>(&cells[i]); d != nullptr && !std::isfinite(*d)) {
                m_out += "null";
            } else if (const auto* f = std::get_if<FixedReal>(&cells[i]); f != nullptr && !std::isfinite(f->value)) {
                m_out += "null";
            } else {
                m_out += std::holds_alternative<std::monostate>(cells[i]) ? "null" : plain(cells[i]);
            }
        }
        m_out += '}';
        break;
    default: {
        std::vector<std::string> texts;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            m_numeric[i] = m_numeric[i] && !std::holds_alternative<std::string>(cells[i]);
            texts.push_back(visible(plain(cells[i])));
        }
        m_rows.push_back(std::move(texts));
    }
    }
    ++m_count;
    if (m_out.size() > 65536) {
        flush();
    }
}

void TableOutput::flush()
{
    std::fwrite(m_out.data(), 1, m_out.size(), stdout);
    m_out.clear();
}

void TableOutput::printAligned()
{
    const bool markdown = m_format == OutputFormat::markdown;
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        std::size_t w = std::max<std::size_t>(width(m_columns[i]), markdown ? 3 : 1);
        for (const auto& r : m_rows) {
            w = std::max(w, width(r[i]));
        }
        widths.push_back(w);
    }
    auto line = [&](const std::vector<std::string>& texts) {
        std::string text = markdown ? "| " : "";
        for (std::size_t i = 0; i < texts.size(); ++i) {
            std::string cell = texts[i];
            if (markdown) {
                for (std::size_t at = 0; (at = cell.find('|', at)) != std::string::npos; at += 2) {
                    cell.insert(at, 1, '\\');
                }
            }
            const std::string pad(widths[i] > width(cell) ? widths[i] - width(cell) : 0, ' ');
            const bool last = i + 1 == texts.size();
            text += m_numeric[i] ? pad + cell : cell + (last && !markdown ? "" : pad);
            text += markdown ? " | " : (last ? "" : "  ");
        }
        while (!text.empty() && text.back() == ' ') {
            text.pop_back();
        }
        m_out += text + '\n';
    };
    line(m_columns);
    std::vector<std::string> rule;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        rule.push_back(markdown && m_numeric[i] ? std::string(widths[i] - 1, '-') + ":" : std::string(widths[i], '-'));
    }
    line(rule);
    for (const auto& r : m_rows) {
        line(r);
    }
}

void TableOutput::finish()
{
    if (m_finished) {
        return;
    }
    m_finished = true;
    if (m_format == OutputFormat::json) {
        m_out += m_count > 0 ? "\n]\n" : "]\n";
    } else if (m_format == OutputFormat::table || m_format == OutputFormat::markdown) {
        printAligned();
    }
    flush();
    std::fflush(stdout);
}

std::string formatNs(std::int64_t ns)
{
    const double v = std::fabs(static_cast<double>(ns));
    std::array<char, 64> text{};
    if (v < 1000) {
        std::snprintf(text.data(), text.size(), "%lld ns", static_cast<long long>(ns));
    } else if (v < 1e6) {
        std::snprintf(text.data(), text.size(), "%.3f us", static_cast<double>(ns) / 1e3);
    } else if (v < 1e9) {
        std::snprintf(text.data(), text.size(), "%.3f ms", static_cast<double>(ns) / 1e6);
    } else {
        std::snprintf(text.data(), text.size(), "%.3f s", static_cast<double>(ns) / 1e9);
    }
    return text.data();
}

std::string formatBytes(std::int64_t bytes)
{
    static constexpr std::array<const char*, 5> kUnits{"B", "KiB", "MiB", "GiB", "TiB"};
    double v = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (v >= 1024 && unit + 1 < kUnits.size()) {
        v /= 1024;
        ++unit;
    }
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), unit == 0 ? "%.0f %s" : "%.1f %s", v, kUnits[unit]);
    return text.data();
}

std::string formatCount(std::int64_t n)
{
    std::string digits = std::to_string(n);
    for (std::ptrdiff_t at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > (n < 0 ? 1 : 0); at -= 3) {
        digits.insert(static_cast<std::size_t>(at), 1, ',');
    }
    return digits;
}

} // namespace pv::app
