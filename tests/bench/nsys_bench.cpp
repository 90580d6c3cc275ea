// SPDX-License-Identifier: GPL-3.0-or-later
// How fast an Nsight Systems SQLite export becomes a report, beside merely stepping through the same rows with SQLite's own
// interface. Needs the recording resnet_fast beside the checkout; says so where it is absent.

#include "core/import/importer.h"
#include "tests/bench/bench_output.h"
#include "tests/support/files.h"

#include <chrono>
#include <functional>
#include <memory>

#include <sqlite3.h>

using namespace pv;

namespace {

double secondsOf(const std::function<void()>& work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// Every column of every row of every table.
std::int64_t stepAll(const std::filesystem::path& path)
{
    sqlite3* db = nullptr;
    sqlite3_open_v2(path.c_str(), &db, SQLITE_OPEN_READONLY, nullptr);
    std::int64_t rows = 0;
    std::vector<std::string> tables;
    sqlite3_stmt* s = nullptr;
    sqlite3_prepare_v2(db, "SELECT name FROM sqlite_schema WHERE type='table'", -1, &s, nullptr);
    while (sqlite3_step(s) == SQLITE_ROW) {
        tables.emplace_back(reinterpret_cast<const char*>(sqlite3_column_text(s, 0)));
    }
    sqlite3_finalize(s);
    std::int64_t sum = 0;
    for (const std::string& t : tables) {
        sqlite3_prepare_v2(db, ("SELECT * FROM \"" + t + "\"").c_str(), -1, &s, nullptr);
        const int n = sqlite3_column_count(s);
        while (sqlite3_step(s) == SQLITE_ROW) {
            ++rows;
            for (int i = 0; i < n; ++i) {
                sum += sqlite3_column_type(s, i) == SQLITE_TEXT ? sqlite3_column_bytes(s, i) : sqlite3_column_int64(s, i);
            }
        }
        sqlite3_finalize(s);
    }
    sqlite3_close(db);
    return sum == 42 ? rows + 1 : rows; // the sum is used, so that nothing is left out
}

} // namespace

int main()
{
    bench::Output out("nsys");
    const auto packed = pv::test::sharedDir() / "data/nsys/resnet_fast.sqlite.zst";
    const pv::test::TempDir dir;
    const auto source = dir / "source.sqlite";
    if (pv::test::sharedDir().empty() ||
        std::system(("zstd -q -d -f '" + packed.string() + "' -o '" + source.string() + "'").c_str()) != 0) {
        std::fprintf(stderr, "skipped: the recording resnet_fast is not beside this checkout\n");
        out.print();
        return 0;
    }
    std::vector<double> steps;
    std::vector<double> imports;
    std::int64_t rows = 0;
    core::WriterOptions options;
    options.overwrite = true;
    for (int i = 0; i < 5; ++i) {
        steps.push_back(secondsOf([&] { rows = stepAll(source); }));
        imports.push_back(secondsOf([&] { core::importFile(source, dir / "out.rep", {}, options, {}); }));
    }
    const double step = bench::percentile(steps, 0.5);
    const double import = bench::percentile(imports, 0.5);
    out.add("rows", static_cast<double>(rows), "rows");
    out.add("import", static_cast<double>(rows) / 1e6 / import, "million rows/s");
    out.add("ratio to stepping", import / step, "x", 1.5, "lower");
    out.add("report size of export",
            static_cast<double>(std::filesystem::file_size(dir / "out.rep")) / static_cast<double>(std::filesystem::file_size(source)),
            "x");
    out.add("peak memory", bench::peakRssMiB(), "MiB");
    out.print();
    return 0;
}
