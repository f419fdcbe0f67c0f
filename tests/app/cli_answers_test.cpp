// cairn-cli over the answers that a session keeps: their traces, what they come from, whether they are repeated, and a memory that is
// checked and mended. With the default model where it is installed.
#include "tests/app/cli_village.h"

#include <QImage>
#include <QJsonArray>
#include <QRegularExpression>

#include <algorithm>
#include <cstdlib>

namespace
{

using Run = cairn::test::CliRun;
using cairn::test::typed;

}  // namespace

class CliAnswersTest : public QObject, cairn::test::CliVillage
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { writeVillage(); }

    void answersAreKeptWithTheirTraces()
    {
        SKIP_WITHOUT_MODEL();
        readVillage();
        QCOMPARE(run(typed("ask", path("village"), "When was the bell cast?", "--strategy", "memory")).exitCode, 0);
        const Run exported = run(typed("export", path("village"), "--format", "json"));
        QCOMPARE(exported.objects().last()[QStringLiteral("question")].toString(), QStringLiteral("When was the bell cast?"));
        QVERIFY(run(typed("trace", path("village"))).output.startsWith("token,layer,head,place,block,gate,score,kind\n0,"));
        QVERIFY(run(typed("trace", path("village"), "--json")).output.startsWith("{\"token\":0,"));
        QVERIFY(run(typed("trace", path("village"), "--format", "npy")).output.startsWith("\x93NUMPY"));
        const Run plainTrace = run(typed("trace", path("village")));
        const Run deep = run(typed("ask", path("village"), "When was the bell cast?", "--strategy", "memory", "--deep-trace"));
        QVERIFY(deep.exitCode == 0 && deep.output.contains("Deep trace: "));
        QByteArray deepTrace = run(typed("trace", path("village"))).output, opened;
        QVERIFY(!plainTrace.output.contains(",near\n") && deepTrace.contains(",near\n"));
        for (const QByteArray& line : deepTrace.split('\n'))
            opened += line.isEmpty() || line.endsWith(",near") ? QByteArray() : line + '\n';
        QVERIFY(opened == plainTrace.output);   // what was opened is the same, line by line
        QVERIFY(run(typed("trace", path("village"), "--format", "trace")).output.contains("nearScores"));
        const Run picture = run(typed("heatmap", path("village"), "-o", path("heat.png"), "--rows", "heads"));
        QCOMPARE(picture.exitCode, 0);
        const QImage plain(path("heat.png"));
        QVERIFY(plain.height() > 240);
        const auto drawn = [&](const QStringList& options) {
            const QStringList usual{QStringLiteral("heatmap"), path("village"), QStringLiteral("-o"), path("heat.png"),
                                    QStringLiteral("--rows"), QStringLiteral("heads")};
            return run(usual + options).exitCode == 0 ? QImage(path("heat.png")) : QImage();
        };
        const auto isGrey = [](const QImage& image) {
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    if (const QRgb pixel = image.pixel(x, y); std::abs(qRed(pixel) - qBlue(pixel)) > 48)   // words are bluish
                        return false;
            return true;
        };
        const QImage grey = drawn({QStringLiteral("--colours"), QStringLiteral("grey")});
        QVERIFY(!isGrey(plain) && !grey.isNull() && grey.size() == plain.size() && isGrey(grey));
        const QImage parts = drawn({QStringLiteral("--renormalise")});
        QVERIFY(!parts.isNull() && parts.size() == plain.size() && parts != plain);
        QCOMPARE(run(typed("heatmap", path("village"), "--colours", "pink")).exitCode, 2);
    }

    // Kept with the question, so that asking again repeats it and the export says so.
    void headsAreSwitchedOffForOneQuestion()
    {
        SKIP_WITHOUT_MODEL();
        readVillage();
        const QStringList question = typed("ask", path("village"), "When was the bell cast?", "--strategy", "memory");
        const Run wrong = run(question + QStringList{QStringLiteral("--without-heads"), QStringLiteral("30:0")});
        QVERIFY2(wrong.exitCode == 2 && wrong.errors.contains("30 layers of 9 heads"), wrong.errors.constData());
        QCOMPARE(run(question + QStringList{QStringLiteral("--without-heads"), QStringLiteral("12:1,0:3,12:1")}).exitCode, 0);
        const QJsonObject kept = run(typed("export", path("village"), "--json")).objects().last();
        QCOMPARE(kept[QStringLiteral("without_heads")].toString(), QStringLiteral("0:3,12:1"));
        QCOMPARE(run(typed("verify", path("village"), QString::number(kept[QStringLiteral("id")].toInt()))).exitCode, 0);
        const QString rows = QString::fromUtf8(run(typed("trace", path("village"))).output);   // token,layer,head,..
        QVERIFY(rows.contains(QRegularExpression(QStringLiteral("\n\\d+,0,2,"))));
        QVERIFY(!rows.contains(QRegularExpression(QStringLiteral("\n\\d+,0,3,"))));
    }

    // The place that the answer stands in is what it comes from: without it the answer is another one, without some other place the same.
    void theAnswerFlipsWithoutItsPlaceAlone()
    {
        SKIP_WITHOUT_MODEL();
        readVillage();
        const QStringList question{QStringLiteral("ask"), path("village"), QStringLiteral("What is the name of the baker?"),
                                   QStringLiteral("--json")};
        const auto answerOf = [&](const QStringList& more) { return run(question + more).objects().value(0); };
        const QJsonObject usual = answerOf({});
        QVERIFY(usual[QStringLiteral("answer")].toString().contains(QStringLiteral("Ambrose")));
        QStringList cited;
        for (const QJsonValue& citation : usual[QStringLiteral("citations")].toArray()) {
            for (const QJsonValue& block : citation[QStringLiteral("blocks")].toArray())
                cited += QString::number(block.toInt());
        }
        QVERIFY(!cited.isEmpty());
        const QJsonObject without = answerOf({QStringLiteral("--bar"), cited.join(QLatin1Char(','))});
        QVERIFY(!without[QStringLiteral("answer")].toString().contains(QStringLiteral("Ambrose")));
        const QString other = cited.contains(QStringLiteral("20")) ? QStringLiteral("24") : QStringLiteral("20");
        const QJsonObject same = answerOf({QStringLiteral("--bar"), other});
        QCOMPARE(same[QStringLiteral("answer")].toString(), usual[QStringLiteral("answer")].toString());
    }

    // Lift tells what the question drew to a block beyond its share with any question; measured once, then kept.
    void liftIsMeasuredOnceAndKept()
    {
        SKIP_WITHOUT_MODEL();
        readVillage();
        QCOMPARE(run(typed("ask", path("village"), "When was the bell cast?", "--strategy", "memory")).exitCode, 0);
        const Run measured = run(typed("trace", path("village"), "--lift", "--json"));
        QVERIFY2(measured.exitCode == 0, measured.errors.constData());
        const QList<QJsonObject> blocks = measured.objects();
        const auto liftOf = [](const QJsonObject& block) { return block[QStringLiteral("lift")].toDouble(); };
        QVERIFY(blocks.size() > 1 && blocks.first()[QStringLiteral("sink")].toBool() && liftOf(blocks.first()) == 1);
        QVERIFY(std::any_of(blocks.begin(), blocks.end(), [&](const QJsonObject& block) { return liftOf(block) > 1; }));
        const Run kept = run(typed("trace", path("village"), "--lift", "--json", "--model", path("nowhere")));
        QCOMPARE(kept.output, measured.output);   // without the model
    }

    void verifyRepeatsAnAnswerAndFindsDamage()
    {
        SKIP_WITHOUT_MODEL();
        readVillage();
        QVERIFY(run(typed("read", path("village"))).output.startsWith("Read already: "));
        QCOMPARE(run(typed("ask", path("village"), "What colour is the door of the shop?")).exitCode, 0);
        const QJsonObject newest = run(typed("export", path("village"), "--json")).objects().last();
        const QString last = QString::number(newest[QStringLiteral("id")].toInt());
        QCOMPARE(run(typed("verify", path("village"), last)).exitCode, 0);
        QCOMPARE(run(typed("verify", path("village"))).exitCode, 0);
        const QJsonObject removal =
            run(typed("trace", path("village"), last, "--rescore", "--bar", "1", "--deep", "--json")).objects().value(0);
        QVERIFY(removal[QStringLiteral("tokens_read_again")].toInt() > 0 && removal.contains(QStringLiteral("deep_removal_effect")));
        QVERIFY(!QFile::exists(path("village/blocks.removal.db")));
        QByteArray evidence = run(typed("trace", path("village"), last, "--format", "trace")).output;
        QVERIFY(write("evidence.trace", evidence));
        QVERIFY(evidence.contains("\"tokenizer\":\"49152 tokens, ") && evidence.contains("\"program\":\"cairn 0."));
        QCOMPARE(run(typed("verify", path("village"), path("evidence.trace"))).exitCode, 0);
        evidence[evidence.size() / 2] = char(evidence[evidence.size() / 2] ^ 1);
        QVERIFY(write("evidence.trace", evidence));
        QCOMPARE(run(typed("verify", path("village"), path("evidence.trace"))).exitCode, 1);
        QFile blocks(path("village/blocks.db"));
        QVERIFY(blocks.open(QIODevice::ReadWrite));
        QVERIFY(blocks.seek(blocks.size() / 2));
        QVERIFY(blocks.write(QByteArray(64, '\x5A')) == 64);
        blocks.close();
        QCOMPARE(run(typed("verify", path("village"))).exitCode, 1);
        const Run repaired = run(typed("verify", path("village"), "--repair"));
        QVERIFY2(repaired.exitCode == 0, repaired.errors.constData());
        QCOMPARE(run(typed("verify", path("village"))).exitCode, 0);
    }

    // What took minutes is not thrown away in passing: it is said what would be, and how.
    void anotherNumberTypeIsReadOnlyWhereThatIsWished()
    {
        SKIP_WITHOUT_MODEL();
        readVillage();
        const QStringList info{QStringLiteral("info"), path("village"), QStringLiteral("--json")};
        const auto memory = [&] { return run(info).objects().value(0)[QStringLiteral("memory")].toObject(); };
        const QJsonObject before = memory();
        const QStringList other{QStringLiteral("--kv"), QStringLiteral("f16")};
        const QByteArray how = "cairn-cli read " + path("village").toUtf8() + " --kv f16 --reread. Its ";
        for (const QStringList& words : {QStringList{QStringLiteral("read"), path("village")},
                                         QStringList{QStringLiteral("ask"), path("village"), QStringLiteral("Who?")}}) {
            const Run refused = run(words + other);
            QVERIFY2(refused.exitCode == 4 && refused.errors.contains(how), refused.errors.constData());
            QCOMPARE(memory(), before);
        }
        const Run wished = run(QStringList{QStringLiteral("read"), path("village"), QStringLiteral("--reread")} + other);
        QVERIFY2(wished.exitCode == 0 && wished.errors.contains("Given up: "), wished.errors.constData());
        QCOMPARE(memory()[QStringLiteral("kv")], QJsonValue(QStringLiteral("f16")));
        QCOMPARE(memory()[QStringLiteral("blocks")], before[QStringLiteral("blocks")]);
    }

    // As on a drive that can't be written to.
    void aSessionThatCannotBeLockedIsChecked()
    {
        SKIP_WITHOUT_MODEL();
        readVillage();
        QVERIFY(QFile::remove(path("village/session.lock")) && QDir().mkdir(path("village/session.lock")));
        const QStringList verify{QStringLiteral("verify"), path("village")};
        const Run found = run(verify), repaired = run(verify + QStringList{QStringLiteral("--repair")});
        QVERIFY(QDir().rmdir(path("village/session.lock")));
        QVERIFY2(found.exitCode == 0 && found.output.contains("Everything is as it was stored"), found.errors.constData());
        QCOMPARE(repaired.exitCode, 5);
    }

    // What holds the rows of blocks.db together: none of them can be mended alone, all can be computed again.
    void aMemoryDamagedBeyondItsBlocksIsReadAgain_data()
    {
        QTest::addColumn<int>("offset");
        QTest::newRow("beginning of the file") << 0;
        QTest::newRow("a page of the tree") << 16384;
    }
    void aMemoryDamagedBeyondItsBlocksIsReadAgain()
    {
        QFETCH(int, offset);
        SKIP_WITHOUT_MODEL();
        readVillage();
        QFile blocks(path("village/blocks.db"));
        QVERIFY(blocks.open(QIODevice::ReadWrite));
        QVERIFY(blocks.seek(offset));
        QVERIFY(blocks.write(QByteArray(16, '\x5A')) == 16);
        blocks.close();
        const QStringList verify{QStringLiteral("verify"), path("village")};
        const Run found = run(verify);
        QCOMPARE(found.exitCode, 5);
        QVERIFY2(found.errors.contains("--repair reads a damaged memory again"), found.errors.constData());
        const Run repaired = run(verify + QStringList{QStringLiteral("--repair")});
        QVERIFY2(repaired.exitCode == 0, repaired.errors.constData());
        QVERIFY2(repaired.output.contains("all of it was read again"), repaired.output.constData());
        QCOMPARE(run(verify).exitCode, 0);
    }
};

QTEST_GUILESS_MAIN(CliAnswersTest)
#include "cli_answers_test.moc"
