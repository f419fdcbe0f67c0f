#include "core/wording/quoting/asked_heading.h"

#include "core/wording/questions/whole_question.h"
#include "core/wording/quoting/instruction.h"
#include "core/wording/text/document_parts.h"
#include "core/wording/text/heading_section.h"
#include "core/wording/text/lists.h"
#include "core/wording/text/question_paragraphs.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/negation.h"
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

constexpr std::string_view kHow = "how", kCan = "can";
constexpr auto kAsking = std::to_array<std::string_view>(
    {"what", "which", "who", "whom", "whose", "when", "where", "why",   "how",    "can",   "could", "may", "might", "do",
     "does", "did",   "is",  "are",  "was",   "were", "will",  "would", "should", "shall", "must",  "has", "have",  "had"});

std::vector<std::string> foldedWords(std::string_view text)
{
    std::vector<std::string> folded;
    for (const Word& word : splitWords(text))
        folded.push_back(stem(word.folded));
    return folded;
}

// "3.", "Q4:", "Question 2.", "Q:"
bool isQuestionNumber(std::string_view word)
{
    const std::string_view digits = word.substr(word.starts_with('q') ? 1 : 0);
    return digits.empty() || isDigits(digits) || word == "question";
}

// The heading asks it in the same words; without a question mark only one that begins as questions do.
bool asksSame(std::string_view heading, const std::vector<std::string>& asked)
{
    if (!heading.ends_with('?') && !isOneOf(asked.front(), kAsking))
        return false;
    const std::vector<std::string> words = foldedWords(heading);
    const std::size_t more = words.size() - std::min(words.size(), asked.size());
    const auto same = words.begin() + std::ptrdiff_t(more);
    return words.size() >= asked.size() && more <= 2 && std::all_of(words.begin(), same, isQuestionNumber) &&
           std::equal(asked.begin(), asked.end(), same);
}

// What text[begin, end) opens with, unless it only announces a list
ByteRange firstSentences(std::string_view text, std::uint64_t begin, std::uint64_t end)
{
    const ByteRange said = openingSentences(text, begin, end);
    return announcesList(text.substr(said.begin, said.size())) ? ByteRange{} : said;
}

// "Do I need boots? Yes. Moors are wet." of a paragraph: what it goes on with. Empty: it doesn't open with that question.
ByteRange behindSameQuestion(std::string_view text, ByteRange paragraph, const std::vector<std::string>& asked)
{
    constexpr std::uint64_t kLongestQuestion = 300;
    const std::string_view opening = text.substr(paragraph.begin, std::min(paragraph.size(), kLongestQuestion));
    const std::size_t mark = opening.find('?');
    const bool isRunOn = mark + 1 < opening.size() && (opening[mark + 1] == ' ' || opening[mark + 1] == '\n');
    if (mark == std::string_view::npos || !isRunOn || !asksSame(opening.substr(0, mark + 1), asked))
        return {};
    return firstSentences(text, paragraph.begin + mark + 1, paragraph.end);
}

// The first of the sections that `isAsked` where something is said
template <typename IsAsked>
std::optional<DocumentPlace> firstOf(const std::vector<Section>& sections, ByteRange (*said)(const Section&), const IsAsked& isAsked,
                                     const Allowed& allowed)
{
    for (const Section& section : sections) {
        if (!isAsked(section))
            continue;
        const DocumentPlace place{section.number, said(section)};
        if (place.range.size() > 0 && allowed(place))
            return place;
    }
    return std::nullopt;
}

std::vector<std::string> stemsWithoutNumber(std::string_view heading, TextLanguage language)
{
    std::vector<std::string> words = contentStems(heading, language);
    if (!words.empty() && isDigits(words.front()))
        words.erase(words.begin());
    return words;
}

// The heading that has these stems, in any order, and no others
std::optional<DocumentPlace> belowHeadingWith(std::vector<std::string> wanted, TextLanguage language,
                                              std::span<const CanonicalText* const> documents,
                                              const Allowed& allowed)
{
    std::sort(wanted.begin(), wanted.end());
    const auto hasThese = [&](const Section& section) {
        std::vector<std::string> words = stemsWithoutNumber(section.heading, language);
        std::sort(words.begin(), words.end());
        return words == wanted;
    };
    return wanted.empty() ? std::nullopt : firstOf(sectionsOf(documents), saidBelow, hasThese, allowed);
}

// A line that has these stems and no others, with the list that it stands above; texts without an outline have such headings too.
std::optional<DocumentPlace> listBelowLineWith(std::vector<std::string> wanted, std::span<const CanonicalText* const> documents,
                                               const Allowed& allowed)
{
    constexpr std::uint64_t kLongestLine = 80;
    std::sort(wanted.begin(), wanted.end());
    for (std::uint32_t document = 0; document < documents.size() && !wanted.empty(); ++document) {
        const std::string_view text = documents[document]->text;
        for (const ByteRange& line : splitLines(text)) {
            if (line.size() == 0 || line.size() > kLongestLine)
                continue;
            std::vector<std::string> words = stemsWithoutNumber(text.substr(line.begin, line.size()), TextLanguage::English);
            std::sort(words.begin(), words.end());
            const auto list = words == wanted ? listBelow(text, line) : std::nullopt;
            if (list && allowed({document, *list}))
                return DocumentPlace{document, *list};
        }
    }
    return std::nullopt;
}

// How many words a term has without the document that it is of: "limits" of "limits of the study"
std::size_t wordsWithoutDocument(const std::vector<std::string>& term)
{
    const std::size_t words = term.size();
    if (words < 3 || !isDocumentWord(term.back()))
        return words;
    const std::size_t of = isStopWord(term[words - 2]) && term[words - 2] != "of" && words > 3 ? words - 3 : words - 2;
    return term[of] == "of" || term[of] == "in" ? of : words;
}

// "removal" of "remove", "installation" of "install"; both as stems
bool isNounOf(std::string_view noun, std::string_view verb)
{
    constexpr auto kEndings = std::to_array<std::string_view>({"", "al", "ation", "ion", "ment", "ement"});
    return noun.starts_with(verb) && isOneOf(noun.substr(verb.size()), kEndings);
}

// "Take the lid off.", "You can lift it by hand."; with the verb of the heading whatever follows: "Report bugs by mail."
bool tellsDeed(std::string_view sentence, std::string_view headingVerb)
{
    constexpr auto kObjects = std::to_array<std::string_view>(
        {"the", "a",   "an", "it",  "them", "this", "that", "these", "your", "all",  "each", "any",
         "no",  "out", "up", "down", "to",   "on",   "off",  "away",  "into", "from", "with"});
    constexpr auto kMay = std::to_array<std::string_view>({"can", "may", "should", "must", "need", "have"});
    const std::vector<Word> words = splitWords(sentence);
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        const bool isSomebody = words[i].folded == "you" || words[i].folded == "we" || words[i].folded == "one";
        const bool isMeans = words[i].folded == "by" && words[i + 1].folded.ends_with("ing");
        if ((isSomebody && isOneOf(words[i + 1].folded, kMay)) || isMeans || words[i].folded == "using")
            return true;
    }
    return words.size() > 1 && !isStopWord(words[0].folded) && !words[0].folded.ends_with('s') && !words[0].folded.ends_with("ing") &&
           (isOneOf(words[1].folded, kObjects) || words[0].folded == headingVerb);
}

// The steps below a heading, or sentences of which one tells a deed
ByteRange deedsBelow(const Section& section)
{
    const ByteRange said = stepsBelow(section);
    const std::string_view words = section.text.substr(said.begin, said.size());
    const std::vector<ByteRange> sentences = splitSentences(words);
    const bool isText = said == openingSentences(section.text, section.line.end, section.text.size());
    const std::vector<std::string> heading = stemsWithoutNumber(section.heading, TextLanguage::English);
    const std::string_view verb = heading.empty() ? std::string_view() : heading.front();
    const bool tells = std::any_of(sentences.begin(), sentences.end(),
                                   [&](const ByteRange& one) { return tellsDeed(words.substr(one.begin, one.size()), verb); });
    return isText && !tells ? ByteRange{} : said;
}

// "Emptying the tank" of "empty the tank", or a part of these words with what is done first ("Disposal") where the first paragraph has
// the others.
bool tellsHowTo(const std::vector<std::string>& aim, const Section& section)
{
    const std::vector<std::string> words = stemsWithoutNumber(section.heading, TextLanguage::English);
    const auto isAimed = [&](const std::string& word) { return std::find(aim.begin(), aim.end(), word) != aim.end(); };
    if (words.empty() || section.heading.ends_with('?') || !isNounOf(words.front(), aim.front()) ||
        !std::all_of(words.begin() + 1, words.end(), isAimed))
        return false;
    const ByteRange first = nextParagraph(section.text, section.line.end);
    const std::vector<std::string> said = contentStems(section.text.substr(first.begin, first.size()));
    return std::all_of(aim.begin() + 1, aim.end(), [&](const std::string& word) {
        return std::find(words.begin(), words.end(), word) != words.end() || std::find(said.begin(), said.end(), word) != said.end();
    });
}

// What a question wants, by its first words: questions of two kinds with the same words ask for two things.
std::string kindOf(const std::vector<Word>& words)
{
    constexpr auto kMay = std::to_array<std::string_view>({"can", "could", "may", "might"});
    constexpr auto kDo = std::to_array<std::string_view>({"do", "does", "did", "to", "should", "would", "must", "can", "could", "may"});
    constexpr auto kIs = std::to_array<std::string_view>({"is", "are", "was", "were"});
    const std::string& first = words.front().folded;
    if (first == kHow)
        return words.size() > 1 && !isOneOf(words[1].folded, kDo) ? first + " " + words[1].folded : first;
    return isOneOf(first, kMay) ? std::string(kCan) : isOneOf(first, kIs) ? "is" : first == "did" || first == "does" ? "do" : first;
}

// What a question asks. Without words: none that begins as questions do.
struct Asked
{
    std::string kind;
    std::ptrdiff_t negations = 0;
    bool joins = false;   // "make and sell"
    std::vector<std::string> stems;
};

Asked askedBy(std::string_view question)
{
    std::vector<Word> words = splitWords(question);
    while (!words.empty() && isQuestionNumber(words.front().folded))
        words.erase(words.begin());
    Asked asked;
    if (words.empty() || !isOneOf(words.front().folded, kAsking))
        return asked;
    asked.kind = kindOf(words);
    asked.negations = std::count_if(words.begin(), words.end(), [](const Word& word) { return isNegation(word.folded); });
    asked.joins = std::any_of(words.begin(), words.end(), [](const Word& word) { return word.folded == "and" || word.folded == "or"; });
    asked.stems = contentStems(question.substr(words.front().range.begin));
    std::erase_if(asked.stems, [](const std::string& word) { return word == "rather" || word == "instead"; });   // of, than
    return asked;
}

bool standsIn(const std::string& word, std::span<const CanonicalText* const> documents)
{
    return std::any_of(documents.begin(), documents.end(), [&](const CanonicalText* document) {
        const std::vector<std::string> all = contentStems(document->text);
        return std::find(all.begin(), all.end(), word) != all.end();
    });
}

// The words of `part` stand among all words in their order.
bool isAmong(const std::vector<std::string>& part, const std::vector<std::string>& all)
{
    auto at = all.begin();
    for (const std::string& word : part) {
        at = std::find(at, all.end(), word);
        if (at == all.end())
            return false;
        ++at;
    }
    return true;
}

// "enable" and "disable", "lock" and "unlock", as stems
bool areOpposites(const std::string& a, const std::string& b)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kOpposites{
        {{"enable", "disable"}, {"import", "export"}, {"start", "stop"}, {"open", "close"}, {"add", "remove"}, {"add", "delete"},
         {"increase", "decrease"}, {"buy", "sell"}, {"show", "hide"}, {"send", "receive"}, {"encrypt", "decrypt"}, {"attach", "detach"},
         {"join", "leave"}, {"raise", "lower"}}};
    constexpr auto kNot = std::to_array<std::string_view>({"un", "dis", "de", "in"});
    const auto isOf = [&](std::string_view word, std::string_view other) {   // "unlock", "lock"
        return word.ends_with(other) && isOneOf(word.substr(0, word.size() - other.size()), kNot);
    };
    const auto isPair = [&](const auto& pair) {
        const std::string first = stem(pair.first), second = stem(pair.second);
        return (a == first && b == second) || (a == second && b == first);
    };
    return isOf(a, b) || isOf(b, a) || std::any_of(kOpposites.begin(), kOpposites.end(), isPair);
}

// How many words that say something a heading has and the question has not: none, one more ("Can I make and sell stones?" to "Can I sell
// stones?"; not "How do I build dry walls?", which are others), or as its verb one for a verb that stands nowhere in the documents.
// Nothing: it asks for something else.
std::optional<int> othersIn(const Asked& heading, const Asked& question, std::span<const CanonicalText* const> documents)
{
    constexpr std::size_t kFewest = 2, kFewestBesideOther = 3;
    constexpr auto kOfDeeds = std::to_array<std::string_view>({kHow, kCan, "should", "must", "will", "would"});
    const std::vector<std::string>&there = heading.stems, &asked = question.stems;
    if (asked.size() < kFewest || heading.kind != question.kind || heading.negations != question.negations)
        return std::nullopt;
    if (there == asked)
        return 0;
    const bool isOfDeed = isOneOf(heading.kind, kOfDeeds);
    if (asked.size() < kFewestBesideOther)
        return std::nullopt;
    if (there.size() == asked.size() + 1)
        return isAmong(asked, there) && (heading.joins || !isOfDeed) ? std::optional(1) : std::nullopt;
    const bool isOtherVerb = isOfDeed && there.size() == asked.size() && asked.size() > kFewestBesideOther &&
                             std::equal(there.begin() + 1, there.end(), asked.begin() + 1);
    const bool isSame = isOtherVerb && !areOpposites(there.front(), asked.front()) && !standsIn(asked.front(), documents);
    return isSame ? std::optional(1) : std::nullopt;
}

// What stands below the heading that asks nearly the same, if it is one alone
std::optional<DocumentPlace> belowNearHeading(std::string_view question, const std::vector<Section>& sections,
                                              std::span<const CanonicalText* const> documents, const Allowed& allowed)
{
    const Asked asked = askedBy(question);
    const Section* nearest = nullptr;
    int fewest = 2;
    bool isAlone = true;
    for (const Section& section : sections) {
        const auto others = othersIn(askedBy(section.heading), asked, documents);
        if (!others || *others > fewest)
            continue;
        isAlone = *others < fewest;
        fewest = *others;
        nearest = &section;
    }
    if (nearest == nullptr || !isAlone)
        return std::nullopt;
    const DocumentPlace place{nearest->number, asked.kind == kHow ? stepsBelow(*nearest) : saidBelow(*nearest)};
    return place.range.size() > 0 && allowed(place) ? std::optional(place) : std::nullopt;
}

// How many of the words that say something the heading lacks
std::size_t missingIn(const std::vector<std::string>& heading, const std::vector<std::string>& asked)
{
    return static_cast<std::size_t>(std::count_if(asked.begin(), asked.end(), [&](const std::string& word) {
        return std::find(heading.begin(), heading.end(), word) == heading.end();
    }));
}

// What answers the question of a text that has all words of a shorter one or of words alone, if it is one alone; of five or more words all
// but one. Not where somebody, a place, a time or an amount is asked for.
std::optional<DocumentPlace> belowLongQuestion(std::string_view question, const std::vector<Section>& questions, const Allowed& allowed)
{
    constexpr std::size_t kFewest = 3, kFewestButOne = 5;
    constexpr auto kKinds = std::to_array<std::string_view>({"", kHow, kCan, "is", "do", "why", "should", "must", "will", "would", "has"});
    const std::string kind = askedBy(question).kind;
    std::vector<std::string> asked = contentStems(question);
    std::sort(asked.begin(), asked.end());
    asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
    if (asked.size() < kFewest || !isOneOf(kind, kKinds))
        return std::nullopt;
    std::size_t fewest = asked.size() < kFewestButOne ? 0 : 1;
    const Section* nearest = nullptr;
    bool isAlone = true;
    for (const Section& section : questions) {
        const std::size_t missing = missingIn(contentStems(section.heading), asked);
        if (missing > fewest)
            continue;
        isAlone = nearest == nullptr || missing < fewest;
        fewest = missing;
        nearest = &section;
    }
    if (nearest == nullptr || !isAlone)
        return std::nullopt;
    const DocumentPlace place{nearest->number, saidBelow(*nearest)};
    return place.range.size() > 0 && allowed(place) ? std::optional(place) : std::nullopt;
}

// "Who should not take it?": the list below the heading that forbids it ("Do not take it if")
std::optional<DocumentPlace> belowForbidding(std::string_view question, const std::vector<Section>& sections, const Allowed& allowed)
{
    constexpr auto kForbids = std::to_array<std::string_view>({"do", "dont", "never", "not", "must", "should", "cannot"});
    const std::vector<Word> words = splitWords(question);
    const auto isNot = [](const Word& word) { return isNegation(word.folded); };
    const auto forbids = [&](std::string_view heading) {
        const std::vector<Word> said = splitWords(heading);
        return !said.empty() && std::any_of(said.begin(), said.end(), isNot) &&
               std::any_of(said.begin(), said.end(), [&](const Word& word) { return isOneOf(word.folded, kForbids); });
    };
    const auto verbs = [](std::string_view text) {
        std::vector<std::string> stems = stemsWithoutNumber(text, TextLanguage::English);
        std::erase_if(stems, [](const std::string& word) { return isNegation(word) || word == "must"; });
        return stems;
    };
    const std::vector<std::string> asked = verbs(question);
    const bool asksWho = words.size() > 3 && words[0].folded == "who" && std::any_of(words.begin(), words.begin() + 4, isNot);
    if (!asksWho || asked.empty())
        return std::nullopt;
    return firstOf(sections, saidBelow, [&](const Section& one) { return forbids(one.heading) && verbs(one.heading) == asked; }, allowed);
}

}  // namespace

std::optional<DocumentPlace> answerBelowHeading(std::string_view question, std::span<const CanonicalText* const> documents,
                                                const Allowed& allowed)
{
    const std::vector<std::string> asked = foldedWords(question);
    if (asked.size() < 2)
        return std::nullopt;
    std::vector<Section> sections = sectionsOf(documents);
    const std::vector<Section> questions = questionSections(documents);
    sections.insert(sections.end(), questions.begin(), questions.end());
    const auto said = aimAsked(question).empty() ? saidBelow : stepsBelow;
    if (const auto below = firstOf(sections, said, [&](const Section& section) { return asksSame(section.heading, asked); }, allowed))
        return below;
    if (const auto near = belowNearHeading(question, sections, documents, allowed))
        return near;
    if (const auto longer = belowLongQuestion(question, questions, allowed))
        return longer;
    if (const auto forbidden = belowForbidding(question, sections, allowed))
        return forbidden;
    const std::vector<std::string> aim = contentStems(aimAsked(question));
    const auto tells = [&](const Section& section) { return tellsHowTo(aim, section); };
    if (const auto steps = aim.size() < 2 ? std::nullopt : firstOf(sections, deedsBelow, tells, allowed))
        return steps;
    for (std::uint32_t document = 0; document < documents.size(); ++document) {
        const std::string_view text = documents[document]->text;
        for (ByteRange paragraph = nextParagraph(text, 0); paragraph.size() > 0; paragraph = nextParagraph(text, paragraph.end)) {
            const DocumentPlace place{document, behindSameQuestion(text, paragraph, asked)};
            if (place.range.size() > 0 && allowed(place))
                return place;
        }
    }
    return std::nullopt;
}

std::optional<DocumentPlace> firstBelowHeadingOf(const std::vector<std::string>& term, std::span<const CanonicalText* const> documents,
                                                 const Allowed& allowed)
{
    const auto stemsOf = [](std::span<const std::string> words) {
        std::vector<std::string> wanted;
        for (const std::string& word : words) {
            if (!isStopWord(word))
                wanted.push_back(stem(word));
        }
        return wanted;
    };
    if (const auto below = belowHeadingWith(stemsOf(term), TextLanguage::English, documents, allowed))
        return below;
    if (const auto list = listBelowLineWith(stemsOf(term), documents, allowed))
        return list;
    const std::size_t whole = wordsWithoutDocument(term);
    if (whole == term.size())
        return std::nullopt;
    return belowHeadingWith(stemsOf(std::span(term).first(whole)), TextLanguage::English, documents, allowed);
}

std::optional<DocumentPlace> firstBelowHeadingOf(std::string_view topic, TextLanguage language,
                                                 std::span<const CanonicalText* const> documents,
                                                 const Allowed& allowed)
{
    return belowHeadingWith(stemsWithoutNumber(topic, language), language, documents, allowed);
}

}  // namespace cairn
