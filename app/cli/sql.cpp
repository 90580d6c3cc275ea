// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/table_output.h"

#include "core/model/error.h"
#include "core/store/sql/sql_session.h"

#include <cstdio>
#include <iostream>
#include <unistd.h>

namespace pv::app {
namespace {

void printSchema(const core::SqlSession& session)
{
    for (const bool nsight : {false, true}) {
        for (const core::SqlTableInfo& t : session.tables()) {
            if (t.nsight != nsight) {
                continue;
            }
            std::string line = visible(t.name) + "(";
            for (std::size_t i = 0; i < t.columns.size(); ++i) {
                line += (i > 0 ? ", " : "") + visible(t.columns[i].first);
            }
            std::printf("%s)\n", line.c_str());
        }
    }
}

void runQuery(core::SqlSession& session, const std::string& query, OutputFormat format, const core::Progress& progress)
{
    std::unique_ptr<TableOutput> out;
    session.run(
        query,
        [&](const std::vector<std::string>& columns) {
            out.reset();
            out = std::make_unique<TableOutput>(format, columns);
        },
        [&](std::span<const core::SqlValue> row) {
            std::vector<OutputCell> cells;
            for (const core::SqlValue& v : row) {
                switch (v.type) {
                case core::SqlValue::Type::integer: cells.emplace_back(v.integer); break;
                case core::SqlValue::Type::real: cells.emplace_back(v.real); break;
                case core::SqlValue::Type::text: cells.emplace_back(std::string(v.text)); break;
                default: cells.emplace_back();
                }
            }
            out->row(cells);
            return true;
        },
        progress);
}

// A small prompt: statements end with a semicolon.
void prompt(core::SqlSession& session, OutputFormat format, const core::Progress& progress)
{
    const bool terminal = isatty(STDIN_FILENO) != 0;
    std::string statement;
    std::string line;
    while (true) {
        if (terminal) {
            std::fputs(statement.empty() ? "profcli> " : "    ...> ", stderr);
        }
        if (!std::getline(std::cin, line)) {
            break;
        }
        if (statement.empty() && (line == ".quit" || line == ".exit" || line == "exit" || line == "quit")) {
            return;
        }
        if (statement.empty() && (line == ".schema" || line == ".tables")) {
            printSchema(session);
            continue;
        }
        statement += line + "\n";
        const std::size_t last = statement.find_last_not_of(" \t\r\n");
        if (last != std::string::npos && statement[last] == ';') {
            try {
                runQuery(session, statement, format, progress);
            } catch (const core::Cancelled&) {
                throw;
            } catch (const core::Error& e) {
                if (!terminal) {
                    throw;
                }
                std::fprintf(stderr, "%s\n", e.what());
            }
            statement.clear();
        }
    }
    if (statement.find_first_not_of(" \t\r\n") != std::string::npos) {
        runQuery(session, statement, format, progress);
    }
}

} // namespace

void addSqlCommand(CLI::App& app, Context& context)
{
    struct Options {
        std::string file;
        std::string query;
        std::string format;
        bool schema = false;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("sql", "SQL over a report's tables; without a query a small prompt.");
    command->add_option("FILE", options->file)->required();
    command->add_option("QUERY", options->query);
    command->add_flag("--schema", options->schema, "print the tables and their columns");
    addFormatOption(*command, options->format);
    command->callback([options, &context] {
        const OutputFormat format = parseFormat(options->format);
        core::SqlSession session(context.open(options->file));
        core::Progress progress;
        progress.stop = context.progress().stop;
        if (options->schema) {
            printSchema(session);
        } else if (!options->query.empty()) {
            runQuery(session, options->query, format, progress);
        } else {
            prompt(session, format, progress);
        }
    });
}

} // namespace pv::app
