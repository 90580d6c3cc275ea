// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace pv::app {

// "50us", "1.5ms", "2s", "300" (ns) as ns. UsageError: anything else.
std::int64_t parseDuration(const std::string& text);

} // namespace pv::app
