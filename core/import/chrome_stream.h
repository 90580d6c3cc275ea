// SPDX-License-Identifier: MIT
#pragma once

// Batches of events of one document, read ahead on another thread. Bounded: three batches wait at most.

#include "core/import/chrome_document.h"

namespace pv::core::chrome {

class EventStream {
public:
    // `source` and `status` must outlive the stream.
    EventStream(ByteSource& source, SourceStatus& status);
    ~EventStream();
    EventStream(const EventStream&) = delete;
    EventStream& operator=(const EventStream&) = delete;

    BatchPtr next(); // null at the end; throws what reading threw
    void recycle(BatchPtr batch);
    // After the end:
    DocumentReader::Kind kind() const { return m_kind; }
    const Faults& faults() const { return m_faults; }

private:
    void run(const std::stop_token& stop);

    ByteSource& m_source;
    SourceStatus& m_status;
    BlockPool m_pool;
    EventScanner m_scanner; // owns the patterns that batches point to
    Faults m_faults;
    DocumentReader::Kind m_kind = DocumentReader::Kind::notJson;

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<BatchPtr> m_ready;
    std::vector<BatchPtr> m_free;
    bool m_ended = false;
    std::exception_ptr m_error;
    std::jthread m_thread;
};

} // namespace pv::core::chrome
