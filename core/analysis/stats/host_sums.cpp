// SPDX-License-Identifier: MIT

// cuda_api_sum, osrt_sum, syscall_sum: calls by name.
// Basis: every call of the kind, runtime and driver API alike; calls that backtrace collection saw a second time count
// twice, as in the reference. Two names that differ in their version only are two rows with one name.
// OS runtime: calls only; the begin and end marks of threads that Nsight keeps beside them (event classes other than
// 27) are not.

#include "core/analysis/stats/reports.h"
#include "core/analysis/stats/sum_table.h"

#include <array>

namespace pv::core {
namespace {

void writeByName(const StatsContext& context, RowSink& sink, NameSums& sums, bool strip)
{
    std::vector<SumRow> rows;
    for (const auto& [id, summary] : sums.finish()) {
        const std::string_view name = context.report.string(id);
        rows.push_back({summary, {std::string(strip ? withoutVersion(name) : name)}});
    }
    writeTimeSums(sink, "Num Calls", {"Name"}, rows);
}

} // namespace

void cudaApiSum(const StatsContext& context, RowSink& sink)
{
    NameSums sums(context);
    sums.addKind(EventKind::apiCall);
    sums.addKind(EventKind::apiBacktrace);
    writeByName(context, sink, sums, true);
}

void osrtSum(const StatsContext& context, RowSink& sink)
{
    constexpr std::int64_t kOsrtCallClass = 27;
    NameSums sums(context);
    if (const auto eventClass = context.report.columnByName("event_class")) {
        const std::array columns{*eventClass};
        sums.addKind(EventKind::osrtCall, columns, [id = *eventClass](const Chunk& chunk, std::uint32_t i) {
            const std::int64_t value = chunk.value(id, i);
            return value == kNull || value == kOsrtCallClass;
        });
    } else {
        sums.addKind(EventKind::osrtCall);
    }
    writeByName(context, sink, sums, false);
}

void syscallSum(const StatsContext& context, RowSink& sink)
{
    NameSums sums(context);
    sums.addKind(EventKind::syscall);
    writeByName(context, sink, sums, false);
}

} // namespace pv::core
