// cairn-cli import-session: someone else's session into one of one's own, through the sandboxed worker.
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/common/shell_word.h"
#include "app/session/foreign_session.h"
#include "storage/folders/session_folder.h"

namespace cairn
{
namespace
{

// What of the person's file can't be used is input; what can't be written is storage.
Stage stageOf(const Error& error)
{
    return error.code == ErrorCode::DiskFull || error.code == ErrorCode::Busy || error.code == ErrorCode::Newer ? Stage::Storage
                                                                                                                : Stage::Input;
}

void report(const BroughtInSession& session, Console& console)
{
    if (!console.json()) {
        console.line(session.folder);
        for (const std::string& loss : session.losses)
            console.line(loss);
        console.line("Brought in: " + counted(session.documents, "document") + ", " + counted(session.questions, "question") + ", " +
                     counted(session.answers, "answer") + ", " + counted(session.notes, "note") + ".");
        console.note("To ask, read it first: cairn-cli read " + shellWord(session.folder));
        return;
    }
    JsonWriter json;
    json.beginObject().member("session", session.folder).member("documents", session.documents).member("questions", session.questions);
    json.member("answers", session.answers).member("notes", session.notes).key("losses").beginArray();
    for (const std::string& loss : session.losses)
        json.value(loss);
    console.object(std::move(json.endArray().endObject()));
}

int run(const Arguments& arguments, Console& console)
{
    const std::string folder = arguments.value("output", "");
    if (!folder.empty() && isSessionFolder(folder))
        return console.fail({Stage::Usage,
                             {ErrorCode::InvalidArgument, "There is a session in " + folder + " already. Choose another folder."}});
    const auto session = bringInSession(arguments.operands()[0], folder, {}, console.stopToken());
    if (!session)
        return console.fail({stageOf(session.error()), session.error()});
    report(*session, console);
    return kDone;
}

}  // namespace

Command importSessionCommand()
{
    return {{"import-session", "import-session SESSION|FILE [-o SESSION]",
             "Brings in a session that someone else made, through a process that reaches neither files nor network.",
             {{"output", "FOLDER", "where the new session lies", 'o'}, kJsonOption}, 1, 1},
            run};
}

}  // namespace cairn
