// SPDX-License-Identifier: MIT
#include "core/model/classify.h"

#include <algorithm>
#include <array>

namespace pv::core {

bool isCommunicationKernel(std::string_view name)
{
    static constexpr std::array<std::string_view, 9> kPrefixes{
        "ncclDev", "ncclKernel", "nccl", "rccl", "msccl", "onecclDev", "nvshmem", "deep_ep", "all_reduce_kernel"};
    if (name.starts_with("void ")) {
        name.remove_prefix(5);
    }
    return std::any_of(kPrefixes.begin(), kPrefixes.end(), [&](std::string_view p) { return name.starts_with(p); });
}

} // namespace pv::core
