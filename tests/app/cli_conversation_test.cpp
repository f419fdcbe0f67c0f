// cairn-cli over several questions to one session: what a question follows is kept with it, answers are named by their numbers. With the
// default model where it is installed.
#include "storage/database/database.h"
#include "tests/app/cli_folder.h"
#include "tests/support/patience.h"
#include "tests/support/signal_process.h"

#include <QJsonArray>
#include <QTest>

#include <csignal>

namespace
{

using Run = cairn::test::CliRun;

// Overwrites one page after another, until it is one of a row.
bool tearRow(const QString& path, const std::function<bool()>& isTorn)
{
    constexpr qint64 kPage = 8192, kLooks = 24;
    for (qint64 look = 1; look < kLooks; ++look) {
        QFile blocks(path);
        if (!blocks.open(QIODevice::ReadWrite))
            return false;
        const qint64 at = blocks.size() * look / kLooks / kPage * kPage;
        blocks.seek(at);
        const QByteArray good = blocks.read(kPage);
        const auto put = [&](const QByteArray& bytes) { return blocks.seek(at) && blocks.write(bytes) == kPage && blocks.flush(); };
        if (!put(QByteArray(kPage, '\xFF')))
            return false;
        if (isTorn())
            return true;
        put(good);
    }
    return false;
}

QString model() { return QStringLiteral(CAIRN_DEPS_DIR "/models/SmolLM2-135M-Instruct.Q4_1.gguf"); }

}  // namespace

class CliConversationTest : public QObject, cairn::test::CliFolder
{
    Q_OBJECT
private:
    Run ask(const char* question, const QStringList& more = {}) const
    {
        return run(QStringList{QStringLiteral("ask"), path("village"), QString::fromLatin1(question)} + more);
    }

    QList<QJsonObject> exported() const
    {
        return run({QStringLiteral("export"), path("village"), QStringLiteral("--json")}).objects();
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (!QFile::exists(model()))
            QSKIP("the default model is not installed");
        qunsetenv("CAIRN_MODEL");
        QByteArray text = "# The village book\n\nThe baker of the village is called Ambrose Tillweather, and his shop has a blue door.\n\n";
        for (int i = 0; i < 6; ++i)
            text += "The river runs slowly past the mill. In spring the meadows are full of yellow flowers, and children walk to the "
                    "school on the hill. When it rains, people stay at home and mend their tools.\n\n";
        QVERIFY(write("village.md", text));
        const Run read = run({QStringLiteral("read"), path("village.md"), QStringLiteral("-o"), path("village")});
        QVERIFY2(read.exitCode == 0, read.errors.constData());
    }

    void whatIsFollowedIsKept()
    {
        const QStringList follows{QStringLiteral("--follow-up")};
        const Run first = ask("What is the name of the baker?", follows);
        QVERIFY2(first.exitCode == 0 && first.errors.contains("no answer yet that this could follow"), first.errors.constData());
        const Run second = ask("What colour is his door?", follows);
        QVERIFY2(second.exitCode == 0 && !second.errors.contains("could follow"), second.errors.constData());
        QVERIFY(ask("Where is the school?").exitCode == 0);
        QVERIFY(ask("Who walks there?", follows + QStringList{QStringLiteral("--sweep")}).exitCode == 0);
        const QString key = QStringLiteral("follows"), id = QStringLiteral("id");
        const QList<QJsonObject> answers = exported();
        QVERIFY(answers.size() >= 4);
        QVERIFY(!answers[0].contains(key) && !answers[2].contains(key));
        QCOMPARE(answers[1][key].toInt(), answers[0][id].toInt());
        for (qsizetype i = 3; i < answers.size(); ++i)
            QCOMPARE(answers[i][key].toInt(), answers[2][id].toInt());   // each part of the sweep
        const QByteArray report = run({QStringLiteral("export"), path("village")}).output;
        QVERIFY2(report.contains("## What colour is his door?\n\n*Follow-up of \u201CWhat is the name of the baker?\u201D*\n\n"),
                 report.constData());
        QCOMPARE(report.count("Follow-up of"), answers.size() - 2);
    }

    void whatAQuestionLeftOutIsInTheReport()
    {
        QVERIFY(ask("Where do children walk?", {QStringLiteral("--bar"), QStringLiteral("0")}).exitCode == 0);
        const QByteArray report = run({QStringLiteral("export"), path("village")}).output;
        QVERIFY2(report.contains("*This was kept out: The village book, "), report.constData());
        QVERIFY(ask("Where do children walk?", {QStringLiteral("--only"), QStringLiteral("1")}).exitCode == 0);
        QVERIFY(run({QStringLiteral("export"), path("village")}).output.contains("Only this was looked at: The village book, "));
    }

    void aQuestionIsAskedOfOneSection()
    {
        QVERIFY(write("rules.md", "# Rules\n\n## 1 Bakers\n\nThe fee is 3 crowns.\n\n## 2 Smiths\n\nThe fee is 9 crowns.\n\n"
                                  "## 3 Old smiths\n\nThey pay nothing.\n"));
        QVERIFY(run({QStringLiteral("read"), path("rules.md"), QStringLiteral("-o"), path("rules")}).exitCode == 0);
        const auto askOf = [&](const char* section) {
            return run({QStringLiteral("ask"), path("rules"), QStringLiteral("What is the fee?"), QStringLiteral("--section"),
                        QString::fromUtf8(section)});
        };
        const Run bakers = askOf("bakers"), second = askOf("2");
        QVERIFY2(bakers.exitCode == 0 && bakers.output.contains("3 crowns"), bakers.output.constData());
        QVERIFY2(!bakers.output.contains("9 crowns"), bakers.output.constData());
        QVERIFY2(second.exitCode == 0 && second.output.contains("9 crowns"), second.output.constData());
        QVERIFY2(!second.output.contains("3 crowns"), second.output.constData());
        const Run both = askOf("smiths"), none = askOf("tailors");
        QVERIFY2(both.exitCode == 2 && both.errors.contains("may be 2 sections"), both.errors.constData());
        QVERIFY2(none.exitCode == 2 && none.errors.contains("is no section"), none.errors.constData());
    }

    void ofSeveralDocumentsTheOneAskedForIsNamed()
    {
        QVERIFY(write("birds.md", "# Teaching with birds\n\nA course for beginners.\n\n"
                                  "Students sort penguins by the length of their beaks.\n"));
        QVERIFY(write("stones.md", "# Teaching with stones\n\nA course for beginners.\n\nStudents sort pebbles by weight and colour.\n"));
        QVERIFY(run({QStringLiteral("read"), path("stones.md"), path("birds.md"), QStringLiteral("-o"), path("courses")}).exitCode == 0);
        const QString which = QStringLiteral("Which of the papers has students sort penguins?");
        const Run penguins = run({QStringLiteral("ask"), path("courses"), which});
        QVERIFY2(penguins.output.startsWith("\"Teaching with birds\": \"Students sort penguins by the length of their beaks.\""),
                 penguins.output.constData());
        const Run alone = run({QStringLiteral("ask"), path("courses"), QStringLiteral("Which paper has students sort penguins?"),
                               QStringLiteral("--only"), QStringLiteral("d1")});
        QVERIFY2(alone.output.contains("penguins"), alone.output.constData());
    }

    void aQuestionInAnotherLanguageThanTheTextIsRemarkedOn()
    {
        const Run german = ask("Wie hei\xc3\x9ft der B\xc3\xa4" "cker?");
        QVERIFY2(german.exitCode == 0 && german.errors.contains("The question is in German, the text in English"), german.errors.constData());
        const Run english = ask("Who is the baker?");
        QVERIFY2(english.exitCode == 0 && !english.errors.contains("The question is in"), english.errors.constData());
    }

    void aQuestionIsAskedOfSomeBlock()
    {
        const qsizetype before = exported().size();
        for (const QStringList& more : {QStringList{}, QStringList{QStringLiteral("--sweep"), QStringLiteral("--json")}}) {
            const Run none = ask("Who is the baker?", cairn::test::typed("--only", "0", "--bar", "0-1") + more);
            QVERIFY2(none.exitCode == 2 && none.errors.contains("leave no block to look at"), none.errors.constData());
        }
        QCOMPARE(exported().size(), before);
    }

    // Not "the text does not say".
    void aSweepStoppedAtItsBeginningAnswersNothing()
    {
        QProcess process;
        process.setProcessEnvironment(environment());
        process.start(cairn::test::cliProgram(), cairn::test::typed("ask", path("village"), "Who mends tools?", "--sweep", "--json"));
        QByteArray errors;
        process.setReadChannel(QProcess::StandardError);
        while (!errors.contains("Part 1 of") && process.waitForReadyRead(cairn::test::kPatienceMs))
            errors += process.readAllStandardError();
        QVERIFY2(errors.contains("Part 1 of"), errors.constData());
        QVERIFY(cairn::test::signalProcess(process.processId(), SIGINT));
        QVERIFY(process.waitForFinished(cairn::test::kPatienceMs));
        QCOMPARE(process.exitCode(), 130);
        const QByteArray output = process.readAllStandardOutput();
        QVERIFY2(output.startsWith("{\"error\":\"Stopped before the first part"), output.constData());
    }

    void aSessionOfANewerProgramKeepsNoQuestion()
    {
        QVERIFY(run({QStringLiteral("read"), path("village.md"), QStringLiteral("-o"), path("newer")}).exitCode == 0);
        QVERIFY(cairn::Database::open(path("newer/session.db").toStdString(), {})->execute("PRAGMA user_version=999"));
        const Run asked = run({QStringLiteral("ask"), path("newer"), QStringLiteral("Who is the baker?")});
        QVERIFY2(asked.exitCode == 0 && asked.errors.contains("saved by a newer Cairn: the question"), asked.errors.constData());
    }

    void anotherEncodingTakesTheTextsPlace()
    {
        const auto read = [&](const QStringList& more) {
            return run(QStringList{QStringLiteral("read"), path("cafe.txt"), QStringLiteral("-o"), path("cafe")} + more);
        };
        QVERIFY(write("cafe.txt", "Le caf\xE9 du village.\n") && read({}).exitCode == 0);
        const Run anew = read({QStringLiteral("--encoding"), QStringLiteral("koi8-r")});
        QVERIFY2(anew.errors.contains("Taken in place of its earlier state: cafe.txt"), anew.errors.constData());
        QVERIFY2(!anew.errors.contains("In the session already"), anew.errors.constData());
        QVERIFY(run({QStringLiteral("text"), path("cafe")}).output.startsWith("Le caf\xD0\x98"));
        QVERIFY(read({QStringLiteral("--encoding"), QStringLiteral("koi8-r")}).errors.contains("In the session already"));
    }

    void aNoteShorterThanABlockIsFound()
    {
        QVERIFY(QDir().mkdir(path("library")) && write("short.txt", "The ferryman is called Odo Brackwater.\n"));
        QVERIFY(run({QStringLiteral("read"), path("short.txt"), QStringLiteral("-o"), path("library/short")}).exitCode == 0);
        const Run own = run({QStringLiteral("read"), path("short.txt"), QStringLiteral("--title"), QStringLiteral("Ferry")});
        QVERIFY2(own.errors.contains("To ask: cairn-cli ask short-txt \"...\"\n"), own.errors.constData()); // its folder's name will do
        const Run found = run(cairn::test::typed("find", "name of the ferryman", "--library", path("library")));
        QVERIFY2(found.exitCode == 0 && found.output.contains("Odo Brackwater"), (found.output + found.errors).constData());
    }

    // A damaged page of a row, whose link to the next one leads nowhere: SQLite can't write over it.
    void aLinkIntoNowhereIsNoFullDisk()
    {
        QVERIFY(run({QStringLiteral("read"), path("village.md"), QStringLiteral("-o"), path("torn")}).exitCode == 0);
        const QStringList verify{QStringLiteral("verify"), path("torn")};
        QVERIFY(tearRow(path("torn/blocks.db"), [&] { return run(verify).output.contains("Damaged row"); }));
        const QStringList question{QStringLiteral("ask"), path("torn"), QStringLiteral("Who is the baker?")};
        const Run asked = run(question);
        QVERIFY2(asked.exitCode == 5 && asked.errors.contains("--repair reads the memory again"), asked.errors.constData());
        const Run repaired = run(verify + QStringList{QStringLiteral("--repair")});
        QVERIFY2(repaired.exitCode == 0 && repaired.output.contains("all of it was read again"), repaired.errors.constData());
        QCOMPARE(run(question).exitCode, 0);
    }

    // As of documents and sessions.
    void anAnswerThatIsNotThereIsNotFound()
    {
        for (const char* command : {"trace", "heatmap", "verify"}) {
            for (const char* number : {"99", "0", "1x"}) {
                const Run named = run({QString::fromLatin1(command), path("village"), QString::fromLatin1(number)});
                QCOMPARE(named.exitCode, 3);
                QVERIFY2(named.errors.contains(number), named.errors.constData());
            }
        }
        const Run file = run({QStringLiteral("verify"), path("village"), QStringLiteral("none.trace")});
        QVERIFY2(file.exitCode == 3 && file.errors.contains("There is no file \"none.trace\""), file.errors.constData());
        const Run json = run({QStringLiteral("trace"), path("village"), QStringLiteral("99"), QStringLiteral("--json")});
        QCOMPARE(json.exitCode, 3);
        QVERIFY(json.objects().value(0)[QStringLiteral("error")].toString().contains(QStringLiteral("is no answer of this session")));
    }
};

QTEST_GUILESS_MAIN(CliConversationTest)
#include "cli_conversation_test.moc"
