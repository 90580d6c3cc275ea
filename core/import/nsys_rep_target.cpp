// SPDX-License-Identifier: MIT
#include "core/import/nsys_rep_target.h"

#include "core/import/nsys_rep_enums.h"
#include "core/import/nsys_rep_wire.h"

#include <string>

namespace pv::core {
namespace {

using E = NsysRepEmitter;
using T = NsysRepTable;
using Type = ColumnType;

// Reads a nested message as a row of the table; `vmId` goes to the column of that name where the table has it.
void emitMessage(T table, std::string_view message, std::string_view whole, NsysRepEmitter& emit, const std::int64_t* vmId = nullptr)
{
    NsysRepRow row;
    if (!nsysRepFieldMap(table).read(message, whole, row)) {
        return;
    }
    if (vmId != nullptr) {
        row.set(nsysRepColumn(table, "vmId"), *vmId);
    }
    emit.row(table, row, whole);
}

struct SchemaTables {
    std::uint32_t field;
    T definitions;
    T parts;
};
constexpr SchemaTables kSchemaTables[] = {{2, T::payloadSchemas, T::payloadEntries}, {4, T::payloadEnums, T::payloadEnumEntries}};

} // namespace

void emitNsysRepAttachments(const NsysRepStrings& strings, NsysRepEmitter& emit)
{
    static const NsysColumn kStreams[] = {{"globalPid", Type::integer}, {"filenameId", Type::integer}, {"contentId", Type::integer}};
    static const NsysColumn kFiles[] = {
        {"id", Type::integer}, {"filename", Type::string}, {"contentId", Type::integer}, {"globalPid", Type::integer}};
    std::int64_t id = 0;
    for (const std::string_view attachment : strings.attachments()) {
        const auto pid = E::integer(wireInteger(attachment, 1));
        const std::int64_t name = wireInteger(attachment, 2);
        const auto content = E::integer(wireInteger(attachment, 3));
        emit.row("ProcessStreams", kStreams, {pid, E::integer(name), content});
        emit.row("ANALYSIS_FILE", kFiles, {E::integer(id++), E::text(strings.find(name)), content, pid});
    }
}

void emitNsysRepPayloadSchemas(std::string_view extension, NsysRepEmitter& emit)
{
    forEachWire(extension, 3, [&](std::string_view process) {
        for (const SchemaTables& tables : kSchemaTables) {
            const std::size_t domain = nsysRepColumn(tables.definitions, "domainId");
            const std::size_t schema = nsysRepColumn(tables.definitions, "schemaId");
            forEachWire(process, tables.field, [&](std::string_view message) {
                NsysRepRow row;
                if (!nsysRepFieldMap(tables.definitions).read(message, extension, row)) {
                    return;
                }
                std::int64_t parts = 0;
                forEachWire(message, 4, [&](std::string_view part) {
                    NsysRepRow entry;
                    if (!nsysRepFieldMap(tables.parts).read(part, extension, entry)) {
                        return;
                    }
                    entry.set(nsysRepColumn(tables.parts, "idx"), parts++);
                    if (row.has(domain)) {
                        entry.set(nsysRepColumn(tables.parts, "domainId"), row.get(domain, 0));
                    }
                    entry.set(nsysRepColumn(tables.parts, "schemaId"), row.get(schema, 0));
                    emit.row(tables.parts, entry, extension);
                });
                row.set(nsysRepColumn(tables.definitions, "numEntries"), parts);
                emit.row(tables.definitions, row, extension);
            });
        }
    });
}

void emitNsysRepTarget(const NsysRepContainer& file, NsysRepEmitter& emit)
{
    forEachWire(file.threadNames, 1, [&](std::string_view thread) { emitMessage(T::threadNames, thread, file.threadNames, emit); });
    WireReader reader(file.target);
    for (WireField f; reader.next(f);) {
        if (!f.isMessage()) {
            continue;
        }
        switch (f.number) {
        case 1: {
            const std::int64_t vm = wireInteger(f.bytes, 1);
            forEachWire(f.bytes, 2, [&](std::string_view devices) {
                forEachWire(devices, 7, [&](std::string_view gpu) { emitMessage(T::targetGpu, gpu, file.target, emit, &vm); });
                forEachWire(devices, 1, [&](std::string_view gpu) { emitMessage(T::targetOldGpu, gpu, file.target, emit, &vm); });
                forEachWire(devices, 9, [&](std::string_view device) { emitMessage(T::targetCudaDevice, device, file.target, emit); });
            });
            break;
        }
        case 11: emitMessage(T::targetNvtxDevice, f.bytes, file.target, emit); break;
        case 13: emitMessage(T::targetNvtxStream, f.bytes, file.target, emit); break;
        case 14: emitMessage(T::targetContext, f.bytes, file.target, emit); break;
        case 15: emitMessage(T::targetStream, f.bytes, file.target, emit); break;
        default: break;
        }
    }
}

void emitNsysRepGenericTypes(const NsysRepContext& context, const std::set<std::int64_t>& used, NsysRepEmitter& emit)
{
    static const NsysColumn kTypes[] = {{"typeId", Type::integer},
                                        {"sourceId", Type::integer},
                                        {"nameId", Type::integer},
                                        {"hyperComment", Type::string},
                                        {"ftraceFormat", Type::string},
                                        {"etwProviderId", Type::integer},
                                        {"etwProviderNameId", Type::integer},
                                        {"etwTaskId", Type::integer},
                                        {"etwTaskNameId", Type::integer},
                                        {"etwEventId", Type::integer},
                                        {"etwVersion", Type::integer},
                                        {"etwGuidHigh", Type::integer},
                                        {"etwGuidLow", Type::integer},
                                        {"etwGuid", Type::string},
                                        {"data", Type::string}};
    static const NsysColumn kFields[] = {{"typeId", Type::integer},
                                         {"fieldIdx", Type::integer},
                                         {"fieldNameId", Type::integer},
                                         {"offset", Type::integer},
                                         {"size", Type::integer},
                                         {"type", Type::integer},
                                         {"hyperTypeName", Type::string},
                                         {"hyperFormat", Type::string},
                                         {"hyperComment", Type::string},
                                         {"ftracePrefix", Type::string},
                                         {"ftraceSuffix", Type::string},
                                         {"etwFlags", Type::integer},
                                         {"etwCountFieldIndex", Type::integer},
                                         {"etwLengthFieldIndex", Type::integer},
                                         {"etwType", Type::integer},
                                         {"etwMapInfoFlags", Type::integer},
                                         {"etwOrderedFieldIndex", Type::integer}};
    static const NsysColumn kSources[] = {{"sourceId", Type::integer},
                                          {"nameId", Type::integer},
                                          {"timeSourceId", Type::integer},
                                          {"sourceGroupId", Type::integer},
                                          {"hyperType", Type::string},
                                          {"hyperVersion", Type::string},
                                          {"hyperStructPrefix", Type::string},
                                          {"hyperMacroPrefix", Type::string},
                                          {"hyperFilterFlags", Type::integer},
                                          {"hyperDomain", Type::string},
                                          {"data", Type::string}};
    static const NsysColumn kMetrics[] = {{"typeId", Type::integer},
                                          {"sourceId", Type::integer},
                                          {"typeName", Type::string},
                                          {"metricId", Type::integer},
                                          {"metricName", Type::string}};
    const NsysValue none = E::null();
    std::set<std::int64_t> sources;
    for (const std::int64_t typeId : used) {
        const NsysRepGenericType* type = context.generic.find(typeId);
        if (type == nullptr) {
            continue;
        }
        const std::int64_t sourceId = NsysRepGenericType::sourceId(typeId);
        emit.row("GENERIC_EVENT_TYPES", kTypes,
                 {E::integer(typeId), E::integer(sourceId), E::integer(type->nameId), none, none, none, none, none, none, none, none, none,
                  none, none, none});
        if (const NsysRepGenericSource* source = context.generic.source(sourceId); source != nullptr && sources.insert(sourceId).second) {
            emit.row("GENERIC_EVENT_SOURCES", kSources,
                     {E::integer(sourceId), E::integer(source->nameId), E::integer(source->timeSourceId), E::integer(0), none, none, none,
                      none, none, none, none});
        }
        std::int64_t i = 0;
        for (const NsysRepGenericField& field : type->fields) {
            emit.row("GENERIC_EVENT_TYPE_FIELDS", kFields,
                     {E::integer(typeId), E::integer(i), E::integer(field.nameId), E::integer(field.offset), E::integer(field.size),
                      field.hasKind ? E::integer(field.kind) : none, none, none, none, none, none, none, none, none, none, none, none});
            if (NsysRepGenericType::source(typeId) == NsysRepGenericType::gpuMetricsSource) {
                emit.row(
                    "TARGET_INFO_GPU_METRICS", kMetrics,
                    {E::integer(typeId), E::integer(sourceId), E::text(""), E::integer(i), E::text(context.strings.find(field.nameId))});
            }
            ++i;
        }
    }
}

void emitNsysRepEnums(const std::array<bool, kNsysRepTables>& present, NsysRepEmitter& emit)
{
    static const NsysColumn kColumns[] = {{"id", Type::integer}, {"name", Type::string}, {"label", Type::string}};
    const auto has = [&](std::initializer_list<T> tables) {
        return std::any_of(tables.begin(), tables.end(), [&](T t) { return present[index(t)]; });
    };
    const bool cuda = has({T::kernel, T::memcpy, T::memset, T::synchronization, T::cudaEvent, T::graphTrace, T::runtime, T::memoryUsage,
                           T::memoryPool, T::cpuPageFault, T::gpuPageFault, T::graphEvents, T::graphNodeEvents});
    const bool threads = has({T::osrt, T::sched, T::samples});
    const bool gpuContext = has({T::gpuContextSwitch});
    const auto wanted = [&](NsysEnumNeed need) {
        switch (need) {
        case NsysEnumNeed::cuda: return cuda;
        case NsysEnumNeed::threads: return threads;
        case NsysEnumNeed::gpuContext: return gpuContext;
        case NsysEnumNeed::always: break;
        }
        return true;
    };
    forEachNsysEnum(wanted, [&](std::string_view table, std::int64_t id, std::string_view name, std::string_view label) {
        emit.row(table, kColumns, {E::integer(id), E::text(name), E::text(label)});
    });
}

} // namespace pv::core
