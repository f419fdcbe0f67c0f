// The engine's queue of requests: what goes first, what interrupts what.
#include "app/engine/request_queue.h"

#include <QTest>

namespace cairn::testing
{

class RequestQueueTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void openingGoesFirst();
    void questionsGoBeforeReading();
    void questionInterruptsReadingThatGoesOnAfterwards();
    void questionWaitsUntilSomethingIsRead();
    void cancelTakesAWaitingRequestAway();
    void cancelStopsTheRunningOne();
    void readingThatIsCancelledWhileInterruptedDoesNotGoOn();
    void numberInUseIsRefused();
    void closingStopsEverything();
};

namespace
{

RequestId idOfNext(RequestQueue& queue)
{
    const auto job = queue.next();
    return job ? idOf(job->request) : 0;
}

}  // namespace

// All may wait together: a window may send them in one go, and the work thread may wake late.
void RequestQueueTest::openingGoesFirst()
{
    RequestQueue queue;
    OpenRequest open;
    open.command.request = 1;
    QVERIFY(queue.add(std::move(open)) && queue.add(ReadCommand{2}) && queue.add(AskCommand{3, "?", {}}));
    QCOMPARE(idOfNext(queue), RequestId(1));
    QCOMPARE(idOfNext(queue), RequestId(2));
    QCOMPARE(idOfNext(queue), RequestId(3));
}

void RequestQueueTest::questionsGoBeforeReading()
{
    RequestQueue queue;
    queue.setReadable();
    QVERIFY(queue.add(ReadCommand{1}) && queue.add(AskCommand{2, "?", {}}) && queue.add(FindPassagesCommand{3, "?", 1}));
    QCOMPARE(idOfNext(queue), RequestId(2));
    QCOMPARE(queue.running(), RequestId(2));
    QCOMPARE(idOfNext(queue), RequestId(3));
    QCOMPARE(idOfNext(queue), RequestId(1));
    QVERIFY(queue.isEmpty());
    QCOMPARE(queue.running(), RequestId(0));
}

void RequestQueueTest::questionInterruptsReadingThatGoesOnAfterwards()
{
    RequestQueue queue;
    queue.setReadable();
    queue.add(ReadCommand{1});
    const auto reading = queue.next();
    QVERIFY(!reading->stop.stop_requested());
    queue.add(ReadCommand{5});                       // no question
    QVERIFY(!reading->stop.stop_requested());
    queue.add(AskCommand{2, "?", {}});
    QVERIFY(reading->stop.stop_requested());
    QVERIFY(!queue.wasCancelled());
    QVERIFY(queue.putBack(ReadCommand{1}));
    QCOMPARE(idOfNext(queue), RequestId(2));
    QCOMPARE(idOfNext(queue), RequestId(1));
    QCOMPARE(idOfNext(queue), RequestId(5));
}

void RequestQueueTest::questionWaitsUntilSomethingIsRead()
{
    RequestQueue queue;
    queue.add(AskCommand{2, "?", {}});
    queue.add(ReadCommand{1});
    const auto reading = queue.next();
    QCOMPARE(idOf(reading->request), RequestId(1));
    queue.add(AskCommand{3, "?", {}});
    QVERIFY(!reading->stop.stop_requested());
    queue.setReadable();
    QVERIFY(reading->stop.stop_requested());
    QVERIFY(queue.putBack(ReadCommand{1}));
    QCOMPARE(idOfNext(queue), RequestId(2));

    RequestQueue alone;                              // nothing will ever be read: the question gets its answer, which says so
    alone.add(AskCommand{4, "?", {}});
    QCOMPARE(idOfNext(alone), RequestId(4));
}

void RequestQueueTest::cancelTakesAWaitingRequestAway()
{
    RequestQueue queue;
    queue.setReadable();
    queue.add(AskCommand{1, "?", {}});
    queue.add(AskCommand{2, "?", {}});
    QVERIFY(queue.cancel(1));
    QVERIFY(!queue.cancel(7));
    QCOMPARE(idOfNext(queue), RequestId(2));
    QVERIFY(queue.isEmpty());
}

void RequestQueueTest::cancelStopsTheRunningOne()
{
    RequestQueue queue;
    queue.setReadable();
    queue.add(AskCommand{1, "?", {}});
    const auto job = queue.next();
    QVERIFY(!queue.cancel(1));
    QVERIFY(job->stop.stop_requested() && queue.wasCancelled());
}

void RequestQueueTest::readingThatIsCancelledWhileInterruptedDoesNotGoOn()
{
    RequestQueue queue;
    queue.setReadable();
    queue.add(ReadCommand{1});
    (void)queue.next();
    queue.add(AskCommand{2, "?", {}});               // interrupts
    QVERIFY(!queue.cancel(1));                       // and is cancelled before the worker saw that
    QVERIFY(queue.wasCancelled());
    QVERIFY(!queue.putBack(ReadCommand{1}));         // its end is for the worker to tell
    QCOMPARE(idOfNext(queue), RequestId(2));
    QVERIFY(queue.isEmpty());
}

void RequestQueueTest::numberInUseIsRefused()
{
    RequestQueue queue;
    QVERIFY(queue.add(ReadCommand{1}));
    QVERIFY(!queue.add(AskCommand{1, "?", {}}));
    (void)queue.next();
    QVERIFY(!queue.add(AskCommand{1, "?", {}}));
    QVERIFY(queue.isEmpty());
    QVERIFY(queue.add(ReadCommand{1}));
}

void RequestQueueTest::closingStopsEverything()
{
    RequestQueue queue;
    queue.add(ReadCommand{1});
    const auto job = queue.next();
    queue.add(ReadCommand{2});
    queue.close();
    QVERIFY(job->stop.stop_requested() && queue.wasCancelled());
    QVERIFY(!queue.next().has_value());
}

}  // namespace cairn::testing

QTEST_GUILESS_MAIN(cairn::testing::RequestQueueTest)
#include "request_queue_test.moc"
