// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The window: documents as tabs, the panels around them, menus, toolbar, status bar.
//
// GUI thread. Closing it at any moment is safe: what runs is asked to end and waited for.

#include "app/gui/actions.h"
#include "app/gui/panel_docks.h"

#include <QMainWindow>

class QActionGroup;
class QLineEdit;
class QMenu;
class QStackedWidget;
class QTabWidget;
class QToolBar;

namespace pv::app {

class Appearance;
class Document;
class StartPage;
class StatusLine;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    struct Options {
        bool remembers = true; // settings, recent files, view states are read and written
    };
    explicit MainWindow(Appearance& appearance);
    MainWindow(Appearance& appearance, Options options);
    ~MainWindow() override;

    // Opens a file in a tab of its own, or shows the tab that has it.
    Document* openFile(const QString& path);
    void openFiles(const QStringList& paths);
    Document* currentDocument() const;
    std::vector<Document*> documents() const;
    void closeDocument(Document* document);
    PanelDocks* panels() const { return m_panels; }
    const Actions& actions() const { return *m_actions; }
    StatusLine* statusLine() const { return m_status; }
    QLineEdit* searchEdit() const { return m_search; }
    // Shows this range in every document as soon as it is open.
    void showRangeWhenReady(core::TimeRange range);
    // True when nothing is on its way that will change the picture.
    bool isSettled() const;
    // Path of the example report; empty: not installed.
    static QString examplePath();

public slots:
    void chooseFiles();
    void bringToFront();

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void buildMenus();
    void buildToolbar();
    void connectActions();
    void connectViewActions();
    void fillRecentMenu();
    void fillLayoutMenu();
    void retranslate();
    void applyTheme();
    void currentChanged();
    void documentChanged(Document* document);
    void restoreWindow();
    void saveWindow() const;
    void updateTitle();
    void updateWarnings();
    void startSearch();
    void addNote(core::TimeRange range, core::LaneId lane);
    void addNoteHere();
    void goToTime();
    void exportImage();
    void saveLayout();
    void showAbout();
    widgets::Panel* currentPanel(PanelId id) const { return m_panels->panel(currentDocument(), id); }

    Appearance& m_appearance;
    Options m_options;
    Actions* m_actions;
    PanelDocks* m_panels;
    StatusLine* m_status;
    StartPage* m_start;
    QStackedWidget* m_center;
    QTabWidget* m_tabs;
    QToolBar* m_toolbar = nullptr;
    QLineEdit* m_search = nullptr;
    QLineEdit* m_rowFilter = nullptr;
    std::array<QMenu*, 5> m_menus{};
    QMenu* m_recentMenu = nullptr;
    QMenu* m_layoutMenu = nullptr;
    QMenu* m_panelMenu = nullptr;
    QMenu* m_themeMenu = nullptr;
    QMenu* m_languageMenu = nullptr;
    std::array<QAction*, 3> m_themeActions{};
    std::vector<QAction*> m_languageActions;
    bool m_arranged = false;
};

} // namespace pv::app
