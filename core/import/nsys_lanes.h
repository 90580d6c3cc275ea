// SPDX-License-Identifier: MIT
#pragma once

// The lanes of a report made from Nsight Systems tables; made when the first event needs them, named at the end, since
// names may come late.

#include "core/store/report_writer.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>

namespace pv::core {

class NsysLanes {
public:
    explicit NsysLanes(ReportWriter& writer);

    void nameProcess(std::int64_t pid, const std::string& name) { m_processNames[pid] = name; }
    void nameThread(std::int64_t pid, std::int64_t tid, const std::string& name) { m_threadNames[{pid, tid}] = name; }
    void nameGpu(std::int64_t gpu, const std::string& name) { m_gpuNames[gpu] = name; }
    void nameStream(std::int64_t pid, std::int64_t context, std::int64_t stream, const std::string& name)
    {
        m_streamNames[{pid, context, stream}] = name;
    }
    void nullStream(std::int64_t pid, std::int64_t context, std::int64_t stream) { m_nullStreams[{pid, context, stream}] = true; }
    void nameDomain(std::int64_t pid, std::int64_t domain, const std::string& name) { m_domainNames[{pid, domain}] = name; }
    void nameHost(const std::string& name) { m_hostName = name; }
    // GPU of the report that a process calls `device`.
    void mapDevice(std::int64_t pid, std::int64_t device, std::int64_t gpu) { m_gpuOf[{pid, device}] = gpu; }
    std::int64_t gpuOf(std::int64_t pid, std::int64_t device) const;

    LaneId ofThread(std::int64_t pid, std::int64_t tid, LaneKind kind);
    LaneId nvtx(std::int64_t pid, std::int64_t tid, std::int64_t domain, bool startEnd);
    LaneId stream(std::int64_t pid, std::int64_t gpu, std::int64_t context, std::int64_t stream);
    LaneId ofGpu(std::int64_t pid, std::int64_t gpu, LaneKind kind, const std::string& name, std::int64_t sort,
                 RowPolicy rows = RowPolicy::nested);
    LaneId ofProcess(std::int64_t pid, LaneKind kind, const std::string& name);
    LaneId counterGroup(std::int64_t gpu, std::int64_t typeId, const std::string& name);
    LaneId counter(LaneId parent, std::int64_t key, const std::string& name, const std::string& unit, ColumnId column, std::int64_t sort);
    LaneId gpu(std::int64_t gpu);
    LaneId process(std::int64_t pid);
    void finish();

private:
    using Key = std::tuple<int, std::int64_t, std::int64_t, std::int64_t, std::int64_t>;
    LaneId make(const Key& key, const LaneSpec& spec);
    LaneId thread(std::int64_t pid, std::int64_t tid);

    ReportWriter& m_writer;
    LaneId m_host;
    std::map<Key, LaneId> m_lanes;
    std::map<std::int64_t, std::string> m_processNames;
    std::map<std::pair<std::int64_t, std::int64_t>, std::string> m_threadNames;
    std::map<std::int64_t, std::string> m_gpuNames;
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, std::string> m_streamNames;
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, bool> m_nullStreams;
    std::map<std::pair<std::int64_t, std::int64_t>, std::string> m_domainNames;
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> m_gpuOf;
    std::string m_hostName;
};

} // namespace pv::core
