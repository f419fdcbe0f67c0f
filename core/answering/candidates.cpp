#include "core/answering/candidates.h"

#include "core/answering/answer_writer.h"
#include "core/answering/follow_up.h"
#include "core/answering/strategy.h"
#include "core/wording/questions/whole_question.h"
#include "core/wording/text/contents_list.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <set>
#include <string>

namespace cairn
{

namespace
{

// With the questions that it leans on
Question inFull(const Question& question)
{
    Question full = question;
    full.text = askedInFull(question);
    return full;
}

constexpr double kOpeningGain = 4;   // of where a document opens, above the best z-scores: its words don't stand there, but its answer does

void addSoftmax(std::span<const float> scores, std::span<const std::uint32_t> sinks, std::vector<float>& sums)
{
    const auto isSink = [&](std::size_t b) { return std::find(sinks.begin(), sinks.end(), b) != sinks.end(); };
    float largest = -std::numeric_limits<float>::infinity();
    for (std::size_t b = 0; b < scores.size(); ++b) {
        if (!isSink(b))
            largest = std::max(largest, scores[b]);
    }
    if (!std::isfinite(largest))
        return;
    std::vector<float> weights(scores.size(), 0.0f);
    float total = 0;
    for (std::size_t b = 0; b < scores.size(); ++b) {
        if (!isSink(b))
            total += weights[b] = std::exp(scores[b] - largest);
    }
    for (std::size_t b = 0; b < scores.size(); ++b)
        sums[b] += weights[b] / total;
}

double fusedOf(std::uint32_t block, std::span<const double> words, std::span<const double> votes)
{
    return words[block] + (block < votes.size() ? votes[block] : 0.0);
}

std::vector<Candidate>::iterator ofBlock(std::vector<Candidate>& candidates, BlockId block)
{
    return std::find_if(candidates.begin(), candidates.end(), [&](const Candidate& candidate) { return candidate.block == block; });
}

void sortByScore(std::span<Candidate> candidates)
{
    std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) { return a.score > b.score; });
}

// The first of `candidates`, best first: at most so many, all of which contend.
std::span<Candidate> contenders(std::span<Candidate> candidates, std::size_t most, const RereadTuning& tuning)
{
    const std::span<Candidate> first = candidates.first(std::min(most, candidates.size()));
    const auto end = std::find_if_not(first.begin(), first.end(), [&](const Candidate& c) { return contends(c, first.front(), tuning); });
    return first.first(static_cast<std::size_t>(end - first.begin()));
}

// Among neighbours that were all found, each block counts by its own words: which of them holds the answer.
void fuseAlone(std::vector<Candidate>& candidates, std::span<const double> words, std::span<const double> votes)
{
    for (Candidate& candidate : candidates)
        candidate.fused = fusedOf(candidate.block.value, words, votes);
}

// Lists of contents, unless nothing else was found
void leaveOutContents(const AskingContext& context, std::vector<Candidate>& candidates)
{
    const std::set<std::string> names = headingNames(context.documents);
    const auto isText = [&](const Candidate& candidate) { return !listsContents(context.stream.blockText(candidate.block), names); };
    std::vector<Candidate> kept;
    std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(kept), isText);
    if (!kept.empty())
        candidates = std::move(kept);
}

}  // namespace

bool contends(const Candidate& candidate, const Candidate& best, const RereadTuning& tuning)
{
    return candidate.score >= best.score - tuning.contending;
}

std::vector<double> zScores(std::span<const float> values)
{
    std::vector<double> result(values.size(), 0.0);
    if (values.empty())
        return result;
    const auto n = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
    double squares = 0;
    for (const float value : values)
        squares += (static_cast<double>(value) - mean) * (static_cast<double>(value) - mean);
    const double deviation = std::sqrt(squares / n);
    if (deviation < 1e-9)
        return result;
    std::transform(values.begin(), values.end(), result.begin(),
                   [&](float value) { return (static_cast<double>(value) - mean) / deviation; });
    return result;
}

std::vector<float> landmarkVote(std::span<const float> scores, std::uint32_t layers, std::uint32_t heads,
                                std::span<const std::uint32_t> sinks)
{
    const std::size_t rows = std::size_t{layers} * heads;
    const std::size_t blocks = rows == 0 ? 0 : scores.size() / rows;
    std::vector<float> sums(blocks, 0.0f);
    for (std::size_t row = std::size_t{layers / 2} * heads; row < rows; ++row)
        addSoftmax(scores.subspan(row * blocks, blocks), sinks, sums);
    return sums;
}

std::vector<float> withNeighbours(std::span<const float> scores, double weight)
{
    const auto share = static_cast<float>(weight);
    std::vector<float> result(scores.begin(), scores.end());
    for (std::size_t i = 0; i + 1 < scores.size(); ++i) {
        result[i] += share * scores[i + 1];
        result[i + 1] += share * scores[i];
    }
    return result;
}

std::vector<Candidate> fuse(std::span<const float> bm25, std::span<const float> vote, double voteWeight,
                            std::span<const std::uint8_t> allowed, std::size_t count)
{
    std::vector<double> votes = zScores(vote);
    for (double& value : votes)
        value *= voteWeight;
    return fuse(bm25, votes, allowed, count);
}

std::vector<Candidate> fuse(std::span<const float> bm25, std::span<const double> votes, std::span<const std::uint8_t> allowed,
                            std::size_t count)
{
    const std::vector<double> words = zScores(bm25.first(allowed.size()));
    std::vector<Candidate> candidates;
    for (std::uint32_t block = 0; block < allowed.size(); ++block) {
        if (!allowed[block])
            continue;
        const double fused = fusedOf(block, words, votes);
        candidates.push_back({BlockId(block), fused, 0, fused});
    }
    std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) { return a.fused > b.fused; });
    if (candidates.size() > count)
        candidates.resize(count);
    return candidates;
}

std::vector<std::uint32_t> openedDocuments(const DocumentStream& stream, std::span<const Candidate> found)
{
    constexpr std::size_t kMost = 8;   // each costs a run of the model
    std::vector<std::uint32_t> documents;
    const auto add = [&](std::uint32_t document) {
        if (documents.size() < kMost && std::find(documents.begin(), documents.end(), document) == documents.end())
            documents.push_back(document);
    };
    for (const Candidate& candidate : found) {
        for (const DocumentPlace& place : stream.placesOf(candidate.block))
            add(place.document);
    }
    for (std::uint32_t document = 0; document < stream.documents(); ++document)
        add(document);
    std::sort(documents.begin(), documents.end());
    return documents;
}

// One number per block in reach, weighted to be added to BM25's z-scores; empty where nothing votes. `found`: blocks with words of the
// question.
Result<std::vector<double>> CandidateRanker::votes(const Question& question, std::uint32_t found, std::stop_token stop) const
{
    const RereadTuning& tuning = question.options.reread;
    if (m_context.blocksInReach(question) == 0)
        return std::vector<double>();
    if (m_context.engine.info().hasQuestionAdapter && tuning.questionWeight != 0)
        return questionVotes(question, std::move(stop));
    if (tuning.voteWeight == 0 || (found >= tuning.candidates && !tuning.voteAlways))
        return std::vector<double>();
    return attentionVotes(question, std::move(stop));
}

Result<std::vector<double>> CandidateRanker::questionVotes(const Question& question, std::stop_token stop) const
{
    const auto tokens = tokenIds(question.text, m_context.engine.tokenizer());
    if (!tokens)
        return tokens.error();
    const auto votes = m_context.memory.questionVote(*tokens, std::move(stop));
    if (!votes)
        return votes.error();
    const double weight = question.options.reread.questionWeight / m_context.engine.info().questionWordWeight;
    std::vector<double> weighted(std::min<std::size_t>(votes->size(), m_context.blocksInReach(question)));
    std::transform(votes->begin(), votes->begin() + static_cast<std::ptrdiff_t>(weighted.size()), weighted.begin(),
                   [&](float vote) { return weight * static_cast<double>(vote); });
    return weighted;
}

Result<std::vector<double>> CandidateRanker::attentionVotes(const Question& question, std::stop_token stop) const
{
    AskingSettings settings = m_context.settings(question);
    settings.rows = RowWeights::Base;
    auto fork = m_context.memory.fork(settings);
    if (!fork)
        return fork.error();
    PromptBuilder prompt(m_context.engine.tokenizer(), m_context.engine.chatFormat(), m_context.stream);
    if (auto done = prompt.addText("\n\n"); !done)
        return done.error();
    if (auto done = prompt.addQuestion(question.text); !done)
        return done.error();
    FeedOptions options;
    options.controls = question.options.controls;
    options.blockScores = true;
    auto fed = fork->feed(prompt.tokens, options, stop);
    if (!fed)
        return fed.error();
    const ModelConfig& config = m_context.engine.info().config;
    const std::vector<std::uint32_t> sinks = sinkBlocks(m_context.stream.map());
    std::vector<float> attention = landmarkVote(fed->blockScores, config.layers, config.heads, sinks);
    attention.resize(std::min<std::size_t>(attention.size(), m_context.blocksInReach(question)));
    std::vector<double> weighted = zScores(attention);
    for (double& vote : weighted)
        vote *= question.options.reread.voteWeight;
    return weighted;
}

LikelihoodSettings CandidateRanker::passageOf(const Question& question, std::uint32_t block, Beside beside) const
{
    const std::uint32_t blocks = m_context.blocksInReach(question);
    std::vector<BlockId> passage = passageAround(block, blocks);
    std::erase_if(passage, [&](BlockId near) {
        const bool isLeftOut = beside == Beside::Nothing && near.value != block;
        return near.value > 0 && (isLeftOut || isBarred(question, near.value));
    });
    return settingsOf(question, std::move(passage), block >= blocks);
}

LikelihoodSettings CandidateRanker::settingsOf(const Question& question, std::vector<BlockId> passage, bool isTail) const
{
    LikelihoodSettings settings{std::move(passage), {}, question.options.controls.switchedOff, rankingRows(question)};
    if (!isTail)
        settings.until = BlockId(m_context.blocksInReach(question));
    return settings;
}

Result<std::vector<double>> CandidateRanker::likelihoods(const Question& question, std::span<const Candidate> candidates, Beside beside,
                                                         std::stop_token stop) const
{
    const auto tokens = askedTokens(question);
    if (!tokens)
        return tokens.error();
    std::vector<LikelihoodSettings> passages;
    for (const Candidate& candidate : candidates)
        passages.push_back(passageOf(question, candidate.block.value, beside));
    return likelihoodsAfter(m_context.memory, passages, *tokens, std::move(stop));
}

RowWeights CandidateRanker::rankingRows(const Question& question) const
{
    const bool isThere = m_context.engine.info().hasRankingAdapter && question.options.reread.rankingAdapter;
    return isThere ? RowWeights::Ranking : RowWeights::Base;
}

Result<AskedTokens> CandidateRanker::askedTokens(const Question& question) const
{
    return cairn::askedTokens(question.text, m_context.engine.tokenizer(), m_context.engine.chatFormat());
}

Result<double> CandidateRanker::likelihoodAlone(const Question& question, std::stop_token stop) const
{
    const auto tokens = askedTokens(inFull(question));
    if (!tokens)
        return tokens.error();
    return likelihoodAfter(m_context.memory, settingsOf(question, {BlockId(0)}, false), *tokens, std::move(stop));
}

Result<void> CandidateRanker::addLikelihoods(const Question& question, std::vector<Candidate>& candidates, std::stop_token stop) const
{
    const auto values = likelihoods(question, candidates, Beside::Neighbours, std::move(stop));
    if (!values)
        return values.error();
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        candidates[i].likelihood = (*values)[i];
        candidates[i].score = (*values)[i] + question.options.reread.fusedWeight * candidates[i].fused;
    }
    return {};
}

// Where no passage explains the question, the one that it asks about may be among those that fewer of its words point to. `found`: best
// first, of which the first ones are candidates.
Result<void> CandidateRanker::rankMore(const Question& question, std::span<const Candidate> found, std::vector<Candidate>& candidates,
                                       std::stop_token stop) const
{
    const RereadTuning& tuning = question.options.reread;
    if (rankingRows(question) != RowWeights::Ranking)
        return {};
    const auto explains = [&](const Candidate& candidate) { return candidate.likelihood >= tuning.explained; };
    const std::size_t step = std::max(1u, tuning.candidates);
    for (std::size_t next = tuning.candidates; next < found.size(); next += step) {
        if (std::any_of(candidates.begin(), candidates.end(), explains))
            break;
        std::vector<Candidate> more;
        for (const Candidate& candidate : found.subspan(next, std::min(step, found.size() - next))) {
            if (ofBlock(candidates, candidate.block) == candidates.end())
                more.push_back(candidate);
        }
        if (auto done = addLikelihoods(question, more, stop); !done)
            return done;
        candidates.insert(candidates.end(), more.begin(), more.end());
    }
    return {};
}

// Neighbours see each other in their passages, so these hardly tell which of them answers; a block alone does.
Result<void> CandidateRanker::weighAlone(const Question& question, std::span<Candidate> best, std::stop_token stop) const
{
    const auto values = likelihoods(question, best, Beside::Nothing, std::move(stop));
    if (!values)
        return values.error();
    for (std::size_t i = 0; i < best.size(); ++i)
        best[i].score += ((*values)[i] - best[i].likelihood) / 2;
    return {};
}

// What the model declines to answer from is not asked about. A block is read again by itself for that: its keys and values in memory have
// seen what stands before it. Only these change places, below the best of them.
Result<void> CandidateRanker::weighDeclining(const Question& question, std::span<Candidate> best, std::stop_token stop) const
{
    if (best.size() < 2)
        return {};   // nothing to put behind another
    std::vector<PreparedPrompt> prompts;
    for (const Candidate& candidate : best) {
        const DocumentPlace core = corePlace(question, m_context, candidate.block);
        auto prompt = passagePrompt(question, m_context, {&core, 1}, false);
        if (!prompt)
            return prompt.error();
        prompts.push_back(*std::move(prompt));
    }
    const auto declining = AnswerWriter(m_context, question).declining(prompts, std::move(stop));
    if (!declining)
        return declining.error();
    if (declining->empty())
        return {};   // it was not taught how
    const double least = *std::min_element(declining->begin(), declining->end());
    for (std::size_t i = 0; i < best.size(); ++i)
        best[i].score -= question.options.reread.decliningWeight * ((*declining)[i] - least);
    sortByScore(best);
    return {};
}

// Blocks that are looked at whatever vote and words say: what the asker pinned, and where documents open, since title, author and
// date stand there without the words that one asks for them with.
std::vector<BlockId> CandidateRanker::insistedOn(const Question& question, std::span<const Candidate> found) const
{
    std::vector<BlockId> blocks = question.options.controls.pinned;
    if (!question.options.reread.rankByLikelihood)
        return blocks;
    for (const std::uint32_t document : openedDocuments(m_context.stream, found)) {
        for (std::uint32_t next = 0; next < question.options.reread.openingBlocks; ++next)
            blocks.emplace_back(m_context.stream.firstBlockOf(document).value + next);
    }
    return blocks;
}

Result<std::vector<Candidate>> CandidateRanker::rank(const Question& asked, std::stop_token stop) const
{
    const Question question = inFull(asked);
    const RereadTuning& tuning = question.options.reread;
    std::vector<std::uint8_t> allowed(m_context.piecesInReach(question), 1);
    for (std::uint32_t block = 0; block < allowed.size(); ++block) {
        const std::vector<DocumentPlace> places = m_context.stream.placesOf(BlockId(block));
        allowed[block] = !isBarred(question, block) && std::any_of(places.begin(), places.end(), [&](const DocumentPlace& place) {
            return askedOf(question, place).has_value();
        });
    }
    const std::vector<float> words = m_context.index.scores(question.text);
    std::uint32_t found = 0;
    for (std::size_t block = 0; block < allowed.size(); ++block)
        found += allowed[block] && words[block] > 0 ? 1 : 0;
    const auto voted = votes(question, found, stop);
    if (!voted)
        return voted.error();
    const std::uint32_t most = tuning.rankByLikelihood ? std::max(tuning.candidates, tuning.mostCandidates) : tuning.candidates;
    std::vector<Candidate> ordered = fuse(withNeighbours(words, tuning.neighbourWeight), *voted, allowed, most);
    leaveOutContents(m_context, ordered);
    if (tuning.rankByLikelihood)
        fuseAlone(ordered, zScores(std::span(words).first(allowed.size())), *voted);
    std::vector<Candidate> candidates = ordered;
    candidates.resize(std::min<std::size_t>(candidates.size(), tuning.candidates));
    const auto best = std::max_element(candidates.begin(), candidates.end(),
                                       [](const Candidate& a, const Candidate& b) { return a.fused < b.fused; });
    const double opening = asksAboutDocument(question.text) && best != candidates.end() ? best->fused + kOpeningGain : 0;
    for (const BlockId block : insistedOn(question, ordered)) {
        const auto there = ofBlock(candidates, block);
        if (there != candidates.end())
            there->fused = std::max(there->fused, opening);
        else if (block.value < allowed.size() && allowed[block.value])
            candidates.push_back({block, opening, 0, opening});
    }
    if (tuning.rankByLikelihood) {
        if (auto done = addLikelihoods(question, candidates, stop); !done)
            return done.error();
        if (auto done = rankMore(question, ordered, candidates, stop); !done)
            return done.error();
    }
    sortByScore(candidates);
    if (tuning.rankByLikelihood) {
        if (auto done = weighAlone(question, contenders(candidates, tuning.alone, tuning), stop); !done)
            return done.error();
        sortByScore(candidates);
        if (auto done = weighDeclining(asked, contenders(candidates, tuning.declined, tuning), stop); !done)
            return done.error();
    }
    return candidates;
}

}  // namespace cairn
