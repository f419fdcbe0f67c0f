// The legend: places and values are inverse, ends can be dragged and moved by keys, what is hidden is said and can be shown.
#include "tests/plots/golden_picture.h"
#include "tests/support/patience.h"
#include "ui/panels/labels.h"
#include "ui/pictures/numbers.h"
#include "ui/plots/colour_bar.h"
#include "ui/plots/colour_strip.h"
#include "ui/motion.h"

#include <QAbstractButton>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

using namespace cairn;

namespace
{

HeatmapStyle style(HeatScale scale, float low, float high, bool difference = false)
{
    HeatmapStyle made;
    made.scale = scale;
    made.low = low;
    made.high = high;
    made.difference = difference;
    return made;
}

QStringList words(const QWidget& widget)
{
    QStringList all;
    for (const auto* label : widget.findChildren<QLabel*>()) {
        if (label->isVisibleTo(&widget))
            all += label->text();
    }
    for (const auto* label : widget.findChildren<ElidedLabel*>()) {
        if (label->isVisibleTo(&widget))
            all += label->text();
    }
    return all;
}

}  // namespace

class ColourBarTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void placesAndValuesAreInverse_data()
    {
        QTest::addColumn<int>("scale");
        QTest::addColumn<float>("low");
        QTest::addColumn<bool>("difference");
        for (int scale = 0; scale < 3; ++scale) {
            QTest::addRow("scale %d", scale) << scale << 0.0f << false;
            QTest::addRow("scale %d, clipped below", scale) << scale << 0.1f << false;
            QTest::addRow("scale %d, scores", scale) << scale << -2.0f << false;
            QTest::addRow("scale %d, difference", scale) << scale << 0.0f << true;
        }
    }
    void placesAndValuesAreInverse()
    {
        QFETCH(int, scale);
        QFETCH(float, low);
        QFETCH(bool, difference);
        ColourBar bar;
        bar.setStyle(style(HeatScale(scale), low, 0.4f, difference), 0.9f, true);   // clipped: the data reaches 0.9
        for (float value = difference ? -0.9f : std::min(low, 0.0f); value <= 0.9f; value += 0.05f)
            QVERIFY(std::abs(bar.valueAt(bar.positionOf(value)) - value) < 1e-4f);
        QVERIFY(std::abs(bar.positionOf(0.9f) - 1) < 1e-6);
    }

    void colourAtAPlaceIsTheColourOfItsValue()
    {
        ColourStrip strip;
        strip.setPalette(golden::palette(false));
        strip.resize(300, strip.sizeHint().height());
        const HeatmapStyle shown = style(HeatScale::SquareRoot, 0, 0.5f);
        strip.setStyle(shown, 0.5f, true);
        const QImage image = strip.grab().toImage();
        for (int x = 10; x < 290; x += 7)
            QCOMPARE(image.pixel(x, strip.bar().center().y()), colourOf(strip.valueAt((x + 0.5) / 300), shown));
    }

    void draggingAnEndAsksForARange()
    {
        ColourStrip strip;
        strip.resize(300, strip.sizeHint().height());
        strip.setStyle(style(HeatScale::Linear, 0, 1), 1, true);
        QSignalSpy changed(&strip, &ColourStrip::rangeChanged), reset(&strip, &ColourStrip::rangeReset);
        const int y = strip.bar().center().y();
        QTest::mousePress(&strip, Qt::LeftButton, {}, {298, y});
        QMouseEvent move(QEvent::MouseMove, QPointF(150, y), QPointF(150, y), Qt::LeftButton, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&strip, &move);
        QCOMPARE(changed.size(), 1);
        QVERIFY(std::abs(changed[0][1].toDouble() - 0.5) < 0.01);
        QCOMPARE(changed[0][0].toDouble(), 0.0);
        QTest::mouseRelease(&strip, Qt::LeftButton, {}, {150, y});
        QTest::mouseDClick(&strip, Qt::LeftButton, {}, {150, y});
        QCOMPARE(reset.size(), 1);
    }

    void keysMoveTheEnds()
    {
        ColourStrip strip;
        strip.resize(300, strip.sizeHint().height());
        strip.setStyle(style(HeatScale::Linear, 0, 1), 1, true);
        QSignalSpy changed(&strip, &ColourStrip::rangeChanged), reset(&strip, &ColourStrip::rangeReset);
        QTest::keyClick(&strip, Qt::Key_Left);
        QVERIFY(changed.takeFirst()[1].toDouble() < 0.96);
        QTest::keyClick(&strip, Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(changed.takeFirst()[0].toDouble() > 0.04);
        QTest::keyClick(&strip, Qt::Key_0);
        QCOMPARE(reset.size(), 1);
    }

    void numbersHaveTheSeparatorsOfTheLanguage_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("words");
        QTest::addRow("zero") << 0.0 << QStringLiteral("0");
        QTest::addRow("part") << 0.5 << QStringLiteral("0,50");
        QTest::addRow("a count") << 5.0 << QStringLiteral("5");
        QTest::addRow("two digits") << 0.0714 << QStringLiteral("0,071");
        QTest::addRow("below zero") << -2.26 << QStringLiteral("\u22122,3");
        QTest::addRow("whole from ten on") << 127.4 << QStringLiteral("127");
        QTest::addRow("thousands") << 12345.0 << QStringLiteral("12.345");
    }
    void numbersHaveTheSeparatorsOfTheLanguage()
    {
        QFETCH(double, value);
        QFETCH(QString, words);
        const QLocale before;
        QLocale::setDefault(QLocale(QLocale::German));
        const QString number = twoDigits(value);
        ColourStrip strip;
        strip.setStyle(style(HeatScale::Linear, 0, 0.25f), 0.25f, true);
        const QString spoken = strip.accessibleDescription();
        QLocale::setDefault(before);
        QCOMPARE(number, words);
        QCOMPARE(spoken, QStringLiteral("0 to 0,25"));
    }

    void aChangedRangeBlinksUnlessMotionIsReduced()
    {
        ColourStrip strip;
        strip.show();
        for (const bool reduced : {false, true}) {
            setReducedMotion(reduced);
            strip.setStyle(style(HeatScale::SquareRoot, 0, reduced ? 0.5f : 0.9f), 1, true);
            strip.setStyle(style(HeatScale::SquareRoot, 0, reduced ? 0.25f : 0.75f), 1, true);
            QCOMPARE(strip.isBlinking(), !reduced);
            QTRY_VERIFY(!strip.isBlinking());
        }
        setReducedMotion(false);
    }

    void theDesktopCanAskForReducedMotion()
    {
        QTemporaryDir home;
        const QByteArray before = qgetenv("XDG_CONFIG_HOME");
        qputenv("XDG_CONFIG_HOME", home.path().toLocal8Bit());
        const auto write = [&](const char* name, const char* text) {
            const QString path = home.filePath(QLatin1String(name));
            QDir().mkpath(QFileInfo(path).path());
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text);
        };
        write("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=1\n");
        QVERIFY(!systemReducesMotion());
        write("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=false\n");
        QVERIFY(systemReducesMotion());
        write("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=true\n");
        write("kdeglobals", "[KDE]\nAnimationDurationFactor=0.5\n");
        QVERIFY(!systemReducesMotion());
        write("kdeglobals", "[KDE]\nAnimationDurationFactor=0\n");
        QVERIFY(systemReducesMotion());
        before.isNull() ? qunsetenv("XDG_CONFIG_HOME") : qputenv("XDG_CONFIG_HOME", before);
    }

    void hiddenBlocksAreSaidAndCanBeShown()
    {
        ColourBar bar;
        bar.setHidden(QStringLiteral("2 sink blocks"), true);
        QVERIFY(words(bar).contains(QStringLiteral("2 sink blocks hidden")));
        QSignalSpy toggled(&bar, &ColourBar::hiddenToggled);
        QAbstractButton* show = nullptr;
        for (auto* button : bar.findChildren<QAbstractButton*>()) {
            if (button->text() == QStringLiteral("Show"))
                show = button;
        }
        QVERIFY(show);
        show->click();
        QCOMPARE(toggled.takeFirst()[0].toBool(), false);
        bar.setHidden(QStringLiteral("2 sink blocks"), false);
        QVERIFY(words(bar).contains(QStringLiteral("2 sink blocks shown")));
        show->click();
        QCOMPARE(toggled.takeFirst()[0].toBool(), true);
    }

    // Large letters, a narrow dock: what is hidden and how was chosen stand in two rows, both whole.
    void narrowBarsCutNoWords()
    {
        ColourBar bar;
        bar.setUnit(QStringLiteral("gate"));
        bar.setMode(QStringLiteral("per token and head"));
        bar.setHidden(QStringLiteral("2 sink blocks and the conversation"), true);
        for (const int width : {700, 330}) {
            bar.resize(width, 200);
            bar.show();
            test::settle(30);
            QWidget* hidden = nullptr;
            for (auto* label : bar.findChildren<ElidedLabel*>()) {
                if (label->text().startsWith(QStringLiteral("2 sink")))
                    hidden = label;
            }
            QLabel* mode = nullptr;
            for (auto* label : bar.findChildren<QLabel*>()) {
                if (label->text() == QStringLiteral("per token and head"))
                    mode = label;
            }
            QVERIFY(hidden && mode);
            QVERIFY(hidden->width() >= hidden->sizeHint().width());
            QVERIFY(mode->width() >= mode->sizeHint().width());
            QVERIFY(bar.rect().contains(QRect(mode->mapTo(&bar, QPoint()), mode->size())));
            QCOMPARE(mode->mapTo(&bar, QPoint()).y() > hidden->mapTo(&bar, QPoint()).y() + hidden->height() / 2, width == 330);
        }
    }

    void clippingIsSaid()
    {
        ColourBar bar;
        bar.resize(500, 80);
        bar.setUnit(QStringLiteral("gate"));
        bar.setStyle(style(HeatScale::Linear, 0, 0.3f), 0.9f, false);
        QVERIFY(words(bar).contains(QStringLiteral("0.90")));
        QVERIFY(words(bar).contains(QStringLiteral("gate; clipped at 0.30")));
        bar.setStyle(style(HeatScale::Linear, 0, 0.9f), 0.9f, true);
        QVERIFY(words(bar).contains(QStringLiteral("gate")));
    }
};

QTEST_MAIN(ColourBarTest)
#include "colour_bar_test.moc"
