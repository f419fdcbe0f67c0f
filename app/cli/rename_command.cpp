// cairn-cli rename: another title for a session or one of its documents; text, memory and answers stay.
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/conversation/answer_export.h"

namespace cairn
{
namespace
{

int run(const Arguments& arguments, Console& console)
{
    const std::string title = oneLine(arguments.operands()[1]);
    if (const auto good = checkWords(title, "The title"); !good)
        return console.fail({Stage::Usage, good.error()});
    auto session = openNamedSession(arguments.operands()[0], Access::ReadWrite, console);
    if (!session)
        return console.fail(session.error());
    const auto& records = (*session)->records();
    if (arguments.has("document") && records.empty())
        return console.fail({Stage::Input, {ErrorCode::NotFound, "This session holds no document."}});
    const auto index = arguments.number("document", 0, 0, records.empty() ? 0 : records.size() - 1);
    if (!index)
        return console.fail({Stage::Usage, index.error()});
    SessionStore& store = (*session)->store();
    const auto done = arguments.has("document") ? store.renameDocument(records[*index].id, title) : store.setTitle(title);
    if (!done)
        return console.fail({Stage::Storage, done.error()});
    if (!console.json())
        console.line("Renamed.");
    JsonWriter json;
    json.beginObject().member("session", store.folder()).member("title", title);
    if (arguments.has("document"))
        json.member("document", *index);
    json.endObject();
    if (console.json())
        console.object(std::move(json));
    return kDone;
}

}  // namespace

Command renameCommand()
{
    return {{"rename", "rename SESSION TITLE [--document N]", "Gives a session, or one of its documents, another title.",
             {{"document", "N", "the session's document N, counted from 0, instead of the session"}, kJsonOption}, 2, 2},
            run};
}

}  // namespace cairn
