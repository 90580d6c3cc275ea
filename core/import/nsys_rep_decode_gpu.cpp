// SPDX-License-Identifier: MIT
#include "core/import/nsys_rep_decoder.h"

namespace pv::core {
namespace {

using T = NsysRepTable;

struct GpuTable {
    std::uint32_t field = 0;
    T table{};
};
constexpr GpuTable kGpuTables[] = {{101, T::kernel},          {102, T::memcpy},    {103, T::memset},
                                   {105, T::synchronization}, {106, T::cudaEvent}, {107, T::graphTrace}};

} // namespace

void NsysRepDecoder::gpu(std::int64_t type, std::string_view message)
{
    // Where the fields 1..9 of the event go among the first columns of its table.
    static constexpr std::uint8_t kColumnOfField[10] = {kNoSerial, 0, 1, 6, 2, 3, 5, kNoSerial, 7, 4};
    constexpr std::size_t kShared = 8;
    std::array<std::int64_t, kShared> shared{};
    std::uint64_t present = 0;
    const GpuTable* found = nullptr;
    std::string_view details;
    WireReader reader(message);
    for (WireField f; reader.next(f);) {
        if (f.number < std::size(kColumnOfField)) {
            const std::uint8_t column = kColumnOfField[f.number];
            if (column != kNoSerial && f.type == WireField::Type::varint) {
                shared[column] = f.integer();
                present |= std::uint64_t{1} << column;
            }
        } else if (f.isMessage()) {
            for (const GpuTable& t : kGpuTables) {
                if (t.field == f.number) {
                    found = &t;
                    details = f.bytes;
                }
            }
        }
    }
    if (reader.malformed()) {
        ++m_block.counts.malformed;
        return;
    }
    if (found == nullptr) {
        count(m_block.counts.unknown, {type, gpuPayload, -1});
        return;
    }
    if (!wanted(found->table)) {
        return;
    }
    NsysRepRow row;
    if (!read(found->table, details, row)) {
        return;
    }
    // Event records have no start and end of their own; the first time is when the GPU came to it.
    const std::size_t drop = found->table == T::cudaEvent ? 2 : 0;
    for (std::size_t c = drop; c < kShared; ++c) {
        if (present >> c & 1) {
            row.set(c - drop, shared[c]);
        }
    }
    if (drop != 0 && present & 1) {
        row.set(nsysRepOwnColumns().eventTime, shared[0]);
    }
    if (found->table == T::synchronization) {
        synchronizationType(row);
    }
    emit(found->table, row);
}

// The type's numbers, and the field it lies in, changed over the years; the current ones are those of
// ENUM_CUPTI_SYNC_TYPE.
void NsysRepDecoder::synchronizationType(NsysRepRow& row)
{
    if (row.has(nsysRepOwnColumns().syncType)) {
        return;
    }
    const std::int64_t old = row.get(nsysRepOwnColumns().syncOld, -1);
    std::int64_t type = 0;
    if (m_context.syncNumbering == SyncNumbering::from1) {
        type = old == 1 ? 4 : old == 2 ? 1 : old == 3 ? 3 : 0;
    } else if (m_context.syncNumbering == SyncNumbering::from0) {
        type = old == 0 ? 4 : old == 1 ? 1 : old == 2 ? 2 : 0;
    }
    m_block.counts.syncsUntold += type == 0 ? 1 : 0;
    row.set(nsysRepOwnColumns().syncType, type);
}

} // namespace pv::core
