// Tables in the text reader: cells in columns, found where they are drawn, and as lines where columns would be too narrow.
#include "ui/text_doc_view.h"

#include <QtTest>

using namespace cairn;

namespace
{

CanonicalText tableOf(const std::vector<std::string>& rows)
{
    CanonicalText text;
    text.text = "What paper costs.";
    text.paragraphs.push_back({{0, text.text.size()}, ParagraphKind::Text, 0});
    text.text += "\n\n";
    for (const std::string& row : rows) {
        text.paragraphs.push_back({{text.text.size(), text.text.size() + row.size()}, ParagraphKind::TableRow, 0});
        text.text += row + "\n";
    }
    const std::uint64_t begin = text.text.size() + 1;
    text.text += "\nWhat stands below.";
    text.paragraphs.push_back({{begin, text.text.size()}, ParagraphKind::Text, 0});
    return text;
}

struct ShownView
{
    explicit ShownView(const CanonicalText& shown) : text(shown)
    {
        view.resize(700, 500);
        view.setDocument(&text);
        view.show();
    }

    ByteRange rangeOf(const std::string& words) const
    {
        const std::uint64_t begin = text.text.find(words);
        return {begin, begin + words.size()};
    }
    QRect placeOf(const std::string& words)
    {
        const auto places = view.rectanglesOf(rangeOf(words));
        return places.empty() ? QRect() : places.front();
    }
    bool isFound(const std::string& words)
    {
        const auto byte = view.byteAt(placeOf(words).center());
        const ByteRange range = rangeOf(words);
        return byte && *byte >= range.begin && *byte < range.end;
    }

    const CanonicalText& text;
    TextDocView view;
};

const std::vector<std::string> kPrices = {"Size | Colour | Price", "A3 | grey | 0.90", "A4 poster | blue and green | 1.20"};

}  // namespace

class TextTablesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void cellsStandInColumns()
    {
        const CanonicalText text = tableOf(kPrices);
        ShownView shown(text);
        QCOMPARE(shown.placeOf("grey").left(), shown.placeOf("Colour").left());
        QCOMPARE(shown.placeOf("blue").left(), shown.placeOf("Colour").left());
        QCOMPARE(shown.placeOf("1.20").left(), shown.placeOf("Price").left());
        QCOMPARE(shown.placeOf("A3").top(), shown.placeOf("0.90").top());
        QVERIFY(shown.placeOf("Colour").left() > shown.placeOf("A4 poster").right());
        QVERIFY(shown.placeOf("A4 poster").top() >= shown.placeOf("A3").bottom());
        QVERIFY(shown.placeOf("What stands").top() > shown.placeOf("1.20").bottom());
    }

    void wordsAreFoundWhereTheyAreDrawn()
    {
        const CanonicalText text = tableOf(kPrices);
        ShownView shown(text);
        for (const char* word : {"Size", "Colour", "Price", "A3", "grey", "0.90", "poster", "green", "1.20", "stands below"})
            QVERIFY2(shown.isFound(word), word);
    }

    void noBarIsDrawn()
    {
        const CanonicalText text = tableOf(kPrices);
        ShownView shown(text);
        const QRect cell = shown.placeOf("grey"), next = shown.placeOf("0.90");
        const QImage between = shown.view.viewport()->grab(QRect(cell.right() + 2, cell.top(), next.left() - cell.right() - 4,
                                                                 cell.height())).toImage();
        QVERIFY(between.width() > 4);
        const QRgb paper = between.pixel(0, 0);
        for (int x = 0; x < between.width(); ++x)
            for (int y = 0; y < between.height(); ++y)
                QCOMPARE(between.pixel(x, y), paper);
    }

    void longCellsWrapAndPushTheNextRow()
    {
        std::string words;
        for (int i = 0; i < 60; ++i)
            words += "paper" + std::to_string(i) + " ";
        const CanonicalText text = tableOf({"Size | Remark | Price", "A3 | " + words + "| 0.90", "A4 | none | 1.20"});
        ShownView shown(text);
        const QRect first = shown.placeOf("paper0"), last = shown.placeOf("paper59");
        QVERIFY(last.top() > first.bottom());
        QCOMPARE(first.left(), shown.placeOf("Remark").left());
        QCOMPARE(shown.placeOf("0.90").top(), first.top());
        QVERIFY(shown.placeOf("1.20").top() >= last.bottom());
        for (const char* word : {"paper0 ", "paper31", "paper59", "0.90", "A3", "A4"})
            QVERIFY2(shown.isFound(word), word);
    }

    void emptyCellsKeepTheirColumn()
    {
        const CanonicalText text = tableOf({"Size | Colour | Price", "| grey | 0.90", "A4 |  | 1.20"});
        ShownView shown(text);
        QCOMPARE(shown.placeOf("grey").left(), shown.placeOf("Colour").left());
        QCOMPARE(shown.placeOf("1.20").left(), shown.placeOf("Price").left());
    }

    void moreColumnsThanFitStandAsLines()
    {
        std::string row = "c0";
        for (int i = 1; i < 40; ++i)
            row += " | c" + std::to_string(i);
        const CanonicalText text = tableOf({row, row});
        ShownView shown(text);
        QCOMPARE(shown.placeOf("c1 ").top(), shown.placeOf("c0").top());
        QVERIFY(shown.placeOf("c39").top() > shown.placeOf("c0").bottom());   // on a later line
        QVERIFY(shown.isFound("c20"));
    }

    // A page that was put into a table reads better as text.
    void aRowAsLongAsAPageStandsAsLines()
    {
        std::string words;
        for (int i = 0; i < 2'000; ++i)
            words += "word" + std::to_string(i) + " ";
        const CanonicalText text = tableOf({"Menu | " + words, "Foot | none"});
        ShownView shown(text);
        QVERIFY(shown.placeOf("word0 ").left() > shown.placeOf("Menu").right());
        shown.view.showRange(shown.rangeOf("word1999"));
        QVERIFY(shown.isFound("word1999"));
    }

    void otherWidthsAreLaidOutAnew()
    {
        const std::string remark = "made of rags in the mill by the river and dried in the wind";
        const CanonicalText text = tableOf({"Size | Remark | Price", "A3 | " + remark + " | 0.90"});
        ShownView shown(text);
        const auto wide = shown.view.rectanglesOf(shown.rangeOf(remark)).size();
        shown.view.resize(320, 500);
        const auto narrow = shown.view.rectanglesOf(shown.rangeOf(remark)).size();
        QVERIFY(narrow > wide);
        QVERIFY(shown.isFound("0.90"));
        shown.view.setZoom(200);
        QVERIFY(shown.isFound("A3"));
    }
};

QTEST_MAIN(TextTablesTest)
#include "text_tables_test.moc"
