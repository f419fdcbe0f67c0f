// What stands in OpenDocument texts, as word processors write it.
#include "tests/documents/odt_markup.h"

#include <QTest>

using namespace cairn;
using namespace cairn::test;

class OdtBodyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void paragraphsAreTold_data();
    void paragraphsAreTold();
    void listsAreTold_data();
    void listsAreTold();
    void tablesAreTold_data();
    void tablesAreTold();
    void whatIsHiddenIsNotRead_data();
    void whatIsHiddenIsNotRead();
    void commentsAreCounted();
    void drawnThingsAreTold_data();
    void drawnThingsAreTold();

private:
    void told(const std::string& body, const std::string& shape);
    void rows() const
    {
        QTest::addColumn<std::string>("body");
        QTest::addColumn<std::string>("shape");
    }
};

// The same words of the file of one part and of the package, whose map must hold.
void OdtBodyTest::told(const std::string& body, const std::string& shape)
{
    const auto text = readOpenDocument(body);
    QVERIFY2(text.has_value(), text ? "" : text.error().message.c_str());
    QCOMPARE(QString::fromStdString(test::shape(*text)), QString::fromStdString(shape));
    const std::string content = odtContent(withBody(body));
    QCOMPARE(violation(*text, std::vector<std::string>(text->units.size(), content)), QString());
}

void OdtBodyTest::paragraphsAreTold_data()
{
    rows();
    const auto row = [](const char* name, const std::string& body, const char* shape) {
        QTest::newRow(name) << body << std::string(shape);
    };
    row("headings by their level", h("One", 1) + p("a") + h("Two", 2) + h("Deep", 9), "H1 One\nT a\nH2 Two\nH6 Deep\n");
    row("headings by their style",
        p("One", "Heading_20_1") + p("Two", "P2") + p("Three", "Mine") + p("Four", "PNone") + p("five", "Contents_20_Heading"),
        "H1 One\nH2 Two\nH3 Three\nT Four\nT five\n");
    row("stretches of text", p("a " + span("T1", "b") + span("Plain", "c") + " <text:a xlink:href='http://x/'>d</text:a>&amp;e"),
        "T a bc d&e\n");
    row("white space", p("  a \n\t b<text:s/><text:s text:c='3'/>c<text:tab/>d<text:line-break/>e<text:soft-page-break/>f"),
        "T a b c d~ef\n");
    row("line break in a heading", h("One<text:line-break/>Two", 1), "H1 One Two\n");
    row("code keeps its spaces",
        p("if x:", "Preformatted_20_Text") + p("<text:s text:c='4'/>y = \n  1<text:tab/>z", "PCode") + p("", "Preformatted_20_Text") +
            p("done", "Preformatted_20_Text") + p("", "Preformatted_20_Text") + p("after"),
        "C if x:~    y = 1\tz~~done\nT after\n");
    row("quotations and captions", p("a", "Quotations") + p("b", "Illustration") + p("c"), "Q a\nF b\nT c\n");
    row("powers", p("10" + span("Up", "6") + " and 1" + span("Up", "st") + " H" + span("Down", "2") + "O" + span("Raised", "+")),
        "T 10^6 and 1st H2O^+\n");
    row("headings in bold type",
        p(span("Bold", "1. Rent")) + p("a") + p("1.2 Rates", "PBold") + p(span("Bold", "3. Rest") + " is plain") +
            p(span("Thin", "4. Fees"), "PBold"),
        "H1 1. Rent\nT a\nH2 1.2 Rates\nT 3. Rest is plain\nT 4. Fees\n");
    row("fields", p("page <text:page-number text:select-page='current'>7</text:page-number> of <text:title>Title</text:title>"),
        "T page 7 of Title\n");
    row("contents table",
        "<text:table-of-content><text:table-of-content-source><text:index-title-template>no</text:index-title-template>"
        "</text:table-of-content-source><text:index-body><text:index-title>" +
            p("Contents", "Contents_20_Heading") + "</text:index-title>" + p("One<text:tab/>1") +
            "</text:index-body></text:table-of-content>" + p("a"),
        "T Contents\nT One 1\nT a\n");
    row("marks and ruby",
        p("<text:bookmark-start text:name='b'/>a<text:bookmark-end text:name='b'/><text:ruby><text:ruby-base>b</text:ruby-base>"
          "<text:ruby-text>no</text:ruby-text></text:ruby>"),
        "T ab\n");
    row("signs of a symbol font", p("a " + span("Symbols", "\xEF\x82\xA7") + " b"), "T a \xE2\x96\xAA b\n");
    row("section", "<text:section text:name='s'>" + p("a") + "</text:section>" + p("b"), "T a\nT b\n");
}

void OdtBodyTest::paragraphsAreTold()
{
    QFETCH(std::string, body);
    QFETCH(std::string, shape);
    told(body, shape);
}

void OdtBodyTest::listsAreTold_data()
{
    rows();
    const auto row = [](const char* name, const std::string& body, const char* shape) {
        QTest::newRow(name) << body << std::string(shape);
    };
    row("numbers and signs", list(item(p("a")) + item(p("b")), "L1") + list(item(p("c")), "L2"), "L1 1. a\nL1 2. b\nL1 - c\n");
    row("lists in lists", list(item(p("a") + list(item(p("b")) + item(p("c")))) + item(p("d") + list(item(p("e")))), "L1"),
        "L1 1. a\nL2 1.a) b\nL2 1.b) c\nL1 2. d\nL2 2.a) e\n");
    row("more paragraphs of an item", list(item(p("a") + p("more")) + item(p("b")), "L1"), "L1 1. a\nL1 more\nL1 2. b\n");
    row("header of a list", list("<text:list-header>" + p("a") + "</text:list-header>" + item(p("b")), "L1"), "L1 a\nL1 1. b\n");
    row("list that goes on",
        list(item(p("a")), "L1", "xml:id='x'") + p("between") + list(item(p("b")), "L1", "text:continue-numbering='true'") +
            list(item(p("c")), "L1") + list(item(p("d")), "L1", "text:continue-list='x'"),
        "L1 1. a\nT between\nL1 2. b\nL1 1. c\nL1 3. d\n");
    row("list in a list that goes on",
        list(item(p("a") + list(item(p("b")))), "L1") + p("between") +
            list(item(list(item(p("c")) + item(p("d")), {}, "text:continue-numbering='false'")), "L1", "text:continue-numbering='true'") +
            p("between") + list(item(list(item(p("e")))), "L1", "text:continue-numbering='true'"),
        "L1 1. a\nL2 1.a) b\nT between\nL2 1.a) c\nL2 1.b) d\nT between\nL2 1.c) e\n");
    row("numbers of its own", list(item(p("a"), "text:start-value='7'") + item(p("b")) + item(p("c"), "text:start-value='0'"), "L1"),
        "L1 7. a\nL1 8. b\nL1 0. c\n");
    row("start of the list's style", list(item(p("a")) + item(p("b")), "L3"), "L1 (V) a\nL1 (VI) b\n");
    row("places as newer programs say them", list(item(p("a") + list(item(p("b")))), "L4"), "L1 A. a\nL2 A-1: b\n");
    row("numbers in words", list(item(p("a") + list(item(p("b") + list(item(p("c") + list(item(p("d") + list(item(p("e")))))))))), "L5"),
        "L1 01 a\nL2 1st b\nL3 One: c\nL4 First d\nL5 Note: e\n");
    row("list of the paragraph's style", list(item(p("a", "PList"))), "L1 1. a\n");
    row("list without a style", list(item(p("a")), "none"), "L1 - a\n");
    row("empty items count", list(item(p("a")) + item(p("")) + item(p("c")), "L1"), "L1 1. a\nL1 3. c\n");
    row("heading in a list", list(item(h("One", 1)) + item(h("Two", 1)), "L1") + list(item(h("Three", 1)), "L2"),
        "H1 1. One\nH1 2. Two\nH1 Three\n");
    row("bold items of a list", list(item(p("Rent", "PBold")) + item(p("a")), "L1") + list(item(p("b", "PBold")), "L2"),
        "H1 1. Rent\nL1 2. a\nL1 - b\n");
    row("list in a cell", table(test::row(cell(list(item(p("a")) + item(p("b")), "L1")) + cell(p("c")))), "R 1. a; 2. b | c\n");
}

void OdtBodyTest::listsAreTold()
{
    paragraphsAreTold();
}

void OdtBodyTest::tablesAreTold_data()
{
    rows();
    const auto row = [](const char* name, const std::string& body, const char* shape) {
        QTest::newRow(name) << body << std::string(shape);
    };
    row("rows and cells",
        table("<table:table-header-rows>" + test::row(cell(p("a")) + cell(p("b"))) + "</table:table-header-rows>" +
              test::row(cell(p("c") + p("d")) + cell(""))),
        "R a | b\nR c; d |\n");
    row("cells over several columns",
        table(test::row(cell(p("a"), "table:number-columns-spanned='2'") + "<table:covered-table-cell>" + p("no") +
                        "</table:covered-table-cell>" + cell(p("b"))) +
              test::row(cell(p("c"), "table:number-columns-spanned='2'") + "<table:covered-table-cell/>")),
        "R a |  | b\nR c\n");
    row("cells over several rows",
        table(test::row(cell(p("a"), "table:number-rows-spanned='2'") + cell(p("b"))) +
              test::row("<table:covered-table-cell/>" + cell(p("c")))),
        "R a | b\nR | c\n");
    row("cells that repeat", table(test::row(cell(p("x"), "table:number-columns-repeated='3'") + cell(p("b")))), "R x | x | x | b\n");
    row("rows that repeat", table(test::row(cell(p("x")) + cell(p("y")), "table:number-rows-repeated='2'") + test::row(cell(p("z")))),
        "R x | y\nR x | y\nR z\n");
    row("hidden rows", table(test::row(cell(p("no")), "table:visibility='collapse'") + test::row(cell(p("a")))), "R a\n");
    row("table in a cell", table(test::row(cell(p("a") + table(test::row(cell(p("b")) + cell(p("c"))))) + cell(p("d")))),
        "R a\nR b | c\nR | d\n");
    row("heading in a cell", table(test::row(cell(h("One", 1)) + cell(p("Title", "Title")))), "R One | Title\n");
}

void OdtBodyTest::tablesAreTold()
{
    paragraphsAreTold();
}

void OdtBodyTest::whatIsHiddenIsNotRead_data()
{
    rows();
    const auto row = [](const char* name, const std::string& body, const char* shape = "T a\n") {
        QTest::newRow(name) << body << std::string(shape);
    };
    row("deleted text", "<text:tracked-changes><text:changed-region text:id='c'><text:deletion>" + p("no") +
                            "</text:deletion></text:changed-region></text:tracked-changes>" + p("a<text:change text:change-id='c'/>"));
    row("deleted text that was left where it was",
        "<text:tracked-changes><text:changed-region text:id='i'><text:insertion/></text:changed-region><text:changed-region text:id='d'>"
        "<text:deletion/></text:changed-region></text:tracked-changes>" +
            p("a<text:change-start text:change-id='d'/>no<draw:frame><svg:desc>no</svg:desc></draw:frame>") + p("no") +
            p("no<text:change-end text:change-id='d'/><text:change-start text:change-id='i'/>b<text:change-end text:change-id='i'/>") +
            p("c"),
        "T ab\nT c\n");
    row("comments", p("<office:annotation><dc:creator>Me</dc:creator>" + p("no") + "</office:annotation>a<office:annotation-end/>"));
    row("hidden section", "<text:section text:display='none'>" + p("no") + "</text:section>" + p("a"));
    row("section hidden under a condition",
        "<text:section text:display='condition' text:condition='x' text:is-hidden='true'>" + p("no") + "</text:section>" + p("a"));
    row("hidden characters", p("a" + span("Gone", "no" + span("T1", "no"))) + p("no", "PGone"));
    row("shown characters in a hidden paragraph", p("no" + span("Shown", "a" + span("T1", "b")), "PGone"), "T ab\n");
    row("hidden text field", p("a<text:hidden-text text:is-hidden='true'>no</text:hidden-text>"));
    row("shown text field", p("a<text:hidden-text text:is-hidden='false'>b</text:hidden-text>"), "T ab\n");
    row("hidden paragraph field", p("no<text:hidden-paragraph text:is-hidden='true'/>") + p("a<text:hidden-paragraph/>"));
    row("variable without a look", p("a<text:variable-set text:display='none'>no</text:variable-set>"));
    row("forms and scripts", "<office:forms><form:form>no</form:form></office:forms>" + p("a<text:script>no</text:script>"));
    row("numbers of another program", h("<text:number>3.</text:number>One", 1), "H1 One\n");
    row("notes in hidden text", p("a" + span("Gone", note("footnote", p("no")))));
    row("hidden items aren't counted", list(item(p("no", "PGone")) + item(p("b")), "L1"), "L1 1. b\n");
}

void OdtBodyTest::whatIsHiddenIsNotRead()
{
    paragraphsAreTold();
}

void OdtBodyTest::commentsAreCounted()
{
    const std::string comment = "<office:annotation>" + p("no") + "</office:annotation>";
    const auto text = readOpenDocument(
        p("a" + comment + "b" + note("footnote", p("c" + comment)) +
          "<draw:frame><draw:object><math:math><math:semantics>"
          "<math:mi>x</math:mi><math:annotation>no</math:annotation></math:semantics></math:math></draw:object></draw:frame>"));
    QVERIFY(text.has_value());
    QCOMPARE(text->warnings, std::vector<std::string>{"1 comment in the margin was left out."});
    QVERIFY(readOpenDocument(p("a"))->warnings.empty());
}

void OdtBodyTest::drawnThingsAreTold_data()
{
    rows();
    const auto row = [](const char* name, const std::string& body, const char* shape) {
        QTest::newRow(name) << body << std::string(shape);
    };
    const auto frame = [](const std::string& inside) { return "<draw:frame>" + inside + "</draw:frame>"; };
    const std::string image = "<draw:image xlink:href='Pictures/a.png'/>";
    row("what a picture shows", p("a" + frame(image + "<svg:title>T</svg:title><svg:desc>A pier</svg:desc>") + "b"), "T ab\nF A pier\n");
    row("white space between the parts of a frame", p("a" + frame("\n " + image + "\n <svg:desc>A pier</svg:desc>\n") + "b"),
        "T ab\nF A pier\n");
    row("title of a picture", p(frame(image + "<svg:title>A pier</svg:title>")) + p("b"), "F A pier\nT b\n");
    row("name of a picture's file", p("a" + frame(image + "<svg:desc>pier.png</svg:desc>")), "T a\n");
    row("picture at the page", frame(image + "<svg:desc>A pier</svg:desc>") + p("b"), "F A pier\nT b\n");
    row("picture in a cell", table(test::row(cell(p("a" + frame(image + "<svg:desc>A pier</svg:desc>") + "b")))), "R a A pier b\n");
    row("picture in a group", p("a<draw:g><svg:desc>Both</svg:desc>" + frame(image + "<svg:desc>A pier</svg:desc>") + "</draw:g>"),
        "T a\nF A pier\nF Both\n");
    row("text box stands behind the paragraph",
        p("one" +
          frame("<draw:text-box>" + list(item(p("a")), "L1") + p("b" + frame("<draw:text-box>" + p("c") + "</draw:text-box>") + "d") +
                "</draw:text-box><svg:desc>no</svg:desc>") +
          " two") +
            p("e"),
        "T one two\nL1 1. a\nT bd\nT c\nT e\n");
    row("text in a shape",
        p("one<draw:custom-shape><svg:desc>no</svg:desc>" + p("a <text:title>t</text:title>") + "</draw:custom-shape> two"),
        "T one two\nT a t\n");
    row("shape without text", p("one<draw:rect><svg:desc>A wall</svg:desc></draw:rect>"), "T one\nF A wall\n");
    row("frame in hidden text", p("a" + span("Gone", frame("<draw:text-box>" + p("no") + "</draw:text-box>"))), "T a\n");
    row("text box in a heading", h("One" + frame("<draw:text-box>" + p("a") + "</draw:text-box>"), 1), "H1 One\nT a\n");
    row("formula in the text",
        p("a " +
          frame("<draw:object><math:math><math:semantics><math:msup><math:mi>x</math:mi><math:mn>2</math:mn></math:msup>"
                "<math:annotation>no</math:annotation></math:semantics></math:math></draw:object><svg:desc>no</svg:desc>") +
          " b"),
        "T a x^2 b\n");
    row("formula in a part of its own", p("a " + frame("<draw:object xlink:href='./Object 1'/><draw:image/>") + " b"), "T a (a+1)/2 b\n");
    row("chart in a part of its own", p("a" + frame("<draw:object xlink:href='./Object 2'/><svg:desc>A chart</svg:desc>")),
        "T a\nF A chart\n");
}

void OdtBodyTest::drawnThingsAreTold()
{
    paragraphsAreTold();
}

QTEST_GUILESS_MAIN(OdtBodyTest)
#include "odt_body_test.moc"
