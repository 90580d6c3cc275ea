// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/interrupt.h"

#include <algorithm>
#include <cstdio>
#include <unistd.h>

namespace pv::app {

core::Progress Context::progress() const
{
    core::Progress p;
    p.stop = interruptToken();
    if (quiet || isatty(STDERR_FILENO) == 0) {
        return p;
    }
    auto last = std::make_shared<int>(-1);
    p.report = [last](double fraction, std::string_view stage) {
        const int percent = fraction < 0 ? 0 : static_cast<int>(std::min(1.0, fraction) * 100);
        if (percent == *last) {
            return;
        }
        *last = percent;
        std::string bar(static_cast<std::size_t>(percent * 30 / 100), '#');
        bar.resize(30, ' ');
        std::fprintf(stderr, "\r%-24.24s [%s] %3d%%%s", std::string(stage).c_str(), bar.c_str(), percent, percent == 100 ? "\r\x1b[K" : "");
    };
    return p;
}

std::shared_ptr<const core::Report> Context::open(const std::string& path, const core::OpenAnyOptions& options) const
{
    return core::openAny(path, options, progress()).report;
}

void Context::note(const std::string& line) const
{
    if (!quiet) {
        std::fprintf(stderr, "%s\n", line.c_str());
    }
}

} // namespace pv::app
