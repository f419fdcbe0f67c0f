// Words of the left side: what is being sought, and how answers were asked, in the language of the window.
#include "app/window/window_actions.h"
#include "tests/support/patience.h"
#include "tests/window/desktop_window.h"
#include "ui/panels/ask_box.h"
#include "ui/panels/labels.h"
#include "ui/panels/side_models.h"
#include "ui/panels/side_panel.h"

#include <QInputDialog>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::Window;

class SideWordsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<DesktopHome>(); }

    // What was found before does not stand under the new words until the engine has looked.
    void aSearchByMeaningIsSaidAtOnce()
    {
        Window shown;
        m_home->openLighthouses(shown);
        const auto* hits = shown.window.findChild<LibraryModel*>();
        const auto search = [&](const QString& words) {
            shown.window.actions()[Act::SearchMeaning]->trigger();
            auto* dialog = shown.window.findChild<QInputDialog*>();
            QVERIFY(dialog);
            dialog->setTextValue(words);
            dialog->accept();
            delete dialog;
        };
        search(QStringLiteral("lamps"));
        QVERIFY(says(shown, QStringLiteral("Searching this session for “lamps”…")));
        QTRY_VERIFY(says(shown, QStringLiteral("Passages of this session for “lamps”")));
        QVERIFY(hits->rowCount() > 0);
        search(QStringLiteral("ink"));
        QVERIFY(says(shown, QStringLiteral("Searching this session for “ink”…")));
        QCOMPARE(hits->rowCount(), 0);
        QTRY_VERIFY(says(shown, QStringLiteral("Passages of this session for “ink”")));
        QVERIFY(hits->rowCount() > 0);
    }

    void howAnAnswerWasAskedIsSaidInTheLanguageOfTheWindow()
    {
        Window shown;
        m_home->openLighthouses(shown);
        AskForm form;
        form.deepTrace = true;
        shown.window.findChild<AskBox*>()->setForm(form);
        shown.ask("Who keeps the light?");
        const auto* answers = shown.window.findChild<AnswersModel*>();
        const auto said = [&] { return answers->index(0, 0).data().toString(); };
        QVERIFY2(said().contains(QLatin1String("deep trace")), qPrintable(said()));
        SettingsValues values = shown.settings.values();
        values.language = QStringLiteral("de");
        shown.settings.setValues(values);
        QTRY_VERIFY2(!said().contains(QLatin1String("deep trace")), qPrintable(said()));
        QVERIFY(said().startsWith(QLatin1String("Who keeps the light?")));
        values.language = QStringLiteral("en");
        shown.settings.setValues(values);
        QTRY_VERIFY2(said().contains(QLatin1String("deep trace")), qPrintable(said()));
    }

private:
    static bool says(Window& shown, const QString& words)
    {
        const auto labels = shown.window.findChild<SidePanel*>()->findChildren<Label*>();
        return std::any_of(labels.begin(), labels.end(), [&](const Label* label) { return label->isVisible() && label->text() == words; });
    }

    std::unique_ptr<DesktopHome> m_home;
};

QTEST_MAIN(SideWordsTest)
#include "side_words_test.moc"
