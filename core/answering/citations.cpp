#include "core/answering/citations.h"

#include "core/answering/evidence.h"
#include "core/answering/passage.h"
#include "core/types/place_label.h"
#include "core/wording/quoting/quoting.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>

namespace cairn
{

namespace
{

constexpr double kShare = 0.10;          // experience.md 4
constexpr double kDeviations = 4.0;
constexpr std::size_t kPerSentence = 3;
constexpr std::size_t kCrowd = 16;       // fewer opened blocks (one passage read again) are no crowd to stand out from: the share decides
constexpr double kAnswerWords = 1.0;     // weights of the sentence choice beside word heat, which sums to 1 over the candidates
constexpr double kQuestionWords = 0.5;
constexpr double kVerbatim = 1.0;
constexpr double kNeighbour = 0.8;       // a neighbouring sentence this close to the best belongs to the citation

double median(std::vector<double> values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// What a block must reach to stand out among the opened ones.
double standOut(std::span<const double> evidence, std::span<const std::uint32_t> opened)
{
    std::vector<double> values;
    for (const std::uint32_t block : opened)
        values.push_back(evidence[block]);
    const double centre = median(values);
    for (double& value : values)
        value = std::abs(value - centre);
    const double limit = centre + kDeviations * median(values);
    return opened.size() < kCrowd ? 0.0 : limit;
}

bool stable(const HeadEvidence& heads, std::size_t candidate, double evidence, double total, double limit)
{
    const std::size_t rows = heads.ofAll.size();
    for (std::size_t row = 0; row < rows; ++row) {
        const double without = evidence - heads.ofBlocks[candidate * rows + row];
        if (without < kShare * (total - heads.ofAll[row]) || without < limit * (total - heads.ofAll[row]) / total)
            return false;
    }
    return true;
}

std::vector<CitedBlocks> mergeNeighbours(std::vector<std::uint32_t> blocks, std::span<const double> evidence, double total)
{
    std::sort(blocks.begin(), blocks.end());
    std::vector<CitedBlocks> runs;
    for (const std::uint32_t block : blocks) {
        if (runs.empty() || runs.back().blocks.back() + 1 != block)
            runs.emplace_back();
        runs.back().blocks.push_back(block);
        runs.back().evidence += evidence[block] / total;
    }
    std::stable_sort(runs.begin(), runs.end(), [](const CitedBlocks& a, const CitedBlocks& b) { return a.evidence > b.evidence; });
    return runs;
}

struct WordSets
{
    std::set<std::string> answer, question;
    std::string_view verbatim;    // wordsToFind() of the answer's sentence
};

double sharedShare(const std::set<std::string>& wanted, const std::set<std::string>& there)
{
    if (wanted.empty())
        return 0;
    const auto shared = std::count_if(wanted.begin(), wanted.end(), [&](const std::string& word) { return there.contains(word); });
    return static_cast<double>(shared) / static_cast<double>(wanted.size());
}

// As it is written, or as it is where the sentence begins with it: "the owner" in "The owner mends the roof."
bool standsIn(std::string_view sentence, std::string_view words)
{
    if (sentence.find(words) != std::string_view::npos)
        return true;
    std::size_t inSentence = 0, inWords = 0;
    return !sentence.empty() && lowerCase(nextCharacter(sentence, inSentence)) == lowerCase(nextCharacter(words, inWords)) &&
           sentence.substr(inSentence).starts_with(words.substr(inWords));
}

double wordScore(std::string_view sentence, const WordSets& words)
{
    const std::vector<std::string> stems = contentStems(sentence);
    const std::set<std::string> there(stems.begin(), stems.end());
    double score = kAnswerWords * sharedShare(words.answer, there) + kQuestionWords * sharedShare(words.question, there);
    if (words.verbatim.size() >= 2 && standsIn(sentence, words.verbatim))
        score += kVerbatim;
    return score;
}

// `part` of `whole` in whole words; in scripts without white space as it is.
ByteRange wholeWords(std::string_view text, ByteRange part, ByteRange whole)
{
    constexpr std::uint64_t kLongestWord = 40;   // bytes
    ByteRange words = withoutCutWords(text, part, whole, std::min(part.end, part.begin + kLongestWord), kLongestWord);
    words.end = words.begin + (text.substr(words.begin, words.size()).find_last_not_of(" \n\t") + 1);
    return words.begin < words.end ? words : part;
}

constexpr std::uint64_t kLongestCited = 2000;   // bytes: text without full stops, as of a transcript, is not cited as a whole

// Of a long sentence the words around `core`.
ByteRange wordsAround(std::string_view text, ByteRange sentence, ByteRange core)
{
    constexpr std::uint64_t kAround = 300;   // bytes
    const std::uint64_t before = std::min(core.begin, kAround);
    return wholeWords(text, {std::max(sentence.begin, core.begin - before), std::min(sentence.end, core.end + kAround)}, sentence);
}

// What of an answer's sentence stands in the text as it is: all but the end's marks, or the first words in quotation marks.
std::string_view wordsToFind(std::string_view sentence)
{
    if (const std::size_t open = sentence.find('"'); open != std::string_view::npos) {
        const std::string_view quoted = sentence.substr(open + 1);
        if (const std::size_t close = quoted.find('"'); close != std::string_view::npos && close > 0)
            return quoted.substr(0, close);
    }
    return sentence.substr(0, sentence.find_last_not_of(".!?\"") + 1);
}

struct SentenceChooser
{
    const Answer& answer;
    const CitationSources& sources;
    std::uint32_t begin, end;     // tokens of the answer's sentence

    double heatOf(const DocumentPlace& sentence, const std::vector<std::uint32_t>& blocks) const
    {
        const auto [first, last] = sources.stream.tokensOf(sentence);
        const std::uint64_t size = sources.stream.blockTokens();
        double sum = 0;
        for (const std::uint32_t block : blocks) {
            const std::vector<double> heat = wordHeat(answer.trace, begin, end, block);
            for (std::uint64_t token = std::max(first, block * size); token < std::min(last, (block + 1) * size); ++token)
                sum += heat[token - block * size];
        }
        return sum;
    }

    // The sentences that meet the blocks.
    std::vector<DocumentPlace> candidates(const std::vector<std::uint32_t>& blocks) const
    {
        const std::uint64_t size = sources.stream.blockTokens();
        std::vector<DocumentPlace> sentences;
        for (const DocumentPlace& place : sources.stream.placesOfTokens(blocks.front() * size, (blocks.back() + 1) * size)) {
            for (const ByteRange& range : sentencesAndRowsAround(sources.stream.text(place.document), place.range))
                sentences.push_back({place.document, range});
        }
        return sentences;
    }

    Citation choose(const CitedBlocks& cited, const WordSets& words) const
    {
        Citation citation;
        citation.blocks = cited.blocks;
        citation.evidence = cited.evidence;
        const std::vector<DocumentPlace> places = candidates(cited.blocks);
        if (places.empty())
            return citation;
        std::vector<double> scores;
        for (const DocumentPlace& place : places)
            scores.push_back(heatOf(place, cited.blocks));
        const double heat = std::max(1e-12, std::accumulate(scores.begin(), scores.end(), 0.0));
        for (std::size_t i = 0; i < places.size(); ++i)
            scores[i] = scores[i] / heat + wordScore(sources.stream.text(places[i]), words);
        const auto best = static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
        DocumentPlace chosen = places[best];
        if (best + 1 < places.size() && places[best + 1].document == chosen.document && scores[best + 1] >= kNeighbour * scores[best])
            chosen.range.end = places[best + 1].range.end;
        if (best > 0 && places[best - 1].document == chosen.document && scores[best - 1] >= kNeighbour * scores[best])
            chosen.range.begin = places[best - 1].range.begin;
        if (chosen.range.size() > kLongestCited)
            chosen.range = wordsAround(sources.stream.text(chosen.document), chosen.range, coreOf(chosen, cited.blocks, words.verbatim));
        describePlace(citation, chosen, *sources.documents[chosen.document]);
        orderBlocks(citation, chosen);
        return citation;
    }

    // What the cited blocks have of the sentence, or the answer's very words nearest to that.
    ByteRange coreOf(const DocumentPlace& sentence, const std::vector<std::uint32_t>& blocks, std::string_view verbatim) const
    {
        const std::uint64_t size = sources.stream.blockTokens();
        ByteRange core{sentence.range.end, sentence.range.begin};
        for (const DocumentPlace& place : sources.stream.placesOfTokens(blocks.front() * size, (blocks.back() + 1) * size)) {
            if (sharedBytes(place, sentence) > 0)
                core = {std::min(core.begin, std::max(place.range.begin, sentence.range.begin)),
                        std::max(core.end, std::min(place.range.end, sentence.range.end))};
        }
        if (core.begin >= core.end || verbatim.size() < 2)
            return core.begin < core.end ? core : sentence.range;
        const std::string_view text = sources.stream.text(sentence);
        const std::size_t from = core.begin - sentence.range.begin, behind = text.find(verbatim, from), before = text.rfind(verbatim, from);
        const bool isBefore = before != std::string_view::npos && (behind == std::string_view::npos || from - before < behind - from);
        const std::size_t at = isBefore ? before : behind;
        if (at == std::string_view::npos)
            return core;
        return {sentence.range.begin + at, sentence.range.begin + at + verbatim.size()};
    }

    // Those in which the sentence stands first, then by evidence.
    void orderBlocks(Citation& citation, const DocumentPlace& sentence) const
    {
        const std::vector<double> evidence = evidenceOf(answer.trace, begin, end, sources.sinks);
        const std::vector<BlockId> own = sources.stream.blocksOf(sentence);
        const auto stands = [&](std::uint32_t block) { return std::find(own.begin(), own.end(), BlockId(block)) != own.end(); };
        std::stable_sort(citation.blocks.begin(), citation.blocks.end(), [&](std::uint32_t a, std::uint32_t b) {
            return stands(a) != stands(b) ? stands(a) : evidence[a] > evidence[b];
        });
    }
};

// Where passages were read again, attention to the rest of the memory may rest on a block that has nothing to do with the question, as it
// does on the beginnings of documents (an imprint behind a title page).
bool isBesideThePoint(const Citation& citation, const Answer& answer, const CitationSources& sources, const WordSets& words)
{
    const auto wasRead = [&](const DocumentPlace& passage) {
        const std::vector<BlockId> blocks = sources.stream.blocksOf(passage);
        return std::any_of(citation.blocks.begin(), citation.blocks.end(), [&](std::uint32_t block) {
            return std::find(blocks.begin(), blocks.end(), BlockId(block)) != blocks.end();
        });
    };
    return !answer.passages.empty() && std::none_of(answer.passages.begin(), answer.passages.end(), wasRead) &&
           wordScore(citation.text, words) == 0;
}

// One that stands at the place of an earlier one, which then has more blocks behind it, is the same.
void addCitation(Citation citation, std::vector<Citation>& citations)
{
    const auto same = std::find_if(citations.begin(), citations.end(), [&](const Citation& earlier) {
        return earlier.document == citation.document && earlier.range == citation.range;
    });
    if (same == citations.end())
        return citations.push_back(std::move(citation));
    same->evidence += citation.evidence;
    same->blocks.insert(same->blocks.end(), citation.blocks.begin(), citation.blocks.end());
}

// Tokens whose text meets a sentence of the answer.
std::pair<std::uint32_t, std::uint32_t> tokensOfSentence(const Answer& answer, ByteRange sentence)
{
    std::uint32_t begin = 0;
    while (begin < answer.tokens.size() && answer.tokens[begin].text.end <= sentence.begin)
        ++begin;
    std::uint32_t end = begin;
    while (end < answer.tokens.size() && answer.tokens[end].text.begin < sentence.end)
        ++end;
    return {begin, std::min(end, answer.trace.tokens)};
}

// The place widened to the sentences and rows that it is part of.
DocumentPlace sentencesOf(const DocumentStream& stream, DocumentPlace place)
{
    const ByteRange words = place.range;
    for (const ByteRange& sentence : sentencesAndRowsAround(stream.text(place.document), words)) {
        if (sentence.begin < words.end && words.begin < sentence.end)
            place.range = {std::min(place.range.begin, sentence.begin), std::max(place.range.end, sentence.end)};
    }
    if (place.range.size() > kLongestCited)
        place.range = wordsAround(stream.text(place.document), place.range, words);
    return place;
}

}  // namespace

void keepInReach(std::vector<Citation>& citations, const CitationSources& sources, const std::function<bool(BlockId)>& mayRead)
{
    for (Citation& citation : citations) {
        const DocumentPlace whole{citation.document, citation.range};
        std::vector<BlockId> closed;
        for (const BlockId block : sources.stream.blocksOf(whole))
            if (!mayRead(block))
                closed.push_back(block);
        if (closed.empty())
            continue;
        const std::vector<DocumentPlace> parts = withoutBlocks(sources.stream, whole, closed);
        const auto ofBlocks = [&](const DocumentPlace& part) {
            std::uint64_t bytes = 0;
            for (const std::uint32_t block : citation.blocks)
                for (const DocumentPlace& place : sources.stream.placesOf(BlockId(block)))
                    bytes += sharedBytes(part, place);
            return bytes;
        };
        const auto best =
            std::max_element(parts.begin(), parts.end(), [&](const auto& a, const auto& b) { return ofBlocks(a) < ofBlocks(b); });
        if (best == parts.end())
            continue;
        const ByteRange words = wholeWords(sources.stream.text(whole.document), best->range, whole.range);
        describePlace(citation, {whole.document, words}, *sources.documents[whole.document]);
    }
}

std::vector<CitedBlocks> citedBlocks(const Trace& trace, std::uint32_t begin, std::uint32_t end, std::span<const std::uint32_t> sinks,
                                     std::span<const double> neutral)
{
    const std::vector<double> evidence = evidenceOf(trace, begin, end, sinks);
    const double total = std::accumulate(evidence.begin(), evidence.end(), 0.0);
    if (total <= 0)
        return {};
    const double limit = standOut(evidence, openedBlocks(trace, begin, end, sinks));
    const std::vector<double> lifts = neutral.empty() ? std::vector<double>(evidence.size(), 1.0) : lift(evidence, neutral);
    std::vector<std::uint32_t> candidates;
    for (std::uint32_t block = 0; block < evidence.size(); ++block) {
        if (evidence[block] >= kShare * total && evidence[block] >= limit && lifts[block] >= 1.0)
            candidates.push_back(block);
    }
    const HeadEvidence heads = headEvidence(trace, begin, end, candidates, sinks);
    std::vector<std::uint32_t> kept;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (stable(heads, i, evidence[candidates[i]], total, limit))
            kept.push_back(candidates[i]);
    }
    std::vector<CitedBlocks> runs = mergeNeighbours(std::move(kept), evidence, total);
    if (runs.size() > kPerSentence)
        runs.resize(kPerSentence);
    return runs;
}

std::vector<Citation> citeAnswer(const Answer& answer, const CitationSources& sources)
{
    std::vector<Citation> citations;
    const std::vector<std::string> question = contentStems(answer.question);
    for (const ByteRange& sentence : splitSentences(answer.text)) {
        const auto [begin, end] = tokensOfSentence(answer, sentence);
        if (begin >= end)
            continue;
        const std::string_view all = std::string_view(answer.text).substr(sentence.begin, sentence.size());
        const std::vector<std::string> stems = contentStems(all);
        const std::string_view text = wordsToFind(all);
        const WordSets words{{stems.begin(), stems.end()}, {question.begin(), question.end()}, text};
        const SentenceChooser chooser{answer, sources, begin, end};
        std::vector<Citation> ofSentence;
        for (const CitedBlocks& cited : citedBlocks(answer.trace, begin, end, sources.sinks, sources.neutral)) {
            Citation citation = chooser.choose(cited, words);
            citation.answerRange = sentence;
            if (!citation.text.empty() && !isBesideThePoint(citation, answer, sources, words))
                addCitation(std::move(citation), ofSentence);
        }
        const auto says = [&](const Citation& citation) { return text.size() >= 2 && citation.text.find(text) != std::string::npos; };
        std::stable_partition(ofSentence.begin(), ofSentence.end(), says);   // what says the same words is the first to look at
        std::move(ofSentence.begin(), ofSentence.end(), std::back_inserter(citations));
    }
    return citations;
}

std::vector<Citation> citeQuoted(const Answer& answer, std::span<const DocumentPlace> quoted, const CitationSources& sources)
{
    std::vector<Citation> citations;
    std::uint64_t behind = 0;   // the quotations so far
    for (const DocumentPlace& place : quoted) {
        const std::string words = inQuotationMarks(sources.stream.text(place));
        const std::size_t at = answer.text.find(words, behind);
        if (at == std::string::npos)
            continue;
        Citation citation;
        describePlace(citation, sentencesOf(sources.stream, place), *sources.documents[place.document]);
        citation.answerRange = {behind, at + words.size()};
        behind = citation.answerRange.end;
        const auto [begin, end] = tokensOfSentence(answer, citation.answerRange);
        const std::vector<double> evidence = evidenceOf(answer.trace, begin, end, sources.sinks);
        const double total = std::max(1e-12, std::accumulate(evidence.begin(), evidence.end(), 0.0));
        for (const BlockId block : sources.stream.blocksOf(place)) {
            citation.blocks.push_back(block.value);
            citation.evidence += block.value < evidence.size() ? evidence[block.value] / total : 0;
        }
        citations.push_back(std::move(citation));
    }
    return citations;
}

std::vector<std::uint32_t> rankedBlocks(const Answer& answer, std::span<const std::uint32_t> sinks)
{
    const std::vector<double> evidence = evidenceOf(answer.trace, 0, answer.trace.tokens, sinks);
    std::vector<std::uint32_t> order(evidence.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return evidence[a] > evidence[b]; });
    std::vector<std::uint32_t> ranked;
    const auto add = [&](std::uint32_t block) {
        if (evidence[block] > 0 && std::find(ranked.begin(), ranked.end(), block) == ranked.end())
            ranked.push_back(block);
    };
    for (const Citation& citation : answer.citations) {
        std::for_each(citation.blocks.begin(), citation.blocks.end(), add);
    }
    std::for_each(order.begin(), order.end(), add);
    return ranked;
}

}  // namespace cairn
