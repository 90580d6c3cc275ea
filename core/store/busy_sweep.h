// SPDX-License-Identifier: MIT
#pragma once

// The union over a device's streams, cut by what the device does (GpuState). Feed intervals of all streams in order of
// start; disjoint intervals come out in time order, touching ones of one state joined. Bounded by how many intervals are
// open at a time.

#include "core/model/time.h"
#include "core/store/tile.h"

#include <array>
#include <functional>
#include <queue>
#include <vector>

namespace pv::core {

class BusySweep {
public:
    using Emit = std::function<bool(TimeRange, GpuState)>; // false: stop

    explicit BusySweep(Emit emit) : m_emit(std::move(emit)) {}

    // False once the receiver wants no more.
    bool add(TimeNs start, TimeNs end, GpuState state)
    {
        if (end <= start) {
            return m_going;
        }
        advance(start);
        ++m_open[static_cast<std::size_t>(state)];
        m_ends.emplace(end, state);
        return m_going;
    }
    void finish()
    {
        advance(kAllTime.end);
        flush();
    }

private:
    GpuState current() const
    {
        for (std::size_t i = 0; i < m_open.size(); ++i) {
            if (m_open[i] > 0) {
                return static_cast<GpuState>(i);
            }
        }
        return GpuState::idle;
    }
    void emit(TimeNs to)
    {
        const GpuState state = current();
        if (state == GpuState::idle || to <= m_now) {
            return;
        }
        if (m_pendingState == state && m_pending.end == m_now && !m_pending.empty()) {
            m_pending.end = to;
        } else {
            flush();
            m_pending = {m_now, to};
            m_pendingState = state;
        }
    }
    void flush()
    {
        if (m_going && !m_pending.empty()) {
            m_going = m_emit(m_pending, m_pendingState);
        }
        m_pending = {};
    }
    void advance(TimeNs to)
    {
        while (!m_ends.empty() && m_ends.top().first <= to) {
            const auto [end, state] = m_ends.top();
            emit(end);
            m_now = end;
            m_ends.pop();
            --m_open[static_cast<std::size_t>(state)];
        }
        if (!m_ends.empty()) {
            emit(to);
        }
        m_now = to;
    }

    Emit m_emit;
    bool m_going = true;
    TimeNs m_now = kAllTime.begin;
    std::array<int, 3> m_open{};
    std::priority_queue<std::pair<TimeNs, GpuState>, std::vector<std::pair<TimeNs, GpuState>>, std::greater<>> m_ends;
    TimeRange m_pending{};
    GpuState m_pendingState = GpuState::idle;
};

} // namespace pv::core
