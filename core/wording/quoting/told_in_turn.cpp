#include "core/wording/quoting/told_in_turn.h"

#include "core/wording/text/overlap.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/number_words.h"
#include "core/wording/words/word_family.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <string>

namespace cairn
{

namespace
{

constexpr std::uint64_t kLongest = 400;      // bytes of a sentence that is quoted
constexpr std::size_t kMostThings = 9;
constexpr auto kOrdinals =
    std::to_array<std::string_view>({"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"});
static_assert(kOrdinals.size() == kMostThings);

struct Counted
{
    std::size_t number = 0;    // 0: the question has none
    std::string noun;          // stem of "causes"
    std::string topic;         // the question without these
};

// "three main causes" from word `at` on: the noun's place; the words' number: none.
std::size_t nounFrom(const std::vector<Word>& words, std::size_t at)
{
    constexpr std::size_t kMostBefore = 2;
    for (std::size_t noun = at; noun < std::min(words.size(), at + kMostBefore + 1); ++noun) {
        if (endsAsPlural(words[noun].folded) && !isStopWord(words[noun].folded))
            return noun;
        if (isStopWord(words[noun].folded))
            break;
    }
    return words.size();
}

// "the three causes of inflation" of "What are the three causes of inflation?", "In which two ways ..", "Name the reasons for .."
Counted countedBy(std::string_view question)
{
    constexpr auto kOpening = std::to_array<std::string_view>({"what", "which", "in", "for", "name", "list", "are", "were", "the", "some"});
    const std::vector<Word> words = splitWords(question);
    std::size_t at = 0;
    while (at < words.size() && isOneOf(words[at].folded, kOpening))
        ++at;
    Counted counted;
    if (at == 0 || at >= words.size())
        return counted;
    const std::size_t number = countNamed(words[at].folded);
    const std::size_t noun = nounFrom(words, number > 0 ? at + 1 : at);
    if (noun == words.size() || number == 1 || number > kMostThings)
        return counted;
    counted = {number, stem(words[noun].folded), std::string(question.substr(words[noun].range.end))};
    for (std::size_t i = number > 0 ? at + 1 : at; i < noun; ++i)
        counted.topic += " " + words[i].folded;
    return counted;
}

// A sentence that counts things: how many, which, and where its words about them end.
struct Count
{
    std::size_t number = 0;
    std::string noun;
    std::uint64_t end = 0;     // behind the noun, in the sentence
    bool isManner = false;     // "in two ways"
    bool isSeveral = false;    // "several ways": of no number
};

Count countIn(std::string_view sentence)
{
    constexpr auto kSeveral = std::to_array<std::string_view>({"several", "various", "many", "some", "few", "different", "following"});
    constexpr auto kOfManner = std::to_array<std::string_view>({"in", "for", "by", "on"});
    const std::vector<Word> words = splitWords(sentence);
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        const std::size_t number = countNamed(words[i].folded), noun = number > 1 ? nounFrom(words, i + 1) : words.size();
        const std::size_t several = isOneOf(words[i].folded, kSeveral) ? nounFrom(words, i + 1) : words.size();
        if (several < words.size())
            return {kMostThings, stem(words[several].folded), words[several].range.end, false, true};
        if (number <= kMostThings && noun < words.size())
            return {number, stem(words[noun].folded), words[noun].range.end, i > 0 && isOneOf(words[i - 1].folded, kOfManner)};
    }
    return {};
}

// It opens with "The first", "Second", "Thirdly".
bool opensWith(std::string_view sentence, std::string_view ordinal)
{
    constexpr std::uint64_t kOpeningBytes = 40;
    const std::vector<Word> words = splitWords(sentence.substr(0, kOpeningBytes));
    const std::size_t at = !words.empty() && words[0].folded == "the" ? 1 : 0;
    return at < words.size() && (words[at].folded == ordinal || words[at].folded == std::string(ordinal) + "ly");
}

// The sentences behind `from` that open with the first ordinals, as many as are counted, or two and more of several. Empty: they don't.
std::vector<ByteRange> inTurn(std::string_view text, const std::vector<ByteRange>& sentences, std::size_t from, const Count& count)
{
    constexpr std::size_t kFewestOfSeveral = 2;
    const std::size_t number = count.number;
    constexpr std::size_t kFarthestFirst = 3, kFarthest = 15;   // sentences
    std::vector<ByteRange> found;
    for (std::size_t at = from + 1, last = from; found.size() < number && at < sentences.size(); ++at) {
        if (at - last > (found.empty() ? kFarthestFirst : kFarthest))
            break;
        if (!opensWith(text.substr(sentences[at].begin, sentences[at].size()), kOrdinals[found.size()]))
            continue;
        if (sentences[at].size() > kLongest)
            return {};
        found.push_back(sentences[at]);
        last = at;
    }
    const bool isEnough = found.size() == number || (count.isSeveral && found.size() >= kFewestOfSeveral);
    return isEnough ? found : std::vector<ByteRange>();
}

// What tells the things that sentence `at` counts; `ordered`: only by ordinals.
std::vector<ByteRange> toldBehind(std::string_view text, const std::vector<ByteRange>& sentences, std::size_t at, const Count& count,
                                  bool ordered)
{
    if (auto turns = inTurn(text, sentences, at, count); !turns.empty() || ordered || count.isSeveral)
        return turns;
    const ByteRange own = sentences[at];
    const std::string_view behind = text.substr(own.begin + count.end, own.size() - count.end);
    const std::size_t colon = behind.find(": ");
    if (colon != std::string_view::npos && own.size() <= kLongest && endsAsSentence(text.substr(own.begin, own.size())))
        return {own};
    const bool isLast = count.isManner && splitWords(behind).empty() && behind.starts_with('.');
    if (!isLast || at + 1 >= sentences.size() || sentences[at + 1].size() > kLongest)
        return {};
    return {sentences[at + 1]};
}

}  // namespace

std::vector<DocumentPlace> toldInTurn(std::string_view question, const DocumentTexts& texts, const Bm25& index, const Allowed& allowed)
{
    constexpr double kNamed = 0.5;
    const Counted asked = countedBy(question);
    std::vector<DocumentPlace> best, ofAnother;
    double most = 0;
    std::size_t others = 0;
    for (std::uint32_t document = 0; document < texts.documents() && !asked.noun.empty(); ++document) {
        const std::string_view text = texts.text(document);
        const std::vector<ByteRange> sentences = splitSentences(text);
        for (std::size_t at = 0; at < sentences.size(); ++at) {
            const Count count = countIn(text.substr(sentences[at].begin, sentences[at].size()));
            const bool isSame = count.noun == asked.noun;
            const bool isNumber = asked.number > 0 && !count.isSeveral && count.number == asked.number;
            if (count.number == 0 || (asked.number > 0 ? !isNumber : !isSame))
                continue;
            std::vector<DocumentPlace> places;
            for (const ByteRange& range : toldBehind(text, sentences, at, count, !isSame))
                places.push_back({document, range});
            if (places.empty() || !std::all_of(places.begin(), places.end(), allowed))
                continue;
            const ByteRange all{sentences[at].begin, places.back().range.end};
            const double has = questionOverlap(asked.topic, text.substr(all.begin, all.size()), index);
            if (has < kNamed || (isSame && has <= most))
                continue;
            others += isSame ? 0 : 1;
            most = isSame ? has : most;
            (isSame ? best : ofAnother) = std::move(places);
        }
    }
    return best.empty() && others == 1 ? ofAnother : best;
}

}  // namespace cairn
