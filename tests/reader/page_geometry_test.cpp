// Lines and rectangles from boxes of characters, and the character at a point.
#include "tests/reader/made_up_pdf.h"
#include "ui/reader/page_geometry.h"

#include <QTest>

using namespace cairn;

namespace
{

PageGlyphs turned(const PageGlyphs& glyphs)   // by a quarter: text that runs down the page
{
    PageGlyphs result;
    for (const GlyphBox& box : glyphs)
        result.push_back(box.empty() ? box : GlyphBox{800 - box.bottom, box.left, 800 - box.top, box.right});
    return result;
}

// "left\r\nleft\r\nright\r\nright\r\n" in two columns side by side, on the same heights.
PageGlyphs twoColumns()
{
    PageGlyphs glyphs;
    for (const float x0 : {50.0f, 100.0f})
        for (const float y : {100.0f, 112.0f}) {
            for (int i = 0; i < 4; ++i)
                glyphs.push_back({x0 + 6 * float(i), y, x0 + 6 * float(i) + 5.5f, y + 8});
            glyphs.resize(glyphs.size() + 2);
        }
    return glyphs;
}

}  // namespace

class PageGeometryTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aStretchHasOneRectanglePerLine()
    {
        const std::string source = "first line here\r\nsecond line\r\n";
        const PageGeometry geometry(test::gridGlyphs(source));
        const auto all = geometry.rectangles(0, std::uint32_t(source.size()));
        QCOMPARE(all.size(), std::size_t(2));
        QCOMPARE(all[0].left(), double(test::kLeft));
        QCOMPARE(all[0].right(), double(test::kLeft + 15 * test::kGlyphWidth));
        QVERIFY(all[0].top() <= test::kTop && all[0].bottom() >= test::kTop + test::kGlyphHeight);
        QVERIFY(all[0].bottom() < test::kTop + test::kPitch + test::kGlyphHeight / 2);
        const auto word = geometry.rectangles(6, 10);
        QCOMPARE(word.size(), std::size_t(1));
        QCOMPARE(word[0].left(), double(test::kLeft + 6 * test::kGlyphWidth));
        QCOMPARE(word[0].width(), double(4 * test::kGlyphWidth));
        QCOMPARE(word[0].top(), all[0].top());   // as high as its line
    }

    void closeLinesTouchWithoutOverlap()
    {
        PageGlyphs glyphs = test::gridGlyphs("one two\r\nthree\r\nfour five\r\n");
        for (std::size_t i = 9; i < glyphs.size(); ++i) {   // the second and third line are set tighter
            glyphs[i].top -= i < 16 ? 3.0f : 9.0f;
            glyphs[i].bottom -= i < 16 ? 3.0f : 9.0f;
        }
        const auto lines = PageGeometry(glyphs).rectangles(0, std::uint32_t(glyphs.size()));
        QCOMPARE(lines.size(), std::size_t(3));
        QCOMPARE(lines[0].bottom(), lines[1].top());
        QCOMPARE(lines[1].bottom(), lines[2].top());
    }

    void aSpaceReachesToTheNextWordButNotPastALinesEnd()
    {
        const PageGeometry geometry(test::gridGlyphs("one two\r\nthree\r\n"));
        QCOMPARE(geometry.rectangles(0, 4)[0].width(), double(4 * test::kGlyphWidth));
        QCOMPARE(geometry.rectangles(0, 3)[0].width(), double(3 * test::kGlyphWidth));
        QCOMPARE(geometry.rectangles(4, 9)[0].width(), double(3 * test::kGlyphWidth));
        QVERIFY(geometry.rectangles(3, 4).empty());   // a space alone has no ink
    }

    void everyCharacterIsFoundWhereItsRectangleIs_data()
    {
        QTest::addColumn<bool>("upright");
        QTest::newRow("upright") << true;
        QTest::newRow("down the page") << false;
    }
    void everyCharacterIsFoundWhereItsRectangleIs()
    {
        QFETCH(bool, upright);
        const std::string source = "A line, and \"another\".\r\nthe next-one\r\n";
        const PageGlyphs grid = test::gridGlyphs(source);
        const PageGeometry geometry(upright ? grid : turned(grid));
        for (std::uint32_t i = 0; i < source.size(); ++i) {
            const auto places = geometry.rectangles(i, i + 1);
            if (grid[i].empty())
                continue;
            QCOMPARE(places.size(), std::size_t(1));
            const QPointF before = upright ? places[0].center() - QPointF(1, 0) : places[0].center() - QPointF(0, 1);
            QCOMPARE(geometry.offsetAt(before), i);
            QVERIFY(geometry.onText(before));
        }
        QCOMPARE(geometry.rectangles(0, geometry.units()).size(), std::size_t(2));
    }

    void columnsAreNotJoined()
    {
        const PageGeometry geometry(twoColumns());
        QCOMPARE(geometry.rectangles(0, geometry.units()).size(), std::size_t(4));
        QCOMPARE(geometry.offsetAt({121, 104}), 16u);   // right column, after its first line's fourth letter
        QCOMPARE(geometry.offsetAt({20, 116}), 6u);     // beside the left column's second line
    }

    void cellsOfATableAreApart()
    {
        PageGlyphs glyphs = test::gridGlyphs("cell cell\r\n");
        for (std::size_t i = 5; i < 9; ++i) {
            glyphs[i].left += 60;
            glyphs[i].right += 60;
        }
        const auto cells = PageGeometry(glyphs).rectangles(0, 9);
        QCOMPARE(cells.size(), std::size_t(2));
        QVERIFY(cells[0].right() < cells[1].left() - 40);
    }

    void commasQuotesAndPowersBelongToTheirLine()
    {
        PageGlyphs glyphs = test::gridGlyphs("word, x\r\nmore\r\n");
        glyphs[4].top = test::kTop + 8.5f;      // a comma: below
        glyphs[4].bottom = test::kTop + 12;
        glyphs[6].top = test::kTop - 3;         // a power: above
        glyphs[6].bottom = test::kTop + 3;
        const PageGeometry geometry(glyphs);
        QCOMPARE(geometry.rectangles(0, 7).size(), std::size_t(1));
        QCOMPARE(geometry.rectangles(0, 13).size(), std::size_t(2));
    }

    void leadersDoNotMakeTheLineLower()
    {
        PageGlyphs glyphs;
        for (int i = 0; i < 12; ++i)   // "3.1 Model" before sixty dots and "27"
            glyphs.push_back({50 + 6 * float(i), 100, 55 + 6 * float(i), 108});
        for (int i = 0; i < 60; ++i)
            glyphs.push_back({122 + 6 * float(i), 106.8f, 123.2f + 6 * float(i), 108});
        glyphs.push_back({482, 100, 487, 108});
        const auto rectangles = PageGeometry(glyphs).rectangles(0, 12);
        QCOMPARE(rectangles.size(), std::size_t(1));
        QVERIFY(rectangles[0].top() <= 100 && rectangles[0].bottom() >= 108);
    }

    void aTallBracketDoesNotMakeTheLineTaller()
    {
        PageGlyphs glyphs = test::gridGlyphs("(word)\r\n");
        glyphs[0].top -= 40;
        glyphs[0].bottom += 40;
        QVERIFY(PageGeometry(glyphs).rectangles(1, 5)[0].height() < 2 * test::kGlyphHeight);
    }

    void aPointBesideTheTextIsNotOnIt()
    {
        const PageGeometry geometry(test::gridGlyphs("word\r\n"));
        QVERIFY(!geometry.onText({10, test::kTop + 5}));
        QCOMPARE(geometry.offsetAt({10, test::kTop + 5}), 0u);
        QCOMPARE(geometry.offsetAt({500, test::kTop + 5}), 4u);
        QVERIFY(PageGeometry({}).empty());
        QVERIFY(PageGeometry(PageGlyphs(20)).empty());
    }
};

QTEST_GUILESS_MAIN(PageGeometryTest)
#include "page_geometry_test.moc"
