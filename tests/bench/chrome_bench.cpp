// SPDX-License-Identifier: GPL-3.0-or-later

// How fast a trace of the PyTorch profiler becomes a report, measured against simdjson merely walking the same bytes on
// one thread and against zlib merely inflating them. The trace is made here: 1,000,000 events with the arguments that
// real ones have. Every figure is the median of rounds in which all variants take turns; each import runs in a process of its
// own, so that its peak memory is its own.

#include "core/import/chrome_stream.h"
#include "core/import/importer.h"
#include "tests/support/files.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <random>
#include <thread>

#include <fmt/format.h>
#include <simdjson.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

using namespace pv;
using namespace pv::test;

namespace {

constexpr int kRounds = 5;
constexpr int kEvents = 1'000'000;

double secondsOf(const std::function<void()>& work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// Operators that launch kernels, as a training run has them.
void makeTrace(const std::filesystem::path& path)
{
    std::mt19937_64 random(7);
    std::ofstream out(path, std::ios::binary);
    out << R"({"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "GPU", "totalGlobalMem": 150109880320, "numSms": 132}],
  "baseTimeNanoseconds": 1790857026000000000, "traceEvents": [
)";
    const char* ops[] = {"aten::mm",   "aten::add_",       "aten::copy_",  "aten::convolution",
                         "aten::relu", "aten::batch_norm", "aten::linear", "aten::softmax"};
    std::vector<std::string> dims;
    for (const int batch : {16, 32, 64}) {
        for (const int channels : {64, 128, 256, 512}) {
            for (const int size : {7, 14, 28, 56}) {
                dims.push_back(fmt::format("[[{}, {}, {}, {}], [{}, {}], [], []]", batch, channels, size, size, batch, channels));
            }
        }
    }
    std::int64_t now = 5'247'857'808'504'886;
    std::int64_t gpu = now;
    for (int i = 0; i < kEvents; i += 3) {
        const std::int64_t duration = 5000 + static_cast<std::int64_t>(random() % 85000);
        const auto us = [](std::int64_t ns) { return fmt::format("{}.{:03}", ns / 1000, ns % 1000); };
        out << fmt::format(R"(  {{
    "ph": "X", "cat": "cpu_op", "name": "{}", "pid": 1145, "tid": 1145,
    "ts": {}, "dur": {},
    "args": {{
      "External id": {},"Record function id": 0, "Concrete Inputs": ["", "", "1"], "Input type": ["float", "float", "Scalar"], "Input Strides": [[1], [1], []], "Input Dims": {}, "Ev Idx": {}
    }}
  }},
  {{
    "ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1145, "tid": 1145,
    "ts": {}, "dur": {},
    "args": {{
      "External id": {}, "cbid": 211, "correlation": {}
    }}
  }},
)",
                           ops[random() % 8], us(now), us(duration), i, dims[random() % dims.size()], i, us(now + 1000),
                           us(2000 + duration % 2000), i, i);
        gpu = std::max(gpu + 500, now + 7000);
        const std::int64_t busy = 1000 + static_cast<std::int64_t>(random() % 60000);
        out << fmt::format(R"(  {{
    "ph": "X", "cat": "kernel", "name": "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, std::array<char*, 3ul> >(int, at::native::CUDAFunctor_add<float>, std::array<char*, 3ul>){}", "pid": 0, "tid": 7,
    "ts": {}, "dur": {},
    "args": {{
      "External id": {}, "queued": 0, "device": 0, "context": 1, "stream": 7, "correlation": {}, "registers per thread": 32, "shared memory": {}, "blocks per SM": {:.6f}, "warps per SM": {:.6f}, "grid": [{}, 1, 1], "block": [256, 1, 1], "est. achieved occupancy %": {}
    }}
  }},
)",
                           random() % 40, us(gpu), us(busy), i, i, (random() % 3) * 1024, static_cast<double>(random() % 400) / 132,
                           static_cast<double>(random() % 4000) / 132, 1 + random() % 4000, random() % 100);
        gpu += busy;
        now += duration + 3000;
    }
    out << R"(  {"name": "process_name", "ph": "M", "ts": 0, "pid": 1145, "tid": 0, "args": {"name": "python3"}}
]}
)";
}

void packTrace(const std::filesystem::path& from, const std::filesystem::path& to)
{
    std::ifstream in(from, std::ios::binary);
    gzFile out = gzopen(to.c_str(), "wb6");
    std::vector<char> buffer(1u << 20);
    while (in.read(buffer.data(), static_cast<std::streamsize>(buffer.size())) || in.gcount() > 0) {
        gzwrite(out, buffer.data(), static_cast<unsigned>(in.gcount()));
    }
    gzclose(out);
}

// Every key and value of a document is looked at; numbers and strings are decoded.
std::uint64_t walk(const simdjson::dom::element element)
{
    switch (element.type()) {
    case simdjson::dom::element_type::OBJECT: {
        std::uint64_t sum = 0;
        for (const auto [key, value] : simdjson::dom::object(element)) {
            sum += key.size() + walk(value);
        }
        return sum;
    }
    case simdjson::dom::element_type::ARRAY: {
        std::uint64_t sum = 0;
        for (const simdjson::dom::element value : simdjson::dom::array(element)) {
            sum += walk(value);
        }
        return sum;
    }
    case simdjson::dom::element_type::STRING: return std::string_view(element).size();
    case simdjson::dom::element_type::INT64: return static_cast<std::uint64_t>(std::int64_t(element));
    default: return 1;
    }
}

double walkSeconds(const std::filesystem::path& path)
{
    const simdjson::padded_string text = simdjson::padded_string::load(path.string());
    simdjson::dom::parser parser;
    volatile std::uint64_t sum = 0;
    // The second time: the parser's own memory is there.
    double seconds = 0;
    for (int i = 0; i < 2; ++i) {
        seconds = secondsOf([&] { sum = walk(parser.parse(text).value()); });
    }
    return seconds;
}

double inflateSeconds(const std::filesystem::path& path)
{
    return secondsOf([&] {
        gzFile in = gzopen(path.c_str(), "rb");
        gzbuffer(in, 256u << 10);
        std::vector<char> buffer(512u << 10);
        while (gzread(in, buffer.data(), static_cast<unsigned>(buffer.size())) > 0) {
        }
        gzclose(in);
    });
}

double readSeconds(const std::filesystem::path& path)
{
    return secondsOf([&] {
        core::SourceStatus status;
        const auto members = core::openMembers(path, status);
        members->next();
        core::chrome::EventStream stream(members->stream(), status);
        while (auto batch = stream.next()) {
            stream.recycle(std::move(batch));
        }
    });
}

struct Figures {
    double seconds = 0;       // of everything
    double importSeconds = 0; // until the writer finishes
    double cpuSeconds = 0;
    double peakMiB = 0;
    std::int64_t events = 0;
};

Figures importOnce(const std::filesystem::path& path, const std::filesystem::path& target)
{
    int ends[2] = {};
    Figures figures;
    if (pipe(ends) != 0) {
        return figures;
    }
    const pid_t child = fork();
    if (child == 0) {
        figures.seconds = secondsOf([&] {
            core::ReportWriter writer(target, {.overwrite = true});
            figures.importSeconds = secondsOf([&] { core::chromeJsonImporter().import(path, writer, {}, {}); });
            figures.events = writer.finish().events;
        });
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        figures.peakMiB = static_cast<double>(usage.ru_maxrss) / 1024;
        const auto of = [](const timeval& t) { return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6; };
        figures.cpuSeconds = of(usage.ru_utime) + of(usage.ru_stime);
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

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
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
    const TempDir folder;
    const auto plain = folder / "trace.json";
    const auto packed = folder / "trace.json.gz";
    if (const pid_t child = fork(); child == 0) { // keeps the generator's memory out of the figures
        makeTrace(plain);
        packTrace(plain, packed);
        _exit(0);
    } else {
        waitpid(child, nullptr, 0);
    }
    const double mebibytes = static_cast<double>(std::filesystem::file_size(plain)) / (1 << 20);
    std::map<std::string, std::vector<double>> all;
    for (int round = 0; round < kRounds; ++round) {
        double walked = 0;
        if (const pid_t child = fork(); child == 0) { // its document takes a gigabyte
            const double seconds = walkSeconds(plain);
            std::ofstream(folder / "walk") << seconds;
            _exit(0);
        } else {
            waitpid(child, nullptr, 0);
            std::ifstream(folder / "walk") >> walked;
        }
        const double inflated = inflateSeconds(packed);
        const double readPlain = readSeconds(plain);
        const double readPacked = readSeconds(packed);
        const Figures imported = importOnce(plain, folder / "out.rep");
        const Figures importedPacked = importOnce(packed, folder / "out.rep");
        all["walk"].push_back(walked);
        all["inflate"].push_back(inflated);
        all["read"].push_back(readPlain);
        all["import"].push_back(imported.seconds);
        all["cpu"].push_back(imported.cpuSeconds);
        all["peak"].push_back(imported.peakMiB);
        all["rate"].push_back(static_cast<double>(imported.events) / imported.seconds);
        all["read/walk"].push_back(readPlain / walked);
        all["map/walk"].push_back(imported.importSeconds / walked);
        all["import/walk"].push_back(imported.seconds / walked);
        all["read gz/inflate"].push_back(readPacked / inflated);
        all["import gz/inflate"].push_back(importedPacked.seconds / inflated);
    }
    const std::vector<std::string> results = {
        result("events_per_second", median(all["rate"]), "1/s", 1e6, false),
        result("import", median(all["import"]), "s", 0, true),
        result("import_cpu", median(all["cpu"]), "s", 0, true),
        result("text_read", mebibytes / median(all["read"]), "MiB/s", 0, false),
        result("simdjson_walk", median(all["walk"]), "s", 0, true),
        result("read_to_simdjson_walk", median(all["read/walk"]), "ratio", 1.0, true),
        result("import_before_finish_to_simdjson_walk", median(all["map/walk"]), "ratio", 0, true),
        result("import_to_simdjson_walk", median(all["import/walk"]), "ratio", 1.6, true),
        result("zlib_inflate", median(all["inflate"]), "s", 0, true),
        result("gzip_read_to_inflate", median(all["read gz/inflate"]), "ratio", 1.2, true),
        result("gzip_import_to_inflate", median(all["import gz/inflate"]), "ratio", 0, true),
        result("peak_memory", median(all["peak"]), "MiB", 300, true),
    };
    std::printf("{\"bench\": \"chrome\", \"machine\": {\"cpu\": \"%s\", \"cores\": %u}, \"results\": [\n", cpuName().c_str(),
                std::max(1u, std::thread::hardware_concurrency()));
    for (std::size_t i = 0; i < results.size(); ++i) {
        std::printf("  %s%s\n", results[i].c_str(), i + 1 < results.size() ? "," : "");
    }
    std::printf("]}\n");
    return 0;
}
