// What a user sees who never started the program before: the program itself, with folders of its own and an engine that is played.
#include "app/window/settings/settings_store.h"
#include "tests/support/patience.h"

#include <QDir>
#include <QGuiApplication>
#include <QProcess>
#include <QScreen>
#include <QTemporaryDir>
#include <QTest>
#include <QWidget>

using namespace cairn;

class FirstStartTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        for (const char* variable : {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"})
            qputenv(variable, QFile::encodeName(m_home->path() + QLatin1Char('/') + QLatin1String(variable)));
        QDir(m_home->path()).mkdir(QStringLiteral("XDG_RUNTIME_DIR"));
        qputenv("CAIRN_ENGINE", "\"" CAIRN_FAKE_ENGINE "\" \"" + QFile::encodeName(m_home->path()) + "/engine\"");
    }

    void theHandbookOpensByItself()
    {
        QProcess program;
        program.start(QStringLiteral(CAIRN_WINDOW), {QStringLiteral("--new-instance")});
        QTRY_COMPARE(sessions().size(), 1);
        QVERIFY(sessions().front().contains(QStringLiteral("andbook")));
        program.terminate();
        program.waitForFinished(test::kPatienceMs);
    }

    void theWindowIsAsLargeAsItWas_data()
    {
        QTest::addColumn<int>("height");
        QTest::addColumn<int>("again");
        QTest::newRow("as it was") << 600 << 600;
        QTest::newRow("on a smaller screen") << 900 << QGuiApplication::primaryScreen()->availableSize().height() - 40;   // of the title
    }
    void theWindowIsAsLargeAsItWas()
    {
        QFETCH(int, height);
        const QString key = QStringLiteral("window/geometry");
        QWidget last;
        last.setGeometry(8, 30, 820, height);
        stateSettings()->setValue(key, last.saveGeometry());
        QFile book(m_home->path() + QStringLiteral("/walks.md"));
        QVERIFY(book.open(QIODevice::WriteOnly) && book.write("Over the hill and back again, before the rain.\n") > 0);
        book.close();
        QProcess program;
        program.start(QStringLiteral(CAIRN_WINDOW), {QStringLiteral("--new-instance"), book.fileName()});
        QTRY_COMPARE(sessions().size(), 1);
        stateSettings()->remove(key);
        program.terminate();
        QVERIFY(program.waitForFinished(test::kPatienceMs));
        QWidget next;
        QVERIFY(next.restoreGeometry(stateSettings()->value(key).toByteArray()));   // written again by the program
        QTEST(next.height(), "again");
        QVERIFY(next.y() + next.height() <= QGuiApplication::primaryScreen()->availableGeometry().bottom() + 1);
    }

    void aFileOnTheCommandLineComesInItsPlace()
    {
        QFile book(m_home->path() + QStringLiteral("/walks.md"));
        QVERIFY(book.open(QIODevice::WriteOnly) && book.write("Over the hill and back again, before the rain.\n") > 0);
        book.close();
        QProcess program;
        program.start(QStringLiteral(CAIRN_WINDOW), {QStringLiteral("--new-instance"), book.fileName()});
        QTRY_COMPARE(sessions().size(), 1);
        QCOMPARE(sessions(), QStringList(QStringLiteral("walks-md")));
        program.terminate();
        program.waitForFinished(test::kPatienceMs);
    }

    void aStartIsTheFirstWhileNothingIsKept()
    {
        QVERIFY(SettingsStore().isFirstStart());
        stateSettings()->setValue(QStringLiteral("window/columns"), 1);
        QVERIFY(!SettingsStore().isFirstStart());
    }

    void sessionsToldByTheCommandLineMakeItALaterStart()
    {
        QVERIFY(SettingsStore().isFirstStart());
        QVERIFY(QDir().mkpath(sessionsFolder()));
        QVERIFY(!SettingsStore().isFirstStart());
    }

private:
    QString sessionsFolder() const { return m_home->path() + QStringLiteral("/XDG_DATA_HOME/cairn/sessions"); }
    QStringList sessions() const { return QDir(sessionsFolder()).entryList(QDir::Dirs | QDir::NoDotAndDotDot); }

    std::unique_ptr<QTemporaryDir> m_home;
};

QTEST_MAIN(FirstStartTest)
#include "first_start_test.moc"
