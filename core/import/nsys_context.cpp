// SPDX-License-Identifier: MIT
#include "core/import/nsys_sink.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace pv::core {
namespace {

constexpr std::int64_t kDenseStrings = 1 << 24;

// "NAME=value" as it stands in environments; lower-case names are not taken for one, a kernel's name may hold "=".
std::size_t environmentName(std::string_view text)
{
    std::size_t n = 0;
    while (n < text.size() && ((text[n] >= 'A' && text[n] <= 'Z') || text[n] == '_' || (n > 0 && text[n] >= '0' && text[n] <= '9'))) {
        ++n;
    }
    return n >= 2 && n < text.size() && text[n] == '=' ? n : 0;
}

// Figures of a hostile file wrap around instead of overflowing.
std::int64_t difference(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

} // namespace

void NsysContext::addString(std::int64_t id, std::string_view text)
{
    std::string kept;
    if (!m_options.environment) {
        if (const std::size_t n = environmentName(text); n > 0 && n + 1 < text.size()) {
            kept = std::string(text.substr(0, n + 1));
            warn("nsys.environment", Severity::info,
                 "Values of environment variables are not kept (they may hold secrets); their names are.");
            text = kept;
        }
    }
    const std::int64_t ours = static_cast<std::int64_t>(m_writer.intern(text).value);
    if (id >= 0 && id < kDenseStrings) {
        if (static_cast<std::size_t>(id) >= m_strings.size()) {
            m_strings.resize(static_cast<std::size_t>(id) + 1, kNull);
        }
        m_strings[static_cast<std::size_t>(id)] = ours;
    } else {
        m_farStrings[id] = ours;
    }
    if (text.size() <= 512) {
        m_texts[id] = std::string(text);
    }
    static const TableColumn kColumns[] = {{"id", ColumnType::integer}, {"value", ColumnType::string}};
    const std::int64_t row[] = {ours, ours};
    m_writer.table("StringIds", kColumns).append(row);
}

std::int64_t NsysContext::stringOf(std::int64_t id)
{
    if (id == kNull) {
        return kNull;
    }
    if (id >= 0 && static_cast<std::size_t>(id) < m_strings.size() && m_strings[static_cast<std::size_t>(id)] != kNull) {
        return m_strings[static_cast<std::size_t>(id)];
    }
    if (const auto it = m_farStrings.find(id); it != m_farStrings.end()) {
        return it->second;
    }
    warn("nsys.missing_string", Severity::warning, "Names are missing from the source: rows refer to texts that StringIds does not have.");
    return static_cast<std::int64_t>(m_writer.intern("[text " + std::to_string(id) + "]").value);
}

std::string_view NsysContext::textOf(std::int64_t id) const
{
    const auto it = m_texts.find(id);
    return it != m_texts.end() ? std::string_view(it->second) : std::string_view();
}

std::int64_t NsysContext::number(const NsysValue& v, std::string_view table)
{
    switch (v.type) {
    case NsysValue::Type::integer: return v.integer;
    case NsysValue::Type::null: return kNull;
    case NsysValue::Type::real:
        if (std::isfinite(v.real) && std::fabs(v.real) < 9.2e18) {
            return std::llround(v.real);
        }
        break;
    default: {
        std::int64_t n = 0;
        const auto [end, problem] = std::from_chars(v.text.data(), v.text.data() + v.text.size(), n);
        if (problem == std::errc() && end == v.text.data() + v.text.size() && !v.text.empty()) {
            return n;
        }
    }
    }
    warn("nsys.not_a_number", Severity::warning,
         "Values that are no numbers stand where numbers belong, first in " + std::string(table) + "; they are taken as absent.");
    return kNull;
}

std::int64_t NsysContext::internText(const NsysValue& v)
{
    switch (v.type) {
    case NsysValue::Type::null: return kNull;
    case NsysValue::Type::integer: return static_cast<std::int64_t>(m_writer.internRare(std::to_string(v.integer)).value);
    case NsysValue::Type::real: {
        std::array<char, 64> text{};
        const auto end = std::to_chars(text.data(), text.data() + text.size(), v.real);
        return static_cast<std::int64_t>(m_writer.internRare({text.data(), static_cast<std::size_t>(end.ptr - text.data())}).value);
    }
    default: return static_cast<std::int64_t>(m_writer.internRare(v.text).value);
    }
}

void NsysContext::warn(std::string_view code, Severity severity, const std::string& text, std::int64_t count)
{
    m_writer.addWarning({std::string(code), severity, count, text});
}

void NsysContext::seeGlobalId(std::int64_t globalId)
{
    const std::int64_t process = globalId & ~std::int64_t{0xFFFFFF};
    if (process == m_lastGlobal || globalId == kNull) {
        return;
    }
    m_lastGlobal = process;
    if (m_prefixes.insert(process).second) {
        Process p;
        p.pid = nsysPid(globalId);
        p.globalPrefix = nsysPrefix(globalId);
        m_writer.addProcess(p);
    }
}

void NsysContext::finishThreadStates()
{
    const StringId running = m_writer.intern("Running");
    static constexpr std::array<std::string_view, 11> kStates{"Unknown",    "Running",     "Interruptible sleep", "Uninterruptible sleep",
                                                              "Stopped",    "Terminated",  "Not running",         "Waiting",
                                                              "OS runtime", "Initialized", "Transition"};
    static constexpr ColumnId kColumns[] = {col::start, col::duration, col::name, col::state, col::cpu};
    for (auto& [thread, list] : switches) {
        std::stable_sort(list.begin(), list.end(), [](const Switch& a, const Switch& b) { return a.time < b.time; });
        EventAppender& out =
            m_writer.appender(m_lanes.ofThread(thread.first, thread.second, LaneKind::threadState), EventKind::threadState, kColumns);
        for (std::size_t i = 0; i + 1 < list.size(); ++i) {
            const Switch& s = list[i];
            // Off the CPU for what the row says; where it says nothing, simply not running.
            const std::int64_t state = s.in ? 1 : s.state > 0 && s.state < static_cast<std::int64_t>(kStates.size()) ? s.state : 6;
            const StringId name = s.in ? running : m_writer.intern(kStates[static_cast<std::size_t>(state)]);
            const std::int64_t row[] = {s.time, difference(list[i + 1].time, s.time), static_cast<std::int64_t>(name.value), state,
                                        s.in ? s.cpu : kNull};
            out.append(row);
        }
    }
}

void NsysContext::finishMemory()
{
    static constexpr ColumnId kColumns[] = {col::start, col::counterValue};
    for (auto& [key, steps] : memory) {
        std::stable_sort(steps.begin(), steps.end(), [](const MemoryStep& a, const MemoryStep& b) { return a.time < b.time; });
        const LaneId parent = m_lanes.ofGpu(key.first, key.second, LaneKind::memory, "GPU memory", 50);
        const LaneId lane = m_lanes.counter(parent, 0, "Memory in use", "bytes", col::counterValue, 0);
        EventAppender& out = m_writer.appender(lane, EventKind::counter, kColumns);
        std::int64_t inUse = 0;
        for (const MemoryStep& s : steps) {
            inUse = difference(inUse, difference(0, s.bytes));
            const std::int64_t row[] = {s.time, inUse};
            out.append(row);
        }
    }
}

void NsysContext::finish()
{
    finishThreadStates();
    finishMemory();
    m_lanes.finish();
    for (const nsys::ChainTable& c : nsys::kChainTables) {
        m_writer.setMeta("nsys.chain_base." + std::string(c.name), std::to_string(c.base));
    }
}

} // namespace pv::core
