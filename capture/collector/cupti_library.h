// SPDX-License-Identifier: MIT
#pragma once

// CUPTI, resolved at run time. The copy that the program has already loaded is taken (PyTorch carries its own; a second
// copy in one process makes both blind), else one the environment or the system names. Missing functions leave their
// pointer null: that feature is off, the program goes on undisturbed.

#include <cstdint>
#include <cupti.h>

namespace pv::capture {

struct CuptiLibrary {
    void* handle = nullptr;
    std::uint32_t version = 0;
    decltype(&cuptiGetVersion) getVersion = nullptr;
    decltype(&cuptiGetTimestamp) getTimestamp = nullptr;
    decltype(&cuptiActivityRegisterCallbacks) registerCallbacks = nullptr;
    decltype(&cuptiActivityEnable) enable = nullptr;
    decltype(&cuptiActivityFlushAll) flushAll = nullptr;
    decltype(&cuptiActivityGetNextRecord) nextRecord = nullptr;
    decltype(&cuptiActivityGetNumDroppedRecords) droppedRecords = nullptr;
    decltype(&cuptiSetThreadIdType) setThreadIdType = nullptr;

    // Everything that recording needs was found.
    bool complete() const { return getVersion && registerCallbacks && enable && flushAll && nextRecord; }
};

// Not thread safe; called once.
CuptiLibrary loadCupti();

} // namespace pv::capture
