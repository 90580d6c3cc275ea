// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>

namespace pv::app {

// Ctrl-C and SIGTERM request a stop instead of ending the program; a second one ends it at once.
void installInterrupt();
std::stop_token interruptToken();

} // namespace pv::app
