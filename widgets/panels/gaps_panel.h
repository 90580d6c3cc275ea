// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where each GPU stood idle, longest first, and what the CPU did meanwhile. A row brings its gap into sight.

#include "widgets/panels/panel.h"

class QLabel;

namespace pv::widgets {

class DataTableModel;
class TableView;

class GapsPanel : public Panel {
    Q_OBJECT
public:
    // Shorter gaps are part of normal launching; all others are listed, the longest kMostGaps with their causes.
    static constexpr std::int64_t kLeastNs = 50'000;
    static constexpr std::size_t kMostGaps = 2000;

    explicit GapsPanel(PanelContext context, QWidget* parent = nullptr);

    bool isSettled() const override { return !m_job.isRunning(); }
    DataTableModel* model() const { return m_model; }

protected:
    void refresh() override;
    void retranslate() override;

private:
    DataTableModel* m_model;
    TableView* m_view;
    QLabel* m_summary;
    Job m_job;
};

} // namespace pv::widgets
