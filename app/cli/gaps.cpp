// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/duration.h"
#include "app/cli/table_output.h"

#include "core/analysis/gpu_gaps.h"

#include <algorithm>
#include <cstdio>

namespace pv::app {

void addGapsCommand(CLI::App& app, Context& context)
{
    struct Options {
        std::string file;
        std::string min = "50us";
        std::string format;
        std::int64_t rows = 0;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("gaps", "Where each GPU stood idle, longest first, and what the CPU did meanwhile.");
    command->add_option("FILE", options->file)->required();
    command->add_option("--min", options->min, "shortest gap shown: a number with ns, us, ms or s")->default_str("50us");
    command->add_option("--rows", options->rows, "at most so many per GPU (0: all)");
    addFormatOption(*command, options->format);
    command->callback([options, &context] {
        const OutputFormat format = parseFormat(options->format);
        const std::int64_t minNs = parseDuration(options->min);
        const auto report = context.open(options->file);
        std::vector<core::GpuGap> gaps = core::gpuGaps(*report, minNs, true, core::kAllTime, context.progress());
        std::stable_sort(gaps.begin(), gaps.end(), [](const core::GpuGap& a, const core::GpuGap& b) {
            return a.device != b.device ? a.device < b.device : a.range.durationNs() > b.range.durationNs();
        });
        for (const core::GpuTimes& t : core::gpuTimes(*report)) {
            const double all = static_cast<double>(std::max<std::int64_t>(1, t.window.durationNs()));
            char text[256];
            std::snprintf(text, sizeof text,
                          "GPU %lld: busy %.1f %% of %s between its first and last work (compute %.1f %%, communication %.1f %%, copies "
                          "only %.1f %%)",
                          static_cast<long long>(t.device == core::kNull ? 0 : t.device), 100.0 * static_cast<double>(t.busyNs()) / all,
                          formatNs(t.window.durationNs()).c_str(), 100.0 * static_cast<double>(t.computeNs) / all,
                          100.0 * static_cast<double>(t.communicationNs) / all, 100.0 * static_cast<double>(t.copyNs) / all);
            context.note(text);
        }
        const bool people = format == OutputFormat::table || format == OutputFormat::markdown;
        TableOutput out(format, {"device", "start", "end", "dur", "cause", "cause_name", "cause_share"});
        std::int64_t device = core::kNull;
        std::int64_t shown = 0;
        for (const core::GpuGap& g : gaps) {
            shown = g.device == device ? shown + 1 : 1;
            device = g.device;
            if (options->rows > 0 && shown > options->rows) {
                continue;
            }
            auto time = [&](std::int64_t ns) { return people ? OutputCell(formatNs(ns)) : OutputCell(ns); };
            const bool known = g.cause != core::GapCause::unknown;
            char share[32];
            std::snprintf(share, sizeof share, "%.1f %%", 100 * g.causeShare);
            out.row({g.device == core::kNull ? OutputCell() : OutputCell(g.device), time(g.range.begin), time(g.range.end),
                     time(g.range.durationNs()), std::string(core::gapCauseName(g.cause)),
                     known ? OutputCell(std::string(report->string(g.causeName))) : OutputCell(),
                     !known   ? OutputCell()
                     : people ? OutputCell(std::string(share))
                              : OutputCell(g.causeShare)});
        }
    });
}

} // namespace pv::app
