// SPDX-License-Identifier: MIT
// The importer of Chrome traces ("chrome-json"): PyTorch profiler traces and everything else in that format, plain, packed,
// or several in an archive.
#include "core/import/byte_source_layers.h"
#include "core/import/chrome_trace.h"
#include "core/model/error.h"

#include <algorithm>

#include <fmt/format.h>

namespace pv::core {

using namespace chrome;

namespace {
constexpr std::size_t kHeadBytes = 64u << 10;
constexpr TimeNs kYear2001 = 1'000'000'000'000'000'000; // in ns of Unix time

// How surely a text is a trace: 0..100.
int scoreOf(std::string_view text)
{
    if (text.starts_with("\xEF\xBB\xBF")) {
        text.remove_prefix(3);
    }
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == text.npos || (text[first] != '{' && text[first] != '[')) {
        return 0;
    }
    const std::size_t second = text.find_first_not_of(" \t\r\n", first + 1);
    const char next = second == text.npos ? '\0' : text[second];
    const bool array = text[first] == '[';
    if (!(array ? next == '{' || next == ']' || next == '\0' || next == ',' : next == '"' || next == '}' || next == '\0')) {
        return 0;
    }
    if (text.find("\"traceEvents\"") != text.npos) {
        return 95;
    }
    if (text.find("\"ph\"") != text.npos) {
        return 90;
    }
    return array ? 40 : 10;
}

// Where a member of an archive is in time, as far as its begin tells.
struct MemberInfo {
    std::string name;
    bool trace = false;
    std::int64_t base = kNull;
    TimeNs first = 0;
    bool anchored = false;
};

std::string_view valueAfter(std::string_view text, std::string_view key)
{
    const std::size_t at = text.find(key);
    if (at == text.npos) {
        return {};
    }
    text.remove_prefix(at + key.size());
    const std::size_t from = text.find_first_not_of(" \t\r\n:\"");
    return from == text.npos ? std::string_view() : text.substr(from, text.find_first_of(",}\"\r\n ", from) - from);
}

MemberInfo lookAt(const std::string& name, std::string_view head)
{
    MemberInfo info;
    info.name = name;
    info.trace = scoreOf(head) > 0;
    if (const auto base = parseInteger(valueAfter(head, "\"baseTimeNanoseconds\""))) {
        info.base = *base;
    }
    if (const ScaledNumber first = parseScaled(valueAfter(head, "\"ts\""), 3); first.fault == NumberFault::none) {
        info.first = first.value;
    }
    info.anchored = info.base != kNull || info.first > kYear2001;
    return info;
}

class ChromeImport {
public:
    ChromeImport(std::filesystem::path source, ReportWriter& writer, const ImportOptions& options, const Progress& progress)
        : m_source(std::move(source)), m_report(writer, options), m_progress(progress)
    {
    }

    void run()
    {
        auto members = openMembers(m_source, m_status);
        if (!members->isArchive()) {
            members->next();
            const auto kind = import(*members, m_status, MemberInfo{}, kNoLane, "");
            if (m_traces == 0) {
                fail(kind);
            }
        } else {
            importArchive(*members);
        }
        finish();
    }

private:
    [[noreturn]] void fail(DocumentReader::Kind kind) const
    {
        std::string damage;
        for (const Warning& w : m_status.warnings) {
            damage += " " + w.text;
        }
        if (kind == DocumentReader::Kind::notJson) {
            throw Error("Reading the trace", m_source.string(), "it is not JSON", "", "Expected a trace in Chrome's JSON format." + damage);
        }
        throw Error("Reading the trace", m_source.string(), "it is JSON but holds no trace events", "",
                    "A trace has a list \"traceEvents\", or is a list of events that have a phase (\"ph\")." + damage);
    }

    void importArchive(SourceMembers& first)
    {
        // Once through the begins: what is a trace, and whose clock is known.
        std::vector<MemberInfo> infos;
        std::string others;
        std::int64_t otherCount = 0;
        while (first.next()) {
            m_progress.throwIfStopped();
            infos.push_back(lookAt(first.name(), first.head(kHeadBytes)));
            if (!infos.back().trace) {
                ++otherCount;
                if (others.size() < 1000) {
                    others += (others.empty() ? "" : ", ") + first.name();
                }
            }
        }
        if (otherCount > 0) {
            m_report.faults.add(
                "archive.skipped", Severity::info, [&] { return "Files in the archive that are no traces are left out: " + others + "."; },
                otherCount);
        }
        const auto traces = std::count_if(infos.begin(), infos.end(), [](const MemberInfo& i) { return i.trace; });
        const bool anyAnchored = std::any_of(infos.begin(), infos.end(), [](const MemberInfo& i) { return i.trace && i.anchored; });
        for (const bool anchored : {true, false}) {
            importMembers(infos, anchored, traces, anyAnchored);
        }
        if (m_traces == 0) {
            throw Error("Reading the traces in", m_source.string(),
                        traces == 0 ? "no file in the archive is a trace" : "no file in the archive holds trace events", "",
                        others.empty() ? "" : "It holds: " + others + ".");
        }
        m_absolute = anyAnchored && traces > 1;
    }

    void importMembers(const std::vector<MemberInfo>& infos, bool anchored, std::int64_t traces, bool anyAnchored)
    {
        if (std::none_of(infos.begin(), infos.end(), [&](const MemberInfo& i) { return i.trace && i.anchored == anchored; })) {
            return;
        }
        SourceStatus again; // its warnings are those of the first time
        auto members = openMembers(m_source, traces > 0 ? again : m_status);
        for (std::size_t i = 0; members->next() && i < infos.size(); ++i) {
            MemberInfo info = infos[i];
            if (!info.trace || info.anchored != anchored) {
                continue;
            }
            if (traces == 1) {
                import(*members, again, MemberInfo{}, kNoLane, "");
                continue;
            }
            LaneSpec spec;
            spec.kind = LaneKind::group;
            spec.name = info.name;
            spec.sort = static_cast<std::int64_t>(i);
            const LaneId group = m_report.writer.addLane(spec);
            if (!anchored) {
                info.base = anyAnchored && m_report.earliest != std::numeric_limits<TimeNs>::max() ? m_report.earliest - info.first : 0;
                m_report.faults.add("json.clock.no_anchor", Severity::warning, [&] {
                    return fmt::format("Traces in the archive do not say when they were recorded; {}. The first is '{}'.",
                                       anyAnchored ? "they are shown from the begin of the others" : "their times are taken as they are",
                                       info.name);
                });
            }
            const auto before = m_traces;
            import(*members, again, info, group, fmt::format("trace.{}.", i + 1));
            if (m_traces > before) {
                m_report.writer.setMeta(fmt::format("trace.{}.file", i + 1), info.name);
            }
        }
        for (Warning& w : again.warnings) {
            if (std::none_of(m_status.warnings.begin(), m_status.warnings.end(),
                             [&](const Warning& known) { return known.code == w.code; })) {
                m_status.warnings.push_back(std::move(w));
            }
        }
    }

    DocumentReader::Kind import(SourceMembers& members, SourceStatus& status, const MemberInfo& info, LaneId group,
                                const std::string& prefix)
    {
        TraceClock clock;
        clock.baseNs = info.base;
        clock.offset = info.base == kNull ? 0 : info.base;
        EventStream stream(members.stream(), status);
        Trace trace(m_report, m_traceNumber++, group, prefix, clock);
        while (BatchPtr batch = stream.next()) {
            trace.add(*batch, m_progress);
            m_progress(status.fileBytes == 0 ? -1
                                             : static_cast<double>(batch->block.consumed) / static_cast<double>(status.fileBytes) * 0.9,
                       "reading events");
            stream.recycle(std::move(batch));
        }
        const Warning* noPhase = m_report.faults["json.event.no_phase"];
        const bool none = noPhase != nullptr && noPhase->count - m_noPhase == trace.events();
        m_noPhase = noPhase != nullptr ? noPhase->count : 0;
        for (const Warning& w : stream.faults().list()) {
            const std::string text = prefix.empty() ? w.text : fmt::format("{}: {}", info.name, w.text);
            m_report.faults.add(
                w.code, w.severity, [&] { return text; }, w.count);
        }
        trace.finish();
        if (stream.kind() != DocumentReader::Kind::events || (none && trace.events() > 0)) {
            if (!prefix.empty()) {
                m_report.faults.add("archive.no_events", Severity::warning,
                                    [&] { return fmt::format("'{}' in the archive holds no trace events.", info.name); });
            }
            return stream.kind() == DocumentReader::Kind::notJson ? DocumentReader::Kind::notJson : DocumentReader::Kind::noEvents;
        }
        if (trace.events() == 0) {
            m_report.faults.add("json.no_events", Severity::warning, [] { return std::string("The trace holds no events."); });
        }
        ++m_traces;
        m_base = trace.baseNs();
        return stream.kind();
    }

    void finish()
    {
        ReportWriter& writer = m_report.writer;
        const bool any = m_report.earliest != std::numeric_limits<TimeNs>::max();
        const TimeNs origin = any ? m_report.earliest : 0;
        writer.setTimeShift(origin);
        if (m_traces == 1 && !m_absolute && m_base != kNull) {
            TimeNs unix = 0;
            if (!__builtin_add_overflow(m_base, origin, &unix)) {
                writer.setMeta("origin_unix_ns", std::to_string(unix));
            }
        } else if (origin > kYear2001) {
            writer.setMeta("origin_unix_ns", std::to_string(origin));
        }
        for (const Warning& w : m_status.warnings) {
            writer.addWarning(w);
        }
        for (const Warning& w : m_report.faults.list()) {
            writer.addWarning(w);
        }
        m_progress(0.9, "writing");
    }

    std::filesystem::path m_source;
    ReportContext m_report;
    const Progress& m_progress;
    SourceStatus m_status;
    std::uint32_t m_traceNumber = 0;
    std::int64_t m_traces = 0; // that hold events
    std::int64_t m_noPhase = 0;
    std::int64_t m_base = kNull;
    bool m_absolute = false; // times are Unix time
};

class ChromeJsonImporter : public Importer {
public:
    std::string_view name() const override { return "chrome-json"; }

    int recognises(const SourceHead& head) const override
    {
        if (looksLikeZip(head.bytes) || looksLikeTar(head.bytes)) {
            return archiveScore(head.path);
        }
        if (const int score = scoreOf(head.bytes); score > 0) {
            return score;
        }
        const bool wide = head.bytes.size() >= 4 && (head.bytes.starts_with("\xFF\xFE") || head.bytes.starts_with("\xFE\xFF") ||
                                                     head.bytes[0] == '\0' || head.bytes[1] == '\0');
        return wide ? unpackedScore(head.path) : 0;
    }

    void import(const std::filesystem::path& source, ReportWriter& writer, const ImportOptions& options,
                const Progress& progress) const override
    {
        ChromeImport(source, writer, options, progress).run();
    }

private:
    static int archiveScore(const std::filesystem::path& path)
    {
        constexpr int kMostMembers = 50;
        try {
            SourceStatus status;
            auto members = openMembers(path, status);
            int best = 0;
            for (int n = 0; n < kMostMembers && best < 90 && members->next(); ++n) {
                best = std::max(best, scoreOf(members->head(kHeadBytes)));
            }
            return best;
        } catch (const Error&) {
            return 0;
        }
    }
    static int unpackedScore(const std::filesystem::path& path)
    {
        try {
            return scoreOf(readUnpackedHead(path, kHeadBytes).bytes);
        } catch (const Error&) {
            return 0;
        }
    }
};
} // namespace

const Importer& chromeJsonImporter()
{
    static const ChromeJsonImporter importer;
    return importer;
}

} // namespace pv::core
