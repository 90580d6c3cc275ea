# SPDX-License-Identifier: GPL-3.0-or-later
# Compiler hardening of release builds, sanitizers of the others.
if(PV_SANITIZE)
  add_compile_options(-fsanitize=${PV_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all -O1 -g1)
  string(REPLACE "fuzzer-no-link," "" pv_link_sanitize "${PV_SANITIZE}")
  add_link_options(-fsanitize=${pv_link_sanitize})
elseif(CMAKE_BUILD_TYPE STREQUAL "Release")
  add_compile_options(-D_FORTIFY_SOURCE=2 -fstack-protector-strong)
  add_link_options(-Wl,-z,relro,-z,now)
endif()
