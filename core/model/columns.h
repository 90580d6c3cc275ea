// SPDX-License-Identifier: MIT
#pragma once

// Columns of events. Every value is an int64: integers as they are, strings as StringId, doubles as their bits.
// Well-known columns have the numbers below, which are part of the .rep format. Importers may register further
// columns by name (ReportWriter::column), numbered from kFirstOwnColumn within the report.

#include "core/model/ids.h"

#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

namespace pv::core {

enum class ColumnType : std::uint8_t {
    integer = 0,
    string = 1, // a StringId
    real = 2    // bits of an IEEE double
};

// The one value that means "absent" (SQL NULL) in every column type.
inline constexpr std::int64_t kNull = std::numeric_limits<std::int64_t>::min();

inline std::int64_t realBits(double d) { return std::bit_cast<std::int64_t>(d); }
inline double realFromBits(std::int64_t bits) { return std::bit_cast<double>(bits); }
// -0.0 has kNull's bits, so it is stored as +0.0.
inline std::int64_t realValue(double d) { return d == 0.0 ? 0 : realBits(d); }

// name, number, type, SQL name
#define PV_COLUMNS(X)                                                                                           \
    X(start, 0, integer, "start")  /* ns; every event has it */                                                 \
    X(duration, 1, integer, "dur") /* ns >= 0; kOpenEnd while writing = until the report's end */               \
    X(name, 2, string, "name")                                                                                  \
    X(row, 3, integer, "row")     /* made by the writer: 0.. within the lane, no two overlap in a row */        \
    X(depth, 4, integer, "depth") /* made by the writer: number of enclosing events */                          \
    X(flags, 5, integer, "flags") /* EventFlag bits */                                                          \
    X(category, 6, string, "category")                                                                          \
    X(correlation, 7, integer, "correlation") /* unique within a process */                                     \
    X(argsShape, 8, string, "args_shape")     /* see core/model/args.h */                                       \
    X(sourceRow, 9, integer, "source_row")    /* row id or byte offset in the source, if kept */                \
    X(context, 10, integer, "context")                                                                          \
    X(stream, 11, integer, "stream")                                                                            \
    X(device, 12, integer, "device") /* device of the event where its lane does not say */                      \
    X(pid, 13, integer, "pid")       /* likewise */                                                             \
    X(tid, 14, integer, "tid")       /* likewise */                                                             \
    X(shortName, 20, string, "short_name")                                                                      \
    X(mangledName, 21, string, "mangled_name")                                                                  \
    X(gridX, 22, integer, "grid_x")                                                                             \
    X(gridY, 23, integer, "grid_y")                                                                             \
    X(gridZ, 24, integer, "grid_z")                                                                             \
    X(blockX, 25, integer, "block_x")                                                                           \
    X(blockY, 26, integer, "block_y")                                                                           \
    X(blockZ, 27, integer, "block_z")                                                                           \
    X(registers, 28, integer, "registers")             /* per thread */                                         \
    X(staticShared, 29, integer, "static_shared")      /* bytes */                                              \
    X(dynamicShared, 30, integer, "dynamic_shared")    /* bytes */                                              \
    X(localPerThread, 31, integer, "local_per_thread") /* bytes */                                              \
    X(graphId, 32, integer, "graph_id")                                                                         \
    X(graphNodeId, 33, integer, "graph_node_id")                                                                \
    X(graphExecId, 34, integer, "graph_exec_id")                                                                \
    X(bytes, 40, integer, "bytes")                                                                              \
    X(copyKind, 41, integer, "copy_kind") /* Nsight numbering: 1 HtoD, 2 DtoH, 8 DtoD, 10 PtoP, ... */          \
    X(srcKind, 42, integer, "src_kind")   /* memory kinds, Nsight numbering: 0 pageable, 1 pinned, 2 device */  \
    X(dstKind, 43, integer, "dst_kind")                                                                         \
    X(memKind, 44, integer, "mem_kind")                                                                         \
    X(value, 45, integer, "value") /* memset value */                                                           \
    X(srcDevice, 46, integer, "src_device")                                                                     \
    X(dstDevice, 47, integer, "dst_device")                                                                     \
    X(address, 48, integer, "address")                                                                          \
    X(operation, 49, integer, "operation") /* memory usage: 0 allocation, 1 free; pool: Nsight numbering */     \
    X(api, 50, integer, "api")             /* 0 runtime, 1 driver, 2 HIP, 13 EGL */                             \
    X(returnValue, 51, integer, "return_value")                                                                 \
    X(chainId, 52, integer, "chain_id")     /* call chain in table "call_chain" */                              \
    X(syncType, 53, integer, "sync_type")   /* Nsight numbering: 1 event, 2 stream wait, 3 stream, 4 context */ \
    X(eventId, 54, integer, "event_id")     /* CUDA event handle */                                             \
    X(domain, 60, integer, "domain_id")     /* NVTX domain number; its name is the lane's domain */             \
    X(color, 61, integer, "color")          /* ARGB */                                                          \
    X(payload, 62, string, "payload")       /* payload as text, exactly as SQL shows it */                      \
    X(rangeKind, 63, integer, "range_kind") /* 0 push_pop, 1 start_end */                                       \
    X(endTid, 64, integer, "end_tid")                                                                           \
    X(rangeId, 65, integer, "range_id")                                                                         \
    X(cpu, 70, integer, "cpu")                                                                                  \
    X(schedIn, 71, integer, "is_sched_in")                                                                      \
    X(state, 72, integer, "state")   /* thread state: 1 running, 2 interruptible, ... Nsight numbering */       \
    X(weight, 73, integer, "weight") /* samples: cycles or count */                                             \
    X(overheadType, 74, integer, "overhead_type")                                                               \
    X(accessType, 75, integer, "access_type")                                                                   \
    X(faultCount, 76, integer, "fault_count")                                                                   \
    X(endTime, 77, integer, "end_time")                                                                         \
    X(shapes, 80, string, "shapes")                                                                             \
    X(sequence, 81, integer, "sequence")                                                                        \
    X(flops, 82, integer, "flops")                                                                              \
    X(externalId, 83, integer, "external_id")                                                                   \
    X(counterValue, 90, integer, "value") /* a lone integer counter */                                          \
    X(counterReal, 91, real, "value")     /* a lone real counter */

namespace col {
#define PV_X(name, number, type, sql) inline constexpr ColumnId name{number};
PV_COLUMNS(PV_X)
#undef PV_X
} // namespace col

inline constexpr ColumnId kFirstOwnColumn{1000};

// Duration of a range that had not ended when the recording did. The writer replaces it by (report end - start) and
// sets kFlagNotClosed.
inline constexpr std::int64_t kOpenEnd = std::numeric_limits<std::int64_t>::max();

struct ColumnInfo {
    ColumnId id;
    ColumnType type;
    std::string_view sqlName;
};

// All well-known columns, ordered by id.
std::span<const ColumnInfo> wellKnownColumns();
std::optional<ColumnInfo> wellKnownColumn(ColumnId id);

} // namespace pv::core
