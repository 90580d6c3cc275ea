// SPDX-License-Identifier: MIT
#pragma once

// The table most summaries are: share, total, count, mean, median, min, max, deviation, then what was grouped by.
// The share is that of the table's own total, in percent, not of wall time. Rows with the largest total come first;
// among equals the names decide.

#include "core/analysis/stats/context.h"
#include "core/analysis/stats/grouped.h"
#include "core/analysis/stats/rows.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pv::core {

struct SumRow {
    Summary summary;
    std::vector<std::string> names; // one a name column
};

// No rows: nothing is handed over.
void writeTimeSums(RowSink& sink, std::string_view countTitle, const std::vector<std::string>& nameTitles, const std::vector<SumRow>& rows);

// Durations of all events of one kind that match, grouped by the events' names.
class NameSums {
public:
    explicit NameSums(const StatsContext& context) : m_context(context) {}
    // `accept` may leave events out; it is called from several threads at once.
    using Accept = std::function<bool(const Chunk&, std::uint32_t)>;
    void addKind(EventKind kind, std::span<const ColumnId> moreColumns = {}, const Accept& accept = {});
    // One summary a name; empties the collection.
    std::vector<std::pair<StringId, Summary>> finish();

private:
    const StatsContext& m_context;
    GroupedValues m_values; // groups are string ids
};

} // namespace pv::core
