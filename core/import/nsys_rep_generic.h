// SPDX-License-Identifier: MIT
#pragma once

// Generic events: packed little-endian C structs whose layouts the file itself describes (GPU metrics, NVTX counters,
// ftrace, ETW). Immutable after the constructor.

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace pv::core {

struct NsysRepGenericField {
    std::int64_t nameId = 0;
    std::uint32_t offset = 0;
    std::uint32_t size = 0;
    std::int64_t kind = 0; // 0 signed, 1 unsigned, 2 float, 3 double
    bool hasKind = false;
};

struct NsysRepGenericType {
    std::int64_t typeId = 0;
    std::int64_t nameId = 0;
    std::vector<NsysRepGenericField> fields;
    std::size_t blobSize = 0; // the fields' last byte
    bool readable = false;    // every field has a size this reader knows

    // Bits 32..47 of a type's id tell its source.
    enum Source : std::uint8_t { gpuMetricsSource = 1, socMetricsSource = 2, counterSource = 4 };
    static std::uint32_t source(std::int64_t typeId) { return static_cast<std::uint64_t>(typeId) >> 32 & 0xffff; }
    static std::int64_t sourceId(std::int64_t typeId) { return typeId & ~std::int64_t{0xffffffff}; }
    // An event that describes the layout of the GPU metrics; no sample.
    static bool isMetricLayout(std::int64_t typeId) { return source(typeId) == gpuMetricsSource && (typeId >> 8 & 0xff) == 3; }
};

struct NsysRepGenericSource {
    std::int64_t sourceId = 0;
    std::int64_t timeSourceId = 0;
    std::int64_t nameId = 0;
};

class NsysRepGenericTypes {
public:
    NsysRepGenericTypes() = default;
    explicit NsysRepGenericTypes(std::string_view info); // texts stay views of it

    const NsysRepGenericType* find(std::int64_t typeId) const;
    const NsysRepGenericSource* source(std::int64_t sourceId) const;

private:
    std::map<std::int64_t, NsysRepGenericType> m_types;
    std::map<std::int64_t, NsysRepGenericSource> m_sources;
};

} // namespace pv::core
