// Paragraphs of numbered clauses, and lines without room for the next word, on pages made up here: no PDF, no font.
#include "core/documents/pdf/pdf_layout.h"
#include "tests/documents/map_check.h"
#include "tests/documents/page_builder.h"

#include <QTest>

using namespace cairn;
using namespace cairn::test;

class PdfClausesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void clausesApartAreParagraphs();
    void clausesCountAtTheEdge_data();
    void clausesCountAtTheEdge();
    void aHeadingFarOutsideEndsAParagraphOfOneLine();
    void aLineIsFilledWhereTheNextWordHasNoRoom();
};

// Most of them have one line or two: most lines stand as far apart as clauses do. Rows of a table may stand as far apart.
void PdfClausesTest::clausesApartAreParagraphs()
{
    const QString one = kNext + QStringLiteral(".");
    const QStringList clauses = {kFull + QStringLiteral(" and"),
                                 QStringLiteral("ends in a line that nearly reaches to the edge as well, to be precise."),
                                 one,
                                 kFull + QStringLiteral(" or"),
                                 QStringLiteral("ends."),
                                 kFull + QStringLiteral(" of"),
                                 QStringLiteral("ends, too."),
                                 one,
                                 one};
    PageBuilder builder(QStringLiteral("1"));
    double y = kTop;
    for (const QString& clause : clauses) {
        y += clause.startsWith(QLatin1String("ends")) ? kAdvance : 2 * kAdvance;
        builder.line(clause, y);
    }
    builder.line(QStringLiteral("Atomics and all of what is more than that and goes on to the edge 2.0 Yes"), y += 2 * kAdvance);
    builder.line(QStringLiteral("Doubles and all of what is more than that and goes on to the edge 2.1 Yes"), y + 2 * kAdvance);
    const CanonicalText text = layOutPdf(sourceOf({builder.page()}));
    QStringList paragraphs;
    for (std::size_t i = 0; i < text.paragraphs.size(); ++i)
        paragraphs += QString::fromStdString(paragraphText(text, i));
    QCOMPARE(paragraphs.size(), 7);
    QCOMPARE(paragraphs[0], clauses[0] + u' ' + clauses[1]);
    QCOMPARE(paragraphs[1], clauses[2]);
    QCOMPARE(paragraphs[5], clauses[8]);
    QVERIFY2(paragraphs[6].contains(QLatin1String("2.0 Yes\nDoubles")), text.text.c_str());
}

void PdfClausesTest::clausesCountAtTheEdge_data()
{
    QTest::addColumn<QStringList>("lines");
    QTest::addColumn<QString>("begins");
    QTest::addColumn<bool>("isParagraph");
    const auto line = [](const char* begin, const char* end) {
        const QLatin1String first(begin), last(end);
        return first + kFull.mid(first.size(), kFull.size() - first.size() - last.size()) + last;
    };
    const auto row = [&](const char* name, const QStringList& lines, const char* begins, bool isParagraph) {
        QTest::newRow(name) << lines << QString::fromLatin1(begins) << isParagraph;
    };
    row("numbers", {line("1.1 Rent ", "."), line("1.2 Heat ", "so"), kNext}, "1.2 Heat", true);
    row("letters", {line("(a) Rent ", ";"), line("(b) Heat ", "; and"), line("(c) Food ", "."), kNext}, "(c) Food", true);
    row("Roman numbers", {line("(i) Rent ", ", or"), line("(ii) Heat ", "."), kNext}, "(ii) Heat", true);
    row("a number alone", {line("Rent is due ", "."), line("1.2 Heat ", "so"), kNext}, "1.2 Heat", false);
    row("in a sentence", {line("1.1 Rent ", "in"), line("1.2 Heat ", "so"), kNext}, "1.2 Heat", false);
    row("a reference", {line("1.1 Rent ", "Sec."), line("1.2 Heat ", "so"), kNext}, "1.2 Heat", false);
    row("of another row", {line("1.1 Rent ", "."), line("1.4 Heat ", "so"), kNext}, "1.4 Heat", false);
}

void PdfClausesTest::clausesCountAtTheEdge()
{
    QFETCH(QStringList, lines);
    QFETCH(QString, begins);
    QFETCH(bool, isParagraph);
    const CanonicalText text = layOutPdf(sourceOf({PageBuilder(QStringLiteral("1")).lines(lines).page()}));
    QVERIFY2(text.text.find(begins.toStdString()) != std::string::npos, text.text.c_str());
    QCOMPARE(text.text.find("\n\n" + begins.toStdString()) != std::string::npos, isParagraph);
}

// "Larchmont," is longer than what the line before it leaves free. Verses, too, end where the next one would have had room, or not.
void PdfClausesTest::aLineIsFilledWhereTheNextWordHasNoRoom()
{
    const QString early = kFull.left(46) + QStringLiteral(" in Mill Street,");
    const QString place = QStringLiteral("Larchmontville, in ") + kFull.mid(19);
    const QStringList around = {kFull, kNext, kNext};
    PageBuilder builder(QStringLiteral("1"));
    builder.lines(QStringList(around) << early << place << kNext);
    const CanonicalText text = layOutPdf(sourceOf({builder.page()}));
    QVERIFY2(text.text.find("Street, Larchmontville") != std::string::npos, text.text.c_str());

    PageBuilder verses(QStringLiteral("1"));
    const QString longer = QStringLiteral("Wherefore do we go to the sea of grey,"), shorter = QStringLiteral("The sea of grey and");
    for (int i = 0; i < 4; ++i)
        verses.line(i % 2 ? shorter : longer, kTop + i * kAdvance);
    verses.line(QStringLiteral("The ships of all the sea go by,"), kTop + 4 * kAdvance);
    verses.line(QStringLiteral("Nevertheless we go to the sea of grey"), kTop + 5 * kAdvance);
    const CanonicalText poem = layOutPdf(sourceOf({verses.page()}));
    QVERIFY2(poem.text.find("go by,\nNevertheless") != std::string::npos, poem.text.c_str());
}

// "BUGS" of a manual page; the number of a verse stands there as well.
void PdfClausesTest::aHeadingFarOutsideEndsAParagraphOfOneLine()
{
    for (const bool isNumber : {false, true}) {
        const QString outside = (isNumber ? QStringLiteral("5 ") : QStringLiteral("BUGS ")) + kNext;
        PageBuilder builder(QStringLiteral("1"));
        builder.lines({kFull, kNext}).line(kNext + QStringLiteral("."), 200, kLeft + 40).line(outside, 200 + kAdvance);
        const CanonicalText text = layOutPdf(sourceOf({builder.page()}));
        QCOMPARE(text.text.find("\n\n" + outside.toStdString()) != std::string::npos, !isNumber);
    }
}

QTEST_APPLESS_MAIN(PdfClausesTest)
#include "pdf_clauses_test.moc"
