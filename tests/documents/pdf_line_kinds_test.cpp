// Lines that are no running text: code, formulas, footnotes, headings told by their look, rows with gaps.
#include "core/documents/pdf/pdf_layout.h"
#include "tests/documents/map_check.h"
#include "tests/documents/page_builder.h"

#include <QTest>

#include <algorithm>

using namespace cairn;
using namespace cairn::test;

namespace
{

std::vector<QString> paragraphsOf(const PdfSource& source)
{
    const CanonicalText text = layOutPdf(source, {});
    std::vector<QString> result;
    for (std::size_t i = 0; i < text.paragraphs.size(); ++i)
        result.push_back(QString::fromStdString(paragraphText(text, i)));
    return result;
}

} // namespace

class PdfLineKindsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void codeIsOneParagraphWithItsIndentation();
    void resultsAndSentencesAreNoCode();
    void sentencesBesideCodeStaySentences();
    void formulasStandOnLinesOfTheirOwn();
    void signsOfOneFormulaStayTogether();
    void footnotesDontTakeTheNextPage();
    void sentencesGoOnBehindTheNotesOfTheirPage();
    void wordsGoOnBehindTheNotesOfTheirPage();
    void marksOfNotesAreNoPartOfWords();
    void wordsWithANumberAreNoFootnote();
    void theRaisedMarkOfANoteStandsBeforeIt();
    void captionsAreTold();
    void wordsCloseTogetherStayApart();
    void anArticleTakesTheNounOfTheNextPage();
    void compoundsGoOnOverThePage();
    void headsThatNameTheSectionAreLeftOut();
    void notesUnderTheLeftColumnAreNotes();
    void aTitleOverTwoColumnsIsNotTheirEdge();
    void fractionsStayInTheirLine();
    void headingsWithoutBookmarksLookLikeOthers();
    void largeLinesOverTextAreHeadings();
    void rowsInOneBoxStayRows();
};

void PdfLineKindsTest::codeIsOneParagraphWithItsIndentation()
{
    PageBuilder builder(QStringLiteral("1"));
    const double step = 4 * kCharacter;
    builder.line(kFull, kTop).line(QStringLiteral("in the end."), kTop + kAdvance);
    builder.line(QStringLiteral("def level(t, a):"), 140).line(QStringLiteral("for k in list:"), 153.5, kLeft + step);
    builder.line(QStringLiteral("total += a * k"), 167, kLeft + 2 * step).line(QStringLiteral("# then"), 194, kLeft + step);
    builder.line(QStringLiteral("return total"), 207.5, kLeft + step).line(kFull, 235);
    const PdfSource source = sourceOf({builder.page()});
    const auto paragraphs = paragraphsOf(source);
    QCOMPARE(paragraphs.size(), std::size_t(3));
    QCOMPARE(paragraphs[1],
        QStringLiteral("def level(t, a):\n    for k in list:\n        total += a * k\n    # then\n    return total"));
    const CanonicalText text = layOutPdf(source, {});
    QCOMPARE(text.paragraphs[1].kind, ParagraphKind::Code);
    QCOMPARE(mapViolation(text, {source.pages[0].text}), QString());
}

void PdfLineKindsTest::resultsAndSentencesAreNoCode()
{
    PageBuilder builder(QStringLiteral("1"));
    builder.lines({QStringLiteral("q=0.1"), QStringLiteral("z=0 P=1.0"), QStringLiteral("The sum f(x) of it is shown as follows, for the"),
        QStringLiteral("value of n = 3, which the book calls (in part) the first:")});
    const CanonicalText text = layOutPdf(sourceOf({builder.page()}), {});
    for (const Paragraph& paragraph : text.paragraphs)
        QVERIFY(paragraph.kind != ParagraphKind::Code);
}

void PdfLineKindsTest::sentencesBesideCodeStaySentences()
{
    PageBuilder builder(QStringLiteral("1"));
    builder.lines({QStringLiteral("with the two of them:"), QStringLiteral("for the reasons below:"),
        QStringLiteral("a=value. . . . . . . . 7"), QStringLiteral("b(x). . . . . . . . 8"), QStringLiteral("- see (there);"),
        QStringLiteral("int main() {"), QStringLiteral("return 1;"), QStringLiteral("}")});
    const CanonicalText text = layOutPdf(sourceOf({builder.page()}), {});
    for (std::size_t i = 0; i + 1 < text.paragraphs.size(); ++i)
        QVERIFY2(text.paragraphs[i].kind != ParagraphKind::Code, paragraphText(text, i).c_str());
    QCOMPARE(paragraphText(text, text.paragraphs.size() - 1), std::string("int main() {\nreturn 1;\n}"));
}

void PdfLineKindsTest::formulasStandOnLinesOfTheirOwn()
{
    PageBuilder builder(QStringLiteral("1"));
    builder.line(kFull, kTop).line(QStringLiteral("x = y + z (2)"), kTop + 18, 250).line(kNext, kTop + 36).line(kFull, kTop + 49.5);
    const auto paragraphs = paragraphsOf(sourceOf({builder.page()}));
    QCOMPARE(paragraphs.size(), std::size_t(1));
    QCOMPARE(paragraphs[0], kFull + QStringLiteral("\nx = y + z (2)\n") + kNext + QLatin1Char(' ') + kFull);
}

void PdfLineKindsTest::signsOfOneFormulaStayTogether()
{
    PageBuilder builder(QStringLiteral("1"));
    builder.line(kFull, kTop).line(QStringLiteral("h(t) = a"), kTop + 20, 250).line(QStringLiteral("b"), kTop + 30, 280);
    builder.line(kNext, kTop + 48).line(QStringLiteral("so that x = 3 is the"), kTop + 61.5);
    builder.line(QStringLiteral("= 4 in it"), kTop + 61.5, 200);
    const auto paragraphs = paragraphsOf(sourceOf({builder.page()}));
    QCOMPARE(paragraphs[0], kFull + QStringLiteral("\nh(t) = a b\n") + kNext + QStringLiteral(" so that x = 3 is the = 4 in it"));
}

void PdfLineKindsTest::footnotesDontTakeTheNextPage()
{
    PageBuilder first(QStringLiteral("1")), second(QStringLiteral("2"));
    first.lines({kFull, kNext, kFull, QStringLiteral("and the water of that year rose so high that it")});
    first.line(QStringLiteral("1See the diary of the harbour"), 400, kLeft, 0.8).line(QStringLiteral("2"), 412, kLeft, 0.6);
    first.line(QStringLiteral("http://a.org/tides"), 413, kLeft + 8, 0.8);
    second.lines({QStringLiteral("reached the third step of the stairs."), kFull, kNext});
    const PdfSource source = sourceOf({first.page(), second.page()});
    const auto paragraphs = paragraphsOf(source);
    QCOMPARE(paragraphs.size(), std::size_t(4));
    QCOMPARE(paragraphs[0], QStringLiteral("1See the diary of the harbour"));
    QCOMPARE(paragraphs[1], QStringLiteral("2 http://a.org/tides"));
    QVERIFY(paragraphs[2].endsWith(QStringLiteral("so high that it reached the third step of the stairs.")));
}

// The sentence moves behind the notes, for the text of a page can't stand on the next one.
void PdfLineKindsTest::sentencesGoOnBehindTheNotesOfTheirPage()
{
    PageBuilder first(QStringLiteral("1")), second(QStringLiteral("2"));
    first.lines({kFull, QStringLiteral("in the evening.7 As Dr. Penn wrote, the water of that year rose to a level that")});
    first.line(QStringLiteral("7 See the diary of the harbour and the"), 400, kLeft, 0.8);
    first.line(QStringLiteral("letters of the keeper."), 412, kLeft, 0.8);
    second.lines({QStringLiteral("no one had seen. So they moved the lamp, and then went to the inn of the port"), kFull, kNext});
    const PdfSource source = sourceOf({first.page(), second.page()});
    const auto paragraphs = paragraphsOf(source);
    QCOMPARE(paragraphs.size(), std::size_t(3));
    QCOMPARE(paragraphs[0], kFull + QStringLiteral(" in the evening.[7]"));
    QCOMPARE(paragraphs[1], QStringLiteral("[7] See the diary of the harbour and the letters of the keeper."));
    QVERIFY(paragraphs[2].startsWith(QStringLiteral("As Dr. Penn wrote, the water of that year rose to a level that no one had seen. So")));
    const CanonicalText text = layOutPdf(source, {});
    const std::vector<QString> pages{source.pages[0].text, source.pages[1].text};
    QCOMPARE(mapViolation(text, pages), QString());
    QCOMPARE(droppedCharacters(text, pages), QString());
    QCOMPARE(text.text.substr(text.units[1].text.begin, 6), std::string("no one"));
}

void PdfLineKindsTest::wordsGoOnBehindTheNotesOfTheirPage()
{
    PageBuilder first(QStringLiteral("1")), second(QStringLiteral("2"));
    first.lines({kFull, QStringLiteral("in the evening. The water of that year rose to a level that no one remem") + QChar(0xFFFE)});
    first.line(QStringLiteral("1See the diary of the harbour."), 400, kLeft, 0.8);
    second.lines({QStringLiteral("bered. So they moved the lamp to the harbour, and then went to the inn of the port"), kFull, kNext});
    const PdfSource source = sourceOf({first.page(), second.page()});
    const auto paragraphs = paragraphsOf(source);
    QCOMPARE(paragraphs.size(), std::size_t(3));
    QVERIFY(paragraphs[2].startsWith(QStringLiteral("The water of that year rose to a level that no one remembered. So")));
    QCOMPARE(mapViolation(layOutPdf(source, {}), {source.pages[0].text, source.pages[1].text}), QString());
}

void PdfLineKindsTest::marksOfNotesAreNoPartOfWords()
{
    PageBuilder builder(QStringLiteral("1"));
    builder.lines({kFull, kFull, kFull, kFull,
                   QStringLiteral("in the harbour1 of the town,2 and bowtie3 or bowtie3 of 12 men2 went to src4"), kNext});
    builder.line(QStringLiteral("1See the diary of the keeper."), 400, kLeft, 0.8).line(QStringLiteral("2 See it, by the way."), 412, kLeft, 0.8);
    builder.line(QStringLiteral("3 A name by many people."), 424, kLeft, 0.8).line(QStringLiteral("4See there, by the gate."), 436, kLeft, 0.8);
    const PdfSource source = sourceOf({builder.page()});
    const auto paragraphs = paragraphsOf(source);
    QVERIFY2(paragraphs[0].contains(QStringLiteral("the harbour[1] of the town,2 and bowtie3 or bowtie3 of 12 men2 went to src[4]")),
             qPrintable(paragraphs[0]));   // of two places none is surely a mark
    QCOMPARE(paragraphs[1], QStringLiteral("[1] See the diary of the keeper."));
    QVERIFY(paragraphs[2].startsWith(QStringLiteral("2 See")));
    QCOMPARE(mapViolation(layOutPdf(source, {}), {source.pages[0].text}), QString());
}

void PdfLineKindsTest::theRaisedMarkOfANoteStandsBeforeIt()
{
    PageBuilder builder(QStringLiteral("1"));
    builder.lines({kFull, kFull, kFull, kFull, kNext}, kTop).line(QStringLiteral("1"), 700, test::kLeft, 0.4);
    builder.line(QStringLiteral("Words of the first note, which are small."), 702.5, 77, 0.8);
    builder.line(QStringLiteral("2"), 711, test::kLeft, 0.4).line(QStringLiteral("Words of the second note, small too."), 713.5, 77, 0.8);
    const PdfPage page = builder.page();
    const CanonicalText text = layOutPdf(test::sourceOf({page}));
    QCOMPARE(test::mapViolation(text, {page.text}), QString());
    QCOMPARE(text.paragraphs.size(), std::size_t(3));
    QCOMPARE(test::paragraphText(text, 1), std::string("1 Words of the first note, which are small."));
    QCOMPARE(test::paragraphText(text, 2), std::string("2 Words of the second note, small too."));
}

void PdfLineKindsTest::wordsWithANumberAreNoFootnote()
{
    PageBuilder first(QStringLiteral("1")), second(QStringLiteral("2"));
    first.lines({kFull, kNext, kFull, kNext, QStringLiteral("3D pictures of the harbour, which he had drawn in that year of storms, and")});
    second.lines({QStringLiteral("which were sold."), kFull, kNext});
    const auto paragraphs = paragraphsOf(sourceOf({first.page(), second.page()}));
    QVERIFY(paragraphs[0].endsWith(QStringLiteral("storms, and which were sold.")));
}

void PdfLineKindsTest::captionsAreTold()
{
    PageBuilder builder(QStringLiteral("1"));
    double y = kTop;
    for (const char* caption : {"Abb. 3: Der Hafen", "Table 2.1 \u2013 Liste des ports", "Таблица 4. Порты", "表 1.2: 港"}) {
        builder.line(kFull, y).line(QString::fromUtf8(caption), y + kAdvance).line(kFull, y + 3 * kAdvance);
        y += 6 * kAdvance;
    }
    builder.line(kFull, y).line(QStringLiteral("Table 2 of the book"), y + kAdvance);
    const CanonicalText text = layOutPdf(sourceOf({builder.page()}), {});
    const auto captions = std::count_if(text.paragraphs.begin(), text.paragraphs.end(),
        [](const Paragraph& paragraph) { return paragraph.kind == ParagraphKind::Caption; });
    QCOMPARE(int(captions), 4);
}

// As where the type changes inside a tight line.
void PdfLineKindsTest::wordsCloseTogetherStayApart()
{
    PageBuilder builder(QStringLiteral("1"));
    const QString often = QStringLiteral("the lamp of the lamp of the lamp of this harbour is the one that is lit by night");
    builder.lines({often, often});
    const QString first = QStringLiteral("it is the lamp of"), second = QStringLiteral("microlamp");
    const double end = kLeft + kCharacter * double(first.size());
    builder.line(first, kTop + 2 * kAdvance).line(QStringLiteral("the harbour"), kTop + 2 * kAdvance, end + 0.5);
    builder.line(second.left(5), kTop + 3 * kAdvance).line(second.mid(5), kTop + 3 * kAdvance, kLeft + 5 * kCharacter + 0.5);
    const auto paragraphs = paragraphsOf(sourceOf({builder.page()}));
    QVERIFY2(paragraphs[0].contains(QStringLiteral("lamp of the harbour")), qPrintable(paragraphs[0]));
    QVERIFY2(paragraphs[0].endsWith(second), qPrintable(paragraphs[0]));
}

void PdfLineKindsTest::anArticleTakesTheNounOfTheNextPage()
{
    PageBuilder first(QStringLiteral("1")), second(QStringLiteral("2")), third(QStringLiteral("3"));
    first.lines({kFull, kNext, QStringLiteral("Das Wasser stieg in diesem Jahr so hoch wie nie zuvor, und so zog man mit einer")});
    second.lines({QStringLiteral("Laterne zum Hafen."), kFull, QStringLiteral("Liste der Werte")});
    third.lines({QStringLiteral("Paket Art"), kFull, kNext});
    const auto paragraphs = paragraphsOf(sourceOf({first.page(), second.page(), third.page()}));
    QVERIFY(paragraphs[0].endsWith(QStringLiteral("mit einer Laterne zum Hafen.")));
    QVERIFY(paragraphs[1].endsWith(QStringLiteral("Werte")));
}

void PdfLineKindsTest::compoundsGoOnOverThePage()
{
    PageBuilder first(QStringLiteral("1")), second(QStringLiteral("2"));
    first.lines({kFull, kNext, QStringLiteral("Das Wasser stieg in diesem Jahr so hoch, und so trug man alle Hafen-")});
    second.lines({QStringLiteral("Laternen zum Turm hinauf, bis der Sturm vorbei war und die See wieder ruhig lag."), kFull});
    const PdfSource source = sourceOf({first.page(), second.page()});
    const auto paragraphs = paragraphsOf(source);
    QVERIFY2(paragraphs[0].contains(QStringLiteral("alle Hafen-Laternen zum Turm")), qPrintable(paragraphs[0]));
    QCOMPARE(mapViolation(layOutPdf(source, {}), {source.pages[0].text, source.pages[1].text}), QString());
}

void PdfLineKindsTest::headsThatNameTheSectionAreLeftOut()
{
    const QStringList sections{QStringLiteral("NEAP"), QStringLiteral("SPRING"), QStringLiteral("EBB"), QStringLiteral("FLOW"),
        QStringLiteral("MOON"), QStringLiteral("WIND")};
    std::vector<PdfPage> heads, titles;
    for (int i = 0; i < sections.size(); ++i) {
        const QString own(3 + i, QChar(u'a' + i)); // no two pages alike
        const QString head = QStringLiteral("CHAPTER %1. THE TIDES 1.%2. %3").arg(i % 2).arg(i).arg(sections[i]);
        const QStringList text{own + kNext, kFull + own, kFull + own};
        heads.push_back(PageBuilder(QString::number(i + 1)).line(head, 40).lines(text).page());
        titles.push_back(PageBuilder(QString::number(i + 1)).line(head, 40, kLeft, 1.6).lines(text).page());
    }
    QVERIFY(layOutPdf(sourceOf(heads), {}).text.find("CHAPTER") == std::string::npos);
    QVERIFY(layOutPdf(sourceOf(titles), {}).text.find("CHAPTER") != std::string::npos); // of slides, say
}

void PdfLineKindsTest::notesUnderTheLeftColumnAreNotes()
{
    const QString left = QStringLiteral("words of the left one of two columns go");
    const QString right = QStringLiteral("words of the right one of the columns");
    PageBuilder builder(QStringLiteral("1"));
    for (int i = 0; i < 12; ++i)
        builder.line(left + (i == 11 ? QString(QChar(0xFFFE)) : QString()), kTop + i * kAdvance);
    builder.line(QStringLiteral("1See the other book of it, where more is said"), kTop + 12 * kAdvance, kLeft, 0.8);
    builder.line(QStringLiteral("of it than here, and at some length."), kTop + 13 * kAdvance, kLeft, 0.8);
    for (int i = 0; i < 12; ++i)
        builder.line(right, kTop + i * kAdvance, 320);
    const auto paragraphs = paragraphsOf(sourceOf({builder.page()}));
    QCOMPARE(paragraphs.size(), std::size_t(3));
    QVERIFY(paragraphs[0].endsWith(QStringLiteral("columns go-")));
    QCOMPARE(paragraphs[1], QStringLiteral("1See the other book of it, where more is said of it than here, and at some length."));
    QVERIFY(paragraphs[2].startsWith(right));
}

void PdfLineKindsTest::aTitleOverTwoColumnsIsNotTheirEdge()
{
    const QString left = QStringLiteral("words of the left one of two columns go");
    PageBuilder builder(QStringLiteral("1"));
    const QString author = QStringLiteral("A. Walker, B. Rambler");
    builder.line(author, kTop - 30, 306 - kCharacter * double(author.size()) / 2);
    builder.lines({left, left, left, left, QStringLiteral("and end here.")});
    for (int i = 0; i < 5; ++i)
        builder.line(QStringLiteral("words of the right one of the columns"), kTop + i * kAdvance, 330);
    const QString all = QStringList({left, left, left, left, QStringLiteral("and end here.")}).join(u' ');
    QCOMPARE(paragraphsOf(sourceOf({builder.page()}))[1], all);
}

void PdfLineKindsTest::fractionsStayInTheirLine()
{
    const QString first = QStringLiteral("A share of 3");
    PageBuilder builder(QStringLiteral("1"));
    builder.line(kFull, kTop).line(kNext, kTop + kAdvance).line(first, kTop + 2 * kAdvance);
    const double end = kLeft + kCharacter * double(first.size());
    builder.line(QStringLiteral("4"), kTop + 2 * kAdvance + 7, end - 4, 0.6);
    builder.line(QStringLiteral("is the same"), kTop + 2 * kAdvance, end + 4);
    const PdfSource source = sourceOf({builder.line(kFull, kTop + 3 * kAdvance).page()});
    const auto paragraphs = paragraphsOf(source);
    QVERIFY2(paragraphs[0].contains(QStringLiteral("A share of 3 4 is the same")), qPrintable(paragraphs[0]));
    QCOMPARE(mapViolation(layOutPdf(source, {}), {source.pages[0].text}), QString());
}

// A line that stands alone, on a page of its own or among others of its size is none, nor is a sentence.
void PdfLineKindsTest::largeLinesOverTextAreHeadings()
{
    PageBuilder first(QStringLiteral("1")), second(QStringLiteral("2"));
    first.line(QStringLiteral("Of Quays"), 30, kLeft, 2).line(QStringLiteral("Where they stand"), 100, kLeft, 1.4);
    first.lines({kFull, kNext, QStringLiteral("and ends here.")}, 130).line(QStringLiteral("On the quay"), 200, kLeft, 1.2);
    first.lines({kFull, kNext}, 225).line(QStringLiteral("Nobody counts them."), 290, kLeft, 1.4).lines({kFull, kNext}, 320);
    second.line(QStringLiteral("Who builds them,"), kTop, kLeft, 1.4).line(QStringLiteral("and by whom"), kTop + 18, kLeft, 1.4);
    second.line(QStringLiteral("In hilly land"), 150, kLeft, 1.2).lines({kFull, kNext}, 175);
    second.line(QStringLiteral("The end"), 300, kLeft, 1.4);
    const CanonicalText text = layOutPdf(sourceOf({first.page(), second.page()}), {});
    QString outline;
    for (const Heading& heading : text.outline)
        outline += QStringLiteral("%1 %2/").arg(int(heading.level)).arg(QString::fromStdString(heading.text));
    QCOMPARE(outline, QStringLiteral("1 Where they stand/2 On the quay/1 Who builds them, and by whom/2 In hilly land/"));
}

void PdfLineKindsTest::headingsWithoutBookmarksLookLikeOthers()
{
    PageBuilder builder(QStringLiteral("1"));
    builder.line(QStringLiteral("Author Name"), 60, kLeft, 1.4);
    builder.line(QStringLiteral("1 First things"), 100, kLeft, 1.4).lines({kFull, kNext, kFull}, 130);
    builder.line(QStringLiteral("2 Other things"), 200, kLeft, 1.4).lines({kFull, kNext, kFull}, 230);
    builder.line(QStringLiteral("Thanks to you"), 300, kLeft, 1.4).lines({kFull, kNext, kFull}, 330);
    builder.line(QStringLiteral("Large words of a sentence"), 400, kLeft, 1.4).line(QStringLiteral("that goes on"), 415, kLeft, 1.4);
    PdfSource source = sourceOf({builder.page()});
    source.bookmarks = {{QStringLiteral("First things"), 0, 0, 100}, {QStringLiteral("Other things"), 0, 0, 200}};
    const CanonicalText text = layOutPdf(source, {});
    QCOMPARE(text.outline.size(), std::size_t(3));
    QCOMPARE(text.outline[2].text, std::string("Thanks to you"));
    QCOMPARE(text.outline[2].level, std::uint8_t(1));
    QVERIFY(text.text.substr(text.outline[2].begin).starts_with("Thanks to you\n\n"));
}

void PdfLineKindsTest::rowsInOneBoxStayRows()
{
    PageBuilder builder(QStringLiteral("1"));
    builder.lines({kFull, kNext, kFull});
    PdfPage page = builder.page();
    for (const auto& [words, y] : {std::pair(QStringLiteral("1 Introduction 1"), 160.0), std::pair(QStringLiteral("2 Code 2"), 173.5)}) {
        page.text += QStringLiteral("\r\n") + words;
        page.boxes.push_back(QRectF(kLeft, y, kCharacter * double(kFull.size()), kHeight));
    }
    const auto paragraphs = paragraphsOf(sourceOf({page}));
    QCOMPARE(paragraphs.back(), QStringLiteral("1 Introduction 1\n2 Code 2"));
}

QTEST_GUILESS_MAIN(PdfLineKindsTest)
#include "pdf_line_kinds_test.moc"
