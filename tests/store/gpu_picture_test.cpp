// SPDX-License-Identifier: GPL-3.0-or-later
// A GPU's busy time that crosses the edges of pictures: what verification computes equals what was stored.

#include "core/store/report.h"
#include "core/store/report_writer.h"
#include "tests/support/catch.h"
#include "tests/support/files.h"

#include <random>

using namespace pv::core;

TEST_CASE("a GPU's busy intervals keep their length and number across the edges of tiles")
{
    const pv::test::TempDir dir;
    for (const std::int64_t longest : {500, 40'000, 3'000'000}) {
        for (const unsigned seed : {1u, 2u, 3u}) {
            CAPTURE(longest, seed);
            const auto path = dir / (std::to_string(longest) + "-" + std::to_string(seed) + ".rep");
            {
                ReportWriter w(path);
                LaneSpec gpuSpec;
                gpuSpec.kind = LaneKind::gpu;
                gpuSpec.name = "GPU 0";
                const LaneId gpu = w.addLane(gpuSpec);
                const StringId name = w.intern("kernel");
                std::mt19937_64 random(seed);
                const ColumnId columns[] = {col::start, col::duration, col::name};
                for (int s = 0; s < 3; ++s) {
                    LaneSpec spec;
                    spec.kind = LaneKind::stream;
                    spec.parent = gpu;
                    spec.name = "Stream " + std::to_string(s);
                    spec.rows = RowPolicy::packed;
                    const LaneId lane = w.addLane(spec);
                    auto& a = w.appender(lane, s == 2 ? EventKind::memcpy : EventKind::kernel, columns);
                    TimeNs at = static_cast<TimeNs>(seed) * 12'345;
                    for (int i = 0; i < 3000; ++i) {
                        at += static_cast<TimeNs>(random() % 900);
                        const auto duration = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(i % 50 == 0 ? longest : 300));
                        const std::int64_t row[] = {at, duration, static_cast<std::int64_t>(name.value)};
                        a.append(row);
                        at += duration;
                    }
                }
                w.finish();
            }
            CHECK(verifyReport(path) == std::vector<std::string>{});
        }
    }
}
