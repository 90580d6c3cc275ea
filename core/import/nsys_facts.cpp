// SPDX-License-Identifier: MIT
// Tables that are not events: each is kept as it is; some also name lanes, GPUs, processes and the report's facts.

#include "core/import/nsys_sink.h"

#include <algorithm>
#include <charconv>
#include <functional>

namespace pv::core {
namespace {

// Rows as they are. Texts are interned, ids of StringIds become ours.
class KeptTable : public NsysTable {
public:
    KeptTable(NsysContext& context, std::string_view name, NsysColumns columns)
        : m_context(context), m_name(name), m_redacts(name == "META_DATA_CAPTURE" || name == "TARGET_INFO_SYSTEM_ENV")
    {
        for (const NsysColumn& c : columns) {
            const bool id = c.type != ColumnType::string && isStringIdColumn(name, c.name);
            m_columns.push_back({c.name, id ? ColumnType::string : c.type});
            m_isId.push_back(id);
        }
        m_nameAt = indexOfColumn(columns, "name");
        m_valueAt = indexOfColumn(columns, "value");
        m_values.resize(columns.size());
        m_table = &context.writer().table(name, m_columns);
    }
    void row(std::span<const NsysValue> values) override
    {
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            const NsysValue& v = values[i];
            if (m_isId[i]) {
                m_values[i] = v.type == NsysValue::Type::null ? kNull : m_context.stringOf(m_context.number(v, m_name));
            } else if (m_columns[i].type == ColumnType::string) {
                m_values[i] = redacted(values, i) ? redact(v) : m_context.internText(v);
            } else if (m_columns[i].type == ColumnType::real) {
                m_values[i] = v.type == NsysValue::Type::real      ? realValue(v.real)
                              : v.type == NsysValue::Type::integer ? realValue(static_cast<double>(v.integer))
                                                                   : kNull;
            } else {
                m_values[i] = m_context.number(v, m_name);
            }
        }
        m_table->append(m_values.data());
    }

private:
    bool redacted(std::span<const NsysValue> values, std::size_t i) const
    {
        if (!m_redacts || m_context.options().environment || m_nameAt < 0 || static_cast<int>(i) != m_valueAt) {
            return false;
        }
        const std::string_view name = values[static_cast<std::size_t>(m_nameAt)].text;
        return name.ends_with("ENVIRONMENT_VARIABLE") || name.ends_with("Environment");
    }
    // "NAME=value" keeps its name; a list of them, parted by ';', keeps its names.
    std::int64_t redact(const NsysValue& v)
    {
        std::string kept;
        std::string_view rest = v.text;
        while (!rest.empty()) {
            const std::size_t end = rest.find_first_of(std::string_view(";\0", 2));
            const std::string_view one = rest.substr(0, end);
            if (const std::size_t equal = one.find_first_of("=|"); equal != std::string_view::npos) {
                kept += (kept.empty() ? "" : ";") + std::string(one.substr(0, equal + 1));
            }
            rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
        }
        m_context.warn("nsys.environment", Severity::info,
                       "Values of environment variables are not kept (they may hold secrets); their names are.");
        return static_cast<std::int64_t>(m_context.writer().internRare(kept).value);
    }

    NsysContext& m_context;
    std::string m_name;
    bool m_redacts;
    std::vector<TableColumn> m_columns;
    std::vector<bool> m_isId;
    int m_nameAt = -1;
    int m_valueAt = -1;
    std::vector<std::int64_t> m_values;
    TableAppender* m_table;
};

// One row, by column name.
class Row {
public:
    Row(NsysContext& context, std::string_view table, const std::vector<std::string>& names, std::span<const NsysValue> values)
        : m_context(context), m_table(table), m_names(names), m_values(values)
    {
    }
    std::int64_t number(std::string_view name) const
    {
        const NsysValue* v = find(name);
        return v != nullptr ? m_context.number(*v, m_table) : kNull;
    }
    std::string text(std::string_view name) const
    {
        const NsysValue* v = find(name);
        return v != nullptr && (v->type == NsysValue::Type::text || v->type == NsysValue::Type::blob) ? std::string(v->text)
                                                                                                      : std::string();
    }
    std::string textById(std::string_view name) const { return std::string(m_context.textOf(number(name))); }
    NsysContext& context() const { return m_context; }

private:
    const NsysValue* find(std::string_view name) const
    {
        for (std::size_t i = 0; i < m_names.size(); ++i) {
            if (m_names[i] == name) {
                return &m_values[i];
            }
        }
        return nullptr;
    }
    NsysContext& m_context;
    std::string_view m_table;
    const std::vector<std::string>& m_names;
    std::span<const NsysValue> m_values;
};

using Reader = void (*)(const Row&);

void processes(const Row& r)
{
    const std::int64_t id = r.number("globalPid");
    const std::int64_t pid = r.number("pid") != kNull ? r.number("pid") : nsysPid(id);
    r.context().lanes().nameProcess(pid, r.text("name"));
    Process p;
    p.pid = pid;
    p.name = r.text("name");
    p.globalPrefix = id == kNull ? kNull : nsysPrefix(id);
    r.context().writer().addProcess(p);
}

void threadNames(const Row& r)
{
    const std::int64_t id = r.number("globalTid");
    if (id == kNull) {
        return;
    }
    const std::string name = r.textById("nameId");
    r.context().lanes().nameThread(nsysPid(id), nsysTid(id), name);
    Thread t;
    t.pid = nsysPid(id);
    t.tid = nsysTid(id);
    t.name = name;
    t.priority = r.number("priority");
    r.context().writer().addThread(t);
}

void gpu(const Row& r)
{
    Gpu g;
    g.device = r.number("id") != kNull ? r.number("id") : r.number("deviceId"); // before 2021: TARGET_INFO_CUDA_GPU
    g.name = r.text("name");
    g.uuid = r.text("uuid");
    g.pciBus = r.text("busLocation").empty() ? r.text("pciBusId") : r.text("busLocation");
    g.smCount = r.number("smCount");
    g.memoryBytes = r.number("totalMemory");
    if (r.number("computeMajor") != kNull && r.number("computeMinor") != kNull) {
        g.computeCapability = std::to_string(r.number("computeMajor")) + "." + std::to_string(r.number("computeMinor"));
    }
    if (g.device == kNull) {
        return;
    }
    r.context().writer().addGpu(g);
    r.context().lanes().nameGpu(g.device, g.name);
}

void cudaDevice(const Row& r)
{
    if (r.number("gpuId") != kNull && r.number("cudaId") != kNull && r.number("pid") != kNull) {
        r.context().lanes().mapDevice(r.number("pid"), r.number("cudaId"), r.number("gpuId"));
    }
}

void contextInfo(const Row& r)
{
    if (r.number("nullStreamId") != kNull) {
        r.context().lanes().nullStream(r.number("processId"), r.number("contextId"), r.number("nullStreamId"));
    }
}

void nullStream(const Row& r) { r.context().lanes().nullStream(r.number("processId"), r.number("contextId"), r.number("streamId")); }
void streamName(const Row& r)
{
    r.context().lanes().nameStream(r.number("processId"), r.number("contextId"), r.number("streamId"), r.text("name"));
}
void metricInfo(const Row& r) { r.context().metricNames[{r.number("typeId"), r.number("metricId")}] = r.text("metricName"); }
void genericSource(const Row& r) { r.context().genericSources[r.number("sourceId")] = r.textById("nameId"); }
void genericType(const Row& r) { r.context().genericTypes[r.number("typeId")] = {r.number("sourceId"), r.textById("nameId")}; }
void genericField(const Row& r) { r.context().genericFields[{r.number("typeId"), r.number("fieldIdx")}] = r.textById("fieldNameId"); }

bool isNvtxCounter(NsysContext& c, std::int64_t type)
{
    const auto it = c.genericTypes.find(type);
    const auto source = it != c.genericTypes.end() ? c.genericSources.find(it->second.first) : c.genericSources.end();
    return source != c.genericSources.end() && (source->second == "GenericCounters" || source->second.find("NVTX") != std::string::npos);
}

void genericEvent(const Row& r)
{
    if (const std::int64_t type = r.number("typeId"); isNvtxCounter(r.context(), type) && r.number("timestamp") != kNull) {
        r.context().genericEvents[r.number("genericEventId")] = {r.number("timestamp"), type};
    }
}

void sessionStart(const Row& r)
{
    if (r.number("utcEpochNs") != kNull) {
        r.context().writer().setMeta("origin_unix_ns", std::to_string(r.number("utcEpochNs")));
    }
}

void analysisDetails(const Row& r)
{
    if (r.number("duration") != kNull && r.number("duration") > 0) {
        r.context().writer().setMeta("nsys.duration_ns", std::to_string(r.number("duration")));
    }
}

void metaCapture(const Row& r)
{
    ReportWriter& w = r.context().writer();
    const std::string name = r.text("name");
    if (name.ends_with(":COMMAND")) {
        w.setMeta("nsys.command", r.text("value"));
        w.setMeta("command_line", r.text("value"));
    } else if (name == "DEVICE_DISPLAY_NAME") {
        r.context().lanes().nameHost(r.text("value"));
        w.setMeta("host", r.text("value"));
    }
}

void metaExport(const Row& r)
{
    ReportWriter& w = r.context().writer();
    const std::string name = r.text("name");
    if (name == "EXPORT_PRODUCT_VERSION") {
        w.setMeta("producer_version", r.text("value"));
    } else if (name == "EXPORT_SCHEMA_VERSION") {
        w.setMeta("nsys.schema_version", r.text("value"));
    }
}

void diagnostic(const Row& r)
{
    const std::int64_t severity = r.number("severity");
    if (severity == 2 || severity == 3) {
        const std::string text = r.text("text");
        // Each text is a kind of its own: they say quite different things.
        r.context().warn("nsys.diagnostic: " + text.substr(0, 60), severity == 3 ? Severity::error : Severity::warning, text);
    }
}

struct Known {
    std::string_view table;
    Reader reader;
};
constexpr Known kKnown[] = {
    {"PROCESSES", processes},
    {"ThreadNames", threadNames},
    {"TARGET_INFO_GPU", gpu},
    {"TARGET_INFO_CUDA_GPU", gpu},
    {"TARGET_INFO_CUDA_DEVICE", cudaDevice},
    {"TARGET_INFO_CUDA_CONTEXT_INFO", contextInfo},
    {"TARGET_INFO_CUDA_NULL_STREAM", nullStream},
    {"TARGET_INFO_NVTX_CUDA_STREAM", streamName},
    {"TARGET_INFO_GPU_METRICS", metricInfo},
    {"GENERIC_EVENT_SOURCES", genericSource},
    {"GENERIC_EVENT_TYPES", genericType},
    {"GENERIC_EVENT_TYPE_FIELDS", genericField},
    {"GENERIC_EVENTS", genericEvent},
    {"TARGET_INFO_SESSION_START_TIME", sessionStart},
    {"ANALYSIS_DETAILS", analysisDetails},
    {"META_DATA_CAPTURE", metaCapture},
    {"META_DATA_EXPORT", metaExport},
    {"EXPORT_META_DATA", metaExport},
    {"DIAGNOSTIC_EVENT", diagnostic},
};

class FactTable : public NsysTable {
public:
    FactTable(NsysContext& context, std::string_view name, NsysColumns columns, Reader reader)
        : m_context(context), m_name(name), m_side(makeSideTable(context, name, columns)), m_reader(reader)
    {
        for (const NsysColumn& c : columns) {
            m_names.push_back(c.name);
        }
    }
    void row(std::span<const NsysValue> values) override
    {
        m_side->row(values);
        m_reader(Row(m_context, m_name, m_names, values));
    }

private:
    NsysContext& m_context;
    std::string m_name;
    std::unique_ptr<NsysTable> m_side;
    Reader m_reader;
    std::vector<std::string> m_names;
};

// Values of NVTX counters: a lane a counter, beside the table itself.
class GenericDataTable : public NsysTable {
public:
    GenericDataTable(NsysContext& context, NsysColumns columns)
        : m_context(context), m_side(makeSideTable(context, "GENERIC_EVENT_DATA", columns))
    {
        for (const NsysColumn& c : columns) {
            m_names.push_back(c.name);
        }
        for (const char* name : {"intVal", "uintVal", "floatVal", "doubleVal"}) {
            m_values.push_back(indexOfColumn(columns, name));
        }
    }
    void row(std::span<const NsysValue> values) override
    {
        m_side->row(values);
        const Row r(m_context, "GENERIC_EVENT_DATA", m_names, values);
        const auto event = m_context.genericEvents.find(r.number("genericEventId"));
        if (event == m_context.genericEvents.end()) {
            return;
        }
        for (const int at : m_values) {
            const NsysValue* v = at >= 0 ? &values[static_cast<std::size_t>(at)] : nullptr;
            if (v != nullptr && v->type != NsysValue::Type::null) {
                append(event->second.first, event->second.second, r.number("fieldIdx"),
                       v->type == NsysValue::Type::real ? v->real : static_cast<double>(v->integer));
                return;
            }
        }
    }

private:
    void append(TimeNs time, std::int64_t type, std::int64_t field, double value)
    {
        NsysLanes& lanes = m_context.lanes();
        const LaneId group = lanes.counterGroup(-1, m_context.genericTypes[type].first, "NVTX counters");
        const auto name = m_context.genericFields.find({type, field});
        const std::string& typeName = m_context.genericTypes[type].second;
        const std::string text = name == m_context.genericFields.end() || name->second.empty() || name->second == typeName
                                     ? typeName
                                     : typeName + ": " + name->second;
        const LaneId lane = lanes.counter(group, (type << 8) ^ field, text, "", col::counterReal, type * 256 + field);
        // Counters of their own times do not share a group's samples.
        m_context.writer().lane(group).kind = LaneKind::group;
        static constexpr ColumnId kColumns[] = {col::start, col::counterReal};
        const std::int64_t row[] = {time, realValue(value)};
        m_context.writer().appender(lane, EventKind::counter, kColumns).append(row);
    }

    NsysContext& m_context;
    std::unique_ptr<NsysTable> m_side;
    std::vector<std::string> m_names;
    std::vector<int> m_values;
};

} // namespace

bool isStringIdColumn(std::string_view table, std::string_view column)
{
    if (table == "StringIds") {
        return false;
    }
    static constexpr std::array<std::string_view, 22> kColumns{
        "nameId",    "symbol",      "module",         "contentId",  "filenameId",        "textId",   "fieldNameId", "demangledName",
        "shortName", "mangledName", "CpuInstruction", "sourceFile", "srcFile",           "funcName", "varName",     "kernelName",
        "apiCallId", "jsonTextId",  "etwTaskNameId",  "value",      "etwProviderNameId", "filename"};
    if (column == "value") {
        return table == "OSRT_ARGUMENTS";
    }
    if (column == "filename") {
        return false; // a text in ANALYSIS_FILE
    }
    return std::find(kColumns.begin(), kColumns.end(), column) != kColumns.end();
}

std::unique_ptr<NsysTable> makeSideTable(NsysContext& context, std::string_view name, NsysColumns columns)
{
    return std::make_unique<KeptTable>(context, name, columns);
}

std::unique_ptr<NsysTable> makeFactTable(NsysContext& context, std::string_view name, NsysColumns columns)
{
    if (name == "GENERIC_EVENT_DATA") {
        return std::make_unique<GenericDataTable>(context, columns);
    }
    for (const Known& k : kKnown) {
        if (k.table == name) {
            return std::make_unique<FactTable>(context, name, columns, k.reader);
        }
    }
    return nullptr;
}

} // namespace pv::core
