// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/document.h"

#include "app/gui/message_page.h"
#include "core/import/open.h"
#include "widgets/timeline/timeline_view.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSaveFile>
#include <QStackedLayout>
#include <QStandardPaths>

namespace pv::app {
namespace {

struct Opened {
    std::shared_ptr<const core::Report> report;
    QJsonObject view; // as the person left it
};

// Kept beside each other: "views" (rows, zoom) and "notes".
QString stateFile(const core::Report& report, const char* folder)
{
    // A report's id comes from its file: never a path.
    const QByteArray name = QCryptographicHash::hash(QByteArray::fromStdString(report.id()), QCryptographicHash::Sha256).toHex().left(32);
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
           QStringLiteral("/profviewer/%1/%2.json").arg(QLatin1String(folder), QString::fromLatin1(name));
}

QJsonObject readState(const QString& path)
{
    constexpr qint64 kMostBytes = 4 << 20;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly) || file.size() > kMostBytes) {
        return {};
    }
    return QJsonDocument::fromJson(file.readAll()).object();
}

} // namespace

Document::Document(QWidget* parent)
    : QWidget(parent), m_jobs(std::make_shared<widgets::JobPool>()), m_selection(new widgets::Selection(this)), m_job(m_jobs)
{
    m_timeline = new widgets::TimelineView(this);
    m_notes = new widgets::Notes(m_jobs, this);
    m_page = new MessagePage(this);
    m_stack = new QStackedLayout(this);
    m_stack->setContentsMargins(0, 0, 0, 0);
    m_stack->addWidget(m_page);
    m_stack->addWidget(m_timeline);
    connect(m_page, &MessagePage::cancelClicked, this, &Document::cancel);
    connect(m_page, &MessagePage::retryClicked, this, [this] { open(m_path); });
    connect(m_page, &MessagePage::openOtherClicked, this, &Document::openOtherWanted);
    connect(m_page, &MessagePage::closeClicked, this, &Document::closeWanted);
    connect(&m_job, &widgets::Job::progress, m_page, &MessagePage::setProgress);
    connect(&m_job, &widgets::Job::failed, this, [this](const QString& message) {
        m_page->showError(m_path, message);
        setState(State::failed);
    });
    m_selection->setLaneOf([this](core::EventId event) {
        const core::ChunkInfo* chunk = m_report ? m_report->chunkInfo(core::chunkOf(event)) : nullptr;
        return chunk != nullptr ? chunk->lane : core::kNoLane;
    });
    connect(m_notes, &widgets::Notes::changed, this, [this] {
        std::vector<widgets::TimelineMarker> markers;
        for (const widgets::Note& note : m_notes->all()) {
            markers.push_back({note.range, note.lane, note.text, {}});
        }
        m_timeline->setMarkers(std::move(markers));
    });
    connectSelection();
}

Document::~Document()
{
    if (m_state == State::ready && m_remembers) {
        saveViewState();
    }
}

QString Document::title() const { return QFileInfo(m_path).fileName(); }
QString Document::error() const { return m_state == State::failed ? m_page->message() : QString(); }

void Document::setState(State state)
{
    m_state = state;
    m_stack->setCurrentWidget(state == State::ready ? static_cast<QWidget*>(m_timeline) : m_page);
    emit stateChanged();
}

void Document::open(const QString& path)
{
    m_path = path;
    m_page->showProgress(path);
    setState(State::loading);
    m_job.start(
        [file = std::filesystem::path(QFile::encodeName(path).toStdString()), remembers = m_remembers](const core::Progress& progress) {
            Opened result;
            result.report = core::openAny(file, {}, progress).report;
            if (remembers) {
                result.view = readState(stateFile(*result.report, "views"));
            }
            return result;
        },
        [this](const Opened& result) {
            m_report = result.report;
            m_timeline->setReport(m_report);
            if (!result.view.isEmpty()) {
                m_timeline->restoreState(result.view);
            }
            if (m_remembers) {
                m_notes->load(stateFile(*m_report, "notes"));
            }
            setState(State::ready);
            m_timeline->setFocus();
        });
}

void Document::cancel()
{
    if (m_state == State::loading) {
        m_job.cancel();
        m_page->showCancelled(m_path);
        setState(State::cancelled);
    }
}

void Document::setTheme(const widgets::Theme& theme)
{
    m_timeline->setTheme(theme);
    m_page->setTheme(theme);
}

bool Document::isSettled() const { return m_state == State::ready ? m_timeline->isSettled() : m_state != State::loading; }

void Document::connectSelection()
{
    using widgets::Selection;
    using widgets::TimelineView;
    // Whoever speaks first leads; what the other says in answer is an echo.
    const auto lead = [this](auto&& action) {
        if (m_following) {
            return;
        }
        m_following = true;
        action();
        m_following = false;
    };
    connect(m_timeline, &TimelineView::eventSelected, this,
            [this, lead](core::EventId event) { lead([&] { m_selection->selectEvent(event); }); });
    connect(m_timeline, &TimelineView::rangeSelected, this,
            [this, lead](core::TimeRange range, core::LaneId lane) { lead([&] { m_selection->selectRange(range, lane); }); });
    connect(m_timeline, &TimelineView::selectionCleared, this, [this, lead] { lead([&] { m_selection->clear(); }); });
    connect(m_selection, &Selection::eventWanted, this, [this, lead](core::EventId event) { lead([&] { m_timeline->goToEvent(event); }); });
    connect(m_selection, &Selection::rangeWanted, this,
            [this, lead](core::TimeRange range, core::LaneId lane) { lead([&] { m_timeline->goToRange(range, lane); }); });
    connect(m_selection, &Selection::laneWanted, this, [this, lead](core::LaneId lane) { lead([&] { m_timeline->goToLane(lane); }); });
    connect(m_selection, &Selection::viewWanted, this, [this](core::TimeRange range) {
        const std::int64_t margin = range.durationNs() / 8 + 1;
        core::TimeRange wide = range;
        __builtin_sub_overflow(range.begin, margin, &wide.begin);
        __builtin_add_overflow(range.end, margin, &wide.end);
        m_timeline->setViewRange(wide);
    });
    connect(m_selection, &Selection::changed, this, [this, lead] {
        lead([&] {
            const widgets::Selected& now = m_selection->current();
            if (now.event != core::kNoEvent) {
                if (m_timeline->selectedEvent() != now.event) {
                    m_timeline->selectEvent(now.event);
                }
            } else if (now.range) {
                if (m_timeline->selectedEvent() != core::kNoEvent || m_timeline->selectedRange() != now.range ||
                    m_timeline->selectedLane() != now.lane) {
                    m_timeline->selectRange(*now.range, now.lane);
                }
            } else {
                m_timeline->clearSelection();
            }
        });
    });
}

void Document::saveViewState() const
{
    const QString path = stateFile(*m_report, "views");
    if (!QDir().mkpath(QFileInfo(path).absolutePath())) {
        return;
    }
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly)) {
        file.write(QJsonDocument(m_timeline->saveState()).toJson(QJsonDocument::Compact));
        file.commit();
    }
}

} // namespace pv::app
