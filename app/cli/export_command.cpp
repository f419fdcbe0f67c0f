// cairn-cli export: the conversation of a session with its citations, as Markdown, HTML or JSON lines.
#include "app/cli/answer_output.h"
#include "app/cli/commands.h"
#include "app/cli/common_options.h"

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
    auto session = OpenSession::open(resolveSession(arguments.operands()[0]), Access::ReadOnly);
    if (!session)
        return console.fail(session.error());
    const auto records = (*session)->store().answers();
    if (!records)
        return console.fail({Stage::Storage, records.error()});
    const DocumentNames names = documentNames(**session);
    const auto title = (*session)->store().title();
    const std::string heading = title ? *title : std::string();
    const ExportFormat form = *format == "md" ? ExportFormat::Markdown : *format == "html" ? ExportFormat::Html : ExportFormat::Json;
    console.raw(exportHead(form, heading));
    for (const AnswerRecord& record : *records) {
        const auto answer = (*session)->store().loadAnswerWithoutTrace(record.id);
        if (!answer) {
            console.note("Answer " + std::to_string(record.id.value) + " is left out: " + answer.error().message);
            continue;
        }
        console.raw(exportAnswer(form, record.id, *answer, answerContextFromJson(record.context), names));
    }
    console.raw(exportTail(form));
    return kDone;
}

}  // namespace

Command exportCommand()
{
    return {{"export", "export SESSION [--format md|html|json]", "Prints the session's questions and answers with their citations.",
             {{"format", "FORMAT", "md, html or json (default md)"}, kJsonOption}, 1, 1},
            run};
}

}  // namespace cairn
