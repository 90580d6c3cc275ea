// SPDX-License-Identifier: MIT
#pragma once

// Long work takes a Progress: it reports how far it is and learns whether it shall end. Called from the thread that
// does the work, at most some hundred times; the callback must be quick. `fraction` runs 0..1, or is negative when
// the amount of work is unknown.

#include "core/model/error.h"

#include <functional>
#include <stop_token>
#include <string_view>

namespace pv::core {

struct Progress {
    std::function<void(double fraction, std::string_view stage)> report; // may be empty
    std::stop_token stop;                                                // may never ask for a stop

    void operator()(double fraction, std::string_view stage) const
    {
        if (report) {
            report(fraction, stage);
        }
    }
    void throwIfStopped() const
    {
        if (stop.stop_requested()) {
            throw Cancelled();
        }
    }
};

} // namespace pv::core
