#include "core/wording/unknown_name.h"

#include "core/wording/words.h"

#include <algorithm>
#include <array>
#include <vector>

namespace cairn
{

namespace
{

constexpr std::size_t kShortest = 3;   // letters of a name

constexpr auto kNoNames = std::to_array<std::string_view>(
    {"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december", "monday",
     "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "english", "mrs", "miss", "professor", "doctor", "sir", "please",
     "yes", "dear", "mister", "figure", "table", "section", "chapter", "page", "part", "appendix", "cairn"});

bool isCapitalised(std::string_view text, const Word& word)
{
    std::size_t at = word.range.begin;
    return isUpperCase(nextCharacter(text, at));
}

bool opensSentence(std::string_view text, const Word& word)
{
    const std::size_t before = text.substr(0, word.range.begin).find_last_not_of(" \n\"'(");
    return before == std::string_view::npos || std::string_view(".?!:;").find(text[before]) != std::string_view::npos;
}

// "Brit" of "British", "Austria" of "Austrian"
std::string_view rootOf(std::string_view folded)
{
    constexpr std::size_t kShortestRoot = 4;
    for (const std::string_view ending : {"ians", "ian", "ish", "ese", "ans", "an", "ic", "s"}) {
        if (folded.ends_with(ending) && folded.size() >= ending.size() + kShortestRoot)
            return folded.substr(0, folded.size() - ending.size());
    }
    return folded;
}

}  // namespace

bool namesUnknown(std::string_view question, const Bm25& index, std::span<const CanonicalText* const> documents)
{
    if (languageAsked(question) != TextLanguage::English || index.size() == 0)
        return false;
    const std::vector<Word> words = splitWords(question);
    std::vector<const Word*> names;
    bool hasSmall = false;   // a word that says something and is no name
    for (const Word& word : words) {
        const bool isCapital = isCapitalised(question, word);
        hasSmall = hasSmall || !isCapital;
        const bool mayBeName = isCapital && word.folded.size() >= kShortest && !opensSentence(question, word) && !isStopWord(word.folded);
        if (mayBeName && !isOneOf(word.folded, kNoNames))
            names.push_back(&word);
    }
    const auto isKnown = [&](const Word* name) {
        if (index.has(index.known(stem(name->folded, index.language()))) || index.hasBeginning(rootOf(name->folded)))
            return true;
        return std::any_of(documents.begin(), documents.end(), [&](const CanonicalText* document) {
            return holdsWords(document->title, name->folded) || holdsWords(document->author, name->folded);
        });
    };
    return hasSmall && !std::all_of(names.begin(), names.end(), isKnown);
}

}  // namespace cairn
