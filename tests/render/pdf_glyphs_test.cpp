// Boxes of characters lie on their ink: on plain, rotated and cropped pages, in columns, with ligatures and turned text.
#include "core/documents/pdf/pdf_render.h"
#include "tests/documents/pdf_file.h"
#include "tests/render/page_file.h"
#include "ui/reader/page_geometry.h"

#include <QBuffer>
#include <QPdfSelection>
#include <QTest>

using namespace cairn;
using test::linesAt;
using test::PageSpec;

namespace
{

constexpr double kScale = 3;   // pixels per point of the pictures looked at

class OpenPdf
{
public:
    explicit OpenPdf(const QByteArray& bytes) : m_bytes(bytes), m_buffer(&m_bytes), m_plainBuffer(&m_bytes)
    {
        m_buffer.open(QIODevice::ReadOnly);
        m_plainBuffer.open(QIODevice::ReadOnly);
        opened = bool(renderer.open(m_buffer, {}));
        m_plain.load(&m_plainBuffer);
    }

    QString text(int page) { return m_plain.getAllText(page).text(); }

    QImage picture(int page)
    {
        const auto width = std::uint32_t(std::lround(renderer.pages()[std::size_t(page)].width * kScale));
        const auto picture = renderer.picture(std::uint32_t(page), width);
        if (!picture)
            return {};
        return QImage(reinterpret_cast<const uchar*>(picture->pixels.data()), int(picture->width), int(picture->height),
                      QImage::Format_RGB32)
            .copy();
    }

    PdfRenderer renderer;
    bool opened = false;

private:
    QByteArray m_bytes;
    QBuffer m_buffer, m_plainBuffer;
    QPdfDocument m_plain;
};

bool inked(const QImage& image, int x, int y) { return image.valid(x, y) && qGray(image.pixel(x, y)) < 140; }

// Pixels of ink in a rectangle of points.
int inkIn(const QImage& image, const QRectF& points)
{
    int count = 0;
    for (int y = int(points.top() * kScale); y < int(points.bottom() * kScale); ++y)
        for (int x = int(points.left() * kScale); x < int(points.right() * kScale); ++x)
            count += inked(image, x, y) ? 1 : 0;
    return count;
}

// All ink of `word`, which stands alone on its line, lies in its box, and its box is no larger than needed.
void compareWithInk(OpenPdf& pdf, int page, const QString& word, double room)
{
    const QImage image = pdf.picture(page);
    const auto glyphs = pdf.renderer.glyphs(std::uint32_t(page));
    QVERIFY(glyphs);
    const qsizetype at = pdf.text(page).indexOf(word);
    QVERIFY2(at >= 0, qPrintable(pdf.text(page)));
    QRectF box;
    for (qsizetype i = at; i < at + word.size(); ++i) {
        const GlyphBox& glyph = (*glyphs)[std::size_t(i)];
        QVERIFY(!glyph.empty());
        box = box.united(QRectF(QPointF(glyph.left, glyph.top), QPointF(glyph.right, glyph.bottom)));
    }
    const QRectF around = box.adjusted(-room, -room, room, room);
    QVERIFY2(inkIn(image, around) > 100, "no ink where the word should be");
    const QRectF frame = around.adjusted(-4, -4, 4, 4);
    QCOMPARE(inkIn(image, frame), inkIn(image, around));   // none beside it: the whole word is inside
    for (const QRectF& edge : {QRectF(around.left(), around.top(), 2 * room + 1, around.height()),
                               QRectF(around.right() - 2 * room - 1, around.top(), 2 * room + 1, around.height())})
        QVERIFY2(inkIn(image, edge) > 0, "the box reaches past the word");
}

// Lines of different lengths, so that a page turned or moved is not mistaken for another.
std::vector<QByteArray> sampleLines()
{
    std::vector<QByteArray> lines;
    for (int i = 0; i < 24; ++i)
        lines.push_back(i % 5 == 4 ? "Word" + QByteArray::number(i)
                                   : "Line " + QByteArray::number(i) + QByteArray(" of ships and the sea").repeated(1 + i * 7 % 3));
    return lines;
}

}  // namespace

class PdfGlyphsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void boxesLieOnTheInk_data()
    {
        QTest::addColumn<QByteArray>("mediaBox");
        QTest::addColumn<QByteArray>("more");
        QTest::newRow("plain") << QByteArray("[0 0 612 792]") << QByteArray();
        QTest::newRow("rotated by 90") << QByteArray("[0 0 612 792]") << QByteArray("/Rotate 90");
        QTest::newRow("rotated by 180") << QByteArray("[0 0 612 792]") << QByteArray("/Rotate 180");
        QTest::newRow("rotated by 270") << QByteArray("[0 0 612 792]") << QByteArray("/Rotate 270");
        QTest::newRow("cropped") << QByteArray("[0 0 612 792]") << QByteArray("/CropBox[40 60 580 760]");
        QTest::newRow("begins elsewhere") << QByteArray("[-100 -50 500 742]") << QByteArray();
        QTest::newRow("begins far away") << QByteArray("[0 0 612 792]") << QByteArray("/CropBox[0 330 612 792]");
        QTest::newRow("cropped and rotated") << QByteArray("[0 0 612 792]") << QByteArray("/CropBox[40 60 580 760]/Rotate 90");
    }
    void boxesLieOnTheInk()
    {
        QFETCH(QByteArray, mediaBox);
        QFETCH(QByteArray, more);
        OpenPdf pdf(test::pageFile({{linesAt(72, 720, sampleLines()), mediaBox, more}}));
        QVERIFY(pdf.opened);
        for (const char* word : {"Word4", "Word9", "Word24"})
            if (pdf.text(0).contains(QLatin1String(word)))
                compareWithInk(pdf, 0, QLatin1String(word), more.isEmpty() && mediaBox.startsWith("[0") ? 0.4 : 1.2);
    }

    void aDarkPictureDoesNotDrawTheTextAway()
    {
        const QByteArray picture = "0.2 g 300 100 250 200 re f 0 g\n";
        OpenPdf pdf(test::pageFile({{picture + linesAt(72, 720, sampleLines()), "[0 0 612 792]", {}}}));
        compareWithInk(pdf, 0, QStringLiteral("Word9"), 0.4);
    }

    void columnsStayApart()
    {
        std::vector<QByteArray> left, right;
        for (int i = 0; i < 20; ++i) {
            left.push_back("left line " + QByteArray::number(i) + " of the first column");
            right.push_back("right line " + QByteArray::number(i) + " of the second");
        }
        OpenPdf pdf(test::pageFile({{linesAt(50, 700, left) + linesAt(320, 700, right), "[0 0 612 792]", {}}}));
        const PageGeometry geometry(pdf.renderer.glyphs(0).value());
        const QString text = pdf.text(0);
        const auto stretch = [&](const char* words) {
            const auto at = std::uint32_t(text.indexOf(QLatin1String(words)));
            return geometry.rectangles(at, at + std::uint32_t(qstrlen(words)));
        };
        const auto leftWord = stretch("left line 7 of the first column"), rightWord = stretch("right line 7 of the second");
        QCOMPARE(leftWord.size(), std::size_t(1));
        QCOMPARE(rightWord.size(), std::size_t(1));
        QVERIFY(leftWord[0].right() < 310 && rightWord[0].left() > 310);
        QVERIFY(std::abs(leftWord[0].center().y() - rightWord[0].center().y()) < 2);
        for (const char* words : {"left line 3", "right line 12"}) {
            const auto at = std::uint32_t(text.indexOf(QLatin1String(words)));
            QCOMPARE(geometry.offsetAt(stretch(words)[0].center() - QPointF(stretch(words)[0].width() / 2 - 0.1, 0)), at);
        }
    }

    void aLigatureHasItsPlaceAndWhatFollowsToo()
    {
        const QByteArray content = "BT /F1 24 Tf 72 700 Td (of) Tj /F2 24 Tf <01> Tj /F1 24 Tf (ce door) Tj ET\n";
        OpenPdf pdf(test::pageFile({{content + linesAt(72, 600, sampleLines()), "[0 0 612 792]", {}}}));
        const QString text = pdf.text(0);
        QVERIFY2(text.startsWith(QStringLiteral("of")), qPrintable(text.left(20)));
        const auto glyphs = pdf.renderer.glyphs(0);
        QVERIFY(glyphs);
        compareWithInk(pdf, 0, QStringLiteral("door"), 0.4);
        const auto door = std::size_t(text.indexOf(QStringLiteral("door")));
        for (std::size_t i = 0; i + 1 < door - 1; ++i)   // "of", the ligature (one unit or two), "ce": from left to right
            QVERIFY2((*glyphs)[i].left <= (*glyphs)[i + 1].left, qPrintable(text.left(12)));
    }

    void textThatRunsUpThePageIsOneRectangle()
    {
        const QByteArray turned = "BT /F1 12 Tf 0 1 -1 0 40 300 Tm (arXiv stamp of a paper) Tj ET\n";
        OpenPdf pdf(test::pageFile({{linesAt(72, 720, sampleLines()) + turned, "[0 0 612 792]", {}}}));
        const PageGeometry geometry(pdf.renderer.glyphs(0).value());
        const auto at = std::uint32_t(pdf.text(0).indexOf(QStringLiteral("arXiv")));
        const auto places = geometry.rectangles(at, at + 22);
        QCOMPARE(places.size(), std::size_t(1));
        QVERIFY(places[0].height() > 5 * places[0].width());
    }

    void everyBoxIsTheOneQtGivesForItsCharacter()
    {
        OpenPdf pdf(test::PdfFile::make(test::samplePages(2)));
        QByteArray bytes = test::PdfFile::make(test::samplePages(2));
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::ReadOnly);
        QPdfDocument plain;
        plain.load(&buffer);
        const auto glyphs = pdf.renderer.glyphs(1);
        QVERIFY(glyphs);
        const QString text = pdf.text(1);
        QCOMPARE(glyphs->size(), std::size_t(text.size()));
        for (int i = 0; i < text.size(); i += 3) {
            if (text[i].isSpace())
                continue;
            const QRectF expected = plain.getSelectionAtIndex(1, i, 1).boundingRectangle();
            const GlyphBox& box = (*glyphs)[std::size_t(i)];
            QVERIFY2(std::abs(box.left - expected.left()) < 0.01 && std::abs(box.bottom - expected.bottom()) < 0.01,
                     qPrintable(text.mid(i, 10)));
        }
    }

    void pagesThatAreNotThereAreRefused()
    {
        OpenPdf pdf(test::PdfFile::make(test::samplePages(2)));
        QCOMPARE(pdf.renderer.picture(2, 100).error().code, ErrorCode::InvalidArgument);
        QCOMPARE(pdf.renderer.glyphs(2).error().code, ErrorCode::InvalidArgument);
    }

    void enormousPagesStayWithinThePixels()
    {
        OpenPdf pdf(test::pageFile({{"0.3 g 0 0 100 9000 re f", "[0 0 200 14400]", {}}, {"", "[0 0 3 14400]", {}}}));
        for (const std::uint32_t page : {0u, 1u}) {
            const auto picture = pdf.renderer.picture(page, kMaxPictureWidth);
            QVERIFY(picture);
            QVERIFY(std::uint64_t(picture->width) * picture->height <= kMaxPicturePixels);
            QCOMPARE(std::pair(picture->width, picture->height), pictureSize(pdf.renderer.pages()[page], kMaxPictureWidth));
        }
    }
};

QTEST_GUILESS_MAIN(PdfGlyphsTest)
#include "pdf_glyphs_test.moc"
