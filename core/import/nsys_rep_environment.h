// SPDX-License-Identifier: MIT
#pragma once

// TARGET_INFO_SYSTEM_ENV: facts about the machine that was recorded, as the exporter prints them.

#include <cstdint>
#include <string>
#include <string_view>

namespace pv::core {

// Key of the environment of the recorded machine's shell; the sink leaves its values out unless asked.
inline constexpr std::int64_t kDeviceEnvironmentKey = 610;
inline constexpr std::int64_t kNicInfoKey = 910;

std::string environmentName(std::int64_t key);
// Values that are nested messages become JSON.
std::string environmentValue(std::int64_t key, std::string_view value);

} // namespace pv::core
