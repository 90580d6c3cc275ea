// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How the application looks and which language it speaks: the person's choice, or the system's.
//
// One object, owned by main(), handed to windows. GUI thread.

#include "app/gui/system_theme.h"
#include "widgets/theme.h"

#include <QObject>
#include <QStringList>
#include <QTranslator>

namespace pv::app {

enum class ThemeChoice : std::uint8_t { system, light, dark };

class Appearance : public QObject {
    Q_OBJECT
public:
    explicit Appearance(QObject* parent = nullptr);

    ThemeChoice themeChoice() const { return m_choice; }
    void setThemeChoice(ThemeChoice choice);
    const widgets::Theme& theme() const { return m_theme; }

    // "en", "zh_CN"; empty: the system's.
    QString language() const { return m_language; }
    void setLanguage(const QString& code);
    static QStringList languages() { return {QStringLiteral("en"), QStringLiteral("zh_CN")}; }
    static QString languageName(const QString& code); // in the language itself

    void load(); // from the settings
    void save() const;

    static bool parseTheme(const QString& text, ThemeChoice& choice);

signals:
    void themeChanged();

private:
    void applyTheme();

    SystemTheme m_system;
    ThemeChoice m_choice = ThemeChoice::system;
    widgets::Theme m_theme;
    QString m_language;
    QTranslator m_own;
    QTranslator m_qt;
};

} // namespace pv::app
