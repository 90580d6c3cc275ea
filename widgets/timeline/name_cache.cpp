// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/compact_name.h"
#include "widgets/timeline/picture_builder.h"

#include <algorithm>
#include <cmath>

namespace pv::widgets {

NameCache::NameCache(std::shared_ptr<const core::Report> report, Theme theme) : m_report(std::move(report)), m_theme(std::move(theme)) {}

QRgb NameCache::color(core::EventKind kind, core::StringId name)
{
    const std::uint64_t key = static_cast<std::uint64_t>(kind) << 32 | name.value;
    {
        const std::lock_guard lock(m_mutex);
        if (const auto it = m_colors.find(key); it != m_colors.end()) {
            return it->second;
        }
    }
    const QRgb color = m_theme.eventColor(kind, m_report->string(name));
    const std::lock_guard lock(m_mutex);
    if (m_colors.size() >= kMost) {
        m_colors.clear();
    }
    m_colors.emplace(key, color);
    return color;
}

QString NameCache::label(core::StringId name)
{
    {
        const std::lock_guard lock(m_mutex);
        if (const auto it = m_labels.find(name); it != m_labels.end()) {
            return it->second;
        }
    }
    const std::string_view text = withoutSignature(m_report->string(name));
    QString label = QString::fromUtf8(text.data(), static_cast<qsizetype>(std::min<std::size_t>(text.size(), 4096))).simplified();
    if (label.size() > 200) {
        label = label.left(120) + QChar(0x2026) + label.right(79);
    }
    const std::lock_guard lock(m_mutex);
    if (m_labels.size() >= kMost) {
        m_labels.clear();
    }
    m_labels.emplace(name, label);
    return label;
}

CounterScale NameCache::scale(core::LaneId counter)
{
    {
        const std::lock_guard lock(m_mutex);
        if (const auto it = m_scales.find(counter); it != m_scales.end()) {
            return it->second;
        }
    }
    const core::Lane& lane = m_report->lanes()[counter.value];
    core::TimeRange range = lane.range;
    if (range.empty() && lane.parent.value < m_report->lanes().size()) {
        range = m_report->lanes()[lane.parent.value].range;
    }
    if (range.empty()) {
        range = m_report->range();
    }
    int level = 0;
    while (level < core::kMaxLevel && core::tileIndex(range.end, level) - core::tileIndex(range.begin, level) > 1) {
        ++level;
    }
    double low = 0;
    double high = 0;
    bool any = false;
    for (std::int64_t i = core::tileIndex(range.begin, level); i <= core::tileIndex(range.end, level); ++i) {
        const core::CounterTilePtr tile = m_report->counterTile(counter, level, i);
        for (const core::CounterBucket& bucket : tile ? tile->buckets : std::vector<core::CounterBucket>{}) {
            if (bucket.count > 0 && std::isfinite(bucket.min) && std::isfinite(bucket.max)) {
                low = std::min(low, bucket.min);
                high = any ? std::max(high, bucket.max) : std::max(0.0, bucket.max);
                any = true;
            }
        }
    }
    // Percentages are read against 100.
    if (lane.unit == "%" && high <= 100.0) {
        high = 100.0;
    }
    const CounterScale scale{low, high > low ? high : low + 1.0};
    const std::lock_guard lock(m_mutex);
    if (m_scales.size() >= kMost) {
        m_scales.clear();
    }
    m_scales.emplace(counter, scale);
    return scale;
}

} // namespace pv::widgets
