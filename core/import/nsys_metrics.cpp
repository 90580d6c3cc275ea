// SPDX-License-Identifier: MIT
// GPU_METRICS: one row a sample and metric in the source, one event a sample with a column a metric here.

#include "core/import/nsys_sink.h"

#include <algorithm>

namespace pv::core {
namespace {

// "DRAM Read Bandwidth [Throughput %]" -> name and unit.
std::pair<std::string, std::string> nameAndUnit(const std::string& text)
{
    const std::size_t open = text.rfind(" [");
    if (open == std::string::npos || text.back() != ']') {
        return {text, ""};
    }
    return {text.substr(0, open), text.substr(open + 2, text.size() - open - 3)};
}

class MetricsTable : public NsysTable {
public:
    MetricsTable(NsysContext& context, NsysColumns columns)
        : m_context(context), m_raw(indexOfColumn(columns, "rawTimestamp")), m_time(indexOfColumn(columns, "timestamp")),
          m_type(indexOfColumn(columns, "typeId")), m_metric(indexOfColumn(columns, "metricId")), m_value(indexOfColumn(columns, "value")),
          m_rawColumn(context.writer().column("rawTimestamp"))
    {
    }
    ~MetricsTable() override
    {
        try {
            flush();
        } catch (const std::exception&) { // memory is short; finish() will say so
        }
    }

    void row(std::span<const NsysValue> values) override
    {
        const std::int64_t time = at(values, m_time);
        const std::int64_t type = at(values, m_type);
        const std::int64_t metric = at(values, m_metric);
        if (time == kNull || type == kNull || metric == kNull || metric < 0 || metric > 100000) {
            m_context.warn("nsys.metric_without_place", Severity::dataLoss,
                           "GPU metric samples without time, GPU or metric were left out.");
            return;
        }
        const bool repeated = std::any_of(m_sample.begin(), m_sample.end(), [&](const auto& s) { return s.first == metric; });
        if (time != m_sampleTime || type != m_sampleType || repeated) {
            flush();
            m_sampleTime = time;
            m_sampleType = type;
            m_sampleRaw = at(values, m_raw);
        }
        m_sample.emplace_back(metric, at(values, m_value));
    }

private:
    struct Group {
        LaneId lane;
        std::vector<std::int64_t> metrics; // columns beyond the first two
        std::vector<ColumnId> columns;
    };

    std::int64_t at(std::span<const NsysValue> values, int i) const
    {
        return i >= 0 ? m_context.number(values[static_cast<std::size_t>(i)], "GPU_METRICS") : kNull;
    }

    std::size_t columnOf(Group& g, std::int64_t type, std::int64_t metric)
    {
        const auto it = std::find(g.metrics.begin(), g.metrics.end(), metric);
        if (it != g.metrics.end()) {
            return static_cast<std::size_t>(it - g.metrics.begin()) + 2;
        }
        const ColumnId column = m_context.writer().column("metric_" + std::to_string(metric));
        const auto named = m_context.metricNames.find({type, metric});
        const auto [name, unit] = nameAndUnit(named != m_context.metricNames.end() ? named->second : "Metric " + std::to_string(metric));
        m_context.lanes().counter(g.lane, metric, name, unit, column, metric);
        g.metrics.push_back(metric);
        g.columns.push_back(column);
        return g.columns.size() - 1;
    }

    void flush()
    {
        if (m_sample.empty()) {
            return;
        }
        auto [it, isNew] = m_groups.try_emplace(m_sampleType);
        Group& g = it->second;
        if (isNew) {
            g.lane = m_context.lanes().counterGroup(m_sampleType & 0xFF, m_sampleType, "GPU metrics");
            g.columns = {col::start, m_rawColumn};
            static const TableColumn kColumns[] = {{"lane", ColumnType::integer}, {"typeId", ColumnType::integer}};
            const std::int64_t row[] = {std::int64_t{g.lane.value}, m_sampleType};
            m_context.writer().table("GPU_METRICS_LANES", kColumns).append(row);
            for (const auto& [key, name] : m_context.metricNames) { // all of the type, in order
                if (key.first == m_sampleType) {
                    columnOf(g, m_sampleType, key.second);
                }
            }
        }
        for (const auto& [metric, value] : m_sample) {
            columnOf(g, m_sampleType, metric);
        }
        std::vector<std::int64_t> row(g.columns.size(), kNull);
        row[0] = m_sampleTime;
        row[1] = m_sampleRaw == m_sampleTime ? kNull : m_sampleRaw;
        for (const auto& [metric, value] : m_sample) {
            row[columnOf(g, m_sampleType, metric)] = value;
        }
        m_context.writer().appender(g.lane, EventKind::counter, g.columns).append(row.data());
        m_sample.clear();
    }

    NsysContext& m_context;
    int m_raw, m_time, m_type, m_metric, m_value;
    ColumnId m_rawColumn;
    std::map<std::int64_t, Group> m_groups;
    TimeNs m_sampleTime = kNull;
    std::int64_t m_sampleType = kNull;
    std::int64_t m_sampleRaw = kNull;
    std::vector<std::pair<std::int64_t, std::int64_t>> m_sample;
};

} // namespace

std::unique_ptr<NsysTable> makeMetricsTable(NsysContext& context, NsysColumns columns)
{
    return std::make_unique<MetricsTable>(context, columns);
}

} // namespace pv::core
