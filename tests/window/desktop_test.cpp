// The whole window with the real import worker and an engine that follows a script: dropping files, the clipboard, the whole path by keys
// alone. Runs at scale 1 and, as desktop_test_scale_2, at scale 2.
#include "app/window/areas/answer_area.h"
#include "app/window/areas/reader_area.h"
#include "app/window/areas/study_dock.h"
#include "app/window/main_window.h"
#include "app/window/window_actions.h"
#include "tests/support/patience.h"
#include "tests/window/desktop_window.h"
#include "ui/answer_view.h"
#include "ui/heatmap_view.h"
#include "ui/panels/answer_panel.h"
#include "ui/panels/command_palette.h"
#include "ui/panels/find_bar.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/question_field.h"
#include "ui/panels/shortcut_sheet.h"
#include "ui/panels/side_models.h"
#include "ui/panels/side_panel.h"
#include "ui/panels/status_pieces.h"
#include "ui/panels/window_style.h"
#include "ui/plots/empty_plot.h"
#include "ui/theme.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPrintDialog>
#include <QPrinter>
#include <QPushButton>
#include <QTabBar>
#include <QTest>
#include <QThread>
#include <QWindow>

#include <time.h>

#include <algorithm>
#include <fstream>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::Window;

class DesktopTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<DesktopHome>(); }
    void droppedFilesAndFoldersAreOpened();
    void copiesAreWhatIsSeen();
    void theWholePathWorksByKeysAlone();
    void copiedFilesAreOpenedWhereNothingIsTyped();
    void menusOfTheSidePanelOpenByKey();
    void aSectionIsBarredInTheOutline();
    void aSectionAloneIsAskedAbout();
    void theCrossEndsAFollowUp();
    void aDocumentIsPrintedUnderANameThatAFileMayHave();
    void menusAreWhereAPersonLooksForThem();

private:
    std::unique_ptr<DesktopHome> m_home;
};

void DesktopTest::droppedFilesAndFoldersAreOpened()
{
    Window shown;
    shown.drop(&shown.window, {m_home->path("lighthouses.md")});
    QTRY_VERIFY(shown.window.session().isOpen());
    QCOMPARE(shown.window.session().contents().title, QStringLiteral("The lighthouses of the northern coast"));
    QVERIFY(shown.window.reader().current());

    std::filesystem::create_directory(m_home->file("shelf"));
    std::ofstream(m_home->file("shelf/a.txt")) << "The first of two short texts about ropes and knots.\n";
    std::ofstream(m_home->file("shelf/b.txt")) << "The second of two short texts about sails and masts.\n";
    shown.drop(&shown.window, {m_home->path("shelf")});   // a session is open: it is asked where they belong
    shown.press("Open in a session of its own");
    QTRY_VERIFY(shown.window.session().isOpen() && shown.window.session().contents().documents.size() == 2);

    shown.window.session().close();                       // on the start page what a folder holds is said first
    std::ofstream(m_home->file("shelf/c.png")) << "no document";
    shown.drop(&shown.window, {m_home->path("shelf")});
    QVERIFY(!shown.window.session().isOpen());
    QTRY_VERIFY(shown.window.findChild<MessageBar*>()->text().contains(QLatin1String("2 document")));
    shown.press("Open");
    QTRY_VERIFY(shown.window.session().isOpen() && shown.window.session().contents().documents.size() == 2);

    std::ofstream(m_home->file("empty.pdf")) << "%PDF-1.4\n";
    shown.drop(&shown.window, {m_home->path("empty.pdf")});
    QTRY_VERIFY(shown.window.findChild<MessageBar*>()->text().contains(QLatin1String("empty.pdf")));
    const QString asked = shown.window.findChild<MessageBar*>()->text();
    shown.press("Open in a session of its own");
    QTRY_VERIFY(!shown.window.findChild<MessageBar*>()->text().isEmpty() && shown.window.findChild<MessageBar*>()->text() != asked);
    QCOMPARE(shown.window.session().contents().documents.size(), std::size_t(2));   // what is open stays
}

void DesktopTest::copiedFilesAreOpenedWhereNothingIsTyped()
{
    const auto copy = [this](const char* name) {
        auto* data = new QMimeData;
        data->setUrls({QUrl::fromLocalFile(m_home->path(name))});
        QGuiApplication::clipboard()->setMimeData(data);
    };
    Window shown;
    copy("lighthouses.md");
    shown.press(Qt::Key_V, Qt::ControlModifier);
    QTRY_VERIFY(shown.window.session().isOpen() && shown.isRead());
    std::ofstream(m_home->file("ropes.md")) << "# Ropes\n\nA short text about ropes and knots.\n";
    copy("ropes.md");
    shown.window.reader().current()->view()->setFocus();
    shown.press(Qt::Key_V, Qt::ControlModifier);
    QTRY_VERIFY(shown.window.findChild<MessageBar*>()->text().startsWith(QStringLiteral("Add “ropes.md” to this session")));
    QGuiApplication::clipboard()->setText(QStringLiteral("no file"));
    shown.window.findChild<MessageBar*>()->clear();
    shown.press(Qt::Key_V, Qt::ControlModifier);
    test::settle(50);
    QVERIFY(shown.window.findChild<MessageBar*>()->isHidden());
}

void DesktopTest::copiesAreWhatIsSeen()
{
    Window shown;
    m_home->openLighthouses(shown);
    DocumentView* view = shown.window.reader().current()->view();
    const std::string& text = shown.window.reader().current()->document().text;
    const std::size_t at = text.find("The keeper wrote");
    view->select({at, at + 16});
    view->setFocus();
    shown.press(Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("The keeper wrote"));

    shown.press(Qt::Key_L, Qt::ControlModifier);
    shown.type(QStringLiteral("Who keeps the light?"));
    shown.press(Qt::Key_Return);
    QTRY_VERIFY(shown.window.conversation().shown());
    shown.press(Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    const QString copied = QApplication::clipboard()->text();
    QVERIFY2(copied.startsWith(QStringLiteral("Who keeps the light?")), qPrintable(copied));
    QVERIFY(copied.contains(QStringLiteral("A made-up answer.")) && copied.contains(QStringLiteral("[1]")));
    QVERIFY(copied.contains(QString::fromStdString(text.substr(0, 10))));    // the cited words
    QCOMPARE(shown.window.answers().shownText(), copied);                    // what is printed
    shown.press(Qt::Key_P, Qt::ControlModifier | Qt::AltModifier);
    const auto dialog = [] { return qobject_cast<QPrintDialog*>(QApplication::activeModalWidget()); };
    QTRY_VERIFY(dialog());
    dialog()->printer()->setOutputFileName(m_home->path("answer.pdf"));
    dialog()->done(QDialog::Accepted);
    const auto* status = shown.window.findChild<StatusLine*>();
    QTRY_COMPARE(status->told(), QStringLiteral("\u201cWho keeps the light?\u201d printed."));
    QVERIFY(std::filesystem::file_size(m_home->file("answer.pdf")) > 1000);
    shown.press(Qt::Key_P, Qt::ControlModifier | Qt::AltModifier);
    QTRY_VERIFY(dialog());
    dialog()->printer()->setOutputFileName(m_home->path("none/answer.pdf"));
    dialog()->done(QDialog::Accepted);
    QTRY_VERIFY(shown.window.findChild<MessageBar*>()->text().startsWith(QLatin1String("The printer did not take the page")));
}

// A reviewer's references, say, which stretch over pages that nobody wants to drag over.
void DesktopTest::aSectionIsBarredInTheOutline()
{
    Window shown;
    m_home->openLighthouses(shown);
    const std::string& text = shown.window.session().contents().documents[0]->text;
    const std::size_t third = text.find("Lighthouse number 3\n"), fourth = text.find("Lighthouse number 4\n");
    QVERIFY(third < fourth && fourth != std::string::npos);
    auto* side = shown.window.findChild<SidePanel*>();
    Q_EMIT side->headingMenuRequested(shown.window.session().contents().records[0].id, {third, fourth}, {});
    auto* menu = shown.window.findChild<QMenu*>(QStringLiteral("section"));
    QVERIFY(menu);
    const auto actions = menu->actions();
    const auto bar = std::find_if(actions.begin(), actions.end(),
                                  [](const QAction* action) { return action->text().startsWith(QLatin1String("Bar ")); });
    QVERIFY(bar != actions.end() && (*bar)->isEnabled());
    (*bar)->trigger();
    menu->close();
    const auto& notes = shown.window.session().contents().notes;
    QTRY_COMPARE(notes.size(), std::size_t(1));
    QVERIFY(notes[0].note.kind == NoteKind::Barred);
    QCOMPARE(notes[0].note.range.begin, std::uint64_t(third));
    QVERIFY(text.substr(notes[0].note.range.end - 6, 6) == "froze." && notes[0].note.range.end < fourth);
    shown.ask("Who keeps the light?");
    const auto options = shown.window.conversation().optionsOf(*shown.window.conversation().shownId());
    QVERIFY(options && !options->controls.barred.empty());
    const auto badges = shown.window.findChild<AnswerPanel*>()->findChildren<QWidget*>();
    QVERIFY(std::any_of(badges.begin(), badges.end(), [](const QWidget* badge) {
        return badge->toolTip().contains(QLatin1String("barred")) && badge->toolTip().contains(QLatin1String("other settings than usual"));
    }));
}

void DesktopTest::aSectionAloneIsAskedAbout()
{
    Window shown;
    m_home->openLighthouses(shown);
    const std::string& text = shown.window.session().contents().documents[0]->text;
    const std::size_t third = text.find("Lighthouse number 3\n"), fourth = text.find("Lighthouse number 4\n");
    Q_EMIT shown.window.findChild<SidePanel*>()->headingMenuRequested(shown.window.session().contents().records[0].id, {third, fourth}, {});
    auto* menu = shown.window.findChild<QMenu*>(QStringLiteral("section"));
    QVERIFY(menu);
    for (QAction* action : menu->actions()) {
        if (action->text() == QLatin1String("Ask about this section alone"))
            action->trigger();
    }
    menu->close();
    auto* cross = shown.window.findChild<QAbstractButton*>(QStringLiteral("dropPart"));
    QVERIFY(cross && cross->isVisible());
    for (int asked = 0; asked < 2; ++asked) {   // until it is taken away
        shown.ask("Who keeps the light?");
        const auto options = shown.window.conversation().optionsOf(*shown.window.conversation().shownId());
        QVERIFY(options && options->within == (std::vector<DocumentPlace>{{0, {third, fourth}}}));
    }
    const auto badges = shown.window.findChild<AnswerPanel*>()->findChildren<QWidget*>();
    QVERIFY(std::any_of(badges.begin(), badges.end(), [](const QWidget* badge) {
        const QString tip = badge->toolTip();
        return tip.contains(QLatin1String("Lighthouse number 3")) && tip.contains(QLatin1String("Only this part"));
    }));
    const auto* answers = shown.window.findChild<AnswersModel*>();
    QVERIFY(answers && answers->index(0, 0).data().toString().startsWith(QLatin1String("Who keeps the light? (")));
    QVERIFY(answers->index(0, 0).data().toString().contains(QLatin1String("Lighthouse number 3")));
    cross->click();
    QVERIFY(!cross->isVisible());
    shown.ask("Who keeps the light?");
    QVERIFY(shown.window.conversation().optionsOf(*shown.window.conversation().shownId())->within.empty());
    Q_EMIT shown.window.findChild<AnswerPanel*>()->previousRequested();
    QTRY_VERIFY(!shown.window.conversation().optionsOf(*shown.window.conversation().shownId())->within.empty());
    Q_EMIT shown.window.findChild<AnswerPanel*>()->editRequested();   // as it was asked
    QVERIFY(cross->isVisible());
}

void DesktopTest::theCrossEndsAFollowUp()
{
    Window shown;
    m_home->openLighthouses(shown);
    shown.ask("Who keeps the light?");
    Q_EMIT shown.window.findChild<AnswerPanel*>()->followUpRequested();
    auto* cross = shown.window.findChild<QAbstractButton*>(QStringLiteral("dropPrefix"));
    QVERIFY(cross && cross->isVisible());
    cross->click();
    QVERIFY(!cross->isVisible());
}

void DesktopTest::aDocumentIsPrintedUnderANameThatAFileMayHave()
{
    std::ofstream(m_home->file("tcp.md")) << "# TCP/IP\n\nPackets go there, and come back.\n";
    Window shown;
    shown.window.openFiles({m_home->path("tcp.md")});
    QTRY_VERIFY(shown.window.session().isOpen() && shown.window.actions()[Act::PrintDocument]->isEnabled());
    shown.press(Qt::Key_P, Qt::ControlModifier);
    const auto dialog = [] { return qobject_cast<QPrintDialog*>(QApplication::activeModalWidget()); };
    QTRY_VERIFY(dialog());
    QCOMPARE(dialog()->printer()->docName(), QStringLiteral("TCP-IP"));
    dialog()->reject();
}

// Of the answer's words and of a document's tab.
void DesktopTest::menusAreWhereAPersonLooksForThem()
{
    Window shown;
    m_home->openLighthouses(shown);
    shown.ask("Who keeps the light?");
    const auto entry = [](const char* words) -> QAction* {
        const auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        for (QAction* action : menu ? menu->actions() : QList<QAction*>())
            if (action->text() == QLatin1String(words))
                return action;
        return nullptr;
    };
    auto* words = shown.window.findChild<AnswerView*>();
    Q_EMIT words->customContextMenuRequested({3, 3});
    QTRY_VERIFY(entry("Copy the chosen words"));
    QVERIFY(!entry("Copy the chosen words")->isEnabled() && entry("Copy the answer with citations")->isEnabled());
    QApplication::activePopupWidget()->close();
    words->setFocus();
    shown.press(Qt::Key_Right);   // its first word
    Q_EMIT words->customContextMenuRequested({3, 3});
    QTRY_VERIFY(entry("Copy the chosen words"));
    entry("Copy the chosen words")->trigger();
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("A"));
    entry("Search the library for the chosen words")->trigger();
    QApplication::activePopupWidget()->close();
    QCOMPARE(shown.window.findChild<SidePanel*>()->libraryQuery(), QStringLiteral("A"));

    auto* tabs = shown.window.reader().findChild<QTabBar*>();
    QCOMPARE(tabs->count(), 1);
    Q_EMIT tabs->customContextMenuRequested(tabs->tabRect(0).center());
    QTRY_VERIFY(entry("Close"));
    entry("Close")->trigger();
    QApplication::activePopupWidget()->close();
    QCOMPARE(tabs->count(), 0);
    QVERIFY(shown.window.reader().canReopen());
    const auto* none = shown.window.reader().findChild<EmptyPlot*>();   // rather than an empty area
    QVERIFY(none && none->isVisible() && none->action()->isVisible());
    none->action()->click();
    QCOMPARE(tabs->count(), 1);
    QVERIFY(!none->isVisible());

    shown.window.session().rename(QStringLiteral("A long name of a session ").repeated(4).trimmed());
    shown.window.actions()[Act::RenameSession]->trigger();
    QTRY_VERIFY(qobject_cast<QInputDialog*>(QApplication::activeModalWidget()));
    const auto* field = QApplication::activeModalWidget()->findChild<QLineEdit*>();
    QVERIFY(field->width() >= field->fontMetrics().horizontalAdvance(field->text()));
    QApplication::activeModalWidget()->close();
}

void DesktopTest::theWholePathWorksByKeysAlone()
{
    Window shown;
    MainWindow& window = shown.window;
    shown.press(Qt::Key_O, Qt::ControlModifier);
    QTRY_VERIFY(qobject_cast<QFileDialog*>(QApplication::activeModalWidget()));
    shown.type(m_home->path("lighthouses.md"));
    shown.press(Qt::Key_Return);
    QTRY_VERIFY(window.session().isOpen());
    QTRY_VERIFY(shown.isRead());

    (void)shown.front();
    QTRY_VERIFY(qobject_cast<QuestionField*>(QApplication::focusWidget()));          // ready to ask, without a key
    shown.type(QStringLiteral("Who keeps the light?"));
    shown.press(Qt::Key_Return);
    QTRY_VERIFY(window.conversation().shown() && shown.isIdle());

    const std::vector<QWidget*> panes{&window.study(), window.findChild<SidePanel*>(), &window.reader(), window.findChild<AnswerArea*>()};
    for (const QWidget* pane : panes) {                                                // all of them, though a lone answer has no neighbour
        shown.press(Qt::Key_F6);
        QVERIFY2(pane->isAncestorOf(QApplication::focusWidget()), pane->metaObject()->className());
    }

    DocumentView* reader = window.reader().current()->view();
    reader->scrollToByte(window.reader().current()->document().text.size() - 10);
    QVERIFY(shown.walkTo<AnswerView>());
    shown.press(Qt::Key_1);                                                            // the first citation
    QTRY_COMPARE(window.reader().current()->topByte(), std::uint64_t(0));
    QVERIFY(window.hub().selection().tokens.has_value());
    shown.press(Qt::Key_Left, Qt::AltModifier);
    QTRY_VERIFY(window.reader().current()->topByte() > 0 && window.reader().canGoForward());

    shown.press(Qt::Key_2, Qt::ControlModifier);
    QCOMPARE(window.study().current(), StudyDock::View::Layers);
    for (int pane = 0; pane < 6 && !window.study().isAncestorOf(QApplication::focusWidget()); ++pane)
        shown.press(Qt::Key_F6);
    QVERIFY(window.study().isAncestorOf(QApplication::focusWidget()));
    QVERIFY(shown.walkTo<HeatmapView>());
    shown.press(Qt::Key_Right, Qt::ControlModifier);                                   // the next cell that was opened
    shown.press(Qt::Key_Return);
    QTRY_VERIFY(window.hub().selection().lock.has_value());
    shown.press(Qt::Key_Escape);
    QTRY_VERIFY(!window.hub().selection().lock.has_value());

    const auto notes = [&] { return window.session().contents().notes.size(); };
    shown.press(Qt::Key_D, Qt::ControlModifier);
    QTRY_COMPARE(notes(), std::size_t(1));
    shown.press(Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(notes(), std::size_t(0));
    shown.press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE(notes(), std::size_t(1));

    shown.press(Qt::Key_F, Qt::ControlModifier);
    QTRY_VERIFY(window.findChild<FindBar*>()->isAncestorOf(QApplication::focusWidget()));
    shown.type(QStringLiteral("pencil"));
    shown.press(Qt::Key_Return);
    QTRY_COMPARE(window.reader().current()->view()->selectedText(), QStringLiteral("pencil"));
    shown.press(Qt::Key_Escape);
    QTRY_COMPARE(QApplication::focusWidget(), window.reader().current()->view());

    shown.press(Qt::Key_K, Qt::ControlModifier);
    QTRY_VERIFY(window.findChild<CommandPalette*>()->isVisible());
    shown.type(QStringLiteral("unique"));
    shown.press(Qt::Key_Return);
    QTRY_COMPARE(window.study().current(), StudyDock::View::Unique);

    shown.press(Qt::Key_W, Qt::ControlModifier);
    QTRY_VERIFY(!window.reader().current());
    shown.press(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(window.reader().current());

    shown.press(Qt::Key_F1);
    QTRY_VERIFY(window.findChild<ShortcutSheet*>());
    window.findChild<ShortcutSheet*>()->activateWindow();                              // a bare X server has nobody who does
    QTRY_VERIFY(QApplication::activeWindow() != &window);
    shown.press(Qt::Key_Escape);
    QTRY_VERIFY(!window.findChild<ShortcutSheet*>() || !window.findChild<ShortcutSheet*>()->isVisible());
    shown.press(Qt::Key_N, Qt::ControlModifier);
    QTRY_VERIFY(!window.session().isOpen());
}

void DesktopTest::menusOfTheSidePanelOpenByKey()
{
    Window shown;
    m_home->openLighthouses(shown);
    shown.ask("Who keeps the light?");
    QCOMPARE(shown.window.session().contents().turns.size(), std::size_t(1));
    QAbstractItemView* answers = nullptr;
    for (auto* list : shown.window.findChild<SidePanel*>()->findChildren<QAbstractItemView*>()) {
        if (list->accessibleName() == QLatin1String("Answers"))
            answers = list;
    }
    QVERIFY(answers && answers->isVisible());
    answers->setFocus();
    answers->setCurrentIndex(answers->model()->index(0, 0));
    const QPoint at = answers->visualRect(answers->currentIndex()).center();
    QContextMenuEvent asked(QContextMenuEvent::Keyboard, at, answers->viewport()->mapToGlobal(at));
    QApplication::sendEvent(answers->viewport(), &asked);
    QTRY_VERIFY(QApplication::activePopupWidget());
    QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Up);                    // the last: delete
    QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Return);
    QTRY_COMPARE(shown.window.session().contents().turns.size(), std::size_t(0));
    test::settle(100);                                                                 // the menu is deleted
    shown.press(Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(shown.window.session().contents().turns.size(), std::size_t(1));
    QTRY_VERIFY(shown.window.conversation().shown());
}

int main(int count, char** words)
{
    QApplication::setAttribute(Qt::AA_Use96Dpi);
    QApplication application(count, words);
    QApplication::setStyle(new WindowStyle);
    QApplication::setPalette(themePalette(cairn::Panel::Light));
    DesktopTest test;
    QTEST_SET_MAIN_SOURCE_PATH
    return QTest::qExec(&test, count, words);
}

#include "desktop_test.moc"
