// SPDX-License-Identifier: MIT
#pragma once

// The stream file of this process: $PROFVIEWER_SESSION_DIR/p<pid>.pvs, created with O_EXCL | O_NOFOLLOW and mode 0600.
// All functions may be called from any thread; a frame that can't be written is counted, and the number of lost records
// goes into the next frame that can.

#include "capture/stream/frame.h"
#include "capture/stream/records.h"

#include <atomic>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace pv::capture {

class Session {
public:
    // False where the environment names no folder or the file can't be made: nothing is recorded then.
    bool open();
    bool isOpen() const { return m_fd >= 0; }

    // Id of a text in this stream; its definition is written before the id is handed out.
    std::uint32_t stringId(std::string_view text);
    void write(FrameType type, std::span<const std::byte> payload, std::uint32_t records, std::int64_t firstNs, std::int64_t lastNs);
    void addLost(std::uint32_t records) { m_lost += records; }
    void writeClockSync(std::int64_t cuptiNs);
    void log(std::string_view text);

private:
    void writeProcess();
    void writeLocked(FrameType type, std::span<const std::byte> payload, std::uint32_t records, std::int64_t firstNs, std::int64_t lastNs);

    int m_fd = -1;
    std::mutex m_mutex; // guards what follows
    std::unordered_map<std::string, std::uint32_t> m_strings;
    std::uint32_t m_sequence = 0;
    std::atomic<std::uint32_t> m_lost{0};
};

} // namespace pv::capture
