// A question to the whole text (experience.md 10, U9): each chapter, or stretch of 64 blocks, is asked alone; what the parts say is then
// put together. Retrieval opens a few places for a question; a sweep gives every chapter its turn.
// sweepParts(), optionsFor() and combineParts() are pure: any thread; with them the parts can also be asked one by one as ordinary
// questions. sweep() runs on the work thread.
#pragma once

#include "core/answering/asking.h"
#include "core/result.h"
#include "core/types/answer.h"
#include "core/types/stream_map.h"

#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace cairn
{

class Answerer;

struct SweepPart
{
    std::string title;               // of the chapter; of the document, with numbers, where it has none
    BlockId begin{}, end{};          // [begin, end) of StreamMap::pieces()
    bool operator==(const SweepPart&) const = default;
};

// The parts of the first `reach` pieces, in order, without gap or overlap. Chapters: the headings of the uppermost level that cuts a
// document into parts of 128 blocks or less on average; a longer one, and a document without headings, is cut evenly into stretches
// of at most 64 blocks. A block in which a chapter starts belongs to the one that has more of it. `documents`: of the stream.
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

struct SweepCallbacks
{
    std::function<void(std::size_t number, const SweepPart& part)> onPart;        // is asked next
    std::function<Result<void>(const PartAnswer& part)> onAnswer;                 // is finished; an error ends the sweep
};

struct Sweep
{
    std::vector<PartAnswer> parts;   // finished ones
    bool stopped = false;            // by request: parts are missing at the end
};

// Stop request: the finished parts are kept, the one being asked is dropped. Errors as Answerer::ask.
Result<Sweep> sweep(Answerer& answerer, const StreamMap& map, const std::string& question, const AskOptions& options,
                    std::span<const SweepPart> parts, const SweepCallbacks& callbacks = {}, std::stop_token stop = {});

}  // namespace cairn
