// cairn-cli info: what a session holds, or, without one, what this installation would use.
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/common/ask_options_json.h"
#include "app/common/shell_word.h"
#include "storage/folders/session_folder.h"

#include <filesystem>
#include <optional>

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

// What `info` knows of a session, read once and then said in one of two ways.
struct SessionFacts
{
    const OpenSession& session;
    std::string folder, title, model;
    std::size_t answers = 0;
    std::optional<MemoryIdentity> memory;
    std::string noMemory;                  // why there is none
    std::uint32_t stored = 0, total = 0;   // blocks
    std::uint64_t sessionBytes = 0, blockBytes = 0;
    std::vector<std::string> problems;
};

SessionFacts factsOf(const OpenSession& session, const std::string& folder)
{
    const SessionStore& store = session.store();
    const auto title = store.title(), model = store.setting("model");
    const auto answers = store.answers();
    const auto blocks = session.blocksForLooking();
    const auto memories = store.memories();
    SessionFacts facts{session, folder, title ? *title : "", model ? *model : "", answers ? answers->size() : 0, {}, {}, 0, 0,
                       fileBytes(folder + "/session.db"), fileBytes(session.blocksPath()), store.problems()};
    facts.total = memories && !memories->empty() ? memories->back().totalBlocks : 0;
    if (blocks) {
        facts.memory = (*blocks)->identity();
        facts.stored = (*blocks)->cursor().value;
    } else {
        facts.noMemory = blocks.error().code == ErrorCode::NotFound
                             ? "Nothing has been read into the memory yet: cairn-cli read " + shellWord(folder)
                             : "No memory: " + blocks.error().message;
    }
    for (std::string& problem : store.damagedRows(false, &session.damagedDocuments()))
        facts.problems.push_back(std::move(problem));
    return facts;
}

void writeMemory(JsonWriter& json, const SessionFacts& facts)
{
    const MemoryIdentity& identity = *facts.memory;
    json.key("memory").beginObject().member("blocks", facts.stored).member("total", facts.total).member("f", identity.shape.blockTokens);
    json.member("kv", typeName(identity.shape.type)).member("window", identity.reading.window).member("k", identity.reading.topK);
    json.member("scan", name(identity.reading.scan));
    json.member("model", toHex(identity.model)).member("adapter", toHex(identity.adapter)).endObject();
}

JsonWriter factsJson(const SessionFacts& facts)
{
    JsonWriter json;
    json.beginObject().member("session", facts.folder).member("title", facts.title).key("documents").beginArray();
    for (std::size_t i = 0; i < facts.session.records().size(); ++i) {
        const DocumentRecord& record = facts.session.records()[i];
        json.beginObject().member("name", record.title).member("author", record.author).member("source", record.source.path);
        json.member("hash", toHex(record.contentHash)).member("bytes", record.textBytes).member("units", record.units);
        json.member("removed", record.isRemoved()).member("damaged", !facts.session.checkText(i)).endObject();
    }
    json.endArray().member("answers", facts.answers).member("model", facts.model);
    if (facts.memory)
        writeMemory(json, facts);
    json.member("session_bytes", facts.sessionBytes).member("blocks_bytes", facts.blockBytes).key("problems").beginArray();
    for (const std::string& problem : facts.problems)
        json.value(problem);
    json.endArray().endObject();
    return json;
}

std::string memoryLine(const SessionFacts& facts)
{
    const MemoryIdentity& identity = *facts.memory;
    const std::string blocks =
        facts.total == 0 ? "less than one block" : std::to_string(facts.stored) + " of " + counted(facts.total, "block");
    return blocks + " of " + std::to_string(identity.shape.blockTokens) + " tokens, " + typeName(identity.shape.type) + ", scan " +
           std::string(name(identity.reading.scan));
}

void printFacts(const SessionFacts& facts, Console& console)
{
    console.line((facts.title.empty() ? facts.folder : facts.title) + "\n" + facts.folder);
    for (std::size_t i = 0; i < facts.session.records().size(); ++i) {
        const DocumentRecord& record = facts.session.records()[i];
        console.line("  " + std::to_string(i) + ": " + record.title + (record.author.empty() ? "" : " by " + record.author) + ", " +
                     std::to_string(record.textBytes) + " bytes" + (record.isRemoved() ? ", removed" : "") +
                     (facts.session.checkText(i) ? "" : ", damaged"));
    }
    console.line("  " + counted(facts.answers, "answer") + "; texts and answers " + std::to_string(facts.sessionBytes >> 10) +
                 " KiB, memory " + std::to_string(facts.blockBytes >> 20) + " MiB");
    console.line("  " + (facts.memory ? memoryLine(facts) : facts.noMemory));
    if (!facts.model.empty())
        console.line("  read with " + facts.model);
    for (const std::string& problem : facts.problems)
        console.line("  " + problem);
    if (!facts.problems.empty())
        console.note("cairn-cli verify " + shellWord(facts.folder) + " checks all of it, and mends what can be with --repair.");
}

int sessionInfo(const std::string& folder, Console& console)
{
    auto session = openSessionAt(folder, Access::ReadOnly, console);
    if (!session)
        return console.fail(session.error());
    const SessionFacts facts = factsOf(**session, folder);
    if (console.json())
        console.object(factsJson(facts));
    else
        printFacts(facts, console);
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
