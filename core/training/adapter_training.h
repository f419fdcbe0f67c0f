// A whole training of a landmark adapter: rows from text and questions (landmark_rows.h), distillation, measurements on documents that
// are held out, the adapter file at the end. Blocking; one thread.
#pragma once

#include "core/model/model.h"
#include "core/result.h"
#include "core/training/corpus.h"
#include "core/training/landmark_distiller.h"
#include "core/training/landmark_rows.h"
#include "core/training/training_loop.h"

#include <cstdint>
#include <stop_token>
#include <string>

namespace cairn
{

struct AdapterTrainingRequest
{
    CorpusRequest texts;
    std::string questions;                 // folder of qa_contexts and qa_train; empty: needles alone are asked for
    double heldOut = 0.05;                 // share of documents
    DistillationOptions distillation;      // F, rank, layers, window, group vote
    LandmarkRowOptions rows;               // blockTokens and seed are set from here
    std::uint32_t batch = 1;               // rows a step
    std::uint32_t measuredRows = 2, measuredBlocks = 64, measuredQueries = 256, measuredK = 8;
    std::string start;                     // a landmark adapter to go on from; empty: from nothing
    std::string out;                       // where the adapter is written
    std::uint64_t seed = 0;
    TrainingPlan plan;
};

// Measures at each point, on plain held-out text: "KL"; "found" and "found by group": share of the best possible dense mass in the top
// measuredK of measuredBlocks blocks, chosen by each head or by the heads of a kv head together. Errors of files, model and corpus;
// Unsupported: the model has landmarks of its own.
Result<TrainingResult> trainAdapter(const Model& model, const AdapterTrainingRequest& request, const OnTrainingPoint& onPoint,
                                    std::stop_token stop);

}  // namespace cairn
