// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Icons of actions: single-colour drawings from the resources, drawn in the theme's colour at any size.

#include "widgets/theme.h"

#include <QIcon>
#include <QPixmap>

namespace pv::app {

QIcon themedIcon(const QString& name, const widgets::Theme& theme);
QPixmap themedPixmap(const QString& name, const QColor& color, int sizePx, qreal pixelRatio);
QIcon applicationIcon();

} // namespace pv::app
