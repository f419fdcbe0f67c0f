// Removal that reads again, as the window's side sees it.
#include "tests/client/client_bench.h"
#include "tests/support/patience.h"

#include <QSignalSpy>

namespace cairn::testing
{

class DeepRemovalClientTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void deepRemovalTellsWhatItReads();
    void deepRemovalStops();
    void deepRemovalEndsWithItsEngine_data();
    void deepRemovalEndsWithItsEngine();
};

static std::shared_ptr<const Answer> answerOf(Bench& bench)
{
    const RequestId ask = bench.client.ask(QStringLiteral("Who?"), {});
    (void)QTest::qWaitFor([&] { return bench.record.endOf(ask) == "answered"; }, test::kPatienceMs);
    return bench.record.answer ? bench.record.answer : std::make_shared<const Answer>();
}

void DeepRemovalClientTest::deepRemovalTellsWhatItReads()
{
    Bench bench({});
    std::vector<std::uint64_t> told;
    connect(&bench.client, &EngineClient::rescoreProgress, this,
            [&](RequestId, std::uint64_t tokens, std::uint64_t, double) { told.push_back(tokens); });
    const auto answer = answerOf(bench);
    const RequestId direct = bench.client.rescore(*answer, {}, {3});
    WAIT_EQUAL(bench.record.endOf(direct), std::string("rescored"));
    QVERIFY(told.empty());
    const RequestId deep = bench.client.rescore(*answer, {}, {3}, true);
    WAIT_EQUAL(bench.record.endOf(deep), std::string("rescored"));
    QCOMPARE(bench.record.scores, std::vector<float>(3, -2.5f));
    QCOMPARE(told, (std::vector<std::uint64_t>{8, 16, 24}));
}

void DeepRemovalClientTest::deepRemovalStops()
{
    Bench bench({QStringLiteral("pace:0:ms=100")});
    const RequestId deep = bench.client.rescore(*answerOf(bench), {}, {3}, true);
    QSignalSpy told(&bench.client, &EngineClient::rescoreProgress);
    WAIT_FOR(told.count() > 0);
    bench.client.cancel(deep);
    WAIT_EQUAL(bench.record.endOf(deep), std::string("cancelled"));
    QCOMPARE(bench.starts(), 1);
}

void DeepRemovalClientTest::deepRemovalEndsWithItsEngine_data()
{
    QTest::addColumn<QString>("action");
    QTest::newRow("it dies") << times("reread", 2, "kill");
    QTest::newRow("progress out of bounds") << times("reread", 2, "big");
    QTest::newRow("progress of nobody") << times("reread", 2, "alien");
    QTest::newRow("progress without end") << times("reread", 2, "freeze");
}

void DeepRemovalClientTest::deepRemovalEndsWithItsEngine()
{
    QFETCH(QString, action);
    Bench bench({action});
    const auto answer = answerOf(bench);
    const RequestId deep = bench.client.rescore(*answer, {}, {3}, true);
    WAIT_EQUAL(bench.record.endOf(deep), std::string("failed"));
    const RequestId again = bench.client.rescore(*answer, {}, {3}, true);
    WAIT_EQUAL(bench.record.endOf(again), std::string("rescored"));
    QCOMPARE(bench.starts(), 2);
}

}  // namespace cairn::testing

QTEST_GUILESS_MAIN(cairn::testing::DeepRemovalClientTest)
#include "deep_removal_client_test.moc"
