// SPDX-License-Identifier: MIT
#pragma once

// Puts the events of a lane on rows such that no two events of a row overlap. Feed events in order of (start, longer
// first). Zero-length events touch but never overlap.
//
// nested: an event lies one row below the lowest event still open when it starts, so children are below their parents.
// An event that sticks out of its parent by rounding (at most 2 us and at most half of the shorter one) still counts as
// its child: true times are kept, only the row is chosen so. packed: the lowest free row.

#include "core/model/lane.h"
#include "core/model/time.h"

#include <cstdint>
#include <queue>
#include <set>
#include <vector>

namespace pv::core {

class RowLayout {
public:
    explicit RowLayout(RowPolicy policy) : m_policy(policy) {}

    struct Place {
        std::int32_t row = 0;
        std::int32_t depth = 0; // enclosing events; packed lanes have none
    };
    Place place(TimeNs start, std::int64_t durationNs);
    std::int32_t rowCount() const { return m_rowCount; }

private:
    struct Open {
        TimeNs end;
        std::int32_t row;
    };
    Place nested(TimeNs start, TimeNs end);
    Place packed(TimeNs start, TimeNs end);

    RowPolicy m_policy;
    std::int32_t m_rowCount = 0;
    std::vector<Open> m_stack; // nested: rising rows
    std::priority_queue<std::pair<TimeNs, std::int32_t>, std::vector<std::pair<TimeNs, std::int32_t>>, std::greater<>> m_ends; // packed
    std::set<std::int32_t> m_free;
};

} // namespace pv::core
