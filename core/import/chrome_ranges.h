// SPDX-License-Identifier: MIT
#pragma once

// Begin and end events (B/E of threads; b/e/n and S/T/p/F of asynchronous operations) become slices.
//
// They are paired in order of time, whatever the order in the file: the last kMostHeld of them wait in a heap. Ends pair
// by name and category where they say so, else with the innermost open slice; asynchronous ones by (category, id, scope,
// name). A pair that crosses another keeps its true times.

#include "core/import/chrome_lanes.h"

#include <queue>

namespace pv::core::chrome {

// A flow end on an event itself ("bind_id").
struct BoundFlow {
    std::uint64_t key = 0;
    bool in = false;
    bool out = false;
};

struct RangeEvent {
    TimeNs at = 0;
    std::uint64_t order = 0;
    std::uint64_t offset = 0;
    char phase = 'B';
    bool invalidTime = false;
    ThreadState* thread = nullptr;
    StringId name{};
    StringId category{};
    std::string nameText; // shortened, for messages
    std::int64_t threadTime = kNull;
    std::int64_t color = kNull;
    std::int64_t chain = kNull;
    StringId shape{};
    std::vector<std::int64_t> args;
    std::string argsShape; // the text of `shape`
    std::uint64_t asyncKey = 0;
    std::uint64_t asyncLoose = 0; // without the category
    std::string categoryText;
    BoundFlow flow;
};

struct OpenSlice : RangeEvent {
    TimeNs crossedAt = kNull; // a slice that began before it ended then
    std::string crossedBy{};
};

class FlowTracker;

class RangeTracker {
public:
    RangeTracker(ReportContext& report, Lanes& lanes, FlowTracker& flows) : m_report(report), m_lanes(lanes), m_flows(flows) {}
    void add(RangeEvent event);
    void finish(); // what waits, and what never ended

private:
    static constexpr std::size_t kMostHeld = 65536;
    static constexpr std::size_t kMostHeldBytes = 32u << 20;

    void drain(std::size_t keep, std::size_t keepBytes);
    void moment(std::vector<RangeEvent>& events);
    bool endsEarlier(const RangeEvent& end, const std::vector<RangeEvent>& now) const;
    void begin(RangeEvent event)
    {
        std::vector<OpenSlice>& stack = event.thread->stack;
        stack.push_back({std::move(event)});
    }
    void end(const RangeEvent& event);
    void asyncEvent(RangeEvent event);
    void emit(const RangeEvent& begin, const RangeEvent* end, std::int64_t extraFlags);
    void emitAsync(const RangeEvent& begin, const RangeEvent* end, std::int64_t extraFlags);
    void unmatched(const RangeEvent& end);
    void finishAsync();
    EncodedArgs joined(const RangeEvent& begin, const RangeEvent* end);

    struct HeapEntry {
        TimeNs at;
        std::uint64_t order;
        std::uint32_t index;
        bool operator>(const HeapEntry& o) const { return at != o.at ? at > o.at : order > o.order; }
    };

    ReportContext& m_report;
    Lanes& m_lanes;
    FlowTracker& m_flows;
    std::vector<RangeEvent> m_held;
    std::vector<std::uint32_t> m_free;
    std::priority_queue<HeapEntry, std::vector<HeapEntry>, std::greater<>> m_heap;
    std::uint64_t m_order = 0;
    std::size_t m_heldBytes = 0;
    TimeNs m_drained = std::numeric_limits<TimeNs>::min();
    std::unordered_map<std::uint64_t, std::vector<RangeEvent>> m_async;
    std::unordered_map<std::uint64_t, std::int64_t> m_asyncLoose; // open ones by (id, name)
    std::vector<RangeEvent> m_unmatched;                          // ends without a begin
    std::unordered_map<std::uint64_t, StringId> m_joinedShapes;
    std::vector<std::int64_t> m_joinedArgs;
};

} // namespace pv::core::chrome
