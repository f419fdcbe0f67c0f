// Reads documents once, asks every question by every strategy, counts. Memories are kept in a folder, so that a second run only asks.
#pragma once

#include "core/answering/answerer.h"
#include "core/evaluation/question_score.h"
#include "core/result.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

struct EvaluationRequest
{
    std::string questions;                 // JSON lines: doc, question, answers, optionally begin
    std::string documents;                 // folder
    std::string memories;                  // folder
    std::optional<std::string> model;
    std::vector<Strategy> strategies;
    std::uint64_t skip = 0, limit = 0, every = 1;
    bool unanswerable = false;             // also ask questions about other documents
    bool showAnswers = false;
    int threads = 0;                       // 0: the engine's own choice
    AskOptions options;
};

using ScoreTables = std::vector<std::pair<Strategy, ScoreTable>>;

// "name=value,.." over the defaults. InvalidArgument: unknown name, no number.
Result<void> applyTuning(std::string_view list, AskOptions& options);

Result<ScoreTables> evaluateQuestions(const EvaluationRequest& request);

void printTables(const ScoreTables& tables, bool json);

}  // namespace cairn
