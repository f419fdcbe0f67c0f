// The builder's promises: what goes in verbatim, replaced or inserted comes out with a map that holds.
#include "core/documents/text/text_builder.h"
#include "core/types/limits.h"
#include "tests/documents/readings.h"

#include <QTest>

using namespace cairn;
using test::shape;
using test::violation;

namespace
{

CanonicalText finished(TextBuilder& builder, const std::vector<std::string>& sources)
{
    auto text = builder.finish("name");
    if (!text)
        return {};
    const QString wrong = violation(*text, sources);
    if (!wrong.isEmpty())
        qWarning("%s", qPrintable(wrong));
    return wrong.isEmpty() ? std::move(*text) : CanonicalText{};
}

CanonicalText flowed(const std::string& source)
{
    TextBuilder builder(DocumentFormat::Html);
    builder.flow(source, 0);
    return finished(builder, {source});
}

}  // namespace

class TextBuilderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void flowCollapsesWhiteSpace_data();
    void flowCollapsesWhiteSpace();
    void verbatimKeepsLines();
    void invalidBytesAreReplacedAndCounted();
    void contiguousPiecesAreOneRun();
    void blankParagraphsLeaveNothing();
    void unitsCoverEverything();
    void rowsShowTheirCells();
    void longLinesAreBroken();
    void anchorsFindTheNextText();
    void noTextIsAnError();
    void titleComesFromTheBestPlace();
};

void TextBuilderTest::flowCollapsesWhiteSpace_data()
{
    QTest::addColumn<std::string>("source");
    QTest::addColumn<std::string>("text");
    const auto row = [](const char* name, std::string source, std::string text) {
        QTest::newRow(name) << std::move(source) << std::move(text);
    };
    row("plain", "a b", "a b");
    row("runs of blanks", "  a \t\n b\r\n\r\nc  ", "a b c");
    row("soft hyphen", "Donau\xC2\xAD" "dampf", "Donaudampf");
    row("word joiner", "night\xE2\x81\xA0\xE2\x80\x94it", "night\xE2\x80\x94it");
    row("no-break space", "Mr.\xC2\xA0Holmes", "Mr. Holmes");
    row("no-break space beside spaces", "a \xC2\xA0 b", "a b");
    row("only joiners inside", "a\xE2\x80\x8B\xEF\xBB\xBF" "b", "ab");
    row("ligatures", "e\uFB03cient \uFB01nd \uFB06", "efficient find st");
    row("accents behind their letters", "fu\u0308r a\u0301e\u0301 \u0308 x\u0302\uFB01", "f\u00FCr \u00E1\u00E9 \u0308 x\u0302fi");
    row("fixed hyphen", "well\u2011known", "well-known");
    row("other letters of their lead", "\uFB1D \u2012 \uFEFBa", "\uFB1D \u2012 \uFEFBa");
    row("curly quotes stay", "\xE2\x80\x9C" "a\xE2\x80\x9D", "\xE2\x80\x9C" "a\xE2\x80\x9D");
}

void TextBuilderTest::flowCollapsesWhiteSpace()
{
    QFETCH(std::string, source);
    QFETCH(std::string, text);
    QCOMPARE(QString::fromStdString(flowed(source).text), QString::fromStdString(text));
}

void TextBuilderTest::verbatimKeepsLines()
{
    const std::string source = "\n\n  if a:\r\n\tb\rc\uFB01\n\n";
    TextBuilder builder(DocumentFormat::Text);
    builder.beginParagraph(ParagraphKind::Code);
    builder.verbatim(source, 0);
    const CanonicalText text = finished(builder, {source});
    QCOMPARE(text.text, std::string("  if a:\n\tb\nc\uFB01"));
    QCOMPARE(test::sourceOf(text, "if a"), std::int64_t(4));
    QCOMPARE(test::sourceOf(text, "b"), std::int64_t(12));
}

void TextBuilderTest::invalidBytesAreReplacedAndCounted()
{
    const std::string source("ok\xFF\xC3" "a\0b\xE2\x82", 9);
    TextBuilder builder(DocumentFormat::Text);
    builder.verbatim(source, 0);
    const CanonicalText text = finished(builder, {source});
    const std::string mark = "\xEF\xBF\xBD";
    QCOMPARE(text.text, "ok" + mark + mark + "a" + mark + "b" + mark + mark);
    QCOMPARE(text.warnings.size(), std::size_t(1));
    QVERIFY(text.warnings[0].starts_with("5 bytes"));
}

void TextBuilderTest::contiguousPiecesAreOneRun()
{
    const std::string source = "one two three";
    TextBuilder builder(DocumentFormat::Html);
    builder.flow("one ", 0);
    builder.flow("two", 4);
    builder.flow(" three", 7);
    const CanonicalText text = finished(builder, {source});
    QCOMPARE(text.text, source);
    QCOMPARE(text.runs.size(), std::size_t(1));
}

void TextBuilderTest::blankParagraphsLeaveNothing()
{
    const std::string source = "a \xC2\xA0  b";
    TextBuilder builder(DocumentFormat::Html);
    builder.flow("a", 0);
    builder.beginParagraph(ParagraphKind::Text);
    builder.flow(" \xC2\xA0 ", 1);
    builder.beginParagraph(ParagraphKind::Heading, 1);
    builder.beginParagraph(ParagraphKind::TableRow);
    builder.cell();
    builder.cell();
    builder.cell();
    builder.beginParagraph(ParagraphKind::Quote);
    builder.flow("b", 6);
    const CanonicalText text = finished(builder, {source});
    QCOMPARE(shape(text), std::string("T a\nQ b\n"));
    QVERIFY(text.outline.empty());
}

void TextBuilderTest::unitsCoverEverything()
{
    TextBuilder builder(DocumentFormat::Epub);
    builder.beginUnit("empty 1");
    builder.beginUnit("a");
    builder.flow("aa", 0);
    builder.beginUnit("empty 2");
    builder.beginUnit("blank");
    builder.beginParagraph(ParagraphKind::TableRow);
    builder.cell();
    builder.cell();
    builder.beginUnit("b");
    builder.flow("bb", 0);
    builder.beginUnit("empty 3");
    builder.beginParagraph(ParagraphKind::TableRow);
    builder.cell();
    builder.cell();
    const CanonicalText text = finished(builder, {"", "aa", "", "", "bb", ""});
    QCOMPARE(text.text, std::string("aa\n\nbb"));
    QCOMPARE(text.units[0].text, (ByteRange{0, 0}));
    QCOMPARE(text.units[1].text, (ByteRange{0, 4}));
    QCOMPARE(text.units[4].text, (ByteRange{4, 6}));   // a unit begins with its first character
    QCOMPARE(text.units[5].text, (ByteRange{6, 6}));
    QCOMPARE(text.units[4].label, std::string("b"));
}

void TextBuilderTest::rowsShowTheirCells()
{
    TextBuilder builder(DocumentFormat::Html);
    for (int row = 0; row < 2; ++row) {
        builder.beginParagraph(ParagraphKind::TableRow);
        builder.cell();
        builder.inserted("a");
        builder.cell();
        builder.cell();
        builder.inserted("c");
    }
    const CanonicalText text = finished(builder, {""});
    QCOMPARE(text.text, std::string("a |  | c\na |  | c"));
}

void TextBuilderTest::longLinesAreBroken()
{
    std::string words;
    while (words.size() < 20'000)
        words += "word ";
    const std::string letters(20'000, 'x');
    for (const std::string& source : {words, letters}) {
        TextBuilder builder(DocumentFormat::Text);
        builder.verbatim(source, 0);
        const CanonicalText text = finished(builder, {source});
        QVERIFY(!text.text.empty());
        std::size_t longest = 0;
        for (std::size_t begin = 0; begin < text.text.size();) {
            const std::size_t end = std::min(text.text.find('\n', begin), text.text.size());
            longest = std::max(longest, end - begin);
            begin = end + 1;
        }
        QVERIFY(longest <= TextBuilder::kHardLine);
        if (source == words) {
            QVERIFY(longest <= TextBuilder::kSoftLine + 5);
            QCOMPARE(text.text.size(), source.size() - 1);   // spaces became line ends, none was added
        }
    }
}

void TextBuilderTest::anchorsFindTheNextText()
{
    TextBuilder builder(DocumentFormat::Html);
    builder.anchor(7);
    builder.flow("one", 0);
    builder.beginParagraph(ParagraphKind::Text);
    builder.anchor(8);
    builder.flow(" ", 3);
    builder.beginParagraph(ParagraphKind::Text);
    builder.anchor(9);
    builder.flow("two", 4);
    const auto anchors = builder.anchors();
    QCOMPARE(anchors.size(), std::size_t(3));
    QCOMPARE(anchors[0].second, std::uint64_t(0));
    QCOMPARE(anchors[1].second, std::uint64_t(5));
    QCOMPARE(anchors[2].second, std::uint64_t(5));
}

void TextBuilderTest::noTextIsAnError()
{
    TextBuilder builder(DocumentFormat::Text);
    builder.verbatim(" \n ", 0);
    const auto text = builder.finish("name");
    QVERIFY(!text);
    QCOMPARE(text.error().code, ErrorCode::Unsupported);
}

void TextBuilderTest::titleComesFromTheBestPlace()
{
    for (int given = 0; given < 3; ++given) {
        TextBuilder builder(DocumentFormat::Html);
        builder.beginParagraph(given > 0 ? ParagraphKind::Heading : ParagraphKind::Text, 1);
        builder.flow("Heading  here", 0);
        builder.setTitle(given > 1 ? " Meta\n title " : "  ");
        const auto text = builder.finish("file.txt");
        QCOMPARE(text->title, std::string(given == 0 ? "file.txt" : given == 1 ? "Heading here" : "Meta title"));
    }
}

QTEST_APPLESS_MAIN(TextBuilderTest)
#include "text_builder_test.moc"
