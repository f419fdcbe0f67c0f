// cairn-cli import: answers and notes that `export --format json` wrote, into a session that has the documents they are about.
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/session/exported_session.h"

#include <filesystem>

namespace cairn
{
namespace
{

// What of the person's file can't be used is input; what can't be written is storage.
Stage stageOf(const Error& error) { return error.code == ErrorCode::DiskFull ? Stage::Storage : Stage::Input; }

int run(const Arguments& arguments, Console& console)
{
    auto session = openNamedSession(arguments.operands()[0], Access::ReadWrite, console);
    if (!session)
        return console.fail(session.error());
    const std::string& named = arguments.operands()[1];
    const std::string file = named == "-" ? "/dev/stdin" : named;
    std::error_code code;
    if (!std::filesystem::exists(file, code))
        return console.fail(noFile(file));
    const auto imported = importExportFile((*session)->store(), file);
    if (!imported)
        return console.fail({stageOf(imported.error()), imported.error()});
    if (console.json()) {
        JsonWriter json;
        json.beginObject().member("answers", imported->answers).member("notes", imported->notes).member("known", imported->known);
        console.object(std::move(json.endObject()));
        return kDone;
    }
    console.line("Brought in: " + counted(imported->answers, "answer") + ", " + counted(imported->notes, "note") + "; " +
                 std::to_string(imported->known) + " were there before.");
    return kDone;
}

}  // namespace

Command importCommand()
{
    return {{"import", "import SESSION FILE",
             "Brings in answers and notes that export --format json wrote (-: from standard input), for the same documents.",
             {kJsonOption}, 2, 2},
            run};
}

}  // namespace cairn
