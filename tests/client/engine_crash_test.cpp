// What is known of an engine that crashed is kept, and the window's sentence names the file.
#include "app/client/engine_process.h"
#include "app/common/crash_report.h"
#include "tests/support/patience.h"
#include "tests/support/signal_process.h"
#include "tests/support/temporary_folder.h"

#include <QSignalSpy>
#include <QTest>

#include <csignal>

using namespace cairn;
using namespace cairn::test;

class EngineCrashTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void itsReportIsKept()
    {
        const TemporaryFolder state;
        qputenv("XDG_STATE_HOME", QByteArray::fromStdString(state.path()));
        EngineProcess engine({QStringLiteral(CAIRN_ENGINE_PROGRAM)}, {}, nullptr);
        QSignalSpy ended(&engine, &EngineProcess::ended);
        engine.start();
        QTRY_VERIFY(engine.processId() > 0);
        settle(500);   // it has greeted
        QVERIFY(signalProcess(engine.processId(), SIGSEGV));
        QTRY_COMPARE(ended.size(), 1);
        const QString file = engine.crashReport();
        QVERIFY(file.startsWith(QString::fromStdString(crashFolder().string())));
        const QString words = ended.front().front().toString();
        QVERIFY2(words.endsWith(QStringLiteral(" ") + file + QLatin1Char('.')) && words.contains(QLatin1String("crashed")), qPrintable(words));
        const std::string report = fileContent(file.toStdString());
        QVERIFY2(report.starts_with("cairn-engine ") && report.find(" crashed: SIGSEGV\nBuild ") != std::string::npos, report.c_str());
        QVERIFY2(report.find("/cairn-engine(") != std::string::npos, report.c_str());
    }

    void oneThatIsKilledHasNone()
    {
        const TemporaryFolder state;
        qputenv("XDG_STATE_HOME", QByteArray::fromStdString(state.path()));
        EngineProcess engine({QStringLiteral(CAIRN_ENGINE_PROGRAM)}, {}, nullptr);
        QSignalSpy ended(&engine, &EngineProcess::ended);
        engine.start();
        QTRY_VERIFY(engine.processId() > 0);
        QVERIFY(signalProcess(engine.processId(), SIGKILL));
        QTRY_COMPARE(ended.size(), 1);
        QVERIFY(engine.crashReport().isEmpty() && !std::filesystem::exists(crashFolder()));
    }
};

QTEST_GUILESS_MAIN(EngineCrashTest)
#include "engine_crash_test.moc"
