// Markdown and reStructuredText: which paragraphs come out; of HTML too, that words point to their place in the source.
#include "core/documents/html/html_reader.h"
#include "core/documents/markup/markdown_reader.h"
#include "core/documents/markup/rst_reader.h"
#include "tests/documents/shape_test.h"

#include <QElapsedTimer>
#include <QTest>

using namespace cairn;
using test::readWith;
using test::repeated;

class MarkupReaderTest : public test::ShapeTest
{
    Q_OBJECT

private Q_SLOTS:
    void markdown_data();
    void markdown() { check(readMarkdown); }
    void restructuredText_data();
    void restructuredText() { check(readReStructuredText); }
    void metadataIsTaken();
    void wordsPointToTheirPlace();
    void notesAmongAnythingKeepTheMap();
    void hostileNotesAndListsTakeNoTime();
};

void MarkupReaderTest::markdown_data()
{
    columns();
    row("headings", "# One\n\nTwo\n===\n\n### Three ###\n", "H1 One\nH1 Two\nH3 Three\n");
    row("attributes of headings", "# A *b* {#c .d}\n\n## E {#f} ##\n\n### G {h}\n\ni {#j}\n", "H1 A b\nH2 E\nH3 G {h}\nT i {#j}\n");
    row("wrapped lines", "one\ntwo  three\n\nfour\\\nfive\n", "T one two three\nT four~five\n");
    row("emphasis, links, code", "*a* **b** [c](http://d) ![e](f.png) `g  h` ~~i~~ <http://j>\n", "T a b c e g h i http://j\n");
    row("lists", "- a\n- b\n  1. c\n  2. d\n\n5. e\n", "L1 - a\nL1 - b\nL2 1. c\nL2 2. d\nL1 5. e\n");
    row("labels that count on",
        "Of it:\na. b\n*c*\nb. d\n\n(i) e\n  (ii) f\n(iii) g\n\nI) h  \nII) j\n\n(1) k\n(2) l\n\n    a. m\n    b. n\n\n"
        "- o:\n  a. p\n  b. q\n",
        "T Of it:~a. b c~b. d\nT (i) e~(ii) f~(iii) g\nT I) h~II) j\nT (1) k~(2) l\nC a. m~b. n\nL1 - o:~a. p~b. q\n");
    row("what is no label",
        "By John\na. b\nc. d\n\nA. e\nC. f\n\n```\na. g\nb. h\n```\n\n| a. i | j |\n|---|---|\n| b. k | l |\n\nA. m (see\nb) n\n",
        "T By John a. b c. d\nT A. e C. f\nC a. g~b. h\nR a. i | j\nR b. k | l\nT A. m (see b) n\n");
    row("tasks", "- [ ] a\n- [x] b\n", "L1 - [ ] a\nL1 - [x] b\n");
    row("loose items", "- a\n\n  more\n\n- b\n", "L1 - a\nL1 more\nL1 - b\n");
    row("blocks in fences of colons",
        "a\n::: {.b #c}\nd\n:::\ne\n\n:::note A *title*\n- f\n\n:::: tip\ng\n::::\n:::\n\n:::warning[h]\ni\n:::\n",
        "T a\nT d\nT e\nT A title\nL1 - f\nT g\nT h\nT i\n");
    row("colons that fence nothing", ":::\n\na\n::: b\n", "T :::\nT a ::: b\n");
    row("quote", "> a\n> b\n>\n> c\n", "Q a b\nQ c\n");
    row("footnotes",
        "a[^1] *b*[^n_1], [^none] `[^1]`\n[^1]: Word\n[^n_1]:The note\ngoes *on*[^1]\n\n    and on\n\n    ```\n      c\n    ```\n\n"
        "    - d\n\n# e [^1]\n\n- f\n[^2]: http://g\n\n    h\n\ni\n\n    j\n",
        "T a[1] b[n_1], [^none] [^1]\nT [1] Word\nT [n_1] The note goes on[1]\nT and on\nC   c\nL1 - d\nH1 e [1]\nL1 - f\n"
        "T [2] http://g\nT h\nT i\nC j\n");
    row("footnotes in code",
        "```\n[^1]: a\n\n    b\n```\n\n1. ```\n   [^2]: c\n   ```\n\n<!--\n[^4]: e\n-->\n<div>f\n[^5]: g</div>\n\n"
        "[^6]:\n    h\n```\n    i\n```\n",
        "C [^1]: a~~    b\nC 1. [^2]: c\nT f\nT [5] g\nT [6] h\nC     i\n");
    row("definition list",
        "Term *a*\n: one\n  more\n:   two\n\n    three\n\n        code\n\nTerm b\n\n:   # four\n\n:   ```\n    five\n      six\n"
        "    ```\n\nrest\n",
        "T Term a\nT one more\nT two\nT three\nC code\nT Term b\nT # four\nC five~  six\nT rest\n");
    row("what is no definition", "a\nb\n: c\n\n- d\n: e\n\n| f |\n|---|\n| g |\n\n: h\n\nAt 5\n:i\n\n    j\n: k\n",
        "T a b : c\nL1 - d : e\nR f\nR g\nT : h\nT At 5 :i\nC j\nT : k\n");
    row("setext headings", "A\nb\n===\nC\n---\nd\n\n> F\n> ---\n", "H1 A b\nH2 C\nT d\nH2 F\n");
    row("lists with code", "1. a\n\n   ```\n   b\n     c\n   ```\n   - d\n\n         e\n2. f\n",
        "L1 1. a\nC b~  c\nL2 - d\nC e\nL1 2. f\n");
    row("pipes in cells", "a \\| b | `c \\| d`\n:--|--:\ne | f \\| g | h\n", "R a | b | c | d\nR e | f | g\n");
    row("tasks in lists", "1. [X] a\n   * [ ] b `c`\n   * [x]d\n", "L1 1. [x] a\nL2 - [ ] b c\nL2 - [x]d\n");
    row("fenced code", "```cpp\nint  a;\n\n\tb\n```\n", "C int  a;~~    b\n");
    row("indented code", "text\n\n    a\n      b\n", "T text\nC a~  b\n");
    row("table", "| a | b |\n|---|---|\n| c | *d* |\n| e |\n", "R a | b\nR c | d\nR e |\n");
    row("entities", "a &amp; b&nbsp;&copy;&nosuch; &#65;\n", "T a & b \xC2\xA9&nosuch; A\n");
    row("escapes", "\\*a\\* \\# b\n", "T *a* # b\n");
    row("html block", "<div>\n<p>a <b>b</b></p>\n<!-- no -->\n</div>\n\nc<br>d <i>e</i>\n", "T a b\nT c~d e\n");
    row("script", "<script>\nno();\n</script>\n\na\n", "T a\n");
    row("formulas",
        "of $a*b*c$ and $\\{x^*\\}$, $y^*$: $5 and $6\n\n$$\nx_1 \\\\\n*y* <b> &amp; z\n$$\n\n- $\\pi$ *is*\n",
        "T of $a*b*c$ and $\\{x^*\\}$, $y^*$: $5 and $6\nT $$ x_1 \\\\ *y* <b> &amp; z $$\nL1 - $\\pi$ is\n");
    row("money", "from $5 *each* to $6, $a_b *c* $d\n", "T from $5 each to $6, $a_b c $d\n");
    row("powers", "x<sup>2</sup> 10<sup>-6</sup> 4<sup>th</sup> <b>5</b>\n", "T x^2 10^-6 4th 5\n");
    row("rule", "a\n\n---\n\nb\n", "T a\nT b\n");
    row("front matter", "---\ntitle: \"A: b\"\ntags:\n  - c\n---\n# H\n", "H1 H\n");
    row("rule at the start", "---\n\nno matter\n", "T no matter\n");
    row("special tokens stay text", "a <landmark> b <|im_end|> c\n", "T a b <|im_end|> c\n");
    row("grid table",
        "+-----+-----+\n| a   | *b* |\n+=====+=====+\n| - c | d   |\n|     |     |\n| - e | f   |\n+-----+ g   |\n| h   |     |\n"
        "+-----+-----+\n\n: Title\n\n+-----+\n| i   |\n+--+--+\n| j| k|\n+--+--+\nl\n\n+ m\n+ n\n\n+---+\n\no\n",
        "R a | b\nR - c | d\nR - e | f\nR | g\nR h |\nT Title\nR i |\nR j | k\nT l\nL1 - m\nL1 - n\nT +---+\nT o\n");
    row("table by columns",
        "  Ship      Tons  Master\n  ------- ------ ---------\n  Kite       120  *Old* a|b\n  \xC3\x89t\xC3\xA9        7   c\n\n"
        "  : Title\n\nd\n",
        "R Ship | Tons | Master\nR Kite | 120 | Old a|b\nR \xC3\x89t\xC3\xA9 | 7 | c\nT Title\nT d\n");
    row("table by columns between rules",
        "  ------------------\n  Ship    What\n          it is\n  ------- ----------\n  Kite    a\n          boat\n\n  Auk     no\n"
        "  ------------------\n\n  ------- ----------\n  e       f\n  ------- ----------\n\ng\n\n--------\n\nh\n",
        "R Ship | What\nR | it is\nR Kite | a\nR | boat\nR Auk | no\nR e | f\nT g\nT h\n");
    row("block of lines", "a\n\n| The *lines*\n|   of a verse\n|\n| - come\n  back\n\n| b | c |\n\n| d\ne\n",
        "T a\nT The lines~of a verse~~- come back\nT | b | c |\nT d\nT e\n");
    row("fixed spaces and raised words", "10\\ km, Mr.\\ A, C:\\ x, mc^2^ 4^th^ ^a^ b^c d^ e^f^g 2^3^4\n",
        "T 10 km, Mr. A, C:\\ x, mc^2 4th ^a^ b^c d^ e^f^g 2^3^4\n");
    row("invalid UTF-8",
        "a\xFF"
        "b caf\xC3\xA9 \xC3\xA9 \xC3\xA9 \xC3\xA9 \xC3\xA9\n",
        "T a\xEF\xBF\xBD"
        "b caf\xC3\xA9 \xC3\xA9 \xC3\xA9 \xC3\xA9 \xC3\xA9\n");
}

void MarkupReaderTest::restructuredText_data()
{
    columns();
    row("headings", "=====\nTitle\n=====\n\nPart\n====\n\nSub\n---\n\nPart 2\n======\n", "H1 Title\nH2 Part\nH3 Sub\nH2 Part 2\n");
    row("inline markup", "*a* **b** ``c  d`` `e <http://f>`_ :ref:`g <h>` i_ `j k`__ |l| [1]_ m\\ n\n", "T a b c d e g i j k l [1] mn\n");
    row("roles", ":pep:`8` :class:`~a.b.C` :func:`!f` `x`:sup:\n", "T PEP 8 C f x\n");
    row("what is no markup", "2 * 3 * 4 __init__ a_b *open ``open x**2\n", "T 2 * 3 * 4 __init__ a_b *open ``open x**2\n");
    row("escapes", "\\*a\\* \\\xC3\xA9 b\\\nc\n", "T *a* \xC3\xA9 bc\n");
    row("link over two lines", "see `the\nlong way <http://a>`_ on\n", "T see the long way on\n");
    row("lists", "- a\n  b\n\n  c\n- d\n\n  * e\n\n1. f\n#. g\n(a) h\n", "L1 - a b\nL1 c\nL1 - d\nL2 - e\nL1 1. f\nL1 2. g\nL1 (a) h\n");
    row("literal block", "code::\n\n    a\n\n      b\n\nafter\n\n::\n\n  c\n", "T code:\nC a~~  b\nT after\nC c\n");
    row("definition list", "term\n  meaning of\n  it\nterm 2\n  other\n", "T term\nT meaning of it\nT term 2\nT other\n");
    row("quote", "a\n\n  b\n\nc\n", "T a\nQ b\nT c\n");
    row("field list", ":Author: Me\n:Date: now\n\na\n", "T Author: Me\nT Date: now\nT a\n");
    row("line block", "| a\n| *b*\n\nc\n", "T a~b\nT c\n");
    row("doctest", ">>> a\n1\n\nb\n", "C >>> a~1\nT b\n");
    row("comment and target", ".. a comment\n   more\n\n.. _target: http://x\n\n__ http://y\n\na\n", "T a\n");
    row("footnote", "a [1]_\n\n.. [1] the\n   note\n", "T a [1]\nT [1] the note\n");
    row("named footnote", "a [#b]_ x[#] [c]\n\n.. [#b] the\n   note\n", "T a [b] x[#] [c]\nT [b] the note\n");
    row("role with a target", ":pep:`the\nguide <7>`.\n", "T the guide.\n");
    row("code directive", ".. code-block:: python\n   :linenos:\n\n   a = 1\n     b\n\nc\n", "C a = 1~  b\nT c\n");
    row("admonition", ".. note:: first\n\n   second\n\nc\n", "T Note: first\nT second\nT c\n");
    row("admonition over lines", ".. note:: first\n   goes on\n   here\n\n   second\n\nc\n",
        "T Note: first goes on here\nT second\nT c\n");
    row("admonition before code", ".. tip:: type::\n\n      a b\n\n   then\n\nc\n", "T Tip: type:\nC a b\nT then\nT c\n");
    row("alternative text",
        ".. image:: x.png\n   :width: 20\n   :alt: two\n     rows\n\n.. figure:: y.png\n   :alt: a chart\n\n   Sales\n\n"
        ".. figure:: z.png\n   :alt: alone\n",
        "T two rows\nF Sales\nT alone\n");
    row("numbers to be counted", "#. one\n#. two\n\n   3. in\n   #. it\n\n#. three\n\nno\n\n(#) new\n",
        "L1 1. one\nL1 2. two\nL2 3. in\nL2 4. it\nL1 3. three\nT no\nL1 (1) new\n");
    row("left out", ".. toctree::\n   :maxdepth: 2\n\n   a\n   b\n\n.. image:: x.png\n\nc\n", "T c\n");
    row("figure", ".. figure:: x.png\n   :alt: no\n\n   The caption\n\nc\n", "F The caption\nT c\n");
    row("grid table", "+---+-----+\n| a | b   |\n+===+=====+\n| c | *d* |\n+---+-----+\n", "R a | b\nR c | d\n");
    row("cell over two columns", "+---+-----+\n| a | b   |\n+---+-----+\n| over both |\n+---+-----+\n", "R a | b\nR over both\n");
    row("cell over two lines", "+---+---+\n| a | b |\n|   +---+\n| c | d |\n| e +---+\n| f | g |\n+---+---+\n", "R a | b\nR c | d\nR e |\nR f | g\n");
    row("simple table with a wide cell", "=== ===\na   b\n=== ===\nlonger\n------- \n1   2\n=== ===\n", "R a | b\nR longer\nR 1 | 2\n");
    row("csv table",
        ".. csv-table:: T\n   :header: \"n\", v\n\n   \"a, b\", *c*\n   \"say \"\"d\"\"\", \"\"\n\ng\n",
        "F T\nR n | v\nR a, b | c\nR say \"d\" |\nT g\n");
    row("quoted cells of several lines", ".. csv-table::\n\n   \"a\n   *b*, \"\"c\"\"\", d\n   e, f\n\ng\n", "R a b, \"c\" | d\nR e | f\nT g\n");
    row("quotation marks without an end", ".. csv-table::\n\n   5\" disk, a\n   \"b, c\n   \"d, e\", f\n\ng\n",
        "R 5\" disk | a\nR b, c\nR d, e | f\nT g\n");
    row("option list",
        "-a  all\n-o FILE, --output=FILE  where it\n    goes\n--long-one\n    on its own line\n\n-1 is no option.\n--nor this\n",
        "L1 -a all\nL1 -o FILE, --output=FILE where it goes\nL1 --long-one on its own line\nT -1 is no option. --nor this\n");
    row("simple table", "=== ====\na   b c\n=== ====\n1   2\n\n3   4\n=== ====\n\nafter\n", "R a | b c\nR 1 | 2\nR 3 | 4\nT after\n");
    row("list table", ".. list-table:: T\n\n   * - a\n     - b\n   * - c\n     - d e\n       f\n\ng\n", "F T\nR a | b\nR c | d e f\nT g\n");
    row("transition", "a\n\n-----\n\nb\n", "T a\nT b\n");
    row("cell that goes on beside a rule",
        "+---+-----+\n| a | b   |\n+---+ c   +\n| d | e   |\n+---+-----+\n\n+---+---+---+\n| f     | g |\n+---+---+ h |\n"
        "| i | j |   |\n+---+---+---+\n", "R a | b\nR | c\nR d | e\nR f | g\nR |  | h\nR i | j |\n");
    row("substitutions",
        "|a|, |b  c|_ and |pic| |none| |long|\n\n.. |a| replace:: the *first*\n   words\n.. |b c| replace:: B\n"
        ".. |pic| image:: x.png\n   :width: 3\n   :alt: a kite\n.. |long| unicode:: U+00A9\n",
        "T the first words, B and a kite none long\n");
    row("notes that are counted",
        "a [#]_ b [2]_ c [#]_ d [#e]_\n\n.. [#] one\n.. [2] two\n.. [#] three\n.. [#e] four\n",
        "T a [1] b [2] c [3] d [e]\nT [1] one\nT [2] two\nT [3] three\nT [e] four\n");
    row("notes below their labels", "a [1]_\n\n.. [1]\n   one\n   more\n\n   two\n\n.. [no note\n   here\n\nb\n",
        "T a [1]\nT [1] one more\nT two\nT b\n");
    row("line that goes on", "| a `b\n  c <d>`_\n| e\n\nf\n", "T a b c~e\nT f\n");
    row("formula beside its name",
        "a\n\n.. math:: x = y\n\n.. math::\n\n   z\n\nm\\ :sup:`2` n\\ :sup:`th` :sub:`3`\n",
        "T a\nC x = y\nC z\nT m^2 nth 3\n");
    row("header of a PEP", "PEP: 8\nTitle: Style\nAuthor: A <a@b>,\n        B\n\na\n", "T PEP: 8~Title: Style~Author: A <a@b>,~B\nT a\n");
    row("links in the header of a PEP",
        "PEP: 8\nHistory: `9-Jan <https://a.b/t>`__,\n         `4-May <https://a.b/u>`__\nLike: 3.* *x*\n\na\n",
        "T PEP: 8~History: 9-Jan,~4-May~Like: 3.* *x*\nT a\n");
}

void MarkupReaderTest::metadataIsTaken()
{
    const auto markdown = readWith(readMarkdown, "---\ntitle: 'A b'\nauthor: C\n---\n# H\n");
    QCOMPARE(markdown->title, std::string("A b"));
    QCOMPARE(markdown->author, std::string("C"));
    for (const char* lines : {"---\nauthor: [A. B, \"C, D\"]\n---\n", "---\r\nauthor:\r\n  - A. B\r\n  - name: \"C, D\"\r\n---\r\n",
                              "+++\ntitle = 'E'\nauthors = ['A. B', 'C, D']\n[f]\ng = 1\n+++\n"}) {
        const auto several = readWith(readMarkdown, std::string(lines) + "text\n");
        QCOMPARE(several->author, std::string("A. B, C, D"));
        QCOMPARE(several->text, std::string("text"));
    }
    QCOMPARE(readWith(readMarkdown, "text\n", "n.md")->title, std::string("n.md"));
    QCOMPARE(readWith(readMarkdown, "# Title: X\n\n## Author: Y\n\n# Z\n")->title, std::string("X"));
    QCOMPARE(readWith(readHtml, "<title> T\n t </title><h1>H</h1>a")->title, std::string("T t"));
    const auto page = readWith(readHtml, "<meta charset=utf-8><meta content='Ann &amp; Bo' name=Author><p>a");
    QCOMPARE(page->author, std::string("Ann & Bo"));
    const auto pep = readWith(readReStructuredText, "PEP: 8\nTitle: Style\nAuthor: A <a@b>\n\nx\n");
    QCOMPARE(pep->title, std::string("Style"));
    QCOMPARE(pep->author, std::string("A"));
}

void MarkupReaderTest::wordsPointToTheirPlace()
{
    const std::string markdown = "---\ntitle: x\n---\n\n> - some *deep*\n>   words &amp; more\n";
    const auto one = readWith(readMarkdown, markdown);
    for (const char* words : {"deep", "words", "more"})
        QCOMPARE(test::sourceOf(*one, words), std::int64_t(markdown.find(words)));
    const std::string rst = "Head\n====\n\n* item with `link\n  text <url>`_ end\n\n=== ===\ncol two\n=== ===\n";
    const auto two = readWith(readReStructuredText, rst);
    for (const char* words : {"Head", "link", "text", "end", "col", "two"})
        QCOMPARE(test::sourceOf(*two, words), std::int64_t(rst.find(words)));
    const std::string html = "<html><title>x</title>\n<table><tr><td>one</td><td>&lt;two</td></tr></table><p>thr<b>ee</b></p>";
    const auto three = readWith(readHtml, html);
    for (const char* words : {"one", "two", "thr", "ee"})
        QCOMPARE(test::sourceOf(*three, words), std::int64_t(html.find(words)));
    QCOMPARE(test::sourceOf(*three, "<two"), std::int64_t(-1));   // an entity is no verbatim run
    const std::string formula = "<p>so <math><mfrac><mi>top</mi><mrow><mi>under</mi><mn>2</mn></mrow></mfrac></math> end";
    const auto four = readWith(readHtml, formula);
    for (const char* words : {"top", "under", "end"})
        QCOMPARE(test::sourceOf(*four, words), std::int64_t(formula.find(words)));
    const std::string notes = "---\ntitle: x\n---\nsaid[^no-te] `co\nde`\n[^no-te]: The *note* &amp; so\n\n    second\n\n\tthird\n\n"
                              "Term\n: meaning\n";
    const auto six = readWith(readMarkdown, notes);
    for (const char* words : {"said", "The", "note", "so", "second", "third", "Term", "meaning", "no-te", "co", "de"})
        QCOMPARE(test::sourceOf(*six, words), std::int64_t(notes.find(words)));
    QCOMPARE(test::violation(*six, {notes}), QString());
    const std::string tex = "a *b* $\\alpha*x$ and\n\n$$\nbeta^*\n$$\n";
    const auto five = readWith(readMarkdown, tex);
    for (const char* words : {"$\\alpha*x$", "and", "beta^*"})
        QCOMPARE(test::sourceOf(*five, words), std::int64_t(tex.find(words)));
}

void MarkupReaderTest::notesAmongAnythingKeepTheMap()
{
    const std::vector<std::string> pieces = {
        "[^1]", "[^1]:", "[^a*]: ", "\n",      "\n\n",  "    ", "\t", ": ",     "word",  " ", "```", "`", "~~~\n", "- ",
        "1. ", "> ",
        "<!--", "-->",   "<div>",   "\\",      "&amp;", "# ",   "---\n", "\r\n", "$x^2$", "*", "[",   "]", "(u)",   "\xC3\xA9", "\xFF",
        "<sup>", "|",    "{#i}",    "| a | b |\n|---|---|\n"};
    std::uint32_t random = 1;
    for (int round = 0; round < 3000; ++round) {
        std::string source = "x [^1]\n\n[^1]: y\n";
        for (int i = 0; i < 40; ++i) {
            random = random * 1664525u + 1013904223u;
            source += pieces[(random >> 16) % pieces.size()];
        }
        const auto text = readWith(readMarkdown, source);
        QVERIFY2(text.has_value(), source.c_str());
        QVERIFY2(test::violation(*text, {source}).isEmpty(), source.c_str());
    }
}

void MarkupReaderTest::hostileNotesAndListsTakeNoTime()
{
    QElapsedTimer timer;
    timer.start();
    QVERIFY(readWith(readMarkdown, "[^1]: a\n" + repeated("[^", 500'000) + "1]"));
    QVERIFY(readWith(readMarkdown, repeated("[^1]: a\n", 100'000)));
    QVERIFY(readWith(readMarkdown, repeated("a\n: b\n\n", 100'000)));
    for (const char* table : {"+---+\n| a |\n", "--------\na\n--- ---\nb\n\n", "--- ---\na b\n\n", "| a\n", "+---+---+ a +---+", "^a^\\ b"})
        QVERIFY(readWith(readMarkdown, repeated(table, 100'000)));
    const std::string words = ".. |a| replace:: " + std::string(4000, 'b') + "\n\n" + repeated("|a| [#]_ ", 100'000);
    const auto text = readWith(readReStructuredText, words + "\n\n" + repeated(".. |c|\n", 100'000) + repeated("+---+\n", 100'000));
    QVERIFY(text);
    QVERIFY(text->text.size() < 20'000'000);
    QVERIFY(readWith(readHtml, repeated("<table><td><ol reversed><li>a</table>", 50'000)));
    QVERIFY(readWith(readHtml, repeated("<ol reversed><li>a", 100'000)));
    QVERIFY(readWith(readHtml, repeated("<a href='#b'>&amp;", 200'000)));
    QVERIFY2(timer.elapsed() < 20'000 * test::kSlowness, qPrintable(QString::number(timer.elapsed())));
}

QTEST_APPLESS_MAIN(MarkupReaderTest)
#include "markup_reader_test.moc"
