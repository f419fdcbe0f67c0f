// Where lines stand on a page decides what parts them and which of them is a heading. No PDF, no font.
#include "core/documents/pdf/pdf_layout.h"
#include "core/documents/pdf/pdf_lines.h"
#include "tests/documents/map_check.h"

#include <QTest>

using namespace cairn;

namespace
{

// A page with one box per line.
PdfPage pageOf(const std::vector<std::pair<QString, QRectF>>& lines)
{
    PdfPage page;
    page.label = QStringLiteral("1");
    page.width = 612;
    page.height = 792;
    for (const auto& [text, box] : lines) {
        page.text += page.text.isEmpty() ? text : QStringLiteral("\r\n") + text;
        page.boxes.push_back(box);
    }
    return page;
}

CanonicalText layOut(const PdfSource& source)
{
    CanonicalText text = layOutPdf(source, {});
    for (const PdfPage& page : source.pages)
        [&] { QCOMPARE(test::mapViolation(text, {page.text}), QString()); }();
    return text;
}

}  // namespace

class PdfPlacesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wordsBehindARaisedNumberStayApart();
    void theHeadingIsWhereItsBookmarkLeads();
    void aLineOverTwoColumnsCutsNoneOfThem();
    void signsOverEachOtherHideNoPlaces();
    void linesToTheLeftHaveTheirPlaces();
    void signsBelowTheLineMakeNoLargeType();
};

// The page's text is cut behind what is raised; the space stands before what follows.
void PdfPlacesTest::wordsBehindARaisedNumberStayApart()
{
    PdfSource source;
    source.pages = {pageOf({{QStringLiteral("Energy is mc2"), QRectF(72, 100, 71, 10)},
                            {QStringLiteral(" here, and H2"), QRectF(143.5, 100, 71, 10)},
                            {QStringLiteral("O there."), QRectF(215, 100, 44, 10)}})};
    QCOMPARE(layOut(source).text, std::string("Energy is mc2 here, and H2O there."));
}

void PdfPlacesTest::aLineOverTwoColumnsCutsNoneOfThem()
{
    std::vector<std::pair<QString, QRectF>> lines = {
        {QStringLiteral("A line of words that stands over both columns of this page"), QRectF(72, 60, 468, 10)}};
    std::string words;
    for (int i = 0; i < 6; ++i) {
        lines.emplace_back(QStringLiteral("words that fill the column to its edge and go"), QRectF(72, 86 + 13 * i, 220, 10));
        words += (i > 0 ? " " : "") + lines.back().first.toStdString();
    }
    PdfSource source;
    source.pages = {pageOf(lines)};
    QCOMPARE(layOut(source).text, lines.front().first.toStdString() + "\n\n" + words);
    source.pages = {pageOf({{QStringLiteral("A line of words that reaches over both columns, from edge to edge."), QRectF(72, 60, 468, 10)},
                            {QStringLiteral("Words of one."), QRectF(72, 73, 72, 10)},
                            {QStringLiteral("More words of another."), QRectF(72, 86, 121, 10)},
                            {QStringLiteral("Here words of a third."), QRectF(72, 99, 118, 10)},
                            {QStringLiteral("The last of them."), QRectF(72, 112, 94, 10)},
                            {QStringLiteral("And one."), QRectF(72, 125, 44, 10)}})};
    QCOMPARE(layOut(source).paragraphs.size(), std::size_t(5));   // short lines that end at no edge
}

void PdfPlacesTest::theHeadingIsWhereItsBookmarkLeads()
{
    PdfSource source;
    source.pages = {pageOf({{QStringLiteral("Contents"), QRectF(72, 80, 60, 14)},
                            {QStringLiteral("The quay"), QRectF(72, 120, 44, 10)},
                            {QStringLiteral("The pier"), QRectF(72, 134, 44, 10)},
                            {QStringLiteral("The quay"), QRectF(72, 200, 60, 14)},
                            {QStringLiteral("Words of the quay."), QRectF(72, 230, 99, 10)},
                            {QStringLiteral("Notes"), QRectF(72, 260, 40, 14)},
                            {QStringLiteral("Words of a note."), QRectF(72, 290, 88, 10)},
                            {QStringLiteral("Notes"), QRectF(72, 320, 40, 14)},
                            {QStringLiteral("Words of another."), QRectF(72, 350, 94, 10)}})};
    source.bookmarks = {
        {QStringLiteral("The quay"), 0, 0, 198}, {QStringLiteral("Notes"), 1, 0, 258}, {QStringLiteral("Notes"), 1, 0, 318}};
    const CanonicalText text = layOut(source);
    std::vector<std::uint64_t> headings;
    for (const Paragraph& paragraph : text.paragraphs)
        if (paragraph.kind == ParagraphKind::Heading)
            headings.push_back(paragraph.text.begin);
    const std::vector<std::uint64_t> expected = {text.text.rfind("The quay"), text.text.find("Notes"), text.text.rfind("Notes")};
    QCOMPARE(headings, expected);
    QCOMPARE(text.outline.size(), std::size_t(3));
    for (std::size_t i = 0; i < 3; ++i)
        QCOMPARE(text.outline[i].begin, expected[i]);
}

// Each of the boxes of one line lies beside the one before it in another row.
void PdfPlacesTest::signsOverEachOtherHideNoPlaces()
{
    PdfPage page = pageOf({{QStringLiteral("Words of the first line that fill it from edge to edge."), QRectF(72, 60, 300, 10)}});
    page.text += QStringLiteral("\r\na b c d e f g h i k l m n o p q r s t u v w x y\r\nWords of the last line that fill it from edge to edge.");
    for (int i = 0; i < 24; ++i)
        page.boxes.push_back(QRectF(72 + 11 * i, 86 + (i % 2 ? 13 : 0), 6, 10));
    page.boxes.push_back(QRectF(72, 120, 295, 10));
    std::vector<PdfLine> lines = splitLines(page);
    placeLines(page, lines);
    QCOMPARE(lines.size(), std::size_t(3));
    QVERIFY(lines[0].placed && lines[2].placed);
    QCOMPARE(lines[0].box.top(), 60.0);
    QCOMPARE(lines[2].box.top(), 120.0);
}

// A box for each word, from right to left.
void PdfPlacesTest::linesToTheLeftHaveTheirPlaces()
{
    PdfPage page;
    const QString words = QStringLiteral("\u05D0\u05D1 \u05D2\u05D3 \u05D4\u05D5 \u05D6\u05D7 \u05D8\u05D9 "
                                         "\u05DB\u05DC \u05DE\u05E0 \u05E1\u05E2 \u05E4\u05E6 \u05E7\u05E8");
    for (int line = 0; line < 2; ++line) {
        page.text += line > 0 ? QStringLiteral("\r\n") + words : words;
        for (int i = 0; i < 10; ++i)
            page.boxes.push_back(QRectF(500 - 16.5 * i, 60 + 13 * line, 11, 10));
    }
    std::vector<PdfLine> lines = splitLines(page);
    placeLines(page, lines);
    QCOMPARE(lines[0].box, QRectF(500 - 16.5 * 9, 60, 16.5 * 9 + 11, 10));
    QCOMPARE(lines[1].box, lines[0].box.translated(0, 13));
}

// "_" reaches below the line, and letters of other scripts are as high as capitals.
void PdfPlacesTest::signsBelowTheLineMakeNoLargeType()
{
    const PdfPage page = pageOf({{QStringLiteral("CAIRN_SIZES"), QRectF(72, 60, 66, 9.1)},
                                 {QStringLiteral("CAIRN SIZES"), QRectF(72, 73, 66, 7.1)},
                                 {QStringLiteral("\uAC04\uB2E8"), QRectF(72, 86, 20, 7.1)}});
    std::vector<PdfLine> lines = splitLines(page);
    placeLines(page, lines);
    for (const PdfLine& line : lines)
        QCOMPARE(typeSize(page, line), 10.0);
}

QTEST_APPLESS_MAIN(PdfPlacesTest)
#include "pdf_places_test.moc"
