// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/time_format.h"

#include <algorithm>
#include <array>
#include <limits>

namespace pv::widgets {
namespace {

constexpr QChar kGap(0x2009);   // thin space between groups of digits
constexpr QChar kMinus(0x2212); // as wide as a digit
constexpr std::int64_t kSecond = 1'000'000'000;

std::uint64_t magnitude(std::int64_t n) { return n < 0 ? ~static_cast<std::uint64_t>(n) + 1 : static_cast<std::uint64_t>(n); }

QString grouped(std::uint64_t n)
{
    QString s = QString::number(n);
    for (qsizetype i = s.size() - 3; i > 0; i -= 3) {
        s.insert(i, kGap);
    }
    return s;
}

// value / 10^scale with exactly `decimals` <= scale decimals, cut (not rounded).
QString decimal(std::uint64_t value, int scale, int decimals, bool group)
{
    std::uint64_t unit = 1;
    for (int i = 0; i < scale; ++i) {
        unit *= 10;
    }
    QString s = group ? grouped(value / unit) : QString::number(value / unit);
    if (decimals > 0) {
        const QString fraction = QString::number(value % unit).rightJustified(scale, QLatin1Char('0')).left(decimals);
        s += QLatin1Char('.');
        for (qsizetype i = 0; i < fraction.size(); ++i) {
            if (group && i > 0 && i % 3 == 0) {
                s += kGap;
            }
            s += fraction[i];
        }
    }
    return s;
}

struct Unit {
    std::uint64_t ns;
    int scale;
    QStringView name;
};
constexpr std::array<Unit, 4> kUnits{{{1, 0, u"ns"}, {1000, 3, u"\u00B5s"}, {1'000'000, 6, u"ms"}, {1'000'000'000, 9, u"s"}}};

const Unit& unitFor(std::uint64_t ns)
{
    for (auto it = kUnits.rbegin(); it != kUnits.rend(); ++it) {
        if (ns >= it->ns) {
            return *it;
        }
    }
    return kUnits.front();
}

int decimalsFor(std::int64_t stepNs, int scale)
{
    int decimals = scale;
    while (decimals > 0 && stepNs % 10 == 0) {
        stepNs /= 10;
        --decimals;
    }
    return decimals;
}

// [H:]MM:SS with decimals; `ns` is not negative.
QString clock(std::uint64_t ns, int decimals, bool hours)
{
    const std::uint64_t seconds = ns / kSecond;
    QString s;
    if (hours) {
        s += QString::number(seconds / 3600).rightJustified(2, QLatin1Char('0')) + QLatin1Char(':');
    }
    const std::uint64_t minutes = hours ? seconds / 60 % 60 : seconds / 60;
    s += QString::number(minutes).rightJustified(2, QLatin1Char('0')) + QLatin1Char(':');
    s += QString::number(seconds % 60).rightJustified(2, QLatin1Char('0'));
    if (decimals > 0) {
        s += decimal(ns % kSecond, 9, decimals, true).mid(1);
    }
    return s;
}

} // namespace

QString formatCount(std::int64_t n) { return (n < 0 ? QString(kMinus) : QString()) + grouped(magnitude(n)); }

QString formatExact(std::int64_t ns)
{
    const std::uint64_t m = magnitude(ns);
    const Unit& unit = unitFor(m);
    // Trailing groups of zeros say nothing.
    int decimals = unit.scale;
    for (std::uint64_t rest = m; decimals > 0 && rest % 1000 == 0; rest /= 1000) {
        decimals -= 3;
    }
    return (ns < 0 ? QString(kMinus) : QString()) + decimal(m, unit.scale, decimals, true) + QLatin1Char(' ') + unit.name.toString();
}

QString formatDuration(std::int64_t ns, int digits)
{
    const QString sign = ns < 0 ? QString(kMinus) : QString();
    std::uint64_t m = magnitude(ns);
    if (m >= 60ull * kSecond) {
        const std::uint64_t tenths = m / (kSecond / 10);
        const std::uint64_t minutes = tenths / 600 % 60;
        const QString s = decimal(tenths % 600, 1, 1, false) + QStringLiteral(" s");
        if (tenths < 36000) {
            return sign + QStringLiteral("%1 min %2").arg(minutes).arg(s);
        }
        return sign + QStringLiteral("%1 h %2 min %3").arg(tenths / 36000).arg(minutes, 2, 10, QLatin1Char('0')).arg(s);
    }
    const auto whole = [](std::uint64_t value) { return static_cast<int>(QString::number(value).size()); };
    const Unit* unit = &unitFor(m);
    int decimals = std::clamp(digits - whole(m / unit->ns), 0, unit->scale);
    std::uint64_t step = 1;
    for (int i = unit->scale; i > decimals; --i) {
        step *= 10;
    }
    m = (m + step / 2) / step * step;
    if (m / unit->ns >= 1000 && unit->ns < static_cast<std::uint64_t>(kSecond)) {
        unit = &unitFor(m);
        decimals = std::clamp(digits - whole(m / unit->ns), 0, unit->scale);
    }
    QString s = decimal(m, unit->scale, decimals, false);
    if (decimals > 0) {
        while (s.endsWith(QLatin1Char('0'))) {
            s.chop(1);
        }
        if (s.endsWith(QLatin1Char('.'))) {
            s.chop(1);
        }
    }
    return sign + s + QLatin1Char(' ') + unit->name.toString();
}

QString formatTime(core::TimeNs t, std::int64_t stepNs)
{
    const QString sign = t < 0 ? QString(kMinus) : QString();
    const std::uint64_t m = magnitude(t);
    stepNs = std::max<std::int64_t>(stepNs, 1);
    if (t == 0) {
        return QStringLiteral("0 s");
    }
    if (m >= 120ull * kSecond) {
        return sign + clock(m, decimalsFor(stepNs, 9), m >= 3600ull * kSecond);
    }
    const Unit& unit = unitFor(m);
    return sign + decimal(m, unit.scale, decimalsFor(stepNs, unit.scale), true) + QLatin1Char(' ') + unit.name.toString();
}

QString formatWallClock(core::TimeNs t, std::int64_t originUnixNs, int zoneOffsetS, std::int64_t stepNs)
{
    constexpr std::int64_t kDay = 86'400 * kSecond;
    // Modulo a day before adding, so that nothing overflows.
    std::int64_t ns = t % kDay + originUnixNs % kDay + std::int64_t{zoneOffsetS} * kSecond % kDay;
    ns = (ns % kDay + kDay) % kDay;
    return clock(static_cast<std::uint64_t>(ns), decimalsFor(std::max<std::int64_t>(stepNs, 1), 9), true);
}

RulerSteps rulerSteps(std::int64_t leastNs)
{
    leastNs = std::max<std::int64_t>(leastNs, 1);
    for (std::int64_t unit = 1; unit <= 10 * kSecond; unit *= 10) {
        if (unit >= leastNs) {
            return {unit, std::max<std::int64_t>(unit / 10, 1)};
        }
        if (unit < 10 * kSecond && 2 * unit >= leastNs) {
            return {2 * unit, unit >= 10 ? unit / 5 : 1};
        }
        if (unit < 10 * kSecond && 5 * unit >= leastNs) {
            return {5 * unit, unit};
        }
    }
    constexpr std::array<std::pair<int, int>, 13> kSeconds{{{20, 5},
                                                            {30, 5},
                                                            {60, 10},
                                                            {120, 30},
                                                            {300, 60},
                                                            {600, 60},
                                                            {1200, 300},
                                                            {1800, 300},
                                                            {3600, 600},
                                                            {7200, 1800},
                                                            {21600, 3600},
                                                            {43200, 7200},
                                                            {86400, 21600}}};
    for (const auto& [major, minor] : kSeconds) {
        if (major * kSecond >= leastNs) {
            return {major * kSecond, minor * kSecond};
        }
    }
    std::int64_t days = 1;
    while (days * 86'400 * kSecond < leastNs && days < 50'000) {
        days *= days % 2 == 1 || days % 5 != 0 ? 2 : 5;
    }
    return {days * 86'400 * kSecond, days * 86'400 * kSecond / 2};
}

std::vector<RulerTick> rulerTicks(core::TimeRange range, RulerSteps steps)
{
    std::vector<RulerTick> ticks;
    if (range.empty()) {
        return ticks;
    }
    std::int64_t t = range.begin / steps.minor * steps.minor;
    if (t < range.begin && __builtin_add_overflow(t, steps.minor, &t)) {
        return ticks;
    }
    while (t < range.end && ticks.size() < 10'000) {
        ticks.push_back({t, t % steps.major == 0});
        if (__builtin_add_overflow(t, steps.minor, &t)) {
            break;
        }
    }
    return ticks;
}

} // namespace pv::widgets
