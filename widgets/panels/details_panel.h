// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Everything about the selected event, exact to the nanosecond; linked events are links. Without a selected event it says
// what a selected range is.

#include "widgets/panels/event_details.h"
#include "widgets/panels/panel.h"

class QLabel;
class QPushButton;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace pv::widgets {

class DetailsPanel : public Panel {
    Q_OBJECT
public:
    explicit DetailsPanel(PanelContext context, QWidget* parent = nullptr);

    bool isSettled() const override { return !m_job.isRunning(); }
    void setTheme(const Theme& theme) override;
    const EventDetails& details() const { return m_details; }
    QTreeWidget* tree() const { return m_tree; }

protected:
    void refresh() override;
    void retranslate() override;
    void selectionChanged() override { invalidate(); }

private:
    void present(const EventDetails& details);
    void showNothing();
    void addNodes(QTreeWidgetItem* parent, const std::vector<DetailNode>& nodes);
    void openItem(QTreeWidgetItem* item);
    void menuAt(const QPoint& at);

    EventDetails m_details;
    QLabel* m_name;
    QLabel* m_summary;
    QToolButton* m_zoom;
    QToolButton* m_partner;
    QTreeWidget* m_tree;
    core::EventId m_firstLink = core::kNoEvent;
    Job m_job;
};

} // namespace pv::widgets
