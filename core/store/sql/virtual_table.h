// SPDX-License-Identifier: MIT
#pragma once

// The bridge between SQLite's virtual tables and ours. Internal to core/store/sql.

#include "core/store/report.h"

#include <memory>
#include <sqlite3.h>
#include <string>
#include <vector>

namespace pv::core::sql {

struct Column {
    std::string name;
    std::string type; // INTEGER, REAL, TEXT
};

class Cursor {
public:
    virtual ~Cursor() = default;
    // `used`: one bit a column that the query reads; the last bit stands for all from column 63 on.
    virtual void filter(int plan, std::uint64_t used, int argc, sqlite3_value** argv) = 0;
    virtual void next() = 0;
    virtual bool eof() const = 0;
    virtual void column(sqlite3_context* context, int index) = 0;
    virtual std::int64_t rowid() const = 0;
};

class Table {
public:
    virtual ~Table() = default;
    virtual const std::vector<Column>& columns() = 0;
    // Sets plan number, cost and which constraints are handed to filter. The default: a full scan of `rows()`.
    virtual void plan(sqlite3_index_info& info);
    virtual std::unique_ptr<Cursor> open() = 0;
    virtual double rows() { return 1000; }
};

// What all tables of a session share.
struct Shared {
    std::shared_ptr<const Report> report;
    std::int64_t chunksRead = 0;
    std::vector<std::pair<std::string, std::unique_ptr<Table>>> tables;
    std::vector<std::string> nsight; // names of those under Nsight's names

    void add(std::string name, std::unique_ptr<Table> table) { tables.emplace_back(std::move(name), std::move(table)); }
};

void registerTable(sqlite3* db, const std::string& name, Table& table);

inline void resultText(sqlite3_context* c, std::string_view text) // of the report: lives as long as the session
{
    sqlite3_result_text64(c, text.data() != nullptr ? text.data() : "", text.size(), SQLITE_STATIC, SQLITE_UTF8);
}
inline void resultCopy(sqlite3_context* c, std::string_view text)
{
    sqlite3_result_text64(c, text.data() != nullptr ? text.data() : "", text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}
inline void resultInteger(sqlite3_context* c, std::int64_t v)
{
    if (v == kNull) {
        sqlite3_result_null(c);
    } else {
        sqlite3_result_int64(c, v);
    }
}

void addEventTables(Shared& shared);  // event, kernel, ...
void addFactTables(Shared& shared);   // meta, process, lane, string, counter, link, gpu_busy, gpu_gap, call_frame, side tables
void addNsightTables(Shared& shared); // CUPTI_ACTIVITY_KIND_KERNEL, ...

} // namespace pv::core::sql
