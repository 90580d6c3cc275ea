// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace pv::core {

// Digits compare as numbers: "Stream 7" before "Stream 10".
bool naturalLess(std::string_view a, std::string_view b);

} // namespace pv::core
