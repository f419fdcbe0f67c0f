// A question run alone, without memory, with the low-rank weights of a question adapter: what it asks of every landmark.
// In the letters of landmark_semantics.md 1, for layer l, head h of kv head g, q not rotated, k a landmark key without rotation:
//   u[l,g] = sum over the heads h of g:  last[l,h] q[l,h](last row) + mean[l,h] mean over the question's rows of q[l,h]
//   vote_b = sum over l, g:  u[l,g] . k[l,g,b] / sqrt(d),  minus its mean over the blocks
// The rows are  frame + question + frame  at positions from 0, each attending to those before it. Immutable; work thread.
#pragma once

#include "core/engine/blocks/landmark_index.h"
#include "core/model/adapter.h"
#include "core/result.h"

#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace cairn
{

struct LoadedModel;

class QuestionPass
{
public:
    static constexpr std::size_t kQuestionTokens = 256;   // longer questions are asked by their first tokens

    QuestionPass(std::shared_ptr<const LoadedModel> model, const QuestionAdapter& adapter);
    ~QuestionPass();

    // u / sqrt(d) turned by R(F), to be multiplied with landmark keys as memories keep them: [L][Hkv d].
    // Cancelled: between layers. REQUIRES: tokens of the vocabulary, at least one.
    Result<std::vector<float>> direction(std::span<const TokenId> question, const std::stop_token& stop) const;

private:
    struct Impl;
    std::unique_ptr<const Impl> m_impl;
};

// direction . landmark of the first `count` blocks. REQUIRES: the index keeps landmarks, not bounds. Cancelled: between slabs.
Result<std::vector<float>> landmarkProducts(const LandmarkIndex& landmarks, std::uint32_t count, std::span<const float> direction,
                                            const std::stop_token& stop);

}  // namespace cairn
