// No word is cut and nothing lies over anything else (experience.md 14): the whole window, every view of its dock and every dialog, in
// German, in words 40 % longer, in twice the font and mirrored. An engine that follows a script.
#include "app/window/areas/evaluation_window.h"
#include "app/window/areas/study_dock.h"
#include "app/window/window_actions.h"
#include "tests/support/cut_words.h"
#include "tests/support/longer_words.h"
#include "tests/support/patience.h"
#include "tests/support/usual_looks.h"
#include "tests/window/desktop_window.h"
#include "ui/heatmap_view.h"
#include "ui/panels/language.h"
#include "ui/panels/memories_dialog.h"
#include "ui/panels/remarks_dialog.h"
#include "ui/panels/settings_dialog.h"
#include "ui/plots/layers_view.h"
#include "ui/study/removal_view.h"

#include <QDialog>
#include <QFontInfo>
#include <QScrollBar>
#include <QTableView>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::Window;

namespace
{

enum class Way { Plain, German, LargeGerman, Longer, Twice, Mirrored };

class ClippingTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { test::useUsualLooks(); }
    void init() { m_home = std::make_unique<DesktopHome>(); }
    void cleanup()
    {
        QCoreApplication::removeTranslator(&m_longer);
        QApplication::setLayoutDirection(Qt::LeftToRight);
    }

    void nothingIsCut_data();
    void nothingIsCut();
    void nothingIsCutWhileItRuns_data() { nothingIsCut_data(); }
    void nothingIsCutWhileItRuns();
    void noViewMakesTheDockWider_data() { nothingIsCut_data(); }
    void noViewMakesTheDockWider();

private:
    void change(Way way, Window& shown);
    void look(const char* state, QWidget* at)
    {
        test::settle(120);
        for (const QString& line : test::cutWords(*at) + test::misplaced(*at) + test::nameless(*at))
            m_found += QStringLiteral("%1: %2").arg(QLatin1String(state), line);
        const QString folder = qEnvironmentVariable("CAIRN_PICTURES");   // to look at what is found
        if (!folder.isEmpty())
            at->grab().save(QStringLiteral("%1/%2_%3.png").arg(folder, QLatin1String(QTest::currentDataTag()), QLatin1String(state)));
    }
    void lookAtDialog(const char* state, Window& shown)
    {
        QDialog* dialog = nullptr;
        const auto open = [&] {
            for (QDialog* one : shown.window.findChildren<QDialog*>())
                dialog = one->isVisible() ? one : dialog;
            return dialog != nullptr;
        };
        if (!QTest::qWaitFor(open, test::kPatienceMs)) {
            m_found += QStringLiteral("%1: no dialog").arg(QLatin1String(state));
            return;
        }
        look(state, dialog);
        dialog->close();
        test::settle(50);
    }

    std::unique_ptr<DesktopHome> m_home;
    test::LongerWords m_longer;
    QStringList m_found;
};

void ClippingTest::nothingIsCut_data()
{
    QTest::addColumn<Way>("way");
    QTest::newRow("plain") << Way::Plain;
    QTest::newRow("German") << Way::German;
    QTest::newRow("German, a larger font") << Way::LargeGerman;
    QTest::newRow("40 % longer") << Way::Longer;
    QTest::newRow("twice the font") << Way::Twice;
    QTest::newRow("mirrored") << Way::Mirrored;
}

void ClippingTest::change(Way way, Window& shown)
{
    SettingsValues values = shown.settings.values();
    const bool english = way == Way::Plain || way == Way::Longer || way == Way::Twice;
    values.language = english ? QStringLiteral("en") : QStringLiteral("de");
    if (way == Way::Twice || way == Way::LargeGerman)
        values.interfacePixels = way == Way::Twice ? 26 : 18;
    if (way == Way::Longer)
        QCoreApplication::installTranslator(&m_longer);
    if (way == Way::Mirrored)
        QApplication::setLayoutDirection(Qt::RightToLeft);
    shown.settings.setValues(values);
    if (way == Way::Twice)
        shown.window.resize(1920, 1200);
    test::settle(200);
}

void ClippingTest::nothingIsCut()
{
    QFETCH(Way, way);
    m_found.clear();
    Window shown;
    change(way, shown);
    look("start", &shown.window);
    m_home->openLighthouses(shown);
    look("no question", &shown.window);
    for (int question = 0; question < 2; ++question) {
        shown.press(Qt::Key_L, Qt::ControlModifier);
        shown.type(question == 0 ? QStringLiteral("Who keeps the light?") : QStringLiteral("Who wound the clockwork?"));
        shown.press(Qt::Key_Return);
        QTRY_VERIFY(shown.window.session().contents().turns.size() == std::size_t(question) + 1 && shown.isIdle());
    }
    QTRY_VERIFY(shown.window.conversation().shown());
    const WindowActions& actions = shown.window.actions();
    const auto& turns = shown.window.session().contents().turns;
    for (const auto& [act, name] : {std::pair{Act::Evidence, "evidence"}, std::pair{Act::Layers, "layers"},
                                    std::pair{Act::Timeline, "timeline"}, std::pair{Act::Heads, "heads"}, std::pair{Act::Unique, "unique"},
                                    std::pair{Act::Removal, "removal"}}) {
        actions[act]->trigger();
        look(name, &shown.window);
    }
    shown.window.study().compareWith(turns.front().answers.front().id);
    test::settle(300);
    look("compare", &shown.window);
    if (way != Way::Twice && way != Way::LargeGerman) {   // in which the window does not get so narrow
        const QSize usual = shown.window.size();
        shown.window.resize(shown.window.minimumWidth(), usual.height());
        look("compare, narrow", &shown.window);
        actions[Act::Evidence]->trigger();
        look("evidence, narrow", &shown.window);
        shown.window.resize(usual);
    }
    shown.window.study().openCard(1);
    look("card", &shown.window);
    shown.press(Qt::Key_F, Qt::ControlModifier);
    look("find", &shown.window);
    shown.press(Qt::Key_Escape);
    actions[Act::SearchLibrary]->trigger();
    look("library search", &shown.window);
    actions[Act::FindAction]->trigger();
    look("palette", &shown.window);
    shown.press(Qt::Key_Escape);
    for (const auto& [act, name] :
         {std::pair{Act::SearchMeaning, "search by meaning"}, std::pair{Act::RenameSession, "rename"},
          std::pair{Act::DiscardMemories, "memories"}, std::pair{Act::Shortcuts, "keys"}, std::pair{Act::About, "about"},
          std::pair{Act::AddNote, "note"}, std::pair{Act::MoveSession, "move"}, std::pair{Act::ExportAnswers, "export"},
          std::pair{Act::ExportTrace, "export what was opened"}}) {
        QVERIFY2(actions[act]->isEnabled(), name);
        actions[act]->trigger();
        lookAtDialog(name, shown);
    }
    actions[Act::Settings]->trigger();
    auto* settings = shown.window.findChild<SettingsDialog*>();
    QVERIFY(settings);
    using Page = SettingsDialog::Page;
    for (const auto& [page, name] : {std::pair{Page::Model, "settings, model"}, std::pair{Page::Look, "settings, look"},
                                     std::pair{Page::Reading, "settings, reading"}, std::pair{Page::Folders, "settings, folders"},
                                     std::pair{Page::Privacy, "settings, privacy"}}) {
        settings->showPage(page);
        look(name, settings);
    }
    settings->close();
    for (const QString& line : m_found)
        qWarning().noquote() << line;
    QVERIFY(m_found.isEmpty());
}

// Reading, a removal test and a deep one; and what is asked before something is done.
void ClippingTest::nothingIsCutWhileItRuns()
{
    QFETCH(Way, way);
    m_found.clear();
    qputenv("CAIRN_ENGINE", m_home->engineCommand(CAIRN_FAKE_ENGINE, "progress:2:freeze"));
    Window shown;
    change(way, shown);
    shown.window.openFiles({m_home->path("lighthouses.md")});
    QTRY_VERIFY(shown.window.reading().status().phase == ReadingPhase::Reading && shown.window.reading().status().storedBlocks > 0);
    look("reading", &shown.window);
    shown.window.offerToRemove(0);
    look("question", &shown.window);
    if (way != Way::Twice) {   // in which the window does not get so narrow
        const QSize usual = shown.window.size();
        shown.window.resize(shown.window.minimumWidth(), usual.height());
        look("reading, narrow", &shown.window);
        shown.window.resize(usual);
    }
    qputenv("CAIRN_ENGINE", m_home->engineCommand(CAIRN_FAKE_ENGINE));
    shown.window.engine().setCommand({});
    shown.window.engine().restart();
    QTRY_VERIFY(shown.isRead());
    shown.ask("Who keeps the light?");
    shown.window.actions()[Act::Removal]->trigger();
    auto* removal = shown.window.study().findChild<RemovalView*>();
    removal->setRunning(1);
    removal->setSecondsPerBlock(12);
    look("removal", &shown.window);
    removal->setStopped();
    removal->setRunningDeep({1, 2});
    removal->setDeepProgress(1'000, 100'000, 300);
    look("deep removal", &shown.window);
    for (const QString& line : m_found)
        qWarning().noquote() << line;
    QVERIFY(m_found.isEmpty());
}

void ClippingTest::noViewMakesTheDockWider()
{
    QFETCH(Way, way);
    Window shown;
    change(way, shown);
    m_home->openLighthouses(shown);
    shown.ask("Who keeps the light?");
    const WindowActions& actions = shown.window.actions();
    actions[Act::Layers]->trigger();
    const HeatmapView* plot = shown.window.study().findChild<LayersView*>()->heatmap();
    QTRY_VERIFY(plot->isVisible() && (plot->data().rows > 0 || plot->data().cells));   // comes later, with colours that need width
    test::settle(150);
    const int least = shown.window.study().minimumSizeHint().width();
    for (const Act act : {Act::Unique, Act::Compare, Act::Removal}) {
        actions[act]->trigger();
        test::settle(150);
        actions[Act::Layers]->trigger();
        test::settle(150);
        const int now = shown.window.study().minimumSizeHint().width();
        QVERIFY2(now <= least, qPrintable(QStringLiteral("%1: %2 > %3").arg(actions[act]->text()).arg(now).arg(least)));
    }
}

}  // namespace

QTEST_MAIN(ClippingTest)
#include "clipping_test.moc"
