// SPDX-License-Identifier: GPL-3.0-or-later
// Real traces, compared with what another JSON reader counts in them.
#include "core/import/byte_source.h"
#include "tests/import/chrome_support.h"

#include <set>

#include <fmt/format.h>
#include <simdjson.h>

using namespace pv::core;
using namespace pv::test;

namespace {
struct Counts {
    bool trace = false;
    std::map<std::string, std::int64_t> phases;     // of events with all they need
    std::map<std::string, std::int64_t> categories; // of complete events
    std::int64_t complete = 0;
    std::int64_t durationNs = 0; // of kernels and operators, from the decimal text
};

std::string readText(const std::filesystem::path& path)
{
    SourceStatus status;
    auto source = unpackSource(openFileSource(path, status), status);
    std::string all;
    std::vector<char> buffer(1u << 20);
    while (const std::size_t n = source->read(buffer.data(), buffer.size())) {
        all.append(buffer.data(), n);
    }
    return all;
}

// Nanoseconds of a decimal number, by string arithmetic.
std::int64_t nanoseconds(std::string token)
{
    while (!token.empty() && (token.back() == ' ' || token.back() == '\n')) {
        token.pop_back();
    }
    const std::size_t point = token.find('.');
    std::string fraction = point == std::string::npos ? "" : token.substr(point + 1);
    fraction.resize(3, '0');
    return std::stoll(token.substr(0, point) + fraction);
}

Counts countsOf(const std::filesystem::path& path)
{
    Counts counts;
    std::string text = readText(path);
    simdjson::dom::parser parser;
    simdjson::dom::element document;
    if (parser.parse(text).get(document) != simdjson::SUCCESS) {
        return counts;
    }
    simdjson::dom::array events;
    if (document.get(events) != simdjson::SUCCESS && document["traceEvents"].get(events) != simdjson::SUCCESS) {
        return counts;
    }
    for (const simdjson::dom::element e : events) {
        std::string_view phase;
        if (e["ph"].get(phase) != simdjson::SUCCESS) {
            continue;
        }
        counts.trace = true;
        ++counts.phases[std::string(phase)];
        if (phase == "X") {
            std::string_view category;
            if (e["cat"].get(category) != simdjson::SUCCESS) {
                category = {};
            }
            ++counts.complete;
            ++counts.categories[std::string(category)];
            simdjson::dom::element duration;
            if ((category == "kernel" || category == "cpu_op" || category == "Kernel" || category == "Operator") &&
                e["dur"].get(duration) == simdjson::SUCCESS) {
                double d = 0;
                if (duration.get(d) == simdjson::SUCCESS) {
                    // Small enough for a double to print exactly to three places.
                    counts.durationNs += nanoseconds(fmt::format("{:.3f}", d));
                }
            }
        }
    }
    return counts;
}
} // namespace

TEST_CASE("chrome corpus: real traces open with as many events of each kind as they hold", "[chrome][corpus]")
{
    const auto shared = sharedDir();
    if (shared.empty()) {
        WARN("skipped: the shared recordings are not beside this checkout");
        return;
    }
    std::vector<std::filesystem::path> files;
    for (const char* folder : {"data/kineto", "corpus/kineto", "corpus/chrome-json", "corpus/rocm", "corpus/nccl-profiler"}) {
        std::error_code ignored;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(shared / folder, ignored)) {
            const std::string name = entry.path().filename().string();
            if (entry.is_regular_file() && name.find(".rpd") == std::string::npos) {
                files.push_back(entry.path());
            }
        }
    }
    REQUIRE(files.size() > 100);
    std::size_t compared = 0;
    std::size_t refused = 0;
    for (const auto& file : files) {
        INFO(file.filename().string());
        const Counts counts = countsOf(file);
        const TempDir dir;
        bool opened = false;
        try {
            ReportWriter writer(dir / "out.rep");
            chromeJsonImporter().import(file, writer, {}, {});
            writer.finish();
            opened = true;
        } catch (const Error& e) {
            CHECK(std::string(e.what()).find(file.filename().string()) != std::string::npos);
            ++refused;
        }
        if (counts.trace) {
            REQUIRE(opened);
        }
        if (!opened || !counts.trace) {
            continue;
        }
        ++compared;
        const auto report = Report::open(dir / "out.rep");
        std::map<EventKind, std::int64_t> kinds;
        std::int64_t durations = 0;
        for (const ChunkInfo& info : report->chunks()) {
            kinds[info.kind] += info.count;
            if (info.kind == EventKind::kernel || info.kind == EventKind::op) {
                const ColumnId columns[] = {col::start, col::duration};
                const auto chunk = report->chunk(info.id, columns);
                REQUIRE(chunk);
                for (const std::int64_t d : chunk->column(col::duration)) {
                    durations += d;
                }
            }
        }
        const auto category = [&](std::initializer_list<const char*> names) {
            std::int64_t sum = 0;
            for (const char* name : names) {
                if (const auto it = counts.categories.find(name); it != counts.categories.end()) {
                    sum += it->second;
                }
            }
            return sum;
        };
        const auto phase = [&](std::initializer_list<const char*> names) {
            std::int64_t sum = 0;
            for (const char* name : names) {
                if (const auto it = counts.phases.find(name); it != counts.phases.end()) {
                    sum += it->second;
                }
            }
            return sum;
        };
        CHECK(kinds[EventKind::kernel] == category({"kernel", "Kernel"}));
        CHECK(kinds[EventKind::memcpy] == category({"gpu_memcpy", "Memcpy"}));
        CHECK(kinds[EventKind::memset] == category({"gpu_memset", "Memset"}));
        CHECK(kinds[EventKind::op] == category({"cpu_op", "Operator"}));
        CHECK(kinds[EventKind::sync] == category({"cuda_sync"}));
        CHECK(kinds[EventKind::nvtxRange] == category({"user_annotation", "gpu_user_annotation"}));
        CHECK(kinds[EventKind::apiCall] == category({"cuda_runtime", "cuda_driver", "Runtime", "mtia_runtime", "xpu_runtime"}));
        CHECK(kinds[EventKind::mark] + kinds[EventKind::memoryUsage] >= phase({"i", "I", "R"}));
        // Every complete event is there, and every begin and end.
        std::int64_t intervals = 0;
        for (const auto& [kind, n] : kinds) {
            if (kind != EventKind::mark && kind != EventKind::async && kind != EventKind::counter && kind != EventKind::memoryUsage &&
                kind != EventKind::sample) {
                intervals += n;
            }
        }
        CHECK(intervals >= counts.complete + std::max(phase({"B"}), phase({"E"})));
        CHECK(intervals <= counts.complete + phase({"B", "E"}));
        CHECK(kinds[EventKind::async] >= std::max(phase({"b", "S"}), phase({"e", "F"})));
        CHECK(durations == counts.durationNs);
        CHECK(kinds[EventKind::counter] >= phase({"C"}));
        for (const Warning& w : report->warnings()) {
            INFO(w.code << ": " << w.text);
            CHECK(w.count > 0);
            CHECK(w.code != "json.event.malformed"); // the other reader found no fault
            CHECK(w.code != "json.truncated");
        }
    }
    CHECK(compared > 80);
    CHECK(refused < 15);
    std::puts(fmt::format("chrome corpus: {} files compared, {} refused with a message", compared, refused).c_str());
}
