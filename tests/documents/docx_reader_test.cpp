// Lists, captions and quotations of DOCX files, as word processors write them.
#include "core/documents/docx_reader.h"
#include "tests/documents/readings.h"
#include "tests/support/zip_file.h"

#include <QTest>

using namespace cairn;

namespace
{

std::string paragraph(const std::string& words, const std::string& list = {}, const std::string& style = {})
{
    const std::string number = list.empty() ? "" : "<w:numPr><w:ilvl w:val='0'/><w:numId w:val='" + list + "'/></w:numPr>";
    return "<w:p><w:pPr><w:pStyle w:val='" + style + "'/>" + number + "</w:pPr><w:r><w:t>" + words + "</w:t></w:r></w:p>";
}

std::string style(const std::string& id, const std::string& name, const std::string& basedOn = {})
{
    return "<w:style w:type='paragraph' w:styleId='" + id + "'><w:name w:val='" + name + "'/><w:basedOn w:val='" + basedOn +
           "'/></w:style>";
}

std::string number(const std::string& id, const std::string& list, const std::string& start = {})
{
    const std::string own = "<w:lvlOverride w:ilvl='0'><w:startOverride w:val='" + start + "'/></w:lvlOverride>";
    return "<w:num w:numId='" + id + "'><w:abstractNumId w:val='" + list + "'/>" + (start.empty() ? "" : own) + "</w:num>";
}

std::string list(const std::string& id, const std::string& format, const std::string& text, const std::string& more = {})
{
    return "<w:abstractNum w:abstractNumId='" + id + "'>" + more + "<w:lvl w:ilvl='0'><w:numFmt w:val='" + format + "'/><w:lvlText w:val='" + text +
           "'/></w:lvl></w:abstractNum>";
}

// Its levels are those of the list that defines the style.
std::string named(const std::string& id, const std::string& style)
{
    return "<w:abstractNum w:abstractNumId='" + id + "'><w:numStyleLink w:val='" + style + "'/></w:abstractNum>";
}

std::string cell(const std::string& inside, const std::string& properties = {})
{
    return "<w:tc>" + (properties.empty() ? properties : "<w:tcPr>" + properties + "</w:tcPr>") + inside + "</w:tc>";
}

std::string tableRow(const std::string& cells, const std::string& properties = {})
{
    return "<w:tr><w:trPr>" + properties + "</w:trPr>" + cells + "</w:tr>";
}

std::string table(const std::string& rows)
{
    return "<w:tbl><w:tblPr/>" + rows + "</w:tbl>";
}

std::string times(int count, const std::string& words)
{
    std::string result;
    for (int i = 0; i < count; ++i)
        result += words;
    return result;
}

std::string level(int index, const std::string& format, const std::string& text, const std::string& more = {})
{
    return "<w:lvl w:ilvl='" + std::to_string(index) + "'><w:numFmt w:val='" + format + "'/>" + more + "<w:lvlText w:val='" + text +
           "'/></w:lvl>";
}

// At a level of list `id`.
std::string at(int index, const std::string& words, const std::string& id = "1")
{
    return "<w:p><w:pPr><w:numPr><w:ilvl w:val='" + std::to_string(index) + "'/><w:numId w:val='" + id + "'/></w:numPr></w:pPr><w:r><w:t>" +
           words + "</w:t></w:r></w:p>";
}

std::string plain(const std::string& words, const std::string& look = {})
{
    return "<w:r><w:rPr>" + look + "</w:rPr><w:t>" + words + "</w:t></w:r>";
}

std::string up(const std::string& words)
{
    return plain(words, "<w:vertAlign w:val='superscript'/>");
}

std::string down(const std::string& words)
{
    return plain(words, "<w:vertAlign w:val='subscript'/>");
}

std::string mainPart(const std::string& body)
{
    return "<w:document xmlns:w='urn:w' xmlns:wp='urn:p' xmlns:m='urn:m' xmlns:v='urn:v' xmlns:r='urn:r' xmlns:d='urn:d'><w:body>" + body +
           "</w:body></w:document>";
}

using Parts = std::vector<std::pair<std::string, std::string>>;

// `more` has further parts; its relationships, too.
std::string word(const std::string& body, const std::string& styles, const std::string& numbering, const std::string& relations = {},
                 const Parts& more = {})
{
    const std::string type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";
    Parts parts = {{"[Content_Types].xml", "<Types/>"},
                   {"_rels/.rels",
                    "<Relationships><Relationship Id='1' Type='" + type + "officeDocument' Target='word/document.xml'/></Relationships>"},
                   {"word/_rels/document.xml.rels", "<Relationships><Relationship Id='1' Type='" + type +
                                                        "styles' Target='styles.xml'/><Relationship Id='2' Type='" + type +
                                                        "numbering' Target='numbering.xml'/>" + relations + "</Relationships>"},
                   {"word/styles.xml", styles},
                   {"word/numbering.xml", numbering},
                   {"word/document.xml", mainPart(body)}};
    parts.insert(parts.end(), more.begin(), more.end());
    return test::packageOf(parts);
}

std::string relation(const std::string& id, const std::string& type, const std::string& target)
{
    return "<Relationship Id='" + id + "' Type='urn:x/" + type + "' Target='" + target + "'/>";
}

std::string mark(const std::string& type, const std::string& inside = {})
{
    return "<w:r><w:fldChar w:fldCharType='" + type + "'>" + inside + "</w:fldChar></w:r>";
}

std::string code(const std::string& words)
{
    return "<w:r><w:instrText>" + words + "</w:instrText></w:r>";
}

const std::string kPicture = "<w:drawing><wp:docPr id='1' descr='A pier'/></w:drawing>";

}  // namespace

class DocxReaderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void paragraphsAreTold_data();
    void paragraphsAreTold();
    void powersAndFormulasAreTold_data();
    void powersAndFormulasAreTold();
    void partsAreTold_data();
    void partsAreTold();
    void textInAPartOfAnotherKindIsNoEmptyDocument();
    void commentsAreCounted();
    void numbersAreTold_data();
    void numbersAreTold();
    void tablesAreTold_data();
    void tablesAreTold();
    void changesOfLooksAreNotTold_data();
    void changesOfLooksAreNotTold();
};

void DocxReaderTest::paragraphsAreTold_data()
{
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("shape");
    const auto row = [](const char* name, const std::string& body, const char* shape) {
        QTest::newRow(name) << body << std::string(shape);
    };
    row("list that begins anew",
        paragraph("a", "1") + paragraph("b", "1") + paragraph("c", "2") + paragraph("d", "2") + paragraph("e", "1"),
        "L1 1. a\nL1 2. b\nL1 1. c\nL1 2. d\nL1 3. e\n");
    row("list from a number of its own", paragraph("a", "3") + paragraph("b", "3"), "L1 7. a\nL1 8. b\n");
    row("list from zero", paragraph("a", "6") + paragraph("b", "6"), "L1 0. a\nL1 1. b\n");
    row("paragraph of an item without a mark", paragraph("a", "4") + paragraph("more", "5") + paragraph("b", "4"),
        "L1 - a\nL1 more\nL1 - b\n");
    row("list in a cell",
        "<w:tbl><w:tr><w:tc>" + paragraph("a", "1") + paragraph("b", "1") + "</w:tc><w:tc>" + paragraph("c", "4") + paragraph("d") +
            "</w:tc></w:tr></w:tbl>",
        "R 1. a; 2. b | - c; d\n");
    row("quotations and captions",
        paragraph("a", {}, "Q") + paragraph("b", {}, "C") + paragraph("c", {}, "Fig") + paragraph("int  d;", {}, "Pre") + paragraph("e"),
        "Q a\nF b\nF c\nC int  d;\nT e\n");
    row("code with an empty line",
        paragraph("a", {}, "Pre") + paragraph("", {}, "Pre") + paragraph("b", {}, "Pre") + paragraph("", {}, "Pre"), "C a~~b\n");
    row("caption that is the alternative text", "<w:p><w:r>" + kPicture + "</w:r></w:p>" + paragraph("A pier", {}, "C") + paragraph("b"),
        "F A pier\nT b\n");
    row("raised by its place",
        "<w:p><w:r><w:t>x</w:t></w:r><w:r><w:rPr><w:position w:val='8'/></w:rPr><w:t>2</w:t></w:r><w:r><w:t> y</w:t></w:r><w:r><w:rPr>"
        "<w:position w:val='-4'/></w:rPr><w:t>3</w:t></w:r></w:p>",
        "T x^2 y3\n");
    const auto bold = [](const std::string& words, const std::string& plain = {}) {
        return "<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>" + words + "</w:t></w:r><w:r><w:t> " + plain + "</w:t></w:r></w:p>";
    };
    row("headings in bold type",
        bold("1. Rent") + paragraph("a") + bold("1.2 Rates") + paragraph("b") + bold("Schedule 2: Keys") + bold("SECTION IV Ends"),
        "H1 1. Rent\nT a\nH2 1.2 Rates\nT b\nH1 Schedule 2: Keys\nH1 SECTION IV Ends\n");
    row("headings in bold type of other languages",
        bold("§ 1 Mietsache") + paragraph("a") + bold("Artikel 2 Ende") + bold("Anhang A") + bold("Chapitre 3 La fin") + bold("§ 2 gilt."),
        "H1 § 1 Mietsache\nT a\nH1 Artikel 2 Ende\nH1 Anhang A\nH1 Chapitre 3 La fin\nT § 2 gilt.\n");
    const auto marked = [&](const std::string& words, const std::string& list) {
        const std::string number = "<w:numPr><w:ilvl w:val='0'/><w:numId w:val='" + list + "'/></w:numPr><w:rPr><w:b/></w:rPr>";
        return "<w:p><w:pPr>" + number + "</w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t>" + words + "</w:t></w:r></w:p>";
    };
    row("bold items of a list", marked("Rent", "1") + paragraph("a") + marked("Ends", "1") + marked("b", "4") + paragraph("c", "4"),
        "H1 1. Rent\nT a\nH1 2. Ends\nL1 - b\nL1 - c\n");
    row("bold type of other words",
        bold("1. Rent", "is due.") + bold("2. Rent is due.") + bold("Part of it") + bold("(a) Rent") + bold("NOTE") + paragraph("3. Rates"),
        "T 1. Rent is due.\nT 2. Rent is due.\nT Part of it\nT (a) Rent\nT NOTE\nT 3. Rates\n");
    const auto box = [](const std::string& words) {
        return "<w:r><w:drawing><w:txbxContent>" + words + "</w:txbxContent></w:drawing></w:r>";
    };
    const auto around = [&](const std::string& before, const std::string& inBox, const std::string& after) {
        return "<w:p><w:r><w:t>" + before + "</w:t></w:r>" + box(inBox) + "<w:r><w:t>" + after + "</w:t></w:r></w:p>";
    };
    row("text boxes stand behind the paragraph",
        around("one", paragraph("a", "1") + around("b", paragraph("c"), "d"), " two") + paragraph("e"),
        "T one two\nL1 1. a\nT bd\nT c\nT e\n");
    row("text box in a heading",
        "<w:p><w:pPr><w:outlineLvl w:val='0'/></w:pPr>" + box(paragraph("a")) + "<w:r><w:t>One</w:t></w:r></w:p>" + paragraph("b"),
        "H1 One\nT a\nT b\n");
    row("text box in a cell",
        "<w:tbl><w:tr><w:tc>" + around("a", paragraph("b") + paragraph("c"), " d") + paragraph("e") + "</w:tc><w:tc>" + paragraph("f") +
            "</w:tc></w:tr></w:tbl>",
        "R a d; b; c; e | f\n");
    row("text box under a deleted end",
        "<w:p><w:pPr><w:rPr><w:del w:id='1'/></w:rPr></w:pPr><w:r><w:t>one</w:t></w:r>" + box(paragraph("a")) + "</w:p>" +
            paragraph(" two"),
        "T one two\nT a\n");
    row("list that names a style", paragraph("a", "7") + paragraph("b", "7"), "L1 Listing 1 a\nL1 Listing 2 b\n");
    row("list that names no known style", paragraph("a", "8"), "L1 a\n");
    row("drop cap",
        "<w:p><w:pPr><w:framePr w:dropCap='drop' w:lines='3'/></w:pPr><w:r><w:t>O</w:t></w:r></w:p>" + paragraph("nce upon") +
            paragraph("b"),
        "T Once upon\nT b\n");
    row("empty items count",
        paragraph("a", "1") + paragraph("", "1") + paragraph("b", "1") +
            "<w:p><w:pPr><w:numPr><w:numId w:val='1'/></w:numPr><w:rPr><w:vanish/></w:rPr></w:pPr></w:p>" +
            "<w:p><w:pPr><w:numPr><w:numId w:val='1'/></w:numPr><w:rPr><w:del/></w:rPr></w:pPr></w:p>" + paragraph("c", "1"),
        "L1 1. a\nL1 3. b\nL1 4. c\n");
    row("result of a field in another's code",
        "<w:p>" + plain("Dear ") + mark("begin") + code("IF ") + mark("begin") + code("MERGEFIELD x") + mark("separate") + plain("no") +
            mark("end") + code(" = 1") + mark("separate") + plain("Mr ") + mark("begin") + code("MERGEFIELD y") + mark("separate") +
            plain("Smith") + mark("end") + mark("end") + plain(".") + "</w:p><w:p>" + plain("a") + mark("end") + mark("begin") +
            plain("b") + "</w:p><w:p>" + mark("begin") + mark("separate") + plain("c") + mark("end") + "</w:p>",
        "T Dear Mr Smith.\nT ab\nT c\n");
    const auto field = [](const std::string& inside) {
        return mark("begin", "<w:ffData><w:name w:val='x'/>" + inside + "</w:ffData>") + mark("end");
    };
    row("fields of a form",
        "<w:p>" + field("<w:checkBox><w:default w:val='0'/><w:checked/></w:checkBox>") + plain(" yes ") +
            field("<w:checkBox><w:default w:val='1'/><w:checked w:val='0'/></w:checkBox>") + plain(" no ") +
            field("<w:checkBox><w:default w:val='1'/></w:checkBox>") + plain(" so ") +
            field("<w:ddList><w:result w:val='1'/><w:listEntry w:val='No'/><w:listEntry w:val='Yes'/></w:ddList>") + plain(" ") +
            field("<w:ddList><w:listEntry w:val='First'/><w:listEntry w:val='Yes'/></w:ddList>") +
            field("<w:ddList><w:result w:val='9'/><w:listEntry w:val='No'/></w:ddList>") +
            field("<w:textInput><w:default w:val='0'/></w:textInput>") + "</w:p>",
        "T \u2612 yes \u2610 no \u2612 so Yes First\n");
    row("words drawn as a picture",
        "<w:p>" + plain("a") + "<w:r><w:pict><v:shape><v:textpath string='SALE &amp; more'/></v:shape></w:pict></w:r>" + plain("b") +
            "</w:p>",
        "T ab\nT SALE & more\n");
    row("fixed space of an entity", paragraph("a&#160;b c&#173;d e&#8203;f"), "T a b cd ef\n");
}

void DocxReaderTest::paragraphsAreTold()
{
    QFETCH(std::string, body);
    QFETCH(std::string, shape);
    const std::string styles = "<w:styles>" + style("Q", "Quote") + style("C", "caption") + style("Fig", "Figure", "C") +
                               style("Pre", "Preformatted Text") + "</w:styles>";
    const std::string lists = list("1", "decimal", "%1.") + list("2", "bullet", "o") + list("3", "bullet", " ") +
                              list("4", "decimal", "Listing %1", "<w:styleLink w:val='Captions'/>") + named("5", "Captions") +
                              named("6", "Other");
    const std::string numbers = number("7", "5") + number("8", "6") + number("1", "1") + number("2", "1", "1") + number("3", "1", "7") +
                                number("4", "2") + number("5", "3") + number("6", "1", "0");
    const auto text = test::readWith(readDocx, word(body, styles, "<w:numbering>" + lists + numbers + "</w:numbering>"));
    QVERIFY2(text.has_value(), text ? "" : text.error().message.c_str());
    QCOMPARE(QString::fromStdString(test::shape(*text)), QString::fromStdString(shape));
    QCOMPARE(test::violation(*text, {mainPart(body)}), QString());
}

void DocxReaderTest::powersAndFormulasAreTold_data()
{
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("shape");
    const auto row = [](const char* name, const std::string& runs, const std::string& shape) {
        QTest::newRow(name) << "<w:p>" + runs + "</w:p>"
                            << "T " + shape + "\n";
    };
    row("powers",
        plain("10") + up("a") + plain(" e") + up("\u2212x") + plain(" e") + up("\u03C0") + plain(" x") + up("1/2") + plain(" 1") + up("e") +
            plain(" 4") + up("th"),
        "10^a e^\u2212x e^\u03C0 x^(1/2) 1e 4th");
    row("mixed fractions",
        plain("3") + up("1") + plain("/") + down("2") + plain(" cups and ") + up("3") + plain("\u2044") + down("16") + plain(" of 10") +
            up("6") + plain("/") + plain("2"),
        "3 1/2 cups and 3\u204416 of 10^6/2");
    const auto m = [](const std::string& name, const std::string& inside) { return "<m:" + name + ">" + inside + "</m:" + name + ">"; };
    const auto words = [&](const std::string& text) { return m("r", m("t", text)); };
    const auto fraction = [&](const std::string& a, const std::string& b, const std::string& more = {}) {
        return m("f", more + m("num", words(a)) + m("den", words(b)));
    };
    const auto formula = [&](const std::string& inside) { return m("oMath", inside); };
    row("fraction in a formula", formula(words("2") + fraction("1", "2")) + plain(" cups"), "2 1/2 cups");
    row("fraction behind a number", plain("2") + formula(fraction("1", "2") + words("x")) + plain(" cups"), "2 1/2 x cups");
    row("fraction behind a word and a sign",
        plain("so") + formula(fraction("1", "2") + words("+") + fraction("3", "y") + fraction("4", "5")), "so1/2+3/y 4/5");
    row("no fraction", formula(m("d", m("e", fraction("n", "k", "<m:fPr><m:type m:val='noBar'/></m:fPr>")))), "(n over k)");
    const auto accent = [&](const std::string& properties, const std::string& inside) {
        return m("acc", m("accPr", properties) + m("e", words(inside)));
    };
    row("accents",
        formula(accent("<m:chr m:val='\u0302'/>", "y") + words("=") + accent("", "\u03B2") + words("+") +
                accent("<m:chr m:val='\u0301'/>", "\u03C9") + words("+") +
                m("bar", "<m:barPr><m:pos m:val='top'/></m:barPr>" + m("e", words("x"))) + words("+") + m("bar", m("e", words("z"))) +
                words("+") + accent("<m:chr m:val='\u0305'/>", "AB")),
        "\u0177=\u03B2\u0302+\u03CE+x\u0304+z+AB");
    row("signs of alignment", formula(m("eqArr", m("e", words("a&amp;=b")) + m("e", words("c&amp;") + words("=d#(1)")))), "a=b; c=d (1)");
    row("sign that is no alignment", formula(words("a&amp;b")), "a&b");
    row("signs in front", formula(words("x") + m("sPre", m("sub", words("6")) + m("sup", words("14")) + m("e", words("C")))), "x _6^14 C");
}

void DocxReaderTest::powersAndFormulasAreTold()
{
    paragraphsAreTold();
}

void DocxReaderTest::partsAreTold_data()
{
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("shape");
    const auto row = [](const char* name, const std::string& body, const std::string& shape) { QTest::newRow(name) << body << shape; };
    const auto drawing = [](const std::string& inside) {
        return "<w:p>" + plain("a") + "<w:r><w:drawing>" + inside + "</w:drawing></w:r></w:p>";
    };
    const auto chunk = [](const std::string& id) { return "<w:altChunk r:id='" + id + "'/>"; };
    row("page put in", paragraph("a") + chunk("html") + paragraph("b"), "T a\nH1 Head\nT one two\nR x | y\nT b\n");
    row("page put in twice", chunk("html") + chunk("html"), "H1 Head\nT one two\nR x | y\n");
    row("text put in", chunk("txt") + paragraph("b"), "T plain words\nT b\n");
    row("text put into a cell", table(tableRow(cell(chunk("txt")) + cell(paragraph("b")))), "R plain words | b\n");
    row("document put in", chunk("docx") + paragraph("b"), "T inside\nT b\n");
    row("part of an unknown kind", chunk("rtf") + chunk("none") + chunk("gone") + paragraph("b"), "T b\n");
    row("scheme", drawing("<d:relIds r:dm='scheme'/>"), "T a\nT Plan it\nT Do\n");
    row("titles of a chart", drawing("<d:chart r:id='chart'/>"), "T a\nF Rain in May; Level (m)\n");
}

void DocxReaderTest::partsAreTold()
{
    QFETCH(std::string, body);
    QFETCH(std::string, shape);
    const std::string relations = relation("html", "aFChunk", "a.html") + relation("txt", "aFChunk", "b.txt") +
                                  relation("rtf", "aFChunk", "c.rtf") + relation("docx", "aFChunk", "d.docx") +
                                  relation("gone", "aFChunk", "e.html") + relation("scheme", "diagramData", "data.xml") +
                                  relation("chart", "chart", "chart.xml") + relation("x", "image", "c.rtf");
    const std::string inside = word(paragraph("inside") + "<w:altChunk r:id='x'/>", "<w:styles/>", "<w:numbering/>",
                                    relation("x", "aFChunk", "x.txt"), {{"word/x.txt", "no"}});
    const Parts parts = {
        {"word/a.html", "<html><body><h1>Head</h1><p>one <b>two</b></p><table><tr><td>x</td><td>y</td></tr></table></body></html>"},
        {"word/b.txt", "plain words"},
        {"word/c.rtf", "{\\rtf1 no}"},
        {"word/d.docx", inside},
        {"word/data.xml", "<d:dataModel xmlns:d='urn:d' xmlns:a='urn:a'><d:pt><d:prSet phldrT='no'/><d:t><a:p><a:r><a:t>Plan "
                          "</a:t></a:r><a:r><a:t>it</a:t></a:r></a:p></d:t></d:pt>"
                          "<d:pt type='pres'/><d:pt><d:t><a:p><a:r><a:t>Do</a:t></a:r></a:p></d:t></d:pt></d:dataModel>"},
        {"word/chart.xml", "<c:chart xmlns:c='urn:c' xmlns:a='urn:a'><c:title><c:tx><a:p><a:r><a:t>Rain in "
                           "May</a:t></a:r></a:p></c:tx></c:title><c:plotArea><c:ser><c:v>7</c:v>"
                           "<c:t>no</c:t></c:ser><c:valAx><c:title><c:tx><c:strRef><c:f>no</c:f><c:v>Level "
                           "(m)</c:v></c:strRef></c:tx></c:title></c:valAx></c:plotArea></c:chart>"}};
    const auto text = test::readWith(readDocx, word(body, "<w:styles/>", "<w:numbering/>", relations, parts));
    QVERIFY2(text.has_value(), text ? "" : text.error().message.c_str());
    QCOMPARE(QString::fromStdString(test::shape(*text)), QString::fromStdString(shape));
    QCOMPARE(test::violation(*text, {mainPart(body)}), QString());
    const bool isLeftOut = body.find("'rtf'") != std::string::npos;
    QCOMPARE(text->warnings.size(), isLeftOut ? 2u : 0u);
    if (isLeftOut)
        QCOMPARE(text->warnings.front(), std::string("The part word/c.rtf is a picture or of an unknown type and was left out."));
}

void DocxReaderTest::textInAPartOfAnotherKindIsNoEmptyDocument()
{
    const auto text = test::readWith(readDocx, word("<w:altChunk r:id='rtf'/>", "<w:styles/>", "<w:numbering/>",
                                                    relation("rtf", "aFChunk", "c.rtf"), {{"word/c.rtf", "{\\rtf1 no}"}}));
    QVERIFY(!text);
    QCOMPARE(text.error().code, ErrorCode::Unsupported);
    QVERIFY2(text.error().message.starts_with("The document's text lies in a file inside it"), text.error().message.c_str());
}

void DocxReaderTest::commentsAreCounted()
{
    const std::string one = "<w:p>" + plain("a") + "<w:r><w:commentReference w:id='0'/></w:r></w:p>";
    const std::string deleted = "<w:p><w:del><w:r><w:commentReference w:id='1'/></w:r></w:del></w:p>";
    const auto warnings = [](const std::string& body) {
        const auto text = test::readWith(readDocx, word(body, "<w:styles/>", "<w:numbering/>"));
        return text && text->warnings.size() == 1 ? text->warnings.front() : std::string();
    };
    QCOMPARE(warnings(one + deleted), std::string("1 comment in the margin was left out."));
    QCOMPARE(warnings(one + one), std::string("2 comments in the margin were left out."));
    QCOMPARE(warnings(paragraph("a")), std::string());
}

void DocxReaderTest::numbersAreTold_data()
{
    QTest::addColumn<std::string>("levels");
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("shape");
    const auto row = [](const char* name, const std::string& levels, const std::string& body, const std::string& shape) {
        QTest::newRow(name) << levels << body << shape;
    };
    const std::string articles = level(0, "upperRoman", "Article %1.") + level(1, "decimalZero", "Section %1.%2", "<w:isLgl/>") +
                                 level(2, "lowerLetter", "(%3)", "<w:pStyle w:val='Clause'/>");
    row("articles and sections", articles, at(0, "a") + at(1, "b") + at(1, "c") + at(0, "d") + at(1, "e"),
        "L1 Article I. a\nL2 Section 1.01 b\nL2 Section 1.02 c\nL1 Article II. d\nL2 Section 2.01 e\n");
    row("level of a style", articles,
        at(0, "a") +
            "<w:p><w:pPr><w:pStyle w:val='Clause'/></w:pPr><w:r><w:t>b</w:t></w:r></w:p><w:p><w:pPr><w:pStyle w:val='Sub'/></w:pPr>"
            "<w:r><w:t>c</w:t></w:r></w:p>",
        "L1 Article I. a\nL3 (a) b\nL3 (b) c\n");
    row("two digits", level(0, "decimalZero", "%1)"), times(10, at(0, "a")),
        "L1 01) a\nL1 02) a\nL1 03) a\nL1 04) a\nL1 05) a\nL1 06) a\nL1 07) a\nL1 08) a\nL1 09) a\nL1 10) a\n");
    row("ordinals",
        level(0, "ordinal", "%1") + level(1, "ordinal", "%2", "<w:start w:val='11'/>") +
            level(2, "ordinal", "%3", "<w:start w:val='112'/>") + level(3, "ordinal", "%4", "<w:start w:val='22'/>"),
        times(4, at(0, "a")) + at(1, "b") + at(2, "c") + times(2, at(3, "d")),
        "L1 1st a\nL1 2nd a\nL1 3rd a\nL1 4th a\nL2 11th b\nL3 112th c\nL4 22nd d\nL4 23rd d\n");
    row("words",
        level(0, "cardinalText", "%1:") + level(1, "cardinalText", "%2", "<w:start w:val='40'/>") +
            level(2, "cardinalText", "%3", "<w:start w:val='999'/>"),
        at(0, "a") + times(2, at(1, "b")) + times(2, at(2, "c")),
        "L1 One: a\nL2 Forty b\nL2 Forty-one b\nL3 Nine hundred ninety-nine c\nL3 1000 c\n");
    row("words of ordinals", level(0, "ordinalText", "%1", "<w:start w:val='19'/>") + level(1, "ordinalText", "%2"),
        times(4, at(0, "a")) + times(3, at(1, "b")),
        "L1 Nineteenth a\nL1 Twentieth a\nL1 Twenty-first a\nL1 Twenty-second a\nL2 First b\nL2 Second b\nL2 Third b\n");
    row("letters beyond z",
        level(0, "upperLetter", "%1.", "<w:start w:val='26'/>") + level(1, "lowerLetter", "%2)", "<w:start w:val='53'/>"),
        times(3, at(0, "a")) + at(1, "b"), "L1 Z. a\nL1 AA. a\nL1 BB. a\nL2 aaa) b\n");
    row("words instead of numbers",
        level(0, "none", "Note:") + level(1, "none", "%1.%2.") + level(2, "bullet", "Example:") + level(3, "bullet", "o"),
        at(0, "a") + at(1, "b") + at(2, "c") + at(3, "d"), "L1 Note: a\nL2 b\nL3 Example: c\nL4 - d\n");
    row("numbers that go on",
        level(0, "decimal", "%1.") + level(1, "decimal", "(%2)", "<w:lvlRestart w:val='0'/>") +
            level(2, "decimal", "[%3]", "<w:lvlRestart w:val='1'/>"),
        at(0, "a") + at(1, "b") + at(2, "c") + at(1, "d") + at(2, "e") + at(0, "f") + at(1, "g") + at(2, "h"),
        "L1 1. a\nL2 (1) b\nL3 [1] c\nL2 (2) d\nL3 [2] e\nL1 2. f\nL2 (3) g\nL3 [1] h\n");
    row("level of its own", level(0, "decimal", "%1.") + level(1, "decimal", "%1.%2"), at(0, "a") + at(1, "b", "2") + at(0, "c", "2"),
        "L1 1. a\nL2 Part 1-a b\nL1 2. c\n");
    const std::string cut = times(32, "\u00e9");
    row("text that is cut", level(0, "bullet", "ABC" + cut), at(0, "a"), "L1 ABC" + times(30, "\u00e9") + " a\n");
}

void DocxReaderTest::numbersAreTold()
{
    QFETCH(std::string, levels);
    QFETCH(std::string, body);
    QFETCH(std::string, shape);
    const std::string own = "<w:num w:numId='2'><w:abstractNumId w:val='1'/><w:lvlOverride w:ilvl='1'>" +
                            level(1, "lowerLetter", "Part %1-%2") + "</w:lvlOverride></w:num>";
    const std::string styles =
        "<w:styles><w:style w:type='paragraph' w:styleId='Clause'><w:pPr><w:numPr><w:numId w:val='1'/></w:numPr></w:pPr>"
        "</w:style>" +
        style("Sub", "Sub", "Clause") + "</w:styles>";
    const auto text = test::readWith(readDocx, word(body, styles,
                                                    "<w:numbering><w:abstractNum w:abstractNumId='1'>" + levels + "</w:abstractNum>" +
                                                        number("1", "1") + own + "</w:numbering>"));
    QVERIFY2(text.has_value(), text ? "" : text.error().message.c_str());
    QCOMPARE(QString::fromStdString(test::shape(*text)), QString::fromStdString(shape));
}

void DocxReaderTest::tablesAreTold_data()
{
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("shape");
    const auto row = [](const char* name, const std::string& body, const std::string& shape) { QTest::newRow(name) << body << shape; };
    row("cells over several columns",
        table(tableRow(cell(paragraph("Station")) + cell(paragraph("Level"), "<w:gridSpan w:val='2'/>") + cell(paragraph("By"))) +
              tableRow(cell(paragraph("South")) + cell(paragraph("closed"), "<w:gridSpan w:val='2'/>") + cell(paragraph("Birch")))),
        "R Station | Level |  | By\nR South | closed |  | Birch\n");
    row("cell over all columns", table(tableRow(cell(paragraph("Drinks"), "<w:gridSpan w:val='4'/>")) + tableRow(cell(paragraph("Tea")))),
        "R Drinks\nR Tea\n");
    row("row that leaves columns free",
        table(tableRow(cell(paragraph("a")) + cell(paragraph("b"))) +
              tableRow(cell(paragraph("c")), "<w:gridBefore w:val='1'/><w:gridAfter w:val='1'/>")),
        "R a | b\nR | c\n");
    row("columns without end",
        table(tableRow(cell(paragraph("a"), "<w:gridSpan w:val='4000000000'/>") + cell(paragraph("b"), "<w:gridSpan w:val='4000000000'/>") +
                       cell(paragraph("c"))) +
              tableRow(cell(paragraph("d"), "<w:gridSpan w:val='0'/>") + cell(paragraph("e"), "<w:gridSpan w:val='-1'/>") +
                       cell(paragraph("f")))),
        "R a" + times(100, " | ") + "b | c\nR d | e | f\n");
    row("deleted and inserted cells",
        table(tableRow(cell(paragraph("a"), "<w:cellDel w:id='1'/>") + cell(paragraph("b"), "<w:cellIns w:id='1'/>") +
                       cell(table(tableRow(cell(paragraph("no")))) + paragraph("no"), "<w:cellDel w:id='1'/>") + cell(paragraph("c")))),
        "R b | c\n");
    row("paragraphs and lines of a cell",
        table(tableRow(cell(paragraph("Level</w:t><w:br/><w:t>(m)</w:t><w:br/><w:t>in May")) + cell(paragraph("By"))) +
              tableRow(cell(paragraph("Ann Lee") + paragraph("Bob Roe") + paragraph("(late)") + paragraph("Came.") + paragraph("Left:") +
                            paragraph("Cy</w:t><w:br/><w:t>Ray")) +
                       cell(paragraph("") + paragraph("d") + paragraph("")))),
        "R Level (m) in May | By\nR Ann Lee; Bob Roe (late); Came. Left: Cy; Ray | d\n");
    const std::string words = times(20, "The tenant keeps it. ") + "Yes.";
    row("border behind a long cell",
        table(tableRow(cell(paragraph(words) + paragraph("end.")) + cell(paragraph("300")) + cell(paragraph("last")))),
        "R " + words + "\nR end. | 300 | last\n");
    row("border behind a table in a cell",
        table(tableRow(cell(paragraph("a")) +
                       cell(paragraph("b") + table(tableRow(cell(paragraph("c")) + cell(paragraph("d")))) + paragraph("e")) +
                       cell(paragraph("f"))) +
              tableRow(cell(table(tableRow(cell(paragraph("g"))))) + cell(paragraph("h")))),
        "R a | b\nR c | d\nR e | f\nR g\nR | h\n");
}

void DocxReaderTest::tablesAreTold()
{
    paragraphsAreTold();
}

void DocxReaderTest::changesOfLooksAreNotTold_data()
{
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("shape");
    const auto row = [](const char* name, const std::string& properties, const std::string& run, const char* shape) {
        QTest::newRow(name) << "<w:p><w:pPr>" + properties + "</w:pPr><w:r><w:t>a</w:t></w:r><w:r><w:rPr>" + run +
                                   "</w:rPr><w:t>2</w:t></w:r></w:p>"
                            << std::string(shape);
    };
    row("former heading and item",
        "<w:pPrChange w:id='1'><w:pPr><w:pStyle w:val='Q'/><w:numPr><w:ilvl w:val='0'/><w:numId w:val='1'/></w:numPr><w:outlineLvl "
        "w:val='0'/>"
        "</w:pPr></w:pPrChange>",
        {}, "T a2\n");
    row("former number",
        "<w:numPr><w:ilvl w:val='0'/><w:numId w:val='4'/><w:numberingChange w:original='%1:1:0:.'/></w:numPr><w:rPr><w:rPrChange><w:rPr>"
        "<w:del/></w:rPr></w:rPrChange></w:rPr>",
        {}, "L1 - a2\n");
    row("formerly hidden and raised", {}, "<w:rPrChange><w:rPr><w:vanish/><w:vertAlign w:val='superscript'/></w:rPr></w:rPrChange>",
        "T a2\n");
    row("hidden and formerly shown", {}, "<w:vanish/><w:rPrChange><w:rPr><w:vanish w:val='0'/></w:rPr></w:rPrChange>", "T a\n");
    row("former section", "<w:sectPr><w:sectPrChange><w:sectPr/></w:sectPrChange></w:sectPr>", {}, "T a2\n");
}

void DocxReaderTest::changesOfLooksAreNotTold()
{
    paragraphsAreTold();
}

QTEST_APPLESS_MAIN(DocxReaderTest)
#include "docx_reader_test.moc"
