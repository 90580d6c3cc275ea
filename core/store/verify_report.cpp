// SPDX-License-Identifier: MIT
// Reads everything of a report and checks it.

#include "core/model/args.h"
#include "core/model/error.h"
#include "core/store/report_impl.h"

#include <algorithm>
#include <map>

namespace pv::core {
namespace {

constexpr std::size_t kMaxFaults = 1000; // more would not help anyone

class Verifier {
public:
    Verifier(const ReportImpl& report, const Progress& progress) : m_report(report), m_progress(progress) {}

    std::vector<std::string> run()
    {
        strings();
        std::size_t n = 0;
        for (const ChunkInfo& info : m_report.chunks()) {
            m_progress.throwIfStopped();
            m_progress(0.6 * static_cast<double>(n++) / static_cast<double>(m_report.chunks().size()), "Checking chunks");
            chunk(info);
        }
        rows();
        pyramid();
        sideTables();
        for (const DamagedRange& d : m_report.damagedRanges()) {
            fault("lane " + laneName(d.lane) + ", " + std::to_string(d.range.begin) + " to " + std::to_string(d.range.end) +
                  " ns: " + d.what);
        }
        return std::move(m_faults);
    }

private:
    std::string laneName(LaneId id) const
    {
        return id.value < m_report.lanes().size() ? m_report.lanes()[id.value].name : std::string("?");
    }
    void fault(const std::string& text)
    {
        if (m_faults.size() < kMaxFaults) {
            m_faults.push_back(text);
        }
    }
    void strings()
    {
        for (std::int64_t i = 0; i < m_report.stringCount(); i += 1) {
            static_cast<void>(m_report.string(StringId{static_cast<std::uint32_t>(i)}));
        }
    }
    void chunk(const ChunkInfo& info)
    {
        const std::string where = "lane " + laneName(info.lane) + ", chunk " + std::to_string(info.id.value) + ": ";
        Bytes blob;
        {
            Borrowed c(m_report);
            if (!m_report.readBlob(*c, info.id, blob)) {
                return fault(where + "its data can't be read");
            }
        }
        ChunkBlob reader;
        if (!reader.open(blob)) {
            return fault(where + "its directory is damaged");
        }
        if (!reader.verify()) {
            return fault(where + "a checksum does not hold");
        }
        const ChunkPtr probe = m_report.chunk(info.id, {});
        const ChunkPtr c = probe ? m_report.chunk(info.id, probe->columns()) : nullptr;
        if (!c) {
            return; // among the damaged ranges
        }
        const auto starts = c->column(col::start);
        if (starts.size() != info.count) {
            return fault(where + "it has no start times");
        }
        const bool timed = info.firstStart <= info.lastStart;
        if (timed &&
            (!std::is_sorted(starts.begin(), starts.end()) || starts.front() != info.firstStart || starts.back() != info.lastStart)) {
            fault(where + "its events are not in order of time");
        }
        for (const ColumnId id : c->columns()) {
            const auto column = m_report.columnInfo(id);
            if (!column) {
                fault(where + "it has a column that is not known: " + std::to_string(id.value));
            } else if (column->type == ColumnType::string) {
                for (const std::int64_t v : c->column(id)) {
                    if (v != kNull && (v < 0 || v >= m_report.stringCount())) {
                        fault(where + "a text of column " + std::string(column->sqlName) + " does not exist");
                        break;
                    }
                }
            }
        }
    }
    void rows()
    {
        for (const Lane& lane : m_report.lanes()) {
            m_progress.throwIfStopped();
            std::int64_t count = 0;
            std::map<std::int64_t, TimeNs> ends;
            bool overlap = false;
            for (const ChunkId id : m_report.chunksOf(lane.id)) {
                count += m_report.chunkInfo(id)->count;
            }
            m_report.forEachEvent(lane.id, kAllTime, {}, [&](const Chunk& c, std::uint32_t i) {
                const std::int64_t row = c.value(col::row, i) == kNull ? 0 : c.value(col::row, i);
                const std::int64_t flags = c.value(col::flags, i);
                if (flags != kNull && (flags & kFlagInvalidTime) != 0) {
                    return true;
                }
                const TimeNs start = c.value(col::start, i);
                const std::int64_t duration = c.value(col::duration, i) == kNull ? 0 : c.value(col::duration, i);
                const auto [it, isNew] = ends.try_emplace(row, start);
                overlap = overlap || (!isNew && it->second > start) || duration < 0;
                it->second = std::max(it->second, endOf(start, duration));
                return true;
            });
            if (overlap && lane.kind != LaneKind::counter && lane.kind != LaneKind::counterGroup) {
                fault("lane " + lane.name + ": events of one row overlap");
            }
            if (count != lane.eventCount && lane.kind != LaneKind::gpu) {
                fault("lane " + lane.name + ": it has " + std::to_string(count) + " events where " + std::to_string(lane.eventCount) +
                      " are named");
            }
        }
    }
    void pyramid()
    {
        Borrowed c(m_report);
        try {
            Statement s(c->db, "SELECT lane, row, level, idx FROM tile");
            while (s.step()) {
                m_progress.throwIfStopped();
                const std::int64_t laneNumber = s.integer(0);
                if (laneNumber < 0 || laneNumber >= static_cast<std::int64_t>(m_report.lanes().size())) {
                    fault("a tile names a lane that does not exist: " + std::to_string(laneNumber));
                    continue;
                }
                const Lane& lane = m_report.lanes()[static_cast<std::size_t>(laneNumber)];
                const auto row = static_cast<std::int32_t>(s.integer(1));
                const auto level = static_cast<int>(std::clamp<std::int64_t>(s.integer(2), 0, kMaxLevel));
                const std::int64_t index = s.integer(3);
                const TilePtr stored = m_report.storedTile(lane.id, row, level, index);
                const std::string where = "lane " + lane.name + ", row " + std::to_string(row) + ", level " + std::to_string(level) +
                                          ", tile " + std::to_string(index);
                if (stored->damaged) {
                    fault(where + ": the picture data is damaged");
                    continue;
                }
                const TilePtr computed = m_report.computedTile(lane, row, level, index);
                for (std::size_t i = 0; i < computed->buckets.size(); ++i) {
                    const Bucket& a = stored->buckets[i];
                    const Bucket& b = computed->buckets[i];
                    if (a.busyNs != b.busyNs || a.longestNs != b.longestNs || a.count != b.count ||
                        (a.longestNs >= 0 && a.topName != b.topName)) {
                        if (!computed->damaged) {
                            fault(where + ": the picture data differs from the events");
                        }
                        break;
                    }
                }
            }
        } catch (const Error& e) {
            fault(e.what());
        }
    }
    void sideTables()
    {
        for (const SideTable& t : m_report.sideTables()) {
            const auto data = m_report.sideTableData(t.name);
            if (!data) {
                fault("table " + t.name + ": it is damaged");
                continue;
            }
            for (std::size_t i = 0; i < data->columns.size(); ++i) {
                if (t.columnTypes[i] == ColumnType::string &&
                    std::any_of(data->columns[i].begin(), data->columns[i].end(),
                                [&](std::int64_t v) { return v != kNull && (v < 0 || v >= m_report.stringCount()); })) {
                    fault("table " + t.name + ": a text of column " + t.columnNames[i] + " does not exist");
                }
            }
        }
    }

    const ReportImpl& m_report;
    const Progress& m_progress;
    std::vector<std::string> m_faults;
};

} // namespace

std::vector<std::string> verifyReport(const std::filesystem::path& path, const Progress& progress)
{
    const auto report = Report::open(path);
    const auto& impl = dynamic_cast<const ReportImpl&>(*report);
    {
        Borrowed c(impl);
        std::vector<std::string> faults;
        try {
            Statement s(c->db, "PRAGMA quick_check(20)");
            while (s.step()) {
                if (s.text(0) != "ok") {
                    faults.push_back("the database: " + s.text(0));
                }
            }
        } catch (const Error& e) {
            faults.emplace_back(e.what());
        }
        if (!faults.empty()) {
            auto more = Verifier(impl, progress).run();
            faults.insert(faults.end(), more.begin(), more.end());
            return faults;
        }
    }
    return Verifier(impl, progress).run();
}

} // namespace pv::core
