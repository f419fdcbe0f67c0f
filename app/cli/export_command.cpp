// cairn-cli export: the conversation of a session with its citations, as Markdown, HTML or JSON lines.
#include "app/cli/answer_output.h"
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/session/exported_session.h"

#include <array>

namespace cairn
{
namespace
{

int run(const Arguments& arguments, Console& console)
{
    constexpr std::array<std::string_view, 3> kFormats{"md", "html", "json"};
    const auto format = arguments.choice("format", console.json() ? "json" : "md", kFormats);
    if (!format)
        return console.fail({Stage::Usage, format.error()});
    if (console.json() && *format != "json")
        return console.fail(
            {Stage::Usage, {ErrorCode::InvalidArgument, "--json prints JSON; --format names another form. Leave one of them out."}});
    auto session = openNamedSession(arguments.operands()[0], Access::ReadOnly, console);
    if (!session)
        return console.fail(session.error());
    const ExportFormat form = *format == "md" ? ExportFormat::Markdown : *format == "html" ? ExportFormat::Html : ExportFormat::Json;
    const auto exported = exportSession((*session)->store(), form, documentNames(**session));
    if (!exported)
        return console.fail({Stage::Storage, exported.error()});
    for (const std::string& sentence : exported->leftOut)
        console.note(sentence);
    console.raw(exported->text);
    return kDone;
}

}  // namespace

Command exportCommand()
{
    return {{"export",
             "export SESSION [--format md|html|json]",
             "Prints the session's questions and answers with their citations, and its notes.",
             {{"format", "FORMAT", "md, html or json (default md); json is JSON lines, one object a line"}, kJsonOption},
             1,
             1},
            run};
}

}  // namespace cairn
