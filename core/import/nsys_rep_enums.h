// SPDX-License-Identifier: MIT
#pragma once

// The ENUM_* tables of an export: labels of the numbers in other tables. A report file doesn't hold them, so they are
// built in, as exports of 2025.3 print them.

#include <cstdint>
#include <functional>
#include <string_view>

namespace pv::core {

// When an export has the table.
enum class NsysEnumNeed : std::uint8_t { always, cuda, threads, gpuContext };

using NsysEnumVisit = std::function<void(std::string_view table, std::int64_t id, std::string_view name, std::string_view label)>;
void forEachNsysEnum(const std::function<bool(NsysEnumNeed)>& wanted, const NsysEnumVisit& visit);

} // namespace pv::core
