// Ligatures that a font gives as codes: which letters they are, and what is said where that can't be told. No PDF, no font.
#include "core/documents/pdf_layout.h"
#include "core/documents/pdf_ligatures.h"
#include "tests/documents/map_check.h"
#include "tests/documents/page_builder.h"

#include <QTest>

using namespace cairn;
using test::PageBuilder;

class PdfLigaturesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wordsTellWhichLettersACodeIs();
    void wordsOfTheDocumentTellIt();
    void twoFontsMayHaveOneCodeForDifferentLetters();
    void whereWordsDontTellLettersAreMissing();
    void signsOfFormulasAreNoLetters();
};

namespace
{

std::vector<PdfPage> pagesOf(const QString& line)
{
    return {PageBuilder(QStringLiteral("1")).line(line, 100).page()};
}

QString read(const QString& line)
{
    std::vector<PdfPage> pages = pagesOf(line);
    resolveLigatures(pages);
    const CanonicalText text = layOutPdf(test::sourceOf(pages));
    [&] { QCOMPARE(test::mapViolation(text, {line}), QString()); }();
    return QString::fromStdString(text.text);
}

} // namespace

void PdfLigaturesTest::wordsTellWhichLettersACodeIs()
{
    QCOMPARE(read(QStringLiteral("h\u00E4u\u001Bg \u001Bnden o\u001Ccial Schri\u0002schni\u0003e So\u0002ware o\u0002mals \u0004ellen "
                                 "Fe\u0003ke Bla\u0003")),
             QStringLiteral("h\u00E4ufig finden official Schriftschnitte Software oftmals Quellen Fettke Blatt"));
}

void PdfLigaturesTest::wordsOfTheDocumentTellIt()
{
    QCOMPARE(read(QStringLiteral("Rainfall of Cliffton, or Cli\u0001ton")), QStringLiteral("Rainfall of Cliffton, or Cliffton"));
}

void PdfLigaturesTest::twoFontsMayHaveOneCodeForDifferentLetters()
{
    QCOMPARE(read(QStringLiteral("noautoma\u001Der zur\u00FCckgegri\u001Den")), QStringLiteral("noautomatter zur\u00FCckgegriffen"));
}

void PdfLigaturesTest::whereWordsDontTellLettersAreMissing()
{
    std::vector<PdfPage> pages = pagesOf(QStringLiteral("Words of Xa\u0001yz alone"));
    resolveLigatures(pages);
    QVERIFY(pages[0].lettersMissing);
    pages = pagesOf(QStringLiteral("Words of every kind"));
    resolveLigatures(pages);
    QVERIFY(!pages[0].lettersMissing);
}

void PdfLigaturesTest::signsOfFormulasAreNoLetters()
{
    std::vector<PdfPage> pages = pagesOf(QStringLiteral("dv\u0013\r\nvK,n\u0001 and \u0012Z x\u0001 words"));
    const QString before = pages[0].text;
    resolveLigatures(pages);
    QVERIFY(!pages[0].lettersMissing);
    QCOMPARE(pages[0].text, before);
}

QTEST_GUILESS_MAIN(PdfLigaturesTest)
#include "pdf_ligatures_test.moc"
