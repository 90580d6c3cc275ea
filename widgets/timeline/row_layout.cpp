// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/row_layout.h"

#include <algorithm>

namespace pv::widgets {
namespace {

class Builder {
public:
    Builder(const RowModel& model, const RowMetrics& metrics) : m_model(model), m_metrics(metrics) {}

    // Depth first, in display order; hidden and filtered lanes with all below them are left out. No recursion: a file may
    // nest lanes as deep as it has lanes.
    void add(core::LaneId root, bool pinnedSection, std::vector<Row>& out) const
    {
        std::vector<std::pair<core::LaneId, int>> open{{root, 0}};
        while (!open.empty()) {
            const auto [lane, depth] = open.back();
            open.pop_back();
            const RowNode& node = m_model.node(lane);
            const bool elsewhere = node.pinned && !(pinnedSection && depth == 0);
            if (node.hidden || elsewhere || !m_model.passesFilter(lane)) {
                continue;
            }
            out.push_back(row(node, depth, pinnedSection));
            if (out.back().expanded || !m_model.filter().isEmpty()) {
                for (auto child = node.children.rbegin(); child != node.children.rend(); ++child) {
                    open.emplace_back(*child, depth + 1);
                }
            }
        }
    }

private:
    Row row(const RowNode& node, int depth, bool pinned) const
    {
        Row r;
        r.lane = node.lane;
        r.depth = static_cast<std::int16_t>(std::min(depth, 1000));
        r.expandable = node.expandable();
        r.expanded = node.expanded && r.expandable;
        r.pinned = pinned;
        r.padding = m_metrics.padding;
        r.lines = 1;
        const int line = node.height > 0 ? node.height : m_metrics.lineHeight;
        r.lineHeight = line;
        switch (node.content) {
        case RowContent::group:
            if (r.expanded || node.children.empty() || !m_model.filter().isEmpty()) {
                r.style = RowStyle::title;
            } else {
                r.style = RowStyle::summary;
                r.lines = stripsOf(static_cast<int>(m_model.summaryLanes(node.lane, RowLayout::kMostStrips + 1).size()));
                r.lineHeight = std::max(line / r.lines, 2);
            }
            break;
        case RowContent::gpu:
            r.style = RowStyle::gpu;
            r.lineHeight = node.height > 0 ? node.height : m_metrics.gpuHeight;
            break;
        case RowContent::counter:
            r.style = RowStyle::counter;
            r.lineHeight = node.height > 0 ? node.height : m_metrics.counterHeight;
            break;
        case RowContent::states:
            r.style = RowStyle::states;
            r.lineHeight = node.height > 0 ? node.height : m_metrics.statesHeight;
            break;
        case RowContent::events:
            if (node.expanded || node.rowCount == 1) {
                r.style = RowStyle::lines;
                r.lines = node.allRows ? node.rowCount : std::min(node.rowCount, RowModel::kRowLimit);
                // One row too many needs as much room as the note that tells of it.
                if (node.rowCount == r.lines + 1) {
                    r.lines = node.rowCount;
                }
                r.linesHidden = node.rowCount - r.lines;
            } else {
                r.lines = stripsOf(node.rowCount);
                r.style = r.lines == node.rowCount ? RowStyle::strips : RowStyle::merged;
                r.lineHeight = std::max(line / r.lines, 2);
            }
            break;
        }
        r.height = 2 * r.padding + r.contentHeight() + (r.linesHidden > 0 ? m_metrics.noteHeight : 0);
        return r;
    }

    static int stripsOf(int lanes) { return lanes <= RowLayout::kMostStrips ? std::max(lanes, 1) : 1; }

    const RowModel& m_model;
    const RowMetrics& m_metrics;
};

void place(std::vector<Row>& rows)
{
    std::int64_t y = 0;
    for (Row& row : rows) {
        row.y = y;
        y += row.height;
    }
}

} // namespace

RowMetrics RowMetrics::forTextHeight(int pixels)
{
    RowMetrics m;
    m.lineHeight = std::max(pixels + 4, 14);
    m.noteHeight = std::max(pixels + 2, 12);
    m.gpuHeight = std::max(3 * pixels + 6, 40);
    m.counterHeight = std::max(2 * pixels + 8, 30);
    m.statesHeight = std::max(pixels - 1, 10);
    return m;
}

void RowLayout::rebuild(const RowModel& model, const RowMetrics& metrics)
{
    m_rows.clear();
    m_pinned.clear();
    const Builder builder(model, metrics);
    for (const core::LaneId lane : model.pinned()) {
        builder.add(lane, true, m_pinned);
    }
    for (const core::LaneId lane : model.roots()) {
        builder.add(lane, false, m_rows);
    }
    place(m_rows);
    place(m_pinned);
    std::uint32_t last = 0;
    for (const auto* rows : {&m_rows, &m_pinned}) {
        for (const Row& row : *rows) {
            last = std::max(last, row.lane.value + 1);
        }
    }
    m_index.assign(last, -1);
    for (std::size_t i = 0; i < m_pinned.size(); ++i) {
        m_index[m_pinned[i].lane.value] = -2 - static_cast<std::int32_t>(i);
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        m_index[m_rows[i].lane.value] = static_cast<std::int32_t>(i);
    }
}

std::span<const Row> RowLayout::visible(std::int64_t top, std::int64_t bottom) const
{
    const auto first = std::partition_point(m_rows.begin(), m_rows.end(), [&](const Row& r) { return r.bottom() <= top; });
    const auto last = std::partition_point(first, m_rows.end(), [&](const Row& r) { return r.y < bottom; });
    return {first, last};
}

const Row* RowLayout::at(std::int64_t y) const
{
    const auto it = std::partition_point(m_rows.begin(), m_rows.end(), [&](const Row& r) { return r.bottom() <= y; });
    return it == m_rows.end() || y < it->y ? nullptr : &*it;
}

const Row* RowLayout::find(core::LaneId lane) const
{
    const std::int32_t i = lane.value < m_index.size() ? m_index[lane.value] : -1;
    if (i == -1) {
        return nullptr;
    }
    return i >= 0 ? &m_rows[static_cast<std::size_t>(i)] : &m_pinned[static_cast<std::size_t>(-2 - i)];
}

std::optional<std::size_t> RowLayout::indexOf(core::LaneId lane) const
{
    const std::int32_t i = lane.value < m_index.size() ? m_index[lane.value] : -1;
    return i >= 0 ? std::optional<std::size_t>(static_cast<std::size_t>(i)) : std::nullopt;
}

std::optional<int> RowLayout::lineAt(const Row& row, std::int64_t dy)
{
    if (dy < 0 || dy >= row.height || row.lines == 0 || row.lineHeight == 0) {
        return std::nullopt;
    }
    const std::int64_t inside = dy - row.padding;
    if (inside >= row.contentHeight() && row.linesHidden > 0) {
        return std::nullopt;
    }
    return static_cast<int>(std::clamp<std::int64_t>(inside / row.lineHeight, 0, row.lines - 1));
}

} // namespace pv::widgets
