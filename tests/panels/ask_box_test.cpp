// The question box: keys, Ask and Stop, what is said when it can't be asked, form in and out, growth. Little room:
// ask_box_room_test.cpp.
#include "tests/support/patience.h"
#include "ui/panels/advanced_ask.h"
#include "ui/panels/ask_box.h"
#include "ui/panels/buttons.h"
#include "ui/panels/labels.h"
#include "ui/panels/question_field.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDoubleSpinBox>
#include <QDragEnterEvent>
#include <QGuiApplication>
#include <QMimeData>
#include <QUrl>
#include <QSignalSpy>
#include <QSplitter>
#include <QTextEdit>
#include <QtTest>

using namespace cairn;

namespace
{

struct Shown
{
    AskBox box;
    QuestionField* field = box.findChild<QuestionField*>();
    PrimaryButton* button = box.findChild<PrimaryButton*>();
    Shown()
    {
        box.setSubject(QStringLiteral("Alice"));
        box.resize(700, 200);
        box.show();
    }
};

}  // namespace

class AskBoxTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void enterAsksAndShiftEnterIsANewLine()
    {
        Shown shown;
        AskBox& box = shown.box;
        QSignalSpy asked(&box, &AskBox::asked);
        QTest::keyClicks(shown.field, QStringLiteral("Who?"));
        QTest::keyClick(shown.field, Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClicks(shown.field, QStringLiteral("And why?"));
        QCOMPARE(asked.size(), 0);
        QTest::keyClick(shown.field, Qt::Key_Return);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].value<AskForm>().question, QStringLiteral("Who?\nAnd why?"));
    }

    void numbersFollowTheLanguage()
    {
        AdvancedAsk advanced;
        AskForm form;
        form.temperature = 0.5;
        advanced.setForm(form);
        const auto* temperature = advanced.findChild<QDoubleSpinBox*>();
        QCOMPARE(temperature->text(), QStringLiteral("0.5"));
        const QLocale before;
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        QEvent change(QEvent::LanguageChange);
        QCoreApplication::sendEvent(&advanced, &change);
        QLocale::setDefault(before);
        QCOMPARE(temperature->text(), QStringLiteral("0,5"));
        QCOMPARE(temperature->value(), 0.5);
    }

    void filesAreLeftToTheWindowAndWordsAreTaken()
    {
        Shown shown;
        const auto isTaken = [&](QMimeData* data) {
            QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, data, Qt::LeftButton, {});
            QApplication::sendEvent(shown.field->viewport(), &enter);
            return enter.isAccepted();
        };
        QMimeData words, file, address;
        words.setText(QStringLiteral("Who stole the tarts?"));
        file.setUrls({QUrl::fromLocalFile(QStringLiteral("/books/alice.epub"))});
        file.setText(QStringLiteral("/books/alice.epub"));   // as some file managers give it, too
        address.setUrls({QUrl(QStringLiteral("https://example.org/alice"))});
        QVERIFY(isTaken(&words));
        QVERIFY(!isTaken(&file));
        QVERIFY(isTaken(&address));   // of no file: words
    }

    void wordsOfAnotherProgramAreCopied()   // it would delete its own, told of a move
    {
        Shown shown;
        QMimeData words;
        words.setText(QStringLiteral("Who stole the tarts?"));
        const auto both = Qt::CopyAction | Qt::MoveAction;
        QDragEnterEvent enter(QPoint(5, 5), both, &words, Qt::LeftButton, {});
        enter.setDropAction(Qt::MoveAction);
        QApplication::sendEvent(shown.field->viewport(), &enter);
        QCOMPARE(enter.dropAction(), Qt::CopyAction);
        QDragMoveEvent move(QPoint(6, 5), both, &words, Qt::LeftButton, {});
        move.setDropAction(Qt::MoveAction);
        QApplication::sendEvent(shown.field->viewport(), &move);
        QCOMPARE(move.dropAction(), Qt::CopyAction);
        QDropEvent let(QPointF(6, 5), both, &words, Qt::LeftButton, {});
        let.setDropAction(Qt::MoveAction);
        QApplication::sendEvent(shown.field->viewport(), &let);
        QCOMPARE(let.dropAction(), Qt::CopyAction);
        QCOMPARE(shown.box.question(), QStringLiteral("Who stole the tarts?"));
    }

    void blankQuestionsAreNotAskedAndTheButtonSaysSo()
    {
        Shown shown;
        AskBox& box = shown.box;
        QSignalSpy asked(&box, &AskBox::asked);
        box.setQuestion(QStringLiteral("  \n "));
        QVERIFY(!shown.button->isEnabled());
        QVERIFY(!shown.button->toolTip().isEmpty());
        QTest::keyClick(shown.field, Qt::Key_Return);
        QCOMPARE(asked.size(), 0);
    }

    void aReasonDisablesAndIsShown()
    {
        Shown shown;
        AskBox& box = shown.box;
        QSignalSpy asked(&box, &AskBox::asked);
        box.setQuestion(QStringLiteral("Who?"));
        box.setDisabledReason(QStringLiteral("Nothing is read yet."));
        QVERIFY(!shown.button->isEnabled());
        QVERIFY(shown.button->toolTip().contains(QStringLiteral("Nothing is read yet.")));
        QTest::keyClick(shown.field, Qt::Key_Return);
        QCOMPARE(asked.size(), 0);
        const auto isSaid = [&] {
            const auto labels = box.findChildren<Label*>();
            return std::any_of(labels.begin(), labels.end(), [](const Label* label) {
                return label->isVisible() && label->text() == QLatin1String("Nothing is read yet.");
            });
        };
        QVERIFY(isSaid());
        box.setSubject({});
        QVERIFY(isSaid());
        box.setQuestion({});   // the field itself says that nothing is open
        QVERIFY(!isSaid());
        box.setSubject(QStringLiteral("Alice"));
        box.setQuestion(QStringLiteral("Who?"));
        box.setDisabledReason({});
        QTest::keyClick(shown.field, Qt::Key_Return);
        QCOMPARE(asked.size(), 1);
    }

    void askBecomesStopInPlace()
    {
        Shown shown;
        AskBox& box = shown.box;
        QSignalSpy asked(&box, &AskBox::asked), stopped(&box, &AskBox::stopRequested);
        box.setQuestion(QStringLiteral("Who?"));
        box.setAnswering(true);
        QCOMPARE(shown.button->text(), QStringLiteral("Stop"));
        QTest::keyClick(shown.field, Qt::Key_Return);
        QCOMPARE(asked.size(), 0);
        QTest::mouseClick(shown.button, Qt::LeftButton);
        QCOMPARE(stopped.size(), 1);
        box.setAnswering(false);
        QCOMPARE(shown.button->text(), QStringLiteral("Ask"));
    }

    void enterWhileAnAnswerIsWrittenAsksNext()
    {
        Shown shown;
        AskBox& box = shown.box;
        QSignalSpy next(&box, &AskBox::askedNext), asked(&box, &AskBox::asked);
        box.setAnswering(true);
        QTest::keyClick(shown.field, Qt::Key_Return);   // nothing is written
        QCOMPARE(next.size(), 0);
        QTest::keyClicks(shown.field, QStringLiteral("Who?"));
        QTest::keyClick(shown.field, Qt::Key_Return);
        QCOMPARE(next.size(), 1);
        QCOMPARE(next[0][0].value<AskForm>().question, QStringLiteral("Who?"));
        QCOMPARE(asked.size(), 0);
        box.setDisabledReason(QStringLiteral("Tick at least one document."));
        QTest::keyClick(shown.field, Qt::Key_Return);
        QCOMPARE(next.size(), 1);
        const auto labels = box.findChildren<Label*>();   // and it says why not
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const Label* label) {
            return label->isVisible() && label->text() == QLatin1String("Tick at least one document.");
        }));
    }

    void aWaitingQuestionStandsAboveTheField()
    {
        Shown shown;
        QSignalSpy dropped(&shown.box, &AskBox::waitingDropped), prefix(&shown.box, &AskBox::prefixDropped);
        auto* cross = shown.box.findChild<QAbstractButton*>(QStringLiteral("dropWaiting"));
        QVERIFY(cross && !cross->isVisible());
        shown.box.setWaiting(QStringLiteral("Asked next: “Who?”"));
        shown.box.setPrefix(QStringLiteral("Follow-up of answer 4"));
        QVERIFY(cross->isVisible());
        cross->click();
        QCOMPARE(dropped.size(), 1);
        QTest::keyClick(shown.field, Qt::Key_Escape);   // of the question that is written; what waits is the window's
        QCOMPARE(prefix.size(), 1);
        QCOMPARE(dropped.size(), 1);
        shown.box.setWaiting({});
        QVERIFY(!cross->isVisible());
    }

    void aDraftIsNotSelected()
    {
        Shown shown;
        shown.box.setQuestion(QStringLiteral("Who stole"));
        shown.field->moveCursor(QTextCursor::Start);
        shown.box.focusQuestion();
        QTest::keyClicks(shown.field, QStringLiteral(" the tarts?"));
        QCOMPARE(shown.box.question(), QStringLiteral("Who stole the tarts?"));
        shown.box.setAskedQuestion(QStringLiteral("Who stole the tarts?"));   // to be asked in other words
        shown.box.focusQuestion();
        QVERIFY(shown.field->textCursor().hasSelection());
        QTest::keyClicks(shown.field, QStringLiteral("Who?"));
        shown.box.focusQuestion();
        QTest::keyClicks(shown.field, QStringLiteral("!"));
        QCOMPARE(shown.box.question(), QStringLiteral("Who?!"));
    }

    void theNextWordsGoToTheQuestionAfterAsking()
    {
        Shown shown;
        test::settle(20);
        shown.button->window()->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&shown.box, test::kPatienceMs));
        shown.field->setPlainText(QStringLiteral("Who?"));
        shown.button->setFocus();
        QTest::keyClick(shown.button, Qt::Key_Space);
        shown.box.setAnswering(true);
        shown.box.setQuestion({});
        QVERIFY(shown.button->hasFocus());   // to stop it
        shown.box.setAnswering(false);
        QVERIFY(!shown.button->isEnabled() && shown.field->hasFocus());
    }

    void formsComeOutAsTheyWentIn()
    {
        Shown shown;
        AskBox& box = shown.box;
        QSignalSpy changed(&box, &AskBox::formChanged);
        AskForm form;
        form.question = QStringLiteral("Where is “x” & y?");
        form.bookOnly = false;
        form.upToHere = true;
        form.strategy = Strategy::Bm25;
        form.topK = 24;
        form.scan = ScanWay::TwoLevel;
        form.answerTokens = 512;
        form.temperature = 0.7;
        form.seed = 123456789012345ull;
        form.deepTrace = true;
        box.setForm(form);
        QCOMPARE(changed.size(), 0);
        QVERIFY(box.form() == form);
        const auto folds = box.findChildren<LinkButton*>();
        const auto isSaid = [&](const char* words) {
            return std::any_of(folds.begin(), folds.end(),
                               [=](const LinkButton* one) { return one->text() == QString::fromLatin1(words); });
        };
        QVERIFY(isSaid("Advanced (7 changed)"));
        box.setForm({});
        QVERIFY(isSaid("Advanced"));
        QVERIFY(box.form() == AskForm());
        QVERIFY(!box.form().strategy && !box.form().topK && !box.form().scan);
    }

    void ticksAreReportedAtOnce()
    {
        Shown shown;
        AskBox& box = shown.box;
        QSignalSpy changed(&box, &AskBox::formChanged);
        const auto ticks = box.findChildren<QCheckBox*>();
        QCOMPARE(ticks.size(), 3);   // with the one in the fold
        ticks[0]->click();
        QCOMPARE(changed.size(), 1);
        QVERIFY(!changed[0][0].value<AskForm>().bookOnly);
    }

    void withoutAPlaceTheSpoilerTickIsOffAndSaysWhy()
    {
        Shown shown;
        AskBox& box = shown.box;
        AskForm form;
        form.upToHere = true;
        box.setForm(form);
        box.setPlaceAvailable(false, QStringLiteral("Open the document first."));
        QCheckBox* tick = box.findChildren<QCheckBox*>()[1];
        QVERIFY(!tick->isEnabled());
        QVERIFY(tick->toolTip().contains(QStringLiteral("Open the document first.")));
        QVERIFY(!box.form().upToHere);
    }

    void startersAskTheirQuestion()
    {
        Shown shown;
        AskBox& box = shown.box;
        QSignalSpy asked(&box, &AskBox::asked);
        box.setStarters({QStringLiteral("What is “A & B”?"), QStringLiteral("Who is Alice?")});
        const auto buttons = box.findChildren<QPushButton*>();
        const auto starter =
            std::find_if(buttons.begin(), buttons.end(), [](auto* b) { return b->accessibleName() == QStringLiteral("What is “A & B”?"); });
        QVERIFY(starter != buttons.end());
        (*starter)->click();
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].value<AskForm>().question, QStringLiteral("What is “A & B”?"));
    }

    void manyStartersWrapWithoutBeingCut()
    {
        QSplitter splitter(Qt::Vertical);   // asks nobody for a height for its width
        Shown shown;
        splitter.addWidget(new QTextEdit);
        splitter.addWidget(&shown.box);
        splitter.resize(420, 500);
        splitter.show();
        shown.box.setStarters({QStringLiteral("What does the text say about landmarks?"),
                               QStringLiteral("What does the text say about blocks?"),
                               QStringLiteral("What does the text say about gates?")});
        test::settle(10);
        const auto buttons = shown.box.findChildren<QPushButton*>();
        for (const QPushButton* button : buttons) {
            if (button->isVisible())
                QVERIFY2(button->parentWidget()->rect().contains(button->geometry()), qPrintable(button->text()));
        }
    }

    void aClickBesideTheQuestionBeginsToWriteIt()
    {
        Shown shown;
        shown.box.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&shown.box, test::kPatienceMs));
        shown.box.findChild<QCheckBox*>()->setFocus();
        QWidget* frame = shown.field->parentWidget();
        QTest::mouseClick(frame, Qt::LeftButton, {}, {frame->width() / 2, 3});
        QVERIFY(shown.field->hasFocus());
    }

    void theFieldGrowsWithTheQuestionUpToItsLimit()
    {
        Shown shown;
        AskBox& box = shown.box;
        const int one = shown.field->height();
        box.setQuestion(QStringLiteral("a\nb\nc"));
        QTRY_VERIFY(shown.field->height() > 2 * one - 8);
        box.setQuestion(QString(200, QLatin1Char('\n')));
        QTRY_VERIFY(shown.field->height() <= QuestionField::kMostLines * shown.field->fontMetrics().lineSpacing() + 8);
    }

    void pastedTextIsPlainAndBounded()
    {
        Shown shown;
        auto* data = new QMimeData;
        data->setHtml(QStringLiteral("<b>bold</b>"));
        data->setText(QString(20000, QLatin1Char('x')));
        QGuiApplication::clipboard()->setMimeData(data);
        shown.field->paste();
        QVERIFY(shown.field->toPlainText().size() > 1000);
        QVERIFY(shown.field->toPlainText().size() <= QuestionField::kMostCharacters);
        QVERIFY(!shown.field->toPlainText().contains(QLatin1Char('<')));
        const auto saysSo = [&] {
            const auto labels = shown.box.findChildren<Label*>();
            return std::any_of(labels.begin(), labels.end(), [](const Label* label) {
                return label->isVisible() && label->text().contains(QLatin1String("what was pasted is cut"));
            });
        };
        QVERIFY(saysSo());
        shown.box.setTicked(2);   // other news leave it
        QVERIFY(saysSo());
        shown.field->selectAll();
        shown.field->paste();     // over the old text: as much as before
        QVERIFY(shown.field->toPlainText().size() > 1000 && saysSo());
        QTest::keyClick(shown.field, Qt::Key_Backspace);
        QVERIFY(!saysSo());
    }

    void escapeGivesUpTheFollowUp()
    {
        Shown shown;
        AskBox& box = shown.box;
        QSignalSpy dropped(&box, &AskBox::prefixDropped);
        QTest::keyClick(shown.field, Qt::Key_Escape);
        QCOMPARE(dropped.size(), 0);
        box.setPrefix(QStringLiteral("Follow-up of answer 4"));
        QTest::keyClick(shown.field, Qt::Key_Escape);
        QCOMPARE(dropped.size(), 1);
    }

    void thePartIsGivenUpBehindThePrefix()
    {
        Shown shown;
        AskBox& box = shown.box;
        QSignalSpy prefix(&box, &AskBox::prefixDropped), part(&box, &AskBox::partDropped);
        box.setPart(QStringLiteral("Only in “Fees”"));
        box.setPrefix(QStringLiteral("Follow-up of answer 4"));
        const auto* cross = box.findChild<QAbstractButton*>(QStringLiteral("dropPart"));
        QVERIFY(cross && cross->isVisible() && !cross->accessibleName().isEmpty());
        QTest::keyClick(shown.field, Qt::Key_Escape);
        QCOMPARE(prefix.size(), 1);
        QCOMPARE(part.size(), 0);
        box.setPrefix({});
        QTest::keyClick(shown.field, Qt::Key_Escape);
        QCOMPARE(part.size(), 1);
        box.setPart({});
        QVERIFY(!cross->isVisible());
        QTest::keyClick(shown.field, Qt::Key_Escape);
        QCOMPARE(prefix.size(), 1);
        QCOMPARE(part.size(), 1);
    }
};

QTEST_MAIN(AskBoxTest)
#include "ask_box_test.moc"
