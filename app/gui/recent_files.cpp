// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/recent_files.h"

#include <QSettings>

namespace pv::app {
namespace {
QString key() { return QStringLiteral("files/recent"); }
} // namespace

QStringList RecentFiles::list() { return QSettings().value(key()).toStringList().mid(0, kMax); }

void RecentFiles::add(const QString& path)
{
    QStringList all = list();
    all.removeAll(path);
    all.prepend(path);
    QSettings().setValue(key(), QStringList(all.mid(0, kMax)));
}

void RecentFiles::remove(const QString& path)
{
    QStringList all = list();
    all.removeAll(path);
    QSettings().setValue(key(), all);
}

void RecentFiles::clear() { QSettings().remove(key()); }

} // namespace pv::app
