// SPDX-License-Identifier: MIT
#pragma once

// How reports name memory operations, memory kinds, grids and sizes. Numbers as in core/model/columns.h (Nsight's).

#include "core/model/columns.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace pv::core {

std::string_view copyKindLabel(std::int64_t kind);   // 1 -> "Host-to-Device"
std::string_view memoryKindLabel(std::int64_t kind); // 0 -> "Pageable"; empty for kNull
// "[CUDA memcpy Host-to-Device]"; where the kind is kNull the event's own name.
std::string memcpyLabel(std::int64_t kind, std::string_view eventName);
inline constexpr std::string_view kMemsetLabel = "[CUDA memset]";
// "  16    1    1": each number four wide at least.
std::string dimensions(std::int64_t x, std::int64_t y, std::int64_t z);
std::string hexAddress(std::int64_t address); // "0x7F2B30101000"

inline double megabytes(double bytes) { return bytes / 1e6; }
// Bytes a second as the reference computes it: bytes times the whole number of such durations in a second. kNull where
// the duration is 0.
std::int64_t copyThroughput(std::int64_t bytes, std::int64_t durationNs);

constexpr bool isUnifiedMemoryCopy(std::int64_t copyKind) { return copyKind >= 11 && copyKind <= 13; }

} // namespace pv::core
