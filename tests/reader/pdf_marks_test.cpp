// What is drawn over the pages of the page reader: heat on exact words, the selection, citations, notes, what is not read yet.
#include "tests/reader/shown_pages.h"
#include "tests/support/patience.h"
#include "ui/theme.h"

#include <QTest>

using namespace cairn;
using test::FakePageSource;
using test::MadeUpPdf;
using test::ShownView;

namespace
{

bool amber(const QColor& colour) { return colour.red() > colour.blue() + 40; }

}  // namespace

class PdfMarksTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void heatIsPaintedOnExactWords()
    {
        ShownView shown;
        const ByteRange word = shown.pdf.range("stands on this line");
        shown.view.setHeat({{word, 1.0f}});
        const QRect place = shown.view.rectanglesOf(word).at(0);
        const QImage image = shown.picture();
        QVERIFY(amber(image.pixelColor(place.center())));
        QVERIFY(amber(image.pixelColor(QPoint(place.left() + 2, place.center().y()))));
        QVERIFY(amber(image.pixelColor(QPoint(place.right() - 2, place.center().y()))));
        QVERIFY(!amber(image.pixelColor(QPoint(place.left() - 3, place.center().y()))));
        QVERIFY(!amber(image.pixelColor(QPoint(place.right() + 4, place.center().y()))));
        QVERIFY(!amber(image.pixelColor(QPoint(place.center().x(), place.bottom() + 4))));
        shown.view.setHeat({});
        QVERIFY(!amber(shown.picture().pixelColor(place.center())));
    }

    void strongerHeatIsDarker()
    {
        ShownView shown;
        const ByteRange weak = shown.pdf.range("word0x2"), strong = shown.pdf.range("word0x4");
        shown.view.setHeat({{weak, 0.2f}, {strong, 1.0f}});
        const QImage image = shown.picture();
        const auto at = [&](ByteRange range) { return image.pixelColor(shown.view.rectanglesOf(range).at(0).center()).lightness(); };
        QVERIFY(at(strong) < at(weak));
        QVERIFY(at(weak) < 255);
    }

    void selectionIsBlueAlsoOverHeat()
    {
        ShownView shown;
        const ByteRange word = shown.pdf.range("word0x4");
        shown.view.setHeat({{word, 1.0f}});
        shown.view.select(word);
        const QColor colour = shown.picture().pixelColor(shown.view.rectanglesOf(word).at(0).center());
        QVERIFY2(colour.blue() > colour.red() && colour.blue() > colour.green(), qPrintable(colour.name()));
    }

    void citedWordsAreUnderlinedInBlue()
    {
        ShownView shown;
        const ByteRange word = shown.pdf.range("word0x3");
        shown.view.setHighlights({word});
        const QRect place = shown.view.rectanglesOf(word).at(0);
        const QImage image = shown.picture();
        bool blue = false;
        for (int dy = -3; dy <= 3; ++dy)
            blue = blue || image.pixelColor(place.center().x(), place.bottom() + dy) == themeColour(Role::Accent, cairn::Panel::Light);
        QVERIFY(blue);
    }

    void wordsWithANoteHaveDotsBelow()
    {
        ShownView shown;
        const ByteRange word = shown.pdf.range("word0x3");
        const QRect place = shown.view.rectanglesOf(word).at(0);
        const auto violet = [&] {
            const QImage image = shown.picture().copy(place.adjusted(0, 0, 0, 3)).convertToFormat(QImage::Format_RGB32);
            const auto* pixels = reinterpret_cast<const QRgb*>(image.constBits());
            return std::count_if(pixels, pixels + image.width() * image.height(),
                                 [](QRgb pixel) { return qBlue(pixel) > qGreen(pixel) + 60; });
        };
        QVERIFY(violet() == 0);
        shown.view.setTextMarks({{word, TextMark::Note}});
        QVERIFY(violet() > place.width() / 4);
    }

    void unreadPagesAreGreyed()
    {
        ShownView shown;
        shown.view.setZoom(50);
        shown.view.setReadUpTo(shown.pdf.find("word0x10"));
        shown.settle();
        const QImage image = shown.picture();
        const QRect unread = shown.view.rectanglesOf(shown.pdf.range("word0x12")).at(0);
        QCOMPARE(image.pixelColor(shown.view.rectanglesOf(shown.pdf.range("word0x8")).at(0).center()), QColor(Qt::white));
        const int veil = qGray(image.pixel(unread.center()));   // over white; so thin that black words can be read all the same
        QVERIFY2(veil < 255 && veil > 246, qPrintable(QString::number(veil)));
        shown.view.setReadUpTo(UINT64_MAX);
        QCOMPARE(shown.picture().pixelColor(unread.center()), QColor(Qt::white));
    }

    void picturesHaveThePixelsOfTheScreen()
    {
        ShownView shown;
        const int width = int(std::lround(612 * shown.view.logicalDpiX() / 72.0 * shown.view.devicePixelRatioF()));
        QCOMPARE(shown.source.pictureRequests.at(0).second, width);
    }
};

QTEST_MAIN(PdfMarksTest)
#include "pdf_marks_test.moc"
