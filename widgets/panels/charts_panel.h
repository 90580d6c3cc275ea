// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Charts of the selected range, or of the whole report: time by category, top kernels, utilisation over time, kernel
// durations. Hovering tells the exact figure, a click shows the place on the timeline.

#include "widgets/charts/chart_data.h"
#include "widgets/panels/panel.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace pv::widgets {

class ChartView;

class ChartsPanel : public Panel {
    Q_OBJECT
public:
    enum class Kind : std::uint8_t { categories, topKernels, utilisation, durations };
    explicit ChartsPanel(PanelContext context, QWidget* parent = nullptr);

    bool isSettled() const override { return !m_job.isRunning(); }
    void setTheme(const Theme& theme) override;
    QJsonObject saveState() const override;
    void restoreState(const QJsonObject& state) override;
    void setKind(Kind kind);
    Kind kind() const;
    const ChartFigures& figures() const { return m_figures; }
    ChartView* view() const { return m_view; }

protected:
    void refresh() override;
    void retranslate() override;
    void selectionChanged() override;

private:
    void present();
    void presentCategories();
    void presentTopKernels();
    void presentUtilisation();
    void presentDurations();
    void tip(bool on, const QString& text);
    void saveImage();

    ChartFigures m_figures;
    std::optional<core::TimeRange> m_range;
    QComboBox* m_kind;
    QLabel* m_basis;
    QToolButton* m_save;
    ChartView* m_view;
    Job m_job;
};

} // namespace pv::widgets
