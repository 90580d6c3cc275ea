// SPDX-License-Identifier: GPL-3.0-or-later

// Every row of a report file against the SQLite export of the same recording.

#include "tests/import/nsysrep_support.h"

#include <set>
#include <sqlite3.h>

using namespace pv;
using namespace pv::test;

namespace {

struct Export {
    std::vector<core::NsysColumn> columns;
    std::vector<Row> rows;
};

class Database {
public:
    explicit Database(const std::filesystem::path& path)
    {
        REQUIRE(sqlite3_open_v2(path.c_str(), &m_db, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK);
    }
    ~Database() { sqlite3_close(m_db); }

    std::vector<std::string> tables() const
    {
        std::vector<std::string> out;
        for (const Row& row : read("SELECT name FROM sqlite_master WHERE type = 'table'").rows) {
            out.push_back(std::get<std::string>(row[0]));
        }
        return out;
    }

    Export read(const std::string& sql) const
    {
        Export out;
        sqlite3_stmt* statement = nullptr;
        REQUIRE(sqlite3_prepare_v2(m_db, sql.c_str(), -1, &statement, nullptr) == SQLITE_OK);
        for (int c = 0; c < sqlite3_column_count(statement); ++c) {
            const char* type = sqlite3_column_decltype(statement, c);
            const std::string_view t = type == nullptr ? "TEXT" : type;
            out.columns.push_back({sqlite3_column_name(statement, c), t == "INTEGER" ? core::ColumnType::integer
                                                                      : t == "REAL"  ? core::ColumnType::real
                                                                                     : core::ColumnType::string});
        }
        while (sqlite3_step(statement) == SQLITE_ROW) {
            Row row;
            for (int c = 0; c < static_cast<int>(out.columns.size()); ++c) {
                switch (sqlite3_column_type(statement, c)) {
                case SQLITE_NULL: row.emplace_back(); break;
                case SQLITE_INTEGER: row.emplace_back(static_cast<std::int64_t>(sqlite3_column_int64(statement, c))); break;
                case SQLITE_FLOAT: row.emplace_back(sqlite3_column_double(statement, c)); break;
                default: {
                    const auto* text = static_cast<const char*>(sqlite3_column_blob(statement, c));
                    row.emplace_back(
                        std::string(text == nullptr ? "" : text, static_cast<std::size_t>(sqlite3_column_bytes(statement, c))));
                }
                }
            }
            out.rows.push_back(std::move(row));
        }
        sqlite3_finalize(statement);
        return out;
    }

private:
    sqlite3* m_db = nullptr;
};

std::string show(const Cell& cell)
{
    if (std::holds_alternative<std::monostate>(cell)) {
        return "NULL";
    }
    if (const auto* i = std::get_if<std::int64_t>(&cell)) {
        return std::to_string(*i);
    }
    if (const auto* d = std::get_if<double>(&cell)) {
        return std::to_string(*d);
    }
    std::string quoted("'");
    return quoted.append(std::get<std::string>(cell), 0, 200).append("'");
}

// Empty when equal; else where the tables first differ.
std::string compareTables(const Export& want, const KeptTable& have, const std::set<std::string>& own)
{
    std::vector<std::size_t> place;
    for (std::size_t c = 0; c < have.columns.size(); ++c) {
        if (!own.contains(have.columns[c].name)) {
            place.push_back(c);
        }
    }
    if (place.size() != want.columns.size()) {
        return std::to_string(place.size()) + " columns instead of " + std::to_string(want.columns.size());
    }
    for (std::size_t c = 0; c < place.size(); ++c) {
        if (have.columns[place[c]].name != want.columns[c].name) {
            return "column " + have.columns[place[c]].name + " instead of " + want.columns[c].name;
        }
        if (have.columns[place[c]].type != want.columns[c].type) {
            return "type of column " + want.columns[c].name;
        }
    }
    if (have.rows.size() != want.rows.size()) {
        return std::to_string(have.rows.size()) + " rows instead of " + std::to_string(want.rows.size());
    }
    for (std::size_t r = 0; r < want.rows.size(); ++r) {
        for (std::size_t c = 0; c < place.size(); ++c) {
            if (have.rows[r][place[c]] != want.rows[r][c]) {
                return "row " + std::to_string(r) + ", " + want.columns[c].name + ": " + show(have.rows[r][place[c]]) + " instead of " +
                       show(want.rows[r][c]);
            }
        }
    }
    return {};
}

// Rows that name domains, categories and threads come first; else the order is the export's.
void namesFirst(std::vector<Row>& rows, std::size_t eventType)
{
    std::stable_partition(rows.begin(), rows.end(), [&](const Row& row) {
        const auto type = std::get<std::int64_t>(row[eventType]);
        return type == 33 || type == 39 || type == 75;
    });
}

// Rows that come in another order say which number they have in the export.
void numberRows(Export& table)
{
    table.columns.push_back({"rowNumber", core::ColumnType::integer});
    std::int64_t number = 0;
    for (Row& row : table.rows) {
        row.emplace_back(++number);
    }
}

} // namespace

TEST_CASE("nsysrep: every table of a report file equals that of its export", "[nsysrep]")
{
    const auto pairs = reportPairs();
    if (pairs.empty()) {
        WARN("skipped: no recordings beside this checkout");
        return;
    }
    // Made by the exporter, about itself.
    const std::set<std::string> exporterOnly{"META_DATA_EXPORT"};
    // In the file, but not in exports of its time.
    const std::set<std::string> reportOnly{"CUDA_DRIVER_OVERHEAD", "CUPTI_ACTIVITY_KIND_JIT", "PYTHON_CALLCHAINS"};
    const std::set<std::string> ownColumns{"payloadJson", "scriptChainId"};

    std::size_t rows = 0;
    std::size_t tables = 0;
    for (const auto& path : pairs) {
        INFO(path.filename().string());
        TempDir folder;
        Database database(unpackExport(path, folder));
        KeepingSink sink;
        const auto facts = core::decodeNsysRep(path, sink);
        CHECK(facts.productVersion.starts_with("2025.3."));
        CHECK_FALSE(facts.recovered);
        for (const auto& w : sink.warnings) {
            INFO(w.text);
            CHECK(w.severity == core::Severity::info);
        }
        std::set<std::string> wanted;
        for (const std::string& name : database.tables()) {
            INFO(name);
            Export want = database.read("SELECT * FROM \"" + name + "\"");
            wanted.insert(name);
            if (name == "StringIds") {
                REQUIRE(want.rows.size() == sink.strings.size());
                for (std::size_t i = 0; i < want.rows.size(); ++i) {
                    REQUIRE(std::get<std::int64_t>(want.rows[i][0]) == static_cast<std::int64_t>(i));
                    REQUIRE(std::get<std::string>(want.rows[i][1]) == sink.strings[i]);
                }
            } else if (!exporterOnly.contains(name)) {
                REQUIRE(sink.tables.contains(name));
                if (name == "NVTX_EVENTS") {
                    numberRows(want);
                    namesFirst(want.rows, 2);
                }
                CHECK(compareTables(want, sink.tables.at(name), ownColumns) == "");
            } else {
                continue;
            }
            rows += want.rows.size();
            ++tables;
        }
        for (const auto& [name, table] : sink.tables) {
            INFO(name);
            CHECK((wanted.contains(name) || reportOnly.contains(name)));
        }
    }
    CHECK(tables > 300);
    WARN(pairs.size() << " pairs, " << tables << " tables, " << rows << " rows compared");
}
