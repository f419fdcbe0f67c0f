// OpenDocument texts as whole files: their notes, titles and kinds, packages and files of one part, damaged ones.
#include "core/documents/document_reader.h"
#include "core/documents/packages/odt_reader.h"
#include "tests/documents/odt_markup.h"

#include <QTemporaryFile>
#include <QTest>

using namespace cairn;
using namespace cairn::test;

class OdtReaderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void notesAreTheirOwnUnit();
    void headingsAreCounted();
    void titleAndAuthor();
    void flatFilesSayTheSame();
    void repeatedThingsStayFew_data();
    void repeatedThingsStayFew();
    void otherFilesAreNamed_data();
    void otherFilesAreNamed();
    void damagedFiles_data();
    void damagedFiles();
    void damagedStylesCostNoText();
    void picturesWithoutTextAskForRecognition();
};

// Words of notes lie in the middle of the text's own; the map leads to them.
void OdtReaderTest::notesAreTheirOwnUnit()
{
    const std::string body =
        p("one" + note("footnote", p("First " + span("T1", "note.")) + p("More.")) + " two" + note("endnote", p("At the end.")) +
          "<draw:frame><draw:text-box>" + p("box" + note("footnote", p("Second."))) + "</draw:text-box></draw:frame>") +
        "<text:section text:display='none'>" + p("no" + note("footnote", p("no"))) + "</text:section>" +
        p("three" + note("footnote", p("Third.")));
    const auto text = readOpenDocument(body);
    QVERIFY2(text.has_value(), text ? "" : text.error().message.c_str());
    QCOMPARE(QString::fromStdString(test::shape(*text)),
             QStringLiteral("T one[1] two[e1]\nT box[2]\nT three[3]\nT [1] First note.\nT More.\nT [2] Second.\nT [3] Third.\n"
                            "T [e1] At the end.\n"));
    const std::string content = odtContent(withBody(body));
    QCOMPARE(violation(*text, {content, content, content}), QString());
    QCOMPARE(text->units[1].label, std::string("content.xml"));
    QCOMPARE(text->units[1].text.begin, std::uint64_t(text->text.find("[1] First")));
    QCOMPARE(sourceOf(*text, "Second."), std::int64_t(content.find("Second.")));
    QCOMPARE(sourceOf(*text, "At the end."), std::int64_t(content.find("At the end.")));
}

void OdtReaderTest::headingsAreCounted()
{
    OdtParts parts;
    parts.outline = "<text:outline-style><text:outline-level-style text:level='1' style:num-format='1' style:num-suffix='.'/>"
                    "<text:outline-level-style text:level='2' style:num-format='1' text:display-levels='2'/>"
                    "<text:outline-level-style text:level='3' style:num-format=''/></text:outline-style>";
    const auto text =
        readOpenDocument(h("One", 1) + h("Two", 2) + h("Three", 2) + h("Four", 3) + h("Five", 1, "text:is-list-header='true'") +
                             h("Six", 1) + h("Seven", 2) + h("Eight", 1, "text:restart-numbering='true' text:start-value='5'") +
                             "<text:h text:style-name='PNoList' text:outline-level='1'>Nine</text:h>",
                         parts);
    QVERIFY(text.has_value());
    QCOMPARE(QString::fromStdString(test::shape(*text)),
             QStringLiteral("H1 1. One\nH2 1.1 Two\nH2 1.2 Three\nH3 Four\nH1 Five\nH1 2. Six\nH2 2.1 Seven\nH1 5. Eight\nH1 Nine\n"));
    QCOMPARE(text->outline.size(), std::size_t(9));
}

void OdtReaderTest::titleAndAuthor()
{
    OdtParts parts;
    parts.meta = "<meta:initial-creator>Me</meta:initial-creator><dc:title>The title</dc:title><dc:creator>You</dc:creator>";
    const auto named = readOpenDocument(p("a <text:title>no</text:title>"), parts);
    QCOMPARE(named->title, std::string("The title"));
    QCOMPARE(named->author, std::string("Me"));
    parts.meta = "<dc:creator>You</dc:creator>";
    const auto styled = readOpenDocument(p("Th" + span("T1", "e other") + note("footnote", p("x")), "PTitle") + h("One", 1), parts);
    QCOMPARE(styled->title, std::string("The other"));
    QCOMPARE(styled->author, std::string("You"));
    QCOMPARE(readOpenDocument(p("Rules of the House", "PBold") + p("a") + h("One", 1))->title, std::string("Rules of the House"));
    QCOMPARE(readOpenDocument(p("a") + h("One", 1))->title, std::string("One"));
}

void OdtReaderTest::flatFilesSayTheSame()
{
    OdtParts parts;
    parts.meta = "<dc:title>The title</dc:title>";
    parts.body = h("One", 1) + list(item(p("a") + list(item(p("b")))), "L1") +
                 p("c" + note("footnote", p("d")) +
                       "<draw:frame><draw:image><office:binary-data>AAAA</office:binary-data></draw:image>"
                       "<svg:title>A pier</svg:title></draw:frame>",
                   "PBold");
    const auto package = readWith(readOdt, odtFile(parts));
    const std::string file = flatOdtFile(parts);
    const auto flat = readWith(readOdt, file);
    QVERIFY2(flat.has_value(), flat ? "" : flat.error().message.c_str());
    QCOMPARE(QString::fromStdString(test::shape(*flat)), QStringLiteral("H1 One\nL1 1. a\nL2 1.a) b\nT c[1]\nF A pier\nT [1] d\n"));
    QCOMPARE(flat->text, package->text);
    QCOMPARE(flat->title, std::string("The title"));
    QCOMPARE(violation(*flat, {file, file}), QString());
    QCOMPARE(flat->units[0].label, std::string());
}

void OdtReaderTest::repeatedThingsStayFew_data()
{
    QTest::addColumn<std::string>("body");
    QTest::newRow("rows") << table(row(cell(p("x")), "table:number-rows-repeated='1000000'"));
    QTest::newRow("cells") << table(row(cell(p("x"), "table:number-columns-repeated='4000000000'")));
    QTest::newRow("covered cells") << table(row(cell(p("x")) + "<table:covered-table-cell table:number-columns-repeated='4000000000'/>"));
    QTest::newRow("spans") << table(row(cell(p("x"), "table:number-columns-spanned='0'") + "<table:covered-table-cell/>"));
    QTest::newRow("spaces") << p("x<text:s text:c='4000000000'/>", "Preformatted_20_Text");
    QTest::newRow("numbers") << list(item(p("x"), "text:start-value='4294967295'"), "L3");
    QTest::newRow("levels") << h("x", 2000000000);
}

void OdtReaderTest::repeatedThingsStayFew()
{
    QFETCH(std::string, body);
    const auto text = readOpenDocument(body);
    QVERIFY(text.has_value());
    QVERIFY(text->text.size() < 100 && text->text.find('x') != std::string::npos);
}

void OdtReaderTest::otherFilesAreNamed_data()
{
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<std::string>("words");
    const auto ofType = [](const std::string& kind) {
        OdtParts parts;
        parts.body = p("a");
        parts.type = "application/vnd.oasis.opendocument." + kind;
        return odtFile(parts);
    };
    const auto row = [](const char* name, const std::string& bytes, const char* words) {
        QTest::newRow(name) << bytes << std::string(words);
    };
    row("text", ofType("text"), "");
    row("template", ofType("text-template"), "");
    row("main document", ofType("text-master"), "");
    row("spreadsheet", ofType("spreadsheet"), "a spreadsheet or a presentation");
    row("template of a spreadsheet", ofType("spreadsheet-template"), "a spreadsheet or a presentation");
    row("presentation", ofType("presentation"), "a spreadsheet or a presentation");
    row("drawing", ofType("graphics"), "a drawing or a chart");
    row("formula", ofType("formula"), "a formula without a text");
    row("database", ofType("base"), "a database");
    row("kind of the future", ofType("sculpture"), "of a kind that Cairn can't read");
    OdtParts sheet;
    sheet.kind = "spreadsheet";
    row("spreadsheet that says it is a text", odtFile(sheet), "a spreadsheet or a presentation");
    row("spreadsheet of one part", flatOdtFile(sheet), "a spreadsheet or a presentation");
    OdtParts late;
    late.body = p("a");
    late.typeFirst = false;
    row("type behind the text", odtFile(late), "");
    row("one part", flatOdtFile(late), "");
    OdtParts locked = late;
    locked.typeFirst = true;
    locked.manifest = "<manifest:file-entry manifest:full-path='content.xml'><manifest:encryption-data/></manifest:file-entry>";
    row("password", odtFile(locked), "protected by a password");
}

void OdtReaderTest::otherFilesAreNamed()
{
    QFETCH(std::string, bytes);
    QFETCH(std::string, words);
    QTemporaryFile file;
    QVERIFY(file.open());
    QCOMPARE(file.write(bytes.data(), qint64(bytes.size())), qint64(bytes.size()));
    QVERIFY(file.flush());
    const auto text = readDocument(file.handle(), {"a.bin", {}, {}}, {});
    if (words.empty()) {
        QVERIFY2(text.has_value(), text ? "" : text.error().message.c_str());
        QCOMPARE(text->format, DocumentFormat::Odt);
        QCOMPARE(text->text, std::string("a"));
        return;
    }
    QVERIFY(!text);
    QCOMPARE(text.error().code, ErrorCode::Unsupported);
    QVERIFY2(text.error().message.find(words) != std::string::npos, text.error().message.c_str());
}

void OdtReaderTest::damagedFiles_data()
{
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<std::string>("words");
    const auto row = [](const char* name, const std::string& bytes, const char* words) {
        QTest::newRow(name) << bytes << std::string(words);
    };
    OdtParts parts;
    parts.body = p("a");
    const std::string whole = odtFile(parts), content = odtContent(parts);
    row("cut", whole.substr(0, whole.size() - 30), "zip archive");
    row("no text", packageOf({{"mimetype", "application/vnd.oasis.opendocument.text"}}), "content.xml is missing");
    row("text cut", packageOf({{"content.xml", content.substr(0, content.size() - 20)}}), "content.xml can't be read");
    row("one part cut", flatOdtFile(parts).substr(0, 900), "The document can't be read");
    row("no body", packageOf({{"content.xml", "<office:document-content/>"}}), "has no text in it");
    row("empty", odtFile({}), "no text");
    const std::string bomb = "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>";
    row("entities", packageOf({{"content.xml", bomb + content}}), "entities of its own");
    row("entities in one part", bomb + flatOdtFile(parts), "entities of its own");
    std::string deep;
    for (int i = 0; i < 300; ++i)
        deep += "<text:section>";
    row("deep", odtFile(withBody(deep)), "nested too deeply");
    OdtParts entities = parts;
    entities.meta = bomb;
    row("entities in the properties", packageOf({{"content.xml", content}, {"meta.xml", bomb + "<a/>"}}), "entities of its own");
}

void OdtReaderTest::damagedFiles()
{
    QFETCH(std::string, bytes);
    QFETCH(std::string, words);
    const auto text = readWith(readOdt, bytes);
    QVERIFY(!text);
    QVERIFY2(text.error().message.find(words) != std::string::npos, text.error().message.c_str());
    QVERIFY(text.error().message.ends_with('.'));
}

void OdtReaderTest::damagedStylesCostNoText()
{
    OdtParts parts;
    parts.body = p("a") + h("One", 1);
    const auto text = readWith(
        readOdt, packageOf({{"content.xml", odtContent(parts)}, {"styles.xml", "<office:styles><x>"}, {"meta.xml", "<dc:title>"}}));
    QVERIFY(text.has_value());
    QCOMPARE(QString::fromStdString(test::shape(*text)), QStringLiteral("T a\nH1 One\n"));
    QCOMPARE(text->warnings.size(), std::size_t(1));
}

void OdtReaderTest::picturesWithoutTextAskForRecognition()
{
    for (const bool hasPicture : {false, true}) {
        const auto text = readOpenDocument(p(hasPicture ? "<draw:frame><draw:image xlink:href='Pictures/1.png'/></draw:frame>" : ""));
        QVERIFY(!text);
        QCOMPARE(text.error().message.find("(OCR)") != std::string::npos, hasPicture);
    }
}

QTEST_GUILESS_MAIN(OdtReaderTest)
#include "odt_reader_test.moc"
