// SPDX-License-Identifier: MIT
#pragma once

// Inside of compareReports: values of both reports made comparable, and the comparison of the events of one lane.

#include "core/analysis/report_equal.h"

#include <array>
#include <map>
#include <string_view>
#include <unordered_map>

namespace pv::core::reportequal {

// One number for every distinct text of both reports.
class Texts {
public:
    Texts(const Report& a, const Report& b);
    std::int64_t of(int side, std::int64_t stringId); // kNull stays kNull
    std::int64_t of(std::string_view text);
    std::string_view text(std::int64_t number) const { return m_texts[static_cast<std::size_t>(number)]; }

private:
    const std::array<const Report*, 2> m_reports;
    std::array<std::vector<std::int64_t>, 2> m_known; // by StringId; -1: not looked at yet
    std::unordered_map<std::string, std::int64_t> m_numbers;
    std::vector<std::string_view> m_texts;
};

// A column of a kind of events, under one name for both reports.
struct Column {
    std::string name;
    ColumnType type = ColumnType::integer;
    std::array<ColumnId, 2> id{};
    std::array<bool, 2> known{};          // the report has the column
    std::array<std::int64_t, 2> values{}; // how many events have one
    bool compared() const { return values[0] > 0 && values[1] > 0; }
};
struct KindColumns {
    std::vector<Column> columns;
    std::int64_t argsIndex = -1; // the column that holds JSON arguments
};

class Comparison {
public:
    Comparison(const Report& a, const Report& b, const ReportEqualOptions& options, const Progress& progress);
    ReportEqualResult run();

private:
    void surveyColumns();
    void lanes();
    void events(LaneId a, LaneId b, EventKind kind, const std::string& where);
    void countOnly(int side, LaneId lane, const std::string& path);
    void topology();
    void meta();
    void sideTables();
    void sideTable(const SideTable& a, const SideTable& b);
    void links();

    void differ(std::string where, std::string a, std::string b);
    void extra(bool inA, std::string what, std::int64_t count);
    std::string show(ColumnType type, std::int64_t value) const;
    const Report& report(int side) const { return *m_reports[static_cast<std::size_t>(side)]; }

    const std::array<const Report*, 2> m_reports;
    const ReportEqualOptions& m_options;
    const Progress& m_progress;
    Texts m_texts;
    std::map<EventKind, KindColumns> m_kinds;
    std::array<std::vector<std::string>, 2> m_paths; // of lanes
    ReportEqualResult m_result;
};

// A lane's place in the tree, unique within the report.
std::vector<std::string> lanePaths(const Report& report);

} // namespace pv::core::reportequal
