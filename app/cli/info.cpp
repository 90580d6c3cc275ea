// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/table_output.h"

#include "core/model/args.h"

#include <array>
#include <charconv>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <map>

namespace pv::app {
namespace {

std::string metaOf(const core::Report& r, std::string_view key)
{
    const auto it = r.meta().find(key);
    return it != r.meta().end() ? it->second : std::string();
}

// "2026-12-01 12:24:17.123456789 UTC"
std::string wallClock(const std::string& ns)
{
    std::int64_t v = 0;
    if (std::from_chars(ns.data(), ns.data() + ns.size(), v).ec != std::errc() || v == 0) {
        return {};
    }
    std::int64_t seconds = v / 1'000'000'000;
    std::int64_t rest = v % 1'000'000'000;
    if (rest < 0) {
        --seconds;
        rest += 1'000'000'000;
    }
    const auto t = static_cast<std::time_t>(seconds);
    std::tm tm{};
    gmtime_r(&t, &tm);
    std::array<char, 32> day{};
    std::strftime(day.data(), day.size(), "%Y-%m-%d %H:%M:%S", &tm);
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%s.%09lld UTC", day.data(), static_cast<long long>(rest));
    return text.data();
}

void line(const char* name, const std::string& value)
{
    if (!value.empty()) {
        std::printf("%-16s %s\n", name, visible(value).c_str());
    }
}

const char* severityName(core::Severity s)
{
    switch (s) {
    case core::Severity::info: return "info";
    case core::Severity::warning: return "warning";
    case core::Severity::error: return "error";
    case core::Severity::dataLoss: return "lost";
    }
    return "";
}

void lanes(const core::Report& r, core::LaneId parent, int depth)
{
    for (const core::LaneId id : r.children(parent)) {
        const core::Lane& l = r.lanes()[id.value];
        std::printf("  %*s%s  [%s]%s\n", depth * 2, "", visible(l.name).c_str(), std::string(core::laneKindName(l.kind)).c_str(),
                    l.eventCount > 0 ? ("  " + formatCount(l.eventCount) + " events").c_str() : "");
        if (depth < 64) {
            lanes(r, id, depth + 1);
        }
    }
}

void printText(const core::Report& r, const std::string& file)
{
    std::error_code ignored;
    line("file", file);
    line("format", metaOf(r, "imported_by").empty() ? "rep" : metaOf(r, "imported_by"));
    line("producer", metaOf(r, "producer") + (metaOf(r, "producer_version").empty() ? "" : " " + metaOf(r, "producer_version")));
    line("host", metaOf(r, "host"));
    line("command line", metaOf(r, "command_line"));
    line("origin", wallClock(metaOf(r, "origin_unix_ns")));
    line("range", std::to_string(r.range().begin) + " ns to " + std::to_string(r.range().end) + " ns");
    line("duration", formatNs(r.range().durationNs()));
    line("clock",
         metaOf(r, "clock").empty() ? "" : metaOf(r, "clock") + ", wall clock moved " + metaOf(r, "clock_drift_ns") + " ns against it");
    line("events", formatCount(r.eventCount()));
    line("report size", formatBytes(static_cast<std::int64_t>(std::filesystem::file_size(r.path(), ignored))));
    line("source", metaOf(r, "source_file").empty() ? "" : metaOf(r, "source_file") + " (" + metaOf(r, "source_bytes") + " bytes)");
    for (const core::Gpu& g : r.gpus()) {
        line(("GPU " + std::to_string(g.device)).c_str(),
             g.name + (g.computeCapability.empty() ? "" : ", compute capability " + g.computeCapability) +
                 (g.smCount != core::kNull ? ", " + std::to_string(g.smCount) + " SMs" : "") +
                 (g.memoryBytes != core::kNull ? ", " + formatBytes(g.memoryBytes) : ""));
    }
    for (const core::Process& p : r.processes()) {
        line(("process " + std::to_string(p.pid)).c_str(), p.name + (p.rank != core::kNull ? ", rank " + std::to_string(p.rank) : "") +
                                                               (p.commandLine.empty() ? "" : ": " + p.commandLine));
    }
    std::map<std::string_view, std::int64_t> kinds;
    for (const core::ChunkInfo& c : r.chunks()) {
        kinds[core::kindName(c.kind)] += c.count;
    }
    std::printf("\nevents by kind\n");
    for (const auto& [kind, count] : kinds) {
        std::printf("  %-16s %s\n", std::string(kind).c_str(), formatCount(count).c_str());
    }
    std::printf("\nlanes\n");
    lanes(r, core::kNoLane, 0);
    if (!r.sideTables().empty()) {
        std::printf("\ntables\n");
        for (const core::SideTable& t : r.sideTables()) {
            std::printf("  %-40s %s rows\n", visible(t.name).c_str(), formatCount(t.rowCount).c_str());
        }
    }
    const auto warnings = r.warnings();
    std::printf("\n%zu kinds of warnings\n", warnings.size());
    for (const core::Warning& w : warnings) {
        std::printf("  %-8s %s (%s): %s\n", severityName(w.severity), visible(w.code).c_str(), formatCount(w.count).c_str(),
                    visible(w.text).c_str());
    }
}

void printJson(const core::Report& r, const std::string& file)
{
    std::string out = "{\"file\":";
    core::appendJsonString(out, file);
    out += ",\"events\":" + std::to_string(r.eventCount()) + ",\"range_begin\":" + std::to_string(r.range().begin) +
           ",\"range_end\":" + std::to_string(r.range().end);
    out += ",\"meta\":{";
    bool first = true;
    for (const auto& [key, value] : r.meta()) {
        out += first ? "" : ",";
        first = false;
        core::appendJsonString(out, key);
        out += ':';
        core::appendJsonString(out, value);
    }
    out += "},\"lanes\":[";
    first = true;
    for (const core::Lane& l : r.lanes()) {
        out += (first ? "{\"id\":" : ",{\"id\":") + std::to_string(l.id.value) +
               ",\"parent\":" + (l.parent == core::kNoLane ? "null" : std::to_string(l.parent.value)) + ",\"kind\":";
        first = false;
        core::appendJsonString(out, core::laneKindName(l.kind));
        out += ",\"name\":";
        core::appendJsonString(out, l.name);
        out += ",\"events\":" + std::to_string(l.eventCount) + "}";
    }
    out += "],\"warnings\":[";
    first = true;
    for (const core::Warning& w : r.warnings()) {
        out += first ? "{\"code\":" : ",{\"code\":";
        first = false;
        core::appendJsonString(out, w.code);
        out += ",\"severity\":";
        core::appendJsonString(out, severityName(w.severity));
        out += ",\"count\":" + std::to_string(w.count) + ",\"text\":";
        core::appendJsonString(out, w.text);
        out += '}';
    }
    out += "]}\n";
    std::fwrite(out.data(), 1, out.size(), stdout);
}

} // namespace

void addInfoCommand(CLI::App& app, Context& context)
{
    struct Options {
        std::string file;
        std::string format;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("info", "What is in a file: host, command line, GPUs, lanes with counts, warnings.");
    command->add_option("FILE", options->file)->required();
    command->add_option("--format,-f", options->format, "text or json");
    command->callback([options, &context] {
        const auto report = context.open(options->file);
        if (options->format == "json") {
            printJson(*report, options->file);
        } else if (options->format.empty() || options->format == "text" || options->format == "table") {
            printText(*report, options->file);
        } else {
            throw UsageError("info prints text or json");
        }
    });
}

} // namespace pv::app
