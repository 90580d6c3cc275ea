// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/event_table_model.h"

#include "widgets/tables/data_table_model.h"
#include "widgets/text.h"
#include "widgets/timeline/time_format.h"

#include <QTimer>

#include <algorithm>

namespace pv::widgets {
namespace {

constexpr int kPageRows = 128;
constexpr std::size_t kMaxPages = 256;
constexpr std::size_t kMaxMissing = 16; // more than any window shows

QString detailOf(const core::Report& report, const core::Chunk& chunk, std::uint32_t i)
{
    namespace col = core::col;
    const auto value = [&](core::ColumnId c) { return chunk.value(c, i); };
    switch (chunk.info().kind) {
    case core::EventKind::kernel: {
        if (value(col::gridX) == core::kNull) {
            return {};
        }
        const auto triple = [&](core::ColumnId x, core::ColumnId y, core::ColumnId z) {
            return QStringLiteral("%1\u00D7%2\u00D7%3")
                .arg(value(x))
                .arg(std::max<std::int64_t>(value(y), 0))
                .arg(std::max<std::int64_t>(value(z), 0));
        };
        return QStringLiteral("<<<%1, %2>>>")
            .arg(triple(col::gridX, col::gridY, col::gridZ), triple(col::blockX, col::blockY, col::blockZ));
    }
    case core::EventKind::memcpy: return value(col::copyKind) == core::kNull ? QString() : copyKindLabel(value(col::copyKind));
    case core::EventKind::memset: return value(col::value) == core::kNull ? QString() : QString::number(value(col::value));
    case core::EventKind::apiCall: {
        const std::int64_t result = value(col::returnValue);
        return result == core::kNull || result == 0 ? QString() : pv::widgets::EventTableModel::tr("returned %1").arg(result);
    }
    case core::EventKind::nvtxRange:
    case core::EventKind::nvtxMark:
        return value(col::payload) == core::kNull
                   ? QString()
                   : oneLine(report.string(core::StringId{static_cast<std::uint32_t>(value(col::payload))}), 200);
    default: return {};
    }
}

} // namespace

EventTableModel::EventTableModel(std::shared_ptr<const core::Report> report, std::shared_ptr<JobPool> jobs, QObject* parent)
    : QAbstractTableModel(parent), m_report(std::move(report)), m_indexJob(jobs), m_pageJob(jobs)
{
    connect(&m_indexJob, &Job::started, this, [this] { emit busyChanged(true); });
    connect(&m_indexJob, &Job::ended, this, [this] { emit busyChanged(false); });
    connect(&m_indexJob, &Job::progress, this, [this](double fraction) { emit progress(fraction); });
    connect(&m_indexJob, &Job::failed, this, &EventTableModel::failed);
    connect(&m_pageJob, &Job::failed, this, &EventTableModel::failed);
}

void EventTableModel::setQuery(const EventQuery& query)
{
    m_query = query;
    m_indexJob.start([report = m_report, query](const core::Progress& progress) { return buildEventIndex(*report, query, progress); },
                     [this](std::shared_ptr<const EventIndex> index) {
                         beginResetModel();
                         m_pageJob.cancel();
                         m_pages.clear();
                         m_missing.clear();
                         m_index = std::move(index);
                         endResetModel();
                         emit listed();
                     });
}

core::EventId EventTableModel::eventId(int row) const
{
    return row >= 0 && static_cast<std::size_t>(row) < m_index->ids.size() ? m_index->ids[static_cast<std::size_t>(row)] : core::kNoEvent;
}

int EventTableModel::rowOf(core::EventId event) const
{
    const auto it = std::find(m_index->ids.begin(), m_index->ids.end(), event);
    return it == m_index->ids.end() ? -1 : static_cast<int>(it - m_index->ids.begin());
}

std::vector<EventTableModel::Cells> EventTableModel::readCells(const core::Report& report, std::span<const core::EventId> events)
{
    namespace col = core::col;
    static constexpr std::array kColumns{col::start,  col::duration, col::name,  col::correlation, col::bytes,
                                         col::gridX,  col::gridY,    col::gridZ, col::blockX,      col::blockY,
                                         col::blockZ, col::copyKind, col::value, col::payload,     col::returnValue};
    std::vector<Cells> all(events.size());
    std::vector<std::size_t> order(events.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return events[a].value < events[b].value; });
    core::ChunkPtr chunk;
    core::ChunkId have{};
    QString title;
    core::LaneId titled = core::kNoLane;
    for (const std::size_t i : order) {
        Cells& cells = all[i];
        const core::ChunkId id = core::chunkOf(events[i]);
        if (id != have) {
            have = id;
            chunk = report.chunk(id, kColumns);
        }
        const std::uint32_t at = core::indexOf(events[i]);
        if (!chunk || at >= chunk->info().count) {
            cells.damaged = true;
            continue;
        }
        if (chunk->info().lane != titled) {
            titled = chunk->info().lane;
            title = laneTitle(report, titled);
        }
        cells.start = chunk->value(col::start, at);
        cells.duration = std::max<std::int64_t>(chunk->value(col::duration, at), 0);
        cells.correlation = chunk->value(col::correlation, at);
        cells.bytes = chunk->value(col::bytes, at);
        cells.kind = chunk->info().kind;
        cells.lane = titled;
        cells.laneTitle = title;
        const std::int64_t name = chunk->value(col::name, at);
        cells.name = name == core::kNull ? QString() : oneLine(report.string(core::StringId{static_cast<std::uint32_t>(name)}), 1000);
        cells.detail = detailOf(report, *chunk, at);
    }
    return all;
}

const EventTableModel::Cells* EventTableModel::cellsAt(int row) const
{
    const int page = row / kPageRows;
    const auto it = m_pages.find(page);
    if (it != m_pages.end()) {
        const auto at = static_cast<std::size_t>(row % kPageRows);
        return at < it->second.size() ? &it->second[at] : nullptr;
    }
    // A fast scroll asks for more than anyone will see: the last asked for are the ones in view.
    std::erase(m_missing, page);
    m_missing.push_back(page);
    if (m_missing.size() > kMaxMissing) {
        m_missing.erase(m_missing.begin());
    }
    if (!std::exchange(m_fetchPosted, true)) {
        // All cells of a paint are asked for before the event loop comes back.
        QTimer::singleShot(0, this, [self = const_cast<EventTableModel*>(this)] { self->fetch(); });
    }
    return nullptr;
}

void EventTableModel::fetch()
{
    m_fetchPosted = false;
    if (m_missing.empty() || m_pageJob.isRunning()) {
        return; // the running fetch comes back here
    }
    const std::vector<int> pages = std::exchange(m_missing, {});
    std::vector<std::pair<int, std::vector<core::EventId>>> wanted;
    for (const int page : pages) {
        const auto begin = static_cast<std::size_t>(page) * kPageRows;
        if (begin >= m_index->ids.size()) {
            continue;
        }
        const auto end = std::min(begin + kPageRows, m_index->ids.size());
        wanted.emplace_back(page, std::vector<core::EventId>(m_index->ids.begin() + static_cast<std::ptrdiff_t>(begin),
                                                             m_index->ids.begin() + static_cast<std::ptrdiff_t>(end)));
    }
    m_pageJob.start(
        [report = m_report, wanted = std::move(wanted)](const core::Progress& progress) {
            std::vector<std::pair<int, Page>> read;
            for (const auto& [page, ids] : wanted) {
                progress.throwIfStopped();
                read.emplace_back(page, readCells(*report, ids));
            }
            return read;
        },
        [this](std::vector<std::pair<int, Page>> read) {
            if (m_pages.size() + read.size() > kMaxPages) {
                m_pages.clear();
            }
            for (auto& [page, cells] : read) {
                const int first = page * kPageRows;
                const int last = first + static_cast<int>(cells.size()) - 1;
                m_pages[page] = std::move(cells);
                if (last >= first && last < rowCount()) {
                    emit dataChanged(createIndex(first, 0), createIndex(last, kColumnCount - 1));
                }
            }
            fetch(); // what was asked for meanwhile
        });
}

QStringList EventTableModel::rawTitles()
{
    return {tr("Start") + QStringLiteral(" (ns)"),
            tr("Duration") + QStringLiteral(" (ns)"),
            tr("Name"),
            tr("Kind"),
            tr("Lane"),
            tr("Correlation"),
            tr("Size") + QStringLiteral(" (B)"),
            tr("Details")};
}

QString EventTableModel::rawCell(const Cells& cells, int column)
{
    const auto number = [](std::int64_t n) { return n == core::kNull ? QString() : QString::number(n); };
    switch (column) {
    case kStart: return number(cells.start);
    case kDuration: return number(cells.duration);
    case kName: return cells.name;
    case kKind: return kindLabel(cells.kind);
    case kLane: return cells.laneTitle;
    case kCorrelation: return number(cells.correlation);
    case kBytes: return number(cells.bytes);
    case kDetail: return cells.detail;
    default: return {};
    }
}

std::vector<QStringList> EventTableModel::rawRows(const core::Report& report, std::span<const core::EventId> events)
{
    std::vector<QStringList> rows;
    rows.reserve(events.size());
    for (const Cells& cells : readCells(report, events)) {
        QStringList row;
        for (int c = 0; c < kColumnCount; ++c) {
            row += cells.damaged ? QString() : rawCell(cells, c);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

int EventTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_index->ids.size()); }
int EventTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumnCount; }

QVariant EventTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const int column = index.column();
    if (role == Qt::TextAlignmentRole) {
        const bool number = column == kStart || column == kDuration || column == kCorrelation || column == kBytes;
        return QVariant::fromValue(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft));
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != kRawRole && role != kLoadingRole) {
        return {};
    }
    const Cells* cells = cellsAt(index.row());
    if (role == kLoadingRole) {
        return cells == nullptr;
    }
    if (cells == nullptr) {
        return role == Qt::DisplayRole && column == kName ? QVariant(QStringLiteral("\u2026")) : QVariant();
    }
    if (cells->damaged) {
        return role == Qt::DisplayRole && column == kName ? QVariant(tr("(damaged: could not be read)")) : QVariant();
    }
    if (role == kRawRole) {
        return rawCell(*cells, column);
    }
    const bool tip = role == Qt::ToolTipRole;
    switch (column) {
    case kStart: return tip ? QVariant() : formatExact(cells->start);
    case kDuration:
        if (core::isInstantKind(cells->kind)) {
            return QVariant();
        }
        return tip ? toolTipText(formatExact(cells->duration)) : formatDuration(cells->duration);
    case kName: return tip ? toolTipText(cells->name) : cells->name;
    case kKind: return tip ? QVariant() : kindLabel(cells->kind);
    case kLane: return tip ? toolTipText(cells->laneTitle) : cells->laneTitle;
    case kCorrelation: return tip || cells->correlation == core::kNull ? QVariant() : QString::number(cells->correlation);
    case kBytes:
        if (cells->bytes == core::kNull) {
            return QVariant();
        }
        return tip ? formatCount(cells->bytes) + QStringLiteral("\u00A0B") : formatBytes(cells->bytes);
    case kDetail: return tip ? toolTipText(cells->detail) : cells->detail;
    default: return {};
    }
}

QVariant EventTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == kRawRole) {
        return section >= 0 && section < kColumnCount ? rawTitles()[section] : QVariant();
    }
    if (role == Qt::TextAlignmentRole) {
        const bool number = section == kStart || section == kDuration || section == kCorrelation || section == kBytes;
        return QVariant::fromValue(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case kStart: return tr("Start");
    case kDuration: return tr("Duration");
    case kName: return tr("Name");
    case kKind: return tr("Kind");
    case kLane: return tr("Lane");
    case kCorrelation: return tr("Correlation");
    case kBytes: return tr("Size");
    case kDetail: return tr("Details");
    default: return {};
    }
}

void EventTableModel::sort(int column, Qt::SortOrder order)
{
    static constexpr std::array kSorts{EventSort::start, EventSort::duration,    EventSort::name, EventSort::kind,
                                       EventSort::lane,  EventSort::correlation, EventSort::bytes};
    EventQuery query = m_query;
    query.sort =
        column >= 0 && static_cast<std::size_t>(column) < kSorts.size() ? kSorts[static_cast<std::size_t>(column)] : EventSort::start;
    query.descending = order == Qt::DescendingOrder && column >= 0;
    if (query != m_query) {
        setQuery(query);
    }
}

} // namespace pv::widgets
