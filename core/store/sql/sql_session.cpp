// SPDX-License-Identifier: MIT
#include "core/store/sql/sql_session.h"

#include "core/model/error.h"
#include "core/store/sql/virtual_table.h"

#include <algorithm>

namespace pv::core {
namespace {

// The database is in memory and its tables can't be written to, so only what reaches outside of it is refused.
int authorize(void*, int action, const char*, const char* name, const char*, const char*)
{
    if (action == SQLITE_ATTACH || action == SQLITE_DETACH) {
        return SQLITE_DENY;
    }
    return action == SQLITE_FUNCTION && name != nullptr && sqlite3_stricmp(name, "load_extension") == 0 ? SQLITE_DENY : SQLITE_OK;
}

int interrupted(void* progress) { return static_cast<const Progress*>(progress)->stop.stop_requested() ? 1 : 0; }

} // namespace

struct SqlSession::Impl {
    sql::Shared shared;
    std::vector<SqlTableInfo> infos;
    sqlite3* db = nullptr;

    ~Impl() { sqlite3_close_v2(db); }
};

SqlSession::SqlSession(std::shared_ptr<const Report> report) : m_impl(std::make_unique<Impl>())
{
    m_impl->shared.report = std::move(report);
    if (sqlite3_open_v2(":memory:", &m_impl->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr) != SQLITE_OK) {
        throw Error("SQL can't be set up: out of memory");
    }
    sqlite3_db_config(m_impl->db, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sql::addEventTables(m_impl->shared);
    sql::addFactTables(m_impl->shared);
    sql::addNsightTables(m_impl->shared);
    for (auto& [name, table] : m_impl->shared.tables) {
        sql::registerTable(m_impl->db, name, *table);
    }
    sqlite3_set_authorizer(m_impl->db, authorize, nullptr);
}

SqlSession::~SqlSession() = default;

std::int64_t SqlSession::chunksRead() const { return m_impl->shared.chunksRead; }

const std::vector<SqlTableInfo>& SqlSession::tables() const
{
    if (m_impl->infos.empty()) {
        for (const auto& [name, table] : m_impl->shared.tables) {
            SqlTableInfo info;
            info.name = name;
            for (const sql::Column& c : table->columns()) {
                info.columns.emplace_back(c.name, c.type);
            }
            info.nsight = std::find(m_impl->shared.nsight.begin(), m_impl->shared.nsight.end(), name) != m_impl->shared.nsight.end();
            m_impl->infos.push_back(std::move(info));
        }
    }
    return m_impl->infos;
}

void SqlSession::run(std::string_view sqlText, const Columns& columns, const Row& row, const Progress& progress)
{
    sqlite3_progress_handler(m_impl->db, 1000, interrupted, const_cast<Progress*>(&progress));
    struct Reset {
        sqlite3* db;
        ~Reset() { sqlite3_progress_handler(db, 0, nullptr, nullptr); }
    } reset{m_impl->db};
    const std::string text(sqlText);
    const char* rest = text.c_str();
    const char* const end = rest + text.size();
    auto fail = [&] {
        if (progress.stop.stop_requested()) {
            throw Cancelled();
        }
        throw Error(std::string("the query failed: ") + sqlite3_errmsg(m_impl->db));
    };
    while (rest < end) {
        sqlite3_stmt* raw = nullptr;
        if (sqlite3_prepare_v2(m_impl->db, rest, static_cast<int>(end - rest), &raw, &rest) != SQLITE_OK) {
            fail();
        }
        if (raw == nullptr) {
            continue; // blanks or a comment
        }
        const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> statement(raw, sqlite3_finalize);
        const int n = sqlite3_column_count(raw);
        std::vector<std::string> names;
        for (int i = 0; i < n; ++i) {
            names.emplace_back(sqlite3_column_name(raw, i));
        }
        if (columns && n > 0) {
            columns(names);
        }
        std::vector<SqlValue> values(static_cast<std::size_t>(n));
        int result = SQLITE_DONE;
        while ((result = sqlite3_step(raw)) == SQLITE_ROW) {
            for (int i = 0; i < n; ++i) {
                SqlValue& v = values[static_cast<std::size_t>(i)];
                switch (sqlite3_column_type(raw, i)) {
                case SQLITE_INTEGER:
                    v.type = SqlValue::Type::integer;
                    v.integer = sqlite3_column_int64(raw, i);
                    break;
                case SQLITE_FLOAT:
                    v.type = SqlValue::Type::real;
                    v.real = sqlite3_column_double(raw, i);
                    break;
                case SQLITE_NULL: v.type = SqlValue::Type::null; break;
                default:
                    v.type = SqlValue::Type::text;
                    v.text = {reinterpret_cast<const char*>(sqlite3_column_text(raw, i)),
                              static_cast<std::size_t>(sqlite3_column_bytes(raw, i))};
                }
            }
            if (!row(values)) {
                return;
            }
        }
        if (result != SQLITE_DONE) {
            fail();
        }
    }
}

} // namespace pv::core
