#include "core/wording/questions/asked_document.h"

#include "core/wording/questions/unknown_name.h"
#include "core/wording/questions/whole_question.h"
#include "core/wording/text/imprint.h"

namespace cairn
{

std::vector<DocumentPlace> partsMeant(std::string_view question, std::span<const CanonicalText* const> documents,
                                      const DocumentTexts& texts, bool followsOthers)
{
    const WholeQuestion whole = wholeQuestion(question, documents, followsOthers);
    auto named = whole == WholeQuestion::None ? std::nullopt : documentTitled(question, documents);
    if (!named)
        named = documentNamed(question, documents);
    std::vector<DocumentPlace> parts;
    if (whole == WholeQuestion::Author || whole == WholeQuestion::Date)
        parts = imprintParts(texts);
    std::erase_if(parts, [&](const DocumentPlace& part) { return named && part.document != *named; });
    if (named && parts.empty())
        parts.push_back({*named, {0, texts.text(*named).size()}});
    return parts;
}

}  // namespace cairn
