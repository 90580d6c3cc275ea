// SPDX-License-Identifier: MIT
#include "core/analysis/report_equal_detail.h"

#include "core/model/args.h"

#include <algorithm>
#include <fmt/format.h>

namespace pv::core::reportequal {
namespace {

// They follow from the other values and from how the report came about.
bool isIgnored(ColumnId id, bool sourceRows) { return id == col::row || id == col::depth || (id == col::sourceRow && !sourceRows); }

using Values = std::vector<std::int64_t>; // of one event, in the order of the kind's columns

// The events of one kind of a lane, in order of start, a chunk at a time.
class Cursor {
public:
    Cursor(const Report& report, int side, LaneId lane, EventKind kind, const KindColumns& columns, Texts& texts)
        : m_report(report), m_side(static_cast<std::size_t>(side)), m_columns(columns), m_texts(texts)
    {
        for (const ChunkId id : report.chunksOf(lane)) {
            const ChunkInfo* info = report.chunkInfo(id);
            if (info != nullptr && info->kind == kind) {
                m_chunks.push_back(id);
            }
        }
        load();
    }

    bool atEnd() const { return m_chunk == nullptr; }
    TimeNs start() const { return m_chunk->value(col::start, m_index); }
    bool damaged() const { return m_damaged; }

    // All events that start at `at`.
    std::vector<Values> take(TimeNs at)
    {
        std::vector<Values> out;
        while (!atEnd() && start() == at) {
            out.push_back(values());
            if (++m_index == m_chunk->info().count) {
                load();
            }
        }
        return out;
    }

private:
    void load()
    {
        m_chunk = nullptr;
        m_index = 0;
        while (m_chunk == nullptr && m_next < m_chunks.size()) {
            const ChunkId id = m_chunks[m_next++];
            const ChunkPtr head = m_report.chunk(id, {});
            if (head != nullptr && head->info().count > 0) {
                const std::vector<ColumnId> all(head->columns().begin(), head->columns().end());
                m_chunk = m_report.chunk(id, all);
            }
            m_damaged = m_damaged || m_chunk == nullptr;
        }
    }

    Values values()
    {
        Values out;
        out.reserve(m_columns.columns.size());
        for (std::size_t c = 0; c < m_columns.columns.size(); ++c) {
            const Column& column = m_columns.columns[c];
            if (!column.compared()) {
                out.push_back(kNull);
            } else if (static_cast<std::int64_t>(c) == m_columns.argsIndex) {
                out.push_back(arguments());
            } else {
                const std::int64_t v = m_chunk->value(column.id[m_side], m_index);
                out.push_back(column.type == ColumnType::string ? m_texts.of(static_cast<int>(m_side), v) : v);
            }
        }
        return out;
    }

    std::int64_t arguments()
    {
        const std::int64_t shape = m_chunk->value(col::argsShape, m_index);
        if (shape == kNull || shape == 0) {
            return kNull;
        }
        return m_texts.of(decodeArgs(m_report.string(StringId{static_cast<std::uint32_t>(shape)}), m_chunk->args(m_index),
                                     [this](StringId id) { return m_report.string(id); }));
    }

    const Report& m_report;
    std::size_t m_side;
    const KindColumns& m_columns;
    Texts& m_texts;
    std::vector<ChunkId> m_chunks;
    std::size_t m_next = 0;
    ChunkPtr m_chunk;
    std::uint32_t m_index = 0;
    bool m_damaged = false;
};

} // namespace

// Which columns the events of each kind have in each report.
void Comparison::surveyColumns()
{
    for (int side = 0; side < 2; ++side) {
        const auto s = static_cast<std::size_t>(side);
        for (const ChunkInfo& info : report(side).chunks()) {
            m_progress.throwIfStopped();
            const ChunkPtr head = report(side).chunk(info.id, {});
            if (head == nullptr) {
                continue;
            }
            const std::vector<ColumnId> ids(head->columns().begin(), head->columns().end());
            const ChunkPtr chunk = report(side).chunk(info.id, ids);
            if (chunk == nullptr) {
                continue;
            }
            KindColumns& kind = m_kinds[info.kind];
            for (const ColumnId id : ids) {
                const auto known = report(side).columnInfo(id);
                if (isIgnored(id, m_options.sourceRows) || !known) {
                    continue;
                }
                const std::string name = id == col::argsShape ? "args" : std::string(known->sqlName);
                auto it = std::find_if(kind.columns.begin(), kind.columns.end(), [&](const Column& c) { return c.name == name; });
                if (it == kind.columns.end()) {
                    if (id == col::argsShape) {
                        kind.argsIndex = static_cast<std::int64_t>(kind.columns.size());
                    }
                    kind.columns.push_back({name, known->type, {}, {}, {}});
                    it = kind.columns.end() - 1;
                }
                it->id[s] = id;
                it->known[s] = true;
                const auto values = chunk->column(id);
                const std::int64_t absent = id == col::argsShape ? 0 : kNull;
                it->values[s] += std::count_if(values.begin(), values.end(), [&](std::int64_t v) { return v != kNull && v != absent; });
            }
        }
    }
    for (const auto& [kind, columns] : m_kinds) {
        for (const Column& c : columns.columns) {
            if (c.values[0] > 0 && c.values[1] == 0) {
                extra(true, fmt::format("column {}.{}", kindName(kind), c.name), c.values[0]);
            } else if (c.values[1] > 0 && c.values[0] == 0) {
                extra(false, fmt::format("column {}.{}", kindName(kind), c.name), c.values[1]);
            }
        }
    }
}

void Comparison::events(LaneId a, LaneId b, EventKind kind, const std::string& where)
{
    const KindColumns& columns = m_kinds[kind];
    Cursor left(report(0), 0, a, kind, columns, m_texts);
    Cursor right(report(1), 1, b, kind, columns, m_texts);
    const auto at = [&](TimeNs start) { return fmt::format("{}: {} at {} ns", where, kindName(kind), start); };
    while (!left.atEnd() || !right.atEnd()) {
        const TimeNs start = left.atEnd() ? right.start() : right.atEnd() ? left.start() : std::min(left.start(), right.start());
        auto inA = left.atEnd() ? std::vector<Values>{} : left.take(start);
        auto inB = right.atEnd() ? std::vector<Values>{} : right.take(start);
        m_result.events += static_cast<std::int64_t>(std::max(inA.size(), inB.size()));
        if (inA.size() != inB.size()) {
            differ(at(start), fmt::format("{} events", inA.size()), fmt::format("{} events", inB.size()));
            continue;
        }
        std::sort(inA.begin(), inA.end());
        std::sort(inB.begin(), inB.end());
        for (std::size_t i = 0; i < inA.size(); ++i) {
            for (std::size_t c = 0; c < inA[i].size() && inA[i] != inB[i]; ++c) {
                if (inA[i][c] != inB[i][c]) {
                    const Column& column = columns.columns[c];
                    const ColumnType type = static_cast<std::int64_t>(c) == columns.argsIndex ? ColumnType::string : column.type;
                    differ(at(start) + ": " + column.name, show(type, inA[i][c]), show(type, inB[i][c]));
                }
            }
        }
    }
    if (left.damaged() || right.damaged()) {
        differ(where, left.damaged() ? "damaged events" : "", right.damaged() ? "damaged events" : "");
    }
}

} // namespace pv::core::reportequal
