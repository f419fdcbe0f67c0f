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
    Accent, AccentText, AccentFill, AccentTint,
    Meter, EvidenceBar, RulerTick, RulerBand, Hatch, CompareA, CompareB
};

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
