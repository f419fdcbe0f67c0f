// Links of pages as Qt PDF tells them, on pages that are straight, turned and cropped.
#include "core/documents/pdf/pdf_render.h"
#include "tests/render/page_file.h"

#include <QBuffer>
#include <QTest>

using namespace cairn;
using test::PageSpec;

namespace
{

const std::vector<QByteArray> kLines{"See the second chapter for more of this long line", "and a second line of words that is as long",
                                     "and a third one", "the end of it"};

// A line over the words, so that the box of the link is known from the picture too: [60 690 200 712] of the file's own coordinates.
QByteArray linkAt(const QByteArray& box, const QByteArray& target)
{
    return "/Annots[<</Type/Annot/Subtype/Link/Rect[" + box + "]/Border[0 0 0]" + target + ">>]";
}
QByteArray linkTo(const QByteArray& target) { return linkAt("60 690 200 712", target); }
QByteArray address(const QByteArray& uri) { return "/A<</S/URI/URI(" + uri + ")>>"; }

struct Opened
{
    explicit Opened(const std::vector<PageSpec>& pages) : bytes(test::pageFile(pages))
    {
        buffer.setBuffer(&bytes);
        buffer.open(QIODevice::ReadOnly);
        ok = bool(renderer.open(buffer, {}));
    }
    QByteArray bytes;
    QBuffer buffer;
    PdfRenderer renderer;
    bool ok = false;
};

PageSpec page(const QByteArray& more) { return {test::linesAt(62, 695, kLines), "[0 0 612 792]", more}; }

}  // namespace

class PdfLinksTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aLinkLeadsToAPlaceOfTheDocument()
    {
        // Object 9 is the second page: five shared ones, two for each page.
        Opened file({page(linkTo("/Dest[9 0 R/XYZ 0 500 null]")), {test::linesAt(62, 695, kLines), "[0 0 400 600]", {}}});
        QVERIFY(file.ok);
        const auto links = file.renderer.links(0);
        QVERIFY(links && links->size() == 1);
        QCOMPARE(links->front().page, 1u);
        QCOMPARE(links->front().y, 100.0f);   // from the top of the lower page
        QVERIFY(links->front().address.empty());
        QCOMPARE(links->front().box, (GlyphBox{60, 80, 200, 102}));
        QVERIFY(file.renderer.links(1)->empty());
    }

    void aLinkLeadsToAnAddress()
    {
        Opened file({page(linkTo(address("https://example.org/a?b=c d")))});
        const auto links = file.renderer.links(0);
        QVERIFY(links && links->size() == 1);
        QCOMPARE(links->front().address, std::string("https://example.org/a?b=c%20d"));
        QCOMPARE(links->front().page, PageLink::kNoPage);
    }

    void linksOfTurnedAndCroppedPagesLieOnTheirWords_data()
    {
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<QRectF>("place");
        QTest::newRow("turned right") << QByteArray("/Rotate 90") << QRectF(690, 60, 22, 140);
        QTest::newRow("cropped") << QByteArray("/CropBox[40 300 440 740]") << QRectF(20, 28, 140, 22);
    }
    void linksOfTurnedAndCroppedPagesLieOnTheirWords()
    {
        QFETCH(QByteArray, more);
        QFETCH(QRectF, place);
        Opened file({page(linkTo(address("https://example.org")) + more)});
        const auto links = file.renderer.links(0);
        QVERIFY(links && links->size() == 1);
        const GlyphBox& box = links->front().box;
        const QRectF found(QPointF(double(box.left), double(box.top)), QPointF(double(box.right), double(box.bottom)));
        const double shared = found.intersected(place).width() * found.intersected(place).height();
        QVERIFY2(shared > 0.8 * place.width() * place.height(),
                 qPrintable(QStringLiteral("%1 %2 %3 %4").arg(found.x()).arg(found.y()).arg(found.width()).arg(found.height())));
    }

    void uselessLinksAreLeftOut_data()
    {
        QTest::addColumn<QByteArray>("more");
        QTest::newRow("off the page") << linkAt("900 900 950 950", address("https://a.b"));
        QTest::newRow("without extent") << linkAt("60 60 60 60", address("https://a.b"));
        QTest::newRow("no target") << linkTo({});
        QTest::newRow("an endless address") << linkTo(address("https://example.org/" + QByteArray(5000, 'a')));
        QTest::newRow("no links") << QByteArray();
    }
    void uselessLinksAreLeftOut()
    {
        QFETCH(QByteArray, more);
        Opened file({page(more)});
        QVERIFY(file.ok);
        const auto links = file.renderer.links(0);
        QVERIFY(links && links->empty());
        QVERIFY(!file.renderer.links(1));
    }
};

QTEST_MAIN(PdfLinksTest)
#include "pdf_links_test.moc"
