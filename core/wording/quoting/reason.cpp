#include "core/wording/quoting/reason.h"

#include "core/wording/text/overlap.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

namespace cairn
{

namespace
{

constexpr std::uint64_t kOpeningBytes = 160;
constexpr std::uint64_t kLongest = 600;   // bytes of both sentences
constexpr double kNamed = 0.5;

using Phrase = std::span<const std::string_view>;

bool standsAt(const std::vector<Word>& words, std::size_t at, std::string_view phrase)
{
    for (std::size_t begin = 0; begin <= phrase.size();) {
        const std::size_t end = std::min(phrase.find(' ', begin), phrase.size());
        if (at >= words.size() || words[at].folded != phrase.substr(begin, end - begin))
            return false;
        ++at;
        begin = end + 1;
    }
    return true;
}

bool opensWithOne(const std::vector<Word>& words, Phrase phrases)
{
    return std::any_of(phrases.begin(), phrases.end(), [&](std::string_view one) { return standsAt(words, 0, one); });
}

bool hasOne(const std::vector<Word>& words, Phrase phrases)
{
    for (std::size_t at = 0; at < words.size(); ++at) {
        if (std::any_of(phrases.begin(), phrases.end(), [&](std::string_view one) { return standsAt(words, at, one); }))
            return true;
    }
    return false;
}

// No quotation, no heading
bool mayBeTold(std::string_view sentence)
{
    return sentence.find('"') == std::string_view::npos && endsAsSentence(sentence);
}

}  // namespace

bool asksWhy(std::string_view question)
{
    constexpr auto kWhy = std::to_array<std::string_view>({"why", "warum", "weshalb", "wieso"});
    const std::vector<Word> words = splitWords(question.substr(0, kOpeningBytes));
    return !words.empty() && isOneOf(words.front().folded, kWhy);
}

bool hasReason(std::string_view sentence)
{
    constexpr auto kReasons = std::to_array<std::string_view>({"because", "since", "so that", "in order to", "due to", "owing to",
                                                               "thanks to", "weil", "damit", "denn", "wegen", "aufgrund"});
    return hasOne(splitWords(sentence), kReasons);
}

bool givesReasonOfLast(std::string_view sentence)
{
    constexpr auto kOpenings = std::to_array<std::string_view>(
        {"because", "this is because", "that is because", "it is because", "thats because", "this was because", "that was because",
         "this is due to", "this was due to", "that is due to", "the reason", "one reason", "this is so that", "denn", "der grund",
         "grund dafür", "grund hierfür", "das liegt", "dies liegt", "das kommt", "das lag", "dies lag", "ursache"});
    constexpr auto kThat = std::to_array<std::string_view>({"das", "dies"});
    constexpr auto kLies = std::to_array<std::string_view>({"liegt an", "liegt daran", "lag an", "lag daran"});
    const std::vector<Word> words = splitWords(sentence.substr(0, kOpeningBytes));
    return opensWithOne(words, kOpenings) || (opensWithOne(words, kThat) && hasOne(words, kLies));
}

bool followsFromLast(std::string_view sentence)
{
    constexpr auto kOpenings = std::to_array<std::string_view>(
        {"for this reason", "for that reason", "for these reasons", "that is why", "this is why", "thats why", "therefore", "hence",
         "consequently", "accordingly", "thus", "so the", "so he", "so she", "so it", "so they", "so we", "so i", "as a result",
         "because of this", "because of that", "deshalb", "deswegen", "daher", "darum",
         "aus diesem grund", "aus diesen gründen", "folglich"});
    constexpr auto kEnds = std::to_array<std::string_view>({" for this", " for that", " for this reason", " for that reason",
                                                            " because of this", " because of that"});
    const std::string_view unstopped = sentence.substr(0, sentence.ends_with('.') ? sentence.size() - 1 : 0);
    const bool ends = std::any_of(kEnds.begin(), kEnds.end(), [&](std::string_view end) { return unstopped.ends_with(end); });
    return ends || opensWithOne(splitWords(sentence.substr(0, kOpeningBytes)), kOpenings);
}

std::optional<ByteRange> withReasonBeside(std::string_view text, ByteRange sentence)
{
    const std::vector<ByteRange> sentences = sentencesAround(text, paragraphAround(text, sentence));
    const auto own = std::find_if(sentences.begin(), sentences.end(), [&](const ByteRange& one) { return one.end >= sentence.end; });
    const auto words = [text](const ByteRange& range) { return text.substr(range.begin, range.size()); };
    if (own == sentences.end() || own->begin > sentence.begin)
        return std::nullopt;
    ByteRange both = sentence;
    if (own + 1 != sentences.end() && givesReasonOfLast(words(*(own + 1))))
        both.end = (own + 1)->end;
    else if (own != sentences.begin() && followsFromLast(words(sentence)))
        both.begin = (own - 1)->begin;
    const bool isFit = !(both == sentence) && both.size() <= kLongest && mayBeTold(words(both));
    return isFit ? std::optional(withoutListMark(text, both)) : std::nullopt;
}

std::optional<FoundReason> reasonBeside(std::string_view question, std::string_view text, ByteRange passage, const Bm25& index)
{
    if (!asksWhy(question))
        return std::nullopt;
    FoundReason best;
    for (const ByteRange& whole : sentencesAround(text, passage)) {
        const ByteRange sentence = withoutListMark(text, whole);
        const double share = questionOverlap(question, text.substr(sentence.begin, sentence.size()), index);
        if (share >= kNamed && share > best.share)
            best = {sentence, share};
    }
    if (best.share == 0 || hasReason(text.substr(best.range.begin, best.range.size())))
        return std::nullopt;
    const auto both = withReasonBeside(text, best.range);
    return both ? std::optional(FoundReason{*both, best.share}) : std::nullopt;
}

}  // namespace cairn
