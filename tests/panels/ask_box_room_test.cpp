// The question box where there is little room: nothing is cut, nothing moves, settings scroll.
#include "tests/support/cut_words.h"
#include "tests/support/patience.h"
#include "ui/panels/advanced_ask.h"
#include "ui/panels/answer_panel.h"
#include "ui/panels/ask_box.h"
#include "ui/panels/buttons.h"
#include "ui/panels/downward_area.h"
#include "ui/panels/labels.h"
#include "ui/panels/question_field.h"

#include <QApplication>
#include <QComboBox>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QTextEdit>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <QtTest>

using namespace cairn;

namespace
{

// As in the window: the box stands under an answer that takes the room left, in a splitter below the reader.
struct Column
{
    QSplitter splitter{Qt::Vertical};
    AskBox box;
    explicit Column(int width, bool shown = true)
    {
        auto* area = new QWidget;
        auto* column = new QVBoxLayout(area);
        column->addWidget(new AnswerPanel, 1);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addWidget(&box);
        splitter.addWidget(new QTextEdit);
        splitter.addWidget(area);
        splitter.resize(width, 700);
        splitter.setVisible(shown);
    }
    ~Column() { box.setParent(nullptr); }
};

// A visible button, tick or label that reaches out of what holds it, or over what stands below; empty: none does.
QString cutWidget(const QWidget& box)
{
    for (const QWidget* widget : box.findChildren<QWidget*>()) {
        const bool inside = widget->parentWidget()->rect().contains(widget->geometry());
        if (widget->isVisible() && (!inside || widget->height() < widget->minimumSizeHint().height()))
            return QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->accessibleName();
        for (const QObject* other : widget->parent()->children()) {
            const auto* beside = qobject_cast<const QWidget*>(other);
            const bool both = beside && beside != widget && beside->isVisible() && widget->isVisible();
            if (both && beside->geometry().intersects(widget->geometry()))
                return QStringLiteral("overlap: ") + QString::fromLatin1(widget->metaObject()->className()) + widget->accessibleName();
        }
    }
    return {};
}

// Whether it was taken there.
bool turnWheel(QWidget* at, int steps)
{
    const QPoint middle = at->rect().center();
    QWheelEvent event(middle, at->mapToGlobal(middle), {}, {0, 120 * steps}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(at, &event);
    return event.isAccepted();
}

}  // namespace

class AskBoxRoomTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    // Between a box with all settings and a reader that keeps its own room.
    void theWordsBelowAnAnswerAreWholeWhereRoomIsShort()
    {
        QWidget window;
        auto* column = new QVBoxLayout(&window);
        column->setContentsMargins(0, 0, 0, 0);
        auto* panel = new AnswerPanel;
        auto* box = new QWidget;
        box->setMinimumHeight(260);
        column->addWidget(panel, 1);
        column->addWidget(box);
        const auto run = std::make_shared<Run>();
        run->map = std::make_shared<StreamMap>();
        run->answer.text = "It is Ambrose.";
        run->answer.coverage = {41, 512, 574};
        panel->setAnswer(run, {});
        window.resize(300, 1);   // the least that its parts allow
        window.show();
        test::settle(10);
        const auto labels = panel->findChildren<Label*>();
        const auto foot = std::find_if(labels.begin(), labels.end(), [](const Label* label) { return label->wordWrap(); });
        QVERIFY(foot != labels.end() && (*foot)->text().startsWith(QStringLiteral("Weak support")));
        QVERIFY((*foot)->heightForWidth((*foot)->width()) > 2 * (*foot)->fontMetrics().height());
        QVERIFY2((*foot)->height() >= (*foot)->heightForWidth((*foot)->width()), qPrintable(QString::number((*foot)->height())));
        QVERIFY((*foot)->alignment().testFlag(Qt::AlignTop));   // should it be cut all the same, its first line is whole
    }

    void aStarterThatHasRoomIsWhole()
    {
        AskBox box;
        box.resize(1000, 200);
        box.show();
        for (int letters = 1; letters < 30; ++letters) {   // of all widths: these are rounded
            const QString question = QStringLiteral("Who is “%1”?").arg(QString(letters, u'i'));
            box.setStarters({question});
            test::settle(1);
            const auto buttons = box.findChildren<QPushButton*>();
            QVERIFY2(std::any_of(buttons.begin(), buttons.end(), [&](const QPushButton* one) { return one->text() == question; }),
                     qPrintable(question));
        }
    }

    void nothingIsCutWhateverIsSaid_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<bool>("shown");
        for (int width : {420, 520, 590, 650, 730, 755, 900}) {
            QTest::addRow("%d px", width) << width << true;
            QTest::addRow("%d px, shown later", width) << width << false;
        }
    }
    void nothingIsCutWhateverIsSaid()
    {
        QFETCH(int, width);
        QFETCH(bool, shown);
        Column column(width + 300, shown);
        AskBox& box = column.box;
        box.setStarters({QStringLiteral("What does the text say about “RV32E Programmers' Model”?"),
                         QStringLiteral("What does the text say about “Quad-Precision Convert and Move Instructions”?"),
                         QStringLiteral("What does the text say about “ISA Subset Naming Conventions”?")});
        box.setSubject(QStringLiteral("the first 0 % of The RISC-V Instruction Set Manual"));
        for (const QString& reason : {QStringLiteral("A moment: the first pages are being read."), QString(),
                                      QStringLiteral("This session was read with another model. Read it again to ask.")}) {
            box.setDisabledReason(reason);
            column.splitter.show();
            column.splitter.resize(width, 700);
            QTRY_VERIFY2(box.parentWidget()->rect().contains(box.geometry()), qPrintable(reason));
            QTRY_VERIFY2(cutWidget(box).isEmpty(), qPrintable(cutWidget(box) + u' ' + reason));
        }
    }

    // As in the smallest window with large letters.
    void ticksAndStartersAreWholeInANarrowColumnOfLargeLetters()
    {
        const QFont usual = QApplication::font();
        QFont large = usual;
        large.setPixelSize(18);
        QApplication::setFont(large);
        {
            Column column(330);
            const QString question = QStringLiteral("What does the text say about “ISA Subset Naming Conventions”?");
            column.box.setStarters({question});
            column.splitter.resize(330, 700);
            QTRY_VERIFY2(test::cutWords(column.box).isEmpty(), qPrintable(test::cutWords(column.box).join(u'\n')));
            QVERIFY2(cutWidget(column.box).isEmpty(), qPrintable(cutWidget(column.box)));
            for (const QPushButton* button : column.box.findChildren<QPushButton*>())
                if (button->accessibleName() == question)
                    QVERIFY2(button->text().endsWith(u'…'), qPrintable(button->text()));
        }
        QApplication::setFont(usual);
    }

    // The box stays whole; with more room the settings are all in sight again.
    void settingsScrollWhereTheWindowLeavesThemNoRoom()
    {
        Column column(380);
        AskBox& box = column.box;
        auto* settings = box.findChild<DownwardArea*>();
        const auto isWhole = [&] { return box.parentWidget()->rect().contains(box.geometry()) && box.height() >= box.minimumHeight(); };
        box.findChild<LinkButton*>()->click();
        column.splitter.resize(380, 900);
        QTRY_VERIFY(settings->isVisible() && settings->verticalScrollBar()->maximum() == 0 && isWhole());
        column.splitter.resize(380, 440);
        QTRY_VERIFY(settings->verticalScrollBar()->maximum() > 0 && isWhole());
        QVERIFY(box.geometry().bottom() <= box.parentWidget()->rect().bottom());
        auto* strategy = settings->findChild<QComboBox*>();
        box.setQuestion(QStringLiteral("Who?"));
        QVERIFY(!turnWheel(strategy, -1));   // it is for what scrolls around it
        QCOMPARE(strategy->currentIndex(), 0);
        QVERIFY(turnWheel(settings->viewport(), -1));
        QVERIFY(settings->verticalScrollBar()->value() > 0);
        column.splitter.resize(380, 900);
        QTRY_COMPARE(settings->verticalScrollBar()->maximum(), 0);
    }

    void wordsOfTheStateDoNotMoveTheBox()
    {
        Column column(500);
        column.box.setAnswering(true);
        column.box.setState(QStringLiteral("Writing"));
        test::settle(10);
        const QRect place = column.box.geometry();
        column.box.setState(QStringLiteral("Writing draft 4, what most of them say is kept, 19 tokens/s"));
        test::settle(10);
        QCOMPARE(column.box.geometry(), place);
    }
};

QTEST_MAIN(AskBoxRoomTest)
#include "ask_box_room_test.moc"
