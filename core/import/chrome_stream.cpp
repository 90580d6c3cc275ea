// SPDX-License-Identifier: MIT
#include "core/import/chrome_stream.h"

namespace pv::core::chrome {

namespace {
constexpr std::size_t kMostReady = 3;
struct Stopped {};
} // namespace

EventStream::EventStream(ByteSource& source, SourceStatus& status) : m_source(source), m_status(status)
{
    m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

EventStream::~EventStream()
{
    m_thread.request_stop();
    m_changed.notify_all();
    m_thread.join();
}

void EventStream::run(const std::stop_token& stop)
{
    try {
        BlockReader blocks(m_source, m_status, m_pool);
        DocumentReader reader(blocks, m_pool, m_scanner, m_faults, [&](BatchPtr full) {
            std::unique_lock lock(m_mutex);
            if (!m_changed.wait(lock, stop, [this] { return m_ready.size() < kMostReady; })) {
                throw Stopped{};
            }
            m_ready.push_back(std::move(full));
            BatchPtr empty;
            if (m_free.empty()) {
                empty = std::make_unique<Batch>();
            } else {
                empty = std::move(m_free.back());
                m_free.pop_back();
            }
            m_changed.notify_all();
            return empty;
        });
        m_kind = reader.read();
    } catch (const Stopped&) {
        // the consumer has gone
    } catch (...) {
        m_error = std::current_exception();
    }
    const std::lock_guard lock(m_mutex);
    m_ended = true;
    m_changed.notify_all();
}

BatchPtr EventStream::next()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_ready.empty() || m_ended; });
    if (m_ready.empty()) {
        if (m_error) {
            std::rethrow_exception(m_error);
        }
        return nullptr;
    }
    BatchPtr batch = std::move(m_ready.front());
    m_ready.pop_front();
    m_changed.notify_all();
    return batch;
}

void EventStream::recycle(BatchPtr batch)
{
    m_pool.give(std::move(batch->block));
    batch->clear();
    const std::lock_guard lock(m_mutex);
    m_free.push_back(std::move(batch));
}

} // namespace pv::core::chrome
