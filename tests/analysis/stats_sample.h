// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Small reports for tests of summaries, and their results as CSV.

#include "core/analysis/rules/rules.h"
#include "core/analysis/stats/reports.h"
#include "core/store/report_writer.h"
#include "tests/support/files.h"

#include <map>
#include <memory>
#include <string>
#include <tuple>

namespace pv::test {

class CsvSink final : public core::RowSink {
public:
    void columns(std::span<const core::ResultColumn> columns) override
    {
        m_columns.assign(columns.begin(), columns.end());
        core::appendCsvHeader(text, columns);
    }
    void row(std::span<const core::Cell> cells) override { core::appendCsvRow(text, m_columns, cells); }
    std::string text;

private:
    std::vector<core::ResultColumn> m_columns;
};

inline std::string statsCsv(const core::Report& report, std::string_view request, const core::TimeFilter& filter = {})
{
    const core::StatsRequest r = core::parseStatsRequest(request);
    CsvSink sink;
    r.report->function({report, filter, r.variant, {}}, sink);
    return sink.text;
}

inline std::string ruleCsv(const core::Report& report, std::string_view request)
{
    CsvSink sink;
    core::runRule(report, core::parseRuleRequest(request), sink);
    return sink.text;
}

// Rows without the header.
inline std::string rowsOf(const std::string& csv) { return csv.empty() ? std::string() : csv.substr(csv.find('\n') + 1); }

class SampleReport {
public:
    SampleReport() : m_writer(m_folder / "sample.rep") {}

    core::ReportWriter& writer() { return m_writer; }
    void api(std::int64_t tid, core::TimeNs start, std::int64_t duration, std::string_view name, std::int64_t correlation = core::kNull,
             core::EventKind kind = core::EventKind::apiCall, std::int64_t pid = kPid)
    {
        append(lane(core::LaneKind::api, pid, tid, core::kNull), kind,
               {{core::col::start, start},
                {core::col::duration, duration},
                {core::col::name, id(name)},
                {core::col::correlation, correlation},
                {core::col::returnValue, 0}});
    }
    void kernel(core::TimeNs start, std::int64_t duration, std::string_view name, std::int64_t correlation = core::kNull,
                std::int64_t pid = kPid)
    {
        append(lane(core::LaneKind::stream, pid, core::kNull, 0), core::EventKind::kernel,
               {{core::col::start, start},
                {core::col::duration, duration},
                {core::col::name, id(name)},
                {core::col::correlation, correlation},
                {core::col::gridX, 8},
                {core::col::gridY, 1},
                {core::col::gridZ, 1},
                {core::col::blockX, 32},
                {core::col::blockY, 1},
                {core::col::blockZ, 1}});
    }
    void copy(core::TimeNs start, std::int64_t duration, std::int64_t bytes, std::int64_t copyKind, std::int64_t from, std::int64_t to,
              std::int64_t correlation = core::kNull, std::int64_t pid = kPid)
    {
        append(lane(core::LaneKind::stream, pid, core::kNull, 0), core::EventKind::memcpy,
               {{core::col::start, start},
                {core::col::duration, duration},
                {core::col::bytes, bytes},
                {core::col::copyKind, copyKind},
                {core::col::srcKind, from},
                {core::col::dstKind, to},
                {core::col::correlation, correlation}});
    }
    void range(std::int64_t tid, core::TimeNs start, core::TimeNs end, std::string_view name, std::string_view domain = {},
               bool startEnd = false, std::int64_t endTid = core::kNull, std::int64_t pid = kPid)
    {
        append(lane(core::LaneKind::nvtx, pid, tid, core::kNull, std::string(domain)), core::EventKind::nvtxRange,
               {{core::col::start, start},
                {core::col::duration, end - start},
                {core::col::name, id(name)},
                {core::col::rangeKind, startEnd ? 1 : 0},
                {core::col::endTid, endTid}});
    }
    void event(core::LaneKind laneKind, core::EventKind kind, std::int64_t tid, std::int64_t device,
               std::initializer_list<std::pair<core::ColumnId, std::int64_t>> columns)
    {
        append(lane(laneKind, kPid, tid, device), kind, columns);
    }
    std::int64_t id(std::string_view text) { return m_writer.intern(text).value; }

    const core::Report& open()
    {
        if (!m_report) {
            m_writer.finish();
            m_report = core::Report::open(m_folder / "sample.rep");
        }
        return *m_report;
    }

    static constexpr std::int64_t kPid = 7; // its main thread is 7 too

private:
    core::LaneId lane(core::LaneKind kind, std::int64_t pid, std::int64_t tid, std::int64_t device, std::string domain = {})
    {
        const auto [it, isNew] = m_lanes.try_emplace({kind, pid, tid, device, domain});
        if (isNew) {
            core::LaneSpec spec;
            spec.kind = kind;
            spec.pid = pid;
            spec.tid = tid;
            spec.device = device;
            spec.context = device == core::kNull ? core::kNull : 1;
            spec.stream = kind == core::LaneKind::stream ? 7 : core::kNull;
            spec.domain = domain;
            it->second = m_writer.addLane(spec);
        }
        return it->second;
    }
    void append(core::LaneId lane, core::EventKind kind, std::initializer_list<std::pair<core::ColumnId, std::int64_t>> columns)
    {
        std::vector<core::ColumnId> ids;
        std::vector<std::int64_t> values;
        for (const auto& [column, value] : columns) {
            ids.push_back(column);
            values.push_back(value);
        }
        m_writer.appender(lane, kind, ids).append(values.data());
    }

    TempDir m_folder;
    core::ReportWriter m_writer;
    std::map<std::tuple<core::LaneKind, std::int64_t, std::int64_t, std::int64_t, std::string>, core::LaneId> m_lanes;
    std::shared_ptr<const core::Report> m_report;
};

} // namespace pv::test
