// SPDX-License-Identifier: MIT
#pragma once

// NVTX ranges as the reports name, nest and attribute them.
//
// Nesting (found by experiment on the reference's results): within a thread, over all domains; a range's parent is the
// innermost one that covers it whole and has begun before it ended. Touching is not covering.
// Attribution: a launch belongs to every range of its thread that covers the launching API call whole. Start/end
// ranges that end on another thread than they began on take no part.

#include "core/analysis/stats/launches.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace pv::core {

enum class RangeStyle : std::uint8_t { pushPop = 0, startEnd = 1 };
inline std::string_view styleName(RangeStyle style) { return style == RangeStyle::pushPop ? "PushPop" : "StartEnd"; }

struct NvtxRange {
    TimeNs start = 0;
    TimeNs end = 0;
    std::int64_t id = 0; // number of its row in the source; where the source has none: counted from 1 in order of start
    std::uint32_t thread = 0;
    StringId name{};
    std::uint32_t domain = 0; // in NvtxRanges::domains
    RangeStyle style{};
};

struct NvtxRanges {
    std::vector<NvtxRange> ranges; // in order of thread, start, longer first, id
    std::vector<std::string> domains;
};

enum class RangeChoice : std::uint8_t { all, pushPop, sameThread };

NvtxRanges loadNvtxRanges(const StatsContext& context, ThreadTable& threads, RangeChoice choice);
// "domain:text"; the default domain is empty.
std::string rangeName(const StatsContext& context, const NvtxRanges& ranges, const NvtxRange& range);
// Names of domains by lane. In reports of Nsight a domain has a name only where its creation was recorded, and within
// the filter, as in the reference; other sources name their domains themselves.
class DomainNames {
public:
    explicit DomainNames(const StatsContext& context);
    std::string of(const Lane& lane) const;

private:
    bool m_listed = false;
    std::set<std::pair<std::int64_t, std::string>> m_known;
};

struct RangeTree {
    static constexpr std::uint32_t kNoParent = 0xFFFFFFFFu;
    struct Node {
        std::uint32_t parent = kNoParent;
        std::uint32_t level = 0;
        std::uint32_t children = 0;
        std::int64_t childrenNs = 0;
    };
    std::vector<Node> nodes; // one a range
};
// `ranges` in the order of NvtxRanges.
RangeTree nestRanges(std::span<const NvtxRange> ranges);
// ":4:6" from the root to the range; of a stack deeper than kMaxShownDepth only the innermost, behind ":...".
inline constexpr std::size_t kMaxShownDepth = 2000;
void appendRangeStack(std::string& out, std::span<const NvtxRange> ranges, const RangeTree& tree, std::uint32_t range);

// For each call the ranges around it, outermost (first begun) first.
struct Enclosing {
    struct Span {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
    };
    std::vector<Span> ofCall;          // into `ranges`
    std::vector<std::uint32_t> ranges; // indices of NvtxRanges::ranges
    std::span<const std::uint32_t> of(std::uint32_t call) const
    {
        return std::span(ranges).subspan(ofCall[call].begin, ofCall[call].end - ofCall[call].begin);
    }
};
// One sorted sweep a thread. Error: more than 2^28 pairs of call and range (damaged input).
Enclosing enclosingRanges(std::span<const ApiCall> calls, std::span<const NvtxRange> ranges, const Progress& progress = {});
// The innermost range around the calls of a group: the one that began last. Null: none.
const NvtxRange* innermostRange(const Launches::Group& group, const Enclosing& enclosing, std::span<const NvtxRange> ranges);

} // namespace pv::core
