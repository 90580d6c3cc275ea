// SPDX-License-Identifier: MIT
#pragma once

// The tables that rows of a report file become, named and laid out as in the SQLite export, and from which field of
// which message each column comes. Field numbers were learnt by comparing report files with their exports
// (docs/NSYS_REP.md).

#include "core/import/nsys_rep_container.h"
#include "core/import/nsys_tables.h"
#include "core/model/columns.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pv::core {

struct NsysRepColumn {
    std::string_view name;
    ColumnType type = ColumnType::integer;
    std::uint8_t field = 0;    // of the table's message; 0: set by the decoder, or always NULL
    std::uint8_t subField = 0; // within the message in `field`
    NsysRepVersion since{};    // exports of older versions don't have the column
};

enum class NsysRepTable : std::uint8_t {
    kernel,
    memcpy,
    memset,
    synchronization,
    cudaEvent,
    graphTrace,
    runtime,
    cudaCallchains,
    osrt,
    osrtCallchains,
    syscall,
    syscallCallchains,
    profilerOverhead,
    overhead,
    jit,
    cudnn,
    cublas,
    otherFunctions,
    graphEvents,
    graphNodeEvents,
    nvtx,
    scriptCallchains,
    samples,
    sampleCallchains,
    sched,
    diagnostic,
    gpuContextSwitch,
    memoryUsage,
    memoryPool,
    cpuPageFault,
    gpuPageFault,
    processes,
    genericEvents,
    genericEventData,
    gpuMetrics,
    // From the messages behind the events.
    threadNames,
    targetGpu,
    targetOldGpu,
    targetCudaDevice,
    targetContext,
    targetStream,
    targetNvtxDevice,
    targetNvtxStream,
    targetNic,
    payloadSchemas,
    payloadEntries,
    payloadEnums,
    payloadEnumEntries,
    count
};
inline constexpr std::size_t kNsysRepTables = static_cast<std::size_t>(NsysRepTable::count);
constexpr std::size_t index(NsysRepTable t) { return static_cast<std::size_t>(t); }

std::string_view nsysRepTableName(NsysRepTable table);
std::span<const NsysRepColumn> nsysRepColumns(NsysRepTable table);
// Place of a column; the table must have it.
std::size_t nsysRepColumn(NsysRepTable table, std::string_view name);

// Rows of one table. A cell is 64 bits: an integer, a double's bits, or a text as made by NsysRepRows::text.
struct NsysRepRows {
    std::vector<std::int64_t> cells;    // columns x rows
    std::vector<std::uint64_t> present; // one word a row: bit c is set when column c holds a value

    std::size_t size() const { return present.size(); }
    void clear()
    {
        cells.clear();
        present.clear();
    }
};

// One row while it is filled.
struct NsysRepRow {
    static constexpr std::size_t kMostColumns = 64;
    std::array<std::int64_t, kMostColumns> cells;
    std::uint64_t present = 0;

    void set(std::size_t column, std::int64_t value)
    {
        cells[column] = value;
        present |= std::uint64_t{1} << column;
    }
    bool has(std::size_t column) const { return (present >> column & 1) != 0; }
    std::int64_t get(std::size_t column, std::int64_t fallback) const { return has(column) ? cells[column] : fallback; }
    void appendTo(NsysRepRows& rows, std::size_t columns) const
    {
        rows.cells.insert(rows.cells.end(), cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(columns));
        rows.present.push_back(present);
    }
};

// A text cell: where it lies in the block's message, or in a buffer of texts made while decoding.
struct NsysRepText {
    static constexpr std::uint64_t kMade = 1u << 31;
    static std::int64_t pack(std::size_t offset, std::size_t length, bool made)
    {
        return static_cast<std::int64_t>((offset | (made ? kMade : 0)) << 32 | length);
    }
    static std::string_view unpack(std::int64_t cell, std::string_view message, std::string_view made)
    {
        const auto bits = static_cast<std::uint64_t>(cell);
        const std::uint64_t offset = bits >> 32;
        return offset & kMade ? made.substr(offset & ~kMade, bits & 0xffffffffu) : message.substr(offset, bits & 0xffffffffu);
    }
};

// Fills the cells of a table's columns from a message. Fields that no column names, or of another type, are left alone.
class NsysRepFieldMap {
public:
    explicit NsysRepFieldMap(std::span<const NsysRepColumn> columns);
    // `whole` is the block's message, which texts are offsets into. False: the message is malformed behind some field.
    bool read(std::string_view message, std::string_view whole, NsysRepRow& row) const;

private:
    static constexpr std::size_t kFields = 64;
    static constexpr std::uint8_t kNone = 0xff;
    struct Slots {
        std::array<std::uint8_t, kFields> column;
        std::array<ColumnType, kFields> type;
    };
    static bool readWith(const Slots& slots, const NsysRepFieldMap* nested, std::string_view message, std::string_view whole,
                         NsysRepRow& row);

    Slots m_direct;
    std::array<std::uint8_t, kFields> m_nestedAt; // index into m_nested
    std::vector<Slots> m_nested;
};

const NsysRepFieldMap& nsysRepFieldMap(NsysRepTable table);

} // namespace pv::core
