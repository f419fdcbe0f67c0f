// Chapters of a run's documents as block ranges, for the strip above plots. No state.
#pragma once

#include "ui/heatmap_view.h"
#include "ui/run.h"

#include <vector>

namespace cairn
{

// Headings of the highest level that occurs at least twice; in sessions of several documents, or without such headings, each
// document is one. Labels are short: the heading's own number ("VII", "4") or its place from 1. Ascending, without gap from the
// first on.
std::vector<HeatmapChapter> chaptersOf(const Run& run);

}  // namespace cairn
