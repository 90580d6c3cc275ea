// SPDX-License-Identifier: GPL-3.0-or-later

// How fast report files become rows: events a second on one core, with all cores, and the memory it takes. The rows go
// into a sink that only looks at them, so this is the decoder alone; bench_import has the whole way into a report.

#include "core/import/nsys_rep.h"
#include "tests/import/nsysrep_build.h"
#include "tests/support/files.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <lz4.h>
#include <memory>
#include <random>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace pv;
using namespace pv::test;

namespace {

constexpr int kRounds = 5;
constexpr std::size_t kItemsPerBlock = 7000; // as the recorder writes them
constexpr std::size_t kBlocks = 300;

class LookingTable final : public core::NsysTable {
public:
    explicit LookingTable(std::int64_t& sum) : m_sum(sum) {}
    void row(std::span<const core::NsysValue> values) override
    {
        for (const auto& v : values) {
            m_sum += v.integer + static_cast<std::int64_t>(v.text.size());
        }
    }

private:
    std::int64_t& m_sum;
};

class LookingSink final : public core::NsysRowSink {
public:
    void string(std::int64_t, std::string_view) override {}
    core::NsysTable& table(std::string_view, std::span<const core::NsysColumn>) override
    {
        return *m_tables.emplace_back(std::make_unique<LookingTable>(m_sum));
    }
    void warning(const core::Warning&) override {}

private:
    std::int64_t m_sum = 0;
    std::vector<std::unique_ptr<LookingTable>> m_tables;
};

std::string packedFrame(const std::string& message)
{
    const std::string raw = lengthPrefixed(message);
    std::string packed(static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(raw.size()))), '\0');
    packed.resize(static_cast<std::size_t>(
        LZ4_compress_default(raw.data(), packed.data(), static_cast<int>(raw.size()), static_cast<int>(packed.size()))));
    std::string out;
    appendVarint(out, packed.size());
    appendVarint(out, raw.size());
    return out.append(packed);
}

// A training run: launches, their kernels, ranges' marks, calls of the operating system.
void makeReport(const std::filesystem::path& path)
{
    std::mt19937_64 random(7);
    RepParts parts;
    for (std::size_t i = 0; i < 500; ++i) {
        parts.strings.push_back(fmt::format("void kernel_{}<float, 128>(float const*, float*, int)", i));
    }
    std::uint64_t now = 0;
    std::uint64_t correlation = 0;
    for (std::size_t b = 0; b < kBlocks; ++b) {
        std::string block;
        for (std::size_t i = 0; i < kItemsPerBlock; i += 4) {
            now += 3000 + random() % 9000;
            const std::uint64_t name = random() % 500;
            ++correlation;
            block += hostFunction(0, now, now + 2000 + random() % 3000, name, correlation);
            block += kernelEvent(now + 5000, now + 8000 + random() % 100000, name, correlation);
            block += hostFunction(27, now + 100, now + 900, name);
            block += nvtxMark(static_cast<std::int64_t>(now), "aten::linear");
        }
        parts.blocks.push_back(packedFrame(block));
        parts.events += kItemsPerBlock;
    }
    const std::string bytes = parts.file();
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

struct Figures {
    double seconds = 0;
    std::int64_t events = 0;
    std::int64_t rows = 0;
    double peakMiB = 0;
};

// In a process of its own, so that its peak memory is its own.
Figures decodeOnce(const std::filesystem::path& path, int threads)
{
    int ends[2] = {};
    Figures figures;
    if (pipe(ends) != 0) {
        return figures;
    }
    const pid_t child = fork();
    if (child == 0) {
        const auto begin = std::chrono::steady_clock::now();
        LookingSink sink;
        const auto facts = core::decodeNsysRep(path, sink, {threads});
        figures.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        figures.events = facts.events;
        figures.rows = facts.rows;
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        figures.peakMiB = static_cast<double>(usage.ru_maxrss) / 1024;
        const bool written = write(ends[1], &figures, sizeof figures) == static_cast<ssize_t>(sizeof figures);
        _exit(written ? 0 : 1);
    }
    close(ends[1]);
    if (read(ends[0], &figures, sizeof figures) != static_cast<ssize_t>(sizeof figures)) {
        figures = {};
    }
    close(ends[0]);
    waitpid(child, nullptr, 0);
    return figures;
}

Figures median(const std::filesystem::path& path, int threads)
{
    std::vector<Figures> all;
    for (int i = 0; i < kRounds; ++i) {
        all.push_back(decodeOnce(path, threads));
    }
    std::sort(all.begin(), all.end(), [](const Figures& a, const Figures& b) { return a.seconds < b.seconds; });
    return all[kRounds / 2];
}

std::string cpuName()
{
    std::ifstream in("/proc/cpuinfo");
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("model name")) {
            std::string name = line.substr(line.find(':') + 2);
            std::erase_if(name, [](char c) { return c == '"' || c == '\\'; });
            return name;
        }
    }
    return "unknown";
}

std::string result(std::string_view name, double value, std::string_view unit, double target, bool lower)
{
    std::string out = fmt::format(R"({{"name": "{}", "value": {:.4g}, "unit": "{}", )", name, value, unit);
    if (target > 0) {
        out += fmt::format(R"("target": {:.4g}, "better": "{}", "ok": {}}})", target, lower ? "lower" : "higher",
                           (lower ? value <= target : value >= target) ? "true" : "false");
    } else {
        out += fmt::format(R"("better": "{}"}})", lower ? "lower" : "higher");
    }
    return out;
}

} // namespace

int main()
{
    TempDir folder;
    const auto path = folder / "training.nsys-rep";
    if (const pid_t child = fork(); child == 0) { // keeps the generator's memory out of the figures
        makeReport(path);
        _exit(0);
    } else {
        waitpid(child, nullptr, 0);
    }
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    const double mebibytes = static_cast<double>(std::filesystem::file_size(path)) / (1 << 20);
    const Figures one = median(path, 1);
    const Figures all = median(path, 0);

    std::vector<std::string> results;
    results.push_back(result("events_per_second_one_core", static_cast<double>(one.events) / one.seconds, "1/s", 1e6, false));
    results.push_back(result("rows_per_second_one_core", static_cast<double>(one.rows) / one.seconds, "1/s", 0, false));
    results.push_back(result("events_per_second_all_cores", static_cast<double>(all.events) / all.seconds, "1/s", 0, false));
    results.push_back(result("file_read_one_core", mebibytes / one.seconds, "MiB/s", 0, false));
    results.push_back(result("peak_memory_one_core", one.peakMiB, "MiB", 64, true));
    results.push_back(result("peak_memory_all_cores", all.peakMiB, "MiB", 64.0 + 48.0 * cores, true));
    for (const std::string name : {"resnet_fast", "stack"}) {
        const auto recording = sharedDir() / "data" / "nsys" / (name + ".nsys-rep");
        std::error_code ignored;
        if (std::filesystem::exists(recording, ignored)) {
            const Figures f = median(recording, 1);
            results.push_back(result(name + ".rows_per_second_one_core", static_cast<double>(f.rows) / f.seconds, "1/s", 0, false));
        }
    }
    fmt::print(R"({{"bench": "nsysrep", "machine": {{"cpu": "{}", "cores": {}}}, "results": [)", cpuName(), cores);
    for (std::size_t i = 0; i < results.size(); ++i) {
        fmt::print("{}{}", i == 0 ? "" : ", ", results[i]);
    }
    fmt::print("]}}\n");
    return 0;
}
