// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panel_docks.h"

#include "app/gui/document.h"
#include "widgets/panels/charts_panel.h"
#include "widgets/panels/details_panel.h"
#include "widgets/panels/diagnostics_panel.h"
#include "widgets/panels/events_panel.h"
#include "widgets/panels/gaps_panel.h"
#include "widgets/panels/notes_panel.h"
#include "widgets/panels/sql_panel.h"
#include "widgets/panels/statistics_panel.h"
#include "widgets/panels/summary_panel.h"
#include "widgets/text.h"

#include <QDockWidget>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QStackedWidget>
#include <QTimer>

#include <algorithm>

namespace pv::app {
namespace {

constexpr std::size_t kPanels = static_cast<std::size_t>(PanelId::count);
// Names in the saved window state: never change one.
constexpr std::array<const char*, kPanels> kNames{"summary", "details", "gaps",   "events",      "statistics",
                                                  "charts",  "sql",     "search", "diagnostics", "notes"};
constexpr std::array kRight{PanelId::summary, PanelId::details};
constexpr std::array kBottom{PanelId::gaps, PanelId::events, PanelId::statistics,  PanelId::charts,
                             PanelId::sql,  PanelId::search, PanelId::diagnostics, PanelId::notes};

} // namespace

PanelDocks::PanelDocks(QMainWindow* window) : QObject(window), m_window(window)
{
    window->setDockNestingEnabled(true);
    window->setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    window->setCorner(Qt::TopRightCorner, Qt::RightDockWidgetArea);
    window->setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    for (std::size_t i = 0; i < kPanels; ++i) {
        auto* dock = new QDockWidget(window);
        dock->setObjectName(QStringLiteral("dock-") + QLatin1String(kNames[i]));
        auto* stack = new QStackedWidget(dock);
        auto* nothing = new QLabel(stack);
        nothing->setAlignment(Qt::AlignCenter);
        nothing->setForegroundRole(QPalette::PlaceholderText);
        nothing->setMinimumSize(1, 1);
        stack->addWidget(nothing);
        dock->setWidget(stack);
        m_docks[i] = dock;
        m_stacks[i] = stack;
        // Both come before the layout has changed.
        connect(dock, &QDockWidget::dockLocationChanged, this, [this] { QTimer::singleShot(0, this, &PanelDocks::updateTitleBars); });
        connect(dock, &QDockWidget::topLevelChanged, this, [this] { QTimer::singleShot(0, this, &PanelDocks::updateTitleBars); });
        connect(dock, &QDockWidget::visibilityChanged, this, [this] { QTimer::singleShot(0, this, &PanelDocks::updateTitleBars); });
    }
    retranslate();
}

void PanelDocks::arrangeDefault()
{
    for (QDockWidget* dock : m_docks) {
        dock->setFloating(false);
        m_window->removeDockWidget(dock);
    }
    for (const PanelId id : kRight) {
        m_window->addDockWidget(Qt::RightDockWidgetArea, dock(id));
    }
    m_window->splitDockWidget(dock(PanelId::summary), dock(PanelId::details), Qt::Vertical);
    for (const PanelId id : kBottom) {
        m_window->addDockWidget(Qt::BottomDockWidgetArea, dock(id));
        if (id != kBottom.front()) {
            m_window->tabifyDockWidget(dock(kBottom.front()), dock(id));
        }
    }
    for (QDockWidget* dock : m_docks) {
        dock->show();
    }
    const int unit = m_window->fontMetrics().averageCharWidth();
    const int right = std::clamp(m_window->width() * 22 / 100, unit * 42, unit * 62);
    const int bottom = std::clamp(m_window->height() * 28 / 100, 190, 380);
    m_window->resizeDocks({dock(PanelId::summary), dock(PanelId::details)}, {right, right}, Qt::Horizontal);
    m_window->resizeDocks({dock(PanelId::summary), dock(PanelId::details)}, {11, 9}, Qt::Vertical);
    m_window->resizeDocks({dock(PanelId::gaps)}, {bottom}, Qt::Vertical);
    dock(PanelId::gaps)->raise();
    updateTitleBars();
}

QString PanelDocks::title(PanelId id)
{
    switch (id) {
    case PanelId::summary: return tr("Summary");
    case PanelId::details: return tr("Details");
    case PanelId::gaps: return tr("GPU idle gaps");
    case PanelId::events: return tr("Events");
    case PanelId::statistics: return tr("Statistics");
    case PanelId::charts: return tr("Charts");
    case PanelId::sql: return tr("SQL");
    case PanelId::search: return tr("Search");
    case PanelId::diagnostics: return tr("Diagnostics");
    case PanelId::notes: return tr("Notes");
    case PanelId::count: break;
    }
    return {};
}

void PanelDocks::retranslate()
{
    for (std::size_t i = 0; i < kPanels; ++i) {
        m_docks[i]->setWindowTitle(title(static_cast<PanelId>(i)));
        qobject_cast<QLabel*>(m_stacks[i]->widget(0))->setText(tr("No report is open."));
    }
}

widgets::Panel* PanelDocks::make(PanelId id, const Document& document) const
{
    using namespace widgets;
    const PanelContext context{document.report(), document.jobs(), document.selection()};
    switch (id) {
    case PanelId::summary: return new SummaryPanel(context);
    case PanelId::details: return new DetailsPanel(context);
    case PanelId::gaps: return new GapsPanel(context);
    case PanelId::sql: return new SqlPanel(context);
    case PanelId::events: return new EventsPanel(context, EventsPanel::Form::table);
    case PanelId::search: return new EventsPanel(context, EventsPanel::Form::search);
    case PanelId::statistics: return new StatisticsPanel(context);
    case PanelId::charts: return new ChartsPanel(context);
    case PanelId::diagnostics: return new DiagnosticsPanel(context);
    case PanelId::notes: return new NotesPanel(context, document.notes());
    default: return new Panel(context);
    }
}

void PanelDocks::addDocument(Document* document)
{
    if (m_panels.contains(document) || !document->report()) {
        return;
    }
    Panels panels{};
    for (std::size_t i = 0; i < kPanels; ++i) {
        panels[i] = make(static_cast<PanelId>(i), *document);
        panels[i]->setTheme(m_theme);
        connect(panels[i], &widgets::Panel::statusMessage, this, &PanelDocks::statusMessage);
        m_stacks[i]->addWidget(panels[i]);
    }
    m_panels.emplace(document, panels);
    connectPanels(document, panels);
}

void PanelDocks::connectPanels(Document* document, const Panels& panels)
{
    const auto at = [&](PanelId id) { return panels[static_cast<std::size_t>(id)]; };
    if (auto* summary = qobject_cast<widgets::SummaryPanel*>(at(PanelId::summary))) {
        connect(summary, &widgets::SummaryPanel::diagnosticsWanted, this, [this] { show(PanelId::diagnostics); });
    }
    if (auto* notes = qobject_cast<widgets::NotesPanel*>(at(PanelId::notes))) {
        connect(notes, &widgets::NotesPanel::addWanted, this, &PanelDocks::noteWanted);
    }
    if (auto* statistics = qobject_cast<widgets::StatisticsPanel*>(at(PanelId::statistics))) {
        connect(statistics, &widgets::StatisticsPanel::nameWanted, this,
                [this, document](core::StringId name, core::EventKind kind) { listName(document, name, kind); });
    }
}

void PanelDocks::listName(const Document* document, core::StringId name, core::EventKind kind)
{
    if (auto* events = panelAs<widgets::EventsPanel>(document, PanelId::events)) {
        show(PanelId::events);
        events->listName(name, widgets::oneLine(document->report()->string(name), 500), kind);
    }
}

void PanelDocks::removeDocument(Document* document)
{
    const auto it = m_panels.find(document);
    if (it == m_panels.end()) {
        return;
    }
    const Panels panels = it->second;
    m_panels.erase(it);
    for (widgets::Panel* panel : panels) {
        delete panel;
    }
}

void PanelDocks::setCurrent(Document* document)
{
    const auto it = m_panels.find(document);
    for (std::size_t i = 0; i < kPanels; ++i) {
        m_stacks[i]->setCurrentWidget(it == m_panels.end() ? m_stacks[i]->widget(0) : it->second[i]);
    }
}

QByteArray PanelDocks::windowState() const { return m_shown ? m_window->saveState() : m_hiddenState; }

void PanelDocks::setShown(bool shown)
{
    if (shown == m_shown) {
        return;
    }
    if (shown) {
        m_shown = true;
        m_window->restoreState(m_hiddenState);
        updateTitleBars();
        return;
    }
    m_hiddenState = m_window->saveState();
    m_shown = false;
    for (QDockWidget* dock : m_docks) {
        dock->hide();
    }
}

void PanelDocks::show(PanelId id)
{
    dock(id)->show();
    dock(id)->raise();
}

widgets::Panel* PanelDocks::panel(const Document* document, PanelId id) const
{
    const auto it = m_panels.find(document);
    return it == m_panels.end() ? nullptr : it->second[static_cast<std::size_t>(id)];
}

bool PanelDocks::isSettled(const Document* document) const
{
    const auto it = m_panels.find(document);
    return it == m_panels.end() || std::all_of(it->second.begin(), it->second.end(),
                                               [](const widgets::Panel* panel) { return !panel->isVisible() || panel->isSettled(); });
}

void PanelDocks::setTheme(const widgets::Theme& theme)
{
    m_theme = theme;
    for (const auto& [document, panels] : m_panels) {
        for (widgets::Panel* panel : panels) {
            panel->setTheme(theme);
        }
    }
}

void PanelDocks::fillMenu(QMenu* menu) const
{
    for (QDockWidget* dock : m_docks) {
        menu->addAction(dock->toggleViewAction());
    }
}

// A dock among tabs has its name on the tab: a title bar above it would only cost room.
void PanelDocks::updateTitleBars()
{
    for (QDockWidget* dock : m_docks) {
        const auto others = m_window->tabifiedDockWidgets(dock);
        const bool tabbed = !dock->isFloating() &&
                            std::any_of(others.begin(), others.end(), [](QDockWidget* d) { return !d->isHidden() || d->isVisible(); });
        if (tabbed && dock->titleBarWidget() == nullptr) {
            dock->setTitleBarWidget(new QWidget(dock));
        } else if (!tabbed && dock->titleBarWidget() != nullptr) {
            QWidget* blank = dock->titleBarWidget();
            dock->setTitleBarWidget(nullptr);
            delete blank;
        }
    }
}

} // namespace pv::app
