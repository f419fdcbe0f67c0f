// Deep removal from the window: the direct effect first, the deep one beside it; a stop, a question and a dying engine end it.
#include "app/window/areas/study_dock.h"

#include "tests/client/generated_document.h"
#include "tests/support/patience.h"
#include "tests/support/temporary_folder.h"
#include "ui/study/evidence_view.h"
#include "ui/study/removal_view.h"

#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace cairn;
using namespace cairn::test;

namespace
{

constexpr std::uint32_t kBlock = 1;

// A read session of the fake engine with one answer, its removal view and a block to remove.
struct Bench
{
    explicit Bench(const QStringList& script)
        : engine(QStringList{QStringLiteral(CAIRN_FAKE_ENGINE), QString::fromStdString(work.path())} + script), session(store, engine),
          conversation(session), dock(conversation, &hub)
    {
        (void)(*SessionStore::create(folder.path(), "Lighthouses"))->addDocument(*testing::generatedDocument(2), {});
        session.openFolder(QString::fromStdString(folder.path()));
        QSignalSpy read(&engine, &EngineClient::readFinished), answered(&conversation, &ConversationController::answerFinished);
        (void)QTest::qWaitFor([&] { return session.facts().has_value(); }, kPatienceMs);
        engine.read();
        (void)QTest::qWaitFor([&] { return read.count() > 0; }, kPatienceMs);
        conversation.ask(QStringLiteral("Who keeps the light?"), {});
        (void)QTest::qWaitFor([&] { return answered.count() > 0 && conversation.shown(); }, kPatienceMs);
        hub.setRun(conversation.shown());
        dock.setReadingRate([] { return 4.0; });
        dock.resize(800, 700);
        dock.setVisible(true);
        dock.show(StudyDock::View::Removal);
        (void)QTest::qWaitFor([&] { return view() && view()->model().rowCount() > 0; }, kPatienceMs);
        view()->setBlocks({kBlock});
        view()->table()->selectRow(0);
    }
    RemovalView* view() { return dock.findChild<RemovalView*>(); }
    QPushButton* deeply() { return view()->findChild<DeepRemovalRow*>()->findChild<QPushButton*>(); }
    const RemovalRow& row() { return view()->model().rows().front(); }

    TemporaryFolder folder, work;
    StoreThread store;
    EngineClient engine;
    SessionController session;
    ConversationController conversation;
    SelectionHub hub;
    StudyDock dock;
};

}  // namespace

class DeepRemovalTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theCostIsWhatFollowsTheBlock()
    {
        Bench bench({});
        const EngineFacts& facts = *bench.session.facts();
        const std::uint64_t tokens = *bench.conversation.tokensReadWithout({kBlock});
        QCOMPARE(tokens, facts.totalTokens - (kBlock + 1) * facts.blockTokens);
        QCOMPARE(*bench.conversation.tokensReadWithout({facts.totalBlocks}), std::uint64_t{0});   // nothing stands behind the last
        QVERIFY(bench.deeply()->isEnabled());
        QVERIFY(bench.deeply()->accessibleDescription().contains(QLocale().toString(qulonglong(tokens))));
    }

    void severalBlocksAreRemovedTogether()
    {
        Bench bench({});
        bench.view()->setBlocks({1, 3, 4});
        bench.view()->table()->selectRow(0);
        const auto one = *bench.conversation.tokensReadWithout({1});
        const auto both = *bench.conversation.tokensReadWithout({1, 4});
        QCOMPARE(both, one - bench.session.facts()->blockTokens);
        auto* selection = bench.view()->table()->selectionModel();
        selection->select(bench.view()->model().index(2, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        QCOMPARE(bench.view()->chosenBlocks(), (std::vector<std::uint32_t>{1, 4}));
        QVERIFY(bench.deeply()->accessibleDescription().contains(QLocale().toString(qulonglong(both))));
        QTest::keyClick(bench.deeply(), Qt::Key_Space);
        QVERIFY(bench.view()->isRunningDeep());
        QTRY_VERIFY(!bench.view()->isRunningDeep());
        const std::vector<std::uint32_t> blocks{1, 4};
        QVERIFY(bench.dock.removalTest().togetherResults().contains(blocks) && bench.dock.removalTest().deepResults().contains(blocks));
        QCOMPARE(bench.view()->chosenBlocks(), blocks);       // still chosen, though the effects got another baseline
        QVERIFY2(bench.deeply()->accessibleDescription().contains(QLatin1String("+6.0")), qPrintable(bench.deeply()->accessibleDescription()));
        QVERIFY(!bench.deeply()->isEnabled());                // it has its result
        QVERIFY(!bench.view()->model().hasDeep());            // which no single block has
    }

    void theCitedBlocksAreChosenByOneButton()
    {
        Bench bench({});                                      // the fake answer cites block 0, which is not listed
        QAbstractButton* cited = nullptr;
        for (auto* button : bench.view()->findChildren<QAbstractButton*>())
            cited = button->text() == QLatin1String("Choose the cited ones") ? button : cited;
        QVERIFY(cited && cited->isVisible());
        cited->click();
        QCOMPARE(bench.view()->chosenBlocks(), std::vector<std::uint32_t>{0});
        QCOMPARE(bench.view()->model().rowCount(), 2);
    }

    void bothEffectsStandSideBySide()
    {
        Bench bench({});
        QTest::keyClick(bench.deeply(), Qt::Key_Space);
        QVERIFY(bench.view()->isRunningDeep());
        QTRY_COMPARE(bench.row().deep, std::optional(RemovalState::Done));
        QVERIFY(!bench.view()->isRunningDeep());
        QVERIFY(bench.row().state == RemovalState::Done);
        QCOMPARE(bench.row().effect, 0.0);                   // the fake engine: -0.5 a token, removed or not, and -2.5 deep
        QCOMPARE(bench.row().deepEffect, 2.0 * 3);
        QVERIFY(!bench.view()->table()->isColumnHidden(RemovalModel::Deep));
        QVERIFY(bench.dock.removalTest().deepTokensPerSecond() > 0);
    }

    void everySentenceIsConfirmedByItsOwnWords()
    {
        const std::vector<float> baseline{-1, -1, -1, -1};
        const std::vector<float> first{-3, -3, -1, -1};       // without what the first sentence cites
        CitedSentence one{{0, 2}, {4}, first}, two{{2, 4}, {7}, first};
        RandomRemovals random{{1, {baseline, baseline, baseline}}};
        QCOMPARE(confirmedSentences({one, two}, baseline, random), std::optional(1));   // its own words alone: not those of the other
        two.after = {-1, -1, -1.15f, -1.15f};
        QCOMPARE(confirmedSentences({two}, baseline, random), std::optional(0));        // too little
        two.after = {-1, -1, -1.5f, -1.5f};
        QCOMPARE(confirmedSentences({two}, baseline, random), std::optional(1));
        random[1][2] = {-1, -1, -1.2f, -1.2f};                                          // a random block does nearly as much
        QCOMPARE(confirmedSentences({two}, baseline, random), std::optional(0));
        QCOMPARE(confirmedSentences({one}, baseline, random), std::optional(1));
        random[1].pop_back();
        QCOMPARE(confirmedSentences({one}, baseline, random), std::optional<int>());    // three are wanted
        CitedSentence wide{{0, 2}, {4, 5}, first};
        QCOMPARE(confirmedSentences({wide}, baseline, {{1, {baseline, baseline, baseline}}}), std::optional<int>());   // of as many blocks
    }

    void keysGoOnInTheListOfEvidence()
    {
        Bench bench({});
        bench.dock.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&bench.dock));
        bench.view()->table()->setFocus();
        QVERIFY(bench.view()->table()->hasFocus());
        bench.dock.show(StudyDock::View::Evidence);
        QTRY_VERIFY(bench.dock.findChild<EvidenceView*>()->list()->hasFocus());   // not the first button of the panel
    }

    void confirmingTellsHowManySentences()
    {
        Bench bench({});                                      // whose removals change nothing
        QSignalSpy confirmed(&bench.dock, &StudyDock::confirmedByRemoval);
        bench.dock.removalTest().confirmCitations();
        QTRY_COMPARE(confirmed.count(), 1);
        QCOMPARE(confirmed[0], (QList<QVariant>{0, 1}));
    }

    void aStopKeepsTheDirectEffect()
    {
        Bench bench({QStringLiteral("pace:0:ms=100")});
        QSignalSpy problems(&bench.dock, &StudyDock::problem), progress(&bench.dock.removalTest(), &RemovalTest::deepProgressed);
        QTest::keyClick(bench.deeply(), Qt::Key_Space);
        QTRY_VERIFY(progress.count() > 0);
        QTest::keyClick(bench.deeply(), Qt::Key_Space);
        QVERIFY(!bench.view()->isRunningDeep() && !bench.dock.removalTest().isBusy());
        QTRY_VERIFY(!bench.conversation.isRescoring());
        QVERIFY(bench.row().state == RemovalState::Done && !bench.row().deep);
        QCOMPARE(problems.count(), 0);
    }

    void aQuestionDoesNotWaitForIt()
    {
        Bench bench({QStringLiteral("pace:0:ms=100")});
        QSignalSpy progress(&bench.dock.removalTest(), &RemovalTest::deepProgressed);
        QSignalSpy answered(&bench.conversation, &ConversationController::answerFinished);
        QTest::keyClick(bench.deeply(), Qt::Key_Space);
        QTRY_VERIFY(progress.count() > 0);
        bench.conversation.ask(QStringLiteral("Where?"), {});
        QTRY_VERIFY(!bench.view()->isRunningDeep());
        QVERIFY(!bench.row().deep);
        QTRY_COMPARE(answered.count(), 1);
        QVERIFY(progress.count() < 3);
    }

    void aDyingEngineIsToldAndTheTestCanBeDoneAgain()
    {
        Bench bench({QStringLiteral("reread:2:kill")});
        QSignalSpy problems(&bench.dock, &StudyDock::problem);
        QTest::keyClick(bench.deeply(), Qt::Key_Space);
        QTRY_COMPARE(problems.count(), 1);
        QVERIFY(!bench.view()->isRunningDeep() && !bench.row().deep);
        QTRY_VERIFY(bench.engine.state() == EngineState::Ready);
        bench.dock.updateRemovalCost();
        QTest::keyClick(bench.deeply(), Qt::Key_Space);
        QTRY_COMPARE(bench.row().deep, std::optional(RemovalState::Done));
    }
};

QTEST_MAIN(DeepRemovalTest)
#include "deep_removal_test.moc"
