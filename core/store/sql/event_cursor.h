// SPDX-License-Identifier: MIT
#pragma once

// A cursor over the events of some kinds: the chunks that can match, one after the other, only the columns in use
// decoded. Shared by the tables of events and by those under Nsight's names.

#include "core/store/sql/virtual_table.h"

#include <algorithm>
#include <functional>

namespace pv::core::sql {

// Plan bits, and the order in which filter() gets their values.
enum PlanBit : int { kById = 1, kByLane = 2, kByCorrelation = 4, kByName = 8, kStartFrom = 16, kStartTo = 32, kEndFrom = 64, kEndTo = 128 };

// Which column of a table stands for what the plan can use; -1: none.
struct PlanColumns {
    int id = -1;
    int lane = -1;
    int correlation = -1;
    int name = -1; // as text
    int start = -1;
    int end = -1;
};

// Rows of a kind, for cost estimates.
double rowsOf(const Report& report, const std::vector<EventKind>& kinds);
void planEvents(sqlite3_index_info& info, const PlanColumns& columns, double rows);

class EventCursor : public Cursor {
public:
    EventCursor(Shared& shared, std::vector<EventKind> kinds) : m_shared(shared), m_report(*shared.report), m_kinds(std::move(kinds)) {}

    void filter(int plan, std::uint64_t used, int argc, sqlite3_value** argv) override;
    void next() override;
    bool eof() const override { return !m_chunk; }
    std::int64_t rowid() const override { return m_chunk->eventId(m_index).value; }

protected:
    // The columns of events that the used columns of the table need.
    virtual std::vector<ColumnId> wanted(std::uint64_t used) const = 0;
    // Chunks the table does not show at all.
    virtual bool accepts(const ChunkInfo&) const { return true; }

    const Report& report() const { return m_report; }
    const Chunk& chunk() const { return *m_chunk; }
    std::uint32_t index() const { return m_index; }
    const Lane& lane() const { return *m_lane; }
    std::int64_t value(ColumnId c) const { return m_chunk->value(c, m_index); }
    TimeNs start() const { return value(col::start); }
    std::int64_t duration() const
    {
        const std::int64_t v = value(col::duration);
        return v == kNull ? 0 : v;
    }
    std::int64_t flags() const
    {
        const std::int64_t v = value(col::flags);
        return v == kNull ? 0 : v;
    }
    // What the lane says, else the event.
    std::int64_t placed(std::int64_t ofLane, ColumnId column) const { return ofLane != kNull ? ofLane : value(column); }
    void text(sqlite3_context* c, std::int64_t id) const
    {
        if (id == kNull) {
            sqlite3_result_null(c);
        } else {
            resultText(c, m_report.string(StringId{static_cast<std::uint32_t>(id)}));
        }
    }

    Shared& m_shared;

private:
    void openChunk();
    void skipToMatch();
    bool matches() const;

    const Report& m_report;
    std::vector<EventKind> m_kinds;
    std::vector<ChunkId> m_chunks;
    std::size_t m_nextChunk = 0;
    std::vector<ColumnId> m_columns;
    ChunkPtr m_chunk;
    const Lane* m_lane = nullptr;
    std::uint32_t m_index = 0;
    // Constraints checked here; SQLite checks all once more.
    std::int64_t m_onlyIndex = -1;
    TimeNs m_startFrom = kAllTime.begin;
    TimeNs m_startTo = kAllTime.end;
    std::int64_t m_correlation = kNull;
    std::vector<StringId> m_names;
    bool m_byName = false;
};

} // namespace pv::core::sql
