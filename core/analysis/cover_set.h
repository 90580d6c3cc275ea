// SPDX-License-Identifier: MIT
#pragma once

// A set of moments made of many ranges that may overlap: how much of a range does it cover? Add ranges, then seal(), then
// ask; an answer costs a binary search.

#include "core/model/time.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace pv::core {

class CoverSet {
public:
    void add(TimeRange range)
    {
        if (!range.empty()) {
            m_ranges.push_back(range);
        }
    }
    void seal()
    {
        std::sort(m_ranges.begin(), m_ranges.end(), [](TimeRange a, TimeRange b) { return a.begin < b.begin; });
        std::size_t kept = 0;
        for (const TimeRange r : m_ranges) {
            if (kept > 0 && r.begin <= m_ranges[kept - 1].end) {
                m_ranges[kept - 1].end = std::max(m_ranges[kept - 1].end, r.end);
            } else {
                m_ranges[kept++] = r;
            }
        }
        m_ranges.resize(kept);
        m_before.resize(kept + 1, 0);
        for (std::size_t i = 0; i < kept; ++i) {
            m_before[i + 1] = m_before[i] + static_cast<std::uint64_t>(m_ranges[i].durationNs());
        }
    }
    bool empty() const { return m_ranges.empty(); }
    std::int64_t coveredNs(TimeRange range) const
    {
        return range.empty() ? 0 : static_cast<std::int64_t>(before(range.end) - before(range.begin));
    }
    // A range of the set holds `at`, or ended at most `slackNs` before it.
    bool holds(TimeNs at, std::int64_t slackNs) const
    {
        const auto i = firstAfter(at);
        return i > 0 && TimeRange{m_ranges[i - 1].end, at}.durationNs() <= slackNs;
    }

private:
    std::size_t firstAfter(TimeNs at) const
    {
        return static_cast<std::size_t>(
            std::upper_bound(m_ranges.begin(), m_ranges.end(), at, [](TimeNs t, TimeRange r) { return t < r.begin; }) - m_ranges.begin());
    }
    // Covered before `at`.
    std::uint64_t before(TimeNs at) const
    {
        const auto i = firstAfter(at);
        if (i == 0) {
            return 0;
        }
        const TimeRange last = m_ranges[i - 1];
        return m_before[i - 1] + static_cast<std::uint64_t>(TimeRange{last.begin, std::min(at, last.end)}.durationNs());
    }

    std::vector<TimeRange> m_ranges; // disjoint once sealed
    std::vector<std::uint64_t> m_before;
};

} // namespace pv::core
