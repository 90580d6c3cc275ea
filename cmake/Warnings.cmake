# SPDX-License-Identifier: GPL-3.0-or-later
# One set of warnings for every target of the project.
add_library(pv_warnings INTERFACE)
target_compile_options(pv_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wformat=2)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # False alarms of GCC 12 inside std::string and std::variant.
  target_compile_options(pv_warnings INTERFACE -Wno-restrict -Wno-maybe-uninitialized)
endif()
if(PV_WERROR)
  target_compile_options(pv_warnings INTERFACE -Werror)
endif()
