// Numbered lines of a PDF: headings, or clauses, items of lists and rows of tables. No PDF, no font.
#include "core/documents/pdf/pdf_layout.h"
#include "tests/documents/map_check.h"
#include "tests/documents/page_builder.h"

#include <QTest>

using namespace cairn;
using test::kAdvance;
using test::kFull;
using test::kNext;
using test::kTop;
using test::PageBuilder;

class PdfHeadingsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void clausesAreNoHeadings();
    void linesOverleafAreNoHeadings();
    void rowsAreNoHeadings();
    void wordsOfOtherLanguagesHeadChapters();
    void numbersHeadPathsAndWordsWithoutCapitals();
    void aNumberedHeadingMayGoOnInTheNextLine();
    void aLargeHeadingNeedsTheSpaceOfItsText();
    void aParentStandsBeforeItsChildren();
};

namespace
{

QStringList headings(const PdfPage& page)
{
    const PdfSource source = test::sourceOf({page});
    const CanonicalText text = layOutPdf(source);
    [&] { QCOMPARE(test::mapViolation(text, {page.text}), QString()); }();
    QStringList titles;
    for (const Heading& heading : text.outline)
        titles += QString::fromStdString(heading.text);
    return titles;
}

const QString kClause = QStringLiteral("1.1 The tenant pays the rent on the first day of the month at the latest,");

}  // namespace

// The line is full, and the next one goes on in its type; or it leads to what stands below it.
void PdfHeadingsTest::clausesAreNoHeadings()
{
    PageBuilder builder(QStringLiteral("1"));
    builder.line(QStringLiteral("1. Rent"), kTop).lines({kClause, kNext, kFull}, kTop + 2 * kAdvance);
    builder.line(QStringLiteral("1.2 The paying guest shall:"), kTop + 6 * kAdvance);
    builder.line(QStringLiteral("(a) pay it;"), kTop + 8 * kAdvance);
    builder.line(QStringLiteral("1.3 Rates"), kTop + 10 * kAdvance).lines({kFull, kNext}, kTop + 11 * kAdvance);
    builder.line(QStringLiteral("2. A heading in larger type that fills all of its"), kTop + 15 * kAdvance, test::kLeft, 1.4);
    builder.line(QStringLiteral("line and the next one"), kTop + 16.2 * kAdvance, test::kLeft, 1.4);
    builder.lines({kFull, kNext}, kTop + 18 * kAdvance);
    QCOMPARE(headings(builder.page()).join(u'|'),
             QStringLiteral("1. Rent|1.3 Rates|2. A heading in larger type that fills all of its line and the next one"));
}

void PdfHeadingsTest::linesOverleafAreNoHeadings()
{
    PageBuilder builder(QStringLiteral("1"));
    builder.line(QStringLiteral("1. Rent"), kTop).lines({kFull, kNext}, kTop + 2 * kAdvance).line(kClause, kTop + 6 * kAdvance);
    QCOMPARE(headings(builder.page()), QStringList(QStringLiteral("1. Rent")));
}

void PdfHeadingsTest::rowsAreNoHeadings()
{
    PageBuilder builder(QStringLiteral("1"));
    builder.line(QStringLiteral("1. Times"), kTop).lines({kFull, kNext}, kTop + 2 * kAdvance);
    const QStringList cells = {QStringLiteral("3"), QStringLiteral("Minor fault"), QStringLiteral("1 day"), QStringLiteral("30 days")};
    builder.row(cells, kTop + 6 * kAdvance);
    builder.row({QStringLiteral("2"), QStringLiteral("Places")}, kTop + 9 * kAdvance).lines({kFull, kNext}, kTop + 11 * kAdvance);
    QCOMPARE(headings(builder.page()), QStringList({QStringLiteral("1. Times"), QStringLiteral("2 Places")}));
}

void PdfHeadingsTest::wordsOfOtherLanguagesHeadChapters()
{
    PageBuilder builder(QStringLiteral("1"));
    double y = kTop;
    for (const char* title : {"Kapitel 1 Die Miete", "§ 1 Mietsache", "§ 2 gilt", "Artikel 20", "Chapitre 3 La fin", "Глава 4"}) {
        builder.line(QString::fromUtf8(title), y).lines({kFull, kNext}, y + 2 * kAdvance);
        y += 6 * kAdvance;
    }
    QCOMPARE(headings(builder.page()).join(u'|'),
             QStringLiteral("Kapitel 1 Die Miete|§ 1 Mietsache|Artikel 20|Chapitre 3 La fin|Глава 4"));
}

// A single number before small letters, or in a script without capitals, needs larger type: else it is an item of a list.
void PdfHeadingsTest::numbersHeadPathsAndWordsWithoutCapitals()
{
    PageBuilder builder(QStringLiteral("1"));
    double y = kTop;
    const auto add = [&](const char* title, double size) {
        builder.line(QString::fromUtf8(title), y, test::kLeft, size).lines({kFull, kNext}, y + 2 * kAdvance);
        y += 6 * kAdvance;
    };
    add("3.4. /bin : programs", 1);
    add("1 \u5E8F\u8AD6", 1.4);
    add("2 plans", 1.4);
    add("1 \u672C\u6587", 0.75);
    add("3 days", 1);
    add("12. M\u00E4rz 2018", 1.4);
    add("2.1 \u05DE\u05D1\u05D5\u05D0", 1);
    QCOMPARE(headings(builder.page()).join(u'|'),
             QString::fromUtf8("3.4. /bin : programs|1 \u5E8F\u8AD6|2 plans|2.1 \u05DE\u05D1\u05D5\u05D0"));
}

void PdfHeadingsTest::aNumberedHeadingMayGoOnInTheNextLine()
{
    PageBuilder builder(QStringLiteral("1"));
    builder.line(QStringLiteral("1 Programs of the system (for"), kTop, test::kLeft, 1.4);
    builder.line(QStringLiteral("use by all users)"), kTop + 1.3 * kAdvance, test::kLeft, 1.4);
    builder.line(QStringLiteral("1.1 Purpose (own)"), kTop + 2.6 * kAdvance, test::kLeft, 1.4);
    builder.lines({kFull, kNext}, kTop + 5 * kAdvance);
    QCOMPARE(headings(builder.page()).join(u'|'), QStringLiteral("1 Programs of the system (for use by all users)"));
    const CanonicalText text = layOutPdf(test::sourceOf({builder.page()}));
    QCOMPARE(text.text.substr(0, text.paragraphs[0].text.size()), std::string("1 Programs of the system (for use by all users)"));
}

// Its own height is no measure: the space above it is one line of the text.
void PdfHeadingsTest::aLargeHeadingNeedsTheSpaceOfItsText()
{
    PageBuilder builder(QStringLiteral("1"));
    builder.line(QStringLiteral("3.6 Devices"), kTop, test::kLeft, 2).lines({kFull, kNext}, kTop + 3 * kAdvance);
    builder.line(QStringLiteral("3.7 Configuration"), kTop + 5.7 * kAdvance, test::kLeft, 2);
    builder.lines({kFull, kNext}, kTop + 9 * kAdvance);
    builder.line(QStringLiteral("3.8 Homes"), kTop + 11 * kAdvance, test::kLeft, 2).lines({kFull, kNext}, kTop + 14 * kAdvance);
    QCOMPARE(headings(builder.page()).join(u'|'), QStringLiteral("3.6 Devices|3.7 Configuration"));
}

// The parent's title isn't printed: it points to a height of its page, below its first child's.
void PdfHeadingsTest::aParentStandsBeforeItsChildren()
{
    PdfSource source = test::sourceOf({PageBuilder(QStringLiteral("1"))
                                           .line(QStringLiteral("Paths"), kTop)
                                           .lines({kFull, kNext}, kTop + 3 * kAdvance)
                                           .page()});
    source.bookmarks = {{QStringLiteral("Good news"), 0, 0, kTop + 2 * kAdvance}, {QStringLiteral("Paths"), 1, 0, kTop}};
    const CanonicalText text = layOutPdf(source);
    QCOMPARE(text.outline.size(), std::size_t(2));
    QCOMPARE(text.outline[0].text, std::string("Good news"));
    QCOMPARE(text.outline[0].begin, std::uint64_t(0));
    QCOMPARE(text.paragraphs[0].kind, ParagraphKind::Heading);
}

QTEST_GUILESS_MAIN(PdfHeadingsTest)
#include "pdf_headings_test.moc"
