// SPDX-License-Identifier: MIT
#include "core/store/link_resolver.h"

#include <algorithm>

namespace pv::core {

void LinkResolver::add(const LinkEnd& source, const LinkEnd& target, StringId kind)
{
    const std::size_t link = m_links.size();
    m_links.push_back({kNoEvent, kNoEvent, kind});
    m_ends[source.lane].push_back({source, link, true});
    m_ends[target.lane].push_back({target, link, false});
}

void LinkResolver::resolve(LaneId lane, std::span<const LaneEvent> events, TimeNs shift)
{
    auto& ends = m_ends[lane];
    for (End& e : ends) {
        e.place.at -= shift;
    }
    std::stable_sort(ends.begin(), ends.end(), [](const End& a, const End& b) { return a.place.at < b.place.at; });
    std::vector<const LaneEvent*> open; // may hold ended ones below the top
    std::size_t next = 0;
    for (const End& e : ends) {
        const TimeNs at = e.place.at;
        while (next < events.size() && events[next].start <= at) {
            while (!open.empty() && open.back()->end < events[next].start) {
                open.pop_back();
            }
            open.push_back(&events[next++]);
        }
        const LaneEvent* found = nullptr;
        const auto first = std::lower_bound(events.begin(), events.end(), at, [](const LaneEvent& v, TimeNs t) { return v.start < t; });
        switch (e.place.bind) {
        case LinkEnd::Bind::enclosing:
            while (!open.empty() && open.back()->end < at) {
                open.pop_back();
            }
            for (auto it = open.rbegin(); it != open.rend() && found == nullptr; ++it) {
                found = (*it)->end >= at ? *it : nullptr;
            }
            break;
        case LinkEnd::Bind::next: found = first != events.end() ? &*first : nullptr; break;
        case LinkEnd::Bind::exact:
            for (auto it = first; it != events.end() && it->start == at; ++it) {
                if (found == nullptr || it->name == e.place.name) {
                    found = &*it;
                }
                if (it->name == e.place.name) {
                    break;
                }
            }
            break;
        }
        if (found != nullptr) {
            (e.isSource ? m_links[e.link].source : m_links[e.link].target) = found->id;
        }
    }
}

std::vector<LinkResolver::Resolved> LinkResolver::take(std::int64_t& lost)
{
    std::vector<Resolved> good;
    for (const Resolved& r : m_links) {
        if (r.source != kNoEvent && r.target != kNoEvent) {
            good.push_back(r);
        }
    }
    lost = static_cast<std::int64_t>(m_links.size() - good.size());
    std::sort(good.begin(), good.end(),
              [](const Resolved& a, const Resolved& b) { return a.source != b.source ? a.source < b.source : a.target < b.target; });
    return good;
}

} // namespace pv::core
