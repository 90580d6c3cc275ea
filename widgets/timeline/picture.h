// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A picture: one row's content over 512 columns of a grid, with the numbers it was drawn from. Made by worker threads,
// immutable afterwards, shared.

#include "core/store/report.h"
#include "widgets/theme.h"
#include "widgets/timeline/time_axis.h"

#include <QImage>
#include <QString>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace pv::widgets {

inline constexpr int kPictureColumns = 512;

enum class PictureKind : std::uint8_t {
    lines,   // sub-row i of the lane on line i
    merged,  // all sub-rows of the lane on one line: their union
    summary, // union of each of several lanes, one line a lane
    most,    // on one line, the largest of several lanes' shares
    states,  // running, runnable, uninterruptible stacked
    gpu,     // compute, communication, copies stacked
    counter
};

// What one column of one line covers.
struct Cell {
    float busy = 0;          // share of the column's time that events cover, 0..1
    float narrow = 0;        // the part of it that no box of its own draws
    QRgb color = 0;          // of the name with the largest part
    std::uint32_t count = 0; // events that start in it
    core::StringId top{};    // the name with the largest part
    core::EventKind kind{};
    bool mark = false; // something here takes no measurable time
};

// An event that is wide enough to be drawn by itself.
struct Box {
    core::EventId id;
    core::TimeNs start = 0;
    core::TimeNs end = 0;
    float x0 = 0; // columns from the picture's left edge, limited to -8 .. kPictureColumns + 8
    float x1 = 0;
    QRgb color = 0;
    core::StringId name{};
    core::EventKind kind{};
    QString label; // empty where too narrow for any text
};

struct Line {
    std::vector<Cell> cells; // kPictureColumns
    std::vector<Box> boxes;  // by start; only PictureKind::lines
};

struct CounterCell {
    double min = 0;
    double max = 0;
    double mean = 0;
    double last = 0;         // value at the column's end
    std::uint32_t count = 0; // samples in it
    bool known = false;      // a value at all: false before the first sample
};

struct CounterScale {
    double low = 0;
    double high = 1;
};

struct PictureKey {
    core::LaneId lane = core::kNoLane;
    PictureKind kind = PictureKind::lines;
    ThemeMode theme = ThemeMode::light;
    std::uint16_t firstLine = 0; // PictureKind::lines: lanes with many sub-rows are cut into bands
    std::uint16_t lines = 1;
    std::uint16_t linePx = 1; // device pixels
    ColumnGrid grid;
    std::int64_t index = 0; // covers columns [index*512, (index+1)*512) of the grid

    std::int64_t firstColumn() const { return index * kPictureColumns; }
    core::TimeRange range() const { return grid.rangeOf(firstColumn(), firstColumn() + kPictureColumns); }
    friend bool operator==(const PictureKey&, const PictureKey&) = default;
};

// Most lines of one picture.
inline constexpr int kBandLines = 32;

struct PictureKeyHash {
    std::size_t operator()(const PictureKey& key) const noexcept;
};

struct PictureRequest {
    PictureKey key;
    // PictureKind::summary and most: the lanes, in order. Determined by the key's lane.
    std::shared_ptr<const std::vector<core::LaneId>> lanes;
};

struct Picture {
    PictureKey key;
    std::vector<Line> lines;          // gpu and states: one line a state
    std::vector<CounterCell> counter; // PictureKind::counter only
    CounterScale scale;
    bool exact = false;   // from events: column edges to the ns; else from buckets of at most an eighth of a column
    bool damaged = false; // some of its data could not be read
    QImage image;         // kPictureColumns x lines*linePx device pixels, opaque

    std::size_t bytes() const;
};
using PicturePtr = std::shared_ptr<const Picture>;

} // namespace pv::widgets
