// SPDX-License-Identifier: MIT
#include "core/import/chrome_document.h"

#include "core/import/chrome_text.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace pv::core::chrome {

void Batch::clear()
{
    block = {};
    records.clear();
    values.clear();
    arena.clear();
    ownPatterns.clear();
    members.clear();
}

DocumentReader::DocumentReader(BlockReader& blocks, BlockPool& pool, EventScanner& scanner, Faults& faults, Sink sink)
    : m_blocks(blocks), m_pool(pool), m_scanner(scanner), m_faults(faults), m_sink(std::move(sink)), m_batch(std::make_unique<Batch>())
{
}

ScanSink DocumentReader::scanSink() { return {m_batch->values, m_batch->arena, m_batch->ownPatterns, m_block.begin}; }

void DocumentReader::flush()
{
    if (m_batch->records.empty()) {
        m_batch->values.clear();
        m_batch->arena.clear();
        m_batch->ownPatterns.clear();
        m_pool.give(std::move(m_block));
        return;
    }
    m_batch->block = std::move(m_block);
    m_batch = m_sink(std::move(m_batch));
}

// Keeps what begins at m_p and adds to it. False at the end of the text.
bool DocumentReader::refill(std::size_t more)
{
    if (m_block.last) {
        return false;
    }
    const auto kept = static_cast<std::size_t>(m_block.end - m_p);
    Block next = m_blocks.next({m_p, kept}, more);
    flush();
    m_block = std::move(next);
    m_p = m_block.begin;
    return m_block.size() > kept;
}

int DocumentReader::peek()
{
    for (;;) {
        m_p = skipBlanks(m_p);
        if (m_p < m_block.end) {
            return static_cast<unsigned char>(*m_p);
        }
        if (!refill()) {
            return -1;
        }
    }
}

DocumentReader::Kind DocumentReader::read()
{
    m_block = m_blocks.next({});
    m_p = m_block.begin;
    if (m_block.size() >= 3 && std::memcmp(m_p, "\xEF\xBB\xBF", 3) == 0) {
        m_p += 3;
    }
    const int first = peek();
    if (first == '[') {
        ++m_p;
        readArray(RecordKind::event, true);
    } else if (first == '{') {
        if (beginsWithEvent()) {
            readArray(RecordKind::event, false);
        } else {
            ++m_p;
            readContainer();
        }
    } else {
        return Kind::notJson;
    }
    if (peek() >= 0) {
        m_faults.add("json.trailing_text", Severity::warning,
                     [&] { return fmt::format("Text follows the end of the trace (byte {}); it is ignored.", offset()); });
    }
    flush();
    return m_sawEvents ? Kind::events : Kind::noEvents;
}

// Events one after another without an array around them, as one object a line?
bool DocumentReader::beginsWithEvent()
{
    constexpr std::size_t kMostLook = 1u << 20;
    for (;;) {
        const ScanResult result = m_scanner.scan(m_p, m_block.end, scanSink());
        const bool phase = result.outcome == Outcome::complete && (*result.pattern)[Key::ph];
        m_batch->values.clear();
        m_batch->arena.clear();
        m_batch->ownPatterns.clear();
        if (result.outcome == Outcome::complete) {
            return phase;
        }
        if (result.outcome == Outcome::malformed || m_block.size() > kMostLook || !refill(m_block.size())) {
            const std::string_view head(m_p, std::min<std::size_t>(4096, static_cast<std::size_t>(m_block.end - m_p)));
            return head.find("\"ph\"") != head.npos && head.find("\"traceEvents\"") == head.npos;
        }
    }
}

void DocumentReader::truncated(const std::string& what)
{
    if (m_faults["json.truncated"] != nullptr) {
        return; // the levels around it are cut at the same place
    }
    m_faults.add("json.truncated", Severity::dataLoss, [&] {
        return fmt::format("The trace is cut off at byte {}: {} events before that are kept, {}.", m_block.offset + m_block.size(),
                           m_events, what);
    });
}

void DocumentReader::readArray(RecordKind kind, bool closed)
{
    m_sawEvents |= kind == RecordKind::event;
    for (;;) {
        const int c = peek();
        if (c < 0) {
            if (closed) {
                truncated("none is cut; the closing bracket is missing");
            }
            return;
        }
        if (c == ',') {
            ++m_p;
        } else if (c == '{') {
            readEvent(kind);
        } else if (c == ']') {
            ++m_p;
            if (closed) {
                return;
            }
        } else if (c == '"' || c == '[' || c == '-' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')) {
            const std::uint64_t at = offset();
            std::uint64_t size = 0;
            if (!skipValue(nullptr, 0, size)) {
                truncated("something that is no event is cut");
                return;
            }
            m_faults.add("json.event.not_object", Severity::warning, [&] {
                return fmt::format("Entries of the list of events that are no objects are left out; the first is at byte {}.", at);
            });
        } else {
            m_faults.add("json.event.malformed", Severity::dataLoss, [&] {
                return fmt::format("Something that is not JSON stands between the events (byte {}); reading went on with the next event.",
                                   offset());
            });
            ++m_p;
            if (!resync(kind)) {
                return;
            }
        }
    }
}

// Scans the object at m_p; reads more text while it is needed.
ScanResult DocumentReader::scanGrowing()
{
    for (;;) {
        const std::size_t values = m_batch->values.size();
        const std::size_t arena = m_batch->arena.size();
        const std::size_t own = m_batch->ownPatterns.size();
        ScanResult result = m_scanner.scan(m_p, m_block.end, scanSink());
        if (result.outcome == Outcome::complete) {
            return result;
        }
        m_batch->values.resize(values);
        m_batch->arena.resize(arena);
        m_batch->ownPatterns.resize(own);
        const auto looked = static_cast<std::size_t>(m_block.end - m_p);
        if (result.outcome == Outcome::malformed) {
            return result;
        }
        if (looked > kMostEventBytes) {
            result.outcome = Outcome::malformed;
            result.problem = "it is longer than 32 MiB";
            return result;
        }
        if (!refill(looked)) {
            return result;
        }
    }
}

void DocumentReader::accept(const ScanResult& result, RecordKind kind)
{
    Record record;
    record.pattern = result.pattern;
    record.offset = offset();
    record.firstValue = static_cast<std::uint32_t>(m_batch->values.size() - result.pattern->valueCount);
    record.kind = kind;
    m_p = result.at;
    if (!result.pattern->empty) {
        m_batch->records.push_back(record);
        m_events += kind == RecordKind::event;
    }
}

void DocumentReader::readEvent(RecordKind kind)
{
    const ScanResult result = scanGrowing();
    if (result.outcome == Outcome::complete) {
        accept(result, kind);
        return;
    }
    const std::uint64_t at = offset();
    const std::string name = nameNear(m_p, std::min<const char*>(result.at + 200, m_block.end));
    if (result.outcome == Outcome::incomplete) {
        // Cut off, or a quote too many has swallowed the rest: then events are found in it.
        const std::string cut = fmt::format("one is cut (at byte {}{})", at, name.empty() ? "" : ", '" + name + "'");
        const std::uint64_t before = m_events;
        passFailed(result);
        if (!resync(kind) || m_events == before) {
            truncated(cut);
            return;
        }
        m_faults.add("json.event.malformed", Severity::dataLoss, [&] {
            return fmt::format("Events that are not JSON are left out; the first begins at byte {}{}: a string does not end.", at,
                               name.empty() ? "" : " ('" + name + "')");
        });
        return;
    }
    m_faults.add("json.event.malformed", Severity::dataLoss, [&] {
        return fmt::format("Events that are not JSON are left out; the first begins at byte {}{}: at byte {} {}.", at,
                           name.empty() ? "" : " ('" + name + "')", offsetOf(std::min<const char*>(result.at, m_block.end)),
                           result.problem);
    });
    passFailed(result);
    resync(kind);
}

void DocumentReader::readContainer()
{
    std::string key;
    for (;;) {
        const int c = peek();
        if (c < 0) {
            truncated("none is cut; the closing brace is missing");
            return;
        }
        if (c == '}') {
            ++m_p;
            return;
        }
        if (c == ',') {
            ++m_p;
            continue;
        }
        if (c != '"' || !readKey(key)) {
            if (peek() < 0) {
                truncated("a key of the top level is cut");
                return;
            }
            // Damage between the keys: the events are what matters.
            m_faults.add("json.top_level.malformed", Severity::dataLoss, [&] {
                return fmt::format("The top level of the trace is not JSON at byte {}; reading went on with the next list of events.",
                                   offset());
            });
            const std::string_view wanted = "\"traceEvents\"";
            for (;;) {
                const std::string_view left(m_p, static_cast<std::size_t>(m_block.end - m_p));
                if (const std::size_t found = left.find(wanted); found != left.npos) {
                    m_p += found;
                    break;
                }
                m_p = m_block.end - std::min(left.size(), wanted.size());
                if (!refill()) {
                    return;
                }
            }
            continue;
        }
        readMember(key);
    }
}

bool DocumentReader::readKey(std::string& key)
{
    std::uint64_t size = 0;
    std::string quoted;
    if (!skipValue(&quoted, 1u << 16, size) || quoted.size() < 2) {
        return false;
    }
    key.clear();
    appendUnescaped(key, std::string_view(quoted).substr(1, quoted.size() - 2));
    if (peek() != ':') {
        return false;
    }
    ++m_p;
    return true;
}

void DocumentReader::readMember(const std::string& key)
{
    const int c = peek();
    if (c == '[' && (key == "traceEvents" || key == "samples")) {
        ++m_p;
        readArray(key == "samples" ? RecordKind::sample : RecordKind::event, true);
        return;
    }
    if (key == "traceEvents") {
        m_sawEvents = true;
        m_faults.add("json.no_events", Severity::warning,
                     [&] { return fmt::format("\"traceEvents\" is no list (byte {}): the trace holds no events there.", offset()); });
    }
    const std::uint64_t at = offset();
    std::string json;
    std::uint64_t size = 0;
    const bool whole = skipValue(&json, key == "stackFrames" ? kMostFrameBytes : kMostMemberBytes, size);
    if (!whole) {
        truncated(fmt::format("\"{}\" at the top level is cut", key.substr(0, 100)));
        return;
    }
    if (json.empty()) {
        m_faults.add("json.key.skipped", Severity::info, [&] {
            return fmt::format(
                "Large values at the top level that are not understood are left out; the first is \"{}\" (byte {}, {} bytes).",
                key.substr(0, 100), at, size);
        });
        return;
    }
    Record record;
    record.kind = RecordKind::member;
    record.offset = at;
    record.firstValue = static_cast<std::uint32_t>(m_batch->members.size());
    m_batch->members.push_back({key, std::move(json)});
    m_batch->records.push_back(record);
}

// Passes a value of any kind. `copy` gets its text unless that is longer than `most`. False where the text ends first.
bool DocumentReader::skipValue(std::string* copy, std::size_t most, std::uint64_t& size)
{
    const std::uint64_t from = offset();
    bool keep = copy != nullptr;
    std::uint64_t depth = 0;
    bool inString = false;
    bool bare = false; // within a number or word
    bool done = false;
    while (!done) {
        const char* p = m_p;
        const char* end = m_block.end;
        bool escapeCut = false;
        while (p < end && !done) {
            if (inString) {
                p = findStringEnd(p);
                if (p >= end) {
                    break;
                }
                if (*p == '"') {
                    inString = false;
                    done = depth == 0;
                    ++p;
                } else if (*p == '\\') {
                    if (p + 1 >= end) {
                        escapeCut = true;
                        break;
                    }
                    p += 2;
                } else {
                    ++p;
                }
                continue;
            }
            const char c = *p;
            if (bare && (isBlank(c) || c == ',' || c == '}' || c == ']')) {
                done = true;
                break;
            }
            if (c == '"') {
                inString = true;
            } else if (c == '[' || c == '{') {
                ++depth;
            } else if (c == ']' || c == '}') {
                if (depth == 0) { // a value is missing; the bracket is not this one's
                    done = true;
                    break;
                }
                done = --depth == 0;
            } else if (depth == 0) {
                bare = true;
            }
            ++p;
        }
        if (keep) {
            const auto n = static_cast<std::size_t>(p - m_p);
            keep = copy->size() + n <= most;
            if (keep) {
                copy->append(m_p, n);
            } else {
                copy->clear();
            }
        }
        m_p = p;
        if (!done && !refill()) {
            if (escapeCut) {
                m_p = m_block.end;
            }
            size = offset() - from;
            return bare && depth == 0;
        }
    }
    size = offset() - from;
    return true;
}

} // namespace pv::core::chrome
