// What people typed into a PDF's fields and onto its pages stands in the text, where it belongs. The files are written here.
#include "core/documents/pdf/pdf_reader.h"
#include "core/documents/pdf/pdf_typed_places.h"
#include "core/documents/pdf/pdf_typed_text.h"
#include "tests/documents/map_check.h"
#include "tests/documents/pdf_file.h"

#include <QBuffer>
#include <QPdfDocument>
#include <QPdfSelection>
#include <QTest>

using namespace cairn;
using test::PdfFile;

class PdfTypedTextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void valuesAreRead_data();
    void valuesAreRead();
    void theLastStateOfAFieldCounts();
    void whatCannotBeReadIsTold_data();
    void whatCannotBeReadIsTold();
    void anyFileEndsWell_data();
    void anyFileEndsWell();
    void aValueStandsBehindItsLabel_data();
    void aValueStandsBehindItsLabel();
    void aFormReadsAsItIsSeen();
    void valuesWithoutALabelEndTheirPage();
    void aScanThatWasFilledInHasItsValues();
    void aFormThatDrawsItsPagesIsRefused();
    void commentsAreCounted();
};

namespace
{

Result<CanonicalText> read(QByteArray bytes)
{
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    return readPdf(buffer, {}, {});
}

std::vector<QString> pageTexts(QByteArray bytes)
{
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    QPdfDocument document;
    document.load(&buffer);
    std::vector<QString> texts;
    for (int i = 0; i < document.pageCount(); ++i)
        texts.push_back(document.getAllText(i).text());
    return texts;
}

std::string_view viewOf(const QByteArray& bytes)
{
    return {bytes.constData(), std::size_t(bytes.size())};
}

// A file of one page with one annotation, object 4, which object 5 stands behind.
QByteArray fileWith(const QByteArray& annotation, const QByteArray& behind = "null")
{
    return "1 0 obj <</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>> endobj 2 0 obj <</Kids[3 0 R]>> endobj\n"
           "3 0 obj <</Type/Page/Annots[4 0 R]>> endobj\n4 0 obj <<" + annotation + ">> endobj\n5 0 obj " + behind
           + " endobj\ntrailer <</Root 1 0 R>>";
}

// The same with the annotation in a compressed stream of objects.
QByteArray storedFileWith(const QByteArray& annotation)
{
    const QByteArray objects = "4 0 5 2 0 <<" + annotation + ">>"; // numbers and places of two, then they
    return "1 0 obj <</Type/Catalog/Pages 2 0 R/AcroForm 9 0 R>> endobj 2 0 obj <</Kids[3 0 R]>> endobj\n"
           "3 0 obj <</Annots[5 0 R]>> endobj\n7 0 obj<</Type/ObjStm/N 2/First 8>>stream\r\n" + qCompress(objects).mid(4)
           + "\nendstream\nendobj\ntrailer <</Root 1 0 R>>";
}

QString shown(const TypedTexts& typed)
{
    QStringList all;
    for (const TypedText& text : typed.texts) {
        const char* kinds[] = {"", "tick", "box", "note"};
        const char* kind = kinds[int(text.kind)];
        all += QString::fromLatin1(kind) + u'|' + text.name + u'|' + text.value;
    }
    return all.join(u'\n');
}

} // namespace

void PdfTypedTextTest::valuesAreRead_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("found");
    const QByteArray field = "/Subtype/Widget/FT/Tx/T(name)/Rect[0 0 9 9]";
    QTest::newRow("text") << fileWith(field + "/V (Ann \\(A.\\) \\127alker\\\n)") << "|name|Ann (A.) Walker";
    QTest::newRow("hexadecimal") << fileWith(field + "/V<416e 6E>") << "|name|Ann";
    QTest::newRow("UTF-16") << fileWith(field + "/V<FEFF004100AC20AC>") << QStringLiteral("|name|A\u00AC\u20AC");
    QTest::newRow("UTF-8") << fileWith(field + "/V(\xEF\xBB\xBF\xC3\xA4)") << QStringLiteral("|name|\u00E4");
    QTest::newRow("PDF's own letters") << fileWith(field + "/V(\xA0 5 \x85 \xE4)") << QStringLiteral("|name|\u20AC 5 \u2013 \u00E4");
    QTest::newRow("lines") << fileWith(field + "/V(12 High Street\\r\\nLeeds)") << "|name|12 High Street Leeds";
    QTest::newRow("name for people") << fileWith(field + "/TU(Full name)/V(Ann)") << "|Full name|Ann";
    QTest::newRow("of its group") << fileWith("/Subtype/Widget/Rect[0 0 9 9]/Parent 5 0 R", "<</FT/Tx/T(name)/V(Ann)>>") << "|name|Ann";
    QTest::newRow("elsewhere") << fileWith(field + "/V 5 0 R", "(Ann)") << "|name|Ann";
    QTest::newRow("compressed") << storedFileWith(field + "/V(Ann)") << "|name|Ann";
    QTest::newRow("empty") << fileWith(field + "/V()") << "";
    QTest::newRow("a mark alone") << fileWith(field + "/V<FEFF>") << "";
    QTest::newRow("hidden") << fileWith(field + "/V(Ann)/F 2") << "";
    QTest::newRow("password") << fileWith(field + "/V(Ann)/Ff 8192") << "";
    QTest::newRow("choice") << fileWith("/Subtype/Widget/FT/Ch/T(land)/V(de)/Opt[[(fr)(France)][(de)(Germany)]]") << "|land|Germany";
    QTest::newRow("choices") << fileWith("/Subtype/Widget/FT/Ch/T(land)/V[(a)(b)]/Opt[(a)(b)(c)]") << "|land|a, b";
    QTest::newRow("ticked") << fileWith("/Subtype/Widget/FT/Btn/T(rules)/V/Yes/AS/Yes") << "tick|rules|Yes";
    QTest::newRow("not ticked") << fileWith("/Subtype/Widget/FT/Btn/T(rules)/V/Off/AS/Off") << "box|rules|";
    QTest::newRow("another of its group") << fileWith("/Subtype/Widget/FT/Btn/T(rules)/V/A/AP<</N<</B null/Off null>>>>") << "box|rules|";
    QTest::newRow("button") << fileWith("/Subtype/Widget/FT/Btn/Ff 65536/T(send)/AS/Yes") << "";
    QTest::newRow("note") << fileWith("/Subtype/FreeText/Contents(Call again)/Rect[0 0 9 9]") << "note||Call again";
    QTest::newRow("words of another object") << fileWith("/Subtype/Link/Contents(Ann)") << "";
    QTest::newRow("damaged") << fileWith("/Subtype/Widget/FT/Tx/V(Ann").left(190) << "";
    QTest::newRow("nothing") << QByteArray() << "";
}

void PdfTypedTextTest::valuesAreRead()
{
    QFETCH(QByteArray, file);
    QFETCH(QString, found);
    const TypedTexts typed = typedTexts(viewOf(file));
    QCOMPARE(shown(typed), found);
    QVERIFY(typed.isComplete);
}

void PdfTypedTextTest::theLastStateOfAFieldCounts()
{
    const QByteArray field = "/Subtype/Widget/FT/Tx/T(name)";
    const QByteArray file = fileWith(field + "/V(Ann)") + "\n4 0 obj <<" + field + "/V(Eve)>> endobj\ntrailer <</Root 1 0 R>>";
    QCOMPARE(shown(typedTexts(viewOf(file))), QStringLiteral("|name|Eve"));
}

void PdfTypedTextTest::whatCannotBeReadIsTold_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<bool>("complete");
    const QByteArray field = "/Subtype/Widget/FT/Tx/T(name)";
    QTest::newRow("encrypted") << fileWith(field + "/V(Ann)") + "trailer <</Root 1 0 R/Encrypt 9 0 R>>" << false;
    QTest::newRow("encrypted, but empty") << fileWith(field) + "trailer <</Root 1 0 R/Encrypt 9 0 R>>" << true;
    QByteArray unseen = fileWith(field + "/V(Ann)");
    QTest::newRow("shown on no page") << unseen.replace("/Annots[4 0 R]", "") << false;
    unseen = fileWith("/Subtype/Widget/FT/Btn/T(rules)/V/Yes/AS/Yes");
    QTest::newRow("encrypted, with a box") << fileWith("/Subtype/Widget/FT/Btn/T(rules)/AS/Off") + "trailer <</Root 1 0 R/Encrypt 9 0 R>>"
                                           << true;
    QTest::newRow("a tick on no page") << unseen.replace("/Annots[4 0 R]", "") << true;
}

void PdfTypedTextTest::whatCannotBeReadIsTold()
{
    QFETCH(QByteArray, file);
    QFETCH(bool, complete);
    const TypedTexts typed = typedTexts(viewOf(file));
    QVERIFY(typed.texts.empty());
    QCOMPARE(typed.isComplete, complete);
}

void PdfTypedTextTest::anyFileEndsWell_data()
{
    QTest::addColumn<QByteArray>("file");
    QByteArray loop = fileWith("/Subtype/Widget/Parent 4 0 R/Kids[4 0 R]/V 5 0 R", "5 0 R");
    QTest::newRow("loops") << loop.replace("<</Kids[3 0 R]>>", "<</Kids[2 0 R 3 0 R 2 0 R]>>");
    QTest::newRow("deep lists") << fileWith("/V" + QByteArray(1'000'000, '['));
    QTest::newRow("deep dictionaries") << fileWith(QByteArray("/V<<").repeated(300'000));
    QTest::newRow("long list") << fileWith("/FT/Ch/Subtype/Widget/V[" + QByteArray("0 ").repeated(2'000'000) + "]");
    QTest::newRow("open text") << fileWith("/FT/Tx/Subtype/Widget/V(" + QByteArray(1'000'000, '('));
    QTest::newRow("far places")
        << "1 0 obj<</Type/ObjStm/N 99999999999/First -5>>stream\n" + qCompress("4 4294967295 4 99999999999").mid(4);
    const QByteArray whole = fileWith("/Subtype/Widget/FT/Tx/T(name)/V(Ann)");
    for (qsizetype n = 0; n < whole.size(); n += 7)
        QTest::addRow("cut at %d", int(n)) << whole.left(n);
}

void PdfTypedTextTest::anyFileEndsWell()
{
    QFETCH(QByteArray, file);
    QVERIFY(typedTexts(viewOf(file)).texts.size() < 3);
}

// Letters are 6 points wide and 10 high; the first line's top is at 100, lines are 20 apart.
void PdfTypedTextTest::aValueStandsBehindItsLabel_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("tick");
    QTest::addColumn<QRectF>("box");
    QTest::addColumn<QString>("written"); // where it belongs in the text
    QTest::newRow("to the left") << "Name\nCity" << false << QRectF(30, 100, 80, 12) << "Name: X\nCity";
    QTest::newRow("behind a colon") << "Name:\nCity:" << false << QRectF(40, 120, 80, 12) << "Name:\nCity: X";
    QTest::newRow("over dots") << "Name ......... Date" << false << QRectF(28, 98, 60, 12) << "Name: X ......... Date";
    QTest::newRow("above") << "Family name\n\nCity" << false << QRectF(0, 113, 100, 12) << "Family name: X\n\nCity";
    QTest::newRow("under a sentence") << "I agree to the rules\nPaid" << false << QRectF(90, 120, 30, 12)
                                      << "I agree to the rules\nPaid: X";
    QTest::newRow("below, with nothing above") << "\nPlace" << false << QRectF(0, 104, 100, 12) << "\nPlace: X";
    QTest::newRow("of a far column") << "Rent paid" << false << QRectF(250, 100, 60, 12) << "Rent paid: X";
    QTest::newRow("farther than any") << "Rent paid" << false << QRectF(450, 100, 60, 12) << "Rent paid";
    QTest::newRow("a box to the left") << "I agree" << true << QRectF(-16, 100, 12, 12) << "[x] I agree";
    QTest::newRow("the nearer one") << "Yes   No" << true << QRectF(20, 100, 12, 12) << "Yes [x]   No";
    QTest::newRow("a sign in the box") << QStringLiteral("\u2610 Yes") << true << QRectF(-2, 98, 12, 12)
                                       << QStringLiteral("\u2610 [x] Yes");
}

void PdfTypedTextTest::aValueStandsBehindItsLabel()
{
    QFETCH(QString, text);
    QFETCH(bool, tick);
    QFETCH(QRectF, box);
    QFETCH(QString, written);
    PdfPage page;
    page.height = 800;
    page.text = text;
    PageGlyphs glyphs;
    float x = 0, y = 100;
    for (const QChar c : text) {
        glyphs.push_back(c.isSpace() ? GlyphBox() : GlyphBox{x, y, x + 6, y + 10});
        x = c == u'\n' ? 0 : x + 6;
        y += c == u'\n' ? 20 : 0;
    }
    const auto kind = tick ? TypedText::Kind::Tick : TypedText::Kind::Field;
    const TypedText typed{0, kind, QStringLiteral("f1"), QStringLiteral("X"), box.translated(0, -800)};
    const std::vector<PdfTyped> placed = placeTyped(page, glyphs, {typed});
    QCOMPARE(placed.size(), std::size_t(1));
    if (placed.front().at >= 0)
        text.insert(placed.front().at, placed.front().inLine);
    QCOMPARE(text, written);
    QCOMPARE(placed.front().alone, tick ? QStringLiteral("[x] f1") : QStringLiteral("f1: X"));
}

void PdfTypedTextTest::aFormReadsAsItIsSeen()
{
    test::PdfFileOptions options;
    options.annotations = {"/Subtype/Widget/FT/Tx/T(f1)/V(Ann Walker)/Rect[126 704 164 716]",
                           "/Subtype/Widget/FT/Tx/T(f2)/V(3 May 1990)/Rect[236 704 300 716]",
                           "/Subtype/Widget/FT/Btn/T(f3)/AS/1/Rect[58 677 70 689]",
                           "/Subtype/Widget/FT/Btn/T(f6)/AS/Off/Rect[58 650 70 662]",
                           "/Subtype/Widget/FT/Tx/T(f4)/V(100)/Rect[160 664 200 674]",
                           "/Subtype/Widget/FT/Tx/T(f5)/V(200)/Rect[210 664 250 674]",
                           "/Subtype/Widget/FT/Tx/T(f7)/V(Send me)/Rect[70 649 115 662]"}; // it is drawn there
    const QByteArray file = PdfFile::make({{"Application for membership of the sailing club in the harbour.", "Full name\tDate of birth",
                                            "", "I agree to the rules of the club.", "Fees paid", "Send me the newsletter."}}, options);
    const auto text = read(file);
    QVERIFY(text);
    const auto has = [&](std::string_view words) { return text->text.find(words) != std::string::npos; };
    QVERIFY2(has("Full name: Ann Walker Date of birth: 3 May 1990\n"), text->text.c_str());
    QVERIFY2(has("\n[x] I agree to the rules of the club."), text->text.c_str());
    QVERIFY2(has("Fees paid: 100; 200\n[ ] Send me the newsletter."), text->text.c_str());
    QCOMPARE(test::mapViolation(*text, pageTexts(file)), QString());
    QVERIFY(text->warnings.empty());
}

void PdfTypedTextTest::valuesWithoutALabelEndTheirPage()
{
    test::PdfFileOptions options;
    options.annotations = {"/Subtype/Widget/FT/Tx/TU(Remarks)/V(None so far)/Rect[400 50 500 62]",
                           "/Subtype/FreeText/Contents(To be paid by Monday)/Rect[400 90 500 110]"};
    const QByteArray file = PdfFile::make(test::samplePages(2), options);
    const auto text = read(file);
    QVERIFY(text);
    const std::size_t at = text->text.find("\n\nRemarks: None so far\n\nTo be paid by Monday\n\n");
    QVERIFY2(at != std::string::npos, text->text.c_str());
    QVERIFY(at < text->units[0].text.end && text->text.find("Line 11 of page 1") < at && text->text.find("Line 0 of page 2") > at);
    QCOMPARE(test::mapViolation(*text, pageTexts(file)), QString());
}

void PdfTypedTextTest::commentsAreCounted()
{
    test::PdfFileOptions options;
    options.annotations = {"/Subtype/Text/Contents(Why?)/Rect[400 50 420 70]", "/Subtype/Highlight/Contents(Check)/Rect[72 700 200 712]",
                           "/Subtype/Highlight/Rect[72 600 200 612]", "/Subtype/Popup/Contents(Why?)/Rect[0 0 9 9]",
                           "/Subtype/Link/Contents(a)/Rect[0 0 9 9]"};
    const auto text = read(PdfFile::make(test::samplePages(1), options));
    QVERIFY(text);
    QCOMPARE(text->warnings, std::vector<std::string>{"2 comments in the margin were left out."});
}

void PdfTypedTextTest::aFormThatDrawsItsPagesIsRefused()
{
    test::PdfFileOptions options;
    options.catalog = "/NeedsRendering true/AcroForm<</XFA[(template)7 0 R]/Fields[]>>";
    const auto asks = read(PdfFile::make({{"Please wait... If this message is not replaced, your viewer can't show the form."}}, options));
    QVERIFY(!asks);
    QCOMPARE(asks.error().code, ErrorCode::Unsupported);
    QVERIFY2(asks.error().message.find("XFA") != std::string::npos, asks.error().message.c_str());
    QVERIFY(read(PdfFile::make(test::samplePages(3), options))); // it has pages of its own
    options.catalog = "/AcroForm<</XFA[(template)7 0 R]/Fields[]>>";
    QVERIFY(read(PdfFile::make({{"Full name and address of the applicant"}}, options)));
}

void PdfTypedTextTest::aScanThatWasFilledInHasItsValues()
{
    test::PdfFileOptions options;
    options.picture = true;
    QVERIFY(!read(PdfFile::make({{}}, options)));
    options.annotations = {"/Subtype/Widget/FT/Tx/TU(Name)/V(Ann Walker, 12 High Street in the town of Leeds)/Rect[126 704 160 716]"};
    const QByteArray file = PdfFile::make({{}}, options);
    const auto text = read(file);
    QVERIFY(text);
    QCOMPARE(text->text, std::string("Name: Ann Walker, 12 High Street in the town of Leeds"));
    QCOMPARE(text->warnings, std::vector<std::string>{"Page 1 holds a picture, which Cairn can't read."});
    QCOMPARE(test::mapViolation(*text, pageTexts(file)), QString());
}

QTEST_MAIN(PdfTypedTextTest)
#include "pdf_typed_text_test.moc"
