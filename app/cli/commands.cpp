// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"

namespace pv::app {

void registerCommands(CLI::App& app, Context& context)
{
    addImportCommand(app, context);
    addInfoCommand(app, context);
    addSqlCommand(app, context);
    addGapsCommand(app, context);
    addVerifyCommand(app, context);
    addStatsCommand(app, context);
    addAnalyzeCommand(app, context);
}

} // namespace pv::app
