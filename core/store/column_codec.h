// SPDX-License-Identifier: MIT
#pragma once

// One column of int64 values as bytes that zstd compresses well. docs/FORMAT.md has every byte. The method is chosen by
// the data: constant, frame of reference, differences, or dictionary; what remains is written in as few bytes a value as
// fit the largest, byte planes apart (all low bytes, then all second bytes, ...), so that the planes of small numbers
// vanish. kNull is kept in a bitmap, so that it costs nothing in the values. Pure functions.

#include "core/store/bytes.h"

#include <cstdint>
#include <span>
#include <vector>

namespace pv::core {

void encodeColumn(Bytes& out, std::span<const std::int64_t> values);
// As encodeColumn, for a start column whose events often begin where the one before ended: `durations` has as many values.
void encodeStarts(Bytes& out, std::span<const std::int64_t> starts, std::span<const std::int64_t> durations);

// False when the bytes are no column of `count` values. `durations`: as given to encodeStarts, or empty; a column that
// needs them fails without.
bool decodeColumn(ByteView bytes, std::size_t count, std::vector<std::int64_t>& out, std::span<const std::int64_t> durations = {});
// The column was written by encodeStarts and refers to the durations.
bool needsDurations(ByteView bytes);

} // namespace pv::core
