// Jobs run in order on the storage thread, results come back to the caller's, and nothing asked for is lost at the end.
#include "app/window/session/store_thread.h"

#include "tests/support/patience.h"
#include "tests/support/temporary_folder.h"

#include <QSignalSpy>
#include <QTest>

using namespace cairn;
using cairn::test::TemporaryFolder;

class StoreThreadTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void jobsRunInOrderElsewhereAndResultsComeBack();
    void resultOfADeadReceiverIsDropped();
    void withoutASessionThereIsAnError();
    void whatWasAskedForIsDoneBeforeTheEnd();
};

void StoreThreadTest::jobsRunInOrderElsewhereAndResultsComeBack()
{
    StoreThread thread;
    std::vector<int> results;
    QThread* jobThread = nullptr;
    for (int i = 0; i < 20; ++i) {
        thread.run(this, [i, &jobThread](StoreThread::Slot&) {
            jobThread = QThread::currentThread();
            return i;
        }, [&](int result) {
            QCOMPARE(QThread::currentThread(), this->thread());
            results.push_back(result);
        });
    }
    QSignalSpy idle(&thread, &StoreThread::idle);
    QTRY_COMPARE(idle.count(), 1);
    QCOMPARE(results.size(), std::size_t{20});
    QVERIFY(std::is_sorted(results.begin(), results.end()));
    QVERIFY(jobThread != this->thread());
}

void StoreThreadTest::resultOfADeadReceiverIsDropped()
{
    StoreThread thread;
    bool called = false;
    auto* receiver = new QObject;
    thread.run(receiver, [](StoreThread::Slot&) {
        QThread::msleep(20);
        return 1;
    }, [&](int) { called = true; });
    delete receiver;
    QSignalSpy idle(&thread, &StoreThread::idle);
    QTRY_COMPARE(idle.count(), 1);
    QVERIFY(!called);
}

void StoreThreadTest::withoutASessionThereIsAnError()
{
    StoreThread thread;
    std::optional<Result<std::string>> result;
    thread.withStore(this, [](SessionStore& store) { return store.title(); },
                     [&](Result<std::string> title) { result = std::move(title); });
    QTRY_VERIFY(result.has_value());
    QVERIFY(!*result);
    QCOMPARE(result->error().code, ErrorCode::NotFound);
}

void StoreThreadTest::whatWasAskedForIsDoneBeforeTheEnd()
{
    TemporaryFolder folder;
    {
        StoreThread thread;
        thread.run(this, [&](StoreThread::Slot& slot) {
            slot = *SessionStore::create(folder.path(), "First");
            return true;
        }, [](bool) {});
        thread.withStore(this, [](SessionStore& store) { return store.setTitle("Last"); }, [](const Result<void>&) {});
    }
    QCOMPARE(*(*SessionStore::open(folder.path()))->title(), std::string("Last"));
}

QTEST_GUILESS_MAIN(StoreThreadTest)
#include "store_thread_test.moc"
