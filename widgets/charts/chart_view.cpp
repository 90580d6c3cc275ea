// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_view.h"

#include <QAbstractAxis>
#include <QChart>
#include <QFileInfo>
#include <QGraphicsLayout>
#include <QLegend>
#include <QPainter>
#include <QSvgGenerator>

#include <memory>

namespace pv::widgets {

ChartView::ChartView(QWidget* parent) : QChartView(parent)
{
    setRenderHint(QPainter::Antialiasing);
    setFrameShape(QFrame::NoFrame);
    setMinimumHeight(60);
}

void ChartView::setTheme(const Theme& theme)
{
    m_theme = theme;
    setBackgroundBrush(theme.base);
    style(chart());
}

void ChartView::style(QChart* chart) const
{
    chart->setBackgroundBrush(m_theme.base);
    chart->setBackgroundRoundness(0);
    chart->setPlotAreaBackgroundVisible(false);
    chart->setMargins(QMargins(6, 4, 10, 4));
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    chart->setTitleBrush(m_theme.mutedText);
    chart->setTitleFont(font());
    chart->legend()->setLabelColor(m_theme.text);
    chart->legend()->setFont(font());
    for (QAbstractAxis* axis : chart->axes()) {
        axis->setLabelsColor(m_theme.text);
        axis->setLabelsFont(font());
        axis->setTitleBrush(m_theme.mutedText);
        axis->setTitleFont(font());
        axis->setLinePenColor(m_theme.border);
        axis->setGridLineColor(m_theme.grid);
    }
}

void ChartView::present(QChart* next)
{
    const std::unique_ptr<QChart> before(chart());
    style(next);
    setChart(next);
}

void ChartView::presentNothing(const QString& why)
{
    auto* empty = new QChart;
    empty->setTitle(why);
    empty->legend()->hide();
    present(empty);
}

QString ChartView::save(const QString& path)
{
    if (path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive)) {
        QSvgGenerator svg;
        svg.setFileName(path);
        svg.setSize(size());
        svg.setViewBox(QRect(QPoint(0, 0), size()));
        svg.setTitle(chart()->title());
        QPainter painter;
        if (!painter.begin(&svg)) {
            return tr("Could not write '%1'. Choose another place.").arg(path);
        }
        render(&painter);
        painter.end();
        if (QFileInfo(path).size() <= 0) {
            return tr("Could not write '%1'. Choose another place.").arg(path);
        }
        return {};
    }
    QImage image(size() * 2, QImage::Format_RGB32);
    image.setDevicePixelRatio(2);
    image.fill(m_theme.base);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    render(&painter, QRectF(QPointF(0, 0), QSizeF(size())));
    painter.end();
    return image.save(path, "PNG") ? QString() : tr("Could not write '%1'. Choose another place.").arg(path);
}

} // namespace pv::widgets
