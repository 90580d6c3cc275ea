// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Time under the cursor, shown range, selected duration, and how busy the GPUs are in the shown range (exact, found by a
// job). GUI thread.

#include "core/model/time.h"
#include "widgets/jobs.h"

#include <QStatusBar>

#include <memory>
#include <optional>

class QLabel;
class QToolButton;

namespace pv::app {

class Document;

class StatusLine : public QStatusBar {
    Q_OBJECT
public:
    explicit StatusLine(QWidget* parent = nullptr);
    ~StatusLine() override;

    void setDocument(Document* document); // null: none; forget it before it goes
    void setWarnings(std::int64_t count, bool dataLost);
    void retranslate();
    bool isSettled() const { return !m_job || !m_job->isRunning(); }
    QString busyText() const;

signals:
    void diagnosticsWanted();

private:
    void showCursor(std::int64_t timeNs, bool inside);
    void showView();
    void showSelection();

    Document* m_document = nullptr;
    std::vector<QMetaObject::Connection> m_connections;
    std::unique_ptr<widgets::Job> m_job;
    QLabel* m_cursor;
    QLabel* m_view;
    QLabel* m_selected;
    QLabel* m_busy;
    QToolButton* m_warnings;
    std::int64_t m_warningCount = 0;
    bool m_dataLost = false;
};

} // namespace pv::app
