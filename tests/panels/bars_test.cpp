// Bars of the window: what is said about reading and errors, menus, and the status line.
#include "tests/support/patience.h"
#include "ui/panels/buttons.h"
#include "ui/panels/find_bar.h"
#include "ui/panels/flow_layout.h"
#include "ui/panels/labels.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/reader_header.h"
#include "ui/panels/reading_bar.h"
#include "ui/panels/status_pieces.h"
#include "ui/panels/window_style.h"
#include "ui/theme.h"

#include <QDragEnterEvent>
#include <QLayout>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QUrl>
#include <QVBoxLayout>
#include <QtTest>

using namespace cairn;

namespace
{

QPushButton* named(const QWidget& widget, const QString& text)
{
    const auto buttons = widget.findChildren<QPushButton*>();
    for (QPushButton* button : buttons) {
        if (button->text() == text && button->isVisibleTo(&widget))
            return button;
    }
    return nullptr;
}

ReadingFacts reading()
{
    ReadingFacts facts;
    facts.state = ReadingState::Reading;
    facts.block = 812;
    facts.blocks = 2064;
    facts.place = QStringLiteral("61");
    facts.places = QStringLiteral("154");
    facts.secondsLeft = 245;
    return facts;
}

}  // namespace

class BarsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void aFileDroppedOnTheFieldIsLeftToTheWindow()
    {
        FindBar bar;
        bar.open({});
        auto* field = bar.findChild<QLineEdit*>();
        const auto isTaken = [field](const QMimeData& data) {
            QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
            QApplication::sendEvent(field, &enter);
            return enter.isAccepted();
        };
        QMimeData words, file;
        words.setText(QStringLiteral("tarts"));
        file.setText(QStringLiteral("/books/alice.epub"));
        QVERIFY(isTaken(words) && isTaken(file));
        file.setUrls({QUrl::fromLocalFile(QStringLiteral("/books/alice.epub"))});
        QVERIFY(!isTaken(file));
    }

    void readingIsSaidInBlocksPagesAndTime_data()
    {
        QTest::addColumn<ReadingFacts>("facts");
        QTest::addColumn<QString>("words");
        ReadingFacts facts = reading();
        QTest::newRow("all known") << facts << QStringLiteral("Reading block 812 of 2,064, p. 61 of 154, 4 min left");
        facts.tokensPerSecond = 613.4;
        QTest::newRow("rate") << facts << QStringLiteral("Reading block 812 of 2,064, p. 61 of 154, 4 min left, 613 tokens/s");
        facts.forAnswer = true;
        QTest::newRow("an answer comes first") << facts << QStringLiteral("Paused for the answer at block 812 of 2,064, p. 61 of 154");
        facts.forAnswer = false;
        facts.state = ReadingState::Paused;
        QTest::newRow("paused says no time") << facts << QStringLiteral("Paused at block 812 of 2,064, p. 61 of 154");
        facts = reading();
        facts.place.clear();
        facts.secondsLeft.reset();
        QTest::newRow("little known") << facts << QStringLiteral("Reading block 812 of 2,064");
        facts = {};
        facts.state = ReadingState::NotRead;
        facts.blocks = 2064;
        facts.secondsLeft = 350;
        facts.needBytes = 2'800'000'000;
        facts.freeBytes = 41'000'000'000;
        QTest::newRow("not read") << facts << QStringLiteral("Not read yet: 2,064 block(s), about 6 min, 2.8 GB of 41.0 GB free.");
        facts.secondsLeft = 20;
        QTest::newRow("not read, short") << facts << QStringLiteral("Not read yet: 2,064 block(s), under 1 min, 2.8 GB of 41.0 GB free.");
        facts.state = ReadingState::NoRoom;
        facts.freeBytes = 1'100'000'000;
        facts.disk = QStringLiteral("/home");
        QTest::newRow("no room") << facts << QStringLiteral("Reading needs 2.8 GB; 1.1 GB is free on /home. Nothing was changed.");
        facts.block = 812;
        QTest::newRow("no room to go on") << facts
                                          << QStringLiteral("Reading on needs 2.8 GB; 1.1 GB is free on /home. What is read stays.");
        facts.state = ReadingState::Reading;
        facts.secondsLeft.reset();
        QTest::newRow("room runs short") << facts << QStringLiteral("Reading block 812 of 2,064, only 1.1 GB free");
        facts.state = ReadingState::NotRead;
        facts.block = 0;
        facts.blocks = 0;
        facts.needBytes = 0;
        QTest::newRow("nothing known") << facts << QStringLiteral("Not read yet.");
    }
    void readingIsSaidInBlocksPagesAndTime()
    {
        QFETCH(ReadingFacts, facts);
        QFETCH(QString, words);
        QCOMPARE(readingLine(facts), words);
    }

    void timesAreRough_data()
    {
        QTest::addColumn<int>("seconds");
        QTest::addColumn<QString>("words");
        QTest::newRow("0") << 0 << QStringLiteral("under 1 min");
        QTest::newRow("59") << 59 << QStringLiteral("under 1 min");
        QTest::newRow("60") << 60 << QStringLiteral("1 min");
        QTest::newRow("3540") << 3540 << QStringLiteral("59 min");
        QTest::newRow("7800") << 7800 << QStringLiteral("2 h 10 min");
    }
    void timesAreRough()
    {
        QFETCH(int, seconds);
        QFETCH(QString, words);
        QCOMPARE(roughTime(seconds), words);
    }

    void buttonsFitTheState()
    {
        ReadingBar bar;
        QVERIFY(bar.isHidden());
        QSignalSpy paused(&bar, &ReadingBar::pauseRequested), resumed(&bar, &ReadingBar::resumeRequested),
            read(&bar, &ReadingBar::readRequested);
        bar.setFacts(reading());
        QVERIFY(!named(bar, QStringLiteral("Read")));
        QCOMPARE(bar.findChild<QProgressBar*>()->value(), 812);
        named(bar, QStringLiteral("Pause"))->click();
        QVERIFY(!named(bar, QStringLiteral("Stop")));   // it would do the same
        ReadingFacts facts = reading();
        facts.state = ReadingState::Paused;
        bar.setFacts(facts);
        named(bar, QStringLiteral("Resume"))->click();
        facts.state = ReadingState::NotRead;
        facts.block = 0;
        bar.setFacts(facts);
        named(bar, QStringLiteral("Read"))->click();
        QVERIFY(!named(bar, QStringLiteral("Stop")));
        facts.state = ReadingState::NoRoom;
        bar.setFacts(facts);
        QVERIFY(!named(bar, QStringLiteral("Read")) && !named(bar, QStringLiteral("Pause")));
        QSignalSpy folder(&bar, &ReadingBar::folderRequested), discard(&bar, &ReadingBar::discardRequested);
        named(bar, QStringLiteral("Choose folder…"))->click();
        named(bar, QStringLiteral("Discard memories…"))->click();
        QVERIFY(folder.size() == 1 && discard.size() == 1);
        QCOMPARE(paused.size() + resumed.size() * 10 + read.size() * 100, 111);
        bar.setFacts({});
        QVERIFY(bar.isHidden());
    }

    void aProblemIsShownWithNextStepAndFoldedDetails()
    {
        ReadingBar bar;
        QSignalSpy action(&bar, &ReadingBar::problemActionTriggered);
        bar.showProblem(QStringLiteral("<b>The engine stopped.</b>"), QStringLiteral("Start again"), QStringLiteral("signal 9"));
        bar.show();
        QVERIFY(!bar.isHidden());
        QCOMPARE(bar.findChild<MessageBar*>()->text(), QStringLiteral("<b>The engine stopped.</b>"));
        const auto labels = bar.findChildren<QLabel*>();
        for (const QLabel* label : labels)
            QCOMPARE(label->textFormat(), Qt::PlainText);
        QVERIFY(!bar.findChild<QPlainTextEdit*>()->isVisible());
        named(bar, QStringLiteral("Details"))->click();
        QVERIFY(bar.findChild<QPlainTextEdit*>()->isVisible());
        named(bar, QStringLiteral("Start again"))->click();
        QCOMPARE(action.size(), 1);
        QVERIFY(bar.isHidden());
    }

    void theLineOfReadingStaysOneLine()
    {
        ReadingBar bar;
        ReadingFacts facts;
        facts.state = ReadingState::Reading;
        facts.block = 4;
        facts.blocks = 9;
        bar.setFacts(facts);
        bar.resize(420, 60);
        bar.show();
        const int height = bar.sizeHint().height();
        facts.block = 1024;
        facts.blocks = 1226;
        facts.place = QStringLiteral("107");
        facts.places = QStringLiteral("133");
        facts.secondsLeft = 200;
        facts.tokensPerSecond = 276;
        bar.setFacts(facts);
        test::settle(10);
        QCOMPARE(bar.layout()->heightForWidth(420) > 0 ? bar.layout()->heightForWidth(420) : bar.sizeHint().height(), height);
        const auto* words = bar.findChild<ElidedLabel*>();
        QCOMPARE(words->text(), QStringLiteral("Reading block 1,024 of 1,226, p. 107 of 133, 3 min left, 276 tokens/s"));
        QVERIFY(words->width() < words->sizeHint().width());   // so the short form stands there
        QVERIFY(words->width() >= words->minimumSizeHint().width());
        QCOMPARE(readingLineInShort(facts), QStringLiteral("Reading, 3 min left"));
    }

    void theSymbolOfAMessageGrowsWithTheText()
    {
        const QFont usual = QApplication::font();
        MessageBar bar;
        bar.showMessage({MessageKind::Note, QStringLiteral("It is done."), {}, {}, {}});
        std::vector<int> heights;
        for (const int pixels : {13, 26}) {
            QFont font = usual;
            font.setPixelSize(pixels);
            QApplication::setFont(font);
            QCoreApplication::processEvents();
            bar.resize(900, bar.sizeHint().height());
            QCoreApplication::processEvents();
            const QImage image = bar.grab().toImage();
            const QRect words = bar.findChild<Label*>()->geometry();
            QVERIFY(words.left() >= metrics::kInset + pixels * 18 / 13);   // beside it
            int rows = 0;
            for (int y = 3; y < image.height() - 3; ++y) {
                bool drawn = false;
                for (int x = metrics::kInset; x < words.left(); ++x)
                    drawn = drawn || image.pixel(x, y) != image.pixel(2, 3);
                rows += drawn;
            }
            heights.push_back(rows);
        }
        QApplication::setFont(usual);
        QVERIFY2(heights[1] > heights[0] * 3 / 2, qPrintable(QStringLiteral("%1, %2").arg(heights[0]).arg(heights[1])));
    }

    void progressGivesWayToWordsAndButtons()
    {
        QWidget holder;   // as a squeezed splitter: asks nobody how narrow they may be
        ReadingBar bar(&holder);
        ReadingFacts facts;
        facts.state = ReadingState::Reading;
        facts.block = 812;
        facts.blocks = 2064;
        bar.setFacts(facts);
        holder.resize(1000, 100);
        holder.show();
        const auto* progress = bar.findChild<QProgressBar*>();
        for (const int width : {900, 200, 900}) {
            bar.resize(width, 40);
            test::settle(10);
            QCOMPARE(progress->isVisible(), width == 900);
            for (const QPushButton* button : bar.findChildren<QPushButton*>())
                if (button->isVisible())
                    QVERIFY2(button->width() >= button->sizeHint().width(), qPrintable(button->text()));
        }
    }

    void whatTheStatusLineTellsStandsInPlaceOfWhatItSaysAlways()
    {
        StatusLine line;
        line.resize(900, 30);
        line.show();
        StatusFacts facts;
        facts.saved = QStringLiteral("Saved 14:02");
        facts.device = QStringLiteral("CPU");
        line.setFacts(facts);
        const auto seen = [&line](const QString& words) {
            const auto pieces = line.findChildren<QPushButton*>();
            return std::any_of(pieces.begin(), pieces.end(), [&](auto* piece) { return piece->isVisible() && piece->text() == words; });
        };
        const QString told = QStringLiteral("Exported to answers.md.");
        line.tell(told);
        QVERIFY(seen(told) && !seen(facts.saved) && seen(facts.device));
        facts.saved = QStringLiteral("Not saved: the disk is full");
        facts.savedProblem = true;
        line.setFacts(facts);
        QVERIFY(seen(told) && seen(facts.saved));   // which is said whatever else is
        line.tell({});
        QVERIFY(!seen(told) && seen(facts.saved));
        line.tell(QString(400, u'x'));
        QVERIFY(line.minimumSizeHint().width() <= 900);   // a long name widens no window
    }

    void theStatusLineIsNotDrawnOverATip()
    {
        StatusLine line;
        line.resize(900, 28);
        StatusFacts facts;
        facts.saved = QStringLiteral("Saved 14:02");
        facts.reading = QStringLiteral("Reading 38 %");
        facts.readingPercent = 38;
        line.setFacts(facts);
        line.show();
        const auto isLeft = [](const QPushButton* piece) {
            return piece->isVisible() &&
                   (piece->text().startsWith(QLatin1String("Saved")) || piece->text().startsWith(QLatin1String("Reading")));
        };
        const auto seen = [&] {
            const auto pieces = line.findChildren<QPushButton*>();
            return line.findChild<QProgressBar*>()->isVisible() + int(std::count_if(pieces.begin(), pieces.end(), isLeft));
        };
        QCOMPARE(seen(), 3);
        const QString tip = QStringLiteral("Open a document or a session first.");
        const auto tips = [&] {
            const auto pieces = line.findChildren<QPushButton*>();
            return std::count_if(pieces.begin(), pieces.end(), [&](auto* piece) { return piece->isVisible() && piece->text() == tip; });
        };
        line.showMessage(tip);   // as the tip of an action is shown
        QCOMPARE(seen(), 0);
        QCOMPARE(tips(), 1);
        facts.saved = QStringLiteral("Saved 14:03");
        line.setFacts(facts);
        QCOMPARE(seen(), 0);
        QCOMPARE(tips(), 1);
        line.clearMessage();
        QCOMPARE(seen(), 3);
        QCOMPARE(tips(), 0);
    }

    // A page in the back gets its new size only when it is shown.
    void rowsOfAPageThatWasWidenedInTheBackStandInSight()
    {
        QStackedWidget pages;
        auto* page = new QWidget;
        auto* column = new QVBoxLayout(page);
        auto* rows = new FlowWidget;
        for (const char* word : {"Gate", "Max", "All 270 heads", "All words", "Fit"})
            rows->flow()->addWidget(new QPushButton(QLatin1String(word)));
        column->addWidget(rows);
        column->addWidget(new QWidget, 1);
        pages.addWidget(page);
        pages.addWidget(new QWidget);
        pages.resize(300, 400);
        pages.show();
        QTRY_VERIFY(rows->height() > 2 * rows->flow()->sizeHint().height());   // two rows
        pages.setCurrentIndex(1);
        pages.resize(1200, 400);
        QTest::qWait(50);
        pages.setCurrentIndex(0);
        QTRY_COMPARE(rows->height(), rows->flow()->sizeHint().height());
        QTest::qWait(50);
        for (const auto* button : rows->findChildren<QPushButton*>())
            QVERIFY2(rows->rect().contains(button->geometry()), qPrintable(button->text()));
    }

    void theStatusLineSaysWhereTheTextGoes()
    {
        StatusLine line;
        StatusFacts facts;
        facts.saved = QStringLiteral("Saved 14:02");
        line.setFacts(facts);
        QVERIFY(named(line, QStringLiteral("Everything stays on this computer")));
        facts.textGoesTo = QStringLiteral("Engine on gpu7: the text is sent there");
        line.setFacts(facts);
        QVERIFY(!named(line, QStringLiteral("Everything stays on this computer")));
        QVERIFY(named(line, QStringLiteral("Engine on gpu7: the text is sent there")));
        QVERIFY(named(line, QStringLiteral("Saved 14:02")));
    }

    // On a dark panel a menu of its colour would end nowhere.
    void menusHaveAFrameInBothLooks()
    {
        for (const Panel panel : {Panel::Light, Panel::Dark}) {
            WindowStyle style;
            QMenu menu;
            menu.setStyle(&style);
            menu.setPalette(themePalette(panel));
            menu.addAction(QStringLiteral("Copy"));
            menu.popup(QPoint(0, 0));
            const QImage drawn = menu.grab().toImage();
            const QColor frame = themeColour(Role::StrongLine, menu);
            QCOMPARE(drawn.pixelColor(drawn.width() / 2, 0), frame);
            QCOMPARE(drawn.pixelColor(0, drawn.height() / 2), frame);
            QVERIFY(std::abs(frame.lightness() - menu.palette().color(QPalette::Base).lightness()) > 40);
            menu.hide();
        }
    }
};

QTEST_MAIN(BarsTest)
#include "bars_test.moc"
