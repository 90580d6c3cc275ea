// SPDX-License-Identifier: MIT
#include "core/import/chrome_blocks.h"

#include "core/import/chrome_text.h"

#include <algorithm>
#include <cstring>

namespace pv::core::chrome {

namespace {
constexpr std::size_t kHeadroom = 64u << 10;
constexpr std::size_t kBlockBytes = 512u << 10;
constexpr std::size_t kMostReady = 4;
constexpr std::size_t kMostFree = 16;
} // namespace

Block BlockPool::take(std::size_t capacity)
{
    {
        const std::lock_guard lock(m_mutex);
        if (capacity <= kHeadroom + kBlockBytes && !m_free.empty()) {
            Block block = std::move(m_free.back());
            m_free.pop_back();
            return block;
        }
    }
    Block block;
    block.capacity = std::max(capacity, kHeadroom + kBlockBytes);
    block.memory.reset(new char[block.capacity + kScanPadding]);
    return block;
}

void BlockPool::give(Block block)
{
    const std::lock_guard lock(m_mutex);
    if (block.capacity == kHeadroom + kBlockBytes && m_free.size() < kMostFree) {
        m_free.push_back(std::move(block));
    }
}

BlockReader::BlockReader(ByteSource& source, SourceStatus& status, BlockPool& pool) : m_source(source), m_status(status), m_pool(pool)
{
    if (status.unpacked) {
        m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
    }
}

BlockReader::~BlockReader()
{
    if (m_thread.joinable()) {
        m_thread.request_stop();
        m_changed.notify_all();
        m_thread.join();
    }
}

Block BlockReader::fill()
{
    Block block = m_pool.take(kHeadroom + kBlockBytes);
    block.begin = block.memory.get() + kHeadroom;
    block.end = block.begin;
    block.offset = m_offset;
    block.last = false;
    char* limit = block.begin + kBlockBytes;
    while (block.end < limit) {
        const std::size_t n = m_source.read(block.end, static_cast<std::size_t>(limit - block.end));
        if (n == 0) {
            block.last = true;
            break;
        }
        block.end += n;
    }
    std::memset(block.end, 0, kScanPadding);
    m_offset += block.size();
    block.consumed = m_status.bytesRead.load(std::memory_order_relaxed);
    return block;
}

void BlockReader::run(const std::stop_token& stop)
{
    try {
        for (bool last = false; !last;) {
            Block block = fill();
            last = block.last;
            std::unique_lock lock(m_mutex);
            if (!m_changed.wait(lock, stop, [this] { return m_ready.size() < kMostReady; })) {
                return;
            }
            m_ready.push_back(std::move(block));
            m_changed.notify_all();
        }
    } catch (...) {
        const std::lock_guard lock(m_mutex);
        m_error = std::current_exception();
        m_changed.notify_all();
    }
}

Block BlockReader::nextRaw()
{
    if (!m_thread.joinable()) {
        return fill();
    }
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_ready.empty() || m_error; });
    if (m_ready.empty()) {
        std::rethrow_exception(m_error);
    }
    Block block = std::move(m_ready.front());
    m_ready.pop_front();
    m_changed.notify_all();
    return block;
}

Block BlockReader::next(std::string_view tail, std::size_t more)
{
    Block block = nextRaw();
    if (tail.size() <= kHeadroom && block.size() >= std::min(more, block.last ? 0 : more)) {
        block.begin -= tail.size();
        block.offset -= tail.size();
        std::copy(tail.begin(), tail.end(), block.begin);
        return block;
    }
    // A long event: blocks are joined, so that each growth at least doubles what is looked at.
    Block joined = m_pool.take(tail.size() + std::max(more, kBlockBytes) + kBlockBytes);
    joined.begin = joined.memory.get();
    joined.end = joined.begin;
    joined.offset = block.offset - tail.size();
    std::copy(tail.begin(), tail.end(), joined.end);
    joined.end += tail.size();
    for (std::size_t added = 0;;) {
        std::memcpy(joined.end, block.begin, block.size());
        joined.end += block.size();
        added += block.size();
        joined.last = block.last;
        joined.consumed = block.consumed;
        m_pool.give(std::move(block));
        if (joined.last || added >= more) {
            break;
        }
        block = nextRaw();
    }
    std::memset(joined.end, 0, kScanPadding);
    return joined;
}

} // namespace pv::core::chrome
