// Work off the UI thread: for what is too large to encode or decode in it.
#pragma once

#include <QFuture>
#include <QPromise>
#include <QThreadPool>

#include <functional>
#include <memory>

namespace cairn
{

// `work` runs on a thread of the pool, `take` with its result on the thread of `context`, or not at all where that is gone.
template <typename T>
void inBackground(QObject* context, std::function<T()> work, std::function<void(T)> take)
{
    auto promise = std::make_shared<QPromise<T>>();
    promise->start();
    promise->future().then(context, std::move(take));
    QThreadPool::globalInstance()->start([promise, work = std::move(work)] {
        promise->addResult(work());
        promise->finish();
    });
}

}  // namespace cairn
