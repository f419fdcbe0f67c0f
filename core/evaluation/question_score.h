// How well answers fit questions with known answers: gold contained, right block among the first cited, refusals. Pure functions.
#pragma once

#include "core/answering/document_stream.h"
#include "core/types/answer.h"
#include "core/wording/words/words.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

// A question about a document. No answers: the text doesn't say.
struct GoldQuestion
{
    std::string document;                // file name under the documents' folder
    std::string question;
    std::vector<std::string> answers;    // any of them counts
    std::optional<std::uint64_t> begin;  // byte offset of the answer in the canonical text, where the data set knows it
};

// A gold answer stands in the answer, compared word by word (holdsWords()).
bool containsGold(std::string_view answer, std::span<const std::string> gold);

// The word overlap of SQuAD (Rajpurkar et al. 2016): harmonic mean of precision and recall over the words of normalised(), the best gold
// answer counts. 0..1.
double tokenF1(std::string_view answer, std::span<const std::string> gold);

// Blocks whose text holds a gold answer: of `begin` if known, else of every occurrence (bytes, then without regard to case).
std::vector<std::uint32_t> goldBlocks(const GoldQuestion& question, const DocumentStream& stream);

struct QuestionScore
{
    bool answerable = true;
    bool contained = false;              // the text shown holds a gold answer
    bool exact = false;                  // it is one
    bool refused = false;                // Answer::found is false
    std::uint32_t rank = 0;              // of the first gold block among the cited, 1 = first; 0: none
    bool sentence = false;               // a citation's text holds a gold answer
    double seconds = 0;
    double f1 = 0;                       // of the text shown; a refusal has none
};

// `ranked`: blocks by evidence, the cited first.
QuestionScore scoreAnswer(const GoldQuestion& question, const Answer& answer, std::span<const std::uint32_t> ranked,
                          std::span<const std::uint32_t> gold);

struct ScoreTable
{
    std::uint32_t answerable = 0, contained = 0, exact = 0, first1 = 0, first3 = 0, first5 = 0, sentence = 0;
    std::uint32_t falseRefusals = 0;     // answerable, yet refused
    std::uint32_t unanswerable = 0, rightRefusals = 0;
    double f1 = 0;                       // of all answerable ones together
    double seconds = 0;                  // all together

    void add(const QuestionScore& score);
};

}  // namespace cairn
