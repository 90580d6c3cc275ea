// SPDX-License-Identifier: MIT
#include "core/import/nsys_rep_container.h"

#include "core/import/nsys_rep_frames.h"
#include "core/import/nsys_rep_wire.h"
#include "core/model/error.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <optional>

namespace pv::core {
namespace {

constexpr std::string_view kEndMark = "U3w[END]";
constexpr std::string_view kDataMark = "QDTEXT00";
constexpr std::size_t kLargestMessage = 64u << 20; // header, info, directory, sections read whole
constexpr std::size_t kMarkSearch = 16u << 20;     // how far the data's mark is looked for without a directory
constexpr std::size_t kMostBlocks = 16u << 20;

struct Section {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
};
using Sections = std::map<std::string, Section, std::less<>>;

std::string exportAdvice() { return "With Nsight Systems installed, convert it with 'nsys export --type sqlite' and open that."; }

// Walks plain length-prefixed messages.
class Cursor {
public:
    Cursor(const NsysRepFile& file, std::uint64_t at, std::uint64_t end) : m_file(file), m_at(at), m_end(std::min(end, file.size())) {}

    std::optional<std::string> message()
    {
        std::array<char, 10> head{};
        const std::size_t n =
            m_at < m_end ? m_file.read(m_at, std::span(head).first(std::min<std::uint64_t>(head.size(), m_end - m_at))) : 0;
        std::size_t used = 0;
        std::uint64_t length = 0;
        if (!readVarint({head.data(), n}, used, length) || length > kLargestMessage || length > m_end - m_at - used) {
            return std::nullopt;
        }
        auto bytes = m_file.bytes(m_at + used, static_cast<std::size_t>(length));
        m_at += used + length;
        return bytes;
    }
    std::uint64_t position() const { return m_at; }

private:
    const NsysRepFile& m_file;
    std::uint64_t m_at;
    std::uint64_t m_end;
};

// Null when the end of the file doesn't hold a directory whose sections lie within the file.
std::optional<Sections> readDirectory(const NsysRepFile& file)
{
    constexpr std::size_t kTail = 16;
    if (file.size() < kTail + kNsysRepMagic.size()) {
        return std::nullopt;
    }
    const std::string tail = file.bytes(file.size() - kTail, kTail);
    if (tail.size() != kTail || std::string_view(tail).substr(8) != kEndMark) {
        return std::nullopt;
    }
    std::uint64_t at = 0;
    std::memcpy(&at, tail.data(), sizeof at);
    if (at >= file.size() - kTail || file.size() - kTail - at > kLargestMessage) {
        return std::nullopt;
    }
    const std::string directory = file.bytes(at, static_cast<std::size_t>(file.size() - kTail - at));
    Sections sections;
    bool good = true;
    WireReader reader(directory);
    for (WireField f; reader.next(f);) {
        if (f.number != 1 || !f.isMessage()) {
            continue;
        }
        const Section s{static_cast<std::uint64_t>(wireInteger(f.bytes, 2)), static_cast<std::uint64_t>(wireInteger(f.bytes, 3))};
        good = good && s.offset <= at && s.size <= at - s.offset;
        sections.emplace(wireBytes(f.bytes, 1), s);
    }
    return good && !reader.malformed() && !sections.empty() ? std::optional(std::move(sections)) : std::nullopt;
}

std::string sectionBytes(const NsysRepFile& file, const Sections& sections, std::string_view name)
{
    const auto it = sections.find(name);
    if (it == sections.end() || it->second.size > kLargestMessage) {
        return {};
    }
    return file.bytes(it->second.offset, static_cast<std::size_t>(it->second.size));
}

bool isMessage(std::string_view bytes)
{
    WireReader reader(bytes);
    for (WireField f; reader.next(f);) {
    }
    return !reader.malformed();
}

// Whether a frame's message is a block of events rather than the block of strings: an event is a type number and one
// nested message.
bool looksLikeEvents(std::string_view message)
{
    int seen = 0;
    WireReader reader(message);
    for (WireField f; reader.next(f) && seen < 64; ++seen) {
        if (!f.isMessage() || f.number > 2) {
            return false;
        }
        WireReader item(f.bytes);
        WireField first;
        if (!item.next(first) || first.number != 1 || first.type != WireField::Type::varint) {
            return false;
        }
        for (WireField g; item.next(g);) {
        }
        if (item.malformed()) {
            return false;
        }
    }
    return seen > 0 && !reader.malformed();
}

class Reader {
public:
    Reader(const NsysRepFile& file, const Progress& progress) : m_file(file), m_progress(progress) {}

    NsysRepContainer read()
    {
        readTag();
        const auto sections = readDirectory(m_file);
        if (sections) {
            m_out.uiData = sectionBytes(m_file, *sections, "UI Data");
            m_out.timeConversion = sectionBytes(m_file, *sections, "Time Conversion Data");
            readVersion();
            const std::string offsets = sectionBytes(m_file, *sections, "Sampling Data Offsets");
            const std::string_view compressor = wireBytes(offsets, 1);
            if (!offsets.empty() && compressor != "lz4") {
                fail(fmt::format("its events are packed with '{}', which is unknown here", std::string(compressor.substr(0, 32))));
            }
            const auto raw = sections->find("Raw Sampling Data");
            if (raw != sections->end() && wireHas(offsets, 2)) {
                const auto strings = static_cast<std::uint64_t>(wireInteger(offsets, 2));
                if (strings <= raw->second.size && 8 <= raw->second.size - strings && readByDirectory(raw->second, strings + 8)) {
                    return std::move(m_out);
                }
            }
            addWarning("nsysrep.structure", Severity::warning,
                       "The file's directory doesn't fit its content; the events were looked for from the beginning.");
        } else {
            addWarning("nsysrep.cut", Severity::dataLoss,
                       "The file has no end (the recording died, or the file was cut): what could be read from its beginning is shown.");
        }
        if (!m_out.version.known()) {
            readVersionFromTag();
        }
        recover();
        return std::move(m_out);
    }

private:
    [[noreturn]] void fail(const std::string& problem, const std::string& where = {}) const
    {
        const std::string version = m_out.productVersion.empty() ? "tag '" + m_out.tag + "'" : "version " + m_out.productVersion;
        throw Error("reading the Nsight Systems report", m_file.name(), problem, where.empty() ? version : where + ", " + version,
                    exportAdvice());
    }
    void addWarning(std::string code, Severity severity, std::string text, std::int64_t count = 1)
    {
        m_out.warnings.push_back({std::move(code), severity, count, std::move(text)});
    }

    void readTag()
    {
        const std::string head = m_file.bytes(0, static_cast<std::size_t>(std::min<std::uint64_t>(m_file.size(), 256)));
        if (!head.starts_with(kNsysRepMagic)) {
            throw Error("reading", m_file.name(), "it doesn't begin as an Nsight Systems report does", "byte 0",
                        head.starts_with("\x1f\x8b") || head.starts_with("\x28\xb5\x2f\xfd") ? "It is compressed: unpack it first." : "");
        }
        const auto end = head.find('.', kNsysRepMagic.size());
        m_out.tag =
            head.substr(kNsysRepMagic.size(), std::min<std::size_t>(end == std::string::npos ? 32 : end - kNsysRepMagic.size(), 64));
        std::replace_if(
            m_out.tag.begin(), m_out.tag.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    }

    void readVersion()
    {
        m_out.productVersion = std::string(wireBytes(m_out.uiData, 6).substr(0, 64));
        std::replace_if(
            m_out.productVersion.begin(), m_out.productVersion.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
        m_out.version = parseNsysRepVersion(m_out.productVersion);
        if (!m_out.version.known()) {
            readVersionFromTag();
        }
        if (m_out.version.known() && m_out.version < kNsysRepOldest) {
            addWarning("nsysrep.older", Severity::info,
                       fmt::format("Recorded by Nsight Systems {}, which is older than the versions this reader was checked with "
                                   "(2020.3 to 2026.1).",
                                   m_out.productVersion));
        }
        if (m_out.version > kNsysRepNewest) {
            addWarning("nsysrep.newer", Severity::info,
                       fmt::format("Recorded by Nsight Systems {}, which is newer than the versions this reader was checked with "
                                   "(2020.3 to 2026.1): what it recognises is shown, and what it doesn't is counted below.",
                                   m_out.productVersion));
        }
    }

    // Some versions write theirs as the tag, like 2023@3@3@42-233333266658v0.
    void readVersionFromTag()
    {
        std::string text = m_out.tag;
        std::replace(text.begin(), text.end(), '@', '.');
        m_out.version = parseNsysRepVersion(text);
        if (m_out.version.known()) {
            m_out.productVersion = text;
        }
    }

    // The two messages at the begin of the data; the position behind them, or nothing.
    std::optional<std::uint64_t> readHeader(std::uint64_t data, std::uint64_t end)
    {
        if (m_file.bytes(data, kDataMark.size()) != kDataMark) {
            return std::nullopt;
        }
        Cursor cursor(m_file, data + kDataMark.size(), end);
        auto header = cursor.message();
        if (!header || !isMessage(*header)) {
            return std::nullopt;
        }
        auto info = cursor.message();
        m_out.header = std::move(*header);
        if (!info || !isMessage(*info)) {
            return cursor.position();
        }
        m_out.info = std::move(*info);
        return cursor.position();
    }

    void readTail(std::uint64_t at, std::uint64_t end)
    {
        Cursor cursor(m_file, at, end);
        auto names = cursor.message();
        auto target = names ? cursor.message() : std::nullopt;
        if (!names || !target || !isMessage(*names) || !isMessage(*target)) {
            addWarning("nsysrep.tail", Severity::dataLoss, "Thread names and the description of GPUs and streams are missing or damaged.");
        }
        if (names && isMessage(*names)) {
            m_out.threadNames = std::move(*names);
        }
        if (target && isMessage(*target)) {
            m_out.target = std::move(*target);
        }
        if (wireInteger(m_out.info, 17) == 1) {
            NsysRepFrameWalker walker(m_file, cursor.position(), end);
            const auto frame = walker.next();
            const auto message = frame && frame->raw <= kLargestMessage ? decompressFrame(m_file, *frame) : NsysRepMessage{};
            if (message) {
                m_out.extension = std::string(message.message);
            } else {
                addWarning("nsysrep.extension", Severity::dataLoss, "The description of NVTX payloads and counters is missing or damaged.");
            }
        }
    }

    // Walks frames until `accept` says stop or the end is reached.
    template <class Accept>
    std::uint64_t walk(std::uint64_t begin, std::uint64_t end, Accept&& accept)
    {
        NsysRepFrameWalker walker(m_file, begin, end);
        std::uint64_t position = begin;
        while (const auto frame = walker.next()) {
            m_progress.throwIfStopped();
            position = walker.position();
            if (!accept(*frame)) {
                break;
            }
            if (frame->raw > kNsysRepLargestBlock) {
                addWarning("nsysrep.block_size", Severity::dataLoss,
                           fmt::format("A block of events claims {} bytes (at byte {}) and was left out.", frame->raw, frame->offset));
                continue;
            }
            if (frame->cut) {
                addWarning(
                    "nsysrep.cut_block", Severity::dataLoss,
                    fmt::format("The file ends within a block of events (at byte {}); those before the cut are kept.", frame->offset));
            }
            if (m_out.blocks.size() >= kMostBlocks) {
                addWarning("nsysrep.blocks", Severity::dataLoss, "The file has too many blocks; the rest was left out.");
                break;
            }
            m_out.blocks.push_back(*frame);
        }
        if (walker.skippedPlaces() > 0) {
            addWarning("nsysrep.damaged", Severity::dataLoss,
                       fmt::format("{} bytes of events are damaged and were left out (first at byte {}){}.", walker.skippedBytes(),
                                   walker.firstSkipped(), walker.gaveUp() ? "; the search behind was given up" : ""),
                       walker.skippedPlaces());
        }
        return position;
    }

    bool readByDirectory(const Section& raw, std::uint64_t stringsAt)
    {
        const std::uint64_t end = raw.offset + raw.size;
        const std::uint64_t strings = raw.offset + stringsAt;
        const auto blocks = readHeader(raw.offset, end);
        if (!blocks || *blocks > strings || m_out.info.empty()) {
            return false;
        }
        walk(*blocks, strings, [](const NsysRepFrame&) { return true; });
        NsysRepFrameWalker walker(m_file, strings, end);
        auto frame = walker.next();
        if (frame && walker.skippedPlaces() == 0) {
            m_out.strings = decompressFrame(m_file, *frame);
        }
        if (m_out.strings) {
            readTail(walker.position(), end);
        } else {
            addWarning("nsysrep.strings", Severity::dataLoss, "The table of names is damaged: functions and kernels have no names.");
        }
        return true;
    }

    void recover()
    {
        m_out.recovered = true;
        const auto data = findData();
        std::optional<std::uint64_t> blocks = data ? readHeader(*data, m_file.size()) : std::nullopt;
        if (!blocks) {
            fail(data ? "its header is cut or of an unknown structure, so nothing can be read" : "no event data was found in it",
                 data ? "byte " + std::to_string(*data) : "");
        }
        m_out.blocks.clear();
        const std::uint64_t behind = walk(*blocks, m_file.size(), [&](const NsysRepFrame& frame) {
            auto message = decompressFrame(m_file, frame);
            if (message && !looksLikeEvents(message.message) && isMessage(message.message)) {
                m_out.strings = std::move(message);
                return false;
            }
            return true;
        });
        if (m_out.strings) {
            readTail(behind, m_file.size());
        } else {
            addWarning("nsysrep.strings", Severity::dataLoss,
                       "The table of names, which lies behind the events, is missing: functions and kernels have no names.");
        }
    }

    std::optional<std::uint64_t> findData() const
    {
        const std::string head = m_file.bytes(0, static_cast<std::size_t>(std::min<std::uint64_t>(m_file.size(), kMarkSearch)));
        const auto at = head.find(kDataMark);
        return at == std::string::npos ? std::nullopt : std::optional<std::uint64_t>(at);
    }

    const NsysRepFile& m_file;
    const Progress& m_progress;
    NsysRepContainer m_out;
};

} // namespace

NsysRepVersion parseNsysRepVersion(std::string_view text)
{
    std::array<int, 3> parts{};
    for (int& part : parts) {
        const auto dot = text.find('.');
        const std::string_view digits = text.substr(0, dot);
        if (std::from_chars(digits.data(), digits.data() + digits.size(), part).ec != std::errc{} || part < 0) {
            part = 0;
            break;
        }
        if (dot == std::string_view::npos) {
            break;
        }
        text.remove_prefix(dot + 1);
    }
    if (parts[0] < 2000 || parts[0] > 9999) {
        return {};
    }
    return {parts[0], parts[1], parts[2]};
}

NsysRepContainer readNsysRepContainer(const NsysRepFile& file, const Progress& progress) { return Reader(file, progress).read(); }

} // namespace pv::core
