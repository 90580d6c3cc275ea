// SPDX-License-Identifier: GPL-3.0-or-later
// Every summary, filter and rule equals the reference's results for the recordings: the same header, the same rows; rows
// that tie may stand in another order.

#include "core/import/importer.h"
#include "core/model/error.h"
#include "tests/analysis/stats_sample.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <zstd.h>

using namespace pv::core;
using namespace pv::test;
namespace fs = std::filesystem;

namespace {

std::string readFile(const fs::path& path)
{
    std::ifstream in(path, std::ios::binary);
    std::stringstream bytes;
    bytes << in.rdbuf();
    std::string text = bytes.str();
    if (path.extension() != ".zst") {
        return text;
    }
    std::string out;
    ZSTD_DStream* stream = ZSTD_createDStream();
    ZSTD_inBuffer input{text.data(), text.size(), 0};
    std::string part(ZSTD_DStreamOutSize(), '\0');
    while (input.pos < input.size) {
        ZSTD_outBuffer output{part.data(), part.size(), 0};
        if (ZSTD_isError(ZSTD_decompressStream(stream, &output, &input)) != 0) {
            break;
        }
        out.append(part.data(), output.pos);
    }
    ZSTD_freeDStream(stream);
    return out;
}

// The header, then the rows in any order; without empty lines.
std::vector<std::string> comparable(const std::string& csv)
{
    std::vector<std::string> lines;
    std::istringstream in(csv);
    for (std::string line; std::getline(in, line);) {
        if (line.find_first_not_of(" \t\r") != std::string::npos) {
            lines.push_back(line);
        }
    }
    if (!lines.empty()) {
        std::sort(lines.begin() + 1, lines.end());
    }
    return lines;
}

// "gpu_gaps-gap-1-rows-5" -> "gpu_gaps:gap=1:rows=5"; numbers may be negative.
std::string ruleRequest(const std::string& name)
{
    std::string request = name.substr(0, name.find('-'));
    for (std::size_t at = name.find('-'); at != std::string::npos;) {
        const std::size_t value = name.find('-', at + 1);
        const std::size_t next = name.find('-', value + 2);
        request +=
            ":" + name.substr(at + 1, value - at - 1) + "=" + name.substr(value + 1, next == std::string::npos ? next : next - value - 1);
        at = next;
    }
    return request;
}

void compare(const Report& report, const fs::path& folder, int& compared)
{
    for (const auto& entry : fs::directory_iterator(folder)) {
        std::string name = entry.path().filename().string();
        const auto csv = name.find(".csv");
        if (csv == std::string::npos) {
            continue;
        }
        name.resize(csv);
        INFO(folder.filename().string() << "/" << name);
        const std::string wanted = readFile(entry.path());
        std::string got;
        if (name.ends_with(".analyze")) {
            got = ruleCsv(report, ruleRequest(name.substr(0, name.size() - 8)));
        } else {
            if (const auto dash = name.find('-'); dash != std::string::npos) {
                name[dash] = ':';
            }
            got = statsCsv(report, name);
        }
        CHECK(comparable(got) == comparable(wanted));
        ++compared;
    }
}

void compareFiltered(const Report& report, const fs::path& folder, int& compared)
{
    std::ifstream index(folder / "index.tsv");
    for (std::string line; std::getline(index, line);) {
        std::istringstream fields(line);
        std::string number;
        std::string option;
        std::string name;
        std::getline(fields, number, '\t');
        std::getline(fields, option, '\t');
        std::getline(fields, name, '\t');
        const std::string value = option.substr(option.find('=') + 1);
        const bool byTime = option.starts_with("--filter-time");
        const auto filter = byTime ? std::optional(parseTimeFilter(value)) : findNvtxRange(report, parseNvtxFilter(value));
        const fs::path file = folder / (number + "." + name + ".csv");
        INFO(option << " " << name);
        if (!fs::exists(file)) { // the reference printed nothing
            CHECK((!filter || statsCsv(report, name, *filter).empty()));
        } else {
            REQUIRE(filter);
            CHECK(comparable(statsCsv(report, name, *filter)) == comparable(readFile(file)));
        }
        ++compared;
    }
}

} // namespace

TEST_CASE("Summaries and rules equal the reference's", "[stats][parity]")
{
    const fs::path recordings = sharedDir() / "data" / "nsys";
    if (sharedDir().empty() || !fs::exists(recordings)) {
        WARN("skipped: no recordings beside this checkout");
        return;
    }
    CHECK(ruleRequest("cuda_api_sync-rows--1") == "cuda_api_sync:rows=-1");
    CHECK(ruleRequest("gpu_gaps-gap-1-rows-5") == "gpu_gaps:gap=1:rows=5");
    int compared = 0;
    for (const auto& entry : fs::directory_iterator(recordings)) {
        const std::string file = entry.path().filename().string();
        if (!file.ends_with(".sqlite.zst")) {
            continue;
        }
        const std::string base = file.substr(0, file.size() - 11);
        const TempDir folder;
        const fs::path source = folder / (base + ".sqlite");
        std::ofstream(source, std::ios::binary) << readFile(entry.path());
        importFile(source, folder / "report.rep", {}, {}, {});
        const auto report = Report::open(folder / "report.rep");
        compare(*report, recordings / (base + ".stats"), compared);
        if (fs::exists(recordings / (base + ".stats") / "filters")) {
            compareFiltered(*report, recordings / (base + ".stats") / "filters", compared);
        }
    }
    CHECK(compared > 0);
}
