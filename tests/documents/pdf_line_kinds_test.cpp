// Lines that are no running text: code, formulas, footnotes, headings told by their look, rows with gaps.
#include "core/documents/pdf_layout.h"
#include "tests/documents/map_check.h"
#include "tests/documents/page_builder.h"

#include <QTest>

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
    void wordsWithANumberAreNoFootnote();
    void headingsWithoutBookmarksLookLikeOthers();
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
    QCOMPARE(paragraphs.size(), std::size_t(5));
    QCOMPARE(paragraphs[1], QStringLiteral("1See the diary of the harbour"));
    QCOMPARE(paragraphs[2], QStringLiteral("2 http://a.org/tides"));
    QVERIFY(paragraphs[3].startsWith(QStringLiteral("reached")));
}

void PdfLineKindsTest::wordsWithANumberAreNoFootnote()
{
    PageBuilder first(QStringLiteral("1")), second(QStringLiteral("2"));
    first.lines({kFull, kNext, kFull, kNext, QStringLiteral("3D pictures of the harbour, which he had drawn in that year of storms, and")});
    second.lines({QStringLiteral("which were sold."), kFull, kNext});
    const auto paragraphs = paragraphsOf(sourceOf({first.page(), second.page()}));
    QVERIFY(paragraphs[0].endsWith(QStringLiteral("storms, and which were sold.")));
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
