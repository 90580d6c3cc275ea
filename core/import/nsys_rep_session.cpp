// SPDX-License-Identifier: MIT
#include "core/import/nsys_rep_target.h"

#include "core/import/nsys_rep_capture.h"
#include "core/import/nsys_rep_environment.h"
#include "core/import/nsys_rep_wire.h"

#include <charconv>
#include <ctime>
#include <map>

namespace pv::core {
namespace {

using E = NsysRepEmitter;
using Type = ColumnType;

constexpr NsysRepVersion kSystemClockExported{2025, 5, 0};
constexpr std::int64_t kNsPerSecond = 1'000'000'000;

std::int64_t wrappingAdd(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
std::int64_t wrappingSubtract(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

// Before 2026.1: offsets between pairs of clocks (7 session, 1 agent, 3 monotonic, 9 UTC), each written as the decimal
// text of a 64-bit number: time on the second clock = time on the first - offset.
std::optional<NsysRepSessionStart> fromOffsets(std::string_view header, std::int64_t start)
{
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> offsets;
    forEachWire(wireBytes(header, 16), 1, [&](std::string_view pair) {
        const std::string_view text = wireBytes(pair, 5);
        std::uint64_t magnitude = 0;
        const bool negative = text.starts_with('-');
        const char* const end = text.data() + text.size();
        const auto [behind, error] = std::from_chars(text.data() + (negative ? 1 : 0), end, magnitude);
        if (offsets.size() < 256 && error == std::errc{} && behind == end) {
            offsets[{wireInteger(pair, 1), wireInteger(pair, 2)}] = static_cast<std::int64_t>(negative ? 0 - magnitude : magnitude);
        }
    });
    const auto agent = offsets.find({1, 3});
    const auto utc = offsets.find({3, 9});
    if (agent == offsets.end() || utc == offsets.end()) {
        return std::nullopt;
    }
    const std::int64_t monotonic = wrappingSubtract(start, agent->second);
    return NsysRepSessionStart{wrappingSubtract(monotonic, utc->second), monotonic};
}

// From 2026.1 on: a graph of clocks with their kinds (11 UTC, 7 monotonic), and conversions between them.
std::optional<NsysRepSessionStart> fromConversions(std::string_view conversions, std::int64_t start)
{
    constexpr std::int64_t kUtc = 11;
    constexpr std::int64_t kMonotonic = 7;
    std::map<std::string_view, std::int64_t> kinds;
    forEachWire(wireBytes(conversions, 1), 1, [&](std::string_view clock) {
        if (kinds.size() < 4096) {
            kinds[wireBytes(clock, 1)] = wireInteger(clock, 2);
        }
    });
    const auto kindOf = [&](std::string_view id) {
        const auto it = kinds.find(id);
        return it == kinds.end() ? -1 : it->second;
    };
    std::optional<NsysRepSessionStart> result;
    forEachWire(wireBytes(conversions, 2), 1, [&](std::string_view conversion) {
        if (result || kindOf(wireBytes(conversion, 1)) != kUtc || kindOf(wireBytes(conversion, 2)) != kMonotonic) {
            return;
        }
        std::string_view first;
        forEachWire(conversion, 3, [&](std::string_view piece) { first = first.empty() ? wireBytes(piece, 1) : first; });
        if (!first.empty()) {
            result = NsysRepSessionStart{wrappingAdd(wireInteger(first, 1), wrappingSubtract(start, wireInteger(first, 2))), start};
        }
    });
    return result;
}

std::string isoTime(std::int64_t seconds)
{
    const std::time_t t = seconds;
    std::tm parts{};
    if (gmtime_r(&t, &parts) == nullptr) {
        return {};
    }
    char text[64];
    return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts)};
}

// The zone follows from the local time at which the command started; zones are multiples of a quarter of an hour.
std::int64_t zoneSeconds(std::string_view localStart, std::int64_t utcSeconds)
{
    constexpr std::int64_t kQuarter = 900;
    const std::string text(localStart.substr(0, 19));
    std::tm parts{};
    const char* const end = strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
    if (end == nullptr || *end != '\0') {
        return 0;
    }
    const std::int64_t difference = static_cast<std::int64_t>(timegm(&parts)) - utcSeconds;
    const std::int64_t rounded = (difference + (difference < 0 ? -kQuarter / 2 : kQuarter / 2)) / kQuarter * kQuarter;
    return rounded > -86400 && rounded < 86400 ? rounded : 0;
}

void emitSessionStart(const NsysRepContainer& file, NsysRepEmitter& emit)
{
    const auto start = nsysRepSessionStart(file);
    if (!start) {
        return;
    }
    const std::int64_t seconds = start->utcEpochNs / kNsPerSecond - (start->utcEpochNs % kNsPerSecond < 0 ? 1 : 0);
    const std::string utc = isoTime(seconds);
    const std::string local = isoTime(seconds + zoneSeconds(wireBytes(file.uiData, 4), seconds));
    const NsysColumn columns[] = {
        {"utcEpochNs", Type::integer}, {"utcTime", Type::string}, {"localTime", Type::string}, {"systemClockNs", Type::integer}};
    constexpr std::string_view kTable = "TARGET_INFO_SESSION_START_TIME";
    if (file.version.known() && file.version < kSystemClockExported) {
        emit.row(kTable, std::span(columns).first(3), {E::integer(start->utcEpochNs), E::text(utc), E::text(local)});
    } else {
        emit.row(kTable, columns, {E::integer(start->utcEpochNs), E::text(utc), E::text(local), E::integer(start->systemClockNs)});
    }
}

} // namespace

std::optional<NsysRepSessionStart> nsysRepSessionStart(const NsysRepContainer& file)
{
    const std::int64_t start = wireInteger(file.header, 17);
    if (!file.timeConversion.empty()) {
        return fromConversions(file.timeConversion, start);
    }
    return fromOffsets(file.header, start);
}

void emitNsysRepEnvironment(const NsysRepContainer& file, NsysRepEmitter& emit)
{
    const std::string_view device = wireBytes(file.header, 1);
    const std::int64_t globalVid = wireInteger(device, 3);
    const std::string_view state = wireBytes(device, 1);
    static const NsysColumn kEnvironment[] = {{"globalVid", Type::integer},
                                              {"devStateName", Type::string},
                                              {"name", Type::string},
                                              {"nameEnum", Type::integer},
                                              {"value", Type::string}};
    forEachWire(wireBytes(device, 2), 1, [&](std::string_view property) {
        const std::int64_t key = wireInteger(property, 1);
        const std::string_view value = wireBytes(property, 2);
        if (key == kNicInfoKey) {
            forEachWire(value, 1, [&](std::string_view nic) {
                NsysRepRow row;
                const std::string made(state);
                if (nsysRepFieldMap(NsysRepTable::targetNic).read(nic, file.header, row)) {
                    row.set(nsysRepColumn(NsysRepTable::targetNic, "stateName"), NsysRepText::pack(0, made.size(), true));
                    emit.row(NsysRepTable::targetNic, row, file.header, made);
                }
            });
        }
        // Most values are texts; the odd one is a number.
        std::string number;
        if (!wireHas(property, 2)) {
            number = "";
        } else if (value.data() == nullptr) {
            number = std::to_string(wireInteger(property, 2));
        }
        const std::string text = value.data() == nullptr ? number : environmentValue(key, value);
        emit.row("TARGET_INFO_SYSTEM_ENV", kEnvironment,
                 {E::integer(globalVid), E::text(state), E::text(environmentName(key)), E::integer(key), E::text(text)});
    });

    emitSessionStart(file, emit);

    static const NsysColumn kDetails[] = {
        {"globalVid", Type::integer}, {"duration", Type::integer}, {"startTime", Type::integer}, {"stopTime", Type::integer}};
    const std::int64_t start = wireInteger(file.header, 17);
    const std::int64_t stop = wireInteger(file.header, 18);
    emit.row("ANALYSIS_DETAILS", kDetails,
             {E::integer(globalVid), E::integer(wrappingSubtract(stop, start)), E::integer(start), E::integer(stop)});

    static const NsysColumn kOptions[] = {{"name", Type::string}, {"value", Type::string}};
    forEachCaptureOption(wireBytes(file.header, 2), [&](const std::string& name, const std::string& value) {
        emit.row("META_DATA_CAPTURE", kOptions, {E::text(name), E::text(value)});
    });
}

} // namespace pv::core
