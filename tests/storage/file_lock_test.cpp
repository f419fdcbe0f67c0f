// Locks of files: one holder at a time, and what one that was killed leaves behind.
#include "storage/files/file_lock.h"
#include "tests/support/temporary_folder.h"

#include <QtTest>

#include <sys/wait.h>
#include <unistd.h>

using namespace cairn;

namespace
{

// A process that takes the lock and then dies as after kill -9, without a destructor.
void dieHolding(const std::string& path)
{
    const pid_t child = ::fork();
    if (child == 0) {
        const auto lock = FileLock::take(path);
        ::_exit(lock ? 0 : 1);
    }
    QVERIFY(child > 0);
    int status = -1;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QCOMPARE(status, 0);
}

}  // namespace

class FileLockTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void oneHolderAtATime()
    {
        test::TemporaryFolder folder;
        const auto first = FileLock::take(folder.file("a.lock"));
        QVERIFY(first && first->held() && !first->wasLeftBehind());
        const auto second = FileLock::take(folder.file("a.lock"));
        QVERIFY(!second);
        QCOMPARE(second.error().code, ErrorCode::Busy);
        const std::string words = "in use by process " + std::to_string(::getpid()) + " on ";
        QVERIFY2(second.error().message.find(words) != std::string::npos, second.error().message.c_str());
        QVERIFY(second.error().message.find('\n') == std::string::npos);
        QVERIFY(!FileLock::take(folder.file("a.lock")));   // the refused one took nothing away
    }

    void aHolderThatLetsGoLeavesNothing()
    {
        test::TemporaryFolder folder;
        for (int i = 0; i < 3; ++i) {
            auto lock = FileLock::take(folder.file("a.lock"));
            QVERIFY(lock && !lock->wasLeftBehind());
            const FileLock moved = std::move(*lock);
            QVERIFY(moved.held());
        }
    }

    void aKilledHolderIsNoticedOnce()
    {
        test::TemporaryFolder folder;
        dieHolding(folder.file("a.lock"));
        {
            const auto lock = FileLock::take(folder.file("a.lock"));
            QVERIFY(lock && lock->wasLeftBehind());
        }
        const auto again = FileLock::take(folder.file("a.lock"));
        QVERIFY(again && !again->wasLeftBehind());
    }

    void aVisitLeavesTheTraceToTheNextOne()
    {
        test::TemporaryFolder folder;
        dieHolding(folder.file("a.lock"));
        for (int i = 0; i < 2; ++i) {
            const auto visit = FileLock::take(folder.file("a.lock"), FileLock::Use::Visit);
            QVERIFY(visit && visit->wasLeftBehind());
        }
        const auto lock = FileLock::take(folder.file("a.lock"));
        QVERIFY(lock && lock->wasLeftBehind());
    }

    void wordsOfEarlierVersionsMeanNothing()   // they left them behind when they let go, too
    {
        test::TemporaryFolder folder;
        QFile file(QString::fromStdString(folder.file("a.lock")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("process 12 on here");
        file.close();
        const auto lock = FileLock::take(folder.file("a.lock"));
        QVERIFY(lock && !lock->wasLeftBehind());
    }
};

QTEST_GUILESS_MAIN(FileLockTest)
#include "file_lock_test.moc"
