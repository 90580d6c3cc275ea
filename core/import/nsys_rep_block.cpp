// SPDX-License-Identifier: MIT
#include "core/import/nsys_rep_decoder.h"

namespace pv::core {
namespace {

using T = NsysRepTable;

constexpr std::pair<std::uint32_t, T> kPlainTables[] = {{schedPayload, T::sched},
                                                        {diagnosticPayload, T::diagnostic},
                                                        {contextSwitchPayload, T::gpuContextSwitch},
                                                        {memoryUsagePayload, T::memoryUsage},
                                                        {cpuFaultPayload, T::cpuPageFault},
                                                        {gpuFaultPayload, T::gpuPageFault},
                                                        {memoryPoolPayload, T::memoryPool}};

void addMap(auto& to, const auto& from)
{
    for (const auto& [key, count] : from) {
        to[to.size() < kMostCountedKeys || to.contains(key) ? key : typename std::remove_cvref_t<decltype(to)>::key_type{}] += count;
    }
}

} // namespace

void NsysRepDecoder::run()
{
    const std::size_t from = m_block.resumeAt;
    WireReader reader(m_whole.substr(from));
    for (WireField f; reader.next(f);) {
        item(f);
        if (m_bytes + m_block.made.size() >= m_sliceBytes) {
            m_block.resumeAt = from + reader.position();
            return;
        }
    }
    m_block.counts.malformed += reader.malformed() ? 1 : 0;
    m_block.resumeAt = m_whole.size();
}

void NsysRepDecoder::item(const WireField& f)
{
    if (!f.isMessage() || f.number > 2) {
        count(m_block.counts.unknown, {-1, f.number, -1});
    } else if (f.number == 2) {
        ++m_block.counts.generic;
        generic(f.bytes);
    } else {
        ++m_block.counts.typed;
        typed(f.bytes);
    }
}

void NsysRepDecoder::typed(std::string_view message)
{
    std::int64_t type = -1;
    std::uint32_t payload = 0;
    std::string_view bytes;
    int payloads = 0;
    WireReader reader(message);
    for (WireField f; reader.next(f);) {
        if (f.number == 1 && f.type == WireField::Type::varint) {
            type = f.integer();
        } else if (f.isMessage()) {
            payload = f.number;
            bytes = f.bytes;
            ++payloads;
        }
    }
    if (reader.malformed()) {
        ++m_block.counts.malformed;
        return;
    }
    if (payloads != 1) {
        count(m_block.counts.unknown, {type, payload, -1});
        return;
    }
    switch (payload) {
    case gpuPayload: gpu(type, bytes); return;
    case hostPayload: host(type, bytes); return;
    case nvtxPayload: nvtx(bytes); return;
    case samplePayload: sample(bytes); return;
    case processPayload: process(bytes); return;
    case modulePayload: count(m_block.counts.notShown, {type, payload, -1}); return;
    default: break;
    }
    for (const auto& [field, table] : kPlainTables) {
        if (field == payload) {
            plain(table, bytes);
            return;
        }
    }
    count(m_block.counts.unknown, {type, payload, -1});
}

// Whether rows of the table are wanted in this pass.
bool NsysRepDecoder::wanted(T table)
{
    m_block.present[index(table)] = true;
    return m_early == isEarlyTable(table);
}

void NsysRepDecoder::emit(T table, const NsysRepRow& row)
{
    const std::size_t columns = nsysRepColumns(table).size();
    row.appendTo(m_block.tables[index(table)], columns);
    m_bytes += (columns + 1) * sizeof(std::int64_t);
}

bool NsysRepDecoder::read(T table, std::string_view message, NsysRepRow& row)
{
    const bool good = nsysRepFieldMap(table).read(message, m_whole, row);
    m_block.counts.malformedRows += good ? 0 : 1;
    return good;
}

void NsysRepDecoder::plain(T table, std::string_view message)
{
    if (!wanted(table)) {
        return;
    }
    NsysRepRow row;
    if (read(table, message, row)) {
        emit(table, row);
    }
}

void NsysRepDecoder::process(std::string_view message)
{
    if (!wanted(T::processes)) {
        return;
    }
    NsysRepRow row;
    if (!read(T::processes, message, row)) {
        return;
    }
    if (!row.has(nsysRepOwnColumns().processName)) {
        if (!wireHas(message, 5)) {
            return;
        }
        const std::string_view command = wireBytes(message, 5);
        row.set(nsysRepOwnColumns().processName,
                NsysRepText::pack(command.empty() ? 0 : static_cast<std::size_t>(command.data() - m_whole.data()), command.size(), false));
    }
    if (row.has(nsysRepOwnColumns().processPid)) {
        row.set(nsysRepOwnColumns().processNumber, row.get(nsysRepOwnColumns().processPid, 0) >> 24 & 0xffffff);
    }
    emit(T::processes, row);
}

NsysRepOwnColumns::NsysRepOwnColumns()
{
    for (const T t : {T::cudaCallchains, T::osrtCallchains, T::syscallCallchains, T::sampleCallchains}) {
        stackDepth[index(t)] = nsysRepColumn(t, "stackDepth");
    }
}

const NsysRepOwnColumns& nsysRepOwnColumns()
{
    static const NsysRepOwnColumns columns;
    return columns;
}

const std::array<NsysRepSerialColumn, 2>& nsysRepSerialColumns(NsysRepTable table)
{
    static const auto all = [] {
        std::array<std::array<NsysRepSerialColumn, 2>, kNsysRepTables> out{};
        const auto set = [&](T t, std::string_view column, NsysRepSerial serial, bool zero) {
            auto& columns = out[index(t)];
            (columns[0].column == kNoSerial ? columns[0] : columns[1]) = {static_cast<std::uint8_t>(nsysRepColumn(t, column)), serial,
                                                                          zero};
        };
        set(T::runtime, "callchainId", NsysRepSerial::cudaChain, false);
        set(T::cudaCallchains, "id", NsysRepSerial::cudaChain, false);
        set(T::osrt, "callchainId", NsysRepSerial::osrtChain, true);
        set(T::osrtCallchains, "id", NsysRepSerial::osrtChain, false);
        set(T::syscall, "callchainId", NsysRepSerial::syscallChain, true);
        set(T::syscallCallchains, "id", NsysRepSerial::syscallChain, false);
        set(T::samples, "id", NsysRepSerial::sample, false);
        set(T::sampleCallchains, "id", NsysRepSerial::sample, false);
        set(T::nvtx, "rowNumber", NsysRepSerial::nvtxRow, false);
        set(T::nvtx, "scriptChainId", NsysRepSerial::scriptChain, false);
        set(T::scriptCallchains, "id", NsysRepSerial::scriptChain, false);
        set(T::genericEvents, "genericEventId", NsysRepSerial::genericEvent, false);
        set(T::genericEventData, "genericEventId", NsysRepSerial::genericEvent, false);
        return out;
    }();
    return all[index(table)];
}

void NsysRepCounts::add(const NsysRepCounts& other)
{
    typed += other.typed;
    generic += other.generic;
    malformed += other.malformed;
    syncsUntold += other.syncsUntold;
    payloadsLeftOut += other.payloadsLeftOut;
    metricLayouts += other.metricLayouts;
    addMap(unknown, other.unknown);
    addMap(notShown, other.notShown);
    addMap(unknownGeneric, other.unknownGeneric);
}

void decodeNsysRepBlock(NsysRepBlock& block, const NsysRepContext& context, NsysRepPass pass, std::size_t sliceBytes)
{
    for (auto& rows : block.tables) {
        rows.clear();
    }
    block.present = {};
    block.serials = {};
    block.made.clear();
    block.counts = {};
    block.genericTypes.clear();
    NsysRepDecoder(block, context, pass, sliceBytes).run();
}

} // namespace pv::core
