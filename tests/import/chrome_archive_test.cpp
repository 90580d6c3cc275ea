// SPDX-License-Identifier: GPL-3.0-or-later
// Packed traces and archives.
#include "core/import/byte_source.h"
#include "core/model/error.h"
#include "tests/import/chrome_support.h"

#include <algorithm>

#include <fmt/format.h>

using namespace pv::core;
using namespace pv::test;

namespace {
std::string someEvents(int n, int pid = 1)
{
    std::string events;
    for (int i = 0; i < n; ++i) {
        events += fmt::format(R"({}{{"ph":"X","name":"e{}","pid":{},"tid":1,"ts":{},"dur":5}})", i == 0 ? "" : ",", i, pid, i * 10);
    }
    return "[" + events + "]";
}
std::string readAll(const std::filesystem::path& path, SourceStatus& status)
{
    auto source = unpackSource(openFileSource(path, status), status);
    std::string all;
    char buffer[777];
    while (const std::size_t n = source->read(buffer, sizeof(buffer))) {
        all.append(buffer, n);
    }
    return all;
}
} // namespace

TEST_CASE("chrome packed: gzip of several members, with extra fields, zeros or garbage behind", "[chrome]")
{
    const std::string json = someEvents(200);
    for (const std::size_t cut : {std::size_t{1}, json.size() / 3, json.size() / 2 + 7, json.size() - 1}) {
        for (const bool extra : {false, true}) {
            const std::string two = gzipped(json.substr(0, cut), extra) + gzipped(json.substr(cut), extra);
            CHECK(ImportedTrace(two, "t.json.gz").events().size() == 200);
            const ImportedTrace zeros(two + std::string(159, '\0'), "t.gz");
            CHECK(zeros.events().size() == 200);
            CHECK(zeros.warning("source.gzip.trailing") == 1);
            const ImportedTrace garbage(two + std::string(159, 'x'), "t.gz");
            CHECK(garbage.events().size() == 200);
            CHECK(garbage.warning("source.gzip.trailing") == 1);
        }
    }
    std::string wrong = gzipped(json);
    wrong[wrong.size() - 6] = static_cast<char>(wrong[wrong.size() - 6] ^ 0x55);
    const ImportedTrace crc(wrong, "t.gz");
    CHECK(crc.events().size() == 200);
    CHECK(crc.warning("source.crc") == 1);
    CHECK(ImportedTrace(gzipped(json), "really-gzip.json").events().size() == 200);
    CHECK(ImportedTrace(json, "really-plain.json.gz").events().size() == 200);
}

TEST_CASE("chrome packed: zstd frames, layers in layers, UTF-16 in gzip", "[chrome]")
{
    const std::string json = someEvents(50);
    CHECK(ImportedTrace(zstdPacked(json), "t.zst").events().size() == 50);
    CHECK(ImportedTrace(zstdPacked(json.substr(0, 100)) + zstdPacked(json.substr(100)), "t.zst").events().size() == 50);
    CHECK(ImportedTrace(gzipped(zstdPacked(gzipped(json))), "t").events().size() == 50);
    CHECK(ImportedTrace(gzipped(utf16Of(json, false)), "t").events().size() == 50);
    const std::string packed = zstdPacked(json);
    const std::string error = importError(packed.substr(0, 20));
    CHECK_FALSE(error.empty());
    const ImportedTrace cut(zstdPacked(json.substr(0, json.size() / 2)) + packed.substr(0, packed.size() / 2), "t.zst");
    CHECK(cut.events().size() >= 24);
    CHECK(cut.warning("source.zstd.truncated") == 1);
}

TEST_CASE("chrome archive: one trace in a zip or tar is that trace", "[chrome]")
{
    const std::string json = someEvents(30);
    for (const bool deflate : {true, false}) {
        const ImportedTrace zip(zipOf({{"a.json", json, deflate}}), "t.zip");
        CHECK(zip.events().size() == 30);
        CHECK(zip.lanes(LaneKind::group).empty());
    }
    CHECK(ImportedTrace(zipOf({{"a.json.gz", gzipped(json)}}), "t.zip").events().size() == 30);
    CHECK(ImportedTrace(tarOf({{"a.json", json}}), "t.tar").events().size() == 30);
    CHECK(ImportedTrace(gzipped(tarOf({{"a.json", json}})), "t.tar.gz").events().size() == 30);
    CHECK(ImportedTrace(zstdPacked(tarOf({{"a.json", json}})), "t.tar.zst").events().size() == 30);
    // A zip whose directory is cut off.
    const ImportedTrace cut(zipOf({{"a.json", json}, {"readme.txt", "hello"}}, false), "t.zip");
    CHECK(cut.events().size() == 30);
    CHECK(cut.warning("source.zip.no_directory") == 1);
}

TEST_CASE("chrome archive: other files are listed, hostile names are never written", "[chrome]")
{
    const TempDir dir;
    const std::string json = someEvents(30);
    writeFile(dir / "t.zip", zipOf({{"readme.txt", "hello"},
                                    {"../../x.json", json},
                                    {"/abs/y.txt", "x"},
                                    {"secret.json", json, true, true},
                                    {"folder/", "", false}}));
    const ImportedTrace t(ImportedTrace::File{dir / "t.zip"});
    CHECK(t.events().size() == 30);
    CHECK(t.warning("archive.skipped") == 2);
    CHECK(t.warningText("archive.skipped").find("readme.txt, /abs/y.txt") != std::string::npos);
    CHECK(t.warning("source.zip.encrypted") == 1);
    CHECK_FALSE(std::filesystem::exists(dir.path().parent_path() / "x.json"));
    CHECK(std::distance(std::filesystem::directory_iterator(dir.path()), std::filesystem::directory_iterator()) == 1);

    const std::string none = importError(zipOf({{"readme.txt", "hello"}}), "n.zip");
    CHECK(none.find("no file in the archive is a trace") != std::string::npos);
    CHECK(none.find("readme.txt") != std::string::npos);
}

TEST_CASE("chrome archive: several ranks have id spaces of their own, on one clock", "[chrome]")
{
    const auto rank = [](int number, const std::string& base, double ts) {
        return fmt::format(
            R"({{{}"distributedInfo":{{"rank":{},"world_size":2}},"deviceProperties":[{{"id":0,"name":"H200"}}],"traceEvents":[
            {{"ph":"M","name":"process_name","pid":100,"args":{{"name":"rank {}"}}}},
            {{"ph":"X","cat":"cuda_runtime","name":"launch{}","pid":100,"tid":100,"ts":{},"dur":5,"args":{{"correlation":1}}}},
            {{"ph":"X","cat":"kernel","name":"k{}","pid":0,"tid":7,"ts":{},"dur":5,"args":{{"device":0,"stream":7,"correlation":1}}}}]}})",
            base, number, number, number, ts, number, ts + 10);
    };
    const std::string r0 = rank(0, R"("baseTimeNanoseconds":1700000000000000000,)", 1000);
    const std::string r1 = rank(1, R"("baseTimeNanoseconds":1700000011560000000,)", 1000);
    const std::string r2 = rank(2, "", 77);
    const ImportedTrace t(zipOf({{"rank2.json", r2}, {"rank0.json", r0}, {"rank1.json.gz", gzipped(r1)}}), "t.zip");
    CHECK(t.linksFrom("launch0") == std::vector<std::string>{"launch0->k0"});
    CHECK(t.linksFrom("launch1") == std::vector<std::string>{"launch1->k1"});
    CHECK(t.linksFrom("launch2") == std::vector<std::string>{"launch2->k2"});
    CHECK(t["launch0"].start == 0);
    CHECK(t["launch1"].start == 11'560'000'000);
    CHECK(t["launch2"].start == 0); // without a clock of its own
    CHECK(t.warning("json.clock.no_anchor") == 1);
    CHECK(t.warningText("json.clock.no_anchor").find("rank2.json") != std::string::npos);
    CHECK(t.meta("origin_unix_ns") == "1700000000001000000");
    std::vector<std::int64_t> pids = {t["launch0"].lane.pid, t["launch1"].lane.pid, t["launch2"].lane.pid};
    std::sort(pids.begin(), pids.end());
    CHECK(std::unique(pids.begin(), pids.end()) == pids.end());
    CHECK(t["k0"].lane.device != t["k1"].lane.device);
    CHECK(t.report().gpus().size() == 3);
    std::map<std::int64_t, std::string> ranks;
    for (const Process& p : t.report().processes()) {
        ranks[p.rank] = p.name;
    }
    CHECK(ranks == std::map<std::int64_t, std::string>{{0, "rank 0"}, {1, "rank 1"}, {2, "rank 2"}});
    std::vector<std::string> groups;
    for (const LaneId id : t.report().children(kNoLane)) {
        groups.push_back(t.report().lanes()[id.value].name);
    }
    CHECK(groups == std::vector<std::string>{"rank2.json", "rank0.json", "rank1.json.gz"});
}

TEST_CASE("byte source: every cut of a gzip stream ends with what could be read", "[chrome]")
{
    const TempDir dir;
    const std::string text = someEvents(40);
    const std::string packed = gzipped(text);
    for (std::size_t size = 0; size <= packed.size(); ++size) {
        writeFile(dir / "t", std::string_view(packed).substr(0, size));
        SourceStatus status;
        const std::string got = readAll(dir / "t", status);
        INFO("cut at byte " << size);
        if (size > 3) {
            CHECK(text.starts_with(got));
            CHECK(status.warnings.empty() == (size == packed.size()));
        }
    }
}

TEST_CASE("byte source: a bomb ends early, whatever it is packed in", "[chrome]")
{
    const TempDir dir;
    std::string blanks(16u << 20, ' ');
    std::string bomb = gzipped("[");
    const std::string member = gzipped(blanks);
    for (int i = 0; i < 64; ++i) { // 1 GiB of blanks from about 1 MiB
        bomb += member;
    }
    writeFile(dir / "bomb.gz", bomb);
    SourceStatus status;
    auto source = unpackSource(openFileSource(dir / "bomb.gz", status), status);
    std::uint64_t total = 0;
    std::vector<char> buffer(1u << 20);
    while (const std::size_t n = source->read(buffer.data(), buffer.size())) {
        total += n;
    }
    CHECK(total < (600u << 20));
    REQUIRE(status.warnings.size() == 1);
    CHECK(status.warnings[0].code == "source.bomb");
    writeFile(dir / "twice.gz", gzipped(bomb));
    SourceStatus twice;
    auto inner = unpackSource(openFileSource(dir / "twice.gz", twice), twice);
    total = 0;
    while (const std::size_t n = inner->read(buffer.data(), buffer.size())) {
        total += n;
    }
    CHECK(total <= (258u << 20));
}

TEST_CASE("byte source: heads are unpacked, errors name the file", "[chrome]")
{
    const TempDir dir;
    writeFile(dir / "a.gz", gzipped("hello"));
    const UnpackedHead head = readUnpackedHead(dir / "a.gz", 100);
    CHECK(head.bytes == "hello");
    CHECK(head.unpacked);
    writeFile(dir / "plain", "hello world");
    CHECK(readUnpackedHead(dir / "plain", 5).bytes == "hello");
    CHECK_FALSE(readUnpackedHead(dir / "plain", 5).unpacked);
    CHECK_THROWS_AS(readUnpackedHead(dir / "missing", 5), Error);
    CHECK_THROWS_AS(readUnpackedHead(dir.path(), 5), Error);
}
