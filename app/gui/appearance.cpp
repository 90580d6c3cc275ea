// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/appearance.h"

#include <QApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QSettings>
#include <QStyleFactory>
#include <QToolTip>

#include <array>

namespace pv::app {
namespace {

constexpr std::array<const char*, 3> kThemeNames{"system", "light", "dark"};

// What palettes can't say. Sizes follow the font.
QString styleSheet(const widgets::Theme& t)
{
    QString sheet = QStringLiteral(R"(
QToolTip { color: @text; background: @header; border: 1px solid @border; padding: 3px; }
QMainWindow::separator { background: @border; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: @accent; }
QStatusBar { border-top: 1px solid @border; }
QStatusBar::item { border: none; }
QToolBar { border: none; border-bottom: 1px solid @border; spacing: 2px; padding: 3px 6px; background: @window; }
QToolBar::separator { background: @border; width: 1px; margin: 4px 5px; }
QHeaderView { background: @header; }
QHeaderView::section { background: @header; color: @muted; border: none; border-right: 1px solid @border;
  border-bottom: 1px solid @border; padding: 3px 6px; }
QDockWidget::title { background: @window; padding: 6px 10px; border-bottom: 1px solid @border; }
QTabBar { background: @window; }
QTabBar::tab { background: transparent; color: @muted; border: none; border-bottom: 2px solid transparent; padding: 5px 12px 4px 12px; }
QTabBar::tab:hover { color: @text; background: @hover; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; }
QTabBar::tab:focus { color: @accent; }
QTabWidget::pane { border: none; }
)");
    const std::array<std::pair<const char*, QColor>, 8> names{{{"@text", t.headerText},
                                                               {"@header", t.header},
                                                               {"@border", t.border},
                                                               {"@accent", t.accent},
                                                               {"@window", t.window},
                                                               {"@muted", t.mutedText},
                                                               {"@hover", t.groupRow},
                                                               {"@base", t.base}}};
    for (const auto& [name, color] : names) {
        sheet.replace(QLatin1String(name), color.name());
    }
    return sheet;
}

} // namespace

Appearance::Appearance(QObject* parent) : QObject(parent), m_theme(widgets::Theme::light())
{
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    connect(&m_system, &SystemTheme::modeChanged, this, [this] {
        if (m_choice == ThemeChoice::system) {
            applyTheme();
        }
    });
    applyTheme();
}

bool Appearance::parseTheme(const QString& text, ThemeChoice& choice)
{
    for (std::size_t i = 0; i < kThemeNames.size(); ++i) {
        if (text == QLatin1String(kThemeNames[i])) {
            choice = static_cast<ThemeChoice>(i);
            return true;
        }
    }
    return false;
}

void Appearance::setThemeChoice(ThemeChoice choice)
{
    m_choice = choice;
    applyTheme();
}

void Appearance::applyTheme()
{
    const widgets::ThemeMode mode = m_choice == ThemeChoice::system ? m_system.mode()
                                    : m_choice == ThemeChoice::dark ? widgets::ThemeMode::dark
                                                                    : widgets::ThemeMode::light;
    m_theme = widgets::Theme::of(mode);
    QApplication::setPalette(m_theme.palette());
    QToolTip::setPalette(m_theme.palette());
    qApp->setStyleSheet(styleSheet(m_theme));
    emit themeChanged();
}

QString Appearance::languageName(const QString& code)
{
    return code == QLatin1String("zh_CN") ? QString::fromUtf8("\u7b80\u4f53\u4e2d\u6587") : QStringLiteral("English");
}

void Appearance::setLanguage(const QString& code)
{
    m_language = code;
    const QLocale locale = code.isEmpty() ? QLocale::system() : QLocale(code);
    QLocale::setDefault(locale);
    QCoreApplication::removeTranslator(&m_own);
    QCoreApplication::removeTranslator(&m_qt);
    if (locale.language() == QLocale::English) {
        // English has its own file for plural forms only.
        if (m_own.load(QStringLiteral(":/i18n/profviewer_en.qm"))) {
            QCoreApplication::installTranslator(&m_own);
        }
        return;
    }
    if (m_own.load(locale, QStringLiteral("profviewer"), QStringLiteral("_"), QStringLiteral(":/i18n"))) {
        QCoreApplication::installTranslator(&m_own);
        if (m_qt.load(locale, QStringLiteral("qtbase"), QStringLiteral("_"), QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
            QCoreApplication::installTranslator(&m_qt);
        }
    } else if (m_own.load(QStringLiteral(":/i18n/profviewer_en.qm"))) {
        QCoreApplication::installTranslator(&m_own);
    }
}

void Appearance::load()
{
    const QSettings settings;
    ThemeChoice choice = ThemeChoice::system;
    parseTheme(settings.value(QStringLiteral("appearance/theme")).toString(), choice);
    setThemeChoice(choice);
    const QString language = settings.value(QStringLiteral("appearance/language")).toString();
    setLanguage(languages().contains(language) ? language : QString());
}

void Appearance::save() const
{
    QSettings settings;
    settings.setValue(QStringLiteral("appearance/theme"), QLatin1String(kThemeNames[static_cast<std::size_t>(m_choice)]));
    settings.setValue(QStringLiteral("appearance/language"), m_language);
}

} // namespace pv::app
