// SPDX-License-Identifier: MIT
// Rows of the event tables other than NVTX and metrics.

#include "core/import/nsys_sink.h"

#include <algorithm>

namespace pv::core {
namespace {

constexpr std::array<std::string_view, 14> kCopyNames{
    "Memcpy",      "Memcpy HtoD", "Memcpy DtoH", "Memcpy HtoA", "Memcpy AtoH",         "Memcpy AtoA",         "Memcpy AtoD",
    "Memcpy DtoA", "Memcpy DtoD", "Memcpy HtoH", "Memcpy PtoP", "Unified memory HtoD", "Unified memory DtoH", "Unified memory DtoD"};
constexpr std::array<std::string_view, 5> kSyncNames{"Synchronize", "Event synchronize", "Stream wait event", "Stream synchronize",
                                                     "Context synchronize"};
constexpr std::array<std::string_view, 12> kContextTags{"Request",          "Request 1",     "Request 2",         "Request 3",
                                                        "Request 4",        "Request 5",     "Request 6",         "Context saved",
                                                        "Context restored", "Context start", "Invalid timestamp", "Engine reset"};

template <std::size_t N>
std::string_view pick(const std::array<std::string_view, N>& names, std::int64_t i)
{
    return i >= 0 && i < static_cast<std::int64_t>(N) ? names[static_cast<std::size_t>(i)] : names[0];
}

class EventTable : public NsysTable {
public:
    EventTable(NsysContext& context, const NsysEventTable& spec, NsysColumns columns) : m_context(context), m_spec(spec)
    {
        m_columns = {col::start, col::flags, col::name};
        if (!isInstantKind(spec.kind)) {
            m_columns.insert(m_columns.begin() + 1, col::duration);
        }
        if (spec.place == NsysPlace::stream) {
            m_columns.push_back(context.writer().column(nsys::kCudaDevice));
            m_cudaDevice = static_cast<int>(m_columns.size()) - 1;
        }
        for (std::size_t i = 0; i < columns.size(); ++i) {
            addField(columns[i], i);
        }
        const bool green = indexOfColumn(columns, "greenContextId") >= 0;
        if (green && spec.place == NsysPlace::stream) {
            m_columns.push_back(context.writer().column("green_context"));
            m_green = static_cast<int>(m_columns.size()) - 1;
            m_greenSource = indexOfColumn(columns, "greenContextId");
        }
        for (const nsys::ChainTable& c : nsys::kChainTables) {
            if (c.name == spec.chains) {
                m_chainBase = c.base;
            }
        }
        m_values.resize(m_columns.size());
    }

    void row(std::span<const NsysValue> values) override
    {
        std::fill(m_values.begin(), m_values.end(), kNull);
        Places p;
        TimeNs end = kNull;
        for (const Field& f : m_fields) {
            const NsysValue& v = values[f.source];
            switch (f.role) {
            case NsysRole::start: m_values[0] = m_context.number(v, m_spec.name); break;
            case NsysRole::end: end = m_context.number(v, m_spec.name); break;
            case NsysRole::device: p.device = m_context.number(v, m_spec.name); break;
            case NsysRole::context: p.context = m_context.number(v, m_spec.name); break;
            case NsysRole::stream: p.stream = m_context.number(v, m_spec.name); break;
            case NsysRole::globalPid:
            case NsysRole::globalTid:
                p.globalId = m_context.number(v, m_spec.name);
                m_context.seeGlobalId(p.globalId);
                break;
            case NsysRole::integer: m_values[f.target] = m_context.number(v, m_spec.name); break;
            case NsysRole::real:
                m_values[f.target] = v.type == NsysValue::Type::real      ? realValue(v.real)
                                     : v.type == NsysValue::Type::integer ? realValue(static_cast<double>(v.integer))
                                                                          : kNull;
                break;
            case NsysRole::text: m_values[f.target] = m_context.stringOf(m_context.number(v, m_spec.name)); break;
            case NsysRole::inlineText: m_values[f.target] = m_context.internText(v); break;
            case NsysRole::chain: {
                const std::int64_t id = m_context.number(v, m_spec.name);
                m_values[f.target] = id == kNull ? kNull : id + m_chainBase;
                break;
            }
            case NsysRole::ignored: break;
            }
        }
        setTimes(end);
        finishRow(p);
    }

private:
    struct Field {
        std::size_t source;
        NsysRole role;
        std::size_t target;
    };
    struct Places {
        std::int64_t device = kNull;
        std::int64_t context = kNull;
        std::int64_t stream = kNull;
        std::int64_t globalId = kNull;
    };

    void addField(const NsysColumn& column, std::size_t source)
    {
        const auto it = std::find_if(m_spec.fields.begin(), m_spec.fields.end(), [&](const NsysField& f) { return f.name == column.name; });
        Field f{source, NsysRole::integer, 0};
        std::string name = column.name;
        if (it != m_spec.fields.end()) {
            f.role = it->role;
            if (!it->column.empty()) {
                name = it->column;
            }
        } else if (column.type == ColumnType::string) {
            f.role = NsysRole::inlineText;
        } else if (column.type == ColumnType::real) {
            f.role = NsysRole::real;
        }
        const bool placed = f.role == NsysRole::start || f.role == NsysRole::end || f.role == NsysRole::device ||
                            f.role == NsysRole::context || f.role == NsysRole::stream || f.role == NsysRole::globalPid ||
                            f.role == NsysRole::globalTid || f.role == NsysRole::ignored;
        if (!placed) {
            const ColumnType type = f.role == NsysRole::text || f.role == NsysRole::inlineText ? ColumnType::string
                                    : f.role == NsysRole::real                                 ? ColumnType::real
                                                                                               : ColumnType::integer;
            const ColumnId id = m_context.writer().column(name, type);
            const auto known = std::find(m_columns.begin(), m_columns.end(), id);
            f.target = static_cast<std::size_t>(known - m_columns.begin());
            if (known == m_columns.end()) {
                m_columns.push_back(id);
            }
        }
        m_fields.push_back(f);
        const std::size_t at = f.target;
        if (column.name == "eventClass") {
            m_eventClass = static_cast<int>(at);
        } else if (column.name == "copyKind" || column.name == "syncType" || column.name == "tag" || column.name == "memoryOperationType" ||
                   column.name == "operationType" || column.name == "isSchedIn" || column.name == "graphId") {
            m_selector = static_cast<int>(at);
        } else if (column.name == "bytes") {
            m_bytes = static_cast<int>(at);
        } else if (column.name == "threadState") {
            m_state = static_cast<int>(at);
        } else if (column.name == "cpu") {
            m_cpu = static_cast<int>(at);
        } else if (column.name == "gpuId") {
            m_gpuId = static_cast<int>(at);
        }
    }

    std::int64_t at(int index) const { return index >= 0 ? m_values[static_cast<std::size_t>(index)] : kNull; }

    void setTimes(TimeNs end)
    {
        const bool instant = isInstantKind(m_spec.kind);
        const std::size_t flags = instant ? 1 : 2;
        if (m_values[0] == kNull || (m_spec.kind == EventKind::cudaEvent && m_values[0] == 0)) {
            m_values[0] = 0;
            m_values[flags] = kFlagInvalidTime;
            if (!instant) {
                m_values[1] = 0;
            }
            return;
        }
        if (instant) {
            return;
        }
        std::int64_t duration = 0;
        if (end == kNull) {
            if (m_spec.kind == EventKind::pageFault) { // CPU faults are moments
                m_values[1] = 0;
                m_values[flags] = kFlagInstant;
                return;
            }
            m_values[1] = 0;
            m_values[flags] = kFlagNoDuration;
            m_context.warn("nsys.no_end", Severity::warning,
                           "Events without an end time were given no duration, first in " + std::string(m_spec.name) + ".");
        } else if (__builtin_sub_overflow(end, m_values[0], &duration) || duration < 0) {
            m_values[1] = 0;
            m_values[flags] = kFlagOutOfOrder;
            m_context.warn("nsys.reversed", Severity::warning,
                           "Events that end before they start were given no duration, first in " + std::string(m_spec.name) + ".");
        } else {
            m_values[1] = duration;
        }
        if (m_values[0] == 0 && end == 0 && isGpuWork(m_spec.kind)) { // the device had no time stamp
            m_values[flags] = kFlagInvalidTime;
            m_context.warn("nsys.no_time", Severity::dataLoss,
                           "GPU work without time stamps is counted, but shown nowhere on the time axis.");
        }
    }

    void setName(std::string_view name)
    {
        const std::size_t index = isInstantKind(m_spec.kind) ? 2 : 3;
        if (m_values[index] == kNull) {
            m_values[index] = static_cast<std::int64_t>(m_context.writer().intern(name).value);
        }
    }

    void finishRow(const Places& p)
    {
        const std::int64_t pid = p.globalId == kNull ? kNull : nsysPid(p.globalId);
        const std::int64_t tid = p.globalId == kNull ? kNull : nsysTid(p.globalId);
        NsysLanes& lanes = m_context.lanes();
        EventKind kind = m_spec.kind;
        LaneId lane = kNoLane;
        const std::int64_t gpu = p.device == kNull ? 0 : lanes.gpuOf(pid, p.device);
        switch (m_spec.place) {
        case NsysPlace::stream:
            lane = lanes.stream(pid, gpu, p.context, p.stream);
            if (p.device != kNull && p.device != gpu) {
                m_values[static_cast<std::size_t>(m_cudaDevice)] = p.device;
            }
            if (m_green >= 0) {
                // Only where it is a green context; the raw column is kept beside it.
                const std::int64_t raw = greenRaw();
                m_values[static_cast<std::size_t>(m_green)] = raw == 0 ? kNull : raw;
            }
            break;
        case NsysPlace::api:
            if (at(m_eventClass) == 67) {
                kind = EventKind::apiBacktrace;
            }
            lane = lanes.ofThread(pid, tid, kind == EventKind::apiBacktrace ? LaneKind::group : LaneKind::api);
            break;
        case NsysPlace::osrt:
            lane = lanes.ofThread(pid, tid, LaneKind::osrt);
            if (at(m_eventClass) == 27) {
                m_values[static_cast<std::size_t>(m_eventClass)] = kNull;
            }
            break;
        case NsysPlace::syscall: lane = lanes.ofThread(pid, tid, LaneKind::syscall); break;
        case NsysPlace::sched:
            lane = lanes.ofThread(pid, tid, LaneKind::sched);
            m_context.switches[{pid, tid}].push_back({m_values[0], at(m_selector) == 1, at(m_state), at(m_cpu)});
            break;
        case NsysPlace::samples: lane = lanes.ofThread(pid, tid, LaneKind::samples); break;
        case NsysPlace::overhead: lane = lanes.ofThread(pid, tid, LaneKind::overhead); break;
        case NsysPlace::sync: lane = lanes.ofGpu(pid, gpu, LaneKind::group, "Synchronization", 40, RowPolicy::packed); break;
        case NsysPlace::memory: {
            lane = lanes.ofGpu(pid, gpu, LaneKind::memory, "GPU memory", 50);
            const std::int64_t bytes = at(m_bytes);
            if (bytes != kNull) {
                m_context.memory[{pid, gpu}].push_back({m_values[0], at(m_selector) == 1 ? -bytes : bytes});
            }
            break;
        }
        case NsysPlace::memoryPool: lane = lanes.ofGpu(pid, gpu, LaneKind::mark, "Memory pools", 60); break;
        case NsysPlace::gpuFault: lane = lanes.ofGpu(pid, gpu, LaneKind::pageFault, "GPU page faults", 70, RowPolicy::packed); break;
        case NsysPlace::cpuFault: lane = lanes.ofProcess(pid, LaneKind::pageFault, "CPU page faults"); break;
        case NsysPlace::gpuContext:
            lane =
                lanes.ofGpu(pid, at(m_gpuId) == kNull ? 0 : at(m_gpuId), LaneKind::gpuContext, "Context switches", 80, RowPolicy::packed);
            break;
        case NsysPlace::nvtx: break;
        }
        name(kind);
        m_context.writer().appender(lane, kind, m_columns).append(m_values.data());
    }

    std::int64_t greenRaw() const
    {
        for (const Field& f : m_fields) {
            if (f.source == static_cast<std::size_t>(m_greenSource)) {
                return m_values[f.target];
            }
        }
        return kNull;
    }

    void name(EventKind kind)
    {
        switch (kind) {
        case EventKind::memcpy: setName(pick(kCopyNames, at(m_selector))); break;
        case EventKind::memset: setName("Memset"); break;
        case EventKind::sync: setName(pick(kSyncNames, at(m_selector))); break;
        case EventKind::cudaEvent: setName("CUDA event"); break;
        case EventKind::graphLaunch: setName("CUDA graph " + std::to_string(at(m_selector) == kNull ? 0 : at(m_selector))); break;
        case EventKind::memoryUsage: setName(at(m_selector) == 1 ? "Free" : "Allocation"); break;
        case EventKind::memoryPool:
            setName(at(m_selector) == 1 ? "Pool created" : at(m_selector) == 2 ? "Pool destroyed" : "Pool trimmed");
            break;
        case EventKind::sched: setName(at(m_selector) == 1 ? "Switched in" : "Switched out"); break;
        case EventKind::sample: setName("CPU sample"); break;
        case EventKind::pageFault: setName("Page fault"); break;
        case EventKind::gpuContext: setName(pick(kContextTags, at(m_selector))); break;
        default: setName(""); break;
        }
    }

    NsysContext& m_context;
    const NsysEventTable& m_spec;
    std::vector<ColumnId> m_columns;
    std::vector<Field> m_fields;
    std::vector<std::int64_t> m_values;
    std::int64_t m_chainBase = 0;
    int m_cudaDevice = -1;
    int m_green = -1;
    int m_greenSource = -1;
    int m_eventClass = -1;
    int m_selector = -1;
    int m_bytes = -1;
    int m_state = -1;
    int m_cpu = -1;
    int m_gpuId = -1;
};

} // namespace

std::unique_ptr<NsysTable> makeEventTable(NsysContext& context, const NsysEventTable& spec, NsysColumns columns)
{
    return std::make_unique<EventTable>(context, spec, columns);
}

} // namespace pv::core
