// SPDX-License-Identifier: MIT
#include "core/import/chrome_event.h"

#include "core/import/chrome_text.h"

#include <algorithm>

namespace pv::core::chrome {

namespace {
constexpr std::array<std::string_view, static_cast<std::size_t>(Key::count)> kKeyTexts = {
#define PV_X(name, text) text,
    PV_CHROME_KEYS(PV_X)
#undef PV_X
};
constexpr std::array<std::string_view, static_cast<std::size_t>(Arg::count)> kArgTexts = {
#define PV_X(name, text) text,
    PV_CHROME_ARGS(PV_X)
#undef PV_X
};

template <std::size_t N>
std::size_t find(const std::array<std::string_view, N>& texts, std::string_view key)
{
    return static_cast<std::size_t>(std::find(texts.begin(), texts.end(), key) - texts.begin());
}

Hole holeOf(char c)
{
    const auto at = std::find(kHoleBytes.begin() + 1, kHoleBytes.end(), c);
    return at == kHoleBytes.end() ? Hole::none : static_cast<Hole>(at - kHoleBytes.begin());
}

// A shape is well formed: the scanner made it. Recursion is bounded by the scanner's own depth limit.
class PatternReader {
public:
    PatternReader(std::string_view shape, EventPattern& pattern) : m_shape(shape), m_pattern(pattern) {}

    void read()
    {
        std::string extras;
        std::vector<std::pair<Hole, std::uint16_t>> extraHoles;
        ++m_at; // {
        m_pattern.empty = m_shape[m_at] == '}';
        while (m_shape[m_at] != '}') {
            const std::size_t memberAt = m_at;
            const std::string key = readKey();
            const std::size_t valueAt = m_at;
            const std::size_t firstHole = m_holes.size();
            if (key == "args" && m_shape[m_at] == '{') {
                m_pattern.argFields.clear(); // of a duplicate key the last one holds
                m_pattern.args = {};
                readObject([&](const std::string& arg, Slot slot) {
                    if (const std::size_t i = find(kArgTexts, arg); i < kArgTexts.size()) {
                        m_pattern.args[i] = slot;
                    }
                    m_pattern.argFields.push_back({arg, slot});
                });
                m_pattern.argsShape = m_shape.substr(valueAt, m_at - valueAt);
                m_pattern.argsHoles.assign(m_holes.begin() + static_cast<std::ptrdiff_t>(firstHole), m_holes.end());
            } else if (key == "id2" && m_shape[m_at] == '{') {
                readObject([&](const std::string& part, Slot slot) {
                    if (const std::size_t i = find(kKeyTexts, "id2." + part); i < kKeyTexts.size()) {
                        m_pattern.keys[i] = slot;
                    }
                });
            } else if (key == "args" && holeOf(m_shape[m_at]) == Hole::raw) {
                readValue();
                m_pattern.argFields.clear();
                m_pattern.args = {};
                m_pattern.argsShape = m_shape.substr(valueAt, 1);
                m_pattern.argsHoles.assign(m_holes.begin() + static_cast<std::ptrdiff_t>(firstHole), m_holes.end());
            } else {
                const Slot slot = readValue();
                const std::size_t i = find(kKeyTexts, key);
                if (i < kKeyTexts.size()) {
                    m_pattern.keys[i] = slot;
                }
                if (i >= kKeyTexts.size() || key == "args" || (slot.hole == Hole::none && key != "id2")) {
                    if (i >= kKeyTexts.size() && m_pattern.unknownKey.empty()) {
                        m_pattern.unknownKey = key;
                    }
                    extras += extras.empty() ? "" : ",";
                    extras += m_shape.substr(memberAt, m_at - memberAt);
                    extraHoles.insert(extraHoles.end(), m_holes.begin() + static_cast<std::ptrdiff_t>(firstHole), m_holes.end());
                }
            }
            m_at += m_shape[m_at] == ',';
        }
        finishArgs(extras, extraHoles);
        m_pattern.valueCount = m_values;
    }

private:
    std::string readKey()
    {
        const std::size_t from = ++m_at;
        while (m_shape[m_at] != '"') {
            m_at += m_shape[m_at] == '\\' ? 2 : 1;
        }
        const std::string_view written = m_shape.substr(from, m_at - from);
        m_at += 2; // ":
        std::string key;
        appendUnescaped(key, written);
        return key;
    }
    Slot readHole(Hole hole)
    {
        ++m_at;
        const Slot slot{hole, 1, static_cast<std::uint16_t>(m_values)};
        m_holes.emplace_back(hole, static_cast<std::uint16_t>(m_values));
        m_values += hole == Hole::decimal ? 2 : 1;
        return slot;
    }
    Slot readValue()
    {
        const char c = m_shape[m_at];
        if (const Hole hole = holeOf(c); hole != Hole::none) {
            return readHole(hole);
        }
        if (c == '{') {
            readObject([](const std::string&, Slot) {});
            return {};
        }
        // An array of integers only, by the scanner's rule.
        ++m_at;
        Slot first;
        while (m_shape[m_at] != ']') {
            const Slot slot = readHole(holeOf(m_shape[m_at]));
            first = first ? Slot{first.hole, static_cast<std::uint8_t>(first.count + 1), first.value} : slot;
            m_at += m_shape[m_at] == ',';
        }
        ++m_at;
        return first.count > 1 ? first : Slot{};
    }
    template <class Member>
    void readObject(Member&& member)
    {
        ++m_at;
        while (m_shape[m_at] != '}') {
            const std::string key = readKey();
            member(key, readValue());
            m_at += m_shape[m_at] == ',';
        }
        ++m_at;
    }
    // What is unknown joins the arguments, so that nothing is lost.
    void finishArgs(const std::string& extras, const std::vector<std::pair<Hole, std::uint16_t>>& extraHoles)
    {
        std::string& shape = m_pattern.argsShape;
        if (shape == "{}") {
            shape.clear();
        }
        if (!extras.empty()) {
            std::string joined = "{";
            if (shape.empty()) {
                joined.append(extras);
            } else if (shape.front() != '{') {
                joined.append("\"args\":").append(shape).append(",").append(extras);
            } else {
                joined.append(shape, 1, shape.size() - 2).append(",").append(extras);
            }
            joined.append("}");
            shape = std::move(joined);
            m_pattern.argsHoles.insert(m_pattern.argsHoles.end(), extraHoles.begin(), extraHoles.end());
        }
        // Into the bytes of core/model/args.h.
        for (char& c : shape) {
            if (const Hole hole = holeOf(c); hole == Hole::odd) {
                c = kHoleBytes[static_cast<std::size_t>(Hole::string)];
            } else if (hole == Hole::raw) {
                c = kHoleBytes[static_cast<std::size_t>(Hole::token)];
            }
        }
    }

    std::string_view m_shape;
    EventPattern& m_pattern;
    std::size_t m_at = 0;
    std::uint32_t m_values = 0;
    std::vector<std::pair<Hole, std::uint16_t>> m_holes;
};
} // namespace

std::unique_ptr<EventPattern> makePattern(std::string_view shape)
{
    auto pattern = std::make_unique<EventPattern>();
    PatternReader(shape, *pattern).read();
    return pattern;
}

} // namespace pv::core::chrome
