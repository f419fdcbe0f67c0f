#include "core/wording/questions/unknown_name.h"

#include "core/wording/words/calendar.h"
#include "core/wording/words/language.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <vector>

namespace cairn
{

namespace
{

constexpr std::size_t kShortest = 3;   // letters of a name

constexpr auto kNoNames = std::to_array<std::string_view>(
    {"english", "mrs", "miss", "professor", "doctor", "sir", "please",
     "yes", "dear", "mister", "figure", "table", "section", "chapter", "page", "part", "appendix", "cairn"});

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

// Capitalised words within a sentence; none where all words of the question are.
std::vector<const Word*> namesIn(std::string_view question, const std::vector<Word>& words)
{
    std::vector<const Word*> names;
    bool hasSmall = false;
    for (const Word& word : words) {
        const bool isCapital = isCapitalAt(question, word.range.begin);
        hasSmall = hasSmall || !isCapital;
        const bool mayBeName = isCapital && word.folded.size() >= kShortest && !opensSentence(question, word) && !isStopWord(word.folded);
        if (mayBeName && !isOneOf(word.folded, kNoNames) && !isMonthName(word.folded) && !isWeekday(word.folded))
            names.push_back(&word);
    }
    return hasSmall ? names : std::vector<const Word*>();
}

bool hasWord(std::string_view text, std::string_view word)
{
    const auto isLetter = [&](std::size_t at) {
        std::size_t next = at;
        return at < text.size() && isWordCharacter(nextCharacter(text, next));
    };
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        if (!(at > 0 && isLetter(at - 1)) && !isLetter(at + word.size()))
            return true;
    }
    return false;
}

// As it is written there. The texts of an index may be cut within a word.
bool standsIn(std::span<const CanonicalText* const> documents, std::string_view word)
{
    return std::any_of(documents.begin(), documents.end(), [&](const CanonicalText* document) { return hasWord(document->text, word); });
}

// "1950" of "the 1950s"; "1,024" and "1.024" are 1024, which is no year.
bool standsAnywhere(const std::string& year, const Bm25& index, std::span<const CanonicalText* const> documents)
{
    const std::string first = year.substr(0, 1), rest = year.substr(1);
    return index.hasBeginning(year) || index.hasBeginning(first + "," + rest) || index.hasBeginning(first + "." + rest) ||
           standsIn(documents, year);
}

}  // namespace

bool namesUnknown(std::string_view question, const Bm25& index, std::span<const CanonicalText* const> documents)
{
    if (index.size() == 0)
        return false;
    const std::vector<Word> words = splitWords(question);
    const auto isUnknownYear = [&](const Word& word) { return isYear(word.folded) && !standsAnywhere(word.folded, index, documents); };
    if (std::any_of(words.begin(), words.end(), isUnknownYear))
        return true;
    if (languageAsked(question) != TextLanguage::English)
        return false;
    const std::vector<const Word*> names = namesIn(question, words);
    const auto isKnown = [&](const Word* name) {
        if (index.has(index.known(stem(name->folded, index.language()))) || index.hasBeginning(rootOf(name->folded)))
            return true;
        const bool isOfDocument = std::any_of(documents.begin(), documents.end(), [&](const CanonicalText* document) {
            return holdsWords(document->title, name->folded) || holdsWords(document->author, name->folded);
        });
        return isOfDocument || standsIn(documents, spelledWithoutGenitive(question, *name));
    };
    return !std::all_of(names.begin(), names.end(), isKnown);
}

std::optional<std::uint32_t> documentNamed(std::string_view question, std::span<const CanonicalText* const> documents)
{
    const std::vector<Word> words = splitWords(question);
    const std::vector<const Word*> names = namesIn(question, words);
    const auto hasText = [](const CanonicalText* document) { return !document->text.empty(); };
    if (names.empty() || languageAsked(question) != TextLanguage::English || std::count_if(documents.begin(), documents.end(), hasText) < 2)
        return std::nullopt;
    std::optional<std::uint32_t> named;
    for (std::uint32_t document = 0; document < documents.size(); ++document) {
        const CanonicalText& text = *documents[document];
        const bool hasAll = std::all_of(names.begin(), names.end(), [&](const Word* name) {
            const std::string_view spelled = spelledWithoutGenitive(question, *name);
            return hasWord(text.text, spelled) || hasWord(text.title, spelled);
        });
        if (!hasAll)
            continue;
        if (named)
            return std::nullopt;
        named = document;
    }
    return named;
}

}  // namespace cairn
