// SPDX-License-Identifier: MIT
#pragma once

// Flow arrows: points with the same key, linked in order of time at the end (an end may stand before its start in the
// file). A new start opens a new arrow; every end is linked to what came last. Memory: 40 bytes a point; beyond
// kMostPoints finished arrows are written and their points forgotten.

#include "core/import/chrome_report.h"

#include <functional>

namespace pv::core::chrome {

struct ThreadState;

enum class FlowKind : std::uint8_t { flow, forwardBackward, launch };

struct FlowPoint {
    enum class Role : std::uint8_t { start, step, end };
    std::uint64_t key = 0;
    TimeNs at = 0;
    LaneId lane = kNoLane;
    StringId name{};
    std::uint32_t order = 0;
    Role role = Role::start;
    LinkEnd::Bind bind = LinkEnd::Bind::enclosing;
    FlowKind kind = FlowKind::flow;
    ThreadState* thread = nullptr; // whose slices it binds to; null: to another lane, or an event itself
};

class FlowTracker {
public:
    // `quiet`: ends that find no partner are no news.
    explicit FlowTracker(ReportContext& report, bool quiet = false) : m_report(report), m_quiet(quiet) {}
    void add(FlowPoint point, std::uint64_t offset);
    // Asked for each end of an arrow before it is written; may move it to an event of its own. `name` is the flow's.
    std::function<void(FlowPoint& point)> place;
    void finish();
    void forget();
    std::int64_t links() const { return m_links; }

private:
    static constexpr std::size_t kMostPoints = 1'000'000;
    void match(bool last);

    ReportContext& m_report;
    bool m_quiet;
    std::vector<FlowPoint> m_points;
    std::uint64_t m_firstOffset = 0;
    std::uint32_t m_order = 0;
    std::int64_t m_links = 0;
};

} // namespace pv::core::chrome
