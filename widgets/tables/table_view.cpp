// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/table_view.h"

#include "widgets/tables/data_table_model.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>

#include <algorithm>

namespace pv::widgets {
namespace {

class Delegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->textElideMode = Qt::ElideMiddle;
        option->state.setFlag(QStyle::State_HasFocus, false); // the row's highlight says it
        if (index.data(kLoadingRole).toBool()) {
            option->palette.setColor(QPalette::Text, option->palette.color(QPalette::PlaceholderText));
        }
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QVariant share = index.data(kShareRole);
        if (!share.isValid()) {
            QStyledItemDelegate::paint(painter, option, index);
            return;
        }
        QStyleOptionViewItem opt = option;
        initStyleOption(&opt, index);
        const QString text = std::exchange(opt.text, QString());
        QStyle* style = opt.widget != nullptr ? opt.widget->style() : QApplication::style();
        style->drawControl(QStyle::CE_ItemViewItem, &opt, painter, opt.widget);
        const bool selected = opt.state.testFlag(QStyle::State_Selected);
        const QFontMetrics metrics(opt.font);
        const int textWidth = metrics.horizontalAdvance(QStringLiteral("<\u00A0100.0\u00A0%"));
        QRect bar = opt.rect.adjusted(6, opt.rect.height() / 2 - 4, -textWidth - 10, 0);
        bar.setHeight(8);
        painter->save();
        if (bar.width() > 12) {
            QColor track = opt.palette.color(QPalette::Text);
            track.setAlpha(26);
            QColor fill = selected ? opt.palette.color(QPalette::HighlightedText) : opt.palette.color(QPalette::Link);
            fill.setAlpha(selected ? 220 : 170);
            painter->setRenderHint(QPainter::Antialiasing);
            painter->setPen(Qt::NoPen);
            painter->setBrush(track);
            painter->drawRoundedRect(bar, 2, 2);
            const double part = std::clamp(share.toDouble(), 0.0, 1.0);
            if (part > 0) {
                painter->setBrush(fill);
                // A share that is not zero stays visible.
                painter->drawRoundedRect(QRectF(bar.x(), bar.y(), std::max(1.5, bar.width() * part), bar.height()), 2, 2);
            }
        }
        painter->setFont(opt.font);
        painter->setPen(opt.palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
        painter->drawText(opt.rect.adjusted(0, 0, -6, 0), Qt::AlignVCenter | Qt::AlignRight, text);
        painter->restore();
    }
};

} // namespace

TableView::TableView(QWidget* parent) : QTableView(parent)
{
    setItemDelegate(new Delegate(this));
    setShowGrid(false);
    setAlternatingRowColors(true);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setFrameShape(QFrame::NoFrame);
    setSortingEnabled(false);
    setCornerButtonEnabled(false);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsClickable(true);
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(horizontalHeader(), &QWidget::customContextMenuRequested, this, &TableView::headerMenu);
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this] {
        if (!m_fitting && horizontalHeader()->isVisible()) {
            m_widthsTouched = true;
        }
    });
    connect(this, &QAbstractItemView::clicked, this, &TableView::rowChosen);
    connect(this, &QAbstractItemView::doubleClicked, this, &TableView::rowOpened);
    updateMetrics();
}

void TableView::setModel(QAbstractItemModel* newModel)
{
    QTableView::setModel(newModel);
    m_widthsTouched = false;
    if (newModel != nullptr) {
        connect(newModel, &QAbstractItemModel::modelReset, this, [this] { fitColumns(); });
    }
    fitColumns();
}

void TableView::setColumnChars(const std::vector<int>& chars)
{
    m_chars = chars;
    m_widthsTouched = false;
    fitColumns();
}

void TableView::setEmptyText(const QString& text)
{
    m_emptyText = text;
    viewport()->update();
}

void TableView::updateMetrics()
{
    const int height = fontMetrics().height() + 6;
    verticalHeader()->setMinimumSectionSize(height);
    verticalHeader()->setDefaultSectionSize(height);
    horizontalHeader()->setMinimumSectionSize(fontMetrics().averageCharWidth() * 4);
}

void TableView::fitColumns()
{
    if (model() == nullptr || m_widthsTouched || m_chars.empty()) {
        return;
    }
    m_fitting = true;
    const int columns = model()->columnCount();
    const int unit = fontMetrics().averageCharWidth();
    int used = 0;
    std::vector<int> greedy;
    for (int c = 0; c < columns; ++c) {
        const int chars = c < static_cast<int>(m_chars.size()) ? m_chars[static_cast<std::size_t>(c)] : 12;
        if (chars == 0) {
            greedy.push_back(c);
            continue;
        }
        const int title = fontMetrics().horizontalAdvance(model()->headerData(c, Qt::Horizontal).toString()) + 28;
        const int width = std::max(chars * unit + 12, title);
        setColumnWidth(c, width);
        used += isColumnHidden(c) ? 0 : width;
    }
    if (!greedy.empty()) {
        const int room = (viewport()->width() - used) / static_cast<int>(greedy.size());
        for (const int c : greedy) {
            setColumnWidth(c, std::max(room, unit * 24));
        }
    }
    m_fitting = false;
}

void TableView::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

void TableView::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        updateMetrics();
    }
}

void TableView::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    if (model() != nullptr && model()->rowCount() == 0 && !m_emptyText.isEmpty()) {
        QPainter painter(viewport());
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(viewport()->rect().adjusted(24, 12, -24, -12), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
    }
}

void TableView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copyRows();
        return;
    }
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid()) {
        if (event->modifiers().testFlag(Qt::ControlModifier)) {
            emit rowOpened(currentIndex());
        } else {
            emit rowChosen(currentIndex());
        }
        return;
    }
    const QModelIndex before = currentIndex();
    QTableView::keyPressEvent(event);
    if (currentIndex().isValid() && currentIndex().row() != before.row()) {
        emit rowChosen(currentIndex());
    }
}

void TableView::copyRows()
{
    if (model() == nullptr || selectionModel() == nullptr) {
        return;
    }
    QModelIndexList rows = selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(), [](const QModelIndex& a, const QModelIndex& b) { return a.row() < b.row(); });
    if (m_copyHandler) {
        m_copyHandler(rows);
        return;
    }
    QStringList cells;
    std::vector<int> columns;
    for (int visual = 0; visual < horizontalHeader()->count(); ++visual) {
        const int c = horizontalHeader()->logicalIndex(visual);
        if (!isColumnHidden(c)) {
            columns.push_back(c);
            const QVariant raw = model()->headerData(c, Qt::Horizontal, kRawRole);
            cells += raw.isValid() ? raw.toString() : model()->headerData(c, Qt::Horizontal).toString();
        }
    }
    QString out = tsvLine(cells);
    for (const QModelIndex& row : rows) {
        cells.clear();
        for (const int c : columns) {
            cells += row.siblingAtColumn(c).data(kRawRole).toString();
        }
        out += tsvLine(cells);
    }
    QApplication::clipboard()->setText(out);
}

void TableView::contextMenuEvent(QContextMenuEvent* event)
{
    const QModelIndex index = event->reason() == QContextMenuEvent::Mouse ? indexAt(event->pos()) : currentIndex();
    QMenu menu(this);
    if (index.isValid()) {
        if (m_onTimeline) {
            menu.addAction(tr("Show on the timeline"), this, [this, index] { emit rowOpened(index); });
        }
        menu.addAction(tr("Copy this cell"), this, [index] { QApplication::clipboard()->setText(index.data(kRawRole).toString()); });
    }
    QAction* copy = menu.addAction(tr("Copy rows as tab-separated values"), this, &TableView::copyRows);
    copy->setShortcut(QKeySequence::Copy);
    copy->setEnabled(selectionModel() != nullptr && selectionModel()->hasSelection());
    menu.addAction(tr("Select all"), this, &QTableView::selectAll);
    if (m_menuFiller) {
        m_menuFiller(menu, index);
    }
    menu.exec(event->globalPos());
}

void TableView::headerMenu(const QPoint& at)
{
    if (model() == nullptr) {
        return;
    }
    QMenu menu(this);
    int shown = 0;
    for (int c = 0; c < model()->columnCount(); ++c) {
        shown += isColumnHidden(c) ? 0 : 1;
    }
    for (int c = 0; c < model()->columnCount(); ++c) {
        QAction* action = menu.addAction(model()->headerData(c, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(c));
        action->setEnabled(isColumnHidden(c) || shown > 1);
        connect(action, &QAction::toggled, this, [this, c](bool on) {
            setColumnHidden(c, !on);
            fitColumns();
        });
    }
    menu.addSeparator();
    menu.addAction(tr("Fit widths to the window"), this, [this] {
        m_widthsTouched = false;
        fitColumns();
    });
    menu.exec(horizontalHeader()->mapToGlobal(at));
}

} // namespace pv::widgets
