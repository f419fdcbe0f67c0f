// Bytes of the text to characters of pages and back, over what the text leaves out, drops or spells out.
#include "tests/reader/made_up_pdf.h"
#include "ui/reader/pdf_text_map.h"

#include <QTest>

using namespace cairn;

namespace
{

// Page 0: "Head\r\nof\uFB01ce caf\u00E9 \U0001F600!" with the ligature spelled out and the header left out; page 1: nothing; page 2: "end".
CanonicalText oddText()
{
    CanonicalText text;
    text.text = "office caf\xC3\xA9 \xF0\x9F\x98\x80!\n\nend\n";
    text.units = {{"i", {0, 20}}, {"ii", {20, 20}}, {"iii", {20, 24}}};
    text.runs = {{{0, 1}, 0, 6, 1, true}, {{1, 2}, 0, 7, 1, true},   // "o", "f"
                 {{2, 4}, 0, 8, 1, false},                           // "fi" for one character
                 {{4, 18}, 0, 9, 11, true},                          // "ce café 😀!": 14 bytes, 11 units
                 {{20, 23}, 2, 0, 3, true}};
    return text;
}

}  // namespace

class PdfTextMapTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyByteWithASourceGoesThereAndBack()
    {
        const test::MadeUpPdf pdf(3);
        const PdfTextMap map(&pdf.text);
        for (const PositionRun& run : pdf.text.runs)
            for (std::uint64_t byte = run.canonical.begin; byte < run.canonical.end; ++byte) {
                const auto place = map.placeOf(byte);
                QVERIFY(place.has_value());
                QCOMPARE(place->page, int(run.unit));
                QCOMPARE(pdf.sources[run.unit][place->offset], pdf.text.text[byte]);
                QCOMPARE(map.byteOf(*place).value(), byte);
            }
    }

    void charactersLeftOutLeadToWhatFollows()
    {
        const test::MadeUpPdf pdf(2);
        const PdfTextMap map(&pdf.text);
        QCOMPARE(map.byteOf({1, 0}).value(), pdf.find("word1x0"));   // the header
        const auto hyphen = std::uint32_t(pdf.sources[1].find("bro-") + 3);
        QCOMPARE(map.byteOf({1, hyphen}).value(), pdf.find("ken1x0"));
        QCOMPARE(map.byteOf({1, 100'000}).value(), pdf.range("ken1x19 word goes on").end);
        QVERIFY(!map.byteOf({7, 0}).has_value());
    }

    void bytesWithoutASourceLeadToWhatFollowsOnTheirPage()
    {
        const test::MadeUpPdf pdf(2);
        const PdfTextMap map(&pdf.text);
        const std::uint64_t space = pdf.find("word0x1") - 1;
        QCOMPARE(map.placeOf(space).value(), map.placeOf(space + 1).value());
        const std::uint64_t pageEnd = pdf.text.units[0].text.end - 1;   // '\n': stays on its page
        QCOMPARE(map.placeOf(pageEnd).value(), (PagePlace{0, map.unitsOf(0)}));
        QCOMPARE(map.placeOf(1'000'000).value(), (PagePlace{1, map.unitsOf(1)}));
    }

    void aWordBrokenAtALineEndIsOneStretch()
    {
        const test::MadeUpPdf pdf(2);
        const PdfTextMap map(&pdf.text);
        const auto stretches = map.stretchesOf(pdf.range("broken1x3"));
        QCOMPARE(stretches.size(), std::size_t(1));
        QCOMPARE(pdf.sources[1].substr(stretches[0].begin, stretches[0].end - stretches[0].begin), std::string("bro-\r\nken1x3"));
    }

    void aRangeOverTwoPagesLeavesTheHeaderOut()
    {
        const test::MadeUpPdf pdf(2);
        const PdfTextMap map(&pdf.text);
        const ByteRange range{pdf.find("goes on\n\n"), pdf.range("word1x0").end};
        const auto stretches = map.stretchesOf(range);
        QCOMPARE(stretches.size(), std::size_t(2));
        QCOMPARE(stretches[0].page, 0);
        QCOMPARE(stretches[1],
                 (PageStretch{1, std::uint32_t(pdf.sources[1].find("word1x0")), std::uint32_t(pdf.sources[1].find(" stands"))}));
        QCOMPARE(map.stretchesOn(1, range).size(), std::size_t(1));
        QVERIFY(map.stretchesOf({5, 5}).empty());
    }

    void ligaturesAndWideCharactersKeepTheCount()
    {
        const CanonicalText text = oddText();
        const PdfTextMap map(&text);
        QCOMPARE(map.placeOf(2)->offset, 8u);   // "f" of the ligature
        QCOMPARE(map.placeOf(3)->offset, 8u);   // "i" of it: the same character
        QCOMPARE(map.byteOf({0, 8}).value(), std::uint64_t(2));
        QCOMPARE(map.placeOf(12)->offset, 16u);              // the space after é: c e _ c a f é = 7 units after 9
        QCOMPARE(map.byteOf({0, 17}).value(), std::uint64_t(13));   // the smile
        QCOMPARE(map.byteOf({0, 18}).value(), std::uint64_t(13));   // its second half
        QCOMPARE(map.byteOf({0, 19}).value(), std::uint64_t(17));   // after it
        QCOMPARE(map.placeOf(17)->offset, 19u);
        QCOMPARE(map.stretchesOf({2, 3}), (std::vector<PageStretch>{{0, 8, 9}}));   // half of a ligature is all of it
    }

    void pagesWithoutTextArePages()
    {
        const CanonicalText text = oddText();
        const PdfTextMap map(&text);
        QCOMPARE(map.pages(), 3);
        QCOMPARE(map.pageOf(19), 0);
        QCOMPARE(map.pageOf(20), 2);
        QCOMPARE(map.pageOf(99), 2);
        QCOMPARE(map.unitsOf(1), 0u);
        QVERIFY(!map.byteOf({1, 0}).has_value());
        QCOMPARE(PdfTextMap().pageOf(0), -1);
    }
};

QTEST_GUILESS_MAIN(PdfTextMapTest)
#include "pdf_text_map_test.moc"
