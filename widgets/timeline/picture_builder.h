// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads from a report what a picture shows. Runs on worker threads; reads files and decodes.
//
// Column shares are exact: where few events lie in the picture (or the pyramid has no level fine enough) they are summed
// from the events with column edges to the fraction of a ns; else from buckets of at most an eighth of a column, each of
// which belongs to the column that holds its middle, so that every drawn share is the true share of the buckets it stands
// for and no bucket counts twice.

#include "widgets/timeline/picture.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <unordered_map>

namespace pv::widgets {

// Names and colours of a report's strings, for pictures. Safe to use from many threads; bounded.
class NameCache {
public:
    NameCache(std::shared_ptr<const core::Report> report, Theme theme);

    const Theme& theme() const { return m_theme; }
    const core::Report& report() const { return *m_report; }
    QRgb color(core::EventKind kind, core::StringId name);
    QString label(core::StringId name); // without return type and arguments; at most 200 characters
    CounterScale scale(core::LaneId counter);

private:
    static constexpr std::size_t kMost = 50'000;
    std::shared_ptr<const core::Report> m_report;
    Theme m_theme;
    std::mutex m_mutex;
    std::unordered_map<std::uint64_t, QRgb> m_colors; // kind << 32 | name
    std::unordered_map<core::StringId, QString> m_labels;
    std::unordered_map<core::LaneId, CounterScale> m_scales;
};

// An event narrower than this many columns shares its column's bar with its neighbours.
inline constexpr double kNarrowColumns = 2.0;
// Boxes narrower than this have no label.
inline constexpr double kLabelColumns = 18.0;

// Everything but the image. Absent when `stop` became true.
std::optional<Picture> buildPicture(NameCache& names, const PictureRequest& request, const std::atomic<bool>& stop);

// How one line of intervals of a lane is built, for tests and other users of column shares.
struct LineQuery {
    core::LaneId lane = core::kNoLane;
    std::int32_t firstRow = 0; // or core::kUnionRow
    int rows = 1;
    ColumnGrid grid;
    std::int64_t firstColumn = 0;
    int columns = kPictureColumns;
};
enum class LineSource : std::uint8_t { best, events, buckets };
struct LineAnswer {
    std::vector<Line> lines;
    bool exact = false;
    bool damaged = false;
};
std::optional<LineAnswer> buildLines(NameCache& names, const LineQuery& query, LineSource source, const std::atomic<bool>& stop);

// Events that touch the range, estimated without reading any; and whether reading them is cheap.
struct EventEstimate {
    std::int64_t events = 0;
    int chunks = 0;
};
EventEstimate estimateEvents(const core::Report& report, core::LaneId lane, core::TimeRange range);
// Coarsest level whose buckets are at most an eighth of a column.
int levelFor(const ColumnGrid& grid);

} // namespace pv::widgets
