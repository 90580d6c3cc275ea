// SPDX-License-Identifier: MIT
#include "core/store/sql/virtual_table.h"

#include <cstdlib>
#include <exception>

namespace pv::core::sql {
namespace {

struct TableHandle : sqlite3_vtab {
    Table* table;
};
struct CursorHandle : sqlite3_vtab_cursor {
    std::unique_ptr<Cursor> cursor;
};

std::string quoted(const std::string& name)
{
    std::string out = "\"";
    for (const char c : name) {
        out += c;
        if (c == '"') {
            out += '"';
        }
    }
    return out + "\"";
}

// C++ exceptions must not travel through SQLite.
template <class F>
int guarded(sqlite3_vtab* vtab, F&& f)
{
    try {
        f();
        return SQLITE_OK;
    } catch (const std::bad_alloc&) {
        return SQLITE_NOMEM;
    } catch (const std::exception& e) {
        sqlite3_free(vtab->zErrMsg);
        vtab->zErrMsg = sqlite3_mprintf("%s", e.what());
        return SQLITE_ERROR;
    }
}

int connect(sqlite3* db, void* aux, int, const char* const*, sqlite3_vtab** out, char** error)
{
    auto* table = static_cast<Table*>(aux);
    try {
        std::string sql = "CREATE TABLE x(";
        bool first = true;
        for (const Column& c : table->columns()) {
            sql += (first ? "" : ",") + quoted(c.name) + " " + c.type;
            first = false;
        }
        const int result = sqlite3_declare_vtab(db, (sql + ")").c_str());
        if (result != SQLITE_OK) {
            *error = sqlite3_mprintf("%s", sqlite3_errmsg(db));
            return result;
        }
        auto* handle = new TableHandle{};
        handle->table = table;
        *out = handle;
        return SQLITE_OK;
    } catch (const std::exception& e) {
        *error = sqlite3_mprintf("%s", e.what());
        return SQLITE_ERROR;
    }
}

int disconnect(sqlite3_vtab* vtab)
{
    delete static_cast<TableHandle*>(vtab);
    return SQLITE_OK;
}

int bestIndex(sqlite3_vtab* vtab, sqlite3_index_info* info)
{
    return guarded(vtab, [&] {
        static_cast<TableHandle*>(vtab)->table->plan(*info);
        // The columns in use travel to filter() as text.
        info->idxStr = sqlite3_mprintf("%llx", static_cast<unsigned long long>(info->colUsed));
        info->needToFreeIdxStr = 1;
    });
}

int openCursor(sqlite3_vtab* vtab, sqlite3_vtab_cursor** out)
{
    return guarded(vtab, [&] {
        auto handle = std::make_unique<CursorHandle>();
        handle->cursor = static_cast<TableHandle*>(vtab)->table->open();
        *out = handle.release();
    });
}

int closeCursor(sqlite3_vtab_cursor* cursor)
{
    delete static_cast<CursorHandle*>(cursor);
    return SQLITE_OK;
}

Cursor& of(sqlite3_vtab_cursor* cursor) { return *static_cast<CursorHandle*>(cursor)->cursor; }

int filter(sqlite3_vtab_cursor* cursor, int plan, const char* used, int argc, sqlite3_value** argv)
{
    return guarded(cursor->pVtab, [&] { of(cursor).filter(plan, used != nullptr ? std::strtoull(used, nullptr, 16) : ~0ull, argc, argv); });
}
int next(sqlite3_vtab_cursor* cursor)
{
    return guarded(cursor->pVtab, [&] { of(cursor).next(); });
}
int eof(sqlite3_vtab_cursor* cursor) { return of(cursor).eof() ? 1 : 0; }
int column(sqlite3_vtab_cursor* cursor, sqlite3_context* context, int index)
{
    return guarded(cursor->pVtab, [&] { of(cursor).column(context, index); });
}
int rowid(sqlite3_vtab_cursor* cursor, sqlite3_int64* out)
{
    *out = of(cursor).rowid();
    return SQLITE_OK;
}

sqlite3_module makeModule()
{
    sqlite3_module m{};
    m.iVersion = 1;
    m.xCreate = nullptr; // eponymous: the module's name is the table
    m.xConnect = connect;
    m.xBestIndex = bestIndex;
    m.xDisconnect = disconnect;
    m.xDestroy = disconnect;
    m.xOpen = openCursor;
    m.xClose = closeCursor;
    m.xFilter = filter;
    m.xNext = next;
    m.xEof = eof;
    m.xColumn = column;
    m.xRowid = rowid;
    return m;
}

} // namespace

void Table::plan(sqlite3_index_info& info)
{
    info.estimatedCost = rows();
    info.estimatedRows = static_cast<sqlite3_int64>(rows());
}

void registerTable(sqlite3* db, const std::string& name, Table& table)
{
    static const sqlite3_module module = makeModule();
    sqlite3_create_module_v2(db, name.c_str(), &module, &table, nullptr);
}

} // namespace pv::core::sql
