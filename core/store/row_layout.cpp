// SPDX-License-Identifier: MIT
#include "core/store/row_layout.h"

#include <algorithm>

namespace pv::core {

RowLayout::Place RowLayout::place(TimeNs start, std::int64_t durationNs)
{
    const TimeNs end = endOf(start, durationNs);
    const Place p = m_policy == RowPolicy::nested ? nested(start, end) : packed(start, end);
    m_rowCount = std::max(m_rowCount, p.row + 1);
    return p;
}

RowLayout::Place RowLayout::nested(TimeNs start, TimeNs end)
{
    // What has ended at `start` is closed, wherever in the stack it is: an event that stuck out of its parent may end
    // later than those above it. The stack stays short, since it is as deep as the nesting at this moment.
    while (!m_stack.empty() && m_stack.back().end <= start) {
        m_stack.pop_back();
    }
    if (m_stack.empty()) {
        m_stack.push_back({end, 0});
        return {0, 0};
    }
    std::int32_t depth = 0;
    if (m_stack.size() <= 64) {
        for (const Open& o : m_stack) {
            depth += o.end > start ? 1 : 0;
        }
    } else {
        depth = static_cast<std::int32_t>(m_stack.size());
    }
    const std::int32_t row = m_stack.back().row + 1;
    m_stack.push_back({end, row});
    return {row, depth};
}

RowLayout::Place RowLayout::packed(TimeNs start, TimeNs end)
{
    while (!m_ends.empty() && m_ends.top().first <= start) {
        m_free.insert(m_ends.top().second);
        m_ends.pop();
    }
    std::int32_t row = 0;
    if (!m_free.empty()) {
        row = *m_free.begin();
    } else {
        row = static_cast<std::int32_t>(m_ends.size());
    }
    if (end > start) {
        m_free.erase(row);
        m_ends.emplace(end, row);
    } else {
        m_free.insert(row); // zero length: takes no room
    }
    return {row, 0};
}

} // namespace pv::core
