// What assistive programs are told: plain words, and all of the words that are in sight.
#include "app/window/window_actions.h"
#include "tests/support/patience.h"
#include "tests/window/desktop_window.h"
#include "ui/panels/labels.h"
#include "ui/panels/settings_dialog.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QLabel>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::Window;

namespace
{

// Descriptions with marks of HTML, below it.
void collect(QAccessibleInterface* one, int depth, QStringList& marked, int& described)
{
    if (!one || !one->isValid() || depth > 30)
        return;
    const QString words = one->text(QAccessible::Description);
    described += !words.isEmpty();
    if (words.contains(QLatin1String("<span")) || words.contains(QLatin1String("<br")) || words.contains(QLatin1String("&lt;")))
        marked.append(words);
    for (int child = 0; child < std::min(one->childCount(), 200); ++child)
        collect(one->child(child), depth + 1, marked, described);
}

}  // namespace

class AssistiveWordsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<DesktopHome>(); }

    void descriptionsArePlain()
    {
        Window shown;
        m_home->openLighthouses(shown);
        shown.ask("Who keeps the light?");
        test::settle(50);
        QStringList marked;
        int described = 0;
        collect(QAccessible::queryAccessibleInterface(&shown.window), 0, marked, described);
        QVERIFY2(marked.isEmpty(), qPrintable(marked.join(u'\n')));
        QVERIFY(described > 20);
    }

    void tipsBecomeDescriptionsUnlessThereIsOne()
    {
        const SettingsStore settings;   // as the program has it
        QLabel label;
        label.setToolTip(plainTip(QStringLiteral("a < b & c\nd")));
        QCOMPARE(label.accessibleDescription(), QStringLiteral("a < b & c\nd"));
        label.setAccessibleDescription({});   // it has none of its own, again
        QTRY_COMPARE(label.accessibleDescription(), QStringLiteral("a < b & c\nd"));
        label.setToolTip({});
        QCOMPARE(label.accessibleDescription(), QString());
        label.setAccessibleDescription(QStringLiteral("own"));
        label.setToolTip(QStringLiteral("another"));
        QCOMPARE(label.accessibleDescription(), QStringLiteral("own"));
    }

    // A name that leaves the words on it out can't be asked for by them.
    void namesOfSettingsHoldTheirOwnWords()
    {
        const SettingsDialog dialog;
        const auto buttons = dialog.findChildren<QAbstractButton*>();
        int named = 0;
        for (const QAbstractButton* button : buttons) {
            if (button->text().isEmpty() || button->accessibleName().isEmpty())
                continue;
            QVERIFY2(button->accessibleName().contains(button->text()), qPrintable(button->accessibleName()));
            ++named;
        }
        QVERIFY(named >= 8);
    }

private:
    std::unique_ptr<DesktopHome> m_home;
};

QTEST_MAIN(AssistiveWordsTest)
#include "assistive_words_test.moc"
