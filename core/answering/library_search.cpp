#include "core/answering/library_search.h"

#include "core/answering/candidates.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cairn
{
namespace
{

constexpr float kSaturation = 1.2f, kLengthWeight = 0.75f;   // k1 and b of bm25.h
constexpr double kVoteWeight = 0.25, kRoughWeight = 0.15;    // RereadTuning's
constexpr std::uint32_t kBlocksAtOnce = 1024;                // of one layer's landmarks: a stop request waits for no more

Error cancelled()
{
    return {ErrorCode::Cancelled, "The search was stopped."};
}

}  // namespace

Result<LibrarySearch> LibrarySearch::begin(const Engine& engine, std::string words, std::stop_token stop)
{
    if (words.find_first_not_of(" \t\r\n") == words.npos)
        return Error{ErrorCode::InvalidArgument, "There are no words to look for; write what the passages should be about."};
    const Tokenizer& tokenizer = engine.tokenizer();
    auto phrase = chatPrefix(tokenizer, engine.chatFormat());
    const auto question = encodePrompt(questionPrompt(engine.chatFormat(), words), tokenizer);
    auto asked = askedTokens(words, tokenizer, engine.chatFormat());
    if (!phrase || !question || !asked)
        return !phrase ? phrase.error() : !question ? question.error() : asked.error();
    phrase->insert(phrase->end(), question->begin(), question->end());
    auto queries = engine.phraseQueries(*phrase, std::move(stop));
    if (!queries)
        return queries.error();
    LibrarySearch search(engine, *std::move(queries));
    search.m_asked = *std::move(asked);
    search.m_stems = distinctSearchStems(words);
    return search;
}

std::size_t LibrarySearch::passages() const
{
    std::size_t all = 0;
    for (const Taken& taken : m_taken)
        all += taken.lengths.size();
    return all;
}

Result<void> LibrarySearch::add(BlockArchive& memory, const MemoryShape& shape, std::stop_token stop)
{
    Taken taken;
    taken.blocks = memory.cursor().value;
    if (auto done = scoreLandmarks(memory, shape, taken, stop); !done)
        return done;
    if (auto done = countWords(memory, taken, stop); !done)
        return done;
    m_taken.push_back(std::move(taken));
    return {};
}

Result<void> LibrarySearch::scoreLandmarks(BlockArchive& memory, const MemoryShape& shape, Taken& taken, const std::stop_token& stop) const
{
    const std::size_t heads = m_queries.heads();
    taken.scores.resize((m_queries.layers() - firstLayer()) * heads * taken.blocks);
    std::vector<std::byte> landmarks;
    std::vector<float> some;
    for (std::uint32_t layer = firstLayer(); layer < m_queries.layers(); ++layer) {
        float* into = taken.scores.data() + (layer - firstLayer()) * heads * taken.blocks;
        for (std::uint32_t first = 0; first < taken.blocks; first += kBlocksAtOnce) {
            if (stop.stop_requested())
                return cancelled();
            const std::uint32_t count = std::min(kBlocksAtOnce, taken.blocks - first);
            landmarks.resize(count * shape.landmarkBytes());
            some.resize(heads * count);
            if (auto done = memory.readLandmarks(LayerIndex(layer), BlockId(first), count, landmarks); !done)
                return done;
            m_queries.score(layer, shape, landmarks, count, some);
            for (std::size_t head = 0; head < heads; ++head)
                std::copy_n(some.begin() + static_cast<std::ptrdiff_t>(head * count), count, into + head * taken.blocks + first);
        }
    }
    return {};
}

void LibrarySearch::countPassage(std::span<const TokenId> tokens, Taken& taken) const
{
    std::string text;
    for (const TokenId token : tokens)
        text += m_engine->tokenizer().decode(token);
    const std::vector<std::string> stems = searchStems(text);
    for (const std::string& wanted : m_stems)
        taken.counts.push_back(static_cast<std::uint16_t>(std::count(stems.begin(), stems.end(), wanted)));
    taken.lengths.push_back(static_cast<std::uint16_t>(std::min<std::size_t>(stems.size(), std::numeric_limits<std::uint16_t>::max())));
}

// The open block has no landmark, but its words count.
Result<void> LibrarySearch::countWords(BlockArchive& memory, Taken& taken, const std::stop_token& stop) const
{
    constexpr std::uint32_t kAtOnce = 64;
    for (std::uint32_t first = 0; first < taken.blocks; first += kAtOnce) {
        if (stop.stop_requested())
            return cancelled();
        const std::uint32_t count = std::min(kAtOnce, taken.blocks - first);
        const auto tokens = memory.readTokens(BlockId(first), count);
        if (!tokens)
            return tokens.error();
        const std::size_t each = tokens->size() / count;
        for (std::size_t block = 0; block < count; ++block)
            countPassage(std::span(*tokens).subspan(block * each, each), taken);
    }
    const auto tail = memory.loadTail();
    if (!tail)
        return tail.error();
    if (*tail && !(*tail)->tokens.empty())
        countPassage((*tail)->tokens, taken);
    return {};
}

std::vector<float> LibrarySearch::wordScores() const
{
    const auto all = static_cast<float>(passages());
    std::vector<float> having(m_stems.size(), 0.0f), scores;
    double length = 0;
    for (const Taken& taken : m_taken) {
        for (std::size_t at = 0; at < taken.counts.size(); ++at)
            having[at % m_stems.size()] += taken.counts[at] > 0 ? 1.0f : 0.0f;
        for (const std::uint16_t stems : taken.lengths)
            length += stems;
    }
    const float mean = std::max(1.0f, static_cast<float>(length) / std::max(1.0f, all));
    for (const Taken& taken : m_taken) {
        for (std::size_t passage = 0; passage < taken.lengths.size(); ++passage) {
            const float norm = kSaturation * (1 - kLengthWeight + kLengthWeight * static_cast<float>(taken.lengths[passage]) / mean);
            float score = 0;
            for (std::size_t s = 0; s < m_stems.size(); ++s) {
                const float count = taken.counts[passage * m_stems.size() + s];
                score += std::log(1 + (all - having[s] + 0.5f) / (having[s] + 0.5f)) * (kSaturation + 1) * count / (count + norm);
            }
            scores.push_back(score);
        }
    }
    return scores;
}

// Block 0 of a memory holds the chat's opening, where attention rests: it doesn't compete.
std::vector<float> LibrarySearch::votes(const std::stop_token& stop) const
{
    std::vector<float> sums(passages(), 0.0f);
    const std::size_t rows = (m_queries.layers() - firstLayer()) * std::size_t{m_queries.heads()};
    const auto each = [&](std::size_t row, const auto& function) {
        std::size_t passage = 0;
        for (const Taken& taken : m_taken) {
            for (std::size_t block = 1; block < taken.blocks; ++block)
                function(taken.scores[row * taken.blocks + block], passage + block);
            passage += taken.lengths.size();
        }
    };
    for (std::size_t row = 0; row < rows && !stop.stop_requested(); ++row) {
        float largest = -std::numeric_limits<float>::infinity();
        double total = 0;
        each(row, [&](float score, std::size_t) { largest = std::max(largest, score); });
        each(row, [&](float score, std::size_t) { total += std::exp(static_cast<double>(score - largest)); });
        each(row, [&](float score, std::size_t passage) { sums[passage] += std::exp(score - largest) / static_cast<float>(total); });
    }
    return sums;
}

Result<std::vector<RankedMemory>> LibrarySearch::ranked(std::size_t blocksEach, std::stop_token stop) const
{
    const std::vector<double> words = zScores(wordScores()), vote = zScores(votes(stop));
    if (stop.stop_requested())
        return cancelled();
    const auto stronger = [](const BlockScore& a, const BlockScore& b) { return a.score > b.score; };
    std::vector<RankedMemory> memories;
    std::size_t passage = 0;
    for (std::uint32_t number = 0; number < m_taken.size(); ++number) {
        RankedMemory memory{number, {}};
        for (std::uint32_t block = 0; block < m_taken[number].lengths.size(); ++block, ++passage)
            memory.blocks.push_back({BlockId(block), words[passage] + kVoteWeight * vote[passage]});
        std::stable_sort(memory.blocks.begin(), memory.blocks.end(), stronger);
        memory.blocks.resize(std::min(memory.blocks.size(), blocksEach));
        memories.push_back(std::move(memory));
    }
    std::erase_if(memories, [](const RankedMemory& memory) { return memory.blocks.empty(); });
    std::stable_sort(memories.begin(), memories.end(), [&](const RankedMemory& a, const RankedMemory& b) {
        return stronger(a.blocks.front(), b.blocks.front());
    });
    return memories;
}

Result<std::vector<BlockScore>> LibrarySearch::score(const RankedMemory& ranked, const Memory& memory, std::stop_token stop) const
{
    std::vector<BlockScore> scored;
    const std::uint32_t blocks = memory.blocks();
    for (const BlockScore& rough : ranked.blocks) {
        LikelihoodSettings settings{passageAround(rough.block.value, blocks), {}, {}, {}};
        if (rough.block.value < blocks)
            settings.until = BlockId(blocks);
        const auto likelihood = likelihoodAfter(memory, settings, m_asked, stop);
        if (!likelihood)
            return likelihood.error();
        scored.push_back({rough.block, *likelihood + kRoughWeight * rough.score});
    }
    std::stable_sort(scored.begin(), scored.end(), [](const BlockScore& a, const BlockScore& b) { return a.score > b.score; });
    return scored;
}

}  // namespace cairn
