// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/command_line.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <limits>

namespace pv::app {
namespace {

constexpr std::array kSubcommands{"profile", "stats",  "analyze", "gaps",   "diff",  "sql",  "import",   "export",
                                  "info",    "verify", "recover", "launch", "start", "stop", "shutdown", "sessions"};

__extension__ typedef __int128 Wide;

struct Unit {
    const char* name;
    std::int64_t ns;
};
constexpr std::array<Unit, 9> kUnits{{{"ns", 1},
                                      {"us", 1000},
                                      {"\xC2\xB5s", 1000},
                                      {"\xCE\xBCs", 1000},
                                      {"ms", 1'000'000},
                                      {"s", 1'000'000'000},
                                      {"min", 60'000'000'000},
                                      {"m", 60'000'000'000},
                                      {"h", 3'600'000'000'000}}};

std::optional<QSize> parseSize(const QString& text)
{
    static const QRegularExpression form(QStringLiteral("^(\\d{1,5})[xX](\\d{1,5})$"));
    const auto match = form.match(text);
    if (!match.hasMatch()) {
        return std::nullopt;
    }
    const QSize size(match.captured(1).toInt(), match.captured(2).toInt());
    // Below this the window has no room; above it the picture would not fit into memory.
    if (size.width() < 320 || size.height() < 200 || size.width() > 16384 || size.height() > 16384) {
        return std::nullopt;
    }
    return size;
}

} // namespace

bool isSubcommand(const QString& word)
{
    return std::any_of(kSubcommands.begin(), kSubcommands.end(), [&](const char* name) { return word == QLatin1String(name); });
}

std::optional<core::TimeNs> parseTime(const QString& text)
{
    static const QRegularExpression form(QStringLiteral("^\\s*([-+]?)(\\d*)(?:\\.(\\d*))?\\s*(\\S*)\\s*$"));
    const auto match = form.match(text);
    QString whole = match.captured(2);
    QString fraction = match.captured(3);
    if (!match.hasMatch() || (whole.isEmpty() && fraction.isEmpty())) {
        return std::nullopt;
    }
    const QByteArray unitName = match.captured(4).toUtf8();
    std::int64_t unit = unitName.isEmpty() ? 1 : 0;
    for (const Unit& u : kUnits) {
        if (unitName == u.name) {
            unit = u.ns;
        }
    }
    if (unit == 0) {
        return std::nullopt;
    }
    while (fraction.endsWith(QLatin1Char('0'))) {
        fraction.chop(1);
    }
    // 13 digits after the point are more than an hour has ns.
    if (fraction.size() > 13) {
        return std::nullopt;
    }
    bool ok = true;
    const std::int64_t units = whole.isEmpty() ? 0 : whole.toLongLong(&ok);
    if (!ok) {
        return std::nullopt;
    }
    Wide ns = static_cast<Wide>(units) * unit;
    if (!fraction.isEmpty()) {
        Wide scale = 1;
        for (qsizetype i = 0; i < fraction.size(); ++i) {
            scale *= 10;
        }
        const Wide part = static_cast<Wide>(fraction.toLongLong()) * unit;
        if (part % scale != 0) {
            return std::nullopt;
        }
        ns += part / scale;
    }
    if (match.captured(1) == QLatin1String("-")) {
        ns = -ns;
    }
    if (ns > std::numeric_limits<std::int64_t>::max() || ns < std::numeric_limits<std::int64_t>::min()) {
        return std::nullopt;
    }
    return static_cast<core::TimeNs>(ns);
}

std::optional<core::TimeRange> parseRange(const QString& text)
{
    // The dots of "1.5s..2.5s" that part the ends are the first two in a row.
    const qsizetype dots = text.indexOf(QLatin1String(".."));
    if (dots < 0) {
        return std::nullopt;
    }
    core::TimeRange range = core::kAllTime;
    const QString from = text.left(dots).trimmed();
    const QString to = text.mid(dots + 2).trimmed();
    if (!from.isEmpty()) {
        const auto t = parseTime(from);
        if (!t) {
            return std::nullopt;
        }
        range.begin = *t;
    }
    if (!to.isEmpty()) {
        const auto t = parseTime(to);
        if (!t) {
            return std::nullopt;
        }
        range.end = *t;
    }
    return range.empty() ? std::nullopt : std::optional(range);
}

CommandLine parseCommandLine(const QStringList& arguments)
{
    CommandLine line;
    bool onlyFiles = false;
    const auto wrong = [&](const QString& sentence) {
        if (line.error.isEmpty()) {
            line.error = sentence;
        }
    };
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString& argument = arguments[i];
        if (onlyFiles || !argument.startsWith(QLatin1Char('-')) || argument == QLatin1String("-")) {
            line.files += argument;
            continue;
        }
        if (argument == QLatin1String("--")) {
            onlyFiles = true;
            continue;
        }
        const qsizetype equals = argument.indexOf(QLatin1Char('='));
        const QString name = equals < 0 ? argument : argument.left(equals);
        const auto value = [&]() -> QString {
            if (equals >= 0) {
                return argument.mid(equals + 1);
            }
            if (i + 1 < arguments.size()) {
                return arguments[++i];
            }
            wrong(QStringLiteral("option %1 needs a value").arg(name));
            return {};
        };
        if (name == QLatin1String("-h") || name == QLatin1String("--help")) {
            line.help = true;
        } else if (name == QLatin1String("-v") || name == QLatin1String("--version")) {
            line.version = true;
        } else if (name == QLatin1String("--new-window")) {
            line.newWindow = true;
        } else if (name == QLatin1String("--screenshot")) {
            line.screenshot = value();
            if (line.screenshot.isEmpty()) {
                wrong(QStringLiteral("--screenshot needs the name of the PNG file to write"));
            }
        } else if (name == QLatin1String("--size")) {
            const QString text = value();
            if (const auto size = parseSize(text)) {
                line.size = *size;
                line.sizeGiven = true;
            } else {
                wrong(QStringLiteral("--size '%1' is not WIDTHxHEIGHT, from 320x200 to 16384x16384").arg(text));
            }
        } else if (name == QLatin1String("--range")) {
            const QString text = value();
            line.range = parseRange(text);
            if (!line.range) {
                wrong(QStringLiteral("--range '%1' is not START..END in ns or with a unit (ns, us, ms, s, min, h), START before END")
                          .arg(text));
            }
        } else if (name == QLatin1String("--lang")) {
            line.language = value();
            if (line.language != QLatin1String("en") && line.language != QLatin1String("zh_CN")) {
                wrong(QStringLiteral("--lang '%1' is not one of: en, zh_CN").arg(line.language));
            }
        } else if (name == QLatin1String("--theme")) {
            line.theme = value();
            if (line.theme != QLatin1String("light") && line.theme != QLatin1String("dark") && line.theme != QLatin1String("system")) {
                wrong(QStringLiteral("--theme '%1' is not one of: light, dark, system").arg(line.theme));
            }
        } else {
            wrong(QStringLiteral("unknown option %1").arg(name));
        }
    }
    return line;
}

QString commandLineHelp()
{
    return QStringLiteral("usage: profviewer [OPTIONS] [FILE...]\n"
                          "       profviewer SUBCOMMAND ...   runs profcli SUBCOMMAND (profile, stats, analyze, sql, ...)\n"
                          "\n"
                          "Opens recordings of GPU training runs: .rep, Nsight Systems (.nsys-rep, .sqlite), PyTorch and Chrome\n"
                          "traces (.json, .json.gz). Files are told apart by content.\n"
                          "\n"
                          "  --screenshot OUT.png   render the window into a picture, without a display, and exit\n"
                          "  --size WIDTHxHEIGHT    size of the window or picture (1600x900)\n"
                          "  --range START..END     time range to show, in ns or with a unit: 1.2s..1.5s, 200ms..\n"
                          "  --lang en|zh_CN        language of the window\n"
                          "  --theme light|dark|system\n"
                          "  --new-window           do not hand the files to a window that is already open\n"
                          "  -h, --help             this text\n"
                          "  -v, --version          the version\n"
                          "\n"
                          "Exit status: 0 done, 1 a file could not be read or written, 2 wrong usage.\n");
}

} // namespace pv::app
