// SPDX-License-Identifier: MIT
#pragma once

// Windows of text over a source: blocks of half a MiB with room before them for the rest of the block before (the begin of
// an event that reaches over the edge) and padding behind them.
//
// Threads: BlockPool any; BlockReader one (packed sources are unpacked on a thread of its own).

#include "core/import/byte_source.h"

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

namespace pv::core::chrome {

struct Block {
    std::unique_ptr<char[]> memory;
    std::size_t capacity = 0;
    char* begin = nullptr;
    char* end = nullptr;        // *end is 0
    std::uint64_t offset = 0;   // of begin in the text
    std::uint64_t consumed = 0; // bytes of the file read when the block was
    bool last = false;          // nothing follows
    std::size_t size() const { return static_cast<std::size_t>(end - begin); }
};

class BlockPool {
public:
    Block take(std::size_t capacity);
    void give(Block block);

private:
    std::mutex m_mutex;
    std::vector<Block> m_free;
};

class BlockReader {
public:
    BlockReader(ByteSource& source, SourceStatus& status, BlockPool& pool);
    ~BlockReader();
    // A block that begins with `tail` and goes on with at least `more` new bytes where there are as many. The block that
    // `tail` lies in must be alive.
    Block next(std::string_view tail, std::size_t more = 1);

private:
    Block fill();
    Block nextRaw();
    void run(const std::stop_token& stop);

    ByteSource& m_source;
    SourceStatus& m_status;
    BlockPool& m_pool;
    std::uint64_t m_offset = 0;

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<Block> m_ready;
    std::exception_ptr m_error;
    std::jthread m_thread; // last: it uses the others
};

} // namespace pv::core::chrome
