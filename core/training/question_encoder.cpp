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
at::Tensor meanWeights(const FrozenModel& model, const PackedTokens& packed, const QuestionFrame& frame)
{
    const std::size_t sequences = packed.ends.size();
    std::vector<std::int64_t> owner;                 // [rows]
    std::vector<float> shares;                       // [rows], 0 of the frame
    for (std::size_t i = 0; i < sequences; ++i) {
        const auto rows = static_cast<std::size_t>(packed.rowsOf(i)), own = rows - frame.before.size() - frame.after.size();
        owner.insert(owner.end(), rows, static_cast<std::int64_t>(i));
        shares.resize(shares.size() + frame.before.size(), 0.0f);
        shares.insert(shares.end(), own, static_cast<float>(1.0 / static_cast<double>(own)));
        shares.resize(owner.size(), 0.0f);
    }
    const at::Tensor of = model.here(at::tensor(owner, at::kLong)), share = model.here(at::tensor(shares, at::kFloat));
    return (at::arange(static_cast<std::int64_t>(sequences), of.options()).unsqueeze(1) == of) * share.to(model.type);
}

}  // namespace

QuestionEncoder::QuestionEncoder(Trainables& weights, const FrozenModel& model, QuestionFrame frame, std::uint32_t rank,
                                 std::uint64_t seed)
    : m_weights(weights), m_model(model), m_frame(std::move(frame)), m_rows(weights, model, rank, seed)
{
    const std::int64_t layers = model.config.layers, heads = model.config.heads;
    constexpr double kRateFactor = 5;   // of one weight a head: recipes, 2e-3 beside 4e-4
    weights.add("last_weights", at::full({layers, heads}, kFirstWeight, model.options()), kRateFactor);
    weights.add("mean_weights", at::full({layers, heads}, kFirstWeight, model.options()), kRateFactor);
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
    const at::Tensor lastRows = m_model.here(at::tensor(last, at::kLong)), means = meanWeights(m_model, packed, m_frame);
    const auto count = static_cast<std::int64_t>(questions.size());
    const std::int64_t heads = m_model.config.heads, d = m_model.headDim();
    std::vector<at::Tensor> parts;
    const auto onLayer = [&](std::size_t layer, const at::Tensor& rows, const at::Tensor&, const at::Tensor&) {
        const auto l = static_cast<std::int64_t>(layer);
        const at::Tensor queries = rows.to(m_model.type);
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
    const at::Tensor stored = at::empty({layers, blocks, width}, at::kFloat);
    std::copy(article.landmarks.begin(), article.landmarks.end(), stored.data_ptr<float>());
    const at::Tensor back = at::full({blocks}, -static_cast<std::int64_t>(blockTokens), at::kLong);
    at::Tensor keys = model.rotate(model.here(stored).to(model.type).view({layers, blocks, width / d, d}).transpose(1, 2), back);
    keys = keys / (model.magnitude * model.magnitude);   // YaRN's, of the stored key and of turning it back
    keys = keys.narrow(2, 1, blocks - 1).permute({2, 0, 1, 3}).reshape({blocks - 1, layers * width});
    return (keys - keys.mean(0, true)).contiguous();
}

}  // namespace cairn
