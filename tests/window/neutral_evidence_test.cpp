// The neutral question: asked once per memory when nothing else is, kept with the session, never in the list of answers.
#include "app/window/session/neutral_evidence.h"

#include "tests/support/patience.h"
#include "tests/support/temporary_folder.h"
#include "tests/window/lighthouse_text.h"

#include <QSignalSpy>
#include <QTest>

using namespace cairn;
using namespace cairn::test;

namespace
{

// The window's parts over a session's folder, with the fake engine.
struct Bench
{
    explicit Bench(const std::string& folder, const std::string& work)
        : engine({QStringLiteral(CAIRN_FAKE_ENGINE), QString::fromStdString(work)}), session(store, engine), reading(session),
          conversation(session), neutral(session, reading, conversation)
    {
        QObject::connect(&engine, &EngineClient::answered, &engine, [this] { ++answers; });
        session.openFolder(QString::fromStdString(folder));
        (void)QTest::qWaitFor([&] { return session.facts().has_value(); }, kPatienceMs);
    }

    StoreThread store;
    EngineClient engine;
    SessionController session;
    ReadingController reading;
    ConversationController conversation;
    NeutralEvidenceController neutral;
    int answers = 0;
};

}  // namespace

class NeutralEvidenceTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void itIsMeasuredOnceAndKept();
};

void NeutralEvidenceTest::itIsMeasuredOnceAndKept()
{
    const TemporaryFolder folder, work;
    if (auto created = SessionStore::create(folder.path(), "Lighthouses"))
        (void)(*created)->addDocument(lighthouse(), {});
    NeutralEvidence measured;
    {
        Bench bench(folder.path(), work.path());
        QVERIFY(!bench.neutral.evidence());
        bench.reading.start();
        QTRY_VERIFY(bench.neutral.evidence() != nullptr);
        QVERIFY(bench.reading.status().isRead() && bench.answers == 1);
        measured = *bench.neutral.evidence();
        QVERIFY(!measured.evidence.empty());
        QVERIFY(bench.session.contents().turns.empty());   // no answer of the session's
        QTRY_VERIFY(!bench.session.isSaving());
    }
    Bench bench(folder.path(), work.path());
    QTRY_VERIFY(bench.neutral.evidence() != nullptr);
    QVERIFY(*bench.neutral.evidence() == measured);
    bench.conversation.ask(QStringLiteral("Who keeps the light?"), {});
    QTRY_COMPARE(bench.answers, 1);
    QTest::qWait(2500);                                    // idle: it is known, so nothing is asked
    QCOMPARE(bench.answers, 1);
    QVERIFY(bench.neutral.evidence() && bench.session.contents().turns.size() == 1);
}

QTEST_GUILESS_MAIN(NeutralEvidenceTest)
#include "neutral_evidence_test.moc"
