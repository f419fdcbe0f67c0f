// Paragraphs, powers, tables and fields of DOCX files, as word processors write them.
#include "tests/documents/docx_markup.h"

#include <QTest>

using namespace cairn;
using namespace cairn::test;

namespace
{

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
    const auto control = [](const std::string& properties, const std::string& content) {
        return "<w:sdt><w:sdtPr><w:rPr><w:rStyle w:val='P'/></w:rPr>" + properties + "</w:sdtPr><w:sdtContent>" + content
               + "</w:sdtContent></w:sdt>";
    };
    const std::string asks = "<w:r><w:t>Click here.</w:t></w:r>", empty = "<w:showingPlcHdr/><w:text/>";
    row("words of empty controls, which ask for others",
        "<w:p><w:r><w:t>Name:</w:t></w:r>" + control(empty, asks) + "</w:p>" + control(empty, paragraph("Choose an item.")) +
            "<w:p><w:r><w:t>Place: </w:t></w:r>" + control("<w:text/>", "<w:r><w:t>Leeds</w:t></w:r>") + "</w:p>" +
            control("<w:text/>", "<w:p>" + control(empty, asks) + "<w:r><w:t>Date: </w:t></w:r>" +
                                     control("<w:showingPlcHdr w:val='0'/>", "<w:r><w:t>May</w:t></w:r>") + "</w:p>") +
            table(tableRow(cell(paragraph("a")) + control(empty, cell(paragraph("Tap."))) + cell(paragraph("c")))),
        "T Name:\nT Place: Leeds\nT Date: May\nR a |  | c\n");
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
