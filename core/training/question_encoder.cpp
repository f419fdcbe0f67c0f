#include "core/training/question_encoder.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

#include <cmath>

namespace cairn
{

namespace
{

constexpr double kFirstWeight = 0.02;   // of every head before anything is learned; the trainer scales it to the votes it gives

// [questions, rows]: what each row of the packed sequences counts for in the mean over its question's own rows.
at::Tensor meanWeights(const PackedTokens& packed, const QuestionFrame& frame)
{
    const auto sequences = static_cast<std::int64_t>(packed.ends.size());
    at::Tensor weights = at::zeros({sequences, static_cast<std::int64_t>(packed.tokens.size())}, at::kFloat);
    std::int64_t begin = 0;
    for (std::int64_t i = 0; i < sequences; ++i) {
        const std::int64_t end = packed.ends[static_cast<std::size_t>(i)];
        const std::int64_t first = begin + static_cast<std::int64_t>(frame.before.size());
        const std::int64_t past = end - static_cast<std::int64_t>(frame.after.size());
        weights.select(0, i).narrow(0, first, past - first).fill_(1.0 / static_cast<double>(past - first));
        begin = end;
    }
    return weights;
}

}  // namespace

QuestionEncoder::QuestionEncoder(Trainables& weights, const FrozenModel& model, QuestionFrame frame, std::uint32_t rank,
                                 std::uint64_t seed)
    : m_weights(weights), m_model(model), m_frame(std::move(frame)), m_rows(weights, model, rank, seed)
{
    const std::int64_t layers = model.config.layers, heads = model.config.heads;
    constexpr double kRateFactor = 5;   // of one weight a head: recipes, 2e-3 beside 4e-4
    weights.add("last_weights", at::full({layers, heads}, kFirstWeight, model.type), kRateFactor);
    weights.add("mean_weights", at::full({layers, heads}, kFirstWeight, model.type), kRateFactor);
}

at::Tensor QuestionEncoder::directions(std::span<const PlacedQuestion* const> questions) const
{
    PackedTokens packed;
    for (const PlacedQuestion* question : questions) {
        std::vector<TokenId> tokens = m_frame.before;
        tokens.insert(tokens.end(), question->tokens.begin(), question->tokens.end());
        tokens.insert(tokens.end(), m_frame.after.begin(), m_frame.after.end());
        packed.add(tokens);
    }
    std::vector<std::int64_t> last;
    for (const std::int64_t end : packed.ends)
        last.push_back(end - 1);
    const at::Tensor lastRows = at::tensor(last, at::kLong), means = meanWeights(packed, m_frame).to(m_model.type);
    const auto count = static_cast<std::int64_t>(questions.size());
    const std::int64_t heads = m_model.config.heads, d = m_model.headDim();
    std::vector<at::Tensor> parts;
    const auto onLayer = [&](std::size_t layer, const at::Tensor& queries, const at::Tensor&, const at::Tensor&) {
        const auto l = static_cast<std::int64_t>(layer);
        const at::Tensor mean = at::matmul(means, queries.reshape({queries.size(0), heads * d})).view({count, heads, d});
        const at::Tensor weighted = queries.index_select(0, lastRows) * m_weights.at("last_weights").select(0, l).unsqueeze(1)
                                    + mean * m_weights.at("mean_weights").select(0, l).unsqueeze(1);
        parts.push_back(weighted.view({count, -1, m_model.groupSize(), d}).sum(2).reshape({count, -1}));
    };
    forwardPacked(m_model, &m_rows, packed, onLayer);
    return at::cat(parts, 1) / std::sqrt(static_cast<double>(d));
}

std::uint64_t QuestionEncoder::rowsOf(std::span<const PlacedQuestion* const> questions) const
{
    std::uint64_t rows = questions.size() * (m_frame.before.size() + m_frame.after.size());
    for (const PlacedQuestion* question : questions)
        rows += question->tokens.size();
    return rows;
}

at::Tensor centredKeys(const FrozenModel& model, const ReadArticle& article, std::uint32_t blockTokens)
{
    const std::int64_t layers = article.layers, blocks = article.blocks, width = article.width, d = model.headDim();
    const at::NoGradGuard frozen;
    at::Tensor keys = at::empty({layers, blocks, width}, at::kFloat);
    std::copy(article.landmarks.begin(), article.landmarks.end(), keys.data_ptr<float>());
    const at::Tensor back = at::full({blocks}, -static_cast<std::int64_t>(blockTokens), at::kLong);
    keys = model.rotate(keys.to(model.type).view({layers, blocks, width / d, d}).transpose(1, 2), back);
    keys = keys / (model.magnitude * model.magnitude);   // YaRN's, of the stored key and of turning it back
    keys = keys.narrow(2, 1, blocks - 1).permute({2, 0, 1, 3}).reshape({blocks - 1, layers * width});
    return (keys - keys.mean(0, true)).contiguous();
}

}  // namespace cairn
