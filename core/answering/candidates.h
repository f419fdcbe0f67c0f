// Which blocks may hold the answer: by BM25 over the text, and, where words of the question stand in few blocks, by a vote of the
// landmark keys (of the attention that landmark scores foretell; always by that of a question adapter where there is one), together,
// without lists of contents (contents_list.h); then ranked by how likely the model finds the question after each of them (their keys and
// values are in memory: only the question's tokens run), with its neighbours, and for the best of them alone; and these by how likely the
// model is to decline to answer from each, read again.
// fuse(), landmarkVote() and zScores() are pure; CandidateRanker runs on the work thread.
#pragma once

#include "core/answering/asking.h"
#include "core/answering/likelihood.h"
#include "core/answering/prompt.h"
#include "core/result.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace cairn
{

struct Candidate
{
    BlockId block{};                 // stream().blocks() stands for the open block at the end
    double fused = 0;                // z-scores of vote and BM25, weighted; for ranking, of the block alone
    double likelihood = 0;           // mean log-probability of the question's tokens given the block; 0 before ranking
    double score = 0;                // what candidates are ordered by
};

// Whether its score is near enough the best one's (RereadTuning::contending).
bool contends(const Candidate& candidate, const Candidate& best, const RereadTuning& tuning);

// (x - mean) / deviation; all 0 where nothing varies.
std::vector<double> zScores(std::span<const float> values);

// Per block: the attention that layers of the upper half would give it, summed over their heads, if blocks competed by landmark
// score alone. `scores` [layers][heads][blocks] as FeedResult::blockScores; `sinks` get 0 and don't compete.
std::vector<float> landmarkVote(std::span<const float> scores, std::uint32_t layers, std::uint32_t heads,
                                std::span<const std::uint32_t> sinks);

// Each score with a share of the scores beside it.
std::vector<float> withNeighbours(std::span<const float> scores, double weight);

// The best `count` of the allowed blocks by z(bm25) + voteWeight * z(vote); `vote` may be shorter (no landmark yet) or empty.
std::vector<Candidate> fuse(std::span<const float> bm25, std::span<const float> vote, double voteWeight,
                            std::span<const std::uint8_t> allowed, std::size_t count);

// The same with votes that are weighted already.
std::vector<Candidate> fuse(std::span<const float> bm25, std::span<const double> votes, std::span<const std::uint8_t> allowed,
                            std::size_t count);

// Documents whose openings are looked at whatever is asked: all, or of many those that have the best of `found`. Ascending.
std::vector<std::uint32_t> openedDocuments(const DocumentStream& stream, std::span<const Candidate> found);

class CandidateRanker
{
public:
    explicit CandidateRanker(const AskingContext& context) : m_context(context) {}

    // Best first; how many are found, and whether they are ranked by likelihood, says RereadTuning.
    Result<std::vector<Candidate>> rank(const Question& question, std::stop_token stop) const;

    // Mean log-probability of the question's tokens where no passage is in reach: what a candidate's likelihood gains upon.
    Result<double> likelihoodAlone(const Question& question, std::stop_token stop) const;

private:
    Result<AskedTokens> askedTokens(const Question& question) const;
    RowWeights rankingRows(const Question& question) const;
    std::vector<BlockId> insistedOn(const Question& question, std::span<const Candidate> found) const;
    Result<std::vector<double>> votes(const Question& question, std::uint32_t found, std::stop_token stop) const;
    Result<std::vector<double>> questionVotes(const Question& question, std::stop_token stop) const;
    Result<std::vector<double>> attentionVotes(const Question& question, std::stop_token stop) const;
    Result<void> addLikelihoods(const Question& question, std::vector<Candidate>& candidates, std::stop_token stop) const;
    Result<void> rankMore(const Question& question, std::span<const Candidate> found, std::vector<Candidate>& candidates,
                          std::stop_token stop) const;
    Result<void> weighAlone(const Question& question, std::span<Candidate> best, std::stop_token stop) const;
    Result<void> weighDeclining(const Question& question, std::span<Candidate> best, std::stop_token stop) const;
    enum class Beside { Neighbours, Nothing };   // what is seen with a block
    Result<std::vector<double>> likelihoods(const Question& question, std::span<const Candidate> candidates, Beside beside,
                                            std::stop_token stop) const;
    LikelihoodSettings passageOf(const Question& question, std::uint32_t block, Beside beside) const;
    LikelihoodSettings settingsOf(const Question& question, std::vector<BlockId> passage, bool isTail) const;

    const AskingContext& m_context;
};

}  // namespace cairn
