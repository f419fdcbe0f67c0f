// What cairn-cli leaves of standard input, what it does beside a bad file, and what it says of odd wishes. No model.
#include "storage/session/session_store.h"
#include "tests/app/cli_folder.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <string>

namespace
{

using Run = cairn::test::CliRun;

}  // namespace

class CliInputTest : public QObject, cairn::test::CliFolder
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(write("note.md", "# A note\n\nThe ferry leaves at noon, and nobody has ever missed it.\n"));
    }

    // Stopped, the copy goes as well; killed, with the next start of any command.
    void aCopyOfStandardInputOutlivesNoCommand()
    {
        for (const int signal : {SIGINT, SIGTERM, SIGKILL}) {
            QProcess text;
            text.setProcessEnvironment(environment());
            text.start(cairn::test::cliProgram(), {QStringLiteral("text"), QStringLiteral("-")});
            QVERIFY(text.waitForStarted() && text.write("Words that nobody else should read.\n") > 0);
            QTRY_COMPARE(keptInputs(), 1);
            ::kill(pid_t(text.processId()), signal);
            QVERIFY(text.waitForFinished());
            QCOMPARE(keptInputs(), signal == SIGKILL ? 1 : 0);
            QCOMPARE(run({QStringLiteral("list")}).exitCode, 0);
            QCOMPARE(keptInputs(), 0);
        }
        // A copy that is in use stays.
        QProcess text;
        text.setProcessEnvironment(environment());
        text.start(cairn::test::cliProgram(), {QStringLiteral("text"), QStringLiteral("-")});
        QVERIFY(text.waitForStarted() && text.write("The last boat leaves at ten.\n") > 0);
        QTRY_COMPARE(keptInputs(), 1);
        QCOMPARE(run({QStringLiteral("list")}).exitCode, 0);
        QCOMPARE(keptInputs(), 1);
        text.closeWriteChannel();
        QVERIFY(text.waitForFinished());
        QVERIFY(text.readAllStandardOutput().startsWith("The last boat"));
        QCOMPARE(keptInputs(), 0);
    }

    // As in the window.
    void aPipedTextIsCalledByItsFirstWords()
    {
        QVERIFY(write("key.txt", "The key of the cellar lies under the third flowerpot beside the stairs to the garden.\n\nWho knows?\n"));
        QVERIFY(makeSession("keys", 1));
        const QStringList words{QStringLiteral("read"), QStringLiteral("-"), QStringLiteral("-o"), path("keys"), QStringLiteral("--model"),
                                path("nowhere")};
        const QByteArray title = "The key of the cellar lies under the third flowerpot beside …";
        const Run read = run(words, {}, path("key.txt"));
        QCOMPARE(read.exitCode, 4);   // up to the model, which is missing
        QVERIFY2(read.errors.contains("Added: " + title), read.errors.constData());
        const Run text = run({QStringLiteral("text"), QStringLiteral("-"), QStringLiteral("--json")}, {}, path("key.txt"));
        QCOMPARE(text.objects().value(0).value(QStringLiteral("title")).toString().toUtf8(), title);
    }

    // By a part of its name, of its title or of a document's, or with a slip.
    void aSessionThatMayBeMeantIsNamed()
    {
        QVERIFY(QDir().mkpath(path("cairn/sessions")) && makeSession("cairn/sessions/the-white-whale"));
        for (const char* words : {"ask whale.pdf Why?", "info WHITE", "text 'text 1'", "export the-whiet-whale"}) {
            const Run told = run(QProcess::splitCommand(QString::fromLatin1(words).replace(u'\'', u'"')));
            QCOMPARE(told.exitCode, 3);
            QVERIFY2(told.errors.contains("\". Did you mean the-white-whale? cairn-cli list"), told.errors.constData());
        }
        for (const char* words : {"info sea", "info other/whale"}) {
            const Run told = run(QString::fromLatin1(words).split(QLatin1Char(' ')));
            QVERIFY2(told.exitCode == 3 && !told.errors.contains("Did you mean"), told.errors.constData());
        }
    }

    // Of several files those that can be read are; the others are named with their reasons.
    void oneBadFileIsNoHindrance()
    {
        QVERIFY(write("empty.txt", "") && write("good.txt", "The pilot is Anna Berg.\n"));
        const QStringList noModel{QStringLiteral("--model"), path("nowhere")};
        const QStringList files{path("good.txt"), path("empty.txt"), path("gone.txt")};
        const Run read = run(QStringList{QStringLiteral("read")} + files + noModel);
        QCOMPARE(read.exitCode, 4);   // up to the model, which is missing
        QVERIFY2(read.errors.contains("Not read: " + path("empty.txt").toUtf8() + ": "), read.errors.constData());
        QVERIFY2(read.errors.contains("Not read: " + path("gone.txt").toUtf8() + ": "), read.errors.constData());
        const Run none = run({QStringLiteral("read"), path("empty.txt"), path("gone.txt"), QStringLiteral("--json")});
        QCOMPARE(none.exitCode, 3);
        QCOMPARE(none.objects().size(), 2);   // each with its error
    }

    void whatIsTakenThoughHardlyMeantIsSaid()
    {
        const QStringList words{QStringLiteral("read"), QStringLiteral("note.md"), QStringLiteral("--model"), path("nowhere"),
                                QStringLiteral("--threads")};
        auto odd = environment(), fine = environment();
        odd.insert(QStringLiteral("CAIRN_CPU"), QStringLiteral("foo"));
        odd.insert(QStringLiteral("CAIRN_WEIGHTS"), QStringLiteral("bar"));
        fine.insert(QStringLiteral("CAIRN_CPU"), QStringLiteral("avx2"));
        fine.insert(QStringLiteral("CAIRN_WEIGHTS"), QStringLiteral("fp32"));
        const auto onOneCpu = [] {
            cpu_set_t one;
            CPU_ZERO(&one);
            CPU_SET(::sched_getcpu(), &one);
            ::sched_setaffinity(0, sizeof one, &one);
        };
        const Run many = cairn::test::runCli(words + QStringList{QStringLiteral("256")}, odd, onOneCpu, m_folder.path());
        QVERIFY2(many.errors.contains("--threads 256 is more than this computer has for it (1)"), many.errors.constData());
        QVERIFY2(many.errors.contains("CAIRN_CPU=foo is ignored"), many.errors.constData());
        QVERIFY2(many.errors.contains("CAIRN_WEIGHTS=bar is ignored"), many.errors.constData());
        const Run one = cairn::test::runCli(words + QStringList{QStringLiteral("1")}, fine, onOneCpu, m_folder.path());
        QVERIFY2(!one.errors.contains("ignored") && !one.errors.contains("more than this"), one.errors.constData());
    }

    // Of another user; whoever may look everywhere runs as nobody.
    void aClosedFolderIsCalledSo()
    {
        QVERIFY(QDir().mkpath(path("shared")) && makeSession("shared/open") && makeSession("shared/closed"));
        for (const char* folder : {"", "shared", "shared/open"})
            std::filesystem::permissions(path(folder).toStdString(), std::filesystem::perms(0755));
        std::filesystem::permissions(path("shared/open/session.db").toStdString(), std::filesystem::perms(0644));
        const bool isRoot = geteuid() == 0;
        std::filesystem::permissions(path("shared/closed").toStdString(), std::filesystem::perms(isRoot ? 0700 : 0));
        const auto asOther = [isRoot] {
            constexpr uid_t kNobody = 65534;
            if (isRoot && setuid(kNobody) != 0)
                _exit(1);
        };
        if (run({QStringLiteral("--version")}, asOther).exitCode != 0)
            QSKIP("nobody may run the program here");
        const Run listed = run({QStringLiteral("list"), path("shared")}, asOther);
        QVERIFY2(listed.output.contains("shared/open\n") && !listed.output.contains("closed"), listed.output.constData());
        QVERIFY2(listed.errors.contains("closed: not looked into"), listed.errors.constData());
        for (const char* command : {"info", "text", "export"}) {
            const Run refused = run({QString::fromLatin1(command), path("shared/closed")}, asOther);
            QVERIFY2(refused.exitCode == 5 && refused.errors.contains("This user may not read \""), refused.errors.constData());
        }
        std::filesystem::permissions(path("shared/closed").toStdString(), std::filesystem::perms(0700));
    }

    void whatIsNotThereOrThereAlreadyHasItsExitCode()
    {
        QVERIFY(makeSession("here") && makeSession("other"));
        QCOMPARE(run({QStringLiteral("remove"), path("here"), QStringLiteral("7"), QStringLiteral("--dry-run")}).exitCode, 3);
        const Run onto = run({QStringLiteral("import-session"), path("other"), QStringLiteral("-o"), path("here")});
        QCOMPARE(onto.exitCode, 2);
        QVERIFY2(onto.errors.contains("There is a session in"), onto.errors.constData());
        for (const char* words : {"read note.md", "text note.md", "ask note.md Why?"})
            QCOMPARE(run(QString::fromLatin1((std::string(words) + " --encoding Klingon").c_str()).split(QLatin1Char(' '))).exitCode, 2);
        QVERIFY(run({QStringLiteral("help"), QStringLiteral("heatmap")}).output.contains("[-o FILE.png]"));
        QVERIFY(run({QStringLiteral("help"), QStringLiteral("export")}).output.contains("JSON lines"));
    }
};

QTEST_GUILESS_MAIN(CliInputTest)
#include "cli_input_test.moc"
