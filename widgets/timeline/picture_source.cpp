// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/picture_source.h"

#include <QMetaObject>
#include <QThread>

#include <algorithm>

namespace pv::widgets {
namespace {

std::uint64_t rowKey(const PictureKey& k)
{
    return (static_cast<std::uint64_t>(k.lane.value) << 16) | (static_cast<std::uint64_t>(k.kind) << 12) | (k.firstLine & 0xFFFu);
}

} // namespace

PictureSource::PictureSource(std::shared_ptr<const core::Report> report, const Theme& theme, QObject* parent)
    : QObject(parent), m_report(std::move(report)), m_names(std::make_shared<NameCache>(m_report, theme)),
      m_stop(std::make_shared<std::atomic<bool>>(false))
{
    m_pool.setMaxThreadCount(std::clamp(QThread::idealThreadCount(), 1, 4));
}

PictureSource::~PictureSource()
{
    m_stop->store(true);
    m_pool.clear();
    m_pool.waitForDone();
}

PicturePtr PictureSource::get(const PictureRequest& request)
{
    if (const auto it = m_cache.find(request.key); it != m_cache.end()) {
        m_order.splice(m_order.begin(), m_order, it->second.place);
        return it->second.picture;
    }
    if (!m_inWork.contains(request.key)) {
        m_frame.push_back(request);
    }
    return nullptr;
}

PicturePtr PictureSource::nearest(const PictureKey& key) const
{
    const auto it = m_latest.find(rowKey(key));
    return it != m_latest.end() ? it->second : nullptr;
}

void PictureSource::endFrame()
{
    m_wanted = std::move(m_frame);
    std::reverse(m_wanted.begin(), m_wanted.end()); // the topmost row first
    m_frame.clear();
    start();
}

void PictureSource::start()
{
    while (m_running < m_pool.maxThreadCount() && !m_wanted.empty()) {
        const PictureRequest request = std::move(m_wanted.back());
        m_wanted.pop_back();
        if (!m_inWork.insert(request.key).second) {
            continue;
        }
        ++m_running;
        m_pool.start([this, request, names = m_names, stop = m_stop] {
            PicturePtr made;
            try {
                if (auto picture = buildPicture(*names, request, *stop)) {
                    made = std::make_shared<const Picture>(std::move(*picture));
                }
            } catch (const std::exception&) { // memory is short, or the file is gone: the row stays as it is
            }
            // The pool is joined before this object goes, so `this` is alive; the call waits in its queue.
            QMetaObject::invokeMethod(
                this,
                [this, key = request.key, made] {
                    --m_running;
                    m_inWork.erase(key);
                    if (made) {
                        store(made);
                    }
                    start();
                    emit ready();
                },
                Qt::QueuedConnection);
        });
    }
}

void PictureSource::store(PicturePtr picture)
{
    const PictureKey key = picture->key;
    m_latest[rowKey(key)] = picture;
    if (m_latest.size() > 4096) {
        m_latest.clear();
    }
    m_bytes += picture->bytes();
    m_order.push_front(key);
    m_cache[key] = {std::move(picture), m_order.begin()};
    while (m_bytes > kCacheBytes && m_order.size() > 1) {
        const auto it = m_cache.find(m_order.back());
        m_bytes -= it->second.picture->bytes();
        m_cache.erase(it);
        m_order.pop_back();
    }
}

} // namespace pv::widgets
