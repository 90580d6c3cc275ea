// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Short forms of C++ function names, as they come from demanglers, for labels.

#include <string>
#include <string_view>

namespace pv::widgets {

// "void ns::f<T>(int, float) [clone .1]" -> "ns::f<T>". Text that is no C++ signature is returned as it is.
std::string_view withoutSignature(std::string_view name);
// The last component without template arguments: "ns::f<T>" -> "f". Text that is no C++ name is returned as it is.
std::string_view baseName(std::string_view name);

} // namespace pv::widgets
