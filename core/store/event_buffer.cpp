// SPDX-License-Identifier: MIT
#include "core/store/event_buffer.h"

#include <algorithm>

namespace pv::core {

EventBuffer::EventBuffer(LaneId lane, EventKind kind, std::vector<ColumnId> columns)
    : m_lane(lane), m_kind(kind), m_columns(std::move(columns))
{
}

void EventBuffer::append(const std::int64_t* values, EncodedArgs args)
{
    m_values.insert(m_values.end(), values, values + m_columns.size());
    if (args.shape != kEmptyString && m_shapes.empty()) {
        m_shapes.assign(m_count, 0);
        m_argOffsets.assign(m_count + 1, 0);
    }
    if (!m_argOffsets.empty()) {
        m_shapes.push_back(static_cast<std::int64_t>(args.shape.value));
        m_args.insert(m_args.end(), args.values.begin(), args.values.end());
        m_argOffsets.push_back(m_args.size());
    }
    ++m_count;
}

int EventBuffer::indexOfColumn(ColumnId id) const
{
    const auto it = std::find(m_columns.begin(), m_columns.end(), id);
    return it != m_columns.end() ? static_cast<int>(it - m_columns.begin()) : -1;
}

std::span<const std::int64_t> EventBuffer::args(std::size_t i) const
{
    if (m_argOffsets.empty()) {
        return {};
    }
    return std::span(m_args).subspan(m_argOffsets[i], m_argOffsets[i + 1] - m_argOffsets[i]);
}

void EventBuffer::release()
{
    std::vector<std::int64_t>().swap(m_values);
    std::vector<std::int64_t>().swap(m_shapes);
    std::vector<std::size_t>().swap(m_argOffsets);
    std::vector<std::int64_t>().swap(m_args);
}

} // namespace pv::core
