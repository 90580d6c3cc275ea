// SPDX-License-Identifier: GPL-3.0-or-later

// Report files that are cut, flipped or lie: nothing crashes or hangs, what can be read is kept, and it is said.

#include "core/import/nsys_rep_container.h"
#include "tests/import/nsysrep_build.h"
#include "tests/import/nsysrep_support.h"

#include <chrono>
#include <cstring>
#include <random>

using namespace pv;
using namespace pv::test;

namespace {

} // namespace

TEST_CASE("nsysrep: a file cut anywhere opens with what is left, or says why not", "[nsysrep]")
{
    const auto path = sample("kinds_nvtx");
    if (!path) {
        return;
    }
    const std::string whole = readFile(*path);
    const Outcome all = open(*path);
    REQUIRE(all.opened);
    TempDir folder;
    const auto cut = folder / "cut.nsys-rep";
    std::size_t opened = 0;
    for (std::size_t length = 0; length < whole.size(); length += length < 2048 ? 97 : 997) {
        writeFile(cut, std::string_view(whole).substr(0, length));
        const Outcome part = open(cut);
        INFO(length);
        if (part.opened) {
            ++opened;
            CHECK(part.facts.recovered);
            CHECK(part.told());
            CHECK(part.facts.events <= all.facts.events);
        } else {
            CHECK(part.error.find(cut.string()) != std::string::npos);
        }
    }
    CHECK(opened > 5);
    // Everything up to the end mark: nothing of the content is missing.
    writeFile(cut, std::string_view(whole).substr(0, whole.size() - 1));
    const Outcome nearlyAll = open(cut);
    REQUIRE(nearlyAll.opened);
    CHECK(nearlyAll.facts.events == all.facts.events);
    CHECK(nearlyAll.sink.strings == all.sink.strings);
    CHECK(nearlyAll.sink.tables.at("NVTX_EVENTS").rows == all.sink.tables.at("NVTX_EVENTS").rows);
    CHECK(nearlyAll.sink.tables.at("ThreadNames").rows == all.sink.tables.at("ThreadNames").rows);
}

TEST_CASE("nsysrep: a recording that died keeps all blocks before the cut", "[nsysrep]")
{
    const auto path = sample("resnet_fast");
    if (!path) {
        return;
    }
    const std::string whole = readFile(*path);
    const Outcome all = open(*path);
    TempDir folder;
    const auto cut = folder / "cut.nsys-rep";
    const core::NsysRepFile file(*path);
    const auto frames = core::readNsysRepContainer(file, {}).blocks;
    for (const double share : {0.25, 0.5, 0.75}) {
        const auto length = static_cast<std::size_t>(static_cast<double>(whole.size()) * share);
        writeFile(cut, std::string_view(whole).substr(0, length));
        const Outcome part = open(cut);
        REQUIRE(part.opened);
        CHECK(part.sink.find("nsysrep.cut") != nullptr);
        CHECK(part.sink.find("nsysrep.cut_block") != nullptr);
        CHECK(part.sink.find("nsysrep.strings") != nullptr);
        CHECK(part.sink.find("nsysrep.malformed") == nullptr);
        // Every whole block, and the begin of the one that was cut.
        const auto before = std::count_if(frames.begin(), frames.end(), [&](const auto& f) { return f.offset + f.compressed <= length; });
        CHECK(part.facts.blocks == before + 1);
        CHECK(part.facts.events > before * 6000);
        for (const auto& [name, table] : part.sink.tables) {
            const auto it = all.sink.tables.find(name);
            if (name == "CUPTI_ACTIVITY_KIND_KERNEL") {
                REQUIRE(it != all.sink.tables.end());
                REQUIRE(table.rows.size() <= it->second.rows.size());
                CHECK(table.rows.size() > 100);
                CHECK(std::equal(table.rows.begin(), table.rows.end(), it->second.rows.begin(), [](const Row& a, const Row& b) {
                    return std::equal(a.begin(), a.begin() + 20, b.begin()); // the columns that every version has
                }));
            }
        }
    }
}

TEST_CASE("nsysrep: flipped bytes never crash it", "[nsysrep]")
{
    std::mt19937 random(20240611);
    for (const std::string name : {"kinds_nvtx", "kinds_ctx", "kinds_plain"}) {
        const auto path = sample(name);
        if (!path) {
            return;
        }
        const std::string whole = readFile(*path);
        TempDir folder;
        const auto file = folder / "flipped.nsys-rep";
        const auto begin = std::chrono::steady_clock::now();
        int opened = 0;
        for (int round = 0; round < 150; ++round) {
            std::string bytes = whole;
            const int flips = 1 << (round % 8);
            for (int i = 0; i < flips; ++i) {
                // Half of them in the first kilobytes and the last, where the structure lies.
                const std::size_t at = i % 2 == 0       ? random() % bytes.size()
                                       : round % 3 == 0 ? random() % 2048
                                                        : bytes.size() - 1 - random() % 1024;
                bytes[at] = static_cast<char>(random());
            }
            writeFile(file, bytes);
            const Outcome out = open(file);
            opened += out.opened ? 1 : 0;
            CHECK((out.opened || !out.error.empty()));
        }
        INFO(name);
        CHECK(opened > 50);
        CHECK(std::chrono::steady_clock::now() - begin < std::chrono::minutes(2));
    }
}

TEST_CASE("nsysrep: a hole in the events loses only the blocks it touches", "[nsysrep]")
{
    const auto path = sample("resnet_slow");
    if (!path) {
        return;
    }
    const Outcome all = open(*path);
    std::string bytes = readFile(*path);
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(bytes.size() / 2), 3000, '\0');
    TempDir folder;
    const auto file = folder / "hole.nsys-rep";
    writeFile(file, bytes);
    const Outcome holed = open(file);
    REQUIRE(holed.opened);
    CHECK(holed.told());
    CHECK(holed.facts.events < all.facts.events);
    CHECK(holed.facts.events > all.facts.events * 8 / 10);
    CHECK(holed.sink.strings == all.sink.strings);
}

TEST_CASE("nsysrep: files made from nothing are read", "[nsysrep]")
{
    TempDir folder;
    const auto file = folder / "made.nsys-rep";
    RepParts parts;
    parts.blocks = {literalFrame(nvtxMark(5, "first") + nvtxMark(-7, "second")), literalFrame(nvtxMark(9, "third"))};
    parts.events = 3;

    SECTION("whole")
    {
        writeFile(file, parts.file());
        const Outcome out = open(file);
        REQUIRE(out.opened);
        CHECK(out.sink.warnings.empty());
        const KeptTable& nvtx = out.sink.tables.at("NVTX_EVENTS");
        REQUIRE(nvtx.rows.size() == 3);
        CHECK(nvtx.rows[1][nvtx.column("start")] == Cell(std::int64_t{-7}));
        CHECK(nvtx.rows[2][nvtx.column("text")] == Cell(std::string("third")));
        CHECK(out.sink.strings == std::vector<std::string>{"", "a name"});
    }
    SECTION("a newer version is told")
    {
        parts.version = "2031.2.1";
        writeFile(file, parts.file());
        const Outcome out = open(file);
        REQUIRE(out.opened);
        REQUIRE(out.sink.find("nsysrep.newer") != nullptr);
        CHECK(out.sink.find("nsysrep.newer")->text.find("2031.2.1") != std::string::npos);
    }
    SECTION("without its end the version is known from the tag")
    {
        parts.tag = "2023@3@3@42-233333266658v0";
        const std::string bytes = parts.file();
        writeFile(file, std::string_view(bytes).substr(0, bytes.size() - 4));
        const Outcome out = open(file);
        REQUIRE(out.opened);
        CHECK(out.facts.productVersion == "2023.3.3.42-233333266658v0");
        CHECK(out.sink.tables.at("NVTX_EVENTS").rows.size() == 3);
    }
    SECTION("synchronisation types of all versions are told with today's numbers")
    {
        const auto sync = [](std::uint32_t field, std::uint64_t type) {
            return typedEvent(106, 107,
                              numberField(1, 1) + numberField(2, 2) + bytesField(105, numberField(1, 7) + numberField(field, type)));
        };
        const auto types = [&](std::string_view version, std::uint32_t field) {
            parts.version = version;
            parts.blocks = {literalFrame(sync(field, 0) + sync(field, 1) + sync(field, 2) + sync(field, 3))};
            parts.events = 4;
            writeFile(file, parts.file());
            const Outcome out = open(file);
            const KeptTable& table = out.sink.tables.at("CUPTI_ACTIVITY_KIND_SYNCHRONIZATION");
            std::vector<std::int64_t> found;
            for (const Row& row : table.rows) {
                found.push_back(std::get<std::int64_t>(row[table.column("syncType")]));
            }
            return found;
        };
        CHECK(types("2022.4.2", 2) == std::vector<std::int64_t>{0, 4, 1, 3});
        CHECK(types("2024.6.2", 2) == std::vector<std::int64_t>{4, 1, 2, 0});
        CHECK(types("2025.3.1", 4) == std::vector<std::int64_t>{0, 1, 2, 3});
        CHECK(types("2024.1.1", 2) == std::vector<std::int64_t>{0, 0, 0, 0});
    }
    SECTION("an unknown compressor is an error with advice")
    {
        parts.compressor = "brotli";
        writeFile(file, parts.file());
        const Outcome out = open(file);
        REQUIRE_FALSE(out.opened);
        CHECK(out.error.find("brotli") != std::string::npos);
        CHECK(out.error.find("2025.3.1.90") != std::string::npos);
        CHECK(out.error.find("nsys export") != std::string::npos);
    }
    SECTION("unknown events are counted by type")
    {
        std::string unknown = typedEvent(555, 777, numberField(1, 1));
        unknown += hostFunction(78, 10, 20, 1);
        parts.blocks.push_back(literalFrame(unknown + unknown));
        parts.events += 4;
        writeFile(file, parts.file());
        const Outcome out = open(file);
        REQUIRE(out.opened);
        REQUIRE(out.sink.find("nsysrep.unknown.555.777") != nullptr);
        CHECK(out.sink.find("nsysrep.unknown.555.777")->count == 2);
        REQUIRE(out.sink.find("nsysrep.unknown.48.108.78") != nullptr);
        CHECK(out.sink.find("nsysrep.unknown.48.108.78")->count == 2);
        CHECK(out.sink.tables.at("OTHER_FUNCTION_EVENTS").rows.size() == 2);
    }
    SECTION("however many unknown kinds there are, all events are counted")
    {
        std::string unknown;
        for (unsigned type = 1000; type < 6000; ++type) {
            unknown += typedEvent(type, 900, "");
        }
        parts.blocks = {literalFrame(unknown), literalFrame(unknown)};
        parts.events = 10000;
        writeFile(file, parts.file());
        const Outcome out = open(file);
        REQUIRE(out.opened);
        CHECK(out.sink.warnings.size() < 100);
        std::int64_t total = 0;
        for (const auto& w : out.sink.warnings) {
            CHECK(w.code.starts_with("nsysrep.unknown"));
            total += w.count;
        }
        CHECK(total == 10000);
    }
    SECTION("missing events are told")
    {
        parts.events = 10;
        writeFile(file, parts.file());
        const Outcome out = open(file);
        REQUIRE(out.sink.find("nsysrep.count.events") != nullptr);
        CHECK(out.sink.find("nsysrep.count.events")->count == 7);
    }
    SECTION("a frame that claims gigabytes is stepped over")
    {
        std::string lying;
        appendVarint(lying, 40);
        appendVarint(lying, std::uint64_t{3} << 30);
        parts.blocks.insert(parts.blocks.begin() + 1, lying.append(40, 'x'));
        writeFile(file, parts.file());
        const Outcome out = open(file);
        REQUIRE(out.opened);
        CHECK(out.told());
        CHECK(out.sink.tables.at("NVTX_EVENTS").rows.size() == 3);
    }
    SECTION("a record cut inside is left out and counted")
    {
        std::string bad = nvtxMark(1, "bad");
        bad[bad.size() - 1] = '\x80'; // an endless varint
        parts.blocks.push_back(literalFrame(bad));
        writeFile(file, parts.file());
        const Outcome out = open(file);
        REQUIRE(out.opened);
        REQUIRE(out.sink.find("nsysrep.malformed") != nullptr);
        CHECK(out.sink.tables.at("NVTX_EVENTS").rows.size() == 3);
    }
    SECTION("names that point nowhere stay numbers")
    {
        parts.blocks.push_back(literalFrame(hostFunction(0, 10, 20, 123456)));
        writeFile(file, parts.file());
        const Outcome out = open(file);
        REQUIRE(out.opened);
        const KeptTable& runtime = out.sink.tables.at("CUPTI_ACTIVITY_KIND_RUNTIME");
        CHECK(runtime.rows.at(0)[runtime.column("nameId")] == Cell(std::int64_t{123456}));
    }
}

TEST_CASE("nsysrep: a block of very many rows is handed on in slices", "[nsysrep]")
{
    // One generic type of many small fields: a few bytes of the file are many rows.
    std::string fields;
    for (unsigned i = 0; i < 4000; ++i) {
        fields += bytesField(3, numberField(1, 1) + numberField(2, 0) + numberField(3, 1) + numberField(8, 1));
    }
    const std::uint64_t typeId = std::uint64_t{1} << 48 | std::uint64_t{1} << 32;
    RepParts parts;
    parts.info = bytesField(14, numberField(1, typeId) + numberField(2, 1) + fields) + numberField(15, 300);
    std::string block;
    for (unsigned i = 0; i < 300; ++i) {
        block += bytesField(2, numberField(1, typeId) + numberField(2, i) + bytesField(3, "x"));
    }
    parts.blocks = {literalFrame(block), literalFrame(nvtxMark(1, "behind"))};
    parts.events = 1;
    TempDir folder;
    const auto file = folder / "many.nsys-rep";
    writeFile(file, parts.file());
    const Outcome out = open(file);
    REQUIRE(out.opened);
    CHECK(out.sink.warnings.empty());
    CHECK(out.sink.tables.at("GPU_METRICS").rows.size() == 300u * 4000u);
    CHECK(out.sink.tables.at("NVTX_EVENTS").rows.size() == 1);
}

TEST_CASE("nsysrep: what is no report file is refused in plain words", "[nsysrep]")
{
    TempDir folder;
    const auto file = folder / "other";
    for (const std::string_view bytes :
         {"", "NVIDIA", "SQLite format 3", "NVIDIA Tegra Profiler Report 1.", "NVIDIA Tegra Profiler Report 1.QDTEXT00"}) {
        writeFile(file, bytes);
        const Outcome out = open(file);
        CHECK_FALSE(out.opened);
        CHECK(out.error.find(file.string()) != std::string::npos);
    }
    CHECK_FALSE(open(folder.path()).opened);
    CHECK_FALSE(open(folder / "missing").opened);
}

TEST_CASE("nsysrep: one thread and many give the same rows, and a stop is heard", "[nsysrep]")
{
    const auto path = sample("stack");
    if (!path) {
        return;
    }
    const Outcome one = open(*path, 1);
    const Outcome many = open(*path, 7);
    REQUIRE(one.sink.tables.size() == many.sink.tables.size());
    for (const auto& [name, table] : one.sink.tables) {
        INFO(name);
        CHECK((table.rows == many.sink.tables.at(name).rows));
    }
    for (const double when : {0.0, 0.1, 0.5}) {
        std::stop_source stop;
        core::Progress progress;
        progress.stop = stop.get_token();
        progress.report = [&](double fraction, std::string_view) {
            if (fraction >= when) {
                stop.request_stop();
            }
        };
        KeepingSink sink;
        CHECK_THROWS_AS(core::decodeNsysRep(*path, sink, {3}, progress), core::Cancelled);
    }
}

TEST_CASE("nsysrep: public reports of other machines open without anything unknown", "[nsysrep]")
{
    std::size_t opened = 0;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(sharedDir() / "corpus" / "nsys-rep", ignored)) {
        INFO(entry.path().filename().string());
        const Outcome out = open(entry.path());
        REQUIRE(out.opened);
        for (const auto& w : out.sink.warnings) {
            INFO(w.text);
            CHECK(w.severity == core::Severity::info);
        }
        CHECK(out.sink.tables.at("CUPTI_ACTIVITY_KIND_KERNEL").rows.size() >= 100);
        CHECK(out.sink.tables.at("TARGET_INFO_GPU").rows.size() >= 1);
        ++opened;
    }
    if (opened == 0) {
        WARN("skipped: no public reports beside this checkout");
    }
}
