// Heatmaps for screen readers: a table of the grid in sight, pooled to at most kAccessibleColumns columns, each cell named by the
// strongest cell it holds ("Layer 1, block 7, gate 0.12"). UI thread.
#pragma once

namespace cairn
{

inline constexpr int kAccessibleColumns = 64;

void installHeatmapAccessibility();   // once per program; more calls do nothing

}  // namespace cairn
