// The window's symbols: each is there, drawn in the palette's colour, sharp at every scale factor.
#include "ui/panels/icons.h"

#include <QApplication>
#include <QPainter>
#include <QPalette>
#include <QtTest>

using namespace cairn;

namespace
{

int inked(const QImage& image)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            count += qAlpha(image.pixel(x, y)) > 40;
    }
    return count;
}

QImage drawn(Icon name, QIcon::Mode mode = QIcon::Normal, int side = 18)
{
    return icon(name).pixmap(QSize(side, side), 1.0, mode).toImage();
}

double strongest(const QImage& image, auto measure)
{
    double most = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            most = std::max(most, double(measure(image.pixelColor(x, y))));
    }
    return most;
}

}  // namespace

class IconsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everySymbolIsDrawn_data()
    {
        QTest::addColumn<int>("name");
        for (int i = 0; i < kIconCount; ++i)
            QTest::addRow("%d", i) << i;
    }
    void everySymbolIsDrawn()
    {
        QFETCH(int, name);
        QVERIFY(!icon(Icon(name)).isNull());
        const QImage image = drawn(Icon(name));
        QVERIFY2(inked(image) >= 4, "nothing to be seen");
        QVERIFY2(inked(image) < 18 * 18 * 3 / 4, "a filled square");
    }

    void noTwoSymbolsAreTheSame()
    {
        QList<QImage> seen;
        for (int i = 0; i < kIconCount; ++i) {
            const QImage image = drawn(Icon(i));
            QVERIFY2(!seen.contains(image), qPrintable(QString::number(i)));
            seen.append(image);
        }
    }

    void coloursFollowThePaletteOfTheApplication()
    {
        const QPalette before = QApplication::palette();
        const QIcon made = icon(Icon::Table);   // before the change
        QPalette dark = before;
        dark.setColor(QPalette::ButtonText, QColor(240, 240, 240));
        QApplication::setPalette(dark);
        QVERIFY(strongest(made.pixmap(QSize(18, 18), 1.0).toImage(), [](QColor c) { return c.alpha() > 200 ? c.lightness() : 0; }) > 200);
        dark.setColor(QPalette::ButtonText, QColor(10, 10, 10));
        QApplication::setPalette(dark);
        QVERIFY(strongest(made.pixmap(QSize(18, 18), 1.0).toImage(), [](QColor c) { return c.alpha() > 200 ? c.lightness() : 0; }) < 60);
        QApplication::setPalette(before);
    }

    void disabledIsPaler()
    {
        const auto alpha = [](QColor c) { return c.alpha(); };
        QVERIFY(strongest(drawn(Icon::Open, QIcon::Disabled), alpha) < 0.7 * strongest(drawn(Icon::Open), alpha));
    }

    void scaleFactorGivesMorePixelsNotBlur()
    {
        const QPixmap twice = iconPixmap(Icon::Search, 18, Qt::black, 2.0);
        QCOMPARE(twice.size(), QSize(36, 36));
        QCOMPARE(twice.deviceIndependentSize(), QSizeF(18, 18));
        QImage stretched =
            iconPixmap(Icon::Search, 18, Qt::black, 1.0).toImage().scaled(36, 36, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
        const auto half = [](const QImage& image) {   // pixels that are neither ink nor ground: blur
            int count = 0;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x)
                    count += qAlpha(image.pixel(x, y)) > 30 && qAlpha(image.pixel(x, y)) < 225;
            }
            return count;
        };
        QVERIFY(half(twice.toImage()) < half(stretched));
    }

    void theApplicationHasAnIconOfItsOwn() { QVERIFY(inked(applicationIcon().pixmap(32, 32).toImage()) > 600); }
};

QTEST_MAIN(IconsTest)
#include "icons_test.moc"
