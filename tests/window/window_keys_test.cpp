// Keys: no two meanings where the focus is in one place, letters are text in fields, none can be given away; one ladder for Esc.
#include "app/window/areas/reader_area.h"
#include "app/window/areas/study_dock.h"
#include "app/window/view_keys.h"
#include "app/window/window_actions.h"
#include "tests/support/patience.h"
#include "tests/support/signal_process.h"
#include "tests/window/desktop_window.h"
#include "ui/answer_view.h"
#include "ui/document_view.h"
#include "ui/panels/buttons.h"
#include "ui/panels/command_palette.h"
#include "ui/panels/find_bar.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/question_field.h"
#include "ui/panels/shortcut_sheet.h"
#include "ui/panels/status_pieces.h"

#include <QHeaderView>
#include <QInputDialog>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QPointer>
#include <QSet>
#include <QTabBar>
#include <QScrollBar>
#include <QTreeView>

#include <csignal>
#include <map>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::Window;

Q_DECLARE_METATYPE(cairn::KeyPlace)
Q_DECLARE_METATYPE(cairn::Act)

class WindowKeysTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<DesktopHome>(); }

    // By what other programs call them, too; what a title says goes first.
    void thePaletteKnowsFurtherWords_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("first");
        const auto row = [](const char* typed, const char* first) {
            QTest::newRow(typed) << QString::fromUtf8(typed) << QString::fromUtf8(first);
        };
        row("needle", "measured_results");
        row("evaluation", "measured_results");
        row("heatmap", "layers");
        row("heat map", "layers");
        row("language", "settings");
        row("dark", "settings");
        row("theme", "settings");
        row("export", "export_answers");
        row("preferences", "settings");
        row("exit", "quit");
        row("share", "save_copy");
        row("import", "open");
        row("zoom", "zoom_in");
        row("find", "find");
        row("delete", "remove_answer");
        row("manual", "open_handbook");
    }
    void thePaletteKnowsFurtherWords()
    {
        QFETCH(QString, typed);
        QFETCH(QString, first);
        QMainWindow window;
        WindowActions actions(&window);
        actions.makeMenus(window.menuBar());
        ActionListModel model;
        model.setActions(actionsOf(window));
        model.setFilter(typed);
        QVERIFY(model.rowCount() > 0);
        QCOMPARE(model.actionAt(0)->objectName(), first);
    }

    // Where no page has a label the same key asks for a chapter or a paragraph, and says what there is not.
    void aTextWithoutPagesIsGoneThroughByItsChapters()
    {
        Window shown;
        m_home->openLighthouses(shown);
        const auto& document = *shown.window.session().contents().documents.front();
        const auto place = [&] { return shown.window.reader().current()->topByte(); };
        const auto goTo = [&](const QString& words) {
            shown.press(Qt::Key_G, Qt::ControlModifier);
            QInputDialog* dialog = nullptr;
            for (auto* one : shown.window.findChildren<QInputDialog*>())
                dialog = one->isVisible() ? one : dialog;
            QVERIFY(dialog);
            auto* field = dialog->findChild<QLineEdit*>();
            QTRY_VERIFY(field->hasFocus());
            field->selectAll();
            QTest::keyClicks(field, words);
            QTest::keyClick(field, Qt::Key_Return);
        };
        QVERIFY(!document.outline.empty());
        const Heading& heading = document.outline[1];
        goTo(QString::fromStdString(heading.text).left(8));
        QTRY_COMPARE(place(), heading.begin);
        QVERIFY(shown.window.reader().canGoBack());
        goTo(QStringLiteral("Whales"));
        QTRY_VERIFY(shown.window.findChild<MessageBar*>()->text().contains(QStringLiteral("Whales")));
        QCOMPARE(place(), heading.begin);
    }

    void aNoteIsWrittenByKeysAlone()
    {
        Window shown;
        m_home->openLighthouses(shown);
        auto* reader = shown.window.reader().current()->view();
        const std::string& text = shown.window.session().contents().documents.front()->text;
        const std::uint64_t end = text.find("\n\n"), word = end + 2, stop = text.find(' ', word);
        reader->select({end, stop});
        shown.window.actions()[Act::AddNote]->trigger();
        auto* field = shown.window.findChild<QInputDialog*>()->findChild<QPlainTextEdit*>();
        QTRY_VERIFY(field->hasFocus());
        QTest::keyClicks(field, QStringLiteral("By hand"));
        QTest::keyClick(field, Qt::Key_Tab);
        auto* button = qobject_cast<QPushButton*>(QApplication::focusWidget());
        QVERIFY(button);
        QTest::keyClick(button, Qt::Key_Return);
        const auto& notes = shown.window.session().contents().notes;
        QTRY_COMPARE(notes.size(), std::size_t{1});
        QCOMPARE(notes.front().note.text, std::string("By hand"));
        QCOMPARE(notes.front().note.range, (ByteRange{word, stop}));   // the words alone

        reader->select({word, stop});
        shown.window.actions()[Act::AddNote]->trigger();
        QPointer<QInputDialog> again;
        for (auto* dialog : shown.window.findChildren<QInputDialog*>())
            again = dialog->isVisible() ? dialog : again.data();
        QVERIFY(again);
        field = again->findChild<QPlainTextEdit*>();
        QTRY_VERIFY(field->hasFocus());
        QTest::keyClicks(field, QStringLiteral("More"));
        QTest::keyClick(field, Qt::Key_Return);                        // another line
        QTest::keyClick(field, Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(!again);
        QTRY_COMPARE(notes.size(), std::size_t{2});
        QCOMPARE(notes.back().note.text, std::string("More"));         // without the empty end
    }

    void noKeyHasTwoMeaningsInOnePlace_data()
    {
        QTest::addColumn<QList<KeyPlace>>("places");
        const KeyPlace all = KeyPlace::Anywhere, outside = KeyPlace::OutsideText;
        QTest::newRow("question box") << QList{all, KeyPlace::QuestionBox};
        QTest::newRow("reader") << QList{all, outside, KeyPlace::Reader};
        QTest::newRow("answer") << QList{all, outside, KeyPlace::Answer};
        QTest::newRow("plots") << QList{all, outside, KeyPlace::Plots};
        QTest::newRow("timeline") << QList{all, outside, KeyPlace::Plots, KeyPlace::Timeline};
        QTest::newRow("lists at the side") << QList{all, outside, KeyPlace::SideLists};
        QTest::newRow("heads") << QList{all, outside, KeyPlace::Plots, KeyPlace::HeadList};
    }
    void noKeyHasTwoMeaningsInOnePlace()
    {
        QFETCH(QList<KeyPlace>, places);
        Window shown;
        std::map<QKeySequence, QString> meanings;
        const auto add = [&](const QKeySequence& keys, const QString& meaning) {
            const auto [there, isNew] = meanings.emplace(keys, meaning);
            if (!isNew)
                qWarning() << keys << there->second << meaning;
            return isNew;
        };
        for (const ListedAction& listed : actionsOf(shown.window)) {
            for (const QKeySequence& keys : listed.action->shortcuts()) {
                QVERIFY(add(keys, listed.action->text()));
                const int key = keys[0].key();
                QVERIFY2(keys[0].keyboardModifiers() != Qt::NoModifier || (key >= Qt::Key_F1 && key <= Qt::Key_F35),
                         qPrintable(keys.toString()));   // else it would be taken from what is typed
            }
        }
        QVERIFY(meanings.size() > 40);
        std::size_t own = 0;
        for (const ViewKeys& keys : viewKeys()) {
            if (!places.contains(keys.place))
                continue;
            own += keys.place == places.back();
            for (const QKeySequence& sequence : keys.row.taken)
                QVERIFY(add(sequence, keys.row.meaning));
        }
        QVERIFY(own > 0);
    }

    void theStartPageBeginsWithItsMainAction()
    {
        Window shown;
        const auto* first = qobject_cast<PrimaryButton*>(QApplication::focusWidget());
        QVERIFY2(first, QApplication::focusWidget() ? QApplication::focusWidget()->metaObject()->className() : "none");
        QCOMPARE(first->text(), QStringLiteral("Open a file"));
        shown.press(Qt::Key_Tab);
        const auto* second = qobject_cast<QPushButton*>(QApplication::focusWidget());
        QVERIFY(second);
        QCOMPARE(second->text(), QStringLiteral("Open the handbook"));
        shown.press(Qt::Key_Backtab, Qt::ShiftModifier);
        QCOMPARE(QApplication::focusWidget(), first);
        shown.press(Qt::Key_Backtab, Qt::ShiftModifier);   // and the status bar is the last
        QVERIFY(QApplication::focusWidget() && qobject_cast<StatusLine*>(QApplication::focusWidget()->parentWidget()));
    }

    void everyMenuHasALetterOfItsOwn()
    {
        Window shown;
        SettingsValues values = shown.settings.values();
        for (const char* language : {"de", "en"}) {
            values.language = QLatin1String(language);
            shown.settings.setValues(values);
            QCoreApplication::processEvents();
            QSet<QKeySequence> letters;
            for (const QAction* menu : shown.window.menuBar()->actions())
                letters.insert(QKeySequence::mnemonic(menu->text()));
            QCOMPARE(letters.size(), shown.window.menuBar()->actions().size());
            QVERIFY(!letters.contains(QKeySequence()));
        }
    }

    void thePaneThatF6ComesToIsSeen()
    {
        Window shown;
        m_home->openLighthouses(shown);
        shown.window.findChild<QuestionField*>()->setFocus();
        shown.window.setAttribute(Qt::WA_KeyboardFocusChange, false);
        shown.press(Qt::Key_F6);
        QVERIFY(shown.window.testAttribute(Qt::WA_KeyboardFocusChange));
        QVERIFY(qobject_cast<QTabBar*>(QApplication::focusWidget()));   // of the plots
    }

    void f6ComesToAMessageThatAsks()
    {
        Window shown;
        m_home->openLighthouses(shown);
        const auto* bar = shown.window.findChild<MessageBar*>();
        const auto comes = [&] {
            bool in = false;
            for (int pane = 0; pane < 6; ++pane) {
                shown.press(Qt::Key_F6);
                in = in || bar->isAncestorOf(QApplication::focusWidget());
            }
            return in;
        };
        QVERIFY(!comes());
        shown.window.offerToRemove(0);
        QVERIFY(bar->isVisible() && comes());
    }

    void aButtonThatAsksLeavesItsFocusToTheAnswer()
    {
        Window shown;
        m_home->openLighthouses(shown);
        auto& conversation = shown.window.conversation();
        conversation.ask(QStringLiteral("Who keeps the light?"), {});
        QTRY_VERIFY(shown.isIdle() && conversation.shown());
        const AnswerId first = *conversation.shownId();
        QPushButton outside(&shown.window);   // as any in the plots: gone while the answer is written
        outside.show();
        outside.setFocus();
        QVERIFY(outside.hasFocus());
        connect(&outside, &QPushButton::clicked, [&] {
            shown.window.actions()[Act::AskAgain]->trigger();
            outside.setEnabled(false);
        });
        outside.click();
        QTRY_VERIFY(shown.isIdle() && conversation.shownId() != first);
        QVERIFY2(shown.window.findChild<AnswerView*>()->hasFocus(), QApplication::focusWidget()->metaObject()->className());
    }

    void lettersAreTextInTheQuestion()
    {
        Window shown;
        m_home->openLighthouses(shown);
        auto* question = shown.window.findChild<QuestionField*>();
        question->setFocus();
        const QString typed = QStringLiteral("ngts/[]+-0p ");
        shown.type(typed);
        QCOMPARE(question->toPlainText(), typed);
        QVERIFY(question->hasFocus());
        QVERIFY(shown.window.findChild<FindBar*>()->isHidden());
    }

    void theReaderHasItsOwn()
    {
        Window shown;
        m_home->openLighthouses(shown);
        auto* view = shown.window.reader().current()->view();
        view->setFocus();
        QScrollBar& bar = *view->verticalScrollBar();
        QTRY_VERIFY(bar.maximum() > 2 * bar.pageStep());
        bar.setValue(0);
        shown.press(Qt::Key_Space);
        const int down = bar.value();
        QVERIFY(down > bar.pageStep() / 2);
        shown.press(Qt::Key_Space, Qt::ShiftModifier);
        QCOMPARE(bar.value(), 0);
        QVERIFY(shown.window.findChild<FindBar*>()->isHidden());
        QTest::sendKeyEvent(QTest::Click, shown.front(), Qt::Key_Slash, QStringLiteral("/"), {});
        QVERIFY(shown.window.findChild<FindBar*>()->isVisible());
        shown.press(Qt::Key_Escape);   // the innermost
        QVERIFY(shown.window.findChild<FindBar*>()->isHidden());
    }

    void findingGoesOnAndBack()
    {
        Window shown;
        m_home->openLighthouses(shown);
        shown.window.reader().current()->view()->setFocus();
        shown.press(Qt::Key_F, Qt::ControlModifier);
        shown.type(QStringLiteral("clockwork"));
        const auto* bar = shown.window.findChild<FindBar*>();
        const auto says = [bar](const char* words) {
            for (const auto* label : bar->findChildren<QLabel*>()) {
                if (label->text().contains(QLatin1String(words)))
                    return true;
            }
            return false;
        };
        QTRY_VERIFY(says("1 of 30"));
        shown.press(Qt::Key_F3);
        QTRY_VERIFY(says("2 of 30"));
        shown.press(Qt::Key_F3, Qt::ShiftModifier);
        QTRY_VERIFY(says("1 of 30"));
    }

    void findingBeginsWithTheChosenWordsOfOneParagraph()
    {
        Window shown;
        m_home->openLighthouses(shown);
        DocumentView& view = *shown.window.reader().current()->view();
        const auto* field = shown.window.findChild<FindBar*>()->findChild<QLineEdit*>();
        const auto sought = [&](ByteRange chosen) {
            view.setFocus();
            view.select(chosen);
            shown.press(Qt::Key_F, Qt::ControlModifier);
            return field->text();
        };
        const auto& paragraphs = shown.window.session().contents().documents.front()->paragraphs;
        QCOMPARE(sought({paragraphs[1].text.begin, paragraphs[2].text.begin + 5}), QString());   // no search finds them
        const QString first = sought({paragraphs[1].text.begin, paragraphs[1].text.begin + 5});
        QVERIFY(!first.isEmpty());
        QCOMPARE(sought({paragraphs[1].text.begin, paragraphs[2].text.begin + 5}), first);   // what was sought before
    }

    void aClosedTabComesBack()
    {
        Window shown;
        m_home->openLighthouses(shown);
        const DocumentTab* tab = shown.window.reader().current();
        QVERIFY(tab && !shown.window.reader().canReopen());
        tab->view()->setFocus();
        shown.press(Qt::Key_W, Qt::ControlModifier);
        QTRY_VERIFY(!shown.window.reader().current());
        QVERIFY(shown.window.reader().canReopen());
        const auto* focus = qobject_cast<QPushButton*>(QApplication::focusWidget());
        QVERIFY(focus && focus->text() == QLatin1String("Open the last one again"));
        shown.press(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(shown.window.reader().current());
    }

    void aClosedTabComesBackWhereItWas()
    {
        for (const char* name : {"second.md", "third.md", "fourth.md"})
            std::ofstream(m_home->file(name)) << "# The " << name << "\n\nIt is short.\n";
        Window shown;
        shown.window.openFiles(
            {m_home->path("lighthouses.md"), m_home->path("second.md"), m_home->path("third.md"), m_home->path("fourth.md")});
        QTRY_VERIFY(shown.window.session().isOpen() && shown.isRead());
        auto& reader = shown.window.reader();
        const auto order = [&] {
            QStringList titles;
            const auto* tabs = reader.findChild<QTabBar*>();
            for (int tab = 0; tab < tabs->count(); ++tab)
                titles.append(tabs->tabText(tab));
            return titles;
        };
        const QStringList before = order();
        QCOMPARE(before.size(), 4);
        for (const std::uint32_t document : {1u, 2u}) {
            reader.openDocument(document);
            shown.press(Qt::Key_W, Qt::ControlModifier);
            QTRY_VERIFY(!reader.tabOf(document));
        }
        for (const std::uint32_t document : {2u, 1u}) {
            shown.press(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
            QTRY_VERIFY(reader.current() && reader.current()->index() == document);
        }
        QCOMPARE(order(), before);
    }

    void escapeEndsAMaximisedPanel_data()
    {
        QTest::addColumn<Act>("view");
        QTest::newRow("evidence") << Act::Evidence;
        QTest::newRow("layers") << Act::Layers;
        QTest::newRow("heads") << Act::Heads;
    }
    void escapeEndsAMaximisedPanel()
    {
        QFETCH(Act, view);
        Window shown;
        m_home->openLighthouses(shown);
        shown.ask("Who keeps the light?");
        shown.window.actions()[view]->trigger();
        QTRY_VERIFY(shown.window.study().isVisible());
        shown.press(Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(!shown.window.reader().isVisible());
        QVERIFY(shown.window.actions()[Act::MaximisePanel]->isChecked());
        for (int level = 0; level < 3 && shown.window.actions()[Act::MaximisePanel]->isChecked(); ++level)   // what is chosen first
            shown.press(Qt::Key_Escape);
        QTRY_VERIFY(shown.window.reader().isVisible());
        QVERIFY(!shown.window.actions()[Act::MaximisePanel]->isChecked());
    }

    // F1: every key of a view is listed, none can be given to an action, and its place leaves room for what the action does.
    void keysOfViewsCannotBeGivenAway()
    {
        Window shown;
        shown.window.actions()[Act::Shortcuts]->trigger();
        auto* sheet = shown.window.findChild<ShortcutSheet*>();
        QVERIFY(sheet);
        const auto* view = sheet->findChild<QTreeView*>();
        QAbstractItemModel& rows = *view->model();
        int listed = 0;
        for (const ViewKeys& keys : viewKeys())
            listed += int(
                rows.match(rows.index(0, ShortcutModel::ActionColumn), Qt::DisplayRole, keys.row.meaning, 1, Qt::MatchExactly).size());
        QCOMPARE(listed, int(viewKeys().size()));
        QVERIFY(view->header()->sectionSize(ShortcutModel::ActionColumn) > view->header()->sectionSize(ShortcutModel::MenuColumn));
        const QAction* open = shown.window.actions()[Act::Open];
        const auto found = rows.match(rows.index(0, ShortcutModel::ActionColumn), Qt::DisplayRole, plainText(*open), 1, Qt::MatchExactly);
        QCOMPARE(found.size(), 1);
        const_cast<QTreeView*>(view)->setCurrentIndex(found.front());
        sheet->findChild<QKeySequenceEdit*>()->setKeySequence(Qt::Key_G);
        for (auto* button : sheet->findChildren<QPushButton*>()) {
            if (button->text() == QLatin1String("Use these keys"))
                button->click();
        }
        QCOMPARE(open->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_O));
        sheet->close();
    }

    void anEngineThatDiesIsSaidWithWhatIsSafe()
    {
        Window shown;
        m_home->openLighthouses(shown);
        QVERIFY(test::signalProcess(shown.window.engine().engineProcessId(), SIGKILL));
        const auto* message = shown.window.findChild<MessageBar*>();
        QTRY_VERIFY(message->text().contains(QLatin1String("Text and answers are saved. It ")));
        QVERIFY2(message->text().contains(QLatin1String("The engine was ")), qPrintable(message->text()));
        QTRY_VERIFY(shown.window.session().facts());
        QTRY_VERIFY(message->text().endsWith(QLatin1String("It is running again.")));
        shown.window.session().close();
        QTRY_VERIFY(!shown.window.session().isOpen());
        QVERIFY(!message->isVisible());   // none runs now
    }

private:
    std::unique_ptr<DesktopHome> m_home;
};

QTEST_MAIN(WindowKeysTest)
#include "window_keys_test.moc"
