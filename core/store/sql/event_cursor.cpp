// SPDX-License-Identifier: MIT
#include "core/store/sql/event_cursor.h"

#include <cmath>

namespace pv::core::sql {
namespace {

// A bound given as a real is widened to the integers around it; SQLite compares exactly afterwards.
std::int64_t lowerBound(sqlite3_value* v)
{
    if (sqlite3_value_type(v) != SQLITE_FLOAT) {
        return sqlite3_value_int64(v);
    }
    const double d = std::floor(sqlite3_value_double(v));
    return d <= -9.2e18 ? kAllTime.begin : d >= 9.2e18 ? kAllTime.end : static_cast<std::int64_t>(d);
}
std::int64_t upperBound(sqlite3_value* v)
{
    if (sqlite3_value_type(v) != SQLITE_FLOAT) {
        return sqlite3_value_int64(v);
    }
    const double d = std::ceil(sqlite3_value_double(v));
    return d <= -9.2e18 ? kAllTime.begin : d >= 9.2e18 ? kAllTime.end : static_cast<std::int64_t>(d);
}

bool isNumber(sqlite3_value* v)
{
    const int type = sqlite3_value_numeric_type(v);
    return type == SQLITE_INTEGER || type == SQLITE_FLOAT;
}

} // namespace

double rowsOf(const Report& report, const std::vector<EventKind>& kinds)
{
    double n = 1;
    for (const EventKind kind : kinds) {
        for (const ChunkId id : report.chunksOf(kind)) {
            n += report.chunkInfo(id)->count;
        }
    }
    return n;
}

void planEvents(sqlite3_index_info& info, const PlanColumns& columns, double rows)
{
    int place[8] = {-1, -1, -1, -1, -1, -1, -1, -1}; // constraint of each plan bit
    auto use = [&](int bit, int constraint) {
        if (place[bit] < 0) {
            place[bit] = constraint;
        }
    };
    for (int i = 0; i < info.nConstraint; ++i) {
        const auto& c = info.aConstraint[i];
        if (c.usable == 0) {
            continue;
        }
        const bool equal = c.op == SQLITE_INDEX_CONSTRAINT_EQ;
        const bool from = equal || c.op == SQLITE_INDEX_CONSTRAINT_GE || c.op == SQLITE_INDEX_CONSTRAINT_GT;
        const bool to = equal || c.op == SQLITE_INDEX_CONSTRAINT_LE || c.op == SQLITE_INDEX_CONSTRAINT_LT;
        if (equal && (c.iColumn == columns.id || c.iColumn == -1)) {
            use(0, i);
        } else if (equal && c.iColumn == columns.lane && columns.lane >= 0) {
            use(1, i);
        } else if (equal && c.iColumn == columns.correlation && columns.correlation >= 0) {
            use(2, i);
        } else if (equal && c.iColumn == columns.name && columns.name >= 0) {
            use(3, i);
        } else if (c.iColumn == columns.start && columns.start >= 0) {
            if (equal) {
                use(4, i); // as a lower bound; the upper one is not needed for chunks
            } else if (from) {
                use(4, i);
            } else if (to) {
                use(5, i);
            }
        } else if (c.iColumn == columns.end && columns.end >= 0) {
            if (from) {
                use(6, i);
            } else if (to) {
                use(7, i);
            }
        }
    }
    double left = rows;
    const double share[8] = {0, 0.05, 0.001, 0.05, 0.3, 0.3, 0.5, 0.5};
    int arguments = 0;
    for (int bit = 0; bit < 8; ++bit) {
        if (place[bit] >= 0) {
            info.idxNum |= 1 << bit;
            info.aConstraintUsage[place[bit]].argvIndex = ++arguments;
            info.aConstraintUsage[place[bit]].omit = 0;
            left *= share[bit];
        }
    }
    left = std::max(left, 1.0);
    // A correlation is found by the chunks' bounds; each chunk that may hold it is decoded in one column.
    info.estimatedCost = place[0] >= 0 ? 1 : left + (place[2] >= 0 ? 2000 : 0);
    info.estimatedRows = static_cast<sqlite3_int64>(left);
    if (place[0] >= 0) {
        info.idxFlags = SQLITE_INDEX_SCAN_UNIQUE;
    }
}

void EventCursor::filter(int plan, std::uint64_t used, int argc, sqlite3_value** argv)
{
    m_chunks.clear();
    m_nextChunk = 0;
    m_chunk = nullptr;
    m_onlyIndex = -1;
    m_startFrom = kAllTime.begin;
    m_startTo = kAllTime.end;
    m_correlation = kNull;
    m_byName = false;
    m_names.clear();
    std::int64_t id = kNull;
    std::int64_t onlyLane = kNull;
    TimeNs endFrom = kAllTime.begin;
    TimeNs endTo = kAllTime.end;
    int at = 0;
    bool impossible = false;
    for (int bit = 0; bit < 8 && at < argc; ++bit) {
        if ((plan & (1 << bit)) == 0) {
            continue;
        }
        sqlite3_value* v = argv[at++];
        if ((1 << bit) == kByName) {
            m_byName = true;
            if (const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(v))) {
                const std::string_view wanted(text, static_cast<std::size_t>(sqlite3_value_bytes(v)));
                m_names = m_report.findStrings([&](std::string_view s) { return s == wanted; });
            }
            impossible = impossible || m_names.empty();
            continue;
        }
        if (!isNumber(v)) {
            impossible = impossible || sqlite3_value_type(v) == SQLITE_NULL; // a comparison with NULL never holds
            continue;                                                        // text: SQLite compares by its own rules
        }
        switch (1 << bit) {
        case kById: id = sqlite3_value_int64(v); break;
        case kByLane: onlyLane = sqlite3_value_int64(v); break;
        case kByCorrelation: m_correlation = sqlite3_value_int64(v); break;
        case kStartFrom: m_startFrom = lowerBound(v); break;
        case kStartTo: m_startTo = upperBound(v); break;
        case kEndFrom: endFrom = lowerBound(v); break;
        case kEndTo: endTo = upperBound(v); break;
        default: break;
        }
    }
    m_columns = wanted(used);
    for (const ColumnId c : {col::start, col::flags}) {
        m_columns.push_back(c);
    }
    if (m_correlation != kNull) {
        m_columns.push_back(col::correlation);
    }
    if (m_byName) {
        m_columns.push_back(col::name);
    }
    std::sort(m_columns.begin(), m_columns.end());
    m_columns.erase(std::unique(m_columns.begin(), m_columns.end()), m_columns.end());

    const bool bounded = m_startFrom != kAllTime.begin || m_startTo != kAllTime.end || endFrom != kAllTime.begin || endTo != kAllTime.end;
    auto consider = [&](const ChunkInfo& c) {
        if (std::find(m_kinds.begin(), m_kinds.end(), c.kind) == m_kinds.end() || !accepts(c)) {
            return;
        }
        if (onlyLane != kNull && std::int64_t{c.lane.value} != onlyLane) {
            return;
        }
        if (m_correlation != kNull && (c.minCorrelation == kNull || m_correlation < c.minCorrelation || m_correlation > c.maxCorrelation)) {
            return;
        }
        // Chunks without valid times have inverted bounds; their stored starts may still match a comparison.
        const bool timed = c.firstStart <= c.lastStart;
        if (bounded && timed && (c.lastStart < m_startFrom || c.firstStart > m_startTo || c.lastEnd < endFrom || c.firstStart > endTo)) {
            return;
        }
        m_chunks.push_back(c.id);
    };
    if (impossible) {
        return;
    }
    if (id != kNull) {
        if (const ChunkInfo* c = id > 0 ? m_report.chunkInfo(chunkOf(EventId{id})) : nullptr;
            c != nullptr && indexOf(EventId{id}) < c->count) {
            m_onlyIndex = indexOf(EventId{id});
            consider(*c);
        }
    } else {
        for (const EventKind kind : m_kinds) {
            for (const ChunkId c : m_report.chunksOf(kind)) {
                consider(*m_report.chunkInfo(c));
            }
        }
    }
    openChunk();
    skipToMatch();
}

void EventCursor::openChunk()
{
    m_chunk = nullptr;
    while (m_nextChunk < m_chunks.size() && !m_chunk) {
        m_chunk = m_report.chunk(m_chunks[m_nextChunk++], m_columns);
        ++m_shared.chunksRead;
    }
    m_index = 0;
    if (m_chunk) {
        m_lane = &m_report.lanes()[m_chunk->info().lane.value];
        const ChunkInfo& info = m_chunk->info();
        if (m_onlyIndex >= 0) {
            m_index = static_cast<std::uint32_t>(m_onlyIndex);
        } else if (m_startFrom != kAllTime.begin && info.firstStart <= info.lastStart) {
            const auto starts = m_chunk->column(col::start);
            m_index = static_cast<std::uint32_t>(std::lower_bound(starts.begin(), starts.end(), m_startFrom) - starts.begin());
        }
    }
}

bool EventCursor::matches() const
{
    if (m_correlation != kNull && value(col::correlation) != m_correlation) {
        return false;
    }
    if (m_byName) {
        const std::int64_t name = value(col::name);
        return std::any_of(m_names.begin(), m_names.end(), [&](StringId s) { return std::int64_t{s.value} == (name == kNull ? 0 : name); });
    }
    return true;
}

void EventCursor::skipToMatch()
{
    while (m_chunk) {
        const ChunkInfo& info = m_chunk->info();
        const bool past = m_index >= info.count ||
                          (info.firstStart <= info.lastStart && m_onlyIndex < 0 && m_chunk->column(col::start)[m_index] > m_startTo);
        if (past) {
            openChunk();
        } else if (matches()) {
            return;
        } else if (m_onlyIndex >= 0) {
            m_chunk = nullptr;
        } else {
            ++m_index;
        }
    }
}

void EventCursor::next()
{
    if (m_onlyIndex >= 0) {
        m_chunk = nullptr;
        return;
    }
    ++m_index;
    skipToMatch();
}

} // namespace pv::core::sql
