// Why an engine was killed: for lack of memory where the kernel counts such a kill, else from outside.
#include "app/client/engine_process.h"
#include "app/client/memory_kills.h"
#include "tests/support/patience.h"
#include "tests/support/signal_process.h"
#include "tests/support/temporary_folder.h"

#include <QSignalSpy>
#include <QTest>

using namespace cairn;
using cairn::test::TemporaryFolder;

class MemoryKillsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theKernelsNumberIsFound()
    {
        const TemporaryFolder folder;
        const std::string file = folder.file("vmstat");
        test::writeContent(file, "nr_free_pages 1716522\ndrop_slab 3\noom_kill 41\nnuma_hit 9\n");
        QCOMPARE(memoryKills(file), std::optional<std::uint64_t>(41));
        test::writeContent(file, "nr_free_pages 1716522\nnot_oom_kill 7\n");
        QVERIFY(!memoryKills(file));
        QVERIFY(!memoryKills(folder.file("none")));
    }

    void onlyACountedKillIsOfMemory()
    {
        QCOMPARE(killCause(41, 42), KillCause::Memory);
        QCOMPARE(killCause(41, 41), KillCause::Outside);
        QCOMPARE(killCause(std::nullopt, 41), KillCause::Unknown);
        QCOMPARE(killCause(41, std::nullopt), KillCause::Unknown);
    }

    void anEngineThatSomebodyKilledWasEndedFromOutside()
    {
        const auto before = memoryKills();
        if (!before)
            QSKIP("this kernel does not count");
        const TemporaryFolder folder;
        EngineProcess engine({QStringLiteral(CAIRN_FAKE_ENGINE), QString::fromStdString(folder.path())}, {}, nullptr);
        QSignalSpy ended(&engine, &EngineProcess::ended);
        engine.start();
        QTRY_VERIFY(engine.processId() > 0);
        QTRY_VERIFY(std::filesystem::exists(folder.file("step-hello")));
        test::settle(300);   // the greeting comes
        QVERIFY(test::signalProcess(engine.processId(), SIGKILL));
        QTRY_COMPARE(ended.size(), 1);
        if (memoryKills() != before)
            QSKIP("memory was used up meanwhile");
        QVERIFY(ended.front().at(1).toBool());
        QCOMPARE(ended.front().at(0).toString(), QStringLiteral("The engine was ended from outside."));
    }
};

QTEST_GUILESS_MAIN(MemoryKillsTest)
#include "memory_kills_test.moc"
