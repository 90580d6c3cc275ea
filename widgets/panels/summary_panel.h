// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the run was, how busy each GPU was and on what basis, and the kernels that took most of the time. Everything with
// a place on the timeline is a link to it.

#include "widgets/panels/panel.h"
#include "widgets/panels/run_summary.h"

class QLabel;
class QScrollArea;

namespace pv::widgets {

class SummaryPanel : public Panel {
    Q_OBJECT
public:
    explicit SummaryPanel(PanelContext context, QWidget* parent = nullptr);

    bool isSettled() const override { return !m_job.isRunning(); }
    void setTheme(const Theme& theme) override;
    const RunSummary& summary() const { return m_summary; }

signals:
    void diagnosticsWanted();
    void nameWanted(pv::core::StringId name, pv::core::EventKind kind);

protected:
    void refresh() override;

private:
    void present();
    QWidget* heading(const QString& text);
    QLabel* label(const QString& text, bool muted = false);
    QWidget* gpuBlock(const GpuSummary& gpu);

    RunSummary m_summary;
    QWidget* m_content = nullptr;
    QScrollArea* m_scroll;
    Job m_job;
};

} // namespace pv::widgets
