// cairn-cli over a session on a drive that is mounted read-only: it answers as ever, keeps nothing, and says so. With the default model
// where it is installed, where a process may mount.
#include "tests/app/cli_run.h"
#include "tests/support/own_mounts.h"

#include <QTemporaryDir>
#include <QTest>

#include <sys/mount.h>
#include <unistd.h>

#include <string>

namespace
{

using Run = cairn::test::CliRun;

constexpr int kCantMount = 77;

QString model() { return QStringLiteral(CAIRN_DEPS_DIR "/models/SmolLM2-135M-Instruct.Q4_1.gguf"); }

// For this process alone. Between fork and exec.
void mountReadOnly(const std::string& folder)
{
    const char* const place = folder.c_str();
    if (!cairn::test::enterOwnMounts() || mount(place, place, nullptr, MS_BIND, nullptr) != 0 ||
        mount(nullptr, place, nullptr, MS_REMOUNT | MS_BIND | MS_RDONLY, nullptr) != 0)
        _exit(kCantMount);
}

}  // namespace

class CliUnwritableTest : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    const QString m_session = m_folder.filePath(QStringLiteral("village"));

    Run run(const QStringList& words, bool isReadOnly = true) const
    {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("XDG_DATA_HOME"), m_folder.filePath(QStringLiteral("data")));
        environment.remove(QStringLiteral("CAIRN_MODEL"));
        const auto mounts = [folder = m_session.toStdString()] { mountReadOnly(folder); };
        return cairn::test::runCli(words, environment, isReadOnly ? mounts : std::function<void()>());
    }

    Run ask(bool isReadOnly, const QStringList& more = {}) const
    {
        const auto question = QStringLiteral("What is the name of the baker?");
        return run(QStringList{QStringLiteral("ask"), m_session, question, QStringLiteral("--json")} + more, isReadOnly);
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (!QFile::exists(model()))
            QSKIP("the default model is not installed");
        QFile text(m_folder.filePath(QStringLiteral("village.md")));
        QVERIFY(text.open(QIODevice::WriteOnly));
        text.write("# The village book\n\nThe baker of the village is called Ambrose Tillweather, and his shop has a blue door.\n\n");
        for (int i = 0; i < 6; ++i)
            text.write("The river runs slowly past the mill. In spring the meadows are full of yellow flowers, and children walk to the "
                       "school on the hill. When it rains, people stay at home and mend their tools.\n\n");
        text.close();
        const Run read = run({QStringLiteral("read"), text.fileName(), QStringLiteral("-o"), m_session}, false);
        QVERIFY2(read.exitCode == 0, read.errors.constData());
        QCOMPARE(ask(false).objects().value(0)[QStringLiteral("id")].toInt(), 1);
        if (run({QStringLiteral("--version")}).exitCode == kCantMount)
            QSKIP("a process may not mount here");
    }

    void itAnswersAndKeepsNothing()
    {
        const Run before = ask(false), asked = ask(true);
        QVERIFY2(asked.exitCode == 0, asked.errors.constData());
        QVERIFY(asked.objects().value(0)[QStringLiteral("id")].isNull());
        QCOMPARE(asked.objects().value(0)[QStringLiteral("answer")], before.objects().value(0)[QStringLiteral("answer")]);
        QVERIFY(asked.objects().value(0)[QStringLiteral("answer")].toString().contains(QStringLiteral("Tillweather")));
        QVERIFY2(asked.errors.contains("are not kept"), asked.errors.constData());
        QVERIFY(!before.errors.contains("are not kept"));
        const Run parts = ask(true, {QStringLiteral("--sweep")});
        QVERIFY2(parts.exitCode == 0, parts.errors.constData());
        QVERIFY(ask(true, {QStringLiteral("--follow-up")}).exitCode == 0);
        const Run exported = run({QStringLiteral("export"), m_session, QStringLiteral("--json")}, false);
        QCOMPARE(exported.output.count('\n'), 2);   // the two that were asked where they could be kept
    }

    void whatOnlyLooksWorks()
    {
        using cairn::test::typed;
        for (const QStringList& words : {typed("blocks", m_session), typed("verify", m_session), typed("verify", m_session, "1"),
                                         typed("trace", m_session, "1", "--lift"),
                                         typed("trace", m_session, "1", "--rescore", "--bar", "0"),
                                         typed("trace", m_session, "--find", "river")}) {
            const Run looked = run(words);
            const QByteArray what = words.join(u' ').toUtf8() + ": " + looked.errors;
            QVERIFY2(looked.exitCode == 0, what.constData());
        }
    }

    void whatChangesItSaysWhyNot()
    {
        QFile more(m_folder.filePath(QStringLiteral("lake.md")));
        QVERIFY(more.open(QIODevice::WriteOnly) && more.write("The lake is deep.") > 0);
        more.close();
        for (const QStringList& words : {QStringList{QStringLiteral("rename"), m_session, QStringLiteral("Other")},
                                         QStringList{QStringLiteral("read"), more.fileName(), QStringLiteral("-o"), m_session},
                                         QStringList{QStringLiteral("verify"), m_session, QStringLiteral("--repair")}}) {
            const Run refused = run(words);
            QCOMPARE(refused.exitCode, 5);
            QVERIFY2(refused.errors.contains("Nothing can be written where this session lies"), refused.errors.constData());
        }
    }
};

QTEST_GUILESS_MAIN(CliUnwritableTest)
#include "cli_unwritable_test.moc"
