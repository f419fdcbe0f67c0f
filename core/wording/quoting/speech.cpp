#include "core/wording/quoting/speech.h"

#include "core/wording/questions/whole_question.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/people.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <string>

namespace cairn
{

namespace
{

constexpr std::uint64_t kLongest = 400;   // bytes of a paragraph

struct Marks
{
    std::string_view open, close;
};

constexpr auto kMarks = std::to_array<Marks>({{"\"", "\""}, {"\u201C", "\u201D"}, {"\u2018", "\u2019"}, {"'", "'"}});

// Of single marks, which are apostrophes too, the closing one stands behind punctuation: "'There I object,' said Filby."
std::size_t closingAt(std::string_view text, std::size_t from, const Marks& marks)
{
    const bool isApostrophe = marks.close == "'" || marks.close == "\u2019";
    for (std::size_t at = text.find(marks.close, from); at != std::string_view::npos; at = text.find(marks.close, at + 1)) {
        if (!isApostrophe || (at > from && std::string_view(",.!?;:").find(text[at - 1]) != std::string_view::npos))
            return at;
    }
    return std::string_view::npos;
}

// What a paragraph that opens with a quotation mark sets between such marks, and the rest of its words. A speech that goes on in the next
// paragraph is not closed.
struct Spoken
{
    std::string inside, outside;
};

Spoken spokenIn(std::string_view paragraph)
{
    Spoken spoken;
    const auto marks = std::find_if(kMarks.begin(), kMarks.end(), [&](const Marks& one) { return paragraph.starts_with(one.open); });
    for (std::size_t at = 0; marks != kMarks.end() && at < paragraph.size();) {
        const std::size_t open = std::min(paragraph.find(marks->open, at), paragraph.size());
        spoken.outside += std::string(paragraph.substr(at, open - at)) + " | ";   // no words across speech
        const std::size_t from = std::min(open + marks->open.size(), paragraph.size());
        const std::size_t close = std::min(closingAt(paragraph, from, *marks), paragraph.size());
        spoken.inside += std::string(paragraph.substr(from, close - from)) + " ";
        at = close + marks->close.size();
    }
    return spoken;
}

bool isJoined(std::string_view text, const Word& a, const Word& b)
{
    const std::string_view between = text.substr(a.range.end, b.range.begin - a.range.end);
    return between == " " || between == ". ";   // "Mr. Lund"
}

// The name stands beside a verb of speech, with an article or, where it may be `titled`, a title before it: "said the keeper", "Mrs. Lund
// cried"; not "said Lund's mate".
bool speaks(std::string_view outside, std::span<const Word> name, bool titled)
{
    const std::vector<Word> words = splitWords(outside);
    const auto same = [](const Word& a, const Word& b) { return a.folded == b.folded; };
    for (auto found = words.begin();; ++found) {
        found = std::search(found, words.end(), name.begin(), name.end(), same);
        if (found == words.end())
            return false;
        const auto behind = found + static_cast<std::ptrdiff_t>(name.size());
        if (isGenitive(outside, *(behind - 1)))
            continue;
        auto first = found;
        const auto mayStandBefore = [&](const Word& word) {
            return isArticle(word.folded) || (titled && isTitleOfPerson(word.folded));
        };
        while (first != words.begin() && mayStandBefore(*(first - 1)) && isJoined(outside, *(first - 1), *first))
            --first;
        const bool isOther = first != words.begin() && isTitleOfPerson((first - 1)->folded);   // "Mrs. Lund" is not Ben Lund
        const bool isBehind = first != words.begin() && isVerbOfSpeech((first - 1)->folded) && isJoined(outside, *(first - 1), *first);
        const bool isBefore = behind != words.end() && isVerbOfSpeech(behind->folded) && isJoined(outside, *(behind - 1), *behind);
        if (isBehind || (isBefore && !isOther))
            return true;
    }
}

// The name, or of "Ben Lund" one of both
bool isSpokenBy(std::string_view outside, std::string_view speaker)
{
    std::vector<Word> name = splitWords(speaker);
    while (!name.empty() && isArticle(name.front().folded))
        name.erase(name.begin());
    if (name.empty() || speaks(outside, name, true))
        return !name.empty();
    const auto isCapital = [&](const Word& word) { return isCapitalAt(speaker, word.range.begin); };
    return name.size() == 2 && !isTitleOfPerson(name.front().folded) && std::all_of(name.begin(), name.end(), isCapital) &&
           std::any_of(name.begin(), name.end(), [&](const Word& word) { return speaks(outside, {&word, 1}, false); });
}

// "-- Ben Lund, 1901", the line below a quotation
bool isSignedBy(std::string_view paragraph, std::string_view speaker)
{
    for (const std::string_view dash : {"-- ", "--", "\u2014 ", "\u2014", "\u2013 "}) {
        if (!paragraph.starts_with(dash))
            continue;
        const std::vector<Word> name = splitWords(speaker), signs = splitWords(paragraph.substr(dash.size()));
        const auto same = [](const Word& a, const Word& b) { return a.folded == b.folded; };
        const auto found = std::search(signs.begin(), signs.end(), name.begin(), name.end(), same);
        return !name.empty() && found - signs.begin() <= 1;   // "Ben Lund" by "Lund" too
    }
    return false;
}

// All of it stands between quotation marks.
bool isQuotation(std::string_view paragraph)
{
    return std::any_of(kMarks.begin(), kMarks.end(),
                       [&](const Marks& one) { return paragraph.starts_with(one.open) && paragraph.ends_with(one.close); });
}

}  // namespace

std::optional<AskedSpeech> speechAsked(std::string_view question)
{
    constexpr auto kAsks = std::to_array<std::string_view>({"does", "did", "do"});
    constexpr auto kSay = std::to_array<std::string_view>({"say", "think"});
    constexpr auto kAbout = std::to_array<std::string_view>({"about", "of", "on"});
    constexpr auto kNobody =
        std::to_array<std::string_view>({"it", "he", "she", "they", "we", "i", "you", "this", "that", "author", "authors"});
    const std::vector<Word> words = splitWords(question);
    for (std::size_t i = 3; i + 2 < words.size() && words[0].folded == "what" && isOneOf(words[1].folded, kAsks); ++i) {
        const std::string& last = words[i - 1].folded;
        if (!isOneOf(words[i].folded, kSay) || !isOneOf(words[i + 1].folded, kAbout))
            continue;
        if (isDocumentOrChapter(last) || isOneOf(last, kNobody))
            return std::nullopt;
        const std::string_view topic = question.substr(words[i + 2].range.begin);
        const std::uint64_t begin = words[2].range.begin;
        return AskedSpeech{question.substr(begin, words[i - 1].range.end - begin), topic};
    }
    return std::nullopt;
}

std::vector<DocumentPlace> speechOf(const AskedSpeech& asked, const DocumentTexts& texts, std::size_t most,
                                    const Allowed& allowed)
{
    std::vector<DocumentPlace> found;
    const std::vector<std::string> wanted = contentStems(asked.topic);
    for (std::uint32_t document = 0; document < texts.documents() && !wanted.empty(); ++document) {
        const std::string_view text = texts.text(document);
        for (ByteRange paragraph = nextParagraph(text, 0); paragraph.size() > 0 && found.size() < most;
             paragraph = nextParagraph(text, paragraph.end)) {
            if (paragraph.size() > kLongest)
                continue;
            const Spoken spoken = spokenIn(text.substr(paragraph.begin, paragraph.size()));
            const std::vector<std::string> said = contentStems(spoken.inside);
            const std::set<std::string> there(said.begin(), said.end());
            const bool hasAll = std::all_of(wanted.begin(), wanted.end(), [&](const std::string& word) { return there.contains(word); });
            const DocumentPlace place{document, paragraph};
            const ByteRange next = nextParagraph(text, paragraph.end);
            const bool isSigned = isQuotation(text.substr(paragraph.begin, paragraph.size())) &&
                                  isSignedBy(text.substr(next.begin, next.size()), asked.speaker);
            if (hasAll && (isSigned || isSpokenBy(spoken.outside, asked.speaker)) && allowed(place))
                found.push_back(place);
        }
    }
    return found;
}

}  // namespace cairn
