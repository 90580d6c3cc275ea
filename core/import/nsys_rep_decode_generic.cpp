// SPDX-License-Identifier: MIT
#include "core/import/nsys_rep_decoder.h"

#include <bit>
#include <cstring>

namespace pv::core {
namespace {

using T = NsysRepTable;

constexpr std::size_t kPayloadJsonPerByte = 16; // of a block; a payload's text is a few times longer than its bytes

std::uint64_t load(std::string_view blob, const NsysRepGenericField& field)
{
    std::uint64_t bits = 0;
    std::memcpy(&bits, blob.data() + field.offset, field.size);
    return bits;
}

std::int64_t loadSigned(std::string_view blob, const NsysRepGenericField& field)
{
    const unsigned shift = 64 - 8 * field.size;
    return static_cast<std::int64_t>(load(blob, field) << shift) >> shift;
}

} // namespace

void NsysRepDecoder::nvtx(std::string_view message)
{
    m_block.present[index(T::nvtx)] = true;
    const std::int64_t number = m_block.serials[static_cast<std::size_t>(NsysRepSerial::nvtxRow)]++;
    if (isEarlyNvtx(wireInteger(message, 1)) != m_early) {
        return;
    }
    NsysRepRow row;
    if (!read(T::nvtx, message, row)) {
        return;
    }
    row.set(nsysRepSerialColumn(T::nvtx), number);
    if (!m_context.payloads.empty()) {
        const std::string_view payload = wireBytes(wireBytes(message, 8), 9);
        if (!payload.empty()) {
            schemaPayload(payload, row);
        }
    }
    emit(T::nvtx, row);
}

void NsysRepDecoder::schemaPayload(std::string_view payload, NsysRepRow& row)
{
    const std::size_t start = m_block.made.size();
    const std::int64_t pid = row.get(nsysRepOwnColumns().nvtxTid, 0) & ~std::int64_t{0xffffff};
    m_frames.clear();
    if (m_block.madeTotal > kPayloadJsonPerByte * m_whole.size() ||
        !m_context.payloads.json(pid, wireInteger(payload, 1), wireBytes(payload, 2), m_context.strings, m_block.made, m_frames)) {
        ++m_block.counts.payloadsLeftOut;
        return;
    }
    row.set(nsysRepOwnColumns().nvtxJson, NsysRepText::pack(start, m_block.made.size() - start, true));
    if (!m_frames.empty()) {
        scriptChain(row);
    }
    m_block.madeTotal += m_block.made.size() - start;
}

std::int64_t NsysRepDecoder::make(std::string_view text)
{
    const std::size_t start = m_block.made.size();
    m_block.made += text;
    return NsysRepText::pack(start, text.size(), true);
}

void NsysRepDecoder::scriptChain(NsysRepRow& row)
{
    const std::int64_t id = m_block.serials[static_cast<std::size_t>(NsysRepSerial::scriptChain)]++;
    std::int64_t depth = 0;
    for (const NsysRepScriptFrame& frame : m_frames) {
        NsysRepRow out;
        out.set(0, id);
        out.set(1, make(frame.function));
        out.set(2, make(frame.file));
        out.set(3, frame.line);
        out.set(4, depth++);
        emit(T::scriptCallchains, out);
    }
    row.set(nsysRepOwnColumns().nvtxChain, id);
}

void NsysRepDecoder::generic(std::string_view message)
{
    std::int64_t typeId = 0;
    std::int64_t time = 0;
    std::string_view blob;
    std::string_view thread;
    WireReader reader(message);
    for (WireField f; reader.next(f);) {
        switch (f.number) {
        case 1: typeId = f.integer(); break;
        case 2: time = f.integer(); break;
        case 3: blob = f.bytes; break;
        case 4: thread = f.bytes; break;
        default: break;
        }
    }
    if (reader.malformed()) {
        ++m_block.counts.malformed;
        return;
    }
    if (m_block.genericTypes.size() < kMostCountedKeys) {
        m_block.genericTypes.insert(typeId);
    }
    if (NsysRepGenericType::isMetricLayout(typeId)) {
        ++m_block.counts.metricLayouts;
        return;
    }
    const NsysRepGenericType* type = m_context.generic.find(typeId);
    if (type == nullptr || !type->readable || type->blobSize > blob.size()) {
        count(m_block.counts.unknownGeneric, typeId);
        return;
    }
    if (NsysRepGenericType::source(typeId) == NsysRepGenericType::gpuMetricsSource) {
        gpuMetrics(*type, time, blob);
    } else {
        genericEvent(*type, time, blob, thread);
    }
}

// The exporter reads every size as signed, whatever the field's kind says.
void NsysRepDecoder::gpuMetrics(const NsysRepGenericType& type, std::int64_t time, std::string_view blob)
{
    if (!wanted(T::gpuMetrics)) {
        return;
    }
    NsysRepRow row;
    row.set(0, time);
    row.set(1, time);
    row.set(2, type.typeId);
    for (std::size_t k = 0; k < type.fields.size(); ++k) {
        row.set(3, static_cast<std::int64_t>(k));
        row.set(4, loadSigned(blob, type.fields[k]));
        emit(T::gpuMetrics, row);
    }
}

void NsysRepDecoder::genericEvent(const NsysRepGenericType& type, std::int64_t time, std::string_view blob, std::string_view thread)
{
    m_block.present[index(T::genericEventData)] = true;
    if (!wanted(T::genericEvents)) {
        return;
    }
    const std::int64_t id = m_block.serials[static_cast<std::size_t>(NsysRepSerial::genericEvent)]++;
    NsysRepRow row;
    row.set(0, id);
    row.set(1, time);
    row.set(2, time);
    row.set(3, type.typeId);
    if (!thread.empty()) {
        const auto part = [&](std::uint32_t n) { return static_cast<std::uint64_t>(wireInteger(thread, n)); };
        row.set(4, static_cast<std::int64_t>(part(1) << 56 | part(2) << 48 | part(3) << 24 | part(4)));
    }
    emit(T::genericEvents, row);
    for (std::size_t k = 0; k < type.fields.size(); ++k) {
        const NsysRepGenericField& field = type.fields[k];
        NsysRepRow data;
        data.set(0, id);
        data.set(1, static_cast<std::int64_t>(k));
        switch (field.kind) {
        case 1: data.set(3, static_cast<std::int64_t>(load(blob, field))); break;
        case 2:
            data.set(4, std::bit_cast<std::int64_t>(double(std::bit_cast<float>(static_cast<std::uint32_t>(load(blob, field))))));
            break;
        case 3: data.set(5, static_cast<std::int64_t>(load(blob, field))); break;
        default: data.set(2, loadSigned(blob, field)); break;
        }
        emit(T::genericEventData, data);
    }
}

} // namespace pv::core
