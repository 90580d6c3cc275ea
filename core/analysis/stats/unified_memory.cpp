// SPDX-License-Identifier: MIT

// um_sum, um_total_sum, um_cpu_page_faults_sum: what unified memory moved, and which faults made it move.
// Basis: migrations are copies of the kinds unified host-to-device and device-to-host. um_sum: by virtual address of the
// migrated block, faults joined where their address is the same, fastest first; its throughput is all bytes times the
// whole number of times that their summed durations fit in a second. GPU faults are counted with their repetitions.
// Bounds of addresses are those of migrations.

#include "core/analysis/stats/grouped.h"
#include "core/analysis/stats/labels.h"
#include "core/analysis/stats/reports.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <tuple>
#include <unordered_map>

namespace pv::core {
namespace {

constexpr std::int64_t kUnifiedHtoD = 11;
constexpr std::int64_t kUnifiedDtoH = 12;

struct Migration {
    std::int64_t toDevice = kNull;
    std::int64_t toHost = kNull;
    std::int64_t durationNs = 0;
};

struct Faults {
    std::int64_t cpu = 0;
    std::int64_t gpu = 0;
};

void addTo(std::int64_t& sum, std::int64_t v) { sum = sum == kNull ? v : cappedSum(sum, v); }

std::unordered_map<std::int64_t, Migration> migrations(const StatsContext& context)
{
    const std::array columns{col::start, col::duration, col::flags, col::bytes, col::copyKind, col::address, col::pid};
    std::unordered_map<std::int64_t, Migration> result;
    context.report.scan(
        EventKind::memcpy, context.filter.scanRange(), columns,
        [&](const ChunkPtr& chunk) {
            forEachMatching(context, *chunk, false, [&](std::uint32_t i) {
                const std::int64_t kind = chunk->value(col::copyKind, i);
                const std::int64_t address = chunk->value(col::address, i);
                const std::int64_t bytes = chunk->value(col::bytes, i);
                if ((kind != kUnifiedHtoD && kind != kUnifiedDtoH) || address == kNull || bytes == kNull) {
                    return;
                }
                Migration& m = result[address];
                addTo(kind == kUnifiedHtoD ? m.toDevice : m.toHost, bytes);
                m.durationNs = cappedSum(m.durationNs, chunk->value(col::duration, i));
            });
        },
        context.progress);
    return result;
}

std::unordered_map<std::int64_t, Faults> faultsByAddress(const StatsContext& context)
{
    const std::array columns{col::start, col::duration, col::flags, col::address, col::faultCount, col::device, col::pid};
    std::unordered_map<std::int64_t, Faults> result;
    context.report.scan(
        EventKind::pageFault, context.filter.scanRange(), columns,
        [&](const ChunkPtr& chunk) {
            const EventPlace place(context.report, *chunk);
            forEachMatching(context, *chunk, false, [&](std::uint32_t i) {
                Faults& f = result[chunk->value(col::address, i)];
                if (place.device(i) == kNull) {
                    ++f.cpu;
                } else {
                    const std::int64_t count = chunk->value(col::faultCount, i);
                    f.gpu += count == kNull ? 1 : count;
                }
            });
        },
        context.progress);
    return result;
}

Cell sizeCell(std::int64_t bytes) { return bytes == kNull ? Cell() : Cell(megabytes(static_cast<double>(bytes))); }
Cell countCell(std::int64_t n) { return n == 0 ? Cell() : Cell(n); }

} // namespace

void umSum(const StatsContext& context, RowSink& sink)
{
    const auto moved = migrations(context);
    if (moved.empty()) {
        return;
    }
    const auto faults = faultsByAddress(context);
    struct Row {
        std::int64_t throughput;
        std::int64_t address;
        Migration migration;
    };
    std::vector<Row> rows;
    rows.reserve(moved.size());
    for (const auto& [address, m] : moved) {
        const std::int64_t bytes = cappedSum(m.toDevice == kNull ? 0 : m.toDevice, m.toHost == kNull ? 0 : m.toHost);
        rows.push_back({copyThroughput(bytes, m.durationNs), address, m});
    }
    std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
        return a.throughput != b.throughput ? a.throughput > b.throughput : a.address < b.address;
    });
    if (context.variant.rows >= 0 && rows.size() > static_cast<std::size_t>(context.variant.rows)) {
        rows.resize(static_cast<std::size_t>(context.variant.rows));
    }
    sink.columns(std::array<ResultColumn, 6>{ResultColumn{"Virtual Address", CellType::text},
                                             {"HtoD Migration size (MB)", CellType::real, 3},
                                             {"DtoH Migration size (MB)", CellType::real, 3},
                                             {"CPU Page Faults", CellType::integer},
                                             {" GPU Page Faults", CellType::integer},
                                             {"Migration Throughput (MB/s)", CellType::real, 3}});
    for (const Row& row : rows) {
        const auto fault = faults.find(row.address);
        const Faults f = fault == faults.end() ? Faults{} : fault->second;
        sink.row(std::array<Cell, 6>{hexAddress(row.address), sizeCell(row.migration.toDevice), sizeCell(row.migration.toHost),
                                     countCell(f.cpu), countCell(f.gpu), sizeCell(row.throughput)});
    }
}

void umTotalSum(const StatsContext& context, RowSink& sink)
{
    const auto moved = migrations(context);
    if (moved.empty()) {
        return;
    }
    Migration total;
    std::int64_t lowest = moved.begin()->first;
    std::int64_t highest = lowest;
    for (const auto& [address, m] : moved) {
        lowest = std::min(lowest, address);
        highest = std::max(highest, address);
        if (m.toDevice != kNull) {
            addTo(total.toDevice, m.toDevice);
        }
        if (m.toHost != kNull) {
            addTo(total.toHost, m.toHost);
        }
    }
    Faults faults;
    for (const auto& [address, f] : faultsByAddress(context)) {
        faults.cpu += f.cpu;
        faults.gpu += f.gpu;
    }
    sink.columns(std::array<ResultColumn, 6>{ResultColumn{"Total HtoD Migration Size (MB)", CellType::real, 3},
                                             {"Total DtoH Migration Size (MB)", CellType::real, 3},
                                             {"Total CPU Page Faults", CellType::integer},
                                             {"Total GPU PageFaults", CellType::integer},
                                             {"Minimum Virtual Address", CellType::text},
                                             {"Maximum Virtual Address", CellType::text}});
    sink.row(std::array<Cell, 6>{sizeCell(total.toDevice), sizeCell(total.toHost), faults.cpu, faults.gpu, hexAddress(lowest),
                                 hexAddress(highest)});
}

void umCpuPageFaultsSum(const StatsContext& context, RowSink& sink)
{
    const auto file = context.report.columnByName("source_file");
    const auto line = context.report.columnByName("source_line");
    std::vector<ColumnId> columns{col::start, col::duration, col::name, col::flags, col::device, col::pid};
    for (const auto& own : {file, line}) {
        if (own) {
            columns.push_back(*own);
        }
    }
    std::map<std::tuple<std::string, std::string, std::int64_t>, std::int64_t> counts;
    context.report.scan(
        EventKind::pageFault, context.filter.scanRange(), columns,
        [&](const ChunkPtr& chunk) {
            const EventPlace place(context.report, *chunk);
            const auto text = [&](std::int64_t id) {
                return id == kNull ? std::string() : std::string(context.report.string(StringId{static_cast<std::uint32_t>(id)}));
            };
            forEachMatching(context, *chunk, false, [&](std::uint32_t i) {
                if (place.device(i) == kNull) {
                    ++counts[{text(chunk->value(col::name, i)), file ? text(chunk->value(*file, i)) : std::string(),
                              line ? chunk->value(*line, i) : kNull}];
                }
            });
        },
        context.progress);
    if (counts.empty()) {
        return;
    }
    std::vector<std::pair<std::int64_t, std::tuple<std::string, std::string, std::int64_t>>> rows;
    for (const auto& [key, count] : counts) {
        rows.emplace_back(-count, key);
    }
    std::sort(rows.begin(), rows.end());
    sink.columns(std::array<ResultColumn, 4>{ResultColumn{"CPU Page Faults", CellType::integer},
                                             {"CPU Instruction Address", CellType::text},
                                             {"Source File", CellType::text},
                                             {"Source Line", CellType::integer}});
    for (const auto& [count, key] : rows) {
        const auto& [instruction, source, number] = key;
        sink.row(std::array<Cell, 4>{-count, instruction, source, presentCell(number)});
    }
}

} // namespace pv::core
