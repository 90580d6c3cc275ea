// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/bars.h"

#include "widgets/text.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>

namespace pv::widgets {

StackBar::StackBar(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); }

void StackBar::setParts(std::vector<Part> parts, const QString& description)
{
    m_parts = std::move(parts);
    setAccessibleDescription(description);
    update();
}

QSize StackBar::sizeHint() const { return {200, 14}; }

bool StackBar::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        double at = 0;
        for (const Part& part : m_parts) {
            at += part.share;
            if (help->pos().x() < at * width()) {
                QToolTip::showText(help->globalPos(), toolTipText(part.label), this);
                return true;
            }
        }
    }
    return QWidget::event(event);
}

void StackBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath clip;
    clip.addRoundedRect(QRectF(rect()), 3, 3);
    painter.setClipPath(clip);
    double at = 0;
    for (const Part& part : m_parts) {
        if (part.share <= 0) {
            continue;
        }
        // What is there stays visible, however small.
        const double width = std::max(1.0, part.share * this->width());
        painter.fillRect(QRectF(at, 0, width, height()), part.color);
        at += width;
    }
}

BarList::BarList(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMouseTracking(true);
    setFocusPolicy(Qt::TabFocus);
}

void BarList::setRows(std::vector<Row> rows)
{
    m_rows = std::move(rows);
    m_hovered = -1;
    m_current = -1;
    QStringList words;
    for (const Row& row : m_rows) {
        words += row.label + QStringLiteral(": ") + row.value;
    }
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    updateGeometry();
    update();
}

int BarList::rowHeight() const { return fontMetrics().height() + 13; }
QSize BarList::sizeHint() const { return {240, static_cast<int>(m_rows.size()) * rowHeight()}; }

int BarList::rowAt(const QPoint& at) const
{
    const int row = at.y() >= 0 ? at.y() / rowHeight() : -1;
    return row < static_cast<int>(m_rows.size()) && rect().contains(at) ? row : -1;
}

bool BarList::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const int row = rowAt(help->pos()); row >= 0) {
            QToolTip::showText(help->globalPos(), toolTipText(m_rows[static_cast<std::size_t>(row)].toolTip), this);
            return true;
        }
    }
    return QWidget::event(event);
}

void BarList::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int h = rowHeight();
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        const QRect area(0, static_cast<int>(i) * h, width(), h);
        const bool marked = static_cast<int>(i) == m_hovered || (hasFocus() && static_cast<int>(i) == m_current);
        if (marked) {
            QColor veil = palette().color(QPalette::Link);
            veil.setAlpha(28);
            painter.setPen(Qt::NoPen);
            painter.setBrush(veil);
            painter.drawRoundedRect(area, 3, 3);
        }
        const QRect text = area.adjusted(4, 2, -4, -7);
        const int valueWidth = fontMetrics().horizontalAdvance(row.value);
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(text.adjusted(0, 0, -valueWidth - 10, 0), Qt::AlignVCenter | Qt::AlignLeft,
                         fontMetrics().elidedText(row.label, Qt::ElideMiddle, text.width() - valueWidth - 10));
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(text, Qt::AlignVCenter | Qt::AlignRight, row.value);
        const QRectF track(text.left(), area.bottom() - 5, text.width(), 4);
        QColor dim = palette().color(QPalette::WindowText);
        dim.setAlpha(22);
        painter.setPen(Qt::NoPen);
        painter.setBrush(dim);
        painter.drawRoundedRect(track, 2, 2);
        if (row.share > 0) {
            painter.setBrush(row.color);
            painter.drawRoundedRect(QRectF(track.x(), track.y(), std::max(2.0, track.width() * std::min(row.share, 1.0)), track.height()),
                                    2, 2);
        }
    }
}

void BarList::mouseMoveEvent(QMouseEvent* event)
{
    const int row = rowAt(event->position().toPoint());
    if (row != m_hovered) {
        m_hovered = row;
        setCursor(row >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
        update();
    }
}

void BarList::mouseReleaseEvent(QMouseEvent* event)
{
    const int row = rowAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && row >= 0) {
        m_current = row;
        emit chosen(row);
    }
}

void BarList::leaveEvent(QEvent*)
{
    m_hovered = -1;
    update();
}

void BarList::focusInEvent(QFocusEvent* event)
{
    if (m_current < 0 && !m_rows.empty()) {
        m_current = 0;
    }
    QWidget::focusInEvent(event);
    update();
}

void BarList::keyPressEvent(QKeyEvent* event)
{
    const int last = static_cast<int>(m_rows.size()) - 1;
    switch (event->key()) {
    case Qt::Key_Up: m_current = std::max(0, m_current - 1); break;
    case Qt::Key_Down: m_current = std::min(last, m_current + 1); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (m_current >= 0 && m_current <= last) {
            emit chosen(m_current);
        }
        break;
    default: QWidget::keyPressEvent(event); return;
    }
    update();
}

} // namespace pv::widgets
