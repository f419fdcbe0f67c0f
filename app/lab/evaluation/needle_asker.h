// Puts one needle question to a text that has been read, by one strategy, and says what came of it. Work thread.
#pragma once

#include "app/lab/evaluation/dense_asker.h"
#include "app/lab/evaluation/lab.h"
#include "core/answering/document_stream.h"
#include "core/types/answer.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

// How a question is asked. `bounds`: of the memory that the model without adapter reads.
struct NeedleStrategy
{
    enum class Way { Memory, Window, Dense, Answerer };
    std::string_view name;
    Way way = Way::Memory;
    bool bounds = false;
    std::optional<AttentionWay> attention;         // default: of the model's kind
    std::optional<SelectionMode> mode;             // default: as the application's strategy memory
    Strategy answering = Strategy::Reread;         // Way::Answerer
    std::string_view summary;
};

std::span<const NeedleStrategy> needleStrategies();
const NeedleStrategy* needleStrategyNamed(std::string_view name);   // null: no such strategy

// The question's side of a trial, in tokens.
struct NeedleQuestion
{
    std::vector<TokenId> tokens;                   // continue the text; the reply follows
    std::string replyStart;                        // given to the model with them
    std::string text;
    std::vector<std::string> answers;
    bool firstNumber = false;                      // the paper's rule for passkeys
    std::uint32_t replyTokens = 10;
};

struct NeedleReply
{
    std::string text;
    double recalled = 0;
    bool retrieved = false;                        // a needle's block was consulted: some head gave it a gate of at least 0.05
    std::uint32_t rank = 0;                        // of the best needle block by evidence, block 0 left out; 0: not opened
    double seconds = 0;
};

inline constexpr float kConsultedGate = 0.05f;     // experience.md 4

double recalledShare(const NeedleQuestion& question, std::string_view reply);

// From the trace of the reply's tokens. `needles`: blocks. Pure.
void judgeTrace(const Trace& trace, std::span<const std::uint32_t> needles, NeedleReply& reply);

// Strategies Memory and Window: asks on a fork. `topK` 0: of the model's kind.
Result<NeedleReply> askMemory(const Engine& engine, const Memory& memory, const NeedleStrategy& strategy, std::uint32_t topK,
                              std::span<const std::uint32_t> needles, const NeedleQuestion& question);

// Strategy Dense: `text` are the tokens before the question.
Result<NeedleReply> askDense(DenseAsker& asker, std::span<const TokenId> text, const NeedleQuestion& question);

// Strategies of the application. `needles`: where they stand in the document.
Result<NeedleReply> askAnswerer(const Engine& engine, const Memory& memory, const DocumentStream& stream, const NeedleStrategy& strategy,
                                std::span<const ByteRange> needles, const NeedleQuestion& question);

}  // namespace cairn
