// Words of DOCX files that lie in parts of their own, and remarks on what is left out.
#include "tests/documents/docx_markup.h"

#include <QTest>

using namespace cairn;
using namespace cairn::test;

class DocxPartsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void partsAreTold_data();
    void partsAreTold();
    void textInAPartOfAnotherKindIsNoEmptyDocument();
    void commentsAreCounted();
};

void DocxPartsTest::partsAreTold_data()
{
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("shape");
    const auto row = [](const char* name, const std::string& body, const std::string& shape) { QTest::newRow(name) << body << shape; };
    const auto drawing = [](const std::string& inside) {
        return "<w:p>" + plain("a") + "<w:r><w:drawing>" + inside + "</w:drawing></w:r></w:p>";
    };
    const auto chunk = [](const std::string& id) { return "<w:altChunk r:id='" + id + "'/>"; };
    row("page put in", paragraph("a") + chunk("html") + paragraph("b"), "T a\nH1 Head\nT one two\nR x | y\nT b\n");
    row("page put in twice", chunk("html") + chunk("html"), "H1 Head\nT one two\nR x | y\n");
    row("saved page put in", chunk("mht") + paragraph("b"), "T saved words\nT b\n");
    row("text put in", chunk("txt") + paragraph("b"), "T plain words\nT b\n");
    row("text put into a cell", table(tableRow(cell(chunk("txt")) + cell(paragraph("b")))), "R plain words | b\n");
    row("document put in", chunk("docx") + paragraph("b"), "T inside\nT b\n");
    row("part of an unknown kind", chunk("rtf") + chunk("none") + chunk("gone") + paragraph("b"), "T b\n");
    row("scheme", drawing("<d:relIds r:dm='scheme'/>"), "T a\nT Plan it\nT Do\n");
    row("titles of a chart", drawing("<d:chart r:id='chart'/>"), "T a\nF Rain in May; Level (m)\n");
}

void DocxPartsTest::partsAreTold()
{
    QFETCH(std::string, body);
    QFETCH(std::string, shape);
    const std::string relations =
        relation("html", "aFChunk", "a.html") + relation("txt", "aFChunk", "b.txt") + relation("rtf", "aFChunk", "c.rtf") +
        relation("docx", "aFChunk", "d.docx") + relation("gone", "aFChunk", "e.html") + relation("scheme", "diagramData", "data.xml") +
        relation("chart", "chart", "chart.xml") + relation("mht", "aFChunk", "f.mht") + relation("x", "image", "c.rtf");
    const std::string inside = word(paragraph("inside") + "<w:altChunk r:id='x'/>", "<w:styles/>", "<w:numbering/>",
                                    relation("x", "aFChunk", "x.txt"), {{"word/x.txt", "no"}});
    const Parts parts = {
        {"word/a.html", "<html><body><h1>Head</h1><p>one <b>two</b></p><table><tr><td>x</td><td>y</td></tr></table></body></html>"},
        {"word/b.txt", "plain words"},
        {"word/c.rtf", "{\\rtf1 no}"},
        {"word/d.docx", inside},
        {"word/f.mht", "MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<html><body><p>saved words</p></body></html>"},
        {"word/data.xml", "<d:dataModel xmlns:d='urn:d' xmlns:a='urn:a'><d:pt><d:prSet phldrT='no'/><d:t><a:p><a:r><a:t>Plan "
                          "</a:t></a:r><a:r><a:t>it</a:t></a:r></a:p></d:t></d:pt>"
                          "<d:pt type='pres'/><d:pt><d:t><a:p><a:r><a:t>Do</a:t></a:r></a:p></d:t></d:pt></d:dataModel>"},
        {"word/chart.xml", "<c:chart xmlns:c='urn:c' xmlns:a='urn:a'><c:title><c:tx><a:p><a:r><a:t>Rain in "
                           "May</a:t></a:r></a:p></c:tx></c:title><c:plotArea><c:ser><c:v>7</c:v>"
                           "<c:t>no</c:t></c:ser><c:valAx><c:title><c:tx><c:strRef><c:f>no</c:f><c:v>Level "
                           "(m)</c:v></c:strRef></c:tx></c:title></c:valAx></c:plotArea></c:chart>"}};
    const auto text = test::readWith(readDocx, word(body, "<w:styles/>", "<w:numbering/>", relations, parts));
    QVERIFY2(text.has_value(), text ? "" : text.error().message.c_str());
    QCOMPARE(QString::fromStdString(test::shape(*text)), QString::fromStdString(shape));
    QCOMPARE(test::violation(*text, {mainPart(body)}), QString());
    const bool isLeftOut = body.find("'rtf'") != std::string::npos;
    QCOMPARE(text->warnings.size(), isLeftOut ? 2u : 0u);
    if (isLeftOut)
        QCOMPARE(text->warnings.front(), std::string("The part word/c.rtf is a picture or of an unknown type and was left out."));
}

void DocxPartsTest::textInAPartOfAnotherKindIsNoEmptyDocument()
{
    const auto text = test::readWith(readDocx, word("<w:altChunk r:id='rtf'/>", "<w:styles/>", "<w:numbering/>",
                                                    relation("rtf", "aFChunk", "c.rtf"), {{"word/c.rtf", "{\\rtf1 no}"}}));
    QVERIFY(!text);
    QCOMPARE(text.error().code, ErrorCode::Unsupported);
    QVERIFY2(text.error().message.starts_with("The document's text lies in a file inside it"), text.error().message.c_str());
}

void DocxPartsTest::commentsAreCounted()
{
    const std::string one = "<w:p>" + plain("a") + "<w:r><w:commentReference w:id='0'/></w:r></w:p>";
    const std::string deleted = "<w:p><w:del><w:r><w:commentReference w:id='1'/></w:r></w:del></w:p>";
    const auto warnings = [](const std::string& body) {
        const auto text = test::readWith(readDocx, word(body, "<w:styles/>", "<w:numbering/>"));
        return text && text->warnings.size() == 1 ? text->warnings.front() : std::string();
    };
    QCOMPARE(warnings(one + deleted), std::string("1 comment in the margin was left out."));
    QCOMPARE(warnings(one + one), std::string("2 comments in the margin were left out."));
    QCOMPARE(warnings(paragraph("a")), std::string());
}

QTEST_APPLESS_MAIN(DocxPartsTest)
#include "docx_parts_test.moc"
