// The thread that owns session.db (style.md 6): jobs run on it one after the other, results come back to the caller's thread.
// Lives in the UI thread; nothing here blocks it, except the end: pending jobs are finished, so that nothing said is lost.
#pragma once

#include "core/result.h"
#include "storage/session/session_store.h"

#include <QObject>
#include <QPointer>
#include <QThread>

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace cairn
{

class StoreThread final : public QObject
{
    Q_OBJECT
public:
    explicit StoreThread(QObject* parent = nullptr);
    ~StoreThread() override;

    // The session that jobs see from now on; made, replaced and closed by jobs only. Null: none is open.
    using Slot = std::unique_ptr<SessionStore>;

    // Runs `job(Slot&)` on the store thread, then `done(result)` on the UI thread if `receiver` still lives.
    template <typename Job, typename Done>
    void run(QObject* receiver, Job job, Done done);

    // The same for jobs that need an open session: done gets NotFound where none is open.
    template <typename Job, typename Done>
    void withStore(QObject* receiver, Job job, Done done);

Q_SIGNALS:
    void idle();   // everything asked for so far is done

private:
    void post(std::function<void()> work);
    void finishOne();

    QThread m_thread;
    QObject* m_worker;     // lives in m_thread: the jobs' context
    Slot m_store;          // touched on m_thread only
    int m_pending = 0;     // UI thread
};

template <typename Job, typename Done>
void StoreThread::run(QObject* receiver, Job job, Done done)
{
    ++m_pending;
    post([this, guard = QPointer<QObject>(receiver), job = std::move(job), done = std::move(done)]() mutable {
        auto result = std::make_shared<std::invoke_result_t<Job&, Slot&>>(job(m_store));
        QMetaObject::invokeMethod(this, [this, guard = std::move(guard), done = std::move(done), result]() mutable {
            if (guard)
                done(std::move(*result));
            finishOne();
        }, Qt::QueuedConnection);
    });
}

template <typename Job, typename Done>
void StoreThread::withStore(QObject* receiver, Job job, Done done)
{
    using Returned = std::invoke_result_t<Job&, SessionStore&>;
    run(receiver, [job = std::move(job)](Slot& store) mutable -> Returned {
        if (!store)
            return Error{ErrorCode::NotFound, "No session is open any more. Open it again."};
        return job(*store);
    }, std::move(done));
}

}  // namespace cairn
