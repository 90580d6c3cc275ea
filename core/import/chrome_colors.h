// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace pv::core::chrome {

// ARGB of a reserved colour name of the Chrome trace format ("cname"); kNull when the name is unknown.
std::int64_t traceColor(std::string_view name);

} // namespace pv::core::chrome
