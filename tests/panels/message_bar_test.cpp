// Messages in columns of every width: words keep a line that can be read, and nothing is cut.
#include "tests/support/patience.h"
#include "ui/panels/buttons.h"
#include "ui/panels/labels.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/status_pieces.h"

#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>
#include <QtTest>

using namespace cairn;

namespace
{

const Notice kLong{MessageKind::Problem, QStringLiteral("The engine stopped: its memory was used up. Text and answers are saved."),
                   QStringLiteral("Choose folder"), QStringLiteral("Discard memories"), QStringLiteral("exit 6")};

struct Column
{
    explicit Column(const Notice& notice, int width)
    {
        auto* rows = new QVBoxLayout(&holder);
        rows->setContentsMargins(0, 0, 0, 0);
        bar = new MessageBar;
        rows->addWidget(bar);
        rows->addStretch(1);
        holder.resize(900, 500);
        holder.show();
        bar->showMessage(notice);
        holder.resize(width, 500);
        for (int turn = 0; turn < 5; ++turn)
            QCoreApplication::processEvents();
    }

    QRect placeOf(const QWidget* part) const { return {part->mapTo(bar, QPoint(0, 0)), part->size()}; }

    QWidget holder;
    MessageBar* bar = nullptr;
};

}  // namespace

class MessageBarTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNoteDoesNotLeaveUnderAPointerThatIsOnItsWay()
    {
        const Column shown({MessageKind::Note, QStringLiteral("Two documents were added."), {}, {}, {}}, 700);
        auto* elsewhere = new QPushButton(const_cast<QWidget*>(&shown.holder));
        elsewhere->show();
        elsewhere->setFocus();   // else the bar has it, and stays
        const QPoint middle = shown.holder.mapToGlobal(QPoint(350, 300));
        for (QElapsedTimer time = [] { QElapsedTimer begun; begun.start(); return begun; }(); time.elapsed() < 9'500;) {
            QCursor::setPos(middle + QPoint(int(time.elapsed() / 100 % 50), 0));
            QTest::qWait(100);
        }
        QVERIFY(shown.bar->isVisible());
        QTRY_VERIFY(!shown.bar->isVisible());   // it rests
    }

    void wordsAreNeverSqueezedByButtons_data()
    {
        QTest::addColumn<int>("width");
        for (const int width : {260, 300, 380, 460, 700, 1200})
            QTest::addRow("%d pixels", width) << width;
    }
    void wordsAreNeverSqueezedByButtons()
    {
        QFETCH(int, width);
        const Column shown(kLong, width);
        QCOMPARE(shown.bar->width(), width);
        const auto* words = shown.bar->findChild<Label*>();
        QVERIFY2(words->width() >= std::min(230, width - 100), qPrintable(QString::number(words->width())));
        QVERIFY(words->height() >= words->heightForWidth(words->width()));
        const auto buttons = shown.bar->findChildren<QAbstractButton*>();
        int seen = 0;
        for (const QAbstractButton* button : buttons) {
            if (!button->isVisible())
                continue;
            ++seen;
            QVERIFY2(shown.bar->rect().contains(shown.placeOf(button)), qPrintable(button->text()));
            QVERIFY2(button->width() >= button->sizeHint().width(), qPrintable(button->text()));
            QVERIFY2(!shown.placeOf(button).intersects(words->geometry()), qPrintable(button->text()));
            for (const QAbstractButton* other : buttons)
                QVERIFY(other == button || !other->isVisible() || !shown.placeOf(button).intersects(shown.placeOf(other)));
        }
        QCOMPARE(seen, 4);
    }

    void wideAMessageIsOneRow()
    {
        const Column shown(kLong, 1200);
        QVERIFY(shown.bar->height() < 2 * shown.bar->findChild<QPushButton*>()->height());
        const auto* words = shown.bar->findChild<Label*>();
        QVERIFY(words->height() < 2 * words->fontMetrics().height() || words->geometry().center().y() == shown.bar->rect().center().y());
    }

    void aShortSentenceStaysBesideItsButton()
    {
        const Column shown({MessageKind::Note, QStringLiteral("Deleted."), QStringLiteral("Undo"), {}, {}}, 300);
        const auto* undo = shown.bar->findChild<QPushButton*>();
        QVERIFY(undo->isVisible());
        QVERIFY(std::abs(shown.placeOf(undo).center().y() - shown.bar->findChild<Label*>()->geometry().center().y()) <= 2);
    }

    void nothingIsCutWhereTheRestPressesUpwards()
    {
        QSplitter splitter(Qt::Vertical);   // asks for no height of a width
        auto* above = new QWidget;
        auto* rows = new QVBoxLayout(above);
        auto* bar = new MessageBar;
        rows->addWidget(bar);
        rows->addWidget(new QWidget, 1);
        auto* below = new QWidget;
        below->setMinimumHeight(200);
        splitter.addWidget(above);
        splitter.addWidget(below);
        splitter.setCollapsible(0, false);
        splitter.resize(900, 420);
        splitter.show();
        bar->showMessage(kLong);
        splitter.resize(260, 420);
        splitter.setSizes({10, 400});
        const auto* words = bar->findChild<Label*>();
        QTRY_VERIFY(words->height() >= words->heightForWidth(words->width()));
        for (const QPushButton* button : bar->findChildren<QPushButton*>()) {
            const auto place = [&] { return QRect(button->mapTo(bar, QPoint(0, 0)), button->size()); };
            QTRY_VERIFY2(!button->isVisible() || bar->rect().contains(place()), qPrintable(button->text()));
        }
    }

    void aColumnCanBecomeAsNarrowAsItsWidestPart()
    {
        const Column shown(kLong, 1200);
        QVERIFY2(shown.bar->minimumSizeHint().width() < 300, qPrintable(QString::number(shown.bar->minimumSizeHint().width())));
    }

    // How far it is: not cut behind its number while there is something else that can give way.
    void howFarItIsStaysWholeInANarrowWindow()
    {
        StatusLine line;
        line.resize(820, 30);
        line.show();
        StatusFacts facts;
        facts.saved = QStringLiteral("Gespeichert 14:02");
        facts.reading = QStringLiteral("Liest, 21 %, noch 14 Minuten");
        facts.readingPercent = 21;
        facts.device = QStringLiteral("CPU, 2 Threads");
        facts.model = QStringLiteral("SmolLM2-135M-Instruct, mit Landmarken gelernt");
        line.setFacts(facts);
        test::settle(10);
        for (const QPushButton* piece : line.findChildren<QPushButton*>()) {
            const int begin = piece->fontMetrics().horizontalAdvance(QStringLiteral("Liest, 21 %"));
            if (piece->text() == facts.reading)
                QVERIFY2(piece->width() >= begin + 24, qPrintable(QStringLiteral("%1 of %2").arg(piece->width()).arg(begin)));
        }
        QVERIFY(line.minimumSizeHint().width() <= 820);
    }
};

QTEST_MAIN(MessageBarTest)
#include "message_bar_test.moc"
