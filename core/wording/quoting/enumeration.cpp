#include "core/wording/quoting/enumeration.h"

#include "core/wording/questions/whole_question.h"
#include "core/wording/text/lists.h"
#include "core/wording/text/overlap.h"
#include "core/wording/words/word_family.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <string>

namespace cairn
{

namespace
{

constexpr double kIntroduced = 0.8; // of the question's words by rarity
constexpr auto kOrders = std::to_array<std::string_view>({"list", "enumerate", "name"});
constexpr auto kOfAnyList =
    std::to_array<std::string_view>({"used", "mentioned", "described", "listed", "named", "given", "discussed", "there"});
constexpr auto kBehindName =
    std::to_array<std::string_view>({"the", "all", "some", "every", "two", "three", "four", "five", "six", "seven"});

// "sets" of "Which data sets are ..", "kinds" of "What kinds of cairns do ..", "books" of "Which books does she ..": of what more than one
// is asked for.
std::string_view severalAsked(const std::vector<Word>& words)
{
    constexpr auto kVerbs = std::to_array<std::string_view>({"are", "were", "do", "did", "have", "had", "can", "should", "must"});
    constexpr auto kOthers = std::to_array<std::string_view>({"is", "was", "does", "has"});
    constexpr std::size_t kMostBefore = 5; // "Which of the other data sets are"
    if (words.empty() || (words[0].folded != "which" && words[0].folded != "what"))
        return {};
    std::string_view several;
    for (std::size_t i = 1; i + 1 < words.size() && i <= kMostBefore; ++i) {
        const std::string_view noun = words[i].folded;
        if (isOneOf(noun, kVerbs) || isOneOf(noun, kOthers))
            return {};
        const std::string_view next = words[i + 1].folded;
        const bool isOfOne = i == 1 && (next == "does" || next == "has");   // "Which books does she have?"
        const bool isVerb = isOfOne || isOneOf(next, kVerbs);
        if (several.empty() && endsAsPlural(noun) && (next == "of" || isVerb))
            several = noun;
        if (!several.empty() && isVerb)
            return several;
    }
    return {};
}

bool hasWord(std::string_view text, std::string_view folded)
{
    const std::vector<Word> words = splitWords(text);
    return std::any_of(words.begin(), words.end(), [&](const Word& word) { return word.folded == folded; });
}

// "What are the aims" of "What are the aims of the project?": of what the whole text is about
std::string_view withoutWhole(std::string_view question)
{
    constexpr auto kWholes =
        std::to_array<std::string_view>({"project", "survey", "application", "plan", "policy", "programme", "program"});
    const std::vector<Word> words = splitWords(question);
    std::size_t last = words.size();
    if (last < 4 || !(isDocumentWord(words[last - 1].folded) || isOneOf(words[last - 1].folded, kWholes)))
        return question;
    --last;
    if (words[last - 1].folded == "the" || words[last - 1].folded == "this")
        --last;
    const std::string_view rest = question.substr(0, words[last - 1].range.begin);
    return words[last - 1].folded == "of" && !contentStems(rest).empty() ? rest : question;
}

}  // namespace

std::string_view withoutOrder(std::string_view question)
{
    const std::vector<Word> words = splitWords(question);
    if (!words.empty() && isOneOf(words.back().folded, kOfAnyList))
        question = question.substr(0, words.back().range.begin);
    return !words.empty() && isOneOf(words[0].folded, kOrders) ? question.substr(words[0].range.end) : question;
}

bool asksForList(std::string_view question)
{
    const std::vector<Word> words = splitWords(question);
    if (words.size() < 3)
        return false;
    if (words[0].folded == "list" || words[0].folded == "enumerate")
        return true;
    if (words[0].folded == "name")
        return isOneOf(words[1].folded, kBehindName);
    if (!severalAsked(words).empty())
        return true;
    return words[0].folded == "what" && (words[1].folded == "are" || words[1].folded == "were") &&
           (words[2].folded == "the" || words[2].folded == "some" || isOneOf(words[2].folded, kBehindName));
}

std::optional<DocumentPlace> listOf(std::string_view question, const DocumentTexts& texts, const Bm25& index,
                                    const Allowed& allowed)
{
    const std::string_view asked = withoutOrder(withoutWhole(question));
    if (contentStems(asked).empty())
        return std::nullopt;
    const std::vector<Word> questionWords = splitWords(question);
    const std::string_view several = severalAsked(questionWords);
    std::optional<DocumentPlace> best;
    double most = 0;
    for (std::uint32_t document = 0; document < texts.documents(); ++document) {
        const std::string_view text = texts.text(document);
        for (const TextList& list : listsOf(text)) {
            const std::string words(text.substr(list.introduction.begin, list.introduction.size()));
            const std::string common = commonToItems(text, list);
            const double has = questionOverlap(asked, words + common, index);
            if (has < kIntroduced || has <= most)
                continue;
            const bool isOfSeveral = several.empty() || hasWord(words, several) || questionOverlap(several, common, index) > 0;
            if (!isOfSeveral) // "Depending on the kind of cairn, one of these:" lists no kinds
                continue;
            if (allowed({document, list.whole})) {
                best = DocumentPlace{document, list.whole};
                most = has;
            }
        }
    }
    return best;
}

}  // namespace cairn
