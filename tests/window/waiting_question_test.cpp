// Questions that are entered while an answer is written: they are asked behind it, as they were entered, or taken back. And that what is
// shown is what is marked in the list of answers.
#include "app/window/areas/answer_area.h"
#include "tests/support/patience.h"
#include "tests/window/desktop_window.h"
#include "ui/panels/ask_box.h"
#include "ui/panels/labels.h"
#include "ui/panels/question_field.h"
#include "ui/panels/side_models.h"
#include "ui/panels/side_panel.h"

#include <QAbstractButton>
#include <QAbstractItemView>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::Window;

namespace
{

struct Slow
{
    Window shown;
    AskBox* box = shown.window.findChild<AskBox*>();
    QuestionField* field = shown.window.findChild<QuestionField*>();
    QAbstractButton* cross = shown.window.findChild<QAbstractButton*>(QStringLiteral("dropWaiting"));
    ConversationController& conversation = shown.window.conversation();

    explicit Slow(const DesktopHome& home)
    {
        std::ofstream(home.file("ropes.md")) << "# Ropes\n\nA short text about ropes.\n\n# Knots\n\nA knot holds the rope.\n";
        shown.window.openFiles({home.path("ropes.md")});
        QTRY_VERIFY(shown.window.session().isOpen() && shown.isRead());
    }
    void enter(const char* question)
    {
        shown.press(Qt::Key_L, Qt::ControlModifier);
        shown.type(QString::fromUtf8(question));
        shown.press(Qt::Key_Return);
    }
    QStringList asked()
    {
        QStringList questions;
        for (const StoredTurn& turn : shown.window.session().contents().turns)
            questions.append(QString::fromStdString(turn.question.text));
        return questions;
    }
    bool says(const QString& words)
    {
        const auto labels = box->findChildren<ElidedLabel*>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const ElidedLabel* label) { return label->isVisible() && label->text().startsWith(words); });
    }
};

}  // namespace

class WaitingQuestionTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<DesktopHome>();
        qputenv("CAIRN_ENGINE", m_home->engineCommand(CAIRN_FAKE_ENGINE, "pace:0:ms=60"));
    }

    void theyAreAskedOneAfterTheOther()
    {
        Slow slow(*m_home);
        slow.enter("Who?");
        QTRY_VERIFY(slow.conversation.isAnswering());
        slow.enter("Where?");
        QVERIFY(slow.cross->isVisible() && slow.says(QStringLiteral("Asked next: “Where?”")));
        QCOMPARE(slow.box->question(), QString());
        slow.enter("When?");
        QVERIFY(slow.says(QStringLiteral("2 question")));
        QTRY_VERIFY(slow.asked().size() == 3 && slow.shown.isIdle());
        QCOMPARE(slow.asked(), (QStringList{QStringLiteral("Who?"), QStringLiteral("Where?"), QStringLiteral("When?")}));
        QVERIFY(!slow.cross->isVisible());
        for (const StoredTurn& turn : slow.shown.window.session().contents().turns)
            QCOMPARE(turn.answers.size(), std::size_t(1));
    }

    // With the limit that stood above it when it was entered.
    void oneIsAskedAsItWasEntered()
    {
        Slow slow(*m_home);
        const std::size_t end = slow.shown.window.session().contents().documents[0]->text.find("Knots");
        auto* answers = slow.shown.window.findChild<AnswerArea*>();
        slow.enter("Who?");
        QTRY_VERIFY(slow.conversation.isAnswering());
        answers->limitTo(DocumentPlace{0, {0, end}});
        slow.enter("Where?");
        answers->limitTo({});
        QTRY_VERIFY(slow.asked().size() == 2 && slow.shown.isIdle());
        const auto options = slow.conversation.optionsOf(*slow.conversation.shownId());
        QVERIFY(options && options->within == (std::vector<DocumentPlace>{{0, {0, end}}}));
    }

    // Esc takes the question back before it stops the answer; a click does.
    void oneIsTakenBack()
    {
        Slow slow(*m_home);
        slow.enter("Who?");
        QTRY_VERIFY(slow.conversation.isAnswering());
        slow.enter("Where?");
        slow.shown.press(Qt::Key_Escape);
        QVERIFY(!slow.cross->isVisible() && slow.conversation.isAnswering());
        QCOMPARE(slow.box->question(), QStringLiteral("Where?"));
        slow.shown.press(Qt::Key_Return);
        QVERIFY(slow.cross->isVisible());
        slow.shown.type(QStringLiteral("and this"));
        slow.cross->click();
        QCOMPARE(slow.box->question(), QStringLiteral("Where?\nand this"));   // nothing that was written is lost
        QTRY_VERIFY(slow.shown.isIdle());
        QCOMPARE(slow.asked(), QStringList(QStringLiteral("Who?")));
    }

    // What is closed before it was asked stands in the box again.
    void oneThatWasNotAskedComesBackAsADraft()
    {
        QString folder;
        {
            Slow slow(*m_home);
            folder = slow.shown.window.session().contents().folder;
            slow.enter("Who?");
            QTRY_VERIFY(slow.conversation.isAnswering());
            slow.enter("Where?");
            slow.shown.window.close();
            QTRY_VERIFY(!slow.shown.window.isVisible());
        }
        Window again;
        again.window.openSession(folder);
        QTRY_VERIFY(again.window.session().isOpen());
        QTRY_COMPARE(again.window.findChild<AskBox*>()->question(), QStringLiteral("Where?"));
    }

    // The folder is away: neither the one that is asked next nor one behind it is lost.
    void thoseThatCannotBeKeptComeBack()
    {
        Slow slow(*m_home);
        const QString folder = slow.shown.window.session().contents().folder, away = folder + QStringLiteral(".away");
        slow.enter("Who?");
        QTRY_VERIFY(slow.conversation.live() && slow.conversation.live()->id.value != 0);
        slow.enter("Where?");
        slow.enter("When?");
        QVERIFY(QFile::rename(folder, away));
        QTRY_COMPARE(slow.box->question(), QStringLiteral("Where?\nWhen?"));
        QVERIFY(!slow.cross->isVisible() && slow.shown.isIdle());
        QVERIFY(QFile::rename(away, folder));
    }

    void theListMarksWhatIsShown()
    {
        Slow slow(*m_home);
        auto& window = slow.shown.window;
        QAbstractItemView* list = nullptr;
        for (auto* view : window.findChild<SidePanel*>()->findChildren<QAbstractItemView*>()) {
            if (view->accessibleName() == QLatin1String("Answers"))
                list = view;
        }
        QVERIFY(list);
        for (const char* question : {"One?", "Two?", "Three?", "Four?", "Five?", "Six?", "Seven?", "Eight?"})
            slow.shown.ask(question);
        list->setFocus();
        list->setCurrentIndex(list->model()->index(0, 0));
        for (int step = 0; step < 7; ++step) {   // by keys down to the oldest
            slow.shown.press(Qt::Key_Down);
            const QString marked = list->currentIndex().data().toString();
            QTRY_VERIFY2(slow.conversation.shown()->question == marked.section(QLatin1Char('?'), 0, 0) + QLatin1Char('?'), qPrintable(marked));
        }
        QCOMPARE(slow.conversation.shown()->question, QStringLiteral("One?"));
        slow.enter("Nine?");   // its row is marked and in sight while it is written
        QTRY_VERIFY(slow.conversation.live() && slow.conversation.live()->id.value != 0);
        QTRY_COMPARE(list->currentIndex().row(), 0);
        QTRY_VERIFY(list->viewport()->rect().intersects(list->visualRect(list->currentIndex())));
        QVERIFY(slow.conversation.isAnswering());
    }

private:
    std::unique_ptr<DesktopHome> m_home;
};

QTEST_MAIN(WaitingQuestionTest)
#include "waiting_question_test.moc"
