// SPDX-License-Identifier: GPL-3.0-or-later
// The store on made-up reports of kernel and API call pairs as an eager PyTorch loop gives them: writing, size, opening with
// the first picture, pictures of random windows, a scan of all durations.

#include "core/store/report.h"
#include "core/store/report_writer.h"
#include "tests/bench/bench_output.h"
#include "tests/support/files.h"

#include <atomic>
#include <chrono>
#include <cmath>
#include <functional>
#include <random>

using namespace pv;
using namespace pv::core;

namespace {

constexpr int kPairs = 1'000'000;
constexpr int kStreams = 4;

double secondsOf(const std::function<void()>& work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void write(const std::filesystem::path& path)
{
    WriterOptions options;
    options.overwrite = true;
    ReportWriter w(path, options);
    LaneSpec s;
    s.kind = LaneKind::gpu;
    s.device = 0;
    const LaneId gpu = w.addLane(s);
    std::vector<LaneId> streams;
    std::vector<LaneId> threads;
    for (int i = 0; i < kStreams; ++i) {
        LaneSpec stream;
        stream.parent = gpu;
        stream.kind = LaneKind::stream;
        stream.rows = RowPolicy::packed;
        stream.pid = 100;
        stream.stream = 7 + i;
        streams.push_back(w.addLane(stream));
        LaneSpec api;
        api.kind = LaneKind::api;
        api.pid = 100;
        api.tid = 100 + i;
        threads.push_back(w.addLane(api));
    }
    std::vector<std::int64_t> names;
    for (int i = 0; i < 120; ++i) {
        names.push_back(static_cast<std::int64_t>(w.intern("void at::native::kernel_" + std::to_string(i) + "<float>(float*, int)").value));
    }
    const auto launch = static_cast<std::int64_t>(w.intern("cudaLaunchKernel").value);
    const ColumnId kernel[] = {col::start, col::duration, col::name,   col::correlation, col::gridX,        col::gridY,
                               col::gridZ, col::blockX,   col::blockY, col::blockZ,      col::staticShared, col::dynamicShared};
    const ColumnId call[] = {col::start, col::duration, col::name, col::correlation, col::returnValue};
    std::mt19937_64 random(1);
    std::vector<TimeNs> cpu(kStreams, 0);
    std::vector<TimeNs> device(kStreams, 0);
    for (int i = 0; i < kPairs; ++i) {
        const auto t = static_cast<std::size_t>(i % kStreams);
        const auto shape = static_cast<std::int64_t>(i / kStreams % 120);
        const auto callNs = static_cast<std::int64_t>(3000 + random() % 2500);
        const std::int64_t c[] = {cpu[t], callNs, launch, i + 1, 0};
        w.appender(threads[t], EventKind::apiCall, call).append(c);
        device[t] = std::max(device[t] + static_cast<std::int64_t>(900 + random() % 300), cpu[t] + callNs);
        const auto duration = static_cast<std::int64_t>(2000 + shape * 300 + static_cast<std::int64_t>(random() % 1500));
        const std::int64_t k[] = {
            device[t], duration, names[static_cast<std::size_t>(shape)], i + 1, 16 + shape * 8, 1, 1, 256, 1, 1, 0, shape % 7 * 4096};
        w.appender(streams[t], EventKind::kernel, kernel).append(k);
        device[t] += duration;
        cpu[t] += callNs + static_cast<std::int64_t>(1500 + random() % 2000);
    }
    w.finish();
}

// All lanes over a range at about `columns` buckets.
std::int64_t picture(const Report& r, TimeRange range, int columns)
{
    int level = 0;
    while (level < kMaxLevel && bucketWidthNs(level + 1) * columns <= range.durationNs()) {
        ++level;
    }
    std::int64_t busy = 0;
    for (const Lane& lane : r.lanes()) {
        for (std::int64_t i = tileIndex(range.begin, level); i <= tileIndex(range.end, level); ++i) {
            for (const Bucket& b : r.tile(lane.id, kUnionRow, level, i)->buckets) {
                busy += b.busyNs;
            }
        }
    }
    return busy;
}

} // namespace

int main()
{
    const pv::test::TempDir dir;
    const auto path = dir / "bench.rep";
    bench::Output out("store");
    const double events = 2.0 * kPairs;
    out.add("events", events, "events");
    out.add("write", events / 1e6 / secondsOf([&] { write(path); }), "million events/s", 5, "higher");
    out.add("size", static_cast<double>(std::filesystem::file_size(path)) / events, "bytes/event", 9, "lower");
    std::shared_ptr<const Report> r;
    out.add("open and first picture", 1e3 * secondsOf([&] {
                                          r = Report::open(path);
                                          picture(*r, r->range(), 2000);
                                      }),
            "ms", 150, "lower");
    std::mt19937_64 random(2);
    std::vector<double> times;
    for (int i = 0; i < 500; ++i) {
        const double share = std::pow(10.0, -5.0 * static_cast<double>(random() % 1000) / 1000.0);
        const auto width = std::max<std::int64_t>(1000, static_cast<std::int64_t>(share * static_cast<double>(r->range().durationNs())));
        const TimeNs begin =
            r->range().begin +
            static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(std::max<std::int64_t>(1, r->range().durationNs() - width)));
        times.push_back(1e3 * secondsOf([&] { picture(*r, {begin, begin + width}, 2000); }));
    }
    out.add("random window p50", bench::percentile(times, 0.5), "ms", 2, "lower");
    out.add("random window p99", bench::percentile(times, 0.99), "ms", 10, "lower");
    std::atomic<std::int64_t> sum{0};
    static constexpr ColumnId kDuration[] = {col::duration};
    const double scan = secondsOf([&] {
        for (const EventKind kind : {EventKind::kernel, EventKind::apiCall}) {
            r->scan(
                kind, kAllTime, kDuration,
                [&](const ChunkPtr& c) {
                    std::int64_t part = 0;
                    for (const std::int64_t d : c->column(col::duration)) {
                        part += d;
                    }
                    sum += part;
                },
                {}, true);
        }
    });
    out.add("scan of durations", events / 1e6 / scan, "million events/s", 200, "higher");
    out.add("peak memory", bench::peakRssMiB(), "MiB");
    out.print();
    return sum.load() > 0 ? 0 : 1;
}
