// SPDX-License-Identifier: MIT
#include "core/analysis/stats/rows.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace pv::core {
namespace {

constexpr std::array<double, 10> kPowersOfTen{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};

void appendInteger(std::string& out, std::int64_t v)
{
    std::array<char, 24> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), v).ptr;
    out.append(digits.data(), end);
}

void appendField(std::string& out, std::string_view field)
{
    if (field.find(',') != std::string_view::npos) {
        out += '"';
        out += field;
        out += '"';
    } else if (field.find_first_of("\"\r\n") != std::string_view::npos) {
        out += '"';
        for (const char c : field) {
            if (c == '"') {
                out += '"';
            }
            out += c;
        }
        out += '"';
    } else {
        out += field;
    }
}

} // namespace

void ResultTable::row(std::span<const Cell> cells)
{
    for (const Cell& cell : cells) {
        m_cells.push_back(cell);
        if (cell.type == CellType::text) {
            m_cells.back().text = m_texts.emplace_back(cell.text);
        }
    }
}

void appendFixed(std::string& out, double value, int decimals)
{
    const double power = kPowersOfTen[static_cast<std::size_t>(decimals)];
    const double magnitude = std::fabs(value);
    if (!(magnitude * power < 4.5e15)) { // no fraction is left to round, or not a number
        std::array<char, 400> text;
        const int n = std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
        out.append(text.data(), static_cast<std::size_t>(n));
        return;
    }
    // The sign of an fma is exact, so it tells on which side of the half the value lies.
    double whole = std::floor(magnitude * power);
    if (std::fma(magnitude, power, -(whole + 0.5)) >= 0) {
        whole += 1;
    }
    const auto digits = static_cast<std::int64_t>(whole);
    if (std::signbit(value) && digits != 0) {
        out += '-';
    }
    const auto unit = static_cast<std::int64_t>(power);
    appendInteger(out, digits / unit);
    if (decimals > 0) {
        std::array<char, 24> fraction;
        const auto end = std::to_chars(fraction.data(), fraction.data() + fraction.size(), digits % unit).ptr;
        out += '.';
        out.append(static_cast<std::size_t>(decimals - (end - fraction.data())), '0');
        out.append(fraction.data(), end);
    }
}

void appendCell(std::string& out, const Cell& cell, int decimals)
{
    switch (cell.type) {
    case CellType::null: break;
    case CellType::integer: appendInteger(out, cell.integer); break;
    case CellType::real: appendFixed(out, cell.real, decimals); break;
    case CellType::text: out += cell.text; break;
    }
}

void appendCsvHeader(std::string& out, std::span<const ResultColumn> columns)
{
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (i > 0) {
            out += ',';
        }
        appendField(out, columns[i].title);
    }
    out += '\n';
}

void appendCsvRow(std::string& out, std::span<const ResultColumn> columns, std::span<const Cell> cells)
{
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i > 0) {
            out += ',';
        }
        if (cells[i].type == CellType::text) {
            appendField(out, cells[i].text);
        } else {
            appendCell(out, cells[i], columns[i].decimals);
        }
    }
    out += '\n';
}

} // namespace pv::core
