// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/row_output.h"

#include "core/analysis/rules/rules.h"
#include "core/model/args.h"
#include "core/model/error.h"

#include <cstdio>

namespace pv::app {
namespace {

struct Options {
    std::string file;
    std::vector<std::string> rules;
    std::string format;
    bool list = false;
};

struct Wanted {
    std::string text;
    core::RuleRequest request;
};

void listRules()
{
    for (const core::Rule& r : core::rules()) {
        std::printf("%-18s %s; options rows, start, end, nvtx%s%s\n    %s\n", std::string(r.name).c_str(), std::string(r.title).c_str(),
                    r.options.empty() ? "" : ",", std::string(r.options).c_str(), std::string(r.finding).c_str());
    }
}

void runRules(const Options& options, Context& context)
{
    const OutputFormat format = parseFormat(options.format);
    std::vector<Wanted> wanted;
    for (const std::string& rule : options.rules) {
        try {
            wanted.push_back({rule, core::parseRuleRequest(rule)});
        } catch (const core::Error& e) {
            throw UsageError(e.what());
        }
    }
    const auto report = context.open(options.file);
    const bool several = wanted.size() > 1;
    bool first = true;
    if (several && format == OutputFormat::json) {
        std::printf("{");
    }
    for (const Wanted& w : wanted) {
        if (several && format == OutputFormat::json) {
            std::string key = first ? "\n" : ",\n";
            core::appendJsonString(key, w.text);
            std::printf("%s:", key.c_str());
        }
        RowOutput output(format, std::string(w.request.rule->title) + " (" + w.text + ")", first);
        core::runRule(*report, w.request, output, context.progress());
        output.finish();
        if (output.empty()) {
            context.note("Rule " + w.text + " found nothing in " + options.file + ".");
        } else {
            context.note("\n" + std::string(w.request.rule->finding));
        }
        first = first && output.empty() && format != OutputFormat::json;
    }
    if (several && format == OutputFormat::json) {
        std::printf("}\n");
    }
}

void run(const Options& options, Context& context)
{
    if (options.list) {
        listRules();
        return;
    }
    if (options.file.empty()) {
        throw UsageError("name a file; 'profcli analyze --help-rules' lists the rules");
    }
    runRules(options, context);
}

} // namespace

void addAnalyzeCommand(CLI::App& app, Context& context)
{
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("analyze", "What limits a run, and the rules of nsys analyze.");
    command->add_option("FILE", options->file, "any file the project can read");
    command->add_option("-r,--rule", options->rules, "NAME[:OPTION=VALUE...], several separated by commas")
        ->delimiter(',')
        ->allow_extra_args(false);
    addFormatOption(*command, options->format);
    command->add_flag("--help-rules", options->list, "lists the rules");
    command->callback([options, &context] { run(*options, context); });
}

} // namespace pv::app
