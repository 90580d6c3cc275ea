// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace pv::core {

// The kernel moves data between GPUs (NCCL, RCCL, MSCCL, NVSHMEM, DeepEP and the like), by its name with or without
// parameters and namespaces.
bool isCommunicationKernel(std::string_view name);

} // namespace pv::core
