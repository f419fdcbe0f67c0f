// A whole training of a landmark adapter: rows from text and questions (landmark_rows.h), distillation, measurements on documents that
// are held out, the adapter file at the end. Blocking; one thread.
#pragma once

#include "core/corpora/corpus.h"
#include "core/model/model.h"
#include "core/result.h"
#include "core/training/landmark_distiller.h"
#include "core/training/landmark_rows.h"
#include "core/training/training_loop.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace cairn
{

// How far a step is, or a measurement, behind each layer of a row: long rows take minutes each.
struct TrainingPart
{
    std::uint64_t step = 0;                // under way, from 1; 0: what is there is measured
    std::uint32_t row = 0, rows = 0;       // from 1
    std::uint32_t layer = 0, layers = 0;   // that are done
};
using OnTrainingPart = std::function<void(const TrainingPart& part)>;

// "step 3: row 1 of 2, layer 12 of 30", "measuring: layer 12 of 30" (of one row)
std::string partLine(const TrainingPart& part);

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
    OnTrainingPart onPart = {};            // none: nobody is told
};

// Measures at each point, on plain held-out text: "KL"; "found" and "found by group": share of the best possible dense mass in the top
// measuredK of measuredBlocks blocks, chosen by each head or by the heads of a kv head together. Errors of files, model and corpus;
// Unsupported: the model has landmarks of its own.
Result<TrainingResult> trainAdapter(const Model& model, const AdapterTrainingRequest& request, const OnTrainingPoint& onPoint,
                                    std::stop_token stop);

}  // namespace cairn
