// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One tab: a file that is being opened, could not be opened, or is shown on a timeline.
//
// GUI thread. The file is opened by a job; closing the tab at any moment ends it. Timeline and selection are kept in
// step here: selecting on one selects in all panels.

#include "widgets/jobs.h"
#include "widgets/notes.h"
#include "widgets/selection.h"
#include "widgets/theme.h"

#include <QWidget>

#include <memory>

class QStackedLayout;

namespace pv::core {
class Report;
}
namespace pv::widgets {
class TimelineView;
}

namespace pv::app {

class MessagePage;

class Document : public QWidget {
    Q_OBJECT
public:
    enum class State : std::uint8_t { empty, loading, ready, failed, cancelled };
    explicit Document(QWidget* parent = nullptr);
    ~Document() override;

    void open(const QString& path);
    void cancel();
    State state() const { return m_state; }
    QString path() const { return m_path; }
    QString title() const;
    QString error() const; // while failed
    const std::shared_ptr<const core::Report>& report() const { return m_report; }
    const std::shared_ptr<widgets::JobPool>& jobs() const { return m_jobs; }
    widgets::Selection* selection() const { return m_selection; }
    widgets::TimelineView* timeline() const { return m_timeline; }
    widgets::Notes* notes() const { return m_notes; }
    void setTheme(const widgets::Theme& theme);
    bool isSettled() const;
    // Keep what the user arranged for the next time this report is opened.
    void setRemembers(bool on) { m_remembers = on; }

signals:
    void stateChanged();
    void openOtherWanted();
    void closeWanted();

private:
    void setState(State state);
    void connectSelection();
    void saveViewState() const;

    QString m_path;
    State m_state = State::empty;
    bool m_remembers = false;
    bool m_following = false; // timeline and selection: one follows the other
    std::shared_ptr<widgets::JobPool> m_jobs;
    std::shared_ptr<const core::Report> m_report;
    widgets::Selection* m_selection;
    widgets::TimelineView* m_timeline;
    widgets::Notes* m_notes;
    MessagePage* m_page;
    QStackedLayout* m_stack;
    widgets::Job m_job;
};

} // namespace pv::app
