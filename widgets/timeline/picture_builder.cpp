// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/picture_builder.h"

#include "widgets/timeline/cell_sum.h"
#include "widgets/timeline/picture_painter.h"

#include <algorithm>
#include <cmath>

namespace pv::widgets {
namespace {

std::vector<core::LaneId> streamsUnder(const core::Report& report, core::LaneId gpu)
{
    std::vector<core::LaneId> found;
    std::vector<core::LaneId> open{gpu};
    while (!open.empty()) {
        const core::LaneId at = open.back();
        open.pop_back();
        if (report.lanes()[at.value].kind == core::LaneKind::stream) {
            found.push_back(at);
        }
        for (const core::LaneId c : report.children(at)) {
            open.push_back(c);
        }
    }
    return found;
}

// One line a state of the GPU: from its streams' events where they are few, else from the pyramid.
bool buildGpu(NameCache& names, const PictureKey& key, Picture& picture, const std::atomic<bool>& stop)
{
    const core::Report& report = names.report();
    const core::TimeRange range = key.range();
    std::int64_t events = 0;
    for (const core::LaneId stream : streamsUnder(report, key.lane)) {
        events += estimateEvents(report, stream, range).events;
    }
    picture.lines.resize(3);
    if (events <= 60'000) {
        std::vector<CellSum> sums(3, CellSum(kPictureColumns));
        const std::int64_t base = key.firstColumn();
        std::uint32_t seen = 0;
        report.forEachBusy(key.lane, range, [&](core::TimeRange busy, core::GpuState state) {
            sums[static_cast<std::size_t>(state)].add(key.grid.position(busy.begin, base), key.grid.position(busy.end, base), {},
                                                      core::EventKind::kernel, true, true);
            return (++seen & 0xFFF) != 0 || !stop.load(std::memory_order_relaxed);
        });
        for (std::size_t i = 0; i < 3; ++i) {
            picture.lines[i].cells = sums[i].take();
        }
        picture.exact = true;
    } else {
        for (int state = 0; state < 3; ++state) {
            LineQuery query;
            query.lane = key.lane;
            query.firstRow = state;
            query.grid = key.grid;
            query.firstColumn = key.firstColumn();
            auto answer = buildLines(names, query, LineSource::buckets, stop);
            if (!answer) {
                return false;
            }
            picture.lines[static_cast<std::size_t>(state)] = std::move(answer->lines.front());
            picture.lines[static_cast<std::size_t>(state)].boxes.clear();
            picture.damaged = picture.damaged || answer->damaged;
        }
    }
    for (int state = 0; state < 3; ++state) {
        for (Cell& cell : picture.lines[static_cast<std::size_t>(state)].cells) {
            cell.color = names.theme().gpuStateColor(static_cast<core::GpuState>(state));
        }
    }
    return !stop.load();
}

bool buildCounter(NameCache& names, const PictureKey& key, Picture& picture, const std::atomic<bool>& stop)
{
    picture.scale = names.scale(key.lane);
    picture.counter.resize(kPictureColumns);
    int level = 0; // finest whose buckets are no wider than a column
    while (level < core::kMaxLevel && static_cast<double>(core::bucketWidthNs(level + 1)) <= key.grid.nsPerColumn()) {
        ++level;
    }
    core::CounterTilePtr tile;
    std::int64_t tileIndex = 0;
    for (int i = 0; i < kPictureColumns; ++i) {
        if (stop.load(std::memory_order_relaxed)) {
            return false;
        }
        const core::TimeRange range = key.grid.rangeOf(key.firstColumn() + i, key.firstColumn() + i + 1);
        CounterCell& cell = picture.counter[static_cast<std::size_t>(i)];
        double sum = 0;
        const std::int64_t last = core::bucketIndex(std::max(range.begin, range.end - 1), level);
        for (std::int64_t b = core::bucketIndex(range.begin, level); b <= last; ++b) {
            if (!tile || b >> 8 != tileIndex) {
                tileIndex = b >> 8;
                tile = names.report().counterTile(key.lane, level, tileIndex);
            }
            if (!tile) {
                continue;
            }
            const core::CounterBucket& bucket = tile->buckets[static_cast<std::size_t>(b & 0xFF)];
            if (bucket.count > 0) {
                cell.min = cell.count == 0 ? bucket.min : std::min(cell.min, bucket.min);
                cell.max = cell.count == 0 ? bucket.max : std::max(cell.max, bucket.max);
                sum += bucket.sum;
                cell.count += bucket.count;
            }
            if (bucket.hasLast) {
                cell.last = bucket.last;
                cell.known = true;
            }
        }
        cell.mean = cell.count > 0 ? sum / cell.count : cell.last;
    }
    return true;
}

} // namespace

std::optional<Picture> buildPicture(NameCache& names, const PictureRequest& request, const std::atomic<bool>& stop)
{
    const PictureKey& key = request.key;
    Picture picture;
    picture.key = key;
    LineQuery query;
    query.lane = key.lane;
    query.grid = key.grid;
    query.firstColumn = key.firstColumn();
    auto take = [&](LineQuery q) {
        auto answer = buildLines(names, q, LineSource::best, stop);
        if (!answer) {
            return false;
        }
        picture.exact = answer->exact;
        picture.damaged = picture.damaged || answer->damaged;
        for (Line& line : answer->lines) {
            picture.lines.push_back(std::move(line));
        }
        return true;
    };
    switch (key.kind) {
    case PictureKind::gpu:
        if (!buildGpu(names, key, picture, stop)) {
            return std::nullopt;
        }
        break;
    case PictureKind::counter:
        if (!buildCounter(names, key, picture, stop)) {
            return std::nullopt;
        }
        break;
    case PictureKind::lines:
        query.firstRow = key.firstLine;
        query.rows = key.lines;
        if (!take(query)) {
            return std::nullopt;
        }
        break;
    case PictureKind::states:
    case PictureKind::merged:
        query.firstRow = core::kUnionRow;
        if (!take(query)) {
            return std::nullopt;
        }
        break;
    case PictureKind::summary:
    case PictureKind::most:
        for (const core::LaneId lane : request.lanes ? *request.lanes : std::vector<core::LaneId>{}) {
            query.lane = lane;
            query.firstRow = core::kUnionRow;
            const bool gpu = names.report().lanes()[lane.value].kind == core::LaneKind::gpu;
            if (gpu) {
                Picture one;
                PictureKey gpuKey = key;
                gpuKey.lane = lane;
                if (!buildGpu(names, gpuKey, one, stop)) {
                    return std::nullopt;
                }
                Line sum = std::move(one.lines.front());
                for (std::size_t s = 1; s < one.lines.size(); ++s) {
                    for (std::size_t i = 0; i < sum.cells.size(); ++i) {
                        const Cell& other = one.lines[s].cells[i];
                        if (other.busy > sum.cells[i].busy) {
                            sum.cells[i].color = other.color;
                        }
                        sum.cells[i].busy = std::min(1.0f, sum.cells[i].busy + other.busy);
                        sum.cells[i].narrow = sum.cells[i].busy;
                    }
                }
                picture.lines.push_back(std::move(sum));
            } else if (!take(query)) {
                return std::nullopt;
            }
        }
        if (key.kind == PictureKind::most && picture.lines.size() > 1) {
            Line& first = picture.lines.front();
            for (std::size_t l = 1; l < picture.lines.size(); ++l) {
                for (std::size_t i = 0; i < first.cells.size(); ++i) {
                    if (picture.lines[l].cells[i].busy > first.cells[i].busy) {
                        first.cells[i] = picture.lines[l].cells[i];
                    }
                }
            }
            picture.lines.resize(1);
        }
        break;
    }
    if (stop.load()) {
        return std::nullopt;
    }
    picture.image = paintPicture(picture, names.theme());
    return picture;
}

std::size_t PictureKeyHash::operator()(const PictureKey& key) const noexcept
{
    std::size_t h = key.lane.value * 0x9E3779B9u + static_cast<std::size_t>(key.kind) * 131 + key.firstLine * 31 + key.linePx;
    h ^= static_cast<std::size_t>(key.index) * 0x9E3779B97F4A7C15ull;
    h ^= static_cast<std::size_t>(key.grid.step) * 0xC2B2AE3D27D4EB4Full;
    return h ^ static_cast<std::size_t>(key.grid.origin) * 0x165667B19E3779F9ull;
}

std::size_t Picture::bytes() const
{
    std::size_t n = sizeof *this + static_cast<std::size_t>(image.sizeInBytes()) + counter.size() * sizeof(CounterCell);
    for (const Line& line : lines) {
        n += line.cells.size() * sizeof(Cell) + line.boxes.size() * (sizeof(Box) + 64);
    }
    return n;
}

} // namespace pv::widgets
