// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A chart in the colours of the theme that can be saved as a picture.

#include "widgets/theme.h"

#include <QChartView>

namespace pv::widgets {

class ChartView : public QChartView {
    Q_OBJECT
public:
    explicit ChartView(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    const Theme& theme() const { return m_theme; }
    // Takes the chart; colours of text, grid and background become the theme's, those of series stay.
    void present(QChart* chart);
    // ".svg" gives SVG, anything else PNG at twice the size on screen. Empty: written; else why not.
    QString save(const QString& path);
    // Says why there is no chart.
    void presentNothing(const QString& why);

private:
    void style(QChart* chart) const;
    Theme m_theme = Theme::light();
};

} // namespace pv::widgets
