// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/duration.h"

#include "app/cli/command.h"

#include <charconv>
#include <cmath>

namespace pv::app {

std::int64_t parseDuration(const std::string& text)
{
    double value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    const std::string unit(end, text.data() + text.size());
    const double scale = unit.empty() || unit == "ns"          ? 1
                         : unit == "us" || unit == "\xC2\xB5s" ? 1e3
                         : unit == "ms"                        ? 1e6
                         : unit == "s"                         ? 1e9
                                                               : -1;
    const double ns = value * scale;
    if (problem != std::errc() || scale < 0 || !std::isfinite(ns) || ns < 0 || ns > 9e18) {
        throw UsageError("'" + text + "' is no duration: write a number with ns, us, ms or s, as in 50us");
    }
    return std::llround(ns);
}

} // namespace pv::app
