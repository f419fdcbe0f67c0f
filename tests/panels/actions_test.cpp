// Finding actions by their words, and their keys.
#include "tests/support/patience.h"
#include "ui/panels/command_palette.h"
#include "ui/panels/question_field.h"
#include "ui/panels/shortcut_sheet.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenuBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTreeView>
#include <QVBoxLayout>
#include <QtTest>

using namespace cairn;

namespace
{

struct Window
{
    QMainWindow window;
    QAction *open, *close, *zoom, *hidden;
    Window()
    {
        QMenu* file = window.menuBar()->addMenu(QStringLiteral("&File"));
        open = file->addAction(QStringLiteral("&Open …"));
        open->setShortcut(Qt::CTRL | Qt::Key_O);
        open->setProperty("defaultKeys", QKeySequence(Qt::CTRL | Qt::Key_O));
        file->addSeparator();
        close = file->addAction(QStringLiteral("Close tab"));
        close->setEnabled(false);
        QMenu* view = window.menuBar()->addMenu(QStringLiteral("&View"));
        zoom = view->addMenu(QStringLiteral("Size"))->addAction(QStringLiteral("Zoom in"));
        zoom->setShortcut(Qt::CTRL | Qt::Key_Plus);
        hidden = new QAction(QStringLiteral("Next evidence"), &window);
        hidden->setShortcut(Qt::Key_N);
        window.addAction(hidden);
        window.addAction(open);   // also by itself: listed once
        window.resize(800, 600);
    }
};

}  // namespace

class ActionsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void allActionsAreListedOnceWithTheirMenu()
    {
        Window w;
        QStringList lines;
        for (const ListedAction& listed : actionsOf(w.window))
            lines << listed.menu + QStringLiteral("/") + plainText(*listed.action);
        QCOMPARE(lines, QStringList({QStringLiteral("File/Open"), QStringLiteral("File/Close tab"), QStringLiteral("View > Size/Zoom in"),
                                     QStringLiteral("/Next evidence")}));
    }

    void theLetterOfAKeyIsNotMarkedAndASignOfItsOwnStays()
    {
        QCOMPARE(plainText(QAction(QStringLiteral("Save &as…"))), QStringLiteral("Save as"));
        QCOMPARE(plainText(QAction(QStringLiteral("Tom && Jerry"))), QStringLiteral("Tom & Jerry"));   // a session's title
    }

    void beginningsOfWordsFitBetterThanLettersInside()
    {
        QVERIFY(matchScore(QStringLiteral("zi"), QStringLiteral("Zoom in")) >
                matchScore(QStringLiteral("zi"), QStringLiteral("Horizontal line")));
        QVERIFY(matchScore(QStringLiteral("open"), QStringLiteral("Open")) >
                matchScore(QStringLiteral("open"), QStringLiteral("Copy to pen")));
        QCOMPARE(matchScore(QStringLiteral("xq"), QStringLiteral("Zoom in")), 0);
        QCOMPARE(matchScore(QStringLiteral("rotate"), QStringLiteral("Bitcoin: A Peer-to-Peer Electronic Cash System")), 0);
        QVERIFY(matchScore(QStringLiteral("exprt"), QStringLiteral("Export answers")) > 0);
        QVERIFY(matchScore(QStringLiteral("add mark"), QStringLiteral("Add a bookmark")) > 0);
        QVERIFY(matchScore(QStringLiteral("ÜB"), QStringLiteral("Übersicht")) > 0);
    }

    void actionsAreFoundByFurtherWordsBelowTheirTitles()
    {
        Window w;
        w.zoom->setProperty(kFurtherWords, QStringLiteral("magnify enlarge Ünal"));
        w.open->setProperty(kFurtherWords, QStringLiteral("load next"));
        ActionListModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setActions(actionsOf(w.window));
        const auto found = [&](const char* typed) {
            model.setFilter(QString::fromUtf8(typed));
            QStringList titles;
            for (int row = 0; row < model.rowCount(); ++row)
                titles.append(model.index(row).data().toString());
            return titles;
        };
        QCOMPARE(found("enlarge"), QStringList{QStringLiteral("Zoom in")});
        QCOMPARE(found("MAGN"), QStringList{QStringLiteral("Zoom in")});
        QCOMPARE(found("ünal"), QStringList{QStringLiteral("Zoom in")});
        QCOMPARE(found("view magn"), QStringList{QStringLiteral("Zoom in")});   // with its menu
        QCOMPARE(found("large"), QStringList());   // why a middle of a hidden word fits would not be seen
        QCOMPARE(found("next"), QStringList({QStringLiteral("Next evidence"), QStringLiteral("Open")}));
        QCOMPARE(found("magnify the view"), QStringList{QStringLiteral("Zoom in")});   // what lies between says nothing
        QCOMPARE(found("the"), QStringList());
        QCOMPARE(found("load evidence"),
                 QStringList({QStringLiteral("Next evidence"), QStringLiteral("Open")}));   // either has one of them
        QCOMPARE(found("rotate the picture"), QStringList());
    }

    void whatTakesAwayDoesNotComeFirstByAFurtherWord()
    {
        QMainWindow window;
        QMenu* menu = window.menuBar()->addMenu(QStringLiteral("Session"));
        QAction* trash = menu->addAction(QStringLiteral("Move session to the trash"));
        QAction* test = menu->addAction(QStringLiteral("Removal test"));
        trash->setProperty(kFurtherWords, QStringLiteral("delete remove bin"));
        trash->setProperty(kTakesAway, true);
        test->setProperty(kFurtherWords, QStringLiteral("remove ablation"));
        ActionListModel model;
        model.setActions(actionsOf(window));
        model.setFilter(QStringLiteral("remove"));
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.actionAt(0), test);
        model.setFilter(QStringLiteral("trash"));   // its own word
        QCOMPARE(model.actionAt(0), trash);
    }

    void whatCanBeDoneGoesBeforeWhatCannot()
    {
        QMainWindow window;
        QMenu* menu = window.menuBar()->addMenu(QStringLiteral("File"));
        const QAction* trace = menu->addAction(QStringLiteral("Export trace"));
        QAction* answers = menu->addAction(QStringLiteral("Export all answers"));
        QAction* letters = menu->addAction(QStringLiteral("Explore tables"));
        menu->actions().front()->setEnabled(false);
        ActionListModel model;
        model.setActions(actionsOf(window));
        QCOMPARE(model.actionAt(0), trace);   // nothing is sought: the order of the menus
        model.setFilter(QStringLiteral("export"));
        QCOMPARE(model.actionAt(0), answers);
        QCOMPARE(model.actionAt(1), trace);
        model.setFilter(QStringLiteral("ext"));   // letters here and there
        QCOMPARE(model.actionAt(model.rowCount() - 1), trace);
        QVERIFY(model.rowCount() == 3 && letters->isEnabled());
        model.setFilter(QStringLiteral("export trace"));   // it alone has the words
        QCOMPARE(model.actionAt(0), trace);
    }

    void whatBecomesPossibleIsSeenWhileThePaletteIsOpen()
    {
        Window w;
        w.close->setProperty("whyNot", QStringLiteral("The answer is still being written."));
        ActionListModel model;
        model.setActions(actionsOf(w.window));
        model.setFilter(QStringLiteral("close"));
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        QVERIFY(!model.flags(model.index(0)).testFlag(Qt::ItemIsEnabled));
        w.close->setEnabled(true);
        w.close->setToolTip(QStringLiteral("Close"));
        QTRY_COMPARE(changed.size(), 1);
        QVERIFY(model.flags(model.index(0)).testFlag(Qt::ItemIsEnabled));
        QCOMPARE(model.index(0).data(ActionListModel::MenuRole).toString(), QStringLiteral("File"));
    }

    void enterRunsTheBestActionAndDisabledOnesDont()
    {
        Window w;
        w.window.show();
        CommandPalette palette(&w.window);
        QSignalSpy zoomed(w.zoom, &QAction::triggered), closed(w.close, &QAction::triggered);
        palette.open(actionsOf(w.window));
        auto* words = palette.findChild<QLineEdit*>();
        QTest::keyClicks(words, QStringLiteral("zoo"));
        QTest::keyClick(words, Qt::Key_Return);
        QTRY_COMPARE(zoomed.size(), 1);
        QVERIFY(palette.isHidden());
        palette.open(actionsOf(w.window));
        QTest::keyClicks(words, QStringLiteral("close"));
        QTest::keyClick(words, Qt::Key_Return);
        test::settle(10);
        QCOMPARE(closed.size(), 0);
        QTest::keyClick(words, Qt::Key_Escape);
        QVERIFY(palette.isHidden());
    }

    void thePaletteIsAsHighAsItsRows()
    {
        QMainWindow window;
        QMenu* menu = window.menuBar()->addMenu(QStringLiteral("File"));
        for (int i = 0; i < 30; ++i)
            menu->addAction(QStringLiteral("Open number %1").arg(i));
        menu->addAction(QStringLiteral("Quit"));
        window.resize(800, 700);
        window.show();
        CommandPalette palette(&window);
        palette.open(actionsOf(window));
        const int whole = palette.height();
        auto* words = palette.findChild<QLineEdit*>();
        words->setText(QStringLiteral("quit"));
        QVERIFY2(palette.height() < whole / 2, qPrintable(QStringLiteral("%1 of %2").arg(palette.height()).arg(whole)));
        words->clear();
        QCOMPARE(palette.height(), whole);
    }

    void lettersThatNoActionHasAreSaid()
    {
        Window w;
        w.window.show();
        CommandPalette palette(&w.window);
        palette.open(actionsOf(w.window));
        const auto said = [&] {
            for (const auto* label : palette.findChildren<QLabel*>()) {
                if (label->isVisible() && label->text().startsWith(QLatin1String("No action has these letters")))
                    return true;
            }
            return false;
        };
        QVERIFY(!said());
        QTest::keyClicks(palette.findChild<QLineEdit*>(), QStringLiteral("xqxq"));
        QVERIFY(said());
        palette.findChild<QLineEdit*>()->clear();
        QVERIFY(!said());
    }

    void focusGoesBackToWhereItWas()
    {
        Window w;
        auto *first = new QLineEdit, *before = new QLineEdit;
        auto* page = new QWidget;
        auto* column = new QVBoxLayout(page);
        column->addWidget(first);
        column->addWidget(before);
        w.window.setCentralWidget(page);
        CommandPalette palette(&w.window);
        w.window.show();
        w.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&w.window, test::kPatienceMs));
        before->setFocus();
        QVERIFY(before->hasFocus());
        for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Escape}) {
            palette.open(actionsOf(w.window));
            QVERIFY(!before->hasFocus());
            QTest::keyClick(palette.findChild<QLineEdit*>(), key);
            QVERIFY(palette.isHidden());
            QVERIFY(before->hasFocus());
        }
    }

    void anActionThatGoesAwayIsNotRun()
    {
        auto w = std::make_unique<Window>();
        ActionListModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.setActions(actionsOf(w->window));
        QCOMPARE(model.rowCount(), 4);
        w.reset();
        QVERIFY(!model.actionAt(0));
        model.setFilter(QStringLiteral("o"));
        QCOMPARE(model.rowCount(), 0);
    }

    // Also behind the rows in sight, and on a screen that is lower than its letters ask for.
    void whereAKeyActsIsNotCutInTwiceTheFont()
    {
        const QFont usual = QApplication::font();
        QFont large = usual;
        large.setPixelSize(26);
        QApplication::setFont(large);
        {
            Window w;
            std::vector<FixedKey> fixed(60, {QStringLiteral("X"), QStringLiteral("Do"), QStringLiteral("here")});
            fixed.push_back({QStringLiteral("N"), QStringLiteral("Do"), QStringLiteral("outside text fields")});
            ShortcutSheet sheet(actionsOf(w.window), fixed);
            sheet.show();
            QVERIFY(QTest::qWaitForWindowExposed(&sheet, test::kPatienceMs));
            const auto* view = sheet.findChild<QTreeView*>();
            QVERIFY(view->columnWidth(1) >= QFontMetrics(large).horizontalAdvance(QStringLiteral("outside text fields")));
            QVERIFY(sheet.height() < sheet.screen()->availableSize().height());
        }
        QApplication::setFont(usual);
    }

    void keysOfAnotherActionAreRefusedByName()
    {
        Window w;
        ShortcutSheet sheet(actionsOf(w.window), {{QStringLiteral("Shift+Enter"), QStringLiteral("New line"), QStringLiteral("Question")}});
        QSignalSpy changed(&sheet, &ShortcutSheet::shortcutChanged);
        auto* view = sheet.findChild<QTreeView*>();
        QCOMPARE(view->model()->rowCount(), 5);
        for (const auto* button : sheet.findChildren<QPushButton*>()) {   // nothing is chosen yet
            if (!button->isEnabled())
                QCOMPARE(button->toolTip(), QStringLiteral("Choose an action to change its keys."));
        }
        QVERIFY(!sheet.findChild<QKeySequenceEdit*>()->isEnabled());
        view->setCurrentIndex(view->model()->index(0, 0));   // Open
        QVERIFY(sheet.findChild<QKeySequenceEdit*>()->isEnabled() && sheet.findChild<QKeySequenceEdit*>()->toolTip().isEmpty());
        auto* keys = sheet.findChild<QKeySequenceEdit*>();
        const auto buttons = sheet.findChildren<QPushButton*>();
        const auto press = [&](const QString& text) {
            (*std::find_if(buttons.begin(), buttons.end(), [&](QPushButton* b) { return b->text() == text; }))->click();
        };
        keys->setKeySequence(Qt::Key_N);
        press(QStringLiteral("Use these keys"));
        QCOMPARE(changed.size(), 0);
        QCOMPARE(w.open->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_O));
        keys->setKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O);
        press(QStringLiteral("Use these keys"));
        QCOMPARE(changed.size(), 1);
        QCOMPARE(w.open->shortcut(), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O));
        press(QStringLiteral("Default keys"));
        QCOMPARE(w.open->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_O));
        keys->setKeySequence(Qt::CTRL | Qt::Key_J);
        sheet.show();
        QVERIFY(QTest::qWaitForWindowActive(&sheet, test::kPatienceMs));
        auto* filter = sheet.findChild<QLineEdit*>();
        filter->setFocus();
        QTest::keyClick(filter, Qt::Key_Return);   // gives no keys away
        QCOMPARE(w.open->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_O));
    }

    void withNothingToUndoTheKeyIsTheWindows()
    {
        QMainWindow window;
        auto* field = new QuestionField;
        window.setCentralWidget(field);
        auto* undo = new QAction(&window);
        undo->setShortcut(QKeySequence::Undo);
        window.addAction(undo);
        QSignalSpy undone(undo, &QAction::triggered);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window, test::kPatienceMs));
        field->setFocus();
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(undone.size(), 1);
        QTest::keyClick(field, Qt::Key_W);
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(field->toPlainText(), QString());
        QCOMPARE(undone.size(), 1);
    }
};

QTEST_MAIN(ActionsTest)
#include "actions_test.moc"
