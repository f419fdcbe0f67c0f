// Low-rank weights of the rows of a question that is asked after passages, trained to make it likeliest after the one that answers it.
// With s(q, p) the mean log-probability of question q's tokens after passage p, as candidates are ranked by
//   score(q, p) = s(q, p) + wordsWeight z(BM25)
// and C the passages that q is asked after, G those that answer it, the loss is the mean over the questions of
//   -ln sum over G of softmax over C (sharpness score)  -  likelihoodWeight mean over G of s
// The base model and what it read of the passages stay as they are. One caller; the work is spread over the engine's threads, which
// changes no bit, or done on a GPU. No torch in this header.
#pragma once

#include "core/model/adapter.h"
#include "core/model/model.h"
#include "core/result.h"
#include "core/training/low_rank_options.h"
#include "core/training/ranking_set.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace cairn
{

struct RankingTunerOptions : LowRankOptions
{
    RankingTunerOptions() { rank = 8; }

    double sharpness = 8;
    double wordsWeight = 0.15;             // RereadTuning::fusedWeight
    double likelihoodWeight = 0.3;
};

class RankingTuner
{
public:
    // InvalidArgument: checkRank(). Errors of the weights and of openTrainingDevice().
    static Result<std::unique_ptr<RankingTuner>> create(const Model& model, const RankingTunerOptions& options);
    ~RankingTuner();

    // One step of AdamW (0.9, 0.98, decay 0.01, clipped at 1). Returns the loss.
    // InvalidArgument: nothing to ask, an unknown token or passage, a question that no candidate answers. Corruption: the loss is not
    // finite; the weights stay.
    Result<double> step(const RankingGroup& group, double rate);

    // s of each question after each of its candidates: [questions][candidates].
    Result<std::vector<std::vector<double>>> likelihoods(const RankingGroup& group) const;

    // Of step()'s loss, by tensor name of the file.
    Result<std::map<std::string, AdapterTensor>> gradients(const RankingGroup& group);
    Result<double> loss(const RankingGroup& group) const;

    std::map<std::string, AdapterTensor> values() const;                              // as in the file (adapter.h)
    Result<void> setValues(const std::map<std::string, AdapterTensor>& values);       // InvalidArgument: another shape
    std::map<std::string, AdapterTensor> save() const;
    Result<void> restore(const std::map<std::string, AdapterTensor>& state);

private:
    struct Impl;
    explicit RankingTuner(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

}  // namespace cairn
