// `cairn-lab evaluate questions`: asks questions with known answers by every strategy and prints one line per strategy.
#include "app/common/arguments.h"
#include "app/common/default_paths.h"
#include "app/lab/commands.h"
#include "app/lab/evaluation_run.h"

#include <cstdio>
#include <sstream>

namespace cairn
{

namespace
{

const CommandSpec kQuestions{
    .name = "evaluate questions",
    .synopsis = "evaluate questions FILE.jsonl --docs DIR [--strategies memory,reread,window,bm25] [--limit N] [--unanswerable] [--json]",
    .summary = "Asks questions with known answers by each strategy and prints how many came out right.",
    .options = {{"docs", "DIR", "folder that the file's document names are in", 0},
                {"strategies", "LIST", "some of memory, reread, window, bm25 (default: all)", 0},
                {"limit", "N", "only the first N questions", 0},
                {"skip", "N", "leave the first N questions out", 0},
                {"every", "N", "only every Nth question", 0},
                {"unanswerable", "", "also ask each document a question about another one: the right answer is that it doesn't say", 0},
                {"memories", "DIR", "where memories are kept between runs (default: the cache folder)", 0},
                {"model", "PATH", "model file or folder", 0},
                {"tuning", "LIST", "name=value,..: candidates, opening, vote, fused, rank, answers, joint, joint-penalty, quote,"
                 " answer-weight, foreign, bytes, attach, adapter, k", 0},
                {"threads", "N", "threads of the engine", 0},
                {"answers", "", "print every answer", 0},
                {"json", "", "one JSON object per strategy", 0}},
    .minimumOperands = 1,
    .maximumOperands = 1};

Result<std::vector<Strategy>> strategiesIn(const std::string& list)
{
    std::vector<Strategy> strategies;
    std::istringstream in(list);
    for (std::string one; std::getline(in, one, ',');) {
        const auto strategy = strategyNamed(one);
        if (!strategy)
            return Error{ErrorCode::InvalidArgument, "There is no strategy " + one + "; use memory, reread, window, bm25."};
        strategies.push_back(*strategy);
    }
    return strategies;
}

Result<EvaluationRequest> requestFrom(const Arguments& arguments)
{
    EvaluationRequest request;
    request.questions = arguments.operands().front();
    const auto documents = arguments.value("docs");
    if (!documents)
        return Error{ErrorCode::InvalidArgument, "Say with --docs which folder the documents are in."};
    request.documents = *documents;
    auto strategies = strategiesIn(arguments.value("strategies", "memory,reread,window,bm25"));
    if (!strategies)
        return strategies.error();
    request.strategies = *std::move(strategies);
    const auto limit = arguments.number("limit", 1'000'000, 1, 1'000'000);
    const auto skip = arguments.number("skip", 0, 0, 1'000'000);
    const auto every = arguments.number("every", 1, 1, 1'000'000);
    const auto threads = arguments.number("threads", 0, 0, 1024);
    for (const auto* number : {&limit, &skip, &every, &threads}) {
        if (!*number)
            return number->error();
    }
    request.limit = *limit;
    request.skip = *skip;
    request.every = *every;
    request.threads = static_cast<int>(*threads);
    request.unanswerable = arguments.has("unanswerable");
    request.showAnswers = arguments.has("answers");
    request.memories = arguments.value("memories", (cacheFolder() / "evaluation").string());
    request.model = arguments.value("model");
    if (auto done = applyTuning(arguments.value("tuning", ""), request.options); !done)
        return done.error();
    return request;
}

}  // namespace

int evaluateCommand(std::span<char* const> words)
{
    if (words.empty() || std::string_view(words[0]) != "questions")
        return complain({ErrorCode::InvalidArgument, "usage: cairn-lab " + std::string(kQuestions.synopsis)});
    const auto arguments = parseArguments(kQuestions, words.subspan(1));
    if (!arguments)
        return complain(arguments.error());
    const auto request = requestFrom(*arguments);
    if (!request)
        return complain(request.error());
    const auto tables = evaluateQuestions(*request);
    if (!tables)
        return complain(tables.error());
    printTables(*tables, arguments->has("json"));
    return 0;
}

}  // namespace cairn
