// SPDX-License-Identifier: MIT
#include "core/import/chrome_trace.h"

#include "core/import/chrome_colors.h"

#include <algorithm>

#include <fmt/format.h>

namespace pv::core::chrome {

namespace {
constexpr TimeNs kYear = std::int64_t{365} * 86'400'000'000'000;

Category categoryNamed(std::string_view text)
{
    static constexpr std::pair<std::string_view, Category> kKnown[] = {
        {"kernel", Category::kernel},
        {"Kernel", Category::kernel},
        {"gpu_memcpy", Category::memcpy},
        {"Memcpy", Category::memcpy},
        {"gpu_memset", Category::memset},
        {"Memset", Category::memset},
        {"cuda_runtime", Category::runtime},
        {"Runtime", Category::runtime},
        {"xpu_runtime", Category::runtime},
        {"mtia_runtime", Category::runtime},
        {"privateuse1_runtime", Category::runtime},
        {"cuda_driver", Category::driver},
        {"privateuse1_driver", Category::driver},
        {"cuda_sync", Category::sync},
        {"cpu_op", Category::op},
        {"Operator", Category::op},
        {"user_annotation", Category::annotation},
        {"gpu_user_annotation", Category::gpuAnnotation},
        {"python_function", Category::python},
        {"Python function", Category::python},
        {"overhead", Category::overhead},
        {"ac2g", Category::launchFlow},
        {"async_cpu_to_gpu", Category::launchFlow},
        {"fwdbwd", Category::gradientFlow},
        {"forward_backward", Category::gradientFlow},
    };
    for (const auto& [name, category] : kKnown) {
        if (name == text) {
            return category;
        }
    }
    return Category::other;
}
} // namespace

Trace::Trace(ReportContext& report, std::uint32_t number, LaneId group, std::string prefix, TraceClock clock)
    : m_report(report), m_number(number), m_prefix(std::move(prefix)), m_clock(clock), m_lanes(report, number, group), m_flows(report),
      m_launchArrows(report, true), m_ranges(report, m_lanes, m_flows)
{
}

void Trace::add(const Batch& batch, const Progress& progress)
{
    progress.throwIfStopped();
    for (const Record& record : batch.records) {
        switch (record.kind) {
        case RecordKind::member: member(batch.members[record.firstValue]); break;
        case RecordKind::sample: sample(EventView(batch, record)); break;
        case RecordKind::event: event(EventView(batch, record)); break;
        }
    }
}

std::string Trace::shortName(const EventView& e) const
{
    constexpr std::size_t kMost = 80;
    std::string name = e.text(e.slot(Key::name)).substr(0, kMost);
    for (char& c : name) {
        c = static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return name;
}

std::string Trace::place(const EventView& e) const { return fmt::format("'{}' at byte {}", shortName(e), e.offset()); }

void Trace::event(const EventView& e)
{
    ++m_events;
    m_report.offset = static_cast<std::int64_t>(e.offset());
    const Slot ph = e.slot(Key::ph);
    const std::string_view phase = e.view(ph);
    if (ph.hole != Hole::string || phase.empty()) {
        m_report.faults.add("json.event.no_phase", Severity::dataLoss,
                            [&] { return fmt::format("Events without a phase (\"ph\") are left out; the first is {}.", place(e)); });
        return;
    }
    if (!e.pattern().unknownKey.empty()) {
        m_report.faults.add("json.event.unknown_key", Severity::info, [&] {
            return fmt::format("Events have keys that the format does not know; they are kept among the arguments (first: \"{}\" of {}).",
                               e.pattern().unknownKey, place(e));
        });
    }
    switch (phase.front()) {
    case 'X': complete(e); break;
    case 'B':
    case 'E':
    case 'b':
    case 'e':
    case 'n':
    case 'S':
    case 'F':
    case 'T':
    case 'p': range(e, phase.front()); break;
    case 's':
    case 't':
    case 'f': flow(e, phase.front()); break;
    case 'i':
    case 'I':
    case 'R': instant(e); break;
    case 'C': counter(e); break;
    case 'M': metadata(e); break;
    default: otherPhase(e, phase.front());
    }
}

void Trace::otherPhase(const EventView& e, char phase)
{
    static constexpr std::pair<char, std::string_view> kMeanings[] = {
        {'N', "objects created"}, {'O', "object snapshots"}, {'D', "objects deleted"}, {'P', "sampled profiles"}, {'v', "memory dumps"},
        {'V', "memory dumps"},    {'c', "clock syncs"},      {'(', "context begins"},  {')', "context ends"}};
    std::string_view meaning = "of a kind that the format does not know";
    for (const auto& [letter, text] : kMeanings) {
        meaning = letter == phase ? text : meaning;
    }
    const bool printable = phase > ' ' && phase < 0x7F;
    const std::string letter = printable ? std::string(1, phase) : fmt::format("0x{:02x}", static_cast<unsigned char>(phase));
    m_report.faults.add("json.phase." + letter, Severity::info, [&] {
        return fmt::format("Events of phase \"{}\" ({}) are left out; the first is {}.", letter, meaning, place(e));
    });
}

bool Trace::noTime(const EventView& e, NumberFault fault)
{
    const bool missing = !e.has(Key::ts) || e.isNull(e.slot(Key::ts));
    const std::string_view code = missing                          ? "json.event.no_time"
                                  : fault == NumberFault::tooLarge ? "json.event.time_too_large"
                                                                   : "json.event.bad_number";
    m_report.faults.add(code, Severity::dataLoss, [&] {
        return missing ? fmt::format("Events without a time (\"ts\") are left out; the first is {}.", place(e))
                       : fmt::format("Events whose time is {} are left out; the first is {} (\"{}\").",
                                     fault == NumberFault::tooLarge ? "beyond the year 2262" : "no number", place(e),
                                     e.text(e.slot(Key::ts)).substr(0, 40));
    });
    return false;
}

Trace::Times Trace::timeOf(const EventView& e)
{
    const Slot ts = e.slot(Key::ts);
    ScaledNumber n = e.time(ts, m_shift);
    if (n.fault == NumberFault::tooLarge && m_timed == 0) {
        // No clock counts that many microseconds: the trace is in nanoseconds.
        if (const ScaledNumber ns = e.time(ts, 0); ns.fault == NumberFault::none) {
            m_shift = 0;
            n = ns;
            m_report.faults.add("json.time.nanoseconds", Severity::warning, [&] {
                return fmt::format(
                    "Times are taken for nanoseconds: as microseconds, which the format prescribes, {} would be after the year 2262.",
                    place(e));
            });
        }
    }
    Times t;
    if (n.fault != NumberFault::none) {
        noTime(e, n.fault);
        return t;
    }
    ++m_timed;
    t.ok = true;
    t.start = n.value;
    if (n.value < -kYear) {
        t.invalid = true;
        m_report.faults.add("json.event.invalid_time", Severity::warning, [&] {
            return fmt::format("Events have a time that can't be (more than a year before zero); they are kept, but left out of the time "
                               "axis. The first is {}.",
                               place(e));
        });
    }
    if (__builtin_add_overflow(t.start, m_clock.offset, &t.start)) {
        t.ok = noTime(e, NumberFault::tooLarge);
    }
    return t;
}

Trace::Span Trace::spanOf(const EventView& e, TimeNs start)
{
    Span s;
    const Slot dur = e.slot(Key::dur);
    if (!dur) {
        s.flags = kFlagNoDuration;
        m_report.faults.add("json.event.no_duration", Severity::warning, [&] {
            return fmt::format("Complete events without a duration are shown with none; the first is {}.", place(e));
        });
        return s;
    }
    const ScaledNumber n = e.time(dur, m_shift);
    if (n.fault == NumberFault::notANumber) {
        s.ok = false;
        m_report.faults.add("json.event.bad_number", Severity::dataLoss, [&] {
            return fmt::format("Events whose time is no number are left out; the first is {} (duration \"{}\").", place(e),
                               e.text(dur).substr(0, 40));
        });
        return s;
    }
    s.duration = n.value;
    if (n.fault == NumberFault::tooLarge) {
        s.duration = e.text(dur).front() == '-' ? -1 : std::numeric_limits<std::int64_t>::max() - 1;
    }
    if (s.duration < 0) {
        s.duration = 0;
        s.flags |= kFlagOutOfOrder;
        m_report.faults.add("json.event.negative_duration", Severity::warning, [&] {
            return fmt::format("Events end before they start; they are shown without length. The first is {}.", place(e));
        });
    }
    if (std::int64_t end = 0; __builtin_add_overflow(start, s.duration, &end)) {
        s.duration = std::numeric_limits<std::int64_t>::max() - 1 - std::max<std::int64_t>(start, 0);
        s.flags |= kFlagClamped;
        m_report.faults.add("json.event.clamped", Severity::warning,
                            [&] { return fmt::format("Events end after the year 2262; their end was cut. The first is {}.", place(e)); });
    }
    return s;
}

void Trace::see(const Times& t, const Span& s)
{
    if (t.ok && !t.invalid) {
        m_earliest = std::min(m_earliest, t.start);
        m_report.see(t.start, endOf(t.start, s.duration));
    }
}

const CategoryInfo& Trace::category(std::string_view text)
{
    constexpr std::size_t kNear = 12;
    for (std::size_t i = 0; i < std::min(kNear, m_categories.size()); ++i) {
        if (m_categories[i].text == text) {
            return m_categories[i];
        }
    }
    CategoryInfo*& known = m_byCategory[std::string(text)];
    if (known == nullptr) {
        constexpr std::size_t kMostCategories = 100'000;
        if (m_categories.size() >= kMostCategories) {
            m_categories.clear();
            m_byCategory.clear();
            return category(text);
        }
        known = &m_categories.emplace_back();
        known->text = text;
        known->id = m_report.strings.text(text);
        known->category = categoryNamed(text);
    }
    return *known;
}

StringId Trace::nameOf(const EventView& e, std::string_view missing)
{
    const Slot s = e.slot(Key::name);
    if (!EventView::isText(s.hole)) {
        return s ? m_report.strings.text(e.text(s)) : m_report.strings.text(missing);
    }
    const std::string_view name = e.view(s);
    const auto control = [](char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') || c == 0x7F; };
    if (!hasControl(name)) {
        return m_report.strings.text(name);
    }
    // Control characters become their visible pictures.
    std::string visible;
    for (char c : name) {
        if (control(c)) {
            const int code = c == 0x7F ? 0x21 : static_cast<unsigned char>(c);
            visible += "\xE2\x90";
            visible += static_cast<char>(0x80 + code);
        } else {
            visible += c;
        }
    }
    m_report.faults.add("json.name.control_character", Severity::info,
                        [&] { return fmt::format("Control characters in names are shown as pictures; the first is in {}.", place(e)); });
    return m_report.strings.text(visible);
}

EncodedArgs Trace::argsOf(const EventView& e)
{
    const EventPattern& p = e.pattern();
    if (p.argsShape.empty()) {
        return {};
    }
    StringId shape{};
    if (p.index == EventPattern::kUnshared) {
        shape = m_report.writer.internRare(p.argsShape);
    } else {
        if (p.index >= m_shapes.size()) {
            m_shapes.resize(p.index + 64u);
        }
        if (m_shapes[p.index] == kEmptyString) {
            m_shapes[p.index] = m_report.writer.intern(p.argsShape);
        }
        shape = m_shapes[p.index];
    }
    m_args.clear();
    const std::int64_t* values = e.values();
    for (const auto& [hole, at] : p.argsHoles) {
        switch (hole) {
        case Hole::decimal:
            m_args.push_back(values[at]);
            m_args.push_back(values[at + 1u]);
            break;
        case Hole::string:
        case Hole::token:
        case Hole::odd: m_args.push_back(m_report.strings.text(e.refText(values[at])).value); break;
        case Hole::raw: m_args.push_back(m_report.strings.json(e.refText(values[at])).value); break;
        default: m_args.push_back(values[at]);
        }
    }
    return {shape, m_args};
}

std::int64_t Trace::colorOf(const EventView& e)
{
    const std::string_view name = e.view(Key::cname);
    if (name.empty()) {
        return kNull;
    }
    const std::int64_t color = traceColor(name);
    if (color == kNull) {
        m_report.faults.add("json.event.unknown_color", Severity::info, [&] {
            return fmt::format("Colour names (\"cname\") that are not known are left out; the first is \"{}\" of {}.", name.substr(0, 40),
                               place(e));
        });
    }
    return color;
}

ThreadState& Trace::threadOf(const EventView& e) { return m_lanes.thread(e.id(e.slot(Key::pid)), e.id(e.slot(Key::tid))); }

void Trace::overlap(Lane& lane, const EventView& e, const Times& t, const Span& s, bool gpu)
{
    if (t.invalid || !lane.overlaps(t.start, endOf(t.start, s.duration))) {
        return;
    }
    if (gpu) {
        m_report.faults.add("json.overlap.stream", Severity::info, [&] {
            return fmt::format("GPU work of one stream overlaps (as dependent launches do); each is shown with its true times on a row of "
                               "its own. The first is {}.",
                               place(e));
        });
    } else {
        m_report.faults.add("json.overlap", Severity::info, [&] {
            return fmt::format(
                "Slices of one thread overlap partly; each is shown with its true times on a row of its own. The first is {}.", place(e));
        });
    }
}

void Trace::complete(const EventView& e)
{
    Times t = timeOf(e);
    if (!t.ok) {
        return;
    }
    const Span s = spanOf(e, t.start);
    if (!s.ok) {
        return;
    }
    const CategoryInfo& c = category(e.view(Key::cat));
    m_kineto |= c.category != Category::other;
    switch (c.category) {
    case Category::kernel:
    case Category::memcpy:
    case Category::memset:
    case Category::sync:
        if (t.start == m_clock.offset && s.duration == 0) {
            t.invalid = true;
            m_report.faults.add("json.gpu.no_time", Severity::warning, [&] {
                return fmt::format("GPU events without timestamps (start and duration 0) are kept, but left out of the time axis and "
                                   "statistics; the first is {}.",
                                   place(e));
            });
        }
        see(t, s);
        gpuWork(e, t, s, c);
        break;
    case Category::runtime:
    case Category::driver:
        see(t, s);
        apiCall(e, t, s, c);
        break;
    case Category::op:
        see(t, s);
        op(e, t, s);
        break;
    case Category::annotation:
    case Category::gpuAnnotation:
        see(t, s);
        annotation(e, t, s, c.category == Category::gpuAnnotation);
        break;
    default: see(t, s); slice(e, t, s, c);
    }
}

void Trace::slice(const EventView& e, const Times& t, const Span& s, const CategoryInfo& c)
{
    const StringId name = nameOf(e, "[No name]");
    std::int64_t flags = s.flags | (t.invalid ? std::int64_t{kFlagInvalidTime} : 0);
    if (c.category == Category::overhead) {
        Row row;
        row.add(t.start);
        row.add(s.duration);
        row.add(name.value);
        row.add(flags);
        row.append(m_lanes.overhead(), Layout::overhead, m_report, argsOf(e));
        return;
    }
    ThreadState& thread = threadOf(e);
    Lane& lane =
        c.category == Category::python ? m_lanes.child(thread, &ThreadState::python, LaneKind::slices, "Python") : m_lanes.slices(thread);
    overlap(lane, e, t, s, false);
    if (!t.invalid) {
        lane.cover(t.start, endOf(t.start, s.duration));
    }
    if (s.duration == 0) {
        flags |= kFlagInstant;
    }
    Row row;
    row.add(t.start);
    row.add(s.duration);
    row.add(name.value);
    row.add(flags);
    row.add(idOrNull(c.id));
    row.add(colorOf(e));
    row.add(chainOf(e));
    const auto threadTime = [&](Key key) {
        const ScaledNumber n = e.time(e.slot(key), m_shift);
        return n.fault == NumberFault::none ? n.value : kNull;
    };
    row.add(threadTime(Key::tts));
    row.add(threadTime(Key::tdur));
    row.append(lane, Layout::slice, m_report, argsOf(e));
    boundFlow(e, lane.id, t.start, name);
}

void Trace::range(const EventView& e, char phase)
{
    const Times t = timeOf(e);
    if (!t.ok) {
        return;
    }
    see(t, {});
    const CategoryInfo& c = category(e.view(Key::cat));
    RangeEvent r;
    r.at = t.start;
    r.offset = e.offset();
    r.phase = phase;
    r.invalidTime = t.invalid;
    r.thread = &threadOf(e);
    const bool begins = phase != 'E' && phase != 'e' && phase != 'F';
    r.name = nameOf(e, begins ? "[No name]" : "");
    r.nameText = shortName(e);
    r.category = c.id;
    r.color = colorOf(e);
    r.chain = chainOf(e);
    if (const ScaledNumber n = e.time(e.slot(Key::tts), m_shift); n.fault == NumberFault::none) {
        r.threadTime = n.value;
    }
    const EncodedArgs args = argsOf(e);
    r.shape = args.shape;
    r.args.assign(args.values.begin(), args.values.end());
    r.argsShape = e.pattern().argsShape;
    r.flow = boundFlowOf(e);
    if (phase != 'B' && phase != 'E') {
        const Slot local = e.slot(Key::idLocal);
        const Slot global = e.slot(Key::idGlobal);
        const Slot id = local ? local : global ? global : e.slot(Key::id);
        const std::uint64_t key = idKey(e, id);
        if (key == 0) {
            m_report.faults.add("json.async.no_id", Severity::dataLoss, [&] {
                return fmt::format("Asynchronous events without a usable id are left out; the first is {}.", place(e));
            });
            return;
        }
        r.categoryText = c.text;
        const std::uint64_t scope = hashText(e.text(e.slot(Key::scope)), key);
        const std::uint64_t owner = local ? static_cast<std::uint64_t>(r.thread->process->pid) * 0x9E3779B97F4A7C15u : 0;
        r.asyncKey = hashText(c.text, scope) ^ owner;
        r.asyncLoose = (scope ^ owner) + r.name.value * 0xD6E8FEB86659FD93u;
    }
    m_ranges.add(std::move(r));
}

void Trace::instant(const EventView& e)
{
    const Times t = timeOf(e);
    if (!t.ok) {
        return;
    }
    see(t, {});
    if (e.view(Key::name) == "[memory]" && (e.has(Arg::memoryBytes) || e.has(Arg::address))) {
        memoryEvent(e, t);
        return;
    }
    const std::string_view scope = e.view(Key::instantScope);
    const TraceId pid = e.id(e.slot(Key::pid));
    const TraceId tid = e.id(e.slot(Key::tid));
    if (scope == "g") { // belongs to no process; which one it names is kept
        mark(e, t, m_lanes.globalMarks(), pid.isText || !e.has(Key::pid) ? kNull : m_lanes.process(pid).pid,
             tid.isText || !e.has(Key::tid) ? kNull : tid.number);
        return;
    }
    ThreadState& thread = m_lanes.thread(pid, tid);
    Lane& lane = scope == "p" ? m_lanes.marks(*thread.process) : m_lanes.child(thread, &ThreadState::marks, LaneKind::mark, "Marks");
    mark(e, t, lane, kNull, scope == "p" && !tid.isText ? thread.tid : kNull);
}

void Trace::mark(const EventView& e, const Times& t, Lane& lane, std::int64_t pid, std::int64_t tid)
{
    const StringId name = nameOf(e, "[No name]");
    Row row;
    row.add(t.start);
    row.add(name.value);
    row.add(kFlagInstant | (t.invalid ? std::int64_t{kFlagInvalidTime} : 0));
    row.add(idOrNull(category(e.view(Key::cat)).id));
    row.add(colorOf(e));
    row.add(chainOf(e));
    row.add(pid);
    row.add(tid);
    row.append(lane, Layout::mark, m_report, argsOf(e));
    boundFlow(e, lane.id, t.start, name);
}

void Trace::sample(const EventView& e)
{
    ++m_events;
    m_report.offset = static_cast<std::int64_t>(e.offset());
    const Times t = timeOf(e);
    if (!t.ok) {
        return;
    }
    see(t, {});
    ThreadState& thread = threadOf(e);
    Lane& lane = m_lanes.child(thread, &ThreadState::samples, LaneKind::samples, "Samples");
    Row row;
    row.add(t.start);
    row.add(nameOf(e).value);
    row.add(t.invalid ? std::int64_t{kFlagInvalidTime} : 0);
    row.add(e.integer(Key::cpu));
    row.add(e.integer(Key::weight));
    row.add(chainOf(e));
    row.append(lane, Layout::sample, m_report, argsOf(e));
}

void Trace::finish()
{
    m_ranges.finish();
    for (ThreadState& thread : m_lanes.threads()) {
        thread.slices.sortCoverage();
    }
    m_flows.place = [this](FlowPoint& point) { placeFlow(point); };
    m_flows.finish();
    if (m_correlated == 0) {
        m_launchArrows.finish();
    }
    findLaunchers();
    m_lanes.finish(launcher(), m_rank);
    writeFrames();
    if (m_launchFlows > 0) {
        setMeta("launch_flows", std::to_string(m_launchFlows));
    }
    if (m_kineto) {
        setMeta("producer", "PyTorch profiler (Kineto)");
    }
}

} // namespace pv::core::chrome
