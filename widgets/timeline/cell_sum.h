// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Adds up intervals into columns. Intervals come in order of start; within one CellSum they may overlap (a union is
// formed) but what is already covered is not counted again.

#include "widgets/timeline/picture.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace pv::widgets {

class CellSum {
public:
    explicit CellSum(int columns) : m_cells(static_cast<std::size_t>(columns)), m_best(static_cast<std::size_t>(columns)) {}

    // [x0, x1) in columns, x0 <= x1. `startsHere`: counts in the column of x0.
    void add(double x0, double x1, core::StringId name, core::EventKind kind, bool narrow, bool startsHere)
    {
        const auto columns = static_cast<double>(m_cells.size());
        if (startsHere && x0 >= 0 && x0 < columns) {
            Cell& cell = m_cells[static_cast<std::size_t>(x0)];
            ++cell.count;
            if (!(x1 > x0)) {
                cell.mark = true;
                if (cell.count == 1 && cell.busy == 0) {
                    cell.top = name;
                    cell.kind = kind;
                }
            }
        }
        x0 = std::max({x0, m_covered, 0.0});
        x1 = std::min(x1, columns);
        if (!(x1 > x0)) {
            return;
        }
        m_covered = x1;
        const auto last = static_cast<std::size_t>(std::ceil(x1)) - 1;
        for (auto i = static_cast<std::size_t>(x0); i <= last; ++i) {
            const double part = std::min(x1, static_cast<double>(i + 1)) - std::max(x0, static_cast<double>(i));
            Cell& cell = m_cells[i];
            m_best[i].sum += part;
            cell.busy = static_cast<float>(std::min(m_best[i].sum, 1.0));
            if (narrow) {
                m_best[i].narrow += part;
                cell.narrow = static_cast<float>(std::min(m_best[i].narrow, 1.0));
            }
            vote(i, name, kind, part);
        }
    }

    // The cells; colours are still to be set.
    std::vector<Cell> take() { return std::move(m_cells); }

private:
    struct Best {
        double sum = 0;
        double narrow = 0;
        double top = 0; // share of the leading name
    };
    struct Vote {
        core::StringId name;
        double share;
    };

    // Names are counted only for the column being filled; a column's bulk always comes in one go.
    void vote(std::size_t column, core::StringId name, core::EventKind kind, double part)
    {
        if (column != m_votesFor) {
            m_votes.clear();
            m_votesFor = column;
        }
        double share = part;
        const auto it = std::find_if(m_votes.begin(), m_votes.end(), [&](const Vote& v) { return v.name == name; });
        if (it != m_votes.end()) {
            share = it->share += part;
        } else if (m_votes.size() < 64) {
            m_votes.push_back({name, part});
        }
        if (share > m_best[column].top) {
            m_best[column].top = share;
            m_cells[column].top = name;
            m_cells[column].kind = kind;
        }
    }

    std::vector<Cell> m_cells;
    std::vector<Best> m_best;
    std::vector<Vote> m_votes;
    std::size_t m_votesFor = static_cast<std::size_t>(-1);
    double m_covered = 0;
};

} // namespace pv::widgets
