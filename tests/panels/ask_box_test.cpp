// The question box: keys, Ask and Stop, what is said when it can't be asked, form in and out, growth.
#include "ui/panels/advanced_ask.h"
#include "ui/panels/ask_box.h"
#include "ui/panels/buttons.h"
#include "ui/panels/question_field.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
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
        form.answerTokens = 512;
        form.temperature = 0.7;
        form.seed = 123456789012345ull;
        box.setForm(form);
        QCOMPARE(changed.size(), 0);
        QVERIFY(box.form() == form);
        box.setForm({});
        QVERIFY(box.form() == AskForm());
        QVERIFY(!box.form().strategy && !box.form().topK);
    }

    void ticksAreReportedAtOnce()
    {
        Shown shown;
        AskBox& box = shown.box;
        QSignalSpy changed(&box, &AskBox::formChanged);
        const auto ticks = box.findChildren<QCheckBox*>();
        QCOMPARE(ticks.size(), 2);
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
        QTest::qWait(10);
        const auto buttons = shown.box.findChildren<QPushButton*>();
        for (const QPushButton* button : buttons) {
            if (button->isVisible())
                QVERIFY2(button->parentWidget()->rect().contains(button->geometry()), qPrintable(button->text()));
        }
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
};

QTEST_MAIN(AskBoxTest)
#include "ask_box_test.moc"
