// `cairn-lab train question`: low-rank weights with which a question finds the blocks of a document by their landmark keys.
#include "app/common/default_paths.h"
#include "app/lab/commands.h"
#include "app/lab/question_reading.h"
#include "app/lab/train_run.h"
#include "app/session/model_choice.h"
#include "core/corpora/corpus.h"
#include "core/engine/common/parallel.h"
#include "core/model/safetensors.h"
#include "core/training/question_training.h"

#include <cstdio>

namespace cairn
{

namespace
{

CommandSpec questionSpec()
{
    CommandSpec spec{
        .name = "train question",
        .synopsis = "train question DATA -o FILE.safetensors [--sources LIST] [--keys DIR] [--start FILE] [--steps N] [--resume]",
        .summary = "Trains low-rank weights with which a question, run alone, finds the blocks of a document by their landmark keys.\n"
                   "DATA: folder with qa_contexts.jsonl and qa_train.jsonl (or .xz). On two cores in minutes:\n"
                   "  cairn-lab train question corpus/ -o question.safetensors --sources squad1.1-train44 --documents 8 --steps 20",
        .options = planOptions("in all (default 500)", "peak learning rate (default 4e-4)",
                               "of the documents, by name and seed: measured, never trained on (default 0.15)"),
        .minimumOperands = 0,
        .maximumOperands = 1};
    const std::vector<OptionSpec> own = {
        {"adapter", "FILE", "landmark adapter whose landmarks are to be found", 0},
        {"keys", "DIR", "where landmark keys of documents are kept between runs (default: the cache folder)", 0},
        {"sources", "LIST", "data sets by their src; documents of the first are held out (default squad1.1-train44,squad-para900,qamr)", 0},
        {"documents", "N", "only the first N documents (default: all)", 0},
        {"rank", "N", "of the low-rank weights (default 8)", 0},
        {"documents-a-step", "N", "whose questions a step asks; more of them keep a GPU busy (default 1)", 0},
        {"batch", "N", "questions of each of them (default 16)", 0},
        {"foreign", "N", "blocks of other documents beside each (default 256)", 0},
        {"measured", "N", "questions of each held-out document at each measurement (default 40)", 0},
        {"full-precision", "", "products with the base's weights in 32 bits instead of bf16", 0}};
    spec.options.insert(spec.options.end(), own.begin(), own.end());
    return spec;
}

struct QuestionTrainingRequest
{
    std::string data, output, keys;
    std::optional<std::string> start;
    std::vector<std::string> sources;
    bool sourcesByDefault = false;
    std::uint64_t documents = 0;
    double heldOut = 0.15;
    int threads = 0;
    ModelWishes wishes;
    QuestionTrainingOptions options;
    TrainingPlan plan;
};

Result<QuestionTrainingRequest> requestFrom(const Arguments& arguments)
{
    QuestionTrainingRequest request;
    if (arguments.operands().empty() || !arguments.has("output"))
        return Error{ErrorCode::InvalidArgument, "Name the folder with the questions, and with -o where the adapter goes."};
    request.data = arguments.operands().front();
    request.output = arguments.value("output", "");
    request.start = arguments.value("start");
    request.keys = arguments.value("keys", (cacheFolder() / "landmark-keys").string());
    request.sourcesByDefault = !arguments.has("sources");
    request.sources = namesIn(arguments.value("sources", "squad1.1-train44,squad-para900,qamr"));
    if (request.sources.empty())
        return Error{ErrorCode::InvalidArgument, "--sources names nothing; --help says what it takes."};
    request.wishes = {arguments.value("model"), arguments.value("adapter"), std::string("none"), std::string("none")};
    const auto rank = arguments.number("rank", 8, 1, 4096), batch = arguments.number("batch", 16, 1, 4096);
    const auto foreign = arguments.number("foreign", 256, 0, 100'000), measured = arguments.number("measured", 40, 1, 100'000);
    const auto documents = arguments.number("documents", 1'000'000, 1, 1'000'000), seed = arguments.number("seed", 0, 0, ~0ull);
    const auto threads = arguments.number("threads", 0, 0, 1024), together = arguments.number("documents-a-step", 1, 1, 4096);
    const auto heldOut = arguments.real("held-out", 0.15, 0, 0.9);
    if (auto good = allGood(rank, batch, foreign, measured, documents, seed, threads, together, heldOut); !good)
        return good.error();
    request.options.rank = static_cast<std::uint32_t>(*rank);
    request.options.documents = static_cast<std::uint32_t>(*together);
    request.options.batch = static_cast<std::uint32_t>(*batch);
    request.options.foreignBlocks = static_cast<std::uint32_t>(*foreign);
    request.options.measured = static_cast<std::uint32_t>(*measured);
    request.options.seed = *seed;
    request.options.halfPrecision = !arguments.has("full-precision");
    request.documents = *documents;
    request.heldOut = *heldOut;
    request.threads = static_cast<int>(*threads);
    auto plan = planFrom(arguments, request.output, {500, 4e-4});
    if (!plan)
        return plan.error();
    request.plan = *std::move(plan);
    return request;
}

Result<QuestionTrainingSet> readDocuments(const QuestionTrainingRequest& request, const ModelChoice& choice)
{
    EngineOptions options;
    options.modelPath = choice.model;
    options.landmarkAdapterPath = choice.landmarkAdapter;
    options.threads = request.threads;
    const auto engine = Engine::open(options);
    if (!engine)
        return engine.error();
    if ((*engine)->info().kind == LandmarkKind::Bounds)
        return Error{ErrorCode::InvalidArgument, "This model has no landmarks; train a landmark adapter first (train adapter)."};
    const auto corpus = readQaCorpus(request.data);
    if (!corpus)
        return corpus.error();
    const auto sources = sourcesOf(*corpus, request.sources, request.sourcesByDefault);
    if (!sources)
        return sources.error();
    auto documents = questionDocuments(*corpus, {.sources = *sources});
    if (documents.size() > request.documents)
        documents.resize(static_cast<std::size_t>(request.documents));
    QuestionTrainingSet set;
    set.blockTokens = (*engine)->info().blockTokens;
    for (std::size_t i = 0; i < documents.size(); ++i) {
        std::fprintf(stderr, "document %zu of %zu: %s\n", i + 1, documents.size(), documents[i].id.c_str());
        auto article = readArticle(**engine, documents[i], {.folder = request.keys});
        if (!article)
            return article.error();
        const bool isFirstSource = documents[i].id.starts_with(sources->front() + ": ");
        const bool heldOut = isFirstSource && isHeldOut(documents[i].id, request.options.seed, request.heldOut);
        (heldOut ? set.heldOut : set.train).push_back(*std::move(article));
    }
    return set;
}

std::string idsAsText(const std::vector<TokenId>& ids)
{
    std::string text;
    for (const TokenId id : ids)
        text.append(text.empty() ? "" : " ").append(std::to_string(id));
    return text;
}

Result<void> writeQuestionAdapter(const QuestionTrainingRequest& request, const Model& model, const ModelChoice& choice,
                                  const QuestionTraining& training)
{
    std::map<std::string, std::string> metadata = {{"format", "cairn-question-adapter"},
                                                   {"version", "1"},
                                                   {"rank", std::to_string(request.options.rank)},
                                                   {"base_fingerprint", toHex(model.fingerprint)},
                                                   {"frame_before", idsAsText(training.frameBefore())},
                                                   {"frame_after", idsAsText(training.frameAfter())},
                                                   {"word_weight", std::to_string(training.wordWeight())}};
    if (!choice.landmarkAdapter.empty()) {
        const auto landmark = readLandmarkAdapter(choice.landmarkAdapter, model);
        if (!landmark)
            return landmark.error();
        metadata["landmark_fingerprint"] = toHex(landmark->fingerprint);
    }
    return writeAdapter(request.output, training.adapter(), metadata);
}

// The weights of a question adapter, whatever landmarks it was trained on.
Result<void> startFrom(QuestionTraining& training, const std::string& path)
{
    const auto file = openSafetensors(path);
    if (!file)
        return file.error();
    std::map<std::string, AdapterTensor> weights;
    for (const auto& [name, stored] : file->tensors) {
        auto values = file->readFloats(name);
        if (!values)
            return values.error();
        weights.emplace(name, AdapterTensor{stored.shape, *std::move(values)});
    }
    return training.startFrom(weights);
}

Result<void> train(const Arguments& arguments, const std::string& command)
{
    auto request = requestFrom(arguments);
    if (!request)
        return request.error();
    const auto device = openedDevice(arguments);
    if (!device)
        return device.error();
    request->options.device = device->device;
    const auto choice = chooseModel(request->wishes);
    if (!choice)
        return choice.error();
    auto set = readDocuments(*request, *choice);
    if (!set)
        return set.error();
    setWorkerThreads(request->threads);
    const auto model = openModel(choice->model);
    if (!model)
        return model.error();
    auto training = makeQuestionTraining(*model, *std::move(set), request->options);
    if (!training)
        return training.error();
    if (request->start) {
        if (auto done = startFrom(**training, *request->start); !done)
            return done;
    }
    const TrainingJob job{request->output, "Question adapter", command, device->name};
    return trainWithReports(job, *model, [&](const OnTrainingPoint& onPoint, std::stop_token stop) -> Result<TrainingResult> {
        auto result = runTraining(**training, request->plan, onPoint, stop);
        if (!result)
            return result;
        if (auto done = writeQuestionAdapter(*request, *model, *choice, **training); !done)
            return done.error();
        return result;
    });
}

}  // namespace

int trainQuestionCommand(std::span<char* const> words)
{
    return trainCommandOf(questionSpec(), words, train);
}

}  // namespace cairn
