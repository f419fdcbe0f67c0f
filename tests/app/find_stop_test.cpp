// cairn-cli find among sessions that another program holds locked, each of which is waited for: a stop ends it all the same.
#include "storage/database/database.h"
#include "storage/session/session_store.h"
#include "tests/support/patience.h"
#include "tests/support/signal_process.h"
#include "tests/support/temporary_folder.h"

#include <QDir>
#include <QProcess>
#include <QTest>

#include <filesystem>
#include <vector>

using namespace cairn;

namespace
{

// It has come so far that it answers stops itself: the thread that waits for them is there.
bool answersStops(qint64 process)
{
    return QDir(QStringLiteral("/proc/%1/task").arg(process)).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size() > 1;
}

}  // namespace

class FindStopTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aStopDoesNotWaitForLockedSessions()
    {
        const test::TemporaryFolder folder;
        std::vector<Database> locks;
        for (int i = 0; i < 20; ++i) {   // 40 s of waiting in all
            const std::string session = folder.file("session") + std::to_string(i);
            QVERIFY(std::filesystem::create_directory(session));
            QVERIFY(SessionStore::create(session, "Locked"));
            auto database = Database::open(session + "/session.db", {});
            QVERIFY(database && database->execute("BEGIN EXCLUSIVE"));
            locks.push_back(*std::move(database));
        }
        QProcess find;
        find.start(QStringLiteral(CAIRN_CLI_PROGRAM),
                   {QStringLiteral("find"), QStringLiteral("a blue door"), QStringLiteral("--library"),
                    QString::fromStdString(folder.path())});
        QVERIFY(find.waitForStarted(test::kPatienceMs));
        QTRY_VERIFY(answersStops(find.processId()));
        QVERIFY(!find.waitForFinished(300));   // it waits
        QVERIFY(test::signalProcess(find.processId(), SIGINT));
        QVERIFY(find.waitForFinished(30'000));   // not to the last of them
        QCOMPARE(find.exitCode(), 130);
        QVERIFY(find.readAllStandardError().contains("Stopped on request."));
    }
};

QTEST_APPLESS_MAIN(FindStopTest)
#include "find_stop_test.moc"
