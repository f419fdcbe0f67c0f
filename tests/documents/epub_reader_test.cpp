// What EPUB files say of themselves, and names with prefixes in their parts.
#include "core/documents/epub_reader.h"
#include "tests/documents/readings.h"
#include "tests/support/zip_file.h"

#include <QTest>

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

QTEST_APPLESS_MAIN(EpubReaderTest)
#include "epub_reader_test.moc"
