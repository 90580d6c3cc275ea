// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite exports of Nsight Systems in bad moments and with bad figures.

#include "core/import/importer.h"
#include "core/model/error.h"
#include "core/store/report.h"
#include "tests/support/catch.h"
#include "tests/support/files.h"

#include <sqlite3.h>

using namespace pv;

namespace {

class Source {
public:
    explicit Source(const std::filesystem::path& path)
    {
        REQUIRE(sqlite3_open(path.c_str(), &m_db) == SQLITE_OK);
        run("CREATE TABLE StringIds(id INTEGER, value TEXT)");
        run("CREATE TABLE NVTX_EVENTS(start INTEGER, end INTEGER, eventType INTEGER, text TEXT, textId INTEGER, globalTid INTEGER)");
        run("INSERT INTO NVTX_EVENTS VALUES(100, 200, 59, 'forward', NULL, 16777226)");
        run("CREATE TABLE SCHED_EVENTS(start INTEGER, cpu INTEGER, isSchedIn INTEGER, globalTid INTEGER)");
        run("CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS(start INTEGER, globalPid INTEGER, deviceId INTEGER, contextId INTEGER, "
            "address INTEGER, bytes INTEGER, memKind INTEGER, memoryOperationType INTEGER)");
    }
    ~Source() { sqlite3_close(m_db); }
    void run(const std::string& sql) { REQUIRE(sqlite3_exec(m_db, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK); }

private:
    sqlite3* m_db = nullptr;
};

} // namespace

TEST_CASE("an export that another program is writing is refused with that reason, and can be read afterwards", "[nsys]")
{
    const test::TempDir dir;
    const auto path = dir / "report.sqlite";
    {
        Source source(path);
        source.run("PRAGMA cache_size=1");
        source.run("BEGIN EXCLUSIVE");
        source.run("INSERT INTO StringIds VALUES(1, hex(zeroblob(100000)))");
        REQUIRE(std::filesystem::exists(path.string() + "-journal"));
        try {
            core::importFile(path, dir / "locked.rep", {}, {}, {});
            FAIL("a locked file was read");
        } catch (const core::Error& e) {
            INFO(e.what());
            CHECK(std::string(e.what()).find("is writing it") != std::string::npos);
            CHECK(std::string(e.what()).find("report.sqlite") != std::string::npos);
        }
        source.run("COMMIT");
    }
    CHECK(core::importFile(path, dir / "free.rep", {}, {}, {}).written.events >= 1);
}

TEST_CASE("times and sizes at the ends of 64 bits do not stop an import", "[nsys]")
{
    const test::TempDir dir;
    const auto path = dir / "report.sqlite";
    {
        Source source(path);
        for (const char* time : {"-9223372036854775808", "-9223372036854775807", "0", "9223372036854775806", "9223372036854775807"}) {
            source.run(std::string("INSERT INTO SCHED_EVENTS VALUES(") + time + ", 0, 1, 16777226)");
            source.run(std::string("INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS VALUES(") + time + ", 16777216, 0, 1, 4096, " + time +
                       ", 2, 0)");
            source.run(std::string("INSERT INTO NVTX_EVENTS VALUES(") + time + ", 100, 59, 'x', NULL, 16777226)");
        }
    }
    core::importFile(path, dir / "out.rep", {}, {}, {});
    CHECK(core::verifyReport(dir / "out.rep") == std::vector<std::string>{});
}
