// SPDX-License-Identifier: MIT
#pragma once

// One block of events -> rows of tables. Blocks are independent of each other but for numbers that run over the whole
// file (call chains, samples, generic events): those count from 0 within the block here, and the one who puts blocks
// together adds what came before (NsysRepSerial).
// Threads: decoding touches only its own output; the context is shared and immutable.

#include "core/import/nsys_rep_generic.h"
#include "core/import/nsys_rep_payload.h"
#include "core/import/nsys_rep_strings.h"
#include "core/import/nsys_rep_tables.h"

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace pv::core {

// Numbers that run over the file.
enum class NsysRepSerial : std::uint8_t { cudaChain, osrtChain, syscallChain, sample, genericEvent, nvtxRow, scriptChain, count };
inline constexpr std::size_t kNsysRepSerials = static_cast<std::size_t>(NsysRepSerial::count);
inline constexpr std::uint8_t kNoSerial = 0xff;

// A column that holds such a number.
struct NsysRepSerialColumn {
    std::uint8_t column = kNoSerial; // of the table; kNoSerial: none
    NsysRepSerial serial{};
    bool zeroWhenAbsent = false; // instead of NULL
};
// The first is the table's own number, where it has one.
const std::array<NsysRepSerialColumn, 2>& nsysRepSerialColumns(NsysRepTable table);
inline std::size_t nsysRepSerialColumn(NsysRepTable table) { return nsysRepSerialColumns(table)[0].column; }
constexpr std::int64_t firstSerial(NsysRepSerial s) { return s == NsysRepSerial::cudaChain ? 0 : 1; }

enum class SyncNumbering : std::uint8_t {
    current,       // field 4; also tells field 2 of files that have none
    from1,         // field 2: 1 context, 2 event, 3 stream (2020.3 to 2023.3)
    from0,         // field 2: 0 context, 1 event, 2 stream (2024.6)
    unknownOldType // between those versions
};

struct NsysRepContext {
    NsysRepGenericTypes generic;
    NsysRepPayloads payloads;
    NsysRepStrings strings;
    SyncNumbering syncNumbering = SyncNumbering::current;
};

// What was met and not understood, or understood and left out: (event type, payload field, event class or -1).
using NsysRepUnknown = std::tuple<std::int64_t, std::int64_t, std::int64_t>;

inline constexpr std::size_t kMostCountedKeys = 1024; // the rest is counted as one

struct NsysRepCounts {
    std::int64_t typed = 0;         // events, as INFO counts them
    std::int64_t generic = 0;       // likewise
    std::int64_t malformed = 0;     // items; counted in either pass
    std::int64_t malformedRows = 0; // rows; each is read in one pass only
    std::int64_t syncsUntold = 0;   // synchronisations whose type's number is not understood
    std::int64_t payloadsLeftOut = 0;
    std::int64_t metricLayouts = 0;
    std::map<NsysRepUnknown, std::int64_t> unknown;
    std::map<NsysRepUnknown, std::int64_t> notShown;
    std::map<std::int64_t, std::int64_t> unknownGeneric; // by type

    void add(const NsysRepCounts& other);
};

struct NsysRepBlock {
    NsysRepMessage data;
    std::size_t resumeAt = 0;  // < the message's size: there is more to decode
    std::size_t madeTotal = 0; // length of all texts made for the block
    // Of the slice decoded last:
    std::array<NsysRepRows, kNsysRepTables> tables;
    std::array<bool, kNsysRepTables> present{};          // which tables it has rows of, also of those not decoded
    std::array<std::int64_t, kNsysRepSerials> serials{}; // numbers used
    std::string made;                                    // texts that aren't in the message
    NsysRepCounts counts;
    std::set<std::int64_t> genericTypes; // of its generic events

    bool done() const { return resumeAt >= data.message.size(); }
};

// What to decode: a first look collects the rows that must come before all events (processes; NVTX domains, categories
// and thread names; graphs) and says what else there is; the second decodes the others.
enum class NsysRepPass : std::uint8_t { early, events };

constexpr bool isEarlyTable(NsysRepTable t)
{
    return t == NsysRepTable::processes || t == NsysRepTable::graphEvents || t == NsysRepTable::graphNodeEvents;
}
constexpr bool isEarlyNvtx(std::int64_t eventType) { return eventType == 33 || eventType == 39 || eventType == 75; }

// Decodes from resumeAt on until the block's end, or until the rows fill about `sliceBytes`.
void decodeNsysRepBlock(NsysRepBlock& block, const NsysRepContext& context, NsysRepPass pass, std::size_t sliceBytes);

} // namespace pv::core
