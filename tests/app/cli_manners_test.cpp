// What a shell may do to cairn-cli: closed or full standard output, small file limits, help in every form, odd names. No model.
#include "storage/session/session_store.h"
#include "tests/app/cli_folder.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <pty.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <functional>

namespace
{

using Run = cairn::test::CliRun;

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

struct Terminal
{
    int outside = -1, inside = -1;

    Terminal()
    {
        if (openpty(&outside, &inside, nullptr, nullptr, nullptr) != 0)
            qFatal("no terminal");
        ::fcntl(outside, F_SETFL, O_NONBLOCK);
    }
    ~Terminal()
    {
        ::close(outside);
        ::close(inside);
    }
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    QByteArray shown() const   // of one program that has ended
    {
        QByteArray bytes(4096, '\0');
        bytes.truncate(std::max<qsizetype>(::read(outside, bytes.data(), std::size_t(bytes.size())), 0));
        return bytes;
    }
};

void limitFiles()
{
    const rlimit few{4096, 4096};   // bytes
    setrlimit(RLIMIT_FSIZE, &few);
}

}  // namespace

class CliMannersTest : public QObject, cairn::test::CliFolder
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(write("note.md", "# A note\n\nThe ferry leaves at noon, and nobody has ever missed it.\n"));
    }

    // Else the next file that is opened has the number of standard output, and gets what is printed.
    void closedStandardOutputIsAFailure()
    {
        const Run text = run({QStringLiteral("text"), path("note.md")}, [] { ::close(STDOUT_FILENO); });
        QCOMPARE(text.exitCode, 5);
        QVERIFY2(text.errors.contains("could not be written"), text.errors.constData());
    }

    void closedStandardStreamsStayClosedToFiles()
    {
        const Run text = run({QStringLiteral("text"), path("note.md")}, [] {
            ::close(STDIN_FILENO);
            ::close(STDERR_FILENO);
        });
        QCOMPARE(text.exitCode, 0);
        QVERIFY(text.output.startsWith("A note"));
    }

    void fullStandardOutputIsAFailure()
    {
        const Run text = run({QStringLiteral("text"), path("note.md")}, [] { ::dup2(::open("/dev/full", O_WRONLY), STDOUT_FILENO); });
        QCOMPARE(text.exitCode, 5);
    }

    void aDocumentIsReadUnderASmallLimitOfFileSizes()
    {
        const Run text = run({QStringLiteral("text"), path("note.md")}, limitFiles);
        QVERIFY2(text.exitCode == 0, text.errors.constData());
        QVERIFY(text.output.startsWith("A note"));
    }

    // The session needs more than 4 KiB: a sentence, no signal.
    void aFileThatMustNotGrowIsAStorageError()
    {
        const Run read = run({QStringLiteral("read"), path("note.md"), QStringLiteral("-o"), path("small")}, limitFiles);
        QCOMPARE(read.exitCode, 5);
        QVERIFY2(read.errors.contains("cairn-cli: Not saved: a file may not become this large"), read.errors.constData());
    }

    void helpIsGivenInEveryForm_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("nothing") << QString() << 0 << QByteArray("Usage: cairn-cli COMMAND");
        QTest::newRow("help") << QStringLiteral("help") << 0 << QByteArray("Usage: cairn-cli COMMAND");
        QTest::newRow("help of a command") << QStringLiteral("help ask") << 0 << QByteArray("Usage: cairn-cli ask");
        QTest::newRow("help of two words") << QStringLiteral("help model info") << 0 << QByteArray("Usage: cairn-cli model info");
        QTest::newRow("half a command") << QStringLiteral("model") << 2 << QByteArray("model info, model recover");
        QTest::newRow("help of half a command") << QStringLiteral("model --help") << 2 << QByteArray("model info, model recover");
        QTest::newRow("help of nothing") << QStringLiteral("help dream") << 2 << QByteArray("no command 'dream'");
    }
    void helpIsGivenInEveryForm()
    {
        QFETCH(QString, words);
        QFETCH(int, exitCode);
        QFETCH(QByteArray, says);
        const Run told = run(words.split(QLatin1Char(' '), Qt::SkipEmptyParts));
        QCOMPARE(told.exitCode, exitCode);
        QVERIFY2((told.output + told.errors).contains(says), (told.output + told.errors).constData());
    }

    void theManualNamesEveryCommandAndOption()
    {
        const QByteArray manual = contentOf(QStringLiteral(CAIRN_MANUAL)).replace("\\-", "-");
        QVERIFY(manual.size() > 1000);
        for (QByteArray line : run({QStringLiteral("--help")}).output.split('\n')) {
            if (!line.startsWith("  ") || line.size() < 17)
                continue;
            const QByteArray command = line.mid(2, 14).trimmed();
            QVERIFY2(manual.contains(command), command.constData());
            for (const QByteArray& option : run(QString::fromLatin1(command + " --help").split(QLatin1Char(' '))).output.split('\n')) {
                const qsizetype dashes = option.indexOf("--");
                if (option.startsWith("  ") && dashes >= 0 && dashes < 8) {
                    const QByteArray name = option.mid(dashes).split(' ').first();
                    QVERIFY2(manual.contains(name), (command + ": " + name).constData());
                }
            }
        }
    }

    void helpFitsATerminal()
    {
        for (const char* command : {"", "read", "ask", "verify", "heatmap"}) {
            const QString words = QString::fromLatin1(command) + QStringLiteral(" --help");
            for (const QByteArray& line : run(words.split(QLatin1Char(' '), Qt::SkipEmptyParts)).output.split('\n'))
                QVERIFY2(line.size() <= 80, line.constData());
        }
        QVERIFY(run(cairn::test::typed("help", "verify")).output.contains("whose text is\n" + QByteArray(30, ' ') + "taken anew\n"));
    }

    void aFolderThatIsNotThereHasNoList()
    {
        for (const char* name : {"nowhere", "note.md"}) {
            const Run list = run({QStringLiteral("list"), path(name)});
            QCOMPARE(list.exitCode, 3);
            QVERIFY2(list.errors.contains("There is no folder"), list.errors.constData());
        }
        QCOMPARE(run({QStringLiteral("list")}).exitCode, 0);   // nothing read yet
    }

    // "-" is a document like any other, of any kind; the same bytes are the same document.
    void standardInputIsRead()
    {
        const QStringList text{QStringLiteral("text"), QStringLiteral("-")};
        const Run first = run(text, {}, path("note.md"));
        QVERIFY2(first.exitCode == 0, first.errors.constData());
        QVERIFY2(first.output.contains("nobody has ever missed it"), first.output.constData());
        QCOMPARE(run(text, {}, path("note.md")).output, first.output);
        QCOMPARE(keptInputs(), 0);   // gone with the command
        QVERIFY(write("other.txt", "The second boat leaves at dusk.\n"));
        QVERIFY(run(text, {}, path("other.txt")).output.startsWith("The second boat"));
        QCOMPARE(keptInputs(), 0);   // gone with the command
        for (const char* name : {"text", "read", "ask"}) {   // up to the model, which is missing
            QStringList words{QString::fromLatin1(name), QStringLiteral("-")};
            words << (words.front() == QLatin1String("ask") ? QStringList{QStringLiteral("When?")} : QStringList());
            if (words.front() != QLatin1String("text"))
                words << QStringLiteral("--model") << path("nowhere");
            QCOMPARE(run(words, {}, path("note.md")).exitCode, words.front() == QLatin1String("text") ? 0 : 4);
            const Run nothing = run(words, {}, QStringLiteral("/dev/null"));
            QCOMPARE(nothing.exitCode, 3);
            QVERIFY2(nothing.errors.contains("Standard input is empty"), nothing.errors.constData());
        }
        QCOMPARE(keptInputs(), 0);
        QVERIFY(!(QFile(path("cache/cairn/input")).permissions() & (QFile::ReadGroup | QFile::ReadOther)));
    }

    void wrongUseIsTold_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char* name, const char* words, int code, const char* says) {
            QTest::newRow(name) << QString::fromLatin1(words).split(QLatin1Char(' ')) << code << QByteArray(says);
        };
        row("no such command", "dream", 2, "no command 'dream'");
        row("no such command, nearly", "exprot x", 2, "'exprot'. Did you mean export?");
        row("an option before the command", "--json info", 2, "The command comes first, then its options: cairn-cli COMMAND --json.");
        row("no such option", "read x.md --fast", 2, "no option --fast. Usage");
        row("no such option, nearly", "export x --fromat md", 2, "no option --fromat. Did you mean --format? Usage");
        row("the beginning of an option", "ask x y --max 5", 2, "no option --max. Did you mean --max-tokens? Usage");
        row("no session", "trace", 2, "SESSION is missing. Usage");
        row("missing operand", "ask x", 2, "TEXT is missing. Usage");
        row("missing operand of two words", "model recover x", 2, "'x' is too much");
        row("no question", "ask /nowhere/session ", 2, "The question is empty");
        row("not a number", "ask x y --k many", 2, "--k takes a number");
        row("not a device", "read x.md --device tpu", 2, "auto cpu cuda");
        row("a long question", qPrintable(QStringLiteral("ask x ") + QString(8001, QLatin1Char('y'))), 2, "8001 characters, at most 8000");
        row("a picture of another kind", "heatmap /nowhere/session -o heat.svg", 2, "end in .png");
        row("a removal of nothing", "trace /nowhere/session --rescore", 2, "--rescore needs --bar");
        row("nothing sought", "find ", 2, "What is sought is empty");
        row("nothing sought in one session", "trace x --find ", 2, "What is sought is empty");
        row("blocks left out of nothing", "trace x --bar 3", 2, "for --rescore");
        row("two forms at once", "trace x --format csv --json", 2, "Leave one of them out");
        row("two forms of an export", "export x --format md --json", 2, "Leave one of them out");
        row("a picture as JSON", "heatmap x -o - --json", 2, "prints the picture itself");
        row("a document of a file", "text note.md --document 1", 2, "--document names a document of a session");
        row("a question of several words", "ask x Who is it", 2, "'is' is too much");
        row("a file as session", "info note.md", 3, "\"note.md\" is a file, no session. cairn-cli read note.md");
        row("a folder as foreign session", "import-session ..", 3, "holds no Cairn session");
        row("no such adapter", "model info --adapter /nowhere/a", 4, "--adapter takes an adapter's .safetensors file; --adapter none does");
        row("a folder as adapter", "model info --adapter /", 4, "\"/\" is a folder. --adapter takes");
        row("settings of no answer", "verify x --settings", 2, "name it by its number");
        row("one input twice", "read - -", 2, "read once only");
        row("a title of nothing", "rename x ", 2, "The title is empty");
        row("not a share", "ask x y --top-p 0", 2, "from 0.01 to 1, not '0'");
        row("not a way to choose", "ask x y --selection best", 2, "one of per_token_and_head max_over_tokens");
        row("no such file", "read /nowhere/at/all.pdf", 3, "There is no file \"all.pdf\"");
        row("a web address", "read https://cairn.example/book.html", 3, "\"https://cairn.example/book.html\" is an address on the web");
        row("a web address as a path", "read /books/https:/cairn.example/a.html", 3, "\"https://cairn.example/a.html\" is an address on");
        row("a web address asked", "ask http://cairn.example/book Who?", 3, "Save the page as a file first");
        row("a web address alone", "https://cairn.example/book.html", 2, "Save the page as a file first");
        row("no such session", "heatmap /nowhere/session", 3, "There is no session \"/nowhere/session\"");
        row("no such model", "model info /nowhere/model.gguf", 4, "/nowhere/model.gguf");
    }
    void wrongUseIsTold()
    {
        QFETCH(QStringList, words);
        QFETCH(int, exitCode);
        QFETCH(QByteArray, says);
        const Run told = run(words);
        QVERIFY2(told.errors.contains(says), told.errors.constData());
        QCOMPARE(told.exitCode, exitCode);
    }

    void wrongUseIsToldInJsonToo()
    {
        for (const char* words : {"dream --json", "ask x --json", "--json", "read x.md --fast --json", "model --json"}) {
            const Run told = run(QString::fromLatin1(words).split(QLatin1Char(' ')));
            QCOMPARE(told.exitCode, 2);
            const QString sentence = told.objects().value(0)[QStringLiteral("error")].toString();
            QVERIFY2(told.errors == "cairn-cli: " + sentence.toUtf8() + "\n", told.errors.constData());
        }
    }

    // A line that is longer than the terminal is wide would stay when the next one takes its place.
    void progressKeepsToOneLine()
    {
        for (const unsigned short columns : {12, 80}) {
            const Terminal terminal;
            const winsize size{24, columns, 0, 0};
            QVERIFY(::ioctl(terminal.inside, TIOCSWINSZ, &size) == 0);
            (void)run({QStringLiteral("read"), path("note.md"), QStringLiteral("--model"), QStringLiteral("/nowhere")},
                      [&] { ::dup2(terminal.inside, STDERR_FILENO); });
            const QByteArray shown = terminal.shown();
            QVERIFY2(shown.contains("\r\033[KImporting: "), shown.constData());
            QCOMPARE(shown.contains("Importing: part 1 of 1"), columns == 80);
        }
    }

    void wordsThatAreNoTextAreRefused()
    {
        for (const char* words : {"ask nosuch \"$(printf 'What is \\377?')\"", "rename nosuch \"$(printf '\\303')\"",
                                  "read note.md --title \"$(printf '\\355\\240\\200')\"", "find \"$(printf 'ferry \\200')\""}) {
            QProcess shell;
            const QString command = cairn::test::cliProgram() + QLatin1Char(' ') + QLatin1String(words);
            shell.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), command});
            QVERIFY(shell.waitForFinished());
            const QByteArray said = shell.readAllStandardError();
            QVERIFY2(said.contains("is not valid UTF-8"), said.constData());
            QCOMPARE(shell.exitCode(), 2);
        }
    }

    void oneNameOfSeveralSessionsIsToldSo()
    {
        QVERIFY(makeSession("cairn/sessions/ferries") && makeSession("cairn/sessions/other"));
        for (const char* name : {"cairn/sessions/ferries", "cairn/sessions/other"})
            QVERIFY((*cairn::SessionStore::open(path(name).toStdString()))->setTitle("The same"));
        for (const QString& command : {QStringLiteral("info"), QStringLiteral("export"), QStringLiteral("text")}) {
            const Run told = run({command, QStringLiteral("The same")});
            QCOMPARE(told.exitCode, 2);
            QVERIFY2(told.errors.contains("Several sessions are called \"The same\""), told.errors.constData());
        }
        QVERIFY(QDir(path("cairn/sessions/ferries")).removeRecursively() && QDir(path("cairn/sessions/other")).removeRecursively());
    }

    void aFileIsNoPlaceForASession()
    {
        const Run read = run({QStringLiteral("read"), path("note.md"), QStringLiteral("-o"), path("note.md")});
        QCOMPARE(read.exitCode, 2);
        QVERIFY2(read.errors.contains("there is a file. Name a folder."), read.errors.constData());
        QVERIFY(contentOf(path("note.md")).startsWith("# A note"));
    }

    void answersComeInThroughStandardInput()
    {
        QVERIFY(makeSession("taker") && write("nothing.jsonl", "{}"));
        const Run taken = run({QStringLiteral("import"), path("taker"), QStringLiteral("-")}, {}, path("nothing.jsonl"));
        const Run named = run({QStringLiteral("import"), path("taker"), path("nothing.jsonl")});
        QCOMPARE(taken.exitCode, named.exitCode);
        QCOMPARE(taken.errors, named.errors);
        QVERIFY2(!taken.errors.contains("There is no file"), taken.errors.constData());
    }

    void whatIsNotThereIsNamedWithOneExitCode_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QByteArray>("says");
        for (const char* words : {"ask nosuch Why?", "text nosuch"})
            QTest::newRow(words) << QString::fromLatin1(words) << QByteArray("no session or file \"nosuch\"");
        for (const char* words : {"trace nosuch", "heatmap nosuch", "export nosuch", "info nosuch", "verify nosuch", "blocks nosuch",
                                  "remove nosuch 0", "rename nosuch New", "import nosuch note.md", "ask . Why?", "text ."})
            QTest::newRow(words) << QString::fromLatin1(words) << QByteArray("There is no session \"");
        for (const char* words : {"list nosuch", "find ferry --library nosuch"})
            QTest::newRow(words) << QString::fromLatin1(words) << QByteArray("There is no folder \"nosuch\"");
        for (const char* words : {"read nosuch", "import-session nosuch"})
            QTest::newRow(words) << QString::fromLatin1(words) << QByteArray("There is no file \"nosuch\"");
    }
    void whatIsNotThereIsNamedWithOneExitCode()
    {
        QFETCH(QString, words);
        QFETCH(QByteArray, says);
        const Run told = run(words.split(QLatin1Char(' ')));
        QVERIFY2(told.errors.contains(says), told.errors.constData());
        QCOMPARE(told.exitCode, 3);
        QVERIFY(told.output.isEmpty());
    }

    // Whole names mean what they mean elsewhere.
    void aDeletedCurrentFolderIsNoHindrance()
    {
        const auto inNoFolder = [] {
            char name[] = "/tmp/cairn-gone-XXXXXX";
            if (!mkdtemp(name) || chdir(name) != 0 || rmdir(name) != 0)
                _exit(99);
        };
        const Run text = run({QStringLiteral("text"), path("note.md")}, inNoFolder);
        QVERIFY2(text.exitCode == 0, text.errors.constData());
        QVERIFY(text.output.startsWith("A note"));
        const Run none = run({QStringLiteral("text"), QStringLiteral("tmp")}, inNoFolder);   // of "/" it would be one
        QCOMPARE(none.exitCode, 3);
        QVERIFY2(none.errors.contains("no session or file \"tmp\""), none.errors.constData());
    }

    void aReadingThatNeverBeganLeavesNothing()
    {
        const QStringList noModel{QStringLiteral("--model"), path("nowhere")};
        const auto sessions = [&] { return QDir(path("cairn/sessions")).entryList(QDir::Dirs | QDir::NoDotAndDotDot); };
        QVERIFY(write("unread.md", "# Unread\n\nNobody has read this one.\n"));
        QCOMPARE(run(QStringList{QStringLiteral("read"), path("unread.md"), QStringLiteral("-o"), path("unread")} + noModel).exitCode, 4);
        QVERIFY(!QFile::exists(path("unread")));
        const QStringList before = sessions();
        QCOMPARE(run(QStringList{QStringLiteral("read"), path("unread.md")} + noModel).exitCode, 4);
        QCOMPARE(run(QStringList{QStringLiteral("ask"), path("unread.md"), QStringLiteral("Why?")} + noModel).exitCode, 4);
        QCOMPARE(sessions(), before);
        QVERIFY(makeSession("kept"));
        QCOMPARE(run(QStringList{QStringLiteral("read"), path("unread.md"), QStringLiteral("-o"), path("kept")} + noModel).exitCode, 4);
        QVERIFY(QFile::exists(path("kept/session.db")));   // it was there before
        const Run small = run({QStringLiteral("read"), path("unread.md"), QStringLiteral("-o"), path("full")}, limitFiles);
        QCOMPARE(small.exitCode, 5);
        QVERIFY(!QFile::exists(path("full")));
    }

    void whatIsWellIsSaidInJsonToo()
    {
        QVERIFY(makeSession("well"));
        const auto said = [&](const QStringList& words) {
            const Run told = run(words + QStringList{QStringLiteral("--json")});
            return told.exitCode == 0 ? QJsonDocument::fromJson(told.output).object() : QJsonObject();
        };
        QJsonObject whole = said({QStringLiteral("verify"), path("well")});
        QCOMPARE(whole[QStringLiteral("whole")], QJsonValue(true));
        QCOMPARE(whole[QStringLiteral("session")], QJsonValue(path("well")));
        const QJsonObject renamed = said({QStringLiteral("rename"), path("well"), QStringLiteral("New\ntitle")});
        QCOMPARE(renamed[QStringLiteral("title")], QJsonValue(QStringLiteral("New title")));
        QVERIFY(run({QStringLiteral("info"), path("well")}).output.startsWith("New title\n"));
        const QJsonObject document = said(cairn::test::typed("rename", path("well"), "D", "--document", "1"));
        QCOMPARE(document[QStringLiteral("document")], QJsonValue(1));
        const QStringList remove{QStringLiteral("remove"), path("well"), QStringLiteral("1"), QStringLiteral("--dry-run")};
        QCOMPARE(said(remove)[QStringLiteral("dry_run")], QJsonValue(true));
        QVERIFY(makeSession("single", 1));
        const Run last = run({QStringLiteral("remove"), path("single"), QStringLiteral("0"), QStringLiteral("--dry-run")});
        QCOMPARE(last.exitCode, 3);
        QVERIFY2(last.errors.contains("keeps at least one document") && last.errors.contains("is the folder "), last.errors.constData());
        QVERIFY2(!last.errors.contains("Nothing is read again"), last.errors.constData());
    }

    // Progress and remarks go to standard error, what was asked for does not.
    void resultsGoToStandardOutput()
    {
        QVERIFY(makeSession("results"));
        const auto printed = [&](const QStringList& words) { return run(words).output; };
        QCOMPARE(printed({QStringLiteral("verify"), path("results")}), "Everything is as it was stored.\n");
        QCOMPARE(printed({QStringLiteral("rename"), path("results"), QStringLiteral("Other")}), "Renamed.\n");
        const QStringList remove{QStringLiteral("remove"), path("results"), QStringLiteral("1"), QStringLiteral("--dry-run")};
        QCOMPARE(printed(remove), "Nothing is read again.\n");
        const QStringList foreign{QStringLiteral("import-session"), path("results"), QStringLiteral("-o"), path("brought")};
        QVERIFY(printed(foreign).contains("Brought in: 2 documents"));
    }

    void aSessionIsNamedByItsFileToo()
    {
        QVERIFY(makeSession("filed") && write("more.md", "# More\n\nAnother text.\n"));
        QVERIFY(run({QStringLiteral("info"), path("filed/session.db")}).output.startsWith("filed\n" + path("filed").toUtf8() + "\n"));
        QVERIFY(run({QStringLiteral("list"), path("filed")}).output.startsWith(path("filed").toUtf8() + "\n"));
        const Run mixed = run({QStringLiteral("read"), path("filed"), path("more.md")});
        QCOMPARE(mixed.exitCode, 2);
        const QByteArray command = "cairn-cli read " + path("more.md").toUtf8() + " -o " + path("filed").toUtf8();
        QVERIFY2(mixed.errors.contains(command), mixed.errors.constData());
    }

    // What a document holds is no command to a terminal; elsewhere the text is what it is, byte for byte.
    void aTerminalObeysNoDocument()
    {
        const QByteArray text = "Before \x1B]0;mine\x07, \xC2\x9B" "31m and \xE2\x80\xAEturned\xE2\x80\xAC round \xE2\x82\xAC 5.";
        QVERIFY(write("escape.txt", text + "\n"));
        const QStringList words{QStringLiteral("text"), path("escape.txt")};
        QCOMPARE(run(words).output, text);
        const Terminal terminal;
        const Run told = run(words, [&terminal] { ::dup2(terminal.inside, STDOUT_FILENO); });
        QCOMPARE(told.exitCode, 0);
        const QByteArray shown = "Before \xE2\x90\x9B]0;mine\xE2\x90\x87, \xC2\xA6" "31m and \xC2\xA6turned\xC2\xA6 round \xE2\x82\xAC 5.";
        QCOMPARE(terminal.shown(), shown);
        const Run bytes = run({QStringLiteral("heatmap"), path("nowhere"), QStringLiteral("-o"), QStringLiteral("-")},
                              [&terminal] { ::dup2(terminal.inside, STDOUT_FILENO); });
        QVERIFY2(bytes.exitCode == 2 && bytes.errors.contains("no text for a terminal"), bytes.errors.constData());
    }

    void oneThingIsTracedAtATime()
    {
        QVERIFY(makeSession("traced"));
        const auto refusal = [&](const char* words) {
            const Run refused = run(QStringList{QStringLiteral("trace"), path("traced")} + QString::fromLatin1(words).split(QLatin1Char(' ')));
            return refused.exitCode == 2 ? refused.errors : QByteArray();
        };
        QVERIFY(refusal("--lift --format json").contains("--format is for the whole record"));
        QVERIFY(refusal("--find mill --format npy").contains("--format is for the whole record"));
        QVERIFY(refusal("--lift --rescore --bar 1").contains("--lift and --rescore print different things"));
    }

    void theTextIsOfADocumentThatIsStillThere()
    {
        QVERIFY(makeSession("thinned"));
        QVERIFY((*cairn::SessionStore::open(path("thinned").toStdString()))->setDocumentRemoved(cairn::DocumentId(1), true));
        QCOMPARE(run({QStringLiteral("text"), path("thinned")}).output, "A text in thinned, number 1.");
        const Run first = run({QStringLiteral("text"), path("thinned"), QStringLiteral("--document"), QStringLiteral("0")});
        QVERIFY2(first.output == "A text in thinned, number 0." && first.errors.contains("was removed"), first.errors.constData());
    }

    void anEncodingHasManyNames()
    {
        QVERIFY(write("cafe.txt", "Le caf\xE9.\n"));
        for (const char* name : {"latin1", "ISO-8859-1", "iso8859_1", "CP1252", "ascii"}) {
            const Run text = run({QStringLiteral("text"), path("cafe.txt"), QStringLiteral("--encoding"), QString::fromLatin1(name)});
            QVERIFY2(text.output == "Le caf\xC3\xA9.", (name + text.errors).constData());
        }
    }

    void remarksOfTheImportAreTold()
    {
        QVERIFY(write("old.txt", "Le caf\xE9 est ouvert, d\xE9j\xE0 depuis l'\xE9t\xE9.\n"));
        const Run read = run(cairn::test::typed("read", path("old.txt"), "-o", path("old"), "--model", path("nowhere")));
        QCOMPARE(read.exitCode, 4);
        QVERIFY2(read.errors.contains("Windows-1252"), read.errors.constData());
    }
};

QTEST_GUILESS_MAIN(CliMannersTest)
#include "cli_manners_test.moc"
