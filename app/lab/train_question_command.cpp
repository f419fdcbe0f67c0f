// `cairn-lab train question`: a question adapter for a model and its landmark adapter.
#include "app/common/arguments.h"
#include "app/common/default_paths.h"
#include "app/lab/commands.h"
#include "app/lab/question_reading.h"
#include "app/session/model_choice.h"
#include "core/model/safetensors.h"
#include "core/training/corpus.h"
#include "core/training/question_training.h"
#include "core/training/training_report.h"
#include "storage/atomic_file.h"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <sstream>

namespace cairn
{

namespace
{

const CommandSpec kQuestion{
    .name = "train question",
    .synopsis = "train question DATA -o FILE.safetensors [--steps N] [--minutes N] [--resume] [--keys DIR]",
    .summary = "Trains low-rank weights with which a question alone finds the blocks of a document by their landmark keys. DATA: folder with"
               " qa_contexts.jsonl and qa_train.jsonl (or .xz).",
    .options = {{"output", "FILE", "the adapter; FILE.state, FILE.md and FILE.json lie beside it", 'o'},
                {"model", "PATH", "model file or folder", 0},
                {"adapter", "FILE", "landmark adapter", 0},
                {"keys", "DIR", "where landmark keys of documents are kept between runs (default: the cache folder)", 0},
                {"sources", "LIST", "data sets, by their src (default: squad1.1-train44,squad-para900,qamr)", 0},
                {"documents", "N", "only the first N documents (default: all)", 0},
                {"held-out", "SHARE", "of the documents of the first source, by their names and the seed (default 0.15)", 0},
                {"from", "FILE", "start from this question adapter, for example after the landmark adapter has changed", 0},
                {"rank", "N", "of the low-rank weights (default 8)", 0},
                {"batch", "N", "questions a step (default 16)", 0},
                {"steps", "N", "steps in all (default 500)", 0},
                {"minutes", "N", "stop after so many and save; --resume goes on", 0},
                {"rate", "X", "peak learning rate (default 4e-4)", 0},
                {"seed", "N", "of everything random (default 0)", 0},
                {"measure", "N", "steps between measurements on held-out documents (default 100)", 0},
                {"measured", "N", "questions of each held-out document (default 40)", 0},
                {"full-precision", "", "products with the base's weights in 32 bits", 0},
                {"threads", "N", "of the engine that reads documents", 0},
                {"resume", "", "go on from FILE.state", 0}},
    .minimumOperands = 1,
    .maximumOperands = 1};

struct QuestionTrainingRequest
{
    std::string data, output, keys;
    std::vector<std::string> sources;
    ModelWishes wishes;
    std::optional<std::string> from;
    double heldOut = 0.15;
    std::uint64_t documents = 0;
    int threads = 0;
    QuestionTrainingOptions options;
    TrainingPlan plan;
};

std::vector<std::string> namesIn(const std::string& list)
{
    std::vector<std::string> names;
    std::istringstream in(list);
    for (std::string one; std::getline(in, one, ',');)
        names.push_back(one);
    return names;
}

Result<QuestionTrainingRequest> requestFrom(const Arguments& arguments)
{
    QuestionTrainingRequest request;
    request.data = arguments.operands().front();
    const auto output = arguments.value("output");
    if (!output)
        return Error{ErrorCode::InvalidArgument, "Say with -o where the adapter goes."};
    request.output = *output;
    request.keys = arguments.value("keys", (cacheFolder() / "landmark-keys").string());
    request.sources = namesIn(arguments.value("sources", "squad1.1-train44,squad-para900,qamr"));
    request.wishes = {arguments.value("model"), arguments.value("adapter"), std::string("none")};
    request.from = arguments.value("from");
    const auto rank = arguments.number("rank", 8, 1, 256), batch = arguments.number("batch", 16, 1, 1024);
    const auto steps = arguments.number("steps", 500, 1, 1'000'000), seed = arguments.number("seed", 0, 0, ~0ull);
    const auto measure = arguments.number("measure", 100, 1, 1'000'000), measured = arguments.number("measured", 40, 1, 100'000);
    const auto threads = arguments.number("threads", 0, 0, 1024);
    const auto rate = arguments.real("rate", 4e-4, 0, 1), minutes = arguments.real("minutes", 0, 0, 1e6);
    const auto heldOut = arguments.real("held-out", 0.15, 0, 0.9);
    const auto documents = arguments.number("documents", 1'000'000, 1, 1'000'000);
    for (const auto* number : {&documents, &rank, &batch, &steps, &seed, &measure, &measured, &threads}) {
        if (!*number)
            return number->error();
    }
    for (const auto* number : {&rate, &minutes, &heldOut}) {
        if (!*number)
            return number->error();
    }
    request.heldOut = *heldOut;
    request.documents = *documents;
    request.threads = static_cast<int>(*threads);
    request.options.rank = static_cast<std::uint32_t>(*rank);
    request.options.batch = static_cast<std::uint32_t>(*batch);
    request.options.measured = static_cast<std::uint32_t>(*measured);
    request.options.seed = *seed;
    request.options.halfPrecision = !arguments.has("full-precision");
    request.plan = {*steps, 0, *minutes, {*rate, std::min<std::uint64_t>(20, *steps), 0.1}, 10, *measure, 25, request.output + ".state",
                    arguments.has("resume")};
    return request;
}

std::atomic<bool> s_interrupted{false};

void interrupt(int)
{
    s_interrupted = true;
}

Result<QuestionTrainingSet> readDocuments(const QuestionTrainingRequest& request, const ModelChoice& choice)
{
    EngineOptions engineOptions;
    engineOptions.modelPath = choice.model;
    engineOptions.landmarkAdapterPath = choice.landmarkAdapter;
    engineOptions.threads = request.threads;
    const auto engine = Engine::open(engineOptions);
    if (!engine)
        return engine.error();
    if ((*engine)->info().kind == LandmarkKind::Bounds)
        return Error{ErrorCode::InvalidArgument, "This model has no landmarks; train a landmark adapter first (train adapter)."};
    auto corpus = readQaCorpus(request.data);
    if (!corpus)
        return corpus.error();
    auto documents = questionDocuments(*corpus, {.sources = request.sources});
    if (documents.size() > request.documents)
        documents.resize(static_cast<std::size_t>(request.documents));
    QuestionTrainingSet set;
    set.blockTokens = (*engine)->info().blockTokens;
    for (std::size_t i = 0; i < documents.size(); ++i) {
        std::fprintf(stderr, "\rdocument %zu of %zu   ", i + 1, documents.size());
        auto article = readArticle(**engine, documents[i], {.folder = request.keys});
        if (!article)
            return article.error();
        const bool isFirstSource = !request.sources.empty() && documents[i].id.starts_with(request.sources.front() + ": ");
        const bool heldOut = isFirstSource && isHeldOut(documents[i].id, request.options.seed, request.heldOut);
        (heldOut ? set.heldOut : set.train).push_back(*std::move(article));
    }
    std::fprintf(stderr, "\n");
    return set;
}

std::string idsAsText(const std::vector<TokenId>& ids)
{
    std::string text;
    for (const TokenId id : ids)
        text.append(text.empty() ? "" : " ").append(std::to_string(id));
    return text;
}

Result<void> writeResult(const QuestionTrainingRequest& request, const Model& model, const ModelChoice& choice,
                         const QuestionTraining& training, const TrainingResult& result, const std::string& command)
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
    if (auto done = writeAdapter(request.output, training.adapter(), metadata); !done)
        return done;
    const TrainingReport report{"Question adapter", command, model.name + ", " + toHex(model.fingerprint), training.facts(), result};
    const std::string json = reportJson(report) + "\n", markdown = reportMarkdown(report);
    if (auto done = writeFileAtomically(request.output + ".json", std::as_bytes(std::span(json))); !done)
        return done;
    return writeFileAtomically(request.output + ".md", std::as_bytes(std::span(markdown)));
}

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

Result<void> train(const QuestionTrainingRequest& request, const std::string& command)
{
    const auto choice = chooseModel(request.wishes);
    if (!choice)
        return choice.error();
    auto set = readDocuments(request, *choice);
    if (!set)
        return set.error();
    const auto model = openModel(choice->model);
    if (!model)
        return model.error();
    auto training = makeQuestionTraining(*model, *std::move(set), request.options);
    if (!training)
        return training.error();
    if (request.from) {
        if (auto done = startFrom(**training, *request.from); !done)
            return done;
    }
    std::stop_source stop;
    std::signal(SIGINT, interrupt);
    std::signal(SIGTERM, interrupt);
    const auto onPoint = [&](const TrainingPoint& point, const TrainingPlan& plan) {
        std::fprintf(stderr, "\r%s%s", progressLine(point, plan).c_str(), point.measures.empty() ? "   " : "\n");
        if (s_interrupted)
            stop.request_stop();
    };
    const auto result = runTraining(**training, request.plan, onPoint, stop.get_token());
    if (!result)
        return result.error();
    std::fprintf(stderr, "\n");
    return writeResult(request, *model, *choice, **training, *result, command);
}

}  // namespace

int trainQuestionCommand(std::span<char* const> words)
{
    const auto arguments = parseArguments(kQuestion, words);
    if (!arguments)
        return complain(arguments.error());
    const auto request = requestFrom(*arguments);
    if (!request)
        return complain(request.error());
    std::string command = "cairn-lab train question";
    for (const char* word : words)
        command += std::string(" ") + word;
    const auto done = train(*request, command);
    return done ? 0 : complain(done.error());
}

}  // namespace cairn
