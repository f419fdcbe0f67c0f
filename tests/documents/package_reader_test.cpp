// EPUB and DOCX written by the test: reading order, headings, notes, protection, and parts that are damaged or missing.
#include "core/documents/packages/docx_reader.h"
#include "core/documents/packages/epub_reader.h"
#include "core/documents/packages/package.h"
#include "tests/documents/readings.h"
#include "tests/support/zip_file.h"

#include <QTest>

using namespace cairn;
using test::packageOf;
using test::readWith;

namespace
{

using Parts = std::vector<std::pair<std::string, std::string>>;

const std::string kOne = "<html xmlns='http://www.w3.org/1999/xhtml'><head><title>no</title></head><body><h1>Chapter 1</h1><p>Call "
                         "me&#160;<i>Ishmael</i>.</p></body></html>";
const std::string kTwo = "<?xml version='1.0' encoding='UTF-8'?><html xmlns='http://www.w3.org/1999/xhtml'><body><h2 id='top'>Chapter "
                         "2</h2><p>Text.</p><p id='mid'>Middle.</p></body></html>";

Parts book()
{
    return {
        {"mimetype", "application/epub+zip"},
        {"META-INF/container.xml",
         "<?xml version='1.0'?><container xmlns='urn:x'><rootfiles><rootfile full-path='OEBPS/content.opf'/></rootfiles></container>"},
        {"OEBPS/content.opf", "<package xmlns='http://www.idpf.org/2007/opf' xmlns:dc='urn:dc'><metadata><dc:title>Moby  Dick</dc:title>"
                              "<dc:creator opf:role='aut'>Melville</dc:creator></metadata><manifest>"
                              "<item id='a' href='text/one.xhtml' media-type='application/xhtml+xml'/>"
                              "<item id='b' href='text/two%20b.xhtml' media-type='application/xhtml+xml'/>"
                              "<item id='n' href='nav.xhtml' media-type='application/xhtml+xml' properties='nav'/></manifest>"
                              "<spine><itemref idref='a'/><itemref idref='b'/></spine></package>"},
        {"OEBPS/text/one.xhtml", kOne},
        {"OEBPS/text/two b.xhtml", kTwo},
        {"OEBPS/nav.xhtml",
         "<html><body><nav epub:type='landmarks'><ol><li><a href='text/one.xhtml'>no</a></li></ol></nav>"
         "<nav epub:type='toc'><ol><li><a href='text/one.xhtml'>First &amp; one</a><ol><li><a href='text/two%20b.xhtml#mid'>The middle</a>"
         "</li></ol></li><li><a href='text/two%20b.xhtml'>Second</a></li></ol></nav></body></html>"}};
}

void replacePart(Parts& parts, const std::string& name, const std::string& data)
{
    for (auto& part : parts)
        if (part.first == name)
            part.second = data;
}

std::string wordDocument(const std::string& body)
{
    return "<?xml version='1.0'?><w:document xmlns:w='urn:w' xmlns:mc='urn:mc' xmlns:v='urn:v' xmlns:m='urn:m'><w:body>" + body +
           "</w:body></w:document>";
}

std::string paragraph(const std::string& words, const std::string& properties = {})
{
    return "<w:p>" + (properties.empty() ? "" : "<w:pPr>" + properties + "</w:pPr>") + "<w:r><w:t>" + words + "</w:t></w:r></w:p>";
}

Parts word(const std::string& body)
{
    const std::string type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";
    return {
        {"[Content_Types].xml", "<Types/>"},
        {"_rels/.rels", "<Relationships><Relationship Id='1' Type='" + type +
                            "officeDocument' Target='word/document.xml'/>"
                            "<Relationship Id='2' Type='http://x/core-properties' Target='docProps/core.xml'/></Relationships>"},
        {"docProps/core.xml", "<p><dc:title xmlns:dc='d'>The title</dc:title><dc:creator xmlns:dc='d'>Me</dc:creator></p>"},
        {"word/_rels/document.xml.rels", "<Relationships><Relationship Id='1' Type='" + type +
                                             "styles' Target='styles.xml'/><Relationship Id='2' Type='" + type +
                                             "numbering' Target='numbering.xml'/><Relationship Id='3' Type='" + type +
                                             "footnotes' Target='/word/footnotes.xml'/>"
                                             "<Relationship Id='4' Type='" +
                                             type + "endnotes' TargetMode='External' Target='http://x/endnotes.xml'/></Relationships>"},
        {"word/styles.xml",
         "<w:styles><w:style w:type='paragraph' w:styleId='H1'><w:name w:val='heading 1'/></w:style>"
         "<w:style w:type='paragraph' w:styleId='H2'><w:name w:val='my own'/><w:basedOn w:val='B2'/></w:style>"
         "<w:style w:type='paragraph' w:styleId='B2'><w:name w:val='x'/><w:pPr><w:outlineLvl w:val='1'/></w:pPr></w:style>"
         "<w:style w:type='paragraph' w:styleId='Loop'><w:name w:val='l'/><w:basedOn w:val='Loop'/></w:style>"
         "<w:style w:type='character' w:styleId='Gone'><w:name w:val='Gone'/><w:rPr><w:vanish/></w:rPr></w:style>"
         "<w:style w:type='paragraph' w:styleId='GoneToo'><w:name w:val='g'/><w:basedOn w:val='Gone'/></w:style>"
         "<w:style w:type='paragraph' w:styleId='Code'><w:name w:val='Code'/></w:style></w:styles>"},
        {"word/numbering.xml",
         "<w:numbering><w:abstractNum w:abstractNumId='7'><w:lvl w:ilvl='0'><w:start w:val='3'/><w:numFmt w:val='decimal'/>"
         "<w:lvlText w:val='%1.'/></w:lvl><w:lvl w:ilvl='1'><w:numFmt w:val='lowerRoman'/><w:lvlText w:val='%1.%2)'/></w:lvl>"
         "</w:abstractNum><w:abstractNum w:abstractNumId='8'><w:lvl w:ilvl='0'><w:numFmt w:val='bullet'/></w:lvl></w:abstractNum>"
         "<w:num w:numId='1'><w:abstractNumId w:val='7'/></w:num><w:num w:numId='2'><w:abstractNumId w:val='8'/></w:num></w:numbering>"},
        {"word/footnotes.xml", "<w:footnotes><w:footnote w:id='-1' w:type='separator'><w:p><w:r><w:t>no</w:t></w:r></w:p></w:footnote>"
                               "<w:footnote w:id='5'>" +
                                   paragraph("The note.") + "</w:footnote><w:footnote w:id='6'>" + paragraph("Unused.") +
                                   "</w:footnote></w:footnotes>"},
        {"word/document.xml", wordDocument(body)}};
}

}  // namespace

class PackageReaderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bookIsReadInItsOrder();
    void contentsOfOlderBooks();
    void contentsBesideTheTextAreNoText();
    void styleSheetsOfTheBookHide();
    void bookWithoutContentsShowsItsHeadings();
    void protectedBooksAreNamed_data();
    void protectedBooksAreNamed();
    void scrambledFontsAreNoProtection();
    void damagedBooks_data();
    void damagedBooks();
    void wordParagraphs_data();
    void wordParagraphs();
    void wordNotesAreTheirOwnUnit();
    void wordMetadata();
    void damagedWordFiles_data();
    void damagedWordFiles();
    void referencesStayInside_data();
    void referencesStayInside();
};

void PackageReaderTest::bookIsReadInItsOrder()
{
    const auto text = readWith(readEpub, packageOf(book()));
    QVERIFY2(text.has_value(), text ? "" : text.error().message.c_str());
    QCOMPARE(test::shape(*text), std::string("H1 Chapter 1\nT Call me Ishmael.\nH2 Chapter 2\nT Text.\nT Middle.\n"));
    QCOMPARE(text->title, std::string("Moby Dick"));
    QCOMPARE(text->author, std::string("Melville"));
    QCOMPARE(test::violation(*text, {kOne, kTwo}), QString());
    QCOMPARE(text->units[1].label, std::string("OEBPS/text/two b.xhtml"));
    QCOMPARE(text->units[1].text.begin, std::uint64_t(text->text.find("Chapter 2")));
    QCOMPARE(test::sourceOf(*text, "Ishmael"), std::int64_t(kOne.find("Ishmael")));
    QCOMPARE(test::sourceOf(*text, "Middle"), std::int64_t(kTwo.find("Middle")));
    QCOMPARE(text->outline.size(), std::size_t(3));
    QCOMPARE(text->outline[0].text, std::string("First & one"));
    QCOMPARE(text->outline[1].text, std::string("Second"));
    QCOMPARE(text->outline[2].begin, std::uint64_t(text->text.find("Middle.")));
    QCOMPARE(int(text->outline[2].level), 2);
}

void PackageReaderTest::contentsOfOlderBooks()
{
    Parts parts = book();
    parts[2].second = "<package><metadata/><manifest><item id='a' href='text/one.xhtml' media-type='application/xhtml+xml'/>"
                      "<item id='ncx' href='toc.ncx' media-type='application/x-dtbncx+xml'/></manifest><spine toc='ncx'><itemref "
                      "idref='a'/></spine></package>";
    parts.emplace_back(
        "OEBPS/toc.ncx",
        "<?xml version='1.0'?><!DOCTYPE ncx PUBLIC '-//NISO//DTD ncx 2005-1//EN' "
        "'http://x/ncx.dtd'><ncx><docTitle><text>no</text></docTitle>"
        "<navMap><navPoint><navLabel><text>Loomings</text></navLabel><content src='text/one.xhtml'/></navPoint></navMap></ncx>");
    const auto text = readWith(readEpub, packageOf(parts));
    QVERIFY(text.has_value());
    QCOMPARE(text->outline.size(), std::size_t(1));
    QCOMPARE(text->outline[0].text, std::string("Loomings"));
}

// Where the book puts it beside its text; notes that lie there are read.
void PackageReaderTest::contentsBesideTheTextAreNoText()
{
    Parts parts = book();
    const std::string plain = parts[2].second;
    const auto withSpine = [&](const std::string& items) {
        parts[2].second = plain;
        parts[2].second.replace(plain.find("<itemref idref='a'/>"), 20, items);
        const auto text = readWith(readEpub, packageOf(parts));
        return text ? text->text : std::string();
    };
    const std::string alone = withSpine("<itemref idref='a'/>");
    QVERIFY(!alone.empty() && alone.find("First & one") == alone.npos);
    QCOMPARE(withSpine("<itemref idref='n' linear='no'/><itemref idref='a'/>"), alone);
    QVERIFY(withSpine("<itemref idref='n'/><itemref idref='a'/>").find("First & one") != alone.npos);   // a page of the book
    QVERIFY(withSpine("<itemref idref='a' linear='no'/>") == alone);
}

void PackageReaderTest::styleSheetsOfTheBookHide()
{
    Parts parts = book();
    replacePart(parts, "OEBPS/text/one.xhtml",
        "<html xmlns='http://www.w3.org/1999/xhtml'><head><link rel='stylesheet' href='../a.css'/><link rel='alternate stylesheet' "
        "href='../b.css'/><link rel='stylesheet' href='none.css'/></head><body><p>a<span class='x'>no</span></p>"
        "<p class='y'>b</p></body></html>");
    parts.push_back({"OEBPS/a.css", ".x { display: none }"});
    parts.push_back({"OEBPS/b.css", ".y { display: none }"});
    const auto text = readWith(readEpub, packageOf(parts));
    QVERIFY(text.has_value());
    QVERIFY(text->text.starts_with("a\n\nb\n\n"));
}

void PackageReaderTest::bookWithoutContentsShowsItsHeadings()
{
    Parts parts = book();
    replacePart(parts, "OEBPS/nav.xhtml", "<html><nav><ol><li><a href='gone.xhtml'>x</a></li></ol></nav></html>");
    const auto text = readWith(readEpub, packageOf(parts));
    QCOMPARE(text->outline.size(), std::size_t(2));
    QCOMPARE(text->outline[0].text, std::string("Chapter 1"));
}

void PackageReaderTest::protectedBooksAreNamed_data()
{
    QTest::addColumn<std::string>("part");
    QTest::addColumn<std::string>("data");
    QTest::addColumn<std::string>("name");
    const std::string encrypted =
        "<encryption><enc:EncryptedData xmlns:enc='e'><enc:EncryptionMethod Algorithm='http://www.w3.org/2001/04/xmlenc#aes128-cbc'/>"
        "</enc:EncryptedData></encryption>";
    QTest::newRow("Adobe") << std::string("META-INF/rights.xml") << std::string("<x/>") << std::string("Adobe ADEPT");
    QTest::newRow("Apple") << std::string("META-INF/sinf.xml") << std::string("<x/>") << std::string("Apple FairPlay");
    QTest::newRow("Readium") << std::string("META-INF/license.lcpl") << std::string("{}") << std::string("Readium LCP");
    QTest::newRow("unnamed") << std::string("META-INF/encryption.xml") << encrypted << std::string("DRM");
}

void PackageReaderTest::protectedBooksAreNamed()
{
    QFETCH(std::string, part);
    QFETCH(std::string, data);
    QFETCH(std::string, name);
    Parts parts = book();
    parts.emplace_back(part, data);
    const auto text = readWith(readEpub, packageOf(parts));
    QVERIFY(!text);
    QCOMPARE(text.error().code, ErrorCode::Unsupported);
    QVERIFY(text.error().message.find(name) != std::string::npos);
}

void PackageReaderTest::scrambledFontsAreNoProtection()
{
    Parts parts = book();
    parts.emplace_back(
        "META-INF/encryption.xml",
        "<encryption><EncryptedData><EncryptionMethod Algorithm='http://www.idpf.org/2008/embedding'/></EncryptedData></encryption>");
    QVERIFY(readWith(readEpub, packageOf(parts)).has_value());
}

void PackageReaderTest::damagedBooks_data()
{
    QTest::addColumn<std::string>("part");
    QTest::addColumn<std::string>("data");
    QTest::addColumn<std::string>("words");   // of the error; empty: read with a warning
    const auto row = [](const char* name, const char* part, const std::string& data, const char* words) {
        QTest::newRow(name) << std::string(part) << data << std::string(words);
    };
    row("container cut", "META-INF/container.xml", "<container><rootfiles>", "container.xml can't be read");
    row("container without a book", "META-INF/container.xml", "<container/>", "lacks its part");
    row("package cut", "OEBPS/content.opf", "<package><spine>", "content.opf can't be read");
    row("package empty", "OEBPS/content.opf", "<package/>", "no parts to read");
    row("entity bomb in the package", "OEBPS/content.opf", "<!DOCTYPE p [<!ENTITY a 'a'>]><package/>", "entities of its own");
    row("entity bomb in a part", "OEBPS/text/one.xhtml", "<!DOCTYPE p [<!ENTITY a 'a'>]><html>&a;</html>", "entities of its own");
    std::string spine = "<package><manifest><item id='a' href='text/one.xhtml'/></manifest><spine>";
    for (int i = 0; i < 10'001; ++i)
        spine += "<itemref idref='a'/>";
    row("spine too long", "OEBPS/content.opf", spine + "</spine></package>", "more than 10,000 parts");
    row("part missing", "OEBPS/content.opf",
        "<package><manifest><item id='a' href='text/one.xhtml'/><item id='x' href='../../../etc/passwd'/></manifest>"
        "<spine><itemref idref='x'/><itemref idref='a'/><itemref idref='none'/></spine></package>", "");
    row("picture as a part", "OEBPS/content.opf",
        "<package><manifest><item id='a' href='text/one.xhtml'/><item id='x' href='nav.xhtml/../../mimetype' "
        "media-type='image/svg+xml'/></manifest>"
        "<spine><itemref idref='x'/><itemref idref='a'/></spine></package>",
        "");
    row("empty parts", "OEBPS/text/one.xhtml", "", "");
}

void PackageReaderTest::damagedBooks()
{
    QFETCH(std::string, part);
    QFETCH(std::string, data);
    QFETCH(std::string, words);
    Parts parts = book();
    replacePart(parts, part, data);
    const auto text = readWith(readEpub, packageOf(parts));
    QCOMPARE(text.has_value(), words.empty());
    if (!text)
        QVERIFY2(text.error().message.find(words) != std::string::npos, text.error().message.c_str());
    else
        QVERIFY(data.empty() || !text->warnings.empty());
}

void PackageReaderTest::wordParagraphs_data()
{
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("shape");
    const auto row = [](const char* name, const std::string& body, const char* shape) {
        QTest::newRow(name) << body << std::string(shape);
    };
    const auto list = [](const char* number, const char* level) {
        return "<w:numPr><w:ilvl w:val='" + std::string(level) + "'/><w:numId w:val='" + number + "'/></w:numPr>";
    };
    row("plain", paragraph("a &amp; b") + paragraph("") + paragraph("c"), "T a & b\nT c\n");
    row("headings",
        paragraph("a", "<w:pStyle w:val='H1'/>") + paragraph("b", "<w:pStyle w:val='H2'/>") + paragraph("c", "<w:outlineLvl w:val='4'/>") +
            paragraph("d", "<w:pStyle w:val='H1'/><w:outlineLvl w:val='9'/>"),
        "H1 a\nH2 b\nH5 c\nT d\n");
    row("style based on itself", paragraph("a", "<w:pStyle w:val='Loop'/>"), "T a\n");
    row("lists",
        paragraph("a", list("1", "0")) + paragraph("b", list("1", "1")) + paragraph("c", list("1", "1")) + paragraph("d", list("1", "0")) +
            paragraph("e", list("2", "0")) + paragraph("f", list("99", "3")) + paragraph("g", list("0", "0")),
        "L1 3. a\nL2 3.i) b\nL2 3.ii) c\nL1 4. d\nL1 - e\nL4 - f\nT g\n");
    row("runs, tabs, breaks",
        "<w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr><w:r><w:t>a</w:t></w:r><w:r><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t>"
        "<w:noBreakHyphen/><w:t>d</w:t></w:r></w:p>",
        "T a b~c-d\n");
    row("deleted and inserted",
        "<w:p><w:del><w:r><w:delText>no</w:delText><w:t>no</w:t></w:r></w:del><w:ins><w:r><w:t>yes</w:t></w:r></w:ins>"
        "<w:moveFrom><w:r><w:t>no</w:t></w:r></w:moveFrom></w:p>",
        "T yes\n");
    row("powers",
        "<w:p><w:r><w:t>10</w:t></w:r><w:r><w:rPr><w:vertAlign w:val='superscript'/></w:rPr><w:t>1</w:t></w:r>"
        "<w:r><w:rPr><w:vertAlign w:val='superscript'/></w:rPr><w:t>2</w:t></w:r><w:r><w:t> H</w:t></w:r>"
        "<w:r><w:rPr><w:vertAlign w:val='subscript'/></w:rPr><w:t>2</w:t></w:r><w:r><w:t>O, 1</w:t></w:r>"
        "<w:r><w:rPr><w:vertAlign w:val='superscript'/></w:rPr><w:t>st</w:t></w:r></w:p>",
        "T 10^12 H2O, 1st\n");
    row("hidden",
        "<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>no</w:t></w:r><w:r><w:rPr><w:vanish w:val='0'/></w:rPr><w:t>yes</w:t></w:r></w:p>",
        "T yes\n");
    row("field codes", "<w:p><w:r><w:instrText>TOC</w:instrText></w:r><w:hyperlink><w:r><w:t>link</w:t></w:r></w:hyperlink></w:p>",
        "T link\n");
    const std::string cell = "<w:tc><w:tcPr/>",
                      row1 = "<w:tr>" + cell + paragraph("a") + paragraph("b") + "</w:tc>" + cell + paragraph("c") + "</w:tc></w:tr>";
    row("table",
        "<w:tbl><w:tblPr/>" + row1 + "<w:tr>" + cell + "<w:p/></w:tc>" + cell + paragraph("d") + "</w:tc></w:tr></w:tbl>" + paragraph("e"),
        "R a; b | c\nR | d\nT e\n");
    row("text box",
        "<w:p><w:r><w:t>before</w:t></w:r><w:r><mc:AlternateContent><mc:Choice><w:txbxContent>" + paragraph("box") +
            "</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>" + paragraph("box") +
            "</w:txbxContent></mc:Fallback></mc:AlternateContent>"
            "<w:t> after</w:t></w:r></w:p>",
        "T before after\nT box\n");
    const auto forms = [](const std::string& first, const std::string& second, const std::string& last) {
        const auto box = [](const std::string& words) { return "<w:txbxContent>" + paragraph(words) + "</w:txbxContent>"; };
        return "<w:p><w:r><mc:AlternateContent>" + (first.empty() ? "" : "<mc:Choice>" + box(first) + "</mc:Choice>") +
               (second.empty() ? "" : "<mc:Choice>" + box(second) + "</mc:Choice>") + "<mc:Fallback>" + box(last) +
               "</mc:Fallback></mc:AlternateContent></w:r></w:p>";
    };
    row("text boxes are read once", forms("a", "b", "c") + forms("", "", "d") + forms("e", "", "f"), "T a\nT d\nT e\n");
    const auto sign = [](const std::string& font, const std::string& code) {
        return "<w:r><w:sym w:font='" + font + "' w:char='" + code + "'/></w:r>";
    };
    row("signs of symbol fonts",
        "<w:p><w:r><w:t>a </w:t></w:r>" + sign("Symbol", "F061") + sign("Symbol", "A3") + sign("Symbol", "F0E5") + sign("Symbol", "F020") +
            sign("Wingdings", "F0E0") + sign("Wingdings", "F0FE") + sign("Segoe UI Symbol", "2610") + "<w:r><w:t> b</w:t></w:r></w:p>",
        "T a \u03B1\u2264\u2211 \u2192\u2611\u2610 b\n");
    row("signs nothing is known of", "<w:p>" + sign("Wingdings 2", "F050") + sign("Symbol", "F07F") + sign("Own", "E000") + "</w:p>",
        "T \uFFFD\uFFFD\uFFFD\n");
    row("an emoji in two forms",
        "<w:p><w:r><mc:AlternateContent><mc:Choice><w:symEx w:font='Segoe UI Emoji' w:char='1F60A'/></mc:Choice><mc:Fallback><w:t>no</w:t>"
        "</mc:Fallback></mc:AlternateContent><w:t>a</w:t></w:r></w:p>",
        "T \U0001F60Aa\n");
    row("text in a symbol font",
        "<w:p><w:r><w:rPr><w:rFonts w:ascii='Symbol'/></w:rPr><w:t>\uF044x \uF0B3 \uFF41</w:t></w:r><w:r><w:t>\uF044</w:t></w:r></w:p>",
        "T \u0394x \u2265 \uFF41\uF044\n");
    const auto drawing = [](const std::string& words) {
        return "<w:r><w:drawing><w:inline><w:docPr w:id='1' w:descr='" + words + "'/></w:inline></w:drawing></w:r>";
    };
    row("alternative texts of pictures",
        "<w:p>" + drawing("A  map &amp; more") + "</w:p><w:p><w:r><w:t>one </w:t></w:r>" + drawing("A cat") +
            "<w:r><w:t>two</w:t></w:r></w:p>"
            "<w:p><w:r><w:pict><v:shape alt='A dog'/></w:pict></w:r></w:p><w:p>" + drawing("C:\\img\\dog 1.JPG") + drawing("") + "</w:p>" +
            paragraph("three"),
        "F A map & more\nT one two\nF A cat\nF A dog\nT three\n");
    row("alternative text of a text box is left out",
        "<w:p><w:r><w:drawing><w:docPr w:descr='A box'/><w:txbxContent>" + paragraph("box") + "</w:txbxContent></w:drawing></w:r></w:p>",
        "T box\n");
    row("alternative texts in code and under a deleted end",
        paragraph("x", "<w:pStyle w:val='Code'/>") + "<w:p>" + drawing("A") + "</w:p>" + paragraph("y", "<w:pStyle w:val='Code'/>") +
            "<w:p><w:pPr><w:rPr><w:del w:id='1'/></w:rPr></w:pPr><w:r><w:t>one</w:t></w:r>" + drawing("B") + "</w:p>" + paragraph(" two"),
        "C x\nF A\nC y\nT one two\nF B\n");
    row("alternative text in a table",
        "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r>" + drawing("B") + "<w:r><w:t>c</w:t></w:r></w:p></w:tc><w:tc>" + paragraph("d") +
            "</w:tc></w:tr></w:tbl>",
        "R a B c | d\n");
    row("code", paragraph("int a;", "<w:pStyle w:val='Code'/>") + paragraph("  b;", "<w:pStyle w:val='Code'/>") + paragraph("c"),
        "C int a;~  b;\nT c\n");
    row("mathematics", "<w:p><m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath></w:p>", "T x=1\n");
    const auto m = [](const std::string& name, const std::string& inside) { return "<m:" + name + ">" + inside + "</m:" + name + ">"; };
    const auto words = [&](const std::string& text) { return m("r", m("t", text)); };
    const auto formula = [&](const std::string& inside) { return "<w:p><w:r><w:t>a </w:t></w:r>" + m("oMath", inside) + "</w:p>"; };
    row("fraction and power",
        formula(m("f", m("fPr", "") + m("num", words("1")) + m("den", words("n+1"))) +
                m("sSup", m("e", words("x")) + m("sup", words("2")))),
        "T a 1/(n+1)x^2\n");
    row("brackets of a formula",
        formula(words("f") + m("d", m("e", words("x"))) +
                m("d", m("dPr", "<m:begChr m:val='['/><m:endChr m:val=']'/><m:sepChr m:val=','/>") + m("e", words("y")) +
                           m("e", words("z")))),
        "T a f(x)[y,z]\n");
    row("sum and root",
        formula(m("nary", m("naryPr", "<m:chr m:val='S'/>") + m("sub", words("i=1")) + m("sup", words("n")) + m("e", words("i"))) +
                m("nary", m("sub", "") + m("sup", "") + m("e", words("g"))) + m("rad", m("deg", "") + m("e", words("2y-1")))),
        "T a S_(i=1)^n i\u222B g\u221A(2y-1)\n");
    row("hidden by a style",
        "<w:p><w:r><w:rPr><w:rStyle w:val='Gone'/></w:rPr><w:t>no</w:t></w:r><w:r><w:t>yes</w:t></w:r></w:p>" +
            paragraph("no", "<w:pStyle w:val='GoneToo'/>"),
        "T yes\n");
    row("deleted row",
        "<w:tbl>" + row1 + "<w:tr><w:trPr><w:del w:id='1'/></w:trPr>" + cell + paragraph("no") + "</w:tc></w:tr>" +
            "<w:tr><w:trPr><w:ins w:id='2'/></w:trPr>" + cell + paragraph("d") + "</w:tc></w:tr></w:tbl>" + paragraph("e"),
        "R a; b | c\nR d\nT e\n");
    row("deleted end of a paragraph",
        paragraph("a ", "<w:rPr><w:del w:id='1'/></w:rPr>") + paragraph("b") + paragraph("c"), "T a b\nT c\n");
}

void PackageReaderTest::wordParagraphs()
{
    QFETCH(std::string, body);
    QFETCH(std::string, shape);
    const auto text = readWith(readDocx, packageOf(word(body)));
    QVERIFY2(text.has_value(), text ? "" : text.error().message.c_str());
    QCOMPARE(QString::fromStdString(test::shape(*text)), QString::fromStdString(shape));
    QCOMPARE(test::violation(*text, {wordDocument(body), word(body)[6].second}), QString());
}

void PackageReaderTest::wordNotesAreTheirOwnUnit()
{
    const Parts parts = word("<w:p><w:r><w:t>Said</w:t></w:r><w:r><w:footnoteReference w:id='5'/></w:r></w:p>");
    const auto text = readWith(readDocx, packageOf(parts));
    QVERIFY(text.has_value());
    QCOMPARE(test::shape(*text), std::string("T Said[1]\nT [1] The note.\n"));
    QCOMPARE(text->units.size(), std::size_t(2));
    QCOMPARE(text->units[1].label, std::string("word/footnotes.xml"));
    QCOMPARE(test::sourceOf(*text, "The note"), std::int64_t(parts[6].second.find("The note")));
}

void PackageReaderTest::wordMetadata()
{
    const auto text = readWith(readDocx, packageOf(word(paragraph("x"))));
    QCOMPARE(text->title, std::string("The title"));
    QCOMPARE(text->author, std::string("Me"));
}

void PackageReaderTest::damagedWordFiles_data()
{
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<std::string>("words");
    const auto row = [](const char* name, const std::string& bytes, const char* words) {
        QTest::newRow(name) << bytes << std::string(words);
    };
    Parts parts = word(paragraph("x"));
    row("old format", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1" + std::string(600, 'x'), "password or in the old .doc");
    row("no zip", "just text", "no zip file");
    row("no document", packageOf({{"a", "b"}}), "no Word document");
    replacePart(parts, "word/document.xml", "<w:document><w:p>");
    row("document cut", packageOf(parts), "is damaged");
    replacePart(parts, "word/document.xml", "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><w:document>&x;</w:document>");
    row("external entity", packageOf(parts), "entities of its own");
    std::string deep;
    for (int i = 0; i < 100'000; ++i)
        deep += "<w:p>";
    replacePart(parts, "word/document.xml", deep);
    row("nested 100,000 deep", packageOf(parts), "nested too deeply");
    row("no text", packageOf(word("<w:p/>")), "is empty: it holds no text");
    row("no text but a picture", packageOf(word("<w:p><w:r><w:drawing><a:blip r:embed='r1'/></w:drawing></w:r></w:p>")), "(OCR)");
    row("bomb", packageOf(word(paragraph(std::string(40 << 20, ' ')))), "zip bomb");
}

void PackageReaderTest::damagedWordFiles()
{
    QFETCH(std::string, bytes);
    QFETCH(std::string, words);
    const auto text = readWith(readDocx, bytes);
    QVERIFY(!text);
    QVERIFY2(text.error().message.find(words) != std::string::npos, text.error().message.c_str());
}

void PackageReaderTest::referencesStayInside_data()
{
    QTest::addColumn<std::string>("from");
    QTest::addColumn<std::string>("reference");
    QTest::addColumn<std::string>("path");   // "-": refused
    const auto row = [](const char* from, const char* reference, const char* path) {
        QTest::addRow("%s + %s", from, reference) << std::string(from) << std::string(reference) << std::string(path);
    };
    row("a/b.xml", "c.xml", "a/c.xml");
    row("a/b.xml", "../c.xml#x", "c.xml");
    row("a/b.xml", "../../c.xml", "-");
    row("a/b.xml", "%2e%2e/%2E%2e/c.xml", "-");
    row("a/b.xml", "/word/./c.xml", "word/c.xml");
    row("a/b.xml", "http://x/y", "-");
    row("a/b.xml", "file:///etc/passwd", "-");
    row("a/b.xml", "#x", "a/b.xml");
    row("b.xml", "two%20b.xml", "two b.xml");
    row("b.xml", "d/e:f.xml", "d/e:f.xml");
}

void PackageReaderTest::referencesStayInside()
{
    QFETCH(std::string, from);
    QFETCH(std::string, reference);
    QFETCH(std::string, path);
    const auto part = resolvePart(from, reference);
    QCOMPARE(part ? part->path : std::string("-"), path);
}

QTEST_APPLESS_MAIN(PackageReaderTest)
#include "package_reader_test.moc"
