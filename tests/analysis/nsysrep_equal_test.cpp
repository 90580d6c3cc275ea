// SPDX-License-Identifier: GPL-3.0-or-later
// The report made from a report file equals the one made from its SQLite export: event by event, all kinds, all columns.

#include "core/analysis/report_equal.h"
#include "core/import/importer.h"
#include "tests/import/nsysrep_support.h"

#include <set>

using namespace pv;
using namespace pv::test;

namespace {

std::shared_ptr<const core::Report> convert(const std::filesystem::path& source, const std::filesystem::path& target)
{
    core::ImportOptions options;
    core::WriterOptions writer;
    core::importFile(source, target, options, writer, {});
    return core::Report::open(target);
}

} // namespace

TEST_CASE("nsysrep: the report from a report file equals the one from its export", "[nsysrep]")
{
    const auto pairs = reportPairs();
    if (pairs.empty()) {
        WARN("skipped: no recordings beside this checkout");
        return;
    }
    core::ReportEqualOptions options;
    options.sourceRows = true;
    options.ignoredTables = {"META_DATA_EXPORT"};   // the exporter's own facts
    options.ignoredMeta.insert("producer_version"); // of the exporter there, of the recorder here
    // What the report file knows beyond its export, and the exporter's facts in the export.
    const std::set<std::string> expected{
        "table CUDA_DRIVER_OVERHEAD",    "table PYTHON_CALLCHAINS",        "column nvtx_mark.chain_id", "table CUPTI_ACTIVITY_KIND_JIT",
        "column nvtx_mark.payload_json", "column nvtx_range.payload_json", "meta nsys.schema_version",  "meta recorded_by"};

    std::int64_t events = 0;
    std::int64_t rows = 0;
    for (const auto& path : pairs) {
        INFO(path.filename().string());
        TempDir folder;
        const auto fromReport = convert(path, folder / "a.rep");
        const auto fromExport = convert(unpackExport(path, folder), folder / "b.rep");
        const auto result = core::compareReports(*fromReport, *fromExport, options);
        for (std::size_t i = 0; i < std::min<std::size_t>(result.differences.size(), 10); ++i) {
            const auto& d = result.differences[i];
            UNSCOPED_INFO(d.where << ": " << d.a << " | " << d.b);
        }
        CHECK(result.differenceCount == 0);
        for (const auto& extra : result.extras) {
            INFO(extra.what << " x" << extra.count << (extra.inA ? " in the report file" : " in the export"));
            CHECK(expected.contains(extra.what));
        }
        CHECK(fromReport->eventCount() > 100);
        events += result.events;
        rows += result.tableRows;
    }
    WARN(pairs.size() << " pairs, " << events << " events and " << rows << " rows of tables compared");
}
