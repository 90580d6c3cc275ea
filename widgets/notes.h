// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Notes a person made on a report: a text at a moment or a range, of one lane or all.
//
// Kept as JSON in a file of its own beside the report's other view data, never in the report: the report may be read-only
// or somebody else's evidence. GUI thread; reading and writing run in jobs, the latest state wins. A file that can't be
// read leaves the notes empty and is not written over before the first change.

#include "core/model/ids.h"
#include "core/model/time.h"
#include "widgets/jobs.h"

#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace pv::widgets {

struct Note {
    core::TimeRange range; // end <= begin: a moment
    core::LaneId lane = core::kNoLane;
    QString text;
};

class Notes : public QObject {
    Q_OBJECT
public:
    // `path` empty: notes live as long as the window.
    Notes(std::shared_ptr<JobPool> jobs, QObject* parent = nullptr);
    ~Notes() override;

    void load(const QString& path);
    const std::vector<Note>& all() const { return m_notes; } // by time
    void add(Note note);
    void setText(std::size_t index, const QString& text);
    void remove(std::size_t index);
    bool isSettled() const { return !m_job.isRunning(); }

    static QByteArray toJson(const std::vector<Note>& notes);
    static std::vector<Note> fromJson(const QByteArray& json); // what is no note is left out

signals:
    void changed();
    void failed(const QString& message);

private:
    void keep();

    std::vector<Note> m_notes;
    QString m_path;
    bool m_unsaved = false;
    Job m_job;
};

} // namespace pv::widgets
