// SPDX-License-Identifier: MIT
#pragma once

// Inside of decodeNsysRepBlock: one item of a block after the other becomes rows. nsys_rep_block.cpp walks the items,
// nsys_rep_decode_gpu.cpp, nsys_rep_decode_host.cpp and nsys_rep_decode_generic.cpp read what is in them.

#include "core/import/nsys_rep_block.h"
#include "core/import/nsys_rep_wire.h"

namespace pv::core {

// Payload fields of a typed event.
enum NsysRepPayload : std::uint32_t {
    nvtxPayload = 102,
    samplePayload = 104,
    schedPayload = 106,
    gpuPayload = 107,
    hostPayload = 108,
    modulePayload = 109,
    diagnosticPayload = 110,
    processPayload = 113,
    contextSwitchPayload = 114,
    memoryUsagePayload = 123,
    cpuFaultPayload = 124,
    gpuFaultPayload = 125,
    memoryPoolPayload = 129
};

// Columns that the decoder sets itself.
struct NsysRepOwnColumns {
    using T = NsysRepTable;
    std::size_t syncOld = nsysRepColumn(T::synchronization, "deprecatedSyncType");
    std::size_t syncType = nsysRepColumn(T::synchronization, "syncType");
    std::size_t eventTime = nsysRepColumn(T::cudaEvent, "timestamp");
    std::size_t nvtxTid = nsysRepColumn(T::nvtx, "globalTid");
    std::size_t nvtxJson = nsysRepColumn(T::nvtx, "payloadJson");
    std::size_t nvtxChain = nsysRepColumn(T::nvtx, "scriptChainId");
    std::size_t processPid = nsysRepColumn(T::processes, "globalPid");
    std::size_t processNumber = nsysRepColumn(T::processes, "pid");
    std::size_t processName = nsysRepColumn(T::processes, "name");
    std::size_t graphId = nsysRepColumn(T::graphEvents, "graphId");
    std::size_t graphOriginal = nsysRepColumn(T::graphEvents, "originalGraphId");
    std::size_t graphExec = nsysRepColumn(T::graphEvents, "graphExecId");
    std::size_t otherType = nsysRepColumn(T::otherFunctions, "eventType");
    std::array<std::size_t, kNsysRepTables> stackDepth{};
    NsysRepOwnColumns();
};
const NsysRepOwnColumns& nsysRepOwnColumns();

class NsysRepDecoder {
public:
    NsysRepDecoder(NsysRepBlock& block, const NsysRepContext& context, NsysRepPass pass, std::size_t sliceBytes)
        : m_block(block), m_context(context), m_early(pass == NsysRepPass::early), m_sliceBytes(sliceBytes), m_whole(block.data.message)
    {
    }
    void run();

private:
    using T = NsysRepTable;
    // The table of an event's call chain.
    struct Chain {
        T table{};
        NsysRepSerial serial{};
    };

    template <class Map>
    static void count(Map& map, const typename Map::key_type& key)
    {
        const auto it = map.find(key);
        if (it != map.end()) {
            ++it->second;
        } else {
            ++map[map.size() < kMostCountedKeys ? key : typename Map::key_type{}];
        }
    }
    static const Chain* chainOf(T table);

    void item(const WireField& f);
    void typed(std::string_view message);
    // Whether rows of the table are wanted in this pass.
    bool wanted(T table);
    void emit(T table, const NsysRepRow& row);
    bool read(T table, std::string_view message, NsysRepRow& row);
    void plain(T table, std::string_view message);
    void gpu(std::int64_t type, std::string_view message);
    // The type's numbers, and the field it lies in, changed over the years; the current ones are those of
    // ENUM_CUPTI_SYNC_TYPE.
    void synchronizationType(NsysRepRow& row);
    void host(std::int64_t type, std::string_view message);
    void graphIds(std::string_view message, NsysRepRow& row) const;
    // Number of the chain within the slice, or -1 when the event has no frames.
    std::int64_t callChain(const Chain& chain, std::string_view message, std::uint32_t field);
    void nvtx(std::string_view message);
    void schemaPayload(std::string_view payload, NsysRepRow& row);
    void scriptChain(NsysRepRow& row);
    std::int64_t make(std::string_view text); // a text cell
    void sample(std::string_view message);
    void process(std::string_view message);
    void generic(std::string_view message);
    // The exporter reads every size as signed, whatever the field's kind says.
    void gpuMetrics(const NsysRepGenericType& type, std::int64_t time, std::string_view blob);
    void genericEvent(const NsysRepGenericType& type, std::int64_t time, std::string_view blob, std::string_view thread);

    NsysRepBlock& m_block;
    const NsysRepContext& m_context;
    const bool m_early;
    const std::size_t m_sliceBytes;
    const std::string_view m_whole;
    std::size_t m_bytes = 0; // of rows, in this slice
    std::vector<NsysRepScriptFrame> m_frames;
};

} // namespace pv::core
