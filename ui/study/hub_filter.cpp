#include "ui/study/hub_filter.h"

#include "ui/study/passage.h"

namespace cairn
{

TraceFilter filterOf(const SelectionHub& hub)
{
    const Selection& selection = hub.selection();
    const Trace& trace = hub.run()->answer.trace;
    TraceFilter filter;
    filter.tokens = selection.tokens;
    filter.layers = selection.layers;
    filter.blocks = selection.blocks;
    filter.minimumGate = float(selection.minimum);
    if (selection.hideSinks)
        filter.hidden = hub.run()->sinks;
    if (!selection.heads.isAll()) {
        filter.heads.assign(std::size_t{trace.layers} * trace.heads, 0);
        for (const Head& head : hub.headsOf(selection.heads)) {
            if (head.layer < trace.layers && head.head < trace.heads)
                filter.heads[std::size_t{head.layer} * trace.heads + head.head] = 1;
        }
    }
    return filter;
}

int selectedWords(const SelectionHub& hub)
{
    const Answer& answer = hub.run()->answer;
    if (!hub.selection().tokens)
        return answerWords(answer, 0, std::uint32_t(answer.tokens.size()));
    int words = 0;
    for (const auto& [begin, end] : *hub.selection().tokens)
        words += answerWords(answer, begin, end);
    return words;
}

}  // namespace cairn
