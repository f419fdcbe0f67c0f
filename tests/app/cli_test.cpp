// cairn-cli as its user runs it: read, ask, stop, go on, add and remove documents; with the default model where it is installed. What is
// kept of answers: cli_answers_test.cpp.
#include "tests/app/cli_village.h"
#include "tests/support/patience.h"
#include "tests/support/signal_process.h"

#include <QFileInfo>
#include <QJsonArray>

namespace
{

using Run = cairn::test::CliRun;
using cairn::test::cliProgram, cairn::test::typed;

// Four chapters, each with a fact of the same kind: no single place answers a question about all of them.
const QByteArrayList kKeepers = {"Ambrose Tillweather", "Berta Quillfeather", "Conrad Ashdown", "Dorothea Mossgrove"};

QByteArray keepers()
{
    static const char* const kPlaces[] = {"harbour", "mill", "tower", "school"};
    const QByteArray filler = "The river runs slowly past the meadows. In spring they are full of yellow flowers, and children walk to "
                              "school along the bank. When it rains, people stay at home and mend their tools.\n\n";
    QByteArray text = "# The village book\n\n";
    for (int i = 0; i < 4; ++i)
        text += QByteArray("## The ") + kPlaces[i] + "\n\n" + filler + "The keeper of the " + kPlaces[i] + " is called " + kKeepers[i] +
                ".\n\n" + filler;
    return text;
}

}  // namespace

class CliTest : public QObject, cairn::test::CliVillage
{
    Q_OBJECT
private:
    QJsonObject memoryOf(const QString& session) const
    {
        return run(typed("info", session, "--json")).objects().value(0)[QStringLiteral("memory")].toObject();
    }

private Q_SLOTS:
    void initTestCase() { writeVillage(); }

    void everyCommandHasHelp()
    {
        const Run overview = run(typed("--help"));
        QCOMPARE(overview.exitCode, 0);
        for (const char* command : {"read", "ask", "trace", "heatmap", "export", "info", "verify", "text", "blocks", "list", "remove",
                                    "rename", "model info", "model recover"}) {
            QVERIFY2(overview.output.contains(command), command);
            const Run help = run(QString::fromLatin1(command).split(QLatin1Char(' ')) << QStringLiteral("--help"));
            QCOMPARE(help.exitCode, 0);
            QVERIFY2(help.output.startsWith("Usage: cairn-cli " + QByteArray(command)), help.output.constData());
        }
        QVERIFY(run(typed("--version")).output.startsWith("cairn-cli "));
    }

    void aTextShorterThanABlockIsListedAsRead()
    {
        SKIP_WITHOUT_MODEL();
        QVERIFY(write("goose.md", "The goose is called Berta.\n"));
        const QString goose = path("goose-session");
        QCOMPARE(run(typed("read", path("goose.md"), "-o", goose)).exitCode, 0);
        const QByteArray listed = run(typed("list", goose)).output;
        QVERIFY2(listed.contains("; read, "), listed.constData());
    }

    void textOfAFileIsItsCanonicalText()
    {
        const Run text = run(typed("text", path("village.md")));
        QCOMPARE(text.exitCode, 0);
        const auto at = text.output.indexOf("Ambrose Tillweather");
        QVERIFY(at > 0);
        const Run range = run(typed("text", path("village.md"), "--range", QStringLiteral("%1:%2").arg(at).arg(at + 19)));
        QCOMPARE(range.output, QByteArray("Ambrose Tillweather"));
    }

    void textNamesTheFormat()
    {
        QVERIFY(write("village.fodt", "<?xml version='1.0'?><office:document xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0' "
                                      "xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0'><office:body><office:text>"
                                      "<text:p>The well is dry.</text:p></office:text></office:body></office:document>"));
        QVERIFY(run(typed("text", path("village.fodt"), "--json")).output.contains("\"format\":\"odt\""));
        QVERIFY(run(typed("text", path("village.md"), "--json")).output.contains("\"format\":\"markdown\""));
    }

    void brokenFileLeavesNothingBehind()
    {
        QVERIFY(write("broken.pdf", "%PDF-1.7\nnothing more"));
        const Run read = run(typed("read", path("broken.pdf"), "-o", path("broken")));
        QCOMPARE(read.exitCode, 3);
        QVERIFY(!QFile::exists(path("broken")));
    }

    void readsAsksAndCites()
    {
        SKIP_WITHOUT_MODEL();
        readVillage();
        const Run asked = run(typed("ask", path("village"), "What is the name of the baker?", "--json"));
        QVERIFY2(asked.exitCode == 0, asked.errors.constData());
        const QJsonObject answer = asked.objects().value(0);
        QVERIFY2(answer[QStringLiteral("answer")].toString().contains(QStringLiteral("Ambrose")), asked.output.constData());
        QVERIFY(answer[QStringLiteral("found")].toBool());
        const QJsonArray citations = answer[QStringLiteral("citations")].toArray();
        QVERIFY(!citations.isEmpty());
        const QJsonObject first = citations.first().toObject();
        QVERIFY2(first[QStringLiteral("text")].toString().contains(QStringLiteral("Ambrose Tillweather")), asked.output.constData());
        const int begin = first[QStringLiteral("begin")].toInt(), end = first[QStringLiteral("end")].toInt();
        const Run cited = run(typed("text", path("village"), "--range", QStringLiteral("%1:%2").arg(begin).arg(end)));
        QCOMPARE(cited.output, first[QStringLiteral("text")].toString().toUtf8());
        QVERIFY(answer[QStringLiteral("coverage")].toObject()[QStringLiteral("total")].toInt() > 20);
        QVERIFY(!answer[QStringLiteral("tokens")].toArray().isEmpty());
        const QStringList unanswered{QStringLiteral("ask"), path("village"), QStringLiteral("Which engineer invented the telephone?")};
        const Run refused = run(unanswered);   // what came nearest is shown instead
        QVERIFY2(refused.output.contains("\n  Nearest passage, bytes "), refused.output.constData());
        QVERIFY2(refused.errors.contains(" on CPU"), refused.errors.constData());   // which model on which device
        const QJsonObject nothing = run(unanswered + QStringList{QStringLiteral("--json")}).objects().value(0);
        QVERIFY(!nothing[QStringLiteral("found")].toBool() && !nothing[QStringLiteral("passages")].toArray().isEmpty());
        QVERIFY(!run(typed("ask", path("village"), "What is the name of the baker?")).output.contains("Nearest"));
        const auto askedWith = [&](const QStringList& more, const char* question = "Who?") {
            return run(QStringList{QStringLiteral("ask"), path("village"), QString::fromLatin1(question)} + more).exitCode;
        };
        QCOMPARE(askedWith({QStringLiteral("--only"), QString()}), 2);   // nothing at all is no place to look at
        QCOMPARE(askedWith({QStringLiteral("--bar"), QStringLiteral("0"), QStringLiteral("--pin"), QStringLiteral("0")}), 2);
        const int all = int(run(typed("blocks", path("village"))).output.count('\n'));
        const QByteArray text = run(typed("text", path("village"))).output;
        const QByteArray last = run(typed("blocks", path("village"), "--block", QString::number(all - 1))).output;
        QVERIFY2(text.endsWith(last.mid(last.indexOf('\n') + 1).trimmed()), last.constData());   // the open block is one, too
        QCOMPARE(askedWith({QStringLiteral("--bar"), QString::number(all - 1)}), 0);
        QCOMPARE(askedWith({QStringLiteral("--bar"), QString::number(all)}), 2);
    }

    void aSweepFindsWhatIsPlantedInEveryChapter()
    {
        SKIP_WITHOUT_MODEL();
        QVERIFY(write("keepers.md", keepers()));
        QCOMPARE(run(typed("read", path("keepers.md"), "-o", path("keepers"))).exitCode, 0);
        const Run asked = run(typed("ask", path("keepers"), "Who is the keeper?", "--sweep", "--json"));
        QVERIFY2(asked.exitCode == 0, asked.errors.constData());
        const QJsonObject swept = asked.objects().value(0);
        const QJsonArray parts = swept[QStringLiteral("parts")].toArray();
        QCOMPARE(parts.size(), kKeepers.size());
        QByteArrayList cited;
        for (const QJsonValue& part : parts) {
            for (const QJsonValue& citation : part[QStringLiteral("answer")][QStringLiteral("citations")].toArray())
                cited.append(citation[QStringLiteral("text")].toString().toUtf8());
        }
        const QByteArray places = cited.join(' ');
        for (const QByteArray& keeper : kKeepers)
            QVERIFY2(places.contains(keeper), asked.output.constData());
        QCOMPARE(swept[QStringLiteral("planned")].toInt(), int(kKeepers.size()));
        QCOMPARE(run(typed("export", path("keepers"), "--json")).objects().size(), kKeepers.size());
    }

    void documentsAddedLaterAreAskedTogether()
    {
        SKIP_WITHOUT_MODEL();
        const QString session = path("together");
        const auto read = [&](const char* file) { return run(typed("read", path(file), "-o", session, "--json")); };
        const auto ask = [&](const char* question) { return run(typed("ask", session, question, "--json")).objects().value(0); };
        const auto citedDocument = [](const QJsonObject& answer) {
            return answer[QStringLiteral("citations")].toArray().first().toObject()[QStringLiteral("document")].toInt(-1);
        };
        QVERIFY(write("short.md", book(8)));
        QVERIFY(write("ferry.md", "# The ferry\n\nThe ferry across the lake is steered by Helga Winterbottom, "
                                    "who rings a brass horn at every landing.\n\n"));
        QCOMPARE(read("short.md").exitCode, 0);
        QVERIFY(ask("What is the name of the baker?")[QStringLiteral("answer")].toString().contains(QStringLiteral("Ambrose")));
        const Run added = read("ferry.md");
        QVERIFY2(added.exitCode == 0 && added.errors.contains("Added: The ferry"), added.errors.constData());
        const QJsonObject report = added.objects().value(0);
        QVERIFY(report[QStringLiteral("resumed_at")].toInt() > 400);
        QCOMPARE(report[QStringLiteral("documents")].toArray().size(), 2);
        const QByteArray listed = run(typed("list", session)).output;
        QVERIFY2(listed.contains("; read "), listed.constData());
        QVERIFY(QFile::rename(session + QStringLiteral("/blocks.db"), session + QStringLiteral("/kept.db")));
        const QByteArray without = run(typed("list", session)).output;
        QVERIFY2(without.contains("; memory discarded") && !without.contains("; read "), without.constData());
        const QJsonObject summary = run(typed("list", session, "--json")).objects().value(0);
        QVERIFY(summary[QStringLiteral("memory_discarded")].toBool() && summary[QStringLiteral("stored_blocks")].toInt() == 0);
        QVERIFY(QFile::rename(session + QStringLiteral("/kept.db"), session + QStringLiteral("/blocks.db")));
        QVERIFY(!run(typed("list", session, "--json")).objects().value(0)[QStringLiteral("memory_discarded")].toBool());
        QCOMPARE(citedDocument(ask("Who steers the ferry across the lake?")), 1);
        QCOMPARE(citedDocument(ask("What is the name of the baker?")), 0);
        const Run verified = run(typed("verify", session, "1"));   // given over less
        QVERIFY2(verified.exitCode == 3 && verified.errors.contains("documents were added"), verified.errors.constData());
        QCOMPARE(run(typed("verify", session)).exitCode, 0);
        QCOMPARE(run(typed("rename", session, "Ferries", "--document", "1")).exitCode, 0);
        QVERIFY(run(typed("export", session)).output.contains("1. Ferries"));
        QVERIFY(read("ferry.md").errors.contains("In the session already: Ferries"));
        const auto readPlainly = [&](const char* file) { return run(typed("read", path(file), "-o", session)).output; };
        QVERIFY(write("tiny.md", "The goose is called Berta.\n"));   // shorter than a block, and yet new
        const QByteArray tiny = readPlainly("tiny.md");
        QVERIFY2(tiny.startsWith("Read, with what is new in it"), tiny.constData());
        QVERIFY(readPlainly("tiny.md").startsWith("Read already"));
        QVERIFY(write("ferry.md", "# The ferry\n\nNobody steers it any more.\n\n"));
        QCOMPARE(read("ferry.md").exitCode, 3);
    }

    void aDocumentIsRemovedAndTakenBack()
    {
        SKIP_WITHOUT_MODEL();
        const QString session = path("removing");
        const auto remove = [&](QStringList more) { return run(QStringList{QStringLiteral("remove"), session} + more); };
        const auto baker = [&] { return run(typed("ask", session, "What is the name of the baker?", "--json")).objects().value(0); };
        QVERIFY(write("bakers.md", book(8)));
        QVERIFY(write("lake.md", "# The lake\n\nThe boat on the lake is steered by Helga Winterbottom, "
                                    "who rings a brass horn at every landing.\n\n"));
        QCOMPARE(run(typed("read", path("bakers.md"), path("lake.md"), "-o", session)).exitCode, 0);
        QVERIFY(!QFile::exists(path("ballast")));        // nothing beside the session
        QVERIFY(baker()[QStringLiteral("answer")].toString().contains(QStringLiteral("Ambrose")));
        const Run cost = remove({QStringLiteral("0"), QStringLiteral("--dry-run")});
        QVERIFY2(cost.exitCode == 0 && cost.output.contains("read again"), cost.output.constData());
        const Run removed = remove({QStringLiteral("0"), QStringLiteral("--json")});
        QVERIFY2(removed.exitCode == 0, removed.errors.constData());
        QVERIFY(removed.objects().value(0)[QStringLiteral("tokens")].toInt() < 200);
        QVERIFY(!baker()[QStringLiteral("answer")].toString().contains(QStringLiteral("Ambrose")));
        const Run exported = run(typed("export", session));
        QVERIFY2(exported.output.contains("Ambrose"), exported.output.constData());
        QVERIFY2(exported.output.contains("(removed from the session)"), exported.output.constData());
        QCOMPARE(run(typed("verify", session)).exitCode, 0);
        QCOMPARE(run(typed("verify", session, "1")).exitCode, 3);   // its memory is no more
        QCOMPARE(remove({QStringLiteral("0")}).exitCode, 2);
        QCOMPARE(remove({QStringLiteral("The lake")}).exitCode, 3);                            // the last one stays
        QCOMPARE(remove({QStringLiteral("0"), QStringLiteral("--take-back")}).exitCode, 0);
        QVERIFY(baker()[QStringLiteral("answer")].toString().contains(QStringLiteral("Ambrose")));
        QCOMPARE(remove({QStringLiteral("lake.md")}).exitCode, 0);                             // by the name of its file
        QCOMPARE(run(typed("verify", session)).exitCode, 0);
    }

    void theWayToScanIsASettingOfTheSession()
    {
        SKIP_WITHOUT_MODEL();
        const QString session = path("scanned"), twoLevel = QStringLiteral("two_level"), scan = QStringLiteral("--scan");
        const auto recorded = [&](const QString& of) { return memoryOf(of)[QStringLiteral("scan")].toString(); };
        QVERIFY(write("scanned.md", book(8)));
        QCOMPARE(run(typed("read", path("scanned.md"), "-o", session, scan, twoLevel)).exitCode, 0);
        QCOMPARE(recorded(session), twoLevel);
        QVERIFY(run(typed("info", session)).output.contains("scan two_level"));
        const QStringList question = typed("ask", session, "What is the name of the baker?", "--strategy", "window");
        const auto asked = [&] { return run(typed("trace", session, "--format", "trace")).output; };
        QCOMPARE(run(question).exitCode, 0);
        QVERIFY(asked().contains("\"scan\":1") && asked().contains("\\\"seed\\\":"));   // how it was asked, too
        QCOMPARE(run(question + QStringList{scan, QStringLiteral("flat")}).exitCode, 0);
        QVERIFY(asked().contains("\"scan\":0"));
        const Run refused = run(question + QStringList{scan, twoLevel, QStringLiteral("--selection"), QStringLiteral("max_over_heads")});
        QVERIFY2(refused.exitCode != 0 && refused.errors.contains("flat scan"), refused.errors.constData());
    }

    void stoppedReadingGoesOn()
    {
        SKIP_WITHOUT_MODEL();
        QProcess process;
        process.setProcessEnvironment(environment());
        QVERIFY(write("town.md", book(150)));
        process.start(cliProgram(), {QStringLiteral("read"), path("town.md"), QStringLiteral("-o"), path("stopped")});
        const auto stored = [&] { return QFileInfo(path("stopped/blocks.db")).size(); };
        QTRY_VERIFY(stored() > 4'000'000);   // some of its blocks, of 60 MB
        QVERIFY(cairn::test::signalProcess(process.processId(), SIGKILL));
        QVERIFY(process.waitForFinished(cairn::test::kPatienceMs));
        QCOMPARE(process.exitStatus(), QProcess::CrashExit);
        for (const char* session : {"stopped", "town"}) {
            const Run read = run(typed("read", path("town.md"), "-o", path(session), "--json"));
            QVERIFY2(read.exitCode == 0, read.errors.constData());
        }
        const auto blocks = [&](const char* session) { return memoryOf(path(session))[QStringLiteral("blocks")].toInt(); };
        QCOMPARE(blocks("stopped"), blocks("town"));
        QCOMPARE(run(typed("read", path("broken.pdf"), "-o", path("stopped"))).exitCode, 3);
    }
};

QTEST_GUILESS_MAIN(CliTest)
#include "cli_test.moc"
