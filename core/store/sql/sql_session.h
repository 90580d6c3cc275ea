// SPDX-License-Identifier: MIT
#pragma once

// SQL over an open report. The tables are virtual: a query reads the chunks that can match (bounds on start, end, lane_id,
// id, correlation are pushed down) and decodes the columns it names. Tables: those of the project's SQL reference, every
// side table under its own name, and the tables of Nsight Systems' SQLite export under their names with the same rows.
//
// One session, one thread. It can't write, attach or load anything. Errors: core::Error with SQLite's message.

#include "core/model/progress.h"
#include "core/store/report.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pv::core {

struct SqlValue {
    enum class Type : std::uint8_t { null, integer, real, text } type = Type::null;
    std::int64_t integer = 0;
    double real = 0;
    std::string_view text; // valid during the call that hands it over
};

struct SqlTableInfo {
    std::string name;
    std::vector<std::pair<std::string, std::string>> columns; // name, type
    bool nsight = false;                                      // under the name of Nsight Systems' export
};

class SqlSession {
public:
    explicit SqlSession(std::shared_ptr<const Report> report);
    ~SqlSession();
    SqlSession(const SqlSession&) = delete;
    SqlSession& operator=(const SqlSession&) = delete;

    using Columns = std::function<void(const std::vector<std::string>&)>;
    using Row = std::function<bool(std::span<const SqlValue>)>; // false: enough
    // Runs the statements of `sql` one after the other. `columns` is called once a statement that gives rows.
    void run(std::string_view sql, const Columns& columns, const Row& row, const Progress& progress = {});

    const std::vector<SqlTableInfo>& tables() const;
    // Chunks whose data the queries of this session asked for, so far.
    std::int64_t chunksRead() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace pv::core
