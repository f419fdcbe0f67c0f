// cairn-cli model info and model recover: what a checkpoint is; tuned weights from published differences.
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "core/model/adapter.h"
#include "core/model/model_info.h"
#include "core/model/recover.h"

namespace cairn
{
namespace
{

int runInfo(const Arguments& arguments, Console& console)
{
    ModelWishes wishes{arguments.operands().empty() ? std::nullopt : std::optional(arguments.operands()[0]), arguments.value("adapter"),
                       "none"};
    const auto choice = chooseAnyModel(wishes);
    if (!choice)
        return console.fail({Stage::Model, choice.error()});
    const auto model = openModel(choice->model);
    if (!model)
        return console.fail({Stage::Model, model.error()});
    std::optional<LandmarkAdapter> adapter;
    if (!choice->landmarkAdapter.empty()) {
        auto read = readLandmarkAdapter(choice->landmarkAdapter, *model);
        if (!read)
            return console.fail({Stage::Model, read.error()});
        adapter = std::move(*read);
    }
    const ModelInfo info = modelInfo(*model, adapter ? &*adapter : nullptr);
    std::string told = console.json() ? toJson(info) : toText(info);
    while (told.ends_with('\n'))
        told.pop_back();   // the line's end comes with it
    console.line(told);
    return kDone;
}

int runRecover(const Arguments& arguments, Console& console)
{
    for (const char* option : {"base", "diff", "output"}) {
        if (!arguments.has(option))
            return console.fail({Stage::Usage,
                                 {ErrorCode::InvalidArgument,
                                  std::string("--") + option + " is missing. Usage: model recover --base DIR --diff DIR --output DIR"}});
    }
    RecoverOptions options;
    options.stop = console.stopToken();
    options.onProgress = [&console](const RecoverProgress& progress) {
        const auto percent = progress.bytesTotal == 0 ? 0 : 100 * progress.bytesDone / progress.bytesTotal;
        console.progress("Recovering " + progress.tensor + ", " + std::to_string(percent) + " %");
    };
    if (arguments.has("sum")) {
        const auto sum = arguments.real("sum", 0, -1e12, 1e12);
        if (!sum)
            return console.fail({Stage::Usage, sum.error()});
        options.expectedSum = *sum;
    }
    const auto report = recoverTunedWeights(*arguments.value("base"), *arguments.value("diff"), *arguments.value("output"), options);
    if (!report)
        return console.fail({Stage::Model, report.error()});
    JsonWriter json;
    json.beginObject().member("out", *arguments.value("output")).member("sum", report->sum);
    report->expectedSum ? json.member("expected_sum", *report->expectedSum) : json.key("expected_sum").null();
    json.key("notes").beginArray();
    for (const std::string& note : report->notes)
        json.value(note);
    json.endArray().endObject();
    if (console.json()) {
        console.object(std::move(json));
        return kDone;
    }
    for (const std::string& note : report->notes)
        console.note(note);
    console.line("Recovered into " + *arguments.value("output") + "; sum of all weights " + std::to_string(report->sum) + ".");
    return kDone;
}

}  // namespace

Command modelInfoCommand()
{
    return {{"model info", "model info [PATH]", "Says what a model is: kind, dimensions, chat format, fingerprint, what was assumed.",
             {{"adapter", "FILE", "landmark adapter to use with it; 'none': without"}, kJsonOption}, 0, 1},
            runInfo};
}

Command modelRecoverCommand()
{
    return {{"model recover",
             "model recover --base DIR --diff DIR --output DIR",
             "Rebuilds tuned weights from an original model and published differences.",
             {{"base", "DIR", "the original model"},
              {"diff", "DIR", "the differences"},
              {"output", "DIR", "a new folder for the result", 'o'},
              {"sum", "X", "published sum of all weights, where Cairn doesn't know it"},
              kJsonOption},
             0,
             0},
            runRecover};
}

}  // namespace cairn
