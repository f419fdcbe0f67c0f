#include "core/wording/quoting/stated.h"

#include "core/types/ascii.h"
#include "core/wording/questions/asked_kind.h"
#include "core/wording/questions/whether.h"
#include "core/wording/quoting/defined_term.h"
#include "core/wording/quoting/quoting.h"
#include "core/wording/text/lists.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/negation.h"
#include "core/wording/words/number_words.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace cairn
{

namespace
{

constexpr auto kMay = std::to_array<std::string_view>({"may", "must", "should", "shall", "can", "could"});

std::vector<std::string> stemsWithoutArticles(std::string_view text)
{
    std::vector<std::string> stems;
    for (const Word& word : splitWords(text)) {
        if (!isArticle(word.folded))
            stems.push_back(stem(word.folded));
    }
    return stems;
}

// "is better than rain" of "What is better than rain?". Empty: it asks otherwise, or says too little to be found by.
std::vector<std::string> predicateOf(std::string_view question)
{
    constexpr auto kNoVerb = std::to_array<std::string_view>({"do", "does", "did", "are", "were", "happens", "happened"});
    constexpr std::size_t kFewestWords = 3, kFewestTelling = 2;
    const std::vector<Word> words = splitWords(question);
    if (words.size() < 2 || (words[0].folded != "what" && words[0].folded != "who") || isOneOf(words[1].folded, kNoVerb))
        return {};
    const std::string_view rest = question.substr(words[1].range.begin);
    std::vector<std::string> predicate = stemsWithoutArticles(rest);
    return predicate.size() < kFewestWords || contentStems(rest).size() < kFewestTelling ? std::vector<std::string>() : predicate;
}

using Stems = std::vector<std::string>;

// Itself, and where it ends in two things joined by "and" or "or" these the other way round, wherever the first of them may begin: "is its
// build system and package manager" of "is its package manager and build system".
std::vector<Stems> orders(const Stems& predicate)
{
    std::vector<Stems> all{predicate};
    const auto joins = [](const std::string& word) { return word == "and" || word == "or"; };
    const auto joint = std::find_if(predicate.begin(), predicate.end(), joins);
    if (joint == predicate.end() || std::count_if(predicate.begin(), predicate.end(), joins) > 1 || joint + 1 == predicate.end())
        return all;
    for (auto first = predicate.begin() + 1; first < joint; ++first) {
        Stems other(predicate.begin(), first);
        other.insert(other.end(), joint + 1, predicate.end());
        other.push_back(*joint);
        other.insert(other.end(), first, joint);
        all.push_back(std::move(other));
    }
    return all;
}

// A sentence of these stems, without articles, has the predicate in its order, behind something that says what or who.
bool hasPredicate(const Stems& said, const Stems& predicate)
{
    constexpr auto kNobody =
        std::to_array<std::string_view>({"that", "which", "who", "what", "it", "he", "she", "they", "we", "i", "you", "this", "these",
                                         "those", "if", "whether", "not", "and", "or", "but", "to", "there", "nothing", "nobody"});
    constexpr auto kSaysNothing = std::to_array<std::string_view>({"also", "then", "still", "thus", "however", "follow", "next", "now"});
    const auto found = std::search(said.begin(), said.end(), predicate.begin(), predicate.end());
    return found != said.end() && found != said.begin() && !isOneOf(*(found - 1), kNobody) &&
           std::any_of(said.begin(), found, [&](const std::string& word) { return !isStopWord(word) && !isOneOf(word, kSaysNothing); });
}

// "When must it be paid?"
bool asksForDeadline(const std::vector<Word>& words)
{
    return words.size() > 3 && words[0].folded == "when" && isOneOf(words[1].folded, kMay);
}

// "within ten days", "on the first day of the month"; not "in any year"
bool namesTime(const std::vector<Word>& words)
{
    constexpr auto kUnits = std::to_array<std::string_view>({"second", "minute", "hour", "day", "week", "month", "year", "date", "noon"});
    constexpr auto kUntil = std::to_array<std::string_view>({"within", "by", "before", "on", "until", "later", "after", "every", "each"});
    constexpr std::size_t kFarthest = 5;   // words before the unit
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string unit = stem(words[i].folded);
        if (std::none_of(kUnits.begin(), kUnits.end(), [&](std::string_view known) { return stem(known) == unit; }))
            continue;
        const auto end = words.begin() + static_cast<std::ptrdiff_t>(i), begin = end - static_cast<std::ptrdiff_t>(std::min(i, kFarthest));
        if (std::any_of(begin, end, [&](const Word& word) { return isOneOf(word.folded, kUntil); }))
            return true;
    }
    return false;
}

// Stems of "I start patent litigation" of "What happens if I start patent litigation?", "What must I do if ..?", without verbs that say
// little. Empty: it asks otherwise, or with one such word alone.
std::vector<std::string> conditionAsked(std::string_view question)
{
    constexpr auto kIf = std::to_array<std::string_view>({"if", "when", "where", "unless"});
    constexpr auto kLight = std::to_array<std::string_view>({"start", "begin", "make", "have", "do", "get", "want", "try", "happen",
                                                             "cannot", "cant", "not", "because", "must", "should", "may", "shall"});
    constexpr std::size_t kFewest = 2;
    const std::vector<Word> words = splitWords(question);
    const auto where = std::find_if(words.begin(), words.end(), [&](const Word& word) { return isOneOf(word.folded, kIf); });
    const bool isAsked = !words.empty() && words[0].folded == "what" && where != words.begin() && where != words.end();
    if (!isAsked || contentStems(question.substr(words[1].range.begin, where->range.begin - words[1].range.begin)).size() > 1)
        return {};   // "What is the penalty if ..": of something that has a name
    std::set<std::string> stems;
    for (auto word = where + 1; word != words.end(); ++word)
        if (!isStopWord(word->folded) && !isOneOf(word->folded, kLight))
            stems.insert(stem(word->folded));
    return stems.size() < kFewest ? std::vector<std::string>() : std::vector<std::string>(stems.begin(), stems.end());
}

// Where the clause "if .." of a sentence ends: at its first comma outside brackets.
std::size_t clauseEnd(std::string_view sentence, std::size_t at)
{
    std::size_t depth = 0;
    for (; at < sentence.size(); ++at) {
        depth += sentence[at] == '(' ? 1 : 0;
        depth -= sentence[at] == ')' && depth > 0 ? 1 : 0;
        if (depth == 0 && sentence[at] == ',' && sentence.substr(at).starts_with(", "))
            return at;
    }
    return sentence.size();
}

bool hasNegation(std::string_view text)
{
    const std::vector<Word> words = splitWords(text);
    return std::any_of(words.begin(), words.end(), [](const Word& word) { return isNegation(word.folded); });
}

// How much of these words a clause "if .." of the sentence has, two thirds and two at least, where it says what follows; 0: else, and where
// only the clause denies them. `denied`: the question does.
double conditionIn(std::string_view sentence, const std::vector<std::string>& asked, bool denied)
{
    constexpr auto kIf = std::to_array<std::string_view>({"if", "when", "where", "unless", "should", "case"});
    constexpr std::size_t kFewest = 2, kLongest = 500, kShortestRest = 15;   // words; bytes
    if (sentence.size() > kLongest || sentence.find('"') != std::string_view::npos)
        return 0;
    double most = 0;
    for (const Word& word : splitWords(sentence)) {
        if (!isOneOf(word.folded, kIf))
            continue;
        const std::size_t end = clauseEnd(sentence, word.range.end);
        const std::vector<std::string> said = contentStems(sentence.substr(word.range.end, end - word.range.end));
        const auto has = static_cast<std::size_t>(std::count_if(asked.begin(), asked.end(), [&](const std::string& one) {
            return std::find(said.begin(), said.end(), one) != said.end();
        }));
        const bool isDenied = !denied && hasNegation(sentence.substr(word.range.end, end - word.range.end));
        const bool isEnough = has >= kFewest && 3 * has >= 2 * asked.size() && !isDenied;
        if (isEnough && sentence.size() - (end - word.range.begin) >= kShortestRest)
            most = std::max(most, static_cast<double>(has) / static_cast<double>(asked.size()));
    }
    return most;
}

// "liability" of "What is the limit of liability?", "guests stay" of "What is the longest that guests may stay?". Empty: another question.
std::set<std::string> mostAskedOf(const std::vector<Word>& words)
{
    constexpr auto kMost = std::to_array<std::string_view>({"limit", "maximum", "cap", "most", "highest", "longest", "largest"});
    std::set<std::string> stems;
    if (words.size() < 4 || words[0].folded != "what" || words[1].folded != "is")
        return stems;
    const auto most = std::find_if(words.begin() + 2, words.begin() + 4, [&](const Word& word) { return isOneOf(word.folded, kMost); });
    for (auto word = most; most != words.begin() + 4 && word != words.end(); ++word)
        if (word != most && !isStopWord(word->folded) && !isOneOf(word->folded, kMay))
            stems.insert(stem(word->folded));
    return stems;
}

// "shall not exceed 15 days", "up to nine"
bool setsMost(const std::vector<Word>& words)
{
    using Pair = std::pair<std::string_view, std::string_view>;
    constexpr auto kBounds = std::to_array<Pair>({{"not", "exceed"}, {"not", "exceeding"}, {"at", "most"}, {"more", "than"},
                                                  {"longer", "than"}, {"up", "to"}, {"limited", "to"}, {"maximum", "of"}});
    constexpr std::size_t kFarthest = 5;   // words behind it
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
        const Pair both(words[i - 1].folded, words[i].folded);
        if (std::find(kBounds.begin(), kBounds.end(), both) == kBounds.end())
            continue;
        const auto begin = words.begin() + static_cast<std::ptrdiff_t>(i) + 1;
        const auto end = words.begin() + static_cast<std::ptrdiff_t>(std::min(words.size(), i + 1 + kFarthest));
        if (std::any_of(begin, end, [](const Word& word) { return isNumber(word.folded); }))
            return true;
    }
    return false;
}

// "3. If ..", "5.2 No animal ..": the number of a clause counts nothing.
bool isClauseNumber(std::string_view sentence, const Word& first)
{
    const std::string_view behind = sentence.substr(first.range.end);
    const bool isMarked = behind.starts_with(". ") || behind.starts_with(") ") || first.folded.find('.') != std::string::npos;
    return first.range.begin <= 1 && isAsciiDigit(first.folded[0]) && isMarked;
}

enum class Limit { Number, Time, Most };

// How much of what a sentence says is the question's, where it has all of that and says how many are allowed, or until when it must be; 0:
// else.
double limitIn(std::string_view sentence, const std::set<std::string>& asked, Limit kind)
{
    std::vector<Word> words = splitWords(sentence);
    if (!words.empty() && isClauseNumber(sentence, words.front()))
        words.erase(words.begin());
    const bool hasNumber = std::any_of(words.begin(), words.end(), [](const Word& word) { return isNumber(word.folded); });
    const bool isRule = namesRule(sentence) && (kind == Limit::Time ? namesTime(words) : hasNumber);
    const bool mayBeBound = kind == Limit::Most || (kind == Limit::Number && setsMost(words));
    if (!(mayBeBound && setsMost(words)) && (kind == Limit::Most || !isRule))
        return 0;
    const std::vector<std::string> stems = contentStems(sentence);
    const std::set<std::string> said(stems.begin(), stems.end());
    if (!std::includes(said.begin(), said.end(), asked.begin(), asked.end()))
        return 0;
    return static_cast<double>(asked.size()) / static_cast<double>(said.size());
}

std::set<std::string> limitedWords(std::string_view question)
{
    std::set<std::string> asked;
    for (const Word& word : splitWords(question.substr(splitWords(question)[1].range.end))) {
        if (!isStopWord(word.folded) && !isOneOf(word.folded, kMay))
            asked.insert(stem(word.folded));
    }
    return asked;
}

}  // namespace

bool asksForLimit(std::string_view question)
{
    constexpr auto kMeasures = std::to_array<std::string_view>({"many", "much", "long", "large", "big", "high", "far", "wide", "short"});
    const std::vector<Word> words = splitWords(question);
    return words.size() > 3 && words[0].folded == "how" && isOneOf(words[1].folded, kMeasures) &&
           std::any_of(words.begin(), words.end(), [](const Word& word) { return isOneOf(word.folded, kMay); });
}

bool limitsSomethingElse(std::string_view question, std::string_view answer, std::string_view text)
{
    const std::vector<Word> asked = splitWords(question), said = splitWords(answer);
    const auto may = std::find_if(asked.begin(), asked.end(), [](const Word& word) { return isOneOf(word.folded, kMay); });
    const auto number = std::find_if(said.begin(), said.end(), [](const Word& word) { return isNumber(word.folded); });
    if (!asksForLimit(question) || number == said.end())
        return false;
    const std::vector<std::string> limited = contentStems(question.substr(may->range.end));
    const auto gives = [&](const ByteRange& range) {
        const std::string_view sentence = text.substr(range.begin, range.size());
        const std::vector<std::string> stems = contentStems(sentence);
        const auto has = [&](const std::string& word) { return std::find(stems.begin(), stems.end(), word) != stems.end(); };
        return has(stem(number->folded)) && std::any_of(limited.begin(), limited.end(), has);
    };
    const std::vector<ByteRange> sentences = splitSentences(text);
    return !limited.empty() && std::none_of(sentences.begin(), sentences.end(), gives);
}

namespace
{

// What of a question a sentence may state
class Asked
{
public:
    explicit Asked(std::string_view question) : m_condition(conditionAsked(question)), m_isDenied(hasNegation(question))
    {
        constexpr std::size_t kFewestLimited = 2;
        const std::vector<Word> words = splitWords(question);
        m_limited = mostAskedOf(words);
        if (!m_limited.empty())
            m_kind = Limit::Most;
        if (!asksForDeadline(words) && !asksForLimit(question)) {
            if (const Stems predicate = predicateOf(question); !predicate.empty())
                m_predicates = orders(predicate);
            return;
        }
        m_kind = asksForDeadline(words) ? Limit::Time : Limit::Number;
        m_limited = limitedWords(question);
        if (m_limited.size() < kFewestLimited)
            m_limited.clear();
    }

    bool isAny() const { return !m_limited.empty() || !m_predicates.empty() || !m_condition.empty(); }

    // How well the sentence states it; 0: not at all.
    double statedBy(std::string_view sentence) const
    {
        if (sentence.ends_with('?'))
            return 0;
        if (!m_condition.empty())
            return conditionIn(sentence, m_condition, m_isDenied);
        if (!mayBeQuoted(sentence))
            return 0;
        const Stems said = m_predicates.empty() ? Stems() : stemsWithoutArticles(sentence);
        if (std::any_of(m_predicates.begin(), m_predicates.end(), [&](const Stems& one) { return hasPredicate(said, one); }))
            return 1;
        return m_limited.empty() ? 0 : limitIn(sentence, m_limited, m_kind);
    }

private:
    std::vector<std::string> m_condition;
    bool m_isDenied = false;
    std::vector<Stems> m_predicates;   // ways to say the same
    std::set<std::string> m_limited;
    Limit m_kind = Limit::Number;
};

// The definition of a term whose measure is asked for, with a number
std::optional<DocumentPlace> measureDefined(std::string_view question, const DocumentTexts& texts,
                                            const Allowed& allowed)
{
    return definedIn(measuredTerm(question), DefinedBy::AnyWay, texts, [&](const DocumentPlace& place) {
        const std::vector<Word> said = splitWords(texts.text(place));
        return std::any_of(said.begin(), said.end(), [](const Word& word) { return isNumber(word.folded); }) && allowed(place);
    });
}

// Stems of "treasurer" of "Who is the treasurer?", "general secretary" of "Who was the general secretary of the club?"
Stems roleAsked(std::string_view question)
{
    constexpr auto kIs = std::to_array<std::string_view>({"is", "was", "are", "were"});
    constexpr std::size_t kMostWords = 3;
    const std::vector<Word> words = splitWords(question);
    Stems role;
    if (words.size() < 4 || words[0].folded != "who" || !isOneOf(words[1].folded, kIs) || !isArticle(words[2].folded))
        return role;
    for (std::size_t i = 3; i < words.size() && words[i].folded != "of" && words[i].folded != "in"; ++i)
        role.push_back(stem(words[i].folded));
    return role.size() > kMostWords ? Stems() : role;
}

// Where the name before a bracket begins: "Jan de Wit" of "with Jan de Wit (secretary)". `open`: of the bracket; that itself: there is no
// name.
std::uint64_t nameBefore(std::string_view text, std::uint64_t open)
{
    constexpr auto kParticles = std::to_array<std::string_view>({"de", "van", "von", "der", "den", "da", "di", "la", "le"});
    constexpr std::uint64_t kLongest = 60;
    const std::uint64_t from = open - std::min(open, kLongest);
    const std::string_view before = text.substr(from, open - from);
    const std::vector<Word> words = splitWords(before);
    std::uint64_t begin = open;
    for (std::size_t i = words.size(), next = before.size(); i-- > 0;) {
        const std::string_view between = before.substr(words[i].range.end, next - words[i].range.end);
        const bool isCapital = isCapitalAt(before, words[i].range.begin);
        if ((between != " " && between != ". ") || (!isCapital && !isOneOf(words[i].folded, kParticles)))
            break;
        next = words[i].range.begin;
        if (isCapital)
            begin = from + next;
    }
    return begin;
}

// "Colin Feather (treasurer)": who has the role that is asked for
std::optional<DocumentPlace> whoHas(const Stems& role, const DocumentTexts& texts,
                                    const Allowed& allowed)
{
    constexpr std::uint64_t kLongest = 40;   // bytes within the brackets
    for (std::uint32_t document = 0; document < texts.documents() && !role.empty(); ++document) {
        const std::string_view text = texts.text(document);
        for (std::size_t open = text.find('('); open != std::string_view::npos; open = text.find('(', open + 1)) {
            const std::size_t close = text.find_first_of(")\n(", open + 1);
            if (close == std::string_view::npos || text[close] != ')' || close - open > kLongest)
                continue;
            const Stems said = stemsWithoutArticles(text.substr(open + 1, close - open - 1));
            const bool isName = text.substr(open, close - open).find('"') != std::string_view::npos;   // Buddha ("the awakened one")
            const bool isRole = !isName && std::search(said.begin(), said.end(), role.begin(), role.end()) == said.begin() && !said.empty();
            const DocumentPlace place{document, {isRole ? nameBefore(text, open) : open, close + 1}};
            if (place.range.begin < open && allowed(place))
                return place;
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<DocumentPlace> stating(std::string_view question, const DocumentTexts& texts,
                                     const Allowed& allowed)
{
    if (auto definition = measureDefined(question, texts, allowed))
        return definition;
    if (auto holder = whoHas(roleAsked(question), texts, allowed))
        return holder;
    const Asked asked(question);
    std::optional<DocumentPlace> best;
    double most = 0;
    for (std::uint32_t document = 0; document < texts.documents() && asked.isAny(); ++document) {
        const std::string_view text = texts.text(document);
        for (const ByteRange& own : splitSentences(text)) {
            const ByteRange range = withoutListMark(text, own);
            const std::string_view sentence = text.substr(range.begin, range.size());
            const double has = asked.statedBy(sentence);
            if (has <= most)
                continue;
            const ByteRange whole = sentence.ends_with(':') ? listBehind(text, range).value_or(range) : range;
            if (allowed({document, whole})) {
                best = DocumentPlace{document, whole};
                most = has;
            }
        }
    }
    return best;
}

}  // namespace cairn
