// cairn-cli list: the sessions in the sessions' place (or in another folder).
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "core/types/paths.h"
#include "storage/folders/session_folder.h"

#include <unistd.h>

#include <cerrno>
#include <filesystem>

namespace cairn
{
namespace
{

// What was read is known, but blocks.db is gone.
bool isMemoryDiscarded(const SessionSummary& session)
{
    return session.storedBlocks > 0 && session.blocksBytes == 0;
}

std::string readingWords(const SessionSummary& session)
{
    if (isMemoryDiscarded(session))
        return "memory discarded: read it again to ask";
    if (session.totalBlocks == 0)
        return session.blocksBytes > 0 ? "read" : "not read";   // of a text shorter than a block all is, or nothing
    return "read " + std::to_string(session.storedBlocks) + " of " + counted(session.totalBlocks, "block");
}

void printSession(const SessionSummary& session, Console& console)
{
    const bool discarded = isMemoryDiscarded(session);
    if (!console.json()) {
        const std::string read = readingWords(session);
        const std::string state = read + ", " + counted(session.questions, "question") + ", " +
                                  std::to_string((session.sessionBytes + session.blocksBytes) / 1'000'000) + " MB";
        console.line(session.folder + "\n  " + (session.problem.empty() ? session.title + "; " + state : session.problem));
        return;
    }
    JsonWriter json;
    json.beginObject().member("session", session.folder).member("title", session.title).key("documents").beginArray();
    for (const std::string& document : session.documents)
        json.value(document);
    json.endArray().member("questions", session.questions).member("stored_blocks", discarded ? 0 : session.storedBlocks);
    json.member("total_blocks", session.totalBlocks)
        .member("memory_discarded", discarded)
        .member("session_bytes", session.sessionBytes)
        .member("blocks_bytes", session.blocksBytes);
    json.member("changed_at", session.changedAt).member("problem", session.problem).endObject();
    console.object(std::move(json));
}

// Folders that are closed to this user: there may be sessions in them.
void tellHidden(const std::string& root, Console& console)
{
    for (const auto& entry : entriesOf(root)) {
        const std::string file = (entry / "session.db").string();
        if (access(file.c_str(), F_OK) != 0 && errno == EACCES)
            console.note(entry.string() + ": not looked into: this user may not read the folder.");
    }
}

int run(const Arguments& arguments, Console& console)
{
    const std::string root = arguments.operands().empty() ? defaultSessionsFolder() : arguments.operands()[0];
    std::error_code code;
    if (!arguments.operands().empty() && !std::filesystem::is_directory(root, code))
        return console.fail(noFolder(root));
    auto sessions = listSessions(root);
    if (sessions.empty() && isSessionFolder(root))
        sessions.push_back(summarizeSession(root));
    for (const SessionSummary& session : sessions)
        printSession(session, console);
    tellHidden(root, console);
    if (sessions.empty())
        console.note("No sessions in " + root + ". Read a document: cairn-cli read FILE");
    return kDone;
}

}  // namespace

Command listCommand()
{
    return {{"list", "list [FOLDER]", "Lists sessions with their size, reading state and questions.", {kJsonOption}, 0, 1}, run};
}

}  // namespace cairn
