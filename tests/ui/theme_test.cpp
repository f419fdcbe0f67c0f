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
    void wordsStandOutFromEveryGround_data() { wordsStandOutFromTheirTint_data(); }
    void wordsStandOutFromEveryGround();
};

namespace
{

constexpr double kLeastContrast = 7;
constexpr double kLeastSmallContrast = 4.5;   // of all other words: level AA

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

void ThemeTest::wordsStandOutFromEveryGround()
{
    QFETCH(bool, dark);
    const cairn::Panel panel = dark ? cairn::Panel::Dark : cairn::Panel::Light;
    const auto check = [](const char* what, const QColor& words, const QColor& ground) {
        const double is = contrast(words, ground);
        QVERIFY2(is >= kLeastSmallContrast, qPrintable(QStringLiteral("%1: %2").arg(QLatin1String(what)).arg(is)));
    };
    const auto colour = [panel](Role role) { return themeColour(role, panel); };
    for (const Role ground : {Role::Window, Role::Panel, Role::Alternate, Role::AccentTint}) {
        check("text", colour(Role::Text), colour(ground));
        check("muted", colour(Role::Muted), colour(ground));
        check("accent", colour(Role::AccentText), colour(ground));
    }
    check("muted on a grid", colour(Role::Muted), colour(Role::Grid));
    for (const Role side : {Role::CompareA, Role::CompareB})
        check("compared", colour(side), colour(Role::Panel));
    const QPalette palette = themePalette(panel);
    using Words = std::pair<QPalette::ColorRole, QPalette::ColorRole>;
    for (const auto group : {QPalette::Active, QPalette::Inactive, QPalette::Disabled}) {
        for (const auto& [words, ground] :
             {Words{QPalette::WindowText, QPalette::Window}, Words{QPalette::Text, QPalette::Base},
              Words{QPalette::Text, QPalette::AlternateBase},
              Words{QPalette::ButtonText, QPalette::Button}, Words{QPalette::PlaceholderText, QPalette::Base},
              Words{QPalette::HighlightedText, QPalette::Highlight}, Words{QPalette::ToolTipText, QPalette::ToolTipBase},
              Words{QPalette::Link, QPalette::Window}, Words{QPalette::Link, QPalette::Base}})
            check(qPrintable(QStringLiteral("palette %1, roles %2 on %3").arg(int(group)).arg(int(words)).arg(int(ground))),
                  palette.color(group, words), palette.color(group, ground));
    }
}

}  // namespace cairn::testing

QTEST_MAIN(cairn::testing::ThemeTest)
#include "theme_test.moc"
