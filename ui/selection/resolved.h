// The hub's selection made concrete for one run: what to ask a trace, which tokens belong together, which words of a document are
// tinted how strongly. So every view counts the same records. Values only; resolve() reads the hub (UI thread), the rest any thread.
#pragma once

#include "core/types/trace_query.h"
#include "ui/document_view.h"
#include "ui/ruler_view.h"
#include "ui/run.h"
#include "ui/selection/selection_hub.h"

#include <QString>

#include <optional>
#include <vector>

namespace cairn
{

// Tokens of the answer that are shown as one: [begin, end) and their words, white space at the ends cut off.
struct TokenGroup
{
    IndexRange tokens;
    QString text;
};
std::vector<TokenGroup> tokenGroups(const Answer& answer, TokenUnit unit);
std::vector<std::uint32_t> tokenRows(const std::vector<TokenGroup>& groups);   // the group of each token: MatrixQuery::tokenRows

// The sinks that are hidden by default, ascending: those in which no cited words stand. What an answer rests on is shown.
std::vector<std::uint32_t> hiddenSinks(const Run& run);

// The hub's selection for its run, or for another run (compare) with the same choices. Brushed tokens are widened to whole units.
// Without a run or trace: a filter that asks for nothing special.
TraceFilter filterOf(const SelectionHub& hub);
TraceFilter filterOf(const SelectionHub& hub, const Run& run);

// The selection's metric, or Gate where what it needs is not known of the run (BlockMeasures), or there is none.
Metric shownMetric(const SelectionHub& hub);

// How a metric is read off a trace; Lift, Removal and Word are no questions to it: Gate.
TraceMetric traceMetric(Metric metric);
TraceAggregate traceAggregate(Aggregate aggregate, TraceAggregate automatic);

// Evidence on the words of a document, strength 0..1 by the selection's scale, ascending, without overlap. By blocks: E(b) on the
// exact characters of each block; with Lift and Removal these, negative ones left out. With Metric::Word: gate x inner weight on the
// characters of each token.
// A run without map or trace gives nothing.
std::vector<HeatRun> heatOf(const SelectionHub& hub, std::uint32_t document);

// The same for the ruler beside the reader: one mark per block, places as fractions of the document's text.
std::vector<RulerMark> rulerMarksOf(const SelectionHub& hub, std::uint32_t document);

// Where the block that the pointer rests on begins in the document; nullopt: there is none, or it is of another one.
std::optional<double> previewPlace(const SelectionHub& hub, std::uint32_t document);

// Lane B: of the answer that is compared, all its words, whose numbers the brush doesn't know; gates where the metric is of run A alone.
// Each lane is as strong as its own strongest block. Empty: nothing is compared.
std::vector<RulerMark> comparedMarksOf(const SelectionHub& hub, std::uint32_t document);

}  // namespace cairn
