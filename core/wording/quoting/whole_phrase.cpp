#include "core/wording/quoting/whole_phrase.h"

#include "core/types/ascii.h"
#include "core/wording/questions/asked_kind.h"
#include "core/wording/quoting/reason.h"
#include "core/wording/quoting/whole_date.h"
#include "core/wording/quoting/whole_number.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/calendar.h"
#include "core/wording/words/negation.h"
#include "core/wording/words/said_phrase.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace cairn
{

namespace
{

constexpr std::uint64_t kLongest = 400;   // bytes of a sentence that is quoted whole
constexpr std::uint64_t kLongestLabel = 40;

// "Colin Feather" of "Colin"; not where the question has the rest of the name.
std::optional<ByteRange> withName(const std::vector<Word>& asked, SaidPhrase said)
{
    constexpr std::size_t kMostWords = 4;
    const auto mayJoin = [&](std::size_t word, std::string_view between) {
        const Word& one = said.words[word];
        const bool isName = said.isCapital(word) && !isStopWord(one.folded) && !isDigitNumber(one.folded);
        return between == " " && isName && !hasStem(asked, one.folded);
    };
    if (asked[0].folded != "who" && asked[0].folded != "whom")
        return std::nullopt;
    for (std::size_t i = said.first; i <= said.last; ++i) {
        if (!said.isCapital(i) || hasStem(asked, said.words[i].folded))
            return std::nullopt;
    }
    const ByteRange before = said.range();
    while (said.hasNext() && said.last - said.first + 1 < kMostWords && mayJoin(said.last + 1, said.between(said.last, said.last + 1)))
        ++said.last;
    while (said.first > 1 && said.last - said.first + 1 < kMostWords && mayJoin(said.first - 1, said.between(said.first - 1, said.first)))
        --said.first;   // not the first word of a sentence, which is no name for its capital
    return said.range() == before ? std::nullopt : std::optional(said.range());
}

// "What languages does ..?", "Which old machines are ..?", "Who are ..?"; not "What makes ..?"
bool asksForSeveral(const std::vector<Word>& asked)
{
    constexpr auto kWhat = std::to_array<std::string_view>({"what", "which", "who"});
    constexpr auto kVerbs = std::to_array<std::string_view>({"are", "were", "do", "does", "did", "can", "could", "may", "must", "should",
                                                             "will", "would", "have", "has", "had", "of"});
    constexpr auto kMasses = std::to_array<std::string_view>({"software", "people", "hardware", "equipment", "children", "men", "women"});
    if (asked.size() < 3 || !isOneOf(asked[0].folded, kWhat))
        return false;
    if (asked[1].folded == "are" || asked[1].folded == "were")
        return true;
    const std::size_t verb = isOneOf(asked[2].folded, kVerbs) ? 2 : 3;
    if (verb >= asked.size() || !isOneOf(asked[verb].folded, kVerbs))
        return false;
    const std::string& noun = asked[verb - 1].folded;
    return (noun.ends_with('s') && !noun.ends_with("ss") && !noun.ends_with("us")) || isOneOf(noun, kMasses);
}

// Behind the label of the answer's line: "Languages: English, Igbo, French"
std::optional<ByteRange> behindLabel(std::string_view text, const ByteRange& answer)
{
    const std::size_t before = text.substr(0, answer.begin).rfind('\n');
    const std::uint64_t begin = before == std::string_view::npos ? 0 : before + 1, end = std::min(text.size(), text.find('\n', answer.end));
    const std::size_t colon = text.substr(0, answer.begin).find(": ", begin);
    if (colon == std::string_view::npos || colon - begin > kLongestLabel || end - colon > kLongest)
        return std::nullopt;
    const std::string_view label = text.substr(begin, colon - begin), rest = text.substr(colon + 2, end - colon - 2);
    const bool hasSentence = rest.substr(0, rest.find_last_not_of(" .") + 1).find(". ") != std::string_view::npos;
    if (label.find_first_of(".;,\"") != std::string_view::npos || rest.find(", ") == std::string_view::npos || hasSentence)
        return std::nullopt;
    constexpr std::size_t kMostWords = 6;   // of an item
    for (std::size_t item = 0; item < rest.size();) {
        const std::size_t comma = std::min(rest.find(", ", item), rest.size());
        if (splitWords(rest.substr(item, comma - item)).size() > kMostWords)
            return std::nullopt;
        item = comma + 2;
    }
    const std::size_t last = rest.find_last_not_of(" .");
    return ByteRange{colon + 2, colon + 2 + last + 1};
}

// Of words on one line or over its end
bool isSpace(std::string_view between)
{
    return !between.empty() && between.find_first_not_of(" \n") == std::string_view::npos;
}

// With the items before and behind it, of three words at most each
std::optional<ByteRange> withItems(SaidPhrase said)
{
    constexpr std::size_t kMostWords = 3;
    const auto parts = [&](std::size_t a, std::size_t b) {
        const std::string_view between = said.between(a, b);
        return between.starts_with(',') && isSpace(between.substr(1));
    };
    const auto joins = [&](std::size_t a, std::size_t b) { return isSpace(said.between(a, b)); };
    const auto isAnd = [&](std::size_t word) { return said.words[word].folded == "and" || said.words[word].folded == "or"; };
    const ByteRange before = said.range();
    while (said.hasNext()) {
        std::size_t next = said.last + 1;
        const bool isLast = isAnd(next) && joins(said.last, next);   // not behind a bracket
        if (!isLast && !parts(said.last, next))
            break;
        next += isLast ? 1 : isAnd(next) ? 1 : 0;
        std::size_t end = next;
        while (end < said.words.size() && end - next < kMostWords && (end == next || joins(end - 1, end)) && !isAnd(end))
            ++end;
        const bool isWhole = end > next && (end == said.words.size() || isAnd(end) || !joins(end - 1, end));
        if (!isWhole)
            break;
        said.last = end - 1;
        if (isLast)
            break;
    }
    while (said.first > 1) {
        std::size_t end = said.first;   // behind the item before
        if (isAnd(end - 1))
            --end;
        const bool isParted = parts(end - 1, end) || end < said.first;
        std::size_t begin = end;
        while (isParted && begin > 0 && end - begin < kMostWords && (begin == end || joins(begin - 1, begin)))
            --begin;
        if (!isParted || begin == 0 || joins(begin - 1, begin))
            break;
        said.first = begin;
    }
    return said.range() == before ? std::nullopt : std::optional(said.range());
}

constexpr auto kWhose = std::to_array<std::string_view>(
    {"the", "a", "an", "this", "that", "these", "those", "his", "her", "its", "their", "my", "your", "our", "him", "them", "it"});

// "to see the sun"; not "to the next year"
bool hasPurpose(const std::vector<Word>& words)
{
    return std::adjacent_find(words.begin(), words.end(), [](const Word& to, const Word& next) {
               return to.folded == "to" && !isOneOf(next.folded, kWhose) && !isDigitNumber(next.folded);
           }) != words.end();
}

// "because the sun shone"; "for a walk", "to see the sun" where the answer begins so, unless the verb before goes with it ("took it for");
// not "to the next year"
bool givesReason(const SaidPhrase& said)
{
    constexpr auto kReason = std::to_array<std::string_view>({"because", "since", "due", "therefore", "order", "reason", "reasons", "owing",
                                                              "thanks", "cause", "caused", "causes"});
    constexpr auto kMayBe = std::to_array<std::string_view>({"to", "so", "as", "for", "if", "when"});
    constexpr auto kGoWithFor =
        std::to_array<std::string_view>({"take", "mistake", "wait", "look", "ask", "search", "call", "stand", "pass"});
    for (std::size_t i = said.first; i <= said.last; ++i) {
        if (isOneOf(said.words[i].folded, kReason))
            return true;
    }
    const auto goesWith = [&](std::string_view verb) { return stem(verb) == stem(said.words[said.first - 1].folded); };
    const bool isOfVerb = said.first > 0 && said.words[said.first].folded == "for" &&
                          std::any_of(kGoWithFor.begin(), kGoWithFor.end(), goesWith);
    const std::string& opening = said.words[said.first].folded;
    const bool isWhereTo = opening == "to" && said.first < said.last && isOneOf(said.words[said.first + 1].folded, kWhose);
    return isOneOf(opening, kMayBe) && !isOfVerb && !isWhereTo;
}

std::optional<ByteRange> quotable(std::string_view text, ByteRange range)
{
    const std::string_view words = text.substr(range.begin, range.size());
    const bool isFit = range.size() <= kLongest && words.find('"') == std::string_view::npos && endsAsSentence(words);
    return isFit ? std::optional(withoutListMark(text, range)) : std::nullopt;
}

// The sentence of an answer that gives no reason
std::optional<ByteRange> withReason(std::string_view text, const ByteRange& sentence, const SaidPhrase& said)
{
    constexpr std::string_view kTo = "to";
    const std::string_view words = text.substr(sentence.begin, sentence.size());
    const std::string_view own = text.substr(said.range().begin, said.range().size());
    const bool isBeside = said.words[said.first].folded == kTo && hasReason(words) && !hasReason(own);
    if (givesReason(said) && !isBeside)   // "to 16 degrees" of a sentence that opens with "Because"
        return std::nullopt;
    if (const auto both = withReasonBeside(text, sentence))
        return both;
    if (hasReason(words) || hasPurpose(said.words) || words.find(": ") != std::string_view::npos)
        return quotable(text, sentence);
    const std::vector<ByteRange> all = sentencesAround(text, paragraphAround(text, sentence));   // what was before may be why
    const auto at = std::find(all.begin(), all.end(), sentence);
    const auto both = at == all.begin() || at == all.end() ? std::nullopt : quotable(text, {(at - 1)->begin, sentence.end});
    return both && endsAsSentence(text.substr((at - 1)->begin, (at - 1)->size())) ? both : quotable(text, sentence);
}

bool hasNegation(const std::vector<Word>& asked)
{
    return std::any_of(asked.begin(), asked.end(), [](const Word& word) { return isNegation(word.folded); });
}

// "Where ..?", "To whom ..?", "What may it be used for?"; not "What kind ..?", "How big ..?"
bool asksForAnything(const std::vector<Word>& asked)
{
    constexpr auto kOfAnything = std::to_array<std::string_view>({"where", "who", "whom", "when"});
    constexpr auto kVerbs = std::to_array<std::string_view>(
        {"can", "could", "do", "does", "may", "might", "must", "shall", "should", "will", "would"});
    const auto asks = [&](const Word& word) { return isOneOf(word.folded, kOfAnything); };
    const std::size_t opening = std::min<std::size_t>(asked.size(), 2);
    return std::any_of(asked.begin(), asked.begin() + static_cast<std::ptrdiff_t>(opening), asks) ||
           (opening == 2 && asked[0].folded == "what" && isOneOf(asked[1].folded, kVerbs));
}

// The clause says shortly before the answer that it isn't so: "Do not put it in the refrigerator". Not of what follows "but" or "until",
// nor of a bound ("not more than 20").
bool isDenied(const SaidPhrase& said)
{
    constexpr std::size_t kFarthest = 7;   // words
    constexpr auto kTurns = std::to_array<std::string_view>(
        {"but", "until", "before", "only", "more", "less", "later", "because", "which", "who", "that", "though", "although", "while", "and",
         "when", "if", "just", "as", "so", "except", "unless", "than", "rather", "instead", "since", "longer", "where"});
    for (std::size_t at = said.first; at > 0 && said.first - at < kFarthest; --at) {
        const Word& word = said.words[at - 1];
        const bool isClauseEnd = said.between(at - 1, at).find_first_of(",;:()\"") != std::string_view::npos;
        if (isClauseEnd || isOneOf(word.folded, kTurns))
            return false;
        if (isNegation(word.folded))
            return true;
    }
    return false;
}

// "When and where was Ada born?", "Who is the keeper, and since when?"
bool asksTwoThings(const std::vector<Word>& asked)
{
    constexpr auto kAsking = std::to_array<std::string_view>({"when", "where", "who", "what", "why", "how", "which", "whom"});
    constexpr auto kBefore = std::to_array<std::string_view>({"since", "for", "to", "by", "from", "in", "at", "with", "of", "on", "until"});
    if (asked.size() < 4 || !isOneOf(asked[0].folded, kAsking))
        return false;
    for (std::size_t i = 1; i + 1 < asked.size(); ++i) {
        const std::size_t next = i + 2 < asked.size() && isOneOf(asked[i + 1].folded, kBefore) ? i + 2 : i + 1;
        if (asked[i].folded == "and" && isOneOf(asked[next].folded, kAsking))
            return true;
    }
    return false;
}

// "keeper: Ada Lund (since 1999)" of "Ada Lund": the line, which a label opens
std::optional<ByteRange> labelledLine(std::string_view text, const ByteRange& answer)
{
    const std::size_t begin = text.substr(0, answer.begin).rfind('\n') + 1;   // npos + 1: the first line
    const std::size_t colon = text.substr(0, answer.begin).find(": ", begin), end = std::min(text.size(), text.find('\n', answer.end));
    const bool isLine = colon != std::string_view::npos && colon - begin <= kLongestLabel && end - begin <= kLongest;
    return isLine ? std::optional(ByteRange{begin, end}) : std::nullopt;
}

// The sentence with the next one, where that says more of the same: "It has 8 walks. Each walk lasts an hour."
std::optional<ByteRange> withWhatGoesOn(std::string_view text, const ByteRange& sentence)
{
    constexpr auto kGoesOn = std::to_array<std::string_view>({"each", "they", "these"});
    const std::vector<ByteRange> all = sentencesAround(text, paragraphAround(text, sentence));
    const auto own = std::find(all.begin(), all.end(), sentence);
    if (own == all.end() || own + 1 == all.end())
        return std::nullopt;
    const std::vector<Word> words = splitWords(text.substr((own + 1)->begin, (own + 1)->size()));
    return !words.empty() && isOneOf(words[0].folded, kGoesOn) ? quotable(text, {sentence.begin, (own + 1)->end}) : std::nullopt;
}

// Of a condition, the sentence with the next one, where that says what follows: "You may leave it out. Doing so, however, ..".
std::optional<ByteRange> withConsequence(std::string_view text, const ByteRange& sentence)
{
    using Pair = std::pair<std::string_view, std::string_view>;
    constexpr auto kFollows = std::to_array<Pair>({{"doing", "so"}, {"in", "this"}, {"in", "that"}, {"in", "such"}, {"this", "means"},
                                                   {"this", "will"}, {"this", "may"}, {"if", "so"}});
    constexpr std::size_t kOpening = 40;   // bytes
    const std::size_t next = text.find_first_not_of(' ', sentence.end);
    const std::vector<Word> words = splitWords(text.substr(std::min(next, text.size()), kOpening));
    const bool isFollowed = words.size() > 1 && (words[0].folded == "otherwise" ||
                                                 std::find(kFollows.begin(), kFollows.end(), Pair(words[0].folded, words[1].folded)) !=
                                                     kFollows.end());
    if (!isFollowed)
        return std::nullopt;
    const std::vector<ByteRange> following = sentencesAround(text, {next, next + 1});
    return following.empty() ? std::nullopt : quotable(text, {sentence.begin, following.front().end});
}

// The label of the answer's line is all that is asked for: "Present: .." to "Who was present?"
bool asksForLabel(std::string_view question, std::string_view text, const ByteRange& answer)
{
    const std::size_t begin = text.substr(0, answer.begin).rfind('\n') + 1;   // npos + 1: the first line
    const std::size_t colon = text.substr(0, answer.begin).find(": ", begin);
    if (colon == std::string_view::npos || colon - begin > kLongestLabel)
        return false;
    const std::vector<std::string> label = contentStems(text.substr(begin, colon - begin));
    return !label.empty() && label == contentStems(question);
}

// Several sentences of which the last is cut: with all of it
std::optional<ByteRange> wholeSentences(std::string_view text, const std::vector<ByteRange>& sentences, const ByteRange& answer)
{
    constexpr std::size_t kFewestWords = 8;   // else it may be a name with a full stop
    const ByteRange &first = sentences.front(), &last = sentences.back();
    const bool isOpening = withoutListMark(text, first).begin == answer.begin || first.begin == answer.begin;
    const std::string_view rest = text.substr(answer.end, last.end - std::min(last.end, answer.end));
    if (sentences.size() < 2 || !isOpening || splitWords(rest).empty() || last.end - answer.begin > kLongest)
        return std::nullopt;
    const bool isLong = splitWords(text.substr(answer.begin, answer.size())).size() >= kFewestWords;
    const bool isWhole = endsAsSentence(text.substr(last.begin, last.size()));
    return isLong && isWhole ? std::optional(ByteRange{answer.begin, last.end}) : std::nullopt;
}

// To "How do I ..?", of quotation marks or brackets around the answer and a few words more: "quilt pop" of "pop"
std::optional<ByteRange> withinMarks(const std::vector<Word>& asked, const SaidPhrase& said)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kMarks{{{"\u201C", "\u201D"}, {"\"", "\""}, {"(", ")"}}};
    constexpr auto kDo = std::to_array<std::string_view>({"do", "does", "can", "should", "may", "to"});
    constexpr std::size_t kMostWords = 6;
    if (asked.size() < 3 || asked[0].folded != "how" || !isOneOf(asked[1].folded, kDo))
        return std::nullopt;
    std::size_t first = said.first, last = said.last;
    while (first > 0 && said.last - first < kMostWords && isSpace(said.between(first - 1, first)))
        --first;
    while (last + 1 < said.words.size() && last - first < kMostWords && isSpace(said.between(last, last + 1)))
        ++last;
    const ByteRange inside{said.words[first].range.begin, said.words[last].range.end};
    const auto isMarked = [&](const auto& marks) {
        return said.text.substr(0, inside.begin).ends_with(marks.first) && said.text.substr(inside.end).starts_with(marks.second);
    };
    const bool isMore = last - first > said.last - said.first && last - first < kMostWords;
    return isMore && std::any_of(kMarks.begin(), kMarks.end(), isMarked) ? std::optional(inside) : std::nullopt;
}

// "S   Save the game." of "Save the game" to "Which command ..?": with the key that its line begins with
std::optional<ByteRange> withKey(const std::vector<Word>& asked, std::string_view text, const ByteRange& answer)
{
    constexpr auto kKeys = std::to_array<std::string_view>({"command", "key", "option", "flag", "switch", "letter", "code", "shortcut",
                                                            "button", "argument", "parameter", "setting", "escape", "sequence"});
    constexpr std::size_t kLongestKey = 24;
    const bool isAsked = asked.size() > 2 && (asked[0].folded == "which" || asked[0].folded == "what") && isOneOf(asked[1].folded, kKeys);
    const std::size_t line = text.substr(0, answer.begin).rfind('\n') + 1;   // npos + 1: the first
    const std::size_t key = std::min<std::size_t>(text.find_first_not_of(" \t", line), answer.begin);
    const std::string_view before = text.substr(key, answer.begin - key);
    const std::size_t end = before.find_first_of(" \t");
    if (!isAsked || before.empty() || end > kLongestKey)
        return std::nullopt;
    const std::string_view gap = before.substr(end);
    const bool isKey = gap.find_first_not_of(" \t") == std::string_view::npos && (gap.size() > 1 || gap[0] == '\t');
    return isKey ? std::optional(ByteRange{key, answer.end}) : std::nullopt;
}

// To "When ..?", of words that tell no time, the sentence whose condition does: "Whenever ..", "if ..", "as soon as .."
bool isWithoutCondition(const SaidPhrase& said)
{
    constexpr auto kConditions = std::to_array<std::string_view>({"when", "whenever", "if", "once", "unless", "until", "till", "after",
                                                                  "before", "while", "as", "during", "since", "upon", "within"});
    const auto tells = [&](std::size_t word) {
        const std::string& folded = said.words[word].folded;
        return isOneOf(folded, kConditions) || isDigitNumber(folded) || isMonth(folded) || isWeekday(folded);
    };
    bool isThere = false;
    for (std::size_t i = 0; i < said.words.size(); ++i) {
        const bool isOfAnswer = i >= said.first && i <= said.last;
        if (isOfAnswer && tells(i))
            return false;
        const std::string& folded = said.words[i].folded;
        isThere = isThere || folded == "when" || folded == "whenever" || folded == "if" || folded == "unless";
    }
    constexpr std::size_t kFewestWords = 4;   // less may be a time by another word
    return isThere && said.last - said.first + 1 >= kFewestWords;
}

// Of a part of the sentence
std::optional<ByteRange> wholePart(std::string_view question, const std::vector<Word>& asked, const ByteRange& answer,
                                   const SaidPhrase& said)
{
    if (auto number = wholeNumber(asked, said))
        return number;
    if (auto date = wholeDate(asked, said))
        return date;
    const bool isLabel = asksForLabel(question, said.text, answer);
    if (isLabel || asksForSeveral(asked)) {
        const auto all = behindLabel(said.text, answer);
        return all || isLabel ? all : withItems(said);
    }
    const auto name = withName(asked, said);
    return name ? name : withinMarks(asked, said);
}

}  // namespace

std::optional<ByteRange> behindYesOrNo(std::string_view text, ByteRange answer)
{
    constexpr auto kAlone = std::to_array<std::string_view>({"yes", "no"});
    const std::vector<Word> words = splitWords(text.substr(answer.begin, answer.size()));
    if (words.size() != 1 || !isOneOf(words[0].folded, kAlone))
        return std::nullopt;
    const std::vector<ByteRange> sentences = sentencesAround(text, paragraphAround(text, answer));
    const auto own = std::find_if(sentences.begin(), sentences.end(), [&](const ByteRange& one) { return one.end > answer.begin; });
    if (own == sentences.end() || own->begin != answer.begin || own + 1 == sentences.end())
        return std::nullopt;
    const bool isAlone = splitWords(text.substr(own->begin, own->size())).size() == 1;
    return isAlone ? quotable(text, {own->begin, (own + 1)->end}) : std::nullopt;
}

std::optional<ByteRange> wholePhrase(std::string_view question, std::string_view text, ByteRange answer)
{
    const std::vector<Word> asked = splitWords(question);
    const std::vector<ByteRange> sentences = sentencesAround(text, answer);
    if (asked.empty() || sentences.empty())
        return std::nullopt;
    if (const auto reason = behindYesOrNo(text, answer))
        return reason;
    if (sentences.size() > 1)
        return wholeSentences(text, sentences, answer);
    const ByteRange sentence = sentences.front();
    const auto said = saidAround(text, sentence, answer);
    if (!said)
        return std::nullopt;
    if (asked[0].folded == "why")
        return withReason(text, sentence, *said);
    if (const auto key = withKey(asked, text, answer))
        return key;
    if (asked[0].folded == "when" && isWithoutCondition(*said))
        return quotable(text, sentence);
    if (asksTwoThings(asked)) {
        const auto both = asked[1].folded == "and" ? std::nullopt : withWhatGoesOn(text, sentence);
        if (both)
            return both;
        const auto whole = quotable(text, sentence);
        return whole ? whole : labelledLine(text, answer);
    }
    if (asksWhatHappens(question)) {
        if (const auto both = withConsequence(text, sentence))
            return both;
    }
    if ((asksForAnything(asked) && isDenied(*said) && !hasNegation(asked)))
        return quotable(text, sentence);
    const bool asksWhen = std::any_of(asked.begin(), asked.end(), [](const Word& word) {
        return word.folded == "when" || word.folded == "under" || stem(word.folded) == "condition";
    });
    const bool isCondition = said->words[said->first].folded == "if" || said->words[said->first].folded == "when";
    if (isCondition && (asksWhatHappens(question) || !asksWhen))   // it says nothing yet
        return quotable(text, sentence);
    const auto part = wholePart(question, asked, answer, *said);
    if (!part)
        return std::nullopt;
    return ByteRange{std::min(part->begin, answer.begin), std::max(part->end, answer.end)};   // signs at its ends are kept
}

}  // namespace cairn
