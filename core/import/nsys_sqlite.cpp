// SPDX-License-Identifier: MIT
// Reads the SQLite exports of Nsight Systems, 2020 to 2026, into NsysSink. The file is hostile until proven otherwise: it
// is opened read-only, nothing of it runs (no triggers, no views, no functions of its schema), a damaged page ends one
// table and nothing else, and every column beyond the times is optional.

#include "core/import/nsys_tables.h"
#include "core/model/error.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <set>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pv::core {
namespace {

using DatabasePtr = std::unique_ptr<sqlite3, int (*)(sqlite3*)>;
using StatementPtr = std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)>;

std::string uriOf(const std::filesystem::path& path, bool immutable)
{
    static constexpr char kHex[] = "0123456789ABCDEF";
    std::string uri = "file:";
    for (const char c : std::filesystem::absolute(path).string()) {
        if (c == '?' || c == '#' || c == '%') {
            uri += '%';
            uri += kHex[(c >> 4) & 0xF];
            uri += kHex[c & 0xF];
        } else {
            uri += c;
        }
    }
    return uri + (immutable ? "?immutable=1" : "?mode=ro");
}

DatabasePtr openOnce(const std::string& uri, std::string& problem)
{
    sqlite3* raw = nullptr;
    const int result = sqlite3_open_v2(uri.c_str(), &raw, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
    DatabasePtr db(raw, sqlite3_close);
    if (result == SQLITE_OK) {
        sqlite3_db_config(raw, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
        sqlite3_db_config(raw, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
        sqlite3_db_config(raw, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
        sqlite3_db_config(raw, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
        sqlite3_db_config(raw, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
        sqlite3_limit(raw, SQLITE_LIMIT_LENGTH, 256 << 20);
        sqlite3_limit(raw, SQLITE_LIMIT_SQL_LENGTH, 1 << 20);
        sqlite3_limit(raw, SQLITE_LIMIT_ATTACHED, 0);
        sqlite3_exec(raw, "PRAGMA cell_size_check=ON; PRAGMA query_only=ON", nullptr, nullptr, nullptr);
        if (sqlite3_exec(raw, "SELECT count(*) FROM sqlite_schema", nullptr, nullptr, nullptr) == SQLITE_OK) {
            return db;
        }
    }
    problem = raw != nullptr ? sqlite3_errmsg(raw) : sqlite3_errstr(result);
    return {nullptr, sqlite3_close};
}

// A file that nobody is writing is read without locks, so that read-only media work; one with a write-ahead log beside
// it is opened as SQLite does, and without the log where that can't be.
DatabasePtr openDatabase(const std::filesystem::path& path, std::string& problem, bool& withoutLog)
{
    std::error_code ignored;
    const std::filesystem::path log = path.string() + "-wal";
    const std::filesystem::path journal = path.string() + "-journal";
    const bool busy = (std::filesystem::exists(log, ignored) && std::filesystem::file_size(log, ignored) > 0) ||
                      (std::filesystem::exists(journal, ignored) && std::filesystem::file_size(journal, ignored) > 0);
    withoutLog = false;
    if (busy) {
        if (DatabasePtr db = openOnce(uriOf(path, false), problem)) {
            return db;
        }
        if (problem.find("locked") != std::string::npos) {
            // Read without locks, it would be a file in the middle of a change.
            return {nullptr, sqlite3_close};
        }
        withoutLog = true;
    }
    return openOnce(uriOf(path, true), problem);
}

std::string quotedName(std::string_view name)
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

StatementPtr prepare(sqlite3* db, const std::string& sql)
{
    sqlite3_stmt* raw = nullptr;
    sqlite3_prepare_v2(db, sql.c_str(), static_cast<int>(sql.size()), &raw, nullptr);
    return {raw, sqlite3_finalize};
}

// Real tables only: a view or virtual table of the file must never run.
std::vector<std::string> tablesOf(sqlite3* db)
{
    std::vector<std::string> names;
    const StatementPtr s =
        prepare(db, "SELECT name FROM sqlite_schema WHERE type='table' AND rootpage>0 AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'");
    while (s && sqlite3_step(s.get()) == SQLITE_ROW) {
        if (const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(s.get(), 0))) {
            names.emplace_back(text);
        }
    }
    return names;
}

bool isTrace(const std::vector<std::string>& tables)
{
    return std::any_of(tables.begin(), tables.end(), [](const std::string& t) {
        return t.starts_with("CUPTI_ACTIVITY_KIND_") || t == "NVTX_EVENTS" || t == "OSRT_API" || t == "StringIds" ||
               t == "TARGET_INFO_GPU" || t == "TARGET_INFO_SYSTEM_ENV" || t == "ANALYSIS_DETAILS" || t == "SCHED_EVENTS" ||
               t == "COMPOSITE_EVENTS" || t == "META_DATA_EXPORT";
    });
}

ColumnType typeOf(std::string_view declared)
{
    std::string upper(declared);
    std::transform(upper.begin(), upper.end(), upper.begin(), [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    if (upper.find("INT") != std::string::npos) {
        return ColumnType::integer;
    }
    if (upper.find("REAL") != std::string::npos || upper.find("FLOA") != std::string::npos || upper.find("DOUB") != std::string::npos) {
        return ColumnType::real;
    }
    return upper.find("CHAR") != std::string::npos || upper.find("TEXT") != std::string::npos || upper.find("BLOB") != std::string::npos
               ? ColumnType::string
               : ColumnType::integer;
}

std::vector<NsysColumn> columnsOf(sqlite3* db, const std::string& table)
{
    std::vector<NsysColumn> columns;
    const StatementPtr bound = prepare(db, "SELECT name, type FROM pragma_table_info(?)");
    if (bound) {
        sqlite3_bind_text(bound.get(), 1, table.c_str(), static_cast<int>(table.size()), SQLITE_TRANSIENT);
        while (sqlite3_step(bound.get()) == SQLITE_ROW) {
            const auto* name = reinterpret_cast<const char*>(sqlite3_column_text(bound.get(), 0));
            const auto* type = reinterpret_cast<const char*>(sqlite3_column_text(bound.get(), 1));
            columns.push_back({name != nullptr ? name : "", typeOf(type != nullptr ? type : "")});
        }
    }
    return columns;
}

NsysValue valueOf(sqlite3_stmt* s, int i)
{
    NsysValue v;
    switch (sqlite3_column_type(s, i)) {
    case SQLITE_INTEGER:
        v.type = NsysValue::Type::integer;
        v.integer = sqlite3_column_int64(s, i);
        break;
    case SQLITE_FLOAT:
        v.type = NsysValue::Type::real;
        v.real = sqlite3_column_double(s, i);
        break;
    case SQLITE_TEXT:
        v.type = NsysValue::Type::text;
        v.text = {reinterpret_cast<const char*>(sqlite3_column_text(s, i)), static_cast<std::size_t>(sqlite3_column_bytes(s, i))};
        break;
    case SQLITE_BLOB: {
        v.type = NsysValue::Type::blob;
        const void* p = sqlite3_column_blob(s, i);
        v.text = p != nullptr ? std::string_view(static_cast<const char*>(p), static_cast<std::size_t>(sqlite3_column_bytes(s, i)))
                              : std::string_view();
        break;
    }
    default: break;
    }
    return v;
}

class Reader {
public:
    Reader(sqlite3* db, const std::filesystem::path& path, ReportWriter& writer, const ImportOptions& options, const Progress& progress)
        : m_db(db), m_path(path), m_writer(writer), m_sink(writer, options), m_progress(progress)
    {
    }

    void run()
    {
        std::vector<std::string> tables = tablesOf(m_db);
        // What names other things comes first, in the order they need each other.
        static constexpr std::array<std::string_view, 7> kFirst{
            "GENERIC_EVENT_SOURCES", "GENERIC_EVENT_TYPES", "GENERIC_EVENT_TYPE_FIELDS", "PROCESSES", "ThreadNames",
            "TARGET_INFO_GPU",       "GENERIC_EVENTS"};
        auto order = [&](const std::string& name) -> std::size_t {
            for (std::size_t i = 0; i < kFirst.size(); ++i) {
                if (kFirst[i] == name) {
                    return i;
                }
            }
            return name.starts_with("TARGET_INFO_") ? 7 : name.starts_with("META_DATA") || name.starts_with("ENUM_") ? 8 : 9;
        };
        std::stable_sort(tables.begin(), tables.end(), [&](const std::string& a, const std::string& b) { return order(a) < order(b); });
        if (std::find(tables.begin(), tables.end(), "StringIds") != tables.end()) {
            strings();
        } else {
            m_writer.addWarning(
                {"nsys.no_strings", Severity::warning, 1, "The export has no StringIds: names are shown by their numbers."});
        }
        for (std::size_t i = 0; i < tables.size(); ++i) {
            m_progress(static_cast<double>(i) / static_cast<double>(tables.size()), "Reading " + tables[i]);
            if (tables[i] != "StringIds") {
                table(tables[i]);
            }
        }
        m_sink.finish();
    }

private:
    void damaged(const std::string& table, std::int64_t row)
    {
        m_writer.addWarning({"nsys.damaged." + table, Severity::dataLoss, 1,
                             "The table " + table + " can be read up to row " + std::to_string(row) + " only (" + sqlite3_errmsg(m_db) +
                                 "); later rows are missing."});
    }

    void strings()
    {
        const StatementPtr s = prepare(m_db, "SELECT id, value FROM main.\"StringIds\"");
        std::int64_t rows = 0;
        int result = SQLITE_ERROR;
        while (s && (result = sqlite3_step(s.get())) == SQLITE_ROW) {
            const NsysValue v = valueOf(s.get(), 1);
            m_sink.string(sqlite3_column_int64(s.get(), 0),
                          v.type == NsysValue::Type::text || v.type == NsysValue::Type::blob ? v.text : std::string_view());
            if ((++rows & 0xFFFF) == 0) {
                m_progress.throwIfStopped();
            }
        }
        if (result != SQLITE_DONE) {
            damaged("StringIds", rows);
        }
    }

    void categories(const std::vector<NsysColumn>& columns)
    {
        auto has = [&](const char* n) {
            return std::any_of(columns.begin(), columns.end(), [&](const NsysColumn& c) { return c.name == n; });
        };
        if (!has("eventType") || !has("category") || !has("globalTid") || !has("domainId") || !has("text")) {
            return;
        }
        const std::string text = has("textId") ? "coalesce(text, (SELECT value FROM main.\"StringIds\" WHERE id=textId))" : "text";
        const StatementPtr s =
            prepare(m_db, "SELECT globalTid, domainId, category, " + text + " FROM main.\"NVTX_EVENTS\" WHERE eventType=33");
        while (s && sqlite3_step(s.get()) == SQLITE_ROW) {
            const NsysValue v = valueOf(s.get(), 3);
            if (v.type == NsysValue::Type::text) {
                m_sink.nvtxCategory(sqlite3_column_int64(s.get(), 0), sqlite3_column_int64(s.get(), 1), sqlite3_column_int64(s.get(), 2),
                                    v.text);
            }
        }
    }

    void table(const std::string& name)
    {
        const std::vector<NsysColumn> columns = columnsOf(m_db, name);
        if (columns.empty()) {
            return damaged(name, 0);
        }
        std::string list;
        for (const NsysColumn& c : columns) {
            list += (list.empty() ? "" : ",") + quotedName(c.name);
        }
        const StatementPtr s = prepare(m_db, "SELECT " + list + " FROM main." + quotedName(name));
        if (!s) {
            return damaged(name, 0);
        }
        if (const auto type = std::find_if(columns.begin(), columns.end(), [](const NsysColumn& c) { return c.name == "eventType"; });
            name == "NVTX_EVENTS" && type != columns.end()) {
            return nvtx(s.get(), columns, static_cast<int>(type - columns.begin()));
        }
        if (name == "NVTX_EVENTS") {
            categories(columns);
        }
        NsysTable& out = m_sink.table(name, columns);
        std::vector<NsysValue> values(columns.size());
        std::int64_t rows = 0;
        int result = SQLITE_DONE;
        while ((result = sqlite3_step(s.get())) == SQLITE_ROW) {
            for (std::size_t i = 0; i < values.size(); ++i) {
                values[i] = valueOf(s.get(), static_cast<int>(i));
            }
            out.row(values);
            if ((++rows & 0xFFFF) == 0) {
                m_progress.throwIfStopped();
            }
        }
        if (result != SQLITE_DONE) {
            damaged(name, rows);
        }
    }

    // Rows that name domains, categories and threads may lie behind the events that need them: two passes.
    void nvtx(sqlite3_stmt* s, std::vector<NsysColumn> columns, int eventType)
    {
        const std::size_t exported = columns.size();
        columns.push_back({"rowNumber", ColumnType::integer});
        NsysTable& out = m_sink.table("NVTX_EVENTS", columns);
        std::vector<NsysValue> values(columns.size());
        for (const bool names : {true, false}) {
            std::int64_t rows = 0;
            int result = SQLITE_DONE;
            while ((result = sqlite3_step(s)) == SQLITE_ROW) {
                const std::int64_t type = sqlite3_column_int64(s, eventType);
                if ((++rows & 0xFFFF) == 0) {
                    m_progress.throwIfStopped();
                }
                if (names != (type == 33 || type == 39 || type == 75)) {
                    continue;
                }
                for (std::size_t i = 0; i < exported; ++i) {
                    values[i] = valueOf(s, static_cast<int>(i));
                }
                values[exported].type = NsysValue::Type::integer;
                values[exported].integer = rows;
                out.row(values);
            }
            if (result != SQLITE_DONE && !names) {
                damaged("NVTX_EVENTS", rows);
            }
            sqlite3_reset(s);
        }
    }

    sqlite3* m_db;
    std::filesystem::path m_path;
    ReportWriter& m_writer;
    NsysSink m_sink;
    const Progress& m_progress;
};

class NsysSqliteImporter : public Importer {
public:
    std::string_view name() const override { return "nsys-sqlite"; }
    int recognises(const SourceHead& head) const override
    {
        if (head.compressed || head.bytes.compare(0, 16, std::string_view("SQLite format 3\0", 16)) != 0) {
            return 0;
        }
        std::string problem;
        bool withoutLog = false;
        const DatabasePtr db = openDatabase(head.path, problem, withoutLog);
        if (!db) {
            return 30; // damaged: the import says how
        }
        return isTrace(tablesOf(db.get())) ? 90 : 0;
    }
    void import(const std::filesystem::path& source, ReportWriter& writer, const ImportOptions& options,
                const Progress& progress) const override
    {
        std::string problem;
        bool withoutLog = false;
        const DatabasePtr db = openDatabase(source, problem, withoutLog);
        if (!db) {
            throw Error("reading the Nsight Systems export", source.string(), problem, {},
                        problem.find("locked") != std::string::npos ? "Another program is writing it; try again when it is done."
                                                                    : "Export the report again: nsys export --type sqlite.");
        }
        if (withoutLog) {
            writer.addWarning({"nsys.without_wal", Severity::dataLoss, 1,
                               "The write-ahead log beside the file could not be read: the newest rows may be missing."});
        }
        if (!isTrace(tablesOf(db.get()))) {
            throw Error("reading the Nsight Systems export", source.string(), "it has none of the tables of a trace", {},
                        "Export the report again: nsys export --type sqlite.");
        }
        Reader(db.get(), source, writer, options, progress).run();
    }
};

} // namespace

const Importer& nsysSqliteImporter()
{
    static const NsysSqliteImporter importer;
    return importer;
}

} // namespace pv::core
