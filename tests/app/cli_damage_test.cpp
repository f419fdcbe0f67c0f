// One flipped byte in session.db: it is named, the rest can be read, and what the person's files still hold is mended. No model.
#include "storage/session/session_store.h"
#include "tests/app/cli_run.h"
#include "tests/documents/pdf_file.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace cairn;
using cairn::test::CliRun;

namespace
{

constexpr const char* kHurt = "The ferry leaves at noon, and nobody has ever missed it.";
constexpr const char* kWhole = "The mill stands at the river, and its wheel turns slowly.";

}  // namespace

class CliDamageTest : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    QString m_session;

    QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    CliRun run(const QStringList& words) const
    {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("XDG_DATA_HOME"), path("data"));
        return cairn::test::runCli(words, environment);
    }

    bool write(const QString& file, const QByteArray& bytes) const
    {
        QFile target(file);
        return target.open(QIODevice::WriteOnly) && target.write(bytes) == bytes.size();
    }

    // As it is imported.
    CanonicalText textOf(const char* file, const QStringList& options = {}) const
    {
        CanonicalText text;
        text.title = file;
        text.text = run(QStringList{QStringLiteral("text"), path(file)} + options).output.toStdString();
        text.units = {{"", {0, text.text.size()}}};
        text.paragraphs = {{{0, text.text.size()}, ParagraphKind::Text, 0}};
        return text;
    }

    // One byte of the first place where `words` stand in session.db.
    bool flip(const char* words, qsizetype at = 0) const
    {
        QFile file(m_session + QStringLiteral("/session.db"));
        if (!file.open(QIODevice::ReadWrite))
            return false;
        const QByteArray bytes = file.readAll();
        const qsizetype place = bytes.indexOf(words) + at;
        return place >= at && file.seek(place) && file.putChar(char(bytes[place] ^ 1));
    }

    QByteArray quoted() const { return "'" + m_session.toUtf8().replace("'", "'\\''") + "'"; }
    QJsonObject info() const { return run({QStringLiteral("info"), m_session, QStringLiteral("--json")}).objects().value(0); }

private Q_SLOTS:
    // Two documents, a question with its answer, a note; in a folder whose name a shell would take apart.
    void init()
    {
        QVERIFY(write(path("hurt.txt"), QByteArray(kHurt) + "\n") && write(path("whole.txt"), QByteArray(kWhole) + "\n"));
        static int number = 0;
        m_session = path("it's mine ") + QString::number(++number);
        QVERIFY(QDir().mkdir(m_session));
        auto store = SessionStore::create(m_session.toStdString(), "Mine");
        QVERIFY(store);
        const auto hurt = (*store)->addDocument(textOf("hurt.txt"), {path("hurt.txt").toStdString(), 1, 2});
        QVERIFY(hurt && (*store)->addDocument(textOf("whole.txt"), {}));
        const auto question = (*store)->recordQuestion("When does it leave?", "{}");
        QVERIFY(question);
        const auto answer = (*store)->beginAnswer(*question, Strategy::Reread);
        QVERIFY(answer);
        Answer words;
        words.text = "It leaves in the middle of the day.";
        QVERIFY((*store)->finishAnswer(*answer, words, AnswerState::Finished, "{}"));
        QVERIFY((*store)->addNote({*hurt, {0, 3}, "A remark of mine"}));
    }

    void aDamagedTextLeavesTheRest()
    {
        QVERIFY(info()[QStringLiteral("problems")].toArray().isEmpty());
        QVERIFY(flip(kHurt, 4));
        const QJsonArray documents = info()[QStringLiteral("documents")].toArray();
        const auto isHurt = [&](int i) { return documents[i].toObject()[QStringLiteral("damaged")].toBool(); };
        QVERIFY(isHurt(0) && !isHurt(1));
        const CliRun told = run({QStringLiteral("info"), m_session}), checked = run({QStringLiteral("verify"), m_session});
        QVERIFY2(told.exitCode == 0 && told.output.contains("The text of \"hurt.txt\" is damaged."), told.output.constData());
        QVERIFY2(checked.exitCode == 1 && checked.output == "The text of \"hurt.txt\" is damaged.\n", checked.output.constData());
        QVERIFY2(checked.errors.contains("cairn-cli verify " + quoted() + " --repair"), checked.errors.constData());
        const CliRun other = run({QStringLiteral("text"), m_session, QStringLiteral("--document"), QStringLiteral("1")});
        QVERIFY(other.exitCode == 0 && other.output.startsWith(kWhole));
        QVERIFY(run({QStringLiteral("export"), m_session}).output.contains("in the middle of the day"));
        const QByteArray how = "\"hurt.txt\" is damaged. cairn-cli verify " + quoted() + " --repair";
        for (const QStringList& words : {QStringList{QStringLiteral("text"), m_session}, QStringList{QStringLiteral("read"), m_session},
                                         QStringList{QStringLiteral("ask"), m_session, QStringLiteral("When?")}}) {
            const CliRun refused = run(words);
            QCOMPARE(refused.exitCode, 5);
            QVERIFY2(refused.errors.contains(how), refused.errors.constData());
            QVERIFY2(!refused.errors.contains("SESSION"), refused.errors.constData());
        }
    }

    // Asked again, a withheld answer would be withheld again.
    void whatHasNoTraceSaysWhy_data()
    {
        QTest::addColumn<bool>("found");
        QTest::addColumn<QByteArray>("context");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("withheld") << false << QByteArray(R"({"memory_blocks":5})") << QByteArray("--show-unsupported");
        QTest::newRow("of all chapters") << true << QByteArray(R"({"memory_blocks":0})") << QByteArray("joins those of the chapters");
        QTest::newRow("lost") << true << QByteArray(R"({"memory_blocks":5})") << QByteArray("Ask again.");
    }
    void whatHasNoTraceSaysWhy()
    {
        QFETCH(bool, found);
        QFETCH(QByteArray, context);
        QFETCH(QByteArray, says);
        {
            auto store = SessionStore::open(m_session.toStdString());
            QVERIFY(store);
            const auto question = (*store)->recordQuestion("Who?", "{}");
            QVERIFY(question);
            const auto answer = (*store)->beginAnswer(*question, Strategy::Reread, context.toStdString());
            QVERIFY(answer);
            Answer words;
            words.text = found ? "The miller." : "The text does not say.";
            words.found = found;
            QVERIFY((*store)->finishAnswer(*answer, words, AnswerState::Finished, context.toStdString()));
        }
        for (const char* command : {"trace", "heatmap"}) {
            const CliRun refused = run({QString::fromLatin1(command), m_session});
            QCOMPARE(refused.exitCode, 3);
            QVERIFY2(refused.errors.contains(says), refused.errors.constData());
            QCOMPARE(refused.errors.contains("Ask again"), says == "Ask again.");
        }
    }

    void itIsTakenAnewFromItsFile()
    {
        QVERIFY(flip(kHurt, 4));
        const CliRun repaired = run({QStringLiteral("verify"), m_session, QStringLiteral("--repair")});
        QCOMPARE(repaired.exitCode, 0);
        QVERIFY2(repaired.output.contains("taken anew from " + path("hurt.txt").toUtf8()), repaired.output.constData());
        QCOMPARE(run({QStringLiteral("verify"), m_session}).output, "Everything is as it was stored.\n");
        QVERIFY(run({QStringLiteral("text"), m_session}).output.startsWith(kHurt));
    }

    // As the file was read then: with its password, in its encoding.
    void itsFileIsReadAsThen_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("words");     // in session.db
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("without");          // exit code
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char* file, const QByteArray& bytes, const char* words, const char* options, int without,
                            const char* says) {
            QTest::newRow(file) << QString::fromLatin1(file) << bytes << QByteArray(words)
                                << QString::fromLatin1(options).split(QLatin1Char(' ')) << without << QByteArray(says);
        };
        test::PdfFileOptions locked;
        locked.userPassword = "sesame";
        row("locked.pdf", test::PdfFile::make({{"The vault opens at dawn, and nobody has the key."}}, locked), "The vault opens",
            "--password sesame", 3, "--password TEXT gives it.");
        row("old.txt", "Wood, \xC4\xC5\xD2\xC5\xD7\xCF, is carried by the ferry.\n", "is carried", "--encoding KOI8-R", 1,
            "or read with another --encoding, which verify --repair takes too.");
    }
    void itsFileIsReadAsThen()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, words);
        QFETCH(QStringList, options);
        QFETCH(int, without);
        QFETCH(QByteArray, says);
        QVERIFY(write(path(name.toUtf8().constData()), bytes));
        const CanonicalText text = textOf(name.toUtf8().constData(), options);
        QVERIFY2(text.text.find(words.toStdString()) != std::string::npos, text.text.c_str());
        {
            auto store = SessionStore::open(m_session.toStdString());
            QVERIFY(store && (*store)->addDocument(text, {path(name.toUtf8().constData()).toStdString(), 1, 2}));
        }
        QVERIFY(flip(words.constData(), 2));
        const QStringList repair{QStringLiteral("verify"), m_session, QStringLiteral("--repair")};
        const CliRun refused = run(repair);
        QCOMPARE(refused.exitCode, without);
        QVERIFY2(refused.errors.contains(says), refused.errors.constData());
        const CliRun repaired = run(repair + options);
        QVERIFY2(repaired.exitCode == 0, (repaired.output + repaired.errors).constData());
        QCOMPARE(run({QStringLiteral("verify"), m_session}).output, "Everything is as it was stored.\n");
    }

    void optionsOfImportingAreForRepairing()
    {
        const CliRun told = run({QStringLiteral("verify"), m_session, QStringLiteral("--encoding"), QStringLiteral("KOI8-R")});
        QVERIFY2(told.exitCode == 2 && told.errors.contains("are for --repair"), told.errors.constData());
        QVERIFY(flip(kHurt, 4));
        const QStringList unknown{QStringLiteral("--encoding"), QStringLiteral("Klingon")};
        const CliRun refused = run(QStringList{QStringLiteral("verify"), m_session, QStringLiteral("--repair")} + unknown);
        QVERIFY2(refused.exitCode == 2 && refused.errors.contains("is no encoding that Cairn knows"), refused.errors.constData());
    }

    void whatItsFileNoLongerHoldsGoesIntoANewSession()
    {
        QVERIFY(write(path("hurt.txt"), "Something else by now.\n") && flip(kHurt, 4));
        const CliRun repaired = run({QStringLiteral("verify"), m_session, QStringLiteral("--repair"), QStringLiteral("--json")});
        QVERIFY2(repaired.exitCode == 1 && repaired.output.contains("\"recovered\":"), repaired.output.constData());
        QVERIFY(run({QStringLiteral("verify"), m_session}).output.contains("The text of \"hurt.txt\" is damaged."));   // unchanged
    }

    // Of the table that holds the texts: nothing can be written into it in place.
    void aDamagedPageOfTextsGoesIntoANewSession()
    {
        QFile file(m_session + QStringLiteral("/session.db"));
        QVERIFY(file.open(QIODevice::ReadWrite));
        const QByteArray bytes = file.readAll();
        const qsizetype page = bytes.indexOf(kHurt) / 4096 * 4096;
        QVERIFY(page > 0 && file.seek(page) && file.write(QByteArray(4096, '\xFF')) == 4096);
        file.close();
        const CliRun repaired = run({QStringLiteral("verify"), m_session, QStringLiteral("--repair"), QStringLiteral("--json")});
        QVERIFY2(repaired.exitCode == 1 && repaired.output.contains("\"recovered\":"), (repaired.output + repaired.errors).constData());
    }

    void aDamagedRowIsNamed_data()
    {
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<QByteArray>("problem");
        QTest::newRow("question") << QByteArray("When does it leave?") << QByteArray("Question 1 is damaged.");
        QTest::newRow("answer") << QByteArray("It leaves in the middle") << QByteArray("Answer 1 is damaged.");
        QTest::newRow("note") << QByteArray("A remark of mine") << QByteArray("Note 1 is damaged.");
        QTest::newRow("document's entry") << QByteArray("whole.txt") << QByteArray("The entry of document 2 is damaged.");
    }
    void aDamagedRowIsNamed()
    {
        QFETCH(QByteArray, words);
        QFETCH(QByteArray, problem);
        QVERIFY(flip(words.constData(), 3));
        const CliRun told = run({QStringLiteral("info"), m_session}), checked = run({QStringLiteral("verify"), m_session});
        QVERIFY2(told.exitCode == 0 && told.output.contains(problem), told.output.constData());
        QVERIFY2(checked.exitCode == 1 && checked.output.contains(problem), checked.output.constData());
        QVERIFY(run({QStringLiteral("text"), m_session}).output.startsWith(kHurt));
    }
};

QTEST_GUILESS_MAIN(CliDamageTest)
#include "cli_damage_test.moc"
