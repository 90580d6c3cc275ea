// SPDX-License-Identifier: MIT
#pragma once

// The document around the events: an array of events, an object with "traceEvents", or events one after another. Finds
// the events, reads them through the EventScanner, and hands them on in batches; what else stands at the top level is
// handed on as text. After damage it goes on with the next thing that is an event.
//
// Memory: one block (more only for an event that is longer, up to kMostEventBytes), whatever the file's size.
// Threads: one. Errors: whatever the sink throws.

#include "core/import/chrome_blocks.h"
#include "core/import/chrome_faults.h"
#include "core/import/chrome_scanner.h"

#include <functional>

namespace pv::core::chrome {

enum class RecordKind : std::uint8_t { event, sample, member };

struct Record {
    const EventPattern* pattern = nullptr;
    std::uint64_t offset = 0;     // in the text, for messages
    std::uint32_t firstValue = 0; // in Batch::values; of a member: its index in Batch::members
    RecordKind kind = RecordKind::event;
};

// A key of the top-level object other than the events.
struct Member {
    std::string key;
    std::string json;
};

struct Batch {
    Block block;
    std::vector<Record> records;
    std::vector<std::int64_t> values;
    std::string arena;
    std::vector<std::unique_ptr<EventPattern>> ownPatterns;
    std::vector<Member> members;

    void clear();
    std::string_view text(std::int64_t value) const
    {
        const TextRef ref = TextRef::unpack(value);
        const std::uint32_t size = ref.size & ~TextRef::kArena;
        return (ref.size & TextRef::kArena) != 0 ? std::string_view(arena).substr(ref.offset, size)
                                                 : std::string_view(block.begin + ref.offset, size);
    }
};
using BatchPtr = std::unique_ptr<Batch>;

class DocumentReader {
public:
    // Takes a full batch, gives an empty one.
    using Sink = std::function<BatchPtr(BatchPtr)>;
    DocumentReader(BlockReader& blocks, BlockPool& pool, EventScanner& scanner, Faults& faults, Sink sink);

    enum class Kind { events, noEvents, notJson };
    Kind read();

private:
    static constexpr std::size_t kMostEventBytes = 32u << 20;
    static constexpr std::size_t kMostMemberBytes = 4u << 20;
    static constexpr std::size_t kMostFrameBytes = 16u << 20;

    bool refill(std::size_t more = 1);
    int peek(); // next byte that is not blank; -1 at the end
    std::uint64_t offset() const { return offsetOf(m_p); }
    std::uint64_t offsetOf(const char* p) const { return m_block.offset + static_cast<std::uint64_t>(p - m_block.begin); }
    ScanSink scanSink();
    void flush();

    bool beginsWithEvent();
    void readArray(RecordKind kind, bool closed);
    void readContainer();
    void readMember(const std::string& key);
    bool readKey(std::string& key);
    void readEvent(RecordKind kind);
    ScanResult scanGrowing();
    void accept(const ScanResult& result, RecordKind kind);
    bool skipValue(std::string* copy, std::size_t most, std::uint64_t& size);
    bool resync(RecordKind kind);
    void passFailed(const ScanResult& result);
    bool looksLikeEvent(const char* brace) const;
    std::string nameNear(const char* from, const char* to) const;
    void truncated(const std::string& what);

    BlockReader& m_blocks;
    BlockPool& m_pool;
    EventScanner& m_scanner;
    Faults& m_faults;
    Sink m_sink;
    BatchPtr m_batch;
    Block m_block;
    const char* m_p = nullptr;
    std::uint64_t m_events = 0;
    std::uint64_t m_wasted = 0; // bytes looked at by attempts that failed
    bool m_sawEvents = false;   // an array of events, even an empty one, or an event
};

} // namespace pv::core::chrome
