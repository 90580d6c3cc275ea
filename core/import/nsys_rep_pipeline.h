// SPDX-License-Identifier: MIT
#pragma once

// Decodes blocks on several threads and hands them on in file order. At most `inFlightBytes` of raw blocks (but always
// one), and two blocks a thread, exist at a time.

#include "core/import/nsys_rep_block.h"
#include "core/import/nsys_rep_file.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>

namespace pv::core {

struct NsysRepPipelineOptions {
    int threads = 0; // 0: as many as there are cores
    std::size_t inFlightBytes = 192u << 20;
};

// Called in the calling thread, in order. The block is null where its data is damaged. The first slice is decoded;
// the consumer decodes further ones itself.
using NsysRepConsume = std::function<void(std::size_t index, NsysRepBlock* block)>;

inline constexpr std::size_t kNsysRepSliceBytes = 24u << 20;

void decodeNsysRepBlocks(const NsysRepFile& file, std::span<const NsysRepFrame> frames, const NsysRepContext& context, NsysRepPass pass,
                         const NsysRepPipelineOptions& options, const NsysRepConsume& consume);

} // namespace pv::core
