#include "core/wording/quoting/overview.h"

#include "core/wording/questions/manner.h"
#include "core/wording/questions/whole_in_language.h"
#include "core/wording/questions/whole_question.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/language.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace cairn
{

namespace
{

constexpr std::size_t kOpeningBytes = 6000;        // of a document: title, authors, abstract, introduction
constexpr std::uint64_t kShortest = 40, kLongest = 400;   // bytes of a sentence
constexpr std::uint64_t kLongestTitle = 250;
constexpr std::size_t kSubjectWords = 8;           // of a sentence: "This revised edition of the manual describes"
constexpr std::string_view kTitle = "Title:";
constexpr int kStrongest = 2;
constexpr std::string_view kPart = "section";      // says less of the whole

constexpr auto kTells = std::to_array<std::string_view>(
    {"describes", "presents", "introduces", "explains", "covers", "explores", "discusses", "proposes", "examines", "reports", "surveys",
     "defines", "specifies", "documents", "teaches", "shows", "studies", "investigates", "reviews", "outlines", "summarizes", "summarises",
     "provides", "offers", "tells", "addresses", "considers", "analyzes", "analyses", "argues", "demonstrates", "contains", "gives"});
constexpr auto kWeTell = std::to_array<std::string_view>(
    {"propose", "present", "introduce", "describe", "show", "report", "explore", "study", "develop", "investigate", "examine", "discuss",
     "argue", "analyze", "analyse", "demonstrate", "review", "survey", "explain"});
constexpr auto kWeHave = std::to_array<std::string_view>(
    {"proposed", "presented", "introduced", "described", "developed", "designed", "built", "created", "studied", "investigated", "shown"});
constexpr auto kAbstract = std::to_array<std::string_view>({"abstract", "summary", "zusammenfassung", "kurzfassung", "tldr", "synopsis"});
using Words = std::span<const Word>;
template <std::size_t N>
bool hasOneOf(Words words, const std::array<std::string_view, N>& wanted)
{
    return std::any_of(words.begin(), words.end(), [&](const Word& word) { return isOneOf(word.folded, wanted); });
}

bool has(Words words, std::string_view wanted)
{
    return std::any_of(words.begin(), words.end(), [&](const Word& word) { return word.folded == wanted; });
}

// Where "we propose", "we will (we'll) show" or "we have developed" stands; none: words.size().
std::size_t weTell(Words words)
{
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        const bool have = words[i].folded == "weve" || (words[i].folded == "we" && words[i + 1].folded == "have");
        if (have && hasOneOf(words.subspan(i + 1).first(std::min<std::size_t>(4, words.size() - i - 1)), kWeHave))
            return i;
        const bool shortened = words[i].folded == "well";   // "we'll"
        const std::size_t verb = words[i + 1].folded == "will" ? i + 2 : i + 1;
        if ((shortened || words[i].folded == "we") && verb < words.size() && isOneOf(words[verb].folded, kWeTell))
            return i;
    }
    return words.size();
}

// What stands behind "Title:" in the lines that a text opens with
std::optional<ByteRange> namedTitle(std::string_view text, const ByteRange& lines)
{
    for (std::uint64_t begin = lines.begin; begin < lines.end;) {
        const std::uint64_t end = std::min<std::uint64_t>(lines.end, text.find('\n', begin));
        if (text.substr(begin, end - begin).starts_with(kTitle)) {
            const std::uint64_t first = text.find_first_not_of(' ', begin + kTitle.size());
            return first < end ? std::optional(ByteRange{first, end}) : std::nullopt;
        }
        begin = end + 1;
    }
    return std::nullopt;
}

bool isHeadingOfSummary(std::string_view paragraph)
{
    const std::vector<Word> words = splitWords(paragraph);
    return words.size() == 1 && isAbstractWord(words[0].folded);
}

// The sentence follows "Abstract" or "Summary", which stands alone.
bool opensSummary(std::string_view text, std::uint64_t begin)
{
    const std::size_t end = text.find_last_not_of(" \n", begin == 0 ? 0 : begin - 1);
    if (begin == 0 || end == std::string_view::npos)
        return false;
    const std::size_t before = text.rfind('\n', end), first = before == std::string_view::npos ? 0 : before + 1;
    return isHeadingOfSummary(text.substr(first, end + 1 - first));
}

// "We show later that ..": of a part of a document that says nothing.
bool isOurs(std::string_view sentence)
{
    const std::vector<Word> words = splitWords(sentence);
    return !words.empty() && words[0].folded == "we";
}

// The sentence of a document or a part of it that says what it is about.
std::optional<DocumentPlace> subjectIn(const DocumentTexts& texts, const DocumentPlace& whole, const Allowed& allowed, bool orItsFirst)
{
    std::optional<DocumentPlace> best;
    int strongest = -1;
    const std::string_view opening = texts.text(whole).substr(0, kOpeningBytes);
    for (const ByteRange& range : splitSentences(opening)) {
        const std::string_view sentence = opening.substr(range.begin, range.size());
        const bool isWhole = range.end < kOpeningBytes;
        if (!isWhole || range.size() < kShortest || range.size() > kLongest || sentence.find('"') != std::string_view::npos)
            continue;
        const DocumentPlace place{whole.document, {whole.range.begin + range.begin, whole.range.begin + range.end}};
        const int said = orItsFirst && isOurs(sentence) ? 0 : subjectStrength(sentence);
        const int strength = 2 * said + (said == 0 && opensSummary(opening, range.begin) ? 1 : 0);
        if (strength > strongest && (strength > 0 || (orItsFirst && endsAsSentence(sentence))) && allowed(place)) {
            best = place;
            strongest = strength;
        }
    }
    return best;
}

// Of a part that has no longer one: "Article 102. The death penalty is abolished."
std::optional<DocumentPlace> firstSentence(const DocumentTexts& texts, const DocumentPlace& whole, const Allowed& allowed)
{
    constexpr std::uint64_t kFewest = 15;   // bytes; less is a number or a name
    const std::string_view opening = texts.text(whole).substr(0, kLongest);
    for (const ByteRange& range : splitSentences(opening)) {
        const std::string_view sentence = opening.substr(range.begin, range.size());
        const DocumentPlace place{whole.document, {whole.range.begin + range.begin, whole.range.begin + range.end}};
        if (range.size() >= kFewest && endsAsSentence(sentence) && sentence.find('"') == std::string_view::npos && allowed(place))
            return place;
    }
    return std::nullopt;
}

}  // namespace

bool isTopicAlone(std::string_view question)
{
    constexpr std::size_t kMostWords = 4;
    constexpr auto kAsks = std::to_array<std::string_view>(
        {"who",   "whom",   "whose",    "what",  "whats",     "which",     "when",      "where",  "why",    "how",   "is",    "are",
         "was",   "were",   "do",       "does",  "did",       "can",       "could",     "will",   "would",  "should", "may",  "might",
         "has",   "have",   "had",      "list",  "name",      "tell",      "give",      "show",   "find",   "explain", "define",
         "write", "quote",  "describe", "count", "summarize", "summarise", "translate", "hello",  "hi",     "hey",   "ok",    "okay",
         "thank", "thanks", "please",   "yes",   "no",        "help",      "read",      "say",    "more",   "i",     "you",   "it",
         "this",  "that",   "continue", "compare"});
    const std::vector<Word> words = splitWords(question);
    const auto asks = [&](const Word& word) { return isOneOf(word.folded, kAsks); };
    const auto tells = [](const Word& word) { return !isStopWord(word.folded); };
    return question.find('?') == std::string_view::npos && words.size() <= kMostWords && std::any_of(words.begin(), words.end(), tells) &&
           std::none_of(words.begin(), words.end(), asks);
}

std::string_view topicAsked(std::string_view question)
{
    if (isTopicAlone(question))
        return question;
    constexpr auto kSay = std::to_array<std::string_view>({"say", "says", "said", "mention", "state", "tell", "write", "written"});
    constexpr auto kIs = std::to_array<std::string_view>({"is", "was", "were"});
    constexpr auto kResolved = std::to_array<std::string_view>({"decided", "agreed", "discussed", "resolved", "announced", "proposed"});
    constexpr auto kResolve = std::to_array<std::string_view>({"decide", "agree", "discuss", "resolve", "announce", "propose"});
    constexpr auto kAbout = std::to_array<std::string_view>({"about", "regarding", "concerning", "on"});
    const std::vector<Word> words = splitWords(question);
    for (std::size_t i = 2; i + 2 < words.size() && words[0].folded == "what"; ++i) {
        const std::string_view before = words[i - 1].folded, verb = words[i].folded;
        const bool wasSo = isOneOf(before, kIs), didSo = words[1].folded == "did";
        const bool isSaid = isOneOf(verb, kSay) && (wasSo || isDocumentOrChapter(before));
        const bool isResolved = (isOneOf(verb, kResolved) && wasSo) || (isOneOf(verb, kResolve) && didSo);
        if ((isSaid || isResolved) && isOneOf(words[i + 1].folded, kAbout)) {
            const std::string_view topic = question.substr(words[isSaid ? i + 2 : i].range.begin);
            return topic.substr(0, topic.find_last_not_of(" ?.!") + 1);
        }
    }
    return {};
}

std::string topicExplained(std::string_view question)
{
    constexpr auto kBefore = std::to_array<std::string_view>({"please", "can", "could", "would", "will", "you"});
    constexpr auto kBehindVerb = std::to_array<std::string_view>({"to", "me", "us", "more", "briefly", "shortly", "what"});
    constexpr auto kElse = std::to_array<std::string_view>({"why", "how", "who", "when", "where", "which", "if", "whether", "that"});
    const std::string bare = withoutManner(question);
    const std::vector<Word> words = splitWords(bare);
    std::size_t at = 0, end = words.size();
    while (at < end && isOneOf(words[at].folded, kBefore))
        ++at;
    if (at + 1 >= end || (words[at].folded != "explain" && words[at].folded != "describe" && words[at].folded != "tell"))
        return {};
    const bool tells = words[at].folded == "tell";
    for (++at; at < end && isOneOf(words[at].folded, kBehindVerb);)
        ++at;
    const bool asksWhat = words[at - 1].folded == "what";   // "explain what it is"
    if (tells && (at == end || words[at].folded != "about"))
        return {};
    if (tells)
        ++at;
    if (end > at + 2 && words[end - 2].folded == "to" && (words[end - 1].folded == "me" || words[end - 1].folded == "us"))
        end -= 2;
    constexpr auto kManner = std::to_array<std::string_view>({"briefly", "simply", "shortly", "clearly", "please"});
    const bool isCopula = end > at && (words[end - 1].folded == "is" || words[end - 1].folded == "are");
    if (end > at && (isOneOf(words[end - 1].folded, kManner) || (asksWhat && isCopula)))
        --end;
    if (at < end && isArticle(words[at].folded))
        ++at;
    const bool isElse = at >= end || isOneOf(words[at].folded, kElse) || (asksWhat && end == words.size());
    return isElse ? std::string() : bare.substr(words[at].range.begin, words[end - 1].range.end - words[at].range.begin);
}

bool isAbstractWord(std::string_view folded)
{
    return isOneOf(folded, kAbstract);
}

int subjectStrength(std::string_view sentence)
{
    if (const TextLanguage language = languageOf(sentence); language != TextLanguage::English)
        return subjectStrengthIn(language, sentence);
    const std::vector<Word> all = splitWords(sentence);
    Words words(all);
    if (!words.empty() && isAbstractWord(words[0].folded))
        words = words.subspan(1);
    if (words.size() < 4)
        return 0;
    const Words opening = words.first(std::min(words.size(), kSubjectWords));
    const auto document = std::find_if(opening.begin(), opening.end(),
                                       [](const Word& word) { return isDocumentOrChapter(word.folded) || word.folded == kPart; });
    const auto behind = document == opening.end() ? Words() : opening.subspan(static_cast<std::size_t>(document - opening.begin()) + 1);
    const bool isThis = words[0].folded == "this" || words[0].folded == "the" || words[0].folded == "our";
    if (isThis && !behind.empty() && (hasOneOf(behind, kTells) || has(behind, "about")))
        return document->folded == kPart ? 1 : kStrongest;
    const std::size_t we = weTell(opening);
    if (we == opening.size())
        return 0;
    const bool isIn = words[0].folded == "in" && document != opening.end() && document->folded != kPart;
    return isIn ? kStrongest : we == 0 ? 1 : 0;
}

std::optional<DocumentPlace> subjectOf(const DocumentTexts& texts, std::span<const DocumentPlace> within, const Allowed& allowed)
{
    for (const DocumentPlace& part : within) {
        if (const auto sentence = subjectIn(texts, part, allowed, true))
            return sentence;
    }
    for (const DocumentPlace& part : within) {
        if (const auto sentence = firstSentence(texts, part, allowed))
            return sentence;
    }
    for (std::uint32_t document = 0; within.empty() && document < texts.documents(); ++document) {
        if (const auto sentence = subjectIn(texts, {document, {0, texts.text(document).size()}}, allowed, false))
            return sentence;
    }
    return std::nullopt;
}

std::optional<DocumentPlace> titleOf(const DocumentTexts& texts, std::span<const DocumentPlace> within, const Allowed& allowed)
{
    if (texts.documents() == 0)
        return std::nullopt;
    const std::uint32_t document = within.empty() ? 0 : within.front().document;
    const std::string_view text = texts.text(document);
    const std::size_t begin = text.find_first_not_of(" \n", within.empty() ? 0 : within.front().range.begin);
    if (begin == std::string_view::npos)
        return std::nullopt;
    const ByteRange paragraph{begin, std::min(text.size(), text.find("\n\n", begin))};
    const ByteRange line = within.empty() ? namedTitle(text, paragraph).value_or(paragraph) : paragraph;
    const std::string_view words = text.substr(line.begin, line.size());
    const bool isTitle = line.size() <= kLongestTitle && words.find('"') == std::string_view::npos;
    const bool isSentence = within.empty() && words.ends_with('.');   // "CHAPTER 1. Loomings." is none
    return isTitle && !isSentence && !splitWords(words).empty() && allowed({document, line}) ? std::optional(DocumentPlace{document, line})
                                                                                             : std::nullopt;
}

}  // namespace cairn
