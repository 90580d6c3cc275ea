// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/interrupt.h"

#include "core/model/error.h"

#include <clocale>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

int main(int argc, char** argv)
{
    using namespace pv::app;
    std::setlocale(LC_ALL, "C"); // numbers have a point whatever the locale
    std::signal(SIGPIPE, SIG_DFL);
    CLI::App app("Reads reports of training runs and says where their time went.", "profcli");
    app.set_version_flag("--version,-V", PV_VERSION);
    app.require_subcommand(1);
    app.fallthrough();
    Context context;
    app.add_flag("-q,--quiet", context.quiet, "no progress bar, no notes");
    registerCommands(app, context);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        const int code = app.exit(e);
        return code == 0 ? 0 : 2;
    } catch (const UsageError& e) {
        std::fprintf(stderr, "profcli: %s\n", e.what());
        return 2;
    } catch (const pv::core::Cancelled&) {
        std::fprintf(stderr, "profcli: stopped\n");
        return 1;
    } catch (const std::bad_alloc&) {
        std::fprintf(stderr, "profcli: out of memory\n");
        return 1;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "profcli: %s\n", e.what());
        return 1;
    }
    return context.exitCode;
}
