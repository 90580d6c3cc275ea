// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Pictures of one report and theme: answers from a cache bounded in bytes, or later by signal. Used on the GUI thread; the
// pictures are made by worker threads, the newest request first. Destroying it stops and joins them.

#include "widgets/timeline/picture_builder.h"

#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <functional>
#include <list>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace pv::widgets {

class PictureSource : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kCacheBytes = 96u << 20;

    PictureSource(std::shared_ptr<const core::Report> report, const Theme& theme, QObject* parent = nullptr);
    ~PictureSource() override;

    // Null: on its way, or wanted by endFrame().
    PicturePtr get(const PictureRequest& request);
    // Any picture of the row at hand, for the time until the right one is there; null: none.
    PicturePtr nearest(const PictureKey& key) const;
    // Requests since the last call are what is wanted now; older ones that have not begun are dropped.
    void endFrame();
    bool idle() const { return m_running == 0 && m_wanted.empty(); }
    std::size_t cacheBytes() const { return m_bytes; }

signals:
    void ready();

private:
    void start();
    void store(PicturePtr picture);

    std::shared_ptr<const core::Report> m_report;
    std::shared_ptr<NameCache> m_names;
    std::shared_ptr<std::atomic<bool>> m_stop;
    QThreadPool m_pool;
    struct Entry {
        PicturePtr picture;
        std::list<PictureKey>::iterator place;
    };
    std::unordered_map<PictureKey, Entry, PictureKeyHash> m_cache;
    std::list<PictureKey> m_order;                          // most recently used first
    std::unordered_map<std::uint64_t, PicturePtr> m_latest; // by lane and kind
    std::unordered_set<PictureKey, PictureKeyHash> m_inWork;
    std::vector<PictureRequest> m_frame;  // asked for since the last endFrame()
    std::vector<PictureRequest> m_wanted; // not begun; last is next
    std::size_t m_bytes = 0;
    int m_running = 0;
};

} // namespace pv::widgets
