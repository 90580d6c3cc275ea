// SPDX-License-Identifier: MIT
#include "core/analysis/stats/grouped.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pv::core {

Summary summarise(std::span<std::int64_t> values)
{
    Summary s;
    if (values.empty()) {
        return s;
    }
    s.count = static_cast<std::int64_t>(values.size());
    __extension__ using Wide = __int128;
    Wide sum = 0;
    s.min = s.max = values.front();
    for (const std::int64_t v : values) {
        sum += v;
        s.min = std::min(s.min, v);
        s.max = std::max(s.max, v);
    }
    constexpr Wide kLargest = std::numeric_limits<std::int64_t>::max();
    constexpr Wide kSmallest = std::numeric_limits<std::int64_t>::min();
    s.sum = static_cast<std::int64_t>(std::clamp(sum, kSmallest, kLargest));
    s.mean = static_cast<double>(sum) / static_cast<double>(s.count);
    double squares = 0;
    for (const std::int64_t v : values) {
        const double d = static_cast<double>(v) - s.mean;
        squares += d * d;
    }
    s.stdDev = values.size() > 1 ? std::sqrt(squares / static_cast<double>(values.size() - 1)) : 0;

    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) {
        s.median = static_cast<double>(*middle);
    } else {
        const std::int64_t lower = *std::max_element(values.begin(), middle);
        s.median = static_cast<double>(static_cast<Wide>(lower) + *middle) / 2;
    }
    return s;
}

void GroupedValues::append(const GroupedValues& other)
{
    m_groups.insert(m_groups.end(), other.m_groups.begin(), other.m_groups.end());
    m_values.insert(m_values.end(), other.m_values.begin(), other.m_values.end());
}

std::vector<Summary> GroupedValues::finish(std::uint32_t groupCount)
{
    std::vector<std::size_t> begins(groupCount + 1u, 0);
    for (const std::uint32_t g : m_groups) {
        ++begins[g + 1];
    }
    for (std::uint32_t g = 0; g < groupCount; ++g) {
        begins[g + 1] += begins[g];
    }
    std::vector<std::int64_t> ordered(m_values.size());
    std::vector<std::size_t> next(begins.begin(), begins.end() - 1);
    for (std::size_t i = 0; i < m_values.size(); ++i) {
        ordered[next[m_groups[i]]++] = m_values[i];
    }
    m_groups = {};
    m_values = {};
    std::vector<Summary> summaries(groupCount);
    for (std::uint32_t g = 0; g < groupCount; ++g) {
        summaries[g] = summarise(std::span(ordered).subspan(begins[g], begins[g + 1] - begins[g]));
    }
    return summaries;
}

} // namespace pv::core
