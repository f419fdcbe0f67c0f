// What EPUB files say of themselves, and names with prefixes in their parts.
#include "core/documents/packages/epub_pages.h"
#include "core/documents/packages/epub_reader.h"
#include "tests/documents/readings.h"
#include "tests/support/zip_file.h"

#include <QTest>

#include <algorithm>

using namespace cairn;

namespace
{

Result<CanonicalText> bookOf(const std::string& metadata, const std::string& body = "<p>words</p>")
{
    const std::string package = "<package xmlns:dc='urn:dc' xmlns:opf='urn:opf'><metadata>" + metadata +
                                "</metadata><manifest><item id='a' href='a.xhtml' media-type='application/xhtml+xml'/></manifest>"
                                "<spine><itemref idref='a'/></spine></package>";
    return test::readWith(readEpub, test::packageOf({{"mimetype", "application/epub+zip"},
        {"META-INF/container.xml", "<container><rootfiles><rootfile full-path='b.opf'/></rootfiles></container>"}, {"b.opf", package},
        {"a.xhtml", "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><body>" + body + "</body></html>"}}));
}

}  // namespace

class EpubReaderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void titleAndAuthors_data();
    void titleAndAuthors();
    void prefixedNamesAreTheirElements();
    void placesInAPartAreNoPartsOfTheirOwn();
    void waysFromPartToPartAreLeftOut();
    void aBookPackedWithItsFolderIsRead();
    void picturesWithoutTextAskForRecognition();
    void pagesOfTheBooksListAreUnits();
    void pagesOfTheOldListAreUnits();
    void marksInTheTextArePages();
    void labelsOfPages();
};

void EpubReaderTest::titleAndAuthors_data()
{
    QTest::addColumn<std::string>("metadata");
    QTest::addColumn<std::string>("title");
    QTest::addColumn<std::string>("author");
    const auto row = [](const char* name, const std::string& metadata, const char* title, const char* author) {
        QTest::newRow(name) << metadata << std::string(title) << std::string(author);
    };
    const std::string title = "<dc:title>A</dc:title>";
    row("one of each", title + "<dc:creator>B</dc:creator>", "A", "B");
    row("main title behind another",
        "<dc:title id='s'>Of it</dc:title><meta refines='#s' property='title-type'>subtitle</meta><dc:title id='m'>C</dc:title>"
        "<meta refines='#m' property='title-type'>main</meta>",
        "C", "");
    row("first title", "<dc:title></dc:title>" + title + "<dc:title>D</dc:title>", "A", "");
    row("several authors", title + "<dc:creator>B</dc:creator><dc:creator opf:role='aut'>C</dc:creator>", "A", "B, C");
    row("others beside the author", title + "<dc:creator opf:role='ill'>B</dc:creator><dc:creator id='c'>C</dc:creator>"
        "<meta refines='#c' property='role'>aut</meta><dc:creator id='d'>D</dc:creator><meta refines='#d' property='role'>trl</meta>",
        "A", "C");
    row("nobody but an editor", title + "<dc:creator opf:role='edt'>B</dc:creator>", "A", "B");
}

void EpubReaderTest::titleAndAuthors()
{
    QFETCH(std::string, metadata);
    QFETCH(std::string, title);
    QFETCH(std::string, author);
    const auto text = bookOf(metadata);
    QVERIFY2(text.has_value(), text ? "" : text.error().message.c_str());
    QCOMPARE(text->title, title);
    QCOMPARE(text->author, author);
}

void EpubReaderTest::prefixedNamesAreTheirElements()
{
    const auto text = bookOf("<dc:title>A</dc:title>", "<h:h1>B</h:h1><p>c <m:math><m:msup><m:mi>x</m:mi><m:mn>2</m:mn></m:msup></m:math>"
                                                       "<o:p>d</o:p></p>");
    QVERIFY(text);
    QCOMPARE(test::shape(*text), std::string("H1 B\nT c x^2d\n"));
}

void EpubReaderTest::placesInAPartAreNoPartsOfTheirOwn()
{
    const auto item = [](const std::string& id, const std::string& place) {
        return "<item id='" + id + "' href='" + place + "' media-type='application/xhtml+xml'/>";
    };
    const std::string items = item("a", "a.xhtml") + item("b", "a.xhtml#two") + item("c", "b.xhtml#x");
    const std::string package = "<package><metadata/><manifest>" + items +
                                "</manifest><spine><itemref idref='a'/><itemref idref='b'/><itemref idref='c'/></spine></package>";
    const auto text = test::readWith(readEpub, test::packageOf({{"mimetype", "application/epub+zip"},
        {"META-INF/container.xml", "<container><rootfiles><rootfile full-path='b.opf'/></rootfiles></container>"}, {"b.opf", package},
        {"a.xhtml", "<html><body><p>one</p><p id='two'>two</p></body></html>"}, {"b.xhtml", "<html><body><p>three</p></body></html>"}}));
    QVERIFY(text);
    QCOMPARE(test::shape(*text), std::string("T one\nT two\nT three\n"));
}

void EpubReaderTest::waysFromPartToPartAreLeftOut()
{
    const auto text = bookOf("<dc:title>A</dc:title>", "<div class='related' role='navigation'><h3>Navigation</h3><ul><li>"
                                                       "<a href='b'>next</a></li></ul></div><h1>B</h1><nav epub:type='toc'><p>contents</p></nav><p>c</p>");
    QVERIFY(text);
    QCOMPARE(test::shape(*text), std::string("H1 B\nT contents\nT c\n"));
}

void EpubReaderTest::aBookPackedWithItsFolderIsRead()
{
    const std::string package = "<package><manifest><item id='a' href='../t/a.xhtml' media-type='application/xhtml+xml'/></manifest>"
                                "<spine><itemref idref='a'/></spine></package>";
    const std::string container = "<container><rootfiles><rootfile full-path='o/b.opf'/></rootfiles></container>";
    std::vector<std::pair<std::string, std::string>> parts = {{"book/META-INF/container.xml", container}, {"book/o/b.opf", package},
        {"book/t/a.xhtml", "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>words</p></body></html>"}};
    const auto text = test::readWith(readEpub, test::packageOf(parts));
    QVERIFY2(text.has_value(), text ? "" : text.error().message.c_str());
    QCOMPARE(text->text, std::string("words"));
    parts.push_back({"book/META-INF/rights.xml", "<rights/>"});
    QVERIFY(!test::readWith(readEpub, test::packageOf(parts)));
}

void EpubReaderTest::picturesWithoutTextAskForRecognition()
{
    for (const char* body : {"<p><img src='1.png' alt=''/></p>", "<svg><image href='1.png'/></svg>", "<p> </p>"}) {
        const auto text = bookOf({}, body);
        QVERIFY(!text);
        const bool hasPicture = std::string_view(body).find("1.png") != std::string_view::npos;
        const bool asks = text.error().message.find("(OCR)") != std::string::npos;
        QCOMPARE(asks, hasPicture);
        QVERIFY2(asks || text.error().message.starts_with("The document is empty"), text.error().message.c_str());
    }
}

namespace
{

const std::string kFirst = "<html><body><p>front</p><p>one <a id='p1'/>two<span id='p2'/>three &amp; four</p></body></html>";
const std::string kSecond = "<html><body><p>five</p><p id='p3'>six</p></body></html>";

Result<CanonicalText> bookWith(const std::string& item, const std::string& list, const std::string& attributes = "")
{
    const std::string package = "<package><metadata/><manifest><item id='a' href='a.xhtml' media-type='application/xhtml+xml'/>"
                                "<item id='b' href='b.xhtml' media-type='application/xhtml+xml'/>" + item + "</manifest><spine" +
                                attributes + "><itemref idref='a'/><itemref idref='b'/></spine></package>";
    return test::readWith(readEpub, test::packageOf({{"mimetype", "application/epub+zip"},
        {"META-INF/container.xml", "<container><rootfiles><rootfile full-path='b.opf'/></rootfiles></container>"}, {"b.opf", package},
        {"a.xhtml", kFirst}, {"b.xhtml", kSecond}, {"list", list}}));
}

// "a.xhtml:front|a.xhtml#page=1:two"
std::string unitsOf(const CanonicalText& text)
{
    std::string all;
    for (const SourceUnit& unit : text.units) {
        std::string words = text.text.substr(unit.text.begin, unit.text.size());
        std::replace(words.begin(), words.end(), '\n', '~');
        all += (all.empty() ? "" : "|") + unit.label + ":" + words;
    }
    return all;
}

constexpr std::string_view kDivided = "a.xhtml:front~~one |a.xhtml#page=i:two|a.xhtml#page=2:three & four~~|"
                                      "b.xhtml#page=2:five~~|b.xhtml#page=3:six";

}  // namespace

void EpubReaderTest::pagesOfTheBooksListAreUnits()
{
    const auto text = bookWith("<item id='n' href='list' media-type='application/xhtml+xml' properties='nav'/>",
        "<html><body><nav epub:type='toc'><ol><li><a href='b.xhtml#p3'>Six</a></li></ol></nav><nav epub:type='page-list'><ol>"
        "<li><a href='a.xhtml#p1'>i</a></li><li><a href='a.xhtml#p2'>Page 2</a></li><li><a href='a.xhtml#gone'>x</a></li>"
        "<li><a href='b.xhtml#p3'>3</a></li></ol></nav></body></html>");
    QVERIFY(text);
    QCOMPARE(unitsOf(*text), std::string(kDivided));
    QCOMPARE(test::violation(*text, {kFirst, kFirst, kFirst, kSecond, kSecond}), QString());
    QCOMPARE(text->outline.size(), std::size_t(1));
    QCOMPARE(text->outline[0].begin, text->text.size() - 3);
    QCOMPARE(test::sourceOf(*text, "two"), std::int64_t(kFirst.find("two")));
    QCOMPARE(test::sourceOf(*text, "six"), std::int64_t(kSecond.find("six")));
}

void EpubReaderTest::pagesOfTheOldListAreUnits()
{
    const auto page = [](const std::string& label, const std::string& place) {
        return "<pageTarget type='normal'><navLabel><text>" + label + "</text></navLabel><content src='" + place + "'/></pageTarget>";
    };
    const auto text = bookWith("<item id='n' href='list' media-type='application/x-dtbncx+xml'/>",
        "<ncx><navMap><navPoint><navLabel><text>Five</text></navLabel><content src='b.xhtml'/></navPoint></navMap><pageList><navLabel>"
        "<text>Pages</text></navLabel>" + page("i", "a.xhtml#p1") + page("2", "a.xhtml#p2") + page("3", "b.xhtml#p3") + "</pageList></ncx>",
        " toc='n'");
    QVERIFY(text);
    QCOMPARE(unitsOf(*text), std::string(kDivided));
    QCOMPARE(text->outline.size(), std::size_t(1));
    QCOMPARE(text->outline[0].text, std::string("Five"));
}

void EpubReaderTest::marksInTheTextArePages()
{
    const std::string body = "<p>one</p><div epub:type='pagebreak' title='5'/><p>inter<span class='pagenum'>[Pg 6]</span>national</p>"
                             "<p><span role='doc-pagebreak' aria-label='Page 7. '></span>end<hr epub:type='pagebreak' title='8'/></p>";
    const auto text = bookOf({}, body);
    QVERIFY(text);
    QCOMPARE(test::shape(*text), std::string("T one\nT international\nT end\n"));
    QCOMPARE(unitsOf(*text), std::string("a.xhtml:one~~|a.xhtml#page=5:inter|a.xhtml#page=6:national~~|a.xhtml#page=7:end"));
    const auto without = bookOf({}, "<p>one</p><hr class='pagebreak' title='5'/><p>two</p>");   // how a page is broken, not which it is
    QVERIFY(without);
    QCOMPARE(unitsOf(*without), std::string("a.xhtml:one~~two"));
}

void EpubReaderTest::labelsOfPages()
{
    for (const auto& [words, label] : {std::pair{"57", "57"}, {"[Pg 57]", "57"}, {" Page\n xii. ", "xii"}, {"{9}", "9"},
             {"Plate 3", "Plate 3"}, {"Seite 4", "4"}, {"", ""}, {"[ ]", ""}, {"what the page says, in a long sentence", ""}})
        QCOMPARE(printedPageLabel(words), std::string(label));
}

QTEST_APPLESS_MAIN(EpubReaderTest)
#include "epub_reader_test.moc"
