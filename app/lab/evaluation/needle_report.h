// The tables, notes and pictures of needle runs. Pure functions.
#pragma once

#include "app/lab/evaluation/needle_run.h"
#include "core/evaluation/needle_score.h"
#include "core/evaluation/picture.h"
#include "core/evaluation/report.h"

#include <string>
#include <utility>
#include <vector>

namespace cairn
{

ReportTable needleSummary(const std::vector<NeedleCellScore>& grid);   // answered of trials, per strategy and length
ReportTable needleDetails(const std::vector<NeedleCellScore>& grid);   // a row per cell
std::vector<std::string> needleNotes(const NeedlePlan& plan, std::size_t leftOut);

// Depth by length for each kind and strategy, named "KIND-STRATEGY".
std::vector<std::pair<std::string, Picture>> needlePictures(const std::vector<NeedleCellScore>& grid);

}  // namespace cairn
