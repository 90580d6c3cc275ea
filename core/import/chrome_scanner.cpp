// SPDX-License-Identifier: MIT
#include "core/import/chrome_scanner.h"

#include "core/import/chrome_text.h"

#include <algorithm>
#include <limits>

namespace pv::core::chrome {

namespace {
constexpr std::array<std::uint8_t, 3> kDepths = {6, 2, 1};

// An array of one to four plain integers. Others are kept as text.
bool isShortIntegerArray(const char* p)
{
    ++p;
    if (isBlank(*p)) {
        return false;
    }
    for (int n = 0; n < 4; ++n) {
        p = skipBlanks(p);
        p += *p == '-';
        const char* first = p;
        while (isDigit(*p)) {
            ++p;
        }
        if (p == first || p - first > 18 || (*first == '0' && (p - first > 1 || first[-1] == '-'))) {
            return false;
        }
        p = skipBlanks(p);
        if (*p == ']') {
            return true;
        }
        if (*p != ',') {
            return false;
        }
        ++p;
    }
    return false;
}

bool endsToken(char c) { return isBlank(c) || c == ',' || c == '}' || c == ']' || c == '\0'; }

// Next '"', bracket of any kind, or 0 byte.
const char* findStructure(const char* p)
{
#if defined(__SSE2__)
    const __m128i quote = _mm_set1_epi8('"');
    const __m128i fold = _mm_set1_epi8(0x20);
    const __m128i open = _mm_set1_epi8('{');  // '[' | 0x20
    const __m128i close = _mm_set1_epi8('}'); // ']' | 0x20
    const __m128i zero = _mm_setzero_si128();
    for (;; p += 16) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
        const __m128i folded = _mm_or_si128(bytes, fold);
        const __m128i brackets = _mm_or_si128(_mm_cmpeq_epi8(folded, open), _mm_cmpeq_epi8(folded, close));
        const __m128i others = _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, zero));
        const auto mask = static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(brackets, others)));
        if (mask != 0) {
            return p + __builtin_ctz(mask);
        }
    }
#else
    while (*p != '"' && *p != '\0' && (*p | 0x20) != '{' && (*p | 0x20) != '}') {
        ++p;
    }
    return p;
#endif
}
} // namespace

// A walk through the tree for one event.
struct EventScanner::Walk {
    std::uint32_t node;
    Nesting nesting;
    bool shared = true; // still in the tree
    std::string shape;  // of the whole walk once it has left the tree
};

EventScanner::EventScanner()
{
    m_nodes.emplace_back();
    m_literalOf.push_back(0);
    m_literals.emplace_back();
    for (std::size_t i = 0; i < kDepths.size(); ++i) {
        m_roots[i] = static_cast<std::uint32_t>(m_nodes.size());
        m_nodes.emplace_back().nesting.deepest = kDepths[i];
        m_literalOf.push_back(0);
    }
    m_literalText.assign(kScanPadding, '\0');
}

ScanResult EventScanner::scan(const char* begin, const char* end, const ScanSink& sink)
{
    const std::size_t arena = sink.arena.size();
    ScanResult result;
    for (std::uint8_t mode = 0; mode < kDepths.size(); ++mode) {
        m_valueCount = 0;
        result = scanTo(begin, end, sink, mode);
        if (result.outcome == Outcome::complete) {
            sink.values.insert(sink.values.end(), m_values.begin(), m_values.begin() + static_cast<std::ptrdiff_t>(m_valueCount));
            break;
        }
        sink.arena.resize(arena);
        if (result.outcome == Outcome::incomplete || !result.problem.starts_with("too many")) {
            break;
        }
    }
    return result;
}

bool EventScanner::roomFor(std::size_t literalBytes) const
{
    return m_nodes.size() < kMostNodes && m_literalText.size() + literalBytes < kMostLiteralBytes;
}

std::uint32_t EventScanner::addNode(std::uint32_t parent, std::uint32_t literal, Hole hole)
{
    const auto id = static_cast<std::uint32_t>(m_nodes.size());
    Node& node = m_nodes.emplace_back();
    node.parent = parent;
    node.literal = literal;
    node.hole = hole;
    node.nesting = m_literals[literal].after;
    m_literals[literal].next[static_cast<std::size_t>(hole)] = id;
    m_literalOf.push_back(0);
    return id;
}

// The literal of a node that the text at p goes on with; p moves behind it. 0: none that is known.
inline std::uint32_t EventScanner::knownLiteral(std::uint32_t node, const char*& p)
{
    std::uint32_t before = 0;
    for (std::uint32_t id = m_literalOf[node]; id != 0; before = id, id = m_literals[id].sibling) {
        Literal& l = m_literals[id];
        if (!samePadded(p, m_literalText.data() + l.text, l.size)) {
            continue;
        }
        const char* q = p + l.size;
        if (!l.ends) {
            const bool openObject = *q == '{' && l.after.depth < l.after.deepest;
            if (l.opensArray ? !isShortIntegerArray(q - 1) : (isBlank(*q) || openObject || (*q == '[' && isShortIntegerArray(q)))) {
                continue;
            }
        }
        if (before != 0) {
            m_literals[before].sibling = l.sibling;
            l.sibling = m_literalOf[node];
            m_literalOf[node] = id;
        }
        p = q;
        return id;
    }
    return 0;
}

std::uint32_t EventScanner::addLiteral(std::uint32_t node, std::string_view text, std::string_view plain, Nesting after, bool ends,
                                       bool opensArray)
{
    Literal l;
    l.text = static_cast<std::uint32_t>(m_literalText.size() - kScanPadding);
    l.size = static_cast<std::uint32_t>(text.size());
    l.plain = l.text + l.size;
    l.plainSize = static_cast<std::uint32_t>(plain.size());
    m_literalText.resize(l.text);
    m_literalText.append(text).append(plain).append(kScanPadding, '\0');
    l.after = after;
    l.ends = ends;
    l.opensArray = opensArray;
    l.sibling = m_literalOf[node];
    const auto id = static_cast<std::uint32_t>(m_literals.size());
    m_literals.push_back(l);
    m_literalOf[node] = id;
    ++m_nodes[node].branches;
    return id;
}

std::string EventScanner::shapeOf(std::uint32_t node) const
{
    std::vector<std::uint32_t> path;
    for (; m_nodes[node].parent != 0; node = m_nodes[node].parent) {
        path.push_back(node);
    }
    std::string shape;
    for (auto it = path.rbegin(); it != path.rend(); ++it) {
        const Node& n = m_nodes[*it];
        const Literal& l = m_literals[n.literal];
        shape.append(m_literalText, l.plain, l.plainSize);
        if (n.hole != Hole::none) {
            shape += kHoleBytes[static_cast<std::size_t>(n.hole)];
        }
    }
    return shape;
}

ScanResult EventScanner::scanTo(const char* begin, const char* end, const ScanSink& sink, std::uint8_t mode)
{
    const char* p = begin;
    Walk walk{m_roots[mode], m_nodes[m_roots[mode]].nesting, true, {}};
    std::string plain;
    for (;;) {
        bool ends = false;
        std::uint32_t literal = walk.shared ? knownLiteral(walk.node, p) : 0;
        if (literal != 0) {
            ends = m_literals[literal].ends;
        } else {
            const char* from = p;
            bool opensArray = false;
            plain.clear();
            Nesting nesting = walk.shared ? m_nodes[walk.node].nesting : walk.nesting;
            if (const Outcome o = step(nesting, p, end, plain, ends, opensArray); o != Outcome::complete) {
                return {o, p, nullptr, m_problem};
            }
            const std::string_view text(from, static_cast<std::size_t>(p - from));
            if (walk.shared && m_nodes[walk.node].branches < kMostBranches && roomFor(text.size() + plain.size())) {
                literal = addLiteral(walk.node, text, plain, nesting, ends, opensArray);
            } else {
                if (walk.shared) {
                    walk.shape = shapeOf(walk.node);
                    walk.shared = false;
                }
                walk.shape += plain;
                walk.nesting = nesting;
            }
        }
        Hole hole = Hole::none;
        if (!ends) {
            if (const Outcome o = readHole(p, end, sink, hole); o != Outcome::complete) {
                return {o, p, nullptr, m_problem};
            }
            if (m_valueCount > kMostValues) {
                return {Outcome::malformed, p, nullptr, "too many values in one event"};
            }
        }
        if (walk.shared) {
            std::uint32_t next = m_literals[literal].next[static_cast<std::size_t>(hole)];
            if (next == 0) {
                next = addNode(walk.node, literal, hole);
            }
            walk.node = next;
        } else if (!ends) {
            walk.shape += kHoleBytes[static_cast<std::size_t>(hole)];
        }
        if (ends) {
            break;
        }
    }
    if (!walk.shared) {
        sink.ownPatterns.push_back(makePattern(walk.shape));
        sink.ownPatterns.back()->index = EventPattern::kUnshared;
        return {Outcome::complete, p, sink.ownPatterns.back().get(), {}};
    }
    Node& node = m_nodes[walk.node];
    if (!node.pattern) {
        node.pattern = makePattern(shapeOf(walk.node));
        node.pattern->index = m_patterns++;
    }
    return {Outcome::complete, p, node.pattern.get(), {}};
}

// From behind a value (or the object's begin) to the next value, or behind the object.
Outcome EventScanner::step(Nesting& nesting, const char*& p, const char* end, std::string& plain, bool& ends, bool& opensArray)
{
    enum class Expect { member, memberOrEnd, value, afterValue } expect = Expect::afterValue;
    const auto fail = [&](std::string_view problem) {
        if (p >= end) {
            return Outcome::incomplete;
        }
        m_problem = problem;
        return Outcome::malformed;
    };
    if (nesting.depth == 0) {
        ++p;
        plain += '{';
        nesting.depth = 1;
        nesting.arrays = 0;
        expect = Expect::memberOrEnd;
    }
    for (;;) {
        p = skipBlanks(p);
        const char c = *p;
        switch (expect) {
        case Expect::afterValue:
            if (c == ',') {
                plain += ',';
                expect = nesting.inArray() ? Expect::value : Expect::memberOrEnd;
                ++p;
                continue;
            }
            if (c != (nesting.inArray() ? ']' : '}')) {
                return fail("a comma or closing bracket is missing");
            }
            break;
        case Expect::member:
        case Expect::memberOrEnd:
            if (c == '"') {
                const char* close = findStringEnd(p + 1);
                while (*close != '"') {
                    if (close >= end || (*close == '\\' && close + 1 >= end)) {
                        p = end;
                        return Outcome::incomplete;
                    }
                    close = findStringEnd(close + (*close == '\\' ? 2 : 1));
                }
                std::string key;
                appendUnescaped(key, std::string_view(p + 1, static_cast<std::size_t>(close - p - 1)));
                appendJsonString(plain, key);
                p = skipBlanks(close + 1);
                if (*p != ':') {
                    return fail("a key without a colon");
                }
                ++p;
                plain += ':';
                expect = Expect::value;
                continue;
            }
            if (c != '}' || expect == Expect::member) {
                return fail("a key is missing its quote");
            }
            if (plain.back() == ',') {
                plain.pop_back();
            }
            break;
        case Expect::value:
            if (c == '{' && nesting.depth < nesting.deepest) {
                nesting.arrays = static_cast<std::uint16_t>(nesting.arrays & ~(1u << nesting.depth));
                ++nesting.depth;
                plain += '{';
                ++p;
                expect = Expect::memberOrEnd;
                continue;
            }
            if (c == '[' && isShortIntegerArray(p)) {
                nesting.arrays = static_cast<std::uint16_t>(nesting.arrays | 1u << nesting.depth);
                ++nesting.depth;
                plain += '[';
                ++p;
                // The literal ends at the bracket, so that the array can be looked at before it is believed.
                opensArray = true;
                return Outcome::complete;
            }
            if (c == ',' || c == '}' || c == ']' || c == ':' || p >= end) {
                return fail("a value is missing");
            }
            return Outcome::complete;
        }
        plain += c;
        ++p;
        --nesting.depth;
        if (nesting.depth == 0) {
            ends = true;
            return Outcome::complete;
        }
        expect = Expect::afterValue;
    }
}

Outcome EventScanner::readHole(const char*& p, const char* end, const ScanSink& sink, Hole& hole)
{
    const auto ref = [&](const char* from, const char* to) {
        return TextRef{static_cast<std::uint32_t>(from - sink.base), static_cast<std::uint32_t>(to - from)}.pack();
    };
    if (*p == '"') {
        hole = Hole::string;
        return readString(p, end, sink);
    }
    if (*p == '[' || *p == '{') {
        const char* from = p;
        if (const Outcome o = skipContainer(p, end); o != Outcome::complete) {
            return o;
        }
        hole = Hole::raw;
        m_values[m_valueCount++] = ref(from, p);
        return Outcome::complete;
    }
    // A number as most are.
    const char* q = p;
    const bool negative = *q == '-';
    q += negative;
    const char* first = q;
    std::uint64_t number = 0;
    while (isDigit(*q)) {
        number = number * 10 + static_cast<std::uint64_t>(*q - '0');
        ++q;
    }
    const std::ptrdiff_t whole = q - first;
    const bool plainWhole = whole > 0 && (whole == 1 || *first != '0');
    if (plainWhole && *q == '.') {
        const char* fraction = ++q;
        while (isDigit(*q)) {
            number = number * 10 + static_cast<std::uint64_t>(*q - '0');
            ++q;
        }
        const std::ptrdiff_t places = q - fraction;
        if (places > 0 && whole + places <= 18 && endsToken(*q) && !(negative && *first == '0')) {
            if (q >= end) {
                p = end;
                return Outcome::incomplete;
            }
            hole = Hole::decimal;
            const auto digits = static_cast<std::int64_t>(number);
            m_values[m_valueCount++] = negative ? -digits : digits;
            m_values[m_valueCount++] = places;
            p = q;
            return Outcome::complete;
        }
    } else if (plainWhole && whole <= 18 && endsToken(*q) && !(negative && number == 0)) {
        if (q >= end) {
            p = end;
            return Outcome::incomplete;
        }
        hole = Hole::integer;
        const auto value = static_cast<std::int64_t>(number);
        m_values[m_valueCount++] = negative ? -value : value;
        p = q;
        return Outcome::complete;
    }
    // Anything else up to a delimiter.
    q = p;
    while (!endsToken(*q) && *q != '"' && *q != ':' && *q != '{' && *q != '[') {
        ++q;
    }
    if (*q == '\0' && q < end) {
        p = q;
        m_problem = "a zero byte";
        return Outcome::malformed;
    }
    if (q >= end) {
        p = end;
        return Outcome::incomplete;
    }
    if (q == p) {
        m_problem = "a value is missing";
        return Outcome::malformed;
    }
    const std::string_view token(p, static_cast<std::size_t>(q - p));
    if (const auto integer = parseInteger(token);
        integer && isJsonToken(token) && *integer != std::numeric_limits<std::int64_t>::min() && token != "-0") {
        hole = Hole::integer; // of 19 digits
        m_values[m_valueCount++] = *integer;
    } else {
        hole = isJsonToken(token) ? Hole::token : Hole::odd;
        m_values[m_valueCount++] = ref(p, q);
    }
    p = q;
    return Outcome::complete;
}

Outcome EventScanner::readString(const char*& p, const char* end, const ScanSink& sink)
{
    const char* from = p + 1;
    const char* close = findStringEnd(from);
    bool escapes = false;
    while (*close != '"') {
        if (close >= end || (*close == '\\' && close + 1 >= end)) {
            p = end;
            return Outcome::incomplete;
        }
        escapes |= *close == '\\';
        close = findStringEnd(close + (*close == '\\' ? 2 : 1));
    }
    p = close + 1;
    if (!escapes) {
        m_values[m_valueCount++] = TextRef{static_cast<std::uint32_t>(from - sink.base), static_cast<std::uint32_t>(close - from)}.pack();
        return Outcome::complete;
    }
    const std::size_t at = sink.arena.size();
    appendUnescaped(sink.arena, std::string_view(from, static_cast<std::size_t>(close - from)));
    const std::size_t size = sink.arena.size() - at;
    m_values[m_valueCount++] = TextRef{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(size) | TextRef::kArena}.pack();
    return Outcome::complete;
}

Outcome EventScanner::skipContainer(const char*& p, const char* end)
{
    m_brackets.clear();
    const char* q = p;
    for (;;) {
        q = findStructure(q);
        const char c = *q;
        if (c == '\0') {
            if (q >= end) {
                p = end;
                return Outcome::incomplete;
            }
            ++q;
        } else if (c == '"') {
            q = findStringEnd(q + 1);
            while (*q != '"') {
                if (q >= end || (*q == '\\' && q + 1 >= end)) {
                    p = end;
                    return Outcome::incomplete;
                }
                q = findStringEnd(q + (*q == '\\' ? 2 : 1));
            }
            ++q;
        } else if (c == '[' || c == '{') {
            m_brackets.push_back(c);
            ++q;
        } else if (c == ']' || c == '}') {
            if (m_brackets.back() != (c == ']' ? '[' : '{')) {
                p = q;
                m_problem = "brackets that don't match";
                return Outcome::malformed;
            }
            m_brackets.pop_back();
            ++q;
            if (m_brackets.empty()) {
                p = q;
                return Outcome::complete;
            }
        } else {
            ++q; // a byte that only looks alike
        }
    }
}

} // namespace pv::core::chrome
