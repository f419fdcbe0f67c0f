#include "core/wording/questions/asked_place.h"

#include "core/wording/questions/whole_in_language.h"
#include "core/wording/questions/whole_question.h"
#include "core/wording/text/document_parts.h"
#include "core/wording/words/language.h"

#include <algorithm>
#include <array>

namespace cairn
{

namespace
{

using Words = std::vector<Word>;

constexpr auto kNames = std::to_array<std::string_view>(
    {"introduction", "conclusion", "conclusions", "abstract",    "preface",          "prologue",        "epilogue",   "foreword",
     "summary",      "discussion", "methods",     "methodology", "results",          "background",      "motivation", "evaluation",
     "limitations",  "overview",   "glossary",    "references",  "acknowledgements", "acknowledgments", "appendix"});
constexpr auto kPrepositions = std::to_array<std::string_view>({"in", "on", "at", "from", "of", "under", "within", "inside", "throughout"});
constexpr auto kAsksWhich = std::to_array<std::string_view>({"which", "what", "each", "every", "any", "no"});
constexpr auto kFirstTo = std::to_array<std::string_view>(
    {"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"});
// Of other languages, by their beginnings: German, French, Spanish; the last of each is "last".
constexpr auto kOrdinalsElsewhere = std::to_array<std::array<std::string_view, 13>>(
    {{"erst", "zweit", "dritt", "viert", "fünft", "sechst", "siebt", "acht", "neunt", "zehnt", "elft", "zwölft", "letzt"},
     {"premi", "deuxi", "troisi", "quatri", "cinqui", "sixi", "septi", "huiti", "neuvi", "dixi", "onzi", "douzi", "derni"},
     {"primer", "segund", "tercer", "cuart", "quint", "sext", "séptim", "octav", "noven", "décim", "undécim", "duodécim", "últim"}});
constexpr auto kOrdinalEnds = std::to_array<std::string_view>({"", "e", "en", "er", "es", "em", "ème", "ère", "a", "o"});
constexpr auto kBeforeElsewhere = std::to_array<std::string_view>({"im", "aus", "auf", "vom", "dans", "au", "du", "en", "del"});
constexpr auto kArticlesElsewhere = std::to_array<std::string_view>({"dem", "der", "das", "des", "die", "le", "la", "el"});
constexpr auto kSaysNothing = std::to_array<std::string_view>( // beside the part that a question names
    {"say",     "said",    "stand", "contain", "happen", "cover",     "discuss",   "describe", "tell",    "talk",  "write",   "written",
     "mention", "explain", "deal",  "present", "show",   "summarize", "summarise", "summary",  "content", "topic", "subject", "text",
     "main",    "point",   "idea",  "gist",    "give",   "read",      "find",      "please",   "briefly", "all"});
constexpr auto kInShort = std::to_array<std::string_view>({"summarize", "summarise", "summary", "point", "gist", "explain"});
constexpr auto kTitles = std::to_array<std::string_view>({"title", "called", "name", "heading", "text"});
constexpr std::string_view kTheText = "the text", kSectionSign = "§", kConclusion = "conclusion";
constexpr std::uint64_t kMostPages = 50; // of a range, and other parts that are named together

struct Mention
{
    std::string kind; // and numbers of document_parts.h
    std::vector<std::string> numbers;
    ByteRange phrase; // of the question
};

std::string ordinalNumber(std::string_view folded)
{
    const auto found = std::find(kFirstTo.begin(), kFirstTo.end(), folded);
    return found == kFirstTo.end() ? std::string() : std::to_string(found - kFirstTo.begin() + 1);
}

// "3" of "dritten", "last" of "última"; empty: no ordinal of these languages.
std::string ordinalElsewhere(std::string_view folded)
{
    for (const auto& ordinals : kOrdinalsElsewhere) {
        for (std::size_t i = 0; i < ordinals.size(); ++i) {
            const bool is = folded.starts_with(ordinals[i]) && isOneOf(folded.substr(ordinals[i].size()), kOrdinalEnds);
            if (is && (folded != ordinals[i] || folded.ends_with("er")))   // "tercer"
                return i + 1 == ordinals.size() ? std::string(kLast) : std::to_string(i + 1);
        }
    }
    return {};
}

// Numbers behind words[at]: "3", "3 and 4", "3 to 5", "3-5". `next`: the first word behind them.
std::vector<std::string> numbersFrom(std::string_view text, const Words& words, std::size_t at, std::size_t& next)
{
    std::vector<std::string> numbers;
    for (next = at; next < words.size();) {
        const std::string number = partNumber(text, words[next]);
        if (number.empty())
            break;
        const std::size_t behind = next + 1;
        numbers.push_back(number);
        next = behind;
        if (behind >= words.size())
            break;
        const std::string_view between = text.substr(words[behind - 1].range.end, words[behind].range.begin - words[behind - 1].range.end);
        const bool isDash = between == "-" || between == "\u2013" || between == " - " || between == " \u2013 ";
        const bool isUpTo = words[behind].folded == "to" || words[behind].folded == "through";
        const bool isAnd = words[behind].folded == "and" || words[behind].folded == "or";
        const std::size_t second = isDash ? behind : behind + 1;
        if (!(isDash || isUpTo || isAnd) || second >= words.size() || !isDigits(words[second].folded))
            break;
        if (isDash || isUpTo) {
            const auto first = digitsValue(number), last = digitsValue(words[second].folded);
            for (std::uint64_t n = first.value_or(0) + 1; first && last && n < *last && numbers.size() < kMostPages; ++n)
                numbers.push_back(std::to_string(n));
        }
        next = second;
    }
    return numbers;
}

// "in the introduction", "does the abstract say", "summarize the conclusion", "what is the conclusion"; not "the introduction of steam".
bool isAskedByName(const Words& words, std::size_t at)
{
    if (!isOneOf(words[at].folded, kNames) || at < 2 || words[at - 1].folded != "the")
        return false;
    constexpr auto kBefore = std::to_array<std::string_view>({"in", "from", "within", "to", "does", "do", "did", "summarize", "summarise"});
    const bool isWhat = words[at].folded.starts_with(kConclusion) && (words[at - 2].folded == "is" || words[at - 2].folded == "are");
    if (!isWhat && !isOneOf(words[at - 2].folded, kBefore))
        return false;
    const bool isOf = at + 1 < words.size() && (words[at + 1].folded == "of" || words[at + 1].folded == "to");
    return !isOf || isDocumentWord(words.back().folded);
}

// "What does the author conclude?": the whole question.
bool asksWhatIsConcluded(const Words& words)
{
    return words.size() > 2 && words[0].folded == "what" && words.back().folded.starts_with("conclude") &&
           std::all_of(words.begin(), words.end() - 1, [](const Word& word) {
               return isStopWord(word.folded) || isDocumentWord(word.folded) || word.folded == "author" || word.folded == "authors";
           });
}

bool followsSectionSign(std::string_view text, std::uint64_t begin)
{
    const std::size_t end = text.substr(0, begin).find_last_not_of(' ');
    return end != std::string_view::npos && text.substr(0, end + 1).ends_with(kSectionSign);
}

// "at the end of the book", "in the beginning of this story": at "end", "beginning"; empty: neither.
std::string_view stretchAt(const Words& words, std::size_t at)
{
    if (at < 2 || at + 3 >= words.size() || words[at - 1].folded != "the" || !isOneOf(words[at - 2].folded, kPrepositions) ||
        words[at + 1].folded != "of" || !isDocumentWord(words[at + 3].folded))
        return {};
    const std::string& word = words[at].folded;
    return word == "end" ? kEnd : word == "beginning" || word == "start" ? kBeginning : std::string_view();
}

// Where the topic of "the section on trailing commas", "the chapter called Loomings" ends: before "says" and the like, a comma, or the end.
// `at`: of "section". `at` itself: it names none.
std::size_t topicEnd(std::string_view text, const Words& words, std::size_t at)
{
    constexpr auto kOn = std::to_array<std::string_view>({"on", "about", "called", "titled", "named", "entitled"});
    constexpr auto kSay =
        std::to_array<std::string_view>({"say", "says", "describe", "describes", "mention", "mentions", "explain", "explains", "tell",
                                         "tells", "state", "states", "recommend", "recommends", "about", "is"});
    const std::string kind = partKind(text, words[at]);
    if (at == 0 || at + 2 >= words.size() || words[at - 1].folded != "the" || !isOneOf(words[at + 1].folded, kOn) ||
        (kind != "section" && kind != "chapter" && kind != "part"))
        return at;
    std::size_t end = at + 2;
    while (end < words.size() && !isOneOf(words[end].folded, kSay) && text[words[end - 1].range.end] != ',')
        ++end;
    return end;
}

// Behind "privacy section" of "the privacy section"; `at`: of the first word behind the article. `at` itself: no such words.
std::size_t namedPartEnd(std::string_view text, const Words& words, std::size_t at)
{
    constexpr std::size_t kMostWords = 4;
    if (at == 0 || words[at - 1].folded != "the")
        return at;
    for (std::size_t i = at + 1; i < words.size() && i <= at + kMostWords; ++i) {
        const std::string kind = partKind(text, words[i]);
        if (!kind.empty())
            return (kind == "section" || kind == "chapter") && !words[i].folded.ends_with('s') ? i + 1 : at;
        if (isStopWord(words[i].folded))
            return at;
    }
    return at;
}

// The part that the words from `at` on name: "section 6.2", "third chapter", "introduction". `past`: the first word behind it.
std::optional<Mention> mentionAt(std::string_view text, const Words& words, std::size_t at, std::size_t& past)
{
    if (at > 0 && isOneOf(words[at - 1].folded, kAsksWhich))
        return std::nullopt;
    if (at == 0 && asksWhatIsConcluded(words)) {
        past = words.size();
        return Mention{std::string(kByName), {std::string(kConclusion)}, {words.front().range.begin, words.back().range.end}};
    }
    if (isAskedByName(words, at)) {
        const bool saysSection = at + 1 < words.size() && words[at + 1].folded == "section";   // "the methods section"
        past = saysSection ? at + 2 : at + 1;
        return Mention{std::string(kByName), {words[at].folded}, {words[at].range.begin, words[past - 1].range.end}};
    }
    if (at + 1 < words.size()) {
        const bool isLast = words[at].folded == kLast || words[at].folded == "final";
        std::string ordinal = isLast ? std::string(kLast) : ordinalNumber(words[at].folded);
        if (ordinal.empty() && languageAsked(text) != TextLanguage::English)
            ordinal = ordinalElsewhere(words[at].folded);
        const std::string kind = partKind(text, words[at + 1]);
        const bool isCounted = kind == "chapter" || kind == "section" || kind == "page" || kind == "stave" || kind == "act";
        if (!ordinal.empty() && isCounted) {
            past = at + 2;
            return Mention{kind, {ordinal}, {words[at].range.begin, words[at + 1].range.end}};
        }
    }
    if (const std::size_t end = topicEnd(text, words, at); end > at + 2) {
        past = end;
        const std::string_view topic = text.substr(words[at + 2].range.begin, words[end - 1].range.end - words[at + 2].range.begin);
        return Mention{std::string(kByTopic), {std::string(topic)}, {words[at].range.begin, words[end - 1].range.end}};
    }
    if (const std::size_t end = namedPartEnd(text, words, at); end > at && (end == words.size() || partNumber(text, words[end]).empty())) {
        past = end;
        const std::string_view topic = text.substr(words[at].range.begin, words[end - 2].range.end - words[at].range.begin);
        return Mention{std::string(kByTopic), {std::string(topic)}, {words[at].range.begin, words[end - 1].range.end}};
    }
    if (const std::string_view stretch = stretchAt(words, at); !stretch.empty()) {
        past = at + 4;
        return Mention{std::string(kStretch), {std::string(stretch)}, {words[at].range.begin, words[at + 3].range.end}};
    }
    const bool hasSign = isDigits(words[at].folded) && followsSectionSign(text, words[at].range.begin);
    const std::string kind = hasSign ? "section" : partKind(text, words[at]);
    if (kind.empty())
        return std::nullopt;
    Mention mention{kind, numbersFrom(text, words, hasSign ? at : at + 1, past), {}};
    if (mention.numbers.empty())
        return std::nullopt;
    mention.phrase = {hasSign ? text.rfind(kSectionSign, words[at].range.begin) : words[at].range.begin, words[past - 1].range.end};
    return mention;
}

// The question with "the text" for the part, or without "in the .."; in another language without the part.
std::string withoutPart(std::string_view question, const Words& words, const Mention& mention, std::size_t first, std::size_t past)
{
    ByteRange cut = mention.phrase;
    const bool isEnglish = languageAsked(question) == TextLanguage::English;
    const auto is = [&](const auto& english, const auto& elsewhere) {
        return first > 0 && (isOneOf(words[first - 1].folded, english) || (!isEnglish && isOneOf(words[first - 1].folded, elsewhere)));
    };
    if (is(std::to_array<std::string_view>({"the", "this"}), kArticlesElsewhere))
        cut.begin = words[--first].range.begin;
    const bool isBehind = is(kPrepositions, kBeforeElsewhere);
    if (isBehind)
        cut.begin = words[first - 1].range.begin;
    const bool leavesOut = isBehind || !isEnglish;
    if (past + 2 < words.size() && words[past].folded == "of" && isDocumentWord(words[past + 2].folded))
        cut.end = words[past + 2].range.end;
    std::string text = std::string(question.substr(0, cut.begin)) + std::string(leavesOut ? std::string_view() : kTheText);
    text += question.substr(cut.end);
    std::string tidy;
    for (const char c : text) {
        if (!(c == ' ' && (tidy.empty() || tidy.back() == ' ')) && !(tidy.empty() && (c == ',' || c == ':')))
            tidy += c;
    }
    if (const std::size_t gap = tidy.find(" ?"); gap != std::string::npos)
        tidy.erase(gap, 1);
    if (!tidy.empty() && tidy[0] >= 'a' && tidy[0] <= 'z')
        tidy[0] = static_cast<char>(tidy[0] - 'a' + 'A');
    return tidy;
}

// All words of the question that say something are among these.
template <std::size_t N>
bool asksNothingBut(std::string_view question, const std::array<std::string_view, N>& words)
{
    const std::vector<std::string> asked = contentStems(question);
    return std::all_of(asked.begin(), asked.end(), [&](const std::string& one) {
        return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return stem(word) == one; });
    });
}

bool asksForSummary(std::string_view question)
{
    const std::vector<std::string> asked = contentStems(question);
    return std::any_of(kInShort.begin(), kInShort.end(),
                       [&](std::string_view word) { return std::find(asked.begin(), asked.end(), stem(word)) != asked.end(); });
}

}  // namespace

std::optional<AskedPlace> askedPlace(std::string_view question, std::span<const CanonicalText* const> documents)
{
    const Words words = splitWords(question);
    for (std::size_t at = 0, past = 0; at < words.size(); ++at) {
        const auto mention = mentionAt(question, words, at, past);
        if (!mention)
            continue;
        AskedPlace asked;
        for (std::uint32_t document = 0; document < documents.size(); ++document) {
            for (const std::string& number : mention->numbers) {
                for (const ByteRange& range : partsOf(*documents[document], mention->kind, number))
                    asked.within.push_back({document, range});
            }
        }
        if (asked.within.empty())
            continue;
        asked.question = withoutPart(question, words, *mention, at, past);
        const bool asksForEvents = std::any_of(words.begin(), words.end(), [](const Word& word) { return stem(word.folded) == "happen"; });
        if (asksNothingBut(asked.question, kSaysNothing) || asksOnlyWhatIsThere(languageAsked(question), asked.question))
            asked.question = asksForEvents ? kPartEventsQuestion : asksForSummary(asked.question) ? kPartSummaryQuestion : kPartQuestion;
        else if (asksNothingBut(asked.question, kTitles))
            asked.question = kPartTitleQuestion;
        return asked;
    }
    return std::nullopt;
}

}  // namespace cairn
