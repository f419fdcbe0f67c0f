// From a question to a cited answer (architecture.md 4): strategy, writing, evidence, citations, coverage; and the removal test.
// One per open session. Work thread only; stop tokens may be triggered from any thread.
#pragma once

#include "core/answering/asking.h"
#include "core/answering/document_stream.h"
#include "core/answering/drafts.h"
#include "core/answering/passage_finder.h"
#include "core/answering/strategy.h"
#include "core/answering/support.h"
#include "core/result.h"
#include "core/types/answer.h"
#include "core/wording/words/bm25.h"

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

enum class AskState { Retrieving, Writing, Citing };

struct AskCallbacks
{
    std::function<void(AskState)> onState;
    // Of the answer that is kept: the token and the text that became complete with it (may be empty). Several candidates are written
    // before the first call.
    std::function<void(const AnswerToken& token, std::string_view text)> onToken;
    // Of every candidate while it is written, with its trace so far; `attempt` counts them from 0. Valid during the call.
    std::function<void(std::uint32_t attempt, const Written& soFar)> onDraft;
};

// The words of all pieces of a stream (5,000 blocks: under 100 ms). Any thread.
Bm25 wordIndexOf(const DocumentStream& stream);

class Answerer
{
public:
    // `words`: wordIndexOf(stream). `documents`: of the stream, in its order.
    // REQUIRES: engine, memory, stream and documents outlive the answerer; `stream` is the one the memory reads.
    Answerer(const Engine& engine, const Memory& memory, const DocumentStream& stream, Bm25 words,
             std::vector<const CanonicalText*> documents);
    Answerer(const Engine& engine, const Memory& memory, const DocumentStream& stream, std::vector<const CanonicalText*> documents)
        : Answerer(engine, memory, stream, wordIndexOf(stream), std::move(documents))
    {
    }

    // Asks about what is read so far. An answer that the text doesn't support is withheld with its trace: found = false, and
    // the text says so (AskOptions::showUnsupported).
    // Stop request while writing: the answer so far, stopped = true. Before: Cancelled. The memory is never changed.
    // InvalidArgument: an empty question, a block barred and pinned at once, a head that isn't there, nothing read yet.
    Result<Answer> ask(const std::string& question, const AskOptions& options, const AskCallbacks& callbacks = {},
                       std::stop_token stop = {});

    // Removal test (experience.md 4): log-probability of each token of `answer` when `barred` are barred as well. Passages that the
    // answer was written from are kept, words of barred blocks left out of them. `options` as the answer was asked with.
    Result<std::vector<float>> rescore(const Answer& answer, const AskOptions& options, std::span<const BlockId> barred,
                                       std::stop_token stop = {});

    // Deep removal: over a memory that was read without the blocks `barred` (those behind one moved up), so that later blocks have not
    // read them either.
    Result<std::vector<float>> rescoreOver(const Memory& without, const Answer& answer, const AskOptions& options,
                                           std::span<const BlockId> barred, std::stop_token stop = {});

    // Passages about some words: passage_finder.h.
    Result<std::vector<BlockScore>> findPassages(const std::string& words, std::uint32_t count, std::stop_token stop = {}) const;

    const Bm25& index() const { return m_index; }
    const std::vector<std::uint32_t>& sinks() const { return m_sinks; }

private:
    Result<void> check(const std::string& question, const AskOptions& options) const;
    Question understood(const std::string& question, const AskOptions& options) const;
    Result<Answer> writeBest(const Question& question, std::vector<PreparedPrompt>& prompts, const AskCallbacks& callbacks,
                             std::stop_token stop);
    Result<Written> writeAgreed(const Question& question, std::vector<PreparedPrompt>& prompts, const OnDraft& onDraft,
                                std::stop_token stop) const;
    Result<std::optional<Written>> quoteInstead(const Question& question, std::vector<PreparedPrompt>& prompts, std::stop_token stop) const;
    Result<std::optional<Written>> quoteStated(const Question& question, PreparedPrompt& prompt, std::string_view answer,
                                               std::stop_token stop) const;
    Result<void> judge(Answer& answer, const Question& question, const PreparedPrompt& prompt, std::stop_token stop) const;
    bool isNoAnswerOfWhole(const Answer& answer, const Question& question) const;
    Result<std::optional<double>> declining(const Question& question, const PreparedPrompt& prompt, std::stop_token stop) const;
    std::string textInReach(const Answer& answer) const;
    void cite(Answer& answer, const Question& question, const PreparedPrompt& prompt) const;
    Result<void> learnNeutralEvidence(const AskOptions& options, std::stop_token stop);
    Result<std::vector<float>> score(const Question& question, const Answer& answer, const AskingContext& here,
                                     std::span<const BlockId> barred, std::stop_token stop) const;
    AskingContext context() const { return {m_engine, m_memory, m_stream, m_index, m_documents}; }

    const Engine& m_engine;
    const Memory& m_memory;
    const DocumentStream& m_stream;
    std::vector<const CanonicalText*> m_documents;
    std::vector<std::uint32_t> m_sinks;
    Bm25 m_index;
    std::vector<double> m_neutral;          // evidence of the neutral question, and how many blocks it saw
    std::uint32_t m_neutralBlocks = 0;
};

}  // namespace cairn
