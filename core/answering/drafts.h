// An answer from each of a question's prompts in turn, until it is clear what most of them say (agreement.h). Work thread only.
#pragma once

#include "core/answering/agreement.h"
#include "core/answering/answer_writer.h"

#include <functional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace cairn
{

// Those that were written to their end, in the order of their prompts.
struct Drafts
{
    std::vector<Written> written;
    std::vector<ScoredAnswer> said;     // [written]
    std::vector<std::size_t> prompts;   // [written] which prompt
};

// A draft has a token more, and the text that became complete with it. `soFar` is valid during the call.
using OnDraft = std::function<void(std::size_t prompt, const Written& soFar, std::string_view text)>;

// A refusal, words that say nothing ("it") or are of another kind than the question wants (asked_kind.h), or the question again.
bool isEmptyAnswer(std::string_view answer, std::string_view question);

// The first prompt's answer is always written. Another one is left where it can't change any more what most say, or declines; and where
// a passage says nothing of what was asked, a part of it is not read once more: of 91 such parts none held an answer (200 questions of
// SQuAD). `prompts`: at least one, the likeliest first. Stop request: the first draft so far, stopped, or all that were finished. Before:
// Cancelled.
Result<Drafts> writeDrafts(const AskingContext& context, const Question& question, std::span<const PreparedPrompt> prompts,
                           const OnDraft& onDraft, std::stop_token stop);

}  // namespace cairn
