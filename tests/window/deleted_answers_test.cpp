// Deleted answers in the window: undone, listed, put back, gone for good.
#include "app/window/window_actions.h"
#include "storage/session/session_store.h"
#include "tests/support/patience.h"
#include "tests/window/desktop_window.h"
#include "ui/panels/buttons.h"
#include "ui/panels/question_field.h"

#include <QAbstractButton>
#include <QAction>
#include <QMenu>
#include <QMessageBox>

#include <algorithm>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::Window;

namespace
{

QMenu* deletedMenu(Window& shown)
{
    auto* link = shown.window.findChild<LinkButton*>(QStringLiteral("deletedAnswers"));
    link->click();
    QMenu* menu = nullptr;
    (void)QTest::qWaitFor([&] {
        menu = shown.window.findChild<QMenu*>(QStringLiteral("deletedAnswers"));
        return menu && menu->isVisible();
    }, test::kPatienceMs);
    return menu;
}

}  // namespace

class DeletedAnswersTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<DesktopHome>(); }

    void aDeletedAnswerComesBackByUndoAndRedo()
    {
        Window shown;
        m_home->openLighthouses(shown);
        shown.ask("Who keeps the light?");
        const auto first = shown.window.conversation().shownId();
        shown.ask("What froze?");
        const auto second = shown.window.conversation().shownId();
        shown.window.actions()[Act::RemoveAnswer]->trigger();
        QTRY_COMPARE(shown.questions(), QStringList{QStringLiteral("Who keeps the light?")});
        QTRY_COMPARE(shown.window.conversation().shownId(), first);
        shown.window.actions()[Act::Undo]->trigger();
        QVERIFY(shown.window.findChild<MessageBar*>()->isHidden());   // what it said is not true any more
        QTRY_COMPARE(shown.questions().size(), 2);
        QTRY_COMPARE(shown.window.conversation().shownId(), second);
        shown.window.actions()[Act::Redo]->trigger();
        QTRY_COMPARE(shown.questions().size(), 1);
        const auto* note = shown.window.findChild<MessageBar*>();
        const QString said = note->text();
        SettingsValues values = shown.settings.values();
        values.language = QStringLiteral("de");
        shown.settings.setValues(values);
        QTRY_VERIFY(note->text() != said);   // its button stays, so its words follow the language
        QVERIFY2(note->text().contains(QStringLiteral("30 Tage")), qPrintable(note->text()));
        values.language = QStringLiteral("en");
        shown.settings.setValues(values);
        QTRY_COMPARE(note->text(), said);
        shown.press("Undo");
        QTRY_COMPARE(shown.questions(), (QStringList{QStringLiteral("Who keeps the light?"), QStringLiteral("What froze?")}));
    }

    void aDeletionIsNotDoneAgainWhileItsAnswerIsWritten()
    {
        Window shown;
        m_home->openLighthouses(shown);
        shown.ask("Who keeps the light?");
        ConversationController& conversation = shown.window.conversation();
        const QuestionId question = conversation.turnOf(*conversation.shownId())->question.id;
        shown.window.actions()[Act::RemoveAnswer]->trigger();
        QTRY_VERIFY(shown.questions().isEmpty());
        shown.window.actions()[Act::Undo]->trigger();
        QTRY_COMPARE(shown.questions().size(), 1);
        QTRY_VERIFY(conversation.shownId());
        QString said;
        connect(&conversation, &ConversationController::liveChanged, &shown.window, [&] {
            if (!said.isEmpty() || !conversation.live() || conversation.live()->question != question)
                return;
            shown.window.actions()[Act::Redo]->trigger();
            said = shown.window.findChild<MessageBar*>()->text();
        });
        shown.window.actions()[Act::AskAgain]->trigger();
        QTRY_VERIFY(!said.isEmpty());
        QVERIFY2(said.contains(QStringLiteral("still being written")), qPrintable(said));
        QTRY_VERIFY(shown.isIdle());
        QCOMPARE(shown.questions().size(), 1);
        QCOMPARE(shown.window.session().contents().turns.front().answers.size(), std::size_t{2});
    }

    void oneOfSeveralAnswersIsDeletedAloneAndComesBack()
    {
        Window shown;
        m_home->openLighthouses(shown);
        shown.ask("Who keeps the light?");
        const AnswerId first = *shown.window.conversation().shownId();
        QVERIFY(!shown.window.actions()[Act::RemoveBranch]->isEnabled());
        shown.window.actions()[Act::AskAgain]->trigger();
        QTRY_VERIFY(shown.isIdle() && shown.window.conversation().shownId() != first);
        const AnswerId second = *shown.window.conversation().shownId();
        const auto branches = [&] { return shown.window.session().contents().turns.front().answers.size(); };
        QCOMPARE(branches(), std::size_t{2});
        QTRY_VERIFY(shown.window.actions()[Act::RemoveBranch]->isEnabled());
        shown.window.findChild<QuestionField*>()->setFocus();
        shown.window.actions()[Act::RemoveBranch]->trigger();
        QVERIFY(!shown.window.findChild<QuestionField*>()->hasFocus());   // it would keep Ctrl+Z for itself
        QTRY_COMPARE(branches(), std::size_t{1});
        QTRY_VERIFY(shown.window.conversation().shownId() == first);
        QCOMPARE(shown.window.session().contents().removedTurns.size(), std::size_t{1});
        shown.window.actions()[Act::Undo]->trigger();
        QTRY_COMPARE(branches(), std::size_t{2});
        QVERIFY(shown.window.session().contents().removedTurns.empty() && shown.questions().size() == 1);
        QTRY_VERIFY(shown.window.conversation().shownId() == second);
        shown.window.actions()[Act::Redo]->trigger();
        QTRY_COMPARE(branches(), std::size_t{1});
        const QString folder = shown.window.session().contents().folder;
        shown.window.session().openFolder(folder); // anew
        QTRY_VERIFY(shown.window.session().isOpen() && !shown.window.session().hasUnsaved());
        QTRY_VERIFY(shown.window.session().isOpen() && shown.window.session().contents().removedTurns.size() == 1);
        shown.window.conversation().putBack(shown.window.session().contents().removedTurns.front().question.id);
        QTRY_COMPARE(branches(), std::size_t{2});
        QTRY_VERIFY(shown.window.conversation().shownId() == second && shown.window.conversation().shown());
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
            shown.ask("Who keeps the light?");
            folder = shown.window.session().contents().folder;
            answer = shown.window.conversation().shownId();
            citations = shown.window.conversation().shown()->answer.citations.size();
            shown.window.actions()[Act::RemoveAnswer]->trigger();
            QTRY_VERIFY(link->isVisible());
        }
        Window again;
        again.window.openSession(folder);
        QTRY_VERIFY(again.window.session().isOpen());
        QVERIFY(again.questions().isEmpty());
        QMenu* menu = deletedMenu(again);
        QVERIFY(menu);
        const auto entries = menu->actions();
        const auto put = std::find_if(entries.begin(), entries.end(),
                                      [](const QAction* action) { return action->text() == QLatin1String("Who keeps the light?"); });
        QVERIFY(put != entries.end());
        (*put)->trigger();
        menu->close();
        QTRY_COMPARE(again.questions().size(), 1);
        QTRY_COMPARE(again.window.conversation().shownId(), answer);
        QCOMPARE(again.window.conversation().shown()->answer.citations.size(), citations);
        QVERIFY(again.window.conversation().shown()->answer.trace.tokens > 0);
        QVERIFY(!again.window.findChild<LinkButton*>(QStringLiteral("deletedAnswers"))->isVisible());
    }

    void whatIsDeletedForGoodIsCounted()
    {
        Window shown;
        m_home->openLighthouses(shown);
        const auto asked = [&] {   // and not done
            QMenu* menu = deletedMenu(shown);
            menu->actions().back()->trigger();
            delete menu;
            auto* box = shown.window.findChild<QMessageBox*>();
            const QString words = box ? box->text() : QString();
            delete box;
            return words;
        };
        shown.ask("Who keeps the light?");
        const AnswerId first = *shown.window.conversation().shownId();
        shown.window.actions()[Act::AskAgain]->trigger();
        QTRY_VERIFY(shown.isIdle() && shown.window.conversation().shownId() != first);
        QTRY_VERIFY(shown.window.actions()[Act::RemoveBranch]->isEnabled());
        shown.window.actions()[Act::RemoveBranch]->trigger();
        QTRY_COMPARE(shown.window.session().contents().removedTurns.size(), std::size_t{1});
        QTRY_VERIFY(shown.window.conversation().shownId() == first && shown.window.conversation().shown());
        QVERIFY2(asked().startsWith(QStringLiteral("Delete 1 answer")), qPrintable(asked()));   // its question stays
        QVERIFY(!asked().contains(QStringLiteral("question")));
        QTRY_VERIFY(shown.window.actions()[Act::RemoveAnswer]->isEnabled());
        shown.window.actions()[Act::RemoveAnswer]->trigger();   // the question, too
        QTRY_COMPARE(shown.window.session().contents().removedTurns.size(), std::size_t{2});
        QVERIFY2(asked().startsWith(QStringLiteral("Delete 1 question")), qPrintable(asked()));
        QVERIFY(!asked().contains(QLatin1Char('\n')));
    }

    void deletedForGoodTheyAreGone()
    {
        Window shown;
        m_home->openLighthouses(shown);
        shown.ask("Who keeps the light?");
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

QTEST_MAIN(DeletedAnswersTest)
#include "deleted_answers_test.moc"
