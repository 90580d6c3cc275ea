// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The panels around the timeline: one dock widget a panel, in each a page for every open document.
//
// GUI thread. Panels of a document are made when its report is there and destroyed before the document.

#include "widgets/panels/panel.h"

#include <QObject>

#include <array>
#include <map>

class QDockWidget;
class QMainWindow;
class QMenu;
class QStackedWidget;

namespace pv::app {

class Document;

enum class PanelId : std::uint8_t { summary, details, gaps, events, statistics, charts, sql, search, diagnostics, notes, count };

class PanelDocks : public QObject {
    Q_OBJECT
public:
    explicit PanelDocks(QMainWindow* window);

    void arrangeDefault();
    void addDocument(Document* document);
    void removeDocument(Document* document);
    void setCurrent(Document* document); // null: none
    // Without a report there is nothing to show around: hides the docks, and brings them back as they were.
    void setShown(bool shown);
    QByteArray windowState() const; // as it is while they are shown
    void show(PanelId id);          // brings the dock to the front
    QDockWidget* dock(PanelId id) const { return m_docks[static_cast<std::size_t>(id)]; }
    widgets::Panel* panel(const Document* document, PanelId id) const;
    template <class P>
    P* panelAs(const Document* document, PanelId id) const
    {
        return qobject_cast<P*>(panel(document, id));
    }
    bool isSettled(const Document* document) const; // of the visible panels
    void setTheme(const widgets::Theme& theme);
    void retranslate();
    void fillMenu(QMenu* menu) const;
    // After the window's state was restored.
    void updateTitleBars();

signals:
    void statusMessage(const QString& text);
    void noteWanted();

private:
    using Panels = std::array<widgets::Panel*, static_cast<std::size_t>(PanelId::count)>;
    static QString title(PanelId id);
    widgets::Panel* make(PanelId id, const Document& document) const;
    void connectPanels(Document* document, const Panels& panels);
    void listName(const Document* document, core::StringId name, core::EventKind kind);

    QMainWindow* m_window;
    bool m_shown = true;
    QByteArray m_hiddenState;
    widgets::Theme m_theme = widgets::Theme::light();
    std::array<QDockWidget*, static_cast<std::size_t>(PanelId::count)> m_docks{};
    std::array<QStackedWidget*, static_cast<std::size_t>(PanelId::count)> m_stacks{};
    std::map<const Document*, Panels> m_panels;
};

} // namespace pv::app
