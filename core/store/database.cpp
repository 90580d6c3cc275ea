// SPDX-License-Identifier: MIT
#include "core/store/database.h"

#include "core/model/columns.h"
#include "core/model/error.h"

#include <sqlite3.h>
#include <unistd.h>

namespace pv::core {

Database::Database(const std::filesystem::path& path, Mode mode) : m_path(path)
{
    int result = SQLITE_OK;
    if (mode == Mode::create) {
        result = sqlite3_open_v2(path.c_str(), &m_db,
                                 SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
    } else {
        // A finished report never changes, so no lock and no journal is needed; on read-only media none could be made.
        std::string uri = "file:";
        for (const char c : std::filesystem::absolute(path).string()) {
            if (c == '?' || c == '#' || c == '%') {
                static constexpr char kHex[] = "0123456789ABCDEF";
                uri += '%';
                uri += kHex[(c >> 4) & 0xF];
                uri += kHex[c & 0xF];
            } else {
                uri += c;
            }
        }
        uri += "?immutable=1";
        result = sqlite3_open_v2(uri.c_str(), &m_db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
                                 nullptr);
    }
    if (result != SQLITE_OK) {
        const std::string message = m_db != nullptr ? sqlite3_errmsg(m_db) : sqlite3_errstr(result);
        sqlite3_close(m_db);
        throw Error(mode == Mode::create ? "writing the report" : "opening the report", path.string(), message);
    }
    sqlite3_db_config(m_db, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(m_db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(m_db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(m_db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
}

Database::~Database() { sqlite3_close_v2(m_db); }

void Database::fail(const char* doing) const
{
    const int code = sqlite3_errcode(m_db);
    throw Error(doing, m_path.string(), sqlite3_errmsg(m_db), {},
                (code & 0xFF) == SQLITE_FULL ? "The disk is full: free some space or choose another place." : "");
}

void Database::execute(const std::string& sql)
{
    if (sqlite3_exec(m_db, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
        fail("working on the report");
    }
}

Statement::Statement(Database& db, const char* sql) : m_db(db)
{
    if (sqlite3_prepare_v3(db.handle(), sql, -1, SQLITE_PREPARE_PERSISTENT, &m_statement, nullptr) != SQLITE_OK) {
        db.fail("reading the report");
    }
}

Statement::~Statement() { sqlite3_finalize(m_statement); }

Statement& Statement::bind(int index, std::int64_t value)
{
    if (value == kNull) {
        sqlite3_bind_null(m_statement, index);
    } else {
        sqlite3_bind_int64(m_statement, index, value);
    }
    return *this;
}

Statement& Statement::bind(int index, std::string_view text)
{
    sqlite3_bind_text64(m_statement, index, text.data() != nullptr ? text.data() : "", text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    return *this;
}

Statement& Statement::bindBlob(int index, ByteView bytes)
{
    sqlite3_bind_blob64(m_statement, index, bytes.data(), bytes.size(), SQLITE_STATIC);
    return *this;
}

bool Statement::step()
{
    const int result = sqlite3_step(m_statement);
    if (result == SQLITE_ROW) {
        return true;
    }
    if (result != SQLITE_DONE) {
        m_db.fail("working on the report");
    }
    return false;
}

void Statement::run()
{
    step();
    reset();
}

void Statement::reset() { sqlite3_reset(m_statement); }

std::int64_t Statement::integer(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_NULL ? kNull : sqlite3_column_int64(m_statement, column);
}

bool Statement::isInteger(int column) const { return sqlite3_column_type(m_statement, column) == SQLITE_INTEGER; }

std::string Statement::text(int column) const
{
    const auto* p = reinterpret_cast<const char*>(sqlite3_column_text(m_statement, column));
    return p != nullptr ? std::string(p, static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column))) : std::string();
}

ByteView Statement::blob(int column) const
{
    const auto* p = static_cast<const std::uint8_t*>(sqlite3_column_blob(m_statement, column));
    return {p, p != nullptr ? static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column)) : 0};
}

} // namespace pv::core
