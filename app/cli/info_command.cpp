// cairn-cli info: what a session holds, or, without one, what this installation would use.
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/common/ask_options_json.h"
#include "app/common/shell_word.h"
#include "storage/session_folder.h"

#include <filesystem>

namespace cairn
{
namespace
{

namespace fs = std::filesystem;

std::uint64_t fileBytes(const fs::path& path)
{
    std::error_code code;
    const auto bytes = fs::file_size(path, code);
    return code ? 0 : bytes;
}

const char* typeName(KvType type) { return type == KvType::Int8 ? "int8" : type == KvType::F16 ? "f16" : "f32"; }

int sessionInfo(const std::string& folder, Console& console)
{
    auto session = openSessionAt(folder, Access::ReadOnly, console);
    if (!session)
        return console.fail(session.error());
    const SessionStore& store = (*session)->store();
    const auto title = store.title();
    const auto answers = store.answers();
    const auto model = store.setting("model");
    const auto blocks = (*session)->blocksForLooking();
    const auto memories = store.memories();
    const std::uint32_t total = memories && !memories->empty() ? memories->back().totalBlocks : 0;
    std::vector<std::string> problems = store.problems();
    for (std::string& problem : store.damagedRows(false, &(*session)->damagedDocuments()))
        problems.push_back(std::move(problem));
    JsonWriter json;
    json.beginObject().member("session", folder).member("title", title ? *title : "").key("documents").beginArray();
    for (std::size_t i = 0; i < (*session)->records().size(); ++i) {
        const DocumentRecord& record = (*session)->records()[i];
        json.beginObject().member("name", record.title).member("author", record.author).member("source", record.source.path);
        json.member("hash", toHex(record.contentHash)).member("bytes", record.textBytes).member("units", record.units);
        json.member("removed", record.isRemoved()).member("damaged", !(*session)->checkText(i)).endObject();
    }
    json.endArray().member("answers", answers ? answers->size() : 0).member("model", model ? *model : "");
    if (blocks) {
        const MemoryIdentity& identity = (*blocks)->identity();
        json.key("memory")
            .beginObject()
            .member("blocks", (*blocks)->cursor().value)
            .member("total", total)
            .member("f", identity.shape.blockTokens);
        json.member("kv", typeName(identity.shape.type)).member("window", identity.reading.window).member("k", identity.reading.topK);
        json.member("scan", name(identity.reading.scan));
        json.member("model", toHex(identity.model)).member("adapter", toHex(identity.adapter)).endObject();
    }
    const std::uint64_t sessionBytes = fileBytes(folder + "/session.db"), blockBytes = fileBytes((*session)->blocksPath());
    json.member("session_bytes", sessionBytes).member("blocks_bytes", blockBytes).key("problems").beginArray();
    for (const std::string& problem : problems)
        json.value(problem);
    json.endArray().endObject();
    if (console.json()) {
        console.object(std::move(json));
        return kDone;
    }
    console.line((title ? *title : folder) + "\n" + folder);
    for (std::size_t i = 0; i < (*session)->records().size(); ++i) {
        const DocumentRecord& record = (*session)->records()[i];
        console.line("  " + std::to_string(i) + ": " + record.title + (record.author.empty() ? "" : " by " + record.author) + ", " +
                     std::to_string(record.textBytes) + " bytes" + (record.isRemoved() ? ", removed" : "") +
                     ((*session)->checkText(i) ? "" : ", damaged"));
    }
    console.line("  " + counted(answers ? answers->size() : 0, "answer") + "; texts and answers " + std::to_string(sessionBytes >> 10) +
                 " KiB, memory " + std::to_string(blockBytes >> 20) + " MiB");
    if (blocks)
        console.line("  " + (total == 0 ? std::string("less than one block")
                                        : std::to_string((*blocks)->cursor().value) + " of " + counted(total, "block")) +
                     " of " + std::to_string((*blocks)->identity().shape.blockTokens) + " tokens, " +
                     typeName((*blocks)->identity().shape.type) +
                     ", scan " + std::string(name((*blocks)->identity().reading.scan)));
    else
        console.line(blocks.error().code == ErrorCode::NotFound
                         ? "  Nothing has been read into the memory yet: cairn-cli read " + shellWord(folder)
                         : "  No memory: " + blocks.error().message);
    if (model && !model->empty())
        console.line("  read with " + *model);
    for (const std::string& problem : problems)
        console.line("  " + problem);
    if (!problems.empty())
        console.note("cairn-cli verify " + shellWord(folder) + " checks all of it, and mends what can be with --repair.");
    return kDone;
}

int installationInfo(const Arguments& arguments, Console& console)
{
    const auto wishes = engineWishes(arguments);
    if (!wishes)
        return console.fail({Stage::Usage, wishes.error()});
    auto choice = chooseModel(wishes->model);
    if (!choice)
        return console.fail({Stage::Model, choice.error()});
    EngineOptions options;
    options.device = wishes->device;
    options.threads = wishes->threads;
    const auto engine = Engine::open(std::move(choice->files), options);
    if (!engine)
        return console.fail({Stage::Model, engine.error()});
    const EngineInfo& info = (*engine)->info();
    JsonWriter json;
    json.beginObject().member("model", info.modelName).member("path", info.modelPath).member("format", info.modelFormat);
    json.member("f", info.blockTokens).member("adapter", choice->landmarkAdapter).member("answer_adapter", choice->answerAdapter);
    json.member("ranking_adapter", choice->rankingAdapter).member("question_adapter", choice->questionAdapter);
    json.member("device", info.device).member("device_reason", info.deviceReason).member("sessions", defaultSessionsFolder()).endObject();
    if (console.json()) {
        console.object(std::move(json));
        return kDone;
    }
    console.line(info.modelName + " (" + info.modelFormat + ")\n  " + info.modelPath + "\n  landmark adapter: " +
                 (choice->landmarkAdapter.empty() ? "none" : choice->landmarkAdapter) + "\n  answer adapter: " +
                 (choice->answerAdapter.empty() ? "none" : choice->answerAdapter) + "\n  ranking adapter: " +
                 (choice->rankingAdapter.empty() ? "none" : choice->rankingAdapter) + "\n  question adapter: " +
                 (choice->questionAdapter.empty() ? "none" : choice->questionAdapter) + "\n  device: " + info.device +
                 (info.deviceReason.empty() ? "" : " (" + info.deviceReason + ")") + "\n  sessions: " + defaultSessionsFolder());
    for (const std::string& note : info.notes)
        console.line("  " + note);
    return kDone;
}

int run(const Arguments& arguments, Console& console)
{
    return arguments.operands().empty() ? installationInfo(arguments, console)
                                        : sessionInfo(resolveSession(arguments.operands()[0]), console);
}

}  // namespace

Command infoCommand()
{
    return {{"info", "info [SESSION]", "Says what a session holds; without one: model, device and folders in use.",
             joined({kJsonOption}, modelOptions()), 0, 1},
            run};
}

}  // namespace cairn
