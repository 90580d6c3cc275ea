// SPDX-License-Identifier: MIT
#include "core/import/chrome_flows.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

namespace pv::core::chrome {

namespace {
std::string_view kindText(FlowKind kind)
{
    switch (kind) {
    case FlowKind::forwardBackward: return "fwd_bwd";
    case FlowKind::launch: return "launch";
    default: return "flow";
    }
}

LinkEnd endOf(const FlowPoint& p) { return {p.lane, p.at, p.bind, p.bind == LinkEnd::Bind::exact ? p.name : kEmptyString}; }
} // namespace

void FlowTracker::add(FlowPoint point, std::uint64_t offset)
{
    if (m_points.empty() && m_order == 0) {
        m_firstOffset = offset;
    }
    point.order = m_order++;
    m_points.push_back(point);
    if (m_points.size() >= kMostPoints) {
        match(false);
    }
}

void FlowTracker::match(bool last)
{
    std::sort(m_points.begin(), m_points.end(), [](const FlowPoint& a, const FlowPoint& b) {
        return std::tie(a.key, a.at, a.role, a.order) < std::tie(b.key, b.at, b.role, b.order);
    });
    std::vector<FlowPoint> kept;
    const FlowPoint* from = nullptr;
    bool used = false;
    std::int64_t lonelyStarts = 0;
    std::int64_t lonelyEnds = 0;
    const auto close = [&] {
        if (from == nullptr) {
            return;
        }
        if (!last && kept.size() < kMostPoints / 2) {
            kept.push_back(*from); // more may follow in the file
        } else {
            lonelyStarts += !used;
        }
    };
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const FlowPoint& point = m_points[i];
        if (i == 0 || m_points[i - 1].key != point.key) {
            close();
            from = nullptr;
            used = false;
        }
        if (point.role == FlowPoint::Role::start) {
            lonelyStarts += from != nullptr && !used;
            from = &point;
            used = false;
            continue;
        }
        if (from == nullptr) {
            if (!last && kept.size() < kMostPoints / 2) {
                kept.push_back(point);
                continue;
            }
            ++lonelyEnds;
            if (point.role == FlowPoint::Role::step) {
                from = &point;
                used = false;
            }
            continue;
        }
        FlowPoint source = *from;
        FlowPoint target = point;
        if (last && place) {
            place(source);
            place(target);
        }
        m_report.writer.addLink(endOf(source), endOf(target), kindText(from->kind));
        ++m_links;
        used = true;
        if (point.role == FlowPoint::Role::step) {
            from = &point;
        }
    }
    close();
    if (lonelyStarts > 0 && !m_quiet) {
        m_report.faults.add(
            "json.flow.no_end", Severity::info,
            [&] {
                return fmt::format("Flow arrows have a start but no end; they are left out (the trace's first flow event is at byte {}).",
                                   m_firstOffset);
            },
            lonelyStarts);
    }
    if (lonelyEnds > 0 && !m_quiet) {
        m_report.faults.add(
            "json.flow.no_start", Severity::info,
            [&] {
                return fmt::format("Flow arrows have an end but no start; they are left out (the trace's first flow event is at byte {}).",
                                   m_firstOffset);
            },
            lonelyEnds);
    }
    m_points = std::move(kept);
}

void FlowTracker::finish()
{
    match(true);
    forget();
}

void FlowTracker::forget()
{
    m_points.clear();
    m_points.shrink_to_fit();
}

} // namespace pv::core::chrome
