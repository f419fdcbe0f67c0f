// Passages of a document that are easily taken for each other, and questions that one of them answers: what the ranking of candidates
// (core/answering/candidates.h) has to tell apart. A document becomes a stream of blocks; a passage is a block with its neighbours behind
// block 0, as likelihoodAfter() imposes it. Some questions lead: the passages are theirs and those that BM25 takes for theirs; more
// questions about these passages are asked along. One thread.
#pragma once

#include "core/corpora/question_corpus.h"
#include "core/model/model.h"
#include "core/result.h"
#include "core/training/ranking_set.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace cairn
{

struct RankingExampleOptions
{
    QuestionCorpusRequest documents;       // its data sets are named, and trained on by their trainingWeight()
    std::uint32_t blockTokens = 63;
    std::uint32_t passages = 10;           // of a group
    std::uint32_t leads = 3;
    std::uint32_t questions = 8;           // of a group, at most
    std::uint32_t candidates = 8;          // of a held-out question, by BM25: RereadTuning
    double heldOut = 0.14;                 // share of documents of the first source, by name and seed
    std::uint64_t seed = 0;
};

class RankingExamples
{
public:
    // InvalidArgument: a model without tokenizer, no document to train on, none held out. REQUIRES: model and corpus outlive it.
    static Result<std::unique_ptr<RankingExamples>> create(const Model& model, const QaCorpus& corpus,
                                                           const RankingExampleOptions& options);
    ~RankingExamples();

    // What step `step` is trained on; follows from it and the seed alone. Every question is asked after all passages, one of which or
    // more answer it.
    Result<RankingGroup> training(std::uint64_t step);

    // Up to `questions` about held-out document `index`, every few of it. Candidates are those that BM25 brings: the right one may be
    // missing.
    Result<RankingGroup> heldOut(std::size_t index, std::uint32_t questions);
    std::vector<std::string> heldOutDocuments() const;

    std::size_t trainingDocuments() const;
    std::size_t trainingQuestions() const;

private:
    struct Impl;
    explicit RankingExamples(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

}  // namespace cairn
