#include "core/answering/said_in_table.h"

#include "core/answering/said_words.h"
#include "core/wording/quoting/table_lookup.h"

namespace cairn
{

std::optional<SaidWords> saidInTable(const Question& question, const AskingContext& context)
{
    if (!question.options.reread.quoteDefinitions)
        return std::nullopt;
    const auto answer = tableAnswer(question.text, context.documents, context.index, allowedFor(question, context));
    if (!answer)
        return std::nullopt;
    SaidWords said;
    const std::string label = answer->label.empty() ? std::string() : answer->label + ": ";
    for (const DocumentPlace& words : answer->words)
        addQuotation(said, words, said.places.empty() ? label : ", ", context);
    if (!answer->number.empty())
        said.answer.append(" (").append(answer->number).append(")");
    return said;
}

}  // namespace cairn
