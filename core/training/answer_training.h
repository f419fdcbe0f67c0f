// A whole training of answer weights: examples from questions about documents (answer_examples.h), some ordinary text, measurements on
// documents that are held out, the adapter file at the end. Blocking; one thread.
#pragma once

#include "core/corpora/corpus.h"
#include "core/model/model.h"
#include "core/result.h"
#include "core/training/answer_examples.h"
#include "core/training/training_device.h"
#include "core/training/training_loop.h"

#include <cstdint>
#include <stop_token>
#include <string>

namespace cairn
{

struct AnswerTrainingRequest
{
    std::string questions;                 // folder of qa_contexts and qa_train
    CorpusRequest texts;                   // ordinary text; without paths: none
    AnswerExampleOptions examples;
    std::uint32_t rank = 16;
    bool halfWeights = false;              // LowRankOptions
    TrainingDevice device = TrainingDevice::Cpu;
    std::uint32_t batch = 8;               // passages a step, each with up to examples.perPassage questions
    std::uint32_t textStretches = 2;       // stretches of ordinary text a step
    std::uint32_t textTokens = 96;         // each
    double textWeight = 1;
    std::uint32_t measured = 48;           // held-out questions at each measurement
    std::string start;                     // an answer adapter to go on from; empty: from nothing
    std::string out;                       // where the adapter is written
    std::uint64_t seed = 0;
    std::uint64_t firstExamples = 0;       // the first step takes the examples of this step number: behind an earlier training's
    TrainingPlan plan;
};

// Measures at each point, on held-out documents: "loss" of answers per token; "exact paragraph", "exact attached", "exact joint": share
// of questions that are answered with exactly the expected words, given the paragraph or passages as reread cuts them; "refused there":
// of these, share whose answer begins as the refusal does; "refused missing": share of questions without the right passage that are
// answered with the refusal; "text ratio": perplexity of ordinary text with the weights / of the base model alone; "text distance":
// AnswerTuner::textDistance() there.
// Errors of files, model, corpus and device.
Result<TrainingResult> trainAnswers(const Model& model, const AnswerTrainingRequest& request, const OnTrainingPoint& onPoint,
                                    std::stop_token stop);

}  // namespace cairn
