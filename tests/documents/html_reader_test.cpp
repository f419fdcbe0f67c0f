// Numbers of clauses, ways through a site and superscripts of HTML pages.
#include "core/documents/html_reader.h"
#include "tests/documents/readings.h"

#include <QTest>

using namespace cairn;

class HtmlReaderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pagesAreRead_data();
    void pagesAreRead();
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

QTEST_APPLESS_MAIN(HtmlReaderTest)
#include "html_reader_test.moc"
