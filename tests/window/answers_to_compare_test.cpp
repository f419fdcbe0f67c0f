// Which answers "Compare" offers.
#include "app/window/areas/study_dock.h"
#include "app/window/session/session_contents.h"
#include "tests/window/desktop_window.h"

#include <QMenu>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::Window;

class AnswersToCompareTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<DesktopHome>(); }

    void oneWithoutATraceIsNotOffered()
    {
        Window shown;
        m_home->openLighthouses(shown);
        for (const char* question : {"Who keeps the light?", "What froze?", "Who winds the clock?"})
            shown.ask(question);
        QCOMPARE(offered(shown), QStringList({QStringLiteral("Answer 2: What froze?"), QStringLiteral("Answer 1: Who keeps the light?")}));
        const QString folder = shown.window.session().contents().folder;
        shown.window.session().close();
        shown.window.openSession(folder);
        QTRY_VERIFY(shown.window.conversation().shown());
        QCOMPARE(offered(shown).size(), 2);   // as stored
        shown.window.session().contents().turns[1].answers.front().traceBytes = 0;
        QCOMPARE(offered(shown), QStringList(QStringLiteral("Answer 1: Who keeps the light?")));
        shown.window.session().contents().turns[0].answers.front().traceBytes = 0;
        QCOMPARE(offered(shown), QStringList(QStringLiteral("Ask another question first")));
    }

private:
    static QStringList offered(Window& shown)
    {
        shown.window.study().show(StudyDock::View::Evidence);
        shown.window.study().show(StudyDock::View::Compare);
        QStringList words;
        const auto* menu = shown.window.study().findChild<QMenu*>(QStringLiteral("compared"));
        for (const QAction* action : menu ? menu->actions() : QList<QAction*>())
            words.append(action->text());
        delete menu;
        return words;
    }

    std::unique_ptr<DesktopHome> m_home;
};

QTEST_MAIN(AnswersToCompareTest)
#include "answers_to_compare_test.moc"
