#include "core/wording/quoting/definition.h"

#include "core/types/ascii.h"
#include "core/wording/quoting/quoting.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/people.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <span>

namespace cairn
{

namespace
{

constexpr std::size_t kTermWords = 6;
constexpr std::uint64_t kLongestFormal = 700;    // bytes of a sentence that defines in so many words
constexpr std::uint64_t kLongestBoth = 400;      // of one with the sentence before it
constexpr std::size_t kOpeningBytes = 160;       // of a sentence: its subject and what follows
constexpr int kStrongest = 2;
constexpr std::string_view kListMark = "- ";

constexpr std::array kCopulas = std::to_array<std::string_view>({"is", "are", "was", "were"});
constexpr std::array kDeterminers = std::to_array<std::string_view>({"a", "an", "the", "one", "any", "what"});

using Words = std::span<const Word>;

Words withoutArticle(Words words)
{
    return !words.empty() && isArticle(words.front().folded) ? words.subspan(1) : words;
}

// "block is opened", "block is not ..", "block is used": what happens to it, not what it is. "Alice was more puzzled", "was quietly
// reading", "was in the kitchen": how or where she was.
bool saysWhatHappensTo(std::string_view afterCopula)
{
    constexpr std::array kNotWhat = std::to_array<std::string_view>(
        {"not",    "more", "very",  "so",   "too",  "quite", "rather", "now",  "then", "still", "here",  "there",  "just", "almost",
         "always", "never", "soon", "again", "also", "only",  "in",     "on",   "at",   "up",    "out",   "down",   "off",  "over",
         "by",     "as",    "with", "from", "of",    "about",  "next", "dead", "gone",  "alone", "asleep", "back", "silent"});
    return isOneOf(afterCopula, kNotWhat) || afterCopula.ends_with("ly") || afterCopula.ends_with("ed") || afterCopula.ends_with("ing") ||
           afterCopula.ends_with("wn");
}

// "describes", "contains" of "A Process PEP describes ..", "a library crate, which contains ..": by what it is for or has
bool isTellingVerb(std::string_view folded)
{
    constexpr std::array kVerbs = std::to_array<std::string_view>({"describes", "represents", "denotes", "specifies", "contains", "holds",
                                                                   "stores", "identifies", "indicates", "provides", "defines"});
    return isOneOf(folded, kVerbs);
}

// What follows the term, without what it is called for short: "Biased counting (BC) is a ..".
Words withoutShortName(std::string_view sentence, const Word& subjectEnd, Words rest)
{
    const bool isShort = rest.size() > 1 && sentence.substr(subjectEnd.range.end, rest[0].range.begin - subjectEnd.range.end) == " (" &&
                         sentence.substr(rest[0].range.end).starts_with(") ");
    return isShort ? rest.subspan(1) : rest;
}

// "is defined as ..", "can be defined: ..", "may be objectively defined as .."
bool isDefinedThen(Words rest)
{
    const bool isCopula = isOneOf(rest[0].folded, kCopulas), isPossible = rest[0].folded == "can" || rest[0].folded == "may";
    const std::size_t at = isCopula ? 1 : isPossible && rest[1].folded == "be" ? 2 : rest.size();
    const std::size_t defined = at + 1 < rest.size() && rest[at].folded.ends_with("ly") ? at + 1 : at;
    const bool saysMore = defined + 2 < rest.size();
    return saysMore && rest[defined].folded == "defined" && (isPossible || rest[defined + 1].folded == "as");
}

// "Risks and Rewards" of "Walking: Risks and Rewards", which is a heading
bool isTitle(std::string_view sentence, Words rest)
{
    constexpr std::ptrdiff_t kFewest = 2;
    const auto says = [](const Word& word) { return !isStopWord(word.folded); };
    const bool isCapitals = std::all_of(rest.begin(), rest.end(), [&](const Word& word) {
        return !says(word) || isCapitalAt(sentence, word.range.begin);
    });
    return isCapitals && std::count_if(rest.begin(), rest.end(), says) >= kFewest && !endsAsSentence(sentence);
}

int strengthAfter(std::string_view sentence, const Word& subjectEnd, Words rest)
{
    if (const std::string_view behind = sentence.substr(subjectEnd.range.end); behind.starts_with(':'))
        return rest.empty() || behind.starts_with(": <") || isTitle(sentence, rest) ? 0 : 1;   // "Author: <name>": to be put there
    rest = withoutShortName(sentence, subjectEnd, rest);
    if (rest.size() < 2)
        return 0;
    if (rest[0].folded == "means" || rest[0].folded == "denotes")
        return 1;
    constexpr std::array kPairs = std::to_array<std::string_view>(
        {"refers to", "refer to", "consists of", "consist of", "works by", "work by", "allows you", "allows us", "allow you", "allow us",
         "lets you", "lets us", "let you", "let us"});
    if (isOneOf(rest[0].folded + " " + rest[1].folded, kPairs))
        return 1;
    constexpr std::string_view kEach[] = {"A ", "An ", "a ", "an "};   // "The report describes" tells what it does
    if (isTellingVerb(rest[0].folded) &&
        std::any_of(std::begin(kEach), std::end(kEach), [&](std::string_view one) { return sentence.starts_with(one); }))
        return 1;
    if (isDefinedThen(rest))
        return 2;
    if (!isOneOf(rest[0].folded, kCopulas))
        return 0;
    if (saysWhatHappensTo(rest[1].folded))
        return 0;
    constexpr std::array kOrder = std::to_array<std::string_view>({"first", "last", "next", "only"});
    const bool isOrder = rest.size() > 2 && isOneOf(rest[2].folded, kOrder);
    if (isOrder && rest.size() > 3 && (rest[3].folded == "to" || rest[3].folded == "one"))   // "was the first to speak"
        return 0;
    return isOneOf(rest[1].folded, kDeterminers) && !isOrder ? 2 : 1;
}

// "By rays I understand ..", "By a ray is meant .."
bool isUnderstood(Words words, const std::vector<std::string>& term)
{
    constexpr std::array kWho = std::to_array<std::string_view>({"i", "we", "one", "is", "are"});
    constexpr std::array kMeans = std::to_array<std::string_view>({"understand", "mean", "understood", "meant"});
    if (words.size() < 2 || words[0].folded != "by" || !beginsWith(withoutArticle(words.subspan(1)), term))
        return false;
    const Words rest = withoutArticle(words.subspan(1)).subspan(term.size());
    return rest.size() > 3 && isOneOf(rest[0].folded, kWho) && isOneOf(rest[1].folded, kMeans);
}

// "A heap of old stones is called a (round) cairn, ..": no more of its name follows, and the words before say what it is.
bool isCalled(std::string_view sentence, Words words, const std::vector<std::string>& term)
{
    constexpr std::size_t kFewestBefore = 4;
    for (std::size_t i = kFewestBefore + 1; i + term.size() < words.size() + 1 && i < words.size(); ++i) {
        const bool isPresent = words[i - 1].folded == "is" || words[i - 1].folded == "are";
        if (words[i].folded != "called" || !isPresent)
            continue;
        std::size_t at = i + 1;
        if (at < words.size() && isArticle(words[at].folded))
            ++at;
        if (at + 1 < words.size() && sentence.substr(0, words[at].range.begin).ends_with('(') &&
            sentence.substr(words[at].range.end).starts_with(") "))
            ++at;
        if (at + term.size() > words.size() || !beginsWith(words.subspan(at), term))
            continue;
        const std::string_view behind = sentence.substr(words[at + term.size() - 1].range.end);
        return behind.empty() || std::string_view(".,;:)").find(behind.front()) != std::string_view::npos;
    }
    return false;
}

// "her name was Weena", "a ship called the Pequod", "heaps of stones are known as cairns"
bool isNamed(Words words, const std::vector<std::string>& term)
{
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::size_t before = isArticle(words[i - 1].folded) && i > 1 ? i - 2 : i - 1;
        const std::string_view verb = words[before].folded;
        const bool isKnown = verb == "as" && before > 1 &&
                             ((words[before - 1].folded == "to" && words[before - 2].folded == "referred") ||
                              (words[before - 1].folded == "known" && words[before - 2].folded != "well"));
        const bool isName = isOneOf(verb, kCopulas) && before > 0 && words[before - 1].folded == "name";
        if ((verb == "called" || verb == "named" || isKnown || isName) && beginsWith(words.subspan(i), term))
            return true;
    }
    return false;
}

// The same behind the opening of a long sentence: ".., which is known as augmentation."
bool isNamedLate(std::string_view sentence, const std::vector<std::string>& term)
{
    constexpr std::string_view kKnown = " known as ", kCalled = " called ";
    if (sentence.size() <= kOpeningBytes)
        return false;
    const std::size_t at = std::max(sentence.rfind(kKnown) + 1, sentence.rfind(kCalled) + 1);   // npos + 1: 0
    return at + kKnown.size() > kOpeningBytes && isNamed(splitWords(sentence.substr(at > kCalled.size() ? at - kCalled.size() : 0)), term);
}

// "We define an electronic coin as a chain of ..": with at most two words that say more of it
bool isDefined(Words words, const std::vector<std::string>& term)
{
    constexpr std::size_t kMoreWords = 2;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].folded != "define" && words[i].folded != "defines")
            continue;
        const Words rest = withoutArticle(words.subspan(i + 1));
        for (std::size_t more = 0; more <= kMoreWords && more + term.size() + 1 < rest.size(); ++more) {
            if (beginsWith(rest.subspan(more), term) && rest[more + term.size()].folded == "as")
                return true;
        }
    }
    return false;
}

// "We use the term biased counting to refer to ..", "The term 'counting' means .."
bool isTermFor(Words words, const std::vector<std::string>& term)
{
    constexpr std::array kMeans = std::to_array<std::string_view>({"means", "refers", "denotes", "describes"});
    constexpr std::array kToMean = std::to_array<std::string_view>({"refer", "mean", "denote", "describe"});
    for (std::size_t i = 0; i + term.size() + 2 < words.size(); ++i) {
        const Words behind = words.subspan(i + 1);
        if (words[i].folded != "term" || !beginsWith(behind, term))
            continue;
        const Words rest = behind.subspan(term.size());
        if (isOneOf(rest[0].folded, kMeans) || (rest[0].folded == "to" && isOneOf(rest[1].folded, kToMean)))
            return true;
    }
    return false;
}

// "to biased counting, which is a way to ..", "Ben Lund, who was a sailor"; not "the end of the block, which is a ..", "reference counting,
// which is a .." for "counting".
bool isToldAside(std::string_view sentence, Words words, const std::vector<std::string>& term)
{
    constexpr std::array kOneOfAKind = std::to_array<std::string_view>({"a", "an", "one"});
    for (std::size_t i = 0; i + term.size() + 3 < words.size(); ++i) {
        const std::size_t behind = i + term.size();
        const bool isComma = sentence.substr(words[behind - 1].range.end).starts_with(", ");
        const bool isClause = words[behind].folded == "which" || words[behind].folded == "who";
        const bool isTold = words[behind].folded == "which" && isTellingVerb(words[behind + 1].folded);
        const bool isKind = isTold || (isOneOf(words[behind + 1].folded, kCopulas) && isOneOf(words[behind + 2].folded, kOneOfAKind));
        if (!isComma || !isClause || !isKind || !beginsWith(words.subspan(i), term))
            continue;
        const std::size_t before = i > 0 && isArticle(words[i - 1].folded) ? i - 1 : i;
        if (before == 0 || (isStopWord(words[before - 1].folded) && words[before - 1].folded != "of"))
            return true;
    }
    return false;
}

// "The act of walking\u2014going on foot from one place to the next\u2014is old.": between dashes behind the term
bool isBetweenDashes(std::string_view sentence, Words words, const std::vector<std::string>& term)
{
    constexpr std::array kDashes = std::to_array<std::string_view>({"\u2014", " \u2014 ", " \u2013 ", "--", " -- "});
    constexpr std::array kActs = std::to_array<std::string_view>({"act", "process", "practice", "idea", "concept", "notion", "method"});
    constexpr std::size_t kFewestWords = 3;
    for (std::size_t i = 0; i + term.size() < words.size(); ++i) {
        const bool isAct = i > 1 && words[i - 1].folded == "of" && isOneOf(words[i - 2].folded, kActs);
        const bool isSubject = i == 0 || (i == 1 && isArticle(words[0].folded)) || isAct;
        if (!isSubject || !beginsWith(words.subspan(i), term))
            continue;
        const std::string_view behind = sentence.substr(words[i + term.size() - 1].range.end);
        const auto dash = std::find_if(kDashes.begin(), kDashes.end(), [&](std::string_view one) { return behind.starts_with(one); });
        const std::size_t end = dash == kDashes.end() ? std::string_view::npos : behind.find(*dash, dash->size());
        if (end != std::string_view::npos && splitWords(behind.substr(0, end)).size() >= kFewestWords)
            return true;
    }
    return false;
}

// "Starbuck, the chief mate, ..", "as Peter Jones, the police agent."; not "Yes, Ishmael, the same fate ..", "the death of William, the".
bool isApposed(std::string_view sentence, Words words, const std::vector<std::string>& term)
{
    constexpr std::array kWhose = std::to_array<std::string_view>({"a", "an", "the", "his", "her", "our", "their", "one"});
    constexpr std::array kNotWho = std::to_array<std::string_view>({"good", "little", "moment", "few", "same", "whole", "more"});
    constexpr std::array kOfAnother = std::to_array<std::string_view>({"mrs", "miss", "ms", "lady", "madame", "young", "old"});
    constexpr std::size_t kMostWords = 10;   // "the second mate"
    for (std::size_t i = 0; i + term.size() + 1 < words.size(); ++i) {
        const Word& last = words[i + term.size() - 1];
        const Word& whose = words[i + term.size()];
        const bool isComma = sentence.substr(last.range.end, whose.range.begin - last.range.end) == ", ";
        if (!isComma || !isOneOf(whose.folded, kWhose) || isOneOf(words[i + term.size() + 1].folded, kNotWho))
            continue;
        const bool isListed =
            i > 0 && (words[i - 1].folded == "of" || words[i - 1].folded == "and" || sentence[words[i - 1].range.end] == ',');
        const bool isAnother = i > 0 && isOneOf(words[i - 1].folded, kOfAnother);   // "Mrs. Fezziwig" is not Fezziwig
        if (isListed || isAnother || !isCapitalAt(sentence, words[i].range.begin) || !beginsWith(words.subspan(i), term))
            continue;
        const std::string_view behind = sentence.substr(whose.range.end);
        const std::string_view told = behind.substr(0, behind.find_first_of(",;.!?:)"));
        const std::vector<Word> tells = splitWords(told);
        const bool repeats = beginsWith(withoutArticle(tells), term);
        if (told.size() < behind.size() && !tells.empty() && tells.size() <= kMostWords && !repeats)
            return true;
    }
    return false;
}

// "She knew the well-known singer, Ada Lund.": told before the full name. Not "He shut the door, Ben.", which is said to him.
bool isIntroduced(std::string_view sentence, Words words, const std::vector<std::string>& term)
{
    constexpr std::array kWhose = std::to_array<std::string_view>({"the", "my", "his", "her", "our", "their", "your"});
    constexpr std::size_t kFewestNames = 2, kMostWords = 4;   // "the very well-known singer"
    for (std::size_t i = 2; i + term.size() <= words.size() && term.size() >= kFewestNames; ++i) {
        const std::size_t begin = words[i].range.begin, end = words[i + term.size() - 1].range.end;
        const bool isComma = sentence.substr(words[i - 1].range.end, begin - words[i - 1].range.end) == ", ";
        const bool isWhole = end == sentence.size() || std::string_view(".,;!?").find(sentence[end]) != std::string_view::npos;
        if (!isComma || !isWhole || isTitleOfPerson(words[i].folded) || !isCapitalAt(sentence, begin) ||
            !beginsWith(words.subspan(i), term))
            continue;
        for (std::size_t whose = i - 2; i - whose <= kMostWords + 1; --whose) {
            if (isOneOf(words[whose].folded, kWhose))
                return sentence.substr(words[whose].range.begin, words[i - 1].range.end - words[whose].range.begin).find(',') ==
                       std::string_view::npos;
            if (whose == 0)
                break;
        }
    }
    return false;
}

// Bytes of a list's mark before an item: "- ", "c. ", "(a) ", "12) ". 0: none.
std::size_t markBefore(std::string_view sentence)
{
    constexpr std::size_t kMostDigits = 2;
    if (sentence.starts_with(kListMark))
        return kListMark.size();
    std::size_t at = sentence.starts_with('(') ? 1 : 0;
    const std::size_t begin = at;
    while (at < sentence.size() && at - begin < kMostDigits && isAsciiDigit(sentence[at]))
        ++at;
    if (at == begin && at < sentence.size() && sentence[at] >= 'a' && sentence[at] <= 'z')
        ++at;
    const std::string_view behind = sentence.substr(at);
    return at > begin && (behind.starts_with(") ") || (begin == 0 && behind.starts_with(". "))) ? at + 2 : 0;
}

}  // namespace

std::vector<std::string> definedTerm(std::string_view question)
{
    constexpr std::array kAsked = std::to_array<std::string_view>({"definition", "meaning"});
    constexpr std::array kKinds = std::to_array<std::string_view>({"column", "field", "option", "flag", "switch", "parameter", "term",
                                                                   "word", "abbreviation", "acronym", "code"});
    const std::vector<Word> words = splitWords(question);
    Words rest(words);
    if (rest.size() < 2)
        return {};
    const bool asks = rest[0].folded == "what" || rest[0].folded == "who";
    if (asks && isOneOf(rest[1].folded, kCopulas)) {
        rest = rest.subspan(2);
        const Words asked = withoutArticle(rest);   // "the definition of a cairn", "meant by a cairn"
        const bool isMeaning = asked.size() > 2 && isOneOf(asked[0].folded, kAsked) && asked[1].folded == "of";
        if (isMeaning || (rest.size() > 2 && rest[0].folded == "meant" && rest[1].folded == "by"))
            rest = isMeaning ? asked.subspan(2) : rest.subspan(2);
    } else if (rest.size() > 3 && rest[0].folded == "how" && isOneOf(rest[1].folded, kCopulas) && rest.back().folded == "defined") {
        rest = rest.subspan(2, rest.size() - 3);
    } else if (rest[0].folded == "what" && rest[1].folded == "does" && rest.back().folded == "mean") {
        rest = rest.subspan(2, rest.size() - 3);
        if (rest.size() > 1 && isOneOf(rest.back().folded, kKinds))   // "the fw column"
            rest = rest.first(rest.size() - 1);
    } else if (rest[0].folded == "what" && (rest[1].folded == "counts" || rest[1].folded == "qualifies") && rest.size() > 3 &&
               rest[2].folded == "as") {
        rest = rest.subspan(3);
    } else if (rest[0].folded == "define") {
        rest = rest.subspan(1);
        if (rest.size() > 2 && isOneOf(rest[0].folded, kAsked) && rest[1].folded == "of")   // "meaning of cairn"
            rest = rest.subspan(2);
        else if (rest.size() > 1 && isOneOf(rest.back().folded, kAsked))
            rest = rest.first(rest.size() - 1);
    } else {
        return {};
    }
    rest = withoutArticle(rest);
    std::vector<std::string> term;
    for (const Word& word : rest)
        term.push_back(word.folded);
    const bool content = std::any_of(term.begin(), term.end(), [](const std::string& word) { return !isStopWord(word); });
    return content && term.size() <= kTermWords ? term : std::vector<std::string>();
}

bool beginsWith(std::span<const Word> words, const std::vector<std::string>& term)
{
    return words.size() >= term.size() && std::equal(term.begin(), term.end(), words.begin(),
                                                     [](const std::string& a, const Word& b) { return stem(a) == stem(b.folded); });
}

int definitionStrength(std::string_view sentence, const std::vector<std::string>& term)
{
    const std::vector<Word> words = splitWords(sentence.substr(0, kOpeningBytes));
    const Words subject = withoutArticle(words);
    if (term.empty() || subject.size() <= term.size() || sentence.ends_with('?'))
        return 0;
    const int after = beginsWith(subject, term) ? strengthAfter(sentence, subject[term.size() - 1], subject.subspan(term.size())) : 0;
    const bool isMeant = isToldAside(sentence, words, term) || isTermFor(words, term) || isUnderstood(words, term);
    if (after < kStrongest && (isMeant || isCalled(sentence, words, term)))
        return kStrongest;
    const bool isTold = isBetweenDashes(sentence, words, term) || isNamed(words, term) || isDefined(words, term) ||
                        isApposed(sentence, words, term) || isNamedLate(sentence, term);
    return after > 0 ? after : isTold || isIntroduced(sentence, words, term) ? 1 : 0;
}

bool tellsOnlyHow(std::string_view sentence, const std::vector<std::string>& term)
{
    constexpr std::array kWhose = std::to_array<std::string_view>({"my", "your", "his", "her", "our", "their", "its", "this", "that"});
    const std::vector<Word> words = splitWords(sentence.substr(0, kOpeningBytes));
    const Words subject = withoutArticle(words);
    const std::size_t copula = term.size(), told = copula + 1;
    if (term.empty() || !beginsWith(subject, term) || subject.size() <= told || !isOneOf(subject[copula].folded, kCopulas))
        return false;
    const Word& word = subject[told];
    const bool isName = isCapitalAt(sentence, word.range.begin), isOf = subject.size() > told + 1 && subject[told + 1].folded == "of";
    return !isOneOf(word.folded, kDeterminers) && !isOneOf(word.folded, kWhose) && !isName && !isOf;
}

namespace
{

// "X means ..", "X is defined as ..", "By X we understand ..": what a contract or a treatise says so is quoted at length.
bool definesFormally(std::string_view sentence, const std::vector<std::string>& term)
{
    const std::vector<Word> words = splitWords(sentence.substr(0, kOpeningBytes));
    const Words subject = withoutArticle(words);
    if (isUnderstood(words, term))
        return true;
    if (subject.size() < term.size() + 3 || !beginsWith(subject, term))
        return false;
    const Words rest = subject.subspan(term.size());
    return rest[0].folded == "means" || rest[0].folded == "denotes" || isDefinedThen(rest);
}

// Only the term itself stands between quotation marks: "This heap, called a \"cairn,\" is old."
bool marksOnly(std::string_view sentence, const std::vector<std::string>& term)
{
    constexpr std::size_t kLongest = 300;   // bytes, as mayBeQuoted() has it
    const std::size_t open = sentence.find('"'), close = open == std::string_view::npos ? open : sentence.find('"', open + 1);
    if (sentence.size() > kLongest || close == std::string_view::npos || sentence.find('"', close + 1) != std::string_view::npos)
        return false;
    const std::vector<Word> marked = splitWords(sentence.substr(open, close - open));
    return marked.size() == term.size() && beginsWith(marked, term);
}

bool mayDefine(std::string_view sentence, const std::vector<std::string>& term)
{
    const bool isLong = sentence.size() <= kLongestFormal && sentence.find('"') == std::string_view::npos;
    return mayBeQuoted(sentence) || marksOnly(sentence, term) || (isLong && definesFormally(sentence, term));
}

}  // namespace

std::optional<DocumentPlace> definitionOf(const std::vector<std::string>& term, const DocumentTexts& texts,
                                          const Allowed& allowed)
{
    std::optional<DocumentPlace> best;
    int strongest = 0;
    for (std::uint32_t document = 0; document < texts.documents() && !term.empty(); ++document) {
        const std::string_view text = texts.text(document);
        for (ByteRange range : splitSentences(text)) {
            range.begin += markBefore(text.substr(range.begin, range.size()));   // withoutListMark() takes cells away: they may be the term
            const std::string_view sentence = text.substr(range.begin, range.size());
            if (!mayDefine(sentence, term))
                continue;
            const int strength = definitionStrength(sentence, term);
            if (strength <= strongest || !allowed({document, range}))
                continue;
            const DocumentPlace both{document, withWhatIsMeant(text, range, kLongestBoth)};
            best = allowed(both) ? both : DocumentPlace{document, range};
            strongest = strength;
            if (strongest == kStrongest)
                return best;
        }
    }
    return best;
}

std::string givenNameAsked(std::string_view question, const DocumentTexts& texts)
{
    constexpr std::array kNoNames = std::to_array<std::string_view>({"old", "young", "the"});
    const std::vector<Word> words = splitWords(question);
    if (words.size() != 4 || words[0].folded != "who" || !isOneOf(words[1].folded, kCopulas) ||
        isTitleOfPerson(words[2].folded) || isOneOf(words[2].folded, kNoNames))
        return {};
    for (const Word& word : {words[2], words[3]}) {
        if (!isCapitalAt(question, word.range.begin))
            return {};
    }
    const std::string_view name = question.substr(words[2].range.begin, words[3].range.end - words[2].range.begin);
    for (std::uint32_t document = 0; document < texts.documents(); ++document) {
        if (texts.text(document).find(name) != std::string_view::npos)
            return words[2].folded;
    }
    return {};
}

}  // namespace cairn
