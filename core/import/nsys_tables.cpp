// SPDX-License-Identifier: MIT
#include "core/import/nsys_tables.h"

#include "core/import/nsys_sink.h"

#include <algorithm>

namespace pv::core {

struct NsysSink::Impl {
    NsysContext context;
    std::map<std::string, std::unique_ptr<NsysTable>, std::less<>> tables;

    Impl(ReportWriter& writer, const ImportOptions& options) : context(writer, options) {}
};

NsysSink::NsysSink(ReportWriter& writer, const ImportOptions& options) : m_impl(std::make_unique<Impl>(writer, options))
{
    writer.setMeta("producer", "NVIDIA Nsight Systems");
}

NsysSink::~NsysSink() = default;

void NsysSink::string(std::int64_t id, std::string_view text) { m_impl->context.addString(id, text); }

void NsysSink::nvtxCategory(std::int64_t globalTid, std::int64_t domain, std::int64_t category, std::string_view name)
{
    m_impl->context.categories[{globalTid == kNull ? kNull : nsysPid(globalTid), domain, category}] = std::string(name);
}

NsysTable& NsysSink::table(std::string_view name, std::span<const NsysColumn> columns)
{
    if (const auto it = m_impl->tables.find(name); it != m_impl->tables.end()) {
        return *it->second;
    }
    NsysContext& c = m_impl->context;
    std::unique_ptr<NsysTable> made;
    if (name == nsys::kNvtxTable.name) {
        made = makeNvtxTable(c, columns);
    } else if (name == "GPU_METRICS") {
        made = makeMetricsTable(c, columns);
    } else if (const auto spec = std::find_if(std::begin(nsys::kEventTables), std::end(nsys::kEventTables),
                                              [&](const NsysEventTable& t) { return t.name == name; });
               spec != std::end(nsys::kEventTables)) {
        made = makeEventTable(c, *spec, columns);
    } else {
        made = makeFactTable(c, name, columns);
        if (!made) {
            made = makeSideTable(c, name, columns);
        }
    }
    return *m_impl->tables.emplace(std::string(name), std::move(made)).first->second;
}

void NsysSink::finish()
{
    m_impl->tables.clear(); // what a table still holds back goes out
    m_impl->context.finish();
}

} // namespace pv::core
