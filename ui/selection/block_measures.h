// Measures of blocks that no trace holds (experience.md 4): lift needs the evidence of the neutral question, the removal effect what the
// removal test has measured. Kept beside the selection, so that every view shows the same. Plain values, shared; any thread.
#pragma once

#include "core/types/lift.h"
#include "core/types/trace_query.h"
#include "ui/selection/selection.h"

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

namespace cairn
{

struct BlockMeasures
{
    std::shared_ptr<const std::vector<double>> neutral;                // E0(b) per document block; null: not known
    std::shared_ptr<const std::map<std::uint32_t, double>> effects;    // D(b) of the selected tokens, where measured; null: nothing is
    bool operator==(const BlockMeasures&) const = default;             // the same objects

    // Whether a trace's blocks can be shown by this metric; others than Lift and Removal always can.
    bool know(Metric metric, const Trace& trace) const
    {
        if (metric == Metric::Lift)
            return neutral && !neutral->empty() && neutral->size() == trace.documentBlocks;
        return metric != Metric::Removal || effects;
    }
};

// Lift of a set of evidence (liftOf), for the columns of a matrix: blocks behind the document's have none.
inline std::vector<double> liftOfColumns(std::vector<double> evidence, const std::vector<double>& neutral,
                                         const std::vector<std::uint32_t>& sinks)
{
    evidence.resize(std::min(evidence.size(), neutral.size()));
    return liftOf(evidence, neutral, sinks);
}

}  // namespace cairn
