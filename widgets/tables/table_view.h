// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A table as this application shows them: whole rows selected, no grid, shares drawn as bars, copy as tab-separated values
// (Ctrl+C; raw numbers, so that a spreadsheet can use them), columns hidden from the header's menu, rows activated by
// click or Enter.

#include <QTableView>

#include <functional>
#include <vector>

class QAction;
class QMenu;

namespace pv::widgets {

class TableView : public QTableView {
    Q_OBJECT
public:
    explicit TableView(QWidget* parent = nullptr);

    // Initial widths in characters of the font; 0: the rest of the room.
    void setColumnChars(const std::vector<int>& chars);
    // Instead of copying what the model has at hand.
    void setCopyHandler(std::function<void(const QModelIndexList& rows)> handler) { m_copyHandler = std::move(handler); }
    // More entries for the menu of a row.
    void setMenuFiller(std::function<void(QMenu&, const QModelIndex&)> filler) { m_menuFiller = std::move(filler); }
    // False: its rows are nowhere on the timeline.
    void setOnTimeline(bool on) { m_onTimeline = on; }
    // Text shown in place of rows while there are none.
    void setEmptyText(const QString& text);

    void setModel(QAbstractItemModel* model) override;

public slots:
    void copyRows();

signals:
    void rowChosen(const QModelIndex& index); // a click, or Enter, or the arrow keys
    void rowOpened(const QModelIndex& index); // a double click, or Ctrl+Enter

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitColumns();
    void headerMenu(const QPoint& at);
    void updateMetrics();

    std::vector<int> m_chars;
    bool m_widthsTouched = false;
    bool m_fitting = false;
    bool m_onTimeline = true;
    QString m_emptyText;
    std::function<void(const QModelIndexList&)> m_copyHandler;
    std::function<void(QMenu&, const QModelIndex&)> m_menuFiller;
};

} // namespace pv::widgets
