// SPDX-License-Identifier: MIT
#pragma once

// zstd frames with content checksum: every flipped byte is found. Contexts are per thread.

#include "core/store/bytes.h"

namespace pv::core {

void compressFrame(Bytes& out, ByteView raw, int level);
// False when the frame is damaged or does not hold exactly `rawSize` bytes.
bool decompressFrame(ByteView frame, std::size_t rawSize, Bytes& out);

} // namespace pv::core
