// SPDX-License-Identifier: MIT
#include "core/import/nsys_rep.h"

#include "core/import/nsys_rep_block.h"
#include "core/import/nsys_rep_container.h"
#include "core/import/nsys_rep_emit.h"
#include "core/import/nsys_rep_enums.h"
#include "core/import/nsys_rep_pipeline.h"
#include "core/import/nsys_rep_target.h"
#include "core/import/nsys_rep_wire.h"

#include <fmt/format.h>

namespace pv::core {
namespace {

constexpr double kEarlyShare = 0.2;   // of the progress
constexpr std::size_t kMostTold = 64; // warnings about things of one sort

SyncNumbering syncNumbering(NsysRepVersion version)
{
    if (!version.known()) {
        return SyncNumbering::unknownOldType;
    }
    if (version < NsysRepVersion{2023, 4, 0}) {
        return SyncNumbering::from1;
    }
    return version < NsysRepVersion{2024, 6, 0} ? SyncNumbering::unknownOldType : SyncNumbering::from0;
}

std::string eventTypeName(std::int64_t type)
{
    std::string found;
    forEachNsysEnum([](NsysEnumNeed need) { return need == NsysEnumNeed::always; },
                    [&](std::string_view table, std::int64_t id, std::string_view name, std::string_view) {
                        if (table == "ENUM_NSYS_EVENT_TYPE" && id == type) {
                            found = name;
                        }
                    });
    return found.empty() ? fmt::format("type {}", type) : fmt::format("type {} ({})", type, found);
}

class Import {
public:
    Import(const std::filesystem::path& path, NsysRowSink& sink, const NsysRepOptions& options, const Progress& progress)
        : m_file(path), m_sink(sink), m_pipeline{options.threads, options.inFlightBytes}, m_progress(progress),
          m_content(readNsysRepContainer(m_file, progress)), m_emit(sink, m_content.version, !m_content.extension.empty())
    {
        m_context.generic = NsysRepGenericTypes(m_content.info);
        m_context.payloads = NsysRepPayloads(m_content.extension);
        m_context.strings = NsysRepStrings(std::move(m_content.strings));
        m_context.syncNumbering = syncNumbering(m_content.version);
    }

    NsysRepFacts run()
    {
        for (const NsysRepFrame& frame : m_content.blocks) {
            m_packedTotal += frame.compressed;
        }
        for (std::size_t i = 0; i < m_context.strings.size(); ++i) {
            m_sink.string(static_cast<std::int64_t>(i), m_context.strings[i]);
        }
        emitNsysRepEnvironment(m_content, m_emit);
        emitNsysRepTarget(m_content, m_emit);
        emitNsysRepAttachments(m_context.strings, m_emit);
        emitNsysRepPayloadSchemas(m_content.extension, m_emit);
        early();
        emitNsysRepGenericTypes(m_context, m_genericTypes, m_emit);
        emitNsysRepEnums(m_present, m_emit);
        events();
        warn();
        m_progress(1, "decoding events");

        NsysRepFacts facts;
        facts.productVersion = m_content.productVersion;
        facts.commandLine = std::string(wireBytes(m_content.uiData, 25));
        facts.host = std::string(wireBytes(m_content.uiData, 5));
        facts.events = m_counts.typed + m_counts.generic;
        facts.rows = m_emit.totalRows();
        facts.blocks = static_cast<std::int64_t>(m_content.blocks.size());
        facts.recovered = m_content.recovered;
        return facts;
    }

private:
    void advance(std::size_t i, double from, double share)
    {
        m_progress.throwIfStopped();
        m_packed += m_content.blocks[i].compressed;
        const double done = from + share * static_cast<double>(m_packed) / static_cast<double>(m_packedTotal);
        if (done - m_told >= 0.005) {
            m_told = done;
            m_progress(done, "decoding events");
        }
    }

    // All slices of a block.
    template <class Slice>
    void forEachSlice(NsysRepBlock& block, NsysRepPass pass, Slice&& slice)
    {
        slice(block);
        while (!block.done()) {
            m_progress.throwIfStopped();
            decodeNsysRepBlock(block, m_context, pass, kNsysRepSliceBytes);
            slice(block);
        }
    }

    void early()
    {
        m_emit.beginPass();
        std::vector<NsysRepFrame> good;
        decodeNsysRepBlocks(m_file, m_content.blocks, m_context, NsysRepPass::early, m_pipeline, [&](std::size_t i, NsysRepBlock* block) {
            advance(i, 0, kEarlyShare);
            if (block == nullptr) {
                if (m_damagedBlocks++ == 0) {
                    m_firstDamaged = m_content.blocks[i].offset;
                }
                return;
            }
            good.push_back(m_content.blocks[i]);
            forEachSlice(*block, NsysRepPass::early, [&](const NsysRepBlock& slice) {
                m_emit.slice(slice);
                m_malformedRows += slice.counts.malformedRows;
                for (std::size_t t = 0; t < kNsysRepTables; ++t) {
                    m_present[t] = m_present[t] || slice.present[t];
                }
                m_genericTypes.insert(slice.genericTypes.begin(), slice.genericTypes.end());
            });
        });
        m_content.blocks = std::move(good);
        m_packed = 0;
        m_packedTotal = 0;
        for (const NsysRepFrame& frame : m_content.blocks) {
            m_packedTotal += frame.compressed;
        }
    }

    void events()
    {
        m_emit.beginPass();
        decodeNsysRepBlocks(m_file, m_content.blocks, m_context, NsysRepPass::events, m_pipeline, [&](std::size_t i, NsysRepBlock* block) {
            advance(i, kEarlyShare, 1 - kEarlyShare);
            if (block == nullptr) { // the file changed under our eyes
                ++m_damagedBlocks;
                return;
            }
            forEachSlice(*block, NsysRepPass::events, [&](const NsysRepBlock& slice) {
                m_emit.slice(slice);
                m_malformedRows += slice.counts.malformedRows;
                m_counts.add(slice.counts);
            });
        });
    }

    void warning(std::string code, Severity severity, std::int64_t count, std::string text)
    {
        m_sink.warning({std::move(code), severity, count, std::move(text)});
    }

    void warn()
    {
        for (const Warning& w : m_content.warnings) {
            m_sink.warning(w);
        }
        if (m_damagedBlocks > 0) {
            warning("nsysrep.damaged_block", Severity::dataLoss, m_damagedBlocks,
                    fmt::format("Blocks of events are damaged and were left out (first at byte {}).", m_firstDamaged));
        }
        const std::int64_t malformed = m_malformedRows + m_counts.malformed;
        if (malformed > 0) {
            warning("nsysrep.malformed", Severity::dataLoss, malformed, "Records are damaged inside and were left out.");
        }
        if (!m_context.strings.complete()) {
            warning("nsysrep.strings_cut", Severity::dataLoss, 1,
                    fmt::format("The table of names is damaged behind {} names.", m_context.strings.size()));
        }
        if (m_counts.payloadsLeftOut > 0) {
            warning("nsysrep.payload", Severity::info, m_counts.payloadsLeftOut,
                    "NVTX payloads follow no schema of the file, or are too large.");
        }
        if (m_context.syncNumbering == SyncNumbering::unknownOldType && m_present[index(NsysRepTable::synchronization)] &&
            m_counts.syncsUntold > 0) {
            warning("nsysrep.sync_type", Severity::info, m_counts.syncsUntold,
                    "What synchronisation records waited for is told with numbers whose meaning in this version is unknown.");
        }
        warnUnknown();
        warnNotShown();
        compareCounts();
    }

    void warnUnknown()
    {
        std::int64_t more = 0;
        std::size_t told = 0;
        for (const auto& [key, count] : m_counts.unknown) {
            const auto [type, payload, eventClass] = key;
            if (key == NsysRepUnknown{} || ++told > kMostTold) {
                more += count;
            } else if (eventClass < 0) {
                warning(fmt::format("nsysrep.unknown.{}.{}", type, payload), Severity::warning, count,
                        fmt::format("Events of an unknown kind ({}, payload {}) were left out.", eventTypeName(type), payload));
            } else {
                warning(fmt::format("nsysrep.unknown.{}.{}.{}", type, payload, eventClass), Severity::warning, count,
                        fmt::format("Events of an unknown kind ({}, event class {}) are kept in the table OTHER_FUNCTION_EVENTS only.",
                                    eventTypeName(type), eventClass));
            }
        }
        told = 0;
        for (const auto& [typeId, count] : m_counts.unknownGeneric) {
            if (typeId == 0 || ++told > kMostTold) {
                more += count;
                continue;
            }
            warning(fmt::format("nsysrep.unknown_generic.{:x}", static_cast<std::uint64_t>(typeId)), Severity::warning, count,
                    fmt::format("Generic events of type {} have no layout that can be read, and were left out.", typeId));
        }
        if (more > 0) {
            warning("nsysrep.unknown.more", Severity::warning, more, "Events of further unknown kinds are not shown.");
        }
    }

    void warnNotShown()
    {
        constexpr int kMostNamed = 16;
        int told = 0;
        std::int64_t total = 0;
        std::string kinds;
        for (const auto& [key, count] : m_counts.notShown) {
            total += count;
            if (++told > kMostNamed) {
                continue;
            }
            const auto [type, payload, eventClass] = key;
            kinds += fmt::format("{}{} of {}", kinds.empty() ? "" : ", ", count, eventTypeName(type));
            if (eventClass >= 0) {
                kinds += fmt::format(" class {}", eventClass);
            }
        }
        if (total > 0) {
            warning("nsysrep.not_shown", Severity::info, total,
                    "Records that exports leave out too are not shown (loaded modules, start and end of tracing): " + kinds + ".");
        }
    }

    void compareCount(std::string_view code, std::string_view what, std::int64_t promised, std::int64_t found)
    {
        if (promised >= 0 && promised != found) {
            warning(std::string(code), Severity::dataLoss, promised > found ? promised - found : found - promised,
                    fmt::format("The file promises {} {}, {} were found.", promised, what, found));
        }
    }
    void compareCounts()
    {
        if (m_content.info.empty()) {
            return;
        }
        compareCount("nsysrep.count.events", "events", wireInteger(m_content.info, 1, -1), m_counts.typed);
        compareCount("nsysrep.count.generic", "generic events", wireInteger(m_content.info, 15, -1), m_counts.generic);
        compareCount("nsysrep.count.strings", "names", wireInteger(m_content.info, 3, -1),
                     static_cast<std::int64_t>(m_context.strings.size()));
        compareCount("nsysrep.count.threads", "thread names", wireInteger(m_content.info, 5, -1), m_emit.rows(NsysRepTable::threadNames));
    }

    NsysRepFile m_file;
    NsysRowSink& m_sink;
    NsysRepPipelineOptions m_pipeline;
    const Progress& m_progress;
    NsysRepContainer m_content;
    NsysRepContext m_context;
    NsysRepEmitter m_emit;
    NsysRepCounts m_counts;
    std::array<bool, kNsysRepTables> m_present{};
    std::set<std::int64_t> m_genericTypes;
    std::int64_t m_damagedBlocks = 0;
    std::uint64_t m_firstDamaged = 0;
    std::int64_t m_malformedRows = 0;
    std::uint64_t m_packed = 0;
    std::uint64_t m_packedTotal = 0;
    double m_told = 0;
};

} // namespace

NsysRepFacts decodeNsysRep(const std::filesystem::path& path, NsysRowSink& sink, const NsysRepOptions& options, const Progress& progress)
{
    return Import(path, sink, options, progress).run();
}

} // namespace pv::core
