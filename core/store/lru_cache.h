// SPDX-License-Identifier: MIT
#pragma once

// Values shared by all readers of a report, bounded in bytes: the least recently used go first. What was handed out stays
// alive while it is held. Safe from many threads.

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace pv::core {

template <class Key, class Hash = std::hash<Key>>
class LruCache {
public:
    explicit LruCache(std::size_t limitBytes) : m_limit(limitBytes) {}

    std::shared_ptr<const void> get(const Key& key)
    {
        const std::lock_guard lock(m_mutex);
        const auto it = m_index.find(key);
        if (it == m_index.end()) {
            return nullptr;
        }
        m_entries.splice(m_entries.begin(), m_entries, it->second);
        return it->second->value;
    }
    void put(const Key& key, std::shared_ptr<const void> value, std::size_t bytes)
    {
        const std::lock_guard lock(m_mutex);
        if (m_index.contains(key)) {
            return;
        }
        m_entries.push_front({key, std::move(value), bytes});
        m_index[key] = m_entries.begin();
        m_used += bytes;
        while (m_used > m_limit && m_entries.size() > 1) {
            m_used -= m_entries.back().bytes;
            m_index.erase(m_entries.back().key);
            m_entries.pop_back();
        }
    }
    std::size_t usedBytes() const
    {
        const std::lock_guard lock(m_mutex);
        return m_used;
    }

private:
    struct Entry {
        Key key;
        std::shared_ptr<const void> value;
        std::size_t bytes;
    };
    mutable std::mutex m_mutex; // guards what follows
    std::size_t m_limit;
    std::size_t m_used = 0;
    std::list<Entry> m_entries;
    std::unordered_map<Key, typename std::list<Entry>::iterator, Hash> m_index;
};

} // namespace pv::core
