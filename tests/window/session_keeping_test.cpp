// What a session keeps for its reader in the window: deleted answers, marks in the text, and what is written out and brought in.
#include "app/window/answer_area.h"
#include "app/window/library_controller.h"
#include "app/window/reader_area.h"
#include "app/window/window_actions.h"
#include "storage/session_store.h"
#include "tests/window/desktop_window.h"
#include "ui/panels/buttons.h"
#include "ui/panels/question_field.h"
#include "ui/panels/side_panel.h"

#include <QMenu>
#include <QMessageBox>
#include <QSignalSpy>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::Window;

namespace
{

void ask(Window& shown, const char* words)
{
    const std::size_t before = shown.window.session().contents().turns.size();
    auto* field = shown.window.findChild<QuestionField*>();
    field->setFocus();
    QTest::keyClicks(field, QLatin1String(words));
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(shown.window.session().contents().turns.size() > before && shown.isIdle(), 20'000);
    QTRY_VERIFY_WITH_TIMEOUT(shown.window.conversation().shown() && shown.window.conversation().shown()->answer.question == words, 20'000);
}

QStringList questionsOf(Window& shown)
{
    QStringList words;
    for (const StoredTurn& turn : shown.window.session().contents().turns)
        words.append(QString::fromStdString(turn.question.text));
    return words;
}

QMenu* deletedMenu(Window& shown)
{
    auto* link = shown.window.findChild<LinkButton*>(QStringLiteral("deletedAnswers"));
    link->click();
    QMenu* menu = nullptr;
    (void)QTest::qWaitFor([&] {
        menu = shown.window.findChild<QMenu*>(QStringLiteral("deletedAnswers"));
        return menu && menu->isVisible();
    });
    return menu;
}

} // namespace

class SessionKeepingTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<DesktopHome>(); }

    void aDeletedAnswerComesBackByUndoAndRedo()
    {
        Window shown;
        m_home->openLighthouses(shown);
        ask(shown, "Who keeps the light?");
        ask(shown, "What froze?");
        const auto second = shown.window.conversation().shownId();
        shown.window.actions()[Act::RemoveAnswer]->trigger();
        QTRY_COMPARE(questionsOf(shown), QStringList{QStringLiteral("Who keeps the light?")});
        QVERIFY(!shown.window.conversation().shown());
        shown.window.actions()[Act::Undo]->trigger();
        QTRY_COMPARE(questionsOf(shown).size(), 2);
        QTRY_COMPARE(shown.window.conversation().shownId(), second);
        shown.window.actions()[Act::Redo]->trigger();
        QTRY_COMPARE(questionsOf(shown).size(), 1);
        shown.press("Undo");
        QTRY_COMPARE(questionsOf(shown), (QStringList{QStringLiteral("Who keeps the light?"), QStringLiteral("What froze?")}));
    }

    void deletedAnswersAreListedAndPutBackAfterReopening()
    {
        QString folder;
        std::optional<AnswerId> answer;
        std::size_t citations = 0;
        {
            Window shown;
            m_home->openLighthouses(shown);
            auto* link = shown.window.findChild<LinkButton*>(QStringLiteral("deletedAnswers"));
            QVERIFY(!link->isVisible());
            ask(shown, "Who keeps the light?");
            folder = shown.window.session().contents().folder;
            answer = shown.window.conversation().shownId();
            citations = shown.window.conversation().shown()->answer.citations.size();
            shown.window.actions()[Act::RemoveAnswer]->trigger();
            QTRY_VERIFY(link->isVisible());
        }
        Window again;
        again.window.openSession(folder);
        QTRY_VERIFY_WITH_TIMEOUT(again.window.session().isOpen(), 20'000);
        QVERIFY(questionsOf(again).isEmpty());
        QMenu* menu = deletedMenu(again);
        QVERIFY(menu);
        const auto entries = menu->actions();
        const auto put = std::find_if(entries.begin(), entries.end(),
                                      [](const QAction* action) { return action->text() == QLatin1String("Who keeps the light?"); });
        QVERIFY(put != entries.end());
        (*put)->trigger();
        menu->close();
        QTRY_COMPARE(questionsOf(again).size(), 1);
        QTRY_COMPARE_WITH_TIMEOUT(again.window.conversation().shownId(), answer, 20'000);
        QCOMPARE(again.window.conversation().shown()->answer.citations.size(), citations);
        QVERIFY(again.window.conversation().shown()->answer.trace.tokens > 0);
        QVERIFY(!again.window.findChild<LinkButton*>(QStringLiteral("deletedAnswers"))->isVisible());
    }

    void deletedForGoodTheyAreGone()
    {
        Window shown;
        m_home->openLighthouses(shown);
        ask(shown, "Who keeps the light?");
        shown.window.actions()[Act::RemoveAnswer]->trigger();
        QTRY_VERIFY(shown.window.actions()[Act::DeletedAnswers]->isEnabled());
        QMenu* menu = deletedMenu(shown);
        QVERIFY(menu);
        menu->actions().back()->trigger();
        menu->close();
        QMessageBox* box = nullptr;
        QTRY_VERIFY((box = shown.window.findChild<QMessageBox*>()) && box->isVisible());
        for (QAbstractButton* button : box->buttons()) {
            if (box->buttonRole(button) == QMessageBox::DestructiveRole)
                button->click();
        }
        QTRY_VERIFY(shown.window.session().contents().removedTurns.empty());
        QTRY_VERIFY(!shown.window.actions()[Act::DeletedAnswers]->isEnabled());
        const std::string folder = shown.window.session().contents().folder.toStdString();
        shown.window.session().close();
        Result<std::unique_ptr<SessionStore>> store = Error{};
        QTRY_VERIFY(store = SessionStore::open(folder));
        QVERIFY((*store)->removedQuestions()->empty() && (*store)->questions()->empty());
    }

private:
    std::unique_ptr<DesktopHome> m_home;
};

QTEST_MAIN(SessionKeepingTest)
#include "session_keeping_test.moc"
