// SPDX-License-Identifier: MIT
#include "core/import/nsys_rep_generic.h"

#include "core/import/nsys_rep_wire.h"

#include <algorithm>

namespace pv::core {
namespace {

constexpr std::size_t kMostFields = 4096; // of a type; met: 40
constexpr std::uint64_t kLargestBlob = 1u << 20;

NsysRepGenericField readField(std::string_view message)
{
    NsysRepGenericField field;
    WireReader reader(message);
    for (WireField f; reader.next(f);) {
        switch (f.number) {
        case 1: field.nameId = f.integer(); break;
        case 2: field.offset = static_cast<std::uint32_t>(std::min<std::uint64_t>(f.bits, kLargestBlob)); break;
        case 3: field.size = static_cast<std::uint32_t>(std::min<std::uint64_t>(f.bits, kLargestBlob)); break;
        case 8:
            field.kind = f.integer();
            field.hasKind = true;
            break;
        default: break;
        }
    }
    return field;
}

} // namespace

NsysRepGenericTypes::NsysRepGenericTypes(std::string_view info)
{
    forEachWire(info, 13, [&](std::string_view message) {
        NsysRepGenericSource source;
        source.sourceId = wireInteger(message, 1);
        source.timeSourceId = wireInteger(message, 2);
        source.nameId = wireInteger(message, 3);
        m_sources.insert_or_assign(source.sourceId, source);
    });
    forEachWire(info, 14, [&](std::string_view message) {
        NsysRepGenericType type;
        type.typeId = wireInteger(message, 1);
        type.nameId = wireInteger(message, 2);
        forEachWire(message, 3, [&](std::string_view field) {
            if (type.fields.size() < kMostFields) {
                type.fields.push_back(readField(field));
            }
        });
        type.readable = !type.fields.empty();
        for (const auto& field : type.fields) {
            type.blobSize = std::max<std::size_t>(type.blobSize, std::size_t(field.offset) + field.size);
            const bool fits = field.kind == 2 ? field.size == 4 : field.kind == 3 ? field.size == 8 : field.size >= 1 && field.size <= 8;
            type.readable = type.readable && fits;
        }
        m_types.insert_or_assign(type.typeId, std::move(type));
    });
}

const NsysRepGenericType* NsysRepGenericTypes::find(std::int64_t typeId) const
{
    const auto it = m_types.find(typeId);
    return it == m_types.end() ? nullptr : &it->second;
}

const NsysRepGenericSource* NsysRepGenericTypes::source(std::int64_t sourceId) const
{
    const auto it = m_sources.find(sourceId);
    return it == m_sources.end() ? nullptr : &it->second;
}

} // namespace pv::core
