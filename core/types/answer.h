// A question, its answer and where the answer comes from (experience.md 4; architecture.md 4). Plain values.
#pragma once

#include "core/types/document.h"
#include "core/types/ids.h"
#include "core/types/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

enum class Strategy : std::uint8_t { Memory, Reread, Window, Bm25 };

// "memory", "reread", "window", "bm25": in files, options and command lines.
std::string_view name(Strategy strategy);
std::optional<Strategy> strategyNamed(std::string_view name);

struct AnswerToken
{
    TokenId id = 0;
    ByteRange text;                           // of Answer::text; may be empty while a character is incomplete
    float logProbability = 0;                 // natural logarithm, of the token as chosen
    float memoryShare = 0;                    // m(t): mean over layers and heads
    std::vector<std::uint32_t> topBlocks;     // document blocks by evidence for this token, strongest first, at most 4
};

struct Citation
{
    std::uint32_t document = 0;               // index among the session's documents in reading order
    ByteRange range;                          // of that document's canonical text: the cited sentence or sentences
    std::string page;                         // page label; empty where the format has no pages
    std::string section;                      // heading path, " > " between levels
    std::string text;                         // the canonical bytes of `range`
    double evidence = 0;                      // share of the answer sentence's evidence, 0..1
    std::vector<std::uint32_t> blocks;        // the blocks behind it, those that hold `range` first
    ByteRange answerRange;                    // of Answer::text: the sentence it supports
};

struct Quotation
{
    ByteRange answerRange;                    // of Answer::text, without the quotation marks
    bool verbatim = false;                    // its bytes stand in a document
    std::uint32_t document = 0;
    ByteRange range;                          // where, if verbatim
};

struct Coverage
{
    std::uint32_t consulted = 0;              // blocks with a gate >= 0.05
    std::uint32_t opened = 0;                 // blocks retrieved by any (token, layer, head)
    std::uint32_t total = 0;
};

struct Answer
{
    std::string question;
    std::string text;
    Strategy strategy = Strategy::Reread;
    bool found = false;                       // false: the evidence does not support an answer, and the text says so
    bool stopped = false;                     // ended by the user or a crash
    std::vector<AnswerToken> tokens;
    std::vector<DocumentPlace> passages;      // what was read again to write it (strategies reread, window, bm25), in prompt order
    std::vector<Citation> citations;
    std::vector<Quotation> quotations;
    Coverage coverage;
    Trace trace;
    double questionMs = 0;                    // retrieving and ranking
    double firstTokenMs = 0;                  // from the call to the first answer token
    double tokensPerSecond = 0;
};

}  // namespace cairn
