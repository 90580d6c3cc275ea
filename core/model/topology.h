// SPDX-License-Identifier: MIT
#pragma once

// Who and what was recorded. Plain values; absent numbers are kNull, absent texts are empty.

#include "core/model/columns.h"
#include "core/model/time.h"

#include <cstdint>
#include <string>

namespace pv::core {

struct Process {
    std::int64_t pid = kNull; // where a source has text pids: a stable number, and the text as name
    std::string name;
    std::int64_t parentPid = kNull;
    std::string commandLine;
    std::int64_t rank = kNull;
    std::int64_t start = kNull;
    std::int64_t end = kNull;
    std::int64_t globalPrefix = kNull; // upper bits of Nsight global ids (HW:8 VM:8 << 48)
};

struct Thread {
    std::int64_t tid = kNull;
    std::int64_t pid = kNull;
    std::string name;
    std::int64_t priority = kNull;
};

struct Gpu {
    std::int64_t device = kNull; // number within the report
    std::string name;
    std::string uuid;
    std::string pciBus;
    std::int64_t smCount = kNull;
    std::int64_t memoryBytes = kNull;
    std::string computeCapability; // "9.0"
};

enum class Severity : std::uint8_t { info = 0, warning = 1, error = 2, dataLoss = 3 };

// Something import, capture or reading left out, guessed or repaired. Counted, kept in the report, shown to people.
struct Warning {
    std::string code; // stable, e.g. "json.event.no_duration"
    Severity severity = Severity::warning;
    std::int64_t count = 1;
    std::string text; // one sentence for a person, with the first place it happened
};

} // namespace pv::core
