// The page reader over made-up pages: positions there and back, places kept while zooming and while pages become known. What is drawn
// over them: pdf_marks_test.cpp.
#include "tests/reader/shown_pages.h"
#include "tests/support/patience.h"
#include "ui/panels/language.h"
#include "ui/theme.h"

#include <QAccessible>
#include <QClipboard>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace cairn;
using test::FakePageSource;
using test::MadeUpPdf;
using test::ShownView;

class PdfDocViewTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void positionToRectangleToPosition_data()
    {
        QTest::addColumn<int>("zoom");
        for (const int zoom : {50, 100, 173, 300})
            QTest::addRow("zoom %d", zoom) << zoom;
    }
    void positionToRectangleToPosition()
    {
        QFETCH(int, zoom);
        ShownView shown;
        shown.view.setZoom(zoom);
        for (const char* words : {"word0x3", "broken4x7", "word11x19"}) {
            const ByteRange range = shown.pdf.range(words);
            shown.view.showRange(range);
            shown.settle();
            const auto places = shown.view.rectanglesOf(range);
            QCOMPARE(places.size(), std::size_t(std::string(words).starts_with("broken") ? 2 : 1));   // hyphenated: two lines
            QVERIFY(shown.view.viewport()->rect().contains(places[0]));
            QCOMPARE(shown.view.byteAt(QPoint(places[0].left(), places[0].center().y())).value(), range.begin);
            QCOMPARE(shown.view.byteAt(QPoint(places.back().right(), places.back().center().y())).value(), range.end);
        }
    }

    // However often a session is closed and opened again, in whatever width it is laid out meanwhile.
    void theTopIsKeptOverManyOpenings()
    {
        std::uint64_t byte = 0;
        {
            ShownView shown;
            shown.view.setFitWidth(true);
            shown.view.showPage(4);
            shown.settle();
            shown.view.verticalScrollBar()->setValue(shown.view.verticalScrollBar()->value() + 333);
            byte = shown.view.topByte();
            QVERIFY(byte > 0);
        }
        int place = -1;
        for (int opening = 0; opening < 6; ++opening) {
            ShownView shown;
            shown.view.setFitWidth(true);
            shown.view.resize(500, 300);   // as before the window has its size
            shown.view.scrollToByte(byte);
            shown.view.resize(900, 700);
            shown.settle();
            QCOMPARE(shown.view.topByte(), byte);
            if (opening == 0)
                place = shown.view.verticalScrollBar()->value();
            QCOMPARE(shown.view.verticalScrollBar()->value(), place);
            QVERIFY(std::abs(shown.view.rectanglesOf({byte, byte + 1}).at(0).top()) <= 1);
            const int before = shown.view.verticalScrollBar()->value();
            shown.view.verticalScrollBar()->setValue(before + 200);   // the reader's own scrolling counts
            QVERIFY(shown.view.topByte() > byte);
            byte = place == before ? byte : 0;
        }
    }

    void aPageLeftAtItsEdgeComesBackAtItsEdge()
    {
        ShownView shown;
        shown.view.showPage(6);
        shown.settle();
        const std::uint64_t byte = shown.view.topByte();
        const int edge = shown.view.verticalScrollBar()->value();
        shown.view.showPage(2);
        shown.settle();
        shown.view.scrollToByte(byte);
        QCOMPARE(shown.view.verticalScrollBar()->value(), edge);
        QCOMPARE(shown.view.topByte(), byte);
    }

    void shownRangeStandsInTheUpperThird()
    {
        ShownView shown;
        const ByteRange range = shown.pdf.range("word6x10");
        shown.view.showPage(6);   // its characters become known
        shown.settle();
        shown.view.showPage(5);
        shown.view.showRange(range);
        const QRect place = shown.view.rectanglesOf(range).at(0);
        QVERIFY2(std::abs(place.top() - 700 / 3) < 4, qPrintable(QString::number(place.top())));
        const int before = shown.view.verticalScrollBar()->value();
        shown.view.showRange(shown.pdf.range("word6x12"));   // in sight
        QCOMPARE(shown.view.verticalScrollBar()->value(), before);
    }

    // Shown by estimate first: where the words really stand is known when the page's characters are.
    void whatWasShownByEstimateDoesNotEndAtTheEdge()
    {
        for (const float lower : {40.f, 60.f, 80.f, 100.f, 140.f, 180.f}) {
            const char* words = "word6x4";
            ShownView shown(12, false);
            shown.source.lower = lower;
            shown.view.resize(900, 240);   // as between a long answer and the bars
            shown.source.open();
            shown.settle();
            const ByteRange range = shown.pdf.range(words);
            shown.view.showRange(range);
            shown.settle();
            const auto places = shown.view.rectanglesOf(range);
            const QRect sight = shown.view.viewport()->rect().adjusted(0, 240 / 6 - 1, 0, 1 - 240 / 6);
            QVERIFY2(!places.empty() && sight.contains(places.front()) && sight.contains(places.back()), words);
        }
    }

    void whatIsAskedBeforeThePagesAreKnownIsDoneThen()
    {
        ShownView shown(12, false);
        const ByteRange range = shown.pdf.range("word9x5");
        shown.view.showRange(range);
        QCOMPARE(shown.view.topByte(), range.begin);
        shown.source.open();
        shown.settle();
        QVERIFY(!shown.view.rectanglesOf(range).empty());
        QCOMPARE(shown.view.currentPage(), 9);
    }

    void anEstimateIsPutRightOnlyOutOfSight()
    {
        ShownView shown;
        shown.source.holdGlyphs = true;
        const ByteRange range = shown.pdf.range("word8x10");
        shown.view.showRange(range);
        shown.settle();
        const int estimated = shown.view.verticalScrollBar()->value();
        QCOMPARE(shown.view.currentPage(), 8);
        shown.source.answerHeldGlyphs();
        QVERIFY(!shown.view.rectanglesOf(range).empty());
        QVERIFY(shown.view.viewport()->rect().contains(shown.view.rectanglesOf(range).front()));
        QCOMPARE(shown.view.verticalScrollBar()->value(), estimated);   // in sight: nothing moves under the reader's eyes
        shown.view.scrollToByte(shown.pdf.find("word10x3"), 50);        // an exact wish is put right
        shown.settle();
        shown.source.answerHeldGlyphs();
        const QRect place = shown.view.rectanglesOf(shown.pdf.range("word10x3")).at(0);
        QVERIFY2(std::abs(place.top() - 50) < 3, qPrintable(QString::number(place.top())));
    }

    void pagesThatBecomeKnownDoNotMoveTheReadersPlace()
    {
        ShownView shown;
        shown.source.holdGlyphs = true;
        shown.view.showRange(shown.pdf.range("word8x10"));
        shown.settle();
        shown.view.verticalScrollBar()->setValue(shown.view.verticalScrollBar()->value() + 333);   // the reader goes on
        const int place = shown.view.verticalScrollBar()->value();
        shown.source.answerHeldGlyphs();
        QVERIFY(!shown.view.rectanglesOf(shown.pdf.range("word8x19")).empty());
        QCOMPARE(shown.view.verticalScrollBar()->value(), place);
    }

    void topAndBottomAreWhatIsInSight()
    {
        ShownView shown;
        shown.view.scrollToByte(shown.pdf.find("word5x4"));
        shown.settle();
        QCOMPARE(shown.view.topByte(), shown.pdf.find("word5x4"));
        const std::uint64_t bottom = shown.view.bottomByte();
        QVERIFY(bottom > shown.view.topByte());
        QVERIFY(!shown.view.rectanglesOf({bottom - 8, bottom}).empty());
    }

    void zoomingKeepsThePlace()
    {
        ShownView shown;
        const ByteRange range = shown.pdf.range("word6x10");
        shown.view.showRange(range);
        shown.settle();
        const int top = shown.view.rectanglesOf(range).at(0).top();
        for (const int zoom : {150, 60, 300, 100}) {
            shown.view.setZoom(zoom);
            shown.settle();
            QCOMPARE(shown.view.zoom(), zoom);
            const auto places = shown.view.rectanglesOf(range);
            QVERIFY2(!places.empty() && std::abs(places[0].top() - top) < 2 * std::abs(top - 700 / 3) + 12,
                     qPrintable(QString::number(zoom)));
        }
    }

    void widthIsFittedAndFollowed()
    {
        ShownView shown;
        QSignalSpy zoomed(&shown.view, &DocumentView::zoomChanged);
        shown.view.setFitWidth(true);
        const int wide = shown.view.zoom();
        QVERIFY(!zoomed.isEmpty());
        QCOMPARE(shown.view.horizontalScrollBar()->maximum(), 0);
        shown.view.resize(600, 700);
        QVERIFY(shown.view.zoom() < wide && shown.view.horizontalScrollBar()->maximum() == 0);
        shown.view.resize(230, 700);
        QCOMPARE(shown.view.horizontalScrollBar()->maximum(), 0);
        shown.view.setZoom(shown.view.zoom() - 10);
        QVERIFY(shown.view.zoom() < 50 && !shown.view.fitsWidth());   // less than by hand; smaller never makes it larger
    }

    void anotherWidthNeverTellsAnotherPage()
    {
        ShownView shown;
        shown.view.setFitWidth(true);
        shown.view.showPage(9);
        shown.settle();
        shown.view.verticalScrollBar()->setValue(shown.view.verticalScrollBar()->value() + 40);
        const int page = shown.view.currentPage();
        QSignalSpy paged(&shown.view, &PdfDocView::currentPageChanged), moved(&shown.view, &DocumentView::positionChanged);
        for (const int width : {400, 1300, 900}) {
            shown.view.resize(width, 700);
            shown.settle();
        }
        QCOMPARE(paged.size(), 0);
        QVERIFY(!moved.isEmpty());   // less or more is in sight
        const ByteRange here = shown.pdf.range("word9x0");
        for (const auto& told : moved)
            QVERIFY2(told[0].toULongLong() + 400 > here.begin && told[0].toULongLong() < here.begin + 400,
                     qPrintable(told[0].toString() + u'/' + QString::number(here.begin)));
        QCOMPARE(shown.view.currentPage(), page);
    }

    void mouseSelectsWordsAndCopies()
    {
        ShownView shown;
        const QRect from = shown.view.rectanglesOf(shown.pdf.range("stands")).at(0);
        const QRect to = shown.view.rectanglesOf(shown.pdf.range("this")).at(0);
        QWidget* viewport = shown.view.viewport();
        QSignalSpy changed(&shown.view, &DocumentView::selectionChanged), clicked(&shown.view, &DocumentView::clicked);
        QTest::mousePress(viewport, Qt::LeftButton, {}, from.center() - QPoint(from.width() / 2 - 1, 0));
        QTest::mouseMove(viewport, to.center() + QPoint(to.width() / 2 - 1, 0));
        QTest::mouseRelease(viewport, Qt::LeftButton, {}, to.center() + QPoint(to.width() / 2 - 1, 0));
        QCOMPARE(shown.view.selectedText(), QStringLiteral("stands on this"));
        QVERIFY(!changed.isEmpty());
        QVERIFY(clicked.isEmpty());
        QTest::keySequence(&shown.view, QKeySequence::Copy);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("stands on this"));
        QTest::mouseDClick(viewport, Qt::LeftButton, {}, to.center());
        QCOMPARE(shown.view.selectedText(), QStringLiteral("this"));
        QTest::mouseClick(viewport, Qt::LeftButton, {}, from.center() - QPoint(from.width() / 2 - 1, 0));
        QCOMPARE(clicked.size(), qsizetype(1));
        QCOMPARE(clicked[0][0].value<std::uint64_t>(), shown.pdf.find("stands"));
        QVERIFY(!shown.view.selection().has_value());
    }

    void keysSelectOnThePage()
    {
        ShownView shown;
        const std::uint64_t stands = shown.pdf.find("stands");
        shown.view.select({stands, stands});
        QTest::keyClick(&shown.view, Qt::Key_Right, Qt::ShiftModifier | Qt::ControlModifier);
        QCOMPARE(shown.view.selectedText(), QStringLiteral("stands "));
        QTest::keyClick(&shown.view, Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(shown.view.selectedText(), QStringLiteral("stands"));
        const int line = shown.view.rectanglesOf(shown.pdf.range("stands")).at(0).center().y();
        QTest::keyClick(&shown.view, Qt::Key_Down, Qt::ShiftModifier);
        const std::uint64_t below = shown.view.selection()->end;
        QVERIFY(below > stands + 6);
        QVERIFY(shown.view.rectanglesOf({below, below + 1}).at(0).center().y() > line);
        QTest::keyClick(&shown.view, Qt::Key_Up, Qt::ShiftModifier);
        QVERIFY(shown.view.selection()->end <= stands + 7);
    }

    // A cover is often called as the first page of the text is.
    void ofPagesCalledAlikeTheNextIsReached()
    {
        ShownView shown(12, false);
        shown.pdf.text.units[0].label = shown.pdf.text.units[4].label = "I";
        shown.source.open();
        shown.settle();
        for (const int page : {4, 0, 4}) {
            QVERIFY(shown.view.goToPage(QStringLiteral("i")));
            QCOMPARE(shown.view.currentPage(), page);
        }
        QVERIFY(shown.view.goToPage(QStringLiteral("2")) && shown.view.goToPage(QStringLiteral("2")));
        QCOMPARE(shown.view.currentPage(), 1);   // the only one
    }

    void pagesAreReachedByLabelAndKeys()
    {
        ShownView shown;
        QSignalSpy pages(&shown.view, &PdfDocView::currentPageChanged);
        QVERIFY(shown.view.goToPage(QStringLiteral(" 7 ")));
        QCOMPARE(shown.view.currentPage(), 6);
        QCOMPARE(shown.view.pageLabel(6), QStringLiteral("7"));
        QVERIFY(!pages.isEmpty());
        QVERIFY(!shown.view.goToPage(QStringLiteral("xx")));
        QTest::keyClick(&shown.view, Qt::Key_End);
        QCOMPARE(shown.view.currentPage(), 11);
        QTest::keyClick(&shown.view, Qt::Key_Home);
        QCOMPARE(shown.view.verticalScrollBar()->value(), 0);
        QTest::keyClick(&shown.view, Qt::Key_Space);
        QVERIFY(shown.view.verticalScrollBar()->value() > 500);
        QTest::keyClick(&shown.view, Qt::Key_Space, Qt::ShiftModifier);
        QCOMPARE(shown.view.verticalScrollBar()->value(), 0);
    }

    void onlyPagesNearTheReaderAreAskedFor()
    {
        ShownView shown(400);
        QVERIFY(shown.source.pictureRequests.size() <= 4);
        shown.view.showPage(300);
        shown.settle();
        for (const auto& [page, width] : shown.source.pictureRequests)
            QVERIFY(page < 5 || (page >= 298 && page <= 303));
        QVERIFY(shown.source.glyphRequests.size() < 10);
    }

    void onlyRelevantPagesAreShownWhenWanted()
    {
        ShownView shown;
        const int all = shown.view.verticalScrollBar()->maximum();
        shown.view.setOnlyRelevantPages(true);
        QCOMPARE(shown.view.verticalScrollBar()->maximum(), all);   // nothing is relevant yet: all are shown
        shown.view.setHeat({{shown.pdf.range("word3x2"), 0.5f}});
        shown.view.setHighlights({shown.pdf.range("word9x4")});
        shown.settle();
        QVERIFY(shown.view.verticalScrollBar()->maximum() < all / 4);
        QCOMPARE(shown.view.currentPage(), 3);
        shown.view.showRange(shown.pdf.range("word9x4"));
        shown.settle();
        QVERIFY(!shown.view.rectanglesOf(shown.pdf.range("word9x4")).empty());
        QTest::keyClick(&shown.view, Qt::Key_End);
        QCOMPARE(shown.view.currentPage(), 9);
        shown.view.setOnlyRelevantPages(false);
        QCOMPARE(shown.view.verticalScrollBar()->maximum(), all);
        QCOMPARE(shown.view.currentPage(), 9);
    }

    void assistiveTechnologyReadsLinesInSight()
    {
        ShownView shown;
        shown.view.showPage(4);
        shown.settle();
        QAccessibleInterface* found = QAccessible::queryAccessibleInterface(&shown.view);
        QVERIFY(found && found->textInterface());
        QAccessibleTextInterface& text = *found->textInterface();
        QCOMPARE(found->text(QAccessible::Name), QStringLiteral("Document pages"));
        QVERIFY(text.text(0, 20).startsWith(QStringLiteral("word4x0")));
        int begin = 0, end = 0;
        QCOMPARE(text.textAtOffset(3, QAccessible::LineBoundary, &begin, &end), QStringLiteral("word4x0 stands on this line and a bro"));
        QCOMPARE(text.textAfterOffset(3, QAccessible::LineBoundary, &begin, &end).trimmed(), QStringLiteral("ken4x0 word goes on"));
        QVERIFY(text.textBeforeOffset(3, QAccessible::LineBoundary, &begin, &end).isEmpty());
        QCOMPARE(text.textAtOffset(3, QAccessible::WordBoundary, &begin, &end), QStringLiteral("word4x0"));
        const QRect place = text.characterRect(8);
        QCOMPARE(text.offsetAtPoint(QPoint(place.left() + 1, place.center().y())), 8);
        text.addSelection(8, 14);
        QCOMPARE(shown.view.selectedText(), QStringLiteral("stands"));
        text.selection(0, &begin, &end);
        QCOMPARE(begin, 8);
        QCOMPARE(end, 14);
    }

    void aFileThatCannotBeDrawnIsSaidInItsPlace()
    {
        ShownView shown(3, false);
        const QImage waiting = shown.picture();
        Q_EMIT shown.source.failed({ErrorCode::NotFound, "There is no file \"a.pdf\". Check the name."});
        const QImage english = shown.picture();
        QVERIFY(english != waiting);
        {
            Language language;
            language.setLanguage(QStringLiteral("de"));
            test::settle(20);
            QVERIFY(shown.picture() != english);
            language.setLanguage(QStringLiteral("en"));
            test::settle(20);
            QVERIFY(shown.picture() == english);
        }
        shown.view.setDocument(nullptr, nullptr);
        QCOMPARE(shown.view.pageCount(), 0);
        QCOMPARE(shown.view.topByte(), std::uint64_t(0));
        QVERIFY(!shown.view.byteAt({50, 50}).has_value());
    }
};

QTEST_MAIN(PdfDocViewTest)
#include "pdf_doc_view_test.moc"
