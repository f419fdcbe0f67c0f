#include "core/answering/said_in_table.h"

#include "core/answering/said_words.h"
#include "core/wording/table_lookup.h"

namespace cairn
{

std::optional<SaidWords> saidInTable(const Question& question, const AskingContext& context)
{
    if (!question.options.reread.quoteDefinitions)
        return std::nullopt;
    const auto answer = tableAnswer(question.text, context.documents, context.index, allowedFor(question, context));
    if (!answer)
        return std::nullopt;
    SaidWords said{answer->rows, answer->label.empty() ? std::string() : answer->label + ": "};
    for (std::size_t i = 0; i < answer->words.size(); ++i)
        said.answer.append(i > 0 ? ", " : "").append(inQuotationMarks(context.stream.text(answer->words[i])));
    return said;
}

}  // namespace cairn
