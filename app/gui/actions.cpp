// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/actions.h"

#include "app/gui/icons.h"

namespace pv::app {
namespace {

struct Row {
    ActionId id;
    const char* icon; // null: none
    const char* keys; // portable text, several parted by blanks; the first is shown in menus
    bool needsReport;
};

constexpr std::array<Row, static_cast<std::size_t>(ActionId::count)> kRows{{
    {ActionId::open, "open", "Ctrl+O", false},
    {ActionId::openExample, nullptr, "", false},
    {ActionId::exportImage, "export", "Ctrl+E", true},
    {ActionId::exportCsv, nullptr, "Ctrl+Shift+E", true},
    {ActionId::close, nullptr, "Ctrl+W", false},
    {ActionId::quit, nullptr, "Ctrl+Q", false},
    {ActionId::copy, nullptr, "Ctrl+C", true},
    {ActionId::find, "search", "Ctrl+F /", true},
    {ActionId::findNext, nullptr, "F3", true},
    {ActionId::findPrevious, nullptr, "Shift+F3", true},
    {ActionId::filterRows, "filter", "Ctrl+L", true},
    {ActionId::fitAll, "fit-all", "Home 0", true},
    {ActionId::fitSelection, "fit-selection", "F", true},
    {ActionId::zoomIn, "zoom-in", "+ = Ctrl++ Ctrl+=", true},
    {ActionId::zoomOut, "zoom-out", "- Ctrl+-", true},
    {ActionId::undoView, "undo", "Backspace Alt+Left", true},
    {ActionId::redoView, "redo", "Shift+Backspace Alt+Right", true},
    {ActionId::expandAll, nullptr, "Ctrl+Shift+Down", true},
    {ActionId::collapseAll, nullptr, "Ctrl+Shift+Up", true},
    {ActionId::showAllLanes, nullptr, "", true},
    {ActionId::minimap, nullptr, "", true},
    {ActionId::wallClock, nullptr, "", true},
    {ActionId::fullScreen, nullptr, "F11", false},
    {ActionId::defaultLayout, nullptr, "", false},
    {ActionId::goToTime, nullptr, "Ctrl+G", true},
    {ActionId::nextGap, "gap-next", "G", true},
    {ActionId::previousGap, "gap-previous", "Shift+G", true},
    {ActionId::nextInstance, nullptr, "]", true},
    {ActionId::previousInstance, nullptr, "[", true},
    {ActionId::linkedEvent, nullptr, "L", true},
    {ActionId::addNote, "note", "M", true},
    {ActionId::nextTab, nullptr, "Ctrl+PgDown", false},
    {ActionId::previousTab, nullptr, "Ctrl+PgUp", false},
    {ActionId::shortcuts, nullptr, "F1 ?", false},
    {ActionId::about, nullptr, "", false},
    {ActionId::aboutQt, nullptr, "", false},
}};

} // namespace

Actions::Actions(QObject* parent) : QObject(parent)
{
    for (const Row& row : kRows) {
        auto* action = new QAction(this);
        QList<QKeySequence> keys;
        for (const QString& key : QString::fromLatin1(row.keys).split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
            keys += QKeySequence(key, QKeySequence::PortableText);
        }
        action->setShortcuts(keys);
        m_actions[static_cast<std::size_t>(row.id)] = action;
    }
    (*this)[ActionId::minimap]->setCheckable(true);
    (*this)[ActionId::wallClock]->setCheckable(true);
    (*this)[ActionId::fullScreen]->setCheckable(true);
    (*this)[ActionId::quit]->setMenuRole(QAction::QuitRole);
    (*this)[ActionId::about]->setMenuRole(QAction::AboutRole);
    (*this)[ActionId::aboutQt]->setMenuRole(QAction::AboutQtRole);
    retranslate();
    setReportOpen(false);
}

QString Actions::text(ActionId id) const
{
    switch (id) {
    case ActionId::open: return tr("&Open...");
    case ActionId::openExample: return tr("Open Exa&mple Report");
    case ActionId::exportImage: return tr("Export &Image...");
    case ActionId::exportCsv: return tr("Export Events as &CSV...");
    case ActionId::close: return tr("&Close");
    case ActionId::quit: return tr("&Quit");
    case ActionId::copy: return tr("&Copy");
    case ActionId::find: return tr("&Find...");
    case ActionId::findNext: return tr("Find &Next");
    case ActionId::findPrevious: return tr("Find &Previous");
    case ActionId::filterRows: return tr("Filter &Rows");
    case ActionId::fitAll: return tr("&Whole Report");
    case ActionId::fitSelection: return tr("Fit &Selection");
    case ActionId::zoomIn: return tr("Zoom &In");
    case ActionId::zoomOut: return tr("Zoom &Out");
    case ActionId::undoView: return tr("Undo &View Change");
    case ActionId::redoView: return tr("&Redo View Change");
    case ActionId::expandAll: return tr("E&xpand All Rows");
    case ActionId::collapseAll: return tr("&Collapse All Rows");
    case ActionId::showAllLanes: return tr("Show &Hidden Rows");
    case ActionId::minimap: return tr("&Minimap");
    case ActionId::wallClock: return tr("Time of &Day on the Ruler");
    case ActionId::fullScreen: return tr("F&ull Screen");
    case ActionId::defaultLayout: return tr("Restore &Default Layout");
    case ActionId::goToTime: return tr("Go to &Time...");
    case ActionId::nextGap: return tr("Next GPU &Gap");
    case ActionId::previousGap: return tr("&Previous GPU Gap");
    case ActionId::nextInstance: return tr("&Next of This Name");
    case ActionId::previousInstance: return tr("P&revious of This Name");
    case ActionId::linkedEvent: return tr("&Linked Event");
    case ActionId::addNote: return tr("Add &Note...");
    case ActionId::nextTab: return tr("Next Ta&b");
    case ActionId::previousTab: return tr("Previous &Tab");
    case ActionId::shortcuts: return tr("&Keyboard Shortcuts");
    case ActionId::about: return tr("&About ProfViewer");
    case ActionId::aboutQt: return tr("About &Qt");
    case ActionId::count: break;
    }
    return {};
}

void Actions::retranslate()
{
    for (const Row& row : kRows) {
        QAction* action = (*this)[row.id];
        action->setText(text(row.id));
        QString plain = action->text();
        plain.remove(QLatin1Char('&')).remove(QStringLiteral("..."));
        // Translations put the key in brackets at the end: "打开(O)".
        const qsizetype bracket = plain.lastIndexOf(QLatin1Char('('));
        if (bracket > 0 && plain.endsWith(QLatin1Char(')')) && plain.size() - bracket == 3) {
            plain.truncate(bracket);
        }
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        action->setToolTip(keys.isEmpty() ? plain : QStringLiteral("%1 (%2)").arg(plain, keys));
        action->setIconText(plain);
    }
}

void Actions::setTheme(const widgets::Theme& theme)
{
    for (const Row& row : kRows) {
        if (row.icon != nullptr) {
            (*this)[row.id]->setIcon(themedIcon(QLatin1String(row.icon), theme));
        }
    }
}

void Actions::setReportOpen(bool open)
{
    for (const Row& row : kRows) {
        if (row.needsReport) {
            (*this)[row.id]->setEnabled(open);
        }
    }
}

std::vector<Actions::Shortcut> Actions::shortcuts() const
{
    std::vector<Shortcut> all;
    const auto keysOf = [this](ActionId id) {
        QStringList keys;
        for (const QKeySequence& key : (*this)[id]->shortcuts()) {
            keys += key.toString(QKeySequence::NativeText);
        }
        return keys.mid(0, 2).join(QStringLiteral(", "));
    };
    const auto add = [&](const QString& group, std::initializer_list<ActionId> ids) {
        for (const ActionId id : ids) {
            all.push_back({group, (*this)[id]->iconText(), keysOf(id)});
        }
    };
    const QString move = tr("Moving in time");
    all.push_back({move, tr("Zoom at the cursor"), tr("Ctrl+Wheel")});
    all.push_back({move, tr("Scroll rows"), tr("Wheel")});
    all.push_back({move, tr("Pan"), tr("Drag; A, D")});
    all.push_back({move, tr("Zoom in, zoom out"), tr("W, S; +, -")});
    add(move, {ActionId::fitAll, ActionId::fitSelection, ActionId::undoView, ActionId::redoView, ActionId::goToTime});
    const QString select = tr("Selecting");
    all.push_back({select, tr("Select an event"), tr("Click")});
    all.push_back({select, tr("Zoom to an event"), tr("Double click, Enter")});
    all.push_back({select, tr("Select a time range"), tr("Shift+Drag; middle button")});
    add(select, {ActionId::nextInstance, ActionId::previousInstance, ActionId::linkedEvent, ActionId::copy, ActionId::addNote});
    const QString find = tr("Finding");
    add(find, {ActionId::nextGap, ActionId::previousGap, ActionId::find, ActionId::findNext, ActionId::findPrevious, ActionId::filterRows,
               ActionId::expandAll, ActionId::collapseAll});
    const QString window = tr("Window");
    add(window, {ActionId::open, ActionId::exportImage, ActionId::exportCsv, ActionId::close, ActionId::nextTab, ActionId::previousTab,
                 ActionId::fullScreen, ActionId::shortcuts, ActionId::quit});
    return all;
}

} // namespace pv::app
