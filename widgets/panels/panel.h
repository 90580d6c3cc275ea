// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Base of everything that shows a part of a report beside the timeline.
//
// GUI thread. A panel works only while it is visible: invalidate() refreshes it now, or when it is next shown. What takes
// time runs in jobs that the panel owns; destroying the panel ends them.

#include "core/store/report.h"
#include "widgets/jobs.h"
#include "widgets/selection.h"
#include "widgets/theme.h"

#include <QJsonObject>
#include <QWidget>

#include <memory>
#include <optional>

namespace pv::widgets {

struct PanelContext {
    std::shared_ptr<const core::Report> report; // never null
    std::shared_ptr<JobPool> jobs;
    Selection* selection = nullptr; // outlives the panel
};

class Panel : public QWidget {
    Q_OBJECT
public:
    explicit Panel(PanelContext context, QWidget* parent = nullptr);

    // The palette comes by itself; this is for what is painted from the theme.
    virtual void setTheme(const Theme& theme);
    const Theme& theme() const { return m_theme; }
    // True when nothing is on its way that will change what is shown.
    virtual bool isSettled() const { return true; }
    // What a person typed or chose here and would miss.
    virtual QJsonObject saveState() const { return {}; }
    virtual void restoreState(const QJsonObject&) {}

signals:
    void statusMessage(const QString& text);

protected:
    // Begins to show what the report and the selection say now.
    virtual void refresh() {}
    // Sets all texts; called after a change of language, and once by the panel itself.
    virtual void retranslate() {}
    virtual void selectionChanged() {}
    void invalidate();

    const core::Report& report() const { return *m_context.report; }
    const std::shared_ptr<const core::Report>& sharedReport() const { return m_context.report; }
    const std::shared_ptr<JobPool>& jobs() const { return m_context.jobs; }
    Selection& selection() const { return *m_context.selection; }

    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    PanelContext m_context;
    Theme m_theme = Theme::light();
    bool m_dirty = true;
};

} // namespace pv::widgets
