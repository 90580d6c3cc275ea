// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Debian 12 ships Catch2 2, newer systems 3: this header hides the difference.

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif
