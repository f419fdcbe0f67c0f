// Rows to train landmarks on: plain text; documents that end in a question and its answer; needles (numbers, words, UUIDs, lists of
// keys and values) in natural or repetitive filler, asked for at the end. Half of the queries lie in that end. One thread.
#pragma once

#include "core/corpora/corpus.h"
#include "core/corpora/qa_corpus.h"
#include "core/model/model.h"
#include "core/result.h"
#include "core/training/landmark_distiller.h"
#include "core/types/random.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace cairn
{

struct LandmarkRowOptions
{
    std::uint32_t blockTokens = 63;
    std::uint32_t shortest = 24, longest = 24;   // blocks of a row, uniform between; so that slots at all distances occur
    std::uint32_t queries = 192;                 // of a row
    double asked = 0.5;                          // share of rows that end in a question
    std::uint64_t seed = 0;
};

class LandmarkRows
{
public:
    // `texts`: at least one document. `questions`: may be empty, then only needles are asked for. InvalidArgument: no tokenizer, no
    // text, impossible options.
    static Result<LandmarkRows> create(const Model& model, std::vector<TextDocument> texts, QaCorpus questions,
                                       const LandmarkRowOptions& options);

    // Row `index` of step `step`; follows from both and the seed.
    Result<LandmarkRow> training(std::uint64_t step, std::uint64_t index) const;

    // Plain text of `blocks` blocks with `queries` queries anywhere after the first block.
    Result<LandmarkRow> plain(TrainingRandom random, std::uint32_t blocks, std::uint32_t queries) const;

private:
    struct Ending                                // what a row is about and how it ends
    {
        std::vector<TokenId> gold, tail;
        std::vector<std::vector<TokenId>> filler;   // pieces between which the gold may stand
    };
    LandmarkRows(const Model& model, std::vector<TextDocument> texts, QaCorpus questions, const LandmarkRowOptions& options);

    Result<std::vector<TokenId>> textTokens(TrainingRandom& random, std::size_t count) const;
    Result<LandmarkRow> asked(TrainingRandom& random, std::size_t count) const;
    Result<Ending> passageEnding(TrainingRandom& random, std::size_t count) const;
    Result<Ending> needleEnding(TrainingRandom& random, std::size_t count) const;
    Result<std::vector<TokenId>> tailTokens(const std::string& question, const std::string& answer) const;
    std::string stretch(TrainingRandom& random, std::size_t bytes) const;
    std::string words(TrainingRandom& random, std::size_t count) const;
    Result<std::vector<TokenId>> encode(const std::string& text) const;
    std::vector<std::uint32_t> sampleQueries(TrainingRandom& random, std::size_t tokens, std::size_t tail, std::uint32_t count) const;

    const Model* m_model;
    std::vector<TextDocument> m_texts;
    QaCorpus m_questions;
    std::vector<std::size_t> m_usable;           // questions with a short answer in their passage
    LandmarkRowOptions m_options;
    std::vector<TokenId> m_head;                 // opens the chat
    std::vector<std::string> m_words;            // whole words of the vocabulary
};

}  // namespace cairn
