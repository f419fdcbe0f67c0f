// `cairn-lab train answers`: low-rank weights with which a model answers from passages.
#include "app/lab/commands.h"
#include "app/lab/train_run.h"
#include "core/formats/json.h"
#include "core/training/answer_training.h"
#include "storage/files/atomic_file.h"

#include <algorithm>
#include <filesystem>

namespace cairn
{

namespace
{

CommandSpec answersSpec()
{
    CommandSpec spec{
        .name = "train answers",
        .synopsis = "train answers DATA -o FILE.safetensors [--text PATH] [--start FILE] [--steps N] [--resume] | train answers DATA "
                    "--held-out-to DIR",
        .summary =
            "Trains low-rank weights of ordinary rows to answer from what reread puts into the window: passages cut like blocks, one or\n"
            "several, sometimes without the right one. DATA: folder with qa_contexts.jsonl and qa_train.jsonl (or .xz). On two cores in\n"
            "minutes:\n"
            "  cairn-lab train answers corpus/ -o answers.safetensors --steps 20 --batch 4 --measured 8",
        .options = planOptions("in all (default 300)", "peak learning rate (default 4e-4)",
                               "of the documents, by name and seed: measured, never trained on (default 0.14)"),
        .minimumOperands = 0,
        .maximumOperands = 1};
    const std::vector<OptionSpec> own = {
        {"text", "PATH", "ordinary text (file or folder) that must stay as likely as it was", 0},
        {"text-mb", "N", "text kept of it, a sample by seed (default 16)", 0},
        {"text-weight", "X", "of the distance from the base model on the text, beside the answers (default 1)", 0},
        {"full-precision", "", "products with the base's weights in 32 bits instead of bf16", 0},
        {"rank", "N", "of the low-rank weights (default 16)", 0},
        {"batch", "N", "passages a step (default 8)", 0},
        {"questions", "N", "about each of them, at most; its rows are computed once for all (default 5)", 0},
        {"passage-bytes", "N", "of a passage, as reread cuts it (default 450)", 0},
        {"missing", "SHARE", "of questions without the right passage (default 0.2)", 0},
        {"block-tokens", "F", "ordinary tokens of a block (default 63)", 0},
        {"examples-from", "N",
         "the first step takes the examples of step N: after --start with a file of N steps and this seed (default 0)", 0},
        {"measured", "N", "held-out questions at each measurement (default 48)", 0},
        {"held-out-to", "DIR", "only write the held-out articles there, with questions.jsonl for evaluate questions", 0}};
    spec.options.insert(spec.options.end(), own.begin(), own.end());
    return spec;
}

Result<AnswerTrainingRequest> requestFrom(const Arguments& arguments)
{
    AnswerTrainingRequest request;
    if (arguments.operands().empty() || (!arguments.has("output") && !arguments.has("held-out-to")))
        return Error{ErrorCode::InvalidArgument, "Name the folder with the questions, and with -o where the adapter goes."};
    request.questions = arguments.operands().front();
    request.out = arguments.value("output", "");
    request.start = arguments.value("start", "");
    if (const auto text = arguments.value("text"))
        request.texts.paths = {*text};
    const auto rank = arguments.number("rank", 16, 1, 4096), batch = arguments.number("batch", 8, 1, 4096);
    const auto bytes = arguments.number("passage-bytes", 450, 100, 100'000), measured = arguments.number("measured", 48, 1, 100'000);
    const auto perPassage = arguments.number("questions", 5, 1, 1000);
    const auto blockTokens = arguments.number("block-tokens", 63, 2, 1024), megabytes = arguments.number("text-mb", 16, 1, 100'000);
    const auto seed = arguments.number("seed", 0, 0, ~0ull), firstExamples = arguments.number("examples-from", 0, 0, 1ull << 40);
    const auto heldOut = arguments.real("held-out", 0.14, 0, 0.9), missing = arguments.real("missing", 0.2, 0, 1);
    const auto textWeight = arguments.real("text-weight", 1, 0, 100);
    if (auto good = allGood(rank, batch, perPassage, bytes, measured, blockTokens, megabytes, seed, firstExamples, heldOut, missing,
                            textWeight);
        !good)
        return good.error();
    request.rank = static_cast<std::uint32_t>(*rank);
    request.batch = static_cast<std::uint32_t>(*batch);
    request.measured = static_cast<std::uint32_t>(*measured);
    request.textWeight = *textWeight;
    request.halfWeights = !arguments.has("full-precision");
    request.texts.bytes = *megabytes << 20;
    request.texts.seed = request.seed = *seed;
    request.firstExamples = *firstExamples;
    request.examples = {static_cast<std::uint32_t>(*blockTokens), *bytes, *missing, *heldOut,
                        static_cast<std::uint32_t>(*perPassage),  *seed};
    auto plan = planFrom(arguments, request.out, {300, 4e-4});
    if (!plan)
        return plan.error();
    request.plan = *std::move(plan);
    return request;
}

// A name that any file system takes.
std::string fileName(const std::string& document)
{
    std::string name;
    for (const char c : document)
        name += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ? c : '_';
    return name + ".txt";
}

Result<void> writeHeldOut(const Model& model, const AnswerTrainingRequest& request, const std::string& folder)
{
    const auto corpus = readQaCorpus(request.questions);
    if (!corpus)
        return corpus.error();
    const auto examples = AnswerExamples::create(model, *corpus, request.examples);
    if (!examples)
        return examples.error();
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    std::string lines;
    for (const HeldOutArticle& article : (*examples)->heldOutArticles()) {
        const std::string name = fileName(article.name);
        const auto path = (std::filesystem::path(folder) / name).string();
        if (auto done = writeFileAtomically(path, std::as_bytes(std::span(article.text))); !done)
            return done;
        for (const HeldOutArticle::Asked& asked : article.questions) {
            JsonWriter json;
            json.beginObject().member("doc", name).member("question", asked.question).key("answers").beginArray();
            for (const std::string& answer : asked.answers)
                json.value(answer);
            lines += json.endArray().member("begin", asked.begin).endObject().take() + "\n";
        }
        std::fprintf(stderr, "%s: %zu questions\n", name.c_str(), article.questions.size());
    }
    return writeFileAtomically((std::filesystem::path(folder) / "questions.jsonl").string(), std::as_bytes(std::span(lines)));
}

Result<void> train(const Arguments& arguments, const std::string& command)
{
    auto request = requestFrom(arguments);
    if (!request)
        return request.error();
    const auto base = openedBase(arguments);
    if (!base)
        return base.error();
    request->device = base->device.device;
    if (const auto folder = arguments.value("held-out-to"))
        return writeHeldOut(base->model, *request, *folder);
    const TrainingJob job{request->out, "Answer weights", command, base->device.name};
    return trainWithReports(job, base->model, [&](const OnTrainingPoint& onPoint, std::stop_token stop) {
        return trainAnswers(base->model, *request, onPoint, stop);
    });
}

}  // namespace

int trainAnswersCommand(std::span<char* const> words)
{
    return trainCommandOf(answersSpec(), words, train);
}

}  // namespace cairn
