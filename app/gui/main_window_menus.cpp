// SPDX-License-Identifier: GPL-3.0-or-later

// Menus, toolbar and what their actions do.

#include "app/gui/appearance.h"
#include "app/gui/command_line.h"
#include "app/gui/document.h"
#include "app/gui/icons.h"
#include "app/gui/main_window.h"
#include "app/gui/recent_files.h"
#include "app/gui/shortcuts_dialog.h"
#include "app/gui/start_page.h"
#include "app/gui/status_line.h"
#include "core/store/report.h"
#include "widgets/panels/events_panel.h"
#include "widgets/text.h"
#include "widgets/timeline/time_format.h"
#include "widgets/timeline/timeline_view.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QJsonDocument>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>
#include <QTabWidget>
#include <QToolBar>
#include <QUndoStack>

#include <algorithm>
#include <limits>

namespace pv::app {

using widgets::TimelineView;

void MainWindow::buildMenus()
{
    for (QMenu*& menu : m_menus) {
        menu = menuBar()->addMenu(QString());
    }
    auto& [file, edit, view, go, help] = m_menus;
    const Actions& a = *m_actions;
    file->addAction(a[ActionId::open]);
    m_recentMenu = file->addMenu(QString());
    connect(m_recentMenu, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
    file->addAction(a[ActionId::openExample]);
    file->addSeparator();
    file->addActions({a[ActionId::exportImage], a[ActionId::exportCsv]});
    file->addSeparator();
    file->addActions({a[ActionId::close], a[ActionId::quit]});

    edit->addAction(a[ActionId::copy]);
    edit->addSeparator();
    edit->addActions({a[ActionId::find], a[ActionId::findNext], a[ActionId::findPrevious], a[ActionId::filterRows]});
    edit->addSeparator();
    edit->addAction(a[ActionId::addNote]);

    view->addActions({a[ActionId::fitAll], a[ActionId::fitSelection], a[ActionId::zoomIn], a[ActionId::zoomOut]});
    view->addSeparator();
    view->addActions({a[ActionId::undoView], a[ActionId::redoView]});
    view->addSeparator();
    view->addActions({a[ActionId::expandAll], a[ActionId::collapseAll], a[ActionId::showAllLanes]});
    m_layoutMenu = view->addMenu(QString());
    connect(m_layoutMenu, &QMenu::aboutToShow, this, &MainWindow::fillLayoutMenu);
    view->addSeparator();
    view->addActions({a[ActionId::minimap], a[ActionId::wallClock]});
    view->addSeparator();
    m_panelMenu = view->addMenu(QString());
    m_panels->fillMenu(m_panelMenu);
    view->addAction(a[ActionId::defaultLayout]);
    view->addSeparator();
    m_themeMenu = view->addMenu(QString());
    auto* themes = new QActionGroup(this);
    for (std::size_t i = 0; i < m_themeActions.size(); ++i) {
        m_themeActions[i] = themes->addAction(QString());
        m_themeActions[i]->setCheckable(true);
        m_themeMenu->addAction(m_themeActions[i]);
        connect(m_themeActions[i], &QAction::triggered, this, [this, i] {
            m_appearance.setThemeChoice(static_cast<ThemeChoice>(i));
            if (m_options.remembers) {
                m_appearance.save();
            }
        });
    }
    m_languageMenu = view->addMenu(QString());
    auto* languages = new QActionGroup(this);
    for (const QString& code : QStringList{QString()} + Appearance::languages()) {
        QAction* action = languages->addAction(code.isEmpty() ? QString() : Appearance::languageName(code));
        action->setCheckable(true);
        action->setData(code);
        action->setChecked(code == m_appearance.language());
        m_languageMenu->addAction(action);
        m_languageActions.push_back(action);
        connect(action, &QAction::triggered, this, [this, code] {
            m_appearance.setLanguage(code);
            if (m_options.remembers) {
                m_appearance.save();
            }
        });
    }
    view->addAction(a[ActionId::fullScreen]);

    go->addActions({a[ActionId::nextGap], a[ActionId::previousGap]});
    go->addSeparator();
    go->addActions({a[ActionId::nextInstance], a[ActionId::previousInstance], a[ActionId::linkedEvent]});
    go->addSeparator();
    go->addAction(a[ActionId::goToTime]);
    go->addSeparator();
    go->addActions({a[ActionId::nextTab], a[ActionId::previousTab]});

    help->addAction(a[ActionId::shortcuts]);
    help->addSeparator();
    help->addActions({a[ActionId::about], a[ActionId::aboutQt]});
}

void MainWindow::buildToolbar()
{
    m_toolbar = new QToolBar(this);
    m_toolbar->setObjectName(QStringLiteral("toolbar"));
    m_toolbar->setMovable(false);
    m_toolbar->setIconSize(QSize(20, 20));
    m_toolbar->setContextMenuPolicy(Qt::PreventContextMenu);
    const Actions& a = *m_actions;
    m_toolbar->addAction(a[ActionId::open]);
    m_toolbar->addSeparator();
    m_toolbar->addActions({a[ActionId::fitAll], a[ActionId::fitSelection], a[ActionId::zoomIn], a[ActionId::zoomOut]});
    m_toolbar->addSeparator();
    m_toolbar->addActions({a[ActionId::undoView], a[ActionId::redoView]});
    m_toolbar->addSeparator();
    m_toolbar->addActions({a[ActionId::previousGap], a[ActionId::nextGap]});
    auto* spring = new QWidget(m_toolbar);
    spring->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_toolbar->addWidget(spring);
    m_rowFilter = new QLineEdit(m_toolbar);
    m_search = new QLineEdit(m_toolbar);
    const int unit = fontMetrics().averageCharWidth();
    m_rowFilter->setFixedWidth(unit * 26);
    m_search->setFixedWidth(unit * 38);
    for (QLineEdit* edit : {m_rowFilter, m_search}) {
        edit->setClearButtonEnabled(true);
    }
    m_rowFilter->addAction(a[ActionId::filterRows], QLineEdit::LeadingPosition);
    m_search->addAction(a[ActionId::find], QLineEdit::LeadingPosition);
    m_toolbar->addWidget(m_rowFilter);
    auto* space = new QWidget(m_toolbar);
    space->setFixedWidth(6);
    m_toolbar->addWidget(space);
    m_toolbar->addWidget(m_search);
    addToolBar(m_toolbar);
    connect(m_search, &QLineEdit::returnPressed, this, &MainWindow::startSearch);
    connect(m_rowFilter, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (Document* document = currentDocument()) {
            document->timeline()->setRowFilter(text);
        }
    });
}

void MainWindow::connectActions()
{
    const Actions& a = *m_actions;
    const auto on = [&](ActionId id, auto&& what) { connect(a[id], &QAction::triggered, this, what); };
    on(ActionId::open, [this] { chooseFiles(); });
    on(ActionId::openExample, [this] {
        if (const QString path = examplePath(); !path.isEmpty()) {
            openFile(path);
        }
    });
    a[ActionId::openExample]->setVisible(!examplePath().isEmpty());
    on(ActionId::exportImage, [this] { exportImage(); });
    on(ActionId::exportCsv, [this] {
        if (auto* events = qobject_cast<widgets::EventsPanel*>(currentPanel(PanelId::events))) {
            m_panels->show(PanelId::events);
            events->exportCsv();
        }
    });
    on(ActionId::close, [this] { closeDocument(currentDocument()); });
    on(ActionId::quit, [this] { close(); });
    on(ActionId::find, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    on(ActionId::filterRows, [this] {
        m_rowFilter->setFocus(Qt::ShortcutFocusReason);
        m_rowFilter->selectAll();
    });
    on(ActionId::findNext, [this] {
        if (auto* hits = qobject_cast<widgets::EventsPanel*>(currentPanel(PanelId::search))) {
            hits->nextHit();
        }
    });
    on(ActionId::findPrevious, [this] {
        if (auto* hits = qobject_cast<widgets::EventsPanel*>(currentPanel(PanelId::search))) {
            hits->previousHit();
        }
    });
    on(ActionId::fullScreen, [this](bool full) { setWindowState(windowState().setFlag(Qt::WindowFullScreen, full)); });
    on(ActionId::defaultLayout, [this] { m_panels->arrangeDefault(); });
    on(ActionId::goToTime, [this] { goToTime(); });
    on(ActionId::nextTab, [this] { m_tabs->setCurrentIndex((m_tabs->currentIndex() + 1) % std::max(1, m_tabs->count())); });
    on(ActionId::previousTab,
       [this] { m_tabs->setCurrentIndex((m_tabs->currentIndex() + m_tabs->count() - 1) % std::max(1, m_tabs->count())); });
    on(ActionId::addNote, [this] { addNoteHere(); });
    on(ActionId::shortcuts, [this] { ShortcutsDialog(m_actions->shortcuts(), this).exec(); });
    on(ActionId::about, [this] { showAbout(); });
    on(ActionId::aboutQt, [] { QApplication::aboutQt(); });
}

void MainWindow::connectViewActions()
{
    const Actions& a = *m_actions;
    const auto on = [&](ActionId id, void (TimelineView::*what)()) {
        connect(a[id], &QAction::triggered, this, [this, what] {
            if (Document* document = currentDocument()) {
                (document->timeline()->*what)();
            }
        });
    };
    on(ActionId::fitAll, &TimelineView::fitAll);
    on(ActionId::fitSelection, &TimelineView::fitSelection);
    on(ActionId::zoomIn, &TimelineView::zoomIn);
    on(ActionId::zoomOut, &TimelineView::zoomOut);
    on(ActionId::undoView, &TimelineView::undoView);
    on(ActionId::redoView, &TimelineView::redoView);
    on(ActionId::expandAll, &TimelineView::expandAll);
    on(ActionId::collapseAll, &TimelineView::collapseAll);
    on(ActionId::showAllLanes, &TimelineView::showAllLanes);
    on(ActionId::nextGap, &TimelineView::nextGap);
    on(ActionId::previousGap, &TimelineView::previousGap);
    on(ActionId::nextInstance, &TimelineView::nextInstance);
    on(ActionId::previousInstance, &TimelineView::previousInstance);
    on(ActionId::linkedEvent, &TimelineView::jumpToLinked);
    on(ActionId::copy, &TimelineView::copySelection);
    connect(a[ActionId::minimap], &QAction::toggled, this, [this](bool checked) {
        if (Document* document = currentDocument()) {
            document->timeline()->setMinimapVisible(checked);
        }
    });
    connect(a[ActionId::wallClock], &QAction::toggled, this, [this](bool checked) {
        if (Document* document = currentDocument()) {
            document->timeline()->setWallClock(checked);
        }
    });
}

void MainWindow::retranslate()
{
    m_actions->retranslate();
    m_panels->retranslate();
    m_status->retranslate();
    auto& [file, edit, view, go, help] = m_menus;
    file->setTitle(tr("&File"));
    edit->setTitle(tr("&Edit"));
    view->setTitle(tr("&View"));
    go->setTitle(tr("&Go"));
    help->setTitle(tr("&Help"));
    m_recentMenu->setTitle(tr("Open &Recent"));
    m_layoutMenu->setTitle(tr("Row &Layouts"));
    m_panelMenu->setTitle(tr("&Panels"));
    m_themeMenu->setTitle(tr("&Theme"));
    m_languageMenu->setTitle(tr("Lan&guage"));
    m_themeActions[static_cast<std::size_t>(ThemeChoice::system)]->setText(tr("&System"));
    m_themeActions[static_cast<std::size_t>(ThemeChoice::light)]->setText(tr("&Light"));
    m_themeActions[static_cast<std::size_t>(ThemeChoice::dark)]->setText(tr("&Dark"));
    m_languageActions.front()->setText(tr("&System"));
    m_toolbar->setWindowTitle(tr("Toolbar"));
    m_rowFilter->setPlaceholderText(tr("Filter rows"));
    m_rowFilter->setAccessibleName(tr("Filter rows"));
    m_search->setPlaceholderText(tr("Search all names (Ctrl+F)"));
    m_search->setAccessibleName(tr("Search all names"));
    updateTitle();
}

void MainWindow::fillRecentMenu()
{
    m_recentMenu->clear();
    int number = 0;
    for (const QString& path : RecentFiles::list()) {
        QString text = fontMetrics().elidedText(path, Qt::ElideMiddle, fontMetrics().averageCharWidth() * 70);
        text.replace(QLatin1Char('&'), QStringLiteral("&&"));
        ++number;
        m_recentMenu->addAction(number < 10 ? QStringLiteral("&%1  %2").arg(number).arg(text) : text, this,
                                [this, path] { openFile(path); });
    }
    if (number == 0) {
        m_recentMenu->addAction(tr("No recent files"))->setEnabled(false);
        return;
    }
    m_recentMenu->addSeparator();
    m_recentMenu->addAction(tr("&Clear list"), this, [this] {
        RecentFiles::clear();
        m_start->refreshRecent();
    });
}

void MainWindow::fillLayoutMenu()
{
    m_layoutMenu->clear();
    Document* document = currentDocument();
    const bool ready = document != nullptr && document->state() == Document::State::ready;
    QSettings settings;
    settings.beginGroup(QStringLiteral("layouts"));
    for (const QString& name : settings.childKeys()) {
        QString text = name;
        text.replace(QLatin1Char('&'), QStringLiteral("&&"));
        const QJsonObject layout = QJsonDocument::fromJson(settings.value(name).toByteArray()).object();
        QAction* action = m_layoutMenu->addAction(text, this, [this, layout] {
            if (Document* current = currentDocument()) {
                current->timeline()->restoreLayout(layout);
            }
        });
        action->setEnabled(ready);
    }
    if (!m_layoutMenu->isEmpty()) {
        m_layoutMenu->addSeparator();
    }
    m_layoutMenu->addAction(tr("&Save rows as layout..."), this, &MainWindow::saveLayout)->setEnabled(ready);
    m_layoutMenu->addAction(tr("&Remove all layouts"), this, [] { QSettings().remove(QStringLiteral("layouts")); })
        ->setEnabled(!settings.childKeys().isEmpty());
}

void MainWindow::saveLayout()
{
    Document* document = currentDocument();
    QString name = QInputDialog::getText(this, tr("Save rows as layout"), tr("Name of the layout:")).trimmed();
    name.replace(QLatin1Char('/'), QLatin1Char('-')).replace(QLatin1Char('\\'), QLatin1Char('-'));
    if (document != nullptr && !name.isEmpty()) {
        QSettings().setValue(QStringLiteral("layouts/") + name,
                             QJsonDocument(document->timeline()->saveLayout()).toJson(QJsonDocument::Compact));
    }
}

void MainWindow::goToTime()
{
    Document* document = currentDocument();
    if (document == nullptr) {
        return;
    }
    bool ok = false;
    const QString text =
        QInputDialog::getText(this, tr("Go to time"), tr("Time from the report's start (1.5s, 200ms, 1234us, or ns), or a range FROM..TO:"),
                              QLineEdit::Normal, {}, &ok);
    if (!ok || text.trimmed().isEmpty()) {
        return;
    }
    TimelineView* timeline = document->timeline();
    if (const auto range = parseRange(text)) {
        timeline->goToRange(range->intersected(timeline->reportRange()));
    } else if (const auto time = parseTime(text)) {
        const std::int64_t half = timeline->viewRange().durationNs() / 2;
        timeline->setViewRange({*time - std::min(half, *time - std::numeric_limits<std::int64_t>::min()), core::endOf(*time, half)});
    } else {
        m_status->showMessage(tr("'%1' is no time. Write 1.5s, 200ms, 1234us or a number of ns.").arg(text), 8000);
    }
}

void MainWindow::addNoteHere()
{
    if (Document* document = currentDocument()) {
        const TimelineView* timeline = document->timeline();
        const core::TimeRange view = timeline->viewRange();
        const core::TimeNs middle = view.begin + view.durationNs() / 2;
        addNote(timeline->selectedRange().value_or(core::TimeRange{middle, middle}), timeline->selectedLane());
    }
}

void MainWindow::exportImage()
{
    Document* document = currentDocument();
    if (document == nullptr) {
        return;
    }
    QSettings settings;
    const QString folder = settings.value(QStringLiteral("folders/export")).toString();
    QString path = QFileDialog::getSaveFileName(this, tr("Export image"),
                                                (folder.isEmpty() ? QString() : folder + QLatin1Char('/')) +
                                                    QFileInfo(document->path()).completeBaseName() + QStringLiteral(".png"),
                                                tr("PNG image (*.png)") + QStringLiteral(";;") + tr("SVG drawing (*.svg)"));
    if (path.isEmpty()) {
        return;
    }
    if (QFileInfo(path).suffix().isEmpty()) {
        path += QStringLiteral(".png");
    }
    settings.setValue(QStringLiteral("folders/export"), QFileInfo(path).absolutePath());
    QString error;
    widgets::TimelineImageOptions options;
    options.pixelRatio = 2;
    const bool written = document->timeline()->exportImage(path, options, &error);
    m_status->showMessage(written ? tr("Wrote %1").arg(path) : error, 8000);
}

void MainWindow::showAbout()
{
    QMessageBox box(this);
    box.setWindowTitle(tr("About ProfViewer"));
    box.setIconPixmap(applicationIcon().pixmap(64));
    box.setTextFormat(Qt::PlainText);
    box.setText(QStringLiteral("ProfViewer ") + QCoreApplication::applicationVersion());
    box.setInformativeText(
        tr("Shows where the time of a GPU training run went: is the GPU working or waiting, and for what?\n\n"
           "Free software under the GNU General Public License, version 3 or later. Its core and collector are under the MIT licence."));
    box.exec();
}

} // namespace pv::app
