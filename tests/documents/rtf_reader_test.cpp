// Rich Text Format as word processors write it.
#include "core/documents/html/rtf_reader.h"
#include "core/documents/format_detection.h"
#include "tests/documents/readings.h"

#include <QTest>

using namespace cairn;
using namespace cairn::test;

class RtfReaderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void paragraphsAreTold_data();
    void paragraphsAreTold();
    void titleAndAuthorAreTold();
    void anyFileEndsWell_data();
    void anyFileEndsWell();
};

namespace
{

const std::string kHead =
    "{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fswiss Arial;}{\\f1\\fcharset204 Arial Cyr;}{\\f2\\fcharset2 Symbol;}"
    "{\\f3\\fcharset128 MS Mincho;}}{\\colortbl;\\red0\\green0\\blue0;}{\\stylesheet{\\s0 Normal;}{\\s1\\b heading 1;}"
    "{\\s2\\outlinelevel1 Part;}}{\\*\\generator Writer 1;}\n";

Result<CanonicalText> readRtf(const std::string& body)
{
    const std::string rtf = kHead + body + "}";
    return cairn::readRtf(std::as_bytes(std::span(rtf)), ImportContext{"a.rtf", {}});
}

} // namespace

void RtfReaderTest::paragraphsAreTold_data()
{
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("told");
    const auto row = [](const char* name, const std::string& body, const char* told) { QTest::newRow(name) << body << std::string(told); };
    row("paragraphs", "\\pard The tide\n rises \\i twice\\i0 .\\par\nThe {\\ul moon} is cold.\\par",
        "T The tide rises twice.\nT The moon is cold.\n");
    row("signs", "a\\{b\\}c\\\\ d\\~e\\-f\\_g \\ldblquote h\\rdblquote\\emdash <i> & j", "T a{b}c\\ d ef-g \u201Ch\u201D\u2014<i> & j\n");
    row("letters of a code page", "M\\'fcnchen \\'80 5 {\\f1 \\'cc\\'e8\\'f0} {\\f3 \\'93\\'fa\\'96\\'7b}",
        "T M\u00FCnchen \u20AC 5 \u041C\u0438\u0440 \u65E5\u672C\n");
    row("letters of Unicode", "\\u8364?5 \\uc0\\u1052 \\uc2\\u228\\'c3\\'a4. \\uc1\\u-10179?\\u-8704? {\\uc1\\u233 ?}t\\u233\\'e9 e",
        "T \u20AC5 \u041C\u00E4. \U0001F600 \u00E9t\u00E9 e\n");
    row("headings", "\\pard\\s1 The Sea\\par\\pard\\s2 Tides\\par\\pard\\outlinelevel2 Ebb\\par\\pard Text.\\par",
        "H1 The Sea\nH2 Tides\nH3 Ebb\nT Text.\n");
    row("hidden and deleted", "See{\\v it} {\\deleted not }here\\v x\\v0 .", "T See here.\n");
    row("powers", "x{\\super 2} and H{\\sub 2}O", "T x^2 and H2O\n");
    row("what is beside the text",
        "{\\header Page}{\\*\\bkmkstart a}{\\pict\\pngblip 89504e47}{\\footerl 7}A{\\*\\unknown b} {\\field{\\*\\fldinst HYPERLINK "
        "\"http://x\"}{\\fldrslt link}}{\\shp{\\*\\shpinst{\\sp{\\sn a}{\\sv b}}{\\shptxt  in a box}}}.",
        "T A link in a box.\n");
    row("bytes", "a \\bin3 }{\\b", "T a b\n");
    row("lists", "{\\listtext\\f2\\'b7\\tab}one\\par{\\listtext 2.\\tab}two\\par", "L1 - one\nT 2. two\n");
    row("numbered heading",
        "\\pard\\plain\\s1 {\\listtext\\pard\\plain\\s0 2.1\\tab}Tides{\\footnote\\pard\\plain\\s0 a}\\par\\pard b\\par",
        "H1 2.1 Tides[1]\nT [1] a\nT b\n");
    row("a shape for old programs", "{\\shp{\\*\\shpinst{\\shptxt a}}{\\shprslt{\\*\\do b}c}}\\par", "T a\n");
    row("table", "\\trowd\\intbl Name\\cell Age\\cell\\row\\trowd\\intbl Ann\\par Lee\\cell 32\\cell\\row\\pard End.\\par",
        "R Name | Age\nR Ann; Lee | 32\nT End.\n");
    row("note", "The tide{\\super\\chftn}{\\footnote\\chftn  Not in lakes.} rises.\\par Next.\\par",
        "T The tide[1] rises.\nT [1] Not in lakes.\nT Next.\n");
    row("lines", "one\\line two\\tab three\\par", "T one~two three\n");
}

void RtfReaderTest::paragraphsAreTold()
{
    QFETCH(std::string, body);
    QFETCH(std::string, told);
    const auto text = readRtf(body);
    QVERIFY(text);
    QCOMPARE(shape(*text), told);
}

void RtfReaderTest::titleAndAuthorAreTold()
{
    const auto text = readRtf("{\\info{\\title On Tides}{\\author Ann M\\'fcller}{\\operator Bob}}The tide.\\par");
    QVERIFY(text);
    QCOMPARE(text->title, std::string("On Tides"));
    QCOMPARE(text->author, std::string("Ann M\u00FCller"));
    QCOMPARE(text->text, std::string("The tide."));
    QVERIFY(text->warnings.empty());
}

void RtfReaderTest::anyFileEndsWell_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const QByteArray head = QByteArray::fromStdString(kHead);
    QTest::newRow("open groups") << head + QByteArray(300'000, '{') + "a";
    QTest::newRow("closed groups") << head + QByteArray(300'000, '}') + "a";
    QTest::newRow("notes in notes") << head + QByteArray("{\\footnote a").repeated(30'000);
    QTest::newRow("long word") << head + '\\' + QByteArray(300'000, 'a') + "9999999999999999999";
    QTest::newRow("half a byte") << head + "a\\'";
    QTest::newRow("half a character") << head + "a\\u-10179?b\\bin99999 c";
    QTest::newRow("rows without a table") << head + QByteArray("\\row\\cell").repeated(100) + "a";
    const QByteArray whole = head + "\\trowd\\intbl {\\listtext 1.}a\\cell\\row {\\footnote\\chftn b\\u8364?}\\'fc\\par";
    for (qsizetype n = 0; n < whole.size(); n += 11)
        QTest::addRow("cut at %d", int(n)) << whole.left(n);
}

void RtfReaderTest::anyFileEndsWell()
{
    QFETCH(QByteArray, bytes);
    const std::string rtf = bytes.toStdString();
    const auto text = cairn::readRtf(std::as_bytes(std::span(rtf)), ImportContext{"a.rtf", {}});
    QVERIFY(!text || text->text.size() < 400'000);
}

QTEST_APPLESS_MAIN(RtfReaderTest)
#include "rtf_reader_test.moc"
