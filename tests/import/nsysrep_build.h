// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Makes report files from nothing, for tests, fuzzing and benchmarks: the container as docs/NSYS_REP.md describes it
// around messages written field by field.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pv::test {

inline void appendVarint(std::string& out, std::uint64_t value)
{
    for (; value >= 0x80; value >>= 7) {
        out += static_cast<char>(value | 0x80);
    }
    out += static_cast<char>(value);
}
inline std::string lengthPrefixed(std::string_view bytes)
{
    std::string out;
    appendVarint(out, bytes.size());
    return out.append(bytes);
}
inline std::string numberField(std::uint32_t number, std::uint64_t value)
{
    std::string out;
    appendVarint(out, number << 3);
    appendVarint(out, value);
    return out;
}
inline std::string bytesField(std::uint32_t number, std::string_view bytes)
{
    std::string out;
    appendVarint(out, number << 3 | 2);
    return out.append(lengthPrefixed(bytes));
}

// A frame stored as literals only, which any LZ4 decoder reads.
inline std::string literalFrame(std::string_view message)
{
    const std::string raw = lengthPrefixed(message);
    std::string packed;
    packed += static_cast<char>(raw.size() < 15 ? raw.size() << 4 : 0xf0);
    if (raw.size() >= 15) {
        std::size_t rest = raw.size() - 15;
        for (; rest >= 255; rest -= 255) {
            packed += '\xff';
        }
        packed += static_cast<char>(rest);
    }
    packed += raw;
    std::string out;
    appendVarint(out, packed.size());
    appendVarint(out, raw.size());
    return out.append(packed);
}

inline std::string typedEvent(std::uint64_t type, std::uint32_t payload, std::string_view message)
{
    return bytesField(1, numberField(1, type) + bytesField(payload, message));
}
inline std::string nvtxMark(std::int64_t start, std::string_view text)
{
    return typedEvent(34, 102,
                      numberField(1, 34) + numberField(2, static_cast<std::uint64_t>(start)) + bytesField(7, text) +
                          numberField(9, 0x1000017000017) + numberField(13, 0));
}
inline std::string hostFunction(std::uint64_t eventClass, std::uint64_t start, std::uint64_t end, std::uint64_t name,
                                std::uint64_t correlation = 0)
{
    return typedEvent(48, 108,
                      numberField(1, start) + numberField(2, end) + numberField(3, correlation) + numberField(6, eventClass) +
                          numberField(7, name) + numberField(8, 0) + numberField(13, 0x1000017000017));
}
inline std::string kernelEvent(std::uint64_t start, std::uint64_t end, std::uint64_t name, std::uint64_t correlation)
{
    std::string details = numberField(1, name) + numberField(2, name) + numberField(3, name);
    for (std::uint32_t f = 10; f <= 24; ++f) {
        details += numberField(f, f < 16 ? 1 + f % 3 : 32 * f);
    }
    return typedEvent(79, 107,
                      numberField(1, start) + numberField(2, end) + numberField(3, correlation) + numberField(4, 0) + numberField(5, 1) +
                          numberField(6, 7) + numberField(7, 3) + numberField(8, 0x1000017000000) + bytesField(101, details));
}

struct RepParts {
    std::string tag = "1";
    std::string version = "2025.3.1.90";
    std::string compressor = "lz4";
    std::string header = numberField(17, 1000) + numberField(18, 2000);
    std::string info;                // without the counts
    std::vector<std::string> blocks; // frames
    std::vector<std::string> strings{"", "a name"};
    std::uint64_t events = 0; // as the file promises
    std::string threadNames;
    std::string target;
    std::string extension; // empty: none

    std::string file() const
    {
        std::string raw = "QDTEXT00";
        raw += lengthPrefixed(header);
        raw +=
            lengthPrefixed(numberField(1, events) + numberField(3, strings.size()) + info + (extension.empty() ? "" : numberField(17, 1)));
        for (const auto& block : blocks) {
            raw += block;
        }
        const std::size_t stringsAt = raw.size();
        std::string stringBlock;
        for (const auto& s : strings) {
            stringBlock += bytesField(1, s);
        }
        raw += literalFrame(stringBlock);
        raw += lengthPrefixed(threadNames);
        raw += lengthPrefixed(target);
        if (!extension.empty()) {
            raw += literalFrame(extension);
        }

        std::string out = "NVIDIA Tegra Profiler Report " + tag + ".";
        std::string directory;
        const auto section = [&](std::string_view name, std::string_view bytes) {
            directory += bytesField(1, bytesField(1, name) + numberField(2, out.size()) + numberField(3, bytes.size()));
            out += bytes;
        };
        section("Raw Sampling Data", raw);
        section("Sampling Data Offsets", bytesField(1, compressor) + numberField(2, stringsAt - 8));
        section("UI Data", bytesField(6, version));
        const std::uint64_t at = out.size();
        out += directory;
        out.append(reinterpret_cast<const char*>(&at), sizeof at);
        return out.append("U3w[END]");
    }
};

} // namespace pv::test
