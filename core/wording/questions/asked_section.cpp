#include "core/wording/questions/asked_section.h"

#include "core/wording/questions/whole_question.h"
#include "core/wording/text/overlap.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <string>

namespace cairn
{

namespace
{

// The line at which a heading of the outline begins
DocumentPlace lineOf(std::uint32_t document, const CanonicalText& text, const Heading& heading)
{
    const std::uint64_t begin = text.text.find_first_not_of(" \t", heading.begin);
    return {document, {begin, std::min<std::uint64_t>(text.text.size(), text.text.find('\n', begin))}};
}

constexpr auto kVerbs = std::to_array<std::string_view>({"covers", "deals", "describes", "discusses", "explains", "says", "mentions",
                                                         "talks", "speaks", "contains", "governs", "regulates", "treats", "defines",
                                                         "addresses", "states", "concerns", "lists", "is"});
constexpr auto kBehind = std::to_array<std::string_view>({"with", "about", "of", "on", "that", "how", "the", "a", "an", "what"});

// The question from this word on, without what only leads to its topic; empty: nothing is left.
std::string_view topicFrom(std::string_view question, const std::vector<Word>& words, std::size_t at)
{
    while (at + 1 < words.size() && isOneOf(words[at].folded, kBehind))
        ++at;
    const std::string_view topic = question.substr(words[at].range.begin, words.back().range.end - words[at].range.begin);
    return contentStems(topic).empty() ? std::string_view() : topic;
}

// "paper", "papers", "studies", "source"
bool isDocument(std::string_view folded)
{
    const bool isSeveral = folded.ends_with('s');
    const std::string one = folded.ends_with("ies") ? std::string(folded.substr(0, folded.size() - 3)) + "y"
                                                    : std::string(folded.substr(0, folded.size() - (isSeveral ? 1 : 0)));
    return isDocumentWord(folded) || isDocumentWord(one) || one == "source";
}

}  // namespace

std::string_view sectionTopic(std::string_view question)
{
    constexpr auto kParts = std::to_array<std::string_view>({"section", "clause", "article", "chapter", "paragraph", "part", "heading",
                                                             "schedule", "annex", "appendix", "exhibit", "provision"});
    const std::vector<Word> words = splitWords(question);
    if (words.size() < 4 || (words[0].folded != "which" && words[0].folded != "what") || !isOneOf(words[1].folded, kParts))
        return {};
    std::size_t at = 2;
    while (at < words.size() && !isOneOf(words[at].folded, kVerbs))   // "of the contract"
        ++at;
    if (at > 5 || at + 1 >= words.size() || (words[at].folded == "is" && words[at + 1].folded != "about"))
        return {};
    return topicFrom(question, words, at + 1);
}

std::string_view whereSaidTopic(std::string_view question)
{
    constexpr auto kAsks = std::to_array<std::string_view>({"does", "do", "did", "is", "are", "was", "were"});
    constexpr auto kSay = std::to_array<std::string_view>({"say", "state", "mention", "write", "said", "stated", "mentioned", "written"});
    constexpr auto kSpokenOf = std::to_array<std::string_view>({"mentioned", "discussed", "described", "explained", "stated", "defined"});
    constexpr std::size_t kMostWords = 5;   // before the verb: "does the second contract say"
    const std::vector<Word> words = splitWords(question);
    if (words.size() < 4 || words[0].folded != "where" || !isOneOf(words[1].folded, kAsks))
        return {};
    const auto end = words.begin() + static_cast<std::ptrdiff_t>(std::min(words.size() - 1, kMostWords));
    const auto say = std::find_if(words.begin() + 2, end, [&](const Word& word) { return isOneOf(word.folded, kSay); });
    const bool isBehind = say != end && (isDocumentOrChapter((say - 1)->folded) || (say - 1)->folded == "it");
    if (isBehind)
        return topicFrom(question, words, static_cast<std::size_t>(say - words.begin()) + 1);
    const std::vector<Word> topic(words.begin(), words.end() - 1);
    const bool isSpokenOf = isOneOf(words.back().folded, kSpokenOf) && !words[1].folded.starts_with('d');
    return isSpokenOf ? topicFrom(question, topic, 2) : std::string_view();
}

std::string_view documentTopic(std::string_view question)
{
    constexpr auto kBetween = std::to_array<std::string_view>({"of", "the", "these", "those", "my", "two", "three", "four", "five"});
    const std::vector<Word> words = splitWords(question);
    std::size_t at = !words.empty() && (words[0].folded == "in" || words[0].folded == "from") ? 1 : 0;
    if (at >= words.size() || words[at].folded != "which")
        return {};
    for (++at; at < words.size() && isOneOf(words[at].folded, kBetween);)
        ++at;
    if (at + 1 >= words.size() || !isDocument(words[at].folded))
        return {};
    at += isOneOf(words[at + 1].folded, kVerbs) && at + 2 < words.size() ? 2 : 1;
    return topicFrom(question, words, at);
}

std::optional<FoundHeading> headingOn(std::string_view topic, double least, std::span<const CanonicalText* const> documents,
                                      const Bm25& index, const Allowed& allowed)
{
    std::optional<FoundHeading> best;
    for (std::uint32_t document = 0; document < documents.size(); ++document) {
        for (const Heading& heading : documents[document]->outline) {
            const double share = questionOverlap(topic, heading.text, index);
            const DocumentPlace place = lineOf(document, *documents[document], heading);
            const bool isBetter = !best || share > best->share || (share == best->share && place.range.size() < best->place.range.size());
            if (share > 0 && share >= least && isBetter && place.range.size() > 0 && allowed(place))
                best = FoundHeading{place, share};
        }
    }
    return best;
}

std::optional<DocumentPlace> headingAbove(const DocumentPlace& place, std::span<const CanonicalText* const> documents)
{
    const CanonicalText& text = *documents[place.document];
    const auto behind = std::find_if(text.outline.begin(), text.outline.end(),
                                     [&](const Heading& heading) { return heading.begin > place.range.begin; });
    if (behind == text.outline.begin())
        return std::nullopt;
    return lineOf(place.document, text, *std::prev(behind));
}

}  // namespace cairn
