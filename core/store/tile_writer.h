// SPDX-License-Identifier: MIT
#pragma once

// Buckets of one row of a lane become stored tiles; empty tiles are not stored. Buckets of a level come in order of time.

#include "core/store/database.h"
#include "core/store/pyramid.h"

#include <map>

namespace pv::core {

class TileWriter {
public:
    TileWriter(Statement& insert, LaneId lane, std::int32_t row) : m_insert(insert), m_lane(lane), m_row(row) {}
    void put(int level, std::int64_t bucketIndex, const Bucket& bucket);
    void finish();

private:
    struct Open {
        std::int64_t tile = 0;
        std::vector<Bucket> buckets;
    };
    void flush(int level, Open& open);

    Statement& m_insert;
    LaneId m_lane;
    std::int32_t m_row;
    std::map<int, Open> m_open;
};

// The finest level worth storing for `events` events over a span, and the first at which one bucket holds everything.
struct PyramidLevels {
    int base = 0;
    int top = -1;
};
PyramidLevels pyramidLevels(TimeRange range, std::int64_t events);

} // namespace pv::core
