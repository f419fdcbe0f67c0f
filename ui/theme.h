// Colours and metrics of the window, light and dark, in one place. Values for the running palette are asked for by role;
// widgets ask at paint time, so that a changed palette needs no bookkeeping. UI thread.
#pragma once

#include "ui/pictures/colour_map.h"

#include <QColor>
#include <QPalette>

class QWidget;

namespace cairn
{

enum class Role
{
    Window, Panel, Alternate, Line, StrongLine, Grid, Text, Muted,
    Hover, ButtonTop, Button,
    Accent, AccentText, AccentFill, AccentTint,
    Meter, EvidenceBar, RulerTick, RulerBand, Hatch, CompareA, CompareB
};

// High: for people who need it; words at 7:1, and what is drawn at 3:1 at least.
enum class Contrast { Usual, High };

// Of all colours from now on; the caller sets themePalette() anew. `words`: of words on a dark panel, if valid (yellow on black).
void setContrast(Contrast contrast, const QColor& words = {});
double contrastOf(const QColor& one, const QColor& other);   // 1 to 21, by WCAG 2.1
bool isHighContrast(const QPalette& desktop);       // one ground for all, and words that are as far from it as can be

Panel panelOf(const QPalette& palette);             // dark when the panel is darker than its text
QColor themeColour(Role role, Panel panel);
QColor themeColour(Role role, const QWidget& widget);

// Evidence under text, `strength` 0..1 in six levels; contrast with text >= 7:1.
QColor evidenceTint(float strength, Panel panel);
QColor evidenceText(float strength, Panel panel);   // text colour on that tint
QColor answerUnderline(float share, Panel panel);   // three levels

// The whole palette, for users who choose light or dark instead of the system's.
QPalette themePalette(Panel panel);

namespace metrics   // px on the 4 px grid
{
inline constexpr int kInset = 12, kGap = 8, kRowHeight = 28, kOutlineRow = 26, kDocumentRow = 44, kPanelHeader = 40;
inline constexpr int kRulerWidth = 24, kTextMeasureMin = 500, kTextMeasureMax = 608, kRadius = 4;
inline constexpr int kInterfaceFont = 13, kSmallFont = 12, kAxisFont = 11, kAnswerFont = 15, kPageFont = 16;
}  // namespace metrics

}  // namespace cairn
