// SPDX-License-Identifier: MIT
#include "core/import/nsys_rep_pipeline.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

namespace pv::core {
namespace {

constexpr int kMostThreads = 16;

class Pipeline {
public:
    Pipeline(const NsysRepFile& file, std::span<const NsysRepFrame> frames, const NsysRepContext& context, NsysRepPass pass)
        : m_file(file), m_frames(frames), m_context(context), m_pass(pass)
    {
    }

    void runHere(const NsysRepConsume& consume)
    {
        auto block = std::make_unique<NsysRepBlock>();
        for (std::size_t i = 0; i < m_frames.size(); ++i) {
            consume(i, decode(i, *block) ? block.get() : nullptr);
        }
    }

    void run(int threads, std::size_t inFlightBytes, const NsysRepConsume& consume)
    {
        m_budget = inFlightBytes;
        m_mostBlocks = static_cast<std::size_t>(threads) * 2;
        std::vector<std::jthread> workers;
        workers.reserve(static_cast<std::size_t>(threads));
        struct Stop { // also when the consumer throws
            Pipeline& pipeline;
            ~Stop()
            {
                const std::scoped_lock lock(pipeline.m_mutex);
                pipeline.m_stop = true;
                pipeline.m_wake.notify_all();
            }
        } stop{*this};
        for (int t = 0; t < threads; ++t) {
            workers.emplace_back([this] { work(); });
        }
        for (std::size_t i = 0; i < m_frames.size(); ++i) {
            Result result = take(i);
            if (result.error) {
                std::rethrow_exception(result.error);
            }
            consume(i, result.good ? result.block.get() : nullptr);
            result.block->data = {};
            const std::scoped_lock lock(m_mutex);
            m_inFlight -= m_frames[i].raw;
            --m_blocks;
            m_consumed = i + 1;
            m_spare.push_back(std::move(result.block));
            m_wake.notify_all();
        }
    }

private:
    struct Result {
        std::unique_ptr<NsysRepBlock> block;
        bool good = false;
        std::exception_ptr error;
    };

    bool decode(std::size_t i, NsysRepBlock& block) const
    {
        block.data = decompressFrame(m_file, m_frames[i]);
        block.resumeAt = 0;
        block.madeTotal = 0;
        if (!block.data) {
            return false;
        }
        decodeNsysRepBlock(block, m_context, m_pass, kNsysRepSliceBytes);
        return true;
    }

    // Whether the next block may be begun: within the bounds, or the consumer waits for it.
    bool mayBegin() const
    {
        return m_next < m_frames.size() &&
               (m_next == m_consumed || (m_blocks < m_mostBlocks && m_inFlight + m_frames[m_next].raw <= m_budget));
    }

    void work()
    {
        for (;;) {
            std::size_t i = 0;
            Result result;
            {
                std::unique_lock lock(m_mutex);
                m_wake.wait(lock, [this] { return m_stop || m_next >= m_frames.size() || mayBegin(); });
                if (m_stop || m_next >= m_frames.size()) {
                    return;
                }
                i = m_next++;
                m_inFlight += m_frames[i].raw;
                ++m_blocks;
                if (!m_spare.empty()) {
                    result.block = std::move(m_spare.back());
                    m_spare.pop_back();
                }
            }
            try {
                if (!result.block) {
                    result.block = std::make_unique<NsysRepBlock>();
                }
                result.good = decode(i, *result.block);
            } catch (...) {
                result.error = std::current_exception();
            }
            const std::scoped_lock lock(m_mutex);
            m_results.emplace(i, std::move(result));
            m_wake.notify_all();
        }
    }

    Result take(std::size_t i)
    {
        std::unique_lock lock(m_mutex);
        m_wake.wait(lock, [&] { return m_results.contains(i); });
        auto node = m_results.extract(i);
        return std::move(node.mapped());
    }

    const NsysRepFile& m_file;
    std::span<const NsysRepFrame> m_frames;
    const NsysRepContext& m_context;
    NsysRepPass m_pass;
    std::size_t m_budget = 0;
    std::size_t m_mostBlocks = 0;

    // Guarded by m_mutex.
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::map<std::size_t, Result> m_results;
    std::vector<std::unique_ptr<NsysRepBlock>> m_spare;
    std::size_t m_next = 0;
    std::size_t m_consumed = 0;
    std::size_t m_inFlight = 0;
    std::size_t m_blocks = 0;
    bool m_stop = false;
};

} // namespace

void decodeNsysRepBlocks(const NsysRepFile& file, std::span<const NsysRepFrame> frames, const NsysRepContext& context, NsysRepPass pass,
                         const NsysRepPipelineOptions& options, const NsysRepConsume& consume)
{
    int threads = options.threads > 0 ? options.threads : static_cast<int>(std::thread::hardware_concurrency());
    threads = std::clamp(threads, 1, kMostThreads);
    Pipeline pipeline(file, frames, context, pass);
    if (threads == 1 || frames.size() < 2) {
        pipeline.runHere(consume);
    } else {
        pipeline.run(std::min<int>(threads, static_cast<int>(std::min<std::size_t>(frames.size(), kMostThreads))), options.inFlightBytes,
                     consume);
    }
}

} // namespace pv::core
