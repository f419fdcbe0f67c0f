// Work off the window's thread of which only the newest result counts: a newer start drops the older's result, and while one runs only the
// newest waits. `work` runs on the thread pool and may touch only what it captured by value; `done` runs on the owner's thread and not
// at all when the owner is gone. UI thread.
#pragma once

#include <QCoreApplication>
#include <QObject>
#include <QPointer>
#include <QThreadPool>

#include <functional>
#include <memory>

namespace cairn
{

class LatestJob : public QObject
{
public:
    using QObject::QObject;

    template <typename Value>
    void start(std::function<Value()> work, std::function<void(Value)> done)
    {
        auto value = std::make_shared<std::unique_ptr<Value>>();
        enqueue([work = std::move(work), value] { *value = std::make_unique<Value>(work()); },
                [done = std::move(done), value] { done(std::move(**value)); });
    }
    void cancel()
    {
        ++m_generation;
        m_waiting = nullptr;
    }
    bool isBusy() const { return m_running; }

private:
    void enqueue(std::function<void()> work, std::function<void()> done)
    {
        const int generation = ++m_generation;
        m_waiting = [this, work = std::move(work), done = std::move(done), generation] {
            m_running = true;
            QThreadPool::globalInstance()->start([owner = QPointer<LatestJob>(this), work, done, generation] {
                work();
                QMetaObject::invokeMethod(QCoreApplication::instance(), [owner, done, generation] {
                    if (owner)
                        owner->finish(done, generation);
                }, Qt::QueuedConnection);
            });
        };
        if (!m_running)
            std::exchange(m_waiting, nullptr)();
    }
    void finish(const std::function<void()>& done, int generation)
    {
        m_running = false;
        const QPointer<LatestJob> alive(this);
        if (generation == m_generation)
            done();
        if (alive && m_waiting && !m_running)
            std::exchange(m_waiting, nullptr)();
    }

    std::function<void()> m_waiting;
    int m_generation = 0;
    bool m_running = false;
};

}  // namespace cairn
