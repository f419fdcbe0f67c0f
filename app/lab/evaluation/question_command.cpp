// `cairn-lab evaluate questions`: options to a plan.
#include "app/lab/commands.h"
#include "app/lab/evaluation/evaluation_commands.h"
#include "app/lab/evaluation/question_run.h"

#include <algorithm>

namespace cairn
{

namespace
{

const CommandSpec kQuestions{
    .name = "evaluate questions",
    .synopsis = "evaluate questions FILE.jsonl --docs DIR [--strategies memory,reread,..] [--ranking] [--limit N] [--unanswerable] [-o "
                "PREFIX]",
    .summary = "Asks questions with known answers by each strategy and counts how many came out right.",
    .options = withLabOptions(
        {{"docs", "DIR", "folder that the file's document names are in", 0},
         {"strategies", "LIST", "memory, reread, reread-vote, reread-bm25, bm25, window, full (default: memory,reread,window,bm25; none: "
          "ranking only)", 0},
         {"ranking", "", "also the right block's rank by vote, BM25, both, and both ranked by likelihood", 0},
         {"limit", "N", "only the first N questions", 0},
         {"skip", "N", "leave the first N questions out", 0},
         {"every", "N", "only every Nth question", 0},
         {"unanswerable", "", "also ask each document a question about another one: the right answer is that it doesn't say", 0},
         {"tuning", "LIST", "name=value,..: candidates, candidates-most, explained, opening, neighbours, vote, vote-always, question,"
          " fused, alone, declined, declining, rank, ranking, answers, joint, joint-penalty, quote, definitions, answer-weight, agreement,"
          " foreign, beside, bytes, narrow, narrow-penalty, attach, adapter, k", 0},
         {"answers", "", "print every answer", 0}}),
    .minimumOperands = 1,
    .maximumOperands = 1};

Result<void> addStrategies(const std::string& list, QuestionPlan& plan)
{
    const auto known = questionStrategies();
    for (const std::string& word : wordList(list == "none" ? "" : list)) {
        const auto found = std::find_if(known.begin(), known.end(), [&](const QuestionStrategy& one) { return one.name == word; });
        if (found == known.end())
            return Error{ErrorCode::InvalidArgument, "There is no strategy " + word + "; --help lists them."};
        plan.strategies.push_back(&*found);
    }
    return {};
}

Result<QuestionPlan> planFrom(const Arguments& arguments)
{
    QuestionPlan plan;
    plan.questions = arguments.operands().front();
    const auto documents = arguments.value("docs");
    if (!documents)
        return Error{ErrorCode::InvalidArgument, "Say with --docs which folder the documents are in."};
    plan.documents = *documents;
    if (auto done = addStrategies(arguments.value("strategies", "memory,reread,window,bm25"), plan); !done)
        return done.error();
    const auto limit = arguments.number("limit", 1'000'000, 1, 1'000'000);
    const auto skip = arguments.number("skip", 0, 0, 1'000'000);
    const auto every = arguments.number("every", 1, 1, 1'000'000);
    for (const auto* number : {&limit, &skip, &every}) {
        if (!*number)
            return number->error();
    }
    plan.limit = *limit;
    plan.skip = *skip;
    plan.every = *every;
    plan.ranking = arguments.has("ranking");
    plan.unanswerable = arguments.has("unanswerable");
    plan.showAnswers = arguments.has("answers");
    if (auto done = applyTuning(arguments.value("tuning", ""), plan.options); !done)
        return done.error();
    return plan;
}

}  // namespace

const CommandSpec& questionsSpec()
{
    return kQuestions;
}

int evaluateQuestionsCommand(std::span<char* const> words)
{
    const auto arguments = parseArguments(kQuestions, words);
    if (!arguments)
        return complain(arguments.error());
    const auto plan = planFrom(*arguments);
    if (!plan)
        return complain(plan.error());
    const auto options = labOptions(*arguments, "questions", words);
    if (!options)
        return complain(options.error());
    auto lab = Lab::open("questions", *options, arguments->value("tuning", ""));   // parts name question and text
    if (!lab)
        return complain(lab.error());
    const auto done = runQuestions(**lab, *plan);
    return done ? 0 : complain(done.error());
}

}  // namespace cairn
