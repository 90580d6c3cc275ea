// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Renders the window into a picture once everything in it has arrived.

#include "app/gui/command_line.h"

namespace pv::app {

class MainWindow;

// Exit status: 0 written, 1 not (one message on standard error). Runs the event loop meanwhile.
int takeScreenshot(MainWindow& window, const CommandLine& line);

} // namespace pv::app
