// SPDX-License-Identifier: MIT
#pragma once

// Reads one JSON object (an event) from a window of text.
//
// Traces repeat themselves: thousands of events differ in their values only. The scanner remembers what lay between
// the values (punctuation, blanks, keys) in a tree of literals, so that such an event costs a comparison and a value
// per field. Where the tree has no branch, a general JSON reader takes one step and adds it. The tree is bounded; what
// does not fit is read by the general reader alone.
//
// Objects are taken apart down to kDeepest levels; arrays are kept whole as text, but for short arrays of integers
// (grid sizes). Objects with very many values are taken apart less.
//
// Accepted beyond JSON: trailing commas, control characters in strings, unknown escapes, bare words, leading zeros.
// Threads: one. Errors: none; a text that is no object says where it stopped being one.

#include "core/import/chrome_event.h"

#include <array>

namespace pv::core::chrome {

// Where the values of an event go.
struct ScanSink {
    std::vector<std::int64_t>& values;
    std::string& arena;
    std::vector<std::unique_ptr<EventPattern>>& ownPatterns; // patterns of single events
    const char* base;                                        // TextRef offsets count from here
};

enum class Outcome : std::uint8_t { complete, incomplete, malformed };

struct ScanResult {
    Outcome outcome = Outcome::malformed;
    const char* at = nullptr; // behind the object; or where it stopped being JSON
    const EventPattern* pattern = nullptr;
    std::string_view problem;
};

class EventScanner {
public:
    EventScanner();
    // `begin` points to '{'; *end is 0 and kScanPadding bytes follow it. On failure the sink may hold values of the
    // event's begin.
    ScanResult scan(const char* begin, const char* end, const ScanSink& sink);

private:
    static constexpr std::uint8_t kDeepest = 6;
    static constexpr std::size_t kMostValues = 512;
    static constexpr std::size_t kMostNodes = 60'000;
    static constexpr std::size_t kMostBranches = 24;
    static constexpr std::size_t kMostLiteralBytes = 8u << 20;

    // Open brackets between two values.
    struct Nesting {
        std::uint8_t depth = 0;
        std::uint8_t deepest = kDeepest;
        std::uint16_t arrays = 0; // bit d: level d is an array
        bool inArray() const { return depth > 0 && (arrays >> (depth - 1) & 1) != 0; }
    };
    // What may follow a value, up to the next one. Literals of a node form a list, the one last met first.
    struct alignas(64) Literal {
        std::uint32_t text = 0; // in m_literalText
        std::uint32_t size = 0;
        std::uint32_t sibling = 0;
        Nesting after;
        bool opensArray = false;
        bool ends = false;
        std::array<std::uint32_t, 7> next{}; // node by Hole; 0: none yet
        std::uint32_t plain = 0;             // without blanks, likewise
        std::uint32_t plainSize = 0;
    };
    struct Node {
        Nesting nesting;
        std::uint32_t parent = 0;
        std::uint32_t literal = 0; // that led here
        Hole hole = Hole::none;
        std::uint8_t branches = 0;
        std::unique_ptr<EventPattern> pattern; // where an object ends
    };
    struct Walk;

    ScanResult scanTo(const char* begin, const char* end, const ScanSink& sink, std::uint8_t deepest);
    Outcome step(Nesting& nesting, const char*& p, const char* end, std::string& plain, bool& ends, bool& opensArray);
    Outcome readHole(const char*& p, const char* end, const ScanSink& sink, Hole& hole);
    std::uint32_t knownLiteral(std::uint32_t node, const char*& p);
    std::uint32_t addLiteral(std::uint32_t node, std::string_view text, std::string_view plain, Nesting after, bool ends, bool opensArray);
    Outcome readString(const char*& p, const char* end, const ScanSink& sink);
    Outcome skipContainer(const char*& p, const char* end);
    std::string shapeOf(std::uint32_t node) const;
    std::uint32_t addNode(std::uint32_t parent, std::uint32_t literal, Hole hole);
    bool roomFor(std::size_t literalBytes) const;

    std::vector<Node> m_nodes;              // [0] is unused
    std::vector<std::uint32_t> m_literalOf; // the first one of a node; 0: none
    std::vector<Literal> m_literals;
    std::string m_literalText;
    std::array<std::uint32_t, 3> m_roots{}; // for the three depths
    std::uint32_t m_patterns = 0;
    std::array<std::int64_t, kMostValues + 8> m_values; // of the event that is read
    std::size_t m_valueCount = 0;
    std::vector<char> m_brackets;
    std::string_view m_problem;
};

} // namespace pv::core::chrome
