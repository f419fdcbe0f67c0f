// A damaged text of session.db comes back from the memory that was read from it, where its hash proves it; else nothing uses it.
#include "storage/folders/session_folder.h"
#include "tests/app/cli_run.h"
#include "tests/app/village.h"
#include "tests/support/chat_model.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/without_rights.h"

#include <QFile>
#include <QTest>

#include <algorithm>

using namespace cairn;
using namespace cairn::test;

namespace
{

constexpr const char* kHeading = "The chapter of the ferry";

ImportedDocument alpha(const std::string& path = {})
{
    ImportedDocument made = villageDocument("Alpha", 60, path);
    made.text.outline = {{kHeading, 1, 0}};
    return made;
}

const ImportedDocument kBeta = villageDocument("Beta", 40);

}  // namespace

class MendedTextTest : public QObject
{
    Q_OBJECT
private:
    TemporaryFolder m_model;

    EngineWishes wishes() const { return modelAlone(m_model.path()); }

    // Both documents, read to the end or until `blocks` are finished.
    void readNew(const std::string& folder, std::uint32_t blocks = 0) const
    {
        const auto session = openVillage(folder);
        if (!session->adopt({alpha(), kBeta}) || !session->attachEngine(wishes(), true))
            qFatal("not taken");
        std::stop_source stop;
        const auto done = session->read([&](const ReadProgress&) {
            if (blocks > 0 && session->memory().blocks() >= blocks)
                stop.request_stop();
        }, stop.get_token());
        if (done.has_value() == (blocks > 0))
            qFatal("reading ended otherwise than asked for");
    }

    // One byte of the first place where `words` stand in session.db.
    static bool flip(const std::string& folder, const char* words)
    {
        QFile file(QString::fromStdString(folder + "/session.db"));
        if (!file.open(QIODevice::ReadWrite))
            return false;
        const QByteArray bytes = file.readAll();
        const qsizetype place = bytes.indexOf(words);
        return place >= 0 && file.seek(place) && file.putChar(char(bytes[place] ^ 1));
    }

    QStringList withModel(const QStringList& words) const
    {
        return words + QStringList{QStringLiteral("--model"), QString::fromStdString(m_model.path())};
    }

private Q_SLOTS:
    void initTestCase() { ChatModel model(m_model.path()); }

    void theMemoryHoldsIt_data()
    {
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<std::size_t>("document");
        QTest::newRow("first document") << QByteArray("Alpha, paragraph 30") << std::size_t{0};
        QTest::newRow("last one, with the open block") << QByteArray("Beta, paragraph 39") << std::size_t{1};
    }
    void theMemoryHoldsIt()
    {
        QFETCH(QByteArray, words);
        QFETCH(std::size_t, document);
        const TemporaryFolder place;
        const std::string folder = place.file("session");
        readNew(folder);
        QVERIFY(flip(folder, words.constData()));
        {
            const auto session = openVillage(folder);
            QCOMPARE(session->damagedDocuments(), std::vector{document});
            const auto attached = session->attachEngine(wishes(), false);
            QVERIFY2(attached, attached ? "" : attached.error().error.message.c_str());
            const auto mended = session->takeMendedTexts();
            QVERIFY(mended.size() == 1 && mended.front().document == document && mended.front().hasMaps);
            QCOMPARE(session->documents()[document].text, (document == 0 ? alpha() : kBeta).text.text);
            QVERIFY(session->damagedDocuments().empty() && session->isRead());
        }
        const auto session = openVillage(folder);   // it stays mended
        const auto problems = session->store().verify();
        QVERIFY(session->damagedDocuments().empty() && problems && problems->empty());
        QCOMPARE(session->documents()[0].outline.size(), std::size_t{1});
    }

    void damagedMapsLeaveTheTextInUse()
    {
        const TemporaryFolder place;
        const std::string folder = place.file("session");
        readNew(folder);
        QVERIFY(flip(folder, kHeading));
        const auto session = openVillage(folder);
        QCOMPARE(session->damagedDocuments(), std::vector<std::size_t>{0});
        QVERIFY(session->attachEngine(wishes(), false));
        const auto mended = session->takeMendedTexts();
        QVERIFY(mended.size() == 1 && !mended.front().hasMaps);
        QCOMPARE(session->documents()[0].text, alpha().text.text);
        QVERIFY(session->documents()[0].outline.empty());
        QVERIFY(!session->store().loadDocument(session->records()[0].id));   // what isn't there is not made up
    }

    void whatWasNotReadIsRefused()
    {
        const TemporaryFolder place;
        const std::string folder = place.file("session");
        readNew(folder, 5);
        QVERIFY(flip(folder, "Beta, paragraph 30"));
        const auto session = openVillage(folder);
        const auto attached = session->attachEngine(wishes(), false);
        QVERIFY(!attached && attached.error().error.code == ErrorCode::Corruption);
        QVERIFY(session->damagedDocuments() == std::vector<std::size_t>{1} && session->documents()[1].text.empty());
    }

    void whereNothingCanBeWrittenItIsMendedForNow()
    {
        const TemporaryFolder place;
        const std::string folder = place.file("session");
        readNew(folder);
        QVERIFY(flip(folder, "Alpha, paragraph 30"));
        std::filesystem::permissions(m_model.path(), std::filesystem::perms(0755));
        const WriteProtected protectedFolder(folder);
        const AsNobody nobody;
        const auto session = OpenSession::openToAsk(folder);
        QVERIFY(session && !(*session)->store().canWrite());
        QVERIFY((*session)->attachEngine(wishes(), false));
        QCOMPARE((*session)->documents()[0].text, alpha().text.text);
    }

    void theCommandLineAsksAndRepairsIt()
    {
        const TemporaryFolder place;
        const auto path = [&](const char* name) { return QString::fromStdString(place.file(name)); };
        const QString session = path("session");
        for (const char* name : {"Alpha", "Beta"}) {
            QFile text(path(name));
            QVERIFY(text.open(QIODevice::WriteOnly) && text.write(villageDocument(name, 40).text.text.c_str()) > 0);
        }
        const auto run = [&](const QStringList& words) { return runCli(withModel(words), QProcessEnvironment::systemEnvironment()); };
        const CliRun read = run({QStringLiteral("read"), path("Alpha"), path("Beta"), QStringLiteral("-o"), session});
        QVERIFY2(read.exitCode == 0, read.errors.constData());
        QVERIFY(QFile::remove(path("Alpha")) && flip(session.toStdString(), "Alpha, paragraph 30"));
        const CliRun repaired = run({QStringLiteral("verify"), session, QStringLiteral("--repair")});
        QVERIFY2(repaired.exitCode == 0, (repaired.output + repaired.errors).constData());
        QVERIFY2(repaired.output.contains("was taken anew from the memory."), repaired.output.constData());
        QVERIFY(flip(session.toStdString(), "Alpha, paragraph 30"));
        const CliRun found =
            run({QStringLiteral("find"), QStringLiteral("river"), QStringLiteral("--library"), QString::fromStdString(place.path())});
        QVERIFY2(found.errors.contains("cairn-cli verify " + session.toUtf8() + " --repair mends what can be."), found.errors.constData());
        const CliRun asked = run(QStringList{QStringLiteral("ask"), session, QStringLiteral("Where?")} +
                                 QStringLiteral("--only d1 --strategy memory --max-tokens 2").split(QLatin1Char(' ')));
        QVERIFY2(asked.exitCode == 0 && asked.errors.contains("it was taken anew from the memory."), asked.errors.constData());
        QCOMPARE(run({QStringLiteral("verify"), session}).output, "Everything is as it was stored.\n");
    }
};

QTEST_GUILESS_MAIN(MendedTextTest)
#include "mended_text_test.moc"
