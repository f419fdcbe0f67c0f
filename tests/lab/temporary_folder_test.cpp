// The folder of a run is gone with the process, however that ends.
#include "app/lab/goals/temporary_folder.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

using cairn::benchmark::TemporaryFolder;

class TemporaryFolderTest : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_place;

    QStringList folders() const { return QDir(m_place.path()).entryList({QStringLiteral("cairn-benchmark-*")}, QDir::Dirs); }

private Q_SLOTS:
    void goesWithTheObject()
    {
        {
            const TemporaryFolder folder(m_place.path().toStdString());
            QVERIFY(!folder.path().empty());
            QCOMPARE(folders().size(), 1);
            const TemporaryFolder other(m_place.path().toStdString());   // leaves alone what is held
            QCOMPARE(folders().size(), 2);
        }
        QCOMPARE(folders().size(), 0);
    }

    void goesWithTheProcess_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("Ctrl+C") << SIGINT;
        QTest::newRow("term") << SIGTERM;
        QTest::newRow("hangup") << SIGHUP;
        QTest::newRow("closed pipe") << SIGPIPE;
        QTest::newRow("kill") << SIGKILL;
    }
    void goesWithTheProcess()
    {
        QFETCH(int, signal);
        const pid_t child = ::fork();
        if (child == 0) {
            ::signal(signal, SIG_DFL);
            const TemporaryFolder folder(m_place.path().toStdString());
            if (QFile model(QString::fromStdString(folder.path() + "/model")); !model.open(QIODevice::WriteOnly))
                ::_exit(1);
            ::pause();
            ::_exit(0);
        }
        QTRY_COMPARE(folders().size(), 1);
        QTRY_VERIFY(QFile::exists(m_place.filePath(folders().front() + QStringLiteral("/model"))));
        ::kill(child, signal);
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFSIGNALED(status));
        QTRY_COMPARE(folders().size(), 0);
    }

    void whatWasLeftIsSwept()
    {
        QVERIFY(QDir(m_place.path()).mkdir(QStringLiteral("cairn-benchmark-old123")));
        const TemporaryFolder folder(m_place.path().toStdString());
        QCOMPARE(folders().size(), 1);
        QVERIFY(!QFile::exists(m_place.filePath(QStringLiteral("cairn-benchmark-old123"))));
    }
};

QTEST_GUILESS_MAIN(TemporaryFolderTest)
#include "temporary_folder_test.moc"
