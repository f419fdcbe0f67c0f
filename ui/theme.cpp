#include "ui/theme.h"

#include <QWidget>

#include <algorithm>
#include <array>
#include <cmath>

namespace cairn
{
namespace
{

struct Pair
{
    QRgb light;
    QRgb dark;
};

Contrast s_contrast = Contrast::Usual;
QColor s_words;   // valid: of words on a dark panel

Pair usualPair(Role role)
{
    switch (role) {
    case Role::Window: return {0xFFF0F1F4, 0xFF25282D};
    case Role::Panel: return {0xFFFFFFFF, 0xFF1B1D21};
    case Role::Alternate: return {0xFFF7F8FA, 0xFF202327};
    case Role::Line: return {0xFFD5D8DE, 0xFF383D45};
    case Role::StrongLine: return {0xFFB4BAC4, 0xFF505762};
    case Role::Grid: return {0xFFE6E8EC, 0xFF2B2F35};
    case Role::Text: return {0xFF1B1F24, 0xFFE5E8EC};
    case Role::Muted: return {0xFF566070, 0xFFA4ACB8};
    case Role::Hover: return {0xFFE7E9EE, 0xFF30343A};
    case Role::ButtonTop: return {0xFFFEFEFF, 0xFF33373E};
    case Role::Button: return {0xFFF3F4F7, 0xFF2D3137};
    case Role::Accent: return {0xFF1F5FBF, 0xFF5E9BF5};
    case Role::AccentText: return {0xFF1F5FBF, 0xFF7FB0FA};
    case Role::AccentFill: return {0xFF1F5FBF, 0xFF2B69C8};
    case Role::AccentTint: return {0xFFDDE8F8, 0xFF243A5A};
    case Role::Meter: return {0xFF5B7FB5, 0xFF6F97D2};
    case Role::EvidenceBar: return {0xFFC98A0B, 0xFFC79A2E};
    case Role::RulerTick: return {0xFF8A5A00, 0xFFF2C14A};
    case Role::RulerBand: return {0xFFFFDF85, 0xFF6B5614};
    case Role::Hatch: return {0xFFC6CBD3, 0xFF454B54};
    case Role::CompareA: return {0xFF1F5FBF, 0xFF7FB0FA};
    case Role::CompareB: return {0xFFB4610A, 0xFFF0A24E};
    }
    return {};
}

// What is as usual stands out enough.
Pair strongPair(Role role)
{
    switch (role) {
    case Role::Window:
    case Role::Panel:
    case Role::ButtonTop:
    case Role::Button: return {0xFFFFFFFF, 0xFF000000};
    case Role::Alternate: return {0xFFF2F2F2, 0xFF141414};
    case Role::Hover: return {0xFFD9D9D9, 0xFF333333};
    case Role::Line:
    case Role::Hatch: return {0xFF757575, 0xFF8A8A8A};
    case Role::StrongLine: return {0xFF000000, 0xFFFFFFFF};
    case Role::Grid: return {0xFFD9D9D9, 0xFF333333};
    case Role::Text: return {0xFF000000, 0xFFFFFFFF};
    case Role::Muted: return {0xFF2E2E2E, 0xFFDADADA};
    case Role::Accent: return {0xFF0B3C9C, 0xFF7DB8FF};
    case Role::AccentText: return {0xFF0B3C9C, 0xFFA9D0FF};
    case Role::AccentFill: return {0xFF0B3C9C, 0xFF1754AE};
    case Role::AccentTint: return {0xFFD6E4FF, 0xFF0A2F66};
    case Role::Meter: return {0xFF2F5597, 0xFF7DB8FF};
    case Role::EvidenceBar: return {0xFF8A5A00, 0xFFE0B040};
    case Role::CompareA: return {0xFF0B3C9C, 0xFF7FB0FA};
    case Role::CompareB: return {0xFF8A4300, 0xFFF0A24E};
    default: return usualPair(role);
    }
}

constexpr std::array<Pair, 6> kTints{{{0xFFFFF8DF, 0xFF2C281A}, {0xFFFFF0BE, 0xFF3A3217}, {0xFFFFE596, 0xFF483C14},
                                      {0xFFFFD86B, 0xFF554512}, {0xFFFBC944, 0xFF5F4C10}, {0xFFF5B92B, 0xFF67520E}}};
constexpr std::array<Pair, 3> kUnderlines{{{0xFFFFE596, 0xFF54461C}, {0xFFFBC944, 0xFF8A6C17}, {0xFFD9920A, 0xFFD7A52B}}};
constexpr QRgb kDarkEvidenceText = 0xFFFFFAEC;

constexpr double kLeastOfHigh = 15;   // pure green on black has 15.3

QColor pick(Pair pair, Panel panel) { return QColor(panel == Panel::Light ? pair.light : pair.dark); }

template <std::size_t N>
QColor level(const std::array<Pair, N>& levels, float strength, Panel panel)
{
    const auto index = static_cast<std::size_t>(std::clamp(strength, 0.0f, 1.0f) * float(N - 1) + 0.5f);
    return pick(levels[index], panel);
}

double luminance(const QColor& colour)
{
    const auto linear = [](double part) { return part <= 0.03928 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

bool hasOwnWords(Panel panel) { return s_contrast == Contrast::High && panel == Panel::Dark && s_words.isValid(); }

}  // namespace

void setContrast(Contrast contrast, const QColor& words)
{
    s_contrast = contrast;
    s_words = words;
}

double contrastOf(const QColor& one, const QColor& other)
{
    const auto [darker, lighter] = std::minmax({luminance(one), luminance(other)});
    return (lighter + 0.05) / (darker + 0.05);
}

bool isHighContrast(const QPalette& desktop)
{
    return desktop.color(QPalette::Window) == desktop.color(QPalette::Base) &&
           contrastOf(desktop.color(QPalette::WindowText), desktop.color(QPalette::Window)) >= kLeastOfHigh &&
           contrastOf(desktop.color(QPalette::Text), desktop.color(QPalette::Base)) >= kLeastOfHigh;
}

Panel panelOf(const QPalette& palette)
{
    return palette.color(QPalette::Base).lightness() < palette.color(QPalette::Text).lightness() ? Panel::Dark : Panel::Light;
}

QColor themeColour(Role role, Panel panel)
{
    if (hasOwnWords(panel) && (role == Role::Text || role == Role::Muted))
        return s_words;
    return pick(s_contrast == Contrast::High ? strongPair(role) : usualPair(role), panel);
}

QColor themeColour(Role role, const QWidget& widget) { return themeColour(role, panelOf(widget.palette())); }
QColor evidenceTint(float strength, Panel panel) { return level(kTints, strength, panel); }
QColor answerUnderline(float share, Panel panel) { return level(kUnderlines, share, panel); }

QColor evidenceText(float strength, Panel panel)
{
    return panel == Panel::Dark && (strength > 0.5f || hasOwnWords(panel)) ? QColor(kDarkEvidenceText) : themeColour(Role::Text, panel);
}

QPalette themePalette(Panel panel)
{
    const auto colour = [panel](Role role) { return themeColour(role, panel); };
    QPalette palette(colour(Role::Window), colour(Role::Window));   // derives bevels; every role that shows is set below
    palette.setColor(QPalette::WindowText, colour(Role::Text));
    palette.setColor(QPalette::Base, colour(Role::Panel));
    palette.setColor(QPalette::AlternateBase, colour(Role::Alternate));
    palette.setColor(QPalette::Text, colour(Role::Text));
    palette.setColor(QPalette::Button, colour(panel == Panel::Light ? Role::Button : Role::ButtonTop));
    palette.setColor(QPalette::ButtonText, colour(Role::Text));
    palette.setColor(QPalette::PlaceholderText, colour(Role::Muted));
    palette.setColor(QPalette::Highlight, colour(Role::AccentFill));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, colour(Role::AccentText));
    palette.setColor(QPalette::ToolTipBase, s_contrast == Contrast::Usual && panel == Panel::Dark ? QColor(0x2C3036) : colour(Role::Panel));
    palette.setColor(QPalette::ToolTipText, colour(Role::Text));
    palette.setColor(QPalette::Mid, colour(Role::StrongLine));
    palette.setColor(QPalette::Dark, colour(Role::StrongLine));
    for (const auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, colour(Role::Muted));
    return palette;
}

}  // namespace cairn
