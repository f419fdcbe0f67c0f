#include "app/window/session/store_thread.h"

namespace cairn
{

StoreThread::StoreThread(QObject* parent) : QObject(parent), m_worker(new QObject)
{
    m_thread.setObjectName(QStringLiteral("storage"));
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread.start();
}

StoreThread::~StoreThread()
{
    post([this] { m_store.reset(); });
    QMetaObject::invokeMethod(m_worker, [this] { m_thread.quit(); }, Qt::QueuedConnection);   // behind everything that was asked for
    m_thread.wait();
}

void StoreThread::post(std::function<void()> work)
{
    QMetaObject::invokeMethod(m_worker, std::move(work), Qt::QueuedConnection);
}

void StoreThread::finishOne()
{
    if (--m_pending == 0)
        Q_EMIT idle();
}

}  // namespace cairn
