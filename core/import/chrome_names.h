// SPDX-License-Identifier: MIT
#pragma once

// What the names of GPU events say.

#include <cstdint>
#include <string>
#include <string_view>

namespace pv::core::chrome {

// "void at::native::foo<4, x>(int, x)" -> "foo".
std::string shortKernelName(std::string_view name);

// Nsight numbers, kNull where not said. "Memcpy HtoD (Pinned -> Device)".
struct CopyKinds {
    std::int64_t copy;
    std::int64_t source;
    std::int64_t target;
};
CopyKinds copyKindsOf(std::string_view name, std::string_view kind);
// "Memset (Device)".
std::int64_t memoryKindIn(std::string_view name);
// "Stream Wait Event", ...
std::int64_t syncTypeOf(std::string_view name);

} // namespace pv::core::chrome
