// A question as what it asks of every landmark: its own tokens in a short frame run through the base model with low-rank weights,
// without memory. In the letters of landmark_semantics.md 1, for layer l, head h of kv head g:
//   u[l,g] = sum over the heads h of g:  last[l,h] q[l,h](last row) + mean[l,h] mean over the question's rows of q[l,h]
//   vote_b = sum over l, g:  u[l,g] . (k[l,g,b] - mean over b of k[l,g,b]) / sqrt(d)
// q not rotated, k the landmark key without its in-block rotation. Torch inside: sources of core/training only.
#pragma once

#include "core/training/low_rank.h"
#include "core/training/question_set.h"

#include <span>
#include <vector>

namespace cairn
{

struct QuestionFrame
{
    std::vector<TokenId> before, after;    // `after` is not empty: its last row asks
};

class QuestionEncoder
{
public:
    // Adds the low-rank weights and "last_weights", "mean_weights" [L, H] to `weights`, which it reads at every call.
    // REQUIRES: all but the frame outlive it.
    QuestionEncoder(Trainables& weights, const FrozenModel& model, QuestionFrame frame, std::uint32_t rank, std::uint64_t seed);

    const QuestionFrame& frame() const { return m_frame; }

    // u / sqrt(d) of each question: [questions, L Hkv d]. Gradients flow to the weights.
    at::Tensor directions(std::span<const PlacedQuestion* const> questions) const;

    std::uint64_t rowsOf(std::span<const PlacedQuestion* const> questions) const;   // tokens that directions() runs

private:
    const Trainables& m_weights;
    const FrozenModel& m_model;
    QuestionFrame m_frame;
    LowRankRows m_rows;
};

// Landmark keys of a document's blocks from 1 on (block 0 holds the chat's opening), unrotated, minus their mean:
// [blocks - 1, L Hkv d]. `blockTokens`: F.
at::Tensor centredKeys(const FrozenModel& model, const ReadArticle& article, std::uint32_t blockTokens);

}  // namespace cairn
