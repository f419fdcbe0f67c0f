// Deep removal by the real cairn-engine, with a tiny model of random weights: other scores than direct removal, nothing left on the disk.
#include "tests/client/client_record.h"
#include "tests/client/generated_document.h"
#include "tests/support/chat_model.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

namespace cairn::testing
{

class DeepRemovalEngineTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void laterBlocksForgetIt();
    void aStopLeavesNothingAndTheEngineGoesOn();

private:
    // A read session and an answer that looked into its memory.
    struct Bench
    {
        explicit Bench(const QString& model, int paragraphs)
        {
            EngineSession session;
            session.folder = folder.path() + QStringLiteral("/session");
            session.documents = {generatedDocument(paragraphs)};
            session.model = model;
            session.device = QStringLiteral("cpu");
            session.threads = 1;
            client.openSession(session);
            options.strategy = Strategy::Memory;
            options.maxTokens = 4;
            options.showUnsupported = true;
            const RequestId reading = client.read();
            (void)QTest::qWaitFor([&] { return record.endOf(reading) == "read" || record.sessionError; }, 60'000);
            const RequestId question = client.ask(QStringLiteral("Who keeps the light?"), options);
            (void)QTest::qWaitFor([&] { return !record.endOf(question).empty(); }, 60'000);
        }
        bool leftNothing() const { return !QFile::exists(folder.path() + QStringLiteral("/session/blocks.removal.db")); }

        QTemporaryDir folder;
        EngineClient client{{QStringLiteral(CAIRN_ENGINE_PROGRAM)}};
        ClientRecord record{client};
        AskOptions options;
    };
    QTemporaryDir m_model;
};

void DeepRemovalEngineTest::initTestCase() { test::ChatModel(m_model.path().toStdString()); }

void DeepRemovalEngineTest::laterBlocksForgetIt()
{
    Bench bench(m_model.path(), 8);
    QVERIFY(bench.record.answer && !bench.record.answer->tokens.empty());
    QSignalSpy told(&bench.client, &EngineClient::rescoreProgress);
    const RequestId direct = bench.client.rescore(*bench.record.answer, bench.options, {2});
    WAIT_EQUAL(bench.record.endOf(direct), std::string("rescored"));
    const std::vector<float> barred = bench.record.scores;
    QCOMPARE(told.count(), 0);
    const RequestId deep = bench.client.rescore(*bench.record.answer, bench.options, {2}, true);
    WAIT_EQUAL(bench.record.endOf(deep), std::string("rescored"));
    QCOMPARE(bench.record.scores.size(), barred.size());
    QVERIFY(bench.record.scores != barred);
    QVERIFY(told.count() > 0);
    QVERIFY(told.back()[2].toULongLong() <= bench.record.facts->totalTokens);
    QVERIFY(bench.leftNothing());
}

void DeepRemovalEngineTest::aStopLeavesNothingAndTheEngineGoesOn()
{
    Bench bench(m_model.path(), 120);
    QVERIFY(bench.record.answer && !bench.record.answer->tokens.empty());
    QSignalSpy told(&bench.client, &EngineClient::rescoreProgress);
    const RequestId deep = bench.client.rescore(*bench.record.answer, bench.options, {2}, true);
    WAIT_FOR(told.count() > 0);
    QVERIFY(!bench.leftNothing());
    bench.client.cancel(deep);
    WAIT_EQUAL(bench.record.endOf(deep), std::string("cancelled"));
    QVERIFY(bench.leftNothing());
    const RequestId direct = bench.client.rescore(*bench.record.answer, bench.options, {2});
    WAIT_EQUAL(bench.record.endOf(direct), std::string("rescored"));
    QCOMPARE(bench.record.opened, 1);
}

}  // namespace cairn::testing

QTEST_GUILESS_MAIN(cairn::testing::DeepRemovalEngineTest)
#include "deep_removal_engine_test.moc"
