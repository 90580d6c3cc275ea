// SPDX-License-Identifier: MIT
#pragma once

// Ends of links are given by place (LinkEnd); here they find their events, lane by lane, in one sweep over the lane's
// events in order of start.

#include "core/store/report_writer.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace pv::core {

struct LaneEvent { // as the resolver sees it
    TimeNs start;
    TimeNs end;
    StringId name;
    EventId id;
};

class LinkResolver {
public:
    void add(const LinkEnd& source, const LinkEnd& target, StringId kind);
    bool wants(LaneId lane) const { return m_ends.contains(lane); }
    // Events of the lane in order of (start, longer first), in the report's time.
    void resolve(LaneId lane, std::span<const LaneEvent> events, TimeNs shift);

    struct Resolved {
        EventId source;
        EventId target;
        StringId kind;
    };
    // Links with both ends found, ordered by source; `lost` counts the others.
    std::vector<Resolved> take(std::int64_t& lost);

private:
    struct End {
        LinkEnd place;
        std::size_t link;
        bool isSource;
    };
    std::unordered_map<LaneId, std::vector<End>> m_ends;
    std::vector<Resolved> m_links;
};

} // namespace pv::core
