// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/table_output.h"

#include <cstdio>

namespace pv::app {

void addImportCommand(CLI::App& app, Context& context)
{
    struct Options {
        std::vector<std::string> sources;
        std::string target;
        bool force = false;
        bool environment = false;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("import", "Converts a trace to a report of its own (.rep).");
    command->add_option("IN", options->sources, "Nsight Systems report or export, PyTorch or Chrome trace")->required();
    command->add_option("-o,--output", options->target, "the report to write")->required();
    command->add_flag("--force", options->force, "overwrite an existing report");
    command->add_flag("--environment", options->environment, "keep the values of environment variables (they may hold secrets)");
    command->callback([options, &context] {
        if (options->sources.size() > 1) {
            throw UsageError("import takes one file at a time");
        }
        core::ImportOptions import;
        import.environment = options->environment;
        core::WriterOptions writer;
        writer.overwrite = options->force;
        const core::ImportSummary s = core::importFile(options->sources.front(), options->target, import, writer, context.progress());
        context.note(options->target + ": " + formatCount(s.written.events) + " events, " + formatBytes(s.written.fileBytes) + " (from " +
                     s.format + ")");
        const auto report = core::Report::open(options->target);
        for (const core::Warning& w : report->warnings()) {
            if (w.severity != core::Severity::info) {
                context.note("  " + std::string(w.severity == core::Severity::dataLoss ? "lost" : "note") + " (" + formatCount(w.count) +
                             "): " + visible(w.text));
            }
        }
    });
}

} // namespace pv::app
