// SPDX-License-Identifier: MIT
#pragma once

// Constants and tables of the .rep file. docs/FORMAT.md describes every byte.

#include <cstdint>

namespace pv::core {

inline constexpr std::int32_t kApplicationId = 0x50564650; // "PVFP", in the SQLite header at offset 68
inline constexpr int kSchemaVersion = 1;                   // SQLite's user_version

inline constexpr std::uint32_t kChunkEvents = 32768;      // events a chunk is cut at
inline constexpr std::uint32_t kStringBlockBytes = 65536; // raw size a string block is cut at
inline constexpr std::uint32_t kOwnFrameBytes = 16384;    // encoded columns of this size get a frame of their own
inline constexpr std::int64_t kPyramidEvents = 4096;      // lanes with fewer events store no pyramid
inline constexpr std::int64_t kEventsPerBucket = 16;      // of the finest level stored, at least (on average)
inline constexpr std::uint64_t kMaxRawFrame = 512u << 20; // a reader refuses larger frames
inline constexpr std::uint16_t kArgsColumn = 0xFFFE;      // the argument values of a chunk

inline constexpr const char* kCreateTables = R"sql(
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE lane(id INTEGER PRIMARY KEY, parent INTEGER, kind INTEGER, name TEXT, rows INTEGER, pid INTEGER, tid INTEGER,
  device INTEGER, context INTEGER, stream INTEGER, domain TEXT, sort INTEGER, value_column INTEGER, unit TEXT,
  event_count INTEGER, row_count INTEGER, first INTEGER, last INTEGER, base_level INTEGER, top_level INTEGER);
CREATE TABLE process(pid INTEGER, name TEXT, parent_pid INTEGER, command_line TEXT, rank INTEGER, start INTEGER, "end" INTEGER, global_prefix INTEGER);
CREATE TABLE thread(pid INTEGER, tid INTEGER, name TEXT, priority INTEGER);
CREATE TABLE gpu(device INTEGER, name TEXT, uuid TEXT, pci_bus TEXT, sm_count INTEGER, memory_bytes INTEGER, compute_capability TEXT);
CREATE TABLE warning(code TEXT, severity INTEGER, count INTEGER, text TEXT);
CREATE TABLE own_column(id INTEGER PRIMARY KEY, type INTEGER, name TEXT);
CREATE TABLE chunk(id INTEGER PRIMARY KEY, lane INTEGER, kind INTEGER, count INTEGER, first_start INTEGER, last_start INTEGER,
  last_end INTEGER, min_correlation INTEGER, max_correlation INTEGER);
CREATE TABLE chunk_data(id INTEGER PRIMARY KEY, data BLOB);
CREATE TABLE tile(lane INTEGER, row INTEGER, level INTEGER, idx INTEGER, data BLOB, PRIMARY KEY(lane, row, level, idx)) WITHOUT ROWID;
CREATE TABLE string_block(first INTEGER PRIMARY KEY, count INTEGER, raw INTEGER, data BLOB);
CREATE TABLE side_table(name TEXT PRIMARY KEY, columns BLOB, row_count INTEGER, bundle INTEGER, offset INTEGER, size INTEGER) WITHOUT ROWID;
CREATE TABLE side_data(id INTEGER PRIMARY KEY, raw INTEGER, data BLOB);
)sql";

} // namespace pv::core
