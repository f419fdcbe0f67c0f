#include "app/session/model_choice.h"

#include "app/common/beside.h"
#include "app/common/default_paths.h"

#include <filesystem>

namespace cairn
{
namespace
{

constexpr const char* kNone = "none";

using Folders = std::vector<std::filesystem::path>;

Error noModel(const Folders& searched, const std::vector<std::string>& faults)
{
    std::string folders;
    for (const auto& folder : searched)
        folders += (folders.empty() ? "" : ", ") + folder.string();
    Error error{ErrorCode::NotFound, faults.empty() ? "No model was found in " : "No model that can be used was found in "};
    error.message += folders + ". Choose a model file; on the command line with --model or CAIRN_MODEL.";
    for (const std::string& fault : faults)
        error.message += '\n' + fault;
    return error;
}

enum class Use { Texts, Look };

Result<Model> open(const std::string& path, Use use)
{
    auto model = openModel(path);
    if (model && use == Use::Texts && !model->tokenizer)
        return Error{ErrorCode::Unsupported,
                     path + " holds no tokenizer, so texts can't be read with it; put tokenizer.model or tokenizer.json into the folder."};
    return model;
}

// Sets `path` to the one that was opened.
Result<Model> openFirst(const Folders& folders, Use use, std::string& path)
{
    std::vector<std::string> faults;
    for (const auto& candidate : defaultModelsIn(folders)) {
        path = candidate.string();
        auto model = open(path, use);
        if (model)
            return model;
        const std::string& fault = model.error().message;
        faults.push_back(fault.find(path) == std::string::npos ? path + ": " + fault : fault);
    }
    return noModel(folders, faults);
}

struct AdapterKind
{
    const char* option;
    const char* starter;
};
constexpr AdapterKind kLandmark{"--adapter", "smollm2-135m-landmark.safetensors"};
constexpr AdapterKind kAnswer{"--answer-adapter", "smollm2-135m-answer.safetensors"};
constexpr AdapterKind kRanking{"--ranking-adapter", "smollm2-135m-ranking.safetensors"};
constexpr AdapterKind kQuestion{"--question-adapter", "smollm2-135m-question.safetensors"};

Error noAdapter(const std::string& path, const char* option)
{
    std::error_code code;
    const bool folder = std::filesystem::is_directory(path, code);
    return {ErrorCode::NotFound, (folder ? "\"" + path + "\" is a folder. " : "There is no file \"" + path + "\". ") + option +
                                     " takes an adapter's .safetensors file; " + option + " none does without."};
}

// The wish, or the starter adapter if it fits. `fits` tries a path against the model.
template <typename Fits>
Result<std::string> chooseAdapter(const std::optional<std::string>& wish, const AdapterKind& kind, Fits fits)
{
    std::error_code code;
    if (wish == kNone)
        return std::string();
    if (wish) {
        if (!std::filesystem::exists(*wish, code) || std::filesystem::is_directory(*wish, code))
            return noAdapter(*wish, kind.option);
        const Result<void> fit = fits(*wish);
        return fit ? Result<std::string>(*wish) : Result<std::string>(fit.error());
    }
    const auto path = resourcesFolder() / "starter" / kind.starter;
    return std::filesystem::exists(path, code) && fits(path.string()) ? path.string() : std::string();
}

template <typename Adapter>
Result<void> keep(Result<Adapter> read, std::optional<Adapter>& into)
{
    if (!read)
        return read.error();
    into = std::move(*read);
    return {};
}

Result<ModelChoice> choose(const ModelWishes& wishes, const Folders& folders, Use use)
{
    ModelChoice choice;
    const auto named = wishes.model ? std::optional<std::filesystem::path>(*wishes.model) : namedModel();
    choice.model = named ? named->string() : std::string();
    auto model = named ? open(choice.model, use) : openFirst(folders, use, choice.model);
    if (!model)
        return model.error();
    ModelFiles& files = choice.files;
    files.model = std::move(*model);

    const auto landmarkFits = [&](const std::string& path) { return keep(readLandmarkAdapter(path, files.model), files.landmark); };
    const auto answerFits = [&](const std::string& path) { return keep(readAnswerAdapter(path, files.model), files.answer); };
    const auto rankingFits = [&](const std::string& path) { return keep(readRankingAdapter(path, files.model), files.ranking); };
    // Files of 5 to 15 MB that don't need each other
    auto answering = beside([&] { return chooseAdapter(wishes.answerAdapter, kAnswer, answerFits); });
    auto rank = beside([&] { return chooseAdapter(wishes.rankingAdapter, kRanking, rankingFits); });
    const Result<std::string> landmark = files.model.config.landmark && !wishes.adapter
                                             ? Result<std::string>(std::string())   // trained with landmarks: needs none
                                             : chooseAdapter(wishes.adapter, kLandmark, landmarkFits);
    const Result<std::string> answer = answering.get(), ranking = rank.get();
    for (const auto* chosen : {&landmark, &answer, &ranking}) {
        if (!*chosen)
            return chosen->error();
    }
    const auto questionFits = [&](const std::string& path) {
        return keep(readQuestionAdapter(path, files.model, files.landmark ? files.landmark->fingerprint : Hash128{}), files.question);
    };
    Result<std::string> question = chooseAdapter(wishes.questionAdapter, kQuestion, questionFits);
    if (!question)
        return question.error();
    choice.rankingAdapter = *ranking;
    choice.questionAdapter = *question;
    choice.landmarkAdapter = *landmark;
    choice.answerAdapter = *answer;
    return choice;
}

}  // namespace

ModelWishes withRecorded(ModelWishes wishes, const std::string& recorded)
{
    std::error_code code;
    if (!wishes.model && !recorded.empty() && std::filesystem::exists(recorded, code))
        wishes.model = recorded;
    return wishes;
}

Result<ModelChoice> chooseModel(const ModelWishes& wishes) { return chooseModelIn(modelFolders(), wishes); }
Result<ModelChoice> chooseModelIn(const Folders& folders, const ModelWishes& wishes) { return choose(wishes, folders, Use::Texts); }
Result<ModelChoice> chooseAnyModel(const ModelWishes& wishes) { return choose(wishes, modelFolders(), Use::Look); }

}  // namespace cairn
