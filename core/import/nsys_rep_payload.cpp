// SPDX-License-Identifier: MIT
#include "core/import/nsys_rep_payload.h"

#include "core/import/nsys_rep_wire.h"
#include "core/model/args.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <fmt/format.h>

namespace pv::core {
namespace {

constexpr int kDeepest = 8;
constexpr std::size_t kLongestJson = 256u << 10;
constexpr std::size_t kMostEntries = 4096;
constexpr std::size_t kMostSchemas = 65536;

constexpr std::int64_t kArrayFlags = 0x30;
constexpr std::int64_t kFixedArray = 0x10;
constexpr std::int64_t kCountedArray = 0x30;
constexpr std::int64_t kCharType = 1;
constexpr std::int64_t kStringType = 80; // an id of the table of strings
constexpr std::int64_t kLineType = 15;   // int32
constexpr std::size_t kMostFrames = 4096;
constexpr std::size_t kLongestText = 64u << 10; // of a string in a payload
constexpr std::size_t kLongestFrameText = 4096; // of a function's or file's name

struct Primitive {
    int size = 0;
    enum Kind : std::uint8_t { none, character, signedInteger, unsignedInteger, floating, string } kind = none;
};

// The predefined entry types that fixed-size fields have; sizes are those the file lists.
Primitive primitive(std::int64_t type)
{
    switch (type) {
    case kCharType: return {1, Primitive::character};
    case 2:
    case 12: return {1, Primitive::unsignedInteger};
    case 11: return {1, Primitive::signedInteger};
    case 3:
    case 13: return {2, Primitive::signedInteger};
    case 4:
    case 14: return {2, Primitive::unsignedInteger};
    case 5:
    case 15: return {4, Primitive::signedInteger};
    case 6:
    case 16: return {4, Primitive::unsignedInteger};
    case 7:
    case 9:
    case 17: return {8, Primitive::signedInteger};
    case 8:
    case 10:
    case 18:
    case 22:
    case 23: return {8, Primitive::unsignedInteger};
    case 19: return {4, Primitive::floating};
    case 20: return {8, Primitive::floating};
    case kStringType: return {8, Primitive::string};
    default: return {};
    }
}

std::uint64_t loadBits(const char* at, std::size_t size)
{
    std::uint64_t bits = 0;
    std::memcpy(&bits, at, size);
    return bits;
}

std::int64_t signExtend(std::uint64_t bits, int size)
{
    const int shift = 64 - 8 * size;
    return static_cast<std::int64_t>(bits << shift) >> shift;
}

// Python's names come XML-escaped ("&lt;module&gt;").
std::string unescaped(std::string_view text)
{
    static constexpr std::pair<std::string_view, char> kEntities[] = {
        {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const auto hit = text[i] != '&' ? std::end(kEntities)
                                        : std::find_if(std::begin(kEntities), std::end(kEntities),
                                                       [&](const auto& e) { return text.substr(i).starts_with(e.first); });
        if (hit == std::end(kEntities)) {
            out += text[i++];
        } else {
            out += hit->second;
            i += hit->first.size();
        }
    }
    return out;
}

void appendReal(std::string& out, double value, bool isFloat)
{
    if (!std::isfinite(value)) {
        out += std::isnan(value) ? "\"NaN\"" : value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
    } else if (isFloat) {
        fmt::format_to(std::back_inserter(out), "{}", static_cast<float>(value));
    } else {
        fmt::format_to(std::back_inserter(out), "{}", value);
    }
}

} // namespace

struct NsysRepPayloads::Job {
    std::int64_t globalPid;
    std::string_view bytes;
    const NsysRepStrings& strings;
    std::string& out;
    std::vector<NsysRepScriptFrame>& frames;
    std::size_t limit;
    bool full() const { return out.size() > limit; }
};

NsysRepPayloads::NsysRepPayloads(std::string_view extension)
{
    forEachWire(extension, 3, [&](std::string_view process) {
        const std::int64_t pid = wireInteger(process, 1);
        forEachWire(process, 2, [&](std::string_view message) {
            if (m_schemas.size() >= kMostSchemas) {
                return;
            }
            Schema schema;
            schema.size = wireInteger(message, 6);
            forEachWire(message, 4, [&](std::string_view part) {
                if (schema.entries.size() < kMostEntries) {
                    schema.entries.push_back(
                        {wireInteger(part, 1), wireInteger(part, 2), wireInteger(part, 3), wireInteger(part, 4), wireBytes(part, 7)});
                }
            });
            const auto place = [&](std::string_view name, std::int64_t type) {
                const auto it = std::find_if(schema.entries.begin(), schema.entries.end(),
                                             [&](const Entry& e) { return e.name == name && e.type == type && e.flags == 0; });
                return it == schema.entries.end() ? -1 : static_cast<int>(it - schema.entries.begin());
            };
            schema.function = place("Function", kStringType);
            schema.file = place("File", kStringType);
            schema.line = place("Line", kLineType);
            m_schemas.insert_or_assign({pid, wireInteger(message, 1)}, std::move(schema));
        });
        forEachWire(process, 4, [&](std::string_view message) {
            if (m_enums.size() >= kMostSchemas) {
                return;
            }
            Enumeration e;
            e.size = wireInteger(message, 5);
            forEachWire(message, 4, [&](std::string_view part) {
                if (e.names.size() < kMostEntries) {
                    e.names.insert_or_assign(wireInteger(part, 2), wireBytes(part, 1));
                }
            });
            m_enums.insert_or_assign({pid, wireInteger(message, 2)}, std::move(e));
        });
    });
}

bool NsysRepPayloads::json(std::int64_t globalPid, std::int64_t schemaId, std::string_view bytes, const NsysRepStrings& strings,
                           std::string& out, std::vector<NsysRepScriptFrame>& frames) const
{
    const auto it = m_schemas.find({globalPid, schemaId});
    if (it == m_schemas.end() || it->second.entries.empty() || bytes.empty()) {
        return false;
    }
    Job job{globalPid, bytes, strings, out, frames, out.size() + kLongestJson};
    object(job, it->second, 0, 0);
    return true;
}

std::int64_t NsysRepPayloads::widthOf(std::int64_t globalPid, std::int64_t type) const
{
    if (const Primitive p = primitive(type); p.kind != Primitive::none) {
        return p.size;
    }
    if (const auto e = m_enums.find({globalPid, type}); e != m_enums.end()) {
        return e->second.size;
    }
    const auto s = m_schemas.find({globalPid, type});
    return s == m_schemas.end() ? 0 : s->second.size;
}

void NsysRepPayloads::object(Job& job, const Schema& schema, std::int64_t base, int depth) const
{
    const auto length = static_cast<std::int64_t>(job.bytes.size());
    std::vector<std::int64_t> numbers;
    numbers.reserve(schema.entries.size());
    job.out += '{';
    bool first = true;
    for (std::size_t i = 0; i < schema.entries.size() && !job.full(); ++i) {
        const Entry& entry = schema.entries[i];
        std::int64_t at = 0;
        if (__builtin_add_overflow(base, entry.offset, &at) || at < 0) {
            at = length;
        }
        std::int64_t count = 0;
        std::int64_t width = 0;
        const std::int64_t array = entry.flags & kArrayFlags;
        const bool isArray = array == kFixedArray || array == kCountedArray;
        if (isArray) {
            count = entry.detail;
            if (array == kCountedArray) {
                count = count >= 0 && count < static_cast<std::int64_t>(i) ? numbers[static_cast<std::size_t>(count)] : 0;
            }
            width = widthOf(job.globalPid, entry.type);
            count = width > 0 && at < length ? std::clamp<std::int64_t>(count, 0, (length - at) / width) : 0;
            const auto element = m_schemas.find({job.globalPid, entry.type});
            if (element != m_schemas.end() && element->second.isFrame() && depth == 0) {
                for (std::int64_t k = 0; k < count && job.frames.size() < kMostFrames; ++k) {
                    frame(job, element->second, at + k * width);
                }
                numbers.push_back(0);
                continue;
            }
        }
        job.out += first ? "" : ",";
        first = false;
        appendJsonString(job.out, entry.name.empty() ? std::to_string(i) : std::string(entry.name));
        job.out += ':';
        if (!isArray) {
            numbers.push_back(value(job, entry.type, at, depth));
            continue;
        }
        numbers.push_back(0);
        if (entry.type == kCharType) {
            const auto chars = job.bytes.substr(static_cast<std::size_t>(std::min(at, length)), static_cast<std::size_t>(count));
            appendJsonString(job.out, chars.substr(0, chars.find('\0')));
            continue;
        }
        job.out += '[';
        for (std::int64_t k = 0; k < count && !job.full(); ++k) {
            job.out += k > 0 ? "," : "";
            value(job, entry.type, at + k * width, depth);
        }
        job.out += ']';
    }
    job.out += '}';
}

void NsysRepPayloads::frame(Job& job, const Schema& schema, std::int64_t base)
{
    const auto bits = [&](int entry, std::int64_t size) -> std::uint64_t {
        const std::int64_t offset = schema.entries[static_cast<std::size_t>(entry)].offset;
        const auto length = static_cast<std::int64_t>(job.bytes.size());
        return offset >= 0 && base < length && offset <= length - base - size
                   ? loadBits(job.bytes.data() + base + offset, static_cast<std::size_t>(size))
                   : 0;
    };
    NsysRepScriptFrame frame;
    frame.function = unescaped(job.strings.find(static_cast<std::int64_t>(bits(schema.function, 8))).substr(0, kLongestFrameText));
    frame.file = unescaped(job.strings.find(static_cast<std::int64_t>(bits(schema.file, 8))).substr(0, kLongestFrameText));
    frame.line = signExtend(bits(schema.line, 4), 4);
    job.frames.push_back(std::move(frame));
}

std::int64_t NsysRepPayloads::value(Job& job, std::int64_t type, std::int64_t at, int depth) const
{
    const auto length = static_cast<std::int64_t>(job.bytes.size());
    const auto holds = [&](std::int64_t size) { return at >= 0 && size > 0 && at < length && size <= length - at; };
    if (const auto e = m_enums.find({job.globalPid, type}); e != m_enums.end()) {
        const std::int64_t size = e->second.size;
        if (size > 8 || !holds(size)) {
            job.out += "null";
            return 0;
        }
        const std::int64_t number = signExtend(loadBits(job.bytes.data() + at, static_cast<std::size_t>(size)), static_cast<int>(size));
        const auto name = e->second.names.find(number);
        if (name == e->second.names.end()) {
            job.out += std::to_string(number);
        } else {
            appendJsonString(job.out, name->second);
        }
        return number;
    }
    if (const auto s = m_schemas.find({job.globalPid, type}); s != m_schemas.end()) {
        if (depth >= kDeepest || at >= length) {
            job.out += "null";
        } else {
            object(job, s->second, at, depth + 1);
        }
        return 0;
    }
    const Primitive p = primitive(type);
    if (p.kind == Primitive::none || !holds(p.size)) {
        job.out += "null";
        return 0;
    }
    const std::uint64_t bits = loadBits(job.bytes.data() + at, static_cast<std::size_t>(p.size));
    switch (p.kind) {
    case Primitive::signedInteger: {
        const std::int64_t number = signExtend(bits, p.size);
        job.out += std::to_string(number);
        return number;
    }
    case Primitive::unsignedInteger: job.out += std::to_string(bits); return static_cast<std::int64_t>(bits);
    case Primitive::character: {
        const char c = static_cast<char>(bits);
        appendJsonString(job.out, c == '\0' ? std::string_view{} : std::string_view(&c, 1));
        break;
    }
    case Primitive::floating:
        if (p.size == 4) {
            appendReal(job.out, std::bit_cast<float>(static_cast<std::uint32_t>(bits)), true);
        } else {
            appendReal(job.out, std::bit_cast<double>(bits), false);
        }
        break;
    case Primitive::string: {
        const auto id = static_cast<std::int64_t>(bits);
        if (id >= 0 && static_cast<std::uint64_t>(id) < job.strings.size()) {
            appendJsonString(job.out, unescaped(job.strings.find(id).substr(0, kLongestText)));
        } else {
            job.out += std::to_string(bits);
        }
        break;
    }
    case Primitive::none: break;
    }
    return 0;
}

} // namespace pv::core
