// Colours that text must stay readable on (experience.md 6), by the contrast of WCAG 2.1.
#include "ui/theme.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace cairn::testing
{

class ThemeTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void wordsStandOutFromTheirTint_data();
    void wordsStandOutFromTheirTint();
};

namespace
{

constexpr double kLeastContrast = 7;

double luminance(const QColor& colour)
{
    const auto linear = [](double part) { return part <= 0.03928 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const auto [darker, lighter] = std::minmax({luminance(a), luminance(b)});
    return (lighter + 0.05) / (darker + 0.05);
}

}  // namespace

void ThemeTest::wordsStandOutFromTheirTint_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void ThemeTest::wordsStandOutFromTheirTint()
{
    QFETCH(bool, dark);
    const cairn::Panel panel = dark ? cairn::Panel::Dark : cairn::Panel::Light;
    QVERIFY(std::abs(contrast(Qt::black, Qt::white) - 21) < 1e-6);
    for (int i = 0; i <= 100; ++i) {
        const float strength = float(i) / 100;
        const double is = contrast(evidenceTint(strength, panel), evidenceText(strength, panel));
        QVERIFY2(is >= kLeastContrast, qPrintable(QStringLiteral("%1 at %2").arg(is).arg(double(strength))));
    }
    QVERIFY(contrast(themeColour(Role::Panel, panel), themeColour(Role::Text, panel)) >= kLeastContrast);
}

}  // namespace cairn::testing

QTEST_MAIN(cairn::testing::ThemeTest)
#include "theme_test.moc"
