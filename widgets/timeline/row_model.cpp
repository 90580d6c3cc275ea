// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/row_model.h"

#include <QJsonArray>

#include <algorithm>
#include <set>

namespace pv::widgets {
namespace {

QString laneName(const core::Lane& lane)
{
    QString name = QString::fromUtf8(lane.name.data(), static_cast<qsizetype>(lane.name.size()));
    if (name.isEmpty()) {
        const auto kind = core::laneKindName(lane.kind);
        name = QString::fromUtf8(kind.data(), static_cast<qsizetype>(kind.size()));
    }
    if (!lane.unit.empty() && lane.kind == core::LaneKind::counter) {
        const QString unit = QString::fromUtf8(lane.unit.data(), static_cast<qsizetype>(lane.unit.size()));
        if (!name.contains(unit)) {
            name += QStringLiteral(" [%1]").arg(unit);
        }
    }
    return name;
}

RowContent contentOf(const core::Lane& lane)
{
    switch (lane.kind) {
    case core::LaneKind::gpu: return RowContent::gpu;
    case core::LaneKind::counter: return RowContent::counter;
    case core::LaneKind::counterGroup: return RowContent::group;
    case core::LaneKind::threadState: return lane.eventCount > 0 ? RowContent::states : RowContent::group;
    default: return lane.eventCount > 0 ? RowContent::events : RowContent::group;
    }
}

} // namespace

RowModel::RowModel(const core::Report& report)
{
    build(report.lanes());
    // The report's order of siblings; only lanes that exist.
    const auto ordered = [&](core::LaneId parent, std::vector<core::LaneId>& out) {
        out.clear();
        for (const core::LaneId child : report.children(parent)) {
            if (child.value < m_nodes.size() && m_nodes[child.value].parent == parent) {
                out.push_back(child);
            }
        }
    };
    ordered(core::kNoLane, m_roots);
    for (RowNode& node : m_nodes) {
        ordered(node.lane, node.children);
    }
    finishBuild();
}

RowModel::RowModel(std::span<const core::Lane> lanes)
{
    build(lanes);
    for (const RowNode& node : m_nodes) {
        (node.parent == core::kNoLane ? m_roots : m_nodes[node.parent.value].children).push_back(node.lane);
    }
    finishBuild();
}

void RowModel::build(std::span<const core::Lane> lanes)
{
    m_nodes.resize(lanes.size());
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        RowNode& node = m_nodes[i];
        const core::Lane& lane = lanes[i];
        node.lane = core::LaneId{static_cast<std::uint32_t>(i)};
        // A parent always has a smaller id; anything else would be a cycle.
        node.parent = lane.parent.value < i ? lane.parent : core::kNoLane;
        node.kind = lane.kind;
        node.content = contentOf(lane);
        node.name = laneName(lane);
        node.ownEvents = lane.eventCount;
        node.rowCount = node.content == RowContent::events ? std::max(lane.rowCount, 1) : 0;
        node.used = lane.eventCount > 0;
        // A counter's samples may be its parent's.
        if (lane.kind == core::LaneKind::counter && node.parent != core::kNoLane && lanes[node.parent.value].eventCount > 0) {
            node.used = true;
        }
    }
}

void RowModel::finishBuild()
{
    for (std::size_t i = m_nodes.size(); i-- > 0;) {
        RowNode& node = m_nodes[i];
        node.subtreeEvents += node.ownEvents;
        if (node.parent != core::kNoLane) {
            RowNode& parent = m_nodes[node.parent.value];
            parent.subtreeEvents += node.subtreeEvents;
            parent.used = parent.used || node.used;
        }
    }
    const auto dropUnused = [&](std::vector<core::LaneId>& list) {
        std::erase_if(list, [&](core::LaneId id) { return !m_nodes[id.value].used; });
    };
    dropUnused(m_roots);
    for (RowNode& node : m_nodes) {
        dropUnused(node.children);
    }
    chooseExpanded();
    touch();
}

void RowModel::chooseExpanded()
{
    // Threads that drive the GPU or carry ranges of the user are open, the busiest few; the rest is one line each.
    constexpr std::size_t kOpenThreads = 4;
    std::vector<std::pair<std::int64_t, core::LaneId>> threads;
    for (RowNode& node : m_nodes) {
        if (node.kind == core::LaneKind::thread && !node.children.empty()) {
            std::int64_t interest = 0;
            for (const core::LaneId child : node.children) {
                const RowNode& lane = m_nodes[child.value];
                if (lane.kind == core::LaneKind::api || lane.kind == core::LaneKind::nvtx || lane.kind == core::LaneKind::op) {
                    interest += lane.subtreeEvents;
                }
            }
            node.expanded = false;
            if (interest > 0) {
                threads.emplace_back(-interest, node.lane);
            }
        } else if (node.kind == core::LaneKind::counterGroup) {
            node.expanded = node.children.size() <= 4;
        }
    }
    std::sort(threads.begin(), threads.end());
    for (std::size_t i = 0; i < std::min(threads.size(), kOpenThreads); ++i) {
        m_nodes[threads[i].second.value].expanded = true;
    }
}

void RowModel::setExpanded(core::LaneId lane, bool on)
{
    if (contains(lane) && m_nodes[lane.value].expanded != on) {
        m_nodes[lane.value].expanded = on;
        touch();
    }
}

void RowModel::setAllExpanded(bool on)
{
    for (RowNode& node : m_nodes) {
        node.expanded = on;
    }
    touch();
}

void RowModel::setHidden(core::LaneId lane, bool on)
{
    if (contains(lane) && m_nodes[lane.value].hidden != on) {
        m_nodes[lane.value].hidden = on;
        touch();
    }
}

void RowModel::showAll()
{
    for (RowNode& node : m_nodes) {
        node.hidden = false;
    }
    touch();
}

std::vector<core::LaneId> RowModel::hidden() const
{
    std::vector<core::LaneId> lanes;
    for (const RowNode& node : m_nodes) {
        if (node.used && node.hidden) {
            lanes.push_back(node.lane);
        }
    }
    return lanes;
}

void RowModel::setPinned(core::LaneId lane, bool on)
{
    if (contains(lane) && m_nodes[lane.value].pinned != on) {
        m_nodes[lane.value].pinned = on;
        std::erase(m_pinned, lane);
        if (on) {
            m_pinned.push_back(lane);
        }
        touch();
    }
}

void RowModel::setAllRows(core::LaneId lane, bool on)
{
    if (contains(lane) && m_nodes[lane.value].allRows != on) {
        m_nodes[lane.value].allRows = on;
        touch();
    }
}

void RowModel::setHeight(core::LaneId lane, int pixels)
{
    if (contains(lane)) {
        m_nodes[lane.value].height = pixels <= 0 ? 0 : std::clamp(pixels, 8, 400);
        touch();
    }
}

std::vector<core::LaneId>& RowModel::siblings(core::LaneId lane)
{
    const core::LaneId parent = m_nodes[lane.value].parent;
    return parent == core::kNoLane ? m_roots : m_nodes[parent.value].children;
}

void RowModel::move(core::LaneId lane, int delta)
{
    if (!contains(lane)) {
        return;
    }
    auto& list = siblings(lane);
    const auto from = std::find(list.begin(), list.end(), lane);
    if (from == list.end()) {
        return;
    }
    const auto at = from - list.begin();
    const auto to = std::clamp<std::ptrdiff_t>(at + delta, 0, static_cast<std::ptrdiff_t>(list.size()) - 1);
    if (to > at) {
        std::rotate(from, from + 1, list.begin() + to + 1);
    } else if (to < at) {
        std::rotate(list.begin() + to, from, from + 1);
    }
    touch();
}

void RowModel::reveal(core::LaneId lane)
{
    if (!contains(lane)) {
        return;
    }
    if (!passesFilter(lane)) {
        setFilter({});
    }
    m_nodes[lane.value].hidden = false;
    for (core::LaneId at = m_nodes[lane.value].parent; at != core::kNoLane; at = m_nodes[at.value].parent) {
        m_nodes[at.value].hidden = false;
        m_nodes[at.value].expanded = true;
    }
    touch();
}

void RowModel::setFilter(const QString& text)
{
    if (text.trimmed() != m_filter) {
        m_filter = text.trimmed();
        updateFilter();
        touch();
    }
}

void RowModel::updateFilter()
{
    m_passes.clear();
    if (m_filter.isEmpty()) {
        return;
    }
    m_passes.resize(m_nodes.size());
    std::vector<bool> matches(m_nodes.size());
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const RowNode& node = m_nodes[i];
        // Parents come first: what a matching parent holds passes.
        matches[i] = node.name.contains(m_filter, Qt::CaseInsensitive) || (node.parent != core::kNoLane && matches[node.parent.value]);
        m_passes[i] = matches[i];
    }
    for (std::size_t i = m_nodes.size(); i-- > 0;) {
        if (m_passes[i] && m_nodes[i].used && m_nodes[i].parent != core::kNoLane) {
            m_passes[m_nodes[i].parent.value] = true;
        }
    }
}

bool RowModel::passesFilter(core::LaneId lane) const { return m_passes.empty() || m_passes[lane.value]; }

bool RowModel::isUnder(core::LaneId lane, core::LaneId ancestor) const
{
    while (lane != core::kNoLane && lane != ancestor) {
        lane = m_nodes[lane.value].parent;
    }
    return lane == ancestor;
}

std::vector<core::LaneId> RowModel::summaryLanes(core::LaneId lane, std::size_t limit) const
{
    std::vector<core::LaneId> found;
    std::vector<core::LaneId> open{lane};
    while (!open.empty()) {
        const RowNode& node = m_nodes[open.back().value];
        open.pop_back();
        if (node.content == RowContent::events) {
            found.push_back(node.lane);
        }
        open.insert(open.end(), node.children.rbegin(), node.children.rend());
    }
    if (found.size() > limit) {
        std::vector<core::LaneId> most = found;
        std::nth_element(most.begin(), most.begin() + static_cast<std::ptrdiff_t>(limit), most.end(), [&](core::LaneId a, core::LaneId b) {
            return std::pair(-m_nodes[a.value].ownEvents, a) < std::pair(-m_nodes[b.value].ownEvents, b);
        });
        most.resize(limit);
        const std::set<core::LaneId> keep(most.begin(), most.end());
        std::erase_if(found, [&](core::LaneId id) { return !keep.contains(id); });
    }
    return found;
}

QString RowModel::path(core::LaneId lane) const
{
    QString text;
    while (contains(lane)) {
        const RowNode& node = m_nodes[lane.value];
        text = text.isEmpty() ? node.name : node.name + QStringLiteral(" \u203A ") + text;
        lane = node.parent;
    }
    return text;
}

QString RowModel::key(core::LaneId lane) const
{
    QString text;
    while (lane != core::kNoLane) {
        const RowNode& node = m_nodes[lane.value];
        const auto kind = core::laneKindName(node.kind);
        text = QString::fromUtf8(kind.data(), static_cast<qsizetype>(kind.size())) + QLatin1Char(':') + node.name +
               (text.isEmpty() ? QString() : QLatin1Char('\n') + text);
        lane = node.parent;
    }
    return text;
}

QJsonObject RowModel::save() const
{
    QJsonArray rows;
    for (const RowNode& node : m_nodes) {
        if (!node.used || !(node.expandable() || node.hidden || node.pinned || node.height != 0)) {
            continue;
        }
        QJsonObject row{{QStringLiteral("lane"), key(node.lane)}, {QStringLiteral("expanded"), node.expanded}};
        if (node.hidden) {
            row.insert(QStringLiteral("hidden"), true);
        }
        if (node.allRows) {
            row.insert(QStringLiteral("allRows"), true);
        }
        if (node.height != 0) {
            row.insert(QStringLiteral("height"), node.height);
        }
        if (node.pinned) {
            row.insert(QStringLiteral("pinned"),
                       static_cast<int>(std::find(m_pinned.begin(), m_pinned.end(), node.lane) - m_pinned.begin()));
        }
        if (!node.children.empty()) {
            QJsonArray order;
            for (const core::LaneId child : node.children) {
                order.append(m_nodes[child.value].name);
            }
            row.insert(QStringLiteral("order"), order);
        }
        rows.append(row);
    }
    return {{QStringLiteral("rows"), rows}};
}

void RowModel::restore(const QJsonObject& layout)
{
    const QJsonValue rows = layout.value(QStringLiteral("rows"));
    if (!rows.isArray()) {
        return;
    }
    std::unordered_map<std::string, core::LaneId> byKey;
    for (const RowNode& node : m_nodes) {
        if (node.used) {
            byKey.emplace(key(node.lane).toStdString(), node.lane);
        }
    }
    std::vector<std::pair<int, core::LaneId>> pins;
    for (RowNode& node : m_nodes) {
        node.hidden = node.pinned = false;
    }
    for (const QJsonValue& value : rows.toArray()) {
        const QJsonObject row = value.toObject();
        const auto found = byKey.find(row.value(QStringLiteral("lane")).toString().toStdString());
        if (found == byKey.end()) {
            continue;
        }
        RowNode& node = m_nodes[found->second.value];
        node.expanded = row.value(QStringLiteral("expanded")).toBool(node.expanded);
        node.hidden = row.value(QStringLiteral("hidden")).toBool(false);
        node.allRows = row.value(QStringLiteral("allRows")).toBool(false);
        const int height = row.value(QStringLiteral("height")).toInt(0);
        node.height = height <= 0 ? 0 : std::clamp(height, 8, 400);
        if (row.contains(QStringLiteral("pinned"))) {
            node.pinned = true;
            pins.emplace_back(row.value(QStringLiteral("pinned")).toInt(), node.lane);
        }
        // Names that are gone are skipped, new children stay behind the known ones.
        std::unordered_map<std::string, std::size_t> place;
        for (const QJsonValue& name : row.value(QStringLiteral("order")).toArray()) {
            place.emplace(name.toString().toStdString(), place.size());
        }
        std::stable_sort(node.children.begin(), node.children.end(), [&](core::LaneId a, core::LaneId b) {
            const auto rank = [&](core::LaneId id) {
                const auto it = place.find(m_nodes[id.value].name.toStdString());
                return it == place.end() ? place.size() : it->second;
            };
            return rank(a) < rank(b);
        });
    }
    std::sort(pins.begin(), pins.end());
    m_pinned.clear();
    for (const auto& [order, lane] : pins) {
        m_pinned.push_back(lane);
    }
    touch();
}

} // namespace pv::widgets
