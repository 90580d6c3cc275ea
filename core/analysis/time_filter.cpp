// SPDX-License-Identifier: MIT
#include "core/analysis/time_filter.h"

#include "core/model/error.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <tuple>
#include <vector>

namespace pv::core {
namespace {

constexpr TimeNs kFirstTime = std::numeric_limits<TimeNs>::min();
constexpr TimeNs kLastTime = std::numeric_limits<TimeNs>::max();

Error badTime(std::string_view text)
{
    return Error("the time '" + std::string(text) +
                 "' is not a number of nanoseconds, or a number with one of the units ns, us, ms, s (for example 1500ms)");
}

TimeNs parseTime(std::string_view text)
{
    struct Unit {
        std::string_view name;
        std::int64_t ns;
    };
    constexpr std::array kUnits{Unit{"ns", 1}, Unit{"us", 1000}, Unit{"ms", 1000000}, Unit{"s", 1000000000}};
    std::string_view number = text;
    std::int64_t unit = 1;
    for (const Unit& u : kUnits) {
        if (text.ends_with(u.name)) {
            unit = u.ns;
            number.remove_suffix(u.name.size());
            break;
        }
    }
    const char* end = number.data() + number.size();
    std::int64_t whole = 0;
    TimeNs ns = 0;
    if (auto [p, ec] = std::from_chars(number.data(), end, whole); ec == std::errc{} && p == end) {
        if (__builtin_mul_overflow(whole, unit, &ns)) {
            throw badTime(text);
        }
        return ns;
    }
    double real = 0;
    if (auto [p, ec] = std::from_chars(number.data(), end, real);
        ec == std::errc{} && p == end && std::fabs(real * static_cast<double>(unit)) < 9e18) {
        return std::llround(real * static_cast<double>(unit));
    }
    throw badTime(text);
}

std::string unescaped(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '/' || text[i + 1] == '@' || text[i + 1] == '\\')) {
            ++i;
        }
        out += text[i];
    }
    return out;
}

// Place of the last `c` that no backslash precedes.
std::size_t lastPlain(std::string_view text, char c)
{
    for (std::size_t i = text.size(); i-- > 0;) {
        if (text[i] == c && (i == 0 || text[i - 1] != '\\')) {
            return i;
        }
    }
    return std::string_view::npos;
}

struct Candidate {
    TimeNs start;
    std::int64_t row;
    TimeNs end;
    std::int64_t pid;
    std::int64_t tid;
};

} // namespace

TimeRange TimeFilter::scanRange() const { return {begin == kFirstTime ? begin : begin - 1, end >= kLastTime - 1 ? kLastTime : end + 2}; }

TimeFilter parseTimeFilter(std::string_view text)
{
    const auto slash = text.find('/');
    if (slash == std::string_view::npos || text.find('/', slash + 1) != std::string_view::npos) {
        throw Error("'" + std::string(text) + "' is not START/END, as in 1s/2500ms; either end may be left empty");
    }
    TimeFilter filter;
    if (slash > 0) {
        filter.begin = parseTime(text.substr(0, slash));
    }
    if (slash + 1 < text.size()) {
        filter.end = parseTime(text.substr(slash + 1));
    }
    if (filter.begin > filter.end) {
        throw Error("'" + std::string(text) + "' ends before it begins");
    }
    return filter;
}

NvtxFilter parseNvtxFilter(std::string_view text)
{
    NvtxFilter filter;
    std::string_view rest = text;
    if (const auto slash = lastPlain(rest, '/'); slash != std::string_view::npos && slash + 1 < rest.size()) {
        const std::string_view digits = rest.substr(slash + 1);
        std::int64_t index = 0;
        const auto [p, ec] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
        if (ec == std::errc{} && p == digits.data() + digits.size() && index >= 0) {
            filter.index = index;
            rest = rest.substr(0, slash);
        }
    }
    if (const auto at = lastPlain(rest, '@'); at != std::string_view::npos) {
        filter.domain = unescaped(rest.substr(at + 1));
        rest = rest.substr(0, at);
    }
    filter.range = unescaped(rest);
    if (filter.range.empty()) {
        throw Error("'" + std::string(text) + "' names no NVTX range; write RANGE[@DOMAIN][/INDEX]");
    }
    return filter;
}

std::optional<TimeFilter> findNvtxRange(const Report& report, const NvtxFilter& filter, const Progress& progress)
{
    const auto names = report.findStrings([&](std::string_view s) { return s == filter.range; }, progress);
    if (names.empty()) {
        return std::nullopt;
    }
    std::vector<Candidate> found;
    const std::array columns{col::start, col::duration, col::name, col::flags, col::pid, col::tid, col::sourceRow};
    report.scan(
        EventKind::nvtxRange, kAllTime, columns,
        [&](const ChunkPtr& chunk) {
            const Lane& lane = report.lanes()[chunk->info().lane.value];
            if (!holdsThreadRanges(lane) || (filter.domain != "*" && lane.domain != filter.domain)) {
                return;
            }
            const auto name = chunk->column(col::name);
            for (std::uint32_t i = 0; i < name.size(); ++i) {
                const StringId id{static_cast<std::uint32_t>(name[i])};
                if (std::find(names.begin(), names.end(), id) == names.end()) {
                    continue;
                }
                const std::int64_t flags = chunk->value(col::flags, i);
                if (flags != kNull && (flags & kFlagInvalidTime) != 0) {
                    continue;
                }
                const TimeNs start = chunk->value(col::start, i);
                const std::int64_t pid = lane.pid != kNull ? lane.pid : chunk->value(col::pid, i);
                const std::int64_t tid = lane.tid != kNull ? lane.tid : chunk->value(col::tid, i);
                found.push_back({start, chunk->value(col::sourceRow, i), endOf(start, chunk->value(col::duration, i)), pid, tid});
            }
        },
        progress);
    const auto index = static_cast<std::size_t>(filter.index);
    if (index >= found.size()) {
        return std::nullopt;
    }
    std::nth_element(found.begin(), found.begin() + filter.index, found.end(), [](const Candidate& a, const Candidate& b) {
        return std::tie(a.start, a.row, a.end, a.tid) < std::tie(b.start, b.row, b.end, b.tid);
    });
    const Candidate& range = found[index];
    TimeFilter result;
    result.begin = range.start;
    result.end = range.end;
    result.pid = range.pid;
    result.tid = range.tid == range.pid ? kNull : range.tid;
    return result;
}

} // namespace pv::core
