#include "core/wording/quoting/summary.h"

#include "core/wording/questions/manner.h"
#include "core/wording/quoting/overview.h"
#include "core/wording/text/document_texts.h"
#include "core/wording/text/ends.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/language.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <unordered_map>

namespace cairn
{

namespace
{

constexpr std::uint64_t kShortest = 45, kLongest = 350;     // bytes of one
constexpr std::size_t kFewestStems = 5;
constexpr std::uint64_t kAbstractWithin = 8000;             // bytes from the beginning on
constexpr std::size_t kSpokenShare = 10;                    // one of so many paragraphs
constexpr double kFirstOfParagraph = 1.3, kFirstOfSection = 1.4, kOfConclusion = 1.3, kLength = 0.7;

// Sentences that open so speak of the one before
constexpr auto kLeans = std::to_array<std::string_view>(
    {"this",      "these",       "that",      "those",    "it",          "they",       "he",       "she",         "its",        "their",
     "his",       "her",         "however",   "but",      "and",         "or",         "so",       "thus",        "therefore",  "hence",
     "then",      "also",        "moreover",  "further",  "furthermore", "finally",    "instead",  "otherwise",   "similarly",  "likewise",
     "nevertheless", "yet",      "such",      "for",      "as",          "figure",     "table",    "see",         "note",       "here",
     "there",     "additionally", "conversely", "besides", "second",     "secondly",   "third",    "thirdly",     "again",      "indeed",
     "dies",      "diese",       "dieser",    "dieses",   "das",         "es",         "er",       "sie",         "aber",       "doch",
     "daher",     "deshalb",     "jedoch",    "dabei",    "damit",       "hierbei",    "dazu",     "außerdem",    "zudem",      "somit"});
constexpr auto kConclusion = std::to_array<std::string_view>({"conclusion", "conclusions", "fazit", "schluss", "schlussfolgerung"});
bool hasOneOf(const std::vector<Word>& words, std::span<const std::string_view> wanted)
{
    return std::any_of(words.begin(), words.end(),
                       [&](const Word& word) { return std::find(wanted.begin(), wanted.end(), word.folded) != wanted.end(); });
}

struct Sentence
{
    ByteRange range;
    std::vector<std::string> stems;      // distinct
    std::size_t section = 0;
    double preference = 1;               // by its place
};

// Sections are told apart at the highest headings of which a part has two.
std::vector<const Heading*> sectionsOf(const CanonicalText& text, const ByteRange& part)
{
    constexpr std::uint8_t kLowest = 6;
    std::vector<const Heading*> sections;
    for (std::uint8_t level = 0; level <= kLowest && sections.size() < 2; ++level) {
        sections.clear();
        for (const Heading& heading : text.outline) {
            if (heading.level <= level && part.begin < heading.begin && heading.begin < part.end)
                sections.push_back(&heading);
        }
    }
    return sections;
}

constexpr auto kMarks = std::to_array<std::string_view>({"\"", "\u201C", "\u201E", "\u00AB", "\u00BB", "\u2018"});
constexpr std::string_view kTypewritten = "'";

bool quotes(std::string_view words)
{
    return std::any_of(kMarks.begin(), kMarks.end(), [&](std::string_view mark) { return words.find(mark) != std::string_view::npos; });
}

// Dialogue begins so; what is quoted within a paragraph may be a word.
bool speaks(std::string_view paragraph)
{
    return paragraph.starts_with(kTypewritten) ||
           std::any_of(kMarks.begin(), kMarks.end(), [&](std::string_view mark) { return paragraph.starts_with(mark); });
}

bool isText(const Paragraph& paragraph)
{
    return paragraph.kind == ParagraphKind::Text;
}

bool isStory(const CanonicalText& text, const ByteRange& part)
{
    std::size_t all = 0, spoken = 0;
    for (const Paragraph& paragraph : text.paragraphs) {
        if (!isText(paragraph) || paragraph.text.begin < part.begin || paragraph.text.end > part.end)
            continue;
        ++all;
        spoken += speaks(std::string_view(text.text).substr(paragraph.text.begin, paragraph.text.size())) ? 1 : 0;
    }
    return all > 0 && spoken * kSpokenShare >= all;
}

// No formula, table or list of names: letters for the most part, and few capitals within.
bool isProse(std::string_view sentence)
{
    std::size_t letters = 0, capitals = 0;
    for (const char c : sentence) {
        const bool isCapital = c >= 'A' && c <= 'Z';
        letters += isCapital || (c >= 'a' && c <= 'z') || c == ' ' || static_cast<unsigned char>(c) >= 0x80 ? 1 : 0;
        capitals += isCapital ? 1 : 0;
    }
    return letters * 100 >= sentence.size() * 90 && capitals * 8 <= sentence.size();
}

// "as shown in Listing 8-21", "meeting the requirements of Section 5.1": what it means stands elsewhere.
bool pointsElsewhere(const std::vector<Word>& words)
{
    constexpr auto kElsewhere = std::to_array<std::string_view>(
        {"listing", "figure", "fig", "table", "section", "sections", "chapter", "equation", "appendix", "below", "above", "abbildung",
         "tabelle", "abschnitt", "kapitel"});
    return hasOneOf(words, kElsewhere);
}

// It stands for itself: whole, no question, no quotation, and leans on no sentence before.
bool standsAlone(std::string_view sentence, const std::vector<Word>& words)
{
    return sentence.size() >= kShortest && sentence.size() <= kLongest && endsAsSentence(sentence) && !sentence.ends_with('?') &&
           !sentence.ends_with(':') && sentence.find('\n') == std::string_view::npos && !quotes(sentence) && !words.empty() &&
           isCapitalAt(sentence, 0) && !isOneOf(words[0].folded, kLeans) && !pointsElsewhere(words) &&
           isProse(sentence);
}

std::vector<Sentence> sentencesOf(const CanonicalText& text, const ByteRange& part, const Allowed& allowed, std::uint32_t document)
{
    const TextLanguage language = languageOfLong(text.text);
    const std::vector<const Heading*> sections = sectionsOf(text, part);
    std::vector<Sentence> sentences;
    std::size_t section = 0;
    auto heading = text.outline.begin();
    bool below = false;   // a heading, with nothing between
    for (const Paragraph& paragraph : text.paragraphs) {
        if (!isText(paragraph) || paragraph.text.begin < part.begin || paragraph.text.end > part.end)
            continue;
        while (section < sections.size() && sections[section]->begin <= paragraph.text.begin)
            ++section;
        for (; heading != text.outline.end() && heading->begin <= paragraph.text.begin; ++heading)
            below = true;
        const std::string_view title = heading == text.outline.begin() ? std::string_view() : std::string_view((heading - 1)->text);
        if (isBackMatter(title))
            continue;
        const bool concludes = hasOneOf(splitWords(title), kConclusion);
        const std::string_view bytes = std::string_view(text.text).substr(paragraph.text.begin, paragraph.text.size());
        bool isFirst = true;
        for (const ByteRange& range : splitSentences(bytes)) {
            const std::string_view words = bytes.substr(range.begin, range.size());
            const bool opens = std::exchange(isFirst, false);
            const bool leads = opens && std::exchange(below, false);
            const ByteRange inText{paragraph.text.begin + range.begin, paragraph.text.begin + range.end};
            if (!standsAlone(words, splitWords(words)) || !allowed({document, inText}))
                continue;
            Sentence sentence{inText, contentStems(words, language), section, 1};
            std::sort(sentence.stems.begin(), sentence.stems.end());
            sentence.stems.erase(std::unique(sentence.stems.begin(), sentence.stems.end()), sentence.stems.end());
            sentence.preference = (leads ? kFirstOfSection : opens ? kFirstOfParagraph : 1) * (concludes ? kOfConclusion : 1);
            if (sentence.stems.size() >= kFewestStems)
                sentences.push_back(std::move(sentence));
        }
    }
    return sentences;
}

// SumBasic: the sentence whose words are likeliest, whose words are then likely to have been said: their likelihood is squared.
void chooseLikeliest(std::size_t wanted, std::vector<Sentence>& sentences, std::vector<ByteRange>& chosen)
{
    std::unordered_map<std::string_view, double> likelihood;
    double all = 0;
    std::size_t sections = 1;
    for (const Sentence& sentence : sentences) {
        for (const std::string& one : sentence.stems)
            likelihood[one] += 1;
        all += static_cast<double>(sentence.stems.size());
        sections = std::max(sections, sentence.section + 1);
    }
    for (auto& [stem, times] : likelihood)
        times /= all;
    std::vector<std::size_t> ofSection(sections, 0);
    const std::size_t mostOfSection = (wanted + sections - 1) / sections;
    const auto isChosen = [&](const Sentence& sentence) {
        return std::any_of(chosen.begin(), chosen.end(), [&](const ByteRange& one) { return one.begin == sentence.range.begin; });
    };
    const auto say = [&](const Sentence& sentence) {
        ++ofSection[sentence.section];
        for (const std::string& one : sentence.stems)
            likelihood[one] *= likelihood[one];
    };
    for (const Sentence& sentence : sentences) {
        if (isChosen(sentence))
            say(sentence);
    }
    while (chosen.size() < wanted) {
        const Sentence* best = nullptr;
        double most = 0;
        for (const Sentence& sentence : sentences) {
            if (ofSection[sentence.section] >= mostOfSection || isChosen(sentence))
                continue;
            double sum = 0;
            for (const std::string& one : sentence.stems)
                sum += likelihood[one];
            const double score = sentence.preference * sum / std::pow(static_cast<double>(sentence.stems.size()), kLength);
            if (score > most) {
                most = score;
                best = &sentence;
            }
        }
        if (best == nullptr)
            return;
        chosen.push_back(best->range);
        say(*best);
    }
}

// "Abstract. We ..", "Abstract - We ..": behind the word; nothing: the paragraph opens otherwise.
std::optional<std::uint64_t> behindAbstract(std::string_view text, const ByteRange& paragraph)
{
    const std::string_view bytes = text.substr(paragraph.begin, paragraph.size());
    const std::vector<Word> words = splitWords(bytes.substr(0, 40));
    if (words.size() < 2 || words[0].range.begin != 0 || words[0].folded != "abstract")
        return std::nullopt;
    const std::string_view between = bytes.substr(words[0].range.end, words[1].range.begin - words[0].range.end);
    const bool isParted = between.find_first_of(".:-\n") != std::string_view::npos || between.find("\u2014") != std::string_view::npos ||
                          between.find("\u2013") != std::string_view::npos;
    return isParted ? std::optional(paragraph.begin + words[1].range.begin) : std::nullopt;
}

// Where an abstract begins: behind its word, or in the first paragraph below its heading; the text's end: there is none.
std::uint64_t abstractOf(const CanonicalText& text)
{
    bool isBelow = false;
    for (const Paragraph& paragraph : text.paragraphs) {
        if (paragraph.text.begin > kAbstractWithin)
            break;
        const std::string_view bytes = std::string_view(text.text).substr(paragraph.text.begin, paragraph.text.size());
        if (const auto begin = behindAbstract(text.text, paragraph.text))
            return *begin;
        const std::vector<Word> words = splitWords(bytes.substr(0, std::min<std::size_t>(bytes.size(), 60)));
        const bool isAlone = !words.empty() && words.size() <= 3 && isAbstractWord(words.back().folded);   // "1. Executive Summary"
        if (isBelow && isText(paragraph))
            return paragraph.text.begin;
        isBelow = isAlone && bytes.size() < 60;
    }
    return text.text.size();
}

// The abstract's first sentences, up to the next heading
std::vector<ByteRange> sentencesOfAbstract(const CanonicalText& text, std::size_t wanted, const Allowed& allowed, std::uint32_t document)
{
    const std::uint64_t begin = abstractOf(text);
    std::uint64_t end = text.text.size();
    for (const Paragraph& paragraph : text.paragraphs) {
        if (paragraph.text.begin > begin && paragraph.kind == ParagraphKind::Heading) {
            end = paragraph.text.begin;
            break;
        }
    }
    std::vector<ByteRange> chosen;
    const std::string_view bytes = std::string_view(text.text).substr(begin, end - begin);
    for (const ByteRange& range : splitSentences(bytes.substr(0, kAbstractWithin))) {
        const DocumentPlace place{document, {begin + range.begin, begin + range.end}};
        const std::string_view words = bytes.substr(range.begin, range.size());
        if (chosen.size() == wanted || range.size() > 2 * kLongest || !endsAsSentence(words) || !allowed(place))
            break;
        chosen.push_back(place.range);
    }
    return chosen;
}

std::vector<DocumentPlace> asPlaces(std::vector<ByteRange> chosen, std::uint32_t document, std::string_view text)
{
    std::sort(chosen.begin(), chosen.end(), [](const ByteRange& a, const ByteRange& b) { return a.begin < b.begin; });
    std::vector<DocumentPlace> places;
    for (const ByteRange& range : chosen) {
        const bool isNext = !places.empty() && text.substr(places.back().range.end, range.begin - places.back().range.end) == " ";
        if (isNext)
            places.back().range.end = range.end;
        else
            places.push_back({document, range});
    }
    return places;
}

std::vector<DocumentPlace> summaryOfPart(std::size_t wanted, const CanonicalText& text, const DocumentPlace& part, bool isWhole,
                                         const Allowed& allowed)
{
    std::vector<ByteRange> chosen;
    if (isWhole)
        chosen = sentencesOfAbstract(text, wanted, allowed, part.document);
    if (chosen.empty()) {
        if (isStory(text, part.range))
            return {};
        std::vector<Sentence> sentences = sentencesOf(text, part.range, allowed, part.document);
        if (isWhole) {
            const DocumentTexts alone({text.text});
            const auto subject = subjectOf(alone, {}, [&](const DocumentPlace& place) { return allowed({part.document, place.range}); });
            if (subject && !text.text.substr(subject->range.begin, subject->range.size()).ends_with(':'))
                chosen.push_back(subject->range);
        }
        chooseLikeliest(wanted, sentences, chosen);
    }
    return asPlaces(std::move(chosen), part.document, text.text);
}

}  // namespace

std::vector<DocumentPlace> summaryOf(std::size_t sentences, std::span<const CanonicalText* const> documents,
                                     std::span<const DocumentPlace> within, const Allowed& allowed)
{
    for (const DocumentPlace& part : within) {
        if (part.document >= documents.size())
            continue;
        if (auto places = summaryOfPart(sentences, *documents[part.document], part, false, allowed); !places.empty())
            return places;
    }
    std::vector<DocumentPlace> all;
    const std::size_t ofEach = documents.size() > 1 ? 1 : sentences, most = std::max(sentences, kMostSentences);
    for (std::uint32_t document = 0; within.empty() && document < documents.size() && all.size() < most; ++document) {
        const CanonicalText& text = *documents[document];
        const std::vector<DocumentPlace> places = summaryOfPart(ofEach, text, {document, bodyOf(text)}, true, allowed);
        all.insert(all.end(), places.begin(), places.end());
    }
    return all;
}

}  // namespace cairn
