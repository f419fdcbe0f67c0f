#include "core/wording/quoting/comparison.h"

#include "core/wording/quoting/definition.h"
#include "core/wording/quoting/quoting.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <set>
#include <span>

namespace cairn
{

namespace
{

using Words = std::span<const Word>;

constexpr auto kWhere = std::to_array<std::string_view>({"in", "with", "under", "for"});

std::vector<std::string> termOf(Words words)
{
    constexpr std::size_t kMostWords = 6;
    if (!words.empty() && isArticle(words.front().folded))
        words = words.subspan(1);
    std::vector<std::string> term;
    for (const Word& word : words)
        term.push_back(word.folded);
    const bool says = std::any_of(term.begin(), term.end(), [](const std::string& word) { return !isStopWord(word); });
    return says && term.size() <= kMostWords ? term : std::vector<std::string>();
}

// Where in `words` one of these stands first
std::size_t find(Words words, std::initializer_list<std::string_view> wanted)
{
    return static_cast<std::size_t>(std::find_first_of(words.begin(), words.end(), wanted.begin(), wanted.end(),
                                                       [](const Word& word, std::string_view one) { return word.folded == one; }) -
                                    words.begin());
}

// "In open moors, nobody counts.": the first sentence that opens with the term as where something holds
std::optional<DocumentPlace> openingWith(const std::vector<std::string>& term, const DocumentTexts& texts,
                                         const Allowed& allowed)
{
    for (std::uint32_t document = 0; document < texts.documents(); ++document) {
        const std::string_view text = texts.text(document);
        for (const ByteRange& whole : splitSentences(text)) {
            const ByteRange range = withoutListMark(text, whole);
            const std::string_view sentence = text.substr(range.begin, range.size());
            if (!mayBeQuoted(sentence) || !endsAsSentence(sentence))
                continue;
            const std::vector<Word> words = splitWords(sentence);
            const std::size_t first = words.size() > 1 && isArticle(words[1].folded) ? 2 : 1, behind = first + term.size();
            if (words.size() <= behind || !isOneOf(words[0].folded, kWhere) || sentence[words[behind - 1].range.end] != ',')
                continue;
            if (beginsWith(Words(words).subspan(first), term) && allowed({document, range}))
                return DocumentPlace{document, range};
        }
    }
    return std::nullopt;
}

bool mayCompare(std::string_view sentence)
{
    return mayBeQuoted(sentence) && endsAsSentence(sentence) && !sentence.ends_with('?');
}

// How well a sentence tells of a term: 2 where it opens with it ("Under wet moors lies ..", "A cairn has .."), 1 where it says what the
// term says of something ("A moor in the west is wet"), 0: not.
int tellsOf(std::string_view sentence, const std::vector<std::string>& term)
{
    constexpr auto kIs = std::to_array<std::string_view>({"is", "are", "was", "were"});
    constexpr auto kHas = std::to_array<std::string_view>({"has", "have", "can", "may", "must", "means"});
    const std::vector<Word> all = splitWords(sentence);
    Words words(all);
    const bool isWhere = !words.empty() && isOneOf(words[0].folded, kWhere);
    if (isWhere)
        words = words.subspan(1);
    if (!words.empty() && isArticle(words[0].folded))
        words = words.subspan(1);
    if (words.size() > term.size() && beginsWith(words, term)) {
        const std::string_view next = words[term.size()].folded;
        return isWhere || isOneOf(next, kIs) || isOneOf(next, kHas) ? 2 : 0;
    }
    if (term.size() < 2)
        return 0;
    const std::vector<std::string> stems = contentStems(sentence);
    const auto isSaid = [&](const std::string& word) {
        return isStopWord(word) || std::find(stems.begin(), stems.end(), stem(word)) != stems.end();
    };
    if (!std::all_of(term.begin(), term.end(), isSaid))
        return 0;
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
        if (isOneOf(all[i].folded, kIs) && stem(all[i + 1].folded) == stem(term.front()))
            return 1;
    }
    return 0;
}

// The sentence that tells most of the term, the first among equals
std::optional<DocumentPlace> bestOf(const std::vector<std::string>& term, const DocumentTexts& texts,
                                    const Allowed& allowed)
{
    std::optional<DocumentPlace> best;
    int most = 0;
    for (std::uint32_t document = 0; document < texts.documents(); ++document) {
        const std::string_view text = texts.text(document);
        for (const ByteRange& whole : splitSentences(text)) {
            const DocumentPlace place{document, withoutListMark(text, whole)};
            const std::string_view sentence = texts.text(place);
            if (!mayCompare(sentence))
                continue;
            const int told = tellsOf(sentence, term);
            if (told > most && allowed(place)) {
                best = place;
                most = told;
            }
        }
    }
    return best;
}

bool setsApart(std::string_view sentence, const std::set<std::string>& both)
{
    constexpr auto kContrast = std::to_array<std::string_view>(
        {"than", "while", "whereas", "but", "unlike", "differs", "differ", "difference", "different", "instead", "rather", "however",
         "contrast", "though", "although"});
    const std::vector<Word> words = splitWords(sentence);
    if (std::none_of(words.begin(), words.end(), [&](const Word& word) { return isOneOf(word.folded, kContrast); }))
        return false;
    std::set<std::string> said;
    for (const Word& word : words)
        said.insert(stem(word.folded));
    return std::includes(said.begin(), said.end(), both.begin(), both.end());
}

// The shortest sentence that sets the two apart, one that may be quoted before others
std::optional<DocumentPlace> sentenceApart(const std::pair<std::vector<std::string>, std::vector<std::string>>& terms,
                                           const DocumentTexts& texts)
{
    std::set<std::string> both;
    for (const auto* term : {&terms.first, &terms.second}) {
        for (const std::string& word : *term) {
            if (!isStopWord(word))
                both.insert(stem(word));
        }
    }
    std::optional<DocumentPlace> found;
    for (std::uint32_t document = 0; document < texts.documents(); ++document) {
        for (const ByteRange& range : splitSentences(texts.text(document))) {
            const DocumentPlace place{document, withoutListMark(texts.text(document), range)};
            const std::string_view sentence = texts.text(place);
            if (!setsApart(sentence, both))
                continue;
            const bool isFit = mayCompare(sentence), isBetter = found && isFit != mayCompare(texts.text(*found));
            if (!found || (isBetter ? isFit : place.range.size() < found->range.size()))
                found = place;
        }
    }
    return found;
}

}  // namespace

std::optional<std::pair<std::vector<std::string>, std::vector<std::string>>> comparedTerms(std::string_view question)
{
    const std::vector<Word> all = splitWords(question);
    const Words words(all);
    const std::size_t between = find(words, {"between"}), differ = find(words, {"differ"});
    Words first, second;
    if (between < words.size() && find(words.first(between), {"difference", "differences"}) < between) {
        const Words rest = words.subspan(between + 1);
        const std::size_t joint = find(rest, {"and"});
        first = rest.first(joint);
        second = rest.subspan(std::min(joint + 1, rest.size()));
    } else if (differ < words.size() && words[0].folded == "how" && words.size() > 3) {
        const Words before = words.subspan(2, std::max<std::size_t>(differ, 2) - 2), behind = words.subspan(differ + 1);
        const std::size_t joint = find(before, {"and"});
        const bool isFrom = !behind.empty() && behind[0].folded == "from";
        first = before.first(joint);
        second = isFrom ? behind.subspan(1) : before.subspan(std::min(joint + 1, before.size()));
    } else if (words.size() > 3 && words[0].folded == "compare") {
        const Words rest = words.subspan(1);
        const std::size_t joint = find(rest, {"and", "with", "to"});
        first = rest.first(joint);
        second = rest.subspan(std::min(joint + 1, rest.size()));
    }
    auto one = termOf(first), other = termOf(second);
    if (one.empty() || other.empty())
        return std::nullopt;
    return std::pair(std::move(one), std::move(other));
}

std::vector<DocumentPlace> definitionsOfBoth(std::string_view question, const DocumentTexts& texts,
                                             const Allowed& allowed)
{
    const auto terms = comparedTerms(question);
    if (!terms)
        return {};
    std::vector<std::string> kind = terms->first;
    if (kind.size() == 1 && terms->second.size() == 2)   // "wet and dry moors"
        kind.push_back(terms->second.back());
    const auto inFirst = openingWith(kind, texts, allowed), inSecond = openingWith(terms->second, texts, allowed);
    if (inFirst && inSecond && *inFirst != *inSecond)
        return {*inFirst, *inSecond};
    const auto apart = sentenceApart(*terms, texts);
    const auto first = definitionOf(terms->first, texts, allowed), second = definitionOf(terms->second, texts, allowed);
    if (first && second)
        return *first == *second || apart ? std::vector<DocumentPlace>() : std::vector{*first, *second};
    if (apart)
        return mayCompare(texts.text(*apart)) && allowed(*apart) ? std::vector{*apart} : std::vector<DocumentPlace>();
    const auto ofFirst = bestOf(kind, texts, allowed), ofSecond = bestOf(terms->second, texts, allowed);
    return ofFirst && ofSecond && *ofFirst != *ofSecond ? std::vector{*ofFirst, *ofSecond} : std::vector<DocumentPlace>();
}

}  // namespace cairn
