// How a question is put to the model: a strategy turns it into one or more prompts, an answer is written from each and what most
// of them say is kept (agreement.h). One file per strategy. Work thread only; a strategy holds no state between questions.
//
//   memory   the question continues the stream over the landmark memory
//   reread   words that are an answer as they stand (said_by_itself.h); or candidates by BM25, vote and likelihood, the best passages
//            verbatim in the local window, one prompt each, one with less of each, and one with three of them; a quotation where the
//            model declines although the best passage speaks for itself (quoting.h)
//   window   the first part of the session that fits the local window
//   bm25     the first passages of BM25 in the local window
//
// README has how many questions each of them answers, with the command that measures it.
#pragma once

#include "core/answering/asking.h"
#include "core/result.h"
#include "core/types/answer.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace cairn
{

// Answers more questions right than the others.
inline constexpr Strategy kDefaultStrategy = Strategy::Reread;

class AnswerStrategy
{
public:
    virtual ~AnswerStrategy() = default;

    // At least one prompt on success. Cancelled: nothing is left behind.
    virtual Result<std::vector<PreparedPrompt>> prepare(const Question& question, const AskingContext& context,
                                                        std::stop_token stop) const = 0;
};

std::unique_ptr<AnswerStrategy> makeStrategy(Strategy strategy);

std::unique_ptr<AnswerStrategy> makeMemoryStrategy();
std::unique_ptr<AnswerStrategy> makeRereadStrategy();
std::unique_ptr<AnswerStrategy> makeWindowStrategy();
std::unique_ptr<AnswerStrategy> makeBm25Strategy();

// The part of a block that has most text, of what the question asks about: what a passage is built around.
DocumentPlace corePlace(const Question& question, const AskingContext& context, BlockId block);

// The passage of at most `bytes` around a text, within the part that the question asks about; that text alone where the passage would
// repeat words that the question bars or hasn't reached.
DocumentPlace passageFor(const Question& question, const AskingContext& context, const DocumentPlace& core, std::uint64_t bytes);

// A prompt that shows the model passages and the question. `attached`: it continues the stream with the whole memory in reach;
// else it opens the chat anew and retrieves nothing but its own turn; the last passages are left out where a model with a short
// context has no room for them.
Result<PreparedPrompt> passagePrompt(const Question& question, const AskingContext& context, std::span<const DocumentPlace> passages,
                                     bool attached);

}  // namespace cairn
