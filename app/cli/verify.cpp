// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/table_output.h"

#include "core/import/importer.h"
#include "core/model/error.h"

#include <cstdio>

namespace pv::app {

void addVerifyCommand(CLI::App& app, Context& context)
{
    auto file = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("verify", "Reads everything of a report and checks every checksum and invariant.");
    command->add_option("FILE", *file, "a report (.rep)")->required();
    command->callback([file, &context] {
        if (!core::isReport(core::readHead(*file))) {
            throw core::Error("checking", *file, "it is no report of ProfViewer", {},
                              "profcli import makes one of it; foreign files are checked while they are imported.");
        }
        const std::vector<std::string> faults = core::verifyReport(*file, context.progress());
        for (const std::string& f : faults) {
            std::printf("%s\n", visible(f).c_str());
        }
        if (faults.empty()) {
            std::printf("%s is whole\n", file->c_str());
        } else {
            std::printf("%zu faults in %s\n", faults.size(), file->c_str());
            context.exitCode = 1;
        }
    });
}

} // namespace pv::app
