// Writes an answer from a prompt on a fork of the memory, with its trace, and reads a given answer again for the removal test.
// Work thread only.
#pragma once

#include "core/answering/asking.h"
#include "core/answering/prompt.h"
#include "core/result.h"
#include "core/types/answer.h"

#include <functional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace cairn
{

struct Written
{
    std::string text;
    std::vector<AnswerToken> tokens;      // text ranges and log-probabilities; the rest is for the caller to fill
    std::vector<TokenId> fed;             // ids in order
    Trace trace;                          // one row per token
    double logProbability = 0;            // sum over the tokens
    double seconds = 0;                   // of writing, the prompt not counted
    bool stopped = false;                 // by the user
};

// A token of the answer is there, the last of `soFar`, and the text that became complete with it (may be empty: half a character).
// The trace has the token's row; `soFar` is valid during the call. false: the rest is not worth writing.
using OnWritten = std::function<bool(const Written& soFar, std::string_view text)>;

class AnswerWriter
{
public:
    AnswerWriter(const AskingContext& context, const Question& question) : m_context(context), m_question(question) {}

    Result<Written> write(const PreparedPrompt& prompt, const OnWritten& onWritten, std::stop_token stop) const;

    // As if the model had written `text`: tokens, likelihood and trace of these words after the prompt.
    Result<Written> quote(const PreparedPrompt& prompt, std::string_view text, std::stop_token stop) const;

    // Log-probability of each given token after the prompt, under the prompt's controls.
    Result<std::vector<float>> score(const PreparedPrompt& prompt, std::span<const TokenId> answer, std::stop_token stop) const;

    // Log-probability that the model declines after each prompt, in the words that it was taught (kDecliningText); empty: it was not.
    Result<std::vector<double>> declining(std::span<const PreparedPrompt> prompts, std::stop_token stop) const;

private:
    const AskingContext& m_context;
    const Question& m_question;
};

}  // namespace cairn
