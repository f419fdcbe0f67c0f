// The window's side with the real cairn-engine and the default model on a small made-up document: the whole life of a session.
#include "tests/client/client_record.h"
#include "tests/client/generated_document.h"

#include "app/common/default_paths.h"
#include "tests/support/patience.h"
#include "tests/support/signal_process.h"

#include <QTemporaryDir>

#include <algorithm>

namespace cairn::testing
{

class RealEngineTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void readsAnswersSurvivesAKillAndReopens();
    void goesOnAfterABrokenConnection();

private:
    EngineSession session(const QTemporaryDir& folder) const;
    std::string textOf(const EngineFacts& facts, std::uint32_t block) const;
    QTemporaryDir m_folder;
    std::shared_ptr<const CanonicalText> m_document = generatedDocument(45);
};

void RealEngineTest::initTestCase()
{
    if (!defaultModel())
        QSKIP("The default model is missing; packaging/setup.sh fetches it.");
}

std::string RealEngineTest::textOf(const EngineFacts& facts, std::uint32_t block) const
{
    std::string text;
    for (const DocumentPlace& place : facts.map->placesOf(BlockId(block)))
        text += m_document->text.substr(place.range.begin, place.range.size());
    return text;
}

EngineSession RealEngineTest::session(const QTemporaryDir& folder) const
{
    EngineSession session;
    session.folder = folder.path() + QStringLiteral("/session");   // made by the engine
    session.documents = {m_document};
    session.device = QStringLiteral("cpu");
    return session;
}

void RealEngineTest::readsAnswersSurvivesAKillAndReopens()
{
    QElapsedTimer timer;
    std::uint32_t total = 0;
    {
        EngineClient client({QStringLiteral(CAIRN_ENGINE_PROGRAM)});
        ClientRecord record(client);
        timer.start();
        client.openSession(session(m_folder));
        const RequestId reading = client.read();
        QTRY_VERIFY(record.facts || record.sessionError);
        QVERIFY2(record.facts, record.sessionError ? record.sessionError->message.c_str() : "");
        qInfo("new session opened after %lld ms", timer.elapsed());
        QCOMPARE(record.facts->storedBlocks, 0u);
        total = record.facts->totalBlocks;
        QVERIFY(total > 20);

        // A question that comes while reading is answered from what is read, and reading goes on.
        QTRY_VERIFY(!record.progress.empty());
        AskOptions options;
        options.strategy = Strategy::Bm25;
        options.maxTokens = 12;
        const RequestId question = client.ask(QStringLiteral("Who was the keeper of lighthouse number 3?"), options);
        timer.start();
        QTRY_VERIFY(!record.askStates.empty());
        qInfo("question taken up %lld ms after it came while reading", timer.elapsed());
        QTRY_COMPARE_WITH_TIMEOUT(record.endOf(question), std::string("answered"), 120'000);
        QVERIFY(record.endOf(reading).empty());
        QVERIFY(!record.answer->text.empty());
        QCOMPARE(record.answer->question, std::string("Who was the keeper of lighthouse number 3?"));

        // Killed while it reads: the next one goes on by itself.
        const auto before = record.progress.size();
        QTRY_VERIFY(record.progress.size() > before);
        timer.start();
        QVERIFY(test::signalProcess(client.engineProcessId(), SIGKILL));
        QTRY_VERIFY(record.opened == 2);
        qInfo("opened again %lld ms after kill -9", timer.elapsed());
        QCOMPARE(record.states.back(), EngineState::Ready);
        const auto again = record.progress.size();
        QTRY_VERIFY(record.progress.size() > again || !record.endOf(reading).empty());
        qInfo("read on %lld ms after kill -9", timer.elapsed());

        client.cancel(reading);
        timer.start();
        QTRY_VERIFY(!record.endOf(reading).empty());
        qInfo("reading %s %lld ms after it was asked to stop", record.endOf(reading).c_str(), timer.elapsed());
        QTRY_VERIFY(record.stored > 0);
    }
    {
        EngineClient client({QStringLiteral(CAIRN_ENGINE_PROGRAM)});
        ClientRecord record(client);
        client.openSession(session(m_folder));
        const RequestId reading = client.read();
        QTRY_COMPARE_WITH_TIMEOUT(record.endOf(reading), std::string("read"), 120'000);
        QVERIFY(record.facts->storedBlocks > 0);
        QCOMPARE(std::max(record.stored, record.facts->storedBlocks), total);   // perhaps the stop came when all was read
        const RequestId found = client.findPassages(QStringLiteral("the keeper of lighthouse number 17"), 3);
        QTRY_COMPARE(record.endOf(found), std::string("found"));
        QCOMPARE(record.passages.size(), std::size_t(3));
        QCOMPARE(record.passages.front().score, 1.0);
        QVERIFY(textOf(*record.facts, record.passages.front().block).find("number 17 ") != std::string::npos);
        client.closeSession();
        QCOMPARE(client.state(), EngineState::Stopped);
    }
    EngineClient client({QStringLiteral(CAIRN_ENGINE_PROGRAM)});
    ClientRecord record(client);
    timer.start();
    client.openSession(session(m_folder));
    QTRY_VERIFY(record.facts);
    qInfo("read session opened %lld ms after the start of the process", timer.elapsed());
    QCOMPARE(record.facts->storedBlocks, total);
}

// A stand-in for `ssh host cairn-engine`: the connection dies, the engine behind it sees the end of its input and lets go of the memory.
void RealEngineTest::goesOnAfterABrokenConnection()
{
    const QTemporaryDir folder;
    const QString pipe = QStringLiteral("cat | \"$0\" | cat");
    EngineClient client({QStringLiteral("sh"), QStringLiteral("-c"), pipe, QStringLiteral(CAIRN_ENGINE_PROGRAM)});
    ClientRecord record(client);
    client.openSession(session(folder));
    const RequestId reading = client.read();
    QTRY_VERIFY(!record.progress.empty());
    QVERIFY(test::signalProcess(client.engineProcessId(), SIGKILL));
    QTRY_VERIFY(record.opened == 2);
    QVERIFY(record.facts->storedBlocks > 0);     // made durable by the one that was cut off
    QTRY_VERIFY(record.progress.size() > 1 || !record.endOf(reading).empty());
}

}  // namespace cairn::testing

QTEST_GUILESS_MAIN(cairn::testing::RealEngineTest)
#include "real_engine_test.moc"
