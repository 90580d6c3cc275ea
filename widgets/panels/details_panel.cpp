// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/details_panel.h"

#include "widgets/text.h"
#include "widgets/timeline/time_format.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace pv::widgets {
namespace {

enum ItemRole : int { kRawText = Qt::UserRole + 1, kEventRole, kLaneRole };

} // namespace

DetailsPanel::DetailsPanel(PanelContext context, QWidget* parent) : Panel(std::move(context), parent), m_job(jobs())
{
    m_name = new QLabel(this);
    m_name->setTextFormat(Qt::PlainText);
    m_name->setWordWrap(true);
    m_name->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    QFont bold = m_name->font();
    bold.setBold(true);
    m_name->setFont(bold);
    m_summary = new QLabel(this);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    m_zoom = new QToolButton(this);
    m_partner = new QToolButton(this);
    for (QToolButton* button : {m_zoom, m_partner}) {
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->hide();
    }
    m_tree = new QTreeWidget(this);
    m_tree->setColumnCount(2);
    m_tree->setHeaderHidden(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setRootIsDecorated(true);
    m_tree->setIndentation(14);
    m_tree->setAlternatingRowColors(true);
    m_tree->setUniformRowHeights(true);
    m_tree->setTextElideMode(Qt::ElideMiddle);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->header()->setStretchLastSection(true);
    m_tree->header()->setMinimumSectionSize(60);
    m_tree->header()->resizeSection(0, fontMetrics().averageCharWidth() * 22);

    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_zoom);
    buttons->addWidget(m_partner);
    buttons->addStretch();
    auto* head = new QVBoxLayout;
    head->setContentsMargins(10, 8, 10, 6);
    head->setSpacing(4);
    head->addWidget(m_name);
    head->addWidget(m_summary);
    head->addLayout(buttons);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_tree, 1);

    connect(m_zoom, &QToolButton::clicked, this, [this] { selection().goToEvent(m_details.id); });
    connect(m_partner, &QToolButton::clicked, this, [this] { selection().goToEvent(m_firstLink); });
    connect(m_tree, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) { openItem(item); });
    connect(m_tree, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item, int column) {
        if (column == 1) {
            openItem(item);
        }
    });
    connect(m_tree, &QWidget::customContextMenuRequested, this, &DetailsPanel::menuAt);
    connect(&m_job, &Job::failed, this, [this](const QString& message) {
        m_tree->clear();
        m_summary->setText(message);
    });
    retranslate();
}

void DetailsPanel::setTheme(const Theme& theme)
{
    Panel::setTheme(theme);
    invalidate(); // link colours are set on items
}

void DetailsPanel::retranslate()
{
    m_zoom->setText(tr("Zoom to it"));
    m_partner->setText(tr("Go to partner"));
    m_tree->setAccessibleName(tr("Details of the selected event"));
}

void DetailsPanel::refresh()
{
    const core::EventId id = selection().current().event;
    if (id == core::kNoEvent) {
        m_job.cancel();
        showNothing();
        return;
    }
    m_job.start([report = sharedReport(), id](const core::Progress& progress) { return describeEvent(*report, id, progress); },
                [this](const EventDetails& details) { present(details); });
}

void DetailsPanel::showNothing()
{
    m_details = {};
    m_tree->clear();
    m_zoom->hide();
    m_partner->hide();
    m_firstLink = core::kNoEvent;
    const auto& range = selection().current().range;
    if (range) {
        m_name->setText(tr("Selected range"));
        m_summary->setText(
            tr("%1, from %2 to %3").arg(formatDuration(range->durationNs()), formatExact(range->begin), formatExact(range->end)));
    } else {
        m_name->setText(tr("Nothing selected"));
        m_summary->setText(tr("Click an event on the timeline or in a table."));
    }
}

void DetailsPanel::present(const EventDetails& details)
{
    m_details = details;
    m_tree->setUpdatesEnabled(false);
    m_tree->clear();
    if (!details.found) {
        m_name->setText(tr("This event could not be read"));
        m_summary->setText(tr("Its part of the file is damaged. See Diagnostics."));
        m_zoom->hide();
        m_partner->hide();
        m_tree->setUpdatesEnabled(true);
        return;
    }
    m_name->setText(details.name.isEmpty() ? tr("(no name)") : details.name);
    const bool instant = details.range.empty();
    m_summary->setText(instant ? tr("%1 at %2").arg(kindLabel(details.kind), formatExact(details.range.begin))
                               : tr("%1, %2").arg(kindLabel(details.kind), formatExact(details.range.durationNs())));
    addNodes(nullptr, details.sections);
    m_firstLink = core::kNoEvent;
    for (const DetailNode& section : details.sections) {
        for (const DetailNode& node : section.children) {
            if (node.link != core::kNoEvent && m_firstLink == core::kNoEvent) {
                m_firstLink = node.link;
            }
        }
    }
    m_zoom->show();
    m_partner->setVisible(m_firstLink != core::kNoEvent);
    m_tree->setUpdatesEnabled(true);
}

void DetailsPanel::addNodes(QTreeWidgetItem* parent, const std::vector<DetailNode>& nodes)
{
    for (const DetailNode& node : nodes) {
        auto* item = parent != nullptr ? new QTreeWidgetItem(parent) : new QTreeWidgetItem(m_tree);
        item->setText(0, node.label);
        item->setText(1, node.value);
        item->setData(1, kRawText, node.raw.isEmpty() ? node.value : node.raw);
        item->setToolTip(1, toolTipText(node.value));
        if (parent == nullptr) {
            item->setFirstColumnSpanned(node.value.isEmpty());
            QFont font = m_tree->font();
            font.setBold(true);
            item->setFont(0, font);
        }
        if (node.link != core::kNoEvent || node.lane != core::kNoLane) {
            item->setForeground(1, theme().accent);
            QFont font = m_tree->font();
            font.setUnderline(true);
            item->setFont(1, font);
            item->setData(1, kEventRole, QVariant::fromValue<qint64>(node.link.value));
            item->setData(1, kLaneRole, node.lane.value);
        }
        addNodes(item, node.children);
        item->setExpanded(node.expanded);
    }
}

void DetailsPanel::openItem(QTreeWidgetItem* item)
{
    const core::EventId event{item->data(1, kEventRole).toLongLong()};
    if (event != core::kNoEvent) {
        selection().goToEvent(event);
        return;
    }
    const QVariant lane = item->data(1, kLaneRole);
    if (lane.isValid() && core::LaneId{lane.toUInt()} != core::kNoLane) {
        emit selection().laneWanted(core::LaneId{lane.toUInt()});
    }
}

void DetailsPanel::menuAt(const QPoint& at)
{
    QTreeWidgetItem* item = m_tree->itemAt(at);
    QMenu menu(this);
    if (item != nullptr) {
        menu.addAction(tr("Copy value"), this, [item] { QApplication::clipboard()->setText(item->data(1, kRawText).toString()); });
    }
    menu.addAction(tr("Copy everything"), this, [this] {
        QString all = m_details.name + QLatin1Char('\n');
        const auto walk = [&](auto&& self, const std::vector<DetailNode>& nodes, int depth) -> void {
            for (const DetailNode& node : nodes) {
                all += QString(depth * 2, QLatin1Char(' ')) + node.label +
                       (node.value.isEmpty() ? QString() : QStringLiteral(": ") + node.value) + QLatin1Char('\n');
                self(self, node.children, depth + 1);
            }
        };
        walk(walk, m_details.sections, 0);
        QApplication::clipboard()->setText(all);
    });
    if (!m_details.argsJson.isEmpty()) {
        menu.addAction(tr("Copy arguments as JSON"), this, [this] { QApplication::clipboard()->setText(m_details.argsJson); });
    }
    menu.exec(m_tree->viewport()->mapToGlobal(at));
}

} // namespace pv::widgets
