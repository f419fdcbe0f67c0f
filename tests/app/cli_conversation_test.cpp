// cairn-cli over several questions to one session: what a question follows is kept with it, answers are named by their numbers. With the
// default model where it is installed.
#include "tests/app/cli_folder.h"

#include <QJsonArray>
#include <QTest>

namespace
{

using Run = cairn::test::CliRun;

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
        QVERIFY(write("rules.md", "# Rules\n\n## 1 Bakers\n\nThe fee is 3 crowns.\n\n## 2 Smiths\n\nThe fee is 9 crowns.\n\n## 3 Old smiths\n\n"
                                  "They pay nothing.\n"));
        QVERIFY(run({QStringLiteral("read"), path("rules.md"), QStringLiteral("-o"), path("rules")}).exitCode == 0);
        const auto askOf = [&](const char* section) {
            return run({QStringLiteral("ask"), path("rules"), QStringLiteral("What is the fee?"), QStringLiteral("--section"),
                        QString::fromUtf8(section)});
        };
        const Run bakers = askOf("bakers"), second = askOf("2");
        QVERIFY2(bakers.exitCode == 0 && bakers.output.contains("3 crowns") && !bakers.output.contains("9 crowns"), bakers.output.constData());
        QVERIFY2(second.exitCode == 0 && second.output.contains("9 crowns") && !second.output.contains("3 crowns"), second.output.constData());
        const Run both = askOf("smiths"), none = askOf("tailors");
        QVERIFY2(both.exitCode == 2 && both.errors.contains("may be 2 sections"), both.errors.constData());
        QVERIFY2(none.exitCode == 2 && none.errors.contains("is no section"), none.errors.constData());
    }

    void aQuestionInAnotherLanguageThanTheTextIsRemarkedOn()
    {
        const Run german = ask("Wie hei\xc3\x9ft der B\xc3\xa4" "cker?");
        QVERIFY2(german.exitCode == 0 && german.errors.contains("The question is in German, the text in English"), german.errors.constData());
        const Run english = ask("Who is the baker?");
        QVERIFY2(english.exitCode == 0 && !english.errors.contains("The question is in"), english.errors.constData());
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
