// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/system_theme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QGuiApplication>

namespace pv::app {
namespace {
constexpr QLatin1String kService("org.freedesktop.portal.Desktop");
constexpr QLatin1String kPath("/org/freedesktop/portal/desktop");
constexpr QLatin1String kInterface("org.freedesktop.portal.Settings");
constexpr QLatin1String kGroup("org.freedesktop.appearance");
constexpr QLatin1String kKey("color-scheme");
} // namespace

SystemTheme::SystemTheme(QObject* parent)
    : QObject(parent), m_platformMode(widgets::Theme::modeOf(QGuiApplication::palette())), m_mode(m_platformMode)
{
    // Without an address the library would try to start a bus.
    if (qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS") || QGuiApplication::platformName() == QLatin1String("offscreen")) {
        return;
    }
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) {
        return;
    }
    bus.connect(kService, kPath, kInterface, QStringLiteral("SettingChanged"), this, SLOT(settingChanged(QString, QString, QDBusVariant)));
    QDBusMessage call = QDBusMessage::createMethodCall(kService, kPath, kInterface, QStringLiteral("Read"));
    call << kGroup << kKey;
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(call, 2000), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher* done) {
        const QDBusPendingReply<QDBusVariant> reply = *done;
        if (!reply.isError()) {
            take(reply.value().variant());
        }
        done->deleteLater();
    });
}

void SystemTheme::settingChanged(const QString& group, const QString& key, const QDBusVariant& value)
{
    if (group == kGroup && key == kKey) {
        take(value.variant());
    }
}

void SystemTheme::take(const QVariant& value)
{
    // Read wraps its answer in a second variant.
    const QVariant inner = value.canConvert<QDBusVariant>() ? value.value<QDBusVariant>().variant() : value;
    const uint scheme = inner.toUInt(); // 0: no preference, 1: dark, 2: light
    const widgets::ThemeMode next = scheme == 1 ? widgets::ThemeMode::dark : scheme == 2 ? widgets::ThemeMode::light : m_platformMode;
    if (next != m_mode) {
        m_mode = next;
        emit modeChanged();
    }
}

} // namespace pv::app
