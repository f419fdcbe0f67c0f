// `evaluate questions`: reads documents once, asks every question by every strategy and counts; and how high the right block stands in
// each ranking of blocks. Memories are kept in a folder, so that a second run only asks. Work thread.
#pragma once

#include "app/lab/evaluation/lab.h"
#include "core/answering/answerer.h"
#include "core/evaluation/question_score.h"
#include "core/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

// One of the application's strategies, or a variant of it, or the whole document in ordinary attention.
struct QuestionStrategy
{
    std::string_view name, summary;
    Strategy strategy = Strategy::Reread;
    void (*tune)(AskOptions& options) = nullptr;
    bool full = false;
};

std::span<const QuestionStrategy> questionStrategies();

struct QuestionPlan
{
    std::string questions;                 // JSON lines: doc, question, answers, optionally begin; no answers: the text doesn't say
    std::string documents;                 // folder
    std::vector<const QuestionStrategy*> strategies;
    bool ranking = false;                  // also rank blocks (the right one among the first 1, 3, 8, 16)
    std::uint64_t skip = 0, limit = 0, every = 1;
    bool unanswerable = false;             // also ask questions about other documents
    bool showAnswers = false;
    AskOptions options;
};

// "name=value,.." over the defaults. InvalidArgument: unknown name, no number.
Result<void> applyTuning(std::string_view list, AskOptions& options);

Result<std::vector<GoldQuestion>> readQuestions(const QuestionPlan& plan);

Result<void> runQuestions(Lab& lab, const QuestionPlan& plan);

}  // namespace cairn
