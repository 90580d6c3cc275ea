// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/row_output.h"

#include "core/analysis/stats/reports.h"
#include "core/model/args.h"
#include "core/model/error.h"

#include <cstdio>

namespace pv::app {
namespace {

struct Options {
    std::string file;
    std::vector<std::string> reports;
    std::string filterTime;
    std::string filterNvtx;
    std::string format;
    bool list = false;
};

struct Wanted {
    std::string text; // as asked for
    core::StatsRequest request;
};

// Wrong words on the command line are wrong usage, whatever finds them.
template <class F>
auto asUsage(F&& f)
{
    try {
        return f();
    } catch (const core::Error& e) {
        throw UsageError(e.what());
    }
}

void listReports()
{
    for (const core::StatsReport& r : core::statsReports()) {
        std::string names(r.name);
        if (!r.oldName.empty()) {
            names += " (" + std::string(r.oldName) + ")";
        }
        std::string variants = r.kernelVariants ? " [:base|:mangled]" : "";
        variants += r.nvtxVariant ? " [:nvtx-name]" : "";
        std::printf("%-40s %s%s%s\n", names.c_str(), std::string(r.title).c_str(), variants.c_str(), r.byDefault ? " *" : "");
    }
    std::printf("\n* shown when no report is named\n");
}

std::vector<Wanted> wantedReports(const std::vector<std::string>& names)
{
    std::vector<Wanted> wanted;
    if (names.empty()) {
        for (const core::StatsReport& r : core::statsReports()) {
            if (r.byDefault) {
                wanted.push_back({std::string(r.name), {&r, {}}});
            }
        }
    }
    for (const std::string& name : names) {
        wanted.push_back({name, asUsage([&] { return core::parseStatsRequest(name); })});
    }
    return wanted;
}

core::TimeFilter resolveFilter(const Options& options, const core::Report& report, const core::Progress& progress)
{
    core::TimeFilter filter;
    if (!options.filterTime.empty()) {
        filter = asUsage([&] { return core::parseTimeFilter(options.filterTime); });
    }
    if (!options.filterNvtx.empty()) {
        const auto range = core::findNvtxRange(report, asUsage([&] { return core::parseNvtxFilter(options.filterNvtx); }), progress);
        if (!range) {
            throw core::Error("NVTX range '" + options.filterNvtx + "' could not be found in " + options.file +
                              "; 'profcli stats -r nvtx_sum " + options.file + "' lists the ranges there are");
        }
        filter.begin = std::max(filter.begin, range->begin);
        filter.end = std::min(filter.end, range->end);
        filter.pid = range->pid;
        filter.tid = range->tid;
    }
    return filter;
}

void run(const Options& options, Context& context)
{
    if (options.list) {
        listReports();
        return;
    }
    if (options.file.empty()) {
        throw UsageError("name a file; 'profcli stats --help-reports' lists the reports");
    }
    const OutputFormat format = parseFormat(options.format);
    const std::vector<Wanted> wanted = wantedReports(options.reports);
    const auto report = context.open(options.file);
    const core::Progress progress = context.progress();
    const core::TimeFilter filter = resolveFilter(options, *report, progress);
    const bool several = wanted.size() > 1;
    bool first = true;
    if (several && format == OutputFormat::json) {
        std::printf("{");
    }
    for (const Wanted& w : wanted) {
        const core::StatsReport& r = *w.request.report;
        const std::string heading = std::string(r.title) + " (" + w.text + ")";
        if (several && format == OutputFormat::json) {
            std::string key = first ? "\n" : ",\n";
            core::appendJsonString(key, w.text);
            std::printf("%s:", key.c_str());
        }
        RowOutput output(format, heading, first);
        r.function({*report, filter, w.request.variant, progress}, output);
        output.finish();
        if (output.empty()) {
            context.note("SKIPPED: " + options.file + " does not contain " + std::string(r.needs) + " data" +
                         (filter.active() ? " within the filter" : "") + " (" + w.text + ").");
        }
        first = first && output.empty() && format != OutputFormat::json;
    }
    if (several && format == OutputFormat::json) {
        std::printf("}\n");
    }
}

} // namespace

void addStatsCommand(CLI::App& app, Context& context)
{
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("stats", "Summaries and traces under the names of nsys stats.");
    command->add_option("FILE", options->file, "any file the project can read");
    command->add_option("-r,--report", options->reports, "NAME[:VARIANT], several separated by commas; old names are known too")
        ->delimiter(',')
        ->allow_extra_args(false);
    command->add_option("--filter-time", options->filterTime, "START/END in ns or with a unit; either end may be empty");
    command->add_option("--filter-nvtx", options->filterNvtx, "RANGE[@DOMAIN][/INDEX]");
    addFormatOption(*command, options->format);
    command->add_flag("--help-reports", options->list, "lists the reports");
    command->callback([options, &context] { run(*options, context); });
}

} // namespace pv::app
