// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/grouped.h"
#include "core/analysis/stats/labels.h"
#include "core/analysis/stats/rows.h"
#include "tests/support/catch.h"

#include <cmath>
#include <limits>
#include <random>

using namespace pv::core;

namespace {

std::string fixed(double v, int decimals)
{
    std::string out;
    appendFixed(out, v, decimals);
    return out;
}

Summary summaryOf(std::vector<std::int64_t> values) { return summarise(values); }

std::string csv(std::initializer_list<Cell> cells, int decimals = 1)
{
    const std::vector<Cell> row(cells);
    const std::vector<ResultColumn> columns(row.size(), ResultColumn{"c", CellType::text, decimals});
    std::string out;
    appendCsvRow(out, columns, row);
    return out;
}

} // namespace

TEST_CASE("Halves of the exact value are rounded away from zero", "[stats]")
{
    CHECK(fixed(84909.25, 1) == "84909.3"); // an exact half: printf would give .2
    CHECK(fixed(-84909.25, 1) == "-84909.3");
    CHECK(fixed(84909.75, 1) == "84909.8");
    CHECK(fixed(5412379.05, 1) == "5412379.0"); // in binary a little less than the half
    CHECK(fixed(2018.85, 1) == "2018.8");
    CHECK(fixed(0.25, 1) == "0.3");
    CHECK(fixed(0.05, 1) == "0.1"); // in binary a little more
    CHECK(fixed(0.0, 1) == "0.0");
    CHECK(fixed(-0.04, 1) == "0.0");
    CHECK(fixed(99.95, 1) == "100.0"); // 99.9500000000000028
    CHECK(fixed(16.777216, 3) == "16.777");
    CHECK(fixed(0.0005, 3) == "0.001");
    CHECK(fixed(1234567890123.5, 1) == "1234567890123.5");
    CHECK(fixed(12.5, 0) == "13");
    CHECK(fixed(9.2e18, 1) == "9200000000000000000.0");
    CHECK(fixed(std::numeric_limits<double>::infinity(), 1) == "inf");
}

TEST_CASE("Rounding agrees with long arithmetic for random values", "[stats]")
{
    std::mt19937_64 random(1);
    for (int i = 0; i < 20000; ++i) {
        const auto thousandths = static_cast<std::int64_t>(random() % 100000000);
        // n / 8 is exact in binary, so integers tell the right digit.
        const double value = static_cast<double>(thousandths) / 8;
        const std::int64_t tenths = (thousandths * 10 + 4) / 8;
        CHECK(fixed(value, 1) == std::to_string(tenths / 10) + "." + std::to_string(tenths % 10));
    }
}

TEST_CASE("The median of an even count is the mean of the two middle values", "[stats]")
{
    CHECK(summaryOf({4, 1, 3, 2}).median == 2.5);
    CHECK(summaryOf({5, 1, 3}).median == 3);
    CHECK(summaryOf({7}).median == 7);
    CHECK(summaryOf({7, 7, 7, 9}).median == 7);
    constexpr std::int64_t kBig = std::numeric_limits<std::int64_t>::max();
    CHECK(summaryOf({kBig, kBig}).median == Approx(static_cast<double>(kBig)));
}

TEST_CASE("The standard deviation is that of a sample, and 0 for one value", "[stats]")
{
    CHECK(summaryOf({2, 4, 4, 4, 5, 5, 7, 9}).stdDev == Approx(std::sqrt(32.0 / 7)));
    CHECK(summaryOf({42}).stdDev == 0);
    CHECK(summaryOf({5, 5, 5}).stdDev == 0);
    CHECK(summaryOf({125529, 155529125}).stdDev == Approx(109886936.6).margin(0.05));
}

TEST_CASE("A sum beyond int64 is cut, and its mean is right", "[stats]")
{
    constexpr std::int64_t kBig = std::numeric_limits<std::int64_t>::max() / 2;
    const Summary s = summaryOf({kBig, kBig, kBig});
    CHECK(s.sum == std::numeric_limits<std::int64_t>::max());
    CHECK(s.mean == Approx(static_cast<double>(kBig)));
    CHECK(summaryOf({}).count == 0);
}

TEST_CASE("Values of many groups are summarised apart", "[stats]")
{
    GroupedValues values;
    values.add(2, 10);
    values.add(0, 1);
    values.add(2, 30);
    GroupedValues more;
    more.add(0, 3);
    values.append(more);
    const auto s = values.finish(3);
    REQUIRE(s.size() == 3);
    CHECK(s[0].sum == 4);
    CHECK(s[0].median == 2);
    CHECK(s[1].count == 0);
    CHECK(s[2].mean == 20);
    CHECK(values.size() == 0);
}

TEST_CASE("A dense index numbers keys in order of first sight", "[stats]")
{
    DenseIndex<std::uint64_t, MixHash> index;
    for (std::uint64_t k = 0; k < 10000; ++k) {
        REQUIRE(index(k << 32) == k);
    }
    for (std::uint64_t k = 0; k < 10000; ++k) {
        REQUIRE(index(k << 32) == k);
    }
    CHECK(index.size() == 10000);
}

TEST_CASE("Fields with a comma are quoted as the reference does, others as RFC 4180 says", "[stats]")
{
    CHECK(csv({"plain", 3, 2.25, Cell()}) == "plain,3,2.3,\n");
    CHECK(csv({"a, b"}) == "\"a, b\"\n");
    CHECK(csv({"say \"a\", b"}) == "\"say \"a\", b\"\n");
    CHECK(csv({"say \"a\""}) == "\"say \"\"a\"\"\"\n");
    CHECK(csv({"two\nlines"}) == "\"two\nlines\"\n");
    CHECK(csv({" 16    1    1"}) == " 16    1    1\n");
}

TEST_CASE("Throughput counts whole durations in a second", "[stats]")
{
    CHECK(copyThroughput(16777216, 2697457) == 370ll * 16777216);
    CHECK(copyThroughput(256, 768) == 256ll * 1302083);
    CHECK(copyThroughput(256, 0) == kNull);
    CHECK(copyThroughput(std::numeric_limits<std::int64_t>::max(), 1) == std::numeric_limits<std::int64_t>::max());
}

TEST_CASE("Names of operations, grids and addresses are those of the reference", "[stats]")
{
    CHECK(memcpyLabel(12, "") == "[CUDA memcpy Unified Device-to-Host]");
    CHECK(memcpyLabel(kNull, "Memcpy HtoD (Pageable -> Device)") == "Memcpy HtoD (Pageable -> Device)");
    CHECK(memcpyLabel(99, "") == "[CUDA memcpy Unknown]");
    CHECK(dimensions(16384, 1, 1) == "16384    1    1");
    CHECK(hexAddress(0x7F2B30101000) == "0x7F2B30101000");
}
