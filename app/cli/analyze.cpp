// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/row_output.h"

#include "core/analysis/findings.h"
#include "core/analysis/rules/rules.h"
#include "core/model/args.h"
#include "core/model/error.h"

#include <array>
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

std::string percentText(double share)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f %%", share * 100);
    return text.data();
}

std::string placeText(const core::Evidence& e)
{
    return formatNs(e.range.begin) + " to " + formatNs(e.range.end) + " (" + formatNs(e.range.durationNs()) +
           (e.what.empty() ? "" : ", " + e.what) + ")";
}

void printSteps(const core::Steps& steps)
{
    std::int64_t busy = 0;
    for (const core::Step& s : steps.steps) {
        busy += s.gpuBusyNs;
    }
    std::printf("\nSteps: %zu x '%s' on thread %lld: median %s, shortest %s, longest %s; the GPU worked %s of them.\n\n",
                steps.steps.size(), visible(steps.name).c_str(), static_cast<long long>(steps.tid),
                formatNs(static_cast<std::int64_t>(steps.medianNs)).c_str(), formatNs(steps.minNs).c_str(), formatNs(steps.maxNs).c_str(),
                percentText(steps.totalNs > 0 ? static_cast<double>(busy) / static_cast<double>(steps.totalNs) : 0).c_str());
    TableOutput table(OutputFormat::table, {"phase", "share", "total", "median per step"});
    for (const core::StepPhase& p : steps.phases) {
        table.row({p.name.empty() ? std::string("(other)") : p.name,
                   percentText(steps.totalNs > 0 ? static_cast<double>(p.totalNs) / static_cast<double>(steps.totalNs) : 0),
                   formatNs(p.totalNs), formatNs(static_cast<std::int64_t>(p.medianNs))});
    }
}

void printText(const core::Findings& found)
{
    std::printf("%s%s", found.summary.c_str(), found.summary.empty() ? "" : "\n");
    int number = 0;
    for (const core::Finding& f : found.findings) {
        std::printf("\n%d. %s%s\n   %s\n", ++number, f.title.c_str(),
                    f.amountNs > 0 ? (": up to " + formatNs(f.amountNs) + " (" + percentText(f.share) + ") could be won").c_str() : "",
                    visible(f.text).c_str());
        std::printf("   Based on: %s.\n", f.basis.c_str());
        for (const core::Evidence& e : f.evidence) {
            std::printf("   Look at: %s\n", visible(placeText(e)).c_str());
        }
        std::printf("   Advice: %s\n", f.advice.c_str());
    }
    if (found.steps) {
        printSteps(*found.steps);
    }
}

void appendField(std::string& out, const char* key, std::string_view text)
{
    out += std::string("\"") + key + "\":";
    core::appendJsonString(out, text);
}

void printJson(const core::Findings& found)
{
    std::string out = "{";
    appendField(out, "summary", found.summary);
    out += ",\"findings\":[";
    for (std::size_t i = 0; i < found.findings.size(); ++i) {
        const core::Finding& f = found.findings[i];
        out += i > 0 ? ",\n{" : "\n{";
        appendField(out, "code", f.code);
        out += ',';
        appendField(out, "title", f.title);
        out += ',';
        appendField(out, "text", f.text);
        out += ",\"amount_ns\":" + std::to_string(f.amountNs) + ",\"share\":";
        core::appendFixed(out, f.share, 6);
        out += ",\"device\":" + (f.device == core::kNull ? std::string("null") : std::to_string(f.device)) + ',';
        appendField(out, "basis", f.basis);
        out += ',';
        appendField(out, "advice", f.advice);
        out += ",\"evidence\":[";
        for (std::size_t e = 0; e < f.evidence.size(); ++e) {
            const core::Evidence& place = f.evidence[e];
            out += (e > 0 ? ",{\"start\":" : "{\"start\":") + std::to_string(place.range.begin) +
                   ",\"end\":" + std::to_string(place.range.end) +
                   ",\"event\":" + (place.event == core::kNoEvent ? std::string("null") : std::to_string(place.event.value)) + ',';
            appendField(out, "what", place.what);
            out += '}';
        }
        out += "]}";
    }
    out += "\n],\"steps\":";
    if (!found.steps) {
        out += "null";
    } else {
        const core::Steps& steps = *found.steps;
        out += '{';
        appendField(out, "name", steps.name);
        out += ",\"tid\":" + (steps.tid == core::kNull ? std::string("null") : std::to_string(steps.tid)) + ",\"median_ns\":";
        core::appendFixed(out, steps.medianNs, 1);
        out += ",\"steps\":[";
        for (std::size_t i = 0; i < steps.steps.size(); ++i) {
            const core::Step& s = steps.steps[i];
            out += i > 0 ? ",{" : "{";
            appendField(out, "name", s.name);
            out += ",\"start\":" + std::to_string(s.range.begin) + ",\"end\":" + std::to_string(s.range.end) +
                   ",\"gpu_busy_ns\":" + std::to_string(s.gpuBusyNs) + "}";
        }
        out += "],\"phases\":[";
        for (std::size_t i = 0; i < steps.phases.size(); ++i) {
            const core::StepPhase& p = steps.phases[i];
            out += i > 0 ? ",{" : "{";
            appendField(out, "name", p.name.empty() ? "(other)" : p.name);
            out += ",\"total_ns\":" + std::to_string(p.totalNs) + ",\"count\":" + std::to_string(p.count) + ",\"median_ns\":";
            core::appendFixed(out, p.medianNs, 1);
            out += '}';
        }
        out += "]}";
    }
    out += "}\n";
    std::fwrite(out.data(), 1, out.size(), stdout);
}

void runFindings(const Options& options, Context& context)
{
    const OutputFormat format = parseFormat(options.format);
    const auto report = context.open(options.file);
    const core::Findings found = core::findWhatLimits(*report, context.progress());
    if (format == OutputFormat::table) {
        printText(found);
        return;
    }
    if (format == OutputFormat::json) {
        printJson(found);
        return;
    }
    TableOutput table(format, {"code", "title", "amount_ns", "share", "device", "text", "basis", "advice", "evidence"});
    for (const core::Finding& f : found.findings) {
        std::string places;
        for (const core::Evidence& e : f.evidence) {
            places += (places.empty() ? "" : "; ") + placeText(e);
        }
        table.row({std::string(f.code), f.title, f.amountNs, FixedReal{f.share, 4},
                   f.device == core::kNull ? OutputCell() : OutputCell(f.device), f.text, f.basis, f.advice, places});
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
    if (options.rules.empty()) {
        runFindings(options, context);
    } else {
        runRules(options, context);
    }
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
