// Other settings: each is asked once as a question of its own; the badge is worked out again from what is kept.
#include "app/window/settings/other_settings.h"

#include "app/common/ask_options_json.h"
#include "core/answering/setting_variants.h"
#include "core/types/citation_agreement.h"
#include "tests/support/patience.h"
#include "tests/support/temporary_folder.h"
#include "tests/window/lighthouse_text.h"

#include <QSignalSpy>
#include <QTest>

#include <set>

using namespace cairn;
using namespace cairn::test;

namespace
{

// A session of it, read by the fake engine.
struct Bench
{
    explicit Bench(const QStringList& script = {})
        : engine(QStringList{QStringLiteral(CAIRN_FAKE_ENGINE), QString::fromStdString(work.path())} + script),
          session(store, engine), conversation(session), other(conversation)
    {
        if (auto created = SessionStore::create(folder.path(), "Lighthouses"))
            (void)(*created)->addDocument(lighthouse(), {});
        session.openFolder(QString::fromStdString(folder.path()));
        QSignalSpy read(&engine, &EngineClient::readFinished);
        (void)QTest::qWaitFor([&] { return session.facts().has_value(); }, kPatienceMs);
        engine.read();
        (void)QTest::qWaitFor([&] { return read.count() > 0; }, kPatienceMs);
        QSignalSpy answered(&conversation, &ConversationController::answerFinished);
        conversation.ask(QStringLiteral("Who keeps the light?"), {});
        (void)QTest::qWaitFor([&] { return answered.count() > 0; }, kPatienceMs);
    }

    TemporaryFolder folder, work;
    StoreThread store;
    EngineClient engine;
    SessionController session;
    ConversationController conversation;
    OtherSettings other;
};

Citation cited(std::uint64_t begin, std::uint64_t end)
{
    Citation citation;
    citation.range = {begin, end};
    return citation;
}

}  // namespace

class OtherSettingsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void variantsChangeOneSettingAndLeaveOutItsOwn();
    void citationsAgreeWhereEachMeetsOneOfTheOther();
    void everySettingIsAskedOnceAndTheAnswerIsShownAgain();
    void stopEndsIt();
};

void OtherSettingsTest::variantsChangeOneSettingAndLeaveOutItsOwn()
{
    Trace trace;
    trace.k = 8;
    trace.mode = SelectionMode::MaxOverHeads;
    trace.attention = AttentionWay::Exact;
    AskOptions asked;
    asked.seed = 9;
    const auto variants = settingVariants(asked, trace);
    QCOMPARE(variants.size(), std::size_t{7});   // k 2, 4, 16; three modes; grouped
    std::set<std::string> different;
    for (const AskOptions& variant : variants) {
        QCOMPARE((variant.topK > 0) + variant.mode.has_value() + variant.attention.has_value(), 1);
        QVERIFY(variant.topK != 8 && variant.mode != SelectionMode::MaxOverHeads && variant.attention != AttentionWay::Exact);
        QCOMPARE(toJson(withoutSettings(variant)), toJson(asked));
        different.insert(toJson(variant));
    }
    QCOMPARE(different.size(), variants.size());
}

void OtherSettingsTest::citationsAgreeWhereEachMeetsOneOfTheOther()
{
    Answer one, other;
    QVERIFY(!citationsAgree(one, other));        // nothing to agree about
    one.citations = {cited(10, 20), cited(50, 60)};
    other.citations = {cited(15, 30), cited(40, 51)};
    QVERIFY(citationsAgree(one, other) && citationsAgree(other, one));
    other.citations.push_back(cited(60, 70));     // touches, shares no character
    QVERIFY(!citationsAgree(one, other) && !citationsAgree(other, one));
    other.citations.back() = cited(12, 13);
    QVERIFY(citationsAgree(one, other));
    other.citations.back().document = 1;
    QVERIFY(!citationsAgree(one, other));
}

void OtherSettingsTest::everySettingIsAskedOnceAndTheAnswerIsShownAgain()
{
    Bench bench;
    QVERIFY(bench.conversation.shown());
    const AnswerId origin = *bench.conversation.shownId();
    const int count = bench.other.count();
    QVERIFY2(count >= 6 && bench.other.seconds() >= 0, qPrintable(QString::number(count)));
    QVERIFY(!bench.conversation.isStable(origin).has_value());
    QSignalSpy finished(&bench.other, &OtherSettings::finished);
    bench.other.start();
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(finished[0], (QVariantList{count, count, count}));   // the fake engine always cites the same
    QTRY_VERIFY(bench.conversation.shownId() == origin);
    const auto& turns = bench.session.contents().turns;
    QCOMPARE(int(turns.size()), count + 1);
    std::set<std::string> asked;
    for (const StoredTurn& turn : turns)
        asked.insert(turn.question.options);
    QCOMPARE(int(asked.size()), count + 1);
    QVERIFY(bench.conversation.isStable(origin) == std::optional(true));
    bench.session.contents().turns.back().words.back().citations.clear();   // one that cites something else
    QVERIFY(bench.conversation.isStable(origin) == std::optional(false));
}

void OtherSettingsTest::stopEndsIt()
{
    Bench bench({QStringLiteral("pace:0:ms=30")});
    QSignalSpy progress(&bench.other, &OtherSettings::progressed), finished(&bench.other, &OtherSettings::finished);
    bench.other.start();
    QTRY_VERIFY(progress.count() >= 1 && bench.conversation.live() && bench.conversation.live()->id.value != 0);
    bench.conversation.stop();
    QTRY_COMPARE(finished.count(), 1);
    QVERIFY(finished[0][0].toInt() < finished[0][1].toInt());
    QVERIFY(!bench.other.isRunning());
}

QTEST_GUILESS_MAIN(OtherSettingsTest)
#include "other_settings_test.moc"
