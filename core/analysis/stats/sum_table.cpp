// SPDX-License-Identifier: MIT
#include "core/analysis/stats/sum_table.h"

#include <algorithm>
#include <mutex>
#include <numeric>

namespace pv::core {

void writeTimeSums(RowSink& sink, std::string_view countTitle, const std::vector<std::string>& nameTitles, const std::vector<SumRow>& rows)
{
    if (rows.empty()) {
        return;
    }
    std::vector<std::uint32_t> order(rows.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return rows[a].summary.sum != rows[b].summary.sum ? rows[a].summary.sum > rows[b].summary.sum : rows[a].names < rows[b].names;
    });
    double total = 0;
    for (const SumRow& row : rows) {
        total += static_cast<double>(row.summary.sum);
    }
    std::vector<ResultColumn> columns{
        {"Time (%)", CellType::real, 1}, {"Total Time (ns)", CellType::integer}, {std::string(countTitle), CellType::integer},
        {"Avg (ns)", CellType::real, 1}, {"Med (ns)", CellType::real, 1},        {"Min (ns)", CellType::integer},
        {"Max (ns)", CellType::integer}, {"StdDev (ns)", CellType::real, 1}};
    for (const std::string& title : nameTitles) {
        columns.push_back({title, CellType::text});
    }
    sink.columns(columns);
    std::vector<Cell> cells(columns.size());
    for (const std::uint32_t r : order) {
        const SumRow& row = rows[r];
        const Summary& s = row.summary;
        cells[0] = total > 0 ? Cell(static_cast<double>(s.sum) * 100.0 / total) : Cell();
        cells[1] = s.sum;
        cells[2] = s.count;
        cells[3] = s.mean;
        cells[4] = s.median;
        cells[5] = s.min;
        cells[6] = s.max;
        cells[7] = s.stdDev;
        for (std::size_t i = 0; i < row.names.size(); ++i) {
            cells[8 + i] = row.names[i];
        }
        sink.row(cells);
    }
}

void NameSums::addKind(EventKind kind, std::span<const ColumnId> moreColumns, const Accept& accept)
{
    std::vector<ColumnId> columns{col::start, col::duration, col::name, col::flags};
    if (m_context.filter.pid != kNull) {
        columns.insert(columns.end(), {col::pid, col::tid});
    }
    columns.insert(columns.end(), moreColumns.begin(), moreColumns.end());
    std::mutex mutex;
    if (!m_context.filter.active()) {
        m_values.reserve(eventsOfKind(m_context.report, kind));
    }
    m_context.report.scan(
        kind, m_context.filter.scanRange(), columns,
        [&](const ChunkPtr& chunk) {
            const auto name = chunk->column(col::name);
            const auto duration = chunk->column(col::duration);
            GroupedValues part;
            forEachMatching(m_context, *chunk, true, [&](std::uint32_t i) {
                if (!accept || accept(*chunk, i)) {
                    part.add(name.empty() || name[i] == kNull ? 0 : static_cast<std::uint32_t>(name[i]),
                             duration.empty() ? 0 : duration[i]);
                }
            });
            const std::scoped_lock lock(mutex);
            m_values.append(part);
        },
        m_context.progress, true);
}

std::vector<std::pair<StringId, Summary>> NameSums::finish()
{
    const auto strings = static_cast<std::uint32_t>(m_context.report.stringCount());
    const auto summaries = m_values.finish(strings);
    std::vector<std::pair<StringId, Summary>> result;
    for (std::uint32_t id = 0; id < strings; ++id) {
        if (summaries[id].count > 0) {
            result.emplace_back(StringId{id}, summaries[id]);
        }
    }
    return result;
}

} // namespace pv::core
