// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The lanes of a report as the user arranged them: what is expanded, hidden, pinned, moved, filtered and how high it is.
//
// No window and no file access: built once from a report's lane list (which is in memory), used on the GUI thread.
// Lanes without any event in their subtree are left out. Heights are logical pixels.

#include "core/store/report.h"

#include <QJsonObject>
#include <QString>

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace pv::widgets {

// How a row draws its lane.
enum class RowContent : std::uint8_t {
    group,  // no events of its own: summarises its children
    events, // intervals and instants
    states, // thread states: strips without names
    gpu,    // shares of compute, communication and copies
    counter
};

struct RowNode {
    core::LaneId lane = core::kNoLane;
    core::LaneId parent = core::kNoLane;
    core::LaneKind kind{};
    RowContent content = RowContent::group;
    QString name;
    std::vector<core::LaneId> children; // with events, in display order
    std::int64_t ownEvents = 0;
    std::int64_t subtreeEvents = 0;
    std::int32_t rowCount = 0; // sub-rows that its events occupy
    bool used = false;         // has events in its subtree
    bool expanded = true;
    bool hidden = false;
    bool pinned = false;
    bool allRows = false; // no limit on the sub-rows
    int height = 0;       // of one sub-row; 0: the default of its content

    bool expandable() const { return !children.empty() || rowCount > 1; }
};

class RowModel {
public:
    static constexpr int kRowLimit = 8; // sub-rows of an expanded lane unless allRows

    RowModel() = default;
    explicit RowModel(const core::Report& report);
    // For callers without a report: `lanes[i].id` is i; siblings keep the order of their ids.
    explicit RowModel(std::span<const core::Lane> lanes);

    bool contains(core::LaneId lane) const { return lane.value < m_nodes.size() && m_nodes[lane.value].used; }
    const RowNode& node(core::LaneId lane) const { return m_nodes[lane.value]; } // contains(lane) only
    std::span<const core::LaneId> roots() const { return m_roots; }
    // Grows with every change.
    std::uint64_t revision() const { return m_revision; }

    void setExpanded(core::LaneId lane, bool on);
    void setAllExpanded(bool on);
    void setHidden(core::LaneId lane, bool on);
    void showAll();
    std::vector<core::LaneId> hidden() const;
    void setPinned(core::LaneId lane, bool on);
    std::span<const core::LaneId> pinned() const { return m_pinned; } // in order of pinning
    void setAllRows(core::LaneId lane, bool on);
    void setHeight(core::LaneId lane, int pixels); // of one sub-row; clamped to 8..400; 0: default
    void move(core::LaneId lane, int delta);
    // Expands and unhides what stands between the lane and the eye; clears a filter that hides it.
    void reveal(core::LaneId lane);

    void setFilter(const QString& text);
    const QString& filter() const { return m_filter; }
    // By the filter alone: itself, an ancestor or a descendant matches.
    bool passesFilter(core::LaneId lane) const;

    bool isUnder(core::LaneId lane, core::LaneId ancestor) const; // or the same
    // Lanes with intervals in the subtree, for a summary; at most `limit`, those with most events.
    std::vector<core::LaneId> summaryLanes(core::LaneId lane, std::size_t limit) const;
    // Names from the root, for texts: "host > process > thread".
    QString path(core::LaneId lane) const;

    QJsonObject save() const;
    void restore(const QJsonObject& layout); // what is not in this report is ignored

private:
    void build(std::span<const core::Lane> lanes);
    void finishBuild();
    void chooseExpanded();
    void updateFilter();
    QString key(core::LaneId lane) const;
    std::vector<core::LaneId>& siblings(core::LaneId lane);
    void touch() { ++m_revision; }

    std::vector<RowNode> m_nodes; // by lane id
    std::vector<core::LaneId> m_roots;
    std::vector<core::LaneId> m_pinned;
    QString m_filter;
    std::vector<bool> m_passes; // by lane id; empty without a filter
    std::uint64_t m_revision = 0;
};

} // namespace pv::widgets
