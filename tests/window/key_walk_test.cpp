// The window by keys alone (experience.md 12): in every view Tab comes to each control that takes keys and back to the first, each has a
// name to be read out, and where the focus is can be seen, in light and dark.
#include "app/window/areas/evaluation_window.h"
#include "app/window/areas/study_dock.h"
#include "app/window/window_actions.h"
#include "tests/support/cut_words.h"
#include "tests/support/patience.h"
#include "tests/support/usual_looks.h"
#include "tests/window/desktop_window.h"
#include "ui/plots/plot_panel.h"
#include "ui/study/heads_view.h"
#include "ui/theme.h"

#include <QAbstractButton>
#include <QLineEdit>
#include <QScopeGuard>
#include <QSet>
#include <QTabBar>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::Window;

namespace
{

bool takesTab(const QWidget& widget, const QWidget& window)
{
    return widget.isVisible() && widget.isEnabled() && widget.window() == &window && (widget.focusPolicy() & Qt::TabFocus) &&
           !widget.focusProxy() && !widget.visibleRegion().isEmpty();
}

QImage around(const QWidget& widget)
{
    constexpr int kEdge = 4;
    QWidget* window = widget.window();
    const QRect place(widget.mapTo(window, QPoint()), widget.size());
    return window->grab(place.adjusted(-kEdge, -kEdge, kEdge, kEdge).intersected(window->rect())).toImage();
}

}  // namespace

class KeyWalkTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { test::useUsualLooks(); }
    void init() { m_home = std::make_unique<DesktopHome>(); }

    void everyControlIsComeToNamedAndSeen_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void everyControlIsComeToNamedAndSeen()
    {
        QFETCH(bool, dark);
        m_found.clear();
        Window shown;
        SettingsValues values = shown.settings.values();
        values.colours = dark ? ColourChoice::Dark : ColourChoice::Light;
        shown.settings.setValues(values);
        const auto light = qScopeGuard([] { QApplication::setPalette(themePalette(cairn::Panel::Light)); });
        walk("start", shown.window);
        m_home->openLighthouses(shown);
        walk("no question", shown.window);
        shown.ask("Who keeps the light?");
        shown.ask("Who wound the clockwork?");
        const WindowActions& actions = shown.window.actions();
        for (const auto& [act, name] : {std::pair{Act::Evidence, "evidence"}, std::pair{Act::Layers, "layers"},
                                        std::pair{Act::Timeline, "timeline"}, std::pair{Act::Heads, "heads"},
                                        std::pair{Act::Unique, "unique"}, std::pair{Act::Removal, "removal"}}) {
            actions[act]->trigger();
            walk(name, shown.window);
            for (PlotPanel* panel : shown.window.study().findChildren<PlotPanel*>()) {
                if (!panel->isVisible() || panel->showsTable())
                    continue;
                panel->showTable(true);
                if (!panel->showsTable())
                    continue;   // it is one, or has none
                walk((std::string(name) + ", table").c_str(), shown.window);
                panel->showTable(false);
            }
        }
        actions[Act::Heads]->trigger();
        shown.window.study().findChild<HeadsView*>()->openHead(1, 1);
        walk("one head", shown.window);
        shown.window.study().openCard(1);
        walk("card", shown.window);
        shown.window.study().compareWith(shown.window.session().contents().turns.front().answers.front().id);
        test::settle(300);
        walk("compare", shown.window);
        actions[Act::Evidence]->trigger();
        actions[Act::Split]->trigger();
        shown.press(Qt::Key_F, Qt::ControlModifier);
        walk("two places and finding", shown.window);
        EvaluationWindow measured;
        measured.show();
        (void)QTest::qWaitForWindowActive(&measured);
        walk("no results", measured);
        for (const QString& line : m_found)
            qWarning().noquote() << line;
        QVERIFY(m_found.isEmpty());
    }

private:
    void walk(const char* state, QWidget& window)
    {
        test::settle(120);
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        const auto note = [&](const QString& line) { m_found += QStringLiteral("%1: %2").arg(QLatin1String(state), line); };
        for (const QString& line : test::nameless(window))
            note(line);
        QSet<QWidget*> wanted;
        for (QWidget* widget : window.findChildren<QWidget*>()) {
            if (takesTab(*widget, window))
                wanted.insert(widget);
        }
        const auto focus = [] { return QApplication::focusWidget(); };
        QSet<QWidget*> seen;
        QWidget* first = nullptr;
        for (int step = 0; step < 200; ++step) {
            QWidget* before = focus();
            QTest::keyClick(window.windowHandle(), Qt::Key_Tab);
            QWidget* now = focus();
            if (!now || now == before || now->window() != &window) {
                note(QStringLiteral("Tab stays in %1").arg(before ? test::partName(before) : QStringLiteral("nothing")));
                break;
            }
            if (now == first)
                break;
            first = first ? first : now;
            if (seen.contains(now))
                continue;
            seen.insert(now);
            const QImage with = around(*now);
            window.setFocus();
            now->clearFocus();
            const QImage without = around(*now);
            now->setFocus(Qt::TabFocusReason);
            if (with == without && qEnvironmentVariableIsSet("CAIRN_PICTURES"))
                with.save(qEnvironmentVariable("CAIRN_PICTURES") + QStringLiteral("/focus_%1.png").arg(QLatin1String(state)));
            if (with == without)
                note(QStringLiteral("focus can't be seen: %1").arg(test::partName(now)));
        }
        for (QWidget* widget : wanted - seen) {
            if (takesTab(*widget, window))
                note(QStringLiteral("Tab doesn't come to %1 %2").arg(test::partName(widget), widget->objectName()));
        }
    }

    std::unique_ptr<DesktopHome> m_home;
    QStringList m_found;
};

QTEST_MAIN(KeyWalkTest)
#include "key_walk_test.moc"
