// SPDX-License-Identifier: MIT
#pragma once

// META_DATA_CAPTURE: the options of a recording, as (name, value) pairs in the exporter's order and spelling.

#include <functional>
#include <string>
#include <string_view>

namespace pv::core {

// `options`: field 2 of the header message. Options that the file leaves out are told with their defaults.
void forEachCaptureOption(std::string_view options, const std::function<void(const std::string& name, const std::string& value)>& visit);

} // namespace pv::core
