// SPDX-License-Identifier: MIT
#include "core/analysis/stats/labels.h"

#include <array>
#include <cstdio>
#include <limits>

namespace pv::core {

std::string_view copyKindLabel(std::int64_t kind)
{
    constexpr std::array<std::string_view, 14> kLabels{
        "Unknown",        "Host-to-Device",         "Device-to-Host",         "Host-to-Array",           "Array-to-Host",
        "Array-to-Array", "Array-to-Device",        "Device-to-Array",        "Device-to-Device",        "Host-to-Host",
        "Peer-to-Peer",   "Unified Host-to-Device", "Unified Device-to-Host", "Unified Device-to-Device"};
    return kind >= 0 && kind < static_cast<std::int64_t>(kLabels.size()) ? kLabels[static_cast<std::size_t>(kind)] : "Unknown";
}

std::string_view memoryKindLabel(std::int64_t kind)
{
    constexpr std::array<std::string_view, 8> kLabels{"Pageable", "Pinned",        "Device",         "Array",
                                                      "Managed",  "Device Static", "Managed Static", "Unknown"};
    if (kind == kNull) {
        return {};
    }
    return kind >= 0 && kind < static_cast<std::int64_t>(kLabels.size()) ? kLabels[static_cast<std::size_t>(kind)] : "Unknown";
}

std::string memcpyLabel(std::int64_t kind, std::string_view eventName)
{
    if (kind == kNull && !eventName.empty()) {
        return std::string(eventName);
    }
    return "[CUDA memcpy " + std::string(copyKindLabel(kind)) + "]";
}

std::string dimensions(std::int64_t x, std::int64_t y, std::int64_t z)
{
    if (x == kNull && y == kNull && z == kNull) {
        return {};
    }
    std::array<char, 72> text;
    const int n = std::snprintf(text.data(), text.size(), "%4lld %4lld %4lld", static_cast<long long>(x), static_cast<long long>(y),
                                static_cast<long long>(z));
    return {text.data(), static_cast<std::size_t>(n)};
}

std::string hexAddress(std::int64_t address)
{
    std::array<char, 24> text;
    const int n = std::snprintf(text.data(), text.size(), "0x%llX", static_cast<unsigned long long>(address));
    return {text.data(), static_cast<std::size_t>(n)};
}

std::int64_t copyThroughput(std::int64_t bytes, std::int64_t durationNs)
{
    constexpr std::int64_t kSecond = 1000000000;
    if (durationNs <= 0 || bytes == kNull) {
        return kNull;
    }
    std::int64_t result = 0;
    return __builtin_mul_overflow(bytes, kSecond / durationNs, &result) ? std::numeric_limits<std::int64_t>::max() : result;
}

} // namespace pv::core
