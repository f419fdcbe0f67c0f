// A whole training of ranking weights: groups of passages with questions (ranking_examples.h), measurements on documents that are held
// out, the adapter file at the end. Blocking; one thread.
#pragma once

#include "core/model/model.h"
#include "core/result.h"
#include "core/training/ranking_examples.h"
#include "core/training/ranking_tuner.h"
#include "core/training/training_loop.h"

#include <cstdint>
#include <stop_token>
#include <string>

namespace cairn
{

struct RankingTrainingRequest
{
    std::string questions;                 // folder of qa_contexts and qa_train
    RankingExampleOptions examples;
    bool sourcesByDefault = false;         // nobody named them: sourcesOf()
    RankingTunerOptions tuner;
    std::uint32_t measured = 40;           // questions of each held-out document
    std::string start;                     // a ranking adapter to go on from; empty: from nothing
    std::string out;                       // where the adapter is written
    TrainingPlan plan;
};

// Measures at each point, on held-out documents: "words_1", "words_3": share of questions whose right block BM25 puts among the first 1,
// 3; "ranked_1", "ranked_3": the same of its best candidates ranked; "among": share whose right block is a candidate at all;
// "likelihood": mean log-probability of a question's token after the right block.
// Errors of files, model and corpus.
Result<TrainingResult> trainRanking(const Model& model, const RankingTrainingRequest& request, const OnTrainingPoint& onPoint,
                                    std::stop_token stop);

}  // namespace cairn
