// SPDX-License-Identifier: MIT
#include "core/import/nsys_rep_decoder.h"

namespace pv::core {
namespace {

using T = NsysRepTable;

constexpr std::int64_t kTraceProcessType = 47; // marks of older files
constexpr std::int64_t kTraceFunctionsType = 48;
constexpr std::int64_t kSetParamsType = 149;
constexpr std::int64_t kMostFrames = 65536; // of a call chain

// Which table a host function goes to.
enum class HostFate : std::uint8_t { table, notShown, unknown };
struct HostTable {
    HostFate fate = HostFate::unknown;
    T table{};
};
HostTable hostTable(std::int64_t type, std::int64_t eventClass)
{
    switch (type) {
    case 113: return {HostFate::table, T::graphNodeEvents};
    case 131:
    case 132:
    case 133: return {HostFate::table, T::graphEvents};
    case kSetParamsType: return {HostFate::notShown, {}};
    case kTraceProcessType:
    case kTraceFunctionsType: break;
    default: return {HostFate::unknown, T::otherFunctions};
    }
    const bool mark = type == kTraceProcessType;
    switch (eventClass) {
    case 31:
    case 32: return {HostFate::table, T::osrt}; // its start and finish marks
    case 6:
    case 7:
    case 8:
    case 9:
    case 10:
    case 11:
    case 68:
    case 69: return {HostFate::notShown, {}};
    default: break;
    }
    if (mark) {
        return {HostFate::notShown, {}};
    }
    switch (eventClass) {
    case 0:
    case 1:
    case 67: return {HostFate::table, T::runtime};
    case 27: return {HostFate::table, T::osrt};
    case 107: return {HostFate::table, T::syscall};
    case 3: return {HostFate::table, T::profilerOverhead};
    case 103: return {HostFate::table, T::overhead};
    case 102: return {HostFate::table, T::jit};
    case 28: return {HostFate::table, T::cudnn};
    case 29: return {HostFate::table, T::cublas};
    default: return {HostFate::unknown, T::otherFunctions};
    }
}

} // namespace

void NsysRepDecoder::host(std::int64_t type, std::string_view message)
{
    const std::int64_t eventClass = wireInteger(message, 6, -1);
    const HostTable to = hostTable(type, eventClass);
    if (to.fate == HostFate::notShown) {
        count(m_block.counts.notShown, {type, hostPayload, eventClass});
        return;
    }
    if (to.fate == HostFate::unknown) {
        count(m_block.counts.unknown, {type, hostPayload, eventClass});
    }
    if (!wanted(to.table)) {
        return;
    }
    NsysRepRow row;
    if (!read(to.table, message, row)) {
        return;
    }
    if (to.table == T::graphEvents) {
        graphIds(message, row);
    } else if (to.table == T::otherFunctions) {
        row.set(nsysRepOwnColumns().otherType, type);
    } else if (const Chain* chain = chainOf(to.table)) {
        const std::int64_t id = callChain(*chain, message, 15);
        if (id >= 0) {
            row.set(nsysRepSerialColumn(to.table), id);
        }
    }
    emit(to.table, row);
}

void NsysRepDecoder::graphIds(std::string_view message, NsysRepRow& row) const
{
    WireReader reader(message);
    for (WireField f; reader.next(f);) {
        if (!f.isMessage() || f.number < 37 || f.number > 39) {
            continue;
        }
        WireReader inner(f.bytes);
        for (WireField g; inner.next(g);) {
            if (g.type == WireField::Type::varint && g.number == 1) {
                row.set(nsysRepOwnColumns().graphId, g.integer());
            } else if (g.type == WireField::Type::varint && g.number == 2) {
                row.set(f.number == 37 ? nsysRepOwnColumns().graphExec : nsysRepOwnColumns().graphOriginal, g.integer());
            }
        }
    }
}

// Number of the chain within the slice, or -1 when the event has no frames.
std::int64_t NsysRepDecoder::callChain(const Chain& chain, std::string_view message, std::uint32_t field)
{
    std::int64_t depth = 0;
    const std::int64_t id = m_block.serials[static_cast<std::size_t>(chain.serial)];
    WireReader reader(message);
    for (WireField f; reader.next(f);) {
        if (f.number == field && f.isMessage()) {
            if (depth == kMostFrames) {
                ++m_block.counts.malformedRows;
                break;
            }
            NsysRepRow frame;
            read(chain.table, f.bytes, frame);
            frame.set(nsysRepSerialColumn(chain.table), id);
            frame.set(nsysRepOwnColumns().stackDepth[index(chain.table)], depth++);
            emit(chain.table, frame);
        }
    }
    if (depth == 0) {
        return -1;
    }
    m_block.present[index(chain.table)] = true;
    ++m_block.serials[static_cast<std::size_t>(chain.serial)];
    return id;
}

void NsysRepDecoder::sample(std::string_view message)
{
    if (!wanted(T::samples)) {
        m_block.present[index(T::sampleCallchains)] |= wireHas(message, 4);
        return;
    }
    NsysRepRow row;
    if (!read(T::samples, message, row)) {
        return;
    }
    // Samples without frames have a number too.
    auto& next = m_block.serials[static_cast<std::size_t>(NsysRepSerial::sample)];
    const std::int64_t id = next;
    if (callChain({T::sampleCallchains, NsysRepSerial::sample}, message, 4) < 0) {
        ++next;
    }
    row.set(nsysRepSerialColumn(T::samples), id);
    emit(T::samples, row);
}

const NsysRepDecoder::Chain* NsysRepDecoder::chainOf(T table)
{
    static constexpr Chain kCuda{T::cudaCallchains, NsysRepSerial::cudaChain};
    static constexpr Chain kOsrt{T::osrtCallchains, NsysRepSerial::osrtChain};
    static constexpr Chain kSyscall{T::syscallCallchains, NsysRepSerial::syscallChain};
    switch (table) {
    case T::runtime: return &kCuda;
    case T::osrt: return &kOsrt;
    case T::syscall: return &kSyscall;
    default: return nullptr;
    }
}

} // namespace pv::core
