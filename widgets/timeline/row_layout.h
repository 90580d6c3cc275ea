// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where each visible row lies. Made anew from a RowModel whenever that changed; then every question is a binary search.
//
// Logical pixels; y is 64-bit within the layout, so thousands of lanes fit. Pinned lanes (with what is open below them)
// form a section of their own above the scrolled one, each with its own y from 0.

#include "widgets/timeline/row_model.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace pv::widgets {

struct RowMetrics {
    int lineHeight = 18; // one sub-row
    int padding = 2;     // above and below a row's content
    int noteHeight = 16; // line that tells of sub-rows that are not shown
    int gpuHeight = 48;
    int counterHeight = 36;
    int statesHeight = 14;

    static RowMetrics forTextHeight(int pixels);
};

// What a row's content is drawn as.
enum class RowStyle : std::uint8_t {
    title,   // an open group: only its name
    summary, // a closed group: one strip a lane, or the largest share of many
    lines,   // one line a sub-row
    strips,  // a closed lane: its sub-rows as thin strips
    merged,  // a closed lane with too many sub-rows for strips: their union
    states,
    gpu,
    counter
};

struct Row {
    core::LaneId lane = core::kNoLane;
    RowStyle style = RowStyle::title;
    std::int16_t depth = 0;
    bool expandable = false;
    bool expanded = false;
    bool pinned = false;
    std::int64_t y = 0;
    int height = 0;      // all of it
    int padding = 0;     // content starts this far below y
    int lineHeight = 0;  // of one line or strip
    int lines = 0;       // lines or strips shown
    int linesHidden = 0; // sub-rows beyond the limit; the note line is shown when > 0

    int contentHeight() const { return lineHeight * lines; }
    std::int64_t bottom() const { return y + height; }
};

class RowLayout {
public:
    static constexpr int kMostStrips = 6;

    void rebuild(const RowModel& model, const RowMetrics& metrics);

    std::span<const Row> rows() const { return m_rows; }     // scrolled, by y
    std::span<const Row> pinned() const { return m_pinned; } // by y
    std::int64_t height() const { return m_rows.empty() ? 0 : m_rows.back().bottom(); }
    std::int64_t pinnedHeight() const { return m_pinned.empty() ? 0 : m_pinned.back().bottom(); }
    // Rows that touch [top, bottom).
    std::span<const Row> visible(std::int64_t top, std::int64_t bottom) const;
    const Row* at(std::int64_t y) const;                         // null: below the last
    const Row* find(core::LaneId lane) const;                    // scrolled first, then pinned
    std::optional<std::size_t> indexOf(core::LaneId lane) const; // in rows()

    // Sub-row at a distance from the row's top; absent on padding's outside and on the note line.
    static std::optional<int> lineAt(const Row& row, std::int64_t dy);

private:
    std::vector<Row> m_rows;
    std::vector<Row> m_pinned;
    std::vector<std::int32_t> m_index; // lane -> index in m_rows, -1: none; pinned: -2 - index
};

} // namespace pv::widgets
