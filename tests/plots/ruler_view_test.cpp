// The ruler beside the reader: pooling onto lines, two lanes, what click, drag and keys ask for.
#include "tests/plots/golden_picture.h"
#include "ui/ruler_view.h"

#include <QSignalSpy>
#include <QtTest>

#include <random>

using namespace cairn;

class RulerViewTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void linesHoldLargestAndMeanOfTheirMarks()
    {
        const auto lines = rulerLines({{0.0, 0.1, 0.5f}, {0.05, 0.2, 0.1f}, {0.5, 0.5001, 1.0f}}, 10);
        QCOMPARE(lines[0].largest, 0.5f);
        QCOMPARE(lines[0].mean, 0.3f);
        QCOMPARE(lines[1].largest, 0.1f);
        QCOMPARE(lines[2], RulerLine{});
        QCOMPARE(lines[5].largest, 1.0f);
    }

    void noLoneMarkIsLost()
    {
        std::mt19937 random(1);
        for (const int height : {1, 7, 300, 900}) {
            for (int round = 0; round < 50; ++round) {
                const double begin = double(random() % 16'000) / 16'000;
                const auto lines = rulerLines({{begin, begin + 1.0 / 16'000, 0.7f}}, height);
                QVERIFY(std::any_of(lines.begin(), lines.end(), [](const RulerLine& line) { return line.largest == 0.7f; }));
            }
        }
    }

    void strongMarkIsATickOfTwoPixels()
    {
        RulerView ruler;
        ruler.setPalette(golden::palette(false));
        ruler.resize(24, 300);
        ruler.setSight(0.9, 1);
        ruler.setMarks({{0.5, 0.5001, 1.0f}});
        const QImage image = ruler.grab().toImage();
        int rows = 0;
        for (int y = 0; y < 300; ++y)
            rows += image.pixelColor(8, y) == themeColour(Role::RulerTick, cairn::Panel::Light);
        QCOMPARE(rows, 2);
    }

    void lanesShowAAndBApart()
    {
        RulerView ruler;
        ruler.setPalette(golden::palette(true));
        ruler.resize(24, 300);
        ruler.setSight(0.9, 1);
        ruler.setMarks({{0.25, 0.26, 1.0f}});
        ruler.setCompared({{0.75, 0.76, 1.0f}});
        const QImage image = ruler.grab().toImage();
        const QColor tick = themeColour(Role::RulerTick, cairn::Panel::Dark);
        QCOMPARE(image.pixelColor(6, 76), tick);
        QVERIFY(image.pixelColor(6, 226) != tick);
        QCOMPARE(image.pixelColor(14, 226), tick);
        QVERIFY(image.pixelColor(14, 76) != tick);
    }

    void clickAsksForItsPlaceAndSnapsToCitations()
    {
        RulerView ruler;
        ruler.resize(24, 200);
        ruler.setCited({0.5});
        QSignalSpy asked(&ruler, &RulerView::placeRequested);
        QTest::mouseClick(&ruler, Qt::LeftButton, {}, {8, 50});
        QCOMPARE(asked.takeFirst()[0].toDouble(), 0.25);
        QTest::mouseClick(&ruler, Qt::LeftButton, {}, {22, 95});
        QCOMPARE(asked.takeFirst()[0].toDouble(), 0.5);
        QTest::mouseClick(&ruler, Qt::LeftButton, {}, {8, 95});
        QCOMPARE(asked.takeFirst()[0].toDouble(), 0.475);
    }

    void keysMoveByPagesAndStayInside()
    {
        RulerView ruler;
        ruler.resize(24, 200);
        ruler.setSight(0.5, 0.6);
        QSignalSpy asked(&ruler, &RulerView::placeRequested);
        QTest::keyClick(&ruler, Qt::Key_PageDown);
        QVERIFY(qAbs(asked.takeFirst()[0].toDouble() - 0.6) < 1e-9);
        QTest::keyClick(&ruler, Qt::Key_Home);
        QCOMPARE(asked.takeFirst()[0].toDouble(), 0.0);
        ruler.setSight(0, 0.1);
        QTest::keyClick(&ruler, Qt::Key_PageUp);
        QCOMPARE(asked.takeFirst()[0].toDouble(), 0.0);
    }

    void saysWhatItShows()
    {
        RulerView ruler;
        ruler.setSight(0.25, 0.5);
        ruler.setCited({0.1, 0.2});
        ruler.setReadUpTo(0.4);
        QVERIFY(ruler.accessibleDescription().contains(QStringLiteral("25 %")));
        QVERIFY(ruler.accessibleDescription().contains(QStringLiteral("40 %")));
    }

    void dragAndWheelMoveTheReader()
    {
        RulerView ruler;
        ruler.resize(24, 400);
        ruler.setSight(0.5, 0.6);
        QSignalSpy asked(&ruler, &RulerView::placeRequested);
        QTest::mousePress(&ruler, Qt::LeftButton, {}, {8, 100});
        for (const int y : {140, 200}) {
            QMouseEvent move(QEvent::MouseMove, QPointF(8, y), QPointF(8, y), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
            QCoreApplication::sendEvent(&ruler, &move);
        }
        QTest::mouseRelease(&ruler, Qt::LeftButton, {}, {8, 200});
        QCOMPARE(asked.size(), 3);
        QVERIFY(std::abs(asked[0][0].toDouble() - 0.25) < 0.01 && std::abs(asked[1][0].toDouble() - 0.35) < 0.01);
        QVERIFY(std::abs(asked[2][0].toDouble() - 0.5) < 0.01);
        QMouseEvent aside(QEvent::MouseMove, QPointF(8, 300), QPointF(8, 300), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&ruler, &aside);
        QCOMPARE(asked.size(), 3);
        for (const int turn : {-120, 120}) {
            QWheelEvent wheel(QPointF(8, 100), QPointF(8, 100), {}, {0, turn}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(&ruler, &wheel);
        }
        QVERIFY(asked[3][0].toDouble() > 0.5 && asked[3][0].toDouble() < 0.6 && asked[4][0].toDouble() < 0.5);
    }

    void thePreviewIsALineAtItsPlace()
    {
        RulerView ruler;
        ruler.resize(24, 400);
        ruler.setSight(0, 1);
        const QImage before = ruler.grab().toImage();
        ruler.setPreview(0.5);
        const QImage shown = ruler.grab().toImage();
        for (int y = 0; y < 400; ++y)
            QCOMPARE(before.pixel(12, y) != shown.pixel(12, y), y == 200 || y == 201);
        ruler.setPreview({});
        QVERIFY(ruler.grab().toImage() == before);
    }
};

QTEST_MAIN(RulerViewTest)
#include "ruler_view_test.moc"
