// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs.h"

#include <QPointer>
#include <QRunnable>
#include <QThread>
#include <QThreadPool>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>

namespace pv::widgets {

JobPool::JobPool(int threads) : m_threads(std::make_unique<QThreadPool>())
{
    m_threads->setMaxThreadCount(threads > 0 ? threads : std::clamp(QThread::idealThreadCount(), 3, 8));
    // A thread that ended and began again would open the report anew.
    m_threads->setExpiryTimeout(-1);
}

JobPool::~JobPool() { m_threads->waitForDone(); }

// Shared by the GUI thread and the thread that works; `mutex` guards what both write.
struct Job::State {
    std::mutex mutex;
    std::condition_variable idle;
    bool working = false;  // the pool has the task
    bool arriving = false; // its outcome has not been taken yet
    std::function<void()> outcome;
    QString error;
    bool hasError = false;
    double fraction = -1;
    QString stage;
    bool progressPosted = false;

    // GUI thread only.
    Task waiting;
    bool wanted = false; // somebody still waits for the outcome
    std::stop_source stop;
};

Job::Job(std::shared_ptr<JobPool> pool, QObject* parent) : QObject(parent), m_pool(std::move(pool)), m_state(std::make_shared<State>()) {}

Job::~Job()
{
    m_state->stop.request_stop();
    if (takeBack()) {
        return;
    }
    std::unique_lock lock(m_state->mutex);
    m_state->idle.wait(lock, [this] { return !m_state->working; });
}

// A task that still waits for a thread need not wait for other people's work.
bool Job::takeBack()
{
    if (!m_runnable || !m_pool->m_threads->tryTake(m_runnable.get())) {
        return false;
    }
    const std::lock_guard lock(m_state->mutex);
    m_state->working = false;
    return true;
}

bool Job::isRunning() const { return m_state->wanted; }

void Job::cancel()
{
    m_state->waiting = nullptr;
    m_state->stop.request_stop();
    takeBack();
    if (std::exchange(m_state->wanted, false)) {
        emit ended();
    }
}

void Job::startTask(Task task)
{
    m_state->waiting = std::move(task);
    m_state->wanted = true;
    m_state->stop.request_stop();
    takeBack();
    emit started();
    launch();
}

void Job::launch()
{
    {
        const std::lock_guard lock(m_state->mutex);
        if (m_state->working || m_state->arriving || !m_state->waiting) {
            return;
        }
        m_state->working = true;
        m_state->fraction = -1;
    }
    m_state->stop = std::stop_source();
    // `this` is safe there: the destructor waits while `working`.
    const auto run = [this, state = m_state, task = std::exchange(m_state->waiting, nullptr), stop = m_state->stop.get_token()] {
        // The closure itself may go as soon as `working` is false.
        const std::shared_ptr<State> keep = state;
        core::Progress progress;
        progress.stop = stop;
        auto last = std::chrono::steady_clock::now() - std::chrono::seconds(1);
        std::string lastStage;
        progress.report = [&](double fraction, std::string_view stage) {
            const std::lock_guard lock(state->mutex);
            const auto now = std::chrono::steady_clock::now();
            if (now - last < std::chrono::milliseconds(40) && stage == lastStage) {
                return;
            }
            last = now;
            lastStage = stage;
            state->fraction = fraction;
            state->stage = QString::fromUtf8(stage.data(), static_cast<qsizetype>(stage.size()));
            if (!std::exchange(state->progressPosted, true)) {
                QMetaObject::invokeMethod(
                    this,
                    [this, state] {
                        double f = -1;
                        QString s;
                        {
                            const std::lock_guard inner(state->mutex);
                            state->progressPosted = false;
                            f = state->fraction;
                            s = state->stage;
                        }
                        if (state->wanted && !state->waiting) {
                            emit this->progress(f, s);
                        }
                    },
                    Qt::QueuedConnection);
            }
        };
        std::function<void()> outcome;
        QString error;
        bool failed = false;
        try {
            progress.throwIfStopped();
            outcome = task(progress);
        } catch (const core::Cancelled&) {
        } catch (const std::bad_alloc&) {
            failed = true;
            error = tr("Not enough memory for this. Close other reports, or choose a smaller range.");
        } catch (const std::exception& e) {
            failed = true;
            error = QString::fromUtf8(e.what());
        }
        const std::lock_guard lock(state->mutex);
        state->outcome = std::move(outcome);
        state->error = error;
        state->hasError = failed;
        state->arriving = true;
        QMetaObject::invokeMethod(
            this, [this] { arrived(); }, Qt::QueuedConnection);
        state->working = false;
        state->idle.notify_all();
    };
    m_runnable.reset(QRunnable::create(run));
    m_runnable->setAutoDelete(false);
    m_pool->m_threads->start(m_runnable.get());
}

void Job::arrived()
{
    std::function<void()> outcome;
    QString error;
    bool failedHere = false;
    {
        const std::lock_guard lock(m_state->mutex);
        outcome = std::exchange(m_state->outcome, nullptr);
        error = std::exchange(m_state->error, QString());
        failedHere = std::exchange(m_state->hasError, false);
        m_state->arriving = false;
    }
    if (m_state->waiting) {
        launch();
        return;
    }
    if (!m_state->wanted || m_state->stop.stop_requested()) {
        return;
    }
    m_state->wanted = false;
    const QPointer<Job> self(this);
    if (failedHere) {
        emit failed(error);
    } else if (outcome) {
        outcome();
    }
    if (self && !m_state->wanted) {
        emit ended();
    }
}

} // namespace pv::widgets
