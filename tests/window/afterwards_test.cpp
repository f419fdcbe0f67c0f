// What is said after a mark or a deletion, and what follows from it: a note behind a highlight, the answer in a deleted one's place.
#include "app/window/areas/answer_area.h"
#include "app/window/areas/reader_area.h"
#include "app/window/window_actions.h"
#include "tests/support/patience.h"
#include "tests/window/desktop_window.h"
#include "ui/panels/message_bar.h"

#include <QApplication>
#include <QPlainTextEdit>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::Window;

namespace
{

QString said(Window& shown)
{
    const auto* bar = shown.window.findChild<MessageBar*>();
    return bar->isVisible() ? bar->text() : QString();
}

ByteRange select(Window& shown, const std::string& words)
{
    const auto begin = shown.window.reader().current()->document().text.find(words);
    const ByteRange range{begin, begin + words.size()};
    shown.window.reader().current()->view()->select(range);
    return range;
}

}  // namespace

class AfterwardsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<DesktopHome>(); }

    void anotherAnswerTakesADeletedOnesPlace()
    {
        Window shown;
        m_home->openLighthouses(shown);
        ConversationController& conversation = shown.window.conversation();
        std::vector<AnswerId> answers;
        for (const char* question : {"Who keeps the light?", "Where is it?", "Why?"}) {
            shown.ask(question);
            answers.push_back(*conversation.shownId());
        }
        const auto removeShown = [&] { conversation.remove(conversation.turnOf(*conversation.shownId())->question.id); };
        conversation.show(answers[1]);
        QTRY_VERIFY(conversation.shownId() == answers[1]);
        removeShown();
        QTRY_VERIFY(conversation.shownId() == answers[0]);   // the one before it
        removeShown();
        QTRY_VERIFY(conversation.shownId() == answers[2]);   // there is none before
        removeShown();
        QTRY_VERIFY(!conversation.shownId());
    }

    void aNoteBehindAHighlightIsOfItsWords()
    {
        Window shown;
        m_home->openLighthouses(shown);
        const auto& notes = shown.window.session().contents().notes;
        const ByteRange words = select(shown, "clockwork");
        shown.window.actions()[Act::Highlight]->trigger();
        QTRY_COMPARE(notes.size(), std::size_t(1));
        const auto write = [&] {
            shown.window.actions()[Act::AddNote]->trigger();
            QTest::keyClicks(QApplication::activeModalWidget()->findChild<QPlainTextEdit*>(), QStringLiteral("one"));
            QTest::keyClick(QApplication::activeModalWidget()->findChild<QPlainTextEdit*>(), Qt::Key_Return, Qt::ControlModifier);
        };
        write();
        QTRY_COMPARE(notes.size(), std::size_t(2));
        QVERIFY(notes.back().note.kind == NoteKind::Note && notes.back().note.range == words);
        DocumentView* view = shown.window.reader().current()->view();
        view->select({0, 0});   // clicked elsewhere since
        write();
        QTRY_COMPARE(notes.size(), std::size_t(3));
        QVERIFY(notes.back().note.range.size() == 0);
    }

    void whatIsSaidOfAMarkGoesWithIt()
    {
        Window shown;
        m_home->openLighthouses(shown);
        select(shown, "clockwork");
        shown.window.actions()[Act::PinPassage]->trigger();
        QTRY_VERIFY(said(shown).contains(QLatin1String("opened for every next question")));
        QTRY_COMPARE(shown.window.session().contents().notes.size(), std::size_t(1));
        shown.window.actions()[Act::Undo]->trigger();
        QTRY_VERIFY(shown.window.session().contents().notes.empty());
        QCOMPARE(said(shown), QString());
    }

private:
    std::unique_ptr<DesktopHome> m_home;
};

QTEST_MAIN(AfterwardsTest)
#include "afterwards_test.moc"
