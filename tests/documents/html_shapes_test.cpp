// HTML pages: which paragraphs come out of each element, encodings, entities.
#include "core/documents/html/html_reader.h"
#include "tests/documents/shape_test.h"

using namespace cairn;
using test::readWith;
using test::repeated;

class HtmlShapesTest : public test::ShapeTest
{
    Q_OBJECT

private Q_SLOTS:
    void pagesAreRead_data();
    void pagesAreRead() { check(readHtml); }
    void encodingIsDeclared();
    void entitiesOfItsOwnAreRefused();
};

void HtmlShapesTest::pagesAreRead_data()
{
    columns();
    row("hidden", "<p>a</p><p hidden>b <b>c</b></p><div hidden=''>d<div>e</div>f</div><p>g</p>", "T a\nT g\n");
    row("hidden word", "<p>a <span style='color: red; Display : NONE !important'>b<i>c</i></span>d</p>", "T a d\n");
    row("invisible", "<p>a</p><div style=\"visibility:hidden\">b<p>c</p></div>d", "T a\nT d\n");
    row("seen within what is invisible", "<div style='visibility:hidden'>a<p style='visibility:visible'>b</p></div>c", "T b\nT c\n");
    row("hidden but given a display", "<p hidden style='display:block'>a</p><p style='display:none;display:block'>b</p>", "T a\nT b\n");
    row("hidden until found", "<p hidden=until-found>a</p>", "T a\n");
    row("words in the place of others", "<p>The tide rises <del>once</del><ins>twice</ins> a day, ne<ins>v</ins>er <del>x</del>y.</p>",
        "T The tide rises once twice a day, never xy.\n");
    row("buttons", "<h1>A <button>Copy</button></h1><p>b<button>c</button></p><h2><button>D</button></h2><li><button>e</button></li>f",
        "H1 A\nT b\nH2 D\nT f\n");
    row("numbers of lines",
        "<pre><span class=linenos>1</span>a = 1\n<span class=linenos>2</span>b</pre><table><tr><td class=linenos><pre>1\n2</pre></td>"
        "<td class=code><pre>c\nd</pre></td></table><span class=lineno-sep>e</span>",
        "C a = 1~b\nC c~d\nT e\n");
    row("notes of LibreOffice",
        "<p>a<a class=sdfootnoteanc href='#s'><sup>1</sup></a></p><p><a class=sdfootnotesym href='#t'>1</a>The note</p>"
        "<p><sup><a href='#r'>2</a></sup>Other</p><div title=footer><p>3</p></div>",
        "T a[1]\nT [1] The note\nT [2] Other\n");
    row("names of files as words", "<p>a<img alt='media/b.PNG'> <img alt='c.d'></p>", "T a c.d\n");
    row("aids of documentation",
        "<a class=skip-main href='#m'>a</a><div id=mdbook-help-container><h2>b</h2><div>c</div></div><details><summary class=hideme>d"
        "</summary><p>e <a class=skip href=f>g</a></details>",
        "T e g\n");
    row("ruby", "<p>a<ruby>b<rp>(</rp><rt>c</rt><rp>)</rp>d<rt>e</ruby>f</p><p>g</p>", "T abdf\nT g\n");
    row("ruby left open", "<p>a<ruby>b<rt>c<rb>d<rt>e<p>f</p>", "T abd\nT f\n");
    row("hidden page", "<html hidden><body style='display:none'><p>a</p>", "T a\n");
    row("hidden without an end", "<p hidden>a<p>b<p hidden>c<div>d</div><ul><li hidden>e<li>f</ul>g", "T b\nT d\nL1 - f\nT g\n");
    row("hidden within what ends", "<section><div hidden>a</section>b<p>c <span hidden>d</p>e", "T b\nT c\nT e\n");
    row("left over end tags", "<div hidden>a</b></p>b</div>c", "T c\n");
    row("hidden elements without contents", "a<br hidden>b<input hidden>c<img alt=d hidden>e", "T abce\n");
    row("hidden row and cell", "<table><tr hidden><td>a<td>b<tr><td>c<td style='display:none'>d<td>e</table>f", "R c | e\nT f\n");
    row("hidden script", "<script hidden>no</script><p>a</p>", "T a\n");
    row("hidden by a style sheet",
        "<style>/* .s{display:none} */ .x, p.y{color:red; display : none}.x.z{display:block}@media print{.s{display:none}}"
        "#i{DISPLAY:NONE!important}</style><p class='a x'>no</p>"
        "<p class=s>a<b class=y>b</b><i class='x'>no</i>c</p><p class=y>no</p><p id=i>no</p>d",
        "T abc\nT d\n");
    row("shown on a screen",
        "<style>.x{display:none}@media screen and (min-width: 9em){.m{display:block}}@media print{.x{display:block}}.o .v{display:inline}"
        ".v{display:none}.w::before{display:block}.w{display:none}</style><style media=print>.p{display:none}</style>"
        "<p class='x m'>a</p><p class=x style='display:block'>b</p><p class=v>c</p><p class=w>no</p><p class=p>d</p><p class=x>no</p>",
        "T a\nT b\nT c\nT d\n");
    row("the stronger rule",
        "<style>.x{display:none}.y{display:block}p.z{display:block}.z{display:none}</style><p class='x y'>a</p><p class='z'>b</p>"
        "<div class='z'>no</div>",
        "T a\nT b\n");
    row("shown by a script",
        "<style>.x,.y,#z{display:none}</style><p class=x>a</p><p class=y>no</p><p id=z>b</p><b onclick=\"show('z')\">c</b>"
        "<script>show(all('.x'))</script>",
        "T a\nT b\nT c\n");
    row("scripts of other files", "<style>.x{display:none}</style><script src=a.js></script><p class=x>a</p>", "T a\n");
    row("broken style sheet", "<style>.x{display:none;}@media{.y{'}</style><p class=x>no</p><p class=y>a</p>", "T a\n");
    row("formula drawn beside itself",
        "<p>a <span class=katex><span class=katex-mathml><math><mi>b</mi></math></span><span class=katex-html aria-hidden=true>"
        "<span>b</span></span></span> <i aria-hidden=true>c</i></p>",
        "T a b c\n");
    row("links of headings to themselves",
        "<h2>A<a class=headerlink href='#a'>\u00B6</a></h2><h3><a href='#b'>#</a>B <a href='#c'>C</a></h3>"
        "<dl><dt>d()<a href='#d'> &para;</a><dd>e</dl><p><a href='#f'>#</a> <a href='#g'>\u00A7</a>3</p>",
        "H2 A\nH3 B C\nL1 d()\nL1 e\nT # \u00A73\n");
    row("hidden deeply", ("<div hidden>" + repeated("<div>", 3000) + "a" + repeated("</div>", 3001) + "b").c_str(), "T b\n");
    row("headings and paragraphs", "<h1>A</h1><p>b<p>c</p>d<h2 class=x>E<br>f</h2>", "H1 A\nT b\nT c\nT d\nH2 E f\n");
    row("inline elements", "<p>a<b>b</b><i> c</i> <a href=x>d</a><span>e</span>f", "T ab c def\n");
    row("powers", "<p>10<sup>6</sup> m<sup>2</sup>, 1<sup>st</sup> and x<sup>n</sup> <sup> 3</sup>", "T 10^6 m^2, 1st and x^n 3\n");
    row("marks of notes",
        "<p>1847<sup><a href='#n2'>2</a></sup>, a<a href='n.html#n3'><sup>3</sup></a> b<a epub:type=noteref href='#n4'>4</a> "
        "c<sup id=r><a href='#n5'>[5]</a></sup> d<a role=doc-noteref href='#n6'><sup>*</sup></a> e<sup><a href='#n7'>see also there</a></sup>"
        "<p><sup>7</sup> f <a href='#g'>g 8</a><sup>9</sup>",
        "T 1847[2], a[3] b[4] c[5] d[*] esee also there\nT 7 f g 8^9\n");
    row("line breaks", "<p>a<br/>b<br>\n c", "T a~b~c\n");
    row("scripts, styles, comments", "a<script>var x='<p>no';</script><style>p{}</style><!-- no -->b<noscript>c</noscript>", "T ab\n");
    row("what only old browsers show", "a<video src=x>no video</video><audio>no <b>sound</b></audio>b", "T ab\n");
    row("head", "<html><head><title>T &amp; t</title><meta charset=utf-8></head><body>a</body></html>", "T a\n");
    row("lists", "<ul><li>a<li><p>b</p><ol start=4><li>c</li><li>d</ol></ul>e", "L1 - a\nL1 - b\nL2 4. c\nL2 5. d\nT e\n");
    row("terms", "<dl><dt>a</dt><dd>b</dd></dl>", "L1 a\nL1 b\n");
    row("terms of several meanings", "<dl><div><dt>a<dt>b<dd><p>c<p>d<dd>e</div><dt>f<dd>g<dl><dt>h<dd>i</dl>j<ol><li>k</ol></dl>l",
        "L1 a\nL1 b\nL1 c\nL1 d\nL1 e\nL1 f\nL1 g\nL2 h\nL2 i\nL1 j\nL2 1. k\nT l\n");
    row("table", "<table><caption>c</caption><tr><th>a</th><th>b</th></tr><tr><td><p>d</p></td><td>e<br>f</td></tr></table>g",
        "F c\nR a | b\nR d | e f\nT g\n");
    row("unclosed table", "<table><tr><td>a<td>b<tr><td>c<td>d</table>e", "R a | b\nR c | d\nT e\n");
    row("table in a table", "<table><tr><td>a<table><tr><td>b</td></tr></table>c</td><td>d</td></tr></table>", "R a\nR b\nR c | d\n");
    row("heading in a table", "<table><tr><td><h2>a</h2>b</td></tr></table>", "H2 a\nR b\n");
    row("preformatted", "<pre>\n a\n  b &lt;\n</pre>c", "C  a~  b <\nT c\n");
    row("quote", "<blockquote><p>a</p><p>b</p></blockquote>c", "Q a\nQ b\nT c\n");
    row("entities", "a&amp;b &nbsp; c&copy;d&shy;e &#x2014; &bogus; &lt", "T a&b c\xC2\xA9" "de \xE2\x80\x94 &bogus; <\n");
    row("pictures", "a <img src='file:///etc/passwd' alt='a &quot;cat&quot;'> b<img src=x>", "T a a \"cat\" b\n");
    row("figure", "<figure><img alt='x'><figcaption>y</figcaption></figure>", "T x\nF y\n");
    row("figures of several parts",
        "<figure><figcaption><p>a</p><p>b <b>c</b></p></figcaption><pre>d\n e</pre></figure><figure><table><tr><td>f</table>"
        "<figcaption>g</figcaption></figure>h",
        "F a\nF b c\nC d~ e\nR f\nF g\nT h\n");
    row("summary",
        "<details><summary>a <b>b</b></summary>c<p>d</details><details open><summary><h3>e</h3></summary><ul><li>f</ul></details>g",
        "T a b\nT c\nT d\nH3 e\nL1 - f\nT g\n");
    row("rule", "a<hr>b", "T a\nT b\n");
    row("stray end tags", "</div></p></table></li>a</td></h1>b", "T a\nT b\n");
    row("less-than signs", "a < b <3 </> c <", "T a < b <3 c <\n");
    row("cut tag", "a<p class='", "T a\n");
    row("title without end", "<title>a<p>b", "T a\nT b\n");
    row("xhtml",
        "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><head><script "
        "src='x'/></head><p>a<![CDATA[<b>&amp;]]></p><p/><p>c</p></html>",
        "T a<b>&amp;\nT c\n");
    row("menus",
        "<body>a<nav><ul><li><a href=x>b</a></ul></nav>c<div role=navigation>d<div>e</div></div><p>f<footer>g<ul><li><a href=y>h</a> | "
        "<li><a href=z>i</a></ul><ul><li><a href=w>j</a> k</ul><ol><li><a href=v>l</a></ol></footer>",
        "T a\nT c\nT f\nT g\nL1 - j k\nL1 1. l\n");
    row("footer of an article", "<article>a<footer><ul><li><a href=x>b</a></ul></footer></article>", "T a\nL1 - b\n");
    row("letters and chosen numbers", "<ol type=a><li>b<li value=5>c<li>d</ol><ol type=I start=4><li>e</ol>",
        "L1 a. b\nL1 e. c\nL1 f. d\nL1 IV. e\n");
    row("letters behind z", "<ol type=a start=26><li>b<li>c<li>d</ol><ol type=A start=52><li>e<li>f</ol>",
        "L1 z. b\nL1 aa. c\nL1 ab. d\nL1 AZ. e\nL1 BA. f\n");
    row("lists that count downward",
        "<ol reversed><li>a<ul><li>b</ul><li hidden>no<li>c<ol reversed type=i><li>d<li>e</ol><li>f</ol>"
        "<ol reversed start=1><li>g<li>h<li>i</ol><ol reversed><li value=9>j<li>k</ol><ol reversed><li>l",
        "L1 3. a\nL2 - b\nL1 2. c\nL2 ii. d\nL2 i. e\nL1 1. f\nL1 1. g\nL1 0. h\nL1 -1. i\nL1 9. j\nL1 8. k\nL1 1. l\n");
    row("numbers below one", "<ol start=-1><li>a<li>b<li>c</ol><ol type=a start=0><li>d<li>e</ol>",
        "L1 -1. a\nL1 0. b\nL1 1. c\nL1 0. d\nL1 a. e\n");
    row("a quotation", "<p>He said <q>no, <em>never</em></q>.</p>", "T He said \xE2\x80\x9Cno, never\xE2\x80\x9D.\n");
    row("contents of the document", "<p>a</p><nav role=doc-toc><ol><li><a href='#x'>b</a></ol></nav><nav epub:type=toc>c</nav>",
        "T a\nL1 1. b\nT c\n");
    row("page of contents", "<h1>A</h1><nav><ul><li><a href=x>the first of two chapters</a><li><a href=y>the second</a></ul></nav>",
        "H1 A\nL1 - the first of two chapters\nL1 - the second\n");
    row("nothing but a menu", "<nav><p>a</p></nav>", "T a\n");
    row("menu without an end", "<p>a</p><nav>b<p>c</p>", "T a\nT b\nT c\n");
    row("menu around the page", "<nav>a<main>b</main></nav>", "T a\nT b\n");
    row("mathematics", "<p>E <math><semantics><mi>m</mi><annotation encoding='application/x-tex'>m</annotation></semantics></math> f</p>",
        "T E m f\n");
    row("fractions", "<p>a <math> <mfrac> <mn>1</mn> <mrow><mi>x</mi><mo>&minus;</mo><mn>2</mn></mrow> </mfrac> </math> b</p>",
        "T a 1/(x\u22122) b\n");
    row("indices and powers",
        "<math><msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup><mo>+</mo><msup><mi>e</mi><mrow><mo>-</mo><mi>t</mi></mrow></msup>"
        "<mo>=</mo><munderover><mo>&sum;</mo><mi>k</mi><mi>n</mi></munderover><msqrt><mi>y</mi><mspace/></msqrt></math>",
        "T x_i^2+e^(-t)=\u2211_k^n\u221A(y)\n");
    row("what stands behind an index",
        "<math><munder><mo>&sum;</mo><mi>k</mi></munder><mrow><msub><mi>x</mi><mi>k</mi></msub></mrow><mi>y</mi>"
        "<msup><mi>r</mi><mn>2</mn></msup><mo>+</mo><msup><mi>e</mi><mrow><mo>-</mo><mi>t</mi></mrow></msup><mi>z</mi></math>",
        "T \u2211_k x_k yr^2+e^(-t)z\n");
    row("accents of formulas",
        "<math><mover><mi>y</mi><mo>^</mo></mover><mi>sin</mi><mo>+</mo><mover accent='true'><mi>x</mi><mo>&#xAF;</mo></mover><mo>=</mo>"
        "<mover><mo>\u2211</mo><mi>n</mi></mover><munder><mi>z</mi><mo>_</mo></munder></math>",
        "T \u0177 sin+x\u0304=\u2211^n z\n");
    row("mixed fraction and isotope",
        "<p>2<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> or <math><mn>3</mn><mfrac><mn>1</mn><mn>4</mn></mfrac></math> "
        "<math><mmultiscripts><mi>C</mi><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts><mmultiscripts><mi>R</mi><mi>i</mi><none/></"
        "mmultiscripts>"
        "</math></p>",
        "T 2 1/2 or 3 1/4 C_6^14 R_i\n");
    row("formula without an end", "<p>a <math><mfrac><mi>b</mi><mi>c</mi><p>d</math></p>", "T a b/c\nT d\n");
    row("formula ends twice", "<p><math><msup><mi>b</mi></math><mn>2</mn></msup></math> c</p>", "T b2 c\n");
    row("power with a sign", "<p>10<sup>-6</sup> Na<sup>+</sup> e<sup>&minus;2</sup></p>", "T 10^-6 Na^+ e^\u22122\n");
    row("cells over rows",
        "<table><tr><td rowspan=2>a<td>b<td rowspan=3>c<tr><td>d<tr><td>e<td>f<tr><td colspan=2 rowspan=2>g<td>h<tr><td>i</table>",
        "R a | b | c\nR | d\nR e | f\nR g |  | h\nR |  | i\n");
    row("cells over rows of tables in tables",
        "<table><tr><td rowspan=2>a<td><table><tr><td rowspan=9>b<td>c</table><tr><td>d</table>", "R a |\nR b | c\nR | d\n");
    row("notes by their class", "<p>a<a class='footnote-ref' href='#f'>1</a> <a class=noteref href='c.html'>2</a></p>", "T a[1] 2\n");
    row("signs that nobody sees", "<p>zero&#8203;width&#8239;a&#xFEFF;b</p><pre>a&nbsp;b</pre>", "T zerowidth ab\nC a\u00A0" "b\n");
    row("ticked items", "<ul><li><input type=checkbox checked> a<li><input type='checkbox'>b</ul><input type=checkbox>c",
        "L1 - [x] a\nL1 - [ ] b\nT c\n");
    row("alternative text as the caption",
        "<figure><img alt='a  b'><figcaption>a <i>b</i></figcaption></figure><p>c</p><table><caption>c</table>d",
        "F a b\nF c\nT d\n");
    row("special tokens stay text", "<p>a &lt;landmark&gt; b</p>", "T a <landmark> b\n");
}

void HtmlShapesTest::encodingIsDeclared()
{
    const std::string bytes = "<meta http-equiv=content-type content='text/html; charset=ISO-8859-1'><p>caf\xE9 &eacute;</p>";
    const auto text = readWith(readHtml, bytes);
    QCOMPARE(text->text, std::string("caf\xC3\xA9 \xC3\xA9"));
    QVERIFY(text->warnings.empty());   // declared, not guessed
    QCOMPARE(test::violation(*text, {bytes}), QString());
    const auto wide = readWith(readHtml, std::string("\xFF\xFE<\0p\0>\0h\0i\0", 12));
    QCOMPARE(wide->text, std::string("hi"));
}

void HtmlShapesTest::entitiesOfItsOwnAreRefused()
{
    const std::string bomb = "<!DOCTYPE html [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]><p>&b;</p>";
    for (const std::string& source : {bomb, "<?xml version='1.0'?>" + bomb}) {
        const auto text = readWith(readHtml, source);
        QVERIFY(!text);
        QCOMPARE(text.error().code, ErrorCode::Unsupported);
        QVERIFY(text.error().message.find("entities of its own") != std::string::npos);
    }
}

QTEST_APPLESS_MAIN(HtmlShapesTest)
#include "html_shapes_test.moc"
