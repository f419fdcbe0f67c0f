// The window's side of the engine against one that follows a script: requests, restarts, and everything that can go wrong on the way.
#include "tests/client/client_bench.h"
#include "tests/support/patience.h"
#include "tests/support/signal_process.h"

#include <QDir>
#include <QSignalSpy>

#include <algorithm>
#include <fstream>

namespace cairn::testing
{

using namespace std::chrono_literals;
class EngineClientTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyKindOfRequestEndsOnce();
    void questionWhileReadingIsAnsweredAndReadingGoesOn();
    void cancelEndsWaitingAndRunningRequests();
    void cancelledAnswerKeepsItsWords();
    void refusedRequestFailsAlone();
    void refusedSessionIsReportedAndEndsWhatWaits();
    void deathAtAnyStepLeavesARightState_data();
    void deathAtAnyStepLeavesARightState();
    void wrongMessageIsNeverShownAndEndsTheEngine_data();
    void wrongMessageIsNeverShownAndEndsTheEngine();
    void lateMessageIsDropped();
    void anEngineThatIsEndedFromOutsideIsNotCalledWrong();
    void anAnswerCutOffByItsEngineHasFailed();
    void workGivenUpUnaskedEndsTheEngineThatStays();
    void threeFailuresGiveUpUntilAsked();
    void secondFailureOfTheGraphicsCardGoesOnWithoutIt();
    void lackOfMemoryIsTold();
    void missingProgramGivesUpAtOnce();
    void lastWordsOfAnEngineAreASentence();
    void silentEngineIsNamedThenReplaced();
    void idleEngineThatFallsSilentIsReplaced();
    void engineWithoutProgressIsReplaced();
    void engineThatIgnoresCancelIsReplaced();
    void closedSessionDropsWhatTheEngineSays();
    void anotherSessionStartsAnotherEngine();
    void longDocumentAndItsMapTravelInPieces();
    void noProcessIsLeftBehind();
    void commandMayHaveArgumentsFromTheEnvironment();
};

void EngineClientTest::everyKindOfRequestEndsOnce()
{
    Bench bench({});
    const RequestId read = bench.client.read();
    const RequestId ask = bench.client.ask(QStringLiteral("Who?"), {});
    WAIT_EQUAL(bench.record.endOf(ask), std::string("answered"));
    WAIT_EQUAL(bench.record.endOf(read), std::string("read"));
    QCOMPARE(bench.record.answer->text, std::string("A made-up answer."));
    QCOMPARE(bench.record.answer->question, std::string("Who?"));
    QCOMPARE(bench.record.written, QStringLiteral("A made-up answer."));
    QCOMPARE(bench.record.drafted, std::string("A made-up answer."));
    QCOMPARE(bench.record.askStates.back(), AskState::Writing);
    QCOMPARE(bench.record.stored, bench.record.facts->totalBlocks);
    const RequestId rescore = bench.client.rescore(*bench.record.answer, {}, {3});
    const RequestId find = bench.client.findPassages(QStringLiteral("tower"), 3);
    WAIT_EQUAL(bench.record.endOf(rescore), std::string("rescored"));
    WAIT_EQUAL(bench.record.endOf(find), std::string("found"));
    QCOMPARE(bench.record.scores, std::vector<float>(3, -0.5f));
    QCOMPARE(bench.record.passages.front().block, 1u);
    QCOMPARE(bench.record.states, (std::vector{EngineState::Starting, EngineState::Ready}));
    QCOMPARE(bench.starts(), 1);
}

void EngineClientTest::questionWhileReadingIsAnsweredAndReadingGoesOn()
{
    Bench bench({QStringLiteral("pace:0:ms=80")});
    const RequestId read = bench.client.read();
    WAIT_FOR(bench.record.progress.size() >= 2);
    const RequestId ask = bench.client.ask(QStringLiteral("Who?"), {});
    WAIT_EQUAL(bench.record.endOf(ask), std::string("answered"));
    QVERIFY(bench.record.endOf(read).empty());
    WAIT_EQUAL(bench.record.endOf(read), std::string("read"));
}

// A made-up answer of three tokens, for tests of its removal.
void EngineClientTest::cancelEndsWaitingAndRunningRequests()
{
    Bench bench({QStringLiteral("pace:0:ms=80")});
    const RequestId waiting = bench.client.ask(QStringLiteral("Who?"), {});   // nothing is open yet
    bench.client.cancel(waiting);
    QVERIFY(bench.record.endOf(waiting).empty());                            // not from inside the call
    const RequestId read = bench.client.read();
    WAIT_FOR(!bench.record.progress.empty());
    bench.client.cancel(read);
    bench.client.cancel(read);
    WAIT_EQUAL(bench.record.endOf(read), std::string("cancelled"));
    QCOMPARE(bench.record.endOf(waiting), std::string("cancelled"));
    QVERIFY(bench.record.stored < bench.record.facts->totalBlocks);
    QCOMPARE(bench.starts(), 1);
}

void EngineClientTest::cancelledAnswerKeepsItsWords()
{
    Bench bench({QStringLiteral("pace:0:ms=150")});
    const RequestId ask = bench.client.ask(QStringLiteral("Who?"), {});
    WAIT_FOR(!bench.record.written.isEmpty());
    bench.client.cancel(ask);
    WAIT_EQUAL(bench.record.endOf(ask), std::string("answered"));
    QVERIFY(bench.record.answer->stopped);
}

void EngineClientTest::refusedRequestFailsAlone()
{
    Bench bench({times("answered", 1, "fail")});
    const RequestId first = bench.client.ask(QStringLiteral("Who?"), {});
    const RequestId second = bench.client.ask(QStringLiteral("Where?"), {});
    WAIT_EQUAL(bench.record.endOf(second), std::string("answered"));
    QCOMPARE(bench.record.endOf(first), std::string("failed"));
    QCOMPARE(bench.record.error->message, std::string("The fake engine refuses."));
    QCOMPARE(bench.starts(), 1);
}

void EngineClientTest::refusedSessionIsReportedAndEndsWhatWaits()
{
    Bench bench({times("opened", 1, "fail")});
    const RequestId read = bench.client.read();
    WAIT_FOR(bench.record.sessionError.has_value());
    QCOMPARE(bench.record.sessionError->code, ErrorCode::Unsupported);
    QCOMPARE(bench.record.endOf(read), std::string("failed"));
    QCOMPARE(bench.client.state(), EngineState::Stopped);
    const RequestId late = bench.client.ask(QStringLiteral("Who?"), {});
    WAIT_EQUAL(bench.record.endOf(late), std::string("failed"));
    bench.client.restart();
    WAIT_EQUAL(bench.client.state(), EngineState::Ready);
}

void EngineClientTest::deathAtAnyStepLeavesARightState_data()
{
    QTest::addColumn<QString>("script");
    for (const char* step : {"start", "opened", "progress", "stored", "done", "state", "token", "draft", "answered"})
        QTest::addRow("%s kill", step) << times(step, 1, "kill");
    for (const char* how : {"abort", "exit=139", "exit=87", "exit=0"})
        QTest::addRow("token %s", how) << times("token", 1, how);
    QTest::addRow("second token") << times("token", 2, "kill");
    QTest::addRow("third block") << times("stored", 3, "abort");
}

void EngineClientTest::deathAtAnyStepLeavesARightState()
{
    QFETCH(QString, script);
    const bool neverGreeted = script.startsWith(QStringLiteral("start"));
    Bench bench({script});
    const RequestId read = bench.client.read();
    WAIT_FOR(bench.record.opened == 1 || bench.starts() > 1 || bench.client.state() == EngineState::GaveUp);
    const RequestId ask = bench.client.ask(QStringLiteral("Who?"), {});
    if (neverGreeted) {
        WAIT_EQUAL(bench.client.state(), EngineState::GaveUp);
        bench.client.restart();
    }
    WAIT_EQUAL(bench.record.endOf(read), std::string("read"));        // went on by itself, under its number
    WAIT_FOR(!bench.record.endOf(ask).empty());
    const bool failed = bench.record.endOf(ask) == "failed";
    if (failed)
        QVERIFY(QString::fromStdString(bench.record.error->message).startsWith(QStringLiteral("The engine stopped")));
    else
        QCOMPARE(bench.record.endOf(ask), std::string("answered"));
    const RequestId again = bench.client.ask(QStringLiteral("Who?"), {});
    WAIT_EQUAL(bench.record.endOf(again), std::string("answered"));
    QCOMPARE(bench.record.stored, bench.record.facts->totalBlocks);
    QCOMPARE(bench.starts(), 2);
    QCOMPARE(bench.client.state(), EngineState::Ready);
}

void EngineClientTest::wrongMessageIsNeverShownAndEndsTheEngine_data()
{
    QTest::addColumn<QString>("script");
    constexpr const char* kHello = "raw=48656c6c6f2066726f6d2061206c6962726172792c20686f772061726520796f753f0a";
    QTest::addRow("printed text") << times("token", 1, kHello);
    QTest::addRow("printed at the start") << times("hello", 1, kHello);
    QTest::addRow("gap in the sequence") << times("token", 1, "drop");
    QTest::addRow("greeting twice") << times("hello", 1, "twice");
    QTest::addRow("draft twice") << times("draft", 2, "twice");
    QTest::addRow("draft with a gap") << times("draft", 2, "skip");
    QTest::addRow("opened twice") << times("opened", 1, "twice");
    for (const char* step : {"opened", "progress", "token", "draft", "answered", "stored", "state"})
        QTest::addRow("%s of nobody", step) << times(step, 1, "alien");
    for (const char* step : {"opened", "progress", "stored", "draft", "answered"})
        QTest::addRow("%s out of bounds", step) << times(step, 1, "big");
}

void EngineClientTest::wrongMessageIsNeverShownAndEndsTheEngine()
{
    QFETCH(QString, script);
    Bench bench({script});
    const RequestId read = bench.client.read();
    WAIT_FOR(bench.record.opened == 1 || bench.starts() > 1 || bench.client.state() == EngineState::GaveUp);
    const RequestId first = bench.client.ask(QStringLiteral("Who?"), {});
    if (script.contains(QStringLiteral("hello:1:raw"))) {   // whether the command is right at all is not known
        WAIT_EQUAL(bench.client.state(), EngineState::GaveUp);
        bench.client.restart();
    }
    WAIT_EQUAL(bench.record.endOf(read), std::string("read"));
    WAIT_FOR(!bench.record.endOf(first).empty());   // else the engine could still end over it, and take the next along
    const RequestId again = bench.client.ask(QStringLiteral("Who?"), {});
    WAIT_EQUAL(bench.record.endOf(again), std::string("answered"));
    QCOMPARE(bench.starts(), 2);
    for (const ReadProgress& progress : bench.record.progress)
        QVERIFY(progress.stored.value <= bench.record.facts->totalBlocks);
    QVERIFY(bench.record.facts->map->isConsistent({bench.document->text.size()}));
    QVERIFY(bench.record.answer->citations.front().blocks.front() < bench.record.facts->totalBlocks);
}

void EngineClientTest::lateMessageIsDropped()
{
    Bench bench({times("token", 2, "late"), times("answered", 1, "twice")});
    const RequestId ask = bench.client.ask(QStringLiteral("Who?"), {});
    const RequestId next = bench.client.ask(QStringLiteral("Where?"), {});
    WAIT_EQUAL(bench.record.endOf(next), std::string("answered"));
    QCOMPARE(bench.record.endOf(ask), std::string("answered"));
    QCOMPARE(bench.record.written, QStringLiteral("A answer.A made-up answer."));
    QCOMPARE(bench.starts(), 1);
}

void EngineClientTest::secondFailureOfTheGraphicsCardGoesOnWithoutIt()
{
    Bench bench({times("progress", 1, "exit=87"), times("progress", 2, "exit=87")});
    const RequestId read = bench.client.read();
    WAIT_EQUAL(bench.record.opened, 2);
    QCOMPARE(bench.record.facts->device, QStringLiteral("GPU"));         // the first may have been a slip
    QVERIFY(bench.record.facts->deviceReason.isEmpty());
    WAIT_EQUAL(bench.record.endOf(read), std::string("read"));
    QCOMPARE(bench.record.opened, 3);
    QCOMPARE(bench.record.facts->device, QStringLiteral("CPU, 2 threads, AVX2"));
    QVERIFY(bench.record.facts->deviceReason.startsWith(QStringLiteral("The graphics card failed twice")));
    QVERIFY(bench.record.reasons.contains(QStringLiteral("The graphics card failed, and the engine with it.")));
    bench.openSession();                                                 // anew
    WAIT_EQUAL(bench.record.opened, 4);
    QCOMPARE(bench.record.facts->device, QStringLiteral("GPU"));
}

void EngineClientTest::lackOfMemoryIsTold()
{
    Bench bench({times("progress", 2, "short")});
    const RequestId read = bench.client.read();
    WAIT_EQUAL(bench.record.endOf(read), std::string("read"));
    QCOMPARE(bench.record.shortages.size(), std::size_t(1));
    QVERIFY(bench.record.shortages.front().step == MemoryStep::Slices && bench.record.shortages.front().left == 64);
    QCOMPARE(bench.starts(), 1);
}

// Asked to end, the engine gives up what it does and goes: reading begins again with the next one, a question is asked again.
void EngineClientTest::anEngineThatIsEndedFromOutsideIsNotCalledWrong()
{
    Bench bench({times("progress", 2, "leave"), times("token", 2, "leave")});
    const RequestId read = bench.client.read();
    WAIT_EQUAL(bench.record.endOf(read), std::string("read"));
    const QString outside = QStringLiteral("The engine was ended from outside.");
    QCOMPARE(bench.record.reasons.filter(QStringLiteral("engine")), QStringList{outside});
    const RequestId ask = bench.client.ask(QStringLiteral("Who?"), {});
    WAIT_EQUAL(bench.record.endOf(ask), std::string("failed"));
    WAIT_EQUAL(bench.record.reasons.filter(QStringLiteral("engine")), (QStringList{outside, outside}));
}

// What it had written is no answer that a person stopped.
void EngineClientTest::anAnswerCutOffByItsEngineHasFailed()
{
    Bench bench({times("answered", 1, "cut")});
    const RequestId ask = bench.client.ask(QStringLiteral("Who?"), {});
    WAIT_EQUAL(bench.record.endOf(ask), std::string("failed"));
    QVERIFY(!bench.record.answer);
    WAIT_EQUAL(bench.record.reasons.filter(QStringLiteral("engine")), QStringList{QStringLiteral("The engine was ended from outside.")});
    const RequestId again = bench.client.ask(QStringLiteral("Who?"), {});
    WAIT_EQUAL(bench.record.endOf(again), std::string("answered"));
    QVERIFY(!bench.record.answer->stopped);
    QCOMPARE(bench.starts(), 2);
}

void EngineClientTest::workGivenUpUnaskedEndsTheEngineThatStays()
{
    Bench bench({times("progress", 2, "giveup")}, false);
    bench.client.setTimes(shortTimes());
    bench.openSession();
    const RequestId read = bench.client.read();
    WAIT_EQUAL(bench.record.endOf(read), std::string("read"));
    QCOMPARE(bench.starts(), 2);
    const QStringList told = bench.record.reasons.filter(QStringLiteral("wrong"));
    QCOMPARE(told.size(), 1);
    QVERIFY2(told.front().contains(QStringLiteral("cancelled unasked")), qPrintable(told.front()));
}

void EngineClientTest::threeFailuresGiveUpUntilAsked()
{
    Bench bench({times("progress", 1, "kill"), times("progress", 2, "kill"), times("progress", 3, "abort")});
    const RequestId read = bench.client.read();
    WAIT_EQUAL(bench.client.state(), EngineState::GaveUp);
    QCOMPARE(bench.starts(), 3);
    QVERIFY(!bench.client.stateReason().isEmpty());
    QVERIFY(bench.record.endOf(read).empty());
    test::settle(100);
    QCOMPARE(bench.starts(), 3);
    bench.client.restart();
    WAIT_EQUAL(bench.record.endOf(read), std::string("read"));
    QCOMPARE(bench.starts(), 4);
}

void EngineClientTest::missingProgramGivesUpAtOnce()
{
    EngineClient client({QStringLiteral("/nowhere/cairn-engine")});
    ClientRecord record(client);
    EngineSession session;
    session.folder = QDir::tempPath();
    session.documents = {generatedDocument(1)};
    client.openSession(session);
    WAIT_EQUAL(client.state(), EngineState::GaveUp);
    QVERIFY2(client.stateReason().contains(QStringLiteral("/nowhere/cairn-engine")), qPrintable(client.stateReason()));
    QCOMPARE(record.states, (std::vector{EngineState::Starting, EngineState::GaveUp}));
}

void EngineClientTest::lastWordsOfAnEngineAreASentence()
{
    EngineClient client({QStringLiteral("/bin/sh"), QStringLiteral("-c"), QStringLiteral("echo 'ssh: connection refused' >&2; exit 255")});
    EngineSession session;
    session.folder = QDir::tempPath();
    session.documents = {generatedDocument(1)};
    client.openSession(session);
    WAIT_EQUAL(client.state(), EngineState::GaveUp);
    QVERIFY2(client.stateReason().endsWith(QStringLiteral("ssh: connection refused.")), qPrintable(client.stateReason()));
}

void EngineClientTest::silentEngineIsNamedThenReplaced()
{
    Bench bench({times("token", 2, "hang")});
    const RequestId ask = bench.client.ask(QStringLiteral("Who?"), {});
    WAIT_EQUAL(bench.client.state(), EngineState::NotResponding);
    QVERIFY(bench.record.endOf(ask).empty());
    WAIT_EQUAL(bench.record.endOf(ask), std::string("failed"));
    QCOMPARE(bench.record.error->message, std::string("The engine stopped while writing. Text and answers are saved. Ask again."));
    WAIT_EQUAL(bench.client.state(), EngineState::Ready);
    const std::vector<EngineState> all{EngineState::Starting, EngineState::Ready, EngineState::NotResponding, EngineState::Restarting,
                                       EngineState::Ready};
    QCOMPARE(bench.record.states, all);
}

void EngineClientTest::idleEngineThatFallsSilentIsReplaced()
{
    Bench bench({}, false);
    bench.client.setTimes(shortTimes());
    bench.openSession();
    WAIT_EQUAL(bench.client.state(), EngineState::Ready);
    QVERIFY(test::signalProcess(bench.client.engineProcessId(), SIGSTOP));
    WAIT_EQUAL(bench.client.state(), EngineState::NotResponding);
    QVERIFY(test::signalProcess(bench.client.engineProcessId(), SIGCONT));
    WAIT_EQUAL(bench.client.state(), EngineState::Ready);              // only late
    QCOMPARE(bench.starts(), 1);
    QVERIFY(test::signalProcess(bench.client.engineProcessId(), SIGSTOP));
    WAIT_FOR(bench.record.opened == 2);
    QCOMPARE(bench.client.state(), EngineState::Ready);
}

void EngineClientTest::engineWithoutProgressIsReplaced()
{
    Bench bench({times("progress", 2, "freeze")});
    const RequestId read = bench.client.read();
    WAIT_EQUAL(bench.record.endOf(read), std::string("read"));
    QCOMPARE(bench.starts(), 2);
    QTest::qWait(3200);                        // idle: standing still is right
    QCOMPARE(bench.starts(), 2);
    QCOMPARE(bench.client.state(), EngineState::Ready);
}

void EngineClientTest::engineThatIgnoresCancelIsReplaced()
{
    Bench bench({QStringLiteral("pace:0:ms=80"), times("cancelled", 1, "skip")});
    const RequestId read = bench.client.read();
    WAIT_FOR(!bench.record.progress.empty());
    bench.client.cancel(read);
    WAIT_EQUAL(bench.record.endOf(read), std::string("cancelled"));   // does not go on with the next engine
    QVERIFY2(bench.record.reasons.last().contains(QStringLiteral("asked to")), qPrintable(bench.record.reasons.last()));
    WAIT_EQUAL(bench.client.state(), EngineState::Ready);
    QCOMPARE(bench.starts(), 2);
}

void EngineClientTest::closedSessionDropsWhatTheEngineSays()
{
    Bench bench({QStringLiteral("pace:0:ms=80")});
    const RequestId read = bench.client.read();
    WAIT_FOR(!bench.record.progress.empty());
    bench.client.closeSession();
    QCOMPARE(bench.record.endOf(read), std::string("cancelled"));
    QCOMPARE(bench.client.state(), EngineState::Stopped);
    const auto heard = bench.record.progress.size();
    test::settle(100);
    QCOMPARE(bench.record.progress.size(), heard);
}

// The memory of a session has one writer: the next engine starts when the one before has ended.
void EngineClientTest::anotherSessionStartsAnotherEngine()
{
    Bench bench({times("end", 1, "slow=150")});
    WAIT_EQUAL(bench.record.opened, 1);
    const qint64 first = bench.client.engineProcessId();
    bench.openSession();
    const RequestId read = bench.client.read();
    WAIT_EQUAL(bench.record.endOf(read), std::string("read"));
    QVERIFY(bench.client.engineProcessId() != first);
    QCOMPARE(bench.starts(), 2);
    QCOMPARE(bench.counted("overlaps"), 0);
    QVERIFY(!QDir(QStringLiteral("/proc/%1").arg(first)).exists());
}

void EngineClientTest::longDocumentAndItsMapTravelInPieces()
{
    Bench bench({}, false);
    bench.document = generatedDocument(12'000);
    QVERIFY(bench.document->text.size() > 2 * kPieceBytes);
    bench.openSession();
    WAIT_FOR(bench.record.opened == 1);
    QVERIFY(bench.record.facts->totalTokens * sizeof(std::uint32_t) > 2 * kPieceBytes);
    QVERIFY(bench.record.facts->map->isConsistent({bench.document->text.size()}));
}

void EngineClientTest::noProcessIsLeftBehind()
{
    qint64 process = 0;
    {
        Bench bench({times("progress", 1, "freeze")});
        bench.client.read();
        WAIT_FOR(bench.record.stored > 0);
        process = bench.client.engineProcessId();
        QVERIFY(QDir(QStringLiteral("/proc/%1").arg(process)).exists());
    }
    QVERIFY(!QDir(QStringLiteral("/proc/%1").arg(process)).exists());
}

void EngineClientTest::commandMayHaveArgumentsFromTheEnvironment()
{
    const QTemporaryDir folder(QDir::tempPath() + QStringLiteral("/with space XXXXXX"));
    const QString command = QStringLiteral("/usr/bin/env \"%1\" \"%2\"").arg(QStringLiteral(CAIRN_FAKE_ENGINE), folder.path());
    qputenv("CAIRN_ENGINE", command.toLocal8Bit());
    EngineClient client;
    qunsetenv("CAIRN_ENGINE");
    ClientRecord record(client);
    EngineSession session;
    session.folder = folder.path();
    session.documents = {generatedDocument(1)};
    client.openSession(session);
    WAIT_EQUAL(client.state(), EngineState::Ready);
}

}  // namespace cairn::testing

QTEST_GUILESS_MAIN(cairn::testing::EngineClientTest)
#include "engine_client_test.moc"
