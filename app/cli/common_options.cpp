#include "app/cli/common_options.h"

#include "app/cli/console.h"
#include "app/common/shell_word.h"
#include "app/common/standard_input.h"
#include "core/documents/client/open_document.h"
#include "core/formats/utf8.h"
#include "storage/files/network_folder.h"
#include "storage/folders/session_folder.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <optional>

namespace cairn
{
namespace
{

std::optional<StageError> severalOfThatName(const std::string& name)
{
    std::error_code code;
    if (std::filesystem::exists(name, code))
        return std::nullopt;
    const auto found = findSession(defaultSessionsFolder(), name);
    if (found || found.error().code != ErrorCode::InvalidArgument)
        return std::nullopt;
    return StageError{Stage::Usage, {ErrorCode::InvalidArgument, found.error().message + " cairn-cli list shows them."}};
}

std::string inSmallLetters(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    return text;
}

// " Did you mean moby-dick?": sessions in the sessions' place whose folder, title or documents have the name in theirs, or one whose
// folder is nearly called so.
std::string meantSessions(const std::string& name)
{
    constexpr std::size_t kMost = 3;
    const std::string wanted = inSmallLetters(std::filesystem::path(name).stem().string());
    std::vector<std::string> folders, meant;
    for (const SessionSummary& session : name.find('/') == std::string::npos ? listSessions(defaultSessionsFolder())
                                                                              : std::vector<SessionSummary>()) {
        folders.push_back(std::filesystem::path(session.folder).filename().string());
        std::vector<std::string> names = session.documents;
        names.insert(names.end(), {folders.back(), session.title});
        const auto has = [&](const std::string& one) { return inSmallLetters(one).find(wanted) != std::string::npos; };
        if (!wanted.empty() && meant.size() < kMost && std::any_of(names.begin(), names.end(), has))
            meant.push_back(folders.back());
    }
    if (const std::string close = meant.empty() ? closestWord(wanted, folders) : std::string(); !close.empty())
        meant.push_back(close);
    std::string words;
    for (std::size_t i = 0; i < meant.size(); ++i)
        words += (i == 0 ? " Did you mean " : i + 1 == meant.size() ? " or " : ", ") + shellWord(meant[i]);
    return words.empty() ? words : words + '?';
}

StageResult<std::unique_ptr<OpenSession>> named(const std::string& folder, StageResult<std::unique_ptr<OpenSession>> session)
{
    if (auto several = session ? std::nullopt : severalOfThatName(folder))
        return *several;
    if (session || session.error().error.code != ErrorCode::NotFound) {
        const bool isHidden = !session && access((folder + "/session.db").c_str(), R_OK) != 0 && errno == EACCES;
        return isHidden ? StageError{Stage::Storage, {ErrorCode::Io, "This user may not read \"" + folder +
                                                                         "\". Its owner can, or can change its permissions."}}
                        : std::move(session);
    }
    std::error_code code;   // nothing of what a storage may suffer
    const auto said = [](const std::string& sentence) { return StageError{Stage::Input, {ErrorCode::NotFound, sentence}}; };
    if (std::filesystem::is_regular_file(folder, code))
        return said("\"" + folder + "\" is a file, no session. cairn-cli read " + shellWord(folder) + " makes one of a document.");
    if (std::filesystem::is_directory(folder, code))
        return said("There is no session \"" + folder + "\": the folder has no session.db. cairn-cli list " + shellWord(folder) +
                    " shows those beneath it.");
    return said("There is no session \"" + folder + "\"." + meantSessions(folder) + " cairn-cli list shows the sessions.");
}

}  // namespace

std::vector<OptionSpec> modelOptions()
{
    return {{"model", "PATH", "GGUF file or Hugging Face folder (default: the session's, else CAIRN_MODEL, else the embedded model)"},
            {"adapter", "FILE", "landmark adapter; 'none': without"},
            {"answer-adapter", "FILE", "answer adapter; 'none': without"},
            {"ranking-adapter", "FILE", "ranking adapter, which orders passages; 'none': without"},
            {"question-adapter", "FILE", "question adapter, which finds passages; 'none': without"},
            {"device", "DEVICE", "auto, cpu or cuda (default auto)"},
            {"threads", "N", "threads of the engine (default: physical cores)"}};
}

bool runsEngine(const CommandSpec& command)
{
    return std::any_of(command.options.begin(), command.options.end(), [](const OptionSpec& option) { return option.name == "threads"; });
}

std::vector<OptionSpec> engineOptions()
{
    return joined(modelOptions(), {
            {"kv", "TYPE", "numbers of keys and values on disk: int8 or f16 (default int8, or as the session was read)"},
            {"memory-budget", "MB", "memory for blocks in RAM (default: half of what is free, at most 4096)"}});
}

Result<EngineWishes> engineWishes(const Arguments& arguments)
{
    constexpr std::array<std::string_view, 3> kDevices{"auto", "cpu", "cuda"};
    constexpr std::array<std::string_view, 2> kTypes{"int8", "f16"};
    const auto device = arguments.choice("device", "auto", kDevices);
    if (!device)
        return device.error();
    const auto type = arguments.choice("kv", "int8", kTypes);
    if (!type)
        return type.error();
    const auto budget = arguments.number("memory-budget", 0, 16, 1'000'000);
    if (!budget)
        return budget.error();
    const auto threads = arguments.number("threads", 0, 1, 256);
    if (!threads)
        return threads.error();
    EngineWishes wishes;
    wishes.model = {arguments.value("model"), arguments.value("adapter"), arguments.value("answer-adapter"),
                    arguments.value("ranking-adapter"), arguments.value("question-adapter")};
    wishes.device = *device == "cpu" ? DeviceChoice::Cpu : *device == "cuda" ? DeviceChoice::Cuda : DeviceChoice::Auto;
    if (arguments.has("kv"))
        wishes.kvType = *type == "f16" ? KvType::F16 : KvType::Int8;
    wishes.memoryBudgetBytes = *budget << 20;
    wishes.threads = static_cast<int>(*threads);
    return wishes;
}

std::vector<OptionSpec> joined(std::vector<OptionSpec> first, const std::vector<OptionSpec>& second)
{
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

std::string resolveSession(const std::string& name)
{
    std::error_code code;
    const std::filesystem::path path(name);
    if (path.filename() == "session.db" && std::filesystem::is_regular_file(path, code))
        return path.has_parent_path() ? path.parent_path().string() : ".";
    if (std::filesystem::exists(name, code))
        return name;
    const auto found = findSession(defaultSessionsFolder(), name);
    return found ? *found : name;
}

Result<void> checkWords(const std::string& words, const std::string& what)
{
    if (!isValidUtf8(words))
        return Error{ErrorCode::InvalidArgument,
                     what + " is not valid UTF-8. Check the encoding of the terminal, or of the script it stands in."};
    if (words.find_first_not_of(" \t\n\r") == std::string::npos)
        return Error{ErrorCode::InvalidArgument, what + " is empty. Write at least one word."};
    return {};
}

StageError noSessionOrFile(const std::string& name)
{
    if (auto several = severalOfThatName(name))
        return *several;
    if (const std::string address = webAddressIn(name); !address.empty())
        return {Stage::Input, {ErrorCode::InvalidArgument, webAddressSentence(address)}};
    return {Stage::Input, {ErrorCode::NotFound, "There is no session or file \"" + name + "\"." + meantSessions(name) +
                                                     " cairn-cli list shows the sessions."}};
}

StageError noFile(const std::string& name)
{
    return {Stage::Input, {ErrorCode::NotFound, "There is no file \"" + name + "\". Check the name."}};
}

StageError noFolder(const std::string& name)
{
    return {Stage::Input, {ErrorCode::NotFound, "There is no folder \"" + name + "\". Check the name."}};
}

void tellMended(OpenSession& session, Console& console)
{
    for (const auto& [document, hasMaps] : session.takeMendedTexts()) {
        const std::string title = "\"" + session.records()[document].title + "\"";
        console.note(hasMaps ? "The text of " + title + " was damaged; it was taken anew from the memory."
                             : "Pages and headings of " + title + " are damaged; it is used without them. cairn-cli verify " +
                                   shellWord(session.store().folder()) + " --repair takes them anew from its file.");
    }
}

StageError bytesOnTerminal()
{
    return {Stage::Usage,
            {ErrorCode::InvalidArgument, "This is no text for a terminal. Send it into a file (> FILE) or to a program (|)."}};
}

StageResult<std::string> fileNamed(const std::string& name)
{
    if (name != "-")
        return name;
    const Console::EndsAtOnce now;   // nobody may ever write into it
    const auto kept = keepStandardInput();
    if (!kept)
        return StageError{kept.error().code == ErrorCode::DiskFull ? Stage::Storage : Stage::Input, kept.error()};
    return *kept;
}

void tellDevice(const OpenSession& session, Console& console)
{
    const EngineInfo& info = session.engine().info();
    console.note(info.modelName + " on " + info.device + (info.deviceReason.empty() ? "" : " (" + info.deviceReason + ")"));
}

void tellDrive(const OpenSession& session, Console& console)
{
    if (const std::string words = session.store().canWrite() ? networkWarning(session.store().folder()) : std::string(); !words.empty())
        console.note(words);
}

StageResult<std::unique_ptr<OpenSession>> openSessionAt(const std::string& folder, Access access, Console& console)
{
    console.setSession(folder);
    auto session = named(folder, OpenSession::open(folder, access));
    if (session)
        tellDrive(**session, console);
    return session;
}

StageResult<std::unique_ptr<OpenSession>> openSessionToAsk(const std::string& folder, Console& console)
{
    console.setSession(folder);
    auto session = named(folder, OpenSession::openToAsk(folder));
    if (session)
        tellDrive(**session, console);
    return session;
}

StageResult<std::unique_ptr<OpenSession>> openNamedSession(const std::string& name, Access access, Console& console)
{
    return openSessionAt(resolveSession(name), access, console);
}

StageResult<std::unique_ptr<OpenSession>> openWithEngine(const Arguments& arguments, Console& console)
{
    const auto wishes = engineWishes(arguments);
    if (!wishes)
        return StageError{Stage::Usage, wishes.error()};
    auto session = openSessionToAsk(resolveSession(arguments.operands()[0]), console);
    if (!session)
        return session.error();
    const auto tell = [&console](const std::string& what) { console.note(what); };
    const Console::EndsAtOnce now;
    if (auto attached = (*session)->attachEngine(*wishes, false, tell); !attached)
        return attached.error();
    tellMended(**session, console);
    tellDevice(**session, console);
    return session;
}

}  // namespace cairn
