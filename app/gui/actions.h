// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Every action of the window: one row of a table gives its name, keys and icon. Menus, toolbar and the list of shortcuts
// are made from them.

#include "widgets/theme.h"

#include <QAction>
#include <QKeySequence>
#include <QObject>

#include <array>
#include <vector>

namespace pv::app {

enum class ActionId : std::uint8_t {
    open,
    openExample,
    exportImage,
    exportCsv,
    close,
    quit,
    copy,
    find,
    findNext,
    findPrevious,
    filterRows,
    fitAll,
    fitSelection,
    zoomIn,
    zoomOut,
    undoView,
    redoView,
    expandAll,
    collapseAll,
    showAllLanes,
    minimap,
    wallClock,
    fullScreen,
    defaultLayout,
    goToTime,
    nextGap,
    previousGap,
    nextInstance,
    previousInstance,
    linkedEvent,
    addNote,
    nextTab,
    previousTab,
    shortcuts,
    about,
    aboutQt,
    count
};

class Actions : public QObject {
    Q_OBJECT
public:
    explicit Actions(QObject* parent);

    QAction* operator[](ActionId id) const { return m_actions[static_cast<std::size_t>(id)]; }
    void retranslate();
    void setTheme(const widgets::Theme& theme);
    // Enables what needs an open report, or not.
    void setReportOpen(bool open);

    // For the list of shortcuts: group, what it does, keys.
    struct Shortcut {
        QString group;
        QString text;
        QString keys;
    };
    std::vector<Shortcut> shortcuts() const;

private:
    QString text(ActionId id) const;
    std::array<QAction*, static_cast<std::size_t>(ActionId::count)> m_actions{};
};

} // namespace pv::app
