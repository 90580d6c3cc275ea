// SPDX-License-Identifier: MIT
#pragma once

// The numbers every summary shows of a group of values: sum, count, mean, median, smallest, largest and standard
// deviation.
//
// Formulas (found by experiment on the reference's results): the median of an even count is the mean of the two middle
// values; the standard deviation is that of a sample, sqrt(sum((x - mean)^2) / (n - 1)), and 0 for one value.
//
// Memory: exact medians need all values: 12 bytes a value while they are collected, 8 more for a moment in finish().
// Ten million events thus take 200 MB for a moment.

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace pv::core {

// Sums of untrusted durations stay within int64.
inline std::int64_t cappedSum(std::int64_t a, std::int64_t b)
{
    std::int64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum)
               ? (a < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max())
               : sum;
}

struct Summary {
    std::int64_t sum = 0; // cut to the range of int64
    std::int64_t count = 0;
    double mean = 0;
    double median = 0;
    std::int64_t min = 0;
    std::int64_t max = 0;
    double stdDev = 0;
};

// Reorders `values`. All zero for no values.
Summary summarise(std::span<std::int64_t> values);

// Values of many groups, in any order. Groups are numbered densely by the caller.
class GroupedValues {
public:
    void add(std::uint32_t group, std::int64_t value)
    {
        m_groups.push_back(group);
        m_values.push_back(value);
    }
    std::size_t size() const { return m_values.size(); }
    void reserve(std::size_t more)
    {
        m_groups.reserve(m_groups.size() + more);
        m_values.reserve(m_values.size() + more);
    }
    void append(const GroupedValues& other);
    // One summary a group, for the groups 0..groupCount-1. Empties the collection.
    std::vector<Summary> finish(std::uint32_t groupCount);

private:
    std::vector<std::uint32_t> m_groups;
    std::vector<std::int64_t> m_values;
};

// Numbers keys 0, 1, 2, ... in order of first sight: an open-addressing map from Key (trivially comparable) to number.
template <class Key, class Hash>
class DenseIndex {
public:
    // The key's number, new or old.
    std::uint32_t operator()(const Key& key)
    {
        if ((m_keys.size() + 1) * 2 > m_slots.size()) {
            grow();
        }
        const std::size_t mask = m_slots.size() - 1;
        for (std::size_t i = Hash{}(key)&mask;; i = (i + 1) & mask) {
            if (m_slots[i] == kFree) {
                m_slots[i] = static_cast<std::uint32_t>(m_keys.size());
                m_keys.push_back(key);
                return m_slots[i];
            }
            if (m_keys[m_slots[i]] == key) {
                return m_slots[i];
            }
        }
    }
    const std::vector<Key>& keys() const { return m_keys; }
    std::uint32_t size() const { return static_cast<std::uint32_t>(m_keys.size()); }

private:
    static constexpr std::uint32_t kFree = 0xFFFFFFFFu;
    void grow()
    {
        m_slots.assign(m_slots.empty() ? 64 : m_slots.size() * 2, kFree);
        const std::size_t mask = m_slots.size() - 1;
        for (std::uint32_t k = 0; k < m_keys.size(); ++k) {
            std::size_t i = Hash{}(m_keys[k]) & mask;
            while (m_slots[i] != kFree) {
                i = (i + 1) & mask;
            }
            m_slots[i] = k;
        }
    }
    std::vector<Key> m_keys;
    std::vector<std::uint32_t> m_slots;
};

// Mixes bits so that the low ones may choose a slot.
constexpr std::uint64_t mixBits(std::uint64_t x)
{
    x ^= x >> 32;
    x *= 0x9E3779B97F4A7C15ull;
    x ^= x >> 29;
    x *= 0xBF58476D1CE4E5B9ull;
    return x ^ (x >> 32);
}
struct MixHash {
    std::size_t operator()(std::uint64_t x) const { return static_cast<std::size_t>(mixBits(x)); }
};

} // namespace pv::core
