// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace pv::core {

// The kernel moves data between GPUs (NCCL, RCCL, MSCCL, NVSHMEM, DeepEP and the like), by its name with or without
// parameters and namespaces.
bool isCommunicationKernel(std::string_view name);

// The range or operator fetches input: it waits for, reads or prepares the next batch ("data_load", "DataLoader",
// "next_batch", a plain "data" or "input", ...). By its name, whatever the case.
bool isInputName(std::string_view name);
// The range or operator is communication of ranks ("gloo:all_reduce", "nccl:...", "c10d::...", "allgather", ...).
bool isCommunicationName(std::string_view name);
// The range is one of a training loop's steps, by its name alone ("step", "iter", "batch" as a word, "ProfilerStep#4").
bool isStepName(std::string_view name);

} // namespace pv::core
