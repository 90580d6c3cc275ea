// SPDX-License-Identifier: MIT
#pragma once

// A thin owner of SQLite's handles. Internal to core/store and core/import; one thread at a time. Errors: core::Error
// with the file and SQLite's message.

#include "core/store/bytes.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace pv::core {

class Database;

class Statement {
public:
    Statement(Database& db, const char* sql);
    ~Statement();
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    Statement& bind(int index, std::int64_t value);    // kNull binds NULL
    Statement& bind(int index, std::string_view text); // copied
    Statement& bindBlob(int index, ByteView bytes);    // must live until step()
    bool step();                                       // true: a row; Error on failure
    void run();                                        // step() and reset
    void reset();

    std::int64_t integer(int column) const; // kNull for NULL
    std::string text(int column) const;
    ByteView blob(int column) const; // valid until the next step
    bool isInteger(int column) const;

private:
    Database& m_db;
    sqlite3_stmt* m_statement = nullptr;
};

class Database {
public:
    enum class Mode { create, read };
    Database(const std::filesystem::path& path, Mode mode);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    void execute(const std::string& sql);
    [[noreturn]] void fail(const char* doing) const;
    sqlite3* handle() const { return m_db; }
    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
    sqlite3* m_db = nullptr;
};

} // namespace pv::core
