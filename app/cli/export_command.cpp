// cairn-cli export: the conversation of a session with its citations, as Markdown, HTML or JSON lines.
#include "app/cli/answer_output.h"
#include "app/cli/commands.h"
#include "app/cli/common_options.h"

#include <array>

namespace cairn
{
namespace
{

std::string escaped(std::string_view text)
{
    std::string html;
    for (const char character : text) {
        switch (character) {
        case '&': html += "&amp;"; break;
        case '<': html += "&lt;"; break;
        case '>': html += "&gt;"; break;
        case '"': html += "&quot;"; break;
        default: html += character;
        }
    }
    return html;
}

std::string place(const Citation& citation, const DocumentNames& names)
{
    std::string text = citation.document < names.size() ? names[citation.document] : "";
    if (!citation.page.empty())
        text += ", p. " + citation.page;
    if (!citation.section.empty())
        text += ", " + citation.section;
    return text;
}

std::string markdown(const Answer& answer, const AnswerContext& context, const DocumentNames& names)
{
    std::string text = "## " + oneLine(answer.question) + "\n\n" + answer.text + "\n\n";
    for (std::size_t i = 0; i < answer.citations.size(); ++i) {
        const Citation& citation = answer.citations[i];
        text += std::to_string(i + 1) + ". " + place(citation, names) + " (bytes " + std::to_string(citation.range.begin) + "-" +
                std::to_string(citation.range.end) + ")\n\n   > " + oneLine(citation.text) + "\n\n";
    }
    return text + "Consulted " + std::to_string(answer.coverage.consulted) + " of " + std::to_string(answer.coverage.total) + " blocks; " +
           context.modelName + ", " + context.modelKind + ".\n\n";
}

std::string html(const Answer& answer, const AnswerContext& context, const DocumentNames& names)
{
    std::string text = "<h2>" + escaped(answer.question) + "</h2>\n<p>" + escaped(answer.text) + "</p>\n<ol>\n";
    for (const Citation& citation : answer.citations)
        text += "<li>" + escaped(place(citation, names)) + "<blockquote>" + escaped(citation.text) + "</blockquote></li>\n";
    return text + "</ol>\n<p><small>Consulted " + std::to_string(answer.coverage.consulted) + " of " + std::to_string(answer.coverage.total) +
           " blocks; " + escaped(context.modelName) + ", " + escaped(context.modelKind) + ".</small></p>\n";
}

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
    if (*format == "md")
        console.raw("# " + oneLine(heading) + "\n\n");
    if (*format == "html")
        console.raw("<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>" + escaped(heading) + "</title></head><body>\n<h1>" +
                    escaped(heading) + "</h1>\n");
    for (const AnswerRecord& record : *records) {
        const auto answer = (*session)->store().loadAnswerWithoutTrace(record.id);
        if (!answer) {
            console.note("Answer " + std::to_string(record.id.value) + " is left out: " + answer.error().message);
            continue;
        }
        const AnswerContext context = answerContextFromJson(record.context);
        if (*format == "json")
            console.line(answerJson(record.id, *answer, context, names));
        else
            console.raw(*format == "md" ? markdown(*answer, context, names) : html(*answer, context, names));
    }
    if (*format == "html")
        console.raw("</body></html>\n");
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
