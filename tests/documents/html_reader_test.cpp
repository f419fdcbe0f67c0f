// Numbers of clauses, ways through a site and superscripts of HTML pages.
#include "core/documents/html/html_reader.h"
#include "tests/documents/readings.h"

#include <QTest>

using namespace cairn;

class HtmlReaderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pagesAreRead_data();
    void pagesAreRead();
    void longCellsStayInTheirRow();
    void pagesLaidOutAsTablesHaveParagraphs();
    void mergedColumnsAreBounded();
    void whatWordKeepsBesideTheTextIsLeftOut();
    void paragraphsOfOneLineEachArePutTogether();
    void versesStayApart();
};

void HtmlReaderTest::pagesAreRead_data()
{
    QTest::addColumn<std::string>("source");
    QTest::addColumn<std::string>("shape");
    const auto row = [](const char* name, const char* source, const char* shape) {
        QTest::newRow(name) << std::string(source) << std::string(shape);
    };
    row("number beside its clause",
        "<div><span style='float:left'>2.1</span> <div>The tenant pays.</div></div><div>(b)<p>It stays.</p></div>",
        "T 2.1 The tenant pays.\nT (b) It stays.\n");
    row("words beside a block", "<div>Rent<div>is due.</div></div><div>12<p>months</p></div><div>(or so)<p>it says</p></div>",
        "T Rent\nT is due.\nT 12\nT months\nT (or so)\nT it says\n");
    row("clauses laid out as tables",
        "<table><tr><td>(a)</td><td><p>two copies;</p></td></tr><tr><td>(b)</td><td>kept <table><tr><td>(ii)<td>here.</table></table><p>c",
        "T (a) two copies;\nT (b) kept\nT (ii) here.\nT c\n");
    row("tables of data", "<table><tr><td>1<td>a<tr><td>2<td>b</table><table><tr><th>No.<th>c<tr><td>(a)<td>d</table>",
        "R 1 | a\nR 2 | b\nR No. | c\nR (a) | d\n");
    row("letters by style",
        "<ol style='list-style-type: lower-alpha'><li>a<li>b</ol><ol class='x upperroman'><li>c<li>d</ol>"
        "<ol class=arabic type=a><li>e</ol>",
        "L1 a. a\nL1 b. b\nL1 I. c\nL1 II. d\nL1 a. e\n");
    row("ways through a book",
        "<div class=navheader><table><tr><th>Chapter 2<tr><td>Prev<td>Next</table></div><p>Next: <a href=b rel=next>B</a>, Up: "
        "<a href=c rel=up>C</a> [<a href=d>Contents</a>]</p><p>text that is longer than all of these</p>"
        "<div class='menu main'><ul><li><a href=e>e</a></ul></div>",
        "T text that is longer than all of these\n");
    row("ways through a book in other languages",
        "<ul class='docnav top'><li>Das Buch<li><a href=a>Weiter</a></ul><p>Nächste: <a href=b rel=next>B</a>, Zurück: <a href=c rel=prev>C"
        "</a></p><p>text that is longer than all of these, and goes on for a while</p>",
        "T text that is longer than all of these, and goes on for a while\n");
    row("what only looks like them",
        "<div class=menu>Soup, then <a href=a>fish</a></div><p>See the <a rel=next href=b>next page</a>.<p>Next: <a href=c>the plan</a>"
        "<p><a href=d>link</a><div class=menu>f <nav><a href=e>e</a></nav></div>",
        "T Soup, then fish\nT See the next page.\nT Next: the plan\nT link\nT f\n");
    row("bold lines are headings",
        "<p>An offer<p><b>1. The <i>house</i></b><p>It stands.<p><strong>Rent</strong><p><b>What is due?</b><p>All <b>of it</b>."
        "<p>a<p>b<p>c",
        "T An offer\nH1 1. The house\nT It stands.\nH1 Rent\nH1 What is due?\nT All of it.\nT a\nT b\nT c\n");
    row("bold type of other words",
        "<p><b>Note:</b><p>a<p><b>It is due.</b><p>b<p><b>one</b><p><b>two</b><p><b>three</b><p>c<p><b>Rent</b> due<p>d<p><b>End</b>",
        "T Note:\nT a\nT It is due.\nT b\nT one\nT two\nT three\nT c\nT Rent due\nT d\nT End\n");
    row("bold lines below headings", "<h1>x</h1><p><b>Rent</b><p>a<p>b<p><b>End</b><p>c<p>d",
        "H1 x\nT Rent\nT a\nT b\nT End\nT c\nT d\n");
    row("lists, quotes and code in cells",
        "<table><tr><th>Plan<th>Parts<th>Price<tr><td>A<td><ul><li>mail<li>web</ul><td>10<tr><td>B<td>these:<ol><li>c</ol> d<td>20<tr><td>C"
        "<td><h4>Head</h4>text<td>30<tr><td>D<td><blockquote>e</blockquote><td>40<tr><td>E<td><pre>f  g</pre><td>50<tr><td>F<td><dl><dt>h"
        "<dd>i<dt>j<dd>k</dl><td>60<tr><td>G<td><table><tr><td>l<td>m<tr><td>n</table><td>70</table><ul><li>o</ul>",
        "R Plan | Parts | Price\nR A | - mail; - web | 10\nR B | these: 1. c; d | 20\nR C | Head; text | 30\nR D | e | 40\nR E | f g | 50\n"
        "R F | h; i; j; k | 60\nR G | l; m; n | 70\nL1 - o\n");
    row("lists in cells without a head", "<table><tr><td>A<td><ul><li>mail<li>web</ul><td>10<tr><td><h2>b</h2>c<td>d</table>"
        "<table><tr><td>e<td><h2>f</h2><p>g<p>h</table>",
        "R A | - mail; - web | 10\nR b; c | d\nR e |\nH2 f\nR g h\n");
    row("lines and paragraphs of a cell",
        "<table><tr><th>A<br>b<p>C<th>d<tr><td>Leeds<br>LS1 <p>UK</p><td>red<br/>\n and blue, <br>G.<p>H</table>",
        "R A b C | d\nR Leeds; LS1; UK | red and blue, G. H\n");
    row("cells that are alone in their row",
        "<table><tr><td colspan=2><h2>a</h2><p>b<ul><li>c</ul><tr><td>d<td>e<tr><td><td><p>f<p>g</table>"
        "<table><tr><td class=linenos>1<td><pre>h\ni</pre></table><table><tr><th>j<td><pre>k\nl</pre></table>",
        "H2 a\nR b\nL1 - c\nR d | e\nR | f g\nC h~i\nR j |\nC k~l\n");
    row("merged columns",
        "<table><tr><th>Year<th colspan=2>Sales<th colspan=2>Costs<tr><th><th>Q1<th>Q2<th>Q1<th>Q2<tr><td>2001<td colspan=2>n/a<td>5<td>6"
        "<tr><td colspan=5>all<tr><td>2002<td>1<td>2<td rowspan=2 colspan=2>none<tr><td>2003<td>3<td>4</table>",
        "R Year | Sales |  | Costs\nR | Q1 | Q2 | Q1 | Q2\nR 2001 | n/a |  | 5 | 6\nR all\nR 2002 | 1 | 2 | none\nR 2003 | 3 | 4\n");
    row("marks of printed pages",
        "<p>inter<span class='x pagenum'><a id=p6>[Pg 6]</a></span>national <span role=doc-pagebreak>7</span>fair<a class=pagenum title=8> "
        "</a>s</p><p class=pageno>9</p><div class=pagenum>A whole page of text that is no mark.</div><td class=pagenum>8</td>",
        "T international fairs\nT A whole page of text that is no mark.\nR 8\n");
    row("hidden formula before its picture",
        "<p>so <span style='display: none'><math alttext='{\\frac {a}{b}}'><mfrac><mi>a</mi><mi>b</mi></mfrac></math></span><img "
        "alt='{\\frac {a}{b}}'>. <img alt='{x}'><span style='display:none'>c</span></p>",
        "T so a/b. {x}\n");
    row("options, fallbacks",
        "<p>a<noscript><img alt=b></noscript><div><canvas/>c</div>d<select><option>e<option selected>f<option>g</select>"
        "<select><option>h</option><optgroup><option>i</select><select size=2><option>j<option>k</select>l",
        "T a\nT d\nT f\nT h\nT j\nT k\nT l\n");
    row("only for those without scripts", "<noscript><p>a</p></noscript><script>b</script>", "T a\n");
    row("words of drawings",
        "<p>a <svg><title>t</title><desc>b</desc><metadata/><defs><text>c</text></defs><text>20<tspan>01</tspan></text><text x=2>d"
        "<tspan x=3>e</tspan></text></svg> <text>f</text>g",
        "T a 2001 d e fg\n");
    row("words of pictures",
        "<p><img alt=First><img alt=Second><p>a<img alt=icon>b (<img alt=Fig>), <img alt=T>he <img alt=pixel width=1 height=1>c",
        "T First Second\nT a icon b (Fig), The c\n");
    row("contents of a page's own element",
        "<x-y><template shadowrootmode=open><p>a</p></template>b</x-y><template><p>c</p></template>d", "T a\nT bd\n");
    row("numbered list without numbers", "<ol style='list-style-type: none'><li>a<ol><li>b</ol></ol><ol><li>c</ol>",
        "L1 - a\nL2 1. b\nL1 1. c\n");
    row("powers of letters", "<p>2<sup>n</sup> a<sup>k+1</sup> e<sup>x</sup>, 1<sup>e</sup>, M<sup>me</sup>, 4<sup>th</sup> no<sup>o</sup>",
        "T 2^n a^k+1 e^x, 1e, Mme, 4th noo\n");
    row("powers by style",
        "<style>.up, span.top{font-size:70%;vertical-align: super} .on .it{vertical-align:super}</style><p>10<span class='a up'>6</span> "
        "m<span class=top>2</span> x<span style='vertical-align:super'><b>3</b></span> a<span class=it>4</span> b<span>5</span> 1<span "
        "class=up>st</span> c<span class=up><a href='#n'>7</a></span>",
        "T 10^6 m^2 x^3 a4 b5 1st c[7]\n");
}

void HtmlReaderTest::pagesAreRead()
{
    QFETCH(std::string, source);
    QFETCH(std::string, shape);
    const auto text = test::readWith(readHtml, source);
    QVERIFY2(text.has_value(), text ? "" : text.error().message.c_str());
    QCOMPARE(QString::fromStdString(test::shape(*text)), QString::fromStdString(shape));
    QCOMPARE(test::violation(*text, {source}), QString());
}

void HtmlReaderTest::longCellsStayInTheirRow()
{
    std::string words;
    for (int i = 0; i < 100; ++i)
        words += "The tenant pays. ";
    const std::string long1 = "<p>" + words + "</p>", long2 = "<p>" + words + "<p>End.</p>";
    const std::string source = "<table><tr><th>Duty<th>Text<th>Fee<tr><td>a<td>" + long1 + "<td>1<tr><td>b<td>" + long2 + "<td>2</table>";
    const auto text = test::readWith(readHtml, source);
    QVERIFY(text.has_value());
    QCOMPARE(text->paragraphs.size(), 3u);
    QVERIFY(test::paragraphAt(*text, 1).ends_with("pays. | 1"));
    QVERIFY(test::paragraphAt(*text, 2).ends_with("pays. End. | 2"));
    QCOMPARE(test::violation(*text, {source}), QString());
}

void HtmlReaderTest::pagesLaidOutAsTablesHaveParagraphs()
{
    std::string words;
    for (int i = 0; i < 50; ++i)
        words += "The tenant pays rent. ";
    const std::string source = "<table><tr><td>Menu<td><h1>Rent</h1><p>" + words + "<p>End.<ul><li>a</ul></table>";
    const auto text = test::readWith(readHtml, source);
    QVERIFY(text.has_value());
    QCOMPARE(text->outline.size(), 1u);
    QCOMPARE(text->paragraphs.back().kind, ParagraphKind::ListItem);
}

void HtmlReaderTest::mergedColumnsAreBounded()
{
    const std::string source = "<table><tr><td colspan=4000000000>a<td colspan=1000000>b<td>c<tr><td colspan=-3>d<td colspan=x>e</table>";
    const auto text = test::readWith(readHtml, source);
    QVERIFY(text.has_value());
    QCOMPARE(test::paragraphAt(*text, 0).size(), std::string("a | b | c").size() + std::size_t(99) * 3);
    QCOMPARE(test::paragraphAt(*text, 1), std::string("d | e"));
}

void HtmlReaderTest::whatWordKeepsBesideTheTextIsLeftOut()
{
    const std::string source =
        "<p class=MsoNormal>It is <span class=msoIns><ins>loud</ins></span><span class=msoDel><del>soft</del></span>.<span "
        "class=MsoCommentReference><span style='font-size:8.0pt'><a href='#_msocom_1'>[A1]</a></span></span> So it <del>was</del> "
        "stays.<o:p></o:p></p><div style='mso-element:comment-list'><p>Really?</p></div><div style='mso-element:header'>"
        "<p>Club</p></div><p>End.</p>";
    const auto text = test::readWith(readHtml, source);
    QVERIFY(text.has_value());
    QCOMPARE(test::shape(*text), std::string("T It is loud. So it was stays.\nT End.\n"));
    QCOMPARE(text->warnings, std::vector<std::string>{"1 comment in the margin was left out."});
}

// As converters of printed pages write them.
void HtmlReaderTest::paragraphsOfOneLineEachArePutTogether()
{
    const std::vector<std::string> lines = {
        "The keeper of the light went up the stairs each",
        "evening at six, and he counted them as he al-",
        "ways had. There were two hundred and ten, well-",
        "known to his feet, and a well-known creak was",
        "his in the middle of them, which he would pass",
        "without a thought about it.",
        "In winter the sea came up to the door and stood",
        "there like a guest that nobody had asked to be",
        "let in. He wrote it down in the book, with the",
        "height and the hour, and signed it below these",
        "lines with a pen that had been his father's, in",
        "ink that he had made himself."};
    std::string source = "<html><body><h1>The light</h1>";
    for (const std::string& line : lines)
        source += "<p class='c1'><i>" + line + "</i></p>\n";
    const auto text = test::readWith(readHtml, source + "<p class='c2'>End of it</p></body></html>");
    QVERIFY(text.has_value());
    QCOMPARE(text->paragraphs.size(), std::size_t(4));
    QCOMPARE(test::paragraphAt(*text, 1),
             std::string("The keeper of the light went up the stairs each evening at six, and he counted them as he always had. There were "
                         "two hundred and ten, well-known to his feet, and a well-known creak was his in the middle of them, which he "
                         "would pass without a thought about it."));
    QVERIFY(test::paragraphAt(*text, 2).starts_with("In winter") && test::paragraphAt(*text, 2).ends_with("made himself."));
    QCOMPARE(test::violation(*text, {source + "<p class='c2'>End of it</p></body></html>"}), QString());
}

void HtmlReaderTest::versesStayApart()
{
    std::string verses, list;
    for (int i = 0; i < 20; ++i) {
        verses += "<p>The keeper of the light went up the stairs</p><p>And there he saw the ships go to the sea,</p>";
        list += "<p>lamp of a house</p><p>rope and a bell for the tower, of which two are kept in the lower room</p>";
    }
    for (const std::string& source : {verses, list}) {
        const auto text = test::readWith(readHtml, source);
        QVERIFY(text.has_value());
        QCOMPARE(text->paragraphs.size(), std::size_t(40));
    }
}

QTEST_APPLESS_MAIN(HtmlReaderTest)
#include "html_reader_test.moc"
