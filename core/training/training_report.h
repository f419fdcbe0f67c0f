// What a training leaves behind for readers: the settings, the curve, the result, as JSON and as Markdown; and the line that shows
// how far it is. Plain values.
#pragma once

#include "core/training/training_loop.h"

#include <string>

namespace cairn
{

struct TrainingReport
{
    std::string title;                         // "Landmark adapter"
    std::string command;                       // as typed
    std::string model;                         // name and fingerprint
    TrainingResult result;
};

std::string reportJson(const TrainingReport& report);       // one object, one line
std::string reportMarkdown(const TrainingReport& report);   // heading, command, tables of settings and measurements, their meaning

// "step 120 of 300  loss 0.1234  rate 9.1e-04  2.41 s/step  7 min left  found_8 0.971"
std::string progressLine(const TrainingPoint& point, const TrainingPlan& plan);

}  // namespace cairn
