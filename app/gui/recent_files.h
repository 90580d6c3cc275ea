// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Files opened lately, newest first, in the settings. GUI thread; never looks at the files themselves.

#include <QStringList>

namespace pv::app {

class RecentFiles {
public:
    static constexpr int kMax = 12;
    static QStringList list();
    static void add(const QString& path); // absolute
    static void remove(const QString& path);
    static void clear();
};

} // namespace pv::app
