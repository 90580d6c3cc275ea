// SPDX-License-Identifier: MIT
// Metadata events (M) and what stands beside the events at the top level of a trace.
#include "core/import/chrome_trace.h"

#include <algorithm>

#include <fmt/format.h>
#include <simdjson.h>

namespace pv::core::chrome {

namespace {
std::string unquoted(std::string_view json)
{
    if (json.size() >= 2 && json.front() == '"' && json.back() == '"') {
        std::string text;
        appendUnescaped(text, json.substr(1, json.size() - 2));
        return text;
    }
    std::string text;
    appendNormalisedJson(text, json);
    return text;
}

std::string textOf(simdjson::dom::element e)
{
    if (std::string_view text; e.get(text) == simdjson::SUCCESS) {
        return std::string(text);
    }
    return simdjson::minify(e);
}

std::int64_t numberOf(simdjson::dom::object object, std::string_view key)
{
    std::int64_t number = kNull;
    if (object.at_key(key).get(number) != simdjson::SUCCESS) {
        return kNull;
    }
    return number;
}
} // namespace

void Trace::setMeta(std::string_view key, std::string_view value) { m_report.writer.setMeta(m_prefix + std::string(key), value); }

void Trace::metadata(const EventView& e)
{
    const std::string name = e.text(e.slot(Key::name));
    const TraceId pid = e.id(e.slot(Key::pid));
    if (name == "process_name") {
        m_lanes.process(pid).name = e.text(e.slot(Arg::argName));
    } else if (name == "process_labels") {
        m_lanes.process(pid).labels = e.text(e.slot(Arg::labels));
    } else if (name == "process_sort_index") {
        if (const std::int64_t sort = e.integer(Arg::sortIndex); sort != kNull) {
            m_lanes.process(pid).sort = sort;
        }
    } else if (name == "thread_name") {
        threadOf(e).name = e.text(e.slot(Arg::argName));
    } else if (name == "thread_sort_index") {
        if (const std::int64_t sort = e.integer(Arg::sortIndex); sort != kNull) {
            threadOf(e).sort = sort;
        }
    } else if (m_metaLeft > 0) {
        // Facts without a meaning of their own: "num_cpus", "process_uptime_seconds", ...
        --m_metaLeft;
        std::string value;
        for (const ArgField& field : e.pattern().argFields) {
            value += fmt::format("{}{}: {}", value.empty() ? "" : ", ", field.key, e.text(field.slot).substr(0, 200));
        }
        setMeta(fmt::format("json.metadata.{}{}", name.substr(0, 100), pid.isText ? "" : fmt::format(".{}", pid.number)), value);
    } else {
        m_report.faults.add("json.metadata.skipped", Severity::info, [&] {
            return fmt::format("Metadata events that are not understood are left out; the first is {}.", place(e));
        });
    }
}

void Trace::member(const Member& m)
{
    constexpr std::size_t kMostValue = 1u << 20;
    if (m.key == "deviceProperties") {
        devices(m.json);
    } else if (m.key == "distributedInfo") {
        distributed(m.json);
    } else if (m.key == "stackFrames") {
        frames(m.json);
        return; // large, and kept as frames
    } else if (m.key == "baseTimeNanoseconds") {
        if (const auto base = parseInteger(unquoted(m.json))) {
            m_clock.baseNs = *base;
        }
    } else if (m.key == "displayTimeUnit") {
        setMeta("display_time_unit", unquoted(m.json)); // never scales times
        return;
    } else if (m.key == "traceName") {
        setMeta("trace_name", unquoted(m.json));
        return;
    } else if (m.key == "host_name") {
        setMeta("host", unquoted(m.json));
        return;
    }
    if (m.json.size() > kMostValue || m_metaLeft <= 0) {
        m_report.faults.add("json.key.skipped", Severity::info, [&] {
            return fmt::format("Large values at the top level that are not understood are left out; the first is \"{}\" ({} bytes).",
                               m.key.substr(0, 100), m.json.size());
        });
        return;
    }
    --m_metaLeft;
    setMeta("json." + m.key.substr(0, 200), unquoted(m.json));
}

void Trace::devices(std::string_view json)
{
    simdjson::dom::parser parser;
    simdjson::dom::array list;
    std::string text;
    appendNormalisedJson(text, json);
    if (parser.parse(text).get(list) != simdjson::SUCCESS) {
        m_report.faults.add("json.device.malformed", Severity::warning,
                            [] { return std::string("\"deviceProperties\" can't be read: names and sizes of the GPUs are not known."); });
        return;
    }
    for (const simdjson::dom::element element : list) {
        simdjson::dom::object d;
        if (element.get(d) != simdjson::SUCCESS) {
            continue;
        }
        const std::int64_t id = numberOf(d, "id");
        if (id == kNull || id < 0 || id >= 65536) {
            continue;
        }
        GpuState& state = m_lanes.gpu(id);
        Gpu gpu;
        gpu.device = state.device;
        simdjson::dom::element name;
        if (d.at_key("name").get(name) == simdjson::SUCCESS) {
            gpu.name = textOf(name);
            state.name = gpu.name;
        }
        gpu.smCount = numberOf(d, "numSms");
        gpu.memoryBytes = numberOf(d, "totalGlobalMem");
        if (const std::int64_t major = numberOf(d, "computeMajor"); major != kNull) {
            const std::int64_t minor = numberOf(d, "computeMinor");
            gpu.computeCapability = fmt::format("{}.{}", major, minor == kNull ? 0 : minor);
        }
        m_report.writer.addGpu(gpu);
        state.described = true;
    }
}

void Trace::distributed(std::string_view json)
{
    simdjson::dom::parser parser;
    simdjson::dom::object info;
    std::string text;
    appendNormalisedJson(text, json);
    if (parser.parse(text).get(info) != simdjson::SUCCESS) {
        return;
    }
    if (const std::int64_t rank = numberOf(info, "rank"); rank != kNull) {
        m_rank = rank;
        setMeta("rank", std::to_string(rank));
    }
    if (const std::int64_t size = numberOf(info, "world_size"); size != kNull) {
        setMeta("world_size", std::to_string(size));
    }
    if (simdjson::dom::element backend; info.at_key("backend").get(backend) == simdjson::SUCCESS) {
        setMeta("distributed_backend", textOf(backend));
    }
}

// Frames are kept until the end: events refer to them by id, and they may stand behind the events.
void Trace::frames(std::string_view json)
{
    simdjson::dom::parser parser;
    simdjson::dom::object list;
    std::string text;
    appendNormalisedJson(text, json);
    if (parser.parse(text).get(list) != simdjson::SUCCESS) {
        m_report.faults.add("json.frames.malformed", Severity::warning,
                            [] { return std::string("\"stackFrames\" can't be read: call stacks are missing."); });
        return;
    }
    for (const auto [id, value] : list) {
        simdjson::dom::object f;
        if (value.get(f) != simdjson::SUCCESS) {
            continue;
        }
        Frame frame;
        for (const auto [key, field] : f) {
            if (key == "name") {
                frame.name = textOf(field);
            } else if (key == "category") {
                frame.category = textOf(field);
            } else if (key == "parent") {
                frame.parent = textOf(field);
            }
        }
        m_frames.insert_or_assign(std::string(id), std::move(frame));
    }
}

// A stack frame id ("sf") or an inline stack ("stack") becomes a call chain, numbered on first sight.
std::int64_t Trace::chainOf(const EventView& e)
{
    Slot slot = e.slot(Key::stackFrame);
    const bool isInline = !slot;
    slot = slot ? slot : e.slot(Key::stack);
    if (!slot) {
        return kNull;
    }
    constexpr std::size_t kMostChains = 200'000;
    constexpr std::size_t kMostChainBytes = 32u << 20;
    std::string key(1, isInline ? '[' : '#');
    key += e.text(slot);
    const auto known = m_chains.find(key);
    if (known != m_chains.end()) {
        return known->second;
    }
    if (m_chains.size() >= kMostChains || m_chainBytes > kMostChainBytes) {
        m_report.faults.add("json.frames.too_many", Severity::dataLoss,
                            [&] { return std::string("The trace has too many different call stacks; further ones are left out."); });
        return kNull;
    }
    const std::int64_t number = m_report.nextChain++;
    m_chainBytes += key.size();
    m_chains.emplace(std::move(key), number);
    return number;
}

void Trace::writeFrames()
{
    if (m_chains.empty()) {
        return;
    }
    const TableColumn columns[] = {{"chain_id", ColumnType::integer},
                                   {"depth", ColumnType::integer},
                                   {"symbol", ColumnType::string},
                                   {"module", ColumnType::string},
                                   {"source", ColumnType::string}};
    TableAppender& table = m_report.writer.table("call_chain", columns);
    const StringId native = m_report.writer.intern("native");
    const auto add = [&](std::int64_t chain, std::int64_t depth, std::string_view symbol, std::string_view module) {
        const std::int64_t row[] = {chain, depth, m_report.strings.text(symbol).value, m_report.strings.text(module).value, native.value};
        table.append(row);
    };
    constexpr std::int64_t kDeepest = 1024;
    for (const auto& [key, chain] : m_chains) {
        if (key.front() == '#') {
            std::string id = key.substr(1);
            for (std::int64_t depth = 0; depth < kDeepest; ++depth) {
                const auto frame = m_frames.find(id);
                if (frame == m_frames.end()) {
                    if (depth == 0) {
                        m_report.faults.add("json.frames.unknown", Severity::warning, [&] {
                            return fmt::format("Events refer to stack frames that the trace does not have; the first is \"{}\".",
                                               id.substr(0, 80));
                        });
                    }
                    break;
                }
                add(chain, depth, frame->second.name, frame->second.category);
                if (frame->second.parent.empty()) {
                    break;
                }
                id = frame->second.parent;
            }
            continue;
        }
        // Which end is the innermost is not said; the order of the trace is kept.
        std::string json;
        appendNormalisedJson(json, std::string_view(key).substr(1));
        simdjson::dom::parser parser;
        simdjson::dom::array list;
        if (parser.parse(json).get(list) != simdjson::SUCCESS) {
            add(chain, 0, json, "");
            continue;
        }
        std::int64_t depth = 0;
        for (const simdjson::dom::element element : list) {
            add(chain, depth++, textOf(element), "");
        }
    }
}

} // namespace pv::core::chrome
