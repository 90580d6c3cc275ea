// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What profviewer was asked for on its command line. Parsed before there is an application, because the answer decides
// which platform it uses.

#include "core/model/time.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>

namespace pv::app {

struct CommandLine {
    QStringList files;
    QString screenshot; // empty: none
    QSize size{1600, 900};
    bool sizeGiven = false;
    std::optional<core::TimeRange> range; // an open end is the least or largest time
    QString language;                     // empty: not given
    QString theme;                        // likewise
    bool newWindow = false;
    bool help = false;
    bool version = false;
    QString error; // not empty: wrong usage, one sentence
};

// `arguments` without the program's name.
CommandLine parseCommandLine(const QStringList& arguments);
QString commandLineHelp();

// True for the names of profcli's subcommands.
bool isSubcommand(const QString& word);

// "1.5ms", "200us", "3 s", "1234" (ns), "2min": exact, no rounding through a double; digits below 1 ns are refused.
std::optional<core::TimeNs> parseTime(const QString& text);
// "START..END"; either end may be empty.
std::optional<core::TimeRange> parseRange(const QString& text);

} // namespace pv::app
