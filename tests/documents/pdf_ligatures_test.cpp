// Ligatures that a font gives as codes: which letters they are, and what is said where that can't be told. No PDF, no font.
#include "core/documents/pdf/pdf_layout.h"
#include "core/documents/pdf/pdf_ligatures.h"
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
    void lettersWithSwappedBytesAreMended_data();
    void lettersWithSwappedBytesAreMended();
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

void PdfLigaturesTest::lettersWithSwappedBytesAreMended_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, QStringView line, QStringView expected) {
        QTest::newRow(name) << line.toString() << expected.toString();
    };
    row("inside", u"Green\u6600\u6900eld a\u6600\u6600ects", u"Greenfield affects");
    row("at the edges", u"a \u6600\u6900xed \u6600\u6C00oor, o\u6600\u6600", u"a fixed floor, off");
    row("three letters", u"an o\u6600\u6600\u6900ce and ra\u6600\u6600\u6C00es", u"an office and raffles");
    row("capitals", u"\u5400\u6800is", u"This");
    row("beside an umlaut", u"h\u00E4u\u6600\u6900g, ge\u00F6\u6600\u6600net", u"h\u00E4ufig, ge\u00F6ffnet");
    row("Chinese", u"\u65E5\u6600\u6900\u5149", u"\u65E5\u6600\u6900\u5149");
    row("Chinese beside a word", u"PDF\u6600\u6900\u5149 \u65E5\u6600\u6900PDF", u"PDF\u6600\u6900\u5149 \u65E5\u6600\u6900PDF");
    row("one sign", u"a\u6600b", u"a\u6600b");
    row("alone", u"a \u6600\u6900 b", u"a \u6600\u6900 b");
    row("too many", u"a\u6600\u6900\u6600\u6900b", u"a\u6600\u6900\u6600\u6900b");
}

void PdfLigaturesTest::lettersWithSwappedBytesAreMended()
{
    QFETCH(QString, line);
    QFETCH(QString, expected);
    std::vector<PdfPage> pages = pagesOf(line);
    mendSwappedLetters(pages.front());
    const CanonicalText text = layOutPdf(test::sourceOf(pages));
    QCOMPARE(QString::fromStdString(text.text), expected);
    QCOMPARE(test::mapViolation(text, {line}), QString());
}

QTEST_GUILESS_MAIN(PdfLigaturesTest)
#include "pdf_ligatures_test.moc"
