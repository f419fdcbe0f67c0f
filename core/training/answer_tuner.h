// Low-rank weights of ordinary rows, trained to answer: cross entropy on the answer's tokens after a prompt; and, so that ordinary text
// stays as likely as it was, the distance from the base model on some stretches of text. The base model is frozen. One caller; the work
// is spread over the engine's threads (core/engine/common/parallel.h), which changes no bit, or done on a GPU. No torch in this header.
#pragma once

#include "core/model/adapter.h"
#include "core/model/model.h"
#include "core/result.h"
#include "core/training/answer_examples.h"
#include "core/training/low_rank_options.h"

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace cairn
{

struct AnswerTunerOptions : LowRankOptions
{
    double textWeight = 1;                 // of the stretches of text beside the answers
};

struct AnswerScore
{
    double logProbability = 0;             // sum over the answer's tokens
    bool exact = false;                    // each token is the likeliest: the model alone would write this answer
    TokenId first = 0;                     // the token it would begin with
};

class AnswerTuner
{
public:
    // InvalidArgument: checkRank(). Errors of the weights and of openTrainingDevice().
    static Result<std::unique_ptr<AnswerTuner>> create(const Model& model, const AnswerTunerOptions& options);
    ~AnswerTuner();

    // One step of AdamW (0.9, 0.98, decay 0.01, clipped at 1) on: mean over all answer tokens of their negative log-probability, plus
    // textWeight times the mean over all tokens of the texts of KL(base model's next token || next token with the low-rank weights).
    // Returns the answers' part. Neighbours among the examples whose prompts begin alike share the rows of their beginning.
    // InvalidArgument: an empty prompt or answer, an unknown token. Corruption: the loss is not finite; the weights stay.
    Result<double> step(std::span<const AnswerExample> examples, std::span<const std::vector<TokenId>> texts, double rate);

    Result<std::vector<AnswerScore>> score(std::span<const AnswerExample> examples) const;

    // Mean negative log-probability of the texts' tokens, with the low-rank weights or with the base model alone.
    Result<double> textLoss(std::span<const std::vector<TokenId>> texts, bool adapted) const;

    // What step() keeps small: mean over the texts' tokens of KL(base model's next token || next token with the low-rank weights).
    Result<double> textDistance(std::span<const std::vector<TokenId>> texts) const;

    // Of step()'s loss, by tensor name of the file.
    Result<std::map<std::string, AdapterTensor>> gradients(std::span<const AnswerExample> examples,
                                                           std::span<const std::vector<TokenId>> texts);

    std::map<std::string, AdapterTensor> values() const;                              // as in the file (adapter.h)
    Result<void> setValues(const std::map<std::string, AdapterTensor>& values);       // InvalidArgument: another shape
    std::map<std::string, AdapterTensor> save() const;
    Result<void> restore(const std::map<std::string, AdapterTensor>& state);

private:
    struct Impl;
    explicit AnswerTuner(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

}  // namespace cairn
