// Page furniture of a PDF: what its running heads have in common with titles and headings, which stay. No PDF, no font.
#include "core/documents/pdf/pdf_layout.h"
#include "tests/documents/page_builder.h"

#include <QTest>

using namespace cairn;
using test::kFull;
using test::kLeft;
using test::kNext;
using test::PageBuilder;

class PdfFurnitureTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theTitleStaysWhereHeadsHaveItsWords();
    void aHeadOfTheSameTypeGoes();
    void linesOfATitlePageAreParagraphs();
};

namespace
{

// Six pages with a head behind one that has it as its title, in type so much larger; the last one's head is `last` times as large.
std::string textWithHead(double size, double last = 1)
{
    std::vector<PdfPage> pages{PageBuilder(QStringLiteral("1"))
                                   .line(QStringLiteral("The Book of Cairns"), 60, kLeft, size)
                                   .line(QStringLiteral("A. Walker and others"), 220)
                                   .page()};
    for (int i = 2; i < 8; ++i) {
        const QString own(i, QChar(u'a' + i)); // no two pages alike
        PageBuilder page(QString::number(i));
        page.line(QStringLiteral("The Book of Cairns"), 40, kLeft, i == 7 ? last : 1);
        pages.push_back(page.lines({own + kFull, own + kNext}).page());
    }
    return layOutPdf(test::sourceOf(pages)).text;
}

} // namespace

void PdfFurnitureTest::theTitleStaysWhereHeadsHaveItsWords()
{
    const std::string text = textWithHead(2);
    QVERIFY2(text.starts_with("The Book of Cairns\n\nA. Walker"), text.c_str());
    QCOMPARE(text.rfind("The Book of Cairns"), std::size_t(0));
    QCOMPARE(textWithHead(2, 1.5), text); // a place that is not exact
}

void PdfFurnitureTest::aHeadOfTheSameTypeGoes()
{
    QCOMPARE(textWithHead(1).find("The Book"), std::string::npos);
}

// Where no lines of text tell how far lines stand apart.
void PdfFurnitureTest::linesOfATitlePageAreParagraphs()
{
    const PdfPage page = PageBuilder(QStringLiteral("1")).line(kFull, 60).line(QStringLiteral("A. Walker and others"), 220).page();
    QCOMPARE(layOutPdf(test::sourceOf({page})).paragraphs.size(), std::size_t(2));
}

QTEST_GUILESS_MAIN(PdfFurnitureTest)
#include "pdf_furniture_test.moc"
