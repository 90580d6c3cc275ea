// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Events of a report as a Qt model of millions of rows. Which rows there are, and their order, is found by one job; what
// stands in them is fetched page by page by another, for the rows that are looked at. Until a page is there its cells are
// empty. Sorting and filtering start the first job again; the old rows stay until it is done.

#include "widgets/jobs.h"
#include "widgets/tables/event_index.h"

#include <QAbstractTableModel>

#include <array>
#include <memory>
#include <unordered_map>
#include <vector>

namespace pv::widgets {

class EventTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column : int { kStart, kDuration, kName, kKind, kLane, kCorrelation, kBytes, kDetail, kColumnCount };

    EventTableModel(std::shared_ptr<const core::Report> report, std::shared_ptr<JobPool> jobs, QObject* parent = nullptr);

    void setQuery(const EventQuery& query);
    const EventQuery& query() const { return m_query; }
    core::EventId eventId(int row) const; // kNoEvent outside
    int rowOf(core::EventId event) const; // -1: not listed; looks at every row
    const EventIndex& events() const { return *m_index; }
    std::shared_ptr<const EventIndex> sharedEvents() const { return m_index; }
    bool isBusy() const { return m_indexJob.isRunning(); }
    bool isSettled() const { return !m_indexJob.isRunning() && !m_pageJob.isRunning() && m_missing.empty(); }
    void cancel() { m_indexJob.cancel(); }

    // Raw cells of rows, for copies and exports. Any thread.
    static QStringList rawTitles();
    static std::vector<QStringList> rawRows(const core::Report& report, std::span<const core::EventId> events);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

signals:
    void busyChanged(bool busy);
    void progress(double fraction);
    void failed(const QString& message);
    void listed(); // the rows of the latest query are there

private:
    struct Cells {
        std::int64_t start = 0;
        std::int64_t duration = 0;
        std::int64_t correlation = core::kNull;
        std::int64_t bytes = core::kNull;
        core::EventKind kind{};
        core::LaneId lane = core::kNoLane;
        bool damaged = false;
        QString name;
        QString laneTitle;
        QString detail;
    };
    using Page = std::vector<Cells>;
    static std::vector<Cells> readCells(const core::Report& report, std::span<const core::EventId> events);
    static QString rawCell(const Cells& cells, int column);
    const Cells* cellsAt(int row) const;
    void fetch();

    std::shared_ptr<const core::Report> m_report;
    EventQuery m_query;
    std::shared_ptr<const EventIndex> m_index = std::make_shared<EventIndex>();
    std::unordered_map<int, Page> m_pages;
    mutable std::vector<int> m_missing; // asked for by views, latest last
    mutable bool m_fetchPosted = false;
    Job m_indexJob;
    Job m_pageJob;
};

} // namespace pv::widgets
