// `cairn-lab train ranking`: low-rank weights with which a question is likeliest after the passage that answers it.
#include "app/lab/commands.h"
#include "app/lab/train_run.h"
#include "core/training/ranking_training.h"

namespace cairn
{

namespace
{

constexpr const char* kSources = "squad1.1-train44,squad-para900,qamr,fairytaleqa,covidqa,policyqa";

CommandSpec rankingSpec()
{
    CommandSpec spec{
        .name = "train ranking",
        .synopsis = "train ranking DATA -o FILE.safetensors [--sources LIST] [--start FILE] [--steps N] [--resume]",
        .summary = "Trains low-rank weights of a question's rows that make it likeliest after the passage that answers it, among passages\n"
                   "that its words don't tell apart. DATA: folder with qa_contexts.jsonl and qa_train.jsonl (or .xz). On two cores in\n"
                   "minutes:\n"
                   "  cairn-lab train ranking corpus/ -o ranking.safetensors --steps 20 --measured 4",
        .options = planOptions("in all (default 700)", "peak learning rate (default 4e-4)",
                               "of the documents, by name and seed: measured, never trained on (default 0.14)"),
        .minimumOperands = 0,
        .maximumOperands = 1};
    const std::vector<OptionSpec> own = {
        {"sources", "LIST",
         "data sets by their src; documents of the first are held out (default squad1.1-train44,squad-para900,qamr,fairytaleqa,covidqa,"
         "policyqa)", 0},
        {"rank", "N", "of the low-rank weights (default 8)", 0},
        {"passages", "N", "a step, of one document (default 10)", 0},
        {"questions", "N", "a step, about these passages, at most (default 8)", 0},
        {"block-tokens", "F", "ordinary tokens of a block (default 63)", 0},
        {"measured", "N", "questions of each held-out document at each measurement (default 40)", 0},
        {"full-precision", "", "products with the base's weights in 32 bits instead of bf16", 0}};
    spec.options.insert(spec.options.end(), own.begin(), own.end());
    return spec;
}

Result<RankingTrainingRequest> requestFrom(const Arguments& arguments)
{
    RankingTrainingRequest request;
    if (arguments.operands().empty() || !arguments.has("output"))
        return Error{ErrorCode::InvalidArgument, "Name the folder with the questions, and with -o where the adapter goes."};
    request.questions = arguments.operands().front();
    request.out = arguments.value("output", "");
    request.start = arguments.value("start", "");
    request.sourcesByDefault = !arguments.has("sources");
    request.examples.documents.sources = namesIn(arguments.value("sources", kSources));
    if (request.examples.documents.sources.empty())
        return Error{ErrorCode::InvalidArgument, "--sources names nothing; --help says what it takes."};
    const auto rank = arguments.number("rank", 8, 1, 4096), passages = arguments.number("passages", 10, 2, 1000);
    const auto questions = arguments.number("questions", 8, 1, 1000), measured = arguments.number("measured", 40, 1, 100'000);
    const auto blockTokens = arguments.number("block-tokens", 63, 2, 1024), seed = arguments.number("seed", 0, 0, ~0ull);
    const auto heldOut = arguments.real("held-out", 0.14, 0, 0.9);
    if (auto good = allGood(rank, passages, questions, measured, blockTokens, seed, heldOut); !good)
        return good.error();
    request.examples.passages = static_cast<std::uint32_t>(*passages);
    request.examples.questions = static_cast<std::uint32_t>(*questions);
    request.examples.blockTokens = static_cast<std::uint32_t>(*blockTokens);
    request.examples.heldOut = *heldOut;
    request.examples.seed = request.tuner.seed = *seed;
    request.tuner.rank = static_cast<std::uint32_t>(*rank);
    request.tuner.halfWeights = !arguments.has("full-precision");
    request.measured = static_cast<std::uint32_t>(*measured);
    auto plan = planFrom(arguments, request.out, {700, 4e-4});
    if (!plan)
        return plan.error();
    request.plan = *std::move(plan);
    return request;
}

Result<void> train(const Arguments& arguments, const std::string& command)
{
    auto request = requestFrom(arguments);
    if (!request)
        return request.error();
    const auto base = openedBase(arguments);
    if (!base)
        return base.error();
    request->tuner.device = base->device.device;
    const TrainingJob job{request->out, "Ranking weights", command, base->device.name};
    return trainWithReports(job, base->model, [&](const OnTrainingPoint& onPoint, std::stop_token stop) {
        return trainRanking(base->model, *request, onPoint, stop);
    });
}

}  // namespace

int trainRankingCommand(std::span<char* const> words)
{
    return trainCommandOf(rankingSpec(), words, train);
}

}  // namespace cairn
