// What comes back with a session: place, ticks, answer, selection and view of the dock; saved a second after a change.
#include "app/window/areas/answer_area.h"
#include "app/window/areas/library_controller.h"
#include "app/window/areas/reader_area.h"
#include "app/window/areas/study_dock.h"
#include "app/window/areas/view_state.h"
#include "app/window/window_actions.h"
#include "storage/session/session_store.h"
#include "tests/support/patience.h"
#include "tests/window/desktop_window.h"
#include "ui/heatmap_view.h"
#include "ui/panels/labels.h"
#include "ui/panels/meters.h"
#include "ui/panels/side_panel.h"
#include "ui/panels/start_page.h"
#include "ui/plots/empty_plot.h"
#include "ui/study/compare_view.h"

#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabBar>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::Window;

namespace
{

std::vector<bool> ticks(Window& shown)
{
    std::vector<bool> all;
    for (const DocumentEntry& entry : shown.window.findChild<SidePanel*>()->documents())
        all.push_back(entry.ticked);
    return all;
}

}  // namespace

class ViewStateTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<DesktopHome>(); }

    void jsonComesBackWhole()
    {
        ViewState view;
        view.document = 3;
        view.byte = 123456789012;
        view.textZoom = 150;
        view.pages = false;
        view.unticked = {4, 7};
        view.answer = AnswerId(9);
        view.selection = QStringLiteral("{\"a\":\"run-9\",\"v\":1}");
        view.draft = QStringLiteral("Who");
        view.within = PartOfDocument{4, {12, 123456789012}};
        view.follows = AnswerId(7);
        view.view = 2;
        view.tested = {{AnswerId(9), QStringLiteral("9f86d081884c7d65"), 1, 2}, {AnswerId(11), QStringLiteral("60303ae22b998861"), 0, 1}};
        QVERIFY(viewStateFromJson(toJson(view)) == view);
        QVERIFY(viewStateFromJson(toJson(ViewState())) == ViewState());
    }

    void nonsenseIsTheUsualView_data()
    {
        QTest::addColumn<QString>("json");
        for (const char* json :
             {"", "[]", "{\"document\":-1,\"byte\":-5,\"zoom\":-2,\"view\":-1,\"pages\":\"x\"}", "{\"document\":99999999999}",
              "{\"tested\":[[9,\"a\",3,2],7,{}]}", "{\"within\":[1,5,5]}", "{\"within\":[1,-1,5]}", "{\"within\":7}"})
            QTest::newRow(json) << QString::fromLatin1(json);
    }
    void nonsenseIsTheUsualView()
    {
        QFETCH(const QString, json);
        QVERIFY(viewStateFromJson(json) == ViewState());
    }

    // With what it is asked of, and ready to be written on.
    void aDraftComesBackAsItStood()
    {
        QString folder;
        std::uint64_t begin = 0, end = 0;
        {
            Window shown;
            m_home->openLighthouses(shown);
            folder = shown.window.session().contents().folder;
            shown.ask("Who keeps the light?");
            const std::string& text = shown.window.session().contents().documents[0]->text;
            begin = text.find("Lighthouse number 3\n");
            end = text.find("Lighthouse number 4\n");
            auto* answers = shown.window.findChild<AnswerArea*>();
            answers->limitTo(DocumentPlace{0, {begin, end}});
            answers->followUp();
            shown.type(QStringLiteral("When was"));
            shown.window.close();
            QTRY_VERIFY(!shown.window.isVisible());
        }
        Window again;
        again.window.openSession(folder);
        QTRY_VERIFY(again.window.session().isOpen() && again.isRead());
        const auto* answers = again.window.findChild<AnswerArea*>();
        QTRY_COMPARE(answers->draft(), QStringLiteral("When was"));
        QVERIFY(answers->limit() == (DocumentPlace{0, {begin, end}}));
        QTRY_VERIFY(again.window.conversation().shownId());
        QCOMPARE(answers->followed(), again.window.conversation().shownId());
        again.press(Qt::Key_L, Qt::ControlModifier);
        again.type(QStringLiteral(" it lit?"));
        QCOMPARE(answers->draft(), QStringLiteral("When was it lit?"));
        again.press(Qt::Key_Return);
        QTRY_VERIFY(again.window.session().contents().turns.size() == 2 && again.isIdle());
        const auto options = again.window.conversation().optionsOf(*again.window.conversation().shownId());
        QVERIFY(options && options->within == (std::vector<DocumentPlace>{{0, {begin, end}}}));
    }

    void whatWasSeenComesBackWithTheSession()
    {
        std::ofstream(m_home->file("ropes.md")) << "# Ropes\n\nA short text about ropes and knots.\n";
        QString folder, selection;
        std::uint64_t byte = 0;
        std::optional<AnswerId> first;
        {
            Window shown;
            shown.window.openFiles({m_home->path("lighthouses.md"), m_home->path("ropes.md")});
            QTRY_VERIFY(shown.window.session().isOpen());
            QTRY_VERIFY(shown.isRead());
            folder = shown.window.session().contents().folder;
            shown.ask("Who keeps the light?");
            first = shown.window.conversation().shownId();
            shown.ask("What froze?");
            shown.window.conversation().show(*first);
            QTRY_COMPARE(shown.window.conversation().shownId(), first);

            const auto documents = shown.window.findChild<SidePanel*>()->documents();
            Q_EMIT shown.window.findChild<SidePanel*>()->documentTicked(documents[1].id, false);
            QCOMPARE(ticks(shown), (std::vector<bool>{true, false}));
            shown.window.actions()[Act::Undo]->trigger();
            QCOMPARE(ticks(shown), (std::vector<bool>{true, true}));
            shown.window.actions()[Act::Redo]->trigger();
            QCOMPARE(ticks(shown), (std::vector<bool>{true, false}));

            shown.window.reader().current()->scrollTo(shown.window.reader().current()->document().text.size() / 2);
            byte = shown.window.reader().place().byte;
            QVERIFY(byte > 0);
            shown.window.actions()[Act::Timeline]->trigger();
            shown.window.hub().change([](Selection& change) { change.tokens = std::vector<IndexRange>{{0, 1}}; });
            selection = QString::fromStdString(toJson(shown.window.hub().selection()));
            const auto kept = [&] { return viewStateFromJson(shown.window.session().contents().viewState); };
            QTRY_COMPARE(kept().selection, selection);   // without closing anything
            QTRY_COMPARE(kept().byte, byte);
            shown.window.actions()[Act::Layers]->trigger();
            QTRY_COMPARE(kept().view, int(StudyDock::View::Layers));
            shown.window.actions()[Act::Timeline]->trigger();
            QTRY_COMPARE(kept().view, int(StudyDock::View::Timeline));
        }
        Window again;
        again.window.openSession(folder);
        QTRY_VERIFY(again.window.session().isOpen());
        QTRY_VERIFY(again.window.conversation().shown() && again.window.conversation().shownId() == first);
        QTRY_COMPARE(QString::fromStdString(toJson(again.window.hub().selection())), selection);
        QTRY_COMPARE(again.window.reader().place().byte, byte);
        QCOMPARE(ticks(again), (std::vector<bool>{true, false}));
        QCOMPARE(again.window.study().current(), StudyDock::View::Timeline);
    }

    void theAnswerThatWasBeingWrittenComesBack()
    {
        qputenv("CAIRN_ENGINE", m_home->engineCommand(CAIRN_FAKE_ENGINE, "answered:2:skip"));
        QString folder;
        AnswerId second;
        {
            Window shown;
            m_home->openLighthouses(shown);
            folder = shown.window.session().contents().folder;
            shown.ask("Who keeps the light?");
            shown.window.conversation().ask(QStringLiteral("What froze?"), {});
            QTRY_VERIFY(shown.window.conversation().live() && shown.window.conversation().live()->id.value != 0);
            second = shown.window.conversation().live()->id;
            shown.window.session().close();
            QVERIFY(!shown.window.session().isOpen());
        }
        Window again;
        again.window.openSession(folder);
        QTRY_VERIFY(again.window.session().isOpen());
        QCOMPARE(viewStateFromJson(again.window.session().contents().viewState).answer, std::optional(second));
        QTRY_COMPARE(again.window.conversation().shownId(), std::optional(second));
    }

    // Of many answers the newest can be chosen at once, the same question's first.
    void aLongConversationFillsNoScreenWithAnswersToCompare()
    {
        Window shown;
        m_home->openLighthouses(shown);
        for (int i = 0; i < 15; ++i)
            shown.ask(i % 14 == 0 ? "Who keeps the light?" : qPrintable(QStringLiteral("What froze in year %1?").arg(i)));
        shown.window.study().show(StudyDock::View::Compare);
        const auto* menu = shown.window.study().findChild<QMenu*>(QStringLiteral("compared"));
        QVERIFY(menu);
        const auto actions = menu->actions();
        QCOMPARE(actions.size(), 14);   // a line, and the others below
        QVERIFY2(actions[0]->text().startsWith(QStringLiteral("Answer 1:")), qPrintable(actions[0]->text()));
        QVERIFY(actions[1]->isSeparator());
        QVERIFY2(actions[2]->text().startsWith(QStringLiteral("Answer 14:")), qPrintable(actions[2]->text()));
        QVERIFY(actions[13]->menu());
        QCOMPARE(actions[13]->menu()->actions().size(), 2);
        shown.window.study().findChild<CompareView*>()->findChild<EmptyPlot*>()->findChild<QPushButton*>()->setFocus();
        actions[2]->trigger();
        QTRY_VERIFY(shown.window.hub().compared());
        QTRY_COMPARE(QApplication::focusWidget(), shown.window.study().findChild<CompareView*>()->heatmap());
    }

    void aNewQuestionBringsTheEvidenceInFront()
    {
        Window shown;
        m_home->openLighthouses(shown);
        shown.ask("Who keeps the light?");
        const AnswerId first = *shown.window.conversation().shownId();
        shown.ask("What froze?");
        shown.window.study().compareWith(first);
        QTRY_COMPARE(shown.window.study().current(), StudyDock::View::Compare);
        shown.ask("Who winds the clock?");
        QTRY_COMPARE(shown.window.study().current(), StudyDock::View::Evidence);
        shown.window.study().show(StudyDock::View::Layers);   // what is of every answer stays
        shown.ask("Who keeps the log?");
        QCOMPARE(shown.window.study().current(), StudyDock::View::Layers);
    }

    void bothAnswersOfAComparisonComeBack()
    {
        QString folder;
        std::optional<AnswerId> second;
        std::string compared;
        {
            Window shown;
            m_home->openLighthouses(shown);
            folder = shown.window.session().contents().folder;
            shown.ask("Who keeps the light?");
            const AnswerId first = *shown.window.conversation().shownId();
            shown.ask("What froze?");
            second = shown.window.conversation().shownId();
            shown.window.study().compareWith(first);
            QTRY_VERIFY(shown.window.hub().compared());
            compared = shown.window.hub().selection().b;
            QCOMPARE(shown.window.study().current(), StudyDock::View::Compare);
            QTRY_VERIFY(
                viewStateFromJson(shown.window.session().contents().viewState).selection.contains(QString::fromStdString(compared)));
        }
        {
            Window again;
            again.window.openSession(folder);
            QTRY_VERIFY(again.window.conversation().shown() && again.window.conversation().shownId() == second);
            QTRY_VERIFY(again.window.hub().compared());
            QCOMPARE(again.window.hub().selection().b, compared);
            QCOMPARE(again.window.study().current(), StudyDock::View::Compare);
            for (QTabBar* tabs : again.window.study().findChildren<QTabBar*>()) {
                if (tabs->tabsClosable())
                    Q_EMIT tabs->tabCloseRequested(0);
            }
            QVERIFY(!again.window.hub().compared());   // closing it ends the comparison
            const auto kept = [&] { return viewStateFromJson(again.window.session().contents().viewState); };
            QTRY_VERIFY(!kept().selection.contains(QString::fromStdString(compared)));
        }
        Window alone;
        alone.window.openSession(folder);
        QTRY_VERIFY(alone.window.hub().run());
        test::settle(200);
        QVERIFY(!alone.window.hub().compared());
    }

    void editedFollowUpsStayInTheirThread()
    {
        Window shown;
        m_home->openLighthouses(shown);
        shown.ask("Who keeps the light?");
        const AnswerId first = *shown.window.conversation().shownId();
        auto& answers = shown.window.answers();
        answers.followUp();
        shown.ask("Why?");
        const AnswerId followUp = *shown.window.conversation().shownId();
        answers.editQuestion();
        shown.ask("Why not"); // behind the words that stand there
        const AnswerId edited = *shown.window.conversation().shownId();
        QVERIFY(edited != followUp);
        for (const AnswerId answer : {followUp, edited})
            QVERIFY(shown.window.conversation().turnOf(answer)->question.follows == first);
        QVERIFY(!shown.window.conversation().turnOf(first)->question.follows);
        const auto badges = answers.findChildren<Badge*>();
        const auto said = [](Badge* one) { return one->text() == QStringLiteral("Follow-up of answer 1"); };
        QVERIFY(std::any_of(badges.begin(), badges.end(), said));
        shown.window.conversation().remove(shown.window.conversation().turnOf(first)->question.id);   // while it is in sight
        const auto gone = [&] {
            const auto now = answers.findChildren<Badge*>();
            return std::any_of(now.begin(), now.end(), [](Badge* one) { return one->text().endsWith(QStringLiteral("that was removed")); });
        };
        QTRY_VERIFY(gone());
    }

    void ctrlEnterKeepsANote()
    {
        Window shown;
        m_home->openLighthouses(shown);
        shown.window.actions()[Act::AddNote]->trigger();
        QTRY_VERIFY(QApplication::activeModalWidget());
        auto* field = QApplication::activeModalWidget()->findChild<QPlainTextEdit*>();
        QVERIFY(field);
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("one"));
        QTest::keyClick(field, Qt::Key_Return);
        QTest::keyClicks(field, QStringLiteral("two"));
        QVERIFY(QApplication::activeModalWidget());
        QTest::keyClick(field, Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(!QApplication::activeModalWidget());
        QTRY_COMPARE(shown.window.session().contents().notes.size(), std::size_t(1));
        QCOMPARE(shown.window.session().contents().notes.front().note.text, std::string("one\ntwo"));
    }

    void aTableTakesRoomFromTheReaderOnlyWhileItIsSeen()
    {
        Window shown;
        shown.window.resize(1800, 900);
        m_home->openLighthouses(shown);
        shown.window.study().show(StudyDock::View::Layers);
        const int before = shown.window.study().width();
        shown.window.study().show(StudyDock::View::Removal);
        QTRY_VERIFY(shown.window.study().width() > before);
        shown.window.study().show(StudyDock::View::Layers);
        QTRY_COMPARE(shown.window.study().width(), before);
    }

    void anAnswerCutOffByACrashIsNotCalledWithheld()
    {
        QString folder;
        {
            Window shown;
            m_home->openLighthouses(shown);
            folder = shown.window.session().contents().folder;
        }
        {
            const auto store = SessionStore::open(folder.toStdString());
            const auto question = store ? (*store)->recordQuestion("Who wound it?", "{}", {}) : Error{};
            QVERIFY(question && (*store)->beginAnswer(*question, Strategy::Reread));   // and no word of it
        }
        Window again;
        again.window.openSession(folder);
        QTRY_VERIFY(again.window.session().isOpen() && again.window.conversation().shown());
        QVERIFY(again.window.conversation().shown()->answer.stopped);
        QStringList said;
        for (const Label* label : again.window.findChildren<Label*>())
            said.append(label->text());
        QVERIFY(said.contains(QStringLiteral("No word was written.")));
    }

    void whatRemovalConfirmedIsKeptWithItsAnswer()
    {
        QString folder;
        std::optional<AnswerId> first;
        const auto said = [](Window& shown) {
            for (const Badge* badge : shown.window.findChildren<Badge*>()) {
                if (badge->isVisible() && badge->text().contains(QStringLiteral("confirmed by removal")))
                    return badge->text();
            }
            return QString();
        };
        {
            Window shown;
            m_home->openLighthouses(shown);
            folder = shown.window.session().contents().folder;
            shown.ask("Who keeps the light?");
            first = shown.window.conversation().shownId();
            Q_EMIT shown.window.study().confirmedByRemoval(1, 2);
            QCOMPARE(said(shown), QStringLiteral("1 of 2 sentences confirmed by removal"));
            shown.ask("What froze?");
            QTRY_COMPARE(said(shown), QString());   // it was not tested
            shown.window.conversation().show(*first);
            QTRY_COMPARE(said(shown), QStringLiteral("1 of 2 sentences confirmed by removal"));
            Q_EMIT shown.window.study().confirmedByRemoval(2, 2);
            QTRY_COMPARE(viewStateFromJson(shown.window.session().contents().viewState).tested.size(), 1);
            QTRY_COMPARE(viewStateFromJson(shown.window.session().contents().viewState).tested.front().confirmed, 2);
        }
        Window again;
        again.window.openSession(folder);
        QTRY_VERIFY(again.window.conversation().shown() && again.window.conversation().shownId() == first);
        QTRY_COMPARE(said(again), QStringLiteral("confirmed by removal"));
    }

    void aTestIsOfTheAnswerOfTheseWordsAlone()
    {
        Answer given;
        given.question = "Who keeps the light?";
        given.text = "Ada.";
        const QString words = wordsOf(given);
        given.text = "Nobody.";
        const QString others = wordsOf(given);
        QList<TestedAnswer> tested;
        keepTest(tested, {AnswerId(3), words, 1, 2});
        keepTest(tested, {AnswerId(4), words, 1, 1});
        QCOMPARE(testOf(tested, AnswerId(3), words).confirmed, 1);
        QCOMPARE(testOf(tested, AnswerId(3), others).sentences, 0);   // another one that got its number
        keepTest(tested, {AnswerId(3), others, 0, 1});
        QCOMPARE(tested.size(), 2);
        QCOMPARE(testOf(tested, AnswerId(3), words).sentences, 0);
    }

private:
    std::unique_ptr<DesktopHome> m_home;
};

QTEST_MAIN(ViewStateTest)
#include "view_state_test.moc"
