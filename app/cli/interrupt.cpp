// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include <csignal>
#include <cstdlib>
#include <thread>
#include <unistd.h>

namespace pv::app {
namespace {

std::stop_source& source()
{
    static std::stop_source s;
    return s;
}

} // namespace

void installInterrupt()
{
    // A signal handler may not request a stop (it runs callbacks), so a thread waits for the signals instead.
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    std::thread([set] {
        int signal = 0;
        sigwait(&set, &signal);
        source().request_stop();
        sigwait(&set, &signal);
        _exit(128 + signal);
    }).detach(); // lives as long as the process
}

std::stop_token interruptToken() { return source().get_token(); }

} // namespace pv::app
