// Lines to paragraphs, on pages made up here: no PDF, no font.
#include "core/documents/pdf/pdf_layout.h"
#include "tests/documents/map_check.h"
#include "tests/documents/page_builder.h"

#include <QTest>

using namespace cairn;
using namespace cairn::test;

namespace
{

std::vector<QString> textsOf(const PdfSource& source)
{
    std::vector<QString> texts;
    for (const PdfPage& page : source.pages)
        texts.push_back(page.text);
    return texts;
}

} // namespace

class PdfLayoutTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void linesOfAParagraphAreJoinedBySpaces();
    void dividedWordsAreJoinedOrKeepTheirHyphen_data();
    void dividedWordsAreJoinedOrKeepTheirHyphen();
    void ligaturesAndAccentsBecomeLettersWithRuns();
    void headersFootersAndNumbersAreLeftOut();
    void repeatedWordsInTheMiddleStay();
    void aShortDocumentKeepsItsEdges();
    void aTitleOverSeveralLinesIsOneParagraph();
    void aLineOfATitleWithoutHighLettersIsOneOfIt();
    void identicalPagesKeepTheirWords();
    void paragraphGoesOnOverThePageAndEveryCharacterKeepsItsPage();
    void emptyPagesBelongToNobodysText();
    void bookmarksBecomeHeadingsAndOutline();
    void aBookmarkMayPointToThePageBeforeItsHeading();
    void superscriptsDontBreakTheLine();
    void rowsOfATableStayRows();
    void rowsOfCellsStayRows();
    void linesOfCodeStayLines();
    void addressesGoOnWithoutASpace_data();
    void addressesGoOnWithoutASpace();
    void numberedItemsAreParagraphs();
    void rowsOfATableOfContentsStayRows();
    void strokesOverRelationsAreTakenWithThem();
    void strangeCharactersNeverBreakTheMap_data();
    void strangeCharactersNeverBreakTheMap();
};

void PdfLayoutTest::linesOfAParagraphAreJoinedBySpaces()
{
    PageBuilder builder(QStringLiteral("1"));
    builder.lines({kFull, kNext, QStringLiteral("and ends here.")}).lines({kFull, kNext}, kTop + 3 * kAdvance + 12);
    const PdfSource source = sourceOf({builder.page()});
    const CanonicalText text = layOutPdf(source);
    QCOMPARE(test::mapViolation(text, textsOf(source)), QString());
    QCOMPARE(text.paragraphs.size(), std::size_t(2));
    QCOMPARE(paragraphText(text, 0), (kFull + QStringLiteral(" ") + kNext + QStringLiteral(" and ends here.")).toStdString());
    QCOMPARE(text.text.substr(text.paragraphs[0].text.end, 2), std::string("\n\n"));
}

void PdfLayoutTest::dividedWordsAreJoinedOrKeepTheirHyphen_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("elsewhere");
    QTest::addColumn<QString>("expected");
    QTest::newRow("divided") << QStringLiteral("our ratio\uFFFE") << QStringLiteral("nale for this") << QString()
                             << QStringLiteral("our rationale for this");
    QTest::newRow("before a capital") << QStringLiteral("each RISC\uFFFE") << QStringLiteral("V hart") << QString()
                                      << QStringLiteral("each RISC-V hart");
    QTest::newRow("compound elsewhere") << QStringLiteral("make non\uFFFE") << QStringLiteral("reversible payments")
                                        << QStringLiteral("some non-reversible ones") << QStringLiteral("make non-reversible payments");
    QTest::newRow("long compound") << QStringLiteral("a proof\uFFFE") << QStringLiteral("of-work system")
                                   << QStringLiteral("the proof-of-work is") << QStringLiteral("a proof-of-work system");
    QTest::newRow("joined elsewhere") << QStringLiteral("some soft\uFFFE") << QStringLiteral("ware here")
                                      << QStringLiteral("soft ware software") << QStringLiteral("some software here");
    QTest::newRow("plain hyphen") << QStringLiteral("our ratio-") << QStringLiteral("nale for this") << QString()
                                  << QStringLiteral("our rationale for this");
    QTest::newRow("number") << QStringLiteral("pages 12\uFFFE") << QStringLiteral("14 say") << QString()
                            << QStringLiteral("pages 12-14 say");
    const auto row = [](const char* name, QStringView before, QStringView after, QStringView elsewhere, QStringView expected) {
        QTest::newRow(name) << before.toString() + QChar(0xFFFE) << after.toString() << elsewhere.toString() << expected.toString();
    };
    row("first half of compounds", u"into long", u"term memory", u"this term", u"into long-term memory");
    row("second half of compounds", u"a community", u"driven system", u"", u"a community-driven system");
    row("two words of the document", u"the packed", u"instruction here", u"a packed instruction", u"the packed-instruction here");
    row("no word behind", u"a state", u"ment here", u"the state of it", u"a statement here");
    row("another form of the word", u"it high", u"lights them", u"a high light highlighted", u"it highlights them");
    row("another form of the compound", u"it zero", u"extends it", u"a zero-extended one", u"it zero-extends it");
    row("ending that is a word", u"the member", u"ship of it", u"a member on a ship", u"the membership of it");
    row("beginning that is a word", u"they under", u"lie it all", u"a lie under it", u"they underlie it all");
    row("letter", u"each x", u"value here", u"", u"each x-value here");
    row("acronym", u"the VLIW", u"accelerated one", u"", u"the VLIW-accelerated one");
    row("in capitals", u"the OCTET SE", u"QUENCE here", u"a sequence", u"the OCTET SEQUENCE here");
    row("name in capitals", u"of the HP", u"GL kind", u"", u"of the HP-GL kind");
    row("chain", u"an out-of", u"order one", u"the order of it", u"an out-of-order one");
    row("suspended", u"both short", u"and long-term", u"", u"both short- and long-term");
    row("conjunction in a chain", u"some rock", u"and-roll here", u"a rock and roll", u"some rock-and-roll here");
    row("German compound", u"eine Daten", u"bank hier", u"und die Bank und die Daten", u"eine Datenbank hier");
    row("German verb", u"sie aus", u"machen und", u"und machen und aus und ist", u"sie ausmachen und");
    row("compound of short words", u"by set", u"off of it", u"no set-off here", u"by set-off of it");
    row("name with capitals inside", u"on Free", u"BSD here", u"a FreeBSD one", u"on FreeBSD here");
    row("capital behind a compound", u"ein Haus", u"Boot hier", u"Hausboot und", u"ein Haus-Boot hier");
    row("foreign compound in German", u"ein low", u"level Zugriff", u"und ist und", u"ein low-level Zugriff");
    row("chain in German", u"das ttf-fonts", u"tool hier", u"und ist fonts tool und", u"das ttf-fonts-tool hier");
    QTest::newRow("slash") << QStringLiteral("auf GNU/-") << QStringLiteral("Linux hier") << QString()
                           << QStringLiteral("auf GNU/Linux hier");
    QTest::newRow("quotation") << QStringLiteral("die \u00BBTesting\u00AB-") << QStringLiteral("Ausgabe hier") << QString()
                               << QStringLiteral("die \u00BBTesting\u00AB-Ausgabe hier");
    QTest::newRow("quotation suspended") << QStringLiteral("die \u00BBTesting\u00AB-") << QStringLiteral("und die Ausgabe") << QString()
                                         << QStringLiteral("die \u00BBTesting\u00AB- und die Ausgabe");
    row("German suspended", u"die Ein", u"und Ausgabe", u"", u"die Ein- und Ausgabe");
}

void PdfLayoutTest::dividedWordsAreJoinedOrKeepTheirHyphen()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(QString, elsewhere);
    QFETCH(QString, expected);
    const QString filler = QStringLiteral("Words that fill the line up to its very end and a bit more, then comes ");
    PageBuilder builder(QStringLiteral("1"));
    builder.lines(
        {filler + elsewhere, filler + before, after + QStringLiteral(" and so on until it is full again, as it was before, and more")});
    const PdfSource source = sourceOf({builder.page()});
    const CanonicalText text = layOutPdf(source);
    QCOMPARE(test::mapViolation(text, textsOf(source)), QString());
    QVERIFY2(text.text.find(expected.toStdString()) != std::string::npos, text.text.c_str());
}

void PdfLayoutTest::ligaturesAndAccentsBecomeLettersWithRuns()
{
    PageBuilder builder(QStringLiteral("1"));
    builder.lines({QStringLiteral("The of\uFB01ce of Mr. Asanovi\u00B4c \uFB03 and \U0001F600 na\u00EFve e\u2011mail fu\u0308r")});
    const PdfSource source = sourceOf({builder.page()});
    const CanonicalText text = layOutPdf(source);
    QCOMPARE(text.text, QStringLiteral("The office of Mr. Asanovi\u0107 ffi and \U0001F600 na\u00EFve e-mail f\u00FCr").toStdString());
    QCOMPARE(test::mapViolation(text, textsOf(source)), QString());
    QCOMPARE(test::droppedCharacters(text, textsOf(source)), QString()); // nothing lost
    int standing = 0;
    for (const PositionRun& run : text.runs)
        standing += run.verbatim ? 0 : 1;
    QCOMPARE(standing, 5);
}

void PdfLayoutTest::headersFootersAndNumbersAreLeftOut()
{
    std::vector<PdfPage> pages;
    for (int i = 0; i < 8; ++i) {
        const QString number = QString::number(i + 3);
        PageBuilder builder(number);
        builder.line(i % 2 ? number + QStringLiteral(" The Book") : QStringLiteral("The Book ") + number, 40);
        const QString own(3 + i, QChar(u'a' + i)); // no two pages alike
        builder.lines({QStringLiteral("Words of %1 %2 stand here, in a line of some length, to be kept").arg(own).arg(i), own + kNext});
        builder.line(QStringLiteral("Draft of 3 May, page %1").arg(i), 760);
        builder.line(number, 775, 300);
        pages.push_back(builder.page());
    }
    const PdfSource source = sourceOf(pages);
    const CanonicalText text = layOutPdf(source);
    QCOMPARE(test::mapViolation(text, textsOf(source)), QString());
    QCOMPARE(text.text.find("The Book"), std::string::npos);
    QCOMPARE(text.text.find("Draft"), std::string::npos);
    for (int i = 0; i < 8; ++i)
        QVERIFY(text.text.find(std::to_string(i) + " stand here") != std::string::npos);
}

void PdfLayoutTest::repeatedWordsInTheMiddleStay()
{
    std::vector<PdfPage> pages;
    for (int i = 0; i < 6; ++i)
        pages.push_back(
            PageBuilder(QString::number(i + 1)).lines({QStringLiteral("Chorus, sung again in the middle of the page"), kNext}, 350).page());
    const CanonicalText text = layOutPdf(sourceOf(pages));
    std::size_t count = 0;
    for (std::size_t at = text.text.find("Chorus"); at != std::string::npos; at = text.text.find("Chorus", at + 1))
        ++count;
    QCOMPARE(count, std::size_t(6));
}

void PdfLayoutTest::aShortDocumentKeepsItsEdges()
{
    std::vector<PdfPage> pages;
    for (int i = 0; i < 2; ++i)
        pages.push_back(PageBuilder(QString::number(i + 1)).line(QStringLiteral("Letter"), 40).lines({kFull, kNext}).page());
    QVERIFY(layOutPdf(sourceOf(pages)).text.find("Letter") != std::string::npos);
    const auto textWith = [](const QString& last, double y) {
        const PdfPage page = PageBuilder(QStringLiteral("1")).lines({kFull, kNext}).line(last, y).page();
        return QString::fromStdString(layOutPdf(sourceOf({page})).text);
    };
    QCOMPARE(textWith(QStringLiteral("1"), 740), kFull + QStringLiteral(" ") + kNext);   // its own number
    QVERIFY(textWith(QStringLiteral("2"), 740).endsWith(QStringLiteral("2")));
    QVERIFY(textWith(QStringLiteral("1"), kTop + 2 * kAdvance).endsWith(QStringLiteral("1")));
}

// In type of twice the size its lines are twice as far apart; the line of authors below is none of them.
void PdfLayoutTest::aTitleOverSeveralLinesIsOneParagraph()
{
    PageBuilder page(QStringLiteral("1"));
    page.line(QStringLiteral("Counting the Cairns"), 40, kLeft, 2).line(QStringLiteral("of Nine Moors"), 40 + 2 * kAdvance, kLeft, 2);
    page.line(QStringLiteral("A. Walker, B. Rambler"), 100).lines({kFull, kNext, kFull, kNext}, 140);
    const CanonicalText text = layOutPdf(sourceOf({page.page()}));
    QCOMPARE(paragraphText(text, 0), std::string("Counting the Cairns\nof Nine Moors"));
    QCOMPARE(paragraphText(text, 1), std::string("A. Walker, B. Rambler"));
}

// The box of a line without letters that reach up or down is lower than its type; lines of a title may stand half as far apart again.
void PdfLayoutTest::aLineOfATitleWithoutHighLettersIsOneOfIt()
{
    PageBuilder page(QStringLiteral("1"));
    page.line(QStringLiteral("Counting the Cairns of Moors"), 40, kLeft, 1.7).line(QStringLiteral("on a course, in summer, near us"), 67, kLeft, 1.3);
    page.line(QStringLiteral("A. Walker, B. Rambler"), 100, kLeft, 1.25).lines({kFull, kNext, kFull, kNext}, 140);
    const CanonicalText text = layOutPdf(sourceOf({page.page()}));
    QCOMPARE(paragraphText(text, 0), std::string("Counting the Cairns of Moors\non a course, in summer, near us"));
    QCOMPARE(paragraphText(text, 1), std::string("A. Walker, B. Rambler"));
}

void PdfLayoutTest::identicalPagesKeepTheirWords()
{
    std::vector<PdfPage> pages(5, PageBuilder(QStringLiteral("1")).line(QStringLiteral("Keep calm and carry on"), 40).page());
    const PdfSource source = sourceOf(pages);
    QCOMPARE(test::droppedCharacters(layOutPdf(source), textsOf(source)), QString());
}

void PdfLayoutTest::paragraphGoesOnOverThePageAndEveryCharacterKeepsItsPage()
{
    const PdfSource source = sourceOf({PageBuilder(QStringLiteral("i")).lines({kFull, kFull}).page(),
                                       PageBuilder(QStringLiteral("ii")).lines({kNext, QStringLiteral("and ends.")}).page()});
    const CanonicalText text = layOutPdf(source);
    QCOMPARE(test::mapViolation(text, textsOf(source)), QString());
    QCOMPARE(text.paragraphs.size(), std::size_t(1));
    QCOMPARE(text.text.substr(text.units[1].text.begin, 8), std::string("the next"));
    QCOMPARE(text.units[0].text.end, text.units[1].text.begin);
    QCOMPARE(text.units[1].label, std::string("ii"));
}

void PdfLayoutTest::emptyPagesBelongToNobodysText()
{
    const PdfPage empty = PageBuilder(QStringLiteral("e")).page();
    const PdfPage full = PageBuilder(QStringLiteral("f")).lines({kFull}).page();
    const PdfSource source = sourceOf({empty, full, empty, empty, full, empty});
    const CanonicalText text = layOutPdf(source);
    QCOMPARE(test::mapViolation(text, textsOf(source)), QString());
    QCOMPARE(text.units[0].text.size(), std::uint64_t(0));
    QCOMPARE(text.units[1].text.size(), std::uint64_t(kFull.size() + 2)); // with the blank line behind it
    QCOMPARE(text.units[2].text.size(), std::uint64_t(0));
    QCOMPARE(text.units[4].text.size(), std::uint64_t(kFull.size()));
    QCOMPARE(text.units[5].text.size(), std::uint64_t(0));
}

void PdfLayoutTest::bookmarksBecomeHeadingsAndOutline()
{
    PageBuilder builder(QStringLiteral("1"));
    builder.line(QStringLiteral("1. Introduction"), 100)
        .line(kFull, 120)
        .line(kNext, 133.5)
        .line(QStringLiteral("1.1 Why and \u201CHow\u201D"), 160);
    builder.line(kFull, 180);
    PdfSource source = sourceOf({builder.page()});
    source.bookmarks = {{QStringLiteral("Introduction"), 0, 0, 95},
                        {QStringLiteral("Why and ``How''"), 1, 0, 155},
                        {QStringLiteral("Not printed"), 1, 0, 170}};
    const CanonicalText text = layOutPdf(source);
    QCOMPARE(test::mapViolation(text, textsOf(source)), QString());
    QCOMPARE(text.paragraphs.size(), std::size_t(4));
    QCOMPARE(text.paragraphs[0].kind, ParagraphKind::Heading);
    QCOMPARE(int(text.paragraphs[2].level), 2);
    QCOMPARE(text.outline.size(), std::size_t(3));
    QCOMPARE(text.outline[1].begin, text.paragraphs[2].text.begin);
    QCOMPARE(text.outline[2].begin, text.paragraphs[3].text.begin);
    QCOMPARE(text.outline[1].text, std::string("Why and \u201CHow\u201D"));   // not as TeX has it typed
}

void PdfLayoutTest::aBookmarkMayPointToThePageBeforeItsHeading()
{
    PdfSource source = sourceOf({PageBuilder(QStringLiteral("1")).lines({kFull, kNext}).page(),
                                 PageBuilder(QStringLiteral("2")).line(QStringLiteral("References"), 100).line(kFull, 140).page()});
    source.bookmarks = {{QStringLiteral("References"), 0, 0, 700}};
    const CanonicalText text = layOutPdf(source);
    QCOMPARE(test::mapViolation(text, textsOf(source)), QString());
    QCOMPARE(text.outline.size(), std::size_t(1));
    QCOMPARE(text.outline[0].begin, std::uint64_t(text.text.find("References")));
    QVERIFY(text.outline[0].begin >= text.units[1].text.begin);
}

void PdfLayoutTest::superscriptsDontBreakTheLine()
{
    PdfPage page = PageBuilder(QStringLiteral("1")).lines({kFull}).page();
    page.text += QStringLiteral("\r\nregister rd\u2032\r\n, then writes the result of the operation to memory at once");
    page.boxes.push_back(QRectF(kLeft, kTop + kAdvance, 68, kHeight));
    page.boxes.push_back(QRectF(kLeft + 69, kTop + kAdvance, 320, kHeight));
    const PdfSource source = sourceOf({page});
    const CanonicalText text = layOutPdf(source);
    QVERIFY2(text.text.find("rd\u2032, then writes") != std::string::npos, text.text.c_str());
}

void PdfLayoutTest::rowsOfATableStayRows()
{
    PageBuilder builder(QStringLiteral("1"));
    builder.lines({kFull, kNext}).lines({QStringLiteral("RV32I 2.0 Y"), QStringLiteral("RV32E 1.9 N"), QStringLiteral("RV64I 2.0 Y")}, 300);
    const CanonicalText text = layOutPdf(sourceOf({builder.page()}));
    QVERIFY2(text.text.find("RV32I 2.0 Y\nRV32E 1.9 N\nRV64I 2.0 Y") != std::string::npos, text.text.c_str());
}

// Chapters without a leader among sections that have one; a title over two lines has its number at the end.
// Rows that are as long as each other; words of a line have their boxes, too.
void PdfLayoutTest::rowsOfCellsStayRows()
{
    PageBuilder builder(QStringLiteral("1"));
    const QStringList rows[] = {{QStringLiteral("Atomics"), QStringLiteral("2.0"), QStringLiteral("Yes")},
                                {QStringLiteral("Doubles"), QStringLiteral("2.1"), QStringLiteral("Yes")},
                                {QStringLiteral("Vectors"), QStringLiteral("0.2"), QStringLiteral("Not")}};
    double y = kTop;
    for (const QStringList& row : rows)
        builder.row(row, y, 2 * kLeft), y += kAdvance;
    builder.lines({kFull, kNext}, y + 3 * kAdvance);
    const CanonicalText text = layOutPdf(sourceOf({builder.page()}));
    QCOMPARE(paragraphText(text, 0), std::string("Atomics 2.0 Yes\nDoubles 2.1 Yes\nVectors 0.2 Not"));
    QCOMPARE(paragraphText(text, 1), (kFull + QStringLiteral(" ") + kNext).toStdString());
}

void PdfLayoutTest::linesOfCodeStayLines()
{
    const QStringList code = {QStringLiteral("double sumOfAllOfTheProbabilitiesUpToTheLastOne(double first, int number)"),
                              QStringLiteral("{"),
                              QStringLiteral("double sum = first * aRatherLongNameOfAFunction(number, first / number);"),
                              QStringLiteral("sum -= anotherRatherLongNameOfAFunction(number, first / (sum - first));"),
                              QStringLiteral("}")};
    const QStringList words = {QStringLiteral("One may call f(x), g(x) and many more of them on the same day in May (x = 1);"),
                               QStringLiteral("the other one is called by nobody, as all of us have known for years; so it")};
    PageBuilder builder(QStringLiteral("1"));
    builder.lines(code, 100).lines(words, 300);
    PdfPage page = builder.page();
    const std::string lines = code.join(QLatin1Char('\n')).toStdString(), sentence = words.join(QLatin1Char(' ')).toStdString();
    for (int i = 0; i < 2; ++i) {
        const CanonicalText text = layOutPdf(sourceOf({page}));
        QVERIFY2(text.text.find(lines) != std::string::npos && text.text.find(sentence) != std::string::npos, text.text.c_str());
        page.boxes.clear();   // as where places are unknown
    }
}

void PdfLayoutTest::addressesGoOnWithoutASpace_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* before, const char* after, const char* expected) {
        QTest::newRow(name) << QString::fromLatin1(before) << QString::fromLatin1(after) << QString::fromLatin1(expected);
    };
    row("behind a slash", "https://doi.org/10.5281/", "zenodo.1234567 is", "https://doi.org/10.5281/zenodo.1234567 is");
    row("behind a dot", "at https://carpentries.", "github.io/workbench/ too", "at https://carpentries.github.io/workbench/ too");
    row("behind its colon", "at (https:", "//example.org/a) and more", "at (https://example.org/a) and more");
    row("behind a hyphen", "at https://example.org/python-", "novice and more", "at https://example.org/python-novice and more");
    row("a word", "at http://localhost:8888/p/4444/", "into your browser", "at http://localhost:8888/p/4444/ into your browser");
    row("a sentence", "is at https://example.org.", "It was built", "is at https://example.org. It was built");
    row("no address", "either cats and/", "or dogs.1 are", "either cats and/ or dogs.1 are");
}

void PdfLayoutTest::addressesGoOnWithoutASpace()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(QString, expected);
    const QString filled = kFull.left(kFull.size() - before.size() - 1) + QStringLiteral(" ") + before;
    PageBuilder builder(QStringLiteral("1"));
    builder.lines({kFull, filled, after + QStringLiteral(" ") + kNext.left(40), kNext});
    const PdfSource source = sourceOf({builder.page()});
    const CanonicalText text = layOutPdf(source);
    QCOMPARE(test::mapViolation(text, textsOf(source)), QString());
    QVERIFY2(paragraphText(text, 0).find(expected.toStdString()) != std::string::npos, paragraphText(text, 0).c_str());
}

// Behind a number the next one begins an item, however far in the list stands.
void PdfLayoutTest::numberedItemsAreParagraphs()
{
    PageBuilder builder(QStringLiteral("1"));
    const double in = kLeft + 30;
    builder.lines({kFull, kNext});
    builder.line(QStringLiteral("5) ") + kFull.left(60) + QStringLiteral("."), kTop + 2 * kAdvance, in);
    builder.line(QStringLiteral("6) ") + kNext.left(60), kTop + 3 * kAdvance, in);
    builder.line(QStringLiteral("goes on."), kTop + 4 * kAdvance, in);
    const CanonicalText text = layOutPdf(sourceOf({builder.page()}));
    QVERIFY2(text.text.find("\n\n6) the next one") != std::string::npos, text.text.c_str());
}

void PdfLayoutTest::rowsOfATableOfContentsStayRows()
{
    const auto row = [](const QString& title, const QString& filler, const QString& page) {
        return title + filler.repeated((72 - int(title.size() + page.size())) / int(filler.size())) + page;
    };
    const QString dots = QStringLiteral(" ."), spaces = QStringLiteral(" ");
    const auto chapter = [&](const char* title, const char* page) {
        return row(QString::fromLatin1(title), spaces, QString::fromLatin1(page));
    };
    const QStringList rows = {row(QStringLiteral("Preface"), dots, QStringLiteral(" v")),
                              chapter("1 The first chapter with a title that takes nearly all of the line", " 1"),
                              row(QStringLiteral("1.1 A section"), dots, QStringLiteral(" 3")),
                              row(QStringLiteral("1.2 Another one"), dots, QStringLiteral(" 7")),
                              chapter("2 The second chapter with a title that takes nearly all of the line", " 9"),
                              chapter("3 The third chapter with a title that takes nearly all of the line,", " 12"),
                              QStringLiteral("3.1 A section whose title goes on until the end of the line and there"),
                              row(QStringLiteral("on the next"), dots, QStringLiteral(" 14"))};
    const auto joined = [&](const QStringList& lines) {
        PageBuilder builder(QStringLiteral("v"));
        builder.lines(lines);
        const PdfSource source = sourceOf({builder.page()});
        const CanonicalText text = layOutPdf(source);
        return test::mapViolation(text, textsOf(source)).isEmpty() ? QString::fromStdString(text.text) : QString();
    };
    QCOMPARE(joined(rows), rows.mid(0, 7).join(u'\n') + QStringLiteral(" ") + rows[7]);
    const QStringList prose = {QStringLiteral("Numbers at the end of a line of running text are no pages of a book: 12"),
                               QStringLiteral("of them, or even as many as there are in this one, whose number is 1999")};
    QCOMPARE(joined(prose), prose.join(u' '));
}

void PdfLayoutTest::strokesOverRelationsAreTakenWithThem()
{
    PageBuilder builder(QStringLiteral("1"));
    builder.lines({QStringLiteral("a 6= b, 6=c and 36=36, 6")});
    PdfPage page = builder.page();
    page.negations = {2, 8, 23};
    const PdfSource source = sourceOf({page});
    const CanonicalText text = layOutPdf(source);
    QCOMPARE(test::mapViolation(text, textsOf(source)), QString());
    QCOMPARE(text.text, std::string("a \xE2\x89\xA0 b, \xE2\x89\xA0" "c and 36=36, 6"));
}

void PdfLayoutTest::strangeCharactersNeverBreakTheMap_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("lone surrogates") << QStringLiteral("a") + QChar(0xD800) + QStringLiteral("b") + QChar(0xDC00) + QChar(0xDC01) +
                                            QStringLiteral("c");
    QTest::newRow("controls") << QStringLiteral("a\u0001\u0002b\u0085c\u00ADd");
    QTest::newRow("NUL") << QStringLiteral("a") + QChar(u'\0') + QStringLiteral("b");
    QTest::newRow("line of controls first") << QStringLiteral("\u0001\u0002\r\nwords");
    QTest::newRow("marks alone") << QString(QChar(0xFFFE)) + QChar(0xFFFE) + QStringLiteral("\r\n") + QChar(0xFFFE);
    QTest::newRow("hyphen last") << QStringLiteral("word") + QChar(0xFFFE);
    QTest::newRow("accent last") << QStringLiteral("word \u00B4");
    QTest::newRow("accent at a line's end") << QStringLiteral("word \u00B4\r\ne is here");
    QTest::newRow("noncharacters") << QStringLiteral("a\uFDD0\uFFFFb");
    QTest::newRow("one space") << QStringLiteral(" ");
    QTest::newRow("right to left") << QStringLiteral("\u0627\u0644\u0639\u0631\u0628\u064A\u0629\r\n\u05E2\u05D1\u05E8\u05D9\u05EA");
}

void PdfLayoutTest::strangeCharactersNeverBreakTheMap()
{
    QFETCH(QString, text);
    PdfPage page = PageBuilder(QStringLiteral("1")).page();
    page.text = text;
    PdfSource source = sourceOf({page, page});
    source.bookmarks = {{QStringLiteral("First"), 0, 0, 0}, {QStringLiteral("Last"), 9, 1, 1e9}};
    QCOMPARE(test::mapViolation(layOutPdf(source), textsOf(source)), QString());
}

QTEST_GUILESS_MAIN(PdfLayoutTest)
#include "pdf_layout_test.moc"
