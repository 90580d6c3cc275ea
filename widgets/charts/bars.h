// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Two small painted widgets: one bar cut into parts of a whole, and a list of named bars that can be chosen with the
// mouse or the keyboard. Both say in words (tool tips, accessible description) what they show in colour.

#include <QColor>
#include <QString>
#include <QWidget>

#include <vector>

namespace pv::widgets {

class StackBar : public QWidget {
    Q_OBJECT
public:
    struct Part {
        QString label; // "Compute 12.1 %"
        double share = 0;
        QColor color;
    };
    explicit StackBar(QWidget* parent = nullptr);
    void setParts(std::vector<Part> parts, const QString& description);
    const std::vector<Part>& parts() const { return m_parts; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {60, sizeHint().height()}; }

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<Part> m_parts;
};

class BarList : public QWidget {
    Q_OBJECT
public:
    struct Row {
        QString label;
        QString value; // right-aligned, "12.3 ms · 45 %"
        QString toolTip;
        double share = 0; // length of the bar, 0..1
        QColor color;
    };
    explicit BarList(QWidget* parent = nullptr);
    void setRows(std::vector<Row> rows);
    const std::vector<Row>& rows() const { return m_rows; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

signals:
    void chosen(int row);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    int rowHeight() const;
    int rowAt(const QPoint& at) const;
    std::vector<Row> m_rows;
    int m_hovered = -1;
    int m_current = -1;
};

} // namespace pv::widgets
