// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How subcommands plug into profcli: each has a file of its own with a function addXCommand(app, context) that registers
// the command, its options and a callback which runs it. Callbacks report failure by throwing (core::Error is printed as
// its one message, exit code 1; UsageError exit code 2) and may set Context::exitCode.
//
// Results go to stdout, everything else to stderr. Long work takes Context::progress(): a bar on a terminal, silence
// otherwise; Ctrl-C requests its stop.

#include "core/import/open.h"
#include "core/model/progress.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

namespace pv::app {

class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

struct Context {
    int exitCode = 0;
    bool quiet = false;

    core::Progress progress() const;
    // Opens any file the project can read, with a progress bar.
    std::shared_ptr<const core::Report> open(const std::string& path, const core::OpenAnyOptions& options = {}) const;
    void note(const std::string& line) const; // to stderr, unless quiet
};

// All commands, in the order help shows them.
void registerCommands(CLI::App& app, Context& context);

void addImportCommand(CLI::App& app, Context& context);
void addInfoCommand(CLI::App& app, Context& context);
void addVerifyCommand(CLI::App& app, Context& context);
void addSqlCommand(CLI::App& app, Context& context);
void addGapsCommand(CLI::App& app, Context& context);
void addExportCommand(CLI::App& app, Context& context);
void addDiffCommand(CLI::App& app, Context& context);
void addStatsCommand(CLI::App& app, Context& context);
void addAnalyzeCommand(CLI::App& app, Context& context);
void addProfileCommands(CLI::App& app, Context& context); // profile, recover

} // namespace pv::app
