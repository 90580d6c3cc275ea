// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/notes.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

#include <algorithm>

namespace pv::widgets {
namespace {

constexpr qint64 kMostBytes = 16 << 20;
constexpr qsizetype kMostNotes = 100'000;

void write(const QString& path, const QByteArray& json)
{
    QDir().mkpath(QFileInfo(path).absolutePath());
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(json) != json.size() || !file.commit()) {
        throw core::Error(Notes::tr("Notes could not be kept in '%1': %2.").arg(path, file.errorString()).toStdString());
    }
}

} // namespace

Notes::Notes(std::shared_ptr<JobPool> jobs, QObject* parent) : QObject(parent), m_job(std::move(jobs))
{
    connect(&m_job, &Job::failed, this, &Notes::failed);
}

Notes::~Notes()
{
    // The last change may still wait for its thread.
    if (m_unsaved && !m_path.isEmpty()) {
        m_job.cancel();
        try {
            write(m_path, toJson(m_notes));
        } catch (const core::Error&) {
            // Nobody is left to tell.
        }
    }
}

void Notes::load(const QString& path)
{
    m_path = path;
    m_job.start(
        [path](const core::Progress&) {
            QFile file(path);
            return file.open(QIODevice::ReadOnly) && file.size() <= kMostBytes ? fromJson(file.readAll()) : std::vector<Note>{};
        },
        [this](std::vector<Note> notes) {
            if (!notes.empty()) {
                m_notes = std::move(notes);
                emit changed();
            }
        });
}

void Notes::add(Note note)
{
    const auto at =
        std::upper_bound(m_notes.begin(), m_notes.end(), note, [](const Note& a, const Note& b) { return a.range.begin < b.range.begin; });
    m_notes.insert(at, std::move(note));
    keep();
}

void Notes::setText(std::size_t index, const QString& text)
{
    if (index < m_notes.size() && m_notes[index].text != text) {
        m_notes[index].text = text;
        keep();
    }
}

void Notes::remove(std::size_t index)
{
    if (index < m_notes.size()) {
        m_notes.erase(m_notes.begin() + static_cast<std::ptrdiff_t>(index));
        keep();
    }
}

void Notes::keep()
{
    emit changed();
    if (m_path.isEmpty()) {
        return;
    }
    m_unsaved = true;
    m_job.start(
        [path = m_path, json = toJson(m_notes)](const core::Progress&) {
            write(path, json);
            return true;
        },
        [this](bool) { m_unsaved = false; });
}

QByteArray Notes::toJson(const std::vector<Note>& notes)
{
    QJsonArray array;
    for (const Note& note : notes) {
        QJsonObject object{{QStringLiteral("begin"), static_cast<qint64>(note.range.begin)},
                           {QStringLiteral("end"), static_cast<qint64>(note.range.end)},
                           {QStringLiteral("text"), note.text}};
        if (note.lane != core::kNoLane) {
            object.insert(QStringLiteral("lane"), static_cast<qint64>(note.lane.value));
        }
        array.append(object);
    }
    return QJsonDocument(QJsonObject{{QStringLiteral("notes"), array}}).toJson();
}

std::vector<Note> Notes::fromJson(const QByteArray& json)
{
    std::vector<Note> notes;
    const QJsonArray array = QJsonDocument::fromJson(json).object().value(QStringLiteral("notes")).toArray();
    for (qsizetype i = 0; i < std::min(array.size(), kMostNotes); ++i) {
        const QJsonObject object = array[i].toObject();
        const QJsonValue begin = object.value(QStringLiteral("begin"));
        if (!begin.isDouble()) {
            continue;
        }
        Note note;
        note.range.begin = begin.toInteger();
        note.range.end = object.value(QStringLiteral("end")).toInteger(note.range.begin);
        const qint64 lane = object.value(QStringLiteral("lane")).toInteger(-1);
        note.lane = lane >= 0 && lane < 0xFFFFFFFFll ? core::LaneId{static_cast<std::uint32_t>(lane)} : core::kNoLane;
        note.text = object.value(QStringLiteral("text")).toString();
        notes.push_back(std::move(note));
    }
    std::stable_sort(notes.begin(), notes.end(), [](const Note& a, const Note& b) { return a.range.begin < b.range.begin; });
    return notes;
}

} // namespace pv::widgets
