// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/main_window.h"

#include "app/gui/appearance.h"
#include "app/gui/document.h"
#include "app/gui/icons.h"
#include "app/gui/recent_files.h"
#include "app/gui/start_page.h"
#include "app/gui/status_line.h"
#include "core/store/report.h"
#include "widgets/panels/events_panel.h"
#include "widgets/panels/notes_panel.h"
#include "widgets/timeline/timeline_view.h"

#include <QCloseEvent>
#include <QCoreApplication>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QMimeData>
#include <QScreen>
#include <QSettings>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QTabBar>
#include <QTabWidget>
#include <QUndoStack>
#include <QUrl>

#include <utility>

namespace pv::app {

using widgets::TimelineView;

MainWindow::MainWindow(Appearance& appearance) : MainWindow(appearance, Options{}) {}

MainWindow::MainWindow(Appearance& appearance, Options options) : m_appearance(appearance), m_options(options)
{
    setAcceptDrops(true);
    m_actions = new Actions(this);
    m_tabs = new QTabWidget(this);
    m_tabs->setDocumentMode(true);
    m_tabs->setTabsClosable(true);
    m_tabs->setMovable(true);
    m_tabs->setTabBarAutoHide(true);
    m_tabs->setElideMode(Qt::ElideMiddle);
    m_start = new StartPage(this);
    m_start->setExample(examplePath());
    m_center = new QStackedWidget(this);
    m_center->addWidget(m_start);
    m_center->addWidget(m_tabs);
    m_center->setMinimumSize(240, 120);
    setCentralWidget(m_center);
    m_status = new StatusLine(this);
    setStatusBar(m_status);
    m_panels = new PanelDocks(this);
    buildMenus();
    buildToolbar();
    connectActions();
    connectViewActions();
    connect(m_tabs, &QTabWidget::currentChanged, this, &MainWindow::currentChanged);
    connect(m_tabs, &QTabWidget::tabCloseRequested, this,
            [this](int index) { closeDocument(qobject_cast<Document*>(m_tabs->widget(index))); });
    connect(m_start, &StartPage::openClicked, this, &MainWindow::chooseFiles);
    connect(m_start, &StartPage::fileClicked, this, [this](const QString& path) { openFile(path); });
    connect(m_status, &StatusLine::diagnosticsWanted, this, [this] { m_panels->show(PanelId::diagnostics); });
    connect(m_panels, &PanelDocks::statusMessage, this, [this](const QString& text) { m_status->showMessage(text, 6000); });
    connect(m_panels, &PanelDocks::noteWanted, this, &MainWindow::addNoteHere);
    connect(&m_appearance, &Appearance::themeChanged, this, &MainWindow::applyTheme);
    resize(1366, 768);
    applyTheme();
    retranslate();
    currentChanged();
}

MainWindow::~MainWindow()
{
    m_tabs->disconnect(this);
    for (Document* document : documents()) {
        closeDocument(document);
    }
}

QString MainWindow::examplePath()
{
    const QDir program(QCoreApplication::applicationDirPath());
    // Installed, then from a build folder inside the sources.
    for (const char* place : {"../share/profviewer/example.rep", "../../../resources/example.rep", "../../resources/example.rep"}) {
        const QFileInfo info(program.filePath(QLatin1String(place)));
        if (info.isFile()) {
            return info.canonicalFilePath();
        }
    }
    return QStandardPaths::locate(QStandardPaths::GenericDataLocation, QStringLiteral("profviewer/example.rep"));
}

std::vector<Document*> MainWindow::documents() const
{
    std::vector<Document*> all;
    for (int i = 0; i < m_tabs->count(); ++i) {
        all.push_back(qobject_cast<Document*>(m_tabs->widget(i)));
    }
    return all;
}

Document* MainWindow::currentDocument() const { return qobject_cast<Document*>(m_tabs->currentWidget()); }

Document* MainWindow::openFile(const QString& path)
{
    const QString absolute = QDir::cleanPath(QDir::current().absoluteFilePath(path));
    for (Document* document : documents()) {
        if (document->path() == absolute) {
            m_tabs->setCurrentWidget(document);
            return document;
        }
    }
    auto* document = new Document;
    document->setRemembers(m_options.remembers);
    document->setTheme(m_appearance.theme());
    connect(document, &Document::stateChanged, this, [this, document] { documentChanged(document); });
    connect(document, &Document::openOtherWanted, this, &MainWindow::chooseFiles);
    // Not while the page that asked is still on the stack.
    connect(
        document, &Document::closeWanted, this, [this, document] { closeDocument(document); }, Qt::QueuedConnection);
    const int index = m_tabs->addTab(document, QFileInfo(absolute).fileName());
    m_tabs->setTabToolTip(index, absolute.toHtmlEscaped());
    document->open(absolute);
    m_tabs->setCurrentIndex(index);
    currentChanged();
    return document;
}

void MainWindow::openFiles(const QStringList& paths)
{
    for (const QString& path : paths) {
        openFile(path);
    }
}

void MainWindow::chooseFiles()
{
    QSettings settings;
    const QString folder = settings.value(QStringLiteral("folders/open")).toString();
    const QStringList paths = QFileDialog::getOpenFileNames(
        this, tr("Open reports"), folder,
        tr("Reports and traces (*.rep *.nsys-rep *.sqlite *.json *.json.gz *.gz *.zst)") + QStringLiteral(";;") + tr("All files (*)"));
    if (!paths.isEmpty()) {
        settings.setValue(QStringLiteral("folders/open"), QFileInfo(paths.front()).absolutePath());
        openFiles(paths);
    }
}

void MainWindow::closeDocument(Document* document)
{
    if (document == nullptr) {
        return;
    }
    if (document == currentDocument()) {
        m_status->setDocument(nullptr);
    }
    m_panels->removeDocument(document);
    m_tabs->removeTab(m_tabs->indexOf(document));
    delete document;
    currentChanged();
}

void MainWindow::documentChanged(Document* document)
{
    if (document->state() == Document::State::ready) {
        m_panels->addDocument(document);
        connect(document->timeline(), &TimelineView::noteRequested, this, &MainWindow::addNote, Qt::UniqueConnection);
        if (m_options.remembers) {
            RecentFiles::add(document->path());
        }
    } else {
        // Opened again: what showed the old report goes first.
        m_panels->removeDocument(document);
    }
    if (document == currentDocument()) {
        currentChanged();
    }
}

void MainWindow::currentChanged()
{
    Document* document = currentDocument();
    const bool ready = document != nullptr && document->state() == Document::State::ready;
    if (document == nullptr) {
        m_start->refreshRecent();
    }
    m_center->setCurrentWidget(document != nullptr ? static_cast<QWidget*>(m_tabs) : m_start);
    m_panels->setCurrent(ready ? document : nullptr);
    if (m_arranged) {
        m_panels->setShown(document != nullptr);
    }
    m_status->setDocument(ready ? document : nullptr);
    m_actions->setReportOpen(ready);
    (*m_actions)[ActionId::close]->setEnabled(document != nullptr);
    m_search->setEnabled(ready);
    m_rowFilter->setEnabled(ready);
    if (ready) {
        const QSignalBlocker quiet(m_rowFilter);
        m_rowFilter->setText(document->timeline()->rowFilter());
        (*m_actions)[ActionId::minimap]->setChecked(document->timeline()->isMinimapVisible());
        (*m_actions)[ActionId::wallClock]->setChecked(document->timeline()->isWallClock());
    }
    updateWarnings();
    updateTitle();
}

void MainWindow::updateWarnings()
{
    const Document* document = currentDocument();
    std::int64_t count = 0;
    bool lost = false;
    if (document != nullptr && document->report()) {
        for (const core::Warning& warning : document->report()->warnings()) {
            count += warning.severity == core::Severity::info ? 0 : 1;
            lost = lost || warning.severity == core::Severity::dataLoss;
        }
    }
    m_status->setWarnings(count, lost);
}

void MainWindow::updateTitle()
{
    const Document* document = currentDocument();
    setWindowTitle(document != nullptr ? tr("%1 \u2014 ProfViewer").arg(document->title()) : QStringLiteral("ProfViewer"));
}

bool MainWindow::isSettled() const
{
    const Document* document = currentDocument();
    if (document == nullptr) {
        return true;
    }
    return document->isSettled() && m_panels->isSettled(document) && m_status->isSettled();
}

void MainWindow::showRangeWhenReady(core::TimeRange range)
{
    for (Document* document : documents()) {
        const auto show = [document, range] {
            const core::TimeRange shown = range.intersected(document->timeline()->reportRange());
            if (document->state() == Document::State::ready && !shown.empty()) {
                document->timeline()->setViewRange(shown);
            }
        };
        show();
        connect(document, &Document::stateChanged, document, show);
    }
}

void MainWindow::addNote(core::TimeRange range, core::LaneId lane)
{
    if (auto* notes = m_panels->panelAs<widgets::NotesPanel>(currentDocument(), PanelId::notes)) {
        notes->addNote(range, lane);
    }
}

void MainWindow::startSearch()
{
    auto* panel = m_panels->panelAs<widgets::EventsPanel>(currentDocument(), PanelId::search);
    if (panel == nullptr) {
        return;
    }
    m_panels->show(PanelId::search);
    panel->search(m_search->text());
}

void MainWindow::bringToFront()
{
    setWindowState(windowState() & ~Qt::WindowMinimized);
    show();
    raise();
    activateWindow();
}

void MainWindow::applyTheme()
{
    const widgets::Theme& theme = m_appearance.theme();
    m_actions->setTheme(theme);
    m_start->setTheme(theme);
    m_panels->setTheme(theme);
    for (Document* document : documents()) {
        document->setTheme(theme);
    }
    m_themeActions[static_cast<std::size_t>(m_appearance.themeChoice())]->setChecked(true);
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event)
{
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) {
            openFile(url.toLocalFile());
        }
    }
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (!std::exchange(m_arranged, true)) {
        // Sizes of docks mean something only from here on.
        restoreWindow();
    }
}

void MainWindow::restoreWindow()
{
    m_panels->arrangeDefault();
    if (m_options.remembers) {
        const QSettings settings;
        restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
        restoreState(settings.value(QStringLiteral("window/state")).toByteArray());
        m_panels->updateTitleBars();
    }
    m_panels->setShown(m_tabs->count() > 0);
}

void MainWindow::saveWindow() const
{
    if (!m_options.remembers) {
        return;
    }
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/state"), m_panels->windowState());
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    saveWindow();
    event->accept();
}

} // namespace pv::app
