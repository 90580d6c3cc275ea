// SPDX-License-Identifier: MIT

// The importer for report files: their rows go where the SQLite export's rows go.

#include "core/import/importer.h"
#include "core/import/nsys_rep.h"
#include "core/import/nsys_rep_container.h"

namespace pv::core {
namespace {

class Sink final : public NsysRowSink {
public:
    Sink(ReportWriter& writer, const ImportOptions& options) : m_writer(writer), m_sink(writer, options) {}

    void string(std::int64_t id, std::string_view text) override { m_sink.string(id, text); }
    NsysTable& table(std::string_view name, std::span<const NsysColumn> columns) override { return m_sink.table(name, columns); }
    void warning(const Warning& warning) override { m_writer.addWarning(warning); }
    void finish() { m_sink.finish(); }

private:
    ReportWriter& m_writer;
    NsysSink m_sink;
};

class NsysRepImporter final : public Importer {
public:
    std::string_view name() const override { return "nsys-rep"; }
    int recognises(const SourceHead& head) const override { return head.bytes.starts_with(kNsysRepMagic) ? 100 : 0; }

    void import(const std::filesystem::path& source, ReportWriter& writer, const ImportOptions& options,
                const Progress& progress) const override
    {
        Sink sink(writer, options);
        const NsysRepFacts facts = decodeNsysRep(source, sink, {}, progress);
        if (!facts.productVersion.empty()) {
            writer.setMeta("producer_version", facts.productVersion);
        }
        if (!facts.commandLine.empty()) {
            writer.setMeta("recorded_by", facts.commandLine);
        }
        sink.finish();
    }
};

} // namespace

const Importer& nsysRepImporter()
{
    static const NsysRepImporter importer;
    return importer;
}

} // namespace pv::core
