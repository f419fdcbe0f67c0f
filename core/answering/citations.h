// From an answer's trace to citations: which sentences of the documents each sentence of the answer rests on (experience.md 4).
// A block is cited if its share of the answer sentence's evidence is at least 0.10 and stands out from the other opened blocks
// (median + 4 MAD), and still does with any one head left out; at most 3 per sentence, neighbours merged. Inside the blocks the
// sentence (of a table, the row) is picked by word heat and by the words it shares with answer and question. No state, any thread.
#pragma once

#include "core/answering/document_stream.h"
#include "core/types/answer.h"

#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace cairn
{

// A run of neighbouring blocks that stand out.
struct CitedBlocks
{
    std::vector<std::uint32_t> blocks;   // ascending, consecutive
    double evidence = 0;                 // share of the sentence's evidence, 0..1
};

// The rule on its own. `begin`, `end`: tokens of the sentence; `neutral`: evidence of a question about nothing in particular, or empty;
// a block that draws less than it does there is not cited. Strongest first.
std::vector<CitedBlocks> citedBlocks(const Trace& trace, std::uint32_t begin, std::uint32_t end, std::span<const std::uint32_t> sinks,
                                     std::span<const double> neutral);

struct CitationSources
{
    const DocumentStream& stream;
    std::span<const CanonicalText* const> documents;   // of the stream, in its order
    std::span<const std::uint32_t> sinks;
    std::span<const double> neutral;                   // may be empty
};

// Citations of all sentences of an answer, in the order of its sentences; of one sentence, those that hold its very words come
// first, then by evidence. Citation::blocks: those that the cited sentence stands in first. Uses question,
// text, tokens and trace of `answer`.
// REQUIRES: one trace row per answer token.
std::vector<Citation> citeAnswer(const Answer& answer, const CitationSources& sources);

// Citations of an answer that quotes these places in order, each inQuotationMarks(), and says nothing else: one for each, of it and the
// words before it; evidence: the share of what the quotation drew that its place's blocks did.
std::vector<Citation> citeQuoted(const Answer& answer, std::span<const DocumentPlace> quoted, const CitationSources& sources);

// Of sentences that reach into blocks which a question may not look at, the part where their blocks stand: cut there, at whole words.
void keepInReach(std::vector<Citation>& citations, const CitationSources& sources, const std::function<bool(BlockId)>& mayRead);

// All document blocks by evidence for the whole answer, strongest first: what was cited first, then the rest.
std::vector<std::uint32_t> rankedBlocks(const Answer& answer, std::span<const std::uint32_t> sinks);

}  // namespace cairn
