// SPDX-License-Identifier: MIT
#pragma once

// Events of one lane, kind and column list as they were appended, row by row, until the report is finished.

#include "core/store/report_writer.h"

#include <cstdint>
#include <vector>

namespace pv::core {

class EventBuffer : public EventAppender {
public:
    EventBuffer(LaneId lane, EventKind kind, std::vector<ColumnId> columns);

    void append(const std::int64_t* values, EncodedArgs args) override;

    LaneId lane() const { return m_lane; }
    EventKind kind() const { return m_kind; }
    const std::vector<ColumnId>& columns() const { return m_columns; }
    std::size_t count() const { return m_count; }
    const std::int64_t* row(std::size_t i) const { return m_values.data() + i * m_columns.size(); }
    std::int64_t* row(std::size_t i) { return m_values.data() + i * m_columns.size(); }
    // Place of a column in a row; -1: the buffer has it not.
    int indexOfColumn(ColumnId id) const;
    bool hasArgs() const { return !m_shapes.empty(); }
    std::int64_t shape(std::size_t i) const { return m_shapes.empty() ? 0 : m_shapes[i]; }
    std::span<const std::int64_t> args(std::size_t i) const;
    void release(); // gives the memory back

private:
    LaneId m_lane;
    EventKind m_kind;
    std::vector<ColumnId> m_columns;
    std::size_t m_count = 0;
    std::vector<std::int64_t> m_values;
    std::vector<std::int64_t> m_shapes;    // empty until an event has arguments
    std::vector<std::size_t> m_argOffsets; // count + 1 of them, likewise
    std::vector<std::int64_t> m_args;
};

} // namespace pv::core
