// SPDX-License-Identifier: MIT

// nvtx_sum, nvtx_pushpop_sum, nvtx_startend_sum: ranges by name and style.
// Basis: wall time of every range, children included, so that nested ranges count more than once and the shares are of
// the sum of all ranges, not of the run. A range that was never closed lasts until the recording's end.

#include "core/analysis/stats/nvtx_ranges.h"
#include "core/analysis/stats/reports.h"
#include "core/analysis/stats/sum_table.h"

namespace pv::core {
namespace {

enum class Which : std::uint8_t { both, pushPop, startEnd };

void writeRangeSums(const StatsContext& context, RowSink& sink, Which which)
{
    // A group is a name within a domain and style: name << 32 | domain << 1 | style.
    const std::array columns{col::start, col::duration, col::name, col::flags, col::pid, col::tid, col::rangeKind};
    const DomainNames domainNames(context);
    DenseIndex<std::uint64_t, MixHash> groups;
    std::vector<std::string> domains;
    GroupedValues values;
    std::mutex mutex;
    context.report.scan(
        EventKind::nvtxRange, context.filter.scanRange(), columns,
        [&](const ChunkPtr& chunk) {
            const Lane& lane = context.report.lanes()[chunk->info().lane.value];
            if (!holdsThreadRanges(lane)) {
                return;
            }
            const std::string domain = domainNames.of(lane);
            const std::scoped_lock lock(mutex);
            auto known = std::find(domains.begin(), domains.end(), domain);
            if (known == domains.end()) {
                domains.push_back(domain);
                known = domains.end() - 1;
            }
            const auto domainIndex = static_cast<std::uint64_t>(known - domains.begin());
            forEachMatching(context, *chunk, true, [&](std::uint32_t i) {
                const std::uint64_t startEnd = chunk->value(col::rangeKind, i) == 1 ? 1 : 0;
                if ((which == Which::pushPop && startEnd != 0) || (which == Which::startEnd && startEnd == 0)) {
                    return;
                }
                const std::int64_t name = chunk->value(col::name, i);
                const std::uint64_t nameId = name == kNull ? 0 : static_cast<std::uint32_t>(name);
                values.add(groups(nameId << 32 | domainIndex << 1 | startEnd), chunk->value(col::duration, i));
            });
        },
        context.progress, true);
    const auto summaries = values.finish(groups.size());
    std::vector<SumRow> rows;
    rows.reserve(summaries.size());
    for (std::uint32_t g = 0; g < summaries.size(); ++g) {
        const std::uint64_t key = groups.keys()[g];
        std::string name = domains[(key & 0xFFFFFFFFu) >> 1] + ':';
        name += context.report.string(StringId{static_cast<std::uint32_t>(key >> 32)});
        SumRow row{summaries[g], {}};
        if (which == Which::both) {
            row.names.emplace_back(styleName((key & 1) != 0 ? RangeStyle::startEnd : RangeStyle::pushPop));
        }
        row.names.push_back(std::move(name));
        rows.push_back(std::move(row));
    }
    writeTimeSums(sink, "Instances", which == Which::both ? std::vector<std::string>{"Style", "Range"} : std::vector<std::string>{"Range"},
                  rows);
}

} // namespace

void nvtxSum(const StatsContext& context, RowSink& sink) { writeRangeSums(context, sink, Which::both); }
void nvtxPushPopSum(const StatsContext& context, RowSink& sink) { writeRangeSums(context, sink, Which::pushPop); }
void nvtxStartEndSum(const StatsContext& context, RowSink& sink) { writeRangeSums(context, sink, Which::startEnd); }

} // namespace pv::core
