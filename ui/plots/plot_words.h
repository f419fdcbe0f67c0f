// How plots name what they show: units, what is hidden, numbers. No state.
#pragma once

#include "core/types/memory.h"
#include "core/types/trace_query.h"
#include "ui/selection/selection_hub.h"

#include <QString>

namespace cairn
{

QString noRunWords(const SelectionHub& hub);                      // why nothing is shown where there is no run
QString noTraceWords(const Run& run);                              // why nothing is shown of a run without a trace
QString noTraceAction(const Run& run);                             // "Ask again"; empty: that would not help
QString plotNumber(double value);                                 // two significant digits
QString metricName(TraceMetric metric);                           // "gate"
QString aggregateName(TraceAggregate aggregate);                  // "max"
QString modeName(SelectionMode mode);                             // "per token and head"
QString headsWords(const Trace& trace, const TraceFilter& filter);   // "270 heads", "L16.H7"
QString tokensWords(const Run& run, const TraceFilter& filter, TokenUnit unit);   // "41 words"
QString withRenormalised(const QString& words, const TraceFilter& filter);   // "gate, max over 270 heads, renormalised" where it is so

// Where the block is, as its card among the evidence says; with a distinctTitle().
QString shortPlaceOf(const Run& run, std::uint32_t block);

// What the selection hides of sinks and local window; if it hides nothing, all that is shown for it.
struct MaskWords
{
    QString words;             // "2 sink blocks and local window"; empty: nothing can be hidden
    bool isHidden = false;
};
MaskWords maskWords(const SelectionHub& hub);
MaskWords maskWords(const SelectionHub& hub, int sinks);   // of so many sinks

QString shortened(const std::string& text, int characters);       // white space folded, cut with an ellipsis
QString quotation(const QString& words);   // in quotation marks; words that begin within a sentence say so

}  // namespace cairn
