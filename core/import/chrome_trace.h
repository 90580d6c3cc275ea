// SPDX-License-Identifier: MIT
#pragma once

// One trace (the file, or one of an archive) on its way into the report: what each event means.
//
// Traces of the PyTorch profiler (Kineto) are known by the categories of their events: GPU work goes to stream lanes, calls,
// operators and annotations to lanes of their own below a thread. Everything else becomes slices, marks, counters,
// asynchronous operations and flow arrows as the Chrome trace format says.
//
// Threads: one. Errors: Cancelled; whatever the writer throws.

#include "core/import/chrome_flows.h"
#include "core/import/chrome_ranges.h"
#include "core/import/chrome_stream.h"

#include <set>
#include <tuple>

namespace pv::core::chrome {

enum class Category : std::uint8_t {
    other,
    kernel,
    memcpy,
    memset,
    runtime,
    driver,
    sync,
    op,
    annotation,
    gpuAnnotation,
    python,
    overhead,
    launchFlow,
    gradientFlow
};

struct CategoryInfo {
    std::string text;
    StringId id{};
    Category category = Category::other;
};

// Facts of a trace that matter to others of the same archive.
struct TraceClock {
    std::int64_t baseNs = kNull; // baseTimeNanoseconds
    TimeNs offset = 0;           // added to every time
};

class Trace {
public:
    Trace(ReportContext& report, std::uint32_t number, LaneId group, std::string prefix, TraceClock clock);
    void add(const Batch& batch, const Progress& progress);
    void finish();
    std::int64_t events() const { return m_events; }
    TimeNs earliest() const { return m_earliest; }
    std::int64_t baseNs() const { return m_clock.baseNs; }

private:
    struct Times {
        TimeNs start = 0;
        bool ok = false;
        bool invalid = false; // a number, but no moment (zero, or years before the begin)
    };
    struct Span {
        std::int64_t duration = 0;
        std::int64_t flags = 0;
        bool ok = true;
    };

    // chrome_trace.cpp
    void event(const EventView& e);
    Times timeOf(const EventView& e);
    Span spanOf(const EventView& e, TimeNs start);
    bool noTime(const EventView& e, NumberFault fault);
    void complete(const EventView& e);
    void slice(const EventView& e, const Times& t, const Span& s, const CategoryInfo& category);
    void range(const EventView& e, char phase);
    void instant(const EventView& e);
    void mark(const EventView& e, const Times& t, Lane& lane, std::int64_t pid, std::int64_t tid);
    void otherPhase(const EventView& e, char phase);
    void sample(const EventView& e);
    const CategoryInfo& category(std::string_view text);
    StringId nameOf(const EventView& e, std::string_view missing = {});
    std::string shortName(const EventView& e) const;
    EncodedArgs argsOf(const EventView& e);
    std::int64_t colorOf(const EventView& e);
    ThreadState& threadOf(const EventView& e);
    void see(const Times& t, const Span& s);
    void overlap(Lane& lane, const EventView& e, const Times& t, const Span& s, bool gpu);
    std::string place(const EventView& e) const; // "'name' at byte N"

    // chrome_kineto.cpp
    void gpuWork(const EventView& e, const Times& t, Span s, const CategoryInfo& category);
    void apiCall(const EventView& e, const Times& t, const Span& s, const CategoryInfo& category);
    void op(const EventView& e, const Times& t, const Span& s);
    void annotation(const EventView& e, const Times& t, const Span& s, bool gpu);
    void memoryEvent(const EventView& e, const Times& t);
    StringId shortNameOf(const EventView& e, StringId name);
    GpuState& gpuOf(const EventView& e);
    std::int64_t streamOf(const EventView& e, const ThreadState& thread) const;
    const ProcessState* launcher();
    void findLaunchers();

    // chrome_flow_events.cpp
    void flow(const EventView& e, char phase);
    void boundFlow(const EventView& e, LaneId lane, TimeNs at, StringId name);
    BoundFlow boundFlowOf(const EventView& e) const;
    void placeFlow(FlowPoint& point);
    std::uint64_t idKey(const EventView& e, Slot slot) const;

    // chrome_counters.cpp
    void counter(const EventView& e);
    void tooManyCounters(const EventView& e);
    void counterValue(CounterGroup& group, std::string_view key, std::string_view unit, TimeNs at, Slot slot, const EventView& e);

    // chrome_metadata.cpp
    void metadata(const EventView& e);
    void member(const Member& m);
    void devices(std::string_view json);
    void distributed(std::string_view json);
    void frames(std::string_view json);
    std::int64_t chainOf(const EventView& e);
    void writeFrames();
    void setMeta(std::string_view key, std::string_view value);

    ReportContext& m_report;
    std::uint32_t m_number;
    std::string m_prefix; // of meta keys, where there are several traces
    TraceClock m_clock;
    Lanes m_lanes;
    FlowTracker m_flows;
    FlowTracker m_launchArrows; // of traces without correlation ids
    RangeTracker m_ranges;
    int m_shift = 3; // times are microseconds; 0: nanoseconds
    std::int64_t m_timed = 0;
    std::int64_t m_events = 0;
    std::int64_t m_launchFlows = 0;
    std::int64_t m_correlated = 0; // GPU work with a correlation id
    bool m_kineto = false;
    TimeNs m_earliest = std::numeric_limits<TimeNs>::max();
    std::optional<std::int64_t> m_rank;
    std::vector<StringId> m_shapes; // by pattern
    std::vector<std::int64_t> m_args;
    std::deque<CategoryInfo> m_categories;
    std::unordered_map<std::string, CategoryInfo*> m_byCategory;
    std::unordered_map<StringId, StringId> m_shortNames;                                     // of kernels
    std::vector<std::pair<std::int64_t, std::pair<const ProcessState*, TimeNs>>> m_launches; // the first ones, by correlation
    struct Frame {
        std::string name;
        std::string category;
        std::string parent;
    };
    std::unordered_map<std::string, Frame> m_frames;
    std::map<std::string, std::int64_t> m_chains; // frame id, or inline stack, to chain
    std::set<std::tuple<const ThreadState*, TimeNs, std::uint32_t>> m_flowMarks;
    std::size_t m_chainBytes = 0;
    std::int64_t m_metaLeft = 200;
};

} // namespace pv::core::chrome
