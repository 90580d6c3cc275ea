// SPDX-License-Identifier: MIT
#include "core/analysis/report_equal.h"

#include "core/analysis/report_equal_detail.h"

#include <algorithm>
#include <fmt/format.h>

namespace pv::core {
namespace reportequal {
namespace {

std::string number(std::int64_t value) { return value == kNull ? std::string() : std::to_string(value); }

std::string laneStep(const Lane& lane)
{
    std::string out(laneKindName(lane.kind));
    if (!lane.name.empty()) {
        out += fmt::format(" '{}'", lane.name);
    }
    const std::pair<std::string_view, std::int64_t> parts[] = {
        {"pid", lane.pid}, {"tid", lane.tid}, {"device", lane.device}, {"context", lane.context}, {"stream", lane.stream}};
    for (const auto& [label, value] : parts) {
        if (value != kNull) {
            out += fmt::format(" {} {}", label, value);
        }
    }
    if (!lane.domain.empty()) {
        out += fmt::format(" domain '{}'", lane.domain);
    }
    return out;
}

std::string describe(const Process& p)
{
    return fmt::format("pid {} '{}' parent {} command '{}' rank {} start {} end {} prefix {}", p.pid, p.name, number(p.parentPid),
                       p.commandLine, number(p.rank), number(p.start), number(p.end), number(p.globalPrefix));
}
std::string describe(const Thread& t) { return fmt::format("pid {} tid {} '{}' priority {}", t.pid, t.tid, t.name, number(t.priority)); }
std::string describe(const Gpu& g)
{
    return fmt::format("device {} '{}' uuid {} bus {} SMs {} memory {} compute {}", number(g.device), g.name, g.uuid, g.pciBus,
                       number(g.smCount), number(g.memoryBytes), g.computeCapability);
}

template <class T>
std::vector<std::string> described(std::span<const T> items)
{
    std::vector<std::string> out;
    for (const T& item : items) {
        out.push_back(describe(item));
    }
    std::sort(out.begin(), out.end());
    return out;
}

} // namespace

Texts::Texts(const Report& a, const Report& b) : m_reports{&a, &b}
{
    for (std::size_t side = 0; side < 2; ++side) {
        m_known[side].assign(static_cast<std::size_t>(std::max<std::int64_t>(0, m_reports[side]->stringCount())), -1);
    }
}

std::int64_t Texts::of(int side, std::int64_t stringId)
{
    const auto s = static_cast<std::size_t>(side);
    if (stringId == kNull) {
        return kNull;
    }
    if (stringId < 0 || static_cast<std::size_t>(stringId) >= m_known[s].size()) {
        return of(fmt::format("[no string {}]", stringId));
    }
    std::int64_t& known = m_known[s][static_cast<std::size_t>(stringId)];
    if (known < 0) {
        known = of(m_reports[s]->string(StringId{static_cast<std::uint32_t>(stringId)}));
    }
    return known;
}

std::int64_t Texts::of(std::string_view text)
{
    const auto [it, fresh] = m_numbers.try_emplace(std::string(text), static_cast<std::int64_t>(m_texts.size()));
    if (fresh) {
        m_texts.push_back(it->first);
    }
    return it->second;
}

std::vector<std::string> lanePaths(const Report& report)
{
    const auto lanes = report.lanes();
    std::vector<std::string> paths(lanes.size());
    std::vector<LaneId> open(report.children(kNoLane).begin(), report.children(kNoLane).end());
    std::map<std::string, int> seen;
    for (std::size_t i = 0; i < open.size(); ++i) {
        const Lane& lane = lanes[open[i].value];
        std::string path = lane.parent == kNoLane ? std::string() : paths[lane.parent.value] + " > ";
        path += laneStep(lane);
        // Two lanes that nothing tells apart are told apart by their order.
        if (const int before = seen[path]++; before > 0) {
            path += fmt::format(" #{}", before + 1);
        }
        paths[open[i].value] = path;
        const auto children = report.children(open[i]);
        open.insert(open.end(), children.begin(), children.end());
    }
    return paths;
}

Comparison::Comparison(const Report& a, const Report& b, const ReportEqualOptions& options, const Progress& progress)
    : m_reports{&a, &b}, m_options(options), m_progress(progress), m_texts(a, b)
{
}

void Comparison::differ(std::string where, std::string a, std::string b)
{
    if (m_result.differences.size() < m_options.mostDifferences) {
        m_result.differences.push_back({std::move(where), std::move(a), std::move(b)});
    }
    ++m_result.differenceCount;
}

void Comparison::extra(bool inA, std::string what, std::int64_t count) { m_result.extras.push_back({inA, std::move(what), count}); }

std::string Comparison::show(ColumnType type, std::int64_t value) const
{
    if (value == kNull) {
        return "(none)";
    }
    switch (type) {
    case ColumnType::integer: return std::to_string(value);
    case ColumnType::real: return fmt::format("{}", realFromBits(value));
    case ColumnType::string: break;
    }
    return fmt::format("'{}'", m_texts.text(value));
}

void Comparison::countOnly(int side, LaneId lane, const std::string& path)
{
    const std::int64_t count = report(side).lanes()[lane.value].eventCount;
    differ(path, side == 0 ? fmt::format("lane with {} events", count) : "", side == 1 ? fmt::format("lane with {} events", count) : "");
}

void Comparison::lanes()
{
    m_paths = {lanePaths(report(0)), lanePaths(report(1))};
    std::map<std::string_view, LaneId> inB;
    for (std::size_t i = 0; i < m_paths[1].size(); ++i) {
        inB[m_paths[1][i]] = LaneId{static_cast<std::uint32_t>(i)};
    }
    std::int64_t done = 0;
    const auto total = static_cast<double>(std::max<std::int64_t>(1, report(0).eventCount()));
    for (std::size_t i = 0; i < m_paths[0].size(); ++i) {
        m_progress.throwIfStopped();
        const LaneId a{static_cast<std::uint32_t>(i)};
        const std::string& path = m_paths[0][i];
        const auto it = inB.find(path);
        if (it == inB.end()) {
            countOnly(0, a, path);
            continue;
        }
        const LaneId b = it->second;
        inB.erase(it);
        const Lane& left = report(0).lanes()[a.value];
        const Lane& right = report(1).lanes()[b.value];
        if (left.rows != right.rows || left.sort != right.sort || left.unit != right.unit) {
            differ(path, fmt::format("sort {} unit '{}' rows {}", left.sort, left.unit, static_cast<int>(left.rows)),
                   fmt::format("sort {} unit '{}' rows {}", right.sort, right.unit, static_cast<int>(right.rows)));
        }
        std::set<EventKind> kinds;
        for (const ChunkId id : report(0).chunksOf(a)) {
            kinds.insert(report(0).chunkInfo(id)->kind);
        }
        for (const ChunkId id : report(1).chunksOf(b)) {
            kinds.insert(report(1).chunkInfo(id)->kind);
        }
        for (const EventKind kind : kinds) {
            events(a, b, kind, path);
        }
        done += left.eventCount;
        m_progress(0.1 + 0.8 * static_cast<double>(done) / total, "comparing events");
    }
    for (const auto& [path, lane] : inB) {
        countOnly(1, lane, std::string(path));
    }
}

void Comparison::topology()
{
    const auto compare = [&](std::string_view what, const std::vector<std::string>& a, const std::vector<std::string>& b) {
        std::vector<std::string> onlyA;
        std::vector<std::string> onlyB;
        std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(onlyA));
        std::set_difference(b.begin(), b.end(), a.begin(), a.end(), std::back_inserter(onlyB));
        for (std::size_t i = 0; i < std::max(onlyA.size(), onlyB.size()); ++i) {
            differ(std::string(what), i < onlyA.size() ? onlyA[i] : "", i < onlyB.size() ? onlyB[i] : "");
        }
    };
    compare("process", described(report(0).processes()), described(report(1).processes()));
    compare("thread", described(report(0).threads()), described(report(1).threads()));
    compare("GPU", described(report(0).gpus()), described(report(1).gpus()));
    if (report(0).range() != report(1).range()) {
        const auto text = [](TimeRange r) { return fmt::format("{} .. {} ns", r.begin, r.end); };
        differ("time range", text(report(0).range()), text(report(1).range()));
    }
}

void Comparison::meta()
{
    const auto& a = report(0).meta();
    const auto& b = report(1).meta();
    for (const auto& [key, value] : a) {
        if (m_options.ignoredMeta.contains(key)) {
            continue;
        }
        const auto it = b.find(key);
        if (it == b.end()) {
            extra(true, "meta " + key, 1);
        } else if (it->second != value) {
            differ("meta " + key, value, it->second);
        }
    }
    for (const auto& [key, value] : b) {
        if (!m_options.ignoredMeta.contains(key) && !a.contains(key)) {
            extra(false, "meta " + key, 1);
        }
    }
}

void Comparison::sideTables()
{
    for (const SideTable& a : report(0).sideTables()) {
        if (m_options.ignoredTables.contains(a.name)) {
            continue;
        }
        const SideTable* b = report(1).sideTable(a.name);
        if (b == nullptr) {
            extra(true, "table " + a.name, a.rowCount);
        } else {
            sideTable(a, *b);
        }
    }
    for (const SideTable& b : report(1).sideTables()) {
        if (!m_options.ignoredTables.contains(b.name) && report(0).sideTable(b.name) == nullptr) {
            extra(false, "table " + b.name, b.rowCount);
        }
    }
}

void Comparison::sideTable(const SideTable& a, const SideTable& b)
{
    m_progress.throwIfStopped();
    const std::string where = "table " + a.name;
    if (a.rowCount != b.rowCount) {
        differ(where, fmt::format("{} rows", a.rowCount), fmt::format("{} rows", b.rowCount));
        return;
    }
    const auto left = report(0).sideTableData(a.name);
    const auto right = report(1).sideTableData(b.name);
    if (left == nullptr || right == nullptr) {
        differ(where, left == nullptr ? "damaged" : "", right == nullptr ? "damaged" : "");
        return;
    }
    m_result.tableRows += a.rowCount;
    std::set<std::string> inB(b.columnNames.begin(), b.columnNames.end());
    for (std::size_t c = 0; c < a.columnNames.size(); ++c) {
        const auto it = std::find(b.columnNames.begin(), b.columnNames.end(), a.columnNames[c]);
        inB.erase(a.columnNames[c]);
        const std::string column = fmt::format("{} column {}", where, a.columnNames[c]);
        if (it == b.columnNames.end()) {
            extra(true, column, a.rowCount);
            continue;
        }
        const auto d = static_cast<std::size_t>(it - b.columnNames.begin());
        if (a.columnTypes[c] != b.columnTypes[d]) {
            differ(column, "another type", "another type");
            continue;
        }
        const bool isText = a.columnTypes[c] == ColumnType::string;
        const bool isLane = a.name == "GPU_METRICS_LANES" && a.columnNames[c] == "lane"; // ids, which may differ
        const auto laneText = [&](std::size_t side, std::int64_t id) {
            const auto& paths = m_paths[side];
            return m_texts.of(id >= 0 && static_cast<std::size_t>(id) < paths.size() ? std::string_view(paths[static_cast<std::size_t>(id)])
                                                                                     : "[no lane]");
        };
        const auto& valuesA = left->columns[c];
        const auto& valuesB = right->columns[d];
        for (std::size_t r = 0; r < std::min(valuesA.size(), valuesB.size()); ++r) {
            const std::int64_t va = isLane ? laneText(0, valuesA[r]) : isText ? m_texts.of(0, valuesA[r]) : valuesA[r];
            const std::int64_t vb = isLane ? laneText(1, valuesB[r]) : isText ? m_texts.of(1, valuesB[r]) : valuesB[r];
            if (va != vb) {
                const ColumnType type = isLane ? ColumnType::string : a.columnTypes[c];
                differ(fmt::format("{} row {}", column, r), show(type, va), show(type, vb));
            }
        }
    }
    for (const auto& name : inB) {
        extra(false, fmt::format("{} column {}", where, name), b.rowCount);
    }
}

// Stored links, as what they connect.
void Comparison::links()
{
    std::array<std::vector<std::string>, 2> texts;
    for (int side = 0; side < 2; ++side) {
        const auto s = static_cast<std::size_t>(side);
        const auto end = [&](EventId id) {
            const auto event = report(side).event(id);
            if (!event) {
                return fmt::format("[no event {}]", id.value);
            }
            return fmt::format("{} {} at {} ns '{}'", m_paths[s][event->lane.value], kindName(event->kind), event->start,
                               report(side).string(event->name));
        };
        report(side).forEachStoredLink([&](const Link& link) {
            m_progress.throwIfStopped();
            texts[s].push_back(fmt::format("{}: {} -> {}", link.kind, end(link.source), end(link.target)));
            return true;
        });
        std::sort(texts[s].begin(), texts[s].end());
    }
    std::vector<std::string> onlyA;
    std::vector<std::string> onlyB;
    std::set_difference(texts[0].begin(), texts[0].end(), texts[1].begin(), texts[1].end(), std::back_inserter(onlyA));
    std::set_difference(texts[1].begin(), texts[1].end(), texts[0].begin(), texts[0].end(), std::back_inserter(onlyB));
    for (std::size_t i = 0; i < std::max(onlyA.size(), onlyB.size()); ++i) {
        differ("link", i < onlyA.size() ? onlyA[i] : "", i < onlyB.size() ? onlyB[i] : "");
    }
}

ReportEqualResult Comparison::run()
{
    surveyColumns();
    m_progress(0.1, "comparing events");
    lanes();
    topology();
    meta();
    sideTables();
    links();
    m_progress(1, "comparing");
    return std::move(m_result);
}

} // namespace reportequal

ReportEqualResult compareReports(const Report& a, const Report& b, const ReportEqualOptions& options, const Progress& progress)
{
    return reportequal::Comparison(a, b, options, progress).run();
}

} // namespace pv::core
