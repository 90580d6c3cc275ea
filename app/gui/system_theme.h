// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether the desktop wants dark windows: as its settings portal says (org.freedesktop.appearance color-scheme), else as
// the palette is that the platform gave at start. Never waits for the desktop: the answer comes as a signal.
// https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Settings.html

#include "widgets/theme.h"

#include <QObject>

class QDBusVariant;

namespace pv::app {

class SystemTheme : public QObject {
    Q_OBJECT
public:
    explicit SystemTheme(QObject* parent = nullptr);
    widgets::ThemeMode mode() const { return m_mode; }

signals:
    void modeChanged();

private slots:
    void settingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void take(const QVariant& value);
    widgets::ThemeMode m_platformMode;
    widgets::ThemeMode m_mode;
};

} // namespace pv::app
