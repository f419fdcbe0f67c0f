#include "core/wording/quoting/statement.h"

#include "core/wording/questions/whole_question.h"
#include "core/wording/text/overlap.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/people.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

namespace cairn
{

namespace
{

constexpr std::uint64_t kLongest = 400;                // bytes of a sentence
constexpr std::uint64_t kLongestParagraph = 10000;     // bytes; more is no running text

constexpr auto kReports = std::to_array<std::string_view>(
    {"told",    "tells",   "announced", "announces", "explained", "explains", "stated",     "states",   "claimed",     "claims",
     "argued",  "argues",  "warned",    "warns",     "promised",  "suggested", "suggests",  "admitted", "insisted",    "noted",
     "thinks",  "believes", "believed", "complained", "stressed", "advised",  "advises",    "recommended", "recommends"});
constexpr auto kSomebody = std::to_array<std::string_view>({"he", "she", "they"});

bool reports(std::string_view folded, std::string_view verb)
{
    return verb.empty() ? isVerbOfSpeech(folded) || isOneOf(folded, kReports) : stem(folded) == verb;
}

// The speaker's words without an article, and of several names the last one, as texts repeat it.
struct Speaker
{
    std::vector<Word> name;
    bool isName = false;
    std::string verb;   // its stem; empty: any that reports
};

Speaker speakerOf(std::string_view words, std::string_view verb)
{
    Speaker speaker{splitWords(words), false, verb.empty() ? std::string() : stem(verb)};
    while (!speaker.name.empty() && isArticle(speaker.name.front().folded))
        speaker.name.erase(speaker.name.begin());
    const auto isCapital = [&](const Word& word) { return isCapitalAt(words, word.range.begin); };
    speaker.isName = !speaker.name.empty() && std::all_of(speaker.name.begin(), speaker.name.end(), isCapital);
    if (speaker.isName)
        speaker.name = {speaker.name.back()};
    return speaker;
}

using Words = std::span<const Word>;

// Where the speaker is named from word `from` on; the words' number: nowhere. "Lund's mate" is somebody else.
std::size_t namedFrom(std::string_view sentence, Words words, const Speaker& speaker, std::size_t from)
{
    const std::size_t size = speaker.name.size();
    for (std::size_t i = from; i + size <= words.size(); ++i) {
        const auto same = [](const Word& a, const Word& b) { return a.folded == b.folded; };
        const bool isSame = std::equal(speaker.name.begin(), speaker.name.end(), words.begin() + static_cast<std::ptrdiff_t>(i), same);
        const bool isCapital = !speaker.isName || isCapitalAt(sentence, words[i].range.begin);
        if (isSame && isCapital && !isGenitive(sentence, words[i + size - 1]))
            return i;
    }
    return words.size();
}

// The words between the speaker and the verb are none, or told aside: "Ada Lund, the mayor of the town, said".
bool isJoined(std::string_view between)
{
    constexpr std::size_t kLongestAside = 80;
    if (between.size() > kLongestAside || between.find_first_of(".;:\"\n") != std::string_view::npos)
        return false;
    const std::size_t last = between.find_last_not_of(' ');
    return last == std::string_view::npos || (between.starts_with(',') && between[last] == ',' && last > 0);
}

// ".., said the old keeper", behind what is said; not "Lund asked the keeper".
bool speaksBehind(std::string_view sentence, Words words, const Speaker& speaker, std::size_t verb)
{
    constexpr std::size_t kMostBetween = 3;
    constexpr std::string_view kEndsSpeech = ",!?\"'\u201D\u2019";
    const std::size_t at = namedFrom(sentence, words, speaker, verb + 1);
    if (verb == 0 || at > verb + kMostBetween || at == words.size())
        return false;
    const std::uint64_t before = words[verb - 1].range.end, end = words[verb].range.end;
    const std::string_view signs = sentence.substr(before, words[verb].range.begin - before);
    return signs.find_first_of(kEndsSpeech) != std::string_view::npos &&
           sentence.substr(end, words[at].range.begin - end).find_first_of(",;:\"()") == std::string_view::npos;
}

// It reports what the speaker says. `isKnown`: named before in the paragraph, so that "she said" may mean the speaker.
bool saysIn(std::string_view sentence, Words words, const Speaker& speaker, bool isKnown)
{
    for (std::size_t verb = 0; verb < words.size(); ++verb) {
        if (!reports(words[verb].folded, speaker.verb))
            continue;
        const bool isPronoun = (verb > 0 && isOneOf(words[verb - 1].folded, kSomebody)) ||
                               (verb + 1 < words.size() && isOneOf(words[verb + 1].folded, kSomebody));
        if (isPronoun && isKnown)
            return true;
        if (isVerbOfSpeech(words[verb].folded) && speaksBehind(sentence, words, speaker, verb))
            return true;
        for (std::size_t at = namedFrom(sentence, words, speaker, 0); at < verb; at = namedFrom(sentence, words, speaker, at + 1)) {
            const std::uint64_t end = words[at + speaker.name.size() - 1].range.end, begin = words[verb].range.begin;
            if (end <= begin && isJoined(sentence.substr(end, begin - end)))
                return true;
        }
    }
    return false;
}

// Of one paragraph, as offsets into `text`
std::vector<ByteRange> statementsIn(std::string_view text, ByteRange paragraph, const Speaker& speaker,
                                    std::string_view topic)
{
    constexpr double kHalf = 0.5;   // of the topic's words
    std::vector<ByteRange> found;
    bool isKnown = false;
    const std::string_view all = text.substr(paragraph.begin, paragraph.size());
    for (const ByteRange& range : splitSentences(all)) {
        const std::string_view sentence = all.substr(range.begin, range.size());
        const std::vector<Word> words = splitWords(sentence);
        isKnown = isKnown || namedFrom(sentence, words, speaker, 0) < words.size();
        if (isKnown && range.size() <= kLongest && saysIn(sentence, words, speaker, isKnown) && answerOverlap(topic, sentence) >= kHalf)
            found.push_back({paragraph.begin + range.begin, paragraph.begin + range.end});
    }
    return found;
}

}  // namespace

std::optional<AskedStatement> statementAsked(std::string_view question)
{
    constexpr auto kAsks = std::to_array<std::string_view>({"does", "did", "do"});
    constexpr auto kSay = std::to_array<std::string_view>({"say", "tell", "answer", "reply", "announce", "claim", "think"});
    constexpr auto kOwnWay = std::to_array<std::string_view>({"ask", "argue", "warn", "recommend", "suggest", "propose", "advise",
                                                              "explain", "promise", "state", "admit", "complain"});
    constexpr auto kAbout = std::to_array<std::string_view>({"about", "of", "on", "to"});
    constexpr auto kNobody = std::to_array<std::string_view>({"it", "he", "she", "they", "we", "i", "you", "this", "that", "anyone",
                                                              "author", "authors", "writer", "writers", "narrator", "people"});
    constexpr std::size_t kMostWords = 6;   // of who speaks
    const std::vector<Word> words = splitWords(question);
    if (words.size() < 4 || words[0].folded != "what" || !isOneOf(words[1].folded, kAsks))
        return std::nullopt;
    const auto verb = std::find_if(words.begin() + 3, words.end(),
                                   [&](const Word& word) { return isOneOf(word.folded, kSay) || isOneOf(word.folded, kOwnWay); });
    const auto count = static_cast<std::size_t>(verb - words.begin());
    if (verb == words.end() || count > 2 + kMostWords || isOneOf((verb - 1)->folded, kNobody) || isDocumentOrChapter((verb - 1)->folded))
        return std::nullopt;
    const std::uint64_t begin = words[2].range.begin;
    AskedStatement asked{question.substr(begin, (verb - 1)->range.end - begin), {}, {}};
    if (isOneOf(verb->folded, kOwnWay))
        asked.verb = question.substr(verb->range.begin, verb->range.size());
    std::size_t behind = count + 1;
    while (behind < words.size() && verb->folded == "tell" && isStopWord(words[behind].folded) && !isOneOf(words[behind].folded, kAbout))
        ++behind;   // "tell her"
    if (behind == words.size())
        return asked;
    if (!isOneOf(words[behind].folded, kAbout) && verb->folded != "tell")
        return std::nullopt;
    asked.topic = question.substr(words[behind].range.begin);
    return contentStems(asked.topic).empty() ? std::nullopt : std::optional(asked);
}

std::string_view opinionAsked(std::string_view question)
{
    constexpr auto kAsks = std::to_array<std::string_view>({"does", "did", "do"});
    constexpr auto kSay = std::to_array<std::string_view>({"say", "think", "believe", "write"});
    constexpr auto kAbout = std::to_array<std::string_view>({"about", "of", "on", "regarding", "concerning"});
    constexpr auto kWriters = std::to_array<std::string_view>({"author", "authors", "writer", "writers", "lecturer", "speaker", "narrator",
                                                               "judge", "court", "reviewer", "editor", "he", "she", "they"});
    const std::vector<Word> words = splitWords(question);
    if (words.size() < 5 || words[0].folded != "what" || !isOneOf(words[1].folded, kAsks))
        return {};
    const std::size_t verb = isArticle(words[2].folded) ? 4 : 3;
    const bool isAsked = verb + 2 < words.size() && isOneOf(words[verb - 1].folded, kWriters) && isOneOf(words[verb].folded, kSay) &&
                         isOneOf(words[verb + 1].folded, kAbout);
    const std::string_view topic = isAsked ? question.substr(words[verb + 2].range.begin) : std::string_view();
    return contentStems(topic).empty() ? std::string_view() : topic.substr(0, topic.find_last_not_of(" ?.!") + 1);
}

bool isOfWriter(std::string_view sentence)
{
    constexpr auto kOwn = std::to_array<std::string_view>({"i", "my", "we", "our", "me"});
    const std::vector<Word> words = splitWords(sentence);
    return std::any_of(words.begin(), words.end(), [&](const Word& word) { return isOneOf(word.folded, kOwn); });
}

std::vector<DocumentPlace> statementsOf(const AskedStatement& asked, const DocumentTexts& texts, std::size_t most, const Allowed& allowed)
{
    const Speaker speaker = speakerOf(asked.speaker, asked.verb);
    std::vector<DocumentPlace> found;
    for (std::uint32_t document = 0; document < texts.documents() && !speaker.name.empty(); ++document) {
        const std::string_view text = texts.text(document);
        for (ByteRange paragraph = nextParagraph(text, 0); paragraph.size() > 0; paragraph = nextParagraph(text, paragraph.end)) {
            if (paragraph.size() > kLongestParagraph)
                continue;
            for (const ByteRange& sentence : statementsIn(text, paragraph, speaker, asked.topic)) {
                if (found.size() < most && allowed({document, sentence}))
                    found.push_back({document, sentence});
            }
            if (!found.empty())
                return found;
        }
    }
    return found;
}

}  // namespace cairn
