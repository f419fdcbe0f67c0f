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
    void highContrastIsHigh_data() { wordsStandOutFromTheirTint_data(); }
    void highContrastIsHigh();
    void aDesktopInHighContrastIsKnown();
    void wordsOfTheDesktopAreKeptOnDark();
    void cleanup() { setContrast(Contrast::Usual); }
};

namespace
{

constexpr double kLeastContrast = 7;
constexpr double kLeastSmallContrast = 4.5;   // of all other words: level AA
constexpr double kLeastDrawn = 3;             // of what is drawn: lines, marks, bars

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

void ThemeTest::highContrastIsHigh()
{
    QFETCH(bool, dark);
    const cairn::Panel panel = dark ? cairn::Panel::Dark : cairn::Panel::Light;
    setContrast(Contrast::High);
    const auto check = [panel](Role words, Role ground, double least) {
        const double is = contrast(themeColour(words, panel), themeColour(ground, panel));
        QVERIFY2(is >= least, qPrintable(QStringLiteral("roles %1 on %2: %3").arg(int(words)).arg(int(ground)).arg(is)));
    };
    for (const Role ground : {Role::Window, Role::Panel, Role::Alternate, Role::Hover, Role::Button, Role::AccentTint}) {
        for (const Role words : {Role::Text, Role::Muted, Role::AccentText})
            check(words, ground, ground == Role::Hover && words == Role::AccentText ? kLeastSmallContrast : kLeastContrast);
    }
    for (const Role drawn : {Role::Line, Role::StrongLine, Role::Accent, Role::Meter, Role::EvidenceBar, Role::RulerTick, Role::Hatch,
                             Role::CompareA, Role::CompareB})
        check(drawn, Role::Panel, kLeastDrawn);
    QVERIFY(contrast(themeColour(Role::AccentFill, panel), Qt::white) >= kLeastContrast);   // words on it are white
    for (int i = 0; i <= 100; ++i)
        QVERIFY(contrast(evidenceTint(float(i) / 100, panel), evidenceText(float(i) / 100, panel)) >= kLeastContrast);
    const QPalette palette = themePalette(panel);
    QVERIFY(isHighContrast(palette) && panelOf(palette) == panel);
    for (const auto group : {QPalette::Active, QPalette::Inactive, QPalette::Disabled}) {
        QVERIFY(contrast(palette.color(group, QPalette::Text), palette.color(group, QPalette::Base)) >= kLeastContrast);
        QVERIFY(contrast(palette.color(group, QPalette::ButtonText), palette.color(group, QPalette::Button)) >= kLeastContrast);
    }
    wordsStandOutFromEveryGround();
}

void ThemeTest::aDesktopInHighContrastIsKnown()
{
    const auto desktop = [](const QColor& words, const QColor& window, const QColor& base) {
        QPalette palette(window, window);
        for (const auto role : {QPalette::WindowText, QPalette::Text})
            palette.setColor(role, words);
        palette.setColor(QPalette::Base, base);
        return palette;
    };
    QVERIFY(isHighContrast(desktop(Qt::white, Qt::black, Qt::black)));
    QVERIFY(isHighContrast(desktop(Qt::yellow, Qt::black, Qt::black)));
    QVERIFY(isHighContrast(desktop(Qt::black, Qt::white, Qt::white)));
    QVERIFY(!isHighContrast(desktop(Qt::black, 0xEFEFEF, Qt::white)));        // as most desktops are
    QVERIFY(!isHighContrast(desktop(0xFCFCFC, 0x31363B, 0x232629)));
    QVERIFY(!isHighContrast(desktop(0xC0C0C0, Qt::black, Qt::black)));
    for (const cairn::Panel panel : {cairn::Panel::Light, cairn::Panel::Dark})
        QVERIFY(!isHighContrast(themePalette(panel)));
}

void ThemeTest::wordsOfTheDesktopAreKeptOnDark()
{
    setContrast(Contrast::High, Qt::yellow);
    QCOMPARE(themeColour(Role::Text, cairn::Panel::Dark), QColor(Qt::yellow));
    QCOMPARE(themeColour(Role::Muted, cairn::Panel::Dark), QColor(Qt::yellow));
    QCOMPARE(themePalette(cairn::Panel::Dark).color(QPalette::WindowText), QColor(Qt::yellow));
    for (int i = 0; i <= 100; ++i) {
        const float strength = float(i) / 100;
        QVERIFY(contrast(evidenceTint(strength, cairn::Panel::Dark), evidenceText(strength, cairn::Panel::Dark)) >= kLeastContrast);
    }
    QCOMPARE(themeColour(Role::Text, cairn::Panel::Light), QColor(Qt::black));   // pictures that leave the program
}

}  // namespace cairn::testing

QTEST_MAIN(cairn::testing::ThemeTest)
#include "theme_test.moc"
