// The parts of a sweep (sweep.h): which there are, how each is asked, and what they say together. Pure functions, any thread; links
// neither engine nor model, so that the window can ask the parts one by one as ordinary questions.
#pragma once

#include "core/answering/asking.h"
#include "core/types/answer.h"
#include "core/types/stream_map.h"

#include <span>
#include <string>
#include <vector>

namespace cairn
{

struct SweepPart
{
    std::string title;               // of the chapter; of the document, with numbers, where it has none
    BlockId begin{}, end{};          // [begin, end) of StreamMap::pieces()
    bool operator==(const SweepPart&) const = default;
};

// The parts of the first `reach` pieces, in order, without gap or overlap, but that chapters headed as "Imprint", "Colophon" or "Contents"
// are left out beside others. Chapters: the headings of the uppermost level that cuts a document into parts of 128 blocks or less on
// average; a longer one, and a document without headings, is cut evenly into stretches of at most 64 blocks. A block in which a chapter
// starts belongs to the one that has more of it; title and lines as "Author: ..", which stand before the first chapter alone, belong to
// it. `documents`: of the stream.
std::vector<SweepPart> sweepParts(const StreamMap& map, std::span<const CanonicalText* const> documents, std::uint32_t reach);

// `options` for a question to one part: blocks before it barred, as if reading had ended with it; pins outside are left out.
AskOptions optionsFor(const SweepPart& part, const StreamMap& map, AskOptions options);

struct PartAnswer
{
    SweepPart part;
    AskOptions options;              // that it was asked with
    Answer answer;
};

// What the parts found as one answer: a line for each different text, in order, with the titles of its parts; citations of all parts
// point at their lines. Coverage is the sum of the parts'. No trace: that is with the parts. Nothing found: kNotFoundText.
Answer combineParts(const std::string& question, std::span<const PartAnswer> parts);

}  // namespace cairn
