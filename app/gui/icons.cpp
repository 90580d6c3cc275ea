// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/icons.h"

#include <QFile>
#include <QPainter>
#include <QSvgRenderer>

namespace pv::app {
namespace {

QByteArray drawing(const QString& name)
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QPixmap render(const QByteArray& svg, int sizePx, qreal ratio)
{
    QSvgRenderer renderer(svg);
    QPixmap pixmap(QSize(sizePx, sizePx) * ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    painter.end();
    pixmap.setDevicePixelRatio(ratio);
    return pixmap;
}

} // namespace

QPixmap themedPixmap(const QString& name, const QColor& color, int sizePx, qreal pixelRatio)
{
    QByteArray svg = drawing(name);
    svg.replace("currentColor", color.name().toLatin1());
    return render(svg, sizePx, pixelRatio);
}

QIcon themedIcon(const QString& name, const widgets::Theme& theme)
{
    QIcon icon;
    for (const int size : {16, 20, 24, 32}) {
        for (const qreal ratio : {1.0, 2.0}) {
            icon.addPixmap(themedPixmap(name, theme.headerText, size, ratio), QIcon::Normal);
            QPixmap disabled = themedPixmap(name, theme.mutedText, size, ratio);
            QPixmap pale(disabled.size());
            pale.setDevicePixelRatio(ratio);
            pale.fill(Qt::transparent);
            QPainter painter(&pale);
            painter.setOpacity(0.45);
            painter.drawPixmap(0, 0, disabled);
            painter.end();
            icon.addPixmap(pale, QIcon::Disabled);
        }
    }
    return icon;
}

QIcon applicationIcon()
{
    QIcon icon;
    const QByteArray svg = drawing(QStringLiteral("profviewer"));
    for (const int size : {16, 24, 32, 48, 64, 128, 256}) {
        icon.addPixmap(render(svg, size, 1.0));
    }
    return icon;
}

} // namespace pv::app
