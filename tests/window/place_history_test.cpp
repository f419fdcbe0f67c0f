// Back returns to where a jump came from, forward undoes back, a new jump forgets what was ahead.
#include "app/window/areas/place_history.h"

#include <QTest>

using namespace cairn;

class PlaceHistoryTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void backAndForwardMirrorEachOther();
    void newJumpForgetsWhatWasAhead();
    void samePlaceIsKeptOnce();
};

void PlaceHistoryTest::backAndForwardMirrorEachOther()
{
    PlaceHistory history;
    QVERIFY(!history.back({0, 5}) && !history.forward({0, 5}));
    history.leave({0, 10});
    history.leave({1, 20});
    QCOMPARE(history.back({2, 30})->byte, 20u);
    QCOMPARE(history.back({1, 20})->byte, 10u);
    QVERIFY(!history.canGoBack());
    QCOMPARE(history.forward({0, 10})->byte, 20u);
    QCOMPARE(history.forward({1, 20})->byte, 30u);
    QVERIFY(!history.canGoForward());
}

void PlaceHistoryTest::newJumpForgetsWhatWasAhead()
{
    PlaceHistory history;
    history.leave({0, 10});
    QVERIFY(history.back({0, 20}));
    history.leave({0, 10});
    QVERIFY(!history.canGoForward());
}

void PlaceHistoryTest::samePlaceIsKeptOnce()
{
    PlaceHistory history;
    history.leave({0, 10});
    history.leave({0, 10});
    QVERIFY(history.back({0, 20}));
    QVERIFY(!history.canGoBack());
}

QTEST_GUILESS_MAIN(PlaceHistoryTest)
#include "place_history_test.moc"
