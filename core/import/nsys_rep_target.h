// SPDX-License-Identifier: MIT
#pragma once

// The rows of a report file that are no events: target, threads, capture options, captured output, NVTX payload
// schemas, generic event types, labels. Each function emits the tables its name says.

#include "core/import/nsys_rep_block.h"
#include "core/import/nsys_rep_container.h"
#include "core/import/nsys_rep_emit.h"

#include <array>
#include <optional>
#include <set>

namespace pv::core {

struct NsysRepSessionStart {
    std::int64_t utcEpochNs = 0;
    std::int64_t systemClockNs = 0; // the same moment on the monotonic clock
};
// Null when the file lacks the clocks' readings.
std::optional<NsysRepSessionStart> nsysRepSessionStart(const NsysRepContainer& file);

void emitNsysRepAttachments(const NsysRepStrings& strings, NsysRepEmitter& emit);
void emitNsysRepPayloadSchemas(std::string_view extension, NsysRepEmitter& emit);
void emitNsysRepEnvironment(const NsysRepContainer& file, NsysRepEmitter& emit); // and session start, duration, capture options
void emitNsysRepTarget(const NsysRepContainer& file, NsysRepEmitter& emit);      // threads, GPUs, contexts, streams
void emitNsysRepGenericTypes(const NsysRepContext& context, const std::set<std::int64_t>& used, NsysRepEmitter& emit);
void emitNsysRepEnums(const std::array<bool, kNsysRepTables>& present, NsysRepEmitter& emit);

} // namespace pv::core
