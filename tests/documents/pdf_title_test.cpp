// What a PDF is called: its own title, the one printed on its first page, or its file's name. No PDF, no font.
#include "core/documents/pdf/pdf_layout.h"
#include "core/documents/pdf/pdf_title.h"
#include "tests/documents/page_builder.h"

#include <QTest>

using namespace cairn;
using test::kFull;
using test::kLeft;
using test::kNext;
using test::PageBuilder;

class PdfTitleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theLargestLinesAreTheTitle();
    void aTitlePageOfTwoLinesHasOne();
    void whatHeadsAPartIsNoTitle_data();
    void whatHeadsAPartIsNoTitle();
    void anEntryAboveAllOthersIsTheTitle();
    void namesThatProgramsWroteAreNone_data();
    void namesThatProgramsWroteAreNone();
};

namespace
{

QString titleOf(const PdfSource& source)
{
    return QString::fromStdString(pdfTitle(source, layOutPdf(source), "report 7.pdf"));
}

PageBuilder pageWith(const QString& line, double size)
{
    PageBuilder page(QStringLiteral("1"));
    page.line(line, 80, kLeft, size).lines({kFull, kNext, kFull, kNext}, 140);
    return page;
}

} // namespace

void PdfTitleTest::theLargestLinesAreTheTitle()
{
    PageBuilder page(QStringLiteral("1"));
    page.line(QStringLiteral("Counting the Cairns"), 40, kLeft, 1.7).line(QStringLiteral("*"), 42, 340);
    page.line(QStringLiteral("of Nine Moors"), 70, kLeft, 1.4); // without letters that reach below the line
    page.line(QStringLiteral("A. Walker"), 100).line(QStringLiteral("Contents"), 130, kLeft, 1.1);
    page.row({QStringLiteral("1 Introduction"), QStringLiteral("2")}, 160).row({QStringLiteral("2 Moors"), QStringLiteral("3")}, 175);
    page.lines({kFull, kNext, kFull, kNext}, 200);
    QCOMPARE(titleOf(test::sourceOf({page.page()})), QStringLiteral("Counting the Cairns of Nine Moors"));
}

// The pages behind it tell how large text is.
void PdfTitleTest::aTitlePageOfTwoLinesHasOne()
{
    const PdfPage first = PageBuilder(QStringLiteral("1"))
                              .line(QStringLiteral("The Book of Cairns"), 60, kLeft, 2)
                              .line(QStringLiteral("A. Walker and others"), 220, kLeft, 1.4)
                              .page();
    const PdfPage second = PageBuilder(QStringLiteral("2")).lines({kFull, kNext, kFull, kNext}).page();
    QCOMPARE(titleOf(test::sourceOf({first, second})), QStringLiteral("The Book of Cairns"));
    QCOMPARE(titleOf(test::sourceOf({PageBuilder(QStringLiteral("i")).page(), first, second})), QStringLiteral("The Book of Cairns"));
}

void PdfTitleTest::whatHeadsAPartIsNoTitle_data()
{
    QTest::addColumn<QString>("line");
    for (const char* line :
         {"1 Introduction", "Contents", "Table of Contents", "Inhaltsverzeichnis", "2.1. The moors", "12. M\u00E4rz 2018",
          "September 3, 2010", "Moors . . . . . . . 7", "\u0661 \u0645\u0642\u062F\u0645\u0629", "1,250.75 30 49", "--file name"})
        QTest::newRow(line) << QString::fromUtf8(line);
}

void PdfTitleTest::whatHeadsAPartIsNoTitle()
{
    QFETCH(QString, line);
    QCOMPARE(titleOf(test::sourceOf({pageWith(line, 1.6).page()})), QStringLiteral("report 7"));
}

void PdfTitleTest::anEntryAboveAllOthersIsTheTitle()
{
    PdfSource source = test::sourceOf({PageBuilder(QStringLiteral("1"))
                                           .lines({kFull, kNext, QStringLiteral("The moors"), kFull, QStringLiteral("The quay"), kNext})
                                           .page()});
    source.bookmarks = {{QStringLiteral("The moors"), 0, 0, 125}, {QStringLiteral("The quay"), 1, 0, 150}};
    QCOMPARE(titleOf(source), QStringLiteral("The moors"));
    source.bookmarks.back().level = 0;
    QCOMPARE(titleOf(source), QStringLiteral("report 7"));
}

void PdfTitleTest::namesThatProgramsWroteAreNone_data()
{
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("expected");
    QTest::newRow("typesetter") << QStringLiteral("temp.dvi") << QStringLiteral("Nine Moors");
    QTest::newRow("none") << QStringLiteral("Untitled-1") << QStringLiteral("Nine Moors");
    QTest::newRow("office") << QStringLiteral("Microsoft Word - moors.doc") << QStringLiteral("moors");
    QTest::newRow("own") << QStringLiteral("The .tex of moors") << QStringLiteral("The .tex of moors");
    QTest::newRow("control characters") << QStringLiteral("The m\u0001oors\u001D") << QStringLiteral("The moors");
}

void PdfTitleTest::namesThatProgramsWroteAreNone()
{
    QFETCH(QString, title);
    QFETCH(QString, expected);
    PdfSource source = test::sourceOf({pageWith(QStringLiteral("Nine Moors"), 1.6).page()});
    source.title = title;
    QCOMPARE(titleOf(source), expected);
}

QTEST_GUILESS_MAIN(PdfTitleTest)
#include "pdf_title_test.moc"
