// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Work that must not hold up the window.
//
// A Job belongs to the GUI thread and does one thing at a time: starting it again asks the running work to end, and the
// latest start wins; results of older ones are dropped. Work runs on a JobPool's thread and returns a value, which
// reaches `done` on the GUI thread by queued call. Destroying a Job asks its work to end and waits for it, so nothing
// outlives what it refers to. Work must look at Progress::stop often enough for that wait not to be felt.
//
// Errors: what the work throws arrives as failed() with the exception's text; core::Cancelled arrives as nothing.

#include "core/model/progress.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

class QRunnable;
class QThreadPool;

namespace pv::widgets {

// Threads shared by jobs. Destroy it after them.
class JobPool {
public:
    explicit JobPool(int threads = 0); // 0: by the machine, at least 3
    ~JobPool();
    JobPool(const JobPool&) = delete;
    JobPool& operator=(const JobPool&) = delete;

private:
    friend class Job;
    std::unique_ptr<QThreadPool> m_threads;
};

class Job : public QObject {
    Q_OBJECT
public:
    explicit Job(std::shared_ptr<JobPool> pool, QObject* parent = nullptr);
    ~Job() override;

    // work: Result(const core::Progress&), on a thread of the pool. done: void(Result), on the GUI thread.
    template <class Work, class Done>
    void start(Work work, Done done)
    {
        using Result = std::invoke_result_t<Work&, const core::Progress&>;
        startTask([work = std::move(work), done = std::move(done)](const core::Progress& progress) mutable -> std::function<void()> {
            auto result = std::make_shared<Result>(work(progress));
            return [result, done = std::move(done)]() mutable { done(std::move(*result)); };
        });
    }
    // Asks the running work to end and forgets what waits. Neither done nor failed() will come.
    void cancel();
    // From start() until done, failed() or cancel().
    bool isRunning() const;

signals:
    void started();
    void progress(double fraction, const QString& stage); // as in core::Progress
    void failed(const QString& message);
    void ended(); // after done, failed() or cancel(): isRunning() is false

private:
    using Task = std::function<std::function<void()>(const core::Progress&)>;
    struct State;
    void startTask(Task task);
    void launch();
    void arrived();
    bool takeBack();

    std::shared_ptr<JobPool> m_pool;
    std::shared_ptr<State> m_state;
    std::unique_ptr<QRunnable> m_runnable; // kept until the next one, so that its address names it alone
};

} // namespace pv::widgets
