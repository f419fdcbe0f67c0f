#include "core/answering/said_words.h"

#include "core/wording/questions/whether.h"
#include "core/wording/text/lists.h"
#include "core/wording/text/sentence.h"

#include <algorithm>

namespace cairn
{

namespace
{

// "Stones should be marked on one side:", a rule before its example
bool opensExample(std::string_view sentence)
{
    return sentence.ends_with(':') && namesRule(sentence) && !announcesList(sentence.substr(0, sentence.size() - 1));
}

}  // namespace

Allowed allowedFor(const Question& question, const AskingContext& context)
{
    return [&](const DocumentPlace& words) { return askedOf(question, words) == words && context.mayRead(question, words); };
}

std::optional<SaidWords> asQuoted(const std::optional<DocumentPlace>& words, const AskingContext& context)
{
    return words ? std::optional(SaidWords{{*words}, inQuotationMarks(context.stream.text(*words))}) : std::nullopt;
}

std::optional<SaidWords> allQuoted(std::span<const DocumentPlace> places, std::string_view between, const AskingContext& context)
{
    SaidWords said;
    for (const DocumentPlace& place : places)
        addQuotation(said, place, said.places.empty() ? std::string_view() : between, context);
    return places.empty() ? std::nullopt : std::optional(std::move(said));
}

void addQuotation(SaidWords& said, const DocumentPlace& place, std::string_view before, const AskingContext& context)
{
    said.answer += before;
    said.answer += inQuotationMarks(context.stream.text(place));
    said.places.push_back(place);
}

bool isQuotable(std::string_view sentence, bool whether)
{
    const auto marks = std::count(sentence.begin(), sentence.end(), '"');
    const bool isSpoken = marks > 0 && (!whether || marks % 2 != 0);
    const bool asks = whether && sentence.find('?') != std::string_view::npos && !takesForGranted(sentence);
    const bool isWhole = endsAsSentence(sentence) || (whether && opensExample(sentence));
    return sentence.size() <= kLongestQuoted && !isSpoken && !asks && isWhole;
}

ByteRange quotedOf(std::string_view text, const ByteRange& sentence)
{
    ByteRange quoted = withoutListMark(text, sentence);
    while (quoted.end > quoted.begin && text[quoted.end - 1] == ':')
        --quoted.end;
    return quoted;
}

}  // namespace cairn
